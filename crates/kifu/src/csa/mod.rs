//! CSA (標準棋譜ファイル形式), versions 1 to 3: the computer shogi association's format.
//!
//! `docs/formats/csa.md` describes what we read and write. A file is a row of statements that tell by
//! their first character what they are; the reader walks over the bytes once and copies no text but
//! comments and headers.

mod code;
mod head;
mod note;
mod read;
mod words;
mod write;

pub(crate) use code::{kind_code, kind_of_code, square};
pub(crate) use head::notice_player;
pub use read::read;
pub(crate) use words::ending;
pub use write::write;

#[cfg(test)]
mod tests;
