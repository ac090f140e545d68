//! The text form of time controls.
//!
//! ```text
//! clock   = control | side control side control
//! side    = ("B" | "W" | "black" | "white") ":"
//! control = length [ "+" length "/move" | "+" [ count "x" ] length ]
//! length  = one or more of: number "h", number "m", number [ "." up to three digits ] "s"
//! ```
//!
//! `8m` is sudden death, `15m+60s` byoyomi, `5m+3x30s` byoyomi of three periods, `10m+5s/move` an
//! increment, `0m+30s` byoyomi alone. Case is ignored, and blanks are allowed between tokens. The written
//! form is unique: the main time in the largest units
//! (`1h30m`), an extra time under two minutes in seconds (`60s`), both sides together when equal.

use super::scan::ClockScan;
use super::spec::{ClockSpec, Extra, InvalidTimeControl, TimeControl};
use crate::Millis;
use komadai_core::{ByColor, Color};
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

/// Error for text that is not a time control.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: {kind}{}", at(token))]
pub struct ParseClockError {
    /// The column, counted in characters from 1.
    pub column: usize,
    /// The token there; empty at the end of the text.
    pub token: String,
    /// The fault.
    pub kind: ParseClockErrorKind,
}

fn at(token: &str) -> String {
    match token {
        "" => " at the end".to_owned(),
        token => format!(" at «{token}»"),
    }
}

/// A fault of the text of a time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseClockErrorKind {
    /// Expected a time or count.
    #[error("expected a number")]
    Number,
    /// A number without a unit.
    #[error("expected a unit: h, m or s")]
    Unit,
    /// Units repeat or come in another order than hours, minutes, seconds.
    #[error("units must come in the order h, m, s, each once")]
    UnitOrder,
    /// A fraction of an hour or a minute.
    #[error("only seconds may have a fraction")]
    Fraction,
    /// A fraction below a millisecond.
    #[error("a second has at most three decimals")]
    TooFine,
    /// The number is too large.
    #[error("the number is too large")]
    TooLarge,
    /// A number of periods that is zero.
    #[error("there must be at least one period")]
    NoPeriods,
    /// An increment cannot come in periods.
    #[error("an increment has no periods")]
    IncrementPeriods,
    /// Expected `move` after `/`.
    #[error("expected «move»")]
    Move,
    /// Expected the end of the text.
    #[error("the time control ends before this")]
    Unexpected,
    /// One side is named and the other is not.
    #[error("no time for {0}")]
    MissingSide(Color),
    /// A side is named twice.
    #[error("a second time for {0}")]
    RepeatedSide(Color),
    /// The text is readable, but the time control is invalid.
    #[error("{0}")]
    Invalid(InvalidTimeControl),
}

type Parsed<T> = Result<T, ParseClockError>;

fn error(scan: &ClockScan<'_>, kind: ParseClockErrorKind) -> ParseClockError {
    ParseClockError {
        column: scan.column(),
        token: scan.token().to_owned(),
        kind,
    }
}

impl FromStr for TimeControl {
    type Err = ParseClockError;

    fn from_str(text: &str) -> Parsed<TimeControl> {
        let mut scan = ClockScan::new(text);
        let time = control(&mut scan)?;
        end(&mut scan)?;
        Ok(time)
    }
}

impl FromStr for ClockSpec {
    type Err = ParseClockError;

    fn from_str(text: &str) -> Parsed<ClockSpec> {
        let mut scan = ClockScan::new(text);
        if side(&mut scan.clone()).is_none() {
            return text.parse().map(ClockSpec::equal);
        }
        let mut times = ByColor([None; 2]);
        loop {
            scan.skip_blanks();
            let place = scan;
            let Some(color) = side(&mut scan) else { break };
            if times[color].is_some() {
                return Err(error(&place, ParseClockErrorKind::RepeatedSide(color)));
            }
            times[color] = Some(control(&mut scan)?);
            scan.skip_blanks();
            scan.eat(&[',', ';']);
        }
        end(&mut scan)?;
        let time = |color| {
            times[color].ok_or_else(|| error(&scan, ParseClockErrorKind::MissingSide(color)))
        };
        Ok(ClockSpec(ByColor([
            time(Color::Black)?,
            time(Color::White)?,
        ])))
    }
}

fn end(scan: &mut ClockScan<'_>) -> Parsed<()> {
    scan.skip_blanks();
    match scan.is_done() {
        true => Ok(()),
        false => Err(error(scan, ParseClockErrorKind::Unexpected)),
    }
}

/// Takes the name of a side with its colon.
fn side(scan: &mut ClockScan<'_>) -> Option<Color> {
    const NAMES: [(&str, Color); 4] = [
        ("black", Color::Black),
        ("white", Color::White),
        ("b", Color::Black),
        ("w", Color::White),
    ];
    scan.skip_blanks();
    let &(_, color) = NAMES.iter().find(|(name, _)| scan.eat_word(name))?;
    scan.skip_blanks();
    scan.eat(&[':']).then_some(color)
}

fn control(scan: &mut ClockScan<'_>) -> Parsed<TimeControl> {
    scan.skip_blanks();
    let start = *scan;
    let main = length(scan)?;
    let extra = match scan.eat(&['+']) {
        true => extra(scan)?,
        false => Extra::None,
    };
    let time = TimeControl { main, extra };
    let invalid = |fault| error(&start, ParseClockErrorKind::Invalid(fault));
    time.validate().map_err(invalid)?;
    Ok(time)
}

fn extra(scan: &mut ClockScan<'_>) -> Parsed<Extra> {
    let periods = periods(scan)?;
    let period = length(scan)?;
    let slash = *scan;
    if !scan.eat(&['/']) {
        let periods = periods.unwrap_or(NonZeroU32::MIN);
        return Ok(Extra::Byoyomi { period, periods });
    }
    scan.skip_blanks();
    let move_word = *scan;
    if !scan.eat_word("move") {
        return Err(error(&move_word, ParseClockErrorKind::Move));
    }
    match periods {
        Some(_) => Err(error(&slash, ParseClockErrorKind::IncrementPeriods)),
        None => Ok(Extra::Increment(period)),
    }
}

/// Takes a count and its `x`, if they come next.
fn periods(scan: &mut ClockScan<'_>) -> Parsed<Option<NonZeroU32>> {
    scan.skip_blanks();
    let start = *scan;
    let mut ahead = *scan;
    let digits = ahead.digits();
    ahead.skip_blanks();
    if !ahead.eat(&['x', 'X', '×', '*']) {
        return Ok(None);
    }
    let count: u32 = number(&start, digits)?;
    *scan = ahead;
    match NonZeroU32::new(count) {
        Some(count) => Ok(Some(count)),
        None => Err(error(&start, ParseClockErrorKind::NoPeriods)),
    }
}

/// Takes a length of time in hours, minutes and seconds, and the blanks after it.
fn length(scan: &mut ClockScan<'_>) -> Parsed<Millis> {
    scan.skip_blanks();
    let start = *scan;
    let mut sum: u64 = 0;
    let mut last = None;
    loop {
        scan.skip_blanks();
        if last.is_some() && !scan.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Ok(Millis::new(sum));
        }
        let (unit, millis) = part(scan)?;
        if last.is_some_and(|last| unit <= last) {
            return Err(error(&start, ParseClockErrorKind::UnitOrder));
        }
        let too_large = || error(&start, ParseClockErrorKind::TooLarge);
        sum = sum.checked_add(millis).ok_or_else(too_large)?;
        last = Some(unit);
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Unit {
    Hours,
    Minutes,
    Seconds,
}

impl Unit {
    const fn millis(self) -> u64 {
        match self {
            Unit::Hours => 3_600_000,
            Unit::Minutes => 60_000,
            Unit::Seconds => 1000,
        }
    }
}

/// Takes one number with its unit; the number of milliseconds.
fn part(scan: &mut ClockScan<'_>) -> Parsed<(Unit, u64)> {
    let start = *scan;
    let whole: u64 = number(&start, scan.digits())?;
    let fraction = match scan.eat(&['.']) {
        true => Some(scan.digits()),
        false => None,
    };
    let millis = fraction.map(|digits| thousandths(&start, digits));
    scan.skip_blanks();
    let unit = unit(scan)?;
    let millis = match millis {
        Some(_) if unit != Unit::Seconds => {
            return Err(error(&start, ParseClockErrorKind::Fraction));
        }
        Some(millis) => millis?,
        None => 0,
    };
    let whole = whole.checked_mul(unit.millis());
    let sum = whole.and_then(|whole| whole.checked_add(millis));
    let sum = sum.ok_or_else(|| error(&start, ParseClockErrorKind::TooLarge))?;
    Ok((unit, sum))
}

fn unit(scan: &mut ClockScan<'_>) -> Parsed<Unit> {
    let unit = match scan.peek().map(|c| c.to_ascii_lowercase()) {
        Some('h') => Unit::Hours,
        Some('m') => Unit::Minutes,
        Some('s') => Unit::Seconds,
        _ => return Err(error(scan, ParseClockErrorKind::Unit)),
    };
    scan.advance();
    Ok(unit)
}

/// The value of digits; `start` is their location.
fn number<N: FromStr>(start: &ClockScan<'_>, digits: &str) -> Parsed<N> {
    if digits.is_empty() {
        return Err(error(start, ParseClockErrorKind::Number));
    }
    let number = digits.parse();
    number.map_err(|_| error(start, ParseClockErrorKind::TooLarge))
}

fn thousandths(start: &ClockScan<'_>, digits: &str) -> Parsed<u64> {
    match digits.len() {
        0 => Err(error(start, ParseClockErrorKind::Number)),
        1..=3 => number(start, &format!("{digits:0<3}")),
        _ => Err(error(start, ParseClockErrorKind::TooFine)),
    }
}

impl fmt::Display for ClockSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ByColor([black, white]) = self.0;
        match self.is_equal() {
            true => write!(f, "{black}"),
            false => write!(f, "B:{black} W:{white}"),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_units(f, self.main)?;
        let (period, count) = match self.extra {
            Extra::None => return Ok(()),
            Extra::Increment(increment) => (increment, 1),
            Extra::Byoyomi { period, periods } => (period, periods.get()),
        };
        f.write_str("+")?;
        if count > 1 {
            write!(f, "{count}x")?;
        }
        match period < Millis::from_secs(120) {
            true => write!(f, "{}s", period.in_seconds())?,
            false => write_units(f, period)?,
        }
        match self.extra {
            Extra::Increment(_) => f.write_str("/move"),
            Extra::None | Extra::Byoyomi { .. } => Ok(()),
        }
    }
}

fn write_units(f: &mut fmt::Formatter<'_>, time: Millis) -> fmt::Result {
    let (hours, minutes, rest) = time.split();
    if hours > 0 {
        write!(f, "{hours}h")?;
    }
    if minutes > 0 || time == Millis::ZERO {
        write!(f, "{minutes}m")?;
    }
    if rest > Millis::ZERO {
        write!(f, "{}s", rest.in_seconds())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn clock(text: &str) -> ClockSpec {
        text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    fn secs(seconds: u64) -> Millis {
        Millis::from_secs(seconds)
    }

    fn periods(main: u64, count: u32, period: u64) -> TimeControl {
        let periods = NonZeroU32::new(count).unwrap();
        let extra = Extra::Byoyomi {
            period: secs(period),
            periods,
        };
        TimeControl {
            main: secs(main),
            extra,
        }
    }

    #[test]
    fn the_forms_of_the_design_are_read_and_written() {
        let check = |text: &str, time: TimeControl| {
            assert_eq!(clock(text), ClockSpec::equal(time));
            assert_eq!(ClockSpec::equal(time).to_string(), text);
            assert_eq!(text.parse(), Ok(time));
        };
        check("15m+60s", TimeControl::byoyomi(secs(900), secs(60)));
        check("10m+5s/move", TimeControl::increment(secs(600), secs(5)));
        check("8m", TimeControl::sudden_death(secs(480)));
        check("5m+3x30s", periods(300, 3, 30));
        check("1h30m+60s", TimeControl::byoyomi(secs(5400), secs(60)));
        check("0m+30s", TimeControl::byoyomi(Millis::ZERO, secs(30)));
        check(
            "14m23.456s",
            TimeControl::sudden_death(Millis::new(863_456)),
        );
        check("9h", TimeControl::sudden_death(secs(9 * 3600)));
        check("1h+2m", TimeControl::byoyomi(secs(3600), secs(120)));
    }

    #[test]
    fn unequal_times_name_their_side() {
        let black = TimeControl::byoyomi(secs(900), secs(60));
        let white = TimeControl::byoyomi(secs(600), secs(30));
        let unequal = ClockSpec(ByColor([black, white]));
        assert_eq!(clock("B:15m+60s W:10m+30s"), unequal);
        assert_eq!(unequal.to_string(), "B:15m+60s W:10m+30s");
        for text in [
            "W:10m+30s B:15m+60s",
            " black : 15m+60s , WHITE:10m+30s ",
            "b:15m+60sw:10m+30s",
        ] {
            assert_eq!(clock(text), unequal, "{text}");
        }
    }

    #[test]
    fn a_time_named_for_both_sides_alike_is_written_once() {
        assert_eq!(clock("B:8m W:8m").to_string(), "8m");
    }

    #[test]
    fn blanks_and_capitals_do_not_matter() {
        for text in [
            "1H30M+60S",
            " 1h 30m + 60 s ",
            "1 h30m+1x60s",
            "90m+1m",
            "5400s+60s",
        ] {
            assert_eq!(clock(text).to_string(), "1h30m+60s", "{text}");
        }
        assert_eq!(clock("10M + 5S / Move ").to_string(), "10m+5s/move");
        assert_eq!(
            clock("B: 10m+5s/move , W: 8m").to_string(),
            "B:10m+5s/move W:8m"
        );
        assert_eq!(clock("5m + 3 X 30s").to_string(), "5m+3x30s");
        assert_eq!(clock("5m+3×30s").to_string(), "5m+3x30s");
        assert_eq!(clock("0s+30s").to_string(), "0m+30s");
    }

    #[test]
    fn errors_say_the_column_and_the_token() {
        let check = |text: &str, message: &str| {
            let error = text.parse::<ClockSpec>().unwrap_err();
            assert_eq!(error.to_string(), message, "{text}");
        };
        check("", "column 1: expected a number at the end");
        check("abc", "column 1: expected a number at «abc»");
        check("15", "column 3: expected a unit: h, m or s at the end");
        check("15m+", "column 5: expected a number at the end");
        check("15m+60", "column 7: expected a unit: h, m or s at the end");
        check("15分", "column 3: expected a unit: h, m or s at «分»");
        check(
            "30s1h",
            "column 1: units must come in the order h, m, s, each once at «30»",
        );
        check(
            "5m+3x 30s1h",
            "column 7: units must come in the order h, m, s, each once at «30»",
        );
        check(
            "1.5h",
            "column 1: only seconds may have a fraction at «1.5»",
        );
        check(
            "1.2345s",
            "column 1: a second has at most three decimals at «1.2345»",
        );
        check("1.s", "column 1: expected a number at «1.»");
        check(
            "99999999999999999999s",
            "column 1: the number is too large at «99999999999999999999»",
        );
        check(
            "9999999999999999999h",
            "column 1: the number is too large at «9999999999999999999»",
        );
        check(
            "1001h",
            "column 1: a time is longer than 1000 hours at «1001»",
        );
        check(
            "5m+0x30s",
            "column 4: there must be at least one period at «0»",
        );
        check(
            "5m+3x30s/move",
            "column 9: an increment has no periods at «/»",
        );
        check("5m+3s/day", "column 7: expected «move» at «day»");
        check(
            "8m and more",
            "column 4: the time control ends before this at «and»",
        );
        check("B:8m", "column 5: no time for white at the end");
        check("W:8m", "column 5: no time for black at the end");
        check("B:8m B:9m", "column 6: a second time for black at «B»");
        check("B:8m, B:9m", "column 7: a second time for black at «B»");
        check("B:8m W:0m", "column 8: there is no time at all at «0»");
        check("B:8m W: 0m", "column 9: there is no time at all at «0»");
        check(
            "B:8m W:9m and more",
            "column 11: the time control ends before this at «and»",
        );
        check("5m+0s", "column 1: the byoyomi period is zero at «5»");
    }

    fn any_control() -> impl Strategy<Value = TimeControl> {
        let longest = TimeControl::LONGEST.get();
        let time = || {
            prop_oneof![
                Just(0),
                0..2_000_u64,
                (0..200_u64).prop_map(|s| s * 1000),
                (0..2000_u64).prop_map(|m| m * 60_000),
                0..=longest,
            ]
            .prop_map(Millis::new)
        };
        let periods = prop_oneof![Just(1), 1..20_u32, 1..=u32::MAX];
        let extra = (0..3, time(), periods).prop_map(|(kind, time, periods)| match kind {
            0 => Extra::None,
            1 => Extra::Increment(time),
            _ => Extra::Byoyomi {
                period: time,
                periods: NonZeroU32::new(periods).unwrap(),
            },
        });
        (time(), extra)
            .prop_map(|(main, extra)| TimeControl { main, extra })
            .prop_filter("valid", |time| time.is_valid())
    }

    proptest! {
        #[test]
        fn every_valid_clock_survives_its_text(black in any_control(), white in any_control()) {
            for clock in [ClockSpec(ByColor([black, white])), ClockSpec::equal(black)] {
                prop_assert_eq!(clock.to_string().parse(), Ok(clock));
            }
            prop_assert_eq!(black.to_string().parse(), Ok(black));
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in ".{0,40}") {
            let _ = text.parse::<ClockSpec>();
        }

        #[test]
        fn what_is_read_is_valid_and_survives_its_text(
            text in "[bwBW]?:?[0-9]{0,4}[hms]([0-9]{1,3}[hms])?(\\+([0-9]x)?[0-9]{1,3}(\\.[0-9]{1,4})?[hms](/move)?)?( W:8m)?",
        ) {
            if let Ok(clock) = text.parse::<ClockSpec>() {
                prop_assert!(clock.is_valid());
                prop_assert_eq!(clock.to_string().parse(), Ok(clock));
            }
        }
    }
}
