//! The headers of a record about time (持ち時間).
//!
//! A record keeps CSA's `$TIME_LIMIT` under KIF's key 持ち時間 if its value has the form that CSA
//! requires, and CSA 3's `$TIME`, `$TIME+` and `$TIME-` under their own keys. Reading accepts any of
//! these forms. Writing leaves exactly one of them.

mod csa;
mod kif;
mod phrase;

use crate::record::{Headers, Millis};
use komadai_core::{ByColor, Color};
use std::num::NonZeroU32;

const MAIN: &str = "持ち時間";
const BYOYOMI: &str = "秒読み";
const LIMIT: &str = "$TIME_LIMIT";
const BOTH: &str = "$TIME";
const EACH: ByColor<&str> = ByColor(["$TIME+", "$TIME-"]);

/// The time of one side. Zero stands for "none".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HeaderTime {
    /// Time for the whole game.
    pub main: Millis,
    /// Time for each move after the main time.
    pub byoyomi: Millis,
    /// Number of byoyomi periods; one if there is no byoyomi.
    pub periods: NonZeroU32,
    /// Time added for each move.
    pub increment: Millis,
}

/// The times of both sides.
///
/// ```
/// use komadai_kifu::record::{Headers, Millis};
/// use komadai_kifu::time_header::HeaderTimes;
/// let mut headers = Headers::default();
/// headers.push("持ち時間", "各30分");
/// headers.push("秒読み", "30秒");
/// let times = HeaderTimes::read(&headers).expect("there are headers about time")?;
/// assert_eq!(times.0.0[0].byoyomi, Millis::from_secs(30));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HeaderTimes(pub ByColor<HeaderTime>);

/// The form of a header about time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TimeHeaderStyle {
    /// KIF and KI2: `持ち時間：15分+60秒`. It can express everything.
    Kif,
    /// CSA 2: `$TIME_LIMIT:00:15+60`; main time in minutes and one period of byoyomi.
    Csa2,
    /// CSA 3: `$TIME:900+60+0`; all but several periods of byoyomi.
    Csa3,
}

/// A property that a style of headers cannot express.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TimeNotExpressible {
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

/// Error for a header about time that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{key}, column {column}: {kind}")]
pub struct TimeHeaderError {
    /// The header's key.
    pub key: String,
    /// The column in its value, counted in characters from 1.
    pub column: usize,
    /// The fault at that column.
    pub kind: TimeHeaderErrorKind,
}

/// A fault of a time header.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TimeHeaderErrorKind {
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
    /// 持ち時間 and 秒読み contradict each other.
    #[error("the headers about time contradict each other")]
    Contradiction,
    /// One side's time is missing.
    #[error("no time for {0}")]
    MissingSide(Color),
}

/// A fault in a value, before its key is known.
#[derive(Debug)]
struct Fault {
    column: usize,
    kind: TimeHeaderErrorKind,
}

impl Fault {
    fn under(self, key: &str) -> TimeHeaderError {
        let Fault { column, kind } = self;
        let key = key.to_owned();
        TimeHeaderError { key, column, kind }
    }
}

impl HeaderTime {
    fn new(main: Millis, byoyomi: Millis, increment: Millis) -> HeaderTime {
        HeaderTime {
            main,
            byoyomi,
            periods: NonZeroU32::MIN,
            increment,
        }
    }
}

impl HeaderTimes {
    /// Reads the times from the headers of a record, in any style. `None` if there are none.
    ///
    /// # Errors
    /// Returns an error if a header about time is not understood, or if two contradict each other.
    pub fn read(headers: &Headers) -> Option<Result<HeaderTimes, TimeHeaderError>> {
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

    /// Writes the times into the headers. Existing headers about time are replaced.
    ///
    /// # Errors
    /// Returns the property that the style cannot express. The headers are then unchanged.
    pub fn write(
        &self,
        headers: &mut Headers,
        style: TimeHeaderStyle,
    ) -> Result<(), TimeNotExpressible> {
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

    fn written(
        &self,
        style: TimeHeaderStyle,
    ) -> Result<Vec<(&'static str, String)>, TimeNotExpressible> {
        let ByColor([black, white]) = self.0;
        let is_equal = black == white;
        Ok(match style {
            TimeHeaderStyle::Kif => vec![(MAIN, kif::write(*self))],
            TimeHeaderStyle::Csa2 if !is_equal => return Err(TimeNotExpressible::Unequal),
            TimeHeaderStyle::Csa2 => vec![(MAIN, csa::write_limit(black)?)],
            TimeHeaderStyle::Csa3 if is_equal => vec![(BOTH, csa::write_time(black)?)],
            TimeHeaderStyle::Csa3 => vec![
                (EACH.0[0], csa::write_time(black)?),
                (EACH.0[1], csa::write_time(white)?),
            ],
        })
    }
}

fn csa3(both: Option<&str>, each: ByColor<Option<&str>>) -> Result<HeaderTimes, TimeHeaderError> {
    let read = |color| -> Result<HeaderTime, TimeHeaderError> {
        let (key, value) = match (each[color], both) {
            (Some(value), _) => (EACH[color], value),
            (None, Some(value)) => (BOTH, value),
            (None, None) => {
                let kind = TimeHeaderErrorKind::MissingSide(color);
                return Err(Fault { column: 1, kind }.under(EACH[color]));
            }
        };
        csa::read_time(value).map_err(|fault| fault.under(key))
    };
    Ok(HeaderTimes(ByColor([
        read(Color::Black)?,
        read(Color::White)?,
    ])))
}

fn from_limit(key: &str, value: &str) -> Result<HeaderTimes, TimeHeaderError> {
    let time = csa::read_limit(value).map_err(|fault| fault.under(key))?;
    Ok(HeaderTimes(ByColor([time; 2])))
}

fn from_time(key: &str, value: &str) -> Result<HeaderTimes, TimeHeaderError> {
    let time = csa::read_time(value).map_err(|fault| fault.under(key))?;
    Ok(HeaderTimes(ByColor([time; 2])))
}

#[cfg(test)]
mod tests;
