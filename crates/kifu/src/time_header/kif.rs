//! KIF's time headers: Japanese phrases that people and programs write.
//!
//! The written forms are `8分切れ負け`, `15分+60秒`, `5分+30秒(3)` (three periods), `10分+1手5秒加算`, and
//! `▲15分+60秒 △10分+30秒` when the times differ. Reading also accepts full-width signs, Japanese
//! numerals, 各, byoyomi in its own header 秒読み, 切れたら1分将棋, 1手30秒, フィッシャー5秒 and similar
//! phrases. A time alone is sudden death. Any other text is an error: a guessed time is worse than
//! none.

use super::phrase::{Expects, Phrase, read_phrase};
use super::{BYOYOMI, Fault, HeaderTime, HeaderTimes, MAIN, TimeHeaderError, TimeHeaderErrorKind};
use crate::record::Millis;
use komadai_core::{ByColor, Color};
use std::num::NonZeroU32;

/// Reads the values of 持ち時間 and 秒読み.
pub(super) fn read(
    main: Option<&str>,
    byoyomi: Option<&str>,
) -> Result<HeaderTimes, TimeHeaderError> {
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
    Ok(HeaderTimes(ByColor([
        time(Color::Black)?,
        time(Color::White)?,
    ])))
}

/// The time of one side from 持ち時間 and 秒読み.
fn both(main: Phrase, byoyomi: Phrase) -> Result<HeaderTime, TimeHeaderErrorKind> {
    if byoyomi.main.is_some() || byoyomi.increment != Millis::ZERO {
        return Err(TimeHeaderErrorKind::Contradiction);
    }
    let (period, periods) = match (main.byoyomi, byoyomi.byoyomi) {
        (Millis::ZERO, Millis::ZERO) => (Millis::ZERO, NonZeroU32::MIN),
        (Millis::ZERO, period) if !main.is_sudden_death => (period, byoyomi.periods),
        (period, Millis::ZERO) => (period, main.periods),
        (period, other) if period == other && main.periods == byoyomi.periods => {
            (period, main.periods)
        }
        _ => return Err(TimeHeaderErrorKind::Contradiction),
    };
    if main.is_sudden_death && (period != Millis::ZERO || main.increment != Millis::ZERO) {
        return Err(TimeHeaderErrorKind::Contradiction);
    }
    Ok(HeaderTime {
        main: main.main.unwrap_or(Millis::ZERO),
        byoyomi: period,
        periods,
        increment: main.increment,
    })
}

/// Writes the value of 持ち時間.
pub(super) fn write(times: HeaderTimes) -> String {
    let ByColor([black, white]) = times.0;
    match black == white {
        true => written(black),
        false => format!("▲{} △{}", written(black), written(white)),
    }
}

fn written(time: HeaderTime) -> String {
    let mut text = in_units(time.main);
    if [time.byoyomi, time.increment] == [Millis::ZERO; 2] {
        return text + "切れ負け";
    }
    if time.byoyomi != Millis::ZERO {
        text += &format!("+{}", short(time.byoyomi));
    }
    if time.periods > NonZeroU32::MIN {
        text += &format!("({})", time.periods);
    }
    if time.increment != Millis::ZERO {
        text += &format!("+1手{}加算", short(time.increment));
    }
    text
}

fn short(time: Millis) -> String {
    match time < Millis::from_secs(120) {
        true => format!("{}秒", time.in_seconds()),
        false => in_units(time),
    }
}

fn in_units(time: Millis) -> String {
    let (hours, minutes, rest) = time.split();
    let mut text = String::new();
    if hours > 0 {
        text += &format!("{hours}時間");
    }
    if minutes > 0 || time == Millis::ZERO {
        text += &format!("{minutes}分");
    }
    if rest > Millis::ZERO {
        text += &format!("{}秒", rest.in_seconds());
    }
    text
}
