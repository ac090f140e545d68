//! Where a game starts.

use crate::handicap::Handicap;
use komadai_core::{ByColor, Color, Fault, HandKind, Setup};

/// Where a game starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// A start position with a name.
    Handicap(Handicap),
    /// Any other diagram.
    Setup(Box<Setup>),
    /// A diagram with more pieces of a kind in hand than a set holds.
    Crowded(Box<Crowd>),
}

/// A diagram with more pieces of a kind in hand than a set holds, as files that teach have it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Crowd {
    /// The diagram, hands cut down to a full set.
    pub setup: Setup,
    /// What was cut off.
    pub surplus: Surplus,
}

/// Pieces in hand beyond those of a full set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Surplus(ByColor<[u8; HandKind::COUNT + 1]>);

impl Surplus {
    /// How many pieces of a kind a side has beyond a full set.
    pub fn count(&self, color: Color, kind: HandKind) -> u8 {
        self.0[color][kind.index()]
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        *self == Surplus::default()
    }

    /// The faults that it is for a position of a game.
    pub fn faults(&self) -> Vec<Fault> {
        let is_crowded =
            |kind: &HandKind| Color::ALL.map(|color| self.count(color, *kind)) != [0, 0];
        let kinds = HandKind::ALL.into_iter().filter(is_crowded);
        kinds.map(Fault::TooMany).collect()
    }

    pub(crate) fn set(&mut self, color: Color, kind: HandKind, count: u8) {
        self.0[color][kind.index()] = count;
    }
}

impl Default for Start {
    fn default() -> Start {
        Start::Handicap(Handicap::Even)
    }
}

impl Start {
    /// The diagram; of a crowded one, as much as a `Setup` can hold.
    pub fn setup(&self) -> Setup {
        match self {
            Start::Handicap(handicap) => handicap.setup(),
            Start::Setup(setup) => (**setup).clone(),
            Start::Crowded(crowd) => crowd.setup.clone(),
        }
    }

    /// The side that moves first.
    pub fn turn(&self) -> Color {
        match self {
            Start::Handicap(handicap) => handicap.first(),
            Start::Setup(setup) => setup.turn,
            Start::Crowded(crowd) => crowd.setup.turn,
        }
    }

    /// The handicap, if the start position has a name.
    pub fn handicap(&self) -> Option<Handicap> {
        match self {
            Start::Handicap(handicap) => Some(*handicap),
            Start::Setup(_) | Start::Crowded(_) => None,
        }
    }

    /// Pieces in hand that a `Setup` cannot hold.
    pub fn surplus(&self) -> Surplus {
        match self {
            Start::Crowded(crowd) => crowd.surplus,
            Start::Handicap(_) | Start::Setup(_) => Surplus::default(),
        }
    }
}

impl From<Setup> for Start {
    /// A diagram that has a name is known by it: equal start positions are equal values.
    fn from(setup: Setup) -> Start {
        match Handicap::from_setup(&setup) {
            Some(handicap) => Start::Handicap(handicap),
            None => Start::Setup(Box::new(setup)),
        }
    }
}

impl From<Crowd> for Start {
    fn from(crowd: Crowd) -> Start {
        if crowd.surplus.is_empty() {
            Start::from(crowd.setup)
        } else {
            Start::Crowded(Box::new(crowd))
        }
    }
}

impl From<Handicap> for Start {
    fn from(handicap: Handicap) -> Start {
        Start::Handicap(handicap)
    }
}
