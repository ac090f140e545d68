//! Outcomes of games.

use crate::article::Article;
use crate::breach::Breach;
use crate::command::Ground;
use komadai_core::{ByColor, Color, Unmet};
use std::fmt;

/// The verdict.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// A side won.
    Wins(Color),
    /// A draw.
    Draw,
    /// Both sides lost, as when nobody appears.
    BothLose,
    /// The game does not count (Article 9.1, or by agreement where rules allow it).
    NoContest,
}

impl Verdict {
    /// The side that won.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Verdict::Wins(color) => Some(color),
            _ => None,
        }
    }

    /// Half points of each side: two for a win (Article 12.1); `None` if the game does not count.
    pub const fn half_points(self) -> Option<ByColor<u8>> {
        match self {
            Verdict::Wins(Color::Black) => Some(ByColor([2, 0])),
            Verdict::Wins(Color::White) => Some(ByColor([0, 2])),
            Verdict::Draw => Some(ByColor([1, 1])),
            Verdict::BothLose => Some(ByColor([0, 0])),
            Verdict::NoContest => None,
        }
    }
}

/// The cause of an ending.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// 詰み (Article 5.1 a).
    Checkmate,
    /// No legal move without check, which loses as well (GNU manual).
    NoLegalMove,
    /// 投了 (Article 5.1 b).
    Resignation,
    /// An illegal move, claimed, pointed out or automatic.
    IllegalMove(Breach),
    /// A king left in check was taken, which is the claim (Article 9.5).
    KingTaken,
    /// 千日手 (Article 5.2).
    Repetition,
    /// 連続王手の千日手, where it is not an illegal move but a separate loss.
    PerpetualCheck,
    /// 入玉宣言 (Article 5.3): a win or, by some rules, a draw.
    Declaration,
    /// A declaration with unmet conditions.
    WrongDeclaration(Unmet),
    /// A declaration without time left (Article 5.3, condition 5).
    DeclarationWithoutTime,
    /// Points counted by agreement or by force.
    Count(ByColor<u8>),
    /// トライ.
    Try,
    /// The number of moves was reached; an impasse by some rules.
    MoveLimit,
    /// An impasse by number of moves (JSA).
    Impasse,
    /// A flag (Articles 8.3, 8.9).
    TimeUp,
    /// Both flags (Articles 8.3, 8.11).
    BothFlags,
    /// 待った: taking a move back.
    TakeBack,
    /// The clock was stopped before the move was completed.
    EarlyPress,
    /// A wrong claim, where it loses.
    WrongClaim,
    /// Arrived after the time was used up (Article 8.6).
    LateArrival,
    /// Did not appear, or left (Article 11.7).
    NoShow,
    /// The arbiter's penalty (Articles 13.4 d, e).
    Penalty(Ground),
    /// The arbiter's decision (Article 13.8).
    Decision,
    /// Started from a wrong position (Article 9.1).
    WrongStart,
    /// Ended by the host, without a result.
    Aborted,
    /// A draw by agreement, where rules allow it.
    AgreedDraw,
    /// Ended without a result by agreement, where rules allow it.
    AgreedCancellation,
}

impl Cause {
    /// A short name for data.
    pub const fn name(self) -> &'static str {
        match self {
            Cause::Checkmate => "checkmate",
            Cause::NoLegalMove => "no-legal-move",
            Cause::Resignation => "resignation",
            Cause::IllegalMove(_) => "illegal-move",
            Cause::KingTaken => "king-taken",
            Cause::Repetition => "repetition",
            Cause::PerpetualCheck => "perpetual-check",
            Cause::Declaration => "declaration",
            Cause::WrongDeclaration(_) => "wrong-declaration",
            Cause::DeclarationWithoutTime => "declaration-without-time",
            Cause::Count(_) => "count",
            Cause::Try => "try",
            Cause::MoveLimit => "move-limit",
            Cause::Impasse => "impasse",
            Cause::TimeUp => "time-up",
            Cause::BothFlags => "both-flags",
            Cause::TakeBack => "take-back",
            Cause::EarlyPress => "early-press",
            Cause::WrongClaim => "wrong-claim",
            Cause::LateArrival => "late-arrival",
            Cause::NoShow => "no-show",
            Cause::Penalty(_) => "penalty",
            Cause::Decision => "decision",
            Cause::WrongStart => "wrong-start",
            Cause::Aborted => "aborted",
            Cause::AgreedDraw => "agreed-draw",
            Cause::AgreedCancellation => "agreed-cancellation",
        }
    }

    /// The article of the FESA Laws by which a board or a record shows it.
    pub(crate) const fn article(self) -> Option<Article> {
        match self {
            Cause::Checkmate | Cause::NoLegalMove => Some(Article::MATE),
            Cause::Repetition => Some(Article::REPETITION),
            Cause::PerpetualCheck => Some(Article::PERPETUAL_CHECK),
            Cause::Declaration | Cause::WrongDeclaration(_) => Some(Article::DECLARATION),
            Cause::IllegalMove(_) => Some(Article::CLAIM),
            Cause::KingTaken => Some(Article::KING_TAKEN),
            _ => None,
        }
    }
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The verdict.
    pub verdict: Verdict,
    /// The reason.
    pub cause: Cause,
}

impl Outcome {
    pub(crate) const fn new(verdict: Verdict, cause: Cause) -> Outcome {
        Outcome { verdict, cause }
    }

    pub(crate) const fn loses(color: Color, cause: Cause) -> Outcome {
        Outcome::new(
            Verdict::Wins(match color {
                Color::Black => Color::White,
                Color::White => Color::Black,
            }),
            cause,
        )
    }

    pub(crate) const fn wins(color: Color, cause: Cause) -> Outcome {
        Outcome::new(Verdict::Wins(color), cause)
    }

    pub(crate) const fn draw(cause: Cause) -> Outcome {
        Outcome::new(Verdict::Draw, cause)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Wins(Color::Black) => "Black wins",
            Verdict::Wins(Color::White) => "White wins",
            Verdict::Draw => "draw",
            Verdict::BothLose => "both lose",
            Verdict::NoContest => "no contest",
        })
    }
}
