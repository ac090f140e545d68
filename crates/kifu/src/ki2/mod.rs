//! KI2 and KI2U: moves as people say them, `▲７六歩 △３四歩`, without origins, numbers or times.
//!
//! Only the moves differ from KIF. [`kif::read`](crate::kif::read) reads both formats.

mod write;

pub use crate::kif::read;
pub use write::{ki2_move_text, write};
