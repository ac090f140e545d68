//! A record: its headers, a position of it, its result and the names in it.

use super::status;
use crate::Answer;
use crate::args::ShowArgs;
use crate::board::{self, Ascii, Kanji};
use crate::files::{self, Source, printable};
use anyhow::{anyhow, ensure};
use komadai_core::Color;
use komadai_game::ClockSpec;
use komadai_kifu::names::{self, Found};
use komadai_kifu::notation::Notation;
use komadai_kifu::record::{NodeRef, Record, Walk};
use komadai_kifu::{Reading, RecordPosition, Summary};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{self, Write};

pub(super) fn show(
    source: &Source,
    reading: &Reading,
    args: &ShowArgs,
    out: &mut impl Write,
) -> anyhow::Result<Answer> {
    for warning in files::warnings(source, reading) {
        let _ = writeln!(io::stderr(), "{warning}");
    }
    let count = reading.records.len();
    for (i, record) in reading.records.iter().enumerate() {
        let game = Game::of(record, args).map_err(|error| anyhow!("{source}: {error}"))?;
        if args.json {
            writeln!(out, "{}", game.to_json(reading, i, args))?;
            continue;
        }
        if count > 1 {
            let blank = if i == 0 { "" } else { "\n" };
            writeln!(out, "{blank}Game {} of {count}", i + 1)?;
        }
        write!(out, "{}", game.to_text(args))?;
    }
    Ok(Answer::Positive)
}

/// A record and the ply that is shown.
struct Game<'r> {
    record: &'r Record,
    ply: usize,
    /// The last move before that ply, or all moves if requested.
    moves: Vec<String>,
    node: NodeRef<'r>,
    position: RecordPosition,
}

impl<'r> Game<'r> {
    fn of(record: &'r Record, args: &ShowArgs) -> anyhow::Result<Game<'r>> {
        let last = record.main_line().count();
        let ply = args.ply.unwrap_or(last);
        ensure!(ply <= last, "there is no ply {ply}: the last is {last}");
        let mut game = Game {
            record,
            ply,
            moves: Vec::new(),
            node: record.tree.root(),
            position: record.start_position(),
        };
        let notation = args.notation.unwrap_or(match args.ascii {
            true => Notation::Hodges,
            false => Notation::Japanese,
        });
        let mut walk = Walk::new(game.position);
        let mut previous = None;
        for (i, (node, mv)) in record.main_line().take(ply).enumerate() {
            if args.notation.is_some() || i + 1 == ply {
                game.moves
                    .push(notation.format_or_usi(walk.position(), mv, previous));
            }
            walk.follow(node.action());
            previous = Some(mv.to());
            game.node = node;
        }
        game.position = *walk.position();
        Ok(game)
    }

    /// The stable JSON members, plus the requested ones.
    fn to_json(&self, reading: &Reading, index: usize, args: &ShowArgs) -> Value {
        let summary = Summary::of(self.record);
        // Warnings have line numbers, so they are given once, with the first game.
        let warnings = reading.warnings.iter().filter(|_| index == 0);
        let mut object = json!({
            "format": reading.format.name(),
            "encoding": reading.encoding.name(),
            "variant": summary.variant.name(),
            "start_sfen": summary.start_sfen,
            "moves": summary.moves.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "final_sfen": summary.final_sfen,
            "result": summary.result,
            "winner": summary.winner.map(|color| color.to_string()),
            "nodes": summary.nodes,
            "comments": summary.comments,
            "illegal_ply": summary.illegal_ply,
            "warnings": warnings.map(ToString::to_string).collect::<Vec<_>>(),
        });
        if let Some(clock) = self.clock() {
            object["clock"] = clock.to_string().into();
        }
        if args.ply.is_some() {
            object["ply"] = self.ply.into();
            object["sfen"] = self.position.to_string().into();
        }
        if args.notation.is_some() {
            object["notation"] = self.moves.clone().into();
        }
        object
    }

    fn to_text(&self, args: &ShowArgs) -> String {
        let mut text = String::new();
        for header in &self.record.headers {
            let colon = if header.key.is_empty() { "" } else { "：" };
            let line = format!("{}{colon}{}", header.key, header.value);
            push(&mut text, &printable(&line));
        }
        if let Some(handicap) = self.record.start.handicap() {
            push(&mut text, &format!("手合割：{}", handicap.japanese()));
        }
        if let Some(clock) = self.clock() {
            push(&mut text, &format!("Clock: {clock}"));
        }
        text += &self.draw(args.ascii);
        self.push_last_move(&mut text);
        self.push_result(&mut text, args.ascii);
        self.push_names(&mut text);
        if args.notation.is_some() {
            for (i, mv) in self.moves.iter().enumerate() {
                push(&mut text, &format!("{:4} {mv}", i + 1));
            }
        }
        text
    }

    /// The time control in the headers, if a game can be played with it.
    fn clock(&self) -> Option<ClockSpec> {
        ClockSpec::from_headers(&self.record.headers)?.ok()
    }

    fn draw(&self, ascii: bool) -> String {
        let (setup, start) = (self.position.to_setup(), self.record.start.setup());
        let english = english(setup.turn);
        let number = setup.move_number;
        let (board, turn) = if ascii {
            (Ascii(&setup).to_string(), String::new())
        } else {
            let board = Kanji {
                setup: &setup,
                start: &start,
                variant: self.record.variant,
            };
            let japanese = board::side(&start, setup.turn);
            (board.to_string(), format!(" ({japanese}番)"))
        };
        let status = status(&self.position, ascii);
        format!("{board}{english} to move{turn}, move {number}\n{status}sfen {setup}\n")
    }

    fn push_last_move(&self, text: &mut String) {
        if let Some(mv) = self.moves.last() {
            let illegal = self
                .node
                .breach()
                .map(|reason| format!(" (illegal: {reason})"));
            let illegal = illegal.unwrap_or_default();
            push(text, &format!("Last move: {} {mv}{illegal}", self.ply));
        }
        for line in self.node.comment().into_iter().flat_map(str::lines) {
            push(text, &format!("*{}", printable(line)));
        }
    }

    fn push_result(&self, text: &mut String, ascii: bool) {
        let moves = match self.record.main_line().count() {
            1 => "1 move".to_owned(),
            count => format!("{count} moves"),
        };
        let Some(ending) = self.record.ending() else {
            return push(text, &format!("No result after {moves}"));
        };
        let winner = match ending.winner {
            None => String::new(),
            Some(color) if ascii => format!(", {} wins", english(color)),
            Some(color) => {
                let japanese = board::side(&self.record.start.setup(), color);
                format!(", {} wins ({japanese}の勝ち)", english(color))
            }
        };
        let word = printable(ending.termination.word());
        push(text, &format!("Result: {word} after {moves}{winner}"));
    }

    fn push_names(&self, text: &mut String) {
        let seen = |found: &Found| found.ply as usize <= self.ply;
        for found in names::recognise(self.record).into_iter().filter(seen) {
            let side = found.color.map_or("Both", english);
            let (english, japanese) = (found.name.english, found.name.japanese);
            push(
                text,
                &format!("{side}: {english} ({japanese}), move {}", found.ply),
            );
        }
    }
}

const fn english(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

fn push(text: &mut String, line: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{line}");
}
