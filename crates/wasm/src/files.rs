//! Records in every format, and pictures.

use crate::error::Error;
use crate::stored;
use komadai_core::{Setup, Variant};
use komadai_game::narrate::{self, Language};
use komadai_game::record::export;
use komadai_kifu::diagram::{Coordinates, Diagram, PieceSet};
use komadai_kifu::encoding::Encoding;
use komadai_kifu::record::Record;
use komadai_kifu::{Format, ReadOptions, WriteOptions, read, write};
use wasm_bindgen::prelude::wasm_bindgen;

/// The bytes of a file and the information lost in it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RecordFile {
    bytes: Vec<u8>,
    notices: Vec<String>,
}

#[wasm_bindgen]
impl RecordFile {
    /// The bytes.
    #[wasm_bindgen(getter)]
    pub fn bytes(&self) -> Vec<u8> {
        self.bytes.clone()
    }

    /// The lost information.
    #[wasm_bindgen(getter)]
    pub fn notices(&self) -> Vec<String> {
        self.notices.clone()
    }
}

/// The record of a game, given its log.
///
/// # Errors
/// Returns an error if the log is damaged, a word is unknown or the format cannot hold the game.
#[wasm_bindgen(js_name = recordFile)]
pub fn record_file(
    log: &str,
    format: &str,
    encoding: &str,
    language: &str,
    date: &str,
) -> Result<RecordFile, Error> {
    let (opening, events) = stored::read(log)?;
    let language: Language = language.parse().map_err(|e| Error::word("language", e))?;
    let say = |before: &_, event: &_| Some(narrate::line(language, before, event));
    let exported = export(&opening, &events, say)?;
    let mut record = exported.record;
    if !date.is_empty() {
        record.headers.set("開始日時", date);
    }
    let mut file = write_file(&record, format, encoding)?;
    let losses = exported.losses.iter().map(ToString::to_string);
    file.notices.splice(0..0, losses);
    Ok(file)
}

/// A record in another format.
///
/// # Errors
/// Returns an error if the file cannot be read or the format cannot hold the game.
#[wasm_bindgen(js_name = convertFile)]
pub fn convert_file(
    bytes: &[u8],
    variant: &str,
    format: &str,
    encoding: &str,
) -> Result<RecordFile, Error> {
    let records = read_records(bytes, variant)?;
    let record = records
        .first()
        .ok_or_else(|| Error::word("file", "no game in it"))?;
    write_file(record, format, encoding)
}

/// A picture of a position as SVG.
///
/// # Errors
/// Returns an error if the text is not a diagram or a word is unknown.
#[wasm_bindgen]
pub fn picture(
    variant: &str,
    sfen: &str,
    pieces: &str,
    last_move: Option<String>,
    bottom: &str,
) -> Result<String, Error> {
    let variant = parse_variant(variant)?;
    let setup = Setup::parse_tolerant(sfen).map_err(|e| Error::word("sfen", e))?;
    let pieces: PieceSet = pieces.parse().map_err(|e| Error::word("pieces", e))?;
    let diagram = Diagram {
        pieces,
        last_move: last_move.and_then(|usi| usi.parse().ok()),
        coordinates: Coordinates::default(),
        bottom: match bottom {
            "white" => komadai_core::Color::White,
            _ => komadai_core::Color::Black,
        },
        ..Diagram::default()
    };
    Ok(diagram.to_svg(&setup, variant))
}

fn parse_variant(name: &str) -> Result<Variant, Error> {
    name.parse().map_err(|e| Error::word("variant", e))
}

fn read_records(bytes: &[u8], variant: &str) -> Result<Vec<Record>, Error> {
    let options = ReadOptions {
        variant: parse_variant(variant)?,
        ..ReadOptions::default()
    };
    Ok(read(bytes, &options)?.records)
}

fn write_file(record: &Record, format: &str, encoding: &str) -> Result<RecordFile, Error> {
    let format: Format = format.parse().map_err(|e| Error::word("format", e))?;
    let encoding = match encoding {
        "utf8" => Encoding::Utf8,
        "sjis" => Encoding::ShiftJis,
        _ => return Err(Error::word("encoding", "expected utf8 or sjis")),
    };
    let options = WriteOptions {
        encoding,
        ..WriteOptions::default()
    };
    let written = write(record, format, &options)?;
    Ok(RecordFile {
        bytes: written.bytes,
        notices: written.notices.iter().map(ToString::to_string).collect(),
    })
}
