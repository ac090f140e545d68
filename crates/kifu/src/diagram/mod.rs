//! Pictures of positions: SVG that needs no font and refers to nothing outside itself, and PNG.
//!
//! ```
//! use komadai_core::{Setup, Variant};
//! use komadai_kifu::diagram::{Diagram, PieceSet};
//! let setup: Setup = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
//! let diagram = Diagram { pieces: PieceSet::Bilingual, ..Diagram::default() };
//! assert!(diagram.to_svg(&setup, Variant::Shogi).starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A diagram takes a [`Setup`], legal or not, so that problems, mistakes and studies can be drawn. It
//! carries no names, title or moves: that is the text around it. The drawings are those of
//! `pieces`, embedded in the program.
//!
//! With the feature `png`, `Diagram::to_png` makes a picture of any width.

mod art;
mod layout;
#[cfg(feature = "png")]
mod png;
mod scene;
#[cfg(test)]
mod tests;

#[cfg(feature = "png")]
pub use png::{MAX_WIDTH, PngError};

use komadai_core::{Color, Move, Setup, Variant};
use scene::Scene;
use std::fmt;
use std::str::FromStr;

/// How a position is drawn.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Diagram {
    /// The faces of the pieces.
    pub pieces: PieceSet,
    /// The move that led to the position: its squares, and for a drop its place on the stand, are tinted.
    pub last_move: Option<Move>,
    /// The names of files and ranks.
    pub coordinates: Coordinates,
    /// The side at the bottom.
    pub bottom: Color,
    /// The side whose king is 玉 (jade); the other side's is 王.
    pub jade: Color,
    /// Whether the side to move is marked.
    pub turn_mark: bool,
    /// How the ids inside the SVG begin.
    ///
    /// Equal ids mean equal drawings, so several diagrams in one page look right even with one prefix;
    /// a page that must be valid HTML gives each its own. Only ASCII letters, digits, `-` and `_` are
    /// kept.
    pub id_prefix: String,
}

impl Default for Diagram {
    fn default() -> Diagram {
        Diagram {
            pieces: PieceSet::default(),
            last_move: None,
            coordinates: Coordinates::default(),
            bottom: Color::Black,
            jade: Color::Black,
            turn_mark: true,
            id_prefix: "komadai".to_owned(),
        }
    }
}

impl Diagram {
    /// The picture as SVG: one element without an XML declaration, fit for a file or for a page.
    ///
    /// The same position and options give the same text. `variant` chooses the faces of the promoted
    /// pieces; a promoted gold is drawn as Seireigi's in either game.
    pub fn to_svg(&self, setup: &Setup, variant: Variant) -> String {
        Scene::new(self, setup, variant).into_svg()
    }

    /// The picture as PNG, `width` pixels wide.
    ///
    /// # Errors
    ///
    /// Returns an error if the width is zero or more than [`MAX_WIDTH`].
    #[cfg(feature = "png")]
    pub fn to_png(&self, setup: &Setup, variant: Variant, width: u32) -> Result<Vec<u8>, PngError> {
        png::render(&self.to_svg(setup, variant), width)
    }
}

/// The faces of the pieces, named after their folders in `pieces`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PieceSet {
    /// One kanji.
    #[default]
    Kanji1,
    /// Two kanji, the full name.
    Kanji2,
    /// One kanji with movement marks and a Western letter.
    Bilingual,
    /// A symbol with movement marks and a Western letter.
    International,
}

impl PieceSet {
    /// All sets.
    pub const ALL: [PieceSet; 4] = [
        PieceSet::Kanji1,
        PieceSet::Kanji2,
        PieceSet::Bilingual,
        PieceSet::International,
    ];

    /// The name of the set on a command line and in ids.
    pub const fn name(self) -> &'static str {
        match self {
            PieceSet::Kanji1 => "kanji1",
            PieceSet::Kanji2 => "kanji2",
            PieceSet::Bilingual => "bilingual",
            PieceSet::International => "international",
        }
    }
}

impl fmt::Display for PieceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Error for text that is not a piece set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown set of pieces: expected kanji1, kanji2, bilingual or international")]
pub struct ParsePieceSetError;

impl FromStr for PieceSet {
    type Err = ParsePieceSetError;

    fn from_str(text: &str) -> Result<PieceSet, ParsePieceSetError> {
        PieceSet::ALL
            .into_iter()
            .find(|set| set.name() == text)
            .ok_or(ParsePieceSetError)
    }
}

/// Where the names of files and ranks stand. Files are always digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Coordinates {
    /// Nowhere.
    Hidden,
    /// On the rim of the board, above and at the right.
    Outside(RankLabels),
}

impl Default for Coordinates {
    fn default() -> Coordinates {
        Coordinates::Outside(RankLabels::default())
    }
}

/// How ranks are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RankLabels {
    /// 一 to 九, as in Japan.
    #[default]
    Kanji,
    /// `a` to `i`, as in USI and Hodges' notation.
    Letters,
    /// 1 to 9, as in CSA and Hosking's notation.
    Digits,
}
