//! Where everything lies, in whole units: a square is 110 wide and 120 high.
//!
//! The board is in the middle; each player has a stand (駒台) at the right hand. Seen from the other
//! side the picture is the same, so the upper player's places are the lower player's turned by half a
//! turn.

use super::{Coordinates, Diagram};
use komadai_core::{Color, File, Rank, Square};

pub(super) const SQUARE_WIDTH: i32 = 110;
pub(super) const SQUARE_HEIGHT: i32 = 120;
const MARGIN: i32 = 22;
const GAP: i32 = 22;
const STAND_WIDTH: i32 = 184;
const STAND_PADDING: i32 = 14;
const STAND_SLOTS: i32 = 7;
/// From the middle of a side's sign to its stand.
const SIGN_DISTANCE: i32 = 76;

/// A point of the picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Point {
    pub(super) x: i32,
    pub(super) y: i32,
}

/// A rectangle of the picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Area {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: i32,
    pub(super) height: i32,
}

impl Area {
    pub(super) fn center(self) -> Point {
        Point {
            x: self.x + self.width / 2,
            y: self.y + self.height / 2,
        }
    }

    /// The rectangle with its edges moved inwards by `by`.
    pub(super) fn inset(self, by: i32) -> Area {
        Area {
            x: self.x + by,
            y: self.y + by,
            width: self.width - 2 * by,
            height: self.height - 2 * by,
        }
    }
}

/// The places of one picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    bottom: Color,
    /// Width of the wood around the squares; coordinates stand on it.
    rim: i32,
}

impl Layout {
    pub(super) fn new(diagram: &Diagram) -> Layout {
        let rim = match diagram.coordinates {
            Coordinates::Hidden => 22,
            Coordinates::Outside(_) => 56,
        };
        Layout {
            bottom: diagram.bottom,
            rim,
        }
    }

    /// The whole picture.
    pub(super) fn picture(self) -> Area {
        let board = self.board();
        Area {
            x: 0,
            y: 0,
            width: 2 * board.x + board.width,
            height: 2 * board.y + board.height,
        }
    }

    /// The board with its rim.
    pub(super) fn board(self) -> Area {
        Area {
            x: MARGIN + STAND_WIDTH + GAP,
            y: MARGIN,
            width: 9 * SQUARE_WIDTH + 2 * self.rim,
            height: 9 * SQUARE_HEIGHT + 2 * self.rim,
        }
    }

    /// The 81 squares.
    pub(super) fn grid(self) -> Area {
        self.board().inset(self.rim)
    }

    /// One square.
    pub(super) fn square(self, square: Square) -> Area {
        let grid = self.grid();
        Area {
            x: grid.x + SQUARE_WIDTH * self.column(square.file()),
            y: grid.y + SQUARE_HEIGHT * self.row(square.rank()),
            width: SQUARE_WIDTH,
            height: SQUARE_HEIGHT,
        }
    }

    /// The middle of a file's name, above the board.
    pub(super) fn file_label(self, file: File) -> Point {
        let square = self.square(Square::new(file, Rank::R1));
        Point {
            x: square.center().x,
            y: self.board().y + self.rim / 2,
        }
    }

    /// The middle of a rank's name, at the right of the board.
    pub(super) fn rank_label(self, rank: Rank) -> Point {
        let (board, square) = (self.board(), self.square(Square::new(File::F1, rank)));
        Point {
            x: board.x + board.width - self.rim / 2,
            y: square.center().y,
        }
    }

    /// A side's stand.
    pub(super) fn stand(self, color: Color) -> Area {
        let height = STAND_SLOTS * SQUARE_HEIGHT + 2 * STAND_PADDING;
        let picture = self.picture();
        let lower = Area {
            x: picture.width - MARGIN - STAND_WIDTH,
            y: picture.height - MARGIN - height,
            width: STAND_WIDTH,
            height,
        };
        if color == self.bottom {
            lower
        } else {
            Area {
                x: MARGIN,
                y: MARGIN,
                ..lower
            }
        }
    }

    /// The place of the `n`th kind on a side's stand, counted from the end away from its owner.
    pub(super) fn slot(self, color: Color, n: usize) -> Area {
        let stand = self.stand(color).inset(STAND_PADDING);
        let from_top = SQUARE_HEIGHT * i32::try_from(n).unwrap_or(0);
        let y = if color == self.bottom {
            stand.y + from_top
        } else {
            stand.y + stand.height - SQUARE_HEIGHT - from_top
        };
        Area {
            y,
            height: SQUARE_HEIGHT,
            ..stand
        }
    }

    /// The middle of a side's sign (☗ or ☖), beyond its stand.
    pub(super) fn side_sign(self, color: Color) -> Point {
        let stand = self.stand(color);
        let y = if color == self.bottom {
            stand.y - SIGN_DISTANCE
        } else {
            stand.y + stand.height + SIGN_DISTANCE
        };
        Point {
            x: stand.center().x,
            y,
        }
    }

    fn column(self, file: File) -> i32 {
        let from_right = i32::from(file.number()) - 1;
        if self.bottom == Color::Black {
            8 - from_right
        } else {
            from_right
        }
    }

    fn row(self, rank: Rank) -> i32 {
        let from_top = i32::from(rank.number()) - 1;
        if self.bottom == Color::Black {
            from_top
        } else {
            8 - from_top
        }
    }
}
