//! CSA's time headers.

use super::{Fault, HeaderTime, TimeHeaderErrorKind, TimeNotExpressible};
use crate::record::Millis;

/// Returns whether this value can only be a `$TIME_LIMIT`: digits around `:`.
pub(super) fn is_limit(value: &str) -> bool {
    let plain = |b: u8| b.is_ascii_digit() || b":+".contains(&b);
    value.contains(':') && value.trim().bytes().all(plain)
}

/// Returns whether this value can only be a `$TIME`: numbers around `+`.
pub(super) fn is_time(value: &str) -> bool {
    let plain = |b: u8| b.is_ascii_digit() || b".+".contains(&b);
    value.contains('+') && value.trim().bytes().all(plain)
}

/// Reads `HH:MM+SS`. Seconds after the minutes are read too, since some programs write them, and
/// byoyomi may be missing.
pub(super) fn read_limit(value: &str) -> Result<HeaderTime, Fault> {
    let fields = Fields::new(value, [':', '+']);
    let main = match (fields.before('+'), fields.after('+')) {
        (main, None) => main,
        // One digit after the plus is written by programs that mean minutes and seconds.
        (main, Some([byoyomi])) if byoyomi.text.len() >= 2 => main,
        (_, Some([first, ..])) => return Err(first.not_understood()),
        (_, Some([])) => return Err(fields.end()),
    };
    let [hours, minutes, seconds @ ..] = main else {
        let wrong = main.iter().find_map(|field| field.millis().err());
        return Err(wrong.unwrap_or_else(|| fields.end()));
    };
    let seconds = match seconds {
        [] => 0,
        [seconds] => seconds.millis()?,
        [_, other, ..] => return Err(other.not_understood()),
    };
    let scaled = |field: &Field<'_>, by: u64| {
        let millis = field.millis()?.checked_mul(by);
        millis.ok_or_else(|| field.fault(TimeHeaderErrorKind::Number))
    };
    let sum = scaled(hours, 3600)?
        .saturating_add(scaled(minutes, 60)?)
        .saturating_add(seconds);
    let byoyomi = match fields.after('+') {
        Some([byoyomi]) => byoyomi.millis()?,
        _ => 0,
    };
    let [main, byoyomi] = [sum, byoyomi].map(Millis::new);
    Ok(HeaderTime::new(main, byoyomi, Millis::ZERO))
}

/// Reads `main+byoyomi+increment` in seconds, of which the last ones may be missing.
pub(super) fn read_time(value: &str) -> Result<HeaderTime, Fault> {
    let fields = Fields::new(value, ['+', '+']);
    let mut times = [Millis::ZERO; 3];
    for (index, field) in fields.list.iter().enumerate() {
        let slot = times.get_mut(index);
        *slot.ok_or_else(|| field.not_understood())? = Millis::new(field.millis()?);
    }
    let [main, byoyomi, increment] = times;
    Ok(HeaderTime::new(main, byoyomi, increment))
}

/// Writes `HH:MM+SS`.
pub(super) fn write_limit(time: HeaderTime) -> Result<String, TimeNotExpressible> {
    let (hours, minutes, rest) = time.main.split();
    let byoyomi = one_period(time)?;
    if time.increment != Millis::ZERO {
        return Err(TimeNotExpressible::Increment);
    }
    if rest != Millis::ZERO || byoyomi.get() % 1000 != 0 {
        return Err(TimeNotExpressible::Precision);
    }
    if hours >= 100 || byoyomi.secs() >= 100 {
        return Err(TimeNotExpressible::TooLong);
    }
    Ok(format!("{hours:02}:{minutes:02}+{:02}", byoyomi.secs()))
}

/// Writes `main+byoyomi+increment`.
pub(super) fn write_time(time: HeaderTime) -> Result<String, TimeNotExpressible> {
    let times = [time.main, one_period(time)?, time.increment];
    let [main, byoyomi, increment] = times.map(Millis::in_seconds);
    Ok(format!("{main}+{byoyomi}+{increment}"))
}

fn one_period(time: HeaderTime) -> Result<Millis, TimeNotExpressible> {
    match time.periods.get() {
        1 => Ok(time.byoyomi),
        _ => Err(TimeNotExpressible::Periods),
    }
}

/// A value in pieces.
struct Fields<'v> {
    list: Vec<Field<'v>>,
    columns: usize,
}

/// A piece of a value, with the sign before it and its column.
struct Field<'v> {
    sign: Option<char>,
    column: usize,
    text: &'v str,
}

impl<'v> Fields<'v> {
    fn new(value: &'v str, signs: [char; 2]) -> Fields<'v> {
        let mut list = Vec::new();
        let mut column = 1;
        let mut sign = None;
        for piece in value.split_inclusive(signs) {
            let text = piece.trim_end_matches(signs);
            list.push(Field {
                sign,
                column,
                text: text.trim(),
            });
            sign = piece.chars().next_back().filter(|c| signs.contains(c));
            column += piece.chars().count();
        }
        // A sign at the end has an empty field after it.
        if sign.is_some() {
            let text = "";
            list.push(Field { sign, column, text });
        }
        Fields {
            list,
            columns: column,
        }
    }

    fn split(&self, sign: char) -> Option<usize> {
        self.list.iter().position(|field| field.sign == Some(sign))
    }

    fn before(&self, sign: char) -> &[Field<'v>] {
        let end = self.split(sign).unwrap_or(self.list.len());
        self.list.get(..end).unwrap_or_default()
    }

    fn after(&self, sign: char) -> Option<&[Field<'v>]> {
        self.split(sign).and_then(|start| self.list.get(start..))
    }

    fn end(&self) -> Fault {
        Fault {
            column: self.columns,
            kind: TimeHeaderErrorKind::NotUnderstood(String::new()),
        }
    }
}

impl Field<'_> {
    fn fault(&self, kind: TimeHeaderErrorKind) -> Fault {
        let column = self.column;
        Fault { column, kind }
    }

    fn not_understood(&self) -> Fault {
        self.fault(TimeHeaderErrorKind::NotUnderstood(self.text.to_owned()))
    }

    /// The field as seconds, in milliseconds.
    fn millis(&self) -> Result<u64, Fault> {
        let (whole, fraction) = self.text.split_once('.').unwrap_or((self.text, ""));
        let is_number = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || !is_number(whole) || !is_number(fraction) {
            return Err(self.not_understood());
        }
        let number = || self.fault(TimeHeaderErrorKind::Number);
        let fraction = fraction.trim_end_matches('0');
        if fraction.len() > 3 {
            return Err(number());
        }
        let thousandths: u64 = format!("{fraction:0<3}").parse().map_err(|_| number())?;
        let seconds: u64 = whole.parse().map_err(|_| number())?;
        let millis = seconds.checked_mul(1000);
        let millis = millis.and_then(|millis| millis.checked_add(thousandths));
        millis.ok_or_else(number)
    }
}
