//! Building a record move by move, judging each.

use super::ending::{Ending, Termination};
use super::node::{NodeId, Slot};
use super::walk::Walk;
use super::{Record, Tree};
use crate::position::RecordPosition;
use komadai_core::{Illegal, Move, Square};

/// A record that grows, with the position where it grows.
#[derive(Clone, Debug)]
pub struct Builder {
    record: Record,
    walk: Walk,
    at: NodeId,
}

impl Builder {
    /// Starts at the record's start position; an existing tree is extended.
    pub fn new(record: Record) -> Builder {
        let walk = Walk::new(record.start_position());
        Builder {
            record,
            walk,
            at: NodeId::ROOT,
        }
    }

    /// Makes room for this many more moves at once.
    pub fn reserve(&mut self, moves: usize) {
        self.record.tree.reserve(moves);
        self.walk.reserve(moves);
    }

    /// The record so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The tree so far, for comments and times. Moves go in by [`play`](Builder::play).
    pub fn tree_mut(&mut self) -> &mut Tree {
        &mut self.record.tree
    }

    /// The headers and other fields.
    pub fn record_mut(&mut self) -> &mut Record {
        &mut self.record
    }

    /// The node where the record grows.
    #[inline]
    pub fn at(&self) -> NodeId {
        self.at
    }

    /// The position there.
    #[inline]
    pub fn position(&self) -> &RecordPosition {
        self.walk.position()
    }

    /// Where the move before went.
    #[inline]
    pub fn previous_target(&self) -> Option<Square> {
        let mut node = self.record.tree.get(self.at);
        if node.ending().is_some() {
            node = node.parent()?;
        }
        node.mv().map(Move::to)
    }

    /// Plays a move, legal or not, and returns the rule it breaks. A move that the tree already
    /// has here is followed. After an ending, the move becomes an alternative to the ending.
    #[inline]
    pub fn play(&mut self, mv: Move) -> Option<Illegal> {
        if self.is_at_end() {
            self.back();
        }
        let breach = self.walk.play(mv);
        self.at = match self.record.tree.node(self.at).first_child {
            None => self.record.tree.push_move(self.at, mv, breach),
            Some(_) => match self.record.tree.child_by_move(self.at, mv) {
                Some(child) => child,
                None => self.record.tree.push_move(self.at, mv, breach),
            },
        };
        breach
    }

    /// Ends the line. After an ending, the new one becomes an alternative to it unless it is the same. An illegal
    /// last move is the fault of its maker, [whatever the ending says](Builder::blames_wrongly).
    pub fn end(&mut self, ending: Ending) {
        let ending = self.blamed(ending);
        if self.is_at_end() {
            if self.record.tree.get(self.at).ending() == Some(&ending) {
                return;
            }
            self.back();
        }
        self.at = self.record.tree.push_ending(self.at, ending);
        self.walk.follow(self.record.tree.get(self.at).action());
    }

    /// Ends the line with the winner that is usual for the reason.
    pub fn end_usual(&mut self, termination: Termination) {
        if self.is_at_end() {
            self.back();
        }
        let turn = self.position().turn();
        self.end(Ending::usual(termination, turn));
    }

    /// Returns whether an ending makes the maker of an illegal last move the winner by it. Files often end so, since
    /// their words blame the side to move.
    pub fn blames_wrongly(&self, ending: &Ending) -> bool {
        self.blamed(ending.clone()) != *ending
    }

    /// The ending, by which the maker of an illegal last move loses if it ends by an illegal move.
    fn blamed(&self, ending: Ending) -> Ending {
        let mut last = self.record.tree.get(self.at);
        if let (Some(_), Some(before)) = (last.ending(), last.parent()) {
            last = before;
        }
        ending.after_move(last, self.position().turn())
    }

    /// Returns whether the builder is at an ending.
    #[inline]
    pub fn is_at_end(&self) -> bool {
        matches!(self.record.tree.node(self.at).slot, Slot::End(_))
    }

    /// The ply where the record stands.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.record.tree.node(self.at).ply
    }

    /// Goes back one node; `false` at the start.
    pub fn back(&mut self) -> bool {
        match self.record.tree.node(self.at).parent {
            None => false,
            Some(parent) => {
                self.at = parent;
                self.walk.back()
            }
        }
    }

    /// Goes on to a continuation of the node where the record stands; `false` if it is none.
    pub fn forward_to(&mut self, child: NodeId) -> bool {
        if self.record.tree.node(child).parent != Some(self.at) {
            return false;
        }
        self.walk.follow(self.record.tree.get(child).action());
        self.at = child;
        true
    }

    /// Goes back to a ply of the current line.
    pub fn back_to_ply(&mut self, ply: u32) {
        while self.ply() > ply && self.back() {}
    }

    /// Goes on to a ply along the main continuation of the current line; `false` if it ends before.
    pub fn forward_to_ply(&mut self, ply: u32) -> bool {
        while self.ply() < ply {
            let next = self
                .record
                .tree
                .get(self.at)
                .next()
                .filter(|node| node.mv().is_some());
            let Some(next) = next else { return false };
            self.walk.follow(next.action());
            self.at = next.id();
        }
        true
    }

    /// The record.
    pub fn finish(self) -> Record {
        self.record
    }
}
