//! Files, folders and standard input as arguments, and their contents.

use anyhow::{Context, bail, ensure};
use komadai_kifu::{Format, ReadOptions, Reading, read};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Maximum size of an input; reading stops here.
const MAX_BYTES: u64 = 256 << 20;

/// File extensions of records in folders. A file that is given explicitly may have any name.
const EXTENSIONS: [&str; 15] = [
    "kif", "kifu", "ki2", "ki2u", "bod", "csa", "jkf", "json", "usi", "sfen", "usen", "psn",
    "hodges", "western", "txt",
];

/// The source of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    Stdin,
    /// The argument itself is the record, as USEN in links is.
    Argument(String),
    File {
        path: PathBuf,
        /// The path relative to the given folder; the bare name of a given file.
        below: PathBuf,
    },
}

impl Source {
    /// The source named by an argument.
    pub(crate) fn one(argument: &OsStr) -> anyhow::Result<Source> {
        if argument == "-" {
            return Ok(Source::Stdin);
        }
        let path = Path::new(argument);
        if let Some(text) = argument.to_str()
            && Format::detect(text) == Some(Format::Usen)
            && !path.exists()
        {
            return Ok(Source::Argument(text.to_owned()));
        }
        let kind = fs::metadata(path).with_context(|| path.display().to_string())?;
        ensure!(!kind.is_dir(), "{}: is a folder", path.display());
        Ok(Source::File {
            path: path.to_owned(),
            below: path.file_name().map(PathBuf::from).unwrap_or_default(),
        })
    }

    /// Reads the bytes.
    pub(crate) fn bytes(&self) -> anyhow::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let limit = MAX_BYTES + 1;
        match self {
            Source::Stdin => io::stdin().lock().take(limit).read_to_end(&mut bytes),
            Source::Argument(text) => text.as_bytes().take(limit).read_to_end(&mut bytes),
            Source::File { path, .. } => {
                File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes))
            }
        }?;
        if bytes.len() as u64 > MAX_BYTES {
            bail!("larger than {} MiB", MAX_BYTES >> 20);
        }
        Ok(bytes)
    }

    /// Reads the records; errors include the location, warnings are left to the caller.
    pub(crate) fn read(&self, options: &ReadOptions) -> Result<Reading, Complaint> {
        let bytes = self.bytes().map_err(|error| Complaint {
            source: self.to_string(),
            place: None,
            message: format!("{error:#}"),
        })?;
        read(&bytes, options).map_err(|error| Complaint {
            source: self.to_string(),
            place: Some((error.line, error.column)),
            message: error.kind.to_string(),
        })
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Stdin => f.write_str("standard input"),
            Source::Argument(text) => f.write_str(text),
            Source::File { path, .. } => write!(f, "{}", path.display()),
        }
    }
}

/// A message about a file with its location: `FILE:LINE:COLUMN: message`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Complaint {
    pub(crate) source: String,
    pub(crate) place: Option<(usize, usize)>,
    pub(crate) message: String,
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.source)?;
        if let Some((line, column)) = self.place {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": {}", printable(&self.message))
    }
}

impl std::error::Error for Complaint {}

/// The warnings of a reading, each with its location.
pub(crate) fn warnings(source: &Source, reading: &Reading) -> Vec<Complaint> {
    let complaint = |warning: &komadai_kifu::error::Warning| Complaint {
        source: source.to_string(),
        place: Some((warning.line, warning.column)),
        message: format!("warning: {}", warning.kind),
    };
    reading.warnings.iter().map(complaint).collect()
}

/// Text from a file made safe for a terminal: no control characters.
pub(crate) fn printable(text: &str) -> String {
    let harmless = |c: char| {
        if c.is_control() && c != '\t' {
            '\u{fffd}'
        } else {
            c
        }
    };
    text.chars().map(harmless).collect()
}

/// All files named by the arguments, in order; folders are searched recursively.
pub(crate) fn gather<S: AsRef<OsStr>>(arguments: &[S]) -> anyhow::Result<Vec<Source>> {
    let mut sources = Vec::new();
    for argument in arguments.iter().map(AsRef::as_ref) {
        let path = Path::new(argument);
        if argument != "-" && path.is_dir() {
            search(path, &mut sources)?;
        } else {
            sources.push(Source::one(argument)?);
        }
    }
    Ok(sources)
}

/// Finds the records below a folder. Symbolic links to folders are skipped because of cycles.
fn search(root: &Path, sources: &mut Vec<Source>) -> anyhow::Result<()> {
    let mut folders = vec![root.to_owned()];
    let mut found = BTreeSet::new();
    while let Some(folder) = folders.pop() {
        let say = || folder.display().to_string();
        for entry in fs::read_dir(&folder).with_context(say)? {
            let entry = entry.with_context(say)?;
            let path = entry.path();
            if entry.file_type().with_context(say)?.is_dir() {
                folders.push(path);
            } else if is_record_name(&path) && path.is_file() {
                found.insert(path);
            }
        }
    }
    ensure!(!found.is_empty(), "{}: contains no records", root.display());
    sources.extend(found.into_iter().map(|path| Source::File {
        below: path.strip_prefix(root).unwrap_or(&path).to_owned(),
        path,
    }));
    Ok(())
}

fn is_record_name(path: &Path) -> bool {
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    EXTENSIONS
        .iter()
        .any(|known| extension.eq_ignore_ascii_case(known))
}
