//! Castles (囲い) and openings (戦法) by name, with the ply at which each appears.
//!
//! ```
//! use komadai_kifu::{ReadOptions, names, read};
//! let game = "▲７六歩 △３四歩 ▲７五歩 △８四歩 ▲７八飛";
//! let reading = read(game.as_bytes(), &ReadOptions::default())?;
//! let found = names::recognise(&reading.records[0]);
//! let ishida = found.iter().find(|found| found.name.id == "quick-ishida");
//! assert_eq!(ishida.map(|found| (found.name.japanese, found.ply)), Some(("早石田", 5)));
//! # Ok::<(), komadai_kifu::error::ReadError>(())
//! ```
//!
//! The tables `castles.txt` and `openings.txt` say what makes each name: pieces on squares, seen from
//! Black's side and turned for White, and what happened on the way where the board alone does not
//! decide. They are read when the crate is compiled; after a move only the shapes are looked at that
//! have to do with its squares.

mod story;
mod table;
mod term;

use crate::position::RecordPosition;
use crate::record::Record;
use komadai_core::{Bitboard, Color, Illegal, Move, Square};
use story::{Story, seen_by};
use table::{Counts, NameTable, Shape};
use term::{Term, View};

/// What a name names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NameKind {
    /// 囲い: pieces around a king.
    Castle,
    /// 戦法: a plan, known by the rook's file, pieces or moves.
    Opening,
}

/// The name of a castle or an opening.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Name {
    /// Stable and unique, for programs: `gold-yagura`.
    pub id: &'static str,
    /// In English.
    pub english: &'static str,
    /// In Japanese.
    pub japanese: &'static str,
    /// Castle or opening.
    pub kind: NameKind,
    parent: Option<&'static str>,
    shared: bool,
}

impl Name {
    /// All names, castles first.
    pub fn all() -> impl Iterator<Item = Name> {
        GROUPS.into_iter().flat_map(|group| group.names).copied()
    }

    /// The name with this id.
    pub fn from_id(id: &str) -> Option<Name> {
        Name::all().find(|name| name.id == id)
    }

    /// The name that this one refines, as High Mino refines Mino.
    pub fn parent(self) -> Option<Name> {
        self.parent.and_then(Name::from_id)
    }

    /// The names that this one refines, the nearest first.
    pub fn ancestors(self) -> impl Iterator<Item = Name> {
        std::iter::successors(self.parent(), |name| name.parent())
    }
}

/// A name and where it first fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The name.
    pub name: Name,
    /// Whose castle or opening it is; `None` if both sides make it together.
    pub color: Option<Color>,
    /// After how many moves from the start of the record.
    pub ply: u32,
}

/// Names the castles and openings along the main line of a record, in the order of their appearance.
///
/// Only games that start from a start position, even or handicap, are looked at, and only as far as
/// the moves are legal: in a diagram made by hand nobody has built anything.
pub fn recognise(record: &Record) -> Vec<Found> {
    let mut found = Vec::new();
    if record.start.handicap().is_none() {
        return found;
    }
    let mut recogniser = Recogniser::new(record.start_position());
    for (_, mv) in record.main_line() {
        if recogniser.play(mv, |new| found.push(new)).is_err() {
            break;
        }
    }
    found
}

/// Follows a game and names what appears, move by move.
#[derive(Clone, Debug)]
pub struct Recogniser {
    position: RecordPosition,
    story: Story,
    ply: u32,
    /// By name, then by color: found before?
    seen: [[bool; 2]; NAMES],
}

impl Recogniser {
    /// Starts to follow a game.
    pub fn new(start: RecordPosition) -> Recogniser {
        Recogniser {
            position: start,
            story: Story::new(start.turn()),
            ply: 0,
            seen: [[false; 2]; NAMES],
        }
    }

    /// Plays a move and reports what it completes.
    ///
    /// # Errors
    /// Returns the rule that the move breaks; it is then not played.
    pub fn play(&mut self, mv: Move, mut report: impl FnMut(Found)) -> Result<(), Illegal> {
        self.position.explain(mv)?;
        self.ply += 1;
        self.story.add(&self.position, mv, self.ply);
        // Unjudged positions have nothing to undo, the others need not be undone.
        let _ = self.position.play_legal(mv);
        let mut first = 0;
        for group in &GROUPS {
            self.search(group, first, mv, &mut report);
            first += group.names.len();
        }
        Ok(())
    }

    /// Looks for the shapes of a group; its names are numbered from `first`.
    fn search(&mut self, group: &Group, first: usize, mv: Move, report: &mut impl FnMut(Found)) {
        for color in Color::ALL {
            let touched = touched_squares(color, mv);
            for shape in group.shapes {
                let number = first + shape.name;
                if !shape.squares.intersects(touched) || self.seen[number][color.index()] {
                    continue;
                }
                if self.fits(group, shape, color) {
                    let name = group.names[shape.name];
                    self.seen[number][color.index()] = true;
                    if name.shared {
                        self.seen[number] = [true; 2];
                    }
                    report(Found {
                        name,
                        color: (!name.shared).then_some(color),
                        ply: self.ply,
                    });
                }
            }
        }
    }

    fn fits(&self, group: &Group, shape: &Shape, color: Color) -> bool {
        let view = View {
            position: &self.position,
            story: &self.story,
            color,
            ply: self.ply,
        };
        group.terms[shape.start..shape.end]
            .iter()
            .all(|term| term.is_met(&view))
    }
}

fn touched_squares(color: Color, mv: Move) -> Bitboard {
    let squares = [Some(mv.to()), mv.from()].into_iter().flatten();
    squares
        .map(|square: Square| seen_by(color, square))
        .collect()
}

/// A table without its sizes.
#[derive(Clone, Copy)]
struct Group {
    names: &'static [Name],
    shapes: &'static [Shape],
    terms: &'static [Term],
}

impl<const N: usize, const S: usize, const T: usize> NameTable<N, S, T> {
    const fn group(&'static self) -> Group {
        Group {
            names: &self.names,
            shapes: &self.shapes,
            terms: &self.terms,
        }
    }
}

const CASTLE_TEXT: &str = include_str!("castles.txt");
const CASTLE_COUNTS: Counts = table::count(CASTLE_TEXT);
static CASTLES: NameTable<
    { CASTLE_COUNTS.names },
    { CASTLE_COUNTS.shapes },
    { CASTLE_COUNTS.terms },
> = table::read(CASTLE_TEXT, NameKind::Castle);

const OPENING_TEXT: &str = include_str!("openings.txt");
const OPENING_COUNTS: Counts = table::count(OPENING_TEXT);
static OPENINGS: NameTable<
    { OPENING_COUNTS.names },
    { OPENING_COUNTS.shapes },
    { OPENING_COUNTS.terms },
> = table::read(OPENING_TEXT, NameKind::Opening);

const NAMES: usize = CASTLE_COUNTS.names + OPENING_COUNTS.names;
static GROUPS: [Group; 2] = [CASTLES.group(), OPENINGS.group()];

#[cfg(test)]
mod tests;
