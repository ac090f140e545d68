//! The files, read before anything is timed.

use komadai_kifu::encoding::decode;
use std::io;
use std::path::{Path, PathBuf};

/// Formats that one reader reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// KIF and KIFU.
    Kif,
    /// KI2 and KI2U.
    Ki2,
    /// CSA.
    Csa,
}

impl Family {
    /// Every family.
    pub const ALL: [Family; 3] = [Family::Kif, Family::Ki2, Family::Csa];

    /// The name in the table.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Kif => "kif",
            Family::Ki2 => "ki2",
            Family::Csa => "csa",
        }
    }

    /// The family of a format in the corpus's index.
    fn of(format: &str) -> Option<Family> {
        match format {
            "kif" | "kifu" => Some(Family::Kif),
            "ki2" | "ki2u" => Some(Family::Ki2),
            "csa" => Some(Family::Csa),
            _ => None,
        }
    }
}

/// A file of the corpus.
#[derive(Clone, Debug)]
pub struct CorpusFile {
    /// Its path in the corpus.
    pub path: String,
    /// What it holds.
    pub family: Family,
    /// As on the disk.
    pub bytes: Vec<u8>,
    /// Decoded, without a byte order mark.
    pub text: String,
}

/// The files of the test data.
#[derive(Clone, Debug)]
pub struct Corpus {
    folder: PathBuf,
    files: Vec<CorpusFile>,
}

impl Corpus {
    /// Reads all files that `index.tsv` names.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn open(folder: &Path) -> io::Result<Corpus> {
        let index = std::fs::read_to_string(folder.join("index.tsv"))?;
        let mut files = Vec::new();
        for line in index.lines().skip(1) {
            let mut fields = line.split('\t');
            let (Some(path), Some(format)) = (fields.next(), fields.next()) else {
                continue;
            };
            let Some(family) = Family::of(format) else {
                continue;
            };
            let bytes = std::fs::read(folder.join(path))?;
            files.push(CorpusFile {
                path: path.to_owned(),
                family,
                text: decode(&bytes).text.into_owned(),
                bytes,
            });
        }
        Ok(Corpus {
            folder: folder.to_owned(),
            files,
        })
    }

    /// Where the files are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The files of a family.
    pub fn files(&self, family: Family) -> Vec<&CorpusFile> {
        let files = self.files.iter();
        files.filter(|file| file.family == family).collect()
    }
}
