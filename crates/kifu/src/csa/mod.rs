//! CSA (標準棋譜ファイル形式), versions 1 to 3: the format of the Computer Shogi Association.
//!
//! `docs/formats/csa.md` describes what we read and write. The first character of a statement
//! determines its kind. The reader makes one pass over the bytes and copies only comments and headers.

mod code;
mod head;
mod note;
mod read;
mod words;
mod write;

pub(crate) use code::{kind_code, kind_of_code, square};
pub(crate) use head::notice_player;
pub use read::read;
pub(crate) use words::{ending, is_ending, is_known_header};
pub use write::write;

#[cfg(test)]
mod tests;
