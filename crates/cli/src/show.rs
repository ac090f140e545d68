//! `komadai show`: a position in the terminal.

use crate::Answer;
use crate::args::ShowArgs;
use crate::board::{self, Ascii, Kanji};
use crate::input::{Line, checked};
use anyhow::{Context, bail, ensure};
use komadai_core::{Color, Position, Rules, Seireigi, Setup, Shogi, Square, Variant};
use komadai_kifu::notation::Notation;
use serde_json::{Value, json};
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;

pub(crate) fn run(args: &ShowArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let line = read(&args.position)?;
    match args.variant.variant {
        Variant::Shogi => show::<Shogi>(&line, args, out),
        Variant::Seireigi => show::<Seireigi>(&line, args, out),
    }
}

fn read(argument: &OsStr) -> anyhow::Result<Line> {
    let text = argument.to_str().context("the position is not UTF-8");
    text.and_then(Line::parse).or_else(|error| {
        let path = Path::new(argument);
        ensure!(
            !path.exists(),
            "{}: records are not read yet, only positions",
            path.display()
        );
        Err(error)
    })
}

fn show<R: Rules>(line: &Line, args: &ShowArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let game = Game::<R>::follow(line)?;
    for fault in &game.faults {
        let _ = writeln!(io::stderr(), "komadai: {fault}");
    }
    let ply = args.ply.unwrap_or(line.moves.len());
    let last = line.moves.len();
    ensure!(ply <= last, "there is no ply {ply}: the last is {last}");
    // Nothing is shown beyond an illegal move.
    let ply = ply.min(game.positions.len().saturating_sub(1));
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

/// A line as far as it can be followed.
struct Game<R: Rules> {
    /// The start and what each move led to, up to the first illegal one; empty if no position can
    /// hold the start's diagram.
    positions: Vec<Position<R>>,
    illegal_ply: Option<usize>,
    faults: Vec<String>,
}

impl<R: Rules> Game<R> {
    fn follow(line: &Line) -> anyhow::Result<Game<R>> {
        let mut game = Game {
            positions: Vec::new(),
            illegal_ply: None,
            faults: Vec::new(),
        };
        let start = checked(&line.start).or_else(|error| {
            let faults = error.faults().iter();
            game.faults.extend(faults.map(ToString::to_string));
            error.ignore_illegal_play()
        });
        let Ok(mut position) = start else {
            if !line.moves.is_empty() {
                bail!("no moves can follow: {}", game.faults.join("; "));
            }
            return Ok(game);
        };
        game.positions.push(position);
        for (i, &mv) in line.moves.iter().enumerate() {
            if let Err(illegal) = position.play(mv) {
                game.illegal_ply = Some(i + 1);
                game.faults.push(format!("move {}: {illegal}", i + 1));
                break;
            }
            game.positions.push(position);
        }
        Ok(game)
    }

    /// The diagram after so many moves.
    fn setup(&self, line: &Line, ply: usize) -> Setup {
        match self.positions.get(ply) {
            Some(position) => position.to_setup(),
            None => line.start.clone(),
        }
    }

    fn write_moves(
        &self,
        line: &Line,
        notation: Notation,
        plies: usize,
    ) -> anyhow::Result<Vec<String>> {
        let mut previous: Option<Square> = None;
        let moves = line.moves.iter().zip(&self.positions).take(plies);
        moves
            .map(|(&mv, position)| {
                let text = notation.format(position, mv, previous);
                previous = Some(mv.to());
                text.with_context(|| format!("{mv} in notation {notation}"))
            })
            .collect()
    }

    fn draw(&self, line: &Line, ply: usize, ascii: bool) -> String {
        let setup = self.setup(line, ply);
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
                variant: R::VARIANT,
            };
            (board.to_string(), format!(" ({japanese}番)"))
        };
        let status = self.positions.get(ply).map(|at| status(at, ascii));
        let status = status.unwrap_or_default();
        format!("{board}{english} to move{turn}, move {number}\n{status}sfen {setup}\n")
    }

    /// The members that `show` gives for a record, and what is true of the position shown.
    fn to_json(&self, line: &Line, ply: usize, moves: Option<&[String]>) -> Value {
        let shown = self.positions.get(ply);
        let final_ply = self.positions.len().saturating_sub(1);
        let mut object = json!({
            "format": "sfen",
            "encoding": null,
            "variant": R::VARIANT.name(),
            "start_sfen": line.start.to_string(),
            "moves": line.moves.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "final_sfen": self.setup(line, final_ply).to_string(),
            "result": null,
            "winner": null,
            "nodes": line.moves.len(),
            "comments": 0,
            "illegal_ply": self.illegal_ply,
            "warnings": self.faults,
            "ply": ply,
            "sfen": self.setup(line, ply).to_string(),
            "in_check": shown.map(Position::is_in_check),
            "legal_moves": shown.map(Position::count_legal_moves),
        });
        if let Some(moves) = moves {
            object["notation"] = moves.into();
        }
        object
    }
}

/// A line about check and mate.
fn status<R: Rules>(position: &Position<R>, ascii: bool) -> String {
    let japanese = |word| if ascii { "" } else { word };
    let checkers: Vec<String> = position
        .checkers()
        .iter()
        .map(|sq| sq.to_string())
        .collect();
    let moves = match position.count_legal_moves() {
        1 => "1 legal move".to_owned(),
        count => format!("{count} legal moves"),
    };
    match (checkers.is_empty(), position.has_legal_move()) {
        (true, true) => format!("Not in check; {moves}\n"),
        (true, false) => "No legal move: the side to move loses\n".to_owned(),
        (false, true) => {
            let (check, from) = (japanese(" (王手)"), checkers.join(" and "));
            format!("In check{check} from {from}; {moves}\n")
        }
        (false, false) => format!("Checkmate{}\n", japanese(" (詰み)")),
    }
}
