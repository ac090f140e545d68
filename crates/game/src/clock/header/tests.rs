use super::*;
use crate::clock::spec::Extra;
use proptest::prelude::*;
use std::num::NonZeroU32;

fn headers(pairs: &[(&str, &str)]) -> Headers {
    let mut headers = Headers::default();
    for (key, value) in pairs {
        headers.push(*key, *value);
    }
    headers
}

/// What headers say, as a text: the clock or the error.
fn say(pairs: &[(&str, &str)]) -> String {
    match ClockSpec::from_headers(&headers(pairs)) {
        None => "nothing".to_owned(),
        Some(Ok(clock)) => clock.to_string(),
        Some(Err(error)) => error.to_string(),
    }
}

fn main_time(value: &str) -> String {
    say(&[("持ち時間", value)])
}

#[test]
fn values_of_real_records_are_read() {
    let check = |value, clock: &str| assert_eq!(main_time(value), clock, "{value}");
    check("10分", "10m");
    check("6時間", "6h");
    check("各８時間", "8h");
    check("各10分", "10m");
    check("1時間30分", "1h30m");
    check("30分+30秒", "30m+30s");
    check("0分+10秒", "0m+10s");
    check("60分 切れたら1分将棋", "1h+60s");
    check("3分切れ負け", "3m");
    check("15分秒読み60秒", "15m+60s");
    check("00:25+00", "25m");
    check("00:10+30", "10m+30s");
    check("30+0+5", "30s+5s/move");
}

#[test]
fn phrases_are_read_in_many_wordings() {
    let check = |value, clock: &str| assert_eq!(main_time(value), clock, "{value}");
    check("各六時間", "6h");
    check("三十分、秒読み三十秒", "30m+30s");
    check("１５分＋６０秒", "15m+60s");
    check("持ち時間15分（秒読み60秒）", "15m+60s");
    check("25分、切れたら1手30秒", "25m+30s");
    check("40分、使い切ったら１手１分以内", "40m+60s");
    check("10秒将棋", "0m+10s");
    check("1手30秒", "0m+30s");
    check("一手30秒", "0m+30s");
    check("なし、1手20秒", "0m+20s");
    check("5分+30秒(3)", "5m+3x30s");
    check("5分+30秒×3回", "5m+3x30s");
    check("5分+30秒（３回）", "5m+3x30s");
    check("5分+1手5秒加算", "5m+5s/move");
    check("5分、1手ごとに5秒加算", "5m+5s/move");
    check("5分 フィッシャー5秒", "5m+5s/move");
    check("5分+5秒フィッシャー", "5m+5s/move");
    check("5分+5秒/手", "5m+5s/move");
    check("5分+0秒+5秒", "5m+5s/move");
    check("5分+30秒+0秒", "5m+30s");
    check("10分切れ負け", "10m");
    check("2.5分", "2m30s");
    check("▲15分+60秒 △10分+30秒", "B:15m+60s W:10m+30s");
    check("先手1時間、後手30分切れ負け", "B:1h W:30m");
    check("上手10分+30秒 下手20分+60秒", "B:20m+60s W:10m+30s");
}

#[test]
fn byoyomi_may_have_its_own_header() {
    let check = |main, byoyomi, clock: &str| {
        assert_eq!(say(&[("持ち時間", main), ("秒読み", byoyomi)]), clock);
    };
    check("各6時間", "60秒", "6h+60s");
    check("0分", "10秒", "0m+10s");
    check("30分+30秒", "30秒", "30m+30s");
    check("10分", "30秒×3", "10m+3x30s");
    check("10分", "なし", "10m");
    check("10分", "1手30秒", "10m+30s");
    assert_eq!(say(&[("秒読み", "30秒")]), "0m+30s");
    check(
        "30分+30秒",
        "60秒",
        "持ち時間, column 1: the headers about time contradict each other",
    );
    check(
        "10分切れ負け",
        "60秒",
        "持ち時間, column 1: the headers about time contradict each other",
    );
}

#[test]
fn values_that_are_not_understood_are_no_time_control() {
    let check = |value: &str, error: &str| {
        assert_eq!(main_time(value), format!("持ち時間, {error}"), "{value}");
    };
    check("不明", "column 1: «不明» is not understood as a time");
    check("一億年", "column 1: «一億年» is not understood as a time");
    check("40手2時間", "column 1: «40» is not understood as a time");
    check(
        "各25分（切れたら秒読み）",
        "column 14: «» is not understood as a time",
    );
    check(
        "10分フィッシャー",
        "column 10: «» is not understood as a time",
    );
    check(
        "15分＋30秒＋10回",
        "column 9: thinking periods (考慮時間) are not supported",
    );
    check(
        "10分 30秒",
        "column 5: two times stand side by side without a word between them",
    );
    check(
        "10分+30秒+5秒",
        "column 1: byoyomi together with an increment is not supported",
    );
    check(
        "5分+30秒×0",
        "column 8: the number is too large or too fine",
    );
    check("▲10分", "column 5: no time for white");
    check("0分", "column 1: there is no time at all");
    check("5000時間", "column 1: a time is longer than 1000 hours");
    check(
        "99999999999999999999分",
        "column 1: the number is too large or too fine",
    );
    check("05:00+5", "column 7: «5» is not understood as a time");
}

#[test]
fn csa_2_has_minutes_and_seconds() {
    let check = |value, clock: &str| assert_eq!(say(&[("$TIME_LIMIT", value)]), clock, "{value}");
    check("00:25+00", "25m");
    check("01:30+60", "1h30m+60s");
    check("00:00+30", "0m+30s");
    check("00:00:30+10", "30s+10s");
    check("00:15", "15m");
    check(
        "25分",
        "$TIME_LIMIT, column 1: «25分» is not understood as a time",
    );
    check("00:00+00", "$TIME_LIMIT, column 1: there is no time at all");
    check(
        "1:2:3:4",
        "$TIME_LIMIT, column 7: «4» is not understood as a time",
    );
    check(
        "00:10+30+5",
        "$TIME_LIMIT, column 7: «30» is not understood as a time",
    );
}

#[test]
fn csa_3_has_main_time_byoyomi_and_increment_in_seconds() {
    let check = |value, clock: &str| assert_eq!(say(&[("$TIME", value)]), clock, "{value}");
    check("600+10+0", "10m+10s");
    check("600+0+10", "10m+10s/move");
    check("600+0+0", "10m");
    check("0.5+0+0.125", "0.5s+0.125s/move");
    check("600+10", "10m+10s");
    check("600", "10m");
    check("600+", "$TIME, column 5: «» is not understood as a time");
    check(
        "600+10+5",
        "$TIME, column 1: byoyomi together with an increment is not supported",
    );
    check(
        "600+x+0",
        "$TIME, column 5: «x» is not understood as a time",
    );
    check(
        "600+0+0+0",
        "$TIME, column 9: «0» is not understood as a time",
    );
    check(
        "0.0001+0+0",
        "$TIME, column 1: the number is too large or too fine",
    );
}

#[test]
fn csa_3_names_the_sides_of_unequal_times() {
    let sides = [("$TIME+", "900+60+0"), ("$TIME-", "600+0+0")];
    assert_eq!(say(&sides), "B:15m+60s W:10m");
    assert_eq!(
        say(&[("$TIME", "600+0+0"), ("$TIME-", "60+0+0")]),
        "B:10m W:1m"
    );
    assert_eq!(
        say(&[("$TIME+", "600+0+0")]),
        "$TIME-, column 1: no time for white"
    );
}

#[test]
fn headers_without_a_time_say_nothing() {
    assert_eq!(
        say(&[("先手", "A"), ("消費時間", "103▲240△240")]),
        "nothing"
    );
    assert_eq!(main_time(" "), "nothing");
}

/// The headers that a clock leaves in place of old ones.
fn write(clock: &str, style: HeaderStyle) -> String {
    let clock: ClockSpec = clock.parse().unwrap();
    let mut headers = headers(&[
        ("先手", "A"),
        ("秒読み", "1秒"),
        ("$TIME+", "1"),
        ("$TIME_LIMIT", "x"),
    ]);
    if let Err(error) = clock.write_headers(&mut headers, style) {
        assert_eq!(headers.len(), 4, "the headers must not change");
        return error.to_string();
    }
    let line = |header: &komadai_kifu::record::Header| format!("{}:{}", header.key, header.value);
    let lines: Vec<String> = headers.iter().skip(1).map(line).collect();
    lines.join("|")
}

#[test]
fn kif_says_every_time_control() {
    let check = |clock, value: &str| {
        assert_eq!(write(clock, HeaderStyle::Kif), format!("持ち時間:{value}"));
    };
    check("15m+60s", "15分+60秒");
    check("8m", "8分切れ負け");
    check("10m+5s/move", "10分+1手5秒加算");
    check("5m+3x30s", "5分+30秒(3)");
    check("0m+30s", "0分+30秒");
    check("1h30m+2m", "1時間30分+2分");
    check("14m23.456s", "14分23.456秒切れ負け");
    check("B:15m+60s W:10m+30s", "▲15分+60秒 △10分+30秒");
}

#[test]
fn csa_2_says_what_it_cannot_hold() {
    let check = |clock, text: &str| assert_eq!(write(clock, HeaderStyle::Csa2), text);
    check("15m+60s", "持ち時間:00:15+60");
    check("8m", "持ち時間:00:08+00");
    check("99h59m+99s", "持ち時間:99:59+99");
    check("10m+5s/move", "this format has no place for an increment");
    check(
        "5m+3x30s",
        "this format has no place for several periods of byoyomi",
    );
    check(
        "B:8m W:9m",
        "this format has no place for different times of the players",
    );
    check("100h", "this format has no place for so long a time");
    check("1h+100s", "this format has no place for so long a time");
    let fine = "this format has no place for main time below minutes or byoyomi below seconds";
    check("1m30s", fine);
    check("1m+0.5s", fine);
}

#[test]
fn csa_3_says_all_but_periods() {
    let check = |clock, text: &str| assert_eq!(write(clock, HeaderStyle::Csa3), text);
    check("15m+60s", "$TIME:900+60+0");
    check("10m+5s/move", "$TIME:600+0+5");
    check("14m23.456s", "$TIME:863.456+0+0");
    check("B:8m W:9m", "$TIME+:480+0+0|$TIME-:540+0+0");
    check(
        "5m+3x30s",
        "this format has no place for several periods of byoyomi",
    );
}

#[test]
fn a_time_control_survives_a_csa_file() {
    use komadai_kifu::{Format, ReadOptions, Record, WriteOptions, read, write};
    for (text, style) in [
        ("15m+60s", HeaderStyle::Csa2),
        ("10m+5s/move", HeaderStyle::Csa3),
        ("B:15m+60s W:10m", HeaderStyle::Csa3),
    ] {
        let clock: ClockSpec = text.parse().unwrap();
        let mut record = Record::default();
        clock.write_headers(&mut record.headers, style).unwrap();
        let written = write(&record, Format::Csa, &WriteOptions::default()).unwrap();
        assert_eq!(written.notices, []);
        let reading = read(&written.bytes, &ReadOptions::default()).unwrap();
        let headers = &reading.records[0].headers;
        assert_eq!(ClockSpec::from_headers(headers), Some(Ok(clock)), "{text}");
    }
}

fn any_time() -> impl Strategy<Value = TimeControl> {
    let time = || {
        prop_oneof![0..3_u64, 0..200_u64, 0..20_000_u64]
            .prop_flat_map(|s| prop_oneof![Just(s), Just(s * 1000), Just(s * 60_000)])
            .prop_map(Millis::new)
    };
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
    fn what_a_style_can_say_it_says_exactly(black in any_time(), white in any_time()) {
        for clock in [ClockSpec::equal(black), ClockSpec(ByColor([black, white]))] {
            for style in [HeaderStyle::Kif, HeaderStyle::Csa2, HeaderStyle::Csa3] {
                let mut headers = headers(&[("持ち時間", "8分"), ("秒読み", "30秒"), ("$TIME-", "5")]);
                match clock.write_headers(&mut headers, style) {
                    Ok(()) => prop_assert_eq!(ClockSpec::from_headers(&headers), Some(Ok(clock))),
                    Err(_) => prop_assert_ne!(style, HeaderStyle::Kif),
                }
            }
        }
    }

    #[test]
    fn no_value_makes_the_reader_panic(
        main in "([0-9０-９一十]{0,3}|[時分秒間手回切れ負け加算読み各▲△+＋.:xh() 　]|.){0,12}",
        key in "(持ち時間|秒読み|\\$TIME|\\$TIME_LIMIT|\\$TIME\\+)",
    ) {
        let _ = say(&[(&key, &main)]);
    }
}
