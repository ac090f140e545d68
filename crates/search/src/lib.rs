//! The playing engine: the best move of a position of shogi or Seireigi, within limits.
//!
//! ```
//! use komadai_core::Shogi;
//! use komadai_search::{Action, Control, Engine, GameLine, Limits, Options};
//! use std::time::Instant;
//!
//! let mut engine = Engine::<Shogi>::new(Options { hash_mebibytes: 1, ..Options::default() });
//! let game = GameLine::new("4k4/9/4P4/9/9/9/9/9/4K4 b G 1".parse()?);
//! let limits = Limits { depth: Some(3), ..Limits::default() };
//! let answer = engine.search(&game, &limits, &Control::new(), &Instant::now(), &mut |_| ());
//! assert_eq!(answer.action, Action::Move("G*5b".parse()?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The input is a game line, limits, a stop flag and a stopwatch. The crate knows no USI text, prints
//! nothing and reads no other clock. With one thread and limits other than time a search is
//! deterministic.

#![warn(missing_docs)]

mod bench;
mod control;
mod engine;
mod eval;
mod features;
mod game_line;
mod history;
mod info;
mod keys;
mod learn;
mod level;
mod limits;
mod memory;
mod movepick;
mod node;
mod params;
mod quiescence;
mod root;
mod score;
mod time;
mod tt;
mod worker;
mod write_moves;

pub use bench::{BenchReport, bench};
pub use control::{Control, ManualStopwatch, Stopwatch};
pub use engine::Engine;
#[cfg(feature = "fit")]
pub use eval::fit;
pub use eval::{Evaluation, HandMade};
pub use features::{Feature, Features};
pub use game_line::GameLine;
pub use info::{EngineAction, SearchAnswer, SearchInfo};
pub use level::{Level, LevelError};
pub use limits::{SearchClock, SearchLimits, SearchOptions};
pub use score::{MAX_PLY, SearchScore};
pub use time::Budget;
