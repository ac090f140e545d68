use super::*;
use komadai_usi::BestMove;

fn rules() -> GameRules {
    GameRules::of(Variant::Shogi)
}

fn judge_by(opening: &str, rules: GameRules, pace: MatchPace) -> MatchJudge {
    let opening = MatchOpening::parse(opening, Variant::Shogi).unwrap();
    MatchJudge::new(&opening, rules, pace, Duration::from_millis(10)).unwrap()
}

fn judge(opening: &str) -> MatchJudge {
    judge_by(opening, rules(), MatchPace::Nodes(1))
}

fn play(judge: &mut MatchJudge, moves: &str) {
    for mv in moves.split_whitespace() {
        judge.play(mv.parse().unwrap()).unwrap();
    }
}

/// The ruling that the last of some moves brings.
fn ruling_after(judge: &mut MatchJudge, moves: &str) -> MatchRuling {
    let (before, last) = moves.trim().rsplit_once(' ').unwrap_or(("", moves));
    play(judge, before);
    let ruling = judge.play(last.trim().parse().unwrap()).unwrap_err();
    assert_eq!(judge.ruling(), Some(ruling.clone()));
    ruling
}

fn thought(wall: u64) -> Thought {
    Thought {
        best: BestMove::Resign,
        wall: Duration::from_millis(wall),
        cpu: Some(Duration::from_millis(1)),
        info: None,
    }
}

fn drawn(cause: Cause) -> MatchRuling {
    MatchRuling {
        winner: None,
        reason: cause.into(),
    }
}

const ENTERED: &str =
    "+R8/2+NK1+R+P+P1/+P+PPS+P4/6g+b1/7p1/3g5/3+b1g+p1+p/5p3/5k+p2 b G3S3N3L7Pl 1";

#[test]
fn a_side_without_a_move_has_lost() {
    let mut judge = judge("4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    let ruling = ruling_after(&mut judge, "G*5b");
    assert_eq!(ruling, won(Color::Black, Cause::Checkmate));
}

#[test]
fn an_illegal_move_loses_and_is_named() {
    for (mv, said) in [
        ("7g7e", "illegal move 7g7e: the piece cannot move that way"),
        ("P*5e", "illegal move P*5e: "),
        ("5e5d", "illegal move 5e5d: "),
        ("3c3d", "illegal move 3c3d: "),
    ] {
        let mut judge = judge("startpos");
        let ruling = judge.play(mv.parse().unwrap()).unwrap_err();
        assert_eq!(ruling.winner, Some(Color::White), "{mv}");
        assert!(ruling.reason.to_string().starts_with(said), "{ruling:?}");
    }
}

#[test]
fn the_fourth_occurrence_is_a_draw_and_perpetual_check_loses() {
    let mut quiet = judge("startpos");
    let ruling = ruling_after(&mut quiet, &"2h3h 8b7b 3h2h 7b8b ".repeat(3));
    assert_eq!(ruling, drawn(Cause::Repetition));
    let mut checks = judge("4k4/9/9/9/4+R4/9/9/9/K8 w - 1");
    let ruling = ruling_after(&mut checks, &"5a4a 5e4e 4a5a 4e5e ".repeat(3));
    assert_eq!(ruling, won(Color::White, Cause::PerpetualCheck));
}

#[test]
fn declarations_are_checked() {
    let mut entered = judge(ENTERED);
    let wins = won(Color::Black, Cause::Declaration);
    assert_eq!(entered.ruling(), Some(wins.clone()));
    assert_eq!(entered.declare(), wins);
    let by_engine = GameRules {
        declaring: Declaring::Engine,
        ..rules()
    };
    assert_eq!(
        judge_by(ENTERED, by_engine, MatchPace::Nodes(1)).ruling(),
        None
    );
    let said = |ruling: MatchRuling| (ruling.winner, ruling.reason.word());
    let wrong = said(judge("startpos").declare());
    assert_eq!(wrong, (Some(Color::White), "wrong-declaration"));
    let none = GameRules {
        impasse: EnteringKingRule::NoEnteringKing,
        ..rules()
    };
    assert_eq!(judge_by(ENTERED, none, MatchPace::Nodes(1)).ruling(), None);
    let refused = said(judge_by(ENTERED, none, MatchPace::Nodes(1)).declare());
    assert_eq!(refused, (Some(Color::White), "bad-answer"));
}

#[test]
fn every_rule_about_entering_kings_makes_a_rule_set() {
    for impasse in EnteringKingRule::ALL {
        let rules = GameRules { impasse, ..rules() };
        let _ = judge_by("startpos", rules, MatchPace::Nodes(1));
    }
}

#[test]
fn a_try_wins_where_it_is_the_rule() {
    let rules = GameRules {
        impasse: EnteringKingRule::TryRule,
        ..rules()
    };
    let mut judge = judge_by("k8/4K4/9/9/9/9/9/9/9 b - 1", rules, MatchPace::Nodes(1));
    let ruling = ruling_after(&mut judge, "5b5a");
    assert_eq!(ruling, won(Color::Black, Cause::Try));
}

#[test]
fn long_games_are_drawn_and_openings_count() {
    let rules = GameRules {
        max_moves: 3,
        ..rules()
    };
    let mut judge = judge_by("startpos moves 7g7f", rules, MatchPace::Nodes(1));
    let ruling = ruling_after(&mut judge, "3c3d 2g2f");
    assert_eq!(ruling, drawn(Cause::MoveLimit));
}

#[test]
fn resigning_loses() {
    let mut judge = judge("startpos moves 7g7f");
    assert_eq!(judge.resign(), won(Color::Black, Cause::Resignation));
}

fn clock(text: &str) -> MatchPace {
    MatchPace::Clock(crate::matches::parse_clock(text).unwrap())
}

fn told(judge: &MatchJudge) -> String {
    judge.limit().to_go().to_string()
}

#[test]
fn increments_are_added_and_may_be_saved() {
    let mut judge = judge_by(
        "startpos moves 7g7f 3c3d",
        rules(),
        clock("1000ms+100ms/move"),
    );
    assert_eq!(told(&judge), "go btime 1000 wtime 1000 binc 100 winc 100");
    judge.spend(&thought(40)).unwrap();
    play(&mut judge, "2g2f");
    assert_eq!(told(&judge), "go btime 1060 wtime 1000 binc 100 winc 100");
    judge.spend(&thought(0)).unwrap();
    play(&mut judge, "8c8d");
    // All of 1160 and what the margin forgives.
    judge.spend(&thought(1165)).unwrap();
    play(&mut judge, "2f2e");
    judge.spend(&thought(0)).unwrap();
    play(&mut judge, "8d8e");
    let ruling = judge.spend(&thought(112)).unwrap_err();
    assert_eq!(ruling, won(Color::White, Cause::TimeUp));
}

#[test]
fn byoyomi_begins_when_the_main_time_is_gone() {
    let mut judge = judge_by("startpos moves 7g7f", rules(), clock("1s+500ms"));
    assert_eq!(told(&judge), "go btime 1000 wtime 1000 byoyomi 500");
    judge.spend(&thought(1400)).unwrap();
    play(&mut judge, "3c3d");
    judge.spend(&thought(0)).unwrap();
    play(&mut judge, "2g2f");
    assert_eq!(told(&judge), "go btime 1000 wtime 0 byoyomi 500");
    judge.spend(&thought(510)).unwrap();
    play(&mut judge, "8c8d");
    judge.spend(&thought(0)).unwrap();
    play(&mut judge, "2f2e");
    let ruling = judge.spend(&thought(511)).unwrap_err();
    assert_eq!(ruling, won(Color::Black, Cause::TimeUp));
}

#[test]
fn periods_and_unequal_clocks_are_told_as_usi_can() {
    let judge = judge_by("startpos", rules(), clock("B:1m+3x30s W:8m"));
    assert_eq!(told(&judge), "go btime 120000 wtime 480000 byoyomi 30000");
    let judge = judge_by("startpos moves 7g7f", rules(), clock("B:1m+3x30s W:8m"));
    assert_eq!(told(&judge), "go btime 120000 wtime 480000 byoyomi 0");
}

#[test]
fn cpu_time_counts_where_it_is_the_limit() {
    let time = Duration::from_millis(50);
    let mut judge = judge_by("startpos", rules(), MatchPace::CpuTime(time));
    judge.spend(&thought(5000)).unwrap();
    let mut judge = judge_by("startpos", rules(), MatchPace::MoveTime(time));
    let ruling = judge.spend(&thought(61)).unwrap_err();
    assert_eq!(ruling, won(Color::White, Cause::TimeUp));
    let mut judge = judge_by("startpos", rules(), MatchPace::Nodes(1));
    judge.spend(&thought(1_000_000)).unwrap();
}
