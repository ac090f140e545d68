//! Errors in JSON.

use std::convert::Infallible;
use std::fmt;

/// Error for JSON that cannot be read or has an impossible value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WireError {
    /// The path of the field: `fact.decision.control`. Empty for the whole value.
    pub field: String,
    /// The reason.
    pub reason: String,
}

impl WireError {
    /// An error in a field.
    pub fn new(field: &str, reason: impl ToString) -> WireError {
        WireError {
            field: field.to_owned(),
            reason: reason.to_string(),
        }
    }

    /// Adds an outer field to the path.
    #[must_use]
    pub fn within(mut self, outer: &str) -> WireError {
        let dot = match self.field.chars().next() {
            None | Some('[') => "",
            Some(_) => ".",
        };
        self.field.insert_str(0, dot);
        self.field.insert_str(0, outer);
        self
    }
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.field.as_str() {
            "" => f.write_str(&self.reason),
            field => write!(f, "{field}: {}", self.reason),
        }
    }
}

impl std::error::Error for WireError {}

impl From<Infallible> for WireError {
    fn from(never: Infallible) -> WireError {
        match never {}
    }
}
