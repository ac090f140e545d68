//! KIF and KIFU (柿木形式): numbered moves with origins and times, variations, comments, bookmarks.
//!
//! The format is Yoshikazu Kakinoki's; `docs/formats/kif.md` describes what we read and write. KI2
//! differs only in its moves, so both formats have one reader. The first character of a line tells its
//! kind.

mod head;
mod lines;
mod play;
mod read;
mod time;
mod words;
mod write;

pub(crate) use head::{
    HANDICAP_KEY, SEIREIGI, VARIANT_KEY, is_known_header, is_producer_line, odd_faults,
};
pub(crate) use lines::{LineWriter, NodePlace, write_lines};
pub use read::read;
pub(crate) use words::{Before, ending_word, push_closing, stated, write_ending_word};
pub use write::write;
pub(crate) use write::{
    DiagramRule, notice_once, push_notes, push_result_note, side_names, write_head,
};

#[cfg(test)]
mod tests;
