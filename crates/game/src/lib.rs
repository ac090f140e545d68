//! One game of shogi or Seireigi from the piece toss to the result.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub use komadai_kifu::record::Millis;
