//! What a search answers: mates, repetitions, declarations, limits.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use komadai_core::{EnteringKingRule, Move, Position, Rules, Seireigi, Setup, SetupError, Shogi};
use komadai_search::{
    Control, Engine, EngineAction, GameLine, ManualStopwatch, SearchAnswer, SearchClock,
    SearchInfo, SearchLimits, SearchOptions, SearchScore,
};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

fn options() -> SearchOptions {
    SearchOptions {
        hash_mebibytes: 4,
        ..SearchOptions::default()
    }
}

fn depth(depth: u32) -> SearchLimits {
    SearchLimits {
        depth: Some(depth),
        ..SearchLimits::default()
    }
}

fn nodes(nodes: u64) -> SearchLimits {
    SearchLimits {
        nodes: Some(nodes),
        ..SearchLimits::default()
    }
}

/// A position, possibly a tsume problem without the attacker's king.
fn position<R: Rules>(sfen: &str) -> Position<R> {
    if sfen == "startpos" {
        return Position::default();
    }
    let setup: Setup = sfen.parse().unwrap();
    Position::from_setup(&setup)
        .or_else(SetupError::ignore_missing_king)
        .unwrap()
}

fn line<R: Rules>(sfen: &str, moves: &str) -> GameLine<R> {
    let mut game = GameLine::new(position(sfen));
    for mv in moves.split_whitespace() {
        game.play(mv.parse().unwrap()).unwrap();
    }
    game
}

fn search_with<R: Rules>(
    options: SearchOptions,
    game: &GameLine<R>,
    limits: &SearchLimits,
) -> SearchAnswer {
    let clock = ManualStopwatch::default();
    Engine::<R>::new(options).search(game, limits, &Control::new(), &clock, &mut |_| ())
}

fn search<R: Rules>(sfen: &str, limits: &SearchLimits) -> SearchAnswer {
    search_with(options(), &line::<R>(sfen, ""), limits)
}

fn check_mate(sfen: &str, plies: u32) {
    let answer = search::<Shogi>(sfen, &depth(plies + 4));
    assert_eq!(answer.score, SearchScore::Mate(plies), "{sfen}");
    let mut position: Position<Shogi> = position(sfen);
    for &mv in &answer.lines[0].pv {
        let _ = position.play(mv).unwrap();
    }
}

#[test]
fn mates_are_found_with_their_length() {
    check_mate("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", 1);
    check_mate("9/8k/9/8P/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1", 3);
    check_mate("3sks3/9/4S4/9/9/B8/9/9/9 b S2rb4g4n4l18p 1", 3);
}

#[test]
fn being_mated_is_told_as_well() {
    let mut game = line::<Shogi>("3sks3/9/4S4/9/9/B8/9/9/9 b S2rb4g4n4l18p 1", "");
    let EngineAction::Move(mv) = search_with(options(), &game, &depth(5)).action else {
        panic!("no move");
    };
    game.play(mv).unwrap();
    let answer = search_with(options(), &game, &depth(5));
    assert_eq!(answer.score, SearchScore::Mated(2));
}

#[test]
fn without_a_legal_move_it_resigns() {
    let answer = search::<Shogi>("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", &depth(3));
    assert_eq!(answer.action, EngineAction::Resign);
}

#[test]
fn a_losing_side_goes_for_repetition() {
    // Black is a rook down; its gold and White's king have moved to and fro.
    let game = line::<Shogi>(
        "4k4/9/9/9/9/9/9/r3G4/4K4 b - 1",
        "5h4h 5a4a 4h5h 4a5a 5h4h 5a4a 4h5h 4a5a 5h4h 5a4a 4h5h",
    );
    // White to move and far ahead: going back to 5a would be the fourth time.
    let answer = search_with(options(), &game, &depth(6));
    assert_ne!(answer.action, EngineAction::Move("4a5a".parse().unwrap()));
}

#[test]
fn perpetual_check_is_no_way_out() {
    // Black could check forever with the dragon, but the fourth time loses.
    let round = "5e4e 4a5a 4e5e 5a4a ";
    let moves = round.repeat(2) + "5e4e 4a5a";
    let game = line::<Shogi>("5k3/9/9/9/4+R4/9/9/9/K8 b r 1", &moves);
    let answer = search_with(options(), &game, &depth(5));
    assert_ne!(answer.action, EngineAction::Move("4e5e".parse().unwrap()));
}

const ENTERED: &str =
    "+R8/2+NK1+R+P+P1/+P+PPS+P4/6g+b1/7p1/3g5/3+b1g+p1+p/5p3/5k+p2 b G3S3N3L7Pl 1";

#[test]
fn a_win_by_declaration_is_declared() {
    for rule in EnteringKingRule::ALL {
        let options = SearchOptions {
            entering_king: rule,
            ..options()
        };
        let answer = search_with(options, &line::<Shogi>(ENTERED, ""), &nodes(500));
        let declared = answer.action == EngineAction::Declare;
        assert_eq!(declared, rule.declaration().is_some(), "{rule}");
    }
}

#[test]
fn a_declaration_is_seen_ahead() {
    // One rank short: the king steps into the camp, and Black declares after White's reply.
    let sfen = "+R8/2+N2+R+P+P1/+P+PPS+P4/4K4/7p1/3g5/5g+p1+p/5p3/5k+p2 b 2B2G3S3N3L7Pl 1";
    let answer = search::<Shogi>(sfen, &depth(13));
    assert!(matches!(answer.score, SearchScore::Mate(_)), "{answer:?}");
}

#[test]
fn a_try_wins_under_the_try_rule() {
    let options = SearchOptions {
        entering_king: EnteringKingRule::TryRule,
        ..options()
    };
    let game = line::<Shogi>("9/4K4/9/9/9/9/9/9/k8 b - 1", "");
    let answer = search_with(options, &game, &nodes(500));
    assert_eq!(answer.action, EngineAction::Move("5b5a".parse().unwrap()));
}

#[test]
fn after_the_last_move_it_is_a_draw() {
    let options = SearchOptions {
        max_moves: Some(1),
        ..options()
    };
    let game = line::<Shogi>("4k4/9/9/9/9/9/9/3R5/4K4 b 2G 1", "");
    let answer = search_with(options, &game, &depth(4));
    assert_eq!(answer.score, SearchScore::Centipawns(0));
}

#[test]
fn only_the_moves_asked_for_are_considered() {
    let wanted: Move = "9g9f".parse().unwrap();
    let limits = SearchLimits {
        search_moves: vec![wanted, "5e5d".parse().unwrap()],
        ..depth(5)
    };
    let answer = search::<Shogi>("startpos", &limits);
    assert_eq!(answer.action, EngineAction::Move(wanted));
}

#[test]
fn several_lines_begin_with_different_moves() {
    let options = SearchOptions {
        multi_pv: NonZeroUsize::new(5).unwrap(),
        ..options()
    };
    let answer = search_with(options, &line::<Seireigi>("startpos", ""), &depth(5));
    let mut firsts: Vec<Move> = answer.lines.iter().map(|info| info.pv[0]).collect();
    assert!(
        answer
            .lines
            .windows(2)
            .all(|pair| pair[0].score >= pair[1].score)
    );
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), 5);
}

#[test]
fn a_limit_of_nodes_is_kept() {
    for limit in [1000, 5000, 20_000] {
        let answer = search::<Shogi>("startpos", &nodes(limit));
        assert!((limit..limit + 5).contains(&answer.nodes), "{answer:?}");
    }
}

#[test]
fn one_thread_always_does_the_same() {
    let run = || {
        let answer = search::<Seireigi>("startpos", &nodes(20_000));
        (answer.action, answer.score, answer.nodes)
    };
    assert_eq!(run(), run());
}

#[test]
fn a_stopped_search_answers_at_once() {
    let control = Control::new();
    std::thread::scope(|scope| {
        let handle = scope.spawn(|| {
            let mut engine = Engine::<Shogi>::new(options());
            let game = line("startpos", "");
            let start = Instant::now();
            let limits = SearchLimits::default();
            engine.search(&game, &limits, &control, &start, &mut |_| ())
        });
        control.stop();
        let answer = handle.join().unwrap();
        assert!(matches!(answer.action, EngineAction::Move(_)));
    });
}

#[test]
fn pondering_waits_for_the_hit_and_then_for_the_clock() {
    let control = Control::new();
    let stopwatch = ManualStopwatch::default();
    let limits = SearchLimits {
        ponder: true,
        move_time: Some(Duration::from_millis(20)),
        ..SearchLimits::default()
    };
    std::thread::scope(|scope| {
        let handle = scope.spawn(|| {
            let mut engine = Engine::<Shogi>::new(options());
            let game = line("startpos", "");
            engine.search(&game, &limits, &control, &stopwatch, &mut |_| ())
        });
        stopwatch.set(Duration::from_secs(5));
        assert!(!handle.is_finished());
        control.ponder_hit();
        // The time before the hit does not count, so that the clock must go on for it to end.
        let mut elapsed = Duration::from_secs(5);
        while !handle.is_finished() {
            elapsed += Duration::from_micros(10);
            stopwatch.set(elapsed);
            std::thread::yield_now();
        }
        assert!(elapsed > Duration::from_millis(5010));
        let answer = handle.join().unwrap();
        assert!(matches!(answer.action, EngineAction::Move(_)));
    });
}

#[test]
fn the_clock_ends_a_search() {
    // The stopwatch advances with every line reported.
    let stopwatch = ManualStopwatch::default();
    let clock = SearchClock {
        byoyomi: Duration::from_millis(100),
        ..SearchClock::default()
    };
    let limits = SearchLimits {
        clock: Some(clock),
        ..SearchLimits::default()
    };
    let mut engine = Engine::<Shogi>::new(options());
    let mut last = 0;
    let mut report = |info: &SearchInfo| {
        last = info.depth;
        stopwatch.set(Duration::from_millis(u64::from(info.depth) * 20));
    };
    let game = line("startpos", "");
    let answer = engine.search(&game, &limits, &Control::new(), &stopwatch, &mut report);
    assert_eq!((answer.depth, last), (5, 5));
}

#[test]
fn two_threads_answer_with_a_legal_move() {
    let options = SearchOptions {
        threads: NonZeroUsize::new(2).unwrap(),
        ..options()
    };
    let game = line::<Shogi>("startpos", "7g7f 3c3d");
    let answer = search_with(options, &game, &nodes(30_000));
    let EngineAction::Move(mv) = answer.action else {
        panic!("{answer:?}");
    };
    assert!(game.position().is_legal(mv));
}

/// A table of one cluster, so that nearly every look-up meets a stranger; all moves stay legal.
fn crowded<R: Rules>() {
    let options = SearchOptions {
        hash_mebibytes: 0,
        max_moves: Some(120),
        ..options()
    };
    let mut engine = Engine::<R>::new(options);
    let mut game = GameLine::new(Position::<R>::default());
    for _ in 0..120 {
        let clock = ManualStopwatch::default();
        match engine
            .search(&game, &nodes(300), &Control::new(), &clock, &mut |_| ())
            .action
        {
            EngineAction::Move(mv) => game.play(mv).unwrap(),
            EngineAction::Declare => return,
            EngineAction::Resign => return assert!(!game.position().has_legal_move()),
        }
    }
}

#[test]
fn games_are_legal_even_with_a_tiny_table() {
    crowded::<Shogi>();
    crowded::<Seireigi>();
}
