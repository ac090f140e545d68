//! Health and metrics.

use crate::app::App;
use crate::error::ApiError;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use komadai_wire::operator::ServerInfo;
use serde_json::json;

/// Returns 200 if the database responds and changes can be stored.
pub(super) async fn health(State(app): State<App>) -> Result<Response, ApiError> {
    app.health.check(&app.state.store).await?;
    let body = json!({"status": "ok", "rooms": app.state.rooms.count()});
    Ok(axum::Json(body).into_response())
}

/// What this server offers, and to whom.
#[utoipa::path(get, path = "/api/v1/server", tag = "people", responses((status = 200, body = ServerInfo)))]
pub(super) async fn server_info(State(app): State<App>) -> Json<ServerInfo> {
    let community = &app.config.community;
    Json(ServerInfo {
        registration: community.registration,
        guests: community.guests,
        email: app.mailer.is_some(),
        privacy: community.privacy.is_some(),
    })
}

/// The operator's privacy text.
pub(super) async fn privacy(State(app): State<App>) -> Result<Response, ApiError> {
    let none = || ApiError::not_found("this server has no privacy text");
    let file = app.config.community.privacy.clone().ok_or_else(none)?;
    let is_html = file.extension().is_some_and(|ending| ending == "html");
    let kind = match is_html {
        true => "text/html; charset=utf-8",
        false => "text/plain; charset=utf-8",
    };
    let text = tokio::task::spawn_blocking(move || std::fs::read(file)).await;
    let text = text.map_err(|_| ApiError::internal())?.map_err(|error| {
        tracing::error!(%error, "failed to read the privacy text");
        none()
    })?;
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

/// The route of the metrics, which has its own address.
pub(crate) fn metrics_router(app: &App) -> Router {
    Router::new()
        .route("/metrics", axum::routing::get(metrics))
        .with_state(app.clone())
}

/// Prometheus metrics.
async fn metrics(State(app): State<App>) -> Response {
    metrics::gauge!("komadai_running_games").set(app.state.running() as f64);
    if let Some(bytes) = resident_bytes() {
        metrics::gauge!("process_resident_memory_bytes").set(bytes as f64);
    }
    app.metrics.run_upkeep();
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    (StatusCode::OK, kind, app.metrics.render()).into_response()
}

/// The resident memory of this process, if the system reports it.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// The tracing span of a request, without query string and cookies.
pub(super) fn span(request: &Request) -> tracing::Span {
    let id = request.headers().get("x-request-id");
    let id = id.and_then(|id| id.to_str().ok()).unwrap_or("-");
    tracing::info_span!("request", %id, method = %request.method(), path = request.uri().path())
}
