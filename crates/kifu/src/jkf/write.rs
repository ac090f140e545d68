//! Writing JKF, normalised.

use super::dto::{Length, Seconds, Time};
use super::{resolve, special, start};
use crate::annotation::render;
use crate::error::{Notice, WriteError};
use crate::kif::{SEIREIGI, VARIANT_KEY, notice_once};
use crate::position::RecordPosition;
use crate::record::{Action, Ending, Millis, MoveTime, NodeRef, Record, Walk};
use crate::result_note::StatedEnding;
use crate::writing::WriteOptions;
use komadai_core::{Color, Move, Square, Variant};
use serde::Serialize;
use serde_json::{Map, Value};

/// Writes a record as JKF.
///
/// # Errors
/// Returns an error if the moves start from a diagram that one set of pieces cannot show.
pub fn write(
    record: &Record,
    _: &WriteOptions,
    notices: &mut Vec<Notice>,
) -> Result<String, WriteError> {
    let headers = headers(record, notices);
    let mut writer = Writer {
        out: String::from("{\"header\":"),
        totals: Vec::new(),
        notices,
    };
    writer.json(&headers);
    writer.out.push_str(",\"initial\":");
    writer.json(&start::write(&record.start));
    if record.start.setup().move_number != 1 {
        writer.notices.push(Notice::MoveNumber);
    }
    writer.out.push_str(",\"moves\":[");
    writer.tree(record, record.start_position());
    writer.out.push_str("]}\n");
    Ok(writer.out)
}

/// Headers as an object with unique keys.
fn headers(record: &Record, notices: &mut Vec<Notice>) -> Map<String, Value> {
    let mut map = Map::new();
    for header in &record.headers {
        if header.key.is_empty() || map.contains_key(&header.key) {
            notices.push(Notice::Header {
                key: header.key.clone(),
            });
            continue;
        }
        map.insert(header.key.clone(), Value::from(header.value.as_str()));
    }
    if record.variant == Variant::Seireigi {
        map.insert(VARIANT_KEY.to_owned(), Value::from(SEIREIGI));
    }
    map
}

struct Writer<'n> {
    out: String,
    /// Time spent by the mover so far, for each ply of the current line.
    totals: Vec<Option<Millis>>,
    notices: &'n mut Vec<Notice>,
}

/// Output that remains. A list replaces recursion, because a tree can be deep.
enum Todo<'r> {
    /// A node and the rest of its line.
    Node(NodeRef<'r>),
    /// The end of a node's alternatives, then the rest of its line.
    EndForks(NodeRef<'r>),
    /// An alternative and those after it.
    Fork(NodeRef<'r>),
    /// The end of an alternative, and the one that follows.
    EndFork(Option<NodeRef<'r>>),
}

impl Writer<'_> {
    fn json(&mut self, value: &impl Serialize) {
        // All keys are text, so this cannot fail.
        self.out
            .push_str(&serde_json::to_string(value).unwrap_or_default());
    }

    fn tree(&mut self, record: &Record, start: RecordPosition) {
        let root = record.tree.root();
        let mut walk = Walk::new(start);
        self.out.push('{');
        self.comments(root, None, Some(walk.position()));
        self.out.push('}');
        let mut todo = Vec::new();
        self.go_on(root, &mut walk, &mut todo);
        while let Some(next) = todo.pop() {
            match next {
                Todo::Node(node) => self.node(node, &mut walk, &mut todo),
                Todo::Fork(head) => {
                    self.out.push('[');
                    todo.push(Todo::EndFork(head.next_sibling()));
                    todo.push(Todo::Node(head));
                }
                Todo::EndFork(next) => {
                    self.out.push(']');
                    if let Some(next) = next {
                        self.out.push(',');
                        todo.push(Todo::Fork(next));
                    }
                }
                Todo::EndForks(node) => {
                    self.out.push_str("]}");
                    self.go_on(node, &mut walk, &mut todo);
                }
            }
        }
    }

    fn node<'r>(&mut self, node: NodeRef<'r>, walk: &mut Walk, todo: &mut Vec<Todo<'r>>) {
        walk.back_to(node.ply() as usize - 1);
        self.out.push('{');
        self.content(node, walk.position());
        let fork = node.next_sibling().filter(|_| node.is_first_child());
        match fork {
            Some(fork) => {
                self.out.push_str(",\"forks\":[");
                todo.push(Todo::EndForks(node));
                todo.push(Todo::Fork(fork));
            }
            None => {
                self.out.push('}');
                self.go_on(node, walk, todo);
            }
        }
    }

    /// Continues with the next node of a line.
    fn go_on<'r>(&mut self, node: NodeRef<'r>, walk: &mut Walk, todo: &mut Vec<Todo<'r>>) {
        let Some(next) = node.next() else { return };
        let ply = node.ply() as usize;
        walk.back_to(ply.saturating_sub(1));
        walk.follow(node.action());
        let total = self.times(node).total;
        self.totals.resize(ply, None);
        self.totals.push(total);
        self.out.push(',');
        todo.push(Todo::Node(next));
    }

    /// Writes a node; `before` is the position before its move.
    fn content(&mut self, node: NodeRef<'_>, before: &RecordPosition) {
        let previous = node.parent().and_then(NodeRef::mv).map(Move::to);
        let mut note = None;
        match node.action() {
            Action::Start => {}
            Action::Move { mv, .. } => self.push_move(before, mv, previous),
            Action::End(ending) => note = self.push_ending(node, ending, before.turn()),
        }
        self.push_time(node);
        if node.annotations().is_empty() {
            self.comments(node, note, None);
        } else {
            let mut walk = Walk::new(*before);
            walk.follow(node.action());
            self.comments(node, note, Some(walk.position()));
        }
    }

    fn push_move(&mut self, before: &RecordPosition, mv: Move, previous: Option<Square>) {
        self.out.push_str("\"move\":");
        self.json(&resolve::write(before, mv, previous));
    }

    /// Writes an ending, and returns the first line of its comment.
    fn push_ending(&mut self, node: NodeRef<'_>, ending: &Ending, turn: Color) -> Option<String> {
        let read = special::ending(special::word(ending, turn), turn);
        let stated = StatedEnding::new(node, ending, read, turn);
        stated.notice(ending, self.notices);
        self.out.push_str("\"special\":");
        self.json(&special::word(stated.ending, turn));
        stated.note
    }

    /// The time of a node, and the total time of its mover.
    fn times(&self, node: NodeRef<'_>) -> MoveTime {
        let two_before = (node.ply() as usize).checked_sub(2);
        let before = two_before.and_then(|ply| self.totals.get(ply).copied().flatten());
        node.time().completed(before)
    }

    fn push_time(&mut self, node: NodeRef<'_>) {
        let MoveTime {
            spent: Some(spent),
            total: Some(total),
        } = self.times(node)
        else {
            return;
        };
        if (spent.get() % 1000, total.get() % 1000) != (0, 0) {
            notice_once(self.notices, Notice::TimesRounded);
        }
        let now = Length {
            h: None,
            m: spent.secs() / 60,
            s: Seconds::Full(spent.secs() % 60),
        };
        let total = Length {
            h: Some(total.secs() / 3600),
            m: total.secs() / 60 % 60,
            s: Seconds::Full(total.secs() % 60),
        };
        self.out.push_str(",\"time\":");
        self.json(&Time {
            now: Some(now),
            total: Some(total),
        });
    }

    /// Writes comment, annotations and bookmark. `note` comes before the comment; `position` is the one after the
    /// node.
    fn comments(
        &mut self,
        node: NodeRef<'_>,
        note: Option<String>,
        position: Option<&RecordPosition>,
    ) {
        let mut lines: Vec<String> = note.into_iter().collect();
        for line in node.comment().iter().flat_map(|text| text.split('\n')) {
            lines.push(line.to_owned());
        }
        match position {
            Some(position) => {
                let last = node.mv().map(Move::to);
                let rendered = |annotation| render(annotation, position, last);
                lines.extend(node.annotations().iter().flat_map(rendered));
            }
            None if node.annotations().is_empty() => {}
            None => notice_once(self.notices, Notice::Annotations),
        }
        if let Some(bookmark) = node.bookmark() {
            lines.insert(0, format!("&{bookmark}"));
        }
        if lines.is_empty() {
            return;
        }
        if !self.out.ends_with('{') {
            self.out.push(',');
        }
        self.out.push_str("\"comments\":");
        self.json(&lines);
    }
}
