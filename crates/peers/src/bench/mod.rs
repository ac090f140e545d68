//! Perft speed of ours beside the peers', measured alternately in one thread.

mod report;
mod sample;
mod suite;

pub use report::{PerftRow, to_json, to_table};
pub use sample::{PerftContest, PerftContestant, PerftEffort, Speed};
pub use suite::run;
