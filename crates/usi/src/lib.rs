#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod bestmove;
mod command;
mod go;
mod info;
mod message;
mod option;
pub mod process;
mod score;
mod text;
mod words;

pub use bestmove::{BestMove, Checkmate};
pub use command::{GameResult, SetOption, UsiCommand};
pub use go::{Go, GoClock, MateTime};
pub use info::Info;
pub use komadai_core::{LineError, LineErrorKind, PositionLine};
pub use message::{Id, Message};
pub use option::{EngineOption, OptionError, OptionKind, OptionValue, Options, is_reserved};
pub use score::{Bound, UsiScore};
