//! Words for endings: in KIF as a move of their own, in the closing line `まで…` of both KIF and KI2.

use crate::kanji::{self, SideNames};
use crate::record::{Ending, NodeRef, Termination};
use crate::result_note::StatedEnding;
use crate::scan::{Scan, trim};
use komadai_core::Color;
use std::fmt::Write;

/// The ending that a word stands for where a move is expected; `turn` is the side to move.
pub(crate) fn ending_word(word: &str, turn: Color) -> Option<Ending> {
    let mut scan = Scan::new(word);
    let side = kanji::side(&mut scan);
    scan.skip_blanks();
    let with_winner = |termination, winner| {
        Some(Ending {
            termination,
            winner: Some(winner),
        })
    };
    let actor = side.unwrap_or(turn);
    let termination = match scan.rest() {
        "反則勝ち" | "反則勝" => return with_winner(Termination::IllegalMove, actor),
        "反則負け" | "反則負" | "反則" | "反則手" => {
            return with_winner(Termination::IllegalMove, !actor);
        }
        "不戦勝" | "不戦勝ち" => return with_winner(Termination::Default, actor),
        "不戦敗" | "不戦負け" => return with_winner(Termination::Default, !actor),
        "切れ負け" | "時間切れ" | "時間切れ負け" => {
            return with_winner(Termination::TimeUp, !actor);
        }
        "切れ勝ち" | "時間切れ勝ち" => return with_winner(Termination::TimeUp, actor),
        "Time-up" | "time-up" | "TIME_UP" => Termination::TimeUp,
        "投了" | "負け" => return with_winner(Termination::Resignation, !actor),
        "詰み" | "詰" => Termination::Checkmate,
        "入玉勝ち" | "入玉宣言勝ち" | "宣言勝ち" => {
            return with_winner(Termination::Declaration, actor);
        }
        "千日手" => Termination::Repetition,
        "持将棋" => Termination::Impasse,
        "中断" => Termination::Interruption,
        "引き分け" | "引分" | "引分け" => Termination::Draw,
        "待った" => Termination::TakeBack,
        "不詰" | "不詰み" => Termination::NoMate,
        "エラー" => Termination::Error,
        "トライ" | "トライ勝ち" => Termination::Try,
        "最大手数" => Termination::MaxMoves,
        "封じ手" => Termination::SealedMove,
        _ => return None,
    };
    Some(Ending::usual(termination, turn))
}

/// The word for an ending where a move is expected, in one line.
pub(crate) fn ending_text(ending: &Ending, turn: Color) -> String {
    write_ending_word(ending, turn).replace(['\n', '\r'], " ")
}

/// The word for an ending where a move is expected.
pub(crate) fn write_ending_word(ending: &Ending, turn: Color) -> &str {
    let wins = ending.winner == Some(turn);
    match &ending.termination {
        Termination::Resignation => "投了",
        Termination::Interruption => "中断",
        Termination::Repetition => "千日手",
        Termination::TimeUp => "切れ負け",
        Termination::IllegalMove if wins => "反則勝ち",
        Termination::IllegalMove => "反則負け",
        Termination::Impasse => "持将棋",
        Termination::Declaration => "入玉勝ち",
        Termination::Draw => "引き分け",
        Termination::TakeBack => "待った",
        Termination::Checkmate => "詰み",
        Termination::NoMate => "不詰",
        Termination::Error => "エラー",
        Termination::Default if wins => "不戦勝",
        Termination::Default => "不戦敗",
        Termination::Try => "トライ",
        Termination::MaxMoves => "最大手数",
        Termination::SealedMove => "封じ手",
        Termination::Other(word) => word,
    }
}

/// What a closing line says: `まで88手で先手の反則勝ち`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Closing {
    /// The ending, its winner only if the line names one.
    pub(crate) ending: Ending,
}

impl Closing {
    /// Reads what follows `まで`; `None` if the line says nothing.
    pub(crate) fn parse(rest: &str) -> Option<Closing> {
        let mut scan = Scan::new(trim(rest));
        scan.wide_number();
        scan.skip_blanks();
        scan.eat('手');
        scan.eat('目');
        scan.eat('で');
        let says = trim(scan.rest());
        // Some files have remarks after `#`.
        let short = says
            .split_once('#')
            .map(|(says, _)| closing_ending(trim(says)));
        let known = short.filter(|ending| !matches!(ending.termination, Termination::Other(_)));
        match says {
            "" | "対局終了" => None,
            _ => Some(Closing {
                ending: known.unwrap_or_else(|| closing_ending(says)),
            }),
        }
    }
}

fn closing_ending(says: &str) -> Ending {
    let by_time = says
        .strip_prefix("時間切れにより")
        .or_else(|| says.strip_prefix("時間切れで"));
    let mut scan = Scan::new(by_time.unwrap_or(says));
    let side = kanji::side(&mut scan);
    scan.eat('の');
    let outcome = trim(scan.rest());
    let ending = |termination, winner| Ending {
        termination,
        winner,
    };
    match (outcome, side) {
        ("勝ち" | "勝", Some(side)) if by_time.is_some() => {
            ending(Termination::TimeUp, Some(side))
        }
        ("勝ち" | "勝", Some(side)) => ending(Termination::Resignation, Some(side)),
        ("負け" | "負", Some(side)) => ending(Termination::Resignation, Some(!side)),
        (_, Some(side)) => {
            ending_word(outcome, side).unwrap_or(ending(Termination::Other(says.to_owned()), None))
        }
        // The word alone names no winner, whatever side is to move.
        (_, None) => match ending_word(outcome, Color::Black) {
            Some(found) => ending(found.termination, None),
            None => ending(Termination::Other(says.to_owned()), None),
        },
    }
}

/// The text before a closing line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Before {
    /// The ending's word, as in KIF.
    Word,
    /// Moves only, as in KI2.
    Moves,
}

/// The ending of a node as KIF and KI2 state it: the closing lines name the winner, but cannot say that nobody won.
pub(crate) fn stated<'e>(node: NodeRef<'_>, ending: &'e Ending, turn: Color) -> StatedEnding<'e> {
    let usual = ending.termination.usual_winner(turn);
    let read = Ending {
        winner: ending.winner.or(usual),
        ..ending.clone()
    };
    StatedEnding::new(node, ending, read, turn)
}

/// Writes the closing lines of an ending: one, or two where the first does not name the right winner.
pub(crate) fn push_closing(
    out: &mut String,
    before: Before,
    (moves, ending): (u32, &Ending),
    turn: Color,
    names: SideNames,
) {
    let says = closing_text(ending, turn, names);
    // An unknown word is not repeated.
    let repeats = before == Before::Word && matches!(ending.termination, Termination::Other(_));
    if !repeats {
        let _ = writeln!(out, "まで{moves}手で{says}");
    }
    let named = closing_ending(&says).winner.filter(|_| !repeats);
    let told = named.or_else(|| ending.termination.usual_winner(turn));
    if let Some(winner) = ending.winner.filter(|_| ending.winner != told) {
        let _ = writeln!(out, "まで{moves}手で{}の勝ち", names.of(winner));
    }
}

fn closing_text(ending: &Ending, turn: Color, names: SideNames) -> String {
    let winner = ending.winner.map(|winner| names.of(winner));
    match (&ending.termination, winner) {
        (Termination::Resignation, Some(winner)) => format!("{winner}の勝ち"),
        (Termination::TimeUp, Some(winner)) => format!("時間切れにより{winner}の勝ち"),
        (Termination::Declaration, Some(winner)) => format!("{winner}の入玉勝ち"),
        (Termination::IllegalMove | Termination::Default, Some(_)) => {
            format!("{}の{}", names.of(turn), write_ending_word(ending, turn))
        }
        _ => ending_text(ending, turn),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_survives_its_word() {
        for termination in Termination::NAMED {
            for turn in Color::ALL {
                let ending = Ending::usual(termination.clone(), turn);
                assert_eq!(
                    ending_word(write_ending_word(&ending, turn), turn),
                    Some(ending)
                );
            }
        }
        let foul = Ending {
            termination: Termination::IllegalMove,
            winner: Some(Color::White),
        };
        assert_eq!(ending_word("反則勝ち", Color::White), Some(foul.clone()));
        assert_eq!(ending_word("先手 反則負け", Color::White), Some(foul));
        assert_eq!(ending_word("７二二金(61)", Color::White), None);
    }

    #[test]
    fn closing_lines_name_reason_and_winner() {
        let cases = [
            (
                "88手で先手の反則勝ち",
                Termination::IllegalMove,
                Some(Color::Black),
            ),
            (
                "3手で先手の反則負け#注",
                Termination::IllegalMove,
                Some(Color::White),
            ),
            (
                "5手で上手の勝ち",
                Termination::Resignation,
                Some(Color::White),
            ),
            (
                "5手で時間切れにより後手の勝ち",
                Termination::TimeUp,
                Some(Color::White),
            ),
            ("５手で詰み", Termination::Checkmate, None),
            ("5手詰", Termination::Checkmate, None),
            ("5手で持将棋", Termination::Impasse, None),
            (
                "5手で先手の入玉勝ち",
                Termination::Declaration,
                Some(Color::Black),
            ),
            (
                "5手で指し掛け",
                Termination::Other("指し掛け".to_owned()),
                None,
            ),
        ];
        for (text, termination, winner) in cases {
            assert_eq!(
                Closing::parse(text),
                Some(Closing {
                    ending: Ending {
                        termination,
                        winner
                    }
                }),
                "{text}"
            );
        }
        assert_eq!(Closing::parse("5手"), None);
    }
}
