//! The tree of moves, in an arena.

use super::ending::Ending;
use super::node::{Node, NodeId, NodeRef, Slot};
use super::note::{Annotation, Note};
use super::time::MoveTime;
use komadai_core::{Illegal, Move};
use std::borrow::Cow;
use std::num::NonZeroU32;

/// A tree of moves with endings as leaves. The first child continues the main line.
///
/// It stores what it is told; [`Builder`](super::Builder) judges moves on the way in.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    endings: Vec<Ending>,
    notes: Vec<Note>,
}

impl Default for Tree {
    /// The start position alone.
    fn default() -> Tree {
        let root = Node {
            slot: Slot::Start,
            ply: 0,
            parent: None,
            first_child: None,
            last_child: None,
            next_sibling: None,
            note: None,
            time: MoveTime::UNKNOWN,
        };
        Tree {
            nodes: vec![root],
            endings: Vec::new(),
            notes: Vec::new(),
        }
    }
}

impl Tree {
    /// Makes room for this many more nodes at once.
    pub fn reserve(&mut self, nodes: usize) {
        self.nodes.reserve(nodes);
    }

    #[inline]
    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    pub(super) fn ending_at(&self, index: u32) -> &Ending {
        &self.endings[index as usize]
    }

    pub(super) fn note(&self, id: NodeId) -> Option<&Note> {
        self.node(id)
            .note
            .map(|number| &self.notes[number.get() as usize - 1])
    }

    fn note_mut(&mut self, id: NodeId) -> &mut Note {
        let number = match self.nodes[id.index()].note {
            Some(number) => number,
            None => {
                self.notes.push(Note::default());
                let number = u32::try_from(self.notes.len())
                    .ok()
                    .and_then(NonZeroU32::new);
                let number = number.expect("there are no more notes than nodes");
                self.nodes[id.index()].note = Some(number);
                number
            }
        };
        &mut self.notes[number.get() as usize - 1]
    }

    /// The start position's node.
    pub fn root(&self) -> NodeRef<'_> {
        self.get(NodeId::ROOT)
    }

    /// A node.
    ///
    /// # Panics
    /// If the name comes from another, larger tree.
    #[inline]
    pub fn get(&self, id: NodeId) -> NodeRef<'_> {
        NodeRef { tree: self, id }
    }

    /// The nodes of the main line after the start: moves and, last, the ending.
    pub fn main_line(&self) -> impl Iterator<Item = NodeRef<'_>> {
        std::iter::successors(self.root().next(), |node| node.next())
    }

    /// All nodes, each before its continuations, the main line first.
    pub fn preorder(&self) -> impl Iterator<Item = NodeRef<'_>> {
        std::iter::successors(Some(self.root()), |node| {
            if let Some(child) = node.next() {
                return Some(child);
            }
            let mut node = *node;
            loop {
                match node.next_sibling() {
                    Some(sibling) => return Some(sibling),
                    None => node = node.parent()?,
                }
            }
        })
    }

    /// Number of moves in the whole tree.
    pub fn move_count(&self) -> usize {
        self.preorder().filter(|node| node.mv().is_some()).count()
    }

    /// Number of nodes, the start included, about which something is said.
    pub fn commented_count(&self) -> usize {
        self.preorder()
            .filter(|node| node.comment().is_some() || !node.annotations().is_empty())
            .count()
    }

    /// Adds a move as the last continuation of a node. A `breach` marks it as illegal.
    #[inline]
    pub fn push_move(&mut self, parent: NodeId, mv: Move, breach: Option<Illegal>) -> NodeId {
        let slot = match breach {
            None => Slot::Legal(mv),
            Some(reason) => Slot::Illegal(mv, reason),
        };
        self.push(parent, slot)
    }

    /// Adds an ending as the last continuation of a node.
    pub fn push_ending(&mut self, parent: NodeId, ending: Ending) -> NodeId {
        let index =
            u32::try_from(self.endings.len()).expect("there are no more endings than nodes");
        self.endings.push(ending);
        self.push(parent, Slot::End(index))
    }

    /// Changes the ending of a node that is one.
    pub fn set_ending(&mut self, id: NodeId, ending: Ending) {
        if let Slot::End(index) = self.node(id).slot {
            self.endings[index as usize] = ending;
        }
    }

    fn push(&mut self, parent: NodeId, slot: Slot) -> NodeId {
        let id = NodeId::from_index(self.nodes.len());
        let node = &mut self.nodes[parent.index()];
        let ply = node.ply.saturating_add(1);
        let elder = node.last_child.replace(id);
        match elder {
            None => node.first_child = Some(id),
            Some(elder) => self.nodes[elder.index()].next_sibling = Some(id),
        }
        self.nodes.push(Node {
            slot,
            ply,
            parent: Some(parent),
            first_child: None,
            last_child: None,
            next_sibling: None,
            note: None,
            time: MoveTime::UNKNOWN,
        });
        id
    }

    /// The continuation of a node by a move, if there is one.
    ///
    /// Beyond a thousand continuations it looks no further: no position has so many legal moves, and
    /// a hostile file must not make this slow.
    pub fn child_by_move(&self, parent: NodeId, mv: Move) -> Option<NodeId> {
        self.get(parent)
            .children()
            .take(1000)
            .find(|child| child.mv() == Some(mv))
            .map(NodeRef::id)
    }

    /// Gives a node its time.
    #[inline]
    pub fn set_time(&mut self, id: NodeId, time: MoveTime) {
        self.nodes[id.index()].time = time;
    }

    /// Replaces a node's comment; lines are separated by `\n`, and carriage returns are left out.
    pub fn set_comment(&mut self, id: NodeId, comment: Option<String>) {
        let comment = comment.map(|text| without_returns(&text).into_owned());
        if comment.is_some() || self.node(id).note.is_some() {
            self.note_mut(id).comment = comment;
        }
    }

    /// Adds a line to a node's comment.
    pub fn push_comment_line(&mut self, id: NodeId, line: &str) {
        let line = &*without_returns(line);
        match &mut self.note_mut(id).comment {
            Some(comment) => {
                comment.push('\n');
                comment.push_str(line);
            }
            none => *none = Some(line.to_owned()),
        }
    }

    /// Replaces a node's bookmark, which is one line: line ends become blanks.
    pub fn set_bookmark(&mut self, id: NodeId, bookmark: Option<String>) {
        let bookmark = bookmark.map(|text| without_returns(&text).replace('\n', " "));
        if bookmark.is_some() || self.node(id).note.is_some() {
            self.note_mut(id).bookmark = bookmark;
        }
    }

    /// Adds what an engine said about a node.
    pub fn push_annotation(&mut self, id: NodeId, annotation: Annotation) {
        self.note_mut(id).annotations.push(annotation);
    }

    /// Takes a node with all that follows it out of the tree. The start cannot be taken out.
    pub fn remove(&mut self, id: NodeId) {
        let Some(parent) = self.unlink(id) else {
            return;
        };
        let last = self.get(parent).children().last().map(NodeRef::id);
        self.nodes[parent.index()].last_child = last;
    }

    /// Makes a node the main continuation of its parent.
    pub fn promote(&mut self, id: NodeId) {
        if self.get(id).is_first_child() {
            return;
        }
        self.remove(id);
        if let Some(parent) = self.node(id).parent {
            let first = self.nodes[parent.index()].first_child.replace(id);
            self.nodes[id.index()].next_sibling = first;
        }
    }

    /// Takes a node out of its parent's list, and returns the parent.
    fn unlink(&mut self, id: NodeId) -> Option<NodeId> {
        let parent = self.node(id).parent?;
        let next = self.nodes[id.index()].next_sibling.take();
        let elder = self
            .get(parent)
            .children()
            .find(|child| child.node_next() == Some(id))
            .map(NodeRef::id);
        match elder {
            Some(elder) => self.nodes[elder.index()].next_sibling = next,
            None => self.nodes[parent.index()].first_child = next,
        }
        Some(parent)
    }
}

/// Lines end in `\n` here, whatever the file has; a carriage return would come back as a line end.
fn without_returns(text: &str) -> Cow<'_, str> {
    if text.contains('\r') {
        Cow::Owned(text.replace('\r', ""))
    } else {
        Cow::Borrowed(text)
    }
}

impl NodeRef<'_> {
    fn node_next(self) -> Option<NodeId> {
        self.tree.node(self.id).next_sibling
    }
}
