//! Western text: what people write, and what is written.

use super::{WesternDialect, write_in};
use crate::error::WarningKind;
use crate::reading::Parsed;
use crate::record::{Record, Termination};
use crate::samples::usi;
use crate::{Handicap, ReadOptions};
use komadai_core::{Color, Variant};

fn parsed(text: &str) -> Parsed {
    super::read(text, &ReadOptions::default()).unwrap()
}

fn record(text: &str) -> Record {
    parsed(text).records.swap_remove(0)
}

fn written(dialect: WesternDialect, record: &Record) -> String {
    let mut notices = Vec::new();
    let text = write_in(dialect, record, &mut notices).unwrap();
    assert_eq!(notices, []);
    text
}

#[test]
fn moves_are_read_in_all_spellings() {
    for text in [
        "1. P-7f P-3d 2. Bx2b+ Sx2b 3. B*5e",
        "1. P76 P34 2. Bx22+ Sx22 3. B*55",
        "1.P-7f 2.P-3d 3.Bx2b+ 4.Sx2b 5.B'5e",
        "1.P7g-7f 2.P3c-3d 3.B8hx2b+ 4.S3ax2b 5.B@5e",
        "P-76 P-34\nBx22+ Sx22\nB*55",
        "1. 7g7f 3c3d 2. 8h2b+ 3a2b 3. B*5e",
        "1. c4 g6 2. Bxh8+ Sxh8 3. B@e5",
    ] {
        assert_eq!(usi(&record(text)), "7g7f 3c3d 8h2b+ 3a2b B*5e", "{text}");
        assert_eq!(parsed(text).warnings, [], "{text}");
    }
}

#[test]
fn comments_variations_and_results_are_kept() {
    let text = "{ Start }\n1. P-7f! {best} (1. P-2f P-8d (1... P-3d)) P-3d (a quiet reply) {resignation} 0-1 {alas}\n";
    let record = record(text);
    assert_eq!(record.tree.root().comment(), Some("Start"));
    let first = record.tree.root().next().unwrap();
    assert_eq!(first.comment(), Some("!\nbest"));
    assert_eq!(
        first
            .next_sibling()
            .unwrap()
            .next()
            .unwrap()
            .next_sibling()
            .unwrap()
            .mv()
            .unwrap()
            .to_string(),
        "3c3d"
    );
    assert_eq!(first.next().unwrap().comment(), Some("a quiet reply"));
    assert_eq!(
        record.ending().unwrap().termination,
        Termination::Resignation
    );
    assert_eq!(record.winner(), Some(Color::White));
    assert_eq!(
        record.tree.main_line().last().unwrap().comment(),
        Some("alas")
    );
}

#[test]
fn what_is_written_is_read_again() {
    let text = "[Sente \"A \\\"B\\\"\"]\n[場所 \"x\"]\n\n{ Start } 1. P-7f { a\n} b }\n";
    assert!(parsed(text).warnings.len() <= 2);
    let text = "[Gote \"X\"]\n[SFEN \"lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\"]\n\n\
                1... G-3b 2. P-7f (2. P-2f S-6b) 2... S-6b { resignation } 1-0\n";
    let record = record(text);
    assert_eq!(record.start.handicap(), Some(Handicap::TwoPiece));
    assert_eq!(written(WesternDialect::Hodges, &record), text);
    let hosking = written(WesternDialect::Hosking, &record);
    assert!(hosking.contains("1... G32 2. P76 (2. P26 S62) 2... S62 "));
    assert_eq!(parsed(&hosking).records[0], record);
}

#[test]
fn a_brace_in_a_comment_survives() {
    let mut record = record("1. P-7f P-3d");
    let node = record.tree.root().next().unwrap().id();
    record.tree.set_comment(node, Some("a } b\n c ".to_owned()));
    let text = written(WesternDialect::Hodges, &record);
    assert_eq!(parsed(&text).records[0], record, "{text}");
}

#[test]
fn a_comment_that_sounds_like_a_reason_stays_a_comment() {
    let mut record = record("1. P-7f P-3d");
    let node = record.tree.main_line().last().unwrap().id();
    record.tree.set_comment(node, Some("try".to_owned()));
    let text = written(WesternDialect::Hodges, &record);
    assert_eq!(parsed(&text).records[0], record, "{text}");
}

#[test]
fn seireigi_has_a_tag_and_promoted_golds() {
    let text = "[Variant \"seireigi\"]\n[SFEN \"4k4/9/9/4G4/9/9/9/9/4K4 b - 1\"]\n\n1. G-5c+ K-6a 2. +G-5b *\n";
    let record = record(text);
    assert_eq!(record.variant, Variant::Seireigi);
    assert_eq!(usi(&record), "5d5c+ 5a6a 5c5b");
    assert_eq!(written(WesternDialect::Hodges, &record), text);
}

#[test]
fn odd_words_are_kept_with_a_warning() {
    let parsed = parsed("1. P-7f what P-7e");
    assert_eq!(usi(&parsed.records[0]), "7g7f");
    assert_eq!(
        parsed.records[0].tree.root().next().unwrap().comment(),
        Some("what\nP-7e")
    );
    let places: Vec<(usize, &WarningKind)> = parsed
        .warnings
        .iter()
        .map(|it| (it.column, &it.kind))
        .collect();
    assert_eq!(
        places,
        [
            (9, &WarningKind::UnreadableMove),
            (14, &WarningKind::UnreadableMove)
        ]
    );
}

#[test]
fn several_games_follow_each_other() {
    let text = "[Sente \"A\"]\n\n1. P-7f 1-0\n\n[Sente \"B\"]\n[Result \"0-1\"]\n\n1. P-2f\n";
    let parsed = parsed(text);
    assert_eq!(parsed.records.len(), 2);
    assert_eq!(usi(&parsed.records[1]), "2g2f");
    assert_eq!(parsed.records[1].winner(), Some(Color::White));
}

#[test]
fn hostile_texts_are_read_in_good_time() {
    for text in [
        "(".repeat(100_000),
        "P-7f (P-2f ".repeat(20_000),
        "P-7f ) ".repeat(50_000),
        "{".repeat(100_000),
        "[A \"".repeat(50_000),
        "1. ".repeat(100_000),
        "P-7f (1.P-2f)".to_owned() + &"(P-2f)".repeat(20_000),
        "G(".repeat(100_000),
        "; \n".repeat(100_000),
    ] {
        let _ = super::read(&text, &ReadOptions::default());
    }
}

#[test]
fn carriage_returns_in_comments_are_no_part_of_them() {
    let text = "1. P-7f {one\r\ntwo\r\r\nth\rree} P-3d ;four\r\n2. P-2f {f}ive\r\n";
    let record = record(text);
    let comments: Vec<Option<&str>> = record.main_line().map(|(node, _)| node.comment()).collect();
    assert_eq!(comments[..2], [Some("one\ntwo\nthree"), Some("four")]);
    for dialect in [WesternDialect::Hodges, WesternDialect::Hosking] {
        let again = self::record(&written(dialect, &record));
        assert_eq!(again.tree, record.tree, "{dialect:?}");
    }
    let mut braces = record.clone();
    let (first, _) = record.main_line().next().unwrap();
    braces
        .tree
        .set_comment(first.id(), Some("a } b\r\r\n\rc".to_owned()));
    for dialect in [WesternDialect::Hodges, WesternDialect::Hosking] {
        let again = self::record(&written(dialect, &braces));
        let (node, _) = again.main_line().next().unwrap();
        assert_eq!(node.comment(), Some("a } b\nc"), "{dialect:?}");
    }
}
