//! `komadai diagram`: a position as a picture.

use crate::Answer;
use crate::args::DiagramArgs;
use crate::input::Subject;
use crate::save::{Existing, save};
use anyhow::{Context, bail};
use komadai_core::{Color, Move, Setup, Variant};
use komadai_kifu::Record;
use komadai_kifu::diagram::Diagram;
use komadai_kifu::record::Start;
use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;

/// Pixels across a PNG if nothing else is said.
const WIDTH: u32 = 800;

pub(crate) fn run(args: &DiagramArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let scene = match Subject::of(&args.position, args.variant.variant)? {
        Subject::Line(line) => {
            let record = line.record(args.variant.variant)?;
            Scene::of(&record, args.ply)?
        }
        Subject::File(_, reading) => {
            let record = reading.records.first().context("the file holds no game")?;
            Scene::of(record, args.ply)?
        }
    };
    let diagram = Diagram {
        pieces: args.pieces,
        last_move: scene.last_move,
        bottom: if args.flip {
            Color::White
        } else {
            Color::Black
        },
        ..Diagram::default()
    };
    let path = Path::new(&args.output);
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    let bytes = match extension.to_ascii_lowercase().as_str() {
        "svg" => sized(diagram.to_svg(&scene.setup, scene.variant), args.width).into_bytes(),
        "png" => diagram.to_png(&scene.setup, scene.variant, args.width.unwrap_or(WIDTH))?,
        _ => bail!(
            "{}: expected a name that ends in .svg or .png",
            path.display()
        ),
    };
    save(path, &bytes, Existing::Replace)?;
    writeln!(out, "{}", path.display())?;
    Ok(Answer::Positive)
}

/// What is drawn.
struct Scene {
    setup: Setup,
    last_move: Option<Move>,
    variant: Variant,
}

impl Scene {
    fn of(record: &Record, ply: Option<usize>) -> anyhow::Result<Scene> {
        let moves: Vec<Move> = record.main_line().map(|(_, mv)| mv).collect();
        let ply = match ply {
            None => moves.len(),
            Some(ply) if ply <= moves.len() => ply,
            Some(ply) => bail!("there is no ply {ply}: the last is {}", moves.len()),
        };
        let setup = match record.cursor() {
            Ok(mut cursor) => {
                cursor.go_to_ply(u32::try_from(ply).unwrap_or(u32::MAX));
                cursor.position().to_setup()
            }
            Err(_) => Start::setup(&record.start),
        };
        Ok(Scene {
            setup,
            last_move: ply
                .checked_sub(1)
                .and_then(|index| moves.get(index).copied()),
            variant: record.variant,
        })
    }
}

/// SVG fills what it is given; a width makes it that wide.
fn sized(svg: String, width: Option<u32>) -> String {
    match width {
        None => svg,
        Some(width) => svg.replacen("<svg ", &format!("<svg width=\"{width}\" "), 1),
    }
}
