//! Errors sent to clients: problem+json (RFC 9457) with stable codes.

use crate::rooms::NoSuchGame;
use crate::store::StoreError;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use komadai_wire::problem::Problem;
use std::borrow::Cow;

/// The error response of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiError(pub Problem);

impl ApiError {
    /// An error with a stable code and a human-readable title.
    pub fn new(status: StatusCode, code: &'static str, title: impl Into<String>) -> ApiError {
        ApiError(Problem {
            status: status.as_u16(),
            code: Cow::Borrowed(code),
            title: title.into(),
            field: None,
            retry_after: None,
        })
    }

    /// An unexpected failure, whose cause is in the log.
    pub fn internal() -> ApiError {
        let status = StatusCode::INTERNAL_SERVER_ERROR;
        ApiError::new(status, "internal", "internal error")
    }

    /// Adds the field of the request at fault.
    #[must_use]
    pub fn with_field(mut self, field: &str) -> ApiError {
        self.0.field = Some(field.to_owned());
        self
    }

    /// A field of the request is wrong.
    pub fn field(field: &str, code: &'static str, title: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, code, title).with_field(field)
    }

    /// Not found, or not visible to this client.
    pub fn not_found(title: &str) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "not-found", title)
    }

    /// The request has no valid cookie.
    pub fn unauthenticated() -> ApiError {
        let title = "not authenticated: log in, or GET /api/v1/me to become a guest";
        ApiError::new(StatusCode::UNAUTHORIZED, "unauthenticated", title)
    }

    /// The person or the network is banned.
    pub fn banned() -> ApiError {
        let title = "an operator has banned you or your network";
        ApiError::new(StatusCode::FORBIDDEN, "banned", title)
    }

    /// The person may not chat.
    pub fn muted() -> ApiError {
        let title = "an operator has taken chat away from you";
        ApiError::new(StatusCode::FORBIDDEN, "muted", title)
    }

    /// A text contains a word of the word list. The word is not repeated.
    pub fn bad_word(field: &str) -> ApiError {
        let title = "this contains a word that is not allowed here";
        ApiError::field(field, "bad-word", title)
    }

    /// The database failed; the cause is in the log.
    pub fn storage() -> ApiError {
        ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "storage",
            "the server could not reach its storage",
        )
    }

    /// A rate limit was exceeded.
    pub fn too_many(retry_after: u64) -> ApiError {
        let title = "too many requests; wait a little";
        let mut error = ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too-many-requests", title);
        error.0.retry_after = Some(retry_after);
        error
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let ApiError(problem) = self;
        let status =
            StatusCode::from_u16(problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let retry_after = problem.retry_after;
        let mut response = (status, Json(problem)).into_response();
        let headers = response.headers_mut();
        let kind = HeaderValue::from_static("application/problem+json");
        headers.insert(header::CONTENT_TYPE, kind);
        if let Some(seconds) = retry_after {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        // Database errors go to the log, not to clients.
        tracing::error!(%error, "storage error");
        ApiError::storage()
    }
}

impl From<NoSuchGame> for ApiError {
    fn from(none: NoSuchGame) -> ApiError {
        ApiError::not_found(&none.to_string())
    }
}
