//! Reaching the server: over its own API if it runs, otherwise through its database.

use anyhow::{Context, bail};
use komadai_load::client::{Client, ClientError, Method};
use komadai_server::moderation::{LocalOperator, USER_HEADER};
use komadai_server::store::sqlite_file;
use komadai_server::{App, Config};
use komadai_wire::operator::OperatorRequest;
use komadai_wire::problem::Problem;
use serde_json::Value;
use std::fmt::Write;

/// A server, running or not.
pub(super) enum Reach {
    Running { client: Client, token: String },
    Stopped(Box<App>),
}

/// The name of the user at this machine, for the log.
fn user() -> String {
    let name = std::env::var("SUDO_USER").or_else(|_| std::env::var("USER"));
    let name = name.unwrap_or_else(|_| "?".to_owned());
    name.chars().filter(char::is_ascii_graphic).collect()
}

/// A segment of a path.
pub(super) fn escaped(text: &str) -> String {
    text.bytes().fold(String::new(), |mut path, byte| {
        let _ = match byte.is_ascii_alphanumeric() {
            true => write!(path, "{}", char::from(byte)),
            false => write!(path, "%{byte:02X}"),
        };
        path
    })
}

impl Reach {
    pub(super) async fn open(config: Config) -> anyhow::Result<Reach> {
        let file = LocalOperator::read(&config.data)
            .with_context(|| format!("the operator's file in {}", config.data.display()))?;
        if let Some(LocalOperator { address, token }) = file
            && tokio::net::TcpStream::connect(address).await.is_ok()
        {
            let client = Client::new(address);
            return Ok(Reach::Running { client, token });
        }
        if let Some(file) = sqlite_file(&config.database)
            && !file.is_file()
        {
            bail!("no database at {}", file.display());
        }
        let app = App::open_stopped(config).await?;
        Ok(Reach::Stopped(Box::new(app)))
    }

    pub(super) async fn list(&mut self, path: &str) -> anyhow::Result<Value> {
        self.ask(Method::GET, path, None).await
    }

    pub(super) async fn act(&mut self, request: &OperatorRequest) -> anyhow::Result<Value> {
        let body = serde_json::to_vec(request)?;
        self.ask(Method::POST, "acts", Some(body)).await
    }

    async fn ask(
        &mut self,
        method: Method,
        path: &str,
        body: Option<Vec<u8>>,
    ) -> anyhow::Result<Value> {
        let path = format!("/api/v1/operator/{path}");
        let body = match self {
            Reach::Running { client, token } => {
                let (bearer, user) = (format!("Bearer {token}"), user());
                let headers = [("authorization", bearer.as_str()), (USER_HEADER, &user)];
                match client.request(method, &path, body, &headers).await {
                    Ok(body) => body,
                    Err(ClientError::Problem(problem)) => bail!("{}", problem.title),
                    Err(error) => return Err(error.into()),
                }
            }
            Reach::Stopped(app) => {
                let (status, body) = app.answer_locally(method, &path, body, &user()).await;
                if !status.is_success() {
                    let problem: Problem = serde_json::from_slice(&body)?;
                    bail!("{}", problem.title);
                }
                body
            }
        };
        Ok(serde_json::from_slice(&body)?)
    }

    /// Finishes pending writes of a server that does not run.
    pub(super) async fn close(self) {
        if let Reach::Stopped(app) = self {
            app.state.shut_down();
            app.state.store.close().await;
        }
    }
}
