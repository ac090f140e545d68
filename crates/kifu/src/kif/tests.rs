use super::{read, write};
use crate::error::{Notice, Warning, WarningKind};
use crate::record::{Ending, MoveTime, Record, Termination};
use crate::{Handicap, Parsed, ReadOptions, RecordPosition, WriteOptions};
use expect_test::{Expect, expect};
use komadai_core::{Color, Illegal, Square, Variant};
use std::fmt::Write;

fn parse(text: &str) -> Parsed {
    read(text, &ReadOptions::default()).unwrap()
}

fn record(text: &str) -> Record {
    parse(text).records.swap_remove(0)
}

fn kinds(parsed: &Parsed) -> Vec<&WarningKind> {
    parsed
        .warnings
        .iter()
        .map(|Warning { kind, .. }| kind)
        .collect()
}

/// The tree as text: a line for each node, indented by its ply.
fn outline(record: &Record) -> String {
    let mut out = String::new();
    for node in record.tree.preorder().skip(1) {
        let indent = " ".repeat(node.ply() as usize - 1);
        match (node.mv(), node.ending()) {
            (Some(mv), _) => writeln!(out, "{indent}{mv}").unwrap(),
            (_, Some(ending)) => writeln!(
                out,
                "{indent}{} {:?}",
                ending.termination.word(),
                ending.winner
            )
            .unwrap(),
            _ => {}
        }
    }
    out
}

fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&outline(&record(text)));
}

fn check_written(record: &Record, expected: &Expect) {
    let mut notices = Vec::new();
    let text = write(record, &WriteOptions::default(), &mut notices).unwrap();
    expected.assert_eq(&text);
    assert_eq!(notices, []);
    assert_eq!(&super::tests::record(&text), record);
}

const VARIATIONS: &str = "\
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:01/00:00:01)
*A comment
*
&mark
   2 ３四歩(33)   ( 0:02/00:00:02)+
   3 ２二角成(88) ( 0:03/00:00:04)
   4 同　銀(31)+
   5 投了
まで4手で後手の勝ち

変化：4手
   4 同　飛(82)
   5 ５五角打

変化：2手
   2 ８四歩(83)
   3 ２六歩(27)+
変化：3手
   3 ６八銀(79)
   4 中断
";

#[test]
fn variations_go_back_along_the_line_just_read() {
    check(
        VARIATIONS,
        &expect![[r#"
            7g7f
             3c3d
              8h2b+
               3a2b
                TORYO Some(White)
               8b2b
                B*5e
             8c8d
              2g2f
              7i6h
               CHUDAN None
        "#]],
    );
}

#[test]
fn a_record_is_written_as_other_programs_expect() {
    check_written(
        &record(VARIATIONS),
        &expect![[r#"
            #KIF version=2.0 encoding=UTF-8
            手合割：平手
            手数----指手---------消費時間--
               1 ７六歩(77)   ( 0:01/00:00:01)
            *A comment
            *
            &mark
               2 ３四歩(33)   ( 0:02/00:00:02)+
               3 ２二角成(88) ( 0:03/00:00:04)
               4 同　銀(31)   +
               5 投了
            まで4手で後手の勝ち

            変化：4手
               4 同　飛(82)
               5 ５五角打

            変化：2手
               2 ８四歩(83)
               3 ２六歩(27)   +

            変化：3手
               3 ６八銀(79)
               4 中断
            まで3手で中断
        "#]],
    );
}

#[test]
fn a_diagram_is_written_with_hands_and_turn() {
    let setup = "4k4/9/4+S4/9/9/9/9/9/9 w G2p 9"
        .parse::<komadai_core::Setup>()
        .unwrap();
    let mut record = Record::new(Variant::Shogi, setup);
    record.headers.push("先手", "A");
    check_written(
        &record,
        &expect![[r#"
            #KIF version=2.0 encoding=UTF-8
            手合割：その他
            後手の持駒：歩二　
              ９ ８ ７ ６ ５ ４ ３ ２ １
            +---------------------------+
            | ・ ・ ・ ・v玉 ・ ・ ・ ・|一
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|二
            | ・ ・ ・ ・ 全 ・ ・ ・ ・|三
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|四
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|五
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|六
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|七
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|八
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|九
            +---------------------------+
            先手の持駒：金　
            手数＝8  まで
            後手番
            先手：A
            手数----指手---------消費時間--
        "#]],
    );
}

#[test]
fn a_fragment_of_a_diagram_shows_the_right_corner() {
    let record = record(
        "後手の持駒：残り\n+------+\n| ・v玉|\n| ・ ・|\n| ・ 金|\n+------+\n先手の持駒：金\n 1 12金\n",
    );
    let position = record.final_position();
    assert_eq!(
        position.to_string(),
        "8k/8G/9/9/9/9/9/9/9 w G2r2b2g4s4n4l18p 2"
    );
}

#[test]
fn handicaps_move_white_first() {
    let record =
        record("手合割：香落ち　　\n上手：U\n下手：S\n 1 ３四歩(33)\n 2 ７六歩(77)\n 3 投了\n");
    assert_eq!(record.start.handicap(), Some(Handicap::Lance));
    assert_eq!(record.player(Color::White), Some("U"));
    assert_eq!(record.winner(), Some(Color::Black));
    assert_eq!(record.illegal_ply(), None);
}

#[test]
fn an_illegal_move_is_kept_with_the_rule_it_breaks() {
    let parsed = parse(
        " 1 ７六歩(77)\n 2 ３四歩(33)\n 3 ２二角(88)\n 4 同　銀(31)\n 5 ５五歩打\n 6 ８四歩(83)\n",
    );
    let record = &parsed.records[0];
    assert_eq!(record.first_illegal(), Some((5, Illegal::NotInHand)));
    assert_eq!(record.main_line().count(), 6);
    assert_eq!(parsed.warnings.len(), 1);
    assert_eq!((parsed.warnings[0].line, parsed.warnings[0].column), (5, 4));
}

#[test]
fn fouls_name_the_offender() {
    let foul = |word: &str| record(&format!(" 1 ７六歩(77)\n 2 {word}\n")).winner();
    assert_eq!(foul("反則勝ち"), Some(Color::White));
    assert_eq!(foul("反則負け"), Some(Color::Black));
    assert_eq!(foul("先手 反則負け ( 0:22/00:04:53)"), Some(Color::White));
    assert_eq!(foul("Time-up"), Some(Color::Black));
    assert_eq!(foul("不戦勝"), Some(Color::White));
}

#[test]
fn an_illegal_last_move_loses_whomever_the_end_word_blames() {
    // The rook moves as none does.
    let illegal = " 1 ７六歩(77)\n 2 ３四歩(33)\n 3 ３七飛(28)\n";
    for (end, warns) in [
        (" 4 反則負け\n", 1),
        (" 4 反則負け\nまで3手で先手の反則勝ち\n", 2),
        (" 4 反則勝ち\nまで3手で後手の反則勝ち\n", 0),
        ("まで3手で後手の反則負け\n", 1),
        ("まで3手で先手の反則負け\n", 0),
    ] {
        let parsed = parse(&format!("{illegal}{end}"));
        assert_eq!(parsed.records[0].winner(), Some(Color::White), "{end}");
        let blame = kinds(&parsed).into_iter();
        let blame = blame.filter(|kind| **kind == WarningKind::Blame);
        assert_eq!(blame.count(), warns, "{end}");
    }
    // Whoever resigns before it is noticed has lost.
    let resigned = record(&format!("{illegal} 4 投了\n"));
    assert_eq!(resigned.winner(), Some(Color::Black));
}

#[test]
fn a_closing_line_alone_ends_the_game() {
    let ended = record(" 1 ７六歩(77)\nまで1手で先手の勝ち\n");
    let expected = Ending {
        termination: Termination::Resignation,
        winner: Some(Color::Black),
    };
    assert_eq!(ended.ending(), Some(&expected));
    let mated = record(" 1 ７六歩(77)\nまで1手で詰み\n");
    assert_eq!(mated.winner(), Some(Color::Black));
}

#[test]
fn the_winner_of_the_closing_line_counts() {
    let parsed = parse(" 1 ７六歩(77)\n 2 投了\nまで1手で後手の勝ち\n");
    assert_eq!(parsed.records[0].winner(), Some(Color::White));
    assert_eq!(kinds(&parsed), [&WarningKind::Closing]);
    let mut notices = Vec::new();
    let text = write(&parsed.records[0], &WriteOptions::default(), &mut notices).unwrap();
    assert_eq!(record(&text), parsed.records[0]);
}

#[test]
fn an_unknown_word_is_an_ending_of_its_own() {
    let parsed = parse("手数----指手--\n 1 ７二二金(61)   ( 0:03/00:00:03)\n");
    let word = Termination::Other("７二二金(61)".to_owned());
    assert_eq!(parsed.records[0].ending().unwrap().termination, word);
    assert_eq!(kinds(&parsed), [&WarningKind::UnreadableMove]);
    assert_ne!(
        parsed.records[0].tree.main_line().next().unwrap().time(),
        MoveTime::UNKNOWN
    );
}

#[test]
fn moves_after_the_end_are_a_variation() {
    let parsed = parse(" 1 ７六歩(77)\n 2 投了\n 3 ３四歩(33)\n");
    assert_eq!(parsed.records[0].tree.move_count(), 2);
    assert_eq!(parsed.records[0].main_line().count(), 1);
    assert!(kinds(&parsed).contains(&&WarningKind::MoveAfterEnd));
}

#[test]
fn messy_files_are_read() {
    let text = "先手:A\n盤面回転\n後手：B\n\n1 ▲７六歩(77)(0:5/0:0:5)\n7 △３四 歩（33)\n同じ\n３　２六歩(27)\n";
    let parsed = parse(text);
    let record = &parsed.records[0];
    assert_eq!(record.main_line().count(), 3);
    assert_eq!(
        record
            .headers
            .iter()
            .map(|header| header.key.as_str())
            .collect::<Vec<_>>(),
        ["先手", "", "後手"]
    );
}

#[test]
fn a_variation_line_before_the_moves_is_ignored() {
    check("変化：3手\n 1 ７六歩(77)\n", &expect![["7g7f\n"]]);
}

#[test]
fn a_variation_may_repeat_part_of_its_line() {
    let text = " 1 ７六歩(77)\n 2 ３四歩(33)\n 3 ２六歩(27)\n変化：1手\n 1 ７六歩(77)\n変化：3手\n 3 ６八銀(79)\n";
    check(
        text,
        &expect![[r#"
            7g7f
             3c3d
              2g2f
              7i6h
        "#]],
    );
}

#[test]
fn seireigi_has_a_header_and_names_of_its_own() {
    let text = "手合割：平手\n変種：精霊棋\n手数----指手--\n";
    let mut record = record(text);
    assert_eq!(record.variant, Variant::Seireigi);
    record.start = "4k4/9/4G4/9/9/9/9/9/4K4 b - 1"
        .parse::<komadai_core::Setup>()
        .unwrap()
        .into();
    let mut builder = crate::record::Builder::new(record);
    builder.play("5c5b+".parse().unwrap());
    builder.play("5a4a".parse().unwrap());
    builder.play("5b4c".parse().unwrap());
    let record = builder.finish();
    let mut notices = Vec::new();
    let written = write(&record, &WriteOptions::default(), &mut notices).unwrap();
    assert!(written.contains("変種：精霊棋\n"));
    assert!(written.contains("   1 ５二金成(53)\n"));
    assert!(written.contains("   3 ４三象(52)\n"));
    assert_eq!(super::tests::record(&written), record);
}

#[test]
fn headers_that_would_be_read_as_something_else_are_noticed() {
    let mut record = Record::default();
    record.headers.push("先手", "A");
    record.headers.push("a：b", "c");
    record.headers.push("先手の持駒", "歩");
    record.headers.push("note", "one\ntwo");
    record.headers.push("", "▲７六歩");
    record.headers.push("\u{feff}棋戦", "D");
    let mut notices = Vec::new();
    let text = write(&record, &WriteOptions::default(), &mut notices).unwrap();
    let keys = ["a：b", "先手の持駒", "note", "", "\u{feff}棋戦"];
    assert_eq!(
        notices,
        keys.map(|key| Notice::Header {
            key: key.to_owned()
        })
    );
    assert!(text.contains("先手：A"));
}

#[test]
fn a_missing_total_is_worked_out() {
    let record = record(" 1 ７六歩(77) ( 0:7/)\n 2 ３四歩(33) ( 0:1/)\n 3 ２六歩(27) ( 0:5/)\n");
    let totals: Vec<_> = record
        .main_line()
        .map(|(node, _)| node.time().total.unwrap().secs())
        .collect();
    assert_eq!(totals, [7, 1, 12]);
}

const SHUFFLE: [&str; 4] = [
    " 1 ３八飛(28)\n",
    " 1 ７二飛(82)\n",
    " 1 ２八飛(38)\n",
    " 1 ８二飛(72)\n",
];

fn shuffle(plies: usize) -> String {
    SHUFFLE.iter().cycle().take(plies).copied().collect()
}

#[test]
fn a_million_plies_are_read() {
    assert_eq!(
        parse(&shuffle(1_000_000)).records[0].tree.move_count(),
        1_000_000
    );
}

#[test]
fn a_variation_at_each_of_many_plies_is_read_and_written() {
    let variations: String = (1..=100_000)
        .rev()
        .map(|n| format!("変化：{n}手\n 1 ９六歩(97)\n"))
        .collect();
    let record = record(&(shuffle(100_000) + &variations));
    let mut notices = Vec::new();
    let text = write(&record, &WriteOptions::default(), &mut notices).unwrap();
    assert!(super::tests::record(&text) == record);
}

#[test]
fn going_to_and_fro_in_a_long_line_is_limited() {
    let replays = "変化：1手\n 1 ３八飛(28)\n変化：100000手\n 1 ９六歩(97)\n".repeat(50_000);
    parse(&(shuffle(100_000) + &replays));
}

#[test]
fn many_endings_of_one_line_are_read() {
    parse(&" 1 投了\n 1 中断\n 1 ７六歩(77)\n変化：1手\n".repeat(50_000));
}

#[test]
fn very_long_lines_are_read() {
    parse(&"▲９九飛打".repeat(100_000));
    parse(&"▲７六歩△３四歩".repeat(50_000));
    parse(&"あ".repeat(1_000_000));
    parse(&format!("先手の持駒：{}", "歩九".repeat(300_000)));
    parse(&format!("{} ７六歩(77)", "9".repeat(1_000_000)));
    parse(&format!("1 {}", "(".repeat(1_000_000)));
    parse(&format!("手数--\n1 {}", "(".repeat(1_000_000)));
}

#[test]
fn nine_kings_can_play() {
    let rows = "| ・ ・ ・ ・v玉 ・ ・ ・ ・|\n".repeat(9);
    let walked = record(&format!("{rows} 1 ６一玉(52)\n"));
    assert_eq!(walked.illegal_ply(), None);
    let setup = walked.final_position().to_setup();
    let owner = |square| setup.board[square].map(|piece: komadai_core::Piece| piece.color());
    assert_eq!(owner(Square::S52), None);
    assert_eq!(owner(Square::S61), Some(Color::Black));
    assert_eq!(
        record(&rows).start.setup().board[Square::S59].map(|piece| piece.color()),
        Some(Color::White)
    );
}

#[test]
fn the_position_of_a_crowded_diagram_can_be_played_from() {
    let rows = "|v玉 ・ ・ ・ ・ ・ ・ ・ ・|\n";
    let record = record(&format!("{rows}先手の持駒：香九\n先手番\n 1 ９七香打\n"));
    let position = record.final_position();
    assert!(matches!(position, RecordPosition::Unjudged(..)));
    assert_eq!(position.to_string(), "k8/9/9/9/9/9/L8/9/9 w 8L 2");
    assert_eq!(record.illegal_ply(), None);
    let mut notices = Vec::new();
    let text = write(&record, &WriteOptions::default(), &mut notices).unwrap();
    assert_eq!(super::tests::record(&text), record);
}

#[test]
fn a_line_about_moves_played_does_not_move_the_diagram_that_follows_it() {
    // In a game from a name the line says nothing; beside a diagram it would be the number of the move.
    let named =
        record("手合割：平手\n手数＝171  ▲６二角成  まで\n手数----指手--\n   1 ７六歩(77)\n");
    assert_eq!(named.start.handicap(), Some(Handicap::Even));
    assert_eq!(named.headers.get(""), Some("手数＝171  ▲６二角成  まで"));
    let mut notices = Vec::new();
    let bod = crate::bod::write(&named, &WriteOptions::default(), &mut notices).unwrap();
    let header = Notice::Header { key: String::new() };
    assert!(notices.contains(&header), "{notices:?}");
    let again = crate::bod::read(&bod, &ReadOptions::default()).unwrap();
    assert_eq!(again.records[0].start.setup(), named.start.setup());
    // Where it says how the diagram came about, it is kept.
    let text = "後手の持駒：なし\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n先手の持駒：金\n手数＝171  ▲６二角成  まで\n後手番\n";
    let drawn = record(text);
    assert_eq!(drawn.start.setup().move_number, 172);
    let mut notices = Vec::new();
    let bod = crate::bod::write(&drawn, &WriteOptions::default(), &mut notices).unwrap();
    assert!(!notices.contains(&header), "{notices:?}");
    let again = crate::bod::read(&bod, &ReadOptions::default()).unwrap();
    assert_eq!(again.records[0].start, drawn.start);
    assert_eq!(again.records[0].headers, drawn.headers);
}
