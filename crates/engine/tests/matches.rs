//! Matches between real processes: Debian's fairy-stockfish, and shells that lose on purpose.

#![cfg(unix)]

use komadai_core::{Color, Variant};
use komadai_engine::matches::{
    Contestant, Declaring, GameReport, IfMissing, MatchConfig, MatchError, MatchPace, MatchReason,
    MatchResult, Observer, OptionWish, Pairings, Sprt, SprtDecision, SprtState, Standings,
    parse_clock, parse_openings, run, save_record,
};
use komadai_game::Cause;
use komadai_kifu::record::Termination;
use komadai_kifu::{Format, ReadOptions, read};
use komadai_usi::process::{EngineCommand, Timeouts};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

const FAIRY: &str = "/usr/games/fairy-stockfish";
const OPENINGS: &str = "7g7f 3c3d 2g2f 8c8d\n2g2f 8c8d 2f2e 8d8e\n";

fn fairy(name: &str) -> Contestant {
    assert!(
        std::fs::exists(FAIRY).is_ok_and(|exists| exists),
        "{FAIRY} is missing; run: scripts/need fairy-stockfish"
    );
    contestant(name, EngineCommand::new(FAIRY))
}

fn contestant(name: &str, command: EngineCommand) -> Contestant {
    Contestant {
        name: name.to_owned(),
        command,
        options: Vec::new(),
    }
}

/// An engine that does this when it is told to go; `$moves` are the words of the position.
fn shell(name: &str, on_go: &str) -> Contestant {
    let program = format!(
        "while read -r word rest; do case $word in
            usi) echo id name Shell; echo usiok;;
            isready) echo readyok;;
            position) moves=$rest;;
            go) {on_go} ;;
            quit) exit 0;;
        esac; done"
    );
    let command = EngineCommand {
        args: vec!["-c".into(), program.into()],
        ..EngineCommand::new("sh")
    };
    contestant(name, command)
}

/// Keeps everything that it sees.
#[derive(Default)]
struct Keeper {
    /// Calls the match off after so many games.
    enough: Option<usize>,
    reports: Vec<GameReport>,
    warnings: Vec<String>,
}

impl Observer for Keeper {
    fn game(
        &mut self,
        report: &GameReport,
        _: &Standings,
        _: Option<&SprtState>,
    ) -> ControlFlow<()> {
        self.reports.push(report.clone());
        match self.enough == Some(self.reports.len()) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn warning(&mut self, text: &str) {
        self.warnings.push(text.to_owned());
    }
}

fn config(contestants: Vec<Contestant>, games: u32) -> MatchConfig {
    let mut config = MatchConfig::new(contestants, MatchPace::Nodes(200));
    config.games = games;
    config.openings = parse_openings(OPENINGS, Variant::Shogi).expect("legal openings");
    config.timeouts = Timeouts {
        handshake: Duration::from_secs(20),
        ready: Duration::from_secs(20),
        ..Timeouts::default()
    };
    config
}

fn watch(config: &MatchConfig) -> (MatchResult, Keeper) {
    let mut keeper = Keeper::default();
    let result = run(config, &mut keeper).expect("the match is played");
    (result, keeper)
}

/// The reason why the first game ends in which the first engine, Black, does this.
fn first_reason(on_go: &str, change: impl Fn(&mut MatchConfig)) -> MatchReason {
    let mut config = config(
        vec![shell("a", on_go), shell("b", "echo bestmove resign")],
        1,
    );
    change(&mut config);
    let (_, keeper) = watch(&config);
    let ruling = keeper.reports[0].played.ruling.clone();
    match ruling.reason.is_failure() {
        true => assert_eq!(ruling.winner, Some(Color::White)),
        false => assert_eq!(ruling.winner, Some(Color::Black)),
    }
    ruling.reason
}

#[test]
fn fairy_stockfish_plays_itself_and_the_records_can_be_read_again() {
    let mut config = config(vec![fairy("one"), fairy("two")], 4);
    config.concurrency = NonZeroUsize::new(2).unwrap();
    let (result, keeper) = watch(&config);
    let total = result.standings.total(0);
    assert_eq!((total.games(), keeper.reports.len()), (4, 4));
    assert_eq!(total.pairs.iter().sum::<u32>(), 2);
    assert_eq!(result.standings.failures, [0, 0]);
    for report in &keeper.reports {
        assert!(!report.played.ruling.reason.is_failure());
        let saved = save_record(&report.record).unwrap();
        assert_eq!(saved.format, Format::Csa);
        let reading = read(&saved.bytes, &ReadOptions::default()).unwrap();
        assert_eq!(reading.warnings, []);
        let [again] = &reading.records[..] else {
            panic!("one game a file")
        };
        assert_eq!(*again, report.record);
        assert_eq!(again.winner(), report.played.ruling.winner);
        assert_eq!(again.illegal_ply(), None);
        let black = &config.contestants[report.players[Color::Black]].name;
        assert_eq!(again.player(Color::Black), Some(black.as_str()));
        // The opening has no times, the engines' moves have, and thoughts beside them.
        let nodes: Vec<_> = again.main_line().collect();
        assert!(nodes[0].0.time().is_unknown());
        assert!(nodes[4].0.time().spent.is_some());
        assert_eq!(nodes[4].0.annotations().len(), 1);
    }
}

#[test]
fn colours_change_and_openings_follow_each_other() {
    let config = config(
        vec![
            shell("a", "echo bestmove resign"),
            shell("b", "echo bestmove resign"),
        ],
        6,
    );
    let (result, keeper) = watch(&config);
    let seen: Vec<_> = keeper
        .reports
        .iter()
        .map(|one| (one.number, one.opening, one.players.0))
        .collect();
    assert_eq!(
        seen,
        [
            (0, 0, [0, 1]),
            (1, 0, [1, 0]),
            (2, 1, [0, 1]),
            (3, 1, [1, 0]),
            (4, 0, [0, 1]),
            (5, 0, [1, 0])
        ]
    );
    // Whoever is to move resigns at once: one win each in every pair.
    let total = result.standings.total(0);
    assert_eq!(
        (total.wins, total.losses, total.pairs),
        (3, 3, [0, 0, 3, 0, 0])
    );
    assert_eq!(total.to_string(), "3 0 3 elo 0.0 ± 254.6");
}

#[test]
fn an_engine_that_fails_loses_the_game_and_is_started_again() {
    let config = config(
        vec![fairy("fairy"), shell("crash", "echo oops >&2; exit 7")],
        4,
    );
    let (result, keeper) = watch(&config);
    assert_eq!(result.standings.total(0).wins, 4);
    assert_eq!(result.standings.failures, [0, 4]);
    for report in &keeper.reports {
        let MatchReason::Crash(text) = &report.played.ruling.reason else {
            panic!("{:?}", report.played.ruling)
        };
        assert!(
            text.starts_with("the engine exited while thinking (exit status: 7)"),
            "{text}"
        );
        assert!(text.ends_with("stderr: oops"), "{text}");
        let saved = save_record(&report.record).unwrap();
        let again = read(&saved.bytes, &ReadOptions::default()).unwrap();
        let ending = again.records[0].ending().unwrap();
        assert_eq!(ending.termination, Termination::IllegalMove);
        assert_eq!(ending.winner, report.played.ruling.winner);
    }
}

#[test]
fn each_way_to_fail_is_told_apart() {
    let same = |_: &mut MatchConfig| {};
    let illegal = first_reason("echo bestmove 5i5a", same);
    assert_eq!(illegal.word(), "illegal-move");
    assert_eq!(
        first_reason("echo bestmove e2e4", same).word(),
        "bad-answer"
    );
    assert_eq!(
        first_reason("echo bestmove none", same).word(),
        "bad-answer"
    );
    assert_eq!(
        first_reason("echo bestmove win", same).word(),
        "wrong-declaration"
    );
    let hurried = |config: &mut MatchConfig| {
        config.timeouts.search = Duration::from_millis(100);
        config.timeouts.stop = Duration::from_millis(100);
    };
    assert_eq!(first_reason(":", hurried).word(), "hang");
    let late = |config: &mut MatchConfig| {
        config.pace = MatchPace::MoveTime(Duration::from_millis(1));
        config.margin = Duration::from_millis(50);
    };
    let slow = "sleep 0.3; echo bestmove 4i5h";
    assert_eq!(first_reason(slow, late).word(), "time-up");
    let flagged = |config: &mut MatchConfig| {
        config.pace = MatchPace::Clock(parse_clock("100ms+10ms").expect("a clock"));
        config.margin = Duration::ZERO;
    };
    assert_eq!(first_reason(slow, flagged).word(), "time-up");
}

#[test]
fn a_declaration_wins_where_it_holds() {
    let entered = "+R8/2+NK1+R+P+P1/+P+PPS+P4/6g+b1/7p1/3g5/3+b1g+p1+p/5p3/5k+p2 b G3S3N3L7Pl 1";
    for declaring in [Declaring::Judge, Declaring::Engine] {
        let reason = first_reason("echo bestmove win", |config| {
            config.openings = parse_openings(entered, Variant::Shogi).expect("legal");
            config.rules.declaring = declaring;
        });
        assert_eq!(reason, MatchReason::Laws(Cause::Declaration));
    }
}

#[test]
fn repetition_and_the_limit_of_moves_are_draws() {
    // Both rooks step aside and back, by what the last move was.
    let shuffle = "case $moves in
        *2h3h) echo bestmove 8b7b;; *8b7b) echo bestmove 3h2h;;
        *3h2h) echo bestmove 7b8b;; *) echo bestmove 2h3h;; esac";
    let mut config = config(vec![shell("a", shuffle), shell("b", shuffle)], 2);
    config.openings = parse_openings("startpos", Variant::Shogi).unwrap();
    let (result, keeper) = watch(&config);
    assert_eq!(result.standings.total(0).draws, 2);
    assert_eq!(keeper.reports[0].played.moves.len(), 12);
    assert_eq!(
        keeper.reports[0].played.ruling.reason,
        MatchReason::Laws(Cause::Repetition)
    );
    config.rules.max_moves = 5;
    let (_, keeper) = watch(&config);
    assert_eq!(
        keeper.reports[1].played.ruling.reason,
        MatchReason::Laws(Cause::MoveLimit)
    );
    let saved = save_record(&keeper.reports[1].record).unwrap();
    let again = read(&saved.bytes, &ReadOptions::default()).unwrap();
    assert_eq!(
        again.records[0].ending().unwrap().termination,
        Termination::MaxMoves
    );
}

#[test]
fn a_test_that_is_decided_ends_the_match() {
    let mut config = config(
        vec![fairy("strong"), shell("weak", "echo bestmove resign")],
        400,
    );
    config.sprt = Sprt::new(0.0, 100.0);
    config.pace = MatchPace::Depth(1);
    let (result, keeper) = watch(&config);
    let state = result.sprt.unwrap();
    assert_eq!(state.decision, SprtDecision::H1);
    assert!(keeper.reports.len() < 100, "{}", keeper.reports.len());
    assert_eq!(keeper.reports.len(), result.standings.games() as usize);
}

#[test]
fn three_engines_meet_each_other_or_one_meets_all() {
    let resigns = |name| shell(name, "echo bestmove resign");
    let mut config = config(vec![resigns("a"), resigns("b"), resigns("c")], 2);
    let (result, _) = watch(&config);
    assert_eq!(result.standings.games(), 6);
    assert_eq!(result.standings.total(2).games(), 4);
    config.pairings = Pairings::Gauntlet;
    let (result, _) = watch(&config);
    assert_eq!(result.standings.games(), 4);
    assert_eq!(result.standings.total(2).games(), 2);
    config.sprt = Sprt::new(0.0, 5.0);
    assert!(matches!(run(&config, &mut ()), Err(MatchError::Config(_))));
}

#[test]
fn options_are_set_and_wrong_ones_stop_the_match() {
    let wish = |name: &str, value: &str, if_missing| OptionWish {
        name: name.to_owned(),
        value: Some(value.to_owned()),
        if_missing,
    };
    let mut config = config(vec![fairy("fairy"), shell("b", "echo bestmove resign")], 1);
    config.contestants[0].options = vec![
        wish("Hash", "4", IfMissing::Fail),
        wish("Nonsense", "4", IfMissing::Ignore),
    ];
    assert!(run(&config, &mut ()).is_ok());
    config.contestants[0]
        .options
        .push(wish("Hash", "many", IfMissing::Fail));
    let error = run(&config, &mut ()).unwrap_err().to_string();
    assert_eq!(
        error,
        "fairy: option Hash: expected a number from 1 to 131072, found \"many\""
    );
}

#[test]
fn an_engine_that_cannot_start_stops_the_match() {
    let missing = contestant("x", EngineCommand::new("/no/such/engine"));
    let config = config(vec![missing, shell("b", "echo bestmove resign")], 2);
    let error = run(&config, &mut ()).unwrap_err().to_string();
    assert!(
        error.starts_with("x: cannot start /no/such/engine: "),
        "{error}"
    );
}

#[test]
fn an_engine_that_no_longer_starts_loses_its_games() {
    // It starts as often as the folder can be made: once.
    let folder = format!(
        "{}/once-{}",
        env!("CARGO_TARGET_TMPDIR"),
        std::process::id()
    );
    let mut once = shell("once", "exit 1");
    let program = once.command.args[1].to_str().expect("UTF-8");
    once.command.args[1] = format!("mkdir {folder} || exit 5; {program}").into();
    let config = config(vec![once, shell("b", "echo bestmove resign")], 3);
    let (result, keeper) = watch(&config);
    std::fs::remove_dir(&folder).unwrap();
    assert_eq!(result.standings.failures, [3, 0]);
    let reasons: Vec<_> = keeper
        .reports
        .iter()
        .map(|one| one.played.ruling.reason.to_string())
        .collect();
    assert!(
        reasons[0].starts_with("the engine exited while thinking (exit status: 1)"),
        "{reasons:?}"
    );
    assert!(
        reasons[1].starts_with("the engine exited during the handshake (exit status: 5)"),
        "{reasons:?}"
    );
}

#[test]
fn whoever_watches_may_call_the_match_off() {
    let resigns = |name| shell(name, "echo bestmove resign");
    let config = config(vec![resigns("a"), resigns("b")], 1000);
    let mut keeper = Keeper {
        enough: Some(3),
        ..Keeper::default()
    };
    let result = run(&config, &mut keeper).expect("what was played counts");
    assert_eq!((keeper.reports.len(), result.standings.games()), (3, 3));
}

#[test]
fn seireigi_is_played_and_engines_that_do_not_say_they_know_it_are_named() {
    // Black promotes a gold, which CSA cannot say.
    let start = "4k4/9/9/4G4/9/9/9/9/4K4 b - 1";
    let moves = "case $moves in *moves*) echo bestmove resign;; *) echo bestmove 5d5c+;; esac";
    let mut config = config(vec![shell("a", moves), shell("b", moves)], 1);
    config.variant = Variant::Seireigi;
    config.openings = parse_openings(start, Variant::Seireigi).unwrap();
    let (result, keeper) = watch(&config);
    assert_eq!(result.standings.total(0).wins, 1);
    assert_eq!(keeper.warnings.len(), 2);
    assert_eq!(
        keeper.warnings[0],
        "a does not declare support for seireigi; assuming that it plays it"
    );
    let saved = save_record(&keeper.reports[0].record).unwrap();
    assert_eq!(saved.format, Format::Kif);
    let again = read(&saved.bytes, &ReadOptions::default()).unwrap();
    assert_eq!(again.records[0].variant, Variant::Seireigi);
    assert_eq!(again.records[0].main_line().count(), 1);
}
