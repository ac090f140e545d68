//! Times of moves.

use std::fmt;
use std::num::NonZeroU64;

/// A length of time in milliseconds; `Option<Millis>` takes no more room.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millis(NonZeroU64);

impl Millis {
    /// No time at all.
    pub const ZERO: Millis = Millis::new(0);

    /// A length in milliseconds (at most 2⁶⁴ − 2).
    pub const fn new(millis: u64) -> Millis {
        // One more than the length is stored, so that zero is free for `None`.
        match NonZeroU64::new(millis.saturating_add(1)) {
            Some(stored) => Millis(stored),
            None => Millis(NonZeroU64::MIN),
        }
    }

    /// A length in seconds.
    pub const fn from_secs(seconds: u64) -> Millis {
        Millis::new(seconds.saturating_mul(1000))
    }

    /// The length in milliseconds.
    pub const fn get(self) -> u64 {
        self.0.get() - 1
    }

    /// Full seconds.
    pub const fn secs(self) -> u64 {
        self.get() / 1000
    }

    /// Hours, minutes below an hour, and the rest below a minute.
    pub const fn split(self) -> (u64, u64, Millis) {
        let minutes = self.get() / 60_000;
        let rest = Millis::new(self.get() % 60_000);
        (minutes / 60, minutes % 60, rest)
    }

    /// The text of the length in seconds, with as many decimals as it needs: `30`, `0.5`.
    pub fn in_seconds(self) -> String {
        let text = format!("{}.{:03}", self.secs(), self.get() % 1000);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }

    /// The sum of two lengths.
    #[must_use]
    pub const fn plus(self, other: Millis) -> Millis {
        Millis::new(self.get().saturating_add(other.get()))
    }

    /// The difference of two lengths; nothing if the other is longer.
    #[must_use]
    pub const fn minus(self, other: Millis) -> Millis {
        Millis::new(self.get().saturating_sub(other.get()))
    }
}

impl fmt::Debug for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ms", self.get())
    }
}

/// What a file says about the time of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct MoveTime {
    /// Time spent on this move.
    pub spent: Option<Millis>,
    /// Time that the mover has spent so far, this move included, as the file says.
    pub total: Option<Millis>,
}

impl MoveTime {
    /// Nothing is known.
    pub const UNKNOWN: MoveTime = MoveTime {
        spent: None,
        total: None,
    };

    /// Adds the missing one of the two times. `before` is the mover's total before this move.
    pub(crate) fn completed(self, before: Option<Millis>) -> MoveTime {
        let before = before.unwrap_or(Millis::ZERO);
        let spent = self.spent.or(self.total.map(|total| total.minus(before)));
        let total = self.total.or(spent.map(|spent| before.plus(spent)));
        MoveTime { spent, total }
    }

    /// Returns whether nothing is known.
    pub const fn is_unknown(self) -> bool {
        self.spent.is_none() && self.total.is_none()
    }
}

const _: () = assert!(size_of::<MoveTime>() == 16);
