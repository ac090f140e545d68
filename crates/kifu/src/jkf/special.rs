//! Words for endings: those of CSA without `%`, or those of KIF if CSA has none.

use crate::csa;
use crate::kif::{ending_word, write_ending_word};
use crate::record::{Ending, Termination};
use komadai_core::Color;

/// The ending for a word; `turn` is the side to move. Unknown words are kept.
pub(super) fn ending(word: &str, turn: Color) -> Ending {
    csa::ending(word, turn)
        .or_else(|| ending_word(word, turn))
        .unwrap_or_else(|| Ending::usual(Termination::Other(word.to_owned()), turn))
}

/// The word for an ending.
pub(super) fn word(ending: &Ending, turn: Color) -> &str {
    match &ending.termination {
        Termination::IllegalMove if ending.winner == Some(turn) => "ILLEGAL_ACTION",
        Termination::NoMate => "FUZUMI",
        Termination::Default | Termination::Try | Termination::SealedMove => {
            write_ending_word(ending, turn)
        }
        Termination::Other(word) => word,
        termination => termination.word(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_survives_its_word() {
        for termination in Termination::NAMED {
            for turn in Color::ALL {
                let written = Ending::usual(termination.clone(), turn);
                assert_eq!(ending(word(&written, turn), turn), written);
            }
        }
        let foul = Ending {
            termination: Termination::IllegalMove,
            winner: Some(Color::White),
        };
        assert_eq!(word(&foul, Color::White), "ILLEGAL_ACTION");
        for word in ["ILLEGAL_ACTION", "+ILLEGAL_ACTION"] {
            assert_eq!(ending(word, Color::White), foul);
        }
    }
}
