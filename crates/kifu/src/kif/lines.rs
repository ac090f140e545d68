//! The order in which KIF and KI2 write a tree.

use crate::position::RecordPosition;
use crate::record::{Action, NodeRef, Record, Walk};
use komadai_core::{Move, Square};

/// Where a node is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodePlace<'p> {
    /// The position before the node's move.
    pub(crate) before: &'p RecordPosition,
    /// The target of the previous move.
    pub(crate) previous: Option<Square>,
}

impl NodePlace<'_> {
    /// The position after the node.
    pub(crate) fn after(&self, node: NodeRef<'_>) -> RecordPosition {
        let mut walk = Walk::new(*self.before);
        walk.follow(node.action());
        *walk.position()
    }
}

/// Writes the nodes of a tree in one format.
pub(crate) trait LineWriter {
    /// A variation begins with an alternative to this ply.
    fn variation(&mut self, out: &mut String, ply: u32);
    /// The next node of the line.
    fn node(&mut self, out: &mut String, node: NodeRef<'_>, place: NodePlace<'_>);
    /// The line ends with the node `last`.
    fn line_end(&mut self, out: &mut String, last: NodeRef<'_>, position: &RecordPosition);
}

/// Writes all lines: the main line, then variations from its end to its start. The variations of a
/// variation follow it directly, so a ply number always refers to the line written last.
pub(crate) fn write_lines(out: &mut String, record: &Record, writer: &mut impl LineWriter) {
    let mut waiting: Vec<NodeRef<'_>> = record.tree.root().next().into_iter().collect();
    let mut walk = Walk::new(record.start_position());
    while let Some(head) = waiting.pop() {
        walk.back_to(head.ply() as usize - 1);
        if !head.is_first_child() {
            writer.variation(out, head.ply());
        }
        write_line(out, head, &mut walk, writer, &mut waiting);
    }
}

fn write_line<'r>(
    out: &mut String,
    head: NodeRef<'r>,
    walk: &mut Walk,
    writer: &mut impl LineWriter,
    waiting: &mut Vec<NodeRef<'r>>,
) {
    let mut node = head;
    loop {
        // Alternatives to a head were put on the list together with it, but for the main line's.
        if node.is_first_child() {
            let first = waiting.len();
            waiting.extend(std::iter::successors(node.next_sibling(), |node| {
                node.next_sibling()
            }));
            waiting[first..].reverse();
        }
        let previous = node.parent().and_then(NodeRef::mv).map(Move::to);
        writer.node(
            out,
            node,
            NodePlace {
                before: walk.position(),
                previous,
            },
        );
        walk.follow(node.action());
        match node.next() {
            Some(next) if !matches!(node.action(), Action::End(_)) => node = next,
            _ => break,
        }
    }
    writer.line_end(out, node, walk.position());
}
