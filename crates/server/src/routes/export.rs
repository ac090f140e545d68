//! The export of an account's data. It is sent while it is read, so that it takes little memory however
//! much there is.

use super::accounts::{SessionDto, session_dtos};
use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::ApiError;
use crate::person::account_num;
use crate::store::{
    Account, ArchiveFilter, LoginRow, Report, SaidPlace, SaidRow, Store, StoreError,
};
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use std::io;
use tokio::sync::mpsc;
use utoipa::ToSchema;

/// Rows that are read at once.
const PAGE: i64 = 200;
/// Parts that wait for the client.
const MAX_WAITING: usize = 2;

/// All data stored about you.
#[derive(Serialize, ToSchema)]
pub(super) struct Export {
    name: String,
    created_at: i64,
    /// Your confirmed e-mail address.
    email: Option<String>,
    sessions: Vec<SessionDto>,
    /// The ids of your finished games; each can be downloaded as a record.
    games: Vec<String>,
    chat: Vec<Said>,
    /// Logins to your account, also failed ones; they are removed after some time.
    logins: Vec<LoginDto>,
    /// The names of the people whom you have blocked, as they were then.
    blocked: Vec<String>,
    /// What you have reported to the operators.
    reports: Vec<OwnReport>,
}

/// A chat message of yours.
#[derive(Serialize, ToSchema)]
pub(super) struct Said {
    at: i64,
    text: String,
}

/// A login to your account.
#[derive(Serialize, ToSchema)]
pub(super) struct LoginDto {
    at: i64,
    address: String,
    /// `registered`, `logged-in`, `wrong-credentials` or `password-changed`.
    outcome: String,
    agent: String,
}

/// A report of yours.
#[derive(Serialize, ToSchema)]
pub(super) struct OwnReport {
    at: i64,
    /// The name of the account that it is about.
    about: Option<String>,
    /// The id of the game.
    game: Option<String>,
    /// The number of the chat message in the game.
    line: Option<i64>,
    text: String,
}

impl From<Report> for OwnReport {
    fn from(row: Report) -> OwnReport {
        let report = row.report;
        // A guest has a key in place of the name, which only operators may see.
        let is_account = report.about.as_deref().and_then(account_num).is_some();
        OwnReport {
            at: report.at,
            about: report.about_name.filter(|_| is_account),
            game: report.game,
            line: report.line,
            text: report.body,
        }
    }
}

impl From<SaidRow> for Said {
    fn from(row: SaidRow) -> Said {
        Said {
            at: row.place.at,
            text: row.body,
        }
    }
}

impl From<LoginRow> for LoginDto {
    fn from(row: LoginRow) -> LoginDto {
        LoginDto {
            at: row.at,
            address: row.address,
            outcome: row.outcome,
            agent: row.agent,
        }
    }
}

/// All data stored about you.
#[utoipa::path(get, path = "/api/v1/account/export", tag = "people", responses((status = 200, body = Export)))]
pub(super) async fn export(
    State(app): State<App>,
    user: CurrentUser,
) -> Result<Response, ApiError> {
    let account = user.account()?.clone();
    let sessions = session_dtos(&app, &account).await?;
    let (parts, mut waiting) = mpsc::channel(MAX_WAITING);
    tokio::spawn(async move {
        let mut out = JsonParts {
            parts,
            text: String::new(),
        };
        let written = write(&app, &account, &user.person.key, &sessions, &mut out).await;
        if let Err(Stopped::Store(error)) = written {
            tracing::error!(%error, "failed to export an account");
            // The client sees that the response is incomplete.
            let _ = out.parts.send(Err(io::ErrorKind::Other.into())).await;
        }
    });
    let body = Body::from_stream(stream::poll_fn(move |cx| waiting.poll_recv(cx)));
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}

/// Why an export ended early.
enum Stopped {
    Store(StoreError),
    /// The client is gone.
    Gone,
}

impl From<StoreError> for Stopped {
    fn from(error: StoreError) -> Stopped {
        Stopped::Store(error)
    }
}

async fn write(
    app: &App,
    account: &Account,
    key: &str,
    sessions: &[SessionDto],
    out: &mut JsonParts,
) -> Result<(), Stopped> {
    let store = &app.state.store;
    out.push("{\"name\":");
    out.value(&account.name);
    out.push(&format!(
        ",\"created_at\":{},\"email\":",
        account.created_at
    ));
    out.value(&store.email(account.num).await?);
    out.push(",\"sessions\":");
    out.value(sessions);
    let mut filter = ArchiveFilter {
        who: Some(key.to_owned()),
        limit: PAGE,
        ..ArchiveFilter::default()
    };
    let mut list = out.list("games");
    loop {
        let page = store.archive(&filter).await?;
        filter.after = page.last().map(|game| game.place());
        list.items(page.iter().map(|game| &game.id)).await?;
        if filter.after.is_none() {
            break;
        }
    }
    list.end();
    let mut list = out.list("chat");
    let mut after = Some(SaidPlace::START);
    while let Some(place) = after {
        let page = store.chat_by(key, place, PAGE).await?;
        after = page.last().map(|line| line.place);
        list.items(page.into_iter().map(Said::from)).await?;
    }
    list.end();
    let mut list = out.list("logins");
    let mut after = Some(0);
    while let Some(num) = after {
        let page = store.logins(account.num, num, PAGE).await?;
        after = page.last().map(|login| login.num);
        list.items(page.into_iter().map(LoginDto::from)).await?;
    }
    list.end();
    write_complaints(store, key, out).await?;
    out.push("}");
    out.send().await
}

/// Writes whom the person has blocked, and what they have reported.
async fn write_complaints(store: &Store, key: &str, out: &mut JsonParts) -> Result<(), Stopped> {
    let blocks = store.blocks_of(key).await?;
    let mut list = out.list("blocked");
    list.items(blocks.iter().map(|block| &block.name)).await?;
    list.end();
    let mut list = out.list("reports");
    let mut after = Some(0);
    while let Some(num) = after {
        let page = store.reports_by(key, num, PAGE).await?;
        after = page.last().map(|report| report.num);
        list.items(page.into_iter().map(OwnReport::from)).await?;
    }
    list.end();
    Ok(())
}

/// JSON text on its way to the client.
struct JsonParts {
    parts: mpsc::Sender<io::Result<Bytes>>,
    text: String,
}

impl JsonParts {
    fn push(&mut self, text: &str) {
        self.text += text;
    }

    fn value(&mut self, value: &(impl Serialize + ?Sized)) {
        // Serializing our own types cannot fail.
        self.text += &serde_json::to_string(value).unwrap_or_default();
    }

    fn list(&mut self, name: &str) -> JsonList<'_> {
        self.push(&format!(",\"{name}\":["));
        JsonList {
            out: self,
            is_empty: true,
        }
    }

    /// Sends what was written; waits if the client reads slowly.
    async fn send(&mut self) -> Result<(), Stopped> {
        if self.text.is_empty() {
            return Ok(());
        }
        let part = Bytes::from(std::mem::take(&mut self.text));
        self.parts.send(Ok(part)).await.map_err(|_| Stopped::Gone)
    }
}

/// A list that is being written.
struct JsonList<'o> {
    out: &'o mut JsonParts,
    is_empty: bool,
}

impl JsonList<'_> {
    async fn items<T: Serialize>(
        &mut self,
        items: impl Iterator<Item = T> + Send,
    ) -> Result<(), Stopped> {
        for item in items {
            if !std::mem::take(&mut self.is_empty) {
                self.out.push(",");
            }
            self.out.value(&item);
        }
        self.out.send().await
    }

    fn end(self) {
        self.out.push("]");
    }
}
