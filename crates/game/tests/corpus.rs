//! Thousands of real records, judged by every rule set and played again as games.
//!
//! Runs where `KOMADAI_TESTDATA` names the folder; says so where it does not.

use komadai_core::Color;
use komadai_game::judge::{Objection, judge};
use komadai_game::record::{Halt, export, silent};
use komadai_game::{Game, Preset, RuleSet};
use komadai_kifu::record::Record;
use komadai_kifu::{ReadOptions, read};
use komadai_testkit::{files_below, testdata};
use std::fs;
use std::path::PathBuf;

fn records() -> Vec<(PathBuf, Record)> {
    let Some(folder) = testdata("kifu") else {
        return Vec::new();
    };
    let mut records = Vec::new();
    for file in files_below(&folder) {
        let Ok(bytes) = fs::read(&file) else { continue };
        if let Ok(reading) = read(&bytes, &ReadOptions::default()) {
            records.extend(
                reading
                    .records
                    .into_iter()
                    .map(|record| (file.clone(), record)),
            );
        }
    }
    assert!(records.len() > 1_000, "only {} records", records.len());
    records
}

/// The first illegal move, and when.
fn illegal_move(record: &Record, rules: Option<RuleSet>) -> Option<(u32, Objection)> {
    let mut findings = judge(record, rules).findings.into_iter();
    let first =
        findings.find(|finding| matches!(finding.objection, Objection::IllegalMove { .. }))?;
    Some((first.ply, first.objection))
}

/// Whatever the rules, they find the illegal moves that the board shows, and no others before them.
#[test]
fn rule_sets_and_the_board_agree_on_illegal_moves() {
    let mut illegal = 0;
    for (file, record) in records() {
        let expected = illegal_move(&record, None);
        illegal += u32::from(expected.is_some());
        for preset in Preset::ALL {
            let found = illegal_move(&record, Some(RuleSet::preset(preset)));
            // Automatic ends, as repetition is, cut a game short of its illegal moves.
            if found.is_some() || preset == Preset::Fesa {
                assert_eq!(found, expected, "{} {preset}", file.display());
            }
        }
    }
    eprintln!("{illegal} records with illegal moves");
}

/// A record that is played as a game and exported has the same moves, players and winner.
#[test]
fn records_survive_being_games() {
    let mut survived = 0;
    for (file, record) in records() {
        let Ok(import) = Game::from_record(&record, RuleSet::preset(Preset::Fesa), None) else {
            continue;
        };
        let moves: Vec<_> = record.main_line().map(|(_, mv)| mv).collect();
        let exported = export(import.game.opening(), &import.events, silent);
        let exported = exported.expect("it began once").record;
        let again: Vec<_> = exported.main_line().map(|(_, mv)| mv).collect();
        match import.halt {
            None => assert_eq!(again, moves, "{}", file.display()),
            Some(Halt::Refused { ply, .. } | Halt::Over { ply, .. }) => {
                assert_eq!(again.len() + 1, ply as usize, "{}", file.display());
                continue;
            }
        }
        for color in Color::ALL {
            assert_eq!(exported.player(color), record.player(color));
        }
        if record.winner().is_some() {
            assert_eq!(exported.winner(), record.winner(), "{}", file.display());
        }
        survived += 1;
    }
    eprintln!("{survived} records were games");
}
