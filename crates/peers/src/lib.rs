//! Compares `komadai-core` with other people's shogi crates: the same legal moves, and how fast.
//!
//! ```
//! use komadai_core::Leaves;
//! use komadai_peers::peer::{HaitakaBoard, PeerBoard, RsshogiPosition};
//! let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
//! assert_eq!(HaitakaBoard::from_sfen(start)?.perft(3, Leaves::Bulk), 25_470);
//! assert_eq!(RsshogiPosition::from_sfen(start)?.perft(3, Leaves::Made), 25_470);
//! # Ok::<(), komadai_peers::peer::Unreadable>(())
//! ```
//!
//! A tool of this workspace, not a library for others: nothing may depend on it.

#![forbid(unsafe_code)]

pub mod bench;
pub mod compare;
pub mod game;
mod haitaka_faults;
pub mod peer;
pub mod positions;
pub mod records;
