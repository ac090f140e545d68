//! The REST API, described by `GET /api/v1/openapi.json`.

mod accounts;
mod challenges;
mod export;
mod games;
mod operations;
mod operator;
mod people;
mod recovery;
mod second_factor;

pub(crate) use operations::metrics_router;

use crate::app::App;
use crate::error::ApiError;
use crate::{guard, pages, socket};
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts};
use axum::http::{HeaderName, StatusCode};
use axum::{Json, Router, middleware};
use komadai_wire::UniqueJson;
use komadai_wire::message::{ClientMessage, ServerMessage};
use std::time::Duration;
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Maximum size of a request body, in bytes.
const MAX_BODY_BYTES: usize = 16 * 1024;
/// A NUL character in a path or query. Not every database stores it, and nothing that exists has one.
const NUL: &str = "%00";
/// Timeout of a request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

#[derive(OpenApi)]
#[openapi(
    info(title = "Komadai", description = "Shogi and Seireigi under the laws.",
         license(name = "GPL-3.0-or-later")),
    components(schemas(ClientMessage, ServerMessage)),
    tags((name = "people"), (name = "challenges"), (name = "games"), (name = "live"), (name = "operators"))
)]
struct Api;

/// All routes with their middleware.
pub(crate) fn router(app: &App) -> Router {
    let request_id = HeaderName::from_static("x-request-id");
    let (router, api) = api_routes().split_for_parts();
    let described = move || {
        let api = api.clone();
        async move { Json(api) }
    };
    router
        .route("/api/v1/openapi.json", axum::routing::get(described))
        .route("/healthz", axum::routing::get(operations::health))
        .route("/privacy", axum::routing::get(operations::privacy))
        .fallback(pages::page)
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::SERVICE_UNAVAILABLE,
            REQUEST_TIMEOUT,
        ))
        .layer(middleware::from_fn_with_state(
            app.clone(),
            guard::check_ban,
        ))
        .layer(middleware::from_fn_with_state(
            app.clone(),
            guard::check_origin,
        ))
        .layer(middleware::from_fn_with_state(
            app.clone(),
            guard::add_headers,
        ))
        .layer(PropagateRequestIdLayer::new(request_id.clone()))
        .layer(TraceLayer::new_for_http().make_span_with(operations::span))
        .layer(SetRequestIdLayer::new(request_id, MakeRequestUuid))
        .layer(middleware::from_fn(guard::check_request_id))
        .with_state(app.clone())
}

fn api_routes() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Api::openapi())
        .routes(routes!(accounts::me))
        .routes(routes!(accounts::register))
        .routes(routes!(accounts::log_in, accounts::log_out))
        .routes(routes!(accounts::sessions, accounts::log_out_everywhere))
        .routes(routes!(accounts::change_password))
        .routes(routes!(export::export))
        .routes(routes!(second_factor::account, accounts::delete))
        .routes(routes!(
            second_factor::enrol,
            second_factor::confirm,
            second_factor::remove
        ))
        .routes(routes!(recovery::set_email, recovery::remove_email))
        .routes(routes!(recovery::confirm_email))
        .routes(routes!(recovery::ask_for_reset, recovery::reset))
        .routes(routes!(people::report))
        .routes(routes!(people::blocks, people::block, people::unblock))
        .routes(routes!(operations::server_info))
        .routes(routes!(operator::act))
        .routes(routes!(operator::log))
        .routes(routes!(operator::reports))
        .routes(routes!(operator::restrictions))
        .routes(routes!(operator::invitations))
        .routes(routes!(operator::online))
        .routes(routes!(operator::account))
        .routes(routes!(challenges::list, challenges::make))
        .routes(routes!(challenges::get, challenges::withdraw))
        .routes(routes!(challenges::accept))
        .routes(routes!(challenges::agree, challenges::decline))
        .routes(routes!(games::against_computer))
        .routes(routes!(games::archive))
        .routes(routes!(games::running))
        .routes(routes!(games::get))
        .routes(routes!(games::record))
        .routes(routes!(socket::socket))
}

/// The OpenAPI description as text.
pub fn openapi_text() -> String {
    let (_, api) = api_routes().split_for_parts();
    api.to_pretty_json().unwrap_or_default()
}

/// A JSON body with our own error messages.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: serde::de::DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: axum::extract::Request, app: &App) -> Result<Body<T>, ApiError> {
        let bad = |status, reason: String| ApiError::new(status, "bad-body", reason);
        let Json(UniqueJson(value)) = Json::<UniqueJson>::from_request(request, app)
            .await
            .map_err(|rejection| bad(rejection.status(), rejection.body_text()))?;
        komadai_wire::from_client_value(value)
            .map(Body)
            .map_err(|error| {
                let answer = bad(StatusCode::UNPROCESSABLE_ENTITY, error.to_string());
                match error.field.as_str() {
                    "" => answer,
                    field => answer.with_field(field),
                }
            })
    }
}

/// A path parameter.
pub(crate) struct Path<T>(pub(crate) T);

impl<T: serde::de::DeserializeOwned + Send> FromRequestParts<App> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut axum::http::request::Parts,
        app: &App,
    ) -> Result<Path<T>, ApiError> {
        if parts.uri.path().contains(NUL) {
            return Err(ApiError::not_found("not found"));
        }
        let path = axum::extract::Path::<T>::from_request_parts(parts, app).await;
        path.map(|axum::extract::Path(value)| Path(value))
            .map_err(|rejection: PathRejection| {
                ApiError::new(rejection.status(), "bad-path", rejection.body_text())
            })
    }
}

/// The query string.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: serde::de::DeserializeOwned> FromRequestParts<App> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut axum::http::request::Parts,
        app: &App,
    ) -> Result<Query<T>, ApiError> {
        if parts.uri.query().is_some_and(|query| query.contains(NUL)) {
            let title = "text with a NUL character";
            return Err(ApiError::new(StatusCode::BAD_REQUEST, "bad-query", title));
        }
        let query = axum::extract::Query::<T>::from_request_parts(parts, app).await;
        query
            .map(|axum::extract::Query(value)| Query(value))
            .map_err(|rejection: QueryRejection| {
                ApiError::new(rejection.status(), "bad-query", rejection.body_text())
            })
    }
}
