//! What can be wrong with a call.

use wasm_bindgen::JsValue;

/// Why a call gives no answer. In the browser it is thrown as a text.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The JSON is not what was expected.
    #[error("not the JSON that was expected: {0}")]
    Json(#[from] serde_json::Error),
    /// It says something that makes no sense.
    #[error(transparent)]
    Wire(#[from] komadai_wire::WireError),
    /// A word is not one of those that are known.
    #[error("{field}: {reason}")]
    Word {
        /// The field that it stands in.
        field: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// The game cannot begin.
    #[error(transparent)]
    Opening(#[from] komadai_game::OpeningError),
    /// A log of version 0.1.0 holds a command that is refused now.
    #[error("command {index} of the log: {refusal}")]
    Log {
        /// The number of the command, from 1.
        index: usize,
        /// Why it is refused.
        refusal: komadai_game::Refusal,
    },
    /// No position.
    #[error(transparent)]
    Position(#[from] komadai_core::AnyPositionError),
    /// No such game is followed.
    #[error("no game {0}")]
    NoGame(String),
    /// A text is no move.
    #[error("{0}")]
    Move(String),
    /// A record that cannot be read.
    #[error(transparent)]
    Read(#[from] komadai_kifu::error::ReadError),
    /// A record that cannot be written.
    #[error(transparent)]
    Write(#[from] komadai_kifu::error::WriteError),
}

impl Error {
    /// A word that is not known.
    pub(crate) fn word(field: &'static str, reason: impl ToString) -> Error {
        Error::Word {
            field,
            reason: reason.to_string(),
        }
    }
}

impl From<Error> for JsValue {
    fn from(error: Error) -> JsValue {
        JsValue::from_str(&error.to_string())
    }
}
