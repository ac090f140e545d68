//! The club's back room.
