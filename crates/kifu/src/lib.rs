//! Game records of shogi and Seireigi.

pub mod diagram;
pub mod notation;
