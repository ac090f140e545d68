//! What can be wrong with a move or a record, each under one name: the table that commands, stored
//! games and documents share.

use crate::article::Article;

/// Something that the laws do not allow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Offence {
    /// Its name in data, which does not change.
    pub name: &'static str,
    /// What `komadai check --json` called it before the names were made one.
    pub also: Option<&'static str>,
    /// The article of the FESA Laws that it offends, where one is and no detail tells it better.
    pub article: Option<Article>,
    /// What was done, in words.
    pub words: &'static str,
}

/// The constants and the list of all from one table: name, older name, article, words.
macro_rules! offences {
    ($($constant:ident $name:literal $also:tt $article:tt $words:literal)*) => {
        impl Offence {
            $(
                #[doc = concat!("`", $name, "`: ", $words)]
                pub const $constant: Offence = Offence {
                    name: $name,
                    also: offences!(@also $also),
                    article: offences!(@article $article),
                    words: $words,
                };
            )*

            /// Every offence.
            pub const ALL: &[Offence] = &[$(Offence::$constant),*];
        }
    };
    (@also -) => { None };
    (@also $also:literal) => { Some($also) };
    (@article -) => { None };
    (@article $article:ident) => { Some(Article::$article) };
}

offences! {
    OUT_OF_TURN "out-of-turn" - TURNS "played out of turn"
    OPPONENTS_PIECE "opponents-piece" "not-your-turn" TURNS "moved a piece of the opponent"
    OWN_PIECE_TAKEN "own-piece-taken" "own-piece-on-target" OWN_SQUARE "put a piece on one of his own"
    NOT_A_MOVE "not-a-move" "not-a-move-of-the-piece" MOVES "moved a piece as it does not move"
    WRONG_PROMOTION "wrong-promotion" "outside-promotion-zone" PROMOTION
        "promoted outside the promotion zone"
    MISSED_PROMOTION "missed-promotion" "must-promote" PROMOTION
        "did not promote a piece that can never move again"
    DROP_ON_PIECE "drop-on-piece" "square-taken" DROP "dropped a piece on an occupied square"
    DEAD_END_DROP "dead-end-drop" "dead-end" DEAD_END "dropped a piece where it can never move"
    PROMOTED_DROP "promoted-drop" - DROP "dropped a piece with its promoted side up"
    TWO_PAWNS "two-pawns" "nifu" TWO_PAWNS "two pawns on one file (nifu)"
    KING_IN_CHECK "king-in-check" "king-left-in-check" KING_SAFETY "left or put the own king in check"
    DROP_PAWN_MATE "drop-pawn-mate" - DROP_PAWN_MATE "mated by a pawn drop (uchifuzume)"
    PERPETUAL_CHECK "perpetual-check" - PERPETUAL_CHECK "repeated the position by continuous checks"
    NO_PIECE "no-piece" "empty-square" MOVES "there is no piece on the origin"
    NOT_IN_HAND "not-in-hand" - DROP "no such piece in hand"
    NO_OTHER_SIDE "no-other-side" "cannot-promote" PROMOTION
        "the piece has no promoted side to turn up"
    START_POSITION "start-position" - SET "the game does not start from a position of a game"
    MOVE_AFTER_MATE "move-after-mate" - MATE "a move after mate"
    MOVE_AFTER_THE_END "move-after-the-end" - - "a move after the end of the game"
    NO_MATE "no-mate" - MATE "the record ends with mate, and there is none"
    MATED_SIDE_WINS "mated-side-wins" - MATE "the record does not say that the mated side lost"
    NO_REPETITION "no-repetition" - REPETITION "the record ends with repetition, and there is none"
    FAILED_DECLARATION "failed-declaration" - DECLARATION "a condition of the declaration is not met"
    LATE_CLAIM "late-claim" - CLAIM "the illegal move was answered before it was claimed"
    NOT_IN_THE_RULES "not-in-the-rules" - - "the record ends in a way that the rules do not have"
    REFUSED "refused" - - "what the record says was done at the end could not be done then"
    WRONG_RESULT "wrong-result" - - "the record's result is not the one that follows"
    LIMIT_NOT_REACHED "limit-not-reached" - - "the move limit was not reached"
    NO_TRY "no-try" - - "no king has reached its goal"
}
