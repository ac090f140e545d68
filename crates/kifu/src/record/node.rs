//! Nodes of the tree and views of them.

use super::ending::Ending;
use super::note::Annotation;
use super::time::{Millis, MoveTime};
use super::tree::Tree;
use komadai_core::{Illegal, Move};
use std::num::NonZeroU32;

/// A node of one record's tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The start position's node.
    pub const ROOT: NodeId = NodeId(NonZeroU32::MIN);

    pub(super) fn from_index(index: usize) -> NodeId {
        let number = u32::try_from(index)
            .ok()
            .and_then(|index| index.checked_add(1))
            .and_then(NonZeroU32::new);
        NodeId(number.expect("2^32 nodes do not fit in memory"))
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl std::fmt::Debug for NodeId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{}", self.index())
    }
}

/// What leads to a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action<'t> {
    /// Nothing: it is the start position.
    Start,
    /// A move; an illegal one is kept with the first rule that it breaks.
    Move {
        /// The move.
        mv: Move,
        /// The rule it breaks.
        breach: Option<Illegal>,
    },
    /// The end of a line. Such a node has no children.
    End(&'t Ending),
}

/// The stored form of an action: an ending is kept in a list of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Slot {
    Start,
    Legal(Move),
    Illegal(Move, Illegal),
    End(u32),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) slot: Slot,
    pub(super) ply: u32,
    pub(super) parent: Option<NodeId>,
    pub(super) first_child: Option<NodeId>,
    pub(super) last_child: Option<NodeId>,
    pub(super) next_sibling: Option<NodeId>,
    /// Number of its note plus one.
    pub(super) note: Option<NonZeroU32>,
    pub(super) time: MoveTime,
}

const _: () = assert!(size_of::<Node>() <= 48);

/// A view of a node.
#[derive(Clone, Copy, Debug)]
pub struct NodeRef<'t> {
    pub(super) tree: &'t Tree,
    pub(super) id: NodeId,
}

impl<'t> NodeRef<'t> {
    #[inline]
    fn node(self) -> &'t Node {
        self.tree.node(self.id)
    }

    /// The node's name.
    pub fn id(self) -> NodeId {
        self.id
    }

    /// What leads to the node.
    #[inline]
    pub fn action(self) -> Action<'t> {
        match self.node().slot {
            Slot::Start => Action::Start,
            Slot::Legal(mv) => Action::Move { mv, breach: None },
            Slot::Illegal(mv, reason) => Action::Move {
                mv,
                breach: Some(reason),
            },
            Slot::End(index) => Action::End(self.tree.ending_at(index)),
        }
    }

    /// The move that leads to the node.
    #[inline]
    pub fn mv(self) -> Option<Move> {
        match self.node().slot {
            Slot::Legal(mv) | Slot::Illegal(mv, _) => Some(mv),
            Slot::Start | Slot::End(_) => None,
        }
    }

    /// The rule that the move breaks.
    pub fn breach(self) -> Option<Illegal> {
        match self.node().slot {
            Slot::Illegal(_, reason) => Some(reason),
            _ => None,
        }
    }

    /// The ending, if the node is one.
    pub fn ending(self) -> Option<&'t Ending> {
        match self.action() {
            Action::End(ending) => Some(ending),
            _ => None,
        }
    }

    /// Moves from the start to here: 0 at the start. An ending counts as one.
    pub fn ply(self) -> u32 {
        self.node().ply
    }

    /// The mover's total time before this node, two plies earlier.
    pub(crate) fn total_before(self) -> Option<Millis> {
        self.parent()?.parent()?.time().total
    }

    /// The time of the move.
    pub fn time(self) -> MoveTime {
        self.node().time
    }

    /// The comment, its lines separated by `\n`.
    pub fn comment(self) -> Option<&'t str> {
        self.tree.note(self.id)?.comment.as_deref()
    }

    /// The bookmark (しおり).
    pub fn bookmark(self) -> Option<&'t str> {
        self.tree.note(self.id)?.bookmark.as_deref()
    }

    /// What engines said about the node.
    pub fn annotations(self) -> &'t [Annotation] {
        self.tree
            .note(self.id)
            .map_or(&[], |note| note.annotations.as_slice())
    }

    /// The node before.
    pub fn parent(self) -> Option<NodeRef<'t>> {
        self.node().parent.map(|id| self.tree.get(id))
    }

    /// The main continuation.
    pub fn next(self) -> Option<NodeRef<'t>> {
        self.node().first_child.map(|id| self.tree.get(id))
    }

    /// The next alternative to this node.
    pub fn next_sibling(self) -> Option<NodeRef<'t>> {
        self.node().next_sibling.map(|id| self.tree.get(id))
    }

    /// All continuations, the main one first.
    pub fn children(self) -> impl Iterator<Item = NodeRef<'t>> {
        std::iter::successors(self.next(), |child| child.next_sibling())
    }

    /// Returns whether it is the first of its parent's continuations.
    pub fn is_first_child(self) -> bool {
        self.parent()
            .and_then(NodeRef::next)
            .is_none_or(|first| first.id == self.id)
    }

    /// Returns whether it has alternatives.
    pub fn has_alternatives(self) -> bool {
        !self.is_first_child() || self.node().next_sibling.is_some()
    }
}
