//! Perft speed of ours beside the peers', measured alternately in one thread.

mod report;
mod sample;
mod suite;

pub use report::{Row, to_json, to_table};
pub use sample::{Contest, Contestant, Effort, Speed};
pub use suite::run;
