//! The record of a game (棋譜): headers, a start position, a tree of moves with what was said about them.
//!
//! Every format is read into a [`Record`] and written from one. The tree is an arena without
//! recursion: a million plies or a variation at each of them are as safe as ten moves.

mod builder;
mod cursor;
mod ending;
mod equality;
mod header;
mod merge;
mod node;
mod note;
mod start;
mod time;
mod tree;
mod walk;

pub use builder::Builder;
pub use cursor::Cursor;
pub use ending::{Ending, Termination};
pub use header::{Header, Headers};
pub use merge::MergeError;
pub use node::{Action, NodeId, NodeRef};
pub use note::{Annotation, Score};
pub use start::{ParseStartError, Start};
pub use time::{Millis, MoveTime};
pub use tree::Tree;
pub use walk::Walk;

use crate::handicap::Handicap;
use crate::position::RecordPosition;
use komadai_core::{Color, Illegal, Move, Variant};

/// A game record.
///
/// ```
/// use komadai_kifu::record::{Builder, Record};
/// let mut builder = Builder::new(Record::default());
/// builder.play("7g7f".parse()?);
/// builder.play("3c3d".parse()?);
/// let record = builder.finish();
/// assert_eq!(record.main_line().count(), 2);
/// assert_eq!(record.illegal_ply(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The variant.
    pub variant: Variant,
    /// What is said about the game, in the order of the file.
    pub headers: Headers,
    /// Where the game starts.
    pub start: Start,
    /// The moves.
    pub tree: Tree,
}

impl Record {
    /// An empty record of a game from a start position.
    pub fn new(variant: Variant, start: impl Into<Start>) -> Record {
        Record {
            variant,
            start: start.into(),
            ..Record::default()
        }
    }

    /// The start position.
    pub fn start_position(&self) -> RecordPosition {
        match self.start {
            Start::Handicap(Handicap::Even) => RecordPosition::start(self.variant),
            _ => RecordPosition::from_setup(self.variant, &self.start.setup()),
        }
    }

    /// The moves of the main line with the node of each.
    pub fn main_line(&self) -> impl Iterator<Item = (NodeRef<'_>, Move)> {
        self.tree
            .main_line()
            .filter_map(|node| node.mv().map(|mv| (node, mv)))
    }

    /// How the main line ends.
    pub fn ending(&self) -> Option<&Ending> {
        self.tree.main_line().find_map(NodeRef::ending)
    }

    /// The side that won.
    pub fn winner(&self) -> Option<Color> {
        self.ending().and_then(|ending| ending.winner)
    }

    /// The first illegal move of the main line: its ply, from 1, and the rule it breaks.
    pub fn first_illegal(&self) -> Option<(u32, Illegal)> {
        self.tree
            .main_line()
            .find_map(|node| node.breach().map(|reason| (node.ply(), reason)))
    }

    /// The ply of the first illegal move of the main line.
    pub fn illegal_ply(&self) -> Option<u32> {
        self.first_illegal().map(|(ply, _)| ply)
    }

    /// The side to move after a node, counted from the start position.
    pub fn turn_after(&self, node: NodeRef<'_>) -> Color {
        let start = self.start.turn();
        if node.ply().is_multiple_of(2) {
            start
        } else {
            !start
        }
    }

    /// The position at the end of the main line.
    pub fn final_position(&self) -> RecordPosition {
        let mut walk = Walk::new(self.start_position());
        for node in self.tree.main_line() {
            walk.follow(node.action());
        }
        *walk.position()
    }

    /// A cursor at the start.
    pub fn cursor(&self) -> Cursor<'_> {
        Cursor::new(self)
    }

    /// The key of a player in formats that know only Black and White: handicap games have their own.
    pub fn player_key(&self, color: Color) -> &'static str {
        let is_handicap = self.start.handicap().is_some() && self.start.turn() == Color::White;
        match (color, is_handicap) {
            (Color::Black, false) => "先手",
            (Color::White, false) => "後手",
            (Color::Black, true) => "下手",
            (Color::White, true) => "上手",
        }
    }

    /// A player's name.
    pub fn player(&self, color: Color) -> Option<&str> {
        let keys = match color {
            Color::Black => ["先手", "下手"],
            Color::White => ["後手", "上手"],
        };
        keys.into_iter()
            .find_map(|key| self.headers.get(key))
            .filter(|name| !name.is_empty())
    }
}

#[cfg(test)]
mod tests;
