//! Engines as child processes: start, handshake, options, searches and errors.
//!
//! ```no_run
//! use komadai_core::PositionLine;
//! use komadai_usi::process::{EngineCommand, EngineProcess, Limit, Timeouts};
//! let command: EngineCommand = "fairy-stockfish".parse()?;
//! let mut engine = EngineProcess::start(&command, Timeouts::default())?;
//! engine.new_game()?;
//! let start = PositionLine::default();
//! let thought = engine.go(&start, &Limit::Nodes(10_000), |info| eprintln!("{info}"))?;
//! eprintln!("{} after {:?}", thought.best, thought.wall);
//! engine.quit();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Each engine has three threads: one writes to it, so that an engine that does not read cannot block the
//! caller, and two read its output. An engine that exits or does not answer in time gives an error with
//! the last lines of its output; after that it cannot be used. Dropping an [`EngineProcess`] kills the process.

mod command_line;
mod cpu;
mod engine;
mod error;
mod limit;
mod pipe;
mod search;

pub use command_line::{CommandLineError, EngineCommand};
pub use engine::EngineProcess;
pub use error::{Doing, EngineError, Tail};
pub use limit::{Limit, Timeouts};
pub use search::Thought;
