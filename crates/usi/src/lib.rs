//! The Universal Shogi Interface: every line as a value, both ways, and engines as child processes.
//!
//! ```
//! use komadai_usi::{Command, Message};
//! let command = Command::parse("go btime 0 wtime 0 byoyomi 10000")?;
//! let Some(UsiCommand::Go(go)) = command else { panic!() };
//! assert_eq!(go.clock.byoyomi.map(|time| time.as_secs()), Some(10));
//! let message = Message::parse("bestmove 7g7f ponder 3c3d")?;
//! assert!(matches!(message, Some(Message::BestMove(_))));
//! # Ok::<(), komadai_usi::LineError>(())
//! ```
//!
//! Parsing is lenient, as the protocol requires: any number of blanks is allowed, lines may end with a
//! carriage return, and unknown words are kept but ignored. The output of `Display` parses to the same
//! value. Parsing does not check whether the moves of a `position` command are legal;
//! [`PositionCommand::resolve`] does.
//!
//! The crate knows nothing about how an engine searches. Only [`process`] does IO.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod bestmove;
mod command;
mod error;
mod go;
mod info;
mod message;
mod option;
mod position;
pub mod process;
mod score;
mod text;
mod words;

pub use bestmove::{BestMove, Checkmate};
pub use command::{GameResult, SetOption, UsiCommand};
pub use error::{LineError, LineErrorKind};
pub use go::{Go, GoClock, MateTime};
pub use info::Info;
pub use message::{Id, Message};
pub use option::{EngineOption, OptionError, OptionKind, OptionValue, Options, is_reserved};
pub use position::{PositionCommand, PositionError, Resolved, Root};
pub use score::{Bound, UsiScore};
