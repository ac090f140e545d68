//! Time management.

use crate::limits::SearchClock;
use std::time::Duration;

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// No new iteration starts after about this long.
    pub optimum: Duration,
    /// The search is aborted after this long.
    pub maximum: Duration,
}

/// Minimum number of moves a side is assumed to have left.
const FEWEST_MOVES_LEFT: u32 = 24;
/// The number assumed at the start of a game.
const MOST_MOVES_LEFT: u32 = 50;

impl Budget {
    /// A fixed time that is fully used.
    pub fn fixed(time: Duration, overhead: Duration) -> Budget {
        let time = usable(time, overhead);
        Budget {
            optimum: time,
            maximum: time,
        }
    }

    /// The same, but never longer than this.
    #[must_use]
    pub fn at_most(self, longest: Duration) -> Budget {
        Budget {
            optimum: self.optimum.min(longest),
            maximum: self.maximum.min(longest),
        }
    }

    /// The time for the move with this number.
    pub fn from_clock(clock: &SearchClock, move_number: u32, overhead: Duration) -> Budget {
        let per_move = clock.byoyomi + clock.increment;
        let limit = usable(clock.remaining + per_move, overhead);
        let moves_left = MOST_MOVES_LEFT
            .saturating_sub(move_number / 3)
            .max(FEWEST_MOVES_LEFT);
        if clock.remaining < clock.byoyomi / 4 {
            // Unused byoyomi does not carry over.
            return Budget {
                optimum: limit,
                maximum: limit,
            };
        }
        let share = clock.remaining / moves_left;
        let optimum = share + clock.increment * 3 / 4 + clock.byoyomi * 9 / 10;
        // Without byoyomi a long think must leave something for the rest of the game.
        let safe = usable(
            clock.remaining / 3 + clock.increment + clock.byoyomi,
            overhead,
        );
        let maximum = (optimum * 4).min(safe).min(limit);
        Budget {
            optimum: optimum.min(maximum),
            maximum,
        }
    }
}

/// The time minus the overhead, but at least half of it.
fn usable(time: Duration, overhead: Duration) -> Duration {
    time.saturating_sub(overhead).max(time / 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn clock(remaining: u64, increment: u64, byoyomi: u64) -> SearchClock {
        SearchClock {
            remaining: Duration::from_millis(remaining),
            opponent_remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            byoyomi: Duration::from_millis(byoyomi),
        }
    }

    #[test]
    fn byoyomi_is_used_up() {
        let budget = Budget::from_clock(&clock(0, 0, 1000), 80, OVERHEAD);
        assert_eq!(budget, Budget::fixed(Duration::from_secs(1), OVERHEAD));
        assert_eq!(budget.maximum, Duration::from_millis(990));
    }

    #[test]
    fn ten_milliseconds_leave_five() {
        let budget = Budget::from_clock(&clock(0, 0, 10), 80, OVERHEAD);
        assert_eq!(budget.maximum, Duration::from_millis(5));
    }

    #[test]
    fn main_time_is_shared_out() {
        let budget = Budget::from_clock(&clock(600_000, 0, 0), 1, OVERHEAD);
        assert!((10_000..16_000).contains(&budget.optimum.as_millis()));
        assert!(budget.maximum < Duration::from_secs(60));
    }

    #[test]
    fn a_long_clock_does_not_exceed_the_longest_time() {
        let minute = Duration::from_secs(60);
        let long = Budget::from_clock(&clock(3_600_000_000, 0, 0), 1, OVERHEAD);
        assert!(long.optimum > minute);
        let budget = long.at_most(minute);
        assert_eq!((budget.optimum, budget.maximum), (minute, minute));
        let short = Budget::from_clock(&clock(10_000, 0, 0), 1, OVERHEAD);
        assert_eq!(short.at_most(minute), short);
    }

    proptest! {
        #[test]
        fn the_flag_never_falls(
            remaining in 0u64..10_000_000,
            increment in 0u64..60_000,
            byoyomi in 0u64..60_000,
            move_number in 1u32..500,
        ) {
            let budget = Budget::from_clock(&clock(remaining, increment, byoyomi), move_number, OVERHEAD);
            let total = Duration::from_millis(remaining + increment + byoyomi);
            prop_assert!(budget.optimum <= budget.maximum);
            prop_assert!(budget.maximum <= total);
            if total > 3 * OVERHEAD {
                prop_assert!(budget.maximum + OVERHEAD <= total);
            }
            if remaining + increment + byoyomi >= 2 {
                prop_assert!(budget.maximum > Duration::ZERO);
            }
        }

        #[test]
        fn a_whole_game_fits_into_sudden_death(remaining in 1_000u64..3_600_000) {
            let mut left = Duration::from_millis(remaining);
            for move_number in (1..400).step_by(2) {
                let clock = SearchClock { remaining: left, ..SearchClock::default() };
                let budget = Budget::from_clock(&clock, move_number, Duration::ZERO);
                prop_assert!(budget.maximum <= left);
                left -= budget.optimum;
            }
        }
    }
}
