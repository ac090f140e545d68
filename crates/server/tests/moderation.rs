//! Operators, reports, blocks, the word list, registration, e-mail and second factors.

#[path = "support/people.rs"]
mod people;
mod support;

#[path = "moderation/acts.rs"]
mod acts;
#[path = "moderation/authority.rs"]
mod authority;
#[path = "moderation/community.rs"]
mod community;
#[path = "moderation/recovery.rs"]
mod recovery;
#[path = "moderation/second_factor.rs"]
mod second_factor;

use axum::http::{Method, StatusCode};
use hmac::{Hmac, Mac};
use komadai_load::client::Client;
use komadai_server::moderation::LocalOperator;
use komadai_server::server_clock::wall_ms;
use people::{PASSWORD, Response, post, register, request};
use serde_json::{Value, json};
use sha1::Sha1;
use support::{Server, with_timeout};

const ACTS: &str = "/api/v1/operator/acts";
const LOG: &str = "/api/v1/operator/log";
const FACTOR: &str = "/api/v1/account/second-factor";
const DAY_MS: i64 = 24 * 3600 * 1000;

/// The owner of the data directory.
struct Local {
    client: Client,
    token: String,
}

impl Local {
    async fn of(server: &Server) -> Local {
        let written = async {
            loop {
                if let Ok(Some(file)) = LocalOperator::read(&server.folder.0) {
                    return file;
                }
                tokio::task::yield_now().await;
            }
        };
        let LocalOperator { address, token } = with_timeout(written).await;
        assert_eq!(address, server.address);
        Local {
            client: Client::new(address),
            token: format!("Bearer {token}"),
        }
    }

    async fn request(&mut self, method: Method, path: &str, body: Option<Value>) -> Response {
        let headers = [
            ("authorization", self.token.as_str()),
            ("x-komadai-user", "root"),
        ];
        request(&mut self.client, method, path, body, &headers).await
    }

    async fn act(&mut self, act: Value) -> Response {
        let body = json!({"act": act, "reason": "a good reason"});
        self.request(Method::POST, ACTS, Some(body)).await
    }

    /// Acts, which must succeed; returns the answer.
    async fn done(&mut self, act: Value) -> Value {
        let answer = self.act(act.clone()).await;
        assert_eq!(answer.status, StatusCode::OK, "{act}: {}", answer.text());
        answer.json()
    }

    async fn list(&mut self, what: &str) -> Value {
        let path = format!("/api/v1/operator/{what}");
        let answer = self.request(Method::GET, &path, None).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        answer.json()
    }

    /// Act and target of all entries of the audit log, oldest first.
    async fn log(&mut self) -> Vec<(String, String)> {
        let entries = self.list("log").await;
        let text = |entry: &Value, field: &str| entry[field].as_str().expect("a text").to_owned();
        let entries = entries.as_array().expect("a list").iter().rev();
        entries
            .map(|entry| (text(entry, "act"), text(entry, "target")))
            .collect()
    }
}

/// The code of an app at a time step, counted from the current one.
fn code(secret: &str, later: i64) -> String {
    let secret = data_encoding::BASE32_NOPAD
        .decode(secret.as_bytes())
        .expect("base 32");
    let step = wall_ms() / 30_000 + later;
    let mut mac = Hmac::<Sha1>::new_from_slice(&secret).expect("a key");
    mac.update(&step.to_be_bytes());
    let digest = mac.finalize().into_bytes();
    let at = usize::from(digest[19] & 15);
    let word = u32::from_be_bytes(digest[at..at + 4].try_into().expect("four bytes"));
    format!("{:06}", (word & 0x7fff_ffff) % 1_000_000)
}

/// Sets up a second factor; returns the secret and the recovery codes.
async fn enrol(client: &mut Client) -> (String, Vec<String>) {
    let answer = post(client, FACTOR, json!({"password": PASSWORD})).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    let secret = answer.json()["secret"]
        .as_str()
        .expect("a secret")
        .to_owned();
    let body = json!({"code": code(&secret, 0)});
    let answer = request(client, Method::PUT, FACTOR, Some(body), &[]).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    let codes = answer.json()["codes"].clone();
    (secret, serde_json::from_value(codes).expect("codes"))
}

/// An operator with a second factor, at a browser.
async fn operator(server: &Server, name: &str) -> Client {
    let mut client = register(server, name).await;
    let grant = json!({"act": "grant", "who": name, "role": "operator"});
    Local::of(server).await.done(grant).await;
    enrol(&mut client).await;
    client
}

/// Acts at a browser.
async fn act(client: &mut Client, act: Value) -> Response {
    post(client, ACTS, json!({"act": act, "reason": "a good reason"})).await
}
