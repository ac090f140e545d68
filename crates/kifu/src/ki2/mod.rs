//! KI2 and KI2U: moves as people say them, `▲７六歩 △３四歩`, without origins, numbers or times.
//!
//! Headers, comments, variations and diagrams are KIF's, and so is the reader: see
//! [`kif::read`](crate::kif::read). Only moves differ.

mod write;

pub use crate::kif::read;
pub use write::{ki2_move_text, write};
