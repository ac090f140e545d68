//! The collection of records and problems, which is not part of the project.

use std::path::{Path, PathBuf};

/// A file or folder of the test data. If `KOMADAI_TESTDATA` does not name a folder that has it, says so
/// on stderr: the caller has nothing to do then.
pub fn testdata(path: &str) -> Option<PathBuf> {
    let root = std::env::var_os("KOMADAI_TESTDATA");
    let found = root.map(|root| Path::new(&root).join(path));
    let found = found.filter(|found| found.exists());
    if found.is_none() {
        eprintln!("not run: KOMADAI_TESTDATA names no folder with {path}");
    }
    found
}

/// All files of a folder and of the folders in it, sorted; none if it cannot be read.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .flat_map(|path| match path.is_dir() {
            true => files_below(&path),
            false => vec![path],
        })
        .collect();
    files.sort();
    files
}
