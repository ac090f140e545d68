//! `komadai diagram`: a position as a picture.

use crate::Answer;
use crate::args::DiagramArgs;
use crate::input::{self, Subject};
use crate::save::{Existing, save};
use anyhow::{Context, bail};
use komadai_core::{Color, Move, Setup, Variant};
use komadai_kifu::Record;
use komadai_kifu::diagram::Diagram;
use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;

/// Default width of a PNG in pixels.
const WIDTH: u32 = 800;

pub(crate) fn run(args: &DiagramArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let scene = match Subject::of(&args.position, args.variant.variant)? {
        Subject::Line(line) => {
            let record = input::record(&line, args.variant.variant)?;
            Scene::of(&record, args.ply)?
        }
        Subject::File(_, reading) => {
            let record = reading
                .records
                .first()
                .context("the file contains no game")?;
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

/// The position to draw.
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
        let mut cursor = record.cursor();
        cursor.go_to_ply(u32::try_from(ply).unwrap_or(u32::MAX));
        Ok(Scene {
            setup: cursor.position().to_setup(),
            last_move: ply
                .checked_sub(1)
                .and_then(|index| moves.get(index).copied()),
            variant: record.variant,
        })
    }
}

/// Sets the width of an SVG, which otherwise fills its container.
fn sized(svg: String, width: Option<u32>) -> String {
    match width {
        None => svg,
        Some(width) => svg.replacen("<svg ", &format!("<svg width=\"{width}\" "), 1),
    }
}
