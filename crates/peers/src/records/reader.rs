//! The readers: each is called the way its documentation shows.

use super::corpus::{Family, File};
use komadai_kifu::{Format, ReadOptions, read, read_text};
use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Reads a text; `None` if there is no reader for the family.
pub type Text = fn(Family, &str) -> Option<bool>;
/// Reads bytes, finding out their encoding.
pub type Bytes = fn(Family, &[u8]) -> Option<bool>;

/// Reads files and says whether it could.
#[derive(Clone, Copy, Debug)]
pub enum Reader {
    /// Takes text that was decoded before.
    Text(&'static str, Text),
    /// Decodes by itself.
    Bytes(&'static str, Bytes),
}

impl Reader {
    /// Ours on text, told the format as the others are.
    pub const OURS: Reader = Reader::Text("komadai", |family, text| {
        let options = ReadOptions {
            format: Some(format(family)),
            ..ReadOptions::default()
        };
        Some(black_box(read_text(text, &options)).is_ok())
    });

    /// Ours on bytes: encoding and format are found out.
    pub const OURS_ON_BYTES: Reader = Reader::Bytes("komadai, from bytes", |_, bytes| {
        Some(black_box(read(bytes, &ReadOptions::default())).is_ok())
    });

    /// The others, in the order of the table.
    pub const PEERS: [Reader; 4] = [RSSHOGI, RSSHOGI_ON_BYTES, CSA, CONVERTER];

    /// The name in the table.
    pub const fn name(&self) -> &'static str {
        match self {
            Reader::Text(name, _) | Reader::Bytes(name, _) => name,
        }
    }

    /// Does it decode by itself?
    pub const fn decodes(&self) -> bool {
        matches!(self, Reader::Bytes(..))
    }

    /// Reads a file; `None` if the program does not know the format.
    pub fn read(&self, file: &File) -> Option<bool> {
        match self {
            Reader::Text(_, read) => read(file.family, &file.text),
            Reader::Bytes(_, read) => read(file.family, &file.bytes),
        }
    }

    /// As [`read`](Reader::read), but a panic counts as a failure.
    pub fn try_read(&self, file: &File) -> Option<bool> {
        catch_unwind(AssertUnwindSafe(|| self.read(file))).unwrap_or(Some(false))
    }
}

const RSSHOGI: Reader = Reader::Text("rsshogi", |family, text| {
    use rsshogi::records::{csa, kif};
    Some(match family {
        Family::Kif => black_box(kif::parse_kif_str(text)).is_ok(),
        Family::Ki2 => black_box(kif::parse_ki2_str(text)).is_ok(),
        // It reads the first game of a file only, but the one for all games copies the text.
        Family::Csa => black_box(csa::parse_csa_str(text)).is_ok(),
    })
});

const RSSHOGI_ON_BYTES: Reader = Reader::Bytes("rsshogi, from bytes", |family, bytes| {
    use rsshogi::records::{csa, kif};
    Some(match family {
        Family::Kif => black_box(kif::parse_kif_bytes(bytes)).is_ok(),
        Family::Ki2 => black_box(kif::parse_ki2_bytes(bytes)).is_ok(),
        Family::Csa => black_box(csa::parse_csa_bytes(bytes)).is_ok(),
    })
});

const CSA: Reader = Reader::Text("csa (syntax only)", |family, text| {
    (family == Family::Csa).then(|| black_box(csa::parse_csa(text)).is_ok())
});

const CONVERTER: Reader = Reader::Text("shogi-kifu-converter", |family, text| {
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
