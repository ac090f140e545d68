//! Guests, accounts and their sessions.

#[path = "support/people.rs"]
mod people;
mod support;

use axum::http::{Method, StatusCode};
use komadai_load::client::Client;
use komadai_server::Settings;
use komadai_server::server_clock::wall_ms;
use komadai_server::store::{LoginOutcome, NewLogin};
use people::{
    PASSWORD, close_reason, cookie, credentials, delete, get, high_limits, log_in, register,
    request, with_cookies,
};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use support::{Guest, Server, start_game, start_game_with_arbiter, with_timeout};

const SESSIONS: &str = "/api/v1/sessions";
const DAY_MS: i64 = 24 * 3600 * 1000;

/// `account` for a logged-in client, otherwise the error code.
async fn session_status(client: &mut Client) -> String {
    let answer = get(client, SESSIONS).await;
    match answer.status {
        StatusCode::OK => "account".to_owned(),
        _ => answer.code(),
    }
}

/// The stored hash of the session token.
fn session_hash(client: &Client) -> String {
    let cookies = client.cookie_header();
    let session = cookie(&cookies, "komadai_session");
    let token = &session[session.len() - 64..];
    let digest = Sha256::digest(token.as_bytes());
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[tokio::test]
async fn guest_is_recognized_by_signed_cookie() {
    let server = Server::start().await;
    let mut client = Client::new(server.address);
    let first = client.me().await.expect("a guest");
    assert!(first.name.starts_with("Guest "), "{}", first.name);
    assert_eq!(client.me().await.expect("the same guest"), first);
    assert_eq!(session_status(&mut client).await, "account-needed");
    let stranger = Client::new(server.address).me().await.expect("another");
    assert_ne!(stranger, first);
}

#[tokio::test]
async fn tampered_cookie_is_rejected() {
    let server = Server::start().await;
    let mut client = Client::new(server.address);
    client.me().await.expect("a guest");
    let cookies = client.cookie_header();
    let good = cookie(&cookies, "komadai_guest");
    let whole = format!("komadai_guest={good}");
    let answer = with_cookies(&server, &whole, SESSIONS).await;
    assert_eq!(answer.code(), "account-needed");
    let last = if good.ends_with('a') { "b" } else { "a" };
    let id = &good[good.len() - 22..];
    for bad in [
        format!("{}{last}", &good[..good.len() - 1]),
        id.to_owned(),
        good[..good.len() - 1].to_owned(),
        String::new(),
    ] {
        for name in ["komadai_guest", "komadai_session"] {
            let answer = with_cookies(&server, &format!("{name}={bad}"), SESSIONS).await;
            assert_eq!(answer.code(), "unauthenticated", "{name}={bad}");
        }
    }
    // A guest's cookie is not a session, even under that name.
    let renamed = format!("komadai_session={good}");
    let answer = with_cookies(&server, &renamed, SESSIONS).await;
    assert_eq!(answer.code(), "unauthenticated");
}

#[tokio::test]
async fn registration_and_login_by_name_and_password() {
    let server = Server::start_with(high_limits()).await;
    let mut client = register(&server, "Ōyama").await;
    let me = client.me().await.expect("an account");
    let me = serde_json::to_value(me).expect("JSON");
    assert_eq!(me, json!({"name": "Ōyama", "kind": "account"}));
    // Case is ignored; the spelling of the registration is kept.
    let mut again = log_in(&server, "ōYAMA", PASSWORD).await;
    assert_eq!(again.me().await.expect("the account").name, "Ōyama");
    let mut stranger = Client::new(server.address);
    for (name, password) in [("Ōyama", "seven pawns on a bencH"), ("Nobody", PASSWORD)] {
        let answer = credentials(&mut stranger, "/api/v1/session", name, password).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
        assert_eq!(answer.code(), "wrong-credentials");
        assert_eq!(answer.json()["title"], "name or password is wrong");
    }
    assert_eq!(stranger.cookie_header(), "");
}

#[tokio::test]
async fn names_are_unique_ignoring_case() {
    let server = Server::start_with(high_limits()).await;
    register(&server, "Kimura").await;
    let mut client = Client::new(server.address);
    for name in ["Kimura", "KIMURA", "kimura"] {
        let answer = credentials(&mut client, "/api/v1/accounts", name, PASSWORD).await;
        assert_eq!(answer.status, StatusCode::CONFLICT, "{name}");
        assert_eq!(
            (answer.code().as_str(), &answer.json()["field"]),
            ("name-taken", &json!("name"))
        );
    }
    assert_eq!(session_status(&mut client).await, "unauthenticated");
}

#[tokio::test]
async fn misleading_names_are_rejected() {
    let server = Server::start_with(high_limits()).await;
    let mut client = Client::new(server.address);
    for name in [
        "",
        "a",
        "1abc",
        "-abc",
        "a b",
        "a\u{202e}b",
        "a<b>",
        "a'--",
        "a\nb",
        "Hа\u{431}u",
        "Ha\u{200d}bu",
        "Ha\u{3164}bu",
        "abcdefghijklmnopqrstu",
        "Ａbc/..",
        "👑king",
    ] {
        let answer = credentials(&mut client, "/api/v1/accounts", name, PASSWORD).await;
        assert_eq!(answer.code(), "bad-name", "{name:?}");
    }
    for name in [
        "Guest",
        "guest-1",
        "Komadai",
        "komadai20",
        "ARBITER",
        "admin",
        "Adrnin",
        "Anonymous",
        "System-1",
        "管理者",
    ] {
        let answer = credentials(&mut client, "/api/v1/accounts", name, PASSWORD).await;
        assert_eq!(answer.code(), "name-reserved", "{name:?}");
    }
}

#[tokio::test]
async fn names_that_look_alike_are_taken() {
    let server = Server::start_with(high_limits()).await;
    let mut client = register(&server, "Ｋimura１").await;
    assert_eq!(client.me().await.expect("an account").name, "Kimura1");
    let mut other = Client::new(server.address);
    for name in ["kimura1", "Kimural", "Kirnura1", "ＫＩＭＵＲＡ1"] {
        let answer = credentials(&mut other, "/api/v1/accounts", name, PASSWORD).await;
        assert_eq!(answer.code(), "name-taken", "{name}");
    }
    register(&server, "Kimura2").await;
    log_in(&server, "ｋｉｍｕｒａ1", PASSWORD).await;
}

/// Sends a name and a password through a proxy.
async fn credentials_from(
    client: &mut Client,
    network: &str,
    name: &str,
    password: &str,
) -> people::Response {
    let body = Some(json!({"name": name, "password": password}));
    let headers = [("x-forwarded-for", network), ("user-agent", "a test")];
    let path = "/api/v1/session";
    request(client, Method::POST, path, body, &headers).await
}

#[tokio::test]
async fn password_guesses_are_slowed_down_per_account() {
    let server = Server::start_with(Settings {
        trust_proxy: Some(true),
        ..high_limits()
    })
    .await;
    register(&server, "Kimura").await;
    let home = "192.0.2.1";
    let mut owner = Client::new(server.address);
    let answer = credentials_from(&mut owner, home, "Kimura", PASSWORD).await;
    assert_eq!(answer.status, StatusCode::OK);
    // Unknown names look the same.
    for name in ["Kimura", "Nobody-2"] {
        for number in 1..=6 {
            let network = format!("198.51.100.{number}");
            let mut stranger = Client::new(server.address);
            let wrong = "wrong wrong wrong";
            let answer = credentials_from(&mut stranger, &network, name, wrong).await;
            assert_eq!(answer.code(), "wrong-credentials", "{name} {number}");
        }
        // Even the right password has to wait.
        let mut stranger = Client::new(server.address);
        let answer = credentials_from(&mut stranger, "203.0.113.1", name, PASSWORD).await;
        assert_eq!(answer.code(), "too-many-requests", "{name}");
        assert!(answer.header("retry-after").is_some());
    }
    // The owner gets in from a known network, and with a known device from any network.
    let mut at_home = Client::new(server.address);
    for (client, network) in [(&mut at_home, home), (&mut owner, "203.0.113.2")] {
        let answer = credentials_from(client, network, "Kimura", PASSWORD).await;
        assert_eq!(answer.status, StatusCode::OK, "{network}");
    }
    // So does a session that has to confirm its password.
    let path = "/api/v1/account/password";
    for number in 0..=6 {
        let body = json!({"old": "wrong wrong wrong", "new": "light as the speed of light"});
        let answer = request(&mut owner, Method::PUT, path, Some(body), &[]).await;
        let expected = ["wrong-credentials", "too-many-requests"][usize::from(number == 6)];
        assert_eq!(answer.code(), expected, "{number}");
    }
}

#[tokio::test]
async fn logins_are_logged_with_addresses_for_some_days() {
    let settings = || Settings {
        trust_proxy: Some(true),
        keep_logins_days: Some(30),
        ..high_limits()
    };
    let server = Server::start_with(settings()).await;
    let mut client = register(&server, "Kimura").await;
    for (password, network) in [(PASSWORD, "192.0.2.1"), ("wrong wrong", "2001:db8::1")] {
        credentials_from(&mut client, network, "Kimura", password).await;
    }
    let export: Value = client.get("/api/v1/account/export").await.expect("all");
    let logins = export["logins"].as_array().expect("logins");
    let shown = logins.iter().map(|login| {
        let [address, outcome] = ["address", "outcome"].map(|key| login[key].as_str());
        format!("{} {}", address.expect("text"), outcome.expect("text"))
    });
    assert_eq!(
        shown.collect::<Vec<String>>(),
        [
            "127.0.0.1 registered",
            "192.0.2.1 logged-in",
            "2001:db8::1 wrong-credentials"
        ]
    );
    assert_eq!(logins[1]["agent"], "a test");
    // A server that starts removes the older ones.
    let store = &server.app.state.store;
    let account = store.account_by_name("kimura").await.expect("read");
    let num = account.expect("the account").num;
    let old = NewLogin {
        at: wall_ms() - 31 * DAY_MS,
        account: Some(num),
        address: "192.0.2.9".into(),
        network: "192.0.2.9".into(),
        outcome: LoginOutcome::LoggedIn,
        agent: String::new(),
    };
    store.add_login(old).await.expect("stored");
    let server = Server::start_in(server.stop().await, settings()).await;
    let store = &server.app.state.store;
    with_timeout(async {
        while store.logins(num, 0, 10).await.expect("read").len() > 3 {
            tokio::task::yield_now().await;
        }
    })
    .await;
    assert!(store.knows_network(num, "192.0.2.1").await.expect("read"));
    assert!(!store.knows_network(num, "192.0.2.9").await.expect("read"));
}

#[tokio::test]
async fn old_cookies_get_the_host_prefix_on_https() {
    let server = Server::start_with(high_limits()).await;
    let mut account = register(&server, "Fujii").await;
    let old = cookie(&account.cookie_header(), "komadai_session").to_owned();
    let mut guest = Client::new(server.address);
    let name = guest.me().await.expect("a guest").name;
    let settings = Settings {
        public_url: Some("https://shogi.example".into()),
        ..high_limits()
    };
    let server = Server::start_in(server.stop().await, settings).await;
    for (client, name) in [(&mut account, "Fujii"), (&mut guest, name.as_str())] {
        client.set_address(server.address);
        assert_eq!(session_status(client).await, "unauthenticated");
        assert_eq!(client.me().await.expect("the same").name, name);
        assert!(client.cookie_header().contains("__Host-komadai_"));
    }
    assert_eq!(session_status(&mut account).await, "account");
    assert_eq!(session_status(&mut guest).await, "account-needed");
    assert_ne!(cookie(&account.cookie_header(), "komadai_session"), old);
}

#[tokio::test]
async fn weak_passwords_are_rejected_and_long_ones_are_not_truncated() {
    let server = Server::start_with(high_limits()).await;
    let mut client = Client::new(server.address);
    let too_long = "ab".repeat(65);
    for (password, code) in [
        ("short", "bad-password"),
        ("elevenchars", "bad-password"),
        (too_long.as_str(), "bad-password"),
        ("aaaaaaaaaaaaaa", "weak-password"),
        ("123456789012", "weak-password"),
        ("Password1234!", "weak-password"),
        ("I am Masuda Kozo", "weak-password"),
    ] {
        let answer = credentials(&mut client, "/api/v1/accounts", "Masuda", password).await;
        assert_eq!(answer.code(), code, "{password}");
        assert_eq!(answer.json()["field"], "password");
        assert!(
            !answer.text().contains(password),
            "a password is never repeated"
        );
    }
    let long = "歩と".repeat(64);
    let made = credentials(&mut client, "/api/v1/accounts", "Masuda", &long).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text());
    let cut = "歩と".repeat(63) + "歩歩";
    let answer = credentials(&mut client, "/api/v1/session", "Masuda", &cut).await;
    assert_eq!(answer.code(), "wrong-credentials");
}

#[tokio::test]
async fn logout_invalidates_copies_of_the_cookie() {
    let server = Server::start_with(high_limits()).await;
    let mut client = register(&server, "Habu").await;
    let mut copy = client.clone();
    assert_eq!(session_status(&mut copy).await, "account");
    let mut socket = client.connect().await.expect("an open socket");
    let answer = delete(&mut client, "/api/v1/session").await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT);
    assert!(answer.cookies()[0].contains("Max-Age=0"));
    assert_eq!(session_status(&mut copy).await, "unauthenticated");
    assert!(copy.connect().await.is_err());
    assert_eq!(close_reason(&mut socket).await, "closed 4003: logged out");
}

#[tokio::test]
async fn logout_everywhere_ends_every_session_and_connection() {
    let server = Server::start_with(high_limits()).await;
    let mut home = register(&server, "Nakahara").await;
    let mut club = log_in(&server, "Nakahara", PASSWORD).await;
    let mut other = register(&server, "Yonenaga").await;
    let mut sockets = [
        home.connect().await.expect("an open socket"),
        club.connect().await.expect("an open socket"),
    ];
    let mut others = other.connect().await.expect("an open socket");
    let listed: Vec<Value> = home.get(SESSIONS).await.expect("sessions");
    assert_eq!(listed.len(), 2);
    assert!(listed[0]["expires_at"].as_i64() > Some(wall_ms() + 29 * DAY_MS));
    assert!(!listed[0].to_string().contains(&session_hash(&home)));
    let answer = delete(&mut club, SESSIONS).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT);
    for socket in &mut sockets {
        assert_eq!(close_reason(socket).await, "closed 4003: logged out");
    }
    assert_eq!(session_status(&mut home).await, "unauthenticated");
    assert_eq!(session_status(&mut club).await, "unauthenticated");
    assert_eq!(session_status(&mut other).await, "account");
    with_timeout(others.receive())
        .await
        .expect("other users stay connected");
    let mut back = log_in(&server, "Nakahara", PASSWORD).await;
    assert_eq!(session_status(&mut back).await, "account");
}

#[tokio::test]
async fn new_password_needs_the_old_one_and_ends_other_sessions() {
    let server = Server::start_with(high_limits()).await;
    let mut own = register(&server, "Tanigawa").await;
    let mut stolen = log_in(&server, "Tanigawa", PASSWORD).await;
    let mut socket = stolen.connect().await.expect("an open socket");
    let path = "/api/v1/account/password";
    let new = "light as the speed of light";
    for (old, new, code) in [
        ("wrong wrong wrong", new, "wrong-credentials"),
        (PASSWORD, "short", "bad-password"),
        (PASSWORD, "tanigawa tanigawa", "weak-password"),
    ] {
        let body = json!({"old": old, "new": new});
        let answer = request(&mut stolen, Method::PUT, path, Some(body), &[]).await;
        assert_eq!(answer.code(), code);
    }
    let body = json!({"old": PASSWORD, "new": new});
    let answer = request(&mut own, Method::PUT, path, Some(body), &[]).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.text());
    assert_eq!(session_status(&mut own).await, "account");
    assert_eq!(session_status(&mut stolen).await, "unauthenticated");
    assert_eq!(close_reason(&mut socket).await, "closed 4003: logged out");
    let old = credentials(&mut stolen, "/api/v1/session", "Tanigawa", PASSWORD).await;
    assert_eq!(old.code(), "wrong-credentials");
    log_in(&server, "Tanigawa", new).await;
}

#[tokio::test]
async fn session_expires_and_is_extended_by_use() {
    let server = Server::start_with(high_limits()).await;
    let mut client = register(&server, "Moriuchi").await;
    let (store, hash) = (&server.app.state.store, session_hash(&client));
    let now = wall_ms();
    // Two hours without use, a minute before its end.
    let touched = store.touch_session(hash.clone(), now - 7_200_000, now + 60_000);
    touched.await.expect("stored");
    assert_eq!(session_status(&mut client).await, "account");
    let listed: Vec<Value> = client.get(SESSIONS).await.expect("sessions");
    assert!(listed[0]["expires_at"].as_i64() > Some(now + 29 * DAY_MS));
    let touched = store.touch_session(hash, now - 31 * DAY_MS, now - 1);
    touched.await.expect("stored");
    assert_eq!(session_status(&mut client).await, "unauthenticated");
    assert!(client.connect().await.is_err());
}

#[tokio::test]
async fn sessions_and_guests_survive_a_restart() {
    let server = Server::start_with(high_limits()).await;
    let mut account = register(&server, "Fujii").await;
    let mut guest = Client::new(server.address);
    let name = guest.me().await.expect("a guest").name;
    let folder = server.stop().await;
    let server = Server::start_in(folder, high_limits()).await;
    account.set_address(server.address);
    guest.set_address(server.address);
    assert_eq!(account.me().await.expect("the account").name, "Fujii");
    assert_eq!(guest.me().await.expect("the guest").name, name);
}

/// Everything public about a game.
async fn shown(server: &Server, game: &str) -> String {
    let mut stranger = Client::new(server.address);
    let mut paths = vec![
        "/api/v1/games".to_owned(),
        "/api/v1/challenges".to_owned(),
        format!("/api/v1/games/{game}"),
    ];
    for format in [
        "kif", "ki2", "csa", "jkf", "usi", "sfen", "bod", "psn", "western",
    ] {
        paths.push(format!("/api/v1/games/{game}/record/{format}"));
    }
    let mut all = String::new();
    for path in paths {
        let answer = get(&mut stranger, &path).await;
        all += &format!("{path} {} {}\n", answer.status, answer.text());
    }
    all
}

#[tokio::test]
async fn account_data_can_be_exported() {
    let server = Server::start_with(high_limits()).await;
    let mut ann = Guest::connect(register(&server, "Zenobia").await).await;
    let mut bob = server.guest().await;
    let terms = json!({"rules": {"preset": "casual"}, "color": "black", "visibility": "link"});
    let game = start_game(&mut ann, &mut bob, json!({"terms": terms})).await;
    ann.wait_for_event("started").await;
    say(&mut ann, "onegai shimasu").await;
    ann.act(json!({"kind": "resign"})).await;
    let export: Value = ann.client.get("/api/v1/account/export").await.expect("all");
    assert_eq!(export["name"], "Zenobia");
    assert_eq!(export["games"], json!([game]));
    assert_eq!(export["chat"][0]["text"], "onegai shimasu");
    assert_eq!(export["sessions"].as_array().map(Vec::len), Some(1));
    let answer = get(&mut bob.client, "/api/v1/account/export").await;
    assert_eq!(answer.code(), "account-needed");
}

async fn say(guest: &mut Guest, text: &str) {
    let reply = guest.chat(text).await;
    assert!(matches!(reply, support::Reply::Done), "{reply:?}");
}

#[tokio::test]
async fn deleted_account_disappears_from_games_chat_and_records() {
    let server = Server::start_with(high_limits()).await;
    let mut ann = Guest::connect(register(&server, "Zenobia").await).await;
    let mut cat = Guest::connect(register(&server, "Catharina").await).await;
    let mut bob = server.guest().await;
    let terms = json!({"rules": {"preset": "casual"}, "color": "white"});
    let challenge = json!({"terms": terms, "arbiter": "Catharina"});
    let game = start_game_with_arbiter(&mut ann, &mut bob, &mut cat, challenge).await;
    ann.wait_for_event("started").await;
    bob.wait_for_event("started").await;
    say(&mut ann, "a secret of mine").await;
    say(&mut bob, "hello").await;
    bob.play("7g7f").await;
    ann.wait_for_ply(1).await;
    let path = "/api/v1/account";
    let body = json!({"password": PASSWORD});
    let answer = request(&mut ann.client, Method::DELETE, path, Some(body), &[]).await;
    assert_eq!(answer.status, StatusCode::CONFLICT);
    assert_eq!(answer.code(), "still-playing", "the game is running");
    ann.act(json!({"kind": "resign"})).await;
    ann.post(
        "/api/v1/challenges",
        json!({"terms": {"rules": {"preset": "fesa"}}}),
    )
    .await;
    let to_ann = json!({"terms": {"rules": {"preset": "fesa"}}, "to": "Zenobia"});
    bob.post("/api/v1/challenges", to_ann).await;
    let before = shown(&server, &game).await;
    assert!(before.contains("a secret of mine") && before.contains("Catharina"));
    assert!(before.matches("Zenobia").count() >= 6, "{before}");

    let wrong = json!({"password": "wrong wrong wrong"});
    let answer = request(&mut ann.client, Method::DELETE, path, Some(wrong), &[]).await;
    assert_eq!(answer.code(), "wrong-credentials");
    for person in [&mut ann, &mut cat] {
        let body = json!({"password": PASSWORD});
        let answer = request(&mut person.client, Method::DELETE, path, Some(body), &[]).await;
        assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.text());
        assert_eq!(
            close_reason(&mut person.socket).await,
            "closed 4003: logged out"
        );
        assert_eq!(session_status(&mut person.client).await, "unauthenticated");
    }
    let gone = |text: &str| {
        for word in ["Zenobia", "Catharina", "a secret of mine"] {
            assert!(!text.contains(word), "{word} in {text}");
        }
        assert!(
            text.contains("(deleted)") && text.contains("hello"),
            "{text}"
        );
    };
    // The room is still open, because bob is in it.
    gone(&shown(&server, &game).await);
    let mine: Value = bob
        .client
        .get("/api/v1/challenges")
        .await
        .expect("challenges");
    assert_eq!(
        mine,
        json!([]),
        "a challenge to someone who is gone is gone"
    );
    // A new account with the same name is a different person.
    let mut heir = register(&server, "Zenobia").await;
    let own: Value = heir.get("/api/v1/games?mine=true").await.expect("games");
    assert_eq!(own["games"], json!([]));
    let export: Value = heir.get("/api/v1/account/export").await.expect("all");
    assert_eq!(export["chat"], json!([]));
    let mut heir = Guest::connect(heir).await;
    heir.join(&game).await;
    let role = serde_json::to_value(heir.state.as_ref().expect("a game").role).expect("JSON");
    assert_eq!(role, "spectator");
    request(
        &mut heir.client,
        Method::DELETE,
        path,
        Some(json!({"password": PASSWORD})),
        &[],
    )
    .await;
    // And on disk.
    let folder = server.stop().await;
    let server = Server::start_in(folder, high_limits()).await;
    gone(&shown(&server, &game).await);
}
