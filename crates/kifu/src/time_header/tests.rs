use super::*;
use proptest::prelude::*;

fn headers(pairs: &[(&str, &str)]) -> Headers {
    let mut headers = Headers::default();
    for (key, value) in pairs {
        headers.push(*key, *value);
    }
    headers
}

/// What headers say, in KIF's words: the times or the error.
fn say(pairs: &[(&str, &str)]) -> String {
    match HeaderTimes::read(&headers(pairs)) {
        None => "nothing".to_owned(),
        Some(Ok(times)) => kif::write(times),
        Some(Err(error)) => error.to_string(),
    }
}

fn main_time(value: &str) -> String {
    say(&[("持ち時間", value)])
}

#[test]
fn values_of_real_records_are_read() {
    let check = |value, clock: &str| assert_eq!(main_time(value), clock, "{value}");
    check("10分", "10分切れ負け");
    check("6時間", "6時間切れ負け");
    check("各８時間", "8時間切れ負け");
    check("各10分", "10分切れ負け");
    check("1時間30分", "1時間30分切れ負け");
    check("30分+30秒", "30分+30秒");
    check("0分+10秒", "0分+10秒");
    check("60分 切れたら1分将棋", "1時間+60秒");
    check("3分切れ負け", "3分切れ負け");
    check("15分秒読み60秒", "15分+60秒");
    check("00:25+00", "25分切れ負け");
    check("00:10+30", "10分+30秒");
    check("30+0+5", "30秒+1手5秒加算");
}

#[test]
fn phrases_are_read_in_many_wordings() {
    let check = |value, clock: &str| assert_eq!(main_time(value), clock, "{value}");
    check("各六時間", "6時間切れ負け");
    check("三十分、秒読み三十秒", "30分+30秒");
    check("１５分＋６０秒", "15分+60秒");
    check("持ち時間15分（秒読み60秒）", "15分+60秒");
    check("25分、切れたら1手30秒", "25分+30秒");
    check("40分、使い切ったら１手１分以内", "40分+60秒");
    check("10秒将棋", "0分+10秒");
    check("1手30秒", "0分+30秒");
    check("一手30秒", "0分+30秒");
    check("なし、1手20秒", "0分+20秒");
    check("5分+30秒(3)", "5分+30秒(3)");
    check("5分+30秒×3回", "5分+30秒(3)");
    check("5分+30秒（３回）", "5分+30秒(3)");
    check("5分+1手5秒加算", "5分+1手5秒加算");
    check("5分、1手ごとに5秒加算", "5分+1手5秒加算");
    check("5分 フィッシャー5秒", "5分+1手5秒加算");
    check("5分+5秒フィッシャー", "5分+1手5秒加算");
    check("5分+5秒/手", "5分+1手5秒加算");
    check("5分+0秒+5秒", "5分+1手5秒加算");
    check("5分+30秒+0秒", "5分+30秒");
    check("10分+30秒+5秒", "10分+30秒+1手5秒加算");
    check("0分", "0分切れ負け");
    check("10分切れ負け", "10分切れ負け");
    check("2.5分", "2分30秒切れ負け");
    check("▲15分+60秒 △10分+30秒", "▲15分+60秒 △10分+30秒");
    check(
        "先手1時間、後手30分切れ負け",
        "▲1時間切れ負け △30分切れ負け",
    );
    check("上手10分+30秒 下手20分+60秒", "▲20分+60秒 △10分+30秒");
}

#[test]
fn byoyomi_may_have_its_own_header() {
    let check = |main, byoyomi, clock: &str| {
        assert_eq!(say(&[("持ち時間", main), ("秒読み", byoyomi)]), clock);
    };
    check("各6時間", "60秒", "6時間+60秒");
    check("0分", "10秒", "0分+10秒");
    check("30分+30秒", "30秒", "30分+30秒");
    check("10分", "30秒×3", "10分+30秒(3)");
    check("10分", "なし", "10分切れ負け");
    check("10分", "1手30秒", "10分+30秒");
    assert_eq!(say(&[("秒読み", "30秒")]), "0分+30秒");
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
        "5分+30秒×0",
        "column 8: the number is too large or too fine",
    );
    check("▲10分", "column 5: no time for white");
    check(
        "99999999999999999999分",
        "column 1: the number is too large or too fine",
    );
    check("05:00+5", "column 7: «5» is not understood as a time");
}

#[test]
fn csa_2_has_minutes_and_seconds() {
    let check = |value, clock: &str| assert_eq!(say(&[("$TIME_LIMIT", value)]), clock, "{value}");
    check("00:25+00", "25分切れ負け");
    check("01:30+60", "1時間30分+60秒");
    check("00:00+30", "0分+30秒");
    check("00:00:30+10", "30秒+10秒");
    check("00:15", "15分切れ負け");
    check(
        "25分",
        "$TIME_LIMIT, column 1: «25分» is not understood as a time",
    );
    check("00:00+00", "0分切れ負け");
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
    check("600+10+0", "10分+10秒");
    check("600+0+10", "10分+1手10秒加算");
    check("600+0+0", "10分切れ負け");
    check("0.5+0+0.125", "0.5秒+1手0.125秒加算");
    check("600+10", "10分+10秒");
    check("600", "10分切れ負け");
    check("600+", "$TIME, column 5: «» is not understood as a time");
    check("600+10+5", "10分+10秒+1手5秒加算");
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
    assert_eq!(say(&sides), "▲15分+60秒 △10分切れ負け");
    assert_eq!(
        say(&[("$TIME", "600+0+0"), ("$TIME-", "60+0+0")]),
        "▲10分切れ負け △1分切れ負け"
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

fn times(value: &str) -> HeaderTimes {
    let times = HeaderTimes::read(&headers(&[("持ち時間", value)]));
    times.unwrap().unwrap()
}

/// The headers that times leave in place of old ones.
fn write(value: &str, style: TimeHeaderStyle) -> String {
    let mut headers = headers(&[
        ("先手", "A"),
        ("秒読み", "1秒"),
        ("$TIME+", "1"),
        ("$TIME_LIMIT", "x"),
    ]);
    if let Err(error) = times(value).write(&mut headers, style) {
        assert_eq!(headers.len(), 4, "the headers must not change");
        return error.to_string();
    }
    let line = |header: &crate::record::Header| format!("{}:{}", header.key, header.value);
    let lines: Vec<String> = headers.iter().skip(1).map(line).collect();
    lines.join("|")
}

#[test]
fn kif_says_every_time_control() {
    for value in [
        "15分+60秒",
        "8分切れ負け",
        "10分+1手5秒加算",
        "10分+30秒(2)+1手5秒加算",
        "5分+30秒(3)",
        "0分+30秒",
        "1時間30分+2分",
        "14分23.456秒切れ負け",
        "▲15分+60秒 △10分+30秒",
    ] {
        let written = write(value, TimeHeaderStyle::Kif);
        assert_eq!(written, format!("持ち時間:{value}"));
    }
}

#[test]
fn csa_2_says_what_it_cannot_hold() {
    let check = |clock, text: &str| assert_eq!(write(clock, TimeHeaderStyle::Csa2), text);
    check("15分+60秒", "持ち時間:00:15+60");
    check("8分切れ負け", "持ち時間:00:08+00");
    check("99時間59分+99秒", "持ち時間:99:59+99");
    check(
        "10分+1手5秒加算",
        "this format has no place for an increment",
    );
    check(
        "5分+30秒(3)",
        "this format has no place for several periods of byoyomi",
    );
    check(
        "▲8分切れ負け △9分切れ負け",
        "this format has no place for different times of the players",
    );
    check(
        "100時間切れ負け",
        "this format has no place for so long a time",
    );
    check("1時間+100秒", "this format has no place for so long a time");
    let fine = "this format has no place for main time below minutes or byoyomi below seconds";
    check("1分30秒切れ負け", fine);
    check("1分+0.5秒", fine);
}

#[test]
fn csa_3_says_all_but_periods() {
    let check = |clock, text: &str| assert_eq!(write(clock, TimeHeaderStyle::Csa3), text);
    check("15分+60秒", "$TIME:900+60+0");
    check("10分+1手5秒加算", "$TIME:600+0+5");
    check("14分23.456秒切れ負け", "$TIME:863.456+0+0");
    check("▲8分切れ負け △9分切れ負け", "$TIME+:480+0+0|$TIME-:540+0+0");
    check(
        "5分+30秒(3)",
        "this format has no place for several periods of byoyomi",
    );
}

#[test]
fn a_time_control_survives_a_csa_file() {
    use crate::{Format, ReadOptions, Record, WriteOptions, read, write};
    for (text, style) in [
        ("15分+60秒", TimeHeaderStyle::Csa2),
        ("10分+1手5秒加算", TimeHeaderStyle::Csa3),
        ("▲15分+60秒 △10分切れ負け", TimeHeaderStyle::Csa3),
    ] {
        let times = times(text);
        let mut record = Record::default();
        times.write(&mut record.headers, style).unwrap();
        let written = write(&record, Format::Csa, &WriteOptions::default()).unwrap();
        assert_eq!(written.notices, []);
        let reading = read(&written.bytes, &ReadOptions::default()).unwrap();
        let headers = &reading.records[0].headers;
        assert_eq!(HeaderTimes::read(headers), Some(Ok(times)), "{text}");
    }
}

fn any_time() -> impl Strategy<Value = HeaderTime> {
    let time = || {
        prop_oneof![Just(0), 0..3_u64, 0..200_u64, 0..20_000_u64]
            .prop_flat_map(|s| prop_oneof![Just(s), Just(s * 1000), Just(s * 60_000)])
            .prop_map(Millis::new)
    };
    (time(), time(), 1..5_u32, time()).prop_map(|(main, byoyomi, periods, increment)| {
        let periods = match byoyomi {
            Millis::ZERO => 1,
            _ => periods,
        };
        HeaderTime {
            main,
            byoyomi,
            periods: NonZeroU32::new(periods).unwrap(),
            increment,
        }
    })
}

proptest! {
    #[test]
    fn what_a_style_can_say_it_says_exactly(black in any_time(), white in any_time()) {
        for times in [[black, black], [black, white]] {
            let times = HeaderTimes(ByColor(times));
            for style in [TimeHeaderStyle::Kif, TimeHeaderStyle::Csa2, TimeHeaderStyle::Csa3] {
                let mut headers = headers(&[("持ち時間", "8分"), ("秒読み", "30秒"), ("$TIME-", "5")]);
                match times.write(&mut headers, style) {
                    Ok(()) => prop_assert_eq!(HeaderTimes::read(&headers), Some(Ok(times))),
                    Err(_) => prop_assert_ne!(style, TimeHeaderStyle::Kif),
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
