//! Commands that can be typed besides moves.

use std::path::PathBuf;
use std::str::FromStr;

/// A typed command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TypedWord {
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

/// The commands and their descriptions in the help.
pub(super) const HELP: [(&str, &str); 13] = [
    ("7g7f P76 76歩", "a move, any notation"),
    ("arrows, Enter", "pick up, put down"),
    ("Tab", "to the hand and back"),
    ("resign", "give up the game"),
    ("declare", "a win by entering king"),
    ("claim", "an illegal move"),
    ("flag", "the opponent's flag"),
    ("repetition", "a fourfold repetition"),
    ("count", "propose to count points"),
    ("undo", "if the rules allow"),
    ("hint", "if the rules allow"),
    ("flip, pieces", "board; kanji or letters"),
    ("save FILE, quit", "KIF; leave"),
];

impl FromStr for TypedWord {
    type Err = ();

    fn from_str(text: &str) -> Result<TypedWord, ()> {
        let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        Ok(match (first.to_lowercase().as_str(), rest.trim()) {
            ("?" | "help", "") => TypedWord::Help,
            ("quit" | "q" | "exit", "") => TypedWord::Quit,
            ("save", "") => TypedWord::Save(PathBuf::from("komadai.kif")),
            ("save", path) => TypedWord::Save(PathBuf::from(path)),
            ("resign" | "投了", "") => TypedWord::Resign,
            ("declare" | "宣言", "") => TypedWord::Declare,
            ("claim" | "反則", "") => TypedWord::ClaimIllegalMove,
            ("flag" | "時間", "") => TypedWord::ClaimFlag,
            ("repetition" | "千日手", "") => TypedWord::ClaimRepetition,
            ("undo" | "待った", "") => TypedWord::Undo,
            ("count" | "持将棋", "") => TypedWord::Count,
            ("hint", "") => TypedWord::Hint,
            ("flip", "") => TypedWord::Flip,
            ("pieces", "") => TypedWord::Pieces,
            _ => return Err(()),
        })
    }
}
