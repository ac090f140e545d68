//! Words for endings: CSA's without `%`, and KIF's where CSA has none.

use crate::kif::{ending_word, write_ending_word};
use crate::record::{Ending, Termination};
use komadai_core::Color;

/// The ending of a word; `turn` is the side to move. A word that is not known is kept.
pub(super) fn ending(word: &str, turn: Color) -> Ending {
    let termination = match word {
        "TORYO" => Termination::Resignation,
        "CHUDAN" => Termination::Interruption,
        "SENNICHITE" => Termination::Repetition,
        "TIME_UP" => Termination::TimeUp,
        "ILLEGAL_MOVE" => Termination::IllegalMove,
        "ILLEGAL_ACTION" => return foul(turn),
        "+ILLEGAL_ACTION" => return foul(Color::White),
        "-ILLEGAL_ACTION" => return foul(Color::Black),
        "JISHOGI" => Termination::Impasse,
        "KACHI" => Termination::Declaration,
        "HIKIWAKE" => Termination::Draw,
        "MATTA" => Termination::TakeBack,
        "TSUMI" => Termination::Checkmate,
        "FUZUMI" => Termination::NoMate,
        "ERROR" => Termination::Error,
        "MAX_MOVES" => Termination::MaxMoves,
        word => {
            let other = || Ending::usual(Termination::Other(word.to_owned()), turn);
            return ending_word(word, turn).unwrap_or_else(other);
        }
    };
    Ending::usual(termination, turn)
}

fn foul(winner: Color) -> Ending {
    Ending {
        termination: Termination::IllegalMove,
        winner: Some(winner),
    }
}

/// The word of an ending.
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
        assert_eq!(word(&foul(Color::White), Color::White), "ILLEGAL_ACTION");
        assert_eq!(ending("ILLEGAL_ACTION", Color::White), foul(Color::White));
    }
}
