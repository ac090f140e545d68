//! Writing numbered moves with comments and variations.

use super::moves::{self, Spelling};
use super::{ending, tags};
use crate::annotation::render;
use crate::csa::notice_player;
use crate::error::{Notice, WriteError};
use crate::kif::notice_once;
use crate::position::RecordPosition;
use crate::record::{Action, NodeRef, Record, Start, Walk};
use crate::result_note::StatedEnding;
use komadai_core::{Color, Move, Variant};
use std::fmt::Write;

/// The names and the choice of tags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TagStyle {
    /// For people: Sente and Gote, the start position as SFEN.
    Western,
    /// For XBoard: White and Black, the start position as its FEN.
    XBoard,
}

/// Columns of a line.
const WIDTH: usize = 78;

/// Writes a record.
pub(crate) fn write(
    record: &Record,
    spelling: Spelling,
    style: TagStyle,
    notices: &mut Vec<Notice>,
) -> Result<String, WriteError> {
    let mut writer = Writer {
        out: String::new(),
        column: 0,
        spelling,
        first: record.start.turn(),
        needs_number: true,
        after_reason: false,
        notices,
    };
    writer.tags(record, style);
    writer.tree(record)?;
    Ok(writer.out)
}

struct Writer<'n> {
    out: String,
    column: usize,
    spelling: Spelling,
    /// The side that moves first.
    first: Color,
    /// Whether the next move needs its number even as the second of a pair.
    needs_number: bool,
    /// Whether the last output is a comment that could be read as the reason of a result.
    after_reason: bool,
    notices: &'n mut Vec<Notice>,
}

/// Remaining output. A list replaces recursion, because a tree may be deep.
enum Todo<'r> {
    /// A node and the rest of its line.
    Node(NodeRef<'r>),
    /// An alternative in brackets.
    Variation(NodeRef<'r>),
    /// The closing bracket.
    Close,
    /// The rest of the line after a node.
    GoOn(NodeRef<'r>),
}

impl Writer<'_> {
    fn tags(&mut self, record: &Record, style: TagStyle) {
        for header in &record.headers {
            if style == TagStyle::XBoard {
                notice_player(record, &header.key, self.notices);
            }
            match tags::header_tag(&header.key, style) {
                Some(tag) if !header.value.contains(['\n', '\r']) => self.tag(tag, &header.value),
                _ => self.notices.push(Notice::Header {
                    key: header.key.clone(),
                }),
            }
        }
        let variant = match record.variant {
            Variant::Shogi => "shogi",
            Variant::Seireigi => "seireigi",
        };
        let result = record.ending().map_or("*", ending::result);
        match style {
            TagStyle::XBoard => {
                self.tag("Result", result);
                self.tag("Variant", variant);
            }
            TagStyle::Western if record.variant == Variant::Seireigi => {
                self.tag("Variant", variant)
            }
            TagStyle::Western => {}
        }
        if record.start != Start::default() {
            self.start_tag(record, style);
        }
        if !self.out.is_empty() {
            self.out.push('\n');
        }
    }

    fn start_tag(&mut self, record: &Record, style: TagStyle) {
        let sfen = record.start.setup().to_string();
        match style {
            TagStyle::Western => self.tag("SFEN", &sfen),
            TagStyle::XBoard => {
                if record.start.setup().move_number != 1 {
                    self.notices.push(Notice::MoveNumber);
                }
                self.tag("SetUp", "1");
                self.tag("FEN", &tags::write_fen(&sfen));
            }
        }
    }

    fn tag(&mut self, key: &str, value: &str) {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(self.out, "[{key} \"{value}\"]");
    }

    fn tree(&mut self, record: &Record) -> Result<(), WriteError> {
        let root = record.tree.root();
        let mut walk = Walk::new(record.start_position());
        self.notes(root, walk.position());
        let mut todo: Vec<Todo<'_>> = root.next().map(Todo::Node).into_iter().collect();
        while let Some(next) = todo.pop() {
            match next {
                Todo::Node(node) => self.node(node, &mut walk, &mut todo),
                Todo::Variation(node) => {
                    self.word("(");
                    self.needs_number = true;
                    todo.push(Todo::Close);
                    todo.push(Todo::Node(node));
                }
                Todo::Close => {
                    self.out.push(')');
                    self.column += 1;
                    self.needs_number = true;
                }
                Todo::GoOn(node) => {
                    walk.back_to(node.ply() as usize - 1);
                    walk.follow(node.action());
                    todo.extend(node.next().map(Todo::Node));
                }
            }
        }
        // A result after a comment that reads like a reason would turn the comment into an ending.
        if record.ending().is_none() && !self.after_reason {
            self.word("*");
        }
        self.out.push('\n');
        Ok(())
    }

    fn node<'r>(&mut self, node: NodeRef<'r>, walk: &mut Walk, todo: &mut Vec<Todo<'r>>) {
        walk.back_to(node.ply() as usize - 1);
        match node.action() {
            Action::Start => {}
            Action::Move { mv, .. } => self.push_move(mv, node.ply(), walk.position()),
            Action::End(end) => {
                // The result names the winner, but readers do not let an illegal last move win by a foul.
                let stated = StatedEnding::new(node, end, end.clone(), walk.position().turn());
                if stated.note.is_some() {
                    let said = "the winner made an illegal move, so the reason was left out";
                    self.notices.push(Notice::Ending(said.to_owned()));
                }
                self.comment(&ending::phrase(&stated.ending.termination));
                self.word(ending::result(end));
            }
        }
        if !node.time().is_unknown() {
            notice_once(self.notices, Notice::Times);
        }
        let mut after = Walk::new(*walk.position());
        if !node.annotations().is_empty() {
            after.follow(node.action());
        }
        self.notes(node, after.position());
        todo.push(Todo::GoOn(node));
        if node.is_first_child() {
            let first = todo.len();
            let others = std::iter::successors(node.next_sibling(), |node| node.next_sibling());
            todo.extend(others.map(Todo::Variation));
            todo[first..].reverse();
        }
    }

    fn push_move(&mut self, mv: Move, ply: u32, position: &RecordPosition) {
        let half = ply - 1 + u32::from(self.first == Color::White);
        if half.is_multiple_of(2) {
            self.word(&format!("{}.", half / 2 + 1));
        } else if self.needs_number {
            self.word(&format!("{}...", half / 2 + 1));
        }
        self.needs_number = false;
        let mut text = String::new();
        moves::push(&mut text, self.spelling, position, mv);
        self.word(&text);
    }

    /// Writes a word after a blank, or in a new line.
    fn word(&mut self, word: &str) {
        let glued = self.column == 0 || self.out.ends_with('(');
        if !glued && self.column + 1 + word.len() > WIDTH {
            self.out.push('\n');
            self.column = 0;
        } else if !glued {
            self.out.push(' ');
            self.column += 1;
        }
        self.out.push_str(word);
        self.column += word.len();
        self.after_reason = false;
    }

    /// Writes a comment in braces; one that has a brace itself, line by line after semicolons.
    fn comment(&mut self, text: &str) {
        if !text.contains('}') {
            self.word(&format!("{{ {text} }}"));
            if let Some(line) = text.rfind('\n') {
                self.column = text.len() - line;
            }
        } else {
            for line in text.split('\n') {
                self.word(&format!(";{line}\n"));
                self.column = 0;
            }
        }
        let read = match text.contains('}') {
            true => text.rsplit('\n').next().unwrap_or_default(),
            false => text,
        };
        self.after_reason = ending::reason(read).is_some();
        self.needs_number = true;
    }

    fn notes(&mut self, node: NodeRef<'_>, after: &RecordPosition) {
        let mut lines: Vec<String> = Vec::new();
        if let Some(comment) = node.comment() {
            lines.push(comment.to_owned());
        }
        let last = node.mv().map(Move::to);
        let rendered = |annotation| render(annotation, after, last);
        lines.extend(node.annotations().iter().flat_map(rendered));
        if !lines.is_empty() {
            self.comment(&lines.join("\n"));
        }
        if node.bookmark().is_some() {
            notice_once(self.notices, Notice::Bookmarks);
        }
    }
}
