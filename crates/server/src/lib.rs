//! The club's back room.

pub mod wire;
