//! Interfaces that keep to no order.

use crate::desk::Desk;
use komadai_testkit::Rng;
use komadai_usi::UsiCommand;

/// Enough for every pair of lines to meet while a search runs.
const LINES: usize = 400;

/// Each of these is answered once, by a move, a win or a resignation.
const GO: [&str; 12] = [
    "go depth 1",
    "go depth 2",
    "go nodes 50",
    "go movetime 3",
    "go infinite",
    "go",
    "go ponder btime 100 wtime 100 byoyomi 5",
    "go ponder depth 1",
    "go btime 0 wtime 0",
    "go btime 30 wtime 30 binc 1 winc 1",
    "go depth 1 searchmoves 7g7f 1a1b",
    "go infinite searchmoves G*5b",
];

const POSITIONS: [&str; 8] = [
    "position startpos",
    "position startpos moves 7g7f 3c3d 8h2b+ 3a2b",
    "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1",
    "position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 2",
    "position sfen 4k4/9/4+G4/9/9/9/9/9/4K4 w - 2",
    "position sfen 4k4/9/9/4G4/9/9/9/9/4K4 b - 1 moves 5d5c+",
    "position sfen +R8/2+NK1+R+P+P1/+P+PPS+P4/6g+b1/7p1/3g5/3+b1g+p1+p/5p3/5k+p2 b G3S3N3L7Pl 1",
    "position sfen 4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1",
];

const OPTIONS: [&str; 12] = [
    "setoption name USI_Hash value 1",
    "setoption name USI_Hash value 3",
    "setoption name Threads value 1",
    "setoption name Threads value 2",
    "setoption name MultiPV value 1",
    "setoption name MultiPV value 4",
    "setoption name Level value 1",
    "setoption name Level value 20",
    "setoption name USI_Variant value shogi",
    "setoption name USI_Variant value seireigi",
    "setoption name EnteringKingRule value TryRule",
    "setoption name ResignValue value 100",
];

const OTHERS: [&str; 8] = [
    "stop",
    "ponderhit",
    "ponderhit btime 10 wtime 10",
    "gameover draw",
    "usinewgame",
    "go mate infinite",
    "usi",
    "d",
];

const BAD: [&str; 10] = [
    "go depth",
    "go depth 99999999999999999999",
    "go searchmoves",
    "position startpos moves 9a9i",
    "position sfen 9/9/9/9/9/9/9/9/9 b - 1",
    "position sfen KKKKKKKKK/9/9/9/9/9/9/9/9 b - 1",
    "setoption name USI_Hash value -5",
    "setoption value",
    "info string I am no engine",
    "bestmove 7g7f",
];

fn torture(seed: u64) {
    let mut rng = Rng::new(seed);
    let mut desk = Desk::ready();
    let mut sent = Vec::new();
    let mut searches = 0;
    for _ in 0..LINES {
        let line = match rng.below(10) {
            0 | 1 => rng.pick(&POSITIONS),
            2..=4 => rng.pick(&GO),
            5 => rng.pick(&OPTIONS),
            6 | 7 => rng.pick(&OTHERS),
            8 => rng.pick(&BAD),
            _ => {
                let length = rng.below(40);
                let mut bytes: Vec<u8> = (0..length).map(|_| rng.below(256) as u8).collect();
                // One line, which by no chance is a command.
                bytes.retain(|&byte| byte != b'\n');
                bytes.insert(0, b'#');
                bytes.push(b'\n');
                desk.tell_bytes(&bytes);
                continue;
            }
        };
        // Some that look bad can be read: a depth beyond all numbers is the greatest.
        if matches!(UsiCommand::parse(line), Ok(Some(UsiCommand::Go(go))) if go.mate.is_none()) {
            searches += 1;
        }
        sent.push(line);
        desk.tell(line);
    }
    let said = desk.sync();
    let answers = said
        .iter()
        .filter(|line| line.starts_with("bestmove "))
        .count();
    assert_eq!(answers, searches, "seed {seed}");
    let count = |lines: &[String], text: &str| lines.iter().filter(|line| *line == text).count();
    let mates = sent
        .iter()
        .filter(|line| line.starts_with("go mate"))
        .count();
    assert_eq!(count(&said, "checkmate notimplemented"), mates);
    let asked = sent.iter().filter(|line| **line == "usi").count();
    assert_eq!(count(&said, "usiok"), asked);
    // Still of sound mind.
    for line in [
        "setoption name USI_Variant value shogi",
        "setoption name Level value 20",
    ] {
        desk.tell(line);
    }
    desk.tell("setoption name MultiPV value 1");
    desk.tell("setoption name ResignValue value 99999");
    desk.tell("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    let (_, best) = desk.go("go depth 2");
    assert_eq!(best.to_string(), "bestmove G*5b");
    assert_eq!(desk.close(), Vec::<String>::new());
}

#[test]
fn every_go_is_answered_once_whatever_comes_between() {
    for seed in 1..=3 {
        torture(seed);
    }
}
