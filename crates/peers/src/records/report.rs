//! The result as a table.

use std::fmt;

/// What one reader reached on one family of formats.
#[derive(Clone, Debug)]
pub struct RecordsRow {
    pub(super) family: &'static str,
    pub(super) reader: &'static str,
    /// Files of the family.
    pub(super) files: usize,
    /// Files that the reader can read: speed is measured on them.
    pub(super) readable: usize,
    /// Their size on the disk.
    pub(super) bytes: usize,
    /// For reading them once.
    pub(super) seconds: f64,
    /// Ours, for the same files.
    pub(super) our_seconds: f64,
}

/// The result for people.
pub fn to_table(rows: &[RecordsRow]) -> String {
    let mut table = format!(
        "{:<8}{:<24}{:>12}{:>12}{:>10}{:>14}\n",
        "format", "reader", "files read", "files/s", "MB/s", "ours faster"
    );
    for row in rows {
        table.push_str(&format!("{row}\n"));
    }
    table
}

impl fmt::Display for RecordsRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:<8}{:<24}{:>6} /{:>4}{:>12.0}{:>10.1}",
            self.family,
            self.reader,
            self.readable,
            self.files,
            self.readable as f64 / self.seconds,
            self.bytes as f64 / self.seconds / 1e6,
        )?;
        if self.reader.starts_with("komadai") {
            return Ok(());
        }
        write!(f, "{:>13.1}×", self.seconds / self.our_seconds)
    }
}
