//! Endings: a reason in braces, then the result.

use crate::record::{Ending, Termination};
use komadai_core::Color;

const PHRASES: [(&str, Termination); 16] = [
    ("resignation", Termination::Resignation),
    ("interruption", Termination::Interruption),
    ("repetition", Termination::Repetition),
    ("time up", Termination::TimeUp),
    ("illegal move", Termination::IllegalMove),
    ("impasse", Termination::Impasse),
    ("declaration", Termination::Declaration),
    ("draw", Termination::Draw),
    ("take back", Termination::TakeBack),
    ("checkmate", Termination::Checkmate),
    ("no mate", Termination::NoMate),
    ("error", Termination::Error),
    ("default", Termination::Default),
    ("try", Termination::Try),
    ("move limit", Termination::MaxMoves),
    ("sealed move", Termination::SealedMove),
];

/// The prefix of a reason without a phrase.
const OTHER: &str = "ended: ";

/// The reason of an ending, for braces.
pub(super) fn phrase(termination: &Termination) -> String {
    if let Termination::Other(word) = termination {
        return format!("{OTHER}{word}");
    }
    let known = PHRASES.iter().find(|(_, known)| known == termination);
    known.map_or("", |(phrase, _)| phrase).to_owned()
}

/// The reason in a comment before a result, in our phrases or XBoard's.
pub(super) fn reason(comment: &str) -> Option<Termination> {
    let comment = comment.trim();
    if let Some(word) = comment.strip_prefix(OTHER) {
        return Some(Termination::Other(word.to_owned()));
    }
    if let Some((_, known)) = PHRASES.iter().find(|(phrase, _)| *phrase == comment) {
        return Some(known.clone());
    }
    match comment {
        "White resigns" | "Black resigns" => Some(Termination::Resignation),
        "White mates" | "Black mates" | "Checkmate" => Some(Termination::Checkmate),
        "White forfeits on time" | "Black forfeits on time" => Some(Termination::TimeUp),
        "Draw agreed" => Some(Termination::Draw),
        _ => None,
    }
}

/// The result of an ending: Black, who is called Sente, comes first.
pub(super) fn result(ending: &Ending) -> &'static str {
    match (ending.winner, &ending.termination) {
        (Some(Color::Black), _) => "1-0",
        (Some(Color::White), _) => "0-1",
        (
            None,
            Termination::Repetition
            | Termination::Impasse
            | Termination::Draw
            | Termination::MaxMoves,
        ) => "1/2-1/2",
        (None, _) => "*",
    }
}

/// The winner of a result; `None` if the word is not a result.
pub(super) fn winner(word: &str) -> Option<Option<Color>> {
    match word {
        "1-0" | "1:0" => Some(Some(Color::Black)),
        "0-1" | "0:1" => Some(Some(Color::White)),
        "1/2-1/2" | "*" => Some(None),
        _ => None,
    }
}

/// The ending of a result and the reason before it; `None` for `*` alone.
pub(super) fn ending(result: &str, reason: Option<Termination>) -> Option<Ending> {
    let winner = winner(result)?;
    let termination = match (reason, result) {
        (Some(reason), _) => reason,
        (None, "*") => return None,
        (None, "1/2-1/2") => Termination::Draw,
        (None, _) => Termination::Other(result.to_owned()),
    };
    Some(Ending {
        termination,
        winner,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_survives_phrase_and_result() {
        for termination in Termination::NAMED {
            for winner in [None, Some(Color::Black), Some(Color::White)] {
                let written = Ending {
                    termination: termination.clone(),
                    winner,
                };
                let read = ending(result(&written), reason(&phrase(&termination)));
                assert_eq!(read, Some(written));
            }
        }
        assert_eq!(ending("*", None), None);
        assert_eq!(ending("1-0", None).unwrap().winner, Some(Color::Black));
    }
}
