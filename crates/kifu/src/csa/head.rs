//! The part before the moves: headers and the start position.

use super::code::{kind_of_code as kind, square};
use super::words;
use crate::bod::Damaged;
use crate::error::{Notice, WarningKind};
use crate::handicap::Handicap;
use crate::kif::odd_faults;
use crate::record::{Header, Headers, Record, Start};
use komadai_core::{Color, File, HandKind, Piece, PieceKind, Rank, Setup, Square, Variant};

/// The variant has its own header, which other programs do not write.
pub(super) const VARIANT_LINE: &str = "$VARIANT:SEIREIGI";

/// The part of a record before its moves.
#[derive(Debug)]
pub(super) struct CsaHead {
    pub(super) record: Record,
    /// Whether anything was read.
    pub(super) touched: bool,
    /// Byte offset of the end of the diagram, for warnings.
    pub(super) diagram_at: usize,
    board: Option<Box<Setup>>,
    turn: Option<Color>,
    /// The side that holds all remaining pieces.
    rest_to: Option<Color>,
}

impl CsaHead {
    pub(super) fn new(variant: Variant) -> CsaHead {
        CsaHead {
            record: Record::new(variant, Handicap::Even),
            touched: false,
            diagram_at: 0,
            board: None,
            turn: None,
            rest_to: None,
        }
    }

    pub(super) fn set_turn(&mut self, turn: Color) {
        self.turn = Some(turn);
    }

    fn board(&mut self) -> &mut Setup {
        self.board.get_or_insert_default()
    }

    /// Reads the text after `P`.
    pub(super) fn position(&mut self, statement: &[u8]) -> Result<(), Damaged> {
        match statement {
            [b'I', taken @ ..] => self.even_without(taken),
            [rank @ b'1'..=b'9', cells @ ..] => self.rank(usize::from(rank - b'1'), cells),
            [b'+', pieces @ ..] => self.pieces(Color::Black, pieces),
            [b'-', pieces @ ..] => self.pieces(Color::White, pieces),
            _ => Err(Damaged),
        }
    }

    /// Reads `82HI22KA`: the even game without these pieces.
    fn even_without(&mut self, taken: &[u8]) -> Result<(), Damaged> {
        *self.board() = Setup::start();
        let (pieces, rest) = taken.trim_ascii().as_chunks::<4>();
        for &[file, rank, a, b] in pieces {
            let at = square(file, rank).ok_or(Damaged)?;
            let named = kind([a, b]);
            let cell = &mut self.board().board[at];
            if named.is_none() || cell.take().map(Piece::kind) != named {
                return Err(Damaged);
            }
        }
        if rest.is_empty() {
            Ok(())
        } else {
            Err(Damaged)
        }
    }

    /// Reads the nine cells of a rank: ` * `, `+FU`, `-KY`.
    fn rank(&mut self, rank: usize, cells: &[u8]) -> Result<(), Damaged> {
        let row = loose_cells(cells)
            .or_else(|| fixed_cells(cells))
            .ok_or(Damaged);
        let rank = Rank::from_index(rank).ok_or(Damaged)?;
        let setup = self.board();
        for (file, piece) in File::ALL.into_iter().rev().zip(row?) {
            setup.board[Square::new(file, rank)] = piece;
        }
        Ok(())
    }

    /// Reads `00FU53KI00AL`.
    fn pieces(&mut self, color: Color, pieces: &[u8]) -> Result<(), Damaged> {
        self.board();
        let (pieces, rest) = pieces.trim_ascii().as_chunks::<4>();
        for &piece in pieces {
            match piece {
                [b'0', b'0', b'A', b'L'] => self.rest_to = Some(color),
                [b'0', b'0', a, b] => self.hold(color, kind([a, b]).ok_or(Damaged)?)?,
                [file, rank, a, b] => {
                    let at = square(file, rank).ok_or(Damaged)?;
                    let kind = kind([a, b]).ok_or(Damaged)?;
                    self.board().board[at] = Some(Piece::new(kind, color));
                }
            }
        }
        if rest.is_empty() {
            Ok(())
        } else {
            Err(Damaged)
        }
    }

    fn hold(&mut self, color: Color, kind: PieceKind) -> Result<(), Damaged> {
        let kind = kind.hand_kind().ok_or(Damaged)?;
        self.board().hands[color].add(kind, 1);
        Ok(())
    }

    /// Reads `$KEY:value`, `N+name` or `N-name`.
    pub(super) fn header(headers: &mut Headers, line: &str) {
        let (key, value) = match line.as_bytes() {
            [b'N', b'+', ..] => ("先手", &line[2..]),
            [b'N', b'-', ..] => ("後手", &line[2..]),
            _ => {
                let (key, value) = line.split_once(':').unwrap_or((line, ""));
                let header = words::header(key.trim(), value.trim());
                headers.push(header.key, header.value);
                return;
            }
        };
        headers.push(key, value.trim());
    }

    /// The record with its start position, and a warning about faults of the diagram. `mover` is the
    /// side of the first move, for files that do not name the side to move.
    pub(super) fn finish(self, mover: Option<Color>) -> (Record, Option<WarningKind>) {
        let mut record = self.record;
        let turn = self.turn.or(mover);
        let mut warning = None;
        let setup = match (self.board, turn) {
            (Some(setup), _) => Some(*setup),
            // A game that White begins from the even position.
            (None, Some(Color::White)) => Some(Setup::start()),
            (None, _) => None,
        };
        if let Some(mut setup) = setup {
            if let Some(color) = self.rest_to {
                give_rest(&mut setup, color);
            }
            setup.turn = turn.unwrap_or(Color::Black);
            let start = Start::from(setup);
            if start.handicap().is_none() {
                warning = odd_faults(record.variant, &start.setup()).map(WarningKind::Faults);
            }
            record.start = start;
        }
        (record, warning)
    }
}

type Row = [Option<Piece>; 9];

fn piece(cell: [u8; 3]) -> Option<Piece> {
    let color = match cell[0] {
        b'+' => Color::Black,
        b'-' => Color::White,
        _ => return None,
    };
    kind([cell[1], cell[2]]).map(|kind| Piece::new(kind, color))
}

/// Nine cells of any width with empty ones marked, as the format requires. Blanks may be missing.
fn loose_cells(mut cells: &[u8]) -> Option<Row> {
    let mut row = [None; 9];
    for cell in &mut row {
        cells = cells.trim_ascii_start();
        match cells {
            [b'*', rest @ ..] => cells = rest,
            [a, b, c, rest @ ..] => {
                *cell = Some(piece([*a, *b, *c])?);
                cells = rest;
            }
            _ => return None,
        }
    }
    cells.trim_ascii().is_empty().then_some(row)
}

/// Cells of three characters, where empty ones may be blank and the last ones missing.
fn fixed_cells(cells: &[u8]) -> Option<Row> {
    let mut row = [None; 9];
    for (cell, text) in row.iter_mut().zip(cells.chunks(3)) {
        *cell = match text {
            [a, b, c] => piece([*a, *b, *c]),
            _ => None,
        };
        let blank = text.iter().all(|b| b" *".contains(b));
        if cell.is_none() && !blank {
            return None;
        }
    }
    (cells.len() <= 27).then_some(row)
}

/// Gives a side all remaining pieces of a set except kings.
fn give_rest(setup: &mut Setup, color: Color) {
    for kind in HandKind::ALL {
        let free = u32::from(kind.set_size()).saturating_sub(setup.total(kind));
        setup.hands[color].add(kind, u8::try_from(free).unwrap_or(0));
    }
}

/// The place of a header in a file: players come first, Black before White.
pub(super) fn place(header: &Header) -> u8 {
    match header.key.as_str() {
        "先手" | "下手" => 0,
        "後手" | "上手" => 1,
        _ => 2,
    }
}

/// Sorts headers into the order of the format, and renames the keys of the players for the handicap.
pub(super) fn tidy_players(record: &mut Record) {
    let keys = Color::ALL.map(|color| record.player_key(color));
    let is_tidy = |header: &Header| place(header) == 2 || keys.contains(&header.key.as_str());
    if record.headers.iter().is_sorted_by_key(place) && record.headers.iter().all(is_tidy) {
        return;
    }
    let mut headers: Vec<&Header> = record.headers.iter().collect();
    headers.sort_by_key(|header| place(header));
    let mut tidied = Headers::default();
    for header in headers {
        let key = match place(header) {
            0 => keys[0],
            1 => keys[1],
            _ => header.key.as_str(),
        };
        tidied.push(key, header.value.as_str());
    }
    record.headers = tidied;
}

/// Adds a notice if the key of a player will be read as another one.
pub(crate) fn notice_player(record: &Record, key: &str, notices: &mut Vec<Notice>) {
    let color = match key {
        "先手" | "下手" => Color::Black,
        "後手" | "上手" => Color::White,
        _ => return,
    };
    let read = record.player_key(color);
    if read != key {
        notices.push(Notice::Other(format!("{key} will be read as {read}")));
    }
}
