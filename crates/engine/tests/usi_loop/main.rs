//! The engine as interfaces meet it, line by line.

mod desk;
mod torture;

use desk::Desk;
use komadai_core::{Move, Tolerance, Variant};
use komadai_usi::{BestMove, PositionLine};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Long enough for a search to say more, if it would.
const A_WHILE: Duration = Duration::from_millis(200);
const GOLD: &str = "sfen 4k4/9/9/4G4/9/9/9/9/4K4 b - 1";
const MATE_IN_ONE: &str = "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1";

fn is_legal(best: BestMove, variant: Variant, position: &str) -> bool {
    let command = position.parse::<PositionLine>().expect("a position");
    let resolved = command.resolve(variant, Tolerance::Strict).expect("legal");
    best.mv().is_some_and(|mv| resolved.position.is_legal(mv))
}

fn mv(text: &str) -> Move {
    text.parse().expect("a move")
}

fn is_error(line: &str) -> bool {
    line.starts_with("info string error: ")
}

#[test]
fn the_handshake_lists_the_options() {
    let mut desk = Desk::new();
    desk.tell("usi");
    let lines = desk.until("usiok");
    assert!(lines[0].starts_with("id name Komadai "), "{lines:?}");
    assert!(lines[1].starts_with("id author "), "{lines:?}");
    for name in [
        "USI_Hash type spin",
        "USI_Ponder type check",
        "USI_Variant type combo default shogi var shogi var seireigi",
        "Threads type spin default 1 min 1",
        "MultiPV type spin default 1 min 1",
        "EnteringKingRule type combo default CSARule27",
        "MaxMovesToDraw type spin default 0",
        "Level type spin default 20 min 1 max 20",
        "NetworkDelay type spin",
        "ResignValue type spin",
        "Seed type spin",
        "EvalFile type filename default <built-in>",
    ] {
        let start = format!("option name {name}");
        assert!(
            lines.iter().any(|line| line.starts_with(&start)),
            "{name}: {lines:#?}"
        );
    }
    assert_eq!(desk.sync(), Vec::<String>::new());
    desk.tell("quit");
    assert_eq!(desk.close(), Vec::<String>::new());
}

#[test]
fn a_search_to_a_depth_gives_one_legal_answer() {
    let mut desk = Desk::ready();
    for position in ["startpos", "startpos moves 7g7f 3c3d 8h2b+"] {
        desk.tell(&format!("position {position}"));
        let (infos, best) = desk.go("go depth 4");
        assert!(is_legal(best, Variant::Shogi, position), "{best:?}");
        let deepest = infos.last().expect("news");
        assert_eq!(deepest.depth, Some(4));
        assert_eq!(deepest.pv.first().copied(), best.mv());
        assert!(deepest.score.is_some() && deepest.nodes > Some(0));
        assert_eq!(desk.sync(), Vec::<String>::new());
    }
}

#[test]
fn nodes_times_and_clocks_end_searches() {
    let mut desk = Desk::ready();
    for go in [
        "go nodes 300",
        "go movetime 50",
        "go btime 1000 wtime 1000 byoyomi 100",
        "go btime 1000 wtime 1000 binc 10 winc 10",
        "go btime 0 wtime 0",
        "go rtime 50",
    ] {
        let (_, best) = desk.go(go);
        assert!(is_legal(best, Variant::Shogi, "startpos"), "{go}: {best:?}");
    }
}

#[test]
fn an_infinite_search_answers_when_it_is_stopped() {
    let mut desk = Desk::ready();
    // The second is over long before it is stopped.
    for (position, go) in [
        ("startpos", "go infinite"),
        (MATE_IN_ONE, "go infinite"),
        ("startpos", "go infinite depth 1"),
    ] {
        desk.tell(&format!("position {position}"));
        desk.tell(go);
        desk.gives_no_answer_for(A_WHILE);
        // It was not pondering: this changes nothing.
        desk.tell("ponderhit");
        desk.gives_no_answer_for(A_WHILE);
        desk.tell("stop");
        let (_, best) = desk.answer();
        assert!(is_legal(best, Variant::Shogi, position), "{best:?}");
        assert_eq!(desk.sync(), Vec::<String>::new());
    }
}

const PONDERED: &str = "startpos moves 7g7f 3c3d";

fn ponder(desk: &mut Desk, go: &str) {
    desk.tell(&format!("position {PONDERED}"));
    desk.tell(go);
}

/// Ends the pondering, and takes the time until a legal move is answered.
fn time_to_answer(desk: &mut Desk, end: &str) -> Duration {
    let began = Instant::now();
    desk.tell(end);
    let (_, best) = desk.answer();
    assert!(is_legal(best, Variant::Shogi, PONDERED), "{end}: {best:?}");
    began.elapsed()
}

#[test]
fn pondering_answers_after_ponderhit_or_stop() {
    let mut desk = Desk::ready();
    for end in ["ponderhit", "stop", "gameover win"] {
        ponder(&mut desk, "go ponder btime 0 wtime 0 byoyomi 100");
        desk.gives_no_answer_for(A_WHILE);
        time_to_answer(&mut desk, end);
        assert_eq!(desk.sync(), Vec::<String>::new());
    }
}

#[test]
fn clocks_that_come_with_ponderhit_count() {
    let mut desk = Desk::ready();
    // Half an hour was on the clock, of which little is left.
    ponder(
        &mut desk,
        "go ponder btime 1800000 wtime 1800000 byoyomi 60000",
    );
    desk.gives_no_answer_for(A_WHILE);
    let took = time_to_answer(&mut desk, "ponderhit btime 0 wtime 0 byoyomi 100");
    assert!(took < Duration::from_secs(15), "{took:?}");
    // Hardly anything was left, and more is.
    ponder(&mut desk, "go ponder btime 0 wtime 0 byoyomi 20");
    desk.gives_no_answer_for(A_WHILE);
    let took = time_to_answer(&mut desk, "ponderhit btime 0 wtime 0 byoyomi 900");
    assert!(took > Duration::from_millis(500), "{took:?}");
    // The search that follows can be stopped.
    ponder(&mut desk, "go ponder btime 0 wtime 0 byoyomi 20");
    desk.tell("ponderhit btime 0 wtime 0 byoyomi 100000");
    desk.gives_no_answer_for(A_WHILE);
    let took = time_to_answer(&mut desk, "stop");
    assert!(took < Duration::from_secs(15), "{took:?}");
    assert_eq!(desk.sync(), Vec::<String>::new());
}

#[test]
fn a_search_for_mate_is_not_implemented() {
    let mut desk = Desk::ready();
    desk.tell("go mate 1000");
    assert_eq!(desk.next(), "checkmate notimplemented");
    assert_eq!(desk.sync(), Vec::<String>::new());
}

#[test]
fn mate_in_one_is_found_and_scored() {
    let mut desk = Desk::ready();
    desk.tell(&format!("position {MATE_IN_ONE}"));
    let (infos, best) = desk.go("go depth 3");
    assert_eq!(best.mv(), Some(mv("G*5b")));
    let score = infos.last().and_then(|info| info.score).expect("a score").0;
    assert_eq!(score, komadai_usi::UsiScore::MateIn(Some(1)));
}

#[test]
fn several_lines_begin_with_different_moves() {
    let mut desk = Desk::ready();
    desk.tell("setoption name MultiPV value 3");
    let (infos, best) = desk.go("go depth 3");
    let last: Vec<_> = infos.iter().filter(|info| info.depth == Some(3)).collect();
    let firsts: BTreeSet<String> = last.iter().map(|info| info.pv[0].to_string()).collect();
    let numbers: Vec<_> = last.iter().map(|info| info.multipv).collect();
    assert_eq!(numbers, [Some(1), Some(2), Some(3)]);
    assert_eq!(firsts.len(), 3, "{firsts:?}");
    assert_eq!(last[0].pv.first().copied(), best.mv());
}

#[test]
fn searchmoves_restrict_the_answer() {
    let mut desk = Desk::ready();
    for only in ["9g9f", "1g1f"] {
        let (_, best) = desk.go(&format!("go depth 2 searchmoves {only}"));
        assert_eq!(best.mv(), Some(mv(only)));
    }
}

#[test]
fn weak_levels_play_legal_moves_and_a_seed_repeats_them() {
    let answers = |seed: u32| {
        let mut desk = Desk::ready();
        desk.tell("setoption name Level value 1");
        desk.tell(&format!("setoption name Seed value {seed}"));
        let mut position = "startpos moves 7g7f".to_owned();
        for _ in 0..6 {
            desk.tell(&format!("position {position}"));
            let (_, best) = desk.go("go btime 60000 wtime 60000");
            assert!(is_legal(best, Variant::Shogi, &position), "{best:?}");
            let answer = best.mv().expect("a move").to_string();
            position.push_str(&format!(" {answer}"));
        }
        position
    };
    assert_eq!(answers(7), answers(7));
    let games: BTreeSet<String> = (1..=4).map(answers).collect();
    assert!(games.len() > 1, "{games:?}");
}

#[test]
fn a_net_is_read_from_a_file_and_a_wrong_one_is_reported() {
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/nets/shogi.net");
    let mut desk = Desk::ready();
    let (_, built_in) = desk.go("go nodes 2000");
    desk.tell(&format!("setoption name EvalFile value {shipped}"));
    assert_eq!(desk.sync(), Vec::<String>::new());
    let (_, from_file) = desk.go("go nodes 2000");
    assert_eq!(built_in, from_file);

    // Each is reported once, and the engine goes on with what it has.
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    for wrong in ["no/such.net", manifest] {
        desk.tell(&format!("setoption name EvalFile value {wrong}"));
        let told = desk.sync();
        assert!(told.len() == 1 && is_error(&told[0]), "{wrong}: {told:?}");
        assert_eq!(desk.sync(), Vec::<String>::new());
        let (_, best) = desk.go("go nodes 200");
        assert!(is_legal(best, Variant::Shogi, "startpos"), "{best:?}");
    }

    // A net of the other game is none of this one.
    desk.tell(&format!("setoption name EvalFile value {shipped}"));
    desk.tell("setoption name USI_Variant value seireigi");
    let told = desk.sync();
    assert!(told.len() == 1 && is_error(&told[0]), "{told:?}");
}

#[test]
fn seireigi_is_played_by_its_own_rules() {
    let mut desk = Desk::ready();
    let promoted = "sfen 4k4/9/4+G4/9/9/9/9/9/4K4 w - 2";
    desk.tell(&format!("position {promoted}"));
    assert!(is_error(&desk.next()));
    desk.tell("setoption name USI_Variant value seireigi");
    desk.tell(&format!("position {promoted}"));
    let (_, best) = desk.go("go depth 3");
    assert!(is_legal(best, Variant::Seireigi, promoted), "{best:?}");
    desk.tell(&format!("position {GOLD}"));
    let (_, best) = desk.go("go depth 2 searchmoves 5d5c+");
    assert_eq!(best.mv(), Some(mv("5d5c+")));
    // The same promotion is none in shogi.
    desk.tell("setoption name USI_Variant value shogi");
    desk.tell(&format!("position {GOLD} moves 5d5c+"));
    assert!(is_error(&desk.next()));
}

#[test]
fn a_position_of_the_other_variant_is_resigned_not_searched() {
    let mut desk = Desk::ready();
    desk.tell("setoption name USI_Variant value seireigi");
    desk.tell(&format!("position {GOLD} moves 5d5c+"));
    desk.tell("setoption name USI_Variant value shogi");
    desk.tell("go depth 1");
    assert!(is_error(&desk.next()));
    assert_eq!(desk.next(), "bestmove resign");
    assert_eq!(desk.sync(), Vec::<String>::new());
}

#[test]
fn an_entering_king_is_declared_where_the_rule_says_so() {
    let entered =
        "sfen +R8/2+NK1+R+P+P1/+P+PPS+P4/6g+b1/7p1/3g5/3+b1g+p1+p/5p3/5k+p2 b G3S3N3L7Pl 1";
    let mut desk = Desk::ready();
    desk.tell(&format!("position {entered}"));
    assert_eq!(desk.go("go depth 2").1, BestMove::Win);
    desk.tell("setoption name EnteringKingRule value NoEnteringKing");
    assert!(is_legal(desk.go("go depth 2").1, Variant::Shogi, entered));
}

#[test]
fn a_mated_side_resigns() {
    let mut desk = Desk::ready();
    desk.tell(&format!("position {MATE_IN_ONE} moves G*5b"));
    assert_eq!(desk.go("go depth 2").1, BestMove::Resign);
}

#[test]
fn a_lost_game_is_resigned_at_the_value_that_is_set() {
    let lost = "sfen 4k4/9/9/9/9/9/9/9/4K4 w RB2G 1";
    let mut desk = Desk::ready();
    desk.tell(&format!("position {lost}"));
    assert!(is_legal(desk.go("go depth 2").1, Variant::Shogi, lost));
    desk.tell("setoption name ResignValue value 500");
    assert_eq!(desk.go("go depth 2").1, BestMove::Resign);
}

#[test]
fn bad_lines_are_told_and_change_nothing() {
    let mut desk = Desk::ready();
    desk.tell("position startpos moves 7g7f");
    desk.tell("d");
    let before = desk.next();
    for line in [
        "position",
        "position sfen",
        "position sfen nonsense b - 1",
        "position startpos moves 7g7e",
        "position startpos moves 7g7f 7f7e",
        "position sfen 9/9/9/9/9/9/9/9/9 x - 1",
        "go depth many",
        "go nodes -1",
        "setoption",
        "setoption name NoSuchThing value 1",
        "setoption name Threads value 0",
        "setoption name Threads value x",
        "setoption name Level value 21",
        "setoption name USI_Variant value chess",
        "gameover maybe",
    ] {
        desk.tell(line);
        let answer = desk.next();
        assert!(is_error(&answer), "{line}: {answer}");
    }
    for line in ["", "   ", "hello", "stop", "ponderhit", "gameover lose"] {
        desk.tell(line);
    }
    desk.tell_bytes(b"\xff\xfe\x00 go\r\n");
    desk.tell("d");
    assert_eq!(desk.next(), before);
    assert_eq!(desk.sync(), Vec::<String>::new());
}

#[test]
fn lines_may_end_as_they_do_on_windows() {
    let mut desk = Desk::ready();
    desk.tell_bytes(b"position startpos moves 7g7f\r\ngo depth 1\r\n");
    let (_, best) = desk.answer();
    assert!(
        is_legal(best, Variant::Shogi, "startpos moves 7g7f"),
        "{best:?}"
    );
}

#[test]
fn a_second_go_gives_a_second_answer() {
    let mut desk = Desk::ready();
    desk.tell("go infinite");
    desk.tell("position startpos moves 7g7f");
    let (_, second) = {
        desk.tell("go depth 2");
        let (_, first) = desk.answer();
        assert!(is_legal(first, Variant::Shogi, "startpos"), "{first:?}");
        desk.answer()
    };
    assert!(is_legal(second, Variant::Shogi, "startpos moves 7g7f"));
    assert_eq!(desk.sync(), Vec::<String>::new());
}

#[test]
fn options_set_during_a_search_hold_for_the_next() {
    let mut desk = Desk::ready();
    desk.tell("go infinite");
    for line in [
        "setoption name MultiPV value 2",
        "setoption name USI_Hash value 2",
        "setoption name Threads value 2",
    ] {
        desk.tell(line);
    }
    desk.tell("stop");
    let (infos, _) = desk.answer();
    assert!(infos.iter().all(|info| info.multipv.unwrap_or(1) == 1));
    let (infos, _) = desk.go("go depth 2");
    assert!(infos.iter().any(|info| info.multipv == Some(2)));
}

#[test]
fn the_end_of_the_input_waits_for_a_search_that_ends() {
    for go in ["go depth 4", "go nodes 2000", "go movetime 300"] {
        let mut desk = Desk::ready();
        desk.tell(go);
        let lines = desk.close();
        let answers = lines.iter().filter(|line| line.starts_with("bestmove "));
        assert_eq!(answers.count(), 1, "{lines:?}");
        if go == "go depth 4" {
            assert!(lines.iter().any(|line| line.starts_with("info depth 4 ")));
        }
    }
}

#[test]
fn the_end_of_the_input_and_quit_stop_searches_without_end() {
    for go in ["go infinite", "go", "go ponder btime 1000 wtime 1000"] {
        for end in [None, Some("quit")] {
            let mut desk = Desk::ready();
            desk.tell(go);
            if let Some(line) = end {
                desk.tell(line);
            }
            let lines = desk.close();
            let answers = lines.iter().filter(|line| line.starts_with("bestmove "));
            assert_eq!(answers.count(), 1, "{go} {end:?}: {lines:?}");
        }
    }
}
