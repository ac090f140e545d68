//! Copies in one folder: their names, and which of them are deleted.

use std::fs::DirEntry;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use time::OffsetDateTime;

/// A file that is not complete after this time never will be: its writer was killed.
const UNFINISHED_FOR: Duration = Duration::from_secs(24 * 60 * 60);

/// The name of a copy made at a time. Names sort by time.
pub(super) fn name_at(time: SystemTime) -> String {
    let utc = OffsetDateTime::from(time);
    let (year, month, day) = utc.to_calendar_date();
    let (hour, minute, second) = utc.to_hms();
    let month = u8::from(month);
    format!("komadai-{year:04}{month:02}{day:02}T{hour:02}{minute:02}{second:02}Z.sqlite")
}

/// Whether a file has the name of a copy. Other files in the folder are none of our business.
fn is_copy(name: &str) -> bool {
    let time = name
        .strip_prefix("komadai-")
        .and_then(|rest| rest.strip_suffix("Z.sqlite"))
        .and_then(|time| time.split_once('T'));
    let is_number =
        |text: &str, len: usize| text.len() == len && text.bytes().all(|b| b.is_ascii_digit());
    time.is_some_and(|(day, time)| is_number(day, 8) && is_number(time, 6))
}

fn files(folder: &Path) -> io::Result<Vec<(String, DirEntry)>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if let Ok(name) = entry.file_name().into_string() {
            files.push((name, entry));
        }
    }
    files.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok(files)
}

/// Deletes the oldest copies until `keep` are left, and returns them. The new copy is not deleted, whatever
/// the clock says.
pub(super) fn delete_old(
    folder: &Path,
    new: &Path,
    keep: NonZeroUsize,
) -> io::Result<Vec<PathBuf>> {
    let mut old = Vec::new();
    for (name, entry) in files(folder)? {
        // Empty files are names reserved for copies that are being written.
        if is_copy(&name) && entry.path() != new && entry.metadata()?.len() > 0 {
            old.push(entry.path());
        }
    }
    let others = keep.get() - 1;
    old.truncate(old.len().saturating_sub(others));
    for file in &old {
        std::fs::remove_file(file)?;
    }
    Ok(old)
}

/// Deletes what killed processes left behind.
pub(super) fn delete_unfinished(folder: &Path, now: SystemTime) -> io::Result<()> {
    for (name, entry) in files(folder)? {
        let metadata = entry.metadata()?;
        let is_unfinished = match name.split_once(".part") {
            Some((name, "" | "-journal")) => is_copy(name),
            Some(_) => false,
            None => is_copy(&name) && metadata.len() == 0,
        };
        let age = now.duration_since(metadata.modified()?);
        if is_unfinished && age.is_ok_and(|age| age > UNFINISHED_FOR) {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_recognized_and_sort_by_time() {
        let at = |seconds| name_at(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "komadai-19700101T000000Z.sqlite");
        assert_eq!(at(1_700_000_001), "komadai-20231114T221321Z.sqlite");
        for seconds in [0, 86_399, 951_782_400, 1_700_000_000, 4_102_444_799] {
            assert!(is_copy(&at(seconds)));
            assert!(at(seconds) < at(seconds + 1));
        }
    }

    #[test]
    fn other_names_are_not_recognized() {
        for name in [
            "komadai.sqlite",
            "komadai-today.sqlite",
            "komadai-20231114T221321Z.sqlite.part",
            "komadai-20231114T22132Z.sqlite",
            "komadai-20231114T２２1321Z.sqlite",
            "old-komadai-20231114T221321Z.sqlite",
        ] {
            assert!(!is_copy(name), "{name}");
        }
    }
}
