//! Reading diagrams line by line.

use crate::kanji;
use crate::notation::pieces;
use crate::scan::{Scan, trim};
use komadai_core::{Color, File, HandCounts, HandKind, Piece, Rank, Setup, Square};

/// A diagram that is being read.
#[derive(Clone, Debug, Default)]
pub(crate) struct BodDiagram {
    setup: Setup,
    rows: usize,
    turn: Option<Color>,
    /// The side that holds all remaining pieces.
    rest_to: Option<Color>,
}

/// A part of a diagram is not understood. The parts that are understood count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Damaged;

impl BodDiagram {
    /// Returns whether any row of the board was read.
    pub(crate) fn has_board(&self) -> bool {
        self.rows > 0
    }

    /// Returns whether there are pieces in hand but no board.
    pub(crate) fn has_hands_only(&self) -> bool {
        self.rows == 0
            && Color::ALL
                .iter()
                .any(|&color| !self.setup.hands[color].is_empty())
    }

    /// Reads `|v香v桂 ・…|一`. Rows come from rank 1 down; a row with fewer than nine squares shows
    /// the board's right part, as diagrams of problems do.
    pub(crate) fn row(&mut self, line: &str) -> Result<(), Damaged> {
        let cells = line
            .trim_start_matches(|c| c != '|')
            .get(1..)
            .unwrap_or_default();
        let cells = cells.split('|').next().unwrap_or_default();
        let rank = Rank::from_index(self.rows).ok_or(Damaged)?;
        self.rows += 1;
        let (pieces, mut damage) = row_pieces(cells);
        let skipped = 9usize.checked_sub(pieces.len()).ok_or(Damaged)?;
        for (i, piece) in pieces.iter().enumerate() {
            if let Some(file) = File::from_index(8 - skipped - i) {
                self.setup.board[Square::new(file, rank)] = *piece;
            }
        }
        if skipped > 0 {
            damage = Err(Damaged);
        }
        damage
    }

    /// Reads `飛　角　歩四`.
    pub(crate) fn hand(&mut self, color: Color, value: &str) -> Result<(), Damaged> {
        let value = trim(value);
        if value.is_empty() || value.starts_with("なし") {
            return Ok(());
        }
        if value.starts_with("残り") {
            self.rest_to = Some(color);
            return Ok(());
        }
        let mut scan = Scan::new(value);
        loop {
            scan.skip_blanks();
            if scan.is_done() {
                break;
            }
            let kind = pieces::scan_full(&mut scan).ok_or(Damaged)?;
            let count = kanji::hand_count(&mut scan).unwrap_or(1);
            // Some programs put a king in hand if it is not on the board.
            if let Some(kind) = kind.hand_kind() {
                self.add(color, kind, count);
            }
        }
        Ok(())
    }

    /// Sets the side to move.
    pub(crate) fn set_turn(&mut self, turn: Color) {
        self.turn = Some(turn);
    }

    /// Sets the number of moves before the diagram.
    pub(crate) fn set_moves_played(&mut self, moves: u64) {
        self.setup.move_number = u32::try_from(moves).unwrap_or(0).saturating_add(1);
    }

    /// The number of the next move, if the diagram gives it.
    pub(crate) fn move_number(&self) -> u32 {
        self.setup.move_number
    }

    /// The diagram. `default_turn` is used if it does not name the side to move.
    pub(crate) fn finish(mut self, default_turn: Color) -> Setup {
        self.setup.turn = self.turn.unwrap_or(default_turn);
        if let Some(color) = self.rest_to {
            for kind in HandKind::ALL {
                let missing = u32::from(kind.set_size()).saturating_sub(self.setup.total(kind));
                self.add(color, kind, missing.into());
            }
        }
        self.setup
    }

    fn add(&mut self, color: Color, kind: HandKind, count: u64) {
        let count = u8::try_from(count).unwrap_or(HandCounts::MAX);
        self.setup.hands[color].add(kind, count);
    }
}

/// The squares of a row from the left, and an error if a part is unreadable.
fn row_pieces(cells: &str) -> (Vec<Option<Piece>>, Result<(), Damaged>) {
    let mut pieces = Vec::with_capacity(9);
    let mut damage = Ok(());
    let mut color = Color::Black;
    let mut scan = Scan::new(cells);
    while let Some(c) = scan.peek() {
        match c {
            'v' | 'V' | 'ｖ' | 'Ｖ' => color = Color::White,
            ' ' | '\u{3000}' | '\t' | '^' => {}
            '・' | '･' | '.' | '．' | '·' | '*' | '＊' | '口' | '□' => pieces.push(None),
            _ => match pieces::scan_full(&mut scan) {
                Some(kind) => {
                    pieces.push(Some(Piece::new(kind, color)));
                    color = Color::Black;
                    continue;
                }
                None => damage = Err(Damaged),
            },
        }
        scan.advance();
    }
    (pieces, damage)
}
