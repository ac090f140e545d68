//! What a board needs to know of a position.

use crate::error::Error;
use komadai_core::{
    AnyPosition, Color, KindSet, Move, MoveAction, PieceKind, Rules, Seireigi, Shogi, Square,
    Variant,
};
use komadai_kifu::notation::{MoveTextError, parse_any};
use komadai_wire::names::SideDto;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// A position and what can be done in it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct BoardView {
    /// The position.
    pub sfen: String,
    /// Who has the move.
    pub turn: SideDto,
    /// Where the king that is in check stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<Key>,
    /// Legal targets by origin: `7g`, or `P*` for a drop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dests: Option<BTreeMap<String, Vec<Key>>>,
    /// Legal moves that may promote and need not, as `8h2b`.
    pub choices: Vec<String>,
    /// Legal moves that must promote.
    pub forced: Vec<String>,
    /// Pieces of both sides that can promote, by square, and where they may: whatever else the move breaks.
    pub turnable: BTreeMap<String, Turn>,
    /// The squares of each promotion zone.
    pub zones: Zones,
    /// What each piece becomes, by letter: `P` is `+P`.
    pub promoted: BTreeMap<String, String>,
}

/// The squares of each promotion zone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Zones {
    /// Where Black promotes.
    pub black: Vec<Key>,
    /// Where White promotes.
    pub white: Vec<Key>,
}

/// A square by its name: `7g`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key(pub Square);

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Key {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        String::schema()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Key {}

/// Where a piece may promote.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Turn {
    /// Wherever it goes: it stands in the zone.
    Anywhere,
    /// In the zone of Black.
    Black,
    /// In the zone of White.
    White,
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
            zones: Zones {
                black: zone(Color::Black),
                white: zone(Color::White),
            },
            promoted: promoted(position.variant()),
        };
        if told == Told::Yes {
            let king = position.king(position.turn());
            view.check = king.filter(|_| position.is_in_check()).map(Key);
            view.add_moves(position);
        }
        view
    }

    fn add_moves(&mut self, position: &AnyPosition) {
        let mut dests: BTreeMap<String, Vec<Key>> = BTreeMap::new();
        let mut turned = BTreeMap::<String, [bool; 2]>::new();
        for mv in position.legal_moves().iter().copied() {
            let to = Key(mv.to());
            let from = origin(mv);
            if let Some(square) = mv.from() {
                let ways = turned.entry(format!("{square}{}", to.0)).or_default();
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

fn promotable(variant: Variant) -> KindSet {
    match variant {
        Variant::Shogi => Shogi::PROMOTABLE,
        Variant::Seireigi => Seireigi::PROMOTABLE,
    }
}

fn promoted(variant: Variant) -> BTreeMap<String, String> {
    let kinds = PieceKind::ALL.into_iter();
    let turned = kinds.filter(|&kind| promotable(variant).contains(kind));
    turned
        .map(|kind| (kind.letter().to_string(), format!("+{}", kind.letter())))
        .collect()
}

fn zone(color: Color) -> Vec<Key> {
    let squares = Square::ALL.into_iter();
    let inside = squares.filter(|square| square.in_promotion_zone(color));
    inside.map(Key).collect()
}

fn turnable(position: &AnyPosition) -> BTreeMap<String, Turn> {
    let promotable = promotable(position.variant());
    let squares = Square::ALL.into_iter().filter_map(|square| {
        let piece = position.piece_on(square)?;
        let turns = promotable.contains(piece.kind());
        turns.then(|| (square.to_string(), turn(square, piece.color())))
    });
    squares.collect()
}

fn turn(square: Square, color: Color) -> Turn {
    match (square.in_promotion_zone(color), color) {
        (true, _) => Turn::Anywhere,
        (false, Color::Black) => Turn::Black,
        (false, Color::White) => Turn::White,
    }
}

/// The move that a person typed, legal or not, as USI.
pub(crate) fn read_move(
    position: &AnyPosition,
    text: &str,
    previous: Option<Square>,
) -> Result<String, Error> {
    match parse_any(position, text, previous) {
        Ok(mv) => Ok(mv.to_string()),
        // The rules of the game say what becomes of an illegal move.
        Err(MoveTextError::Illegal(illegal)) => Ok(illegal.mv.to_string()),
        Err(error) => match text.parse::<komadai_game::Deed>() {
            Ok(deed) => Ok(deed.to_string()),
            Err(_) => Err(Error::Move(error.to_string())),
        },
    }
}
