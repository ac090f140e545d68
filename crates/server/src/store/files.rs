//! Access rights of files and folders: only the owner may read them, because the database contains password
//! hashes and the key that signs cookies.

use std::io;
use std::path::{Path, PathBuf};

/// The files of a database: the journal and its index contain the same data.
const ENDINGS: [&str; 4] = ["", "-wal", "-shm", "-journal"];

/// Options for creating a file that only its owner can read.
pub(super) fn private_options() -> std::fs::OpenOptions {
    let mut options = std::fs::OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// The file with the same name and an ending.
pub(super) fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Creates the file of a new database for its owner only, and closes an existing one to others. SQLite gives
/// its other files the same rights.
pub(super) fn protect_database(url: &str) -> io::Result<()> {
    let Some(file) = super::sqlite_file(url) else {
        return Ok(());
    };
    if url.contains("mode=rwc") && !file.exists() {
        private_options().create(true).open(&file)?;
    }
    for ending in ENDINGS {
        close_to_others(&beside(&file, ending))?;
    }
    Ok(())
}

/// Creates a folder that only its owner can open. An existing one is left alone, since it may contain other
/// things, and reported.
///
/// # Errors
/// Returns an error if the folder cannot be created.
pub(crate) fn create_private_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        if is_open_to_others(folder)? {
            let folder = folder.display();
            tracing::warn!(%folder, "other users can open the data directory; chmod 700 closes it");
        }
        return Ok(());
    }
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

#[cfg(unix)]
fn is_open_to_others(path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt;
    Ok(path.metadata()?.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn is_open_to_others(_: &Path) -> io::Result<bool> {
    Ok(false)
}

#[cfg(unix)]
fn close_to_others(file: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    if !file.is_file() || !is_open_to_others(file)? {
        return Ok(());
    }
    let closed = std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o600));
    closed.or_else(|error| match error.kind() {
        // It belongs to another user, who gave us access.
        io::ErrorKind::PermissionDenied => {
            tracing::warn!(file = %file.display(), "other users can read the database");
            Ok(())
        }
        _ => Err(error),
    })
}

#[cfg(not(unix))]
fn close_to_others(_: &Path) -> io::Result<()> {
    Ok(())
}
