//! Impasse (持将棋): points, declarations, agreements and tries.
//!
//! Rooks and bishops, promoted or not, are worth 5 points, every other piece but the king 1: 54 in
//! all, 27 per side at the start. Time, move limits and claims are left to the game.

#[cfg(test)]
mod tests;

use crate::bitboard::Bitboard;
use crate::color::{ByColor, Color};
use crate::moves::{Move, Promotion};
use crate::piece::HandKind;
use crate::position::Position;
use crate::square::Square;
use crate::variant::Rules;
use std::fmt;

/// Points of each side in the start position.
const POINTS_A_SIDE: u8 = 27;

/// Pieces other than the king that a declarer needs in the promotion zone.
const PIECES_IN_ZONE: u8 = 10;

impl HandKind {
    /// The points of a piece of this kind at an impasse, promoted or not.
    pub const fn impasse_points(self) -> u8 {
        match self {
            HandKind::Bishop | HandKind::Rook => 5,
            _ => 1,
        }
    }
}

/// The counts of one side at an impasse.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EnteringKing {
    /// The counting side.
    pub color: Color,
    /// Whether the king is in its promotion zone.
    pub king_in_zone: bool,
    /// Whether the king is attacked.
    pub in_check: bool,
    /// Pieces in the promotion zone, excluding the king.
    pub pieces_in_zone: u8,
    /// Points in the promotion zone and in hand, as counted by a declaration.
    pub points: u8,
    /// Points on the whole board and in hand, as counted by an agreement.
    pub all_points: u8,
    /// Whether all pieces on the board, including the king, are in the promotion zone. The count can then be
    /// forced, according to Fairbairn.
    pub all_in_zone: bool,
    /// Whether each of them except the king is protected, which the GNU manual also requires.
    pub all_protected: bool,
}

/// A rule by which the side to move may claim the end of the game instead of moving.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DeclarationRule {
    /// 24-point declaration (professionals of the Japan Shogi Association): 31 points win, 24 to 30
    /// draw.
    Points24,
    /// 27-point declaration (FESA 5.3, CSA, amateurs of the Japan Shogi Association): Black wins with
    /// 28 points, White with 27.
    Points27,
    /// 27-point declaration as used by some in handicap games: both sides win with 27.
    Points27Each,
}

/// The outcome of a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Declaration {
    /// The declarer wins.
    Win,
    /// The game is drawn (持将棋).
    Draw,
    /// The declarer loses because of unmet conditions.
    Loses(Unmet),
}

/// Conditions that a declaration did not meet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Unmet {
    /// The king is not in its promotion zone, or there is none.
    pub king_outside: bool,
    /// The king is in check.
    pub in_check: bool,
    /// The number of pieces missing in the zone.
    pub missing_pieces: u8,
    /// The number of points missing.
    pub missing_points: u8,
}

/// How the points are compared when both sides agree to count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AgreementRule {
    /// A side with fewer than 24 points loses (professionals; Seireigi).
    Points24,
    /// The side with more points wins, White if they are equal: with all 54 points in play, 28 for
    /// Black and 27 for White.
    Points27,
}

/// The outcome of an agreement to count points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Agreement {
    /// A draw (持将棋).
    Draw,
    /// A side wins.
    Wins(Color),
}

/// A rule by which a king wins by reaching the opposing king's starting square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TryRule {
    /// Only while both kings are in their promotion zones.
    BothEntered,
    /// Regardless of the other king.
    Unconditional,
}

/// Points credited to each side for pieces it gave as a handicap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct HandicapCredit(pub ByColor<u8>);

impl HandicapCredit {
    /// An even game.
    pub const NONE: HandicapCredit = HandicapCredit(ByColor([0; 2]));

    /// Credits the pieces missing from a start position to the side that has fewer than its 27 points.
    pub fn of_start<R: Rules>(start: &Position<R>) -> HandicapCredit {
        let points = Color::ALL.map(|color| start.entering_king(color).all_points);
        let missing = missing_points(points);
        let credit = |own: u8| POINTS_A_SIDE.saturating_sub(own).min(missing);
        HandicapCredit(ByColor(points.map(credit)))
    }

    /// Credits all pieces missing from any position of a handicap game to White, who gives the handicap by
    /// convention; for programs that do not know how the game began.
    pub fn to_white<R: Rules>(position: &Position<R>) -> HandicapCredit {
        let points = Color::ALL.map(|color| position.entering_king(color).all_points);
        HandicapCredit(ByColor([0, missing_points(points)]))
    }
}

fn missing_points([black, white]: [u8; 2]) -> u8 {
    (2 * POINTS_A_SIDE).saturating_sub(black.saturating_add(white))
}

impl DeclarationRule {
    /// The points that a side needs to win.
    pub const fn points_to_win(self, color: Color) -> u8 {
        match (self, color) {
            (DeclarationRule::Points24, _) => 31,
            (DeclarationRule::Points27, Color::Black) => 28,
            (DeclarationRule::Points27, Color::White) | (DeclarationRule::Points27Each, _) => 27,
        }
    }

    /// The points below which a declaration loses.
    pub const fn points_needed(self, color: Color) -> u8 {
        match self {
            DeclarationRule::Points24 => 24,
            _ => self.points_to_win(color),
        }
    }
}

impl EnteringKing {
    /// The outcome of a declaration by this side.
    pub fn declare(&self, rule: DeclarationRule, credit: HandicapCredit) -> Declaration {
        let points = self.points.saturating_add(credit.0[self.color]);
        let unmet = Unmet {
            king_outside: !self.king_in_zone,
            in_check: self.in_check,
            missing_pieces: PIECES_IN_ZONE.saturating_sub(self.pieces_in_zone),
            missing_points: rule.points_needed(self.color).saturating_sub(points),
        };
        if unmet != Unmet::default() {
            return Declaration::Loses(unmet);
        }
        if points >= rule.points_to_win(self.color) {
            Declaration::Win
        } else {
            Declaration::Draw
        }
    }
}

impl AgreementRule {
    /// The outcome for these points, including credits.
    pub fn judge(self, points: ByColor<u8>) -> Agreement {
        let [black, white] = points.0;
        let black_wins = match self {
            AgreementRule::Points27 => black > white,
            // Both can be short only where a handicap is not credited; then nobody is the poorer.
            AgreementRule::Points24 if (black < 24) == (white < 24) => return Agreement::Draw,
            AgreementRule::Points24 => white < 24,
        };
        Agreement::Wins(if black_wins {
            Color::Black
        } else {
            Color::White
        })
    }
}

impl TryRule {
    /// The square that a side's king has to reach: the opposing king's starting square.
    pub const fn goal(color: Color) -> Square {
        match color {
            Color::Black => Square::S51,
            Color::White => Square::S59,
        }
    }
}

impl<R: Rules> Position<R> {
    /// The counts of a side at an impasse.
    pub fn entering_king(&self, color: Color) -> EnteringKing {
        let king = self.king(color);
        let pieces = self.pieces(color).without(self.kings());
        let in_zone = pieces & Bitboard::promotion_zone(color);
        let in_hand = self.hand(color).iter();
        let hand: u8 = in_hand
            .map(|(kind, count)| kind.impasse_points() * count)
            .sum();
        let king_in_zone = king.is_some_and(|king| king.in_promotion_zone(color));
        let protected = |square| self.is_attacked(color, square);
        EnteringKing {
            color,
            king_in_zone,
            in_check: king.is_some_and(|king| self.is_attacked(!color, king)),
            pieces_in_zone: in_zone.len() as u8,
            points: hand + self.board_points(in_zone),
            all_points: hand + self.board_points(pieces),
            all_in_zone: king_in_zone && in_zone == pieces,
            all_protected: pieces.iter().all(protected),
        }
    }

    fn board_points(&self, squares: Bitboard) -> u8 {
        let kinds = squares.iter().filter_map(|square| self.piece_on(square));
        let bases = kinds.filter_map(|piece| piece.kind().hand_kind());
        bases.map(HandKind::impasse_points).sum()
    }

    /// The outcome if the side to move declares.
    ///
    /// ```
    /// use komadai_core::{Declaration, DeclarationRule, HandicapCredit, Position, Shogi};
    /// let position: Position<Shogi> =
    ///     "+R8/2+NK1+R+P+P1/+P+PPS+P4/6g+b1/7p1/3g5/3+b1g+p1+p/5p3/5k+p2 b G3S3N3L7Pl 1".parse()?;
    /// let outcome = position.declare(DeclarationRule::Points27, HandicapCredit::NONE);
    /// assert_eq!(outcome, Declaration::Win);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn declare(&self, rule: DeclarationRule, credit: HandicapCredit) -> Declaration {
        self.entering_king(self.turn()).declare(rule, credit)
    }

    /// The outcome if both sides agree to count points.
    pub fn agree(&self, rule: AgreementRule, credit: HandicapCredit) -> Agreement {
        let points = |color: Color| {
            let own = self.entering_king(color).all_points;
            own.saturating_add(credit.0[color])
        };
        rule.judge(ByColor(Color::ALL.map(points)))
    }

    /// Returns whether a side has won by a try: its king is on the goal and cannot be taken.
    pub fn has_tried(&self, color: Color, rule: TryRule) -> bool {
        self.king(color) == Some(TryRule::goal(color))
            && !self.is_attacked(!color, TryRule::goal(color))
            && self.may_try(color, rule)
    }

    /// The king move that wins by a try, if it is legal.
    pub fn try_move(&self, rule: TryRule) -> Option<Move> {
        let us = self.turn();
        let mv = Move::board(self.king(us)?, TryRule::goal(us), Promotion::Keep)?;
        (self.may_try(us, rule) && self.is_legal(mv)).then_some(mv)
    }

    /// Returns whether the location of the other king allows a try.
    fn may_try(&self, color: Color, rule: TryRule) -> bool {
        match rule {
            TryRule::Unconditional => true,
            TryRule::BothEntered => self
                .king(!color)
                .is_some_and(|king| king.in_promotion_zone(!color)),
        }
    }
}

impl fmt::Display for Unmet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut wants = Vec::new();
        if self.king_outside {
            wants.push("the king is not in the promotion zone".to_owned());
        }
        if self.in_check {
            wants.push("the king is in check".to_owned());
        }
        if self.missing_pieces > 0 {
            wants.push(format!(
                "{} more pieces needed in the zone",
                self.missing_pieces
            ));
        }
        if self.missing_points > 0 {
            wants.push(format!("{} more points needed", self.missing_points));
        }
        f.write_str(&wants.join("; "))
    }
}
