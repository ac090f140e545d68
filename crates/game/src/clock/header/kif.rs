//! KIF's time headers: Japanese phrases that people and programs write.
//!
//! What is written: `8分切れ負け`, `15分+60秒`, `5分+30秒(3)` (three periods), `10分+1手5秒加算`, and
//! `▲15分+60秒 △10分+30秒` when the times differ. What is read is wider: full-width signs, Japanese
//! numerals, 各, a byoyomi in its own header 秒読み, 切れたら1分将棋, 1手30秒, フィッシャー5秒 and the
//! like. A time alone is sudden death. Anything else is an error: guessing a time control is worse than
//! having none.

use super::phrase::{Expects, Phrase, read_phrase};
use super::{BYOYOMI, ClockHeaderError, ClockHeaderErrorKind, Fault, MAIN, combine};
use crate::Millis;
use crate::clock::spec::{ClockSpec, Extra, TimeControl};
use crate::clock::text::{Seconds, split};
use komadai_core::{ByColor, Color};
use std::num::NonZeroU32;

/// Reads the values of 持ち時間 and 秒読み.
pub(super) fn read(
    main: Option<&str>,
    byoyomi: Option<&str>,
) -> Result<ClockSpec, ClockHeaderError> {
    let value = |value: Option<&str>, expects| match value {
        Some(value) => read_phrase(value, expects),
        None => Ok(ByColor([Phrase::default(); 2])),
    };
    let mains = value(main, Expects::Main).map_err(|fault| fault.under(MAIN))?;
    let byoyomis = value(byoyomi, Expects::Byoyomi).map_err(|fault| fault.under(BYOYOMI))?;
    let key = main.map_or(BYOYOMI, |_| MAIN);
    let time = |color| {
        let time = both(mains[color], byoyomis[color]);
        time.map_err(|kind| Fault { column: 1, kind }.under(key))
    };
    Ok(ClockSpec(ByColor([
        time(Color::Black)?,
        time(Color::White)?,
    ])))
}

/// The time control of one side from 持ち時間 and 秒読み.
fn both(main: Phrase, byoyomi: Phrase) -> Result<TimeControl, ClockHeaderErrorKind> {
    if byoyomi.main.is_some() || byoyomi.increment != Millis::ZERO {
        return Err(ClockHeaderErrorKind::Contradiction);
    }
    let (period, periods) = match (main.byoyomi, byoyomi.byoyomi) {
        (Millis::ZERO, Millis::ZERO) => (Millis::ZERO, NonZeroU32::MIN),
        (Millis::ZERO, period) if !main.is_sudden_death => (period, byoyomi.periods),
        (period, Millis::ZERO) => (period, main.periods),
        (period, other) if period == other && main.periods == byoyomi.periods => {
            (period, main.periods)
        }
        _ => return Err(ClockHeaderErrorKind::Contradiction),
    };
    if main.is_sudden_death && (period != Millis::ZERO || main.increment != Millis::ZERO) {
        return Err(ClockHeaderErrorKind::Contradiction);
    }
    let main_time = main.main.unwrap_or(Millis::ZERO);
    let mut time = combine(main_time, period, main.increment)?;
    if let Extra::Byoyomi { periods: count, .. } = &mut time.extra {
        *count = periods;
    }
    Ok(time)
}

/// Writes the value of 持ち時間.
pub(super) fn write(clock: ClockSpec) -> String {
    let ByColor([black, white]) = clock.0;
    match clock.is_equal() {
        true => written(black),
        false => format!("▲{} △{}", written(black), written(white)),
    }
}

fn written(time: TimeControl) -> String {
    let main = in_units(time.main);
    match time.extra {
        Extra::None | Extra::Increment(Millis::ZERO) => format!("{main}切れ負け"),
        Extra::Increment(increment) => format!("{main}+1手{}加算", short(increment)),
        Extra::Byoyomi { period, periods } if periods.get() > 1 => {
            format!("{main}+{}({periods})", short(period))
        }
        Extra::Byoyomi { period, .. } => format!("{main}+{}", short(period)),
    }
}

fn short(time: Millis) -> String {
    match time < Millis::from_secs(120) {
        true => format!("{}秒", Seconds(time)),
        false => in_units(time),
    }
}

fn in_units(time: Millis) -> String {
    let (hours, minutes, rest) = split(time);
    let mut text = String::new();
    if hours > 0 {
        text += &format!("{hours}時間");
    }
    if minutes > 0 || time == Millis::ZERO {
        text += &format!("{minutes}分");
    }
    if rest > Millis::ZERO {
        text += &format!("{}秒", Seconds(rest));
    }
    text
}
