//! What can be typed besides moves.

use komadai_game::Cause;
use std::path::PathBuf;
use std::str::FromStr;

/// A word with a meaning of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Help,
    Quit,
    Save(PathBuf),
    Resign,
    Declare,
    ClaimIllegalMove,
    ClaimFlag,
    ClaimRepetition,
    Undo,
    Count,
    Hint,
    Flip,
    Pieces,
}

/// The words and what they do, as the help shows them.
pub(super) const HELP: [(&str, &str); 13] = [
    ("7g7f, P76, 76歩", "a move, in any notation"),
    ("arrows, Enter", "pick a piece up, put it down"),
    ("Tab", "to the pieces in hand and back"),
    ("resign", "give up the game"),
    ("declare", "declare a win by entering king"),
    ("claim", "claim the opponent's illegal move"),
    ("flag", "claim the opponent's flag"),
    ("repetition", "claim a fourfold repetition"),
    ("count", "propose to count points"),
    ("undo", "take a move back, if the rules allow"),
    ("hint", "a move, if the rules allow"),
    ("flip, pieces", "turn the board; kanji or letters"),
    ("save FILE, quit", "write KIF; leave"),
];

impl FromStr for Word {
    type Err = ();

    fn from_str(text: &str) -> Result<Word, ()> {
        let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        Ok(match (first.to_lowercase().as_str(), rest.trim()) {
            ("?" | "help", "") => Word::Help,
            ("quit" | "q" | "exit", "") => Word::Quit,
            ("save", "") => Word::Save(PathBuf::from("komadai.kif")),
            ("save", path) => Word::Save(PathBuf::from(path)),
            ("resign" | "投了", "") => Word::Resign,
            ("declare" | "宣言", "") => Word::Declare,
            ("claim" | "反則", "") => Word::ClaimIllegalMove,
            ("flag" | "時間", "") => Word::ClaimFlag,
            ("repetition" | "千日手", "") => Word::ClaimRepetition,
            ("undo" | "待った", "") => Word::Undo,
            ("count" | "持将棋", "") => Word::Count,
            ("hint", "") => Word::Hint,
            ("flip", "") => Word::Flip,
            ("pieces", "") => Word::Pieces,
            _ => return Err(()),
        })
    }
}

/// Why a game ended, in a few words.
pub(super) fn cause(cause: Cause) -> String {
    let text = match cause {
        Cause::IllegalMove(breach) => return format!("illegal move, {breach}"),
        Cause::WrongDeclaration(unmet) => return format!("wrong declaration, {unmet}"),
        Cause::Count(points) => {
            return format!("{} points to {}", points.0[0], points.0[1]);
        }
        Cause::Checkmate => "checkmate",
        Cause::NoLegalMove => "no legal move",
        Cause::Resignation => "resignation",
        Cause::KingTaken => "the king was taken",
        Cause::Repetition => "repetition",
        Cause::PerpetualCheck => "perpetual check",
        Cause::Declaration => "declaration",
        Cause::DeclarationWithoutTime => "declared without time",
        Cause::Try => "try",
        Cause::MoveLimit => "move limit",
        Cause::Impasse => "impasse",
        Cause::TimeUp => "time",
        Cause::BothFlags => "both flags are down",
        Cause::TakeBack => "took a move back",
        Cause::EarlyPress => "pressed the clock without a move",
        Cause::WrongClaim => "wrong claim",
        Cause::LateArrival => "came too late",
        Cause::NoShow => "did not come",
        Cause::Penalty(_) => "penalty",
        Cause::Decision => "the arbiter's decision",
        Cause::WrongStart => "wrong start position",
        Cause::Aborted => "aborted",
        Cause::AgreedDraw => "agreed",
        Cause::AgreedCancellation => "called off",
    };
    text.to_owned()
}
