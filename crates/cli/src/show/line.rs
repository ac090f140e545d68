//! A position given as an argument, with moves.

use super::status;
use crate::Answer;
use crate::args::ShowArgs;
use crate::board::{self, Ascii, Kanji};
use crate::input::faults;
use anyhow::{Context, ensure};
use komadai_core::{AnyPosition, Color, IllegalMove, PositionLine, Square, Variant};
use komadai_kifu::RecordPosition;
use komadai_kifu::notation::Notation;
use komadai_kifu::record::Walk;
use serde_json::{Value, json};
use std::io::{self, Write};

pub(super) fn show(
    line: &PositionLine,
    args: &ShowArgs,
    out: &mut impl Write,
) -> anyhow::Result<Answer> {
    let game = Game::follow(line, args.variant.variant);
    for fault in &game.faults {
        let _ = writeln!(io::stderr(), "komadai: {fault}");
    }
    let ply = args.ply.unwrap_or(line.moves.len());
    let last = line.moves.len();
    ensure!(ply <= last, "there is no ply {ply}: the last is {last}");
    // Positions after an illegal move are not shown.
    let ply = ply.min(game.positions.len() - 1);
    let moves = match args.notation {
        Some(notation) => Some(game.write_moves(line, notation, ply)?),
        None => None,
    };
    if args.json {
        writeln!(out, "{}", game.to_json(line, ply, moves.as_deref()))?;
    } else {
        write!(out, "{}", game.draw(line, ply, args.ascii))?;
        for (i, text) in moves.iter().flatten().enumerate() {
            writeln!(out, "{:4} {text}", i + 1)?;
        }
    }
    Ok(if game.faults.is_empty() {
        Answer::Positive
    } else {
        Answer::Negative
    })
}

/// A line up to the first illegal move.
struct Game {
    /// The start and the position after each move, up to the first illegal one.
    positions: Vec<RecordPosition>,
    illegal_ply: Option<usize>,
    faults: Vec<String>,
}

impl Game {
    fn follow(line: &PositionLine, variant: Variant) -> Game {
        let faults = faults(&line.start, variant);
        let mut game = Game {
            positions: Vec::with_capacity(line.moves.len() + 1),
            illegal_ply: None,
            faults: faults.iter().map(ToString::to_string).collect(),
        };
        let mut walk = Walk::new(RecordPosition::from_setup(variant, &line.start));
        game.positions.push(*walk.position());
        for (i, &mv) in line.moves.iter().enumerate() {
            if let Some(reason) = walk.play(mv) {
                let illegal = IllegalMove { mv, reason };
                game.illegal_ply = Some(i + 1);
                game.faults.push(format!("move {}: {illegal}", i + 1));
                break;
            }
            game.positions.push(*walk.position());
        }
        game
    }

    fn write_moves(
        &self,
        line: &PositionLine,
        notation: Notation,
        plies: usize,
    ) -> anyhow::Result<Vec<String>> {
        let mut previous: Option<Square> = None;
        let moves = line.moves.iter().zip(&self.positions).take(plies);
        moves
            .map(|(&mv, position)| {
                let text = notation.format(position, mv, previous);
                let text = text.or_else(|error| match position {
                    RecordPosition::Judged(_) => Err(error),
                    RecordPosition::Unjudged(..) => Ok(mv.to_string()),
                });
                previous = Some(mv.to());
                text.with_context(|| format!("{mv} in notation {notation}"))
            })
            .collect()
    }

    fn draw(&self, line: &PositionLine, ply: usize, ascii: bool) -> String {
        let position = &self.positions[ply];
        let setup = position.to_setup();
        let number = setup.move_number;
        let english = match setup.turn {
            Color::Black => "Black",
            Color::White => "White",
        };
        let (board, turn) = if ascii {
            (Ascii(&setup).to_string(), String::new())
        } else {
            let japanese = board::side(&line.start, setup.turn);
            let board = Kanji {
                setup: &setup,
                start: &line.start,
                variant: position.variant(),
            };
            (board.to_string(), format!(" ({japanese}番)"))
        };
        let status = status(position, ascii);
        format!("{board}{english} to move{turn}, move {number}\n{status}sfen {setup}\n")
    }

    /// The JSON members of a record, plus facts about the position shown.
    fn to_json(&self, line: &PositionLine, ply: usize, moves: Option<&[String]>) -> Value {
        let shown = &self.positions[ply];
        let last = self.positions.last().unwrap_or(shown);
        let judged = match shown {
            RecordPosition::Judged(position) => Some(position),
            RecordPosition::Unjudged(..) => None,
        };
        let mut object = json!({
            "format": "sfen",
            "encoding": null,
            "variant": shown.variant().name(),
            "start_sfen": line.start.to_string(),
            "moves": line.moves.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "final_sfen": last.to_string(),
            "result": null,
            "winner": null,
            "nodes": line.moves.len(),
            "comments": 0,
            "illegal_ply": self.illegal_ply,
            "warnings": self.faults,
            "ply": ply,
            "sfen": shown.to_string(),
            "in_check": judged.map(AnyPosition::is_in_check),
            "legal_moves": judged.map(|position| position.legal_moves().len()),
        });
        if let Some(moves) = moves {
            object["notation"] = moves.into();
        }
        object
    }
}
