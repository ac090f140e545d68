//! Security headers, cookies, hidden internals and trusted addresses.

#[path = "support/people.rs"]
mod people;
mod support;

#[path = "security/hidden.rs"]
mod hidden;
#[path = "security/table.rs"]
mod table;

use axum::http::{Method, StatusCode};
use komadai_load::client::Client;
use komadai_server::Settings;
use komadai_server::config::LimitSettings;
use people::{PASSWORD, Response, credentials, delete, get, high_limits, request};
use serde_json::{Value, json};
use support::{Folder, Server, with_timeout};
use tokio::net::TcpListener;

fn on_https() -> Settings {
    Settings {
        public_url: Some("https://shogi.example".into()),
        ..high_limits()
    }
}

/// One response of every kind.
async fn answers(server: &Server) -> Vec<(String, Response)> {
    let mut client = Client::new(server.address);
    let mut all = Vec::new();
    for path in [
        "/api/v1/me",
        "/api/v1/openapi.json",
        "/api/v1/challenges",
        "/api/v1/games",
        "/api/v1/games?limit=nonsense",
        "/api/v1/games/nosuchgame",
        "/api/v1/games/nosuchgame/record/kif",
        "/api/v1/sessions",
        "/api/v1/socket",
        "/api/v1/nothing",
        "/healthz",
        "/metrics",
        "/",
        "/nothing/../here",
    ] {
        all.push((path.to_owned(), get(&mut client, path).await));
    }
    let foreign = [("origin", "https://evil.example")];
    for (method, path, headers) in [
        (Method::POST, "/api/v1/challenges", &[][..]),
        (Method::POST, "/api/v1/session", &[][..]),
        (Method::POST, "/api/v1/session", &foreign[..]),
        (Method::PATCH, "/api/v1/me", &[][..]),
        (Method::OPTIONS, "/api/v1/me", &[][..]),
    ] {
        let body = Some(json!({"nonsense": true}));
        let answer = request(&mut client, method.clone(), path, body, headers).await;
        all.push((format!("{method} {path} {headers:?}"), answer));
    }
    all
}

#[tokio::test]
async fn every_response_has_security_headers() {
    for (settings, is_https) in [(high_limits(), false), (on_https(), true)] {
        let server = Server::start_with(settings).await;
        for (what, answer) in answers(&server).await {
            let policy = answer.header("content-security-policy").expect(&what);
            for part in [
                "default-src 'self'",
                "object-src 'none'",
                "base-uri 'none'",
                "frame-ancestors 'none'",
                "form-action 'self'",
            ] {
                assert!(policy.contains(part), "{what}: {policy}");
            }
            assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"));
            assert!(
                !policy.contains("blob:") && !policy.contains('*'),
                "{policy}"
            );
            let file = include_str!("../src/content_security_policy.txt");
            assert_eq!(policy, file.trim(), "{what}");
            for (name, value) in [
                ("x-content-type-options", "nosniff"),
                ("x-frame-options", "DENY"),
                ("referrer-policy", "no-referrer"),
                ("cross-origin-opener-policy", "same-origin"),
                ("cross-origin-resource-policy", "same-origin"),
            ] {
                assert_eq!(answer.header(name), Some(value), "{what}");
            }
            let hsts = answer.header("strict-transport-security");
            assert_eq!(hsts, is_https.then_some("max-age=31536000"), "{what}");
            if what.contains("/api/") {
                assert_eq!(answer.header("cache-control"), Some("no-store"), "{what}");
            }
            assert!(answer.header("x-request-id").is_some(), "{what}");
            assert_eq!(answer.header("access-control-allow-origin"), None, "{what}");
            assert_eq!(answer.header("server"), None, "{what}");
        }
    }
}

#[tokio::test]
async fn cookies_have_security_attributes() {
    for (settings, is_https) in [(high_limits(), false), (on_https(), true)] {
        let server = Server::start_with(settings).await;
        let mut client = Client::new(server.address);
        let guest = get(&mut client, "/api/v1/me").await;
        let account = credentials(&mut client, "/api/v1/accounts", "Zenobia", PASSWORD).await;
        let out = delete(&mut client, "/api/v1/session").await;
        let prefix = if is_https { "__Host-" } else { "" };
        for (answer, name) in [
            (&guest, "komadai_guest="),
            (&account, "komadai_session="),
            (&account, "komadai_device="),
            (&out, "komadai_session="),
        ] {
            let start = format!("{prefix}{name}");
            let cookies = answer.cookies();
            let cookie = cookies.iter().find(|cookie| cookie.starts_with(&start));
            let cookie = cookie.unwrap_or_else(|| panic!("{start} in {cookies:?}"));
            let marks: Vec<&str> = cookie.split("; ").skip(1).collect();
            for mark in ["HttpOnly", "SameSite=Lax", "Path=/"] {
                assert!(marks.contains(&mark), "{cookie}");
            }
            assert_eq!(marks.contains(&"Secure"), is_https, "{cookie}");
            assert!(!cookie.contains("Domain"), "{cookie}");
        }
    }
}

/// Words that would expose internals.
const INSIDE: [&str; 12] = [
    "sqlx",
    "sqlite",
    "SQL",
    "SELECT",
    "syntax error",
    "database",
    "/tmp",
    ".rs",
    "panicked",
    "komadai_server",
    "postgres",
    "backtrace",
];

#[tokio::test]
async fn responses_do_not_expose_internals() {
    let server = Server::start_with(high_limits()).await;
    let mut client = Client::new(server.address);
    client.me().await.expect("a guest");
    let mut all = answers(&server).await;
    all.retain(|(what, answer)| answer.status.is_client_error() && what != "/metrics");
    for path in [
        "/api/v1/games?player=%27%20OR%201%3D1--",
        "/api/v1/games?variant=%27%3BDROP%20TABLE%20games",
        "/api/v1/games?result=%22%22&from=-9223372036854775808&until=9223372036854775807",
        "/api/v1/games?before=99999999999999999999",
        "/api/v1/games/%00%00%00%00%00%00%00%00",
        "/api/v1/games/%ff%ff",
        "/api/v1/challenges/%27%20OR%20%27%27%3D%27",
    ] {
        let answer = get(&mut client, path).await;
        let found = answer.json()["games"].as_array().map_or(0, Vec::len);
        assert_eq!(found, 0, "{path}");
        assert!(
            !answer.status.is_server_error(),
            "{path}: {}",
            answer.text()
        );
        all.push((path.to_owned(), answer));
    }
    assert!(all.len() > 15);
    for (what, answer) in &all {
        for word in INSIDE {
            assert!(!answer.text().contains(word), "{what}: {}", answer.text());
        }
        if !answer.status.is_success()
            && !answer.body.is_empty()
            && answer.header("allow").is_none()
        {
            let kind = answer.header("content-type");
            let expected = ["application/problem+json", "text/plain; charset=utf-8"];
            assert!(
                kind.is_some_and(|kind| expected.contains(&kind)),
                "{what}: {kind:?}"
            );
        }
    }
}

#[tokio::test]
async fn paths_cannot_escape_the_page() {
    let server = Server::start_with(high_limits()).await;
    let mut client = Client::new(server.address);
    for path in [
        "/../Cargo.toml",
        "/../../Cargo.toml",
        "/assets/../../../Cargo.toml",
        "/..%2f..%2fCargo.toml",
        "/%2e%2e/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/%2fetc%2fpasswd",
        "/index.html%00",
        "/api/v1/../../../../Cargo.toml",
        "/api/v1/games/..%2f..%2fkomadai.sqlite/record/kif",
    ] {
        let answer = get(&mut client, path).await;
        assert_eq!(
            answer.status,
            StatusCode::NOT_FOUND,
            "{path}: {}",
            answer.text()
        );
        assert_eq!(answer.code(), "not-found", "{path}");
    }
}

#[tokio::test]
async fn database_errors_are_not_exposed() {
    let server = Server::start_with(high_limits()).await;
    let mut client = Client::new(server.address);
    client.me().await.expect("a guest");
    server.app.state.store.close().await;
    let challenge = json!({"terms": {"rules": {"preset": "casual"}}});
    for (method, path, body) in [
        (Method::GET, "/api/v1/games", None),
        (Method::GET, "/healthz", None),
        (Method::GET, "/api/v1/games/nosuchgame/record/kif", None),
        (Method::POST, "/api/v1/challenges", Some(challenge)),
        (
            Method::POST,
            "/api/v1/session",
            Some(json!({"name": "Ann", "password": PASSWORD})),
        ),
    ] {
        let answer = request(&mut client, method, path, body, &[]).await;
        assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE, "{path}");
        assert_eq!(answer.code(), "storage", "{path}");
        assert_eq!(
            answer.json()["title"],
            "the server could not reach its storage"
        );
        for word in ["sqlx", "sqlite", "closed", "pool"] {
            assert!(!answer.text().contains(word), "{path}: {}", answer.text());
        }
    }
}

#[tokio::test]
async fn metrics_have_their_own_address() {
    let server = Server::start_with(high_limits()).await;
    let mut client = Client::new(server.address);
    let answer = get(&mut client, "/metrics").await;
    assert_eq!(answer.code(), "not-found");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let serving = tokio::spawn(server.app.clone().serve_metrics(listener));
    let mut observer = Client::new(address);
    let answer = get(&mut observer, "/metrics").await;
    assert_eq!(answer.status, StatusCode::OK);
    assert!(answer.text().contains("komadai_running_games"));
    for path in ["/api/v1/me", "/healthz", "/"] {
        let answer = get(&mut observer, path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
    }
    server.stop().await;
    with_timeout(serving)
        .await
        .expect("it stops with the server");
}

#[tokio::test]
async fn forwarded_address_counts_only_behind_a_proxy() {
    for is_trusted in [false, true] {
        let server = Server::start_with(Settings {
            trust_proxy: Some(is_trusted),
            limits: LimitSettings {
                logins_per_minute: Some(1),
                ..LimitSettings::default()
            },
            ..Settings::default()
        })
        .await;
        let mut codes = Vec::new();
        for forwarded in [
            "192.0.2.1",
            "192.0.2.2",
            // The client forged the first address; the proxy added the last one.
            "198.51.100.9, 192.0.2.1",
            "2001:db8:1:2::3",
            "2001:db8:1:2::4",
        ] {
            let mut client = Client::new(server.address);
            let body = Some(json!({"name": "Ann", "password": "wrong wrong"}));
            let headers = [("x-forwarded-for", forwarded)];
            let path = "/api/v1/session";
            let answer = request(&mut client, Method::POST, path, body, &headers).await;
            codes.push(answer.status.as_u16());
        }
        let expected = match is_trusted {
            true => [401, 401, 429, 401, 429],
            false => [401, 429, 429, 429, 429],
        };
        assert_eq!(codes, expected, "trusted: {is_trusted}");
    }
}

#[tokio::test]
async fn last_line_of_forwarded_addresses_counts() {
    let server = Server::start_with(Settings {
        trust_proxy: Some(true),
        limits: LimitSettings {
            logins_per_minute: Some(1),
            ..LimitSettings::default()
        },
        ..Settings::default()
    })
    .await;
    let mut codes = Vec::new();
    for forged in ["198.51.100.1", "198.51.100.2", "198.51.100.3, 198.51.100.4"] {
        let mut client = Client::new(server.address);
        let body = Some(json!({"name": "Ann", "password": "wrong wrong"}));
        // HAProxy appends a line of its own to those of the client.
        let headers = [
            ("x-forwarded-for", forged),
            ("x-forwarded-for", "192.0.2.1"),
        ];
        let answer = request(&mut client, Method::POST, "/api/v1/session", body, &headers).await;
        codes.push(answer.status.as_u16());
    }
    assert_eq!(codes, [401, 429, 429]);
}

#[tokio::test]
async fn passwords_and_tokens_are_stored_only_as_hashes() {
    let server = Server::start_with(high_limits()).await;
    let mut client = Client::new(server.address);
    credentials(&mut client, "/api/v1/accounts", "Zenobia", PASSWORD).await;
    let store = &server.app.state.store;
    let account = store
        .account_by_name("zenobia")
        .await
        .expect("read")
        .expect("there");
    assert!(
        account.password.starts_with("$argon2id$v=19$m="),
        "{}",
        account.password
    );
    let cookies = client.cookie_header();
    let folder = server.stop().await;
    let mut stored = Vec::new();
    for file in std::fs::read_dir(&folder.0).expect("a folder") {
        stored.extend(std::fs::read(file.expect("a file").path()).expect("readable"));
    }
    let holds = |text: &str| {
        stored
            .windows(text.len())
            .any(|part| part == text.as_bytes())
    };
    assert!(holds("Zenobia") && holds("$argon2id$"));
    assert!(!holds(PASSWORD));
    assert!(
        !holds(&cookies[cookies.len() - 64..]),
        "only a hash of the token is stored"
    );
}

#[tokio::test]
async fn request_ids_are_short_words() {
    let server = Server::start().await;
    let mut client = Client::new(server.address);
    let longest = "a".repeat(64);
    for id in ["0af7651916cd43dd8448eb211c80319c", "a.B-c_9", &longest] {
        let named = [("x-request-id", id)];
        let answer = request(&mut client, Method::GET, "/healthz", None, &named).await;
        assert_eq!(answer.header("x-request-id"), Some(id));
    }
    let long = "a".repeat(65);
    for id in [&long, "", "a b", "a\tb", "a\"b", "<script>", "level=error"] {
        let named = [("x-request-id", id)];
        let answer = request(&mut client, Method::GET, "/healthz", None, &named).await;
        let own = answer.header("x-request-id").expect("an id");
        assert!(own != id && own.len() == 36, "{id}: {own}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_can_read_the_data() {
    use std::os::unix::fs::PermissionsExt;
    let rights =
        |path: &std::path::Path| path.metadata().expect("a file").permissions().mode() & 0o777;
    let outer = Folder::new();
    let inner = outer.0.join("by/the/server");
    let mut server = Server::start_in(Folder(inner.clone()), high_limits()).await;
    for round in ["new", "existing"] {
        // There is a journal as soon as something was written.
        let mut client = Client::new(server.address);
        let name = format!("Owner-{round}");
        credentials(&mut client, "/api/v1/accounts", &name, PASSWORD).await;
        assert_eq!(rights(&inner), 0o700, "{round}");
        let mut names = Vec::new();
        for file in std::fs::read_dir(&inner).expect("a folder") {
            let path = file.expect("a file").path();
            assert_eq!(rights(&path), 0o600, "{round} {}", path.display());
            names.push(path.file_name().expect("a name").to_owned());
        }
        for name in ["komadai.sqlite", "komadai.sqlite-wal", "komadai.sqlite-shm"] {
            assert!(names.iter().any(|found| found == name), "{names:?}");
        }
        let folder = server.stop().await;
        let readable = std::fs::Permissions::from_mode(0o644);
        std::fs::set_permissions(inner.join("komadai.sqlite"), readable).expect("our file");
        server = Server::start_in(folder, high_limits()).await;
    }
}

#[tokio::test]
async fn openapi_describes_every_route() {
    let server = Server::start().await;
    let mut client = Client::new(server.address);
    let api: Value = client
        .get("/api/v1/openapi.json")
        .await
        .expect("a description");
    let paths = api["paths"].as_object().expect("paths");
    assert!(paths.len() >= 13 && paths.keys().all(|path| path.starts_with("/api/v1/")));
    assert!(api["components"]["schemas"]["ClientMessage"].is_object());
}
