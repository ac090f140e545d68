//! Traditional orders of setting up the pieces, for display.
//!
//! "There is really no rule specifying that the pieces must be set up in this particular way" (Japan
//! Shogi Association), but two orders of the old houses are in use. Left and right are the player's.

use komadai_core::{Color, PieceKind, Square};
use komadai_kifu::Handicap;
use std::fmt;

/// A traditional order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SetupOrder {
    /// 大橋流: the back ranks first, then the pawns from the centre outwards.
    Ohashi,
    /// 伊藤流: forward-sliding pieces last, so that none ever faces the other camp without a pawn in front of
    /// it.
    Ito,
}

/// One placed piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placement {
    /// The step, from 1.
    pub step: u8,
    /// The square.
    pub square: Square,
    /// The piece.
    pub kind: PieceKind,
}

/// Both orders begin with these, for Black.
const CENTER: [(Square, PieceKind); 7] = [
    (Square::S59, PieceKind::King),
    (Square::S69, PieceKind::Gold),
    (Square::S49, PieceKind::Gold),
    (Square::S79, PieceKind::Silver),
    (Square::S39, PieceKind::Silver),
    (Square::S89, PieceKind::Knight),
    (Square::S29, PieceKind::Knight),
];
const LANCES: [(Square, PieceKind); 2] = [
    (Square::S99, PieceKind::Lance),
    (Square::S19, PieceKind::Lance),
];
const BIG_PIECES: [(Square, PieceKind); 2] = [
    (Square::S88, PieceKind::Bishop),
    (Square::S28, PieceKind::Rook),
];
const PAWNS_FROM_CENTER: [Square; 9] = [
    Square::S57,
    Square::S67,
    Square::S47,
    Square::S77,
    Square::S37,
    Square::S87,
    Square::S27,
    Square::S97,
    Square::S17,
];
const PAWNS_FROM_LEFT: [Square; 9] = [
    Square::S97,
    Square::S87,
    Square::S77,
    Square::S67,
    Square::S57,
    Square::S47,
    Square::S37,
    Square::S27,
    Square::S17,
];

impl SetupOrder {
    /// Both orders.
    pub const ALL: [SetupOrder; 2] = [SetupOrder::Ohashi, SetupOrder::Ito];

    /// The Japanese name.
    pub const fn japanese(self) -> &'static str {
        match self {
            SetupOrder::Ohashi => "大橋流",
            SetupOrder::Ito => "伊藤流",
        }
    }

    /// The pieces of one side in the order of setting up. In a handicap game White omits the given pieces,
    /// which are not counted as steps.
    pub fn placements(self, color: Color, handicap: Handicap) -> Vec<Placement> {
        let given: &[Square] = match color {
            Color::Black => &[],
            Color::White => handicap.given(),
        };
        let seen = |square: Square| match color {
            Color::Black => square,
            Color::White => square.rotated(),
        };
        let set_up = self.order().map(|(square, kind)| (seen(square), kind));
        let kept = set_up.filter(|(square, _)| !given.contains(square));
        let placement = |(step, (square, kind))| Placement { step, square, kind };
        (1..).zip(kept).map(placement).collect()
    }

    /// The pieces of both sides as they are set up in turn. White, who has the 王, begins.
    pub fn in_turn(self, handicap: Handicap) -> Vec<(Color, Placement)> {
        let placed = [Color::White, Color::Black].map(|color| {
            let pieces = self.placements(color, handicap).into_iter();
            pieces.map(move |placement| (color, placement))
        });
        let mut all: Vec<_> = placed.into_iter().flatten().collect();
        all.sort_by_key(|(_, placement)| placement.step);
        all
    }

    /// Black's pieces in order.
    fn order(self) -> impl Iterator<Item = (Square, PieceKind)> {
        let others = [LANCES, BIG_PIECES].into_iter().flatten();
        let (before, pawns, behind) = match self {
            SetupOrder::Ohashi => (Some(others), PAWNS_FROM_CENTER, None),
            SetupOrder::Ito => (None, PAWNS_FROM_LEFT, Some(others)),
        };
        CENTER
            .into_iter()
            .chain(before.into_iter().flatten())
            .chain(pawns.map(|square| (square, PieceKind::Pawn)))
            .chain(behind.into_iter().flatten())
    }
}

impl fmt::Display for SetupOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SetupOrder::Ohashi => "Ōhashi",
            SetupOrder::Ito => "Itō",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use komadai_core::{File, Piece, Rank, Setup};

    /// The steps of one side as a diagram of its three ranks, the player's own view.
    fn steps(order: SetupOrder, color: Color, handicap: Handicap) -> String {
        let placements = order.placements(color, handicap);
        let mut text = String::new();
        let cell = |placed: Option<&Placement>| match placed {
            Some(placed) => format!("{:02}", placed.step),
            None => "--".to_owned(),
        };
        for rank in [Rank::R7, Rank::R8, Rank::R9] {
            let cells = File::ALL.into_iter().rev().map(|file| {
                let square = match color {
                    Color::Black => Square::new(file, rank),
                    Color::White => Square::new(file, rank).rotated(),
                };
                cell(placements.iter().find(|placed| placed.square == square))
            });
            text += &cells.collect::<Vec<_>>().join(" ");
            text += "\n";
        }
        text
    }

    fn check(order: SetupOrder, color: Color, handicap: Handicap, expect: Expect) {
        expect.assert_eq(&steps(order, color, handicap));
    }

    #[test]
    fn both_sides_set_up_in_the_same_order_as_they_see_it() {
        for order in SetupOrder::ALL {
            let [black, white] = Color::ALL.map(|color| steps(order, color, Handicap::Even));
            assert_eq!(black, white);
        }
    }

    #[test]
    fn ohashi_sets_the_pawns_up_last_from_the_centre() {
        let diagram = expect![[r#"
            19 17 15 13 12 14 16 18 20
            -- 10 -- -- -- -- -- 11 --
            08 06 04 02 01 03 05 07 09
        "#]];
        check(SetupOrder::Ohashi, Color::Black, Handicap::Even, diagram);
    }

    #[test]
    fn ito_sets_the_lances_and_big_pieces_up_behind_the_pawns() {
        let diagram = expect![[r#"
            08 09 10 11 12 13 14 15 16
            -- 19 -- -- -- -- -- 20 --
            17 06 04 02 01 03 05 07 18
        "#]];
        check(SetupOrder::Ito, Color::Black, Handicap::Even, diagram);
    }

    #[test]
    fn what_white_gives_is_left_out_and_the_steps_close_up() {
        check(
            SetupOrder::Ohashi,
            Color::White,
            Handicap::SixPiece,
            expect![[r#"
                13 11 09 07 06 08 10 12 14
                -- -- -- -- -- -- -- -- --
                -- -- 04 02 01 03 05 -- --
            "#]],
        );
        check(
            SetupOrder::Ito,
            Color::White,
            Handicap::Lance,
            expect![[r#"
                08 09 10 11 12 13 14 15 16
                -- 18 -- -- -- -- -- 19 --
                -- 06 04 02 01 03 05 07 17
            "#]],
        );
        let black = SetupOrder::Ito.placements(Color::Black, Handicap::TenPiece);
        assert_eq!(black.len(), 20);
    }

    #[test]
    fn both_sides_together_are_the_start_position() {
        for order in SetupOrder::ALL {
            for handicap in Handicap::ALL {
                let mut setup = Setup::start();
                for square in Square::ALL {
                    setup.board[square] = None;
                }
                for color in Color::ALL {
                    for (step, placed) in (1..).zip(order.placements(color, handicap)) {
                        assert_eq!(placed.step, step);
                        let before = setup.board[placed.square];
                        assert_eq!(before, None, "{order}, {handicap}: {}", placed.square);
                        setup.board[placed.square] = Some(Piece::new(placed.kind, color));
                    }
                }
                setup.turn = handicap.first();
                assert_eq!(setup, handicap.setup(), "{order}, {handicap}");
            }
        }
    }
}
