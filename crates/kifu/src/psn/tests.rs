//! PSN: samples that XBoard 4.9.1 and GNU Shogi 1.4.2 wrote for games that we made up.

use crate::error::Notice;
use crate::record::{Record, Termination};
use crate::samples::usi;
use crate::{Format, Handicap, ReadOptions, read_text};
use komadai_core::Color;

const XBOARD: &str = include_str!("../../tests/fixtures/psn/xboard.pgn");
const XBOARD_PROMOTED: &str = include_str!("../../tests/fixtures/psn/xboard_promoted.pgn");
const LIST: &str = include_str!("../../tests/fixtures/psn/gnushogi_list.txt");
const SAVED: &str = include_str!("../../tests/fixtures/psn/gnushogi_saved.txt");

fn record(text: &str) -> Record {
    let reading = read_text(text, &ReadOptions::default()).unwrap();
    assert_eq!(reading.format, Format::Psn);
    assert_eq!(reading.warnings, []);
    reading.records.into_iter().next().unwrap()
}

fn written(record: &Record) -> (String, Vec<Notice>) {
    crate::samples::written(super::write, record)
}

#[test]
fn xboards_games_are_read_and_written_as_it_writes_them() {
    let game = record(XBOARD);
    assert_eq!(
        usi(&game),
        "7g7f 3c3d 8h2b+ 3a2b B*5e 4a3b 5e2b+ 3b2b S*1b 2a3c 1b2a 2b2a 6i5h 3c4e 5g5f 4e5g 5h5g"
    );
    assert_eq!(game.player(Color::Black), Some("ScriptA"));
    assert_eq!(game.ending().unwrap().termination, Termination::Resignation);
    assert_eq!(game.winner(), Some(Color::Black));
    assert_eq!(moves_of(&written(&game).0), moves_of(XBOARD));
    let promoted = record(XBOARD_PROMOTED);
    assert_eq!(promoted.main_line().count(), 22);
    assert_eq!(promoted.illegal_ply(), None);
    assert_eq!(moves_of(&written(&promoted).0), moves_of(XBOARD_PROMOTED));
}

/// The words of the moves, without tags and comments.
fn moves_of(text: &str) -> Vec<&str> {
    let moves = text.split("\n\n").nth(1).unwrap();
    let moves = moves.split('{').next().unwrap();
    moves.split_whitespace().collect()
}

#[test]
fn gnu_shogis_lists_are_read() {
    let moves = "7g7f 3c3d 8h2b+ 3a2b B*5e 4a3b 5e2b+ 3b2b S*1b";
    assert_eq!(usi(&record(LIST)), moves);
    assert_eq!(usi(&record(SAVED)), moves);
}

#[test]
fn what_is_written_is_read_again() {
    for text in [XBOARD, XBOARD_PROMOTED, LIST] {
        let first = record(text);
        let (text, notices) = written(&first);
        assert_eq!(notices, []);
        assert_eq!(record(&text), first);
    }
}

#[test]
fn handicaps_are_written_as_a_diagram() {
    let start = Record::new(komadai_core::Variant::Shogi, Handicap::FourPiece);
    let (text, _) = written(&start);
    assert!(
        text.contains("[FEN \"1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] b 0 1\"]")
    );
    assert_eq!(record(&text), start);
}

#[test]
fn illegal_moves_carry_their_whole_origin() {
    let game = read_text("startpos moves 7g7e 5e5d", &ReadOptions::default()).unwrap();
    let (text, _) = written(&game.records[0]);
    assert!(text.contains("1. Pc3c5 Pe5e6"), "{text}");
    let again = super::read(&text, &ReadOptions::default()).unwrap();
    assert_eq!(again.records[0], game.records[0]);
}
