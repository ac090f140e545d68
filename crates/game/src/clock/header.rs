//! Time controls in the headers of records.

use super::spec::{ClockSpec, Extra, InvalidClock, TimeControl};
use crate::Millis;
use komadai_core::{ByColor, Color};
use komadai_kifu::record::Headers;
use komadai_kifu::time_header::{
    HeaderTime, HeaderTimes, TimeHeaderError, TimeHeaderStyle, TimeNotExpressible,
};
use std::num::NonZeroU32;

/// Error for headers that are not a time control.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClockHeaderError {
    /// A header cannot be read.
    #[error(transparent)]
    Text(#[from] TimeHeaderError),
    /// A side has byoyomi and an increment.
    #[error("the time of {0}: byoyomi together with an increment is not supported")]
    ByoyomiAndIncrement(Color),
    /// The times are invalid.
    #[error(transparent)]
    Invalid(#[from] InvalidClock),
}

impl ClockSpec {
    /// The time control in the headers of a record, in any style, or `None` if there is none.
    ///
    /// ```
    /// use komadai_game::ClockSpec;
    /// use komadai_kifu::record::Headers;
    /// let mut headers = Headers::default();
    /// headers.push("持ち時間", "各30分");
    /// headers.push("秒読み", "30秒");
    /// let clock = ClockSpec::from_headers(&headers).expect("there are headers about time")?;
    /// assert_eq!(clock.to_string(), "30m+30s");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the headers cannot be read or are not a valid [`TimeControl`].
    pub fn from_headers(headers: &Headers) -> Option<Result<ClockSpec, ClockHeaderError>> {
        let times = HeaderTimes::read(headers)?;
        Some(times.map_err(Into::into).and_then(ClockSpec::try_from))
    }

    /// Writes the time control into the headers, replacing an existing one. A zero increment is written as
    /// sudden death.
    ///
    /// # Errors
    /// Returns the property that the style cannot express; the headers are then unchanged.
    pub fn write_headers(
        &self,
        headers: &mut Headers,
        style: TimeHeaderStyle,
    ) -> Result<(), TimeNotExpressible> {
        HeaderTimes::from(*self).write(headers, style)
    }
}

impl From<ClockSpec> for HeaderTimes {
    fn from(clock: ClockSpec) -> HeaderTimes {
        HeaderTimes(ByColor(clock.0.0.map(header_time)))
    }
}

fn header_time(time: TimeControl) -> HeaderTime {
    let (byoyomi, periods, increment) = match time.extra {
        Extra::None => (Millis::ZERO, NonZeroU32::MIN, Millis::ZERO),
        Extra::Byoyomi { period, periods } => (period, periods, Millis::ZERO),
        Extra::Increment(increment) => (Millis::ZERO, NonZeroU32::MIN, increment),
    };
    HeaderTime {
        main: time.main,
        byoyomi,
        periods,
        increment,
    }
}

impl TryFrom<HeaderTimes> for ClockSpec {
    type Error = ClockHeaderError;

    fn try_from(times: HeaderTimes) -> Result<ClockSpec, ClockHeaderError> {
        let control = |color| {
            let control = time_control(times.0[color]);
            control.ok_or(ClockHeaderError::ByoyomiAndIncrement(color))
        };
        let clock = ClockSpec(ByColor([control(Color::Black)?, control(Color::White)?]));
        clock.validate()?;
        Ok(clock)
    }
}

/// `None` if there are byoyomi and an increment.
fn time_control(time: HeaderTime) -> Option<TimeControl> {
    const ZERO: Millis = Millis::ZERO;
    let extra = match (time.byoyomi, time.increment) {
        (ZERO, ZERO) => Extra::None,
        (ZERO, increment) => Extra::Increment(increment),
        (period, ZERO) => Extra::Byoyomi {
            period,
            periods: time.periods,
        },
        _ => return None,
    };
    Some(TimeControl {
        main: time.main,
        extra,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What headers say, as a text: the clock or the error.
    fn say(key: &str, value: &str) -> String {
        let mut headers = Headers::default();
        headers.push(key, value);
        match ClockSpec::from_headers(&headers) {
            None => "nothing".to_owned(),
            Some(Ok(clock)) => clock.to_string(),
            Some(Err(error)) => error.to_string(),
        }
    }

    #[test]
    fn headers_become_time_controls() {
        let check = |value, clock: &str| assert_eq!(say("持ち時間", value), clock, "{value}");
        check("60分 切れたら1分将棋", "1h+60s");
        check("3分切れ負け", "3m");
        check("5分+30秒×3回", "5m+3x30s");
        check("5分+0秒+5秒", "5m+5s/move");
        check("▲15分+60秒 △10分", "B:15m+60s W:10m");
        check("00:25+00", "25m");
        check(" ", "nothing");
    }

    #[test]
    fn headers_that_are_no_time_control_are_refused() {
        let check = |key, value, error: &str| assert_eq!(say(key, value), error, "{value}");
        let both = "the time of black: byoyomi together with an increment is not supported";
        check("持ち時間", "10分+30秒+5秒", both);
        check("$TIME", "600+10+5", both);
        let none = "the time of black: there is no time at all";
        check("持ち時間", "0分", none);
        check("$TIME_LIMIT", "00:00+00", none);
        let long = "the time of white: a time is longer than 1000 hours";
        check("持ち時間", "▲5時間 △5000時間", long);
        let unknown = "持ち時間, column 1: «不明» is not understood as a time";
        check("持ち時間", "不明", unknown);
    }

    fn any_time() -> impl Strategy<Value = TimeControl> {
        let time = || (0..20_000_u64).prop_map(Millis::new);
        (time(), time(), 1..5_u32, 0..3)
            .prop_map(|(main, time, periods, kind)| {
                let periods = NonZeroU32::new(periods).unwrap();
                let extra = match kind {
                    0 => Extra::None,
                    1 => Extra::Increment(time),
                    _ => Extra::Byoyomi {
                        period: time,
                        periods,
                    },
                };
                TimeControl { main, extra }
            })
            .prop_filter("valid", |time| {
                time.is_valid() && time.extra != Extra::Increment(Millis::ZERO)
            })
    }

    proptest! {
        #[test]
        fn every_time_control_survives_the_headers(black in any_time(), white in any_time()) {
            let clock = ClockSpec(ByColor([black, white]));
            let mut headers = Headers::default();
            clock.write_headers(&mut headers, TimeHeaderStyle::Kif).unwrap();
            prop_assert_eq!(ClockSpec::from_headers(&headers), Some(Ok(clock)));
        }
    }
}
