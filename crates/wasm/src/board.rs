//! What a board needs to know of a position.

use crate::error::Error;
use crate::opening::ColorDto;
use komadai_core::{AnyPosition, Color, Move, MoveAction, Rules, Seireigi, Shogi, Square, Variant};
use komadai_kifu::notation::{MoveTextError, Notation, parse_any};
use serde::Serialize;
use std::collections::BTreeMap;

/// A position and what can be done in it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BoardView {
    /// The position.
    pub sfen: String,
    /// Who has the move.
    pub turn: ColorDto,
    /// Where the king that is in check stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<String>,
    /// Legal targets by origin: `7g`, or `P*` for a drop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dests: Option<BTreeMap<String, Vec<String>>>,
    /// Legal moves that may promote and need not, as `8h2b`.
    pub choices: Vec<String>,
    /// Legal moves that must promote.
    pub forced: Vec<String>,
    /// Pieces of both sides that have another side to turn up, and where they may.
    pub turnable: BTreeMap<String, Turn>,
}

/// Where a piece may be turned over, whatever else its move breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Turn {
    /// It stands in the zone.
    Anywhere,
    /// It has to reach the zone.
    Zone,
}

/// Whether legal targets and check are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    /// They are.
    Yes,
    /// The rules leave them to the players' own eyes.
    No,
}

impl BoardView {
    /// What a board shows of a position.
    pub fn of(position: &AnyPosition, told: Told) -> BoardView {
        let mut view = BoardView {
            sfen: position.to_string(),
            turn: position.turn().into(),
            check: None,
            dests: None,
            choices: Vec::new(),
            forced: Vec::new(),
            turnable: turnable(position),
        };
        if told == Told::Yes {
            let king = position.king(position.turn());
            view.check = king
                .filter(|_| position.is_in_check())
                .map(|king| king.to_string());
            view.add_moves(position);
        }
        view
    }

    fn add_moves(&mut self, position: &AnyPosition) {
        let mut dests: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut turned = BTreeMap::<String, [bool; 2]>::new();
        for mv in position.legal_moves().iter().copied() {
            let to = mv.to().to_string();
            let from = origin(mv);
            if let Some(square) = mv.from() {
                let ways = turned.entry(format!("{square}{to}")).or_default();
                ways[usize::from(mv.is_promotion())] = true;
            }
            let targets = dests.entry(from).or_default();
            if !targets.contains(&to) {
                targets.push(to);
            }
        }
        for (path, ways) in turned {
            match ways {
                [true, true] => self.choices.push(path),
                [false, true] => self.forced.push(path),
                [_, false] => {}
            }
        }
        self.dests = Some(dests);
    }
}

fn origin(mv: Move) -> String {
    match mv.action() {
        MoveAction::Board { from, .. } => from.to_string(),
        MoveAction::Drop { kind, .. } => format!("{}*", kind.letter()),
    }
}

fn turnable(position: &AnyPosition) -> BTreeMap<String, Turn> {
    let promotable = match position.variant() {
        Variant::Shogi => Shogi::PROMOTABLE,
        Variant::Seireigi => Seireigi::PROMOTABLE,
    };
    let squares = Square::ALL.into_iter().filter_map(|square| {
        let piece = position.piece_on(square)?;
        let turns = promotable.contains(piece.kind());
        turns.then(|| (square.to_string(), turn(square, piece.color())))
    });
    squares.collect()
}

fn turn(square: Square, color: Color) -> Turn {
    match square.in_promotion_zone(color) {
        true => Turn::Anywhere,
        false => Turn::Zone,
    }
}

/// A move in a notation; USI where the notation has no word for it.
pub(crate) fn write_move(
    position: &AnyPosition,
    mv: Move,
    previous: Option<Square>,
    notation: Notation,
) -> String {
    let written = match position {
        AnyPosition::Shogi(position) => notation.format(position, mv, previous),
        AnyPosition::Seireigi(position) => notation.format(position, mv, previous),
    };
    written.unwrap_or_else(|_| mv.to_string())
}

/// The move that a person typed, legal or not, as USI.
pub(crate) fn read_move(
    position: &AnyPosition,
    text: &str,
    previous: Option<Square>,
) -> Result<String, Error> {
    let read = match position {
        AnyPosition::Shogi(position) => parse_any(position, text, previous),
        AnyPosition::Seireigi(position) => parse_any(position, text, previous),
    };
    match read {
        Ok(mv) => Ok(mv.to_string()),
        // The rules of the game say what becomes of an illegal move.
        Err(MoveTextError::Illegal(illegal)) => Ok(illegal.mv.to_string()),
        Err(error) => match text.parse::<komadai_game::Deed>() {
            Ok(deed) => Ok(deed.to_string()),
            Err(_) => Err(Error::Move(error.to_string())),
        },
    }
}
