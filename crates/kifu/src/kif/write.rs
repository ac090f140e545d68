//! Writing KIF.

use super::head::{HANDICAP_KEY, SEIREIGI, VARIANT_KEY, moves_played};
use super::lines::{LineWriter, NodePlace, write_lines};
use super::time::push_time;
use super::words::{Before, ending_text, push_closing, stated};
use crate::annotation::render;
use crate::bod;
use crate::encoding::Encoding;
use crate::error::{Notice, WriteError};
use crate::kanji::SideNames;
use crate::notation::{MoveText, Notation};
use crate::position::RecordPosition;
use crate::record::{Action, Header, Millis, MoveTime, NodeRef, Record, Start};
use crate::writing::WriteOptions;
use komadai_core::{Color, Move, Variant};
use std::fmt::Write;

/// Writes a record as KIF.
///
/// # Errors
/// Returns an error if the moves start from a diagram that one set of pieces cannot show.
pub fn write(
    record: &Record,
    options: &WriteOptions,
    notices: &mut Vec<Notice>,
) -> Result<String, WriteError> {
    let encoding = match options.encoding {
        Encoding::ShiftJis => "Shift_JIS",
        Encoding::EucJp => "EUC-JP",
        Encoding::Utf8 | Encoding::Utf8Bom => "UTF-8",
    };
    let mut out = format!("#KIF version=2.0 encoding={encoding}\n");
    write_head(&mut out, record, DiagramRule::IfNeeded, notices);
    out.push_str("手数----指手---------消費時間--\n");
    push_notes(&mut out, record.tree.root(), || record.start_position());
    let mut writer = KifWriter {
        variant: record.variant,
        names: side_names(record),
        totals: Vec::new(),
        notices,
    };
    write_lines(&mut out, record, &mut writer);
    Ok(out)
}

struct KifWriter<'n> {
    variant: Variant,
    names: SideNames,
    /// Time spent by the mover so far, for each ply of the current line.
    totals: Vec<Option<Millis>>,
    notices: &'n mut Vec<Notice>,
}

impl LineWriter for KifWriter<'_> {
    fn variation(&mut self, out: &mut String, ply: u32) {
        let _ = write!(out, "\n変化：{ply}手\n");
    }

    fn node(&mut self, out: &mut String, node: NodeRef<'_>, place: NodePlace<'_>) {
        let mut text = String::new();
        let mut note = None;
        match node.action() {
            Action::Start => return,
            Action::Move { mv, .. } => {
                let said = MoveText::with_origin(place.before, mv, place.previous);
                Notation::Kif.push(&mut text, &said, self.variant);
            }
            Action::End(ending) => {
                let turn = place.before.turn();
                let stated = stated(node, ending, turn);
                stated.notice(ending, self.notices);
                text.push_str(&ending_text(stated.ending, turn));
                note = stated.note;
            }
        }
        let _ = write!(out, "{:4} {text}", node.ply());
        self.push_node_time(out, node, &text);
        if node.next_sibling().is_some() {
            if node.time().is_unknown() {
                out.push_str("   ");
            }
            out.push('+');
        }
        out.push('\n');
        push_result_note(out, note);
        push_notes(out, node, || place.after(node));
    }

    fn line_end(&mut self, out: &mut String, last: NodeRef<'_>, position: &RecordPosition) {
        if let Some(ending) = last.ending() {
            let ending = stated(last, ending, position.turn()).ending;
            let end = (last.ply().saturating_sub(1), ending);
            push_closing(out, Before::Word, end, position.turn(), self.names);
        }
    }
}

impl KifWriter<'_> {
    fn push_node_time(&mut self, out: &mut String, node: NodeRef<'_>, text: &str) {
        let ply = node.ply() as usize;
        let before = ply
            .checked_sub(2)
            .and_then(|ply| self.totals.get(ply).copied().flatten());
        let MoveTime { spent, total } = node.time().completed(before);
        self.totals.resize(ply.max(1), None);
        self.totals.push(total);
        let (Some(spent), Some(total)) = (spent, total) else {
            return;
        };
        if (spent.get() % 1000, total.get() % 1000) != (0, 0) {
            notice_once(self.notices, Notice::TimesRounded);
        }
        let width: usize = text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
        out.extend(std::iter::repeat_n(
            ' ',
            13usize.saturating_sub(width).max(1),
        ));
        push_time(out, spent, total);
    }
}

/// When a diagram is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DiagramRule {
    /// Where the start position has no name.
    IfNeeded,
    Always,
}

/// The keys of the players.
pub(crate) fn side_names(record: &Record) -> SideNames {
    let has = |key| record.headers.get(key).is_some();
    if has("先手") || has("後手") {
        return SideNames::Even;
    }
    let handicap = record
        .start
        .handicap()
        .is_some_and(|handicap| handicap.first() == Color::White);
    if handicap || has("下手") || has("上手") {
        SideNames::Handicap
    } else {
        SideNames::Even
    }
}

/// Writes headers and diagram.
pub(crate) fn write_head(
    out: &mut String,
    record: &Record,
    rule: DiagramRule,
    notices: &mut Vec<Notice>,
) {
    let is_player =
        |header: &Header| matches!(header.key.as_str(), "先手" | "後手" | "下手" | "上手");
    let headers: Vec<&Header> = record.headers.iter().collect();
    let players = headers
        .iter()
        .position(|header| is_player(header))
        .unwrap_or(headers.len());
    let (before, after) = headers.split_at(players);
    let shown = rule == DiagramRule::Always || needs_diagram(record);
    let mut push = |out: &mut String, header: &Header| {
        // With a diagram, this line would give the number of moves played.
        let moved = shown && is_other_count(header, record.start.setup().move_number);
        if moved || !push_header(out, header) {
            notices.push(Notice::Header {
                key: header.key.clone(),
            });
        }
    };
    for header in before {
        push(out, header);
    }
    push_start_lines(out, record);
    if shown {
        bod::push_setup(
            out,
            &record.start.setup(),
            record.variant,
            side_names(record),
        );
    }
    for header in after {
        push(out, header);
    }
}

/// Returns whether the start position needs a diagram.
fn needs_diagram(record: &Record) -> bool {
    // A name that only this file uses says less than a diagram.
    let has_own_name = record.headers.get(HANDICAP_KEY).is_some();
    record.start.handicap().is_none() || (has_own_name && record.start != Start::default())
}

/// Returns whether the line gives another number of moves than the start position.
fn is_other_count(header: &Header, move_number: u32) -> bool {
    if !header.key.is_empty() {
        return false;
    }
    let mut diagram = bod::BodDiagram::default();
    match moves_played(&header.value) {
        Some((moves, _)) => diagram.set_moves_played(moves),
        None => return false,
    }
    diagram.move_number() != move_number
}

fn push_start_lines(out: &mut String, record: &Record) {
    let handicap = match &record.start {
        Start::Handicap(handicap) => handicap.japanese(),
        Start::Setup(_) => "その他",
    };
    if record.headers.get(HANDICAP_KEY).is_none() {
        let _ = writeln!(out, "{HANDICAP_KEY}：{handicap}");
    }
    if record.variant == Variant::Seireigi {
        let _ = writeln!(out, "{VARIANT_KEY}：{SEIREIGI}");
    }
}

/// Writes a header; `false` if it would not be read as one.
fn push_header(out: &mut String, header: &Header) -> bool {
    let Header { key, value } = header;
    let line = if key.is_empty() {
        value.clone()
    } else {
        format!("{key}：{value}")
    };
    let kept = super::read::is_kept_as_header(&line, key);
    if kept {
        out.push_str(&line);
        out.push('\n');
    }
    kept
}

/// Writes the comment line with the result of an ending.
pub(crate) fn push_result_note(out: &mut String, note: Option<String>) {
    if let Some(line) = note {
        let _ = writeln!(out, "*{line}");
    }
}

/// Writes a node's comment, bookmark and annotations. `position` gives the one after the node.
pub(crate) fn push_notes(
    out: &mut String,
    node: NodeRef<'_>,
    position: impl FnOnce() -> RecordPosition,
) {
    for line in node
        .comment()
        .iter()
        .flat_map(|comment| comment.split('\n'))
    {
        let _ = writeln!(out, "*{line}");
    }
    if let Some(bookmark) = node.bookmark() {
        let _ = writeln!(out, "&{bookmark}");
    }
    if node.annotations().is_empty() {
        return;
    }
    let position = position();
    let last = node.mv().map(Move::to);
    for line in node
        .annotations()
        .iter()
        .flat_map(|annotation| render(annotation, &position, last))
    {
        let _ = writeln!(out, "*{line}");
    }
}

pub(crate) fn notice_once(notices: &mut Vec<Notice>, notice: Notice) {
    if !notices.contains(&notice) {
        notices.push(notice);
    }
}
