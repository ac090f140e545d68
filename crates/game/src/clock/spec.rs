//! Time controls (Article 8.2: "it must be specified in advance").

use crate::Millis;
use komadai_core::{ByColor, Color};
use std::num::NonZeroU32;

/// The time in addition to the main time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Extra {
    /// Nothing: the game is lost when the main time is used up (切れ負け).
    None,
    /// Byoyomi (秒読み): after the main time every move has a period of its own, which does not
    /// accumulate. With several periods, one is lost each time a move outlasts it.
    Byoyomi {
        /// The time for one move.
        period: Millis,
        /// The number of periods; usually one.
        periods: NonZeroU32,
    },
    /// A time added for every move, which accumulates (フィッシャー).
    Increment(Millis),
}

/// The time of one player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TimeControl {
    /// The time for the whole game (持ち時間).
    pub main: Millis,
    /// The additional time.
    pub extra: Extra,
}

/// The times of both players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClockSpec(pub ByColor<TimeControl>);

/// Error for an invalid time control.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidTimeControl {
    /// There is neither main time nor anything else.
    #[error("there is no time at all")]
    NoTime,
    /// A byoyomi period lasts no time.
    #[error("the byoyomi period is zero")]
    ZeroPeriod,
    /// One of the times is longer than [`TimeControl::LONGEST`].
    #[error("a time is longer than 1000 hours")]
    TooLong,
}

impl TimeControl {
    /// The longest main time, period or increment: 1000 hours, so that no sum of the times of one
    /// player can overflow.
    pub const LONGEST: Millis = Millis::from_secs(1000 * 3600);

    /// Main time and nothing else.
    pub const fn sudden_death(main: Millis) -> TimeControl {
        let extra = Extra::None;
        TimeControl { main, extra }
    }

    /// Main time, then one period of byoyomi for every move.
    pub const fn byoyomi(main: Millis, period: Millis) -> TimeControl {
        let periods = NonZeroU32::MIN;
        let extra = Extra::Byoyomi { period, periods };
        TimeControl { main, extra }
    }

    /// Main time and an increment for every move.
    pub const fn increment(main: Millis, increment: Millis) -> TimeControl {
        let extra = Extra::Increment(increment);
        TimeControl { main, extra }
    }

    /// Checks that a game can be played with this time control.
    ///
    /// # Errors
    /// Returns the first fault.
    pub fn validate(self) -> Result<(), InvalidTimeControl> {
        let extra = match self.extra {
            Extra::None => Millis::ZERO,
            Extra::Byoyomi { period, .. } if period == Millis::ZERO => {
                return Err(InvalidTimeControl::ZeroPeriod);
            }
            Extra::Byoyomi { period, .. } => period,
            Extra::Increment(increment) => increment,
        };
        if self.main.max(extra) > TimeControl::LONGEST {
            return Err(InvalidTimeControl::TooLong);
        }
        if self.main == Millis::ZERO && extra == Millis::ZERO {
            return Err(InvalidTimeControl::NoTime);
        }
        Ok(())
    }

    /// Checks that a game can be played with this time control.
    pub fn is_valid(self) -> bool {
        self.validate().is_ok()
    }

    /// Returns whether this is enough for a game rated by FESA (Article 15.4): at least 20 minutes with 40
    /// seconds of byoyomi, or 30 minutes with 30 seconds. The article says "non incremental additional time",
    /// so an increment of any length does not qualify.
    pub fn qualifies_for_rating(self) -> bool {
        let Extra::Byoyomi { period, .. } = self.extra else {
            return false;
        };
        let at_least = |minutes: u64, seconds| {
            self.main >= Millis::from_secs(60 * minutes) && period >= Millis::from_secs(seconds)
        };
        at_least(20, 40) || at_least(30, 30)
    }
}

impl ClockSpec {
    /// The same time for both.
    pub const fn equal(time: TimeControl) -> ClockSpec {
        ClockSpec(ByColor([time, time]))
    }

    /// Returns whether both players have the same time.
    pub fn is_equal(self) -> bool {
        self.0[Color::Black] == self.0[Color::White]
    }

    /// Checks that a game can be played with these times.
    ///
    /// # Errors
    /// Returns the first side with a fault, and the fault.
    pub fn validate(self) -> Result<(), InvalidClock> {
        for color in Color::ALL {
            let fault = self.0[color].validate();
            fault.map_err(|fault| InvalidClock { color, fault })?;
        }
        Ok(())
    }

    /// Checks that a game can be played with these times.
    pub fn is_valid(self) -> bool {
        self.validate().is_ok()
    }

    /// Returns whether these times are enough for a game rated by FESA; see [`TimeControl::qualifies_for_rating`].
    pub fn qualifies_for_rating(self) -> bool {
        Color::ALL
            .into_iter()
            .all(|color| self.0[color].qualifies_for_rating())
    }
}

/// Error for an invalid pair of time controls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("the time of {color}: {fault}")]
pub struct InvalidClock {
    /// The side with the fault.
    pub color: Color,
    /// The fault.
    pub fault: InvalidTimeControl,
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn minutes(minutes: u64) -> Millis {
        Millis::from_secs(60 * minutes)
    }

    const fn secs(seconds: u64) -> Millis {
        Millis::from_secs(seconds)
    }

    #[test]
    fn a_time_control_without_any_time_is_refused() {
        let none = Err(InvalidTimeControl::NoTime);
        assert_eq!(TimeControl::sudden_death(Millis::ZERO).validate(), none);
        let nothing = TimeControl::increment(Millis::ZERO, Millis::ZERO);
        assert_eq!(nothing.validate(), none);
        assert!(TimeControl::sudden_death(Millis::new(1)).is_valid());
        assert!(TimeControl::increment(Millis::ZERO, secs(5)).is_valid());
        assert!(TimeControl::increment(secs(5), Millis::ZERO).is_valid());
    }

    #[test]
    fn byoyomi_needs_a_period_and_no_main_time() {
        let zero = TimeControl::byoyomi(minutes(10), Millis::ZERO);
        assert_eq!(zero.validate(), Err(InvalidTimeControl::ZeroPeriod));
        assert!(TimeControl::byoyomi(Millis::ZERO, secs(30)).is_valid());
    }

    #[test]
    fn times_beyond_a_thousand_hours_are_refused() {
        let limit = TimeControl::LONGEST;
        let beyond = limit.plus(Millis::new(1));
        assert!(TimeControl::sudden_death(limit).is_valid());
        for long in [
            TimeControl::sudden_death(beyond),
            TimeControl::byoyomi(secs(1), beyond),
            TimeControl::increment(secs(1), beyond),
        ] {
            assert_eq!(long.validate(), Err(InvalidTimeControl::TooLong));
        }
    }

    #[test]
    fn no_sum_of_the_times_of_a_player_overflows() {
        let periods = u64::from(u32::MAX);
        let longest = TimeControl::LONGEST.get();
        assert!(longest.checked_mul(periods + 1).is_some());
    }

    #[test]
    fn the_side_with_the_fault_is_named() {
        let good = TimeControl::sudden_death(minutes(8));
        let bad = TimeControl::sudden_death(Millis::ZERO);
        let clock = ClockSpec(ByColor([good, bad]));
        let error = clock.validate().unwrap_err();
        assert_eq!(error.color, Color::White);
        assert_eq!(
            error.to_string(),
            "the time of white: there is no time at all"
        );
        assert!(!clock.is_valid());
        assert!(ClockSpec::equal(good).is_valid());
    }

    #[test]
    fn clocks_are_equal_when_both_times_are() {
        let ten = TimeControl::byoyomi(minutes(10), secs(30));
        let fifteen = TimeControl::byoyomi(minutes(15), secs(30));
        assert!(ClockSpec::equal(ten).is_equal());
        assert!(!ClockSpec(ByColor([ten, fifteen])).is_equal());
    }

    #[test]
    fn fesa_rates_from_20_minutes_and_40_seconds_or_30_minutes_and_30_seconds() {
        let check = |main, period, rated| {
            let clock = ClockSpec::equal(TimeControl::byoyomi(minutes(main), secs(period)));
            assert_eq!(clock.qualifies_for_rating(), rated, "{main}m+{period}s");
        };
        check(20, 40, true);
        check(30, 30, true);
        check(25, 40, true);
        check(60, 60, true);
        check(20, 39, false);
        check(25, 30, false);
        check(30, 29, false);
        check(19, 60, false);
        check(300, 20, false);
    }

    #[test]
    fn fesa_does_not_rate_with_increments_or_without_byoyomi() {
        let increment = TimeControl::increment(minutes(60), secs(60));
        let sudden = TimeControl::sudden_death(minutes(600));
        assert!(!ClockSpec::equal(increment).qualifies_for_rating());
        assert!(!ClockSpec::equal(sudden).qualifies_for_rating());
    }

    #[test]
    fn fesa_rates_only_if_the_time_of_each_player_is_enough() {
        let enough = TimeControl::byoyomi(minutes(30), secs(30));
        let little = TimeControl::byoyomi(minutes(10), secs(30));
        assert!(!ClockSpec(ByColor([enough, little])).qualifies_for_rating());
        assert!(!ClockSpec(ByColor([little, enough])).qualifies_for_rating());
    }
}
