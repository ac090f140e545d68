//! Game records of shogi and Seireigi.

pub mod diagram;
