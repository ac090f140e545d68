//! Errors sent to clients: problem+json (RFC 9457) with stable codes.

use crate::rooms::NoSuchGame;
use crate::store::StoreError;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use utoipa::ToSchema;

/// A failed request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Problem {
    /// The HTTP status.
    pub status: u16,
    /// A stable code.
    #[schema(value_type = String)]
    pub code: Cow<'static, str>,
    /// A human-readable message.
    pub title: String,
    /// The field of the request at fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Seconds to wait before trying again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
}

impl Problem {
    /// A problem.
    pub fn new(status: StatusCode, code: &'static str, title: impl Into<String>) -> Problem {
        Problem {
            status: status.as_u16(),
            code: Cow::Borrowed(code),
            title: title.into(),
            field: None,
            retry_after: None,
        }
    }

    /// A field of the request is wrong.
    pub fn field(field: &str, code: &'static str, title: impl Into<String>) -> Problem {
        Problem {
            field: Some(field.to_owned()),
            ..Problem::new(StatusCode::UNPROCESSABLE_ENTITY, code, title)
        }
    }

    /// Not found, or not visible to this client.
    pub fn not_found(title: &str) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "not-found", title)
    }

    /// The request has no valid cookie.
    pub fn unauthenticated() -> Problem {
        let title = "not authenticated: log in, or GET /api/v1/me to become a guest";
        Problem::new(StatusCode::UNAUTHORIZED, "unauthenticated", title)
    }

    /// A rate limit was exceeded.
    pub fn too_many(retry_after: u64) -> Problem {
        Problem {
            retry_after: Some(retry_after),
            ..Problem::new(
                StatusCode::TOO_MANY_REQUESTS,
                "too-many-requests",
                "too many requests; wait a little",
            )
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let retry_after = self.retry_after;
        let mut response = (status, Json(self)).into_response();
        let headers = response.headers_mut();
        let kind = HeaderValue::from_static("application/problem+json");
        headers.insert(header::CONTENT_TYPE, kind);
        if let Some(seconds) = retry_after {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        // Database errors go to the log, not to clients.
        tracing::error!(%error, "storage error");
        Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "storage",
            "the server could not reach its storage",
        )
    }
}

impl From<NoSuchGame> for Problem {
    fn from(none: NoSuchGame) -> Problem {
        Problem::not_found(&none.to_string())
    }
}
