//! What can be typed besides moves.

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
