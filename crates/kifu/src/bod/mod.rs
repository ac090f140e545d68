//! BOD: a diagram drawn with characters, on its own or inside KIF and KI2.
//!
//! On its own it is read as KIF is: whatever else the text holds is kept.

mod read;
mod write;

pub(crate) use read::{BodDiagram, Damaged};
pub(crate) use write::push_setup;
pub use write::{write, write_setup};

pub use crate::kif::read;
