#![doc = include_str!("../README.md")]
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
pub use eval::{Evaluation, Evaluator, HandMade, net};
pub use features::{Feature, Features};
pub use game_line::GameLine;
pub use info::{EngineAction, SearchAnswer, SearchInfo};
pub use level::{Level, LevelError};
pub use limits::{SearchClock, SearchLimits, SearchOptions};
pub use score::{MAX_PLY, SearchScore};
pub use time::Budget;
