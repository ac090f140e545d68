//! A record in a few facts, for programs that ask what a file holds.

use crate::position::RecordPosition;
use crate::record::Record;
use komadai_core::{Color, Move, Setup, Variant};

/// What a record comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The game that is played.
    pub variant: Variant,
    /// The start position as SFEN, its move number 1.
    pub start_sfen: String,
    /// The moves of the main line, illegal ones included.
    pub moves: Vec<Move>,
    /// The position after them as SFEN; its move number is that of the next move.
    pub final_sfen: String,
    /// CSA's word for the ending without `%`, or our own where CSA has none; every foul is
    /// `ILLEGAL_MOVE`.
    pub result: Option<String>,
    /// The side that won.
    pub winner: Option<Color>,
    /// Moves in the whole tree.
    pub nodes: usize,
    /// Commented nodes, the start included.
    pub comments: usize,
    /// The first move of the main line that breaks a rule, counted from 1.
    pub illegal_ply: Option<u32>,
}

impl Summary {
    /// Sums up a record.
    ///
    /// ```
    /// use komadai_kifu::{ReadOptions, Summary, read};
    /// let file = "▲７六歩 △３四歩\nまで2手で後手の勝ち";
    /// let reading = read(file.as_bytes(), &ReadOptions::default())?;
    /// let summary = Summary::of(&reading.records[0]);
    /// assert_eq!(summary.moves.len(), 2);
    /// assert_eq!(summary.result.as_deref(), Some("TORYO"));
    /// # Ok::<(), komadai_kifu::error::ReadError>(())
    /// ```
    pub fn of(record: &Record) -> Summary {
        let moves: Vec<Move> = record.main_line().map(|(_, mv)| mv).collect();
        Summary {
            variant: record.variant,
            start_sfen: numbered(record.start_position(), 1),
            final_sfen: numbered(record.final_position(), moves.len() + 1),
            moves,
            result: record
                .ending()
                .map(|ending| ending.termination.word().to_owned()),
            winner: record.winner(),
            nodes: record.tree.move_count(),
            comments: record.tree.commented_count(),
            illegal_ply: record.illegal_ply(),
        }
    }
}

/// SFEN with another move number.
fn numbered(position: RecordPosition, number: usize) -> String {
    let setup = Setup {
        move_number: u32::try_from(number).unwrap_or(u32::MAX),
        ..position.to_setup()
    };
    setup.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ReadOptions, read_text};

    fn summary(text: &str) -> Summary {
        let reading = read_text(text, &ReadOptions::default()).unwrap();
        Summary::of(&reading.records[0])
    }

    #[test]
    fn moves_after_an_illegal_one_count() {
        let summary =
            summary("手数----\n 1 ７六歩(77)\n 2 ３四歩(33)\n 3 ７四歩(76)\n 4 ４四歩(43)\n");
        assert_eq!(summary.illegal_ply, Some(3));
        assert_eq!(summary.moves.len(), 4);
        assert!(
            summary.final_sfen.ends_with(" b - 5"),
            "{}",
            summary.final_sfen
        );
    }

    #[test]
    fn diagrams_in_the_middle_of_a_game_begin_at_1() {
        let rows = "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n".to_owned()
            + &"| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n".repeat(8);
        let summary = summary(&format!("{rows}手数＝20\n"));
        assert!(summary.start_sfen.ends_with(" 1"));
        assert_eq!(summary.final_sfen, summary.start_sfen);
        assert_eq!(summary.result, None);
    }
}
