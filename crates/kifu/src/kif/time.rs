//! Times as KIF writes them: `( 0:16/00:00:16)`.

use crate::record::{Millis, MoveTime};
use crate::scan::Scan;
use std::fmt::Write;

/// Takes a time in brackets. `None`, and nothing taken, if there is none; `Some(Err)` if it cannot
/// be read.
pub(super) fn scan_time(scan: &mut Scan<'_>) -> Option<Result<MoveTime, BadTime>> {
    let mut ahead = *scan;
    if !ahead.eat('(') && !ahead.eat('（') {
        return None;
    }
    let time = inside(&mut ahead);
    if time.is_ok() {
        *scan = ahead;
    }
    Some(time)
}

/// A text in brackets is not a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BadTime;

fn inside(scan: &mut Scan<'_>) -> Result<MoveTime, BadTime> {
    let spent = length(scan);
    scan.skip_blanks();
    let total = if scan.eat('/') { length(scan) } else { None };
    scan.skip_blanks();
    let closed = scan.eat(')') || scan.eat('）') || scan.is_done();
    if closed && spent.is_some() {
        Ok(MoveTime { spent, total })
    } else {
        Err(BadTime)
    }
}

/// Takes `16`, `0:16`, `1:02:03` or `0:16.5`.
fn length(scan: &mut Scan<'_>) -> Option<Millis> {
    scan.skip_blanks();
    let mut seconds = scan.number()?;
    while scan.eat(':') {
        scan.skip_blanks();
        seconds = seconds
            .saturating_mul(60)
            .saturating_add(scan.number().unwrap_or(0));
    }
    let mut millis = seconds.saturating_mul(1000);
    if scan.eat('.') {
        millis = millis.saturating_add(fraction(scan));
    }
    Some(Millis::new(millis))
}

fn fraction(scan: &mut Scan<'_>) -> u64 {
    let mut weight = 100;
    let mut millis = 0;
    while let Some(digit) = scan.peek().and_then(|c| c.to_digit(10)) {
        millis += u64::from(digit) * weight;
        weight /= 10;
        scan.advance();
    }
    millis
}

/// Writes `( 0:16/00:00:16)`.
pub(super) fn push_time(out: &mut String, spent: Millis, total: Millis) {
    let (spent, total) = (spent.secs(), total.secs());
    let _ = write!(
        out,
        "({:2}:{:02}/{:02}:{:02}:{:02})",
        spent / 60,
        spent % 60,
        total / 3600,
        total / 60 % 60,
        total % 60
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> Option<Result<(u64, Option<u64>), BadTime>> {
        let found = scan_time(&mut Scan::new(text))?;
        Some(found.map(|time| {
            (
                time.spent.map_or(0, Millis::get),
                time.total.map(Millis::get),
            )
        }))
    }

    #[test]
    fn times_are_read_in_every_width() {
        assert_eq!(time("( 0:16/00:00:16)"), Some(Ok((16_000, Some(16_000)))));
        assert_eq!(
            time("(00:01 / 01:00:31)+"),
            Some(Ok((1_000, Some(3_631_000))))
        );
        assert_eq!(time("(0:5/0:0:5)"), Some(Ok((5_000, Some(5_000)))));
        assert_eq!(time("( 0:7/)"), Some(Ok((7_000, None))));
        assert_eq!(time("(0:00.25/0:0:0.25)"), Some(Ok((250, Some(250)))));
        assert_eq!(time("(what)"), Some(Err(BadTime)));
        assert_eq!(time("+"), None);
    }

    #[test]
    fn times_are_written_in_the_usual_width() {
        let mut out = String::new();
        push_time(&mut out, Millis::from_secs(76), Millis::from_secs(36_001));
        assert_eq!(out, "( 1:16/10:00:01)");
    }
}
