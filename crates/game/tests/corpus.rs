//! Thousands of real records, judged by every rule set and played again as games.
//!
//! Runs where `KOMADAI_TESTDATA` names the folder; says so where it does not.

use komadai_core::Color;
use komadai_game::judge::{Fault, judge};
use komadai_game::record::{Halt, export, silent};
use komadai_game::{Game, Preset, RuleSet};
use komadai_kifu::judge::BreachKind;
use komadai_kifu::record::Record;
use komadai_kifu::{ReadOptions, read};
use std::fs;
use std::path::{Path, PathBuf};

fn records() -> Vec<(PathBuf, Record)> {
    let folder = std::env::var_os("KOMADAI_TESTDATA").map(|root| Path::new(&root).join("kifu"));
    let Some(folder) = folder.filter(|folder| folder.is_dir()) else {
        eprintln!("KOMADAI_TESTDATA names no folder: the corpus was not read");
        return Vec::new();
    };
    let mut files = Vec::new();
    gather(&folder, &mut files);
    let mut records = Vec::new();
    for file in files {
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

fn gather(folder: &Path, files: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = path.path();
        match path.is_dir() {
            true => gather(&path, files),
            false => files.push(path),
        }
    }
}

/// Whatever the rules, they find the illegal moves that the board shows, and no others before them.
#[test]
fn rule_sets_and_the_board_agree_on_illegal_moves() {
    let mut illegal = 0;
    for (file, record) in records() {
        let board = komadai_kifu::judge::judge(&record).breach;
        let board = board.filter(|breach| matches!(breach.kind, BreachKind::IllegalMove { .. }));
        illegal += u32::from(board.is_some());
        for preset in Preset::ALL {
            let judgement = judge(&record, RuleSet::preset(preset));
            let first = judgement.breaches.into_iter().find(|breach| {
                matches!(breach.fault, Fault::Board(BreachKind::IllegalMove { .. }))
            });
            let found = first.map(|breach| (breach.ply, breach.fault));
            let expected = board
                .clone()
                .map(|breach| (breach.ply, Fault::Board(breach.kind)));
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
