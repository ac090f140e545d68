//! The engine as a program, driven as interfaces do.

use komadai_core::{ByColor, Tolerance, Variant};
use komadai_usi::process::{EngineCommand, EngineProcess, Limit, Timeouts};
use komadai_usi::{BestMove, Checkmate, GoClock, PositionLine};
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

fn command() -> EngineCommand {
    let mut command = EngineCommand::new(env!("CARGO_BIN_EXE_komadai"));
    command.args.push("usi".into());
    command
}

fn is_legal(best: BestMove, variant: Variant, position: &PositionLine) -> bool {
    let resolved = position.resolve(variant, Tolerance::Strict);
    let position = resolved.expect("legal moves").position;
    best.mv().is_some_and(|mv| position.is_legal(mv))
}

#[test]
fn the_program_plays_for_an_interface() {
    let mut engine = EngineProcess::start(&command(), Timeouts::default()).expect("it starts");
    assert!(engine.name().starts_with("Komadai "), "{}", engine.name());
    engine.set_option("USI_Hash", Some("8")).expect("declared");
    engine.new_game().expect("it is ready");
    let position = "startpos moves 7g7f 3c3d"
        .parse::<PositionLine>()
        .expect("a position");
    for limit in [
        Limit::Depth(3),
        Limit::Nodes(500),
        Limit::MoveTime(Duration::from_millis(50)),
        Limit::CpuTime(Duration::from_millis(50)),
    ] {
        let thought = engine.go(&position, &limit, |_| ()).expect("an answer");
        let best = thought.best;
        assert!(
            is_legal(best, Variant::Shogi, &position),
            "{limit:?}: {best:?}"
        );
        assert!(thought.info.is_some(), "{limit:?}");
    }
    let clock = GoClock {
        time: ByColor([Some(Duration::ZERO); 2]),
        byoyomi: Some(Duration::from_millis(100)),
        ..GoClock::default()
    };
    engine.ponder(&position, clock).expect("it ponders");
    let limit = Limit::MoveTime(Duration::from_millis(100));
    let thought = engine.ponder_hit(&limit, |_| ()).expect("an answer");
    assert!(is_legal(thought.best, Variant::Shogi, &position));
    let mate = engine.mate(&position, Duration::from_secs(1), |_| ());
    assert_eq!(mate.expect("an answer"), Checkmate::NotImplemented);
    assert!(engine.quit().expect("it ends by itself").success());
}

#[test]
fn the_program_plays_seireigi() {
    let mut engine = EngineProcess::start(&command(), Timeouts::default()).expect("it starts");
    engine
        .set_option("USI_Variant", Some("seireigi"))
        .expect("declared");
    engine.new_game().expect("it is ready");
    let position = "sfen 4k4/9/4+G4/9/9/9/9/9/4K4 w - 2".parse::<PositionLine>();
    let position = position.expect("a position");
    let thought = engine
        .go(&position, &Limit::Depth(2), |_| ())
        .expect("an answer");
    assert!(is_legal(thought.best, Variant::Seireigi, &position));
}

#[test]
fn the_end_of_the_input_ends_the_program_after_its_answer() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_komadai"))
        .arg("usi")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut input = child.stdin.take().expect("piped");
    input
        .write_all(b"usi\nposition startpos\ngo depth 2\n")
        .expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success());
    assert_eq!(text.matches("\nbestmove ").count(), 1, "{text}");
}
