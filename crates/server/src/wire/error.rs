//! What is wrong with a value that came as JSON.

use std::convert::Infallible;

/// JSON of the right shape that says something impossible.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{field}: {reason}")]
pub struct WireError {
    /// The field, with the fields around it: `fact.decision.control`.
    pub field: String,
    /// What is wrong with it.
    pub reason: String,
}

impl WireError {
    /// A fault in a field.
    pub fn new(field: &str, reason: impl ToString) -> WireError {
        WireError {
            field: field.to_owned(),
            reason: reason.to_string(),
        }
    }

    /// The same fault, seen from around the field.
    #[must_use]
    pub fn within(mut self, outer: &str) -> WireError {
        self.field = format!("{outer}.{}", self.field);
        self
    }
}

impl From<Infallible> for WireError {
    fn from(never: Infallible) -> WireError {
        match never {}
    }
}
