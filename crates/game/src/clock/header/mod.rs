//! Time controls in the headers of records.
//!
//! A record keeps CSA's `$TIME_LIMIT` under KIF's key 持ち時間 when its value has CSA's shape, and
//! CSA 3's `$TIME`, `$TIME+` and `$TIME-` under their own keys. Reading takes whichever is there;
//! writing leaves exactly one of these forms.

mod csa;
mod kif;
mod phrase;

use super::spec::{ClockSpec, InvalidTimeControl, TimeControl};
use crate::Millis;
use komadai_core::{ByColor, Color};
use komadai_kifu::record::Headers;

const MAIN: &str = "持ち時間";
const BYOYOMI: &str = "秒読み";
const LIMIT: &str = "$TIME_LIMIT";
const BOTH: &str = "$TIME";
const EACH: ByColor<&str> = ByColor(["$TIME+", "$TIME-"]);

/// The form of a time control in headers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HeaderStyle {
    /// KIF and KI2: `持ち時間：15分+60秒`. It can express every time control.
    Kif,
    /// CSA 2: `$TIME_LIMIT:00:15+60`; main time in minutes and one period of byoyomi.
    Csa2,
    /// CSA 3: `$TIME:900+60+0`; all but several periods of byoyomi.
    Csa3,
}

/// A property that a style of headers cannot express.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotExpressible {
    /// The players have different times.
    #[error("this format has no place for different times of the players")]
    Unequal,
    /// Time is added for every move.
    #[error("this format has no place for an increment")]
    Increment,
    /// There are several periods of byoyomi.
    #[error("this format has no place for several periods of byoyomi")]
    Periods,
    /// Main time that is not in minutes, or byoyomi that is not in seconds.
    #[error("this format has no place for main time below minutes or byoyomi below seconds")]
    Precision,
    /// 100 hours of main time, 100 seconds of byoyomi or more.
    #[error("this format has no place for so long a time")]
    TooLong,
}

/// Error for a header that is not a time control.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{key}, column {column}: {kind}")]
pub struct ClockHeaderError {
    /// The header's key.
    pub key: String,
    /// The column in its value, counted in characters from 1.
    pub column: usize,
    /// The fault at that column.
    pub kind: ClockHeaderErrorKind,
}

/// A fault of a time header.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClockHeaderErrorKind {
    /// Unknown text; empty at the end.
    #[error("«{0}» is not understood as a time")]
    NotUnderstood(String),
    /// Two times beside each other: one time, or main time and byoyomi?
    #[error("two times stand side by side without a word between them")]
    Ambiguous,
    /// A number that is too large, or not exact in milliseconds.
    #[error("the number is too large or too fine")]
    Number,
    /// Thinking periods (考慮時間), as in the NHK Cup, are not byoyomi periods.
    #[error("thinking periods (考慮時間) are not supported")]
    ThinkingPeriods,
    /// Byoyomi and increment together.
    #[error("byoyomi together with an increment is not supported")]
    ByoyomiAndIncrement,
    /// 持ち時間 and 秒読み contradict each other.
    #[error("the headers about time contradict each other")]
    Contradiction,
    /// One side's time is missing.
    #[error("no time for {0}")]
    MissingSide(Color),
    /// The time control is invalid.
    #[error("{0}")]
    Invalid(InvalidTimeControl),
}

/// A fault in a value, before its key is known.
#[derive(Debug)]
struct Fault {
    column: usize,
    kind: ClockHeaderErrorKind,
}

impl Fault {
    fn under(self, key: &str) -> ClockHeaderError {
        let Fault { column, kind } = self;
        let key = key.to_owned();
        ClockHeaderError { key, column, kind }
    }
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
    /// Returns an error if the headers are unknown or not expressible as a [`TimeControl`].
    pub fn from_headers(headers: &Headers) -> Option<Result<ClockSpec, ClockHeaderError>> {
        let get = |key| headers.get(key).filter(|value| !value.trim().is_empty());
        let each = EACH.0.map(get);
        if each != [None, None] || get(BOTH).is_some() {
            return Some(csa3(get(BOTH), ByColor(each)));
        }
        if let Some(value) = get(LIMIT) {
            return Some(from_limit(LIMIT, value));
        }
        match (get(MAIN), get(BYOYOMI)) {
            (None, None) => None,
            (Some(value), None) if csa::is_limit(value) => Some(from_limit(MAIN, value)),
            (Some(value), None) if csa::is_time(value) => Some(from_time(MAIN, value)),
            (main, byoyomi) => Some(kif::read(main, byoyomi)),
        }
    }

    /// Writes the time control into the headers, replacing an existing one. A zero increment is written as
    /// sudden death.
    ///
    /// # Errors
    /// Returns the property that the style cannot express; the headers are then unchanged.
    pub fn write_headers(
        &self,
        headers: &mut Headers,
        style: HeaderStyle,
    ) -> Result<(), NotExpressible> {
        let written = self.written(style)?;
        let is_kept = |key: &str| written.iter().any(|(kept, _)| *kept == key);
        for key in [MAIN, BYOYOMI, LIMIT, BOTH, EACH.0[0], EACH.0[1]] {
            if !is_kept(key) {
                headers.remove(key);
            }
        }
        for (key, value) in written {
            headers.set(key, value);
        }
        Ok(())
    }

    fn written(&self, style: HeaderStyle) -> Result<Vec<(&'static str, String)>, NotExpressible> {
        let ByColor([black, white]) = self.0;
        Ok(match style {
            HeaderStyle::Kif => vec![(MAIN, kif::write(*self))],
            HeaderStyle::Csa2 if !self.is_equal() => return Err(NotExpressible::Unequal),
            HeaderStyle::Csa2 => vec![(MAIN, csa::write_limit(black)?)],
            HeaderStyle::Csa3 if self.is_equal() => vec![(BOTH, csa::write_time(black)?)],
            HeaderStyle::Csa3 => vec![
                (EACH.0[0], csa::write_time(black)?),
                (EACH.0[1], csa::write_time(white)?),
            ],
        })
    }
}

fn csa3(both: Option<&str>, each: ByColor<Option<&str>>) -> Result<ClockSpec, ClockHeaderError> {
    let read = |color| -> Result<TimeControl, ClockHeaderError> {
        let (key, value) = match (each[color], both) {
            (Some(value), _) => (EACH[color], value),
            (None, Some(value)) => (BOTH, value),
            (None, None) => {
                let kind = ClockHeaderErrorKind::MissingSide(color);
                return Err(Fault { column: 1, kind }.under(EACH[color]));
            }
        };
        csa::read_time(value).map_err(|fault| fault.under(key))
    };
    Ok(ClockSpec(ByColor([
        read(Color::Black)?,
        read(Color::White)?,
    ])))
}

fn from_limit(key: &str, value: &str) -> Result<ClockSpec, ClockHeaderError> {
    let time = csa::read_limit(value).map_err(|fault| fault.under(key))?;
    Ok(ClockSpec::equal(time))
}

fn from_time(key: &str, value: &str) -> Result<ClockSpec, ClockHeaderError> {
    let time = csa::read_time(value).map_err(|fault| fault.under(key))?;
    Ok(ClockSpec::equal(time))
}

/// The time control of a main time with optional byoyomi and increment, where zero means none.
fn combine(
    main: Millis,
    byoyomi: Millis,
    increment: Millis,
) -> Result<TimeControl, ClockHeaderErrorKind> {
    const ZERO: Millis = Millis::ZERO;
    let time = match (byoyomi, increment) {
        (ZERO, ZERO) => TimeControl::sudden_death(main),
        (period, ZERO) => TimeControl::byoyomi(main, period),
        (ZERO, increment) => TimeControl::increment(main, increment),
        _ => return Err(ClockHeaderErrorKind::ByoyomiAndIncrement),
    };
    time.validate().map_err(ClockHeaderErrorKind::Invalid)?;
    Ok(time)
}

#[cfg(test)]
mod tests;
