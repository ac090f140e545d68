//! Atomic file writes.

use anyhow::{Context, bail};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What to do with an existing file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Existing {
    Keep,
    Replace,
}

/// Writes a file under a temporary name and renames it. Missing folders are created.
pub(crate) fn save(path: &Path, bytes: &[u8], existing: Existing) -> anyhow::Result<()> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    if let Some(folder) = folder {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    if existing == Existing::Keep && path.symlink_metadata().is_ok() {
        return refuse(path);
    }
    let temporary = temporary_name(path);
    let written = write_new(&temporary, bytes).and_then(|()| publish(&temporary, path, existing));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    match written {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => refuse(path),
        other => other.with_context(|| path.display().to_string()),
    }
}

fn refuse(path: &Path) -> anyhow::Result<()> {
    bail!("{} exists; use --force to overwrite it", path.display())
}

fn temporary_name(path: &Path) -> PathBuf {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    path.with_file_name(format!(".komadai-{}-{number}.tmp", process::id()))
}

fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn publish(temporary: &Path, path: &Path, existing: Existing) -> io::Result<()> {
    if existing == Existing::Replace {
        return fs::rename(temporary, path);
    }
    // Unlike a rename, a hard link fails if the file was created meanwhile.
    match fs::hard_link(temporary, path) {
        Ok(()) => fs::remove_file(temporary),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // Not every file system supports links.
        Err(_) => fs::rename(temporary, path),
    }
}
