//! Helpers of the tests of all formats.

use crate::error::{Notice, WriteError};
use crate::record::Record;
use crate::writing::WriteOptions;

/// The moves of the main line.
pub(crate) fn usi(record: &Record) -> String {
    let moves: Vec<String> = record.main_line().map(|(_, mv)| mv.to_string()).collect();
    moves.join(" ")
}

type Writer = fn(&Record, &WriteOptions, &mut Vec<Notice>) -> Result<String, WriteError>;

/// The text that a format writes, with the notices.
pub(crate) fn written(write: Writer, record: &Record) -> (String, Vec<Notice>) {
    let mut notices = Vec::new();
    let text = write(record, &WriteOptions::default(), &mut notices).unwrap();
    (text, notices)
}
