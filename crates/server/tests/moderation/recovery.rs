//! E-mail: a real SMTP listener in this process.

use super::Local;
use crate::people::{PASSWORD, get, high_limits, log_in, post, register, request};
use crate::support::{Server, with_timeout};
use axum::http::{Method, StatusCode};
use komadai_load::client::Client;
use komadai_server::Settings;
use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

const EMAIL: &str = "/api/v1/account/email";
const RESET: &str = "/api/v1/password-reset";

/// A received mail: the envelope's recipient and the whole text.
type Received = (String, String);

/// Listens for SMTP; returns the address and the received mails.
async fn relay() -> (String, mpsc::UnboundedReceiver<Received>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let (mails, received) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(converse(stream, mails.clone()));
        }
    });
    (address, received)
}

/// One SMTP conversation (RFC 5321).
async fn converse(stream: TcpStream, mails: mpsc::UnboundedSender<Received>) {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    let _ = write.write_all(b"220 test\r\n").await;
    let mut to = String::new();
    while let Ok(Some(line)) = lines.next_line().await {
        let answer = match line.split([' ', ':']).next().unwrap_or("") {
            "RCPT" => {
                to = line.clone();
                "250 ok"
            }
            "DATA" => {
                let _ = write.write_all(b"354 go on\r\n").await;
                let mut text = String::new();
                while let Ok(Some(line)) = lines.next_line().await {
                    if line == "." {
                        break;
                    }
                    text += &line;
                    text.push('\n');
                }
                let _ = mails.send((to.clone(), text));
                "250 ok"
            }
            "QUIT" => "221 bye",
            _ => "250 ok",
        };
        let _ = write.write_all(format!("{answer}\r\n").as_bytes()).await;
    }
}

fn with_mail(relay: &str) -> Settings {
    Settings {
        smtp: Some(relay.to_owned()),
        smtp_from: Some("komadai@example.org".to_owned()),
        public_url: Some("http://shogi.example.org".to_owned()),
        ..high_limits()
    }
}

/// The token of the link in a mail.
fn token(mail: &str, page: &str) -> String {
    // Soft line breaks and escapes of quoted-printable, or base 64.
    let body = mail.split_once("\n\n").expect("a body").1;
    let text = match mail.contains("base64") {
        true => {
            let packed: String = body.split_whitespace().collect();
            let bytes = data_encoding::BASE64
                .decode(packed.as_bytes())
                .expect("base 64");
            String::from_utf8(bytes).expect("UTF-8")
        }
        false => body.replace("=\n", "").replace("=3D", "="),
    };
    let start = format!("http://shogi.example.org/#/{page}/");
    let rest = text
        .split_once(&start)
        .unwrap_or_else(|| panic!("{text}"))
        .1;
    rest.chars()
        .take_while(char::is_ascii_alphanumeric)
        .collect()
}

async fn next(mails: &mut mpsc::UnboundedReceiver<Received>) -> Received {
    with_timeout(mails.recv()).await.expect("a mail")
}

#[tokio::test]
async fn address_is_confirmed_by_mail_and_resets_the_password() {
    let (relay, mut mails) = relay().await;
    let server = Server::start_with(with_mail(&relay)).await;
    let origin = [("origin", "http://shogi.example.org")];
    let mut ann = register(&server, "Ann").await;
    let put = |email: &str, password: &str| Some(json!({"email": email, "password": password}));
    for (body, code) in [
        (
            put("ann@example.org", "wrong wrong wrong"),
            "wrong-credentials",
        ),
        (
            put("ann@example.org\r\nRCPT TO:<x@example.org>", PASSWORD),
            "bad-email",
        ),
        (put("nonsense", PASSWORD), "bad-email"),
    ] {
        let answer = request(&mut ann, Method::PUT, EMAIL, body, &origin).await;
        assert_eq!(answer.code(), code);
    }
    let answer = request(
        &mut ann,
        Method::PUT,
        EMAIL,
        put("Ann@example.org", PASSWORD),
        &origin,
    )
    .await;
    assert_eq!(answer.status, StatusCode::ACCEPTED, "{}", answer.text());
    let (to, mail) = next(&mut mails).await;
    assert!(to.contains("<Ann@example.org>"), "{to}");
    let confirm = token(&mail, "confirm");
    // An address that is not confirmed resets nothing.
    let mut stranger = Client::new(server.address);
    let reset = post(&mut stranger, RESET, json!({"email": "ann@example.org"})).await;
    assert_eq!(reset.status, StatusCode::ACCEPTED);
    assert_eq!(
        get(&mut ann, "/api/v1/account").await.json()["email"],
        json!(null)
    );
    let path = "/api/v1/email-confirmation";
    let body = json!({"token": confirm});
    let answer = post(&mut stranger, path, body.clone()).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.text());
    assert_eq!(
        post(&mut stranger, path, body).await.code(),
        "bad-link",
        "it works once"
    );
    for path in ["/api/v1/account", "/api/v1/account/export"] {
        assert_eq!(get(&mut ann, path).await.json()["email"], "Ann@example.org");
    }
    // The same answer for known and unknown addresses; a mail only for the known one.
    let unknown = post(&mut stranger, RESET, json!({"email": "nobody@example.org"})).await;
    let known = post(&mut stranger, RESET, json!({"email": "ANN@example.org"})).await;
    assert_eq!(
        (unknown.status, unknown.text()),
        (known.status, known.text())
    );
    assert_eq!(known.status, StatusCode::ACCEPTED);
    let (to, mail) = next(&mut mails).await;
    assert!(to.contains("<Ann@example.org>"), "{to}");
    let new = "eight gold generals";
    let body = json!({"token": token(&mail, "reset"), "password": new});
    let answer = request(&mut stranger, Method::PUT, RESET, Some(body), &[]).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.text());
    log_in(&server, "Ann", new).await;
    assert!(mails.try_recv().is_err(), "no other mail");
}

#[tokio::test]
async fn mails_are_limited() {
    let (relay, mut mails) = relay().await;
    let server = Server::start_with(with_mail(&relay)).await;
    let mut client = Client::new(server.address);
    let mut statuses = Vec::new();
    for number in 0..6 {
        let body = json!({"email": format!("nobody{number}@example.org")});
        statuses.push(post(&mut client, RESET, body).await.status);
    }
    assert_eq!(statuses[..5], [StatusCode::ACCEPTED; 5]);
    assert_eq!(statuses[5], StatusCode::TOO_MANY_REQUESTS);
    assert!(mails.try_recv().is_err());
}

#[tokio::test]
async fn without_a_relay_there_is_nothing_about_e_mail() {
    let server = Server::start_with(high_limits()).await;
    let mut ann = register(&server, "Ann").await;
    let body = Some(json!({"email": "ann@example.org", "password": PASSWORD}));
    let answer = request(&mut ann, Method::PUT, EMAIL, body, &[]).await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND);
    let answer = post(&mut ann, RESET, json!({"email": "ann@example.org"})).await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND);
    assert_eq!(get(&mut ann, "/api/v1/server").await.json()["email"], false);
    Local::of(&server).await.list("log").await;
}

#[test]
fn half_a_mail_configuration_is_rejected() {
    for (smtp, from) in [
        (Some("127.0.0.1:25"), None),
        (None, Some("komadai@example.org")),
        (Some("127.0.0.1"), Some("komadai@example.org")),
        (Some("127.0.0.1:25"), Some("nonsense")),
    ] {
        let settings = Settings {
            smtp: smtp.map(str::to_owned),
            smtp_from: from.map(str::to_owned),
            ..Settings::default()
        };
        assert!(
            komadai_server::Config::from(settings).is_err(),
            "{smtp:?} {from:?}"
        );
    }
}
