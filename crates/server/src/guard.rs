//! Protection: rate limits, origin checks, security headers.

use crate::app::App;
use crate::config::Limits;
use crate::error::ApiError;
use crate::moderation::has_local_token;
use crate::person::Person;
use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use governor::clock::Clock as _;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;

/// How often one person can ask another to be an arbiter.
const ARBITER_REQUESTS_PER_HOUR: NonZeroU32 = NonZeroU32::new(5).expect("not zero");

/// Rate limits per address and per user.
#[derive(Debug)]
pub struct RateLimits {
    logins: DefaultKeyedRateLimiter<IpAddr>,
    games: DefaultKeyedRateLimiter<String>,
    games_of_network: DefaultKeyedRateLimiter<IpAddr>,
    games_of_site: DefaultKeyedRateLimiter<IpAddr>,
    arbiters: DefaultKeyedRateLimiter<(String, String)>,
    chat: DefaultKeyedRateLimiter<String>,
    reports: DefaultKeyedRateLimiter<String>,
    codes: DefaultKeyedRateLimiter<i64>,
    mails: DefaultKeyedRateLimiter<String>,
}

/// Reports of one user or network.
const REPORTS_PER_HOUR: NonZeroU32 = NonZeroU32::new(10).expect("not zero");
/// Tried codes of the second factor for one account.
const CODES_PER_MINUTE: NonZeroU32 = NonZeroU32::new(5).expect("not zero");
/// E-mails that one network asks for, and to one recipient.
const MAILS_PER_HOUR: NonZeroU32 = NonZeroU32::new(5).expect("not zero");

fn per_minute(times: u32) -> Quota {
    Quota::per_minute(NonZeroU32::new(times).unwrap_or(NonZeroU32::MIN))
}

impl RateLimits {
    /// Rate limits from the configuration.
    pub fn new(limits: &Limits) -> RateLimits {
        let from_address = limits.games_per_minute_per_address;
        let from_site = from_address.saturating_mul(NETWORKS_PER_SITE);
        RateLimits {
            logins: RateLimiter::keyed(per_minute(limits.logins_per_minute)),
            games: RateLimiter::keyed(per_minute(limits.games_per_minute)),
            games_of_network: RateLimiter::keyed(per_minute(from_address)),
            games_of_site: RateLimiter::keyed(per_minute(from_site)),
            arbiters: RateLimiter::keyed(Quota::per_hour(ARBITER_REQUESTS_PER_HOUR)),
            chat: RateLimiter::keyed(per_minute(limits.chat_per_minute)),
            reports: RateLimiter::keyed(Quota::per_hour(REPORTS_PER_HOUR)),
            codes: RateLimiter::keyed(Quota::per_minute(CODES_PER_MINUTE)),
            mails: RateLimiter::keyed(Quota::per_hour(MAILS_PER_HOUR)),
        }
    }

    /// Counts a login or registration from an address.
    ///
    /// # Errors
    /// Returns `429 Too Many Requests` if the limit is exceeded.
    pub fn login(&self, address: IpAddr) -> Result<(), ApiError> {
        check(&self.logins, &network(address))
    }

    /// Counts a new game, challenge or rematch of a user and of the network they use: guests cost nothing, so
    /// limits per user alone bound nobody.
    ///
    /// # Errors
    /// Returns `429 Too Many Requests` if a limit is exceeded.
    pub fn game(&self, who: &str, address: IpAddr) -> Result<(), ApiError> {
        check(&self.games, &who.to_owned())?;
        check(&self.games_of_network, &network(address))?;
        check(&self.games_of_site, &site(address))
    }

    /// Counts a request to an arbiter.
    ///
    /// # Errors
    /// Returns `429 Too Many Requests` if the limit is exceeded.
    pub fn arbiter(&self, by: &Person, address: IpAddr, arbiter: &Person) -> Result<(), ApiError> {
        let asker = by.asker(Some(network(address)));
        check(&self.arbiters, &(asker, arbiter.key.clone()))
    }

    /// Counts a chat message of a user.
    ///
    /// # Errors
    /// Returns `429 Too Many Requests` if the limit is exceeded.
    pub fn chat(&self, who: &str) -> Result<(), ApiError> {
        check(&self.chat, &who.to_owned())
    }

    /// Counts a report of a user, and of the network, since guests are free to create.
    ///
    /// # Errors
    /// Returns `429 Too Many Requests` if the limit is exceeded.
    pub fn report(&self, who: &str, address: IpAddr) -> Result<(), ApiError> {
        check(&self.reports, &who.to_owned())?;
        check(&self.reports, &network(address).to_string())
    }

    /// Counts a code of the second factor that is tried for an account.
    ///
    /// # Errors
    /// Returns `429 Too Many Requests` if the limit is exceeded.
    pub fn code(&self, account: i64) -> Result<(), ApiError> {
        check(&self.codes, &account)
    }

    /// Counts an e-mail, by the address of the client or by that of the recipient.
    ///
    /// # Errors
    /// Returns `429 Too Many Requests` if the limit is exceeded.
    pub fn mail(&self, key: &str) -> Result<(), ApiError> {
        check(&self.mails, &key.to_owned())
    }

    /// Removes idle entries.
    pub fn remove_idle(&self) {
        self.logins.retain_recent();
        self.games.retain_recent();
        self.games_of_network.retain_recent();
        self.games_of_site.retain_recent();
        self.arbiters.retain_recent();
        self.chat.retain_recent();
        self.reports.retain_recent();
        self.codes.retain_recent();
        self.mails.retain_recent();
    }
}

fn check<K: std::hash::Hash + Eq + Clone>(
    limiter: &DefaultKeyedRateLimiter<K>,
    key: &K,
) -> Result<(), ApiError> {
    limiter.check_key(key).map_err(|not_until| {
        let now = governor::clock::DefaultClock::default().now();
        let wait = not_until.wait_time_from(now);
        ApiError::too_many(wait.as_secs() + 1)
    })
}

/// The peer address of a request.
pub type Peer = ConnectInfo<SocketAddr>;

/// The client address of a request. Behind a trusted proxy it is the forwarded one.
#[derive(Clone, Copy, Debug)]
pub struct ClientAddress(pub IpAddr);

impl FromRequestParts<App> for ClientAddress {
    type Rejection = <Peer as FromRequestParts<App>>::Rejection;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &App,
    ) -> Result<ClientAddress, Self::Rejection> {
        let ConnectInfo(peer) = Peer::from_request_parts(parts, app).await?;
        Ok(ClientAddress(address(app, &parts.headers, peer)))
    }
}

fn address(app: &App, headers: &HeaderMap, peer: SocketAddr) -> IpAddr {
    let forwarded = || {
        // Our own proxy added the last entry of the last line; HAProxy adds a line instead of an entry. Everything
        // before it can be forged.
        let mut lines = headers.get_all("x-forwarded-for").iter();
        let text = lines.next_back()?.to_str().ok()?;
        text.rsplit(',').next()?.trim().parse().ok()
    };
    let proxied = app.config.trust_proxy.then(forwarded).flatten();
    proxied.unwrap_or(peer.ip())
}

/// The network that counts as one address in limits: an IPv6 /64, which usually belongs to one client.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
        canonical => canonical,
    }
}

/// The site of an address: an IPv6 /48, which a provider may give to one customer. An IPv4 address is its own site.
pub fn site(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, ..] = address.segments();
            IpAddr::from([a, b, c, 0, 0, 0, 0, 0])
        }
        canonical => canonical,
    }
}

/// How many networks' worth of a limit a whole [site] has.
pub const NETWORKS_PER_SITE: u32 = 8;

/// Returns whether a request comes from one of our pages, or not from a page at all.
pub fn is_own_origin(app: &App, headers: &HeaderMap) -> bool {
    let text = |name: header::HeaderName| headers.get(name).map(HeaderValue::to_str);
    match text(header::ORIGIN) {
        Some(Ok(origin)) => is_our_url(app, headers, origin),
        Some(Err(_)) => false,
        // Browsers that send no `Origin` send `Sec-Fetch-Site`. Programs other than browsers only have their own
        // cookies.
        None => match headers.get("sec-fetch-site").map(HeaderValue::as_bytes) {
            None | Some(b"same-origin" | b"none") => true,
            Some(_) => false,
        },
    }
}

fn is_our_url(app: &App, headers: &HeaderMap, origin: &str) -> bool {
    if let Some(own) = &app.config.public_url {
        return origin == own;
    }
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let named = origin
        .strip_prefix("http://")
        .or(origin.strip_prefix("https://"));
    host.is_some() && named == host
}

/// Rejects cross-site requests.
pub async fn check_origin(
    State(app): State<App>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let safe = matches!(
        *request.method(),
        Method::GET | Method::HEAD | Method::OPTIONS
    );
    let upgrades = request.headers().contains_key(header::UPGRADE);
    if (!safe || upgrades) && !is_own_origin(&app, request.headers()) {
        let title = "this request came from another site";
        return Err(ApiError::new(
            StatusCode::FORBIDDEN,
            "foreign-origin",
            title,
        ));
    }
    Ok(next.run(request).await)
}

/// Maximum length of a request id.
const MAX_REQUEST_ID: usize = 64;

/// Removes a request id that is too long or has other characters than letters, digits, `-`, `_` and `.`, so
/// that a new one is generated.
pub async fn check_request_id(mut request: Request, next: Next) -> Response {
    let is_valid = |id: &HeaderValue| {
        let is_allowed =
            |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
        (1..=MAX_REQUEST_ID).contains(&id.len()) && id.as_bytes().iter().all(is_allowed)
    };
    let headers = request.headers_mut();
    let mut ids = headers.get_all("x-request-id").iter();
    let is_one = matches!((ids.next(), ids.next()), (Some(id), None) if is_valid(id));
    if !is_one {
        headers.remove("x-request-id");
    }
    next.run(request).await
}

/// Rejects requests from banned networks. The page itself may be loaded, and says so.
pub async fn check_ban(
    State(app): State<App>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let (mut parts, body) = request.into_parts();
    let is_api = parts.uri.path().starts_with("/api/");
    let ClientAddress(address) = ClientAddress::from_request_parts(&mut parts, &app)
        .await
        .map_err(|_| ApiError::internal())?;
    let is_banned = || app.state.moderation.is_banned_address(network(address));
    if is_api && is_banned() && !has_local_token(&parts, &app) {
        return Err(ApiError::banned());
    }
    Ok(next.run(Request::from_parts(parts, body)).await)
}

/// What pages may load. The build of the page puts the same policy into the page itself.
const CONTENT_SECURITY_POLICY: &str = include_str!("content_security_policy.txt").trim_ascii();

/// Adds security headers: no external content, nothing inline, no frames.
pub async fn add_headers(State(app): State<App>, request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    for (name, value) in [
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        (
            "permissions-policy",
            "camera=(), geolocation=(), microphone=()",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if is_api && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if app.is_https() {
        let value = HeaderValue::from_static("max-age=31536000");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, value);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_of_ipv6_counts_as_one_address() {
        let network_of = |text: &str| network(text.parse().expect("an address"));
        assert_eq!(
            network_of("2001:db8:1:2:3:4:5:6"),
            network_of("2001:db8:1:2::1")
        );
        assert_ne!(network_of("2001:db8:1:2::1"), network_of("2001:db8:1:3::1"));
        assert_eq!(network_of("::ffff:192.0.2.1"), network_of("192.0.2.1"));
        assert_ne!(network_of("192.0.2.1"), network_of("192.0.2.2"));
        let site_of = |text: &str| site(text.parse().expect("an address"));
        assert_eq!(site_of("2001:db8:1:2::1"), site_of("2001:db8:1:ffff::2"));
        assert_ne!(site_of("2001:db8:1::1"), site_of("2001:db8:2::1"));
        assert_eq!(site_of("::ffff:192.0.2.1"), network_of("192.0.2.1"));
    }

    #[test]
    fn games_are_limited_per_network_and_per_site() {
        let limits = Limits {
            games_per_minute: 2,
            games_per_minute_per_address: 3,
            ..Limits::default()
        };
        let rates = RateLimits::new(&limits);
        let count = |networks: std::ops::Range<u16>, guests: u32| {
            let tries = networks.flat_map(|network| (0..guests).map(move |guest| (network, guest)));
            let allowed = tries.filter(|(network, guest)| {
                let address = IpAddr::from([0x2001, 0xdb8, 1, *network, 0, 0, 0, 1]);
                rates.game(&format!("g:{network}-{guest}"), address).is_ok()
            });
            allowed.count()
        };
        assert_eq!(count(0..1, 50), 3, "many guests of one network");
        assert_eq!(count(1..100, 50), 21, "many networks of one site");
    }
}
