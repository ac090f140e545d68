//! Writing diagrams.

use crate::error::{Notice, WriteError};
use crate::kanji::{self, SideNames};
use crate::notation::pieces;
use crate::record::Record;
use crate::writing::WriteOptions;
use komadai_core::{Color, File, HandKind, Rank, Setup, Square, Variant};
use std::fmt::Write;

/// Writes a diagram with 先手 and 後手; lines end in `\n`.
pub fn write_setup(setup: &Setup, variant: Variant) -> String {
    let mut out = String::new();
    push_setup(&mut out, setup, variant, SideNames::Even);
    out
}

/// Writes the start position of a record as BOD.
///
/// # Errors
/// Returns no error; all writers have this signature.
pub fn write(
    record: &Record,
    _: &WriteOptions,
    notices: &mut Vec<Notice>,
) -> Result<String, WriteError> {
    if record.tree.root().next().is_some() {
        notices.push(Notice::Moves);
    }
    let mut out = String::new();
    crate::kif::write_head(&mut out, record, crate::kif::DiagramRule::Always, notices);
    crate::kif::push_notes(&mut out, record.tree.root(), || record.start_position());
    Ok(out)
}

pub(crate) fn push_setup(out: &mut String, setup: &Setup, variant: Variant, names: SideNames) {
    push_hand(out, setup, Color::White, names);
    out.push_str("  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n");
    for rank in Rank::ALL {
        out.push('|');
        for file in File::ALL.into_iter().rev() {
            push_cell(out, setup, variant, Square::new(file, rank));
        }
        out.push('|');
        out.push(kanji::DIGITS[rank.index()]);
        out.push('\n');
    }
    out.push_str("+---------------------------+\n");
    push_hand(out, setup, Color::Black, names);
    if setup.move_number != 1 {
        let _ = writeln!(out, "手数＝{}  まで", setup.move_number.saturating_sub(1));
    }
    let _ = writeln!(out, "{}番", names.of(setup.turn));
}

fn push_cell(out: &mut String, setup: &Setup, variant: Variant, square: Square) {
    match setup.board[square] {
        None => out.push_str(" ・"),
        Some(piece) => {
            out.push(if piece.color() == Color::White {
                'v'
            } else {
                ' '
            });
            out.push_str(pieces::of(variant, piece.kind()).kanji);
        }
    }
}

fn push_hand(out: &mut String, setup: &Setup, color: Color, names: SideNames) {
    let _ = write!(out, "{}の持駒：", names.of(color));
    if setup.hands[color].is_empty() {
        out.push_str("なし");
    }
    for kind in HandKind::SFEN_ORDER {
        let count = setup.hands[color].count(kind);
        if count == 0 {
            continue;
        }
        out.push_str(pieces::of(Variant::Shogi, kind.piece_kind()).kanji);
        if count > 1 {
            kanji::push_number(out, count);
        }
        out.push('　');
    }
    out.push('\n');
}
