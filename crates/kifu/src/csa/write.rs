//! Writing CSA.

use super::code::kind_code;
use super::head::{VARIANT_LINE, notice_player, place};
use super::note::{annotation, are_plain, push_plain};
use super::words;
use crate::annotation::render;
use crate::encoding::Encoding;
use crate::error::{Notice, WriteError};
use crate::handicap::Handicap;
use crate::kif::notice_once;
use crate::notation::CsaMove;
use crate::position::RecordPosition;
use crate::record::{Action, Ending, Header, Millis, NodeRef, Record, Start, Termination, Walk};
use crate::result_note::StatedEnding;
use crate::writing::WriteOptions;
use komadai_core::{
    Color, File, HandKind, Move, MoveAction, PieceKind, Promotion, Rank, Square, Variant,
};
use std::fmt::Write;

/// Writes the main line of a record as CSA: version 2.2, or 3.0 if only that version has the keywords.
///
/// # Errors
/// Returns an error if there is a promoted gold, for which CSA has no code, or if the moves start from a
/// diagram that one set of pieces cannot show.
pub fn write(
    record: &Record,
    options: &WriteOptions,
    notices: &mut Vec<Notice>,
) -> Result<String, WriteError> {
    let mut out = String::new();
    if needs_version_3(record) {
        let encoding = match options.encoding {
            Encoding::ShiftJis => "SHIFT_JIS",
            Encoding::EucJp => "EUC-JP",
            Encoding::Utf8 | Encoding::Utf8Bom => "UTF-8",
        };
        let _ = writeln!(out, "'CSA encoding={encoding}\nV3.0");
    } else {
        out.push_str("V2.2\n");
    }
    push_headers(&mut out, record, notices);
    push_start(&mut out, record, notices)?;
    push_line(&mut out, record, notices)?;
    Ok(out)
}

fn needs_version_3(record: &Record) -> bool {
    let is_fraction = |node: NodeRef<'_>| {
        let spent = node.time().spent;
        spent.is_some_and(|time| time.get() % 1000 != 0)
    };
    let is_limit = |ending: &Ending| ending.termination == Termination::MaxMoves;
    let mut headers = record.headers.iter();
    headers.any(|header| words::VERSION_3_KEYS.contains(&header.key.as_str()))
        || record.ending().is_some_and(is_limit)
        || record.tree.main_line().any(is_fraction)
}

/// Writes the headers, players first, because some programs require this order.
fn push_headers(out: &mut String, record: &Record, notices: &mut Vec<Notice>) {
    let mut headers: Vec<&Header> = record.headers.iter().collect();
    headers.sort_by_key(|header| place(header));
    if record.variant == Variant::Seireigi {
        out.push_str(VARIANT_LINE);
        out.push('\n');
    }
    for header in headers {
        notice_player(record, &header.key, notices);
        match words::header_line(header) {
            Some(line) => {
                out.push_str(&line);
                out.push('\n');
            }
            None => notices.push(Notice::Header {
                key: header.key.clone(),
            }),
        }
    }
}

fn push_start(
    out: &mut String,
    record: &Record,
    notices: &mut Vec<Notice>,
) -> Result<(), WriteError> {
    let setup = record.start.setup();
    if setup.move_number != 1 {
        notices.push(Notice::MoveNumber);
    }
    if record.start == Start::Handicap(Handicap::Even) {
        out.push_str("PI\n+\n");
        return Ok(());
    }
    for rank in Rank::ALL {
        let _ = write!(out, "P{}", rank.number());
        for file in File::ALL.into_iter().rev() {
            match setup.board[Square::new(file, rank)] {
                None => out.push_str(" * "),
                Some(piece) => {
                    out.push(sign(piece.color()));
                    out.push_str(code(piece.kind())?);
                }
            }
        }
        out.push('\n');
    }
    for color in Color::ALL {
        let hand = setup.hands[color];
        if hand.is_empty() {
            continue;
        }
        let _ = write!(out, "P{}", sign(color));
        for kind in HandKind::SFEN_ORDER {
            for _ in 0..hand.count(kind) {
                let _ = write!(out, "00{}", code(kind.piece_kind())?);
            }
        }
        out.push('\n');
    }
    let _ = writeln!(out, "{}", sign(setup.turn));
    Ok(())
}

fn push_line(
    out: &mut String,
    record: &Record,
    notices: &mut Vec<Notice>,
) -> Result<(), WriteError> {
    let variations = record.tree.preorder().filter(|node| !node.is_first_child());
    match variations.count() {
        0 => {}
        count => notices.push(Notice::Variations { count }),
    }
    let mut walk = Walk::new(record.start_position());
    let mut clocks = Clocks::default();
    push_notes(out, record.tree.root(), walk.position(), notices)?;
    for node in record.tree.main_line() {
        let mut note = None;
        match node.action() {
            Action::Start => {}
            Action::Move { mv, .. } => {
                notice_illegal(mv, walk.position(), node.ply(), notices);
                push_move(out, mv, walk.position())?;
            }
            Action::End(ending) => {
                let stated = stated(node, ending, walk.position().turn());
                stated.notice(ending, notices);
                let word = words::ending_word(stated.ending, walk.position().turn());
                let _ = write!(out, "%{word}");
                note = stated.note;
            }
        }
        out.push('\n');
        clocks.push_time(out, node, walk.position().turn(), notices);
        if let Some(line) = note {
            let _ = writeln!(out, "'*{line}");
        }
        walk.follow(node.action());
        push_notes(out, node, walk.position(), notices)?;
    }
    Ok(())
}

/// Writes a move. If the origin is empty, the piece is written as a pawn.
pub(super) fn push_move(
    out: &mut String,
    mv: Move,
    position: &RecordPosition,
) -> Result<(), WriteError> {
    let kind = match mv.action() {
        MoveAction::Drop { kind, .. } => kind.piece_kind(),
        MoveAction::Board {
            from, promotion, ..
        } => {
            let kind = position.piece_on(from).map(|piece| piece.kind());
            let kind = kind.unwrap_or(PieceKind::Pawn);
            kind.promoted()
                .filter(|_| promotion == Promotion::Promote)
                .unwrap_or(kind)
        }
    };
    // In shogi only an illegal move promotes a gold. `notice_illegal` reports it; here it stays a gold.
    let kind = match kind {
        PieceKind::ProGold if position.variant() == Variant::Shogi => PieceKind::Gold,
        kind => kind,
    };
    code(kind)?;
    let text = CsaMove {
        side: Some(position.turn()),
        origin: mv.from(),
        to: mv.to(),
        kind,
    };
    let _ = write!(out, "{text}");
    Ok(())
}

/// Reports an illegal promotion, which CSA writes as a move without promotion.
fn notice_illegal(mv: Move, position: &RecordPosition, ply: u32, notices: &mut Vec<Notice>) {
    let MoveAction::Board {
        from,
        promotion: Promotion::Promote,
        ..
    } = mv.action()
    else {
        return;
    };
    let kind = position.piece_on(from).map(|piece| piece.kind());
    let promoted = kind.and_then(PieceKind::promoted);
    let promotes = promoted
        .is_some_and(|kind| position.variant() == Variant::Seireigi || kind != PieceKind::ProGold);
    if !promotes {
        notices.push(Notice::Other(format!(
            "move {ply} promotes a piece that cannot; the promotion was left out"
        )));
    }
}

/// The ending of a node as CSA states it.
fn stated<'e>(node: NodeRef<'_>, ending: &'e Ending, turn: Color) -> StatedEnding<'e> {
    let word = words::ending_word(ending, turn);
    let read = words::ending(word, turn)
        .unwrap_or_else(|| Ending::drawn(Termination::Other(word.to_owned())));
    StatedEnding::new(node, ending, read, turn)
}

/// The time spent so far, to compare with the totals of the record.
#[derive(Debug, Default)]
struct Clocks([u64; 2]);

impl Clocks {
    fn push_time(
        &mut self,
        out: &mut String,
        node: NodeRef<'_>,
        turn: Color,
        notices: &mut Vec<Notice>,
    ) {
        let time = node.time();
        let sum = &mut self.0[turn.index()];
        *sum = sum.saturating_add(time.spent.map_or(0, Millis::get));
        if time.total.is_some_and(|total| total.get() != *sum) {
            let said = "total times that are not the sum of the moves' times were left out";
            notice_once(notices, Notice::Other(said.to_owned()));
        }
        let Some(spent) = time.spent else { return };
        let _ = match spent.get() % 1000 {
            0 => writeln!(out, "T{}", spent.secs()),
            millis => writeln!(out, "T{}.{millis:03}", spent.secs()),
        };
    }
}

/// Writes a node's comment and annotations. `position` is the one after the node.
fn push_notes(
    out: &mut String,
    node: NodeRef<'_>,
    position: &RecordPosition,
    notices: &mut Vec<Notice>,
) -> Result<(), WriteError> {
    push_comment(out, node);
    notice_likeness(node, position, notices);
    // Comments before the first move are not read as annotations of this form.
    let plain = node.parent().is_some() && are_plain(node.annotations(), position);
    for annotation in node.annotations() {
        if plain {
            push_plain(out, annotation, position)?;
            continue;
        }
        for line in render(annotation, position, node.mv().map(Move::to)) {
            let _ = writeln!(out, "'*{line}");
        }
    }
    if node.bookmark().is_some() {
        notice_once(notices, Notice::Bookmarks);
    }
    Ok(())
}

/// Reports a comment that will be read as an engine annotation.
fn notice_likeness(node: NodeRef<'_>, position: &RecordPosition, notices: &mut Vec<Notice>) {
    let mut lines = node.comment().into_iter().flat_map(|text| text.split('\n'));
    let is_alike = |line: &str| {
        let engine = line.strip_prefix("* ");
        engine.is_some_and(|text| annotation(text, position).is_some())
    };
    if node.parent().is_some() && lines.any(is_alike) {
        let said = "a comment has the form of an engine annotation and will be read as one";
        notice_once(notices, Notice::Other(said.to_owned()));
    }
}

fn push_comment(out: &mut String, node: NodeRef<'_>) {
    for line in node.comment().iter().flat_map(|text| text.split('\n')) {
        let _ = writeln!(out, "'*{line}");
    }
}

fn sign(color: Color) -> char {
    match color {
        Color::Black => '+',
        Color::White => '-',
    }
}

fn code(kind: PieceKind) -> Result<&'static str, WriteError> {
    kind_code(kind).ok_or_else(|| WriteError::NotExpressible {
        format: "csa",
        what: "a promoted gold".to_owned(),
    })
}
