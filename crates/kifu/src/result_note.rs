//! A comment line with the result, where the words of a format would name another winner.
//!
//! In CSA, JKF, KIF and KI2 most words for endings are about the side to move: after `%TORYO` the side to move has
//! lost. A player who resigns while the opponent is to move cannot be recorded so. The writers then write an
//! interruption, which names no winner, and begin its comment with the result: `結果：投了、先手の勝ち`. The readers
//! restore the ending from that line.

use crate::error::Notice;
use crate::kif::{ending_word, write_ending_word};
use crate::record::{Ending, NodeId, NodeRef, Record, Termination};
use komadai_core::Color;

const KEY: &str = "結果：";
const NOBODY: &str = "勝者なし";
const WINNERS: [(&str, Color); 2] = [("先手の勝ち", Color::Black), ("後手の勝ち", Color::White)];

static INTERRUPTION: Ending = Ending::drawn(Termination::Interruption);

/// An ending as a writer writes it.
#[derive(Clone, Debug)]
pub(crate) struct StatedEnding<'e> {
    /// The ending to write in the format's words.
    pub(crate) ending: &'e Ending,
    /// The first line of its comment.
    pub(crate) note: Option<String>,
}

impl<'e> StatedEnding<'e> {
    /// How to write the ending of a node. `read` is the ending that the format's words stand for with `turn` to move.
    pub(crate) fn new(
        node: NodeRef<'_>,
        ending: &'e Ending,
        read: Ending,
        turn: Color,
    ) -> StatedEnding<'e> {
        let read = match node.parent() {
            Some(last) => read.after_move(last, turn),
            None => read,
        };
        match read == *ending {
            true => StatedEnding { ending, note: None },
            false => StatedEnding {
                ending: &INTERRUPTION,
                note: Some(line(ending)),
            },
        }
    }

    /// Reports an ending that is stated in a comment.
    pub(crate) fn notice(&self, ending: &Ending, notices: &mut Vec<Notice>) {
        if self.note.is_some() {
            let word = ending.termination.word();
            let said =
                format!("{word} was written as an interruption, with the result in a comment");
            notices.push(Notice::Ending(said));
        }
    }
}

/// The line for an ending.
fn line(ending: &Ending) -> String {
    let reason = Ending::drawn(ending.termination.clone());
    let reason = write_ending_word(&reason, Color::Black).replace(['\n', '\r'], " ");
    let named = WINNERS
        .iter()
        .find(|(_, color)| ending.winner == Some(*color));
    let winner = named.map_or(NOBODY, |(text, _)| text);
    format!("{KEY}{reason}、{winner}")
}

/// The ending that a line states.
fn parse(line: &str) -> Option<Ending> {
    let (reason, winner) = line.strip_prefix(KEY)?.rsplit_once('、')?;
    let winner = match WINNERS.iter().find(|(text, _)| *text == winner) {
        Some((_, color)) => Some(*color),
        None if winner == NOBODY => None,
        None => return None,
    };
    let termination = match ending_word(reason, Color::Black) {
        Some(known) => known.termination,
        None => Termination::Other(reason.to_owned()),
    };
    Some(Ending {
        termination,
        winner,
    })
}

/// Restores endings from the comments that state them.
pub(crate) fn restore(record: &mut Record) {
    let stated: Vec<_> = record.tree.preorder().filter_map(stated).collect();
    for (id, ending, comment) in stated {
        record.tree.set_ending(id, ending);
        record.tree.set_comment(id, comment);
    }
}

/// The ending that a node's comment states, and the rest of the comment.
fn stated(node: NodeRef<'_>) -> Option<(NodeId, Ending, Option<String>)> {
    if *node.ending()? != INTERRUPTION {
        return None;
    }
    let comment = node.comment()?;
    let (first, rest) = match comment.split_once('\n') {
        Some((first, rest)) => (first, Some(rest.to_owned())),
        None => (comment, None),
    };
    let ending = parse(first).filter(|ending| *ending != INTERRUPTION)?;
    Some((node.id(), ending, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Builder;
    use crate::{Format, ReadOptions, WriteOptions, read, write};

    /// Games with every ending, winner and side to move, after a legal and an illegal last move.
    fn records() -> Vec<Record> {
        let other = Termination::Other("裁定".to_owned());
        let mut records = Vec::new();
        for moves in ["", "7g7f", "7g7f 3c3d", "7g7e", "7g7f 3c3e"] {
            for termination in Termination::NAMED.into_iter().chain([other.clone()]) {
                for winner in [None, Some(Color::Black), Some(Color::White)] {
                    let mut builder = Builder::new(Record::default());
                    for mv in moves.split_whitespace() {
                        builder.play(mv.parse().unwrap());
                    }
                    let last = builder.at();
                    let termination = termination.clone();
                    let tree = builder.tree_mut();
                    let end = tree.push_ending(
                        last,
                        Ending {
                            termination,
                            winner,
                        },
                    );
                    tree.push_comment_line(end, "a comment");
                    records.push(builder.finish());
                }
            }
        }
        records
    }

    #[test]
    fn no_format_names_a_wrong_winner() {
        for format in Format::ALL {
            for record in records() {
                let written = write(&record, format, &WriteOptions::default()).unwrap();
                let options = ReadOptions {
                    format: Some(format),
                    ..ReadOptions::default()
                };
                let again = read(&written.bytes, &options).unwrap().records.remove(0);
                let text = String::from_utf8_lossy(&written.bytes);
                let (ending, read) = (record.ending().unwrap(), again.ending());
                let lost = written
                    .notices
                    .iter()
                    .any(|notice| matches!(notice, Notice::Ending(_)));
                assert!(
                    again.winner().is_none() || again.winner() == record.winner(),
                    "{format}: {ending:?} became {read:?}\n{text}"
                );
                match format {
                    Format::Kif | Format::Ki2 | Format::Csa | Format::Jkf => {
                        assert_eq!(read, Some(ending), "{format}\n{text}");
                        let comment = again.tree.main_line().last().and_then(NodeRef::comment);
                        assert_eq!(comment, Some("a comment"), "{format}\n{text}");
                    }
                    Format::Bod | Format::Sfen => assert_eq!(read, None),
                    _ => assert!(
                        lost || read == Some(ending),
                        "{format}: {ending:?} {read:?}"
                    ),
                }
            }
        }
    }

    #[test]
    fn a_resignation_out_of_turn_is_an_interruption_to_other_programs() {
        let mut builder = Builder::new(Record::default());
        builder.play("7g7f".parse().unwrap());
        builder.end(Ending {
            termination: Termination::Resignation,
            winner: Some(Color::White),
        });
        let record = builder.finish();
        let texts = [
            (Format::Csa, "%CHUDAN\n'*結果：投了、後手の勝ち\n"),
            (
                Format::Jkf,
                "{\"special\":\"CHUDAN\",\"comments\":[\"結果：投了、後手の勝ち\"]}",
            ),
        ];
        for (format, text) in texts {
            let written = write(&record, format, &WriteOptions::default()).unwrap();
            let file = String::from_utf8(written.bytes).unwrap();
            assert!(file.contains(text), "{file}");
            let said = "TORYO was written as an interruption, with the result in a comment";
            assert_eq!(written.notices, [Notice::Ending(said.to_owned())]);
        }
    }

    #[test]
    fn only_the_comment_of_an_interruption_states_a_result() {
        let winner = |ending: &str, comment: &str| {
            let text = format!("PI\n+\n+7776FU\n%{ending}\n'{comment}\n");
            let mut reading = read(text.as_bytes(), &ReadOptions::default()).unwrap();
            reading.records.remove(0).winner()
        };
        assert_eq!(
            winner("CHUDAN", "結果：投了、後手の勝ち"),
            Some(Color::White)
        );
        assert_eq!(
            winner("TORYO", "結果：投了、後手の勝ち"),
            Some(Color::Black)
        );
        assert_eq!(winner("CHUDAN", "結果：後手の勝ち"), None);
        assert_eq!(winner("CHUDAN", "結果：投了、後手の負け"), None);
    }
}
