//! Time controls in words.

use super::Language;
use crate::Millis;
use crate::clock::{ClockSpec, Extra, TimeControl};
use komadai_core::Color;

/// A time control in words.
///
/// ```
/// use komadai_game::ClockSpec;
/// use komadai_game::narrate::{self, Language};
/// let clock: ClockSpec = "10m+30s".parse()?;
/// assert_eq!(narrate::clock(Language::English, clock), "10 minutes, then 30 seconds a move");
/// assert_eq!(narrate::clock(Language::Japanese, clock), "10分・秒読み30秒");
/// # Ok::<(), komadai_game::clock::ParseClockError>(())
/// ```
pub fn clock(language: Language, clock: ClockSpec) -> String {
    let ClockSpec(times) = clock;
    let [black, white] = Color::ALL.map(|color| control(language, times[color]));
    match language {
        _ if black == white => black,
        Language::English => format!("Black: {black}; White: {white}"),
        Language::Japanese => format!("先手：{black}、後手：{white}"),
    }
}

fn control(language: Language, control: TimeControl) -> String {
    match language {
        Language::English => english(control),
        Language::Japanese => japanese(control),
    }
}

fn english(TimeControl { main, extra }: TimeControl) -> String {
    let words = |time| length(time, &ENGLISH);
    let main = (main != Millis::ZERO).then(|| words(main));
    match (main, extra) {
        (Some(main), Extra::None) => format!("{main} for the whole game"),
        (None, Extra::None) => "no time".to_owned(),
        (main, Extra::Byoyomi { period, periods }) => {
            let period = words(period);
            let each = match periods.get() {
                1 => format!("{period} a move"),
                periods => format!("{periods} periods of {period}"),
            };
            main.map_or(each.clone(), |main| format!("{main}, then {each}"))
        }
        (main, Extra::Increment(added)) => {
            let main = main.map_or(String::new(), |main| format!("{main}, and "));
            format!("{main}{} more for each move", words(added))
        }
    }
}

fn japanese(TimeControl { main, extra }: TimeControl) -> String {
    let words = |time| length(time, &JAPANESE);
    let main = (main != Millis::ZERO).then(|| words(main));
    match (main, extra) {
        (Some(main), Extra::None) => format!("{main}切れ負け"),
        (None, Extra::None) => "持ち時間なし".to_owned(),
        (main, Extra::Byoyomi { period, periods }) => {
            let times = match periods.get() {
                1 => String::new(),
                periods => format!("×{periods}回"),
            };
            let period = words(period);
            match main {
                Some(main) => format!("{main}・秒読み{period}{times}"),
                None => format!("1手{period}{times}"),
            }
        }
        (main, Extra::Increment(added)) => {
            let main = main.map_or(String::new(), |main| format!("{main}・"));
            format!("{main}1手ごとに{}加算", words(added))
        }
    }
}

/// What hours, minutes and seconds are called: one of them, several of them, and what stands between.
struct Units {
    names: [[&'static str; 2]; 3],
    between: &'static str,
}

const ENGLISH: Units = Units {
    names: [
        [" hour", " hours"],
        [" minute", " minutes"],
        [" second", " seconds"],
    ],
    between: " ",
};
const JAPANESE: Units = Units {
    names: [["時間"; 2], ["分"; 2], ["秒"; 2]],
    between: "",
};

/// Times below two minutes are counted in seconds, as players say them.
const IN_SECONDS: u64 = 120_000;

fn length(time: Millis, units: &Units) -> String {
    let millis = time.get();
    let minutes = if millis < IN_SECONDS {
        0
    } else {
        millis / 60_000
    };
    let rest = millis - minutes * 60_000;
    let counts = [
        (minutes / 60).to_string(),
        (minutes % 60).to_string(),
        seconds(rest),
    ];
    let named = counts.iter().zip(units.names);
    let named = named.filter(|(count, _)| *count != "0");
    let words: Vec<String> = named
        .map(|(count, [one, many])| format!("{count}{}", if count == "1" { one } else { many }))
        .collect();
    words.join(units.between)
}

/// Seconds with as many decimals as they need.
fn seconds(millis: u64) -> String {
    match millis % 1000 {
        0 => (millis / 1000).to_string(),
        part => format!("{}.{part:03}", millis / 1000)
            .trim_end_matches('0')
            .to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_said_as_players_say_them() {
        for (text, english, japanese) in [
            (
                "15m+60s",
                "15 minutes, then 60 seconds a move",
                "15分・秒読み60秒",
            ),
            (
                "1h30m",
                "1 hour 30 minutes for the whole game",
                "1時間30分切れ負け",
            ),
            ("0m+30s", "30 seconds a move", "1手30秒"),
            (
                "5m+3x30s",
                "5 minutes, then 3 periods of 30 seconds",
                "5分・秒読み30秒×3回",
            ),
            (
                "10m+5s/move",
                "10 minutes, and 5 seconds more for each move",
                "10分・1手ごとに5秒加算",
            ),
            (
                "1s+1.5s",
                "1 second, then 1.5 seconds a move",
                "1秒・秒読み1.5秒",
            ),
            (
                "B:1h+60s W:30m",
                "Black: 1 hour, then 60 seconds a move; White: 30 minutes for the whole game",
                "先手：1時間・秒読み60秒、後手：30分切れ負け",
            ),
        ] {
            let spec: ClockSpec = text.parse().expect(text);
            assert_eq!(clock(Language::English, spec), english, "{text}");
            assert_eq!(clock(Language::Japanese, spec), japanese, "{text}");
        }
    }
}
