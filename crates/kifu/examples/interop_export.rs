//! Writes records in all formats that other libraries read, with what they should find in them.
//!
//! `cargo run -p komadai-kifu --example interop_export -- FOLDER` fills the folder with files and
//! `expectations.json`. The records are small ones of our own and, where `KOMADAI_TESTDATA` names the
//! folder, a share of the real ones.

use komadai_core::Variant;
use komadai_kifu::record::{NodeRef, Record};
use komadai_kifu::{Format, Handicap, ReadOptions, RecordPosition, WriteOptions, read, write};
use komadai_testkit::testdata;
use serde_json::{Value, json};
use std::error::Error;
use std::path::{Path, PathBuf};

const FORMATS: [Format; 5] = [
    Format::Kif,
    Format::Ki2,
    Format::Csa,
    Format::Jkf,
    Format::Usi,
];

/// One real record in so many is taken.
const SHARE: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).ok_or("name a folder")?;
    let folder = PathBuf::from(folder);
    std::fs::create_dir_all(&folder)?;
    let mut records = own_records()?;
    records.extend(real_records()?);
    let mut expectations = Vec::new();
    for (name, record) in records.iter().filter(|(_, record)| is_common(record)) {
        for format in FORMATS {
            expectations.push(export(&folder, name, record, format)?);
        }
    }
    let text = serde_json::to_string(&expectations)?;
    std::fs::write(folder.join("expectations.json"), text)?;
    eprintln!("{} files written", expectations.len());
    Ok(())
}

/// Records that show what each format can hold.
fn own_records() -> Result<Vec<(String, Record)>, Box<dyn Error>> {
    let texts = [
        "先手：A\n後手：B\n手合割：平手\n*はじめ\n 1 ７六歩(77) ( 0:03/00:00:03)\n*一手目\n*二行目\n 2 ３四歩(33) ( 0:05/00:00:05)\n \
         3 ２二角成(88)\n 4 同　銀(31)\n 5 ４五角打\n 6 投了\n\n変化：3手\n 3 ２六歩(27)\n*変化\n 4 ８四歩(83)\n\n変化：4手\n \
         4 ４四歩(43)\n",
        "手合割：二枚落ち\n下手：A\n上手：B\n△６二銀(71) ▲７六歩(77) △５四歩(53) ▲４六歩(47)\nまで4手で中断\n",
        "position sfen 7nk/9/7GP/9/9/9/9/9/9 b G2rb2g4s3n4l17p 1 moves 1c1b+ 2a1c G*1b",
        "position startpos moves 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2h 8e8f 8g8f 8b8f P*8g 8f8b",
    ];
    let mut records = Vec::new();
    for (i, text) in texts.iter().enumerate() {
        let reading = read(text.as_bytes(), &ReadOptions::default())?;
        records.extend(
            reading
                .records
                .into_iter()
                .map(|record| (format!("own{i}"), record)),
        );
    }
    Ok(records)
}

fn real_records() -> Result<Vec<(String, Record)>, Box<dyn Error>> {
    let Some(folder) = testdata("kifu") else {
        return Ok(Vec::new());
    };
    let table = std::fs::read_to_string(folder.join("index.tsv"))?;
    let paths = table.lines().skip(1).step_by(SHARE);
    let mut records = Vec::new();
    for (i, line) in paths.enumerate() {
        let path = line.split('\t').next().unwrap_or_default();
        let bytes = std::fs::read(folder.join(path))?;
        if let Ok(reading) = read(&bytes, &ReadOptions::default()) {
            let first = reading.records.into_iter().next();
            records.extend(first.map(|record| (format!("real{i}"), record)));
        }
    }
    Ok(records)
}

/// Can every library hold it? Illegal moves, engine annotations, moves beside an ending, diagrams
/// without a king and rare handicaps are judged by our own tests.
fn is_common(record: &Record) -> bool {
    let common_start = match record.start.handicap() {
        Some(handicap) => matches!(
            handicap,
            Handicap::Even
                | Handicap::Lance
                | Handicap::Bishop
                | Handicap::Rook
                | Handicap::RookLance
                | Handicap::TwoPiece
                | Handicap::FourPiece
                | Handicap::SixPiece
        ),
        None => record.start.setup().move_number == 1,
    };
    let plain = |node: NodeRef<'_>| {
        node.breach().is_none()
            && node.annotations().is_empty()
            && (node.ending().is_none() || !node.has_alternatives())
    };
    record.variant == Variant::Shogi
        && common_start
        && record.tree.move_count() > 0
        && record.tree.preorder().all(plain)
        && matches!(record.final_position(), RecordPosition::Judged(_))
}

fn export(
    folder: &Path,
    name: &str,
    record: &Record,
    format: Format,
) -> Result<Value, Box<dyn Error>> {
    let file = format!("{name}.{format}");
    let written = write(record, format, &WriteOptions::default())?;
    std::fs::write(folder.join(&file), &written.bytes)?;
    let main_line_only = matches!(format, Format::Csa | Format::Usi);
    let nodes: Vec<NodeRef<'_>> = if main_line_only {
        record.tree.main_line().collect()
    } else {
        record.tree.preorder().collect()
    };
    let nodes = nodes.into_iter().filter_map(|node| {
        let comment = node.comment().filter(|_| format != Format::Usi);
        Some(json!([
            node.ply(),
            node.mv()?.to_string(),
            comment.unwrap_or("")
        ]))
    });
    let moves: Vec<String> = record.main_line().map(|(_, mv)| mv.to_string()).collect();
    Ok(json!({
        "file": file,
        "format": format.name(),
        "start": record.start_position().to_string(),
        "moves": moves,
        "final": record.final_position().to_string(),
        "nodes": nodes.collect::<Vec<Value>>(),
    }))
}
