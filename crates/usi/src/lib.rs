//! The Universal Shogi Interface: every line as a value, both ways, and engines as child processes.
//!
//! ```
//! use komadai_usi::{Command, Message};
//! let command = Command::parse("go btime 0 wtime 0 byoyomi 10000")?;
//! let Some(Command::Go(go)) = command else { panic!() };
//! assert_eq!(go.clock.byoyomi.map(|time| time.as_secs()), Some(10));
//! let message = Message::parse("bestmove 7g7f ponder 3c3d")?;
//! assert!(matches!(message, Some(Message::BestMove(_))));
//! # Ok::<(), komadai_usi::LineError>(())
//! ```
//!
//! Reading is tolerant, as the protocol asks: blanks may come in any number, lines may end with a
//! carriage return, words that are not known are kept and otherwise ignored. What `Display` writes
//! is read back as the same value. A text is read first and resolved later: whether the moves of a
//! `position` command are legal is asked by [`PositionCommand::resolve`].
//!
//! The crate knows nothing about how an engine searches. Only [`process`] touches the world.

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
pub use command::{Command, GameResult, SetOption};
pub use error::{LineError, LineErrorKind};
pub use go::{Clock, Go, MateTime};
pub use info::Info;
pub use message::{Id, Message};
pub use option::{EngineOption, OptionError, OptionKind, OptionValue, Options, is_reserved};
pub use position::{PositionCommand, ResolveError, Resolved, Root};
pub use score::{Bound, Score};
