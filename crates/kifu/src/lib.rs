//! Game records of shogi and Seireigi.

pub mod notation;
