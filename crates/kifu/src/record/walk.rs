//! A position that goes forwards and backwards along a line.

use super::node::Action;
use crate::position::RecordPosition;
use komadai_core::{Illegal, Move, Undo};

/// A position and the way back to where it started.
#[derive(Clone, Debug)]
pub struct Walk {
    position: RecordPosition,
    steps: Vec<Step>,
}

/// How to take one step back.
#[derive(Clone, Debug)]
enum Step {
    Undo(Undo),
    /// Illegal moves and those that are not judged cannot be undone: the position before.
    Before(Box<RecordPosition>),
    /// An ending changes nothing.
    Nothing,
}

impl Walk {
    /// A walk that starts here.
    pub fn new(position: RecordPosition) -> Walk {
        Walk {
            position,
            steps: Vec::new(),
        }
    }

    pub(super) fn reserve(&mut self, steps: usize) {
        self.steps.reserve(steps);
    }

    /// Where the walk stands.
    #[inline]
    pub fn position(&self) -> &RecordPosition {
        &self.position
    }

    /// Steps taken.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Is it at its start?
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Judges a move and plays it, legal or not.
    #[inline]
    pub fn play(&mut self, mv: Move) -> Option<Illegal> {
        let breach = self.position.explain(mv).err();
        let step = match &mut self.position {
            RecordPosition::Judged(position) if breach.is_none() => {
                Step::Undo(position.play_unchecked(mv))
            }
            _ => self.play_for_good(mv),
        };
        self.steps.push(step);
        breach
    }

    /// Follows what leads to a node. Moves are judged anew: a tree built by hand may be wrong.
    pub fn follow(&mut self, action: Action<'_>) {
        match action {
            Action::Start => {}
            Action::Move { mv, .. } => {
                self.play(mv);
            }
            Action::End(_) => self.steps.push(Step::Nothing),
        }
    }

    fn play_for_good(&mut self, mv: Move) -> Step {
        let before = Box::new(self.position);
        self.position = self.position.forced(mv);
        Step::Before(before)
    }

    /// Takes a step back; `false` at the start.
    pub fn back(&mut self) -> bool {
        match self.steps.pop() {
            None => return false,
            Some(Step::Nothing) => {}
            Some(Step::Undo(undo)) => {
                if let RecordPosition::Judged(position) = &mut self.position {
                    position.undo(undo);
                }
            }
            Some(Step::Before(position)) => self.position = *position,
        }
        true
    }

    /// Goes back until this many steps remain.
    pub fn back_to(&mut self, len: usize) {
        while self.steps.len() > len && self.back() {}
    }
}
