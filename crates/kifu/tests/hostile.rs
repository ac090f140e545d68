//! Files made to hurt: a million moves, a megabyte in one line, variations within variations.
//!
//! Every reader and writer takes time in proportion to the file. What grows with its square would take
//! hours here, so the limit can be generous to slow machines.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use komadai_core::{Move, Variant};
use komadai_kifu::record::{Builder, Record, Termination};
use komadai_kifu::{Format, Handicap, ReadOptions, Summary, WriteOptions, names, read, write};
use std::time::{Duration, Instant};

const LIMIT: Duration = Duration::from_secs(60);

/// Formats that hold a game, and whether they hold its variations.
const GAMES: [(Format, bool); 7] = [
    (Format::Kif, true),
    (Format::Ki2, true),
    (Format::Jkf, true),
    (Format::Psn, true),
    (Format::Western, true),
    (Format::Csa, false),
    (Format::Usi, false),
];

fn in_good_time<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    let time = start.elapsed();
    assert!(time < LIMIT, "{what} took {time:?}");
    result
}

fn builder() -> Builder {
    Builder::new(Record::new(Variant::Shogi, Handicap::Even))
}

/// Rooks that go to and fro.
fn shuffle(ply: usize) -> Move {
    ["2h3h", "8b7b", "3h2h", "7b8b"][ply % 4].parse().unwrap()
}

/// Gold moves that are possible whatever the rooks do.
fn aside(ply: usize) -> Move {
    ["4i5h", "6a5b"][ply % 2].parse().unwrap()
}

fn round_trip(record: &Record, format: Format) -> Record {
    let written = write(record, format, &WriteOptions::default()).unwrap();
    let options = ReadOptions {
        format: Some(format),
        ..ReadOptions::default()
    };
    read(&written.bytes, &options)
        .unwrap()
        .records
        .swap_remove(0)
}

#[test]
fn a_million_plies_are_read_and_written() {
    const PLIES: usize = 1_000_000;
    let mut builder = builder();
    for ply in 0..PLIES {
        builder.play(shuffle(ply));
    }
    builder.end_usual(Termination::Resignation);
    let record = builder.finish();
    for (format, _) in GAMES {
        let again = in_good_time(format.name(), || round_trip(&record, format));
        assert!(again == record, "{format:?}");
    }
    in_good_time("summary", || Summary::of(&record));
    in_good_time("names", || names::recognise(&record));
}

fn check_tree(record: &Record, what: &str) {
    for (format, holds_variations) in GAMES {
        let again = in_good_time(what, || round_trip(record, format));
        if holds_variations {
            assert!(again == *record, "{what} {format:?}");
        } else {
            assert_eq!(again.main_line().count(), record.main_line().count());
        }
    }
    in_good_time(what, || Summary::of(record));
    in_good_time(what, || record.clone() == *record);
}

#[test]
fn variations_within_variations_are_read_and_written() {
    let mut builder = builder();
    for ply in 0..100_000 {
        builder.play(aside(ply));
        builder.back();
        builder.play(shuffle(ply));
    }
    check_tree(&builder.finish(), "deep");
}

#[test]
fn a_variation_at_every_ply_is_read_and_written() {
    let mut builder = builder();
    for ply in 0..100_000 {
        builder.play(shuffle(ply));
        let here = builder.at();
        builder.back();
        builder.play(aside(ply));
        builder.back();
        assert!(builder.forward_to(here));
    }
    check_tree(&builder.finish(), "comb");
}

#[test]
fn a_variation_from_the_start_again_and_again_is_read_and_written() {
    let mut builder = builder();
    for ply in 0..50_000 {
        builder.play(shuffle(ply));
    }
    for _ in 0..500 {
        builder.back_to_ply(0);
        builder.play(aside(0));
        builder.end_usual(Termination::Interruption);
        builder.back_to_ply(1);
        builder.end_usual(Termination::Draw);
    }
    check_tree(&builder.finish(), "bush");
}

#[test]
fn megabytes_without_a_line_end_are_read() {
    const SIZE: usize = 1 << 20;
    let units = [
        "あ",
        "▲",
        "▲７六歩",
        "△",
        "１",
        "9",
        "9 ",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "\"",
        "\\",
        "'",
        "*",
        "&",
        "#",
        "+",
        "-",
        "+7776FU",
        "+7776FU,",
        "-0055KA,T1,",
        "T9",
        "%",
        "%TORYO,",
        "/",
        ",",
        ":",
        "：",
        "|",
        "|v香",
        "| ・",
        "P+00FU",
        "P-00AL",
        "PI82HI",
        "N+",
        "$A:",
        "V",
        " ",
        "\t",
        "　",
        "同",
        "成",
        "変化：1手",
        "まで",
        "手数＝",
        "先手の持駒：歩",
        "1. ",
        "1...",
        "P-7f ",
        "P7g-7f ",
        "(P-2f ",
        "G(",
        ";",
        "=",
        "[A \"",
        "7g7f ",
        "position ",
        "startpos moves ",
        "sfen ",
        "lnsgkgsnl/",
        "9/",
        "+",
        "18p",
        "{\"moves\":[",
        "{\"forks\":[[",
        "\\u1234",
        "null,",
        "1e9",
        "\r",
        "\0",
        "\u{feff}",
        "**評価値=1",
        "**読み筋=▲７六歩",
        "'** 1 +7776FU ",
    ];
    let heads = [
        "",
        "手数----\n   1 ",
        "*",
        "&",
        "先手：",
        "▲７六歩\n▲",
        "V2.2\nPI\n+\n",
        "{\"header\":{\"a\":\"",
        "{\"moves\":[{\"comments\":[\"",
        "[A \"",
        "1. P-7f {",
        "position startpos moves ",
    ];
    for unit in units {
        let body = unit.repeat(SIZE / 2 / unit.len());
        for format in std::iter::once(None).chain(Format::ALL.map(Some)) {
            let options = ReadOptions {
                format,
                ..ReadOptions::default()
            };
            let _ = in_good_time(unit, || read(body.as_bytes(), &options));
        }
    }
    for head in heads {
        for unit in ["あ", "(", "\"", "9", "▲７六歩", "\\"] {
            let text = format!("{head}{}", unit.repeat(SIZE / unit.len()));
            for format in Format::ALL {
                let options = ReadOptions {
                    format: Some(format),
                    ..ReadOptions::default()
                };
                let Ok(reading) = in_good_time(head, || read(text.as_bytes(), &options)) else {
                    continue;
                };
                let _ = in_good_time(head, || {
                    write(&reading.records[0], format, &WriteOptions::default())
                });
            }
        }
    }
}

#[test]
fn many_short_lines_are_read() {
    const SIZE: usize = 1 << 19;
    for unit in [
        "\n",
        "x\n",
        "変化：1手\n",
        "変化：9手\n 1 ７六歩(77)\n",
        " 1 投了\n",
        "*\n",
        "先手：\n",
        "+7776FU\n",
        "'\n",
        "%X\n",
        "/\n+7776FU\n",
        "P1 * \n",
        "$A:b\n",
        "T1\n",
        "(\n",
        ")\n",
        ";\n",
        "[A \"b\"]\n",
        "[A \"b\"]\n1. P-7f\n",
        "1. P-7f (1. P-2f)\n",
        "moves 7g7f\n",
        "9/9/9/9/9/9/9/9/9 b - 1\n",
        "| ・\n",
        "まで1手で中断\n",
        "▲７六歩\n",
        "▲x\n",
        "手数＝1 x\n",
        "先手番\n",
    ] {
        let body = unit.repeat(SIZE / unit.len());
        for format in std::iter::once(None).chain(Format::ALL.map(Some)) {
            let options = ReadOptions {
                format,
                ..ReadOptions::default()
            };
            let Ok(reading) = in_good_time(unit, || read(body.as_bytes(), &options)) else {
                continue;
            };
            let record = &reading.records[0];
            let _ = in_good_time(unit, || {
                write(record, reading.format, &WriteOptions::default())
            });
        }
    }
}
