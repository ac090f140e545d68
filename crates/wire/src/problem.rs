//! Errors of the REST API: problem+json (RFC 9457) with stable codes.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A failed request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Problem {
    /// The HTTP status.
    pub status: u16,
    /// A stable code.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
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
