//! Games of a match as records.

use super::game::{PlayedGame, PlayedMove};
use super::opening::MatchOpening;
use super::ruling::{MatchReason, MatchRuling};
use crate::analysis::legal_part;
use komadai_core::{AnyPosition, ByColor, Color, Move, Variant};
use komadai_kifu::error::WriteError;
use komadai_kifu::record::{
    Annotation, Builder, Ending, Millis, MoveTime, Record, Score, Termination,
};
use komadai_kifu::{Format, WriteOptions, write};
use komadai_usi::Info;

/// A game as a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedRecord {
    /// The format: CSA, or KIF for games with a promoted gold, for which CSA has no code.
    pub format: Format,
    /// The file.
    pub bytes: Vec<u8>,
}

/// The record of a game: names, moves, times, what the engines thought, and the ending.
pub fn to_record(opening: &MatchOpening, names: ByColor<&str>, played: &PlayedGame) -> Record {
    let start = opening.resolved.start;
    let mut record = Record::new(start.variant(), start.to_setup());
    set_names(&mut record, names);
    let mut builder = Builder::new(record);
    for &mv in opening.moves() {
        builder.play(mv);
    }
    let mut position = opening.resolved.position;
    for played in &played.moves {
        push_move(&mut builder, &mut position, played);
    }
    push_ending(&mut builder, played);
    builder.finish()
}

fn set_names(record: &mut Record, names: ByColor<&str>) {
    let gives_handicap = record.start.handicap().is_some() && record.start.turn() == Color::White;
    let keys = match gives_handicap {
        true => ["下手", "上手"],
        false => ["先手", "後手"],
    };
    for (key, name) in keys.into_iter().zip(names.0) {
        record.headers.push(key, name.trim());
    }
}

fn push_move(builder: &mut Builder, position: &mut AnyPosition, played: &PlayedMove) {
    let mover = position.turn();
    builder.play(played.mv);
    if position.play(played.mv).is_err() {
        return;
    }
    let node = builder.at();
    let spent = Some(Millis::new(played.time.as_millis() as u64));
    builder
        .tree_mut()
        .set_time(node, MoveTime { spent, total: None });
    if let Some(annotation) = played
        .info
        .as_ref()
        .and_then(|info| annotation(info, mover, played.mv, position))
    {
        builder.tree_mut().push_annotation(node, annotation);
    }
}

/// An engine's annotation of its move: the score from Black's view and the line after the move.
fn annotation(info: &Info, mover: Color, mv: Move, position: &AnyPosition) -> Option<Annotation> {
    let (score, _) = info.score?;
    let from_black = match mover {
        Color::Black => score,
        Color::White => score.reversed(),
    };
    let plies = |plies: u32| i32::try_from(plies).unwrap_or(i32::MAX);
    let score = match from_black {
        komadai_usi::UsiScore::Centipawns(value) => Score::Centipawns(value),
        komadai_usi::UsiScore::MateIn(Some(length)) => Score::Mate(plies(length)),
        komadai_usi::UsiScore::MatedIn(Some(length)) => Score::Mate(-plies(length)),
        komadai_usi::UsiScore::MateIn(None) => Score::BlackMates,
        komadai_usi::UsiScore::MatedIn(None) => Score::WhiteMates,
    };
    let line = match info.pv.split_first() {
        Some((first, line)) if *first == mv => legal_part(line, *position),
        _ => Vec::new(),
    };
    Some(Annotation {
        score: Some(score),
        line,
        ..Annotation::default()
    })
}

fn push_ending(builder: &mut Builder, played: &PlayedGame) {
    let MatchRuling { winner, reason } = &played.ruling;
    let termination = played.ruling.termination();
    let is_explained =
        termination == Termination::IllegalMove || matches!(reason, MatchReason::Hang(_));
    let comment = is_explained.then(|| reason.to_string());
    builder.end(Ending {
        termination,
        winner: *winner,
    });
    let node = builder.at();
    for line in comment.iter().flat_map(|text| text.lines()) {
        builder.tree_mut().push_comment_line(node, line);
    }
    if let Some(time) = played.last_thought {
        let spent = Some(Millis::new(time.as_millis() as u64));
        builder
            .tree_mut()
            .set_time(node, MoveTime { spent, total: None });
    }
}

/// Writes a record as CSA, or as KIF if CSA cannot express it.
///
/// # Errors
/// Returns an error if neither format can express it.
pub fn save_record(record: &Record) -> Result<SavedRecord, WriteError> {
    let save = |format| {
        let written = write(record, format, &WriteOptions::default())?;
        Ok(SavedRecord {
            format,
            bytes: written.bytes,
        })
    };
    match save(Format::Csa) {
        Err(WriteError::NotExpressible { .. }) if record.variant == Variant::Seireigi => {
            save(Format::Kif)
        }
        saved => saved,
    }
}
