//! Engines that misbehave, each a real process: a shell that speaks as much USI as it takes.

#![cfg(unix)]

use komadai_usi::process::{Doing, EngineCommand, EngineError, EngineProcess, Limit, Timeouts};
use komadai_usi::{BestMove, PositionLine};
use std::time::{Duration, Instant};

const SHORT: Duration = Duration::from_millis(200);

/// Long enough for a shell on a busy machine where an answer is expected.
const PATIENT: Timeouts = Timeouts {
    handshake: Duration::from_secs(20),
    ready: Duration::from_secs(20),
    search: Duration::from_secs(20),
    grace: Duration::from_secs(20),
    stop: Duration::from_secs(20),
    quit: Duration::from_secs(20),
};

/// An engine that does `on_go` when it is told to go, and `on_stop` when it is told to stop.
fn script(on_go: &str, on_stop: &str) -> EngineCommand {
    let program = format!(
        "while read -r word rest; do case $word in
            usi) echo id name Shell; echo id author sh; echo option name Skill type spin default 1 min 0 max 9; echo usiok;;
            isready) echo readyok;;
            setoption) echo info string set $rest; echo \"$rest\" >&2;;
            go) {on_go} ;;
            stop) {on_stop} ;;
            quit) exit 0;;
        esac; done"
    );
    shell(&program)
}

fn shell(program: &str) -> EngineCommand {
    EngineCommand {
        args: vec!["-c".into(), program.into()],
        ..EngineCommand::new("sh")
    }
}

fn start(on_go: &str, on_stop: &str, timeouts: Timeouts) -> EngineProcess {
    let mut engine =
        EngineProcess::start(&script(on_go, on_stop), timeouts).expect("the shell starts");
    engine.new_game().expect("the shell is ready");
    engine
}

fn go(engine: &mut EngineProcess) -> Result<BestMove, EngineError> {
    let limit = Limit::MoveTime(Duration::from_millis(10));
    let thought = engine.go(&PositionLine::default(), &limit, |_| {})?;
    Ok(thought.best)
}

fn resigns(engine: &mut EngineProcess) {
    assert_eq!(go(engine).expect("an answer"), BestMove::Resign);
}

#[test]
fn a_well_behaved_engine_plays() {
    let mut engine = start("echo bestmove 7g7f ponder 3c3d", ":", PATIENT);
    assert_eq!((engine.name(), engine.author()), ("Shell", "sh"));
    let best = go(&mut engine).unwrap();
    assert_eq!(best.mv(), Some("7g7f".parse().unwrap()));
    assert!(engine.quit().unwrap().success());
}

#[test]
fn a_program_that_does_not_exist_is_named() {
    let error = EngineProcess::start(&EngineCommand::new("/no/such/engine"), PATIENT).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("cannot start /no/such/engine: ")
    );
}

#[test]
fn a_program_that_ends_at_once_is_told_with_its_last_words() {
    let error = EngineProcess::start(&shell("echo no licence >&2; exit 3"), PATIENT).unwrap_err();
    let EngineError::Exited {
        doing,
        status,
        tail,
    } = error
    else {
        panic!("{error}")
    };
    assert_eq!(doing, Doing::Handshake);
    assert_eq!(status.and_then(|status| status.code()), Some(3));
    assert_eq!(tail.stderr, ["no licence"]);
}

#[test]
fn a_program_that_never_answers_the_handshake_hangs() {
    let timeouts = Timeouts {
        handshake: SHORT,
        ..PATIENT
    };
    let error =
        EngineProcess::start(&shell("while read -r line; do :; done"), timeouts).unwrap_err();
    let message = "the engine did not answer during the handshake for 200 ms";
    assert_eq!(error.to_string(), message);
}

#[test]
fn a_program_that_reads_nothing_hangs_and_blocks_nobody() {
    let timeouts = Timeouts {
        stop: SHORT,
        grace: SHORT,
        ..PATIENT
    };
    let deaf = "read -r usi; echo usiok; read -r ready; echo readyok; exec tail -f /dev/null";
    let mut engine = EngineProcess::start(&shell(deaf), timeouts).unwrap();
    engine.ready().unwrap();
    // More than any pipe holds.
    let mv = "7g7f".parse().unwrap();
    let position = PositionLine::startpos(vec![mv; 1_000_000]);
    let begin = Instant::now();
    let error = engine
        .go(&position, &Limit::MoveTime(SHORT), |_| {})
        .unwrap_err();
    assert!(
        matches!(
            error,
            EngineError::Hung {
                doing: Doing::Stopping,
                ..
            }
        ),
        "{error}"
    );
    assert!(begin.elapsed() < Duration::from_secs(15));
}

#[test]
fn a_crash_while_thinking_is_told_with_its_last_words() {
    let mut engine = start(
        "echo info string oh; echo boom >&2; kill -SEGV $$",
        ":",
        PATIENT,
    );
    let error = go(&mut engine).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("the engine exited while thinking (signal: 11"),
        "{error}"
    );
    let tail = error.tail().unwrap();
    assert_eq!(tail.stdout.last().unwrap(), "info string oh");
    assert!(tail.to_string().ends_with("\n  stderr: boom"), "{tail}");
    // It is gone, and says so.
    assert!(matches!(
        go(&mut engine),
        Err(EngineError::Misuse("the engine is gone"))
    ));
}

#[test]
fn an_engine_that_closes_its_output_is_killed() {
    let mut engine = start("exec >&-", ":", PATIENT);
    let error = go(&mut engine).unwrap_err();
    assert!(
        matches!(error, EngineError::Exited { status: None, .. }),
        "{error}"
    );
}

#[test]
fn an_engine_that_overruns_is_stopped() {
    let timeouts = Timeouts {
        grace: SHORT,
        ..PATIENT
    };
    let mut engine = start(":", "echo bestmove resign", timeouts);
    let limit = Limit::MoveTime(Duration::from_millis(10));
    let thought = engine.go(&PositionLine::default(), &limit, |_| {}).unwrap();
    assert_eq!(thought.best, BestMove::Resign);
    assert!(
        thought.wall >= Duration::from_millis(210),
        "{:?}",
        thought.wall
    );
}

#[test]
fn an_engine_that_does_not_stop_hangs() {
    let timeouts = Timeouts {
        grace: SHORT,
        stop: SHORT,
        ..PATIENT
    };
    let mut engine = start(":", ":", timeouts);
    let error = go(&mut engine).unwrap_err();
    assert!(
        matches!(
            error,
            EngineError::Hung {
                doing: Doing::Stopping,
                ..
            }
        ),
        "{error}"
    );
}

#[test]
fn an_engine_that_sleeps_uses_no_cpu_time_and_is_stopped_by_the_clock() {
    let timeouts = Timeouts {
        search: SHORT,
        ..PATIENT
    };
    let mut engine = start(":", "echo bestmove resign", timeouts);
    let limit = Limit::CpuTime(Duration::from_secs(100));
    let thought = engine.go(&PositionLine::default(), &limit, |_| {}).unwrap();
    assert!(thought.wall >= SHORT && thought.wall < Duration::from_secs(15));
}

#[test]
fn a_late_answer_does_not_answer_the_next_question() {
    let mut engine = start(
        "echo bestmove win; echo bestmove none; echo bestmove none",
        ":",
        PATIENT,
    );
    assert_eq!(go(&mut engine).unwrap(), BestMove::Win);
    engine.ready().unwrap();
    assert_eq!(go(&mut engine).unwrap(), BestMove::Win);
}

#[test]
fn garbage_is_ignored() {
    let garbage =
        "head -c 20000 /dev/urandom; echo; echo info depth x; echo usiok; echo bestmove resign";
    resigns(&mut start(garbage, ":", PATIENT));
}

#[test]
fn megabytes_in_one_line_and_floods_of_lines_are_survived() {
    let long = "head -c 3000000 /dev/zero | tr '\\0' x; echo; echo bestmove resign";
    resigns(&mut start(long, ":", PATIENT));
    let flood = "yes info depth 3 score cp 1 pv 7g7f | head -n 20000; \
        yes oops | head -n 50000 >&2; echo bestmove resign";
    let mut engine = start(flood, ":", PATIENT);
    let mut heard = 0;
    let limit = Limit::Nodes(1);
    let thought = engine
        .go(&PositionLine::default(), &limit, |_| heard += 1)
        .unwrap();
    assert_eq!((thought.best, heard), (BestMove::Resign, 20_000));
    assert_eq!(thought.info.unwrap().depth, Some(3));
}

#[test]
fn an_answer_that_is_no_move_is_an_error_and_the_engine_lives() {
    let mut engine = start("echo bestmove e2e4", ":", PATIENT);
    let error = go(&mut engine).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("the engine answered \"bestmove e2e4\": column 10")
    );
    assert!(matches!(go(&mut engine), Err(EngineError::Answer { .. })));
}

#[test]
fn only_declared_and_reserved_options_are_sent() {
    let mut engine = start("exit 1", ":", PATIENT);
    engine.set_option("skill", Some("9")).unwrap();
    engine.set_option("USI_Hash", Some("64")).unwrap();
    let undeclared = engine.set_option("Threads", Some("1")).unwrap_err();
    assert_eq!(undeclared.to_string(), "no such option: \"Threads\"");
    assert!(matches!(
        engine.set_option("Skill", Some("10")),
        Err(EngineError::Option(_))
    ));
    // The shell repeats on its error output what it is told to set.
    let error = go(&mut engine).unwrap_err();
    let told = ["name Skill value 9", "name USI_Hash value 64"];
    assert_eq!(error.tail().unwrap().stderr, told);
}

#[test]
fn times_beyond_all_clocks_are_borne() {
    let mut engine = start("echo bestmove resign", ":", PATIENT);
    let position = PositionLine::default();
    let limit = Limit::MoveTime(Duration::MAX);
    let thought = engine.go(&position, &limit, |_| {}).unwrap();
    assert_eq!(thought.best, BestMove::Resign);
    engine.begin(&position, &Default::default()).unwrap();
    assert!(engine.poll(Duration::MAX, |_| {}).unwrap().is_some());
}

#[test]
fn one_search_at_a_time() {
    let mut engine = start(":", "echo bestmove resign", PATIENT);
    let position = PositionLine::default();
    engine.begin(&position, &Default::default()).unwrap();
    let busy = engine.begin(&position, &Default::default()).unwrap_err();
    assert_eq!(busy.to_string(), "the engine is thinking");
    assert!(engine.ready().is_err());
    assert_eq!(engine.poll(Duration::from_millis(1), |_| {}).unwrap(), None);
    assert_eq!(engine.stop(|_| {}).unwrap().best, BestMove::Resign);
    let idle = engine.stop(|_| {}).unwrap_err();
    assert_eq!(idle.to_string(), "the engine is not thinking");
}

#[test]
#[cfg(target_os = "linux")]
fn dropping_an_engine_ends_its_process() {
    let program = "echo id name $$; echo usiok; while :; do :; done";
    let engine = EngineProcess::start(&shell(program), PATIENT).unwrap();
    let folder = format!("/proc/{}", engine.name());
    assert!(std::fs::exists(&folder).unwrap());
    drop(engine);
    assert!(!std::fs::exists(&folder).unwrap());
}

#[test]
fn an_engine_that_does_not_quit_is_killed() {
    let timeouts = Timeouts {
        quit: SHORT,
        ..PATIENT
    };
    let stubborn = shell("echo usiok; while read -r line; do :; done; while :; do read -r x; done");
    let engine = EngineProcess::start(&stubborn, timeouts).unwrap();
    assert_eq!(engine.quit(), None);
}
