//! The readers: each is called the way its documentation shows.

use super::corpus::{CorpusFile, Family};
use komadai_kifu::{Format, ReadOptions, read, read_text};
use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Reads a text; `None` if there is no reader for the family.
pub type ReadText = fn(Family, &str) -> Option<bool>;
/// Reads bytes, finding out their encoding.
pub type ReadBytes = fn(Family, &[u8]) -> Option<bool>;

/// Reads files and says whether it could.
#[derive(Clone, Copy, Debug)]
pub enum RecordReader {
    /// Takes text that was decoded before.
    ReadText(&'static str, ReadText),
    /// Decodes by itself.
    ReadBytes(&'static str, ReadBytes),
}

impl RecordReader {
    /// Ours on text, told the format as the others are.
    pub const OURS: RecordReader = RecordReader::ReadText("komadai", |family, text| {
        let options = ReadOptions {
            format: Some(format(family)),
            ..ReadOptions::default()
        };
        Some(black_box(read_text(text, &options)).is_ok())
    });

    /// Ours on bytes: encoding and format are found out.
    pub const OURS_ON_BYTES: RecordReader =
        RecordReader::ReadBytes("komadai, from bytes", |_, bytes| {
            Some(black_box(read(bytes, &ReadOptions::default())).is_ok())
        });

    /// The others, in the order of the table.
    pub const PEERS: [RecordReader; 4] = [RSSHOGI, RSSHOGI_ON_BYTES, CSA, CONVERTER];

    /// The name in the table.
    pub const fn name(&self) -> &'static str {
        match self {
            RecordReader::ReadText(name, _) | RecordReader::ReadBytes(name, _) => name,
        }
    }

    /// Does it decode by itself?
    pub const fn decodes(&self) -> bool {
        matches!(self, RecordReader::ReadBytes(..))
    }

    /// Reads a file; `None` if the program does not know the format.
    pub fn read(&self, file: &CorpusFile) -> Option<bool> {
        match self {
            RecordReader::ReadText(_, read) => read(file.family, &file.text),
            RecordReader::ReadBytes(_, read) => read(file.family, &file.bytes),
        }
    }

    /// As [`read`](RecordReader::read), but a panic counts as a failure.
    pub fn try_read(&self, file: &CorpusFile) -> Option<bool> {
        catch_unwind(AssertUnwindSafe(|| self.read(file))).unwrap_or(Some(false))
    }
}

const RSSHOGI: RecordReader = RecordReader::ReadText("rsshogi", |family, text| {
    use rsshogi::records::{csa, kif};
    Some(match family {
        Family::Kif => black_box(kif::parse_kif_str(text)).is_ok(),
        Family::Ki2 => black_box(kif::parse_ki2_str(text)).is_ok(),
        // It reads the first game of a file only, but the one for all games copies the text.
        Family::Csa => black_box(csa::parse_csa_str(text)).is_ok(),
    })
});

const RSSHOGI_ON_BYTES: RecordReader =
    RecordReader::ReadBytes("rsshogi, from bytes", |family, bytes| {
        use rsshogi::records::{csa, kif};
        Some(match family {
            Family::Kif => black_box(kif::parse_kif_bytes(bytes)).is_ok(),
            Family::Ki2 => black_box(kif::parse_ki2_bytes(bytes)).is_ok(),
            Family::Csa => black_box(csa::parse_csa_bytes(bytes)).is_ok(),
        })
    });

const CSA: RecordReader = RecordReader::ReadText("csa (syntax only)", |family, text| {
    (family == Family::Csa).then(|| black_box(csa::parse_csa(text)).is_ok())
});

const CONVERTER: RecordReader = RecordReader::ReadText("shogi-kifu-converter", |family, text| {
    use shogi_kifu_converter::parser;
    Some(match family {
        Family::Kif => black_box(parser::parse_kif_str(text)).is_ok(),
        Family::Ki2 => black_box(parser::parse_ki2_str(text)).is_ok(),
        Family::Csa => black_box(parser::parse_csa_str(text)).is_ok(),
    })
});

const fn format(family: Family) -> Format {
    match family {
        Family::Kif => Format::Kif,
        Family::Ki2 => Format::Ki2,
        Family::Csa => Format::Csa,
    }
}

/// Runs something without the messages of panics that are caught.
pub fn panics_silenced<T>(run: impl FnOnce() -> T) -> T {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let result = run();
    std::panic::set_hook(hook);
    result
}
