//! Drives a real engine: Debian's fairy-stockfish, which plays shogi when it is spoken to in USI.

use komadai_core::{AnyPosition, ByColor, Color, Tolerance, Variant};
use komadai_usi::process::{EngineCommand, EngineError, EngineProcess, Limit, Timeouts};
use komadai_usi::{BestMove, Go, GoClock, OptionKind, PositionLine};
use std::time::Duration;

const ENGINE: &str = "/usr/games/fairy-stockfish";

fn start() -> EngineProcess {
    assert!(
        std::fs::exists(ENGINE).is_ok_and(|exists| exists),
        "{ENGINE} is missing; run: scripts/need fairy-stockfish"
    );
    let mut engine =
        EngineProcess::start(&EngineCommand::new(ENGINE), Timeouts::default()).expect("it starts");
    engine.new_game().expect("it is ready");
    engine
}

fn position(text: &str) -> PositionLine {
    text.parse::<PositionLine>().expect("a position command")
}

fn is_legal(best: BestMove, position: &PositionLine) -> bool {
    let resolved = position.resolve(Variant::Shogi, Tolerance::Strict);
    let position: AnyPosition = resolved.expect("legal moves").position;
    best.mv().is_some_and(|mv| position.is_legal(mv))
}

#[test]
fn the_handshake_tells_name_and_options() {
    let mut engine = start();
    assert!(engine.name().starts_with("Fairy-Stockfish"));
    assert_eq!(engine.author(), "Fabian Fichter");
    let variant = &engine.options().get("UCI_Variant").expect("declared").kind;
    let OptionKind::Combo { default, vars } = variant else {
        panic!("{variant:?}")
    };
    assert_eq!(default, "shogi");
    assert!(vars.iter().any(|var| var == "minishogi"));
    engine.set_option("Threads", Some("1")).unwrap();
    engine.set_option("hash", Some("8")).unwrap();
    let error = engine.set_option("Hash", Some("0")).unwrap_err();
    assert!(matches!(error, EngineError::Option(_)));
    engine.ready().unwrap();
    assert!(engine.quit().unwrap().success());
}

#[test]
fn searches_end_at_their_limits() {
    let mut engine = start();
    let start = position("startpos moves 7g7f 3c3d");
    let limits = [
        Limit::Nodes(2000),
        Limit::Depth(4),
        Limit::MoveTime(Duration::from_millis(30)),
        Limit::CpuTime(Duration::from_millis(30)),
        Limit::Clock(byoyomi(50), Color::Black),
    ];
    for limit in limits {
        let mut heard = 0;
        let thought = engine.go(&start, &limit, |_| heard += 1).unwrap();
        assert!(is_legal(thought.best, &start), "{limit:?} {thought:?}");
        assert!(heard > 0, "{limit:?}");
        assert!(thought.info.is_some_and(|info| !info.pv.is_empty()));
    }
}

fn byoyomi(millis: u64) -> GoClock {
    GoClock {
        time: ByColor([Some(Duration::ZERO); 2]),
        byoyomi: Some(Duration::from_millis(millis)),
        ..GoClock::default()
    }
}

#[test]
#[cfg(target_os = "linux")]
fn cpu_time_is_used_up_and_not_much_more() {
    let mut engine = start();
    let limit = Limit::CpuTime(Duration::from_millis(200));
    let thought = engine.go(&position("startpos"), &limit, |_| {}).unwrap();
    let cpu = thought.cpu.expect("Linux tells CPU times");
    let expected = Duration::from_millis(190)..Duration::from_millis(300);
    assert!(expected.contains(&cpu), "{cpu:?}");
}

#[test]
fn a_mated_side_resigns() {
    let mut engine = start();
    let mated = position("sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1");
    let thought = engine.go(&mated, &Limit::Depth(3), |_| {}).unwrap();
    assert_eq!(thought.best, BestMove::Resign);
}

#[test]
fn pondering_waits_for_the_hit_or_the_stop() {
    let mut engine = start();
    let expected = position("startpos moves 7g7f 3c3d");
    engine.ponder(&expected, byoyomi(50)).unwrap();
    assert_eq!(
        engine.poll(Duration::from_millis(150), |_| {}).unwrap(),
        None
    );
    let limit = Limit::Clock(byoyomi(50), Color::Black);
    let hit = engine.ponder_hit(&limit, |_| {}).unwrap();
    assert!(is_legal(hit.best, &expected));

    engine.ponder(&expected, byoyomi(50)).unwrap();
    let missed = engine.stop(|_| {}).unwrap();
    assert!(is_legal(missed.best, &expected));
    let real = position("startpos moves 7g7f 8c8d");
    let thought = engine.go(&real, &limit, |_| {}).unwrap();
    assert!(is_legal(thought.best, &real));
}

#[test]
fn an_infinite_search_can_be_watched_and_stopped() {
    let mut engine = start();
    let start = position("startpos");
    let go = Go {
        infinite: true,
        ..Go::default()
    };
    engine.begin(&start, &go).unwrap();
    let mut depth = 0;
    while depth < 5 {
        let answer = engine.poll(Duration::from_millis(20), |info| {
            depth = depth.max(info.depth.unwrap_or(0));
        });
        assert_eq!(answer.unwrap(), None);
    }
    let thought = engine.stop(|_| {}).unwrap();
    assert!(is_legal(thought.best, &start));
}

#[test]
fn only_moves_that_are_allowed_are_searched() {
    let mut engine = start();
    let start = position("startpos");
    let only = "9g9f".parse().unwrap();
    let go = Go {
        depth: Some(3),
        search_moves: vec![only],
        ..Go::default()
    };
    engine.begin(&start, &go).unwrap();
    let mut thought = None;
    while thought.is_none() {
        thought = engine.poll(Duration::from_secs(1), |_| {}).unwrap();
    }
    assert_eq!(thought.and_then(|thought| thought.best.mv()), Some(only));
}
