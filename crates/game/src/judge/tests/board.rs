//! Records before the board alone.

use super::super::judge;
use expect_test::{Expect, expect};
use komadai_core::{Setup, Variant};
use komadai_kifu::Handicap;
use komadai_kifu::record::{Builder, Record, Termination};
use std::time::{Duration, Instant};

/// Plays from an SFEN, ends if a termination is given, and shows the judgement.
fn check(sfen: &str, moves: &str, ending: Option<Termination>, expected: Expect) {
    let setup = Setup::parse_tolerant(sfen).unwrap();
    let mut builder = Builder::new(Record::new(Variant::Shogi, setup));
    for mv in moves.split_whitespace() {
        builder.play(mv.parse().unwrap());
    }
    if let Some(termination) = ending {
        builder.end_usual(termination);
    }
    let judgement = judge(&builder.finish(), None);
    let finding = match judgement.findings.as_slice() {
        [] => "legal".to_owned(),
        [finding] => format!("{finding} ({})", finding.objection.offence().name),
        findings => panic!("more than the first: {findings:?}"),
    };
    let repetition = match judgement.repetition_ply {
        None => String::new(),
        Some(ply) => format!("; fourth occurrence at ply {ply}"),
    };
    expected.assert_eq(&format!("{finding}{repetition}"));
}

const ENTERED: &str =
    "+R8/2+NK1+R+P+P1/+P+PPS+P4/6g+b1/7p1/3g5/3+b1g+p1+p/5p3/5k+p2 b G3S3N3L7Pl 1";
const MATE: &str = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";

#[test]
fn each_move_is_judged() {
    check("startpos", "7g7f 3c3d 8h2b+ 3a2b", None, expect!["legal"]);
    check(
        "startpos",
        "7g7f 3c3d 2b2a",
        None,
        expect![
            "ply 3: illegal move 2b2a: the piece belongs to the side that is not to move, FESA 1.1 (opponents-piece)"
        ],
    );
    check(
        "4k4/9/9/9/9/9/4P4/9/4K4 b P 1",
        "P*5d",
        None,
        expect![
            "ply 1: illegal move P*5d: two pawns on one file (nifu), FESA 3.11 (a) (two-pawns)"
        ],
    );
    check(
        "4k4/9/9/9/9/9/9/9/4K4 b N 1",
        "N*3b",
        None,
        expect![
            "ply 1: illegal move N*3b: the dropped piece could never move, FESA 3.11 (b) (dead-end-drop)"
        ],
    );
    check(
        "4k4/9/9/9/9/9/9/9/K4R3 b - 1",
        "4i5i 5a5b",
        None,
        expect!["ply 2: illegal move 5a5b: the king is left in check, FESA 1.2 (king-in-check)"],
    );
    check(
        "startpos",
        "2h2c",
        None,
        expect!["ply 1: illegal move 2h2c: the piece cannot move that way, FESA 3.4 (not-a-move)"],
    );
}

#[test]
fn a_pawn_may_not_be_dropped_for_mate() {
    check(
        "7lk/7p1/8G/8L/9/9/9/9/K8 b P 1",
        "P*1b",
        None,
        expect![[
            r#"ply 1: illegal move P*1b: mate by a pawn drop (uchifuzume), FESA 3.11 (c) (drop-pawn-mate)"#
        ]],
    );
}

#[test]
fn mate_is_the_end() {
    check(MATE, "G*5b", Some(Termination::Checkmate), expect!["legal"]);
    check(
        MATE,
        "G*5b 5a5b",
        None,
        expect!["ply 2: a move after mate, FESA 5.1 (a) (move-after-mate)"],
    );
    check(
        MATE,
        "",
        Some(Termination::Checkmate),
        expect![
            "ply 0: the record ends with mate, but the side to move has a legal move, FESA 5.1 (a) (no-mate)"
        ],
    );
    check(
        MATE,
        "G*5b",
        Some(Termination::Draw),
        expect![
            "ply 1: the side to move is mated, but the record does not say that it lost, FESA 5.1 (a) (mated-side-wins)"
        ],
    );
}

#[test]
fn repetition_may_be_claimed_and_must_be_there() {
    let round = "2h3h 8b7b 3h2h 7b8b ";
    let claimed = Some(Termination::Repetition);
    check(
        "startpos",
        &round.repeat(3),
        claimed.clone(),
        expect!["legal; fourth occurrence at ply 12"],
    );
    // Play may go on, and a player may claim with the move that repeats.
    check(
        "startpos",
        &(round.repeat(3) + "7g7f"),
        None,
        expect!["legal; fourth occurrence at ply 12"],
    );
    check(
        "startpos",
        &(round.repeat(2) + "2h3h 8b7b 3h2h"),
        claimed.clone(),
        expect!["legal"],
    );
    check(
        "startpos",
        &round.repeat(2),
        claimed,
        expect![
            "ply 8: the record ends with repetition, but no position stood four times or was about to, FESA 5.2 (no-repetition)"
        ],
    );
}

#[test]
fn perpetual_check_is_forbidden() {
    check(
        "k8/9/9/9/9/9/9/9/1R2K4 b - 1",
        &"8i9i 9a8a 9i8i 8a9a ".repeat(4),
        None,
        expect!["ply 12: perpetual check by black, FESA 3.12 (perpetual-check)"],
    );
}

#[test]
fn declarations_are_counted() {
    let declared = Some(Termination::Declaration);
    check(ENTERED, "", declared.clone(), expect!["legal"]);
    check(
        "startpos",
        "7g7f",
        declared,
        expect![
            "ply 1: the declaration fails: the king is not in the promotion zone; 10 more pieces needed in the zone; 27 more points needed, FESA 5.3 (failed-declaration)"
        ],
    );
}

#[test]
fn the_start_is_judged() {
    check(
        "4k4/9/9/9/P8/P8/9/9/4K4 b - 1",
        "5i5h",
        None,
        expect![
            "ply 0: the start position has faults: black has two pawns on file 9, FESA 3.11 (a) (start-position)"
        ],
    );
    check("4k4/9/9/9/9/9/9/9/9 b G 1", "", None, expect!["legal"]);
    // Mate stands on the board from the start.
    check(
        "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1",
        "5a6a",
        None,
        expect!["ply 1: a move after mate, FESA 5.1 (a) (move-after-mate)"],
    );
}

#[test]
fn a_million_plies_are_judged_in_good_time() {
    const LIMIT: Duration = Duration::from_secs(60);
    let mut builder = Builder::new(Record::new(Variant::Shogi, Handicap::Even));
    for ply in 0..1_000_000 {
        let mv = ["2h3h", "8b7b", "3h2h", "7b8b"][ply % 4];
        builder.play(mv.parse().unwrap());
    }
    builder.end_usual(Termination::Repetition);
    let record = builder.finish();
    let start = Instant::now();
    assert_eq!(judge(&record, None).repetition_ply, Some(12));
    assert!(start.elapsed() < LIMIT, "{:?}", start.elapsed());
}
