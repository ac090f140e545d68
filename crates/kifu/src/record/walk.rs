//! A position that goes forwards and backwards along a line.

use super::node::Action;
use crate::position::AnyPosition;
use komadai_core::{Illegal, Move, Undo};

/// A position and the way back to where it started.
#[derive(Clone, Debug)]
pub struct Walk {
    position: AnyPosition,
    steps: Vec<Step>,
}

/// How to take one step back.
#[derive(Clone, Debug)]
enum Step {
    Undo(Undo),
    /// Illegal moves and those on loose boards cannot be undone: the position before.
    Before(Box<AnyPosition>),
    /// An ending changes nothing.
    Nothing,
}

impl Walk {
    /// A walk that starts here.
    pub fn new(position: AnyPosition) -> Walk {
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
    pub fn position(&self) -> &AnyPosition {
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
        self.play_judged(mv, breach.is_none());
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

    #[inline]
    fn play_judged(&mut self, mv: Move, legal: bool) {
        let step = match &mut self.position {
            AnyPosition::Loose(_) => self.play_for_good(mv),
            position if legal => position.play_legal(mv).map_or(Step::Nothing, Step::Undo),
            _ => self.play_for_good(mv),
        };
        self.steps.push(step);
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
            Some(Step::Undo(undo)) => self.position.undo(undo),
            Some(Step::Before(position)) => self.position = *position,
        }
        true
    }

    /// Goes back until this many steps remain.
    pub fn back_to(&mut self, len: usize) {
        while self.steps.len() > len && self.back() {}
    }
}
