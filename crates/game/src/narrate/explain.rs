//! Why a move is illegal, as one tells a beginner.

use super::Language;
use crate::breach::Breach;

/// Explains to a beginner why a move is illegal.
///
/// ```
/// use komadai_game::Breach;
/// use komadai_game::narrate::{self, Language};
/// let text = narrate::explanation(Language::English, Breach::TwoPawns);
/// assert_eq!(text, "You already have a pawn on this file (two pawns, nifu).");
/// ```
pub const fn explanation(language: Language, breach: Breach) -> &'static str {
    let (english, japanese) = texts(breach);
    match language {
        Language::English => english,
        Language::Japanese => japanese,
    }
}

const fn texts(breach: Breach) -> (&'static str, &'static str) {
    match breach {
        Breach::OutOfTurn => ("It is your opponent’s turn.", "相手の手番です。"),
        Breach::OpponentsPiece => (
            "That piece belongs to your opponent.",
            "相手の駒は動かせません。",
        ),
        Breach::OwnPieceTaken => (
            "Your own piece stands there, and you cannot take it.",
            "そこには自分の駒があります。自分の駒は取れません。",
        ),
        Breach::NotAMove => (
            "This piece does not move like that.",
            "この駒はそのようには動けません。",
        ),
        Breach::WrongPromotion => (
            "A piece promotes only when its move begins or ends in the three ranks farthest from you.",
            "成れるのは、相手側の三段に入るか、そこから動くときだけです。",
        ),
        Breach::MissedPromotion => (
            "This piece must promote here, because it could never move again.",
            "この駒はここで成らなければなりません。成らないと動けなくなります。",
        ),
        Breach::DropOnPiece => (
            "A piece in hand can be dropped on an empty square only.",
            "持ち駒は空いているマスにしか打てません。",
        ),
        Breach::DeadEndDrop => (
            "A piece cannot be dropped where it could never move.",
            "動けなくなる所に駒は打てません。",
        ),
        Breach::PromotedDrop => (
            "Pieces are dropped with the unpromoted side up.",
            "持ち駒は成った状態では打てません。",
        ),
        Breach::TwoPawns => (
            "You already have a pawn on this file (two pawns, nifu).",
            "同じ筋にもう自分の歩があります（二歩）。",
        ),
        Breach::KingInCheck => (
            "Your king could be taken after this move.",
            "この手のあと、自分の玉が取られてしまいます（王手放置）。",
        ),
        Breach::DropPawnMate => (
            "A pawn must not be dropped to give checkmate (uchifuzume).",
            "歩を打って詰ませることはできません（打ち歩詰め）。",
        ),
        Breach::PerpetualCheck => (
            "This would repeat the position for the fourth time by checks only.",
            "連続王手の千日手になります。",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_breach_has_its_own_explanation() {
        for language in Language::ALL {
            let texts: BTreeSet<&str> = Breach::ALL.map(|b| explanation(language, b)).into();
            assert_eq!(texts.len(), Breach::ALL.len());
        }
    }
}
