//! BOD: a diagram drawn with characters, on its own or inside KIF and KI2.
//!
//! A diagram on its own is read like KIF; other text is kept.

mod read;
mod write;

pub(crate) use read::{BodDiagram, Damaged};
pub(crate) use write::push_setup;
pub use write::{write, write_setup};

pub use crate::kif::read;
