//! A reader's finger on a record: a node and the position there.

use super::Record;
use super::node::{NodeId, NodeRef};
use super::walk::Walk;
use crate::position::RecordPosition;

/// A place in a record with its position.
#[derive(Clone, Debug)]
pub struct Cursor<'r> {
    record: &'r Record,
    at: NodeId,
    walk: Walk,
}

impl<'r> Cursor<'r> {
    pub(super) fn new(record: &'r Record) -> Cursor<'r> {
        Cursor {
            record,
            at: NodeId::ROOT,
            walk: Walk::new(record.start_position()),
        }
    }

    /// The node.
    pub fn node(&self) -> NodeRef<'r> {
        self.record.tree.get(self.at)
    }

    /// The position after the node's move.
    pub fn position(&self) -> &RecordPosition {
        self.walk.position()
    }

    /// Goes on along the main continuation; `false` where there is none.
    pub fn forward(&mut self) -> bool {
        self.step(self.node().next())
    }

    /// Goes on along the continuation with this number, from 0.
    pub fn forward_by(&mut self, number: usize) -> bool {
        self.step(self.node().children().nth(number))
    }

    /// Goes to the next node in the tree's order: into continuations first, then to alternatives.
    pub fn advance(&mut self) -> bool {
        if self.forward() {
            return true;
        }
        loop {
            let sibling = self.node().next_sibling();
            if !self.back() {
                return false;
            }
            if sibling.is_some() {
                return self.step(sibling);
            }
        }
    }

    fn step(&mut self, child: Option<NodeRef<'r>>) -> bool {
        let Some(child) = child else { return false };
        self.walk.follow(child.action());
        self.at = child.id();
        true
    }

    /// Goes back one node; `false` at the start.
    pub fn back(&mut self) -> bool {
        match self.node().parent() {
            None => false,
            Some(parent) => {
                self.at = parent.id();
                self.walk.back()
            }
        }
    }

    /// Goes to a node anywhere in the tree, over the nearest common ancestor.
    pub fn go_to(&mut self, id: NodeId) {
        let target = self.record.tree.get(id);
        let mut path = Vec::new();
        let mut common = target;
        while common.ply() > self.node().ply() {
            path.push(common);
            let Some(parent) = common.parent() else { break };
            common = parent;
        }
        while self.node().ply() > common.ply() && self.back() {}
        while self.at != common.id() {
            path.push(common);
            let Some(parent) = common.parent() else { break };
            common = parent;
            self.back();
        }
        for node in path.into_iter().rev() {
            self.step(Some(node));
        }
    }

    /// Goes to a ply of the current line, or of its main continuation; stops where the line ends.
    pub fn go_to_ply(&mut self, ply: u32) {
        while self.node().ply() > ply && self.back() {}
        while self.node().ply() < ply && self.forward() {}
    }
}
