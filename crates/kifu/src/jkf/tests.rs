//! JKF: normalised and minimal files, and what is written.

use crate::error::{Notice, WarningKind};
use crate::reading::Parsed;
use crate::record::{Millis, Record, Termination};
use crate::samples::usi;
use crate::{Handicap, ReadOptions, read_text};
use komadai_core::{Color, Variant};

fn parsed(text: &str) -> Parsed {
    super::read(text, &ReadOptions::default()).unwrap()
}

fn record(text: &str) -> Record {
    parsed(text).records.swap_remove(0)
}

fn written(record: &Record) -> (String, Vec<Notice>) {
    crate::samples::written(super::write, record)
}

fn kif(text: &str) -> Record {
    let reading = read_text(text, &ReadOptions::default()).unwrap();
    reading.records.into_iter().next().unwrap()
}

#[test]
fn what_is_written_is_normalised() {
    let record = kif(
        "先手：A\n手合割：平手\n*start\n 1 ７六歩(77) ( 0:03/00:00:03)\n 2 ３四歩(33)\n 3 ２二角成(88)\n 4 同　銀(31)\n\
         *good\n&mark\n 5 投了\n\n変化：3手\n 3 ２六歩(27)\n",
    );
    let text = concat!(
        r#"{"header":{"先手":"A"},"initial":{"preset":"HIRATE"},"moves":[{"comments":["start"]},"#,
        r#"{"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"},"#,
        r#""time":{"now":{"m":0,"s":3},"total":{"h":0,"m":0,"s":3}}},"#,
        r#"{"move":{"color":1,"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"}},"#,
        r#"{"move":{"color":0,"from":{"x":8,"y":8},"to":{"x":2,"y":2},"piece":"KA","promote":true,"capture":"KA"},"#,
        r#""forks":[[{"move":{"color":0,"from":{"x":2,"y":7},"to":{"x":2,"y":6},"piece":"FU"}}]]},"#,
        r#"{"move":{"color":1,"from":{"x":3,"y":1},"to":{"x":2,"y":2},"piece":"GI","same":true,"capture":"UM"},"#,
        r#""comments":["&mark","good"]},"#,
        r#"{"special":"TORYO"}]}"#,
        "\n"
    );
    assert_eq!(written(&record), (text.to_owned(), vec![]));
    assert_eq!(
        super::read(text, &ReadOptions::default()).unwrap().records[0],
        record
    );
}

#[test]
fn minimal_moves_are_completed() {
    let spoken = r#"{"header":{},"moves":[{},
        {"move":{"to":{"x":7,"y":6},"piece":"FU"}}, {"move":{"to":{"x":3,"y":4},"piece":"FU"}},
        {"move":{"to":{"x":2,"y":2},"piece":"KA","promote":true}}, {"move":{"same":true,"piece":"GI"}},
        {"move":{"to":{"x":5,"y":8},"piece":"KI","relative":"R"}}, {"move":{"to":{"x":8,"y":4},"piece":"KA"}},
        {"move":{"to":{"x":4,"y":8},"piece":"KI","relative":"M"}}]}"#;
    assert_eq!(usi(&record(spoken)), "7g7f 3c3d 8h2b+ 3a2b 4i5h B*8d 5h4h");
    let with_origins = r#"{"header":{},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}}},
        {"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4}}},{"move":{"from":{"x":8,"y":8},"to":{"x":2,"y":2},"promote":true}},
        {"move":{"from":{"x":3,"y":1},"same":true}},{"move":{"to":{"x":7,"y":7},"piece":"KA"}}]}"#;
    assert_eq!(usi(&record(with_origins)), "7g7f 3c3d 8h2b+ 3a2b B*7g");
}

#[test]
fn presets_and_boards_give_the_start() {
    for handicap in Handicap::ALL {
        let record = Record::new(Variant::Shogi, handicap);
        assert_eq!(
            super::read(&written(&record).0, &ReadOptions::default())
                .unwrap()
                .records[0],
            record
        );
    }
    assert_eq!(
        record(r#"{"header":{"手合割":"角落ち"},"moves":[]}"#)
            .start
            .handicap(),
        Some(Handicap::Bishop)
    );
    let data = r#"{"initial":{"preset":"OTHER","data":{"color":1,"board":[[{"color":1,"kind":"OU"},{}]],"hands":[{"FU":20},{}]}}}"#;
    let start = record(data).start;
    assert_eq!(start.turn(), Color::White);
    let hand = start.setup().hands[Color::Black];
    assert_eq!(hand.count(komadai_core::HandKind::Pawn), 20);
    let strange = parsed(r#"{"initial":{"preset":"BONSAI"}}"#);
    assert_eq!(strange.warnings[0].kind, WarningKind::Handicap);
}

#[test]
fn a_seireigi_game_names_its_variant_and_its_elephant() {
    let text =
        "variant seireigi\nposition sfen 4k4/9/9/4G4/9/9/9/9/4K4 b - 1 moves 5d5c+ 5a6a 5c5b\n";
    let record = kif(text);
    let (jkf, notices) = written(&record);
    assert_eq!(notices, []);
    assert!(jkf.contains(r#""piece":"ZO""#));
    assert_eq!(
        super::read(&jkf, &ReadOptions::default()).unwrap().records[0],
        record
    );
}

#[test]
fn times_may_have_fractions_and_words_may_be_unknown() {
    let text = r#"{"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}},"time":{"now":{"h":1,"m":2,"s":3.5}}},{"special":"X"}]}"#;
    let record = record(text);
    let time = record.tree.root().next().unwrap().time();
    assert_eq!(
        (time.spent, time.total),
        (Some(Millis::new(3_723_500)), Some(Millis::new(3_723_500)))
    );
    assert_eq!(
        record.ending().unwrap().termination,
        Termination::Other("X".to_owned())
    );
    assert_eq!(written(&record).1, [Notice::TimesRounded]);
}

#[test]
fn broken_json_is_refused_with_its_place() {
    let error = super::read("{\n \"moves\": [}", &ReadOptions::default()).unwrap_err();
    assert_eq!((error.line, error.column), (2, 12));
    for (text, place, message) in [
        (r#"{"moves":[{}],"#, (1, 15), "unexpected end of the text"),
        (r#"{"moves":[{"#, (1, 12), "unexpected end of the text"),
        ("[]", (1, 1), "expected '{'"),
        ("{}\n {}", (2, 2), "unexpected text after the record"),
        (
            r#"{"moves":[{},{"move":{"from":7}}]}"#,
            (1, 30),
            "invalid type",
        ),
        (r#"{"moves":[{"forks":[[{}]}]}"#, (1, 25), "expected ','"),
        ("{\"header\":\n {\"a\": \n x}}", (3, 2), "expected value"),
    ] {
        let error = super::read(text, &ReadOptions::default()).unwrap_err();
        assert_eq!((error.line, error.column), place, "{text} {error}");
        assert!(
            error.kind.to_string().starts_with(message),
            "{text} {error}"
        );
    }
}

#[test]
fn warnings_say_where_they_belong() {
    let text = r#"{"initial":{"preset":"BONSAI"},
 "moves":[{},
  {"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}},"forks":[[
    {"move":{"from":{"x":5,"y":5},"to":{"x":5,"y":4}}}]]},
  {"comments":["歩"],"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"KY"}},
  {"special":"X"}, {"special":"TORYO"}]}"#;
    let places = parsed(text).warnings;
    let places: Vec<(usize, usize)> = places.iter().map(|it| (it.line, it.column)).collect();
    assert_eq!(places, [(1, 12), (4, 13), (5, 28), (6, 14), (6, 20)]);
}

#[test]
fn variations_may_be_as_deep_as_they_like() {
    const DEPTH: usize = 200_000;
    let opening = r#"{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}},"forks":[["#;
    let (open, close) = (opening.repeat(DEPTH), "]]}".repeat(DEPTH));
    let deep = record(&format!("{{\"moves\":[{{}},{open}{close}]}}"));
    assert_eq!(deep.tree.move_count(), 1);
    let unfinished = format!("{{\"moves\":[{open}");
    assert!(super::read(&unfinished, &ReadOptions::default()).is_err());
    // Nor do brackets in fields that are not known.
    let (open, close) = ("[".repeat(DEPTH), "]".repeat(DEPTH));
    let unknown = format!("{{\"moves\":[],\"x\":{open}{close}}}");
    assert_eq!(record(&unknown).tree.move_count(), 0);
    let header = format!("{{\"header\":{{\"a\":{}", "[".repeat(DEPTH));
    assert!(super::read(&header, &ReadOptions::default()).is_err());
}

#[test]
fn other_json_is_no_record() {
    let others = [
        "{}",
        r#"{"name":"komadai","version":"0.2.0"}"#,
        r#"{"header":{"先手":"A"}}"#,
        r#"{"moves":"7g7f 3c3d"}"#,
        r#"{"moves":[{"name":"tackle","power":40}]}"#,
    ];
    for text in others {
        let error = super::read(text, &ReadOptions::default()).unwrap_err();
        assert_eq!((error.line, error.column), (1, 1), "{text}");
        assert!(error.to_string().contains("not a game record"), "{error}");
    }
    for text in [
        r#"{"header":{},"moves":[]}"#,
        r#"{"header":{"先手":"A"},"moves":[{"mark":1}]}"#,
        r#"{"initial":{"preset":"KA"}}"#,
        r#"{"moves":[{},{"special":"TORYO","mark":1}]}"#,
    ] {
        assert!(super::read(text, &ReadOptions::default()).is_ok(), "{text}");
    }
}

#[test]
fn nobody_spends_time_on_the_start_position() {
    let text = r#"{"moves":[{"time":{"now":{"m":0,"s":1}}}]}"#;
    assert_eq!(record(text), record(r#"{"moves":[]}"#));
}

#[test]
fn deep_variations_are_written_without_recursion() {
    let mut text = String::from("手合割：平手\n 1 ７六歩(77)\n");
    for _ in 0..3000 {
        text.push_str(" 2 ３四歩(33)\n変化：1手\n 1 ２六歩(27)\n 2 ８四歩(83)\n");
    }
    let deep = kif(&text);
    assert_eq!(record(&written(&deep).0), deep);
}
