//! Where a game starts.

use crate::handicap::Handicap;
use komadai_core::{Color, Setup, SfenError};
use std::fmt;
use std::str::FromStr;

/// Where a game starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// A start position with a name.
    Handicap(Handicap),
    /// Any other diagram.
    Setup(Box<Setup>),
}

impl Default for Start {
    fn default() -> Start {
        Start::Handicap(Handicap::Even)
    }
}

impl Start {
    /// The diagram.
    pub fn setup(&self) -> Setup {
        match self {
            Start::Handicap(handicap) => handicap.setup(),
            Start::Setup(setup) => **setup,
        }
    }

    /// The side that moves first.
    pub fn turn(&self) -> Color {
        match self {
            Start::Handicap(handicap) => handicap.first(),
            Start::Setup(setup) => setup.turn,
        }
    }

    /// The handicap, if the start position has a name.
    pub fn handicap(&self) -> Option<Handicap> {
        match self {
            Start::Handicap(handicap) => Some(*handicap),
            Start::Setup(_) => None,
        }
    }
}

impl From<Setup> for Start {
    /// A diagram that has a name is known by it: equal start positions are equal values.
    fn from(setup: Setup) -> Start {
        match Handicap::from_setup(&setup) {
            Some(handicap) => Start::Handicap(handicap),
            None => Start::Setup(Box::new(setup)),
        }
    }
}

impl From<Handicap> for Start {
    fn from(handicap: Handicap) -> Start {
        Start::Handicap(handicap)
    }
}

/// Why a text names no start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseStartError {
    /// There is no text.
    #[error("column 1: a position is missing")]
    Missing,
    /// Not SFEN and no known name.
    #[error(
        "column 1: neither SFEN, startpos nor a handicap ({})",
        Handicap::ALL.map(Handicap::name).join(", ")
    )]
    Unknown,
    /// SFEN with a fault.
    #[error("SFEN, {0}")]
    Sfen(SfenError),
}

// Not `#[from]`: the message has all that the source would say once more.
impl From<SfenError> for ParseStartError {
    fn from(error: SfenError) -> ParseStartError {
        ParseStartError::Sfen(error)
    }
}

impl FromStr for Start {
    type Err = ParseStartError;

    /// Parses the name of a handicap, `startpos` or lenient SFEN.
    fn from_str(text: &str) -> Result<Start, ParseStartError> {
        let name = text.trim();
        match name.parse() {
            Ok(handicap) => Ok(Start::Handicap(handicap)),
            Err(_) if name.is_empty() => Err(ParseStartError::Missing),
            Err(_) if name.contains('/') || name.contains("startpos") => {
                Ok(Start::from(Setup::parse_tolerant(text)?))
            }
            Err(_) => Err(ParseStartError::Unknown),
        }
    }
}

impl fmt::Display for Start {
    /// Writes the name of a handicap, or SFEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Start::Handicap(handicap) => handicap.fmt(f),
            Start::Setup(setup) => setup.fmt(f),
        }
    }
}
