//! Reports, blocks, the word list, registration and guests.

use super::{DAY_MS, Local, enrol};
use crate::people::{PASSWORD, credentials, get, high_limits, post, register, request};
use crate::support::{Folder, Guest, Reply, Server, start_game};
use axum::http::{Method, StatusCode};
use komadai_load::client::Client;
use komadai_server::Settings;
use komadai_server::server_clock::wall_ms;
use komadai_wire::message::ServerMessage;
use komadai_wire::operator::{Arbiters, Guests, Registration};
use serde_json::{Value, json};

const REPORTS: &str = "/api/v1/reports";
const BLOCKS: &str = "/api/v1/blocks";
const CHALLENGES: &str = "/api/v1/challenges";

fn casual() -> Value {
    json!({"terms": {"rules": {"preset": "casual"}, "color": "black"}})
}

#[tokio::test]
async fn players_report_people_lines_and_games() {
    let server = Server::start_with(high_limits()).await;
    let mut local = Local::of(&server).await;
    let mut ann = Guest::connect(register(&server, "Ann").await).await;
    let mut bob = server.guest().await;
    let game = start_game(&mut ann, &mut bob, casual()).await;
    bob.chat("you are a fool").await;
    for (about, text) in [
        (json!({"name": "Ann"}), "she is too strong"),
        (json!({"game": game}), "strange game"),
        (json!({"game": game, "line": 1}), "he said this"),
        (json!({"game": game, "seat": "white"}), "he is rude"),
    ] {
        let report = json!({"about": about, "text": text});
        let answer = post(&mut ann.client, REPORTS, report).await;
        assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.text());
    }
    for (about, text, status) in [
        (json!({}), "x", StatusCode::UNPROCESSABLE_ENTITY),
        (
            json!({"name": "Nobody"}),
            "x",
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
        (json!({"game": game, "line": 9}), "x", StatusCode::NOT_FOUND),
        (json!({"game": "nosuchgame1"}), "x", StatusCode::NOT_FOUND),
        (
            json!({"name": "Ann"}),
            " ",
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
    ] {
        let report = json!({"about": about, "text": text});
        assert_eq!(
            post(&mut bob.client, REPORTS, report).await.status,
            status,
            "{about}"
        );
    }
    let reports = local.list("reports").await;
    assert_eq!(reports.as_array().map(Vec::len), Some(4));
    let line = &reports[1];
    assert_eq!(
        (&line["by"], &line["quote"]),
        (&json!("Ann"), &json!("you are a fool"))
    );
    let bob_key = line["about"].as_str().expect("a key");
    assert!(
        bob_key.starts_with("g:"),
        "operators can act on the key of a guest"
    );
    local.done(json!({"act": "mute", "who": bob_key})).await;
    assert!(matches!(bob.chat("x").await, Reply::Error(code) if code == "muted"));
    let number = &line["num"];
    local
        .done(json!({"act": "close-report", "report": number}))
        .await;
    assert_eq!(
        local.list("reports").await.as_array().map(Vec::len),
        Some(3)
    );
    assert_eq!(
        local
            .list("reports?all=true")
            .await
            .as_array()
            .map(Vec::len),
        Some(4)
    );
    let again = local
        .act(json!({"act": "close-report", "report": number}))
        .await;
    assert_eq!(again.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn reports_are_limited() {
    let server = Server::start_with(high_limits()).await;
    register(&server, "Ann").await;
    let mut last = StatusCode::NO_CONTENT;
    for _ in 0..11 {
        // A new guest each time: the network counts.
        let mut guest = Client::new(server.address);
        guest.me().await.expect("a guest");
        let report = json!({"about": {"name": "Ann"}, "text": "again"});
        last = post(&mut guest, REPORTS, report).await.status;
    }
    assert_eq!(last, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn blocked_person_cannot_challenge_or_chat_but_the_game_goes_on() {
    let server = Server::start_with(high_limits()).await;
    let mut ann = Guest::connect(register(&server, "Ann").await).await;
    let mut bob = Guest::connect(register(&server, "Bob").await).await;
    let game = start_game(&mut ann, &mut bob, casual()).await;
    ann.wait_for_event("started").await;
    bob.chat("before").await;
    let block = post(&mut ann.client, BLOCKS, json!({"game": game, "line": 1})).await;
    assert_eq!(block.status, StatusCode::NO_CONTENT, "{}", block.text());
    assert_eq!(
        get(&mut ann.client, BLOCKS).await.json(),
        json!([{"name": "Bob"}])
    );
    let to_ann = json!({"terms": {"rules": {"preset": "casual"}}, "to": "Ann"});
    let answer = post(&mut bob.client, CHALLENGES, to_ann.clone()).await;
    assert_eq!(answer.code(), "blocked");
    let mut as_arbiter = casual();
    as_arbiter["arbiter"] = json!("Ann");
    assert_eq!(
        post(&mut bob.client, CHALLENGES, as_arbiter).await.code(),
        "blocked"
    );
    let open = ann.post(CHALLENGES, casual()).await;
    let accept = format!(
        "{CHALLENGES}/{}/accept",
        open["id"].as_str().expect("an id")
    );
    assert_eq!(
        post(&mut bob.client, &accept, json!({})).await.code(),
        "blocked"
    );
    // The sender is not told, and the other does not see it.
    assert!(matches!(bob.chat("after").await, Reply::Done));
    ann.play("7g7f").await;
    bob.wait_for_ply(1).await;
    bob.play("3c3d").await;
    loop {
        match ann.receive().await {
            ServerMessage::Chat { line, .. } => assert_ne!(line.text, "after"),
            ServerMessage::Events { .. } if ann.ply == 2 => break,
            _ => {}
        }
    }
    let mut later = Guest::connect(ann.client.clone()).await;
    later.join(&game).await;
    let chat = later.state.take().expect("a state").chat;
    assert!(chat.iter().all(|line| line.name != "Bob"), "{chat:?}");
    let body = json!({"name": "Bob"});
    let answer = request(&mut ann.client, Method::DELETE, BLOCKS, Some(body), &[]).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT);
    assert_eq!(
        post(&mut bob.client, CHALLENGES, to_ann).await.status,
        StatusCode::CREATED
    );
    let own = post(&mut ann.client, BLOCKS, json!({"name": "Ann"})).await;
    assert_eq!(own.code(), "yourself");
}

#[tokio::test]
async fn listed_words_are_refused_in_names_and_chat_without_repeating_them() {
    let folder = Folder::new();
    let file = folder.0.join("words.txt");
    std::fs::write(&file, "# a list\nfie\nばか\n").expect("a file");
    let settings = || Settings {
        words: Some(file.clone()),
        ..high_limits()
    };
    let server = Server::start_with(settings()).await;
    let mut client = Client::new(server.address);
    for name in ["Fie", "xxFIExx", "ｆｉｅ2", "ばかもの"] {
        let answer = credentials(&mut client, "/api/v1/accounts", name, PASSWORD).await;
        assert_eq!(answer.code(), "bad-word", "{name}");
        assert_eq!(answer.json()["field"], "name");
        let title = answer.json()["title"].to_string().to_lowercase();
        assert!(!title.contains("fie") && !title.contains("ばか"), "{title}");
    }
    let (mut black, _white) = server.pair(json!({"rules": {"preset": "casual"}})).await;
    for line in ["Fie!", "oh ＦＩＥ", "f\u{200b}ie", "このばか"] {
        let reply = black.chat(line).await;
        assert!(
            matches!(&reply, Reply::Error(code) if code == "bad-word"),
            "{line}: {reply:?}"
        );
    }
    assert!(matches!(black.chat("fiendishly good").await, Reply::Done));
    // Changed while the server runs.
    std::fs::write(&file, "fiendishly\n").expect("a file");
    server.app.read_words().expect("a list");
    assert!(matches!(
        black.chat("fiendishly good").await,
        Reply::Error(_)
    ));
    assert!(matches!(black.chat("fie").await, Reply::Done));
    std::fs::remove_file(&file).expect("a file");
    assert!(server.app.read_words().is_err());
    assert!(
        matches!(black.chat("fiendishly").await, Reply::Error(_)),
        "the old list stays"
    );
}

async fn register_with(client: &mut Client, name: &str, invitation: Option<&str>) -> Response {
    let mut body = json!({"name": name, "password": PASSWORD});
    if let Some(token) = invitation {
        body["invitation"] = json!(token);
    }
    post(client, "/api/v1/accounts", body).await
}

use crate::people::Response;

#[tokio::test]
async fn invitations_are_counted_and_expire() {
    let settings = Settings {
        registration: Some(Registration::Invitation),
        ..high_limits()
    };
    let server = Server::start_with(settings).await;
    let mut local = Local::of(&server).await;
    let mut client = Client::new(server.address);
    assert_eq!(
        register_with(&mut client, "Ann", None).await.code(),
        "invitation-needed"
    );
    assert_eq!(
        register_with(&mut client, "Ann", Some("x")).await.code(),
        "invitation-needed"
    );
    let until = wall_ms() + DAY_MS;
    let invite = json!({"act": "invite", "uses": 2, "until": until});
    let link = local.done(invite).await["link"].clone();
    let link = link.as_str().expect("a link").to_owned();
    let token = link.rsplit_once("/#/invitation/").expect("behind the #").1;
    let made = register_with(&mut client, "Ann", Some(token)).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text());
    let taken = register_with(&mut Client::new(server.address), "Ann", Some(token)).await;
    assert_eq!(taken.code(), "name-taken", "which does not use it up");
    assert_eq!(local.list("invitations").await[0]["uses"], 1);
    let made = register_with(&mut Client::new(server.address), "Bob", Some(token)).await;
    assert_eq!(made.status, StatusCode::CREATED);
    let spent = register_with(&mut Client::new(server.address), "Cat", Some(token)).await;
    assert_eq!(spent.code(), "invitation-needed");
    for bad in [
        json!({"act": "invite", "uses": 0, "until": until}),
        json!({"act": "invite", "uses": 1, "until": wall_ms() - 1}),
        json!({"act": "invite", "uses": 1, "until": wall_ms() + 400 * DAY_MS}),
    ] {
        let status = local.act(bad).await.status;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    local
        .done(json!({"act": "invite", "uses": 1, "until": until}))
        .await;
    let number = local.list("invitations").await[0]["num"].clone();
    local
        .done(json!({"act": "uninvite", "invitation": number}))
        .await;
    assert_eq!(local.list("invitations").await, json!([]));
    let info = get(&mut client, "/api/v1/server").await.json();
    let expected =
        json!({"registration": "invitation", "guests": "play", "email": false, "privacy": false});
    assert_eq!(info, expected);
}

#[tokio::test]
async fn guests_may_only_watch_where_accounts_are_needed() {
    let settings = Settings {
        guests: Some(Guests::Watch),
        ..high_limits()
    };
    let server = Server::start_with(settings).await;
    let mut ann = Guest::connect(register(&server, "Ann").await).await;
    let mut bob = Guest::connect(register(&server, "Bob").await).await;
    let mut guest = server.guest().await;
    let computer = json!({"level": 1, "terms": casual()["terms"]});
    let open = ann.post(CHALLENGES, casual()).await;
    let accept = format!(
        "{CHALLENGES}/{}/accept",
        open["id"].as_str().expect("an id")
    );
    for (path, body) in [
        (CHALLENGES, casual()),
        (accept.as_str(), json!({})),
        ("/api/v1/games/computer", computer),
    ] {
        let answer = post(&mut guest.client, path, body).await;
        assert_eq!(answer.code(), "account-needed", "{path}");
    }
    let game = start_game(&mut ann, &mut bob, casual()).await;
    guest.join(&game).await;
    let reply = guest.chat("hello").await;
    assert!(
        matches!(&reply, Reply::Error(code) if code == "account-needed"),
        "{reply:?}"
    );
    ann.wait_for_event("started").await;
    ann.play("7g7f").await;
    guest.wait_for_ply(1).await;
}

#[tokio::test]
async fn appointed_arbiters_have_the_role_and_a_second_factor() {
    let settings = Settings {
        arbiters: Some(Arbiters::Appointed),
        ..high_limits()
    };
    let server = Server::start_with(settings).await;
    let mut ann = register(&server, "Ann").await;
    let mut cat = register(&server, "Cat").await;
    let mut challenge = casual();
    challenge["arbiter"] = json!("Cat");
    assert_eq!(
        post(&mut ann, CHALLENGES, challenge.clone()).await.code(),
        "no-arbiter"
    );
    Local::of(&server)
        .await
        .done(json!({"act": "grant", "who": "Cat", "role": "arbiter"}))
        .await;
    assert_eq!(
        post(&mut ann, CHALLENGES, challenge.clone()).await.code(),
        "no-arbiter"
    );
    enrol(&mut cat).await;
    let made = post(&mut ann, CHALLENGES, challenge).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text());
}

#[tokio::test]
async fn privacy_text_is_served() {
    let folder = Folder::new();
    let file = folder.0.join("privacy.html");
    std::fs::write(&file, "<h1>Privacy</h1>").expect("a file");
    let settings = Settings {
        privacy: Some(file),
        ..Settings::default()
    };
    let server = Server::start_with(settings).await;
    let mut client = Client::new(server.address);
    let text = get(&mut client, "/privacy").await;
    assert_eq!(text.text(), "<h1>Privacy</h1>");
    assert_eq!(
        text.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    assert!(text.header("content-security-policy").is_some());
    assert_eq!(
        get(&mut client, "/api/v1/server").await.json()["privacy"],
        true
    );
    let without = Server::start().await;
    let mut client = Client::new(without.address);
    assert_eq!(
        get(&mut client, "/privacy").await.status,
        StatusCode::NOT_FOUND
    );
}
