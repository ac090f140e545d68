//! Interruptions and corrections of the clock: Articles 8.10, 8.12 and 8.13.

use crate::script::{check, log};
use expect_test::expect;
use komadai_core::Color;
use komadai_game::{Act, Actor, Command, Decision, Millis, Ruling, TimeControl, Why, decide};

#[test]
fn the_arbiter_interrupts_and_resumes() {
    check(
        "
        clock: 10m
        0:00 white starts
        0:10 arbiter pauses: a fire drill
        ? running
        0:20 black 7g7f
        5:00 black resumes: now
        5:10 arbiter resumes: all clear
        ? running
        5:20 black 7g7f
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 The arbiter: the game is interrupted. Reason: a fire drill
            running: None
            0:20 refused: Black cannot move: the game is interrupted (FESA 8.12)
            5:00 refused: Black cannot rule: that is for others to do (FESA 13.6)
            5:10 The arbiter: the game goes on. Reason: all clear
            running: Some(Black)
            5:20 1. Black P-7f
            clocks: Black 9:40, White 10:00
        "#]],
    );
}

#[test]
fn a_player_stops_the_clocks_only_to_call_the_arbiter() {
    check(
        "
        clock: 10m
        0:00 white starts
        0:05 white calls arbiter:
        0:10 white calls arbiter: I cannot see the board
        ? phase
        1:00 arbiter warns white for stopping: that is no reason
        1:10 arbiter resumes: go on
        1:20 black 7g7f
        ? clocks
        ? warnings
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:05 refused: White cannot call the arbiter: a reason must be given (FESA 8.12)
            0:10 White stops the clocks and calls the arbiter: I cannot see the board
            phase: Suspended(ArbiterCalled(White))
            1:00 The arbiter: a warning for White, for stopping the clocks without a reason. Reason: that is no reason
            1:10 The arbiter: the game goes on. Reason: go on
            1:20 1. Black P-7f
            clocks: Black 9:40, White 10:00
            warnings: Black 0, White 1
        "#]],
    );
}

#[test]
fn a_defective_clock_is_replaced() {
    check(
        "
        clock: 10m+30s
        0:00 white starts
        5:00 black 7g7f
        5:10 arbiter pauses: the display of Black is broken
        5:20 arbiter sets black clock 8m 1: by the arbiter's judgement
        5:20 arbiter sets white clock 9m50s 1: by the arbiter's judgement
        5:30 arbiter resumes: with another clock
        5:40 white 3c3d
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            5:00 1. Black P-7f
            5:10 The arbiter: the game is interrupted. Reason: the display of Black is broken
            5:20 The arbiter: the clock of Black is set to 8m and 1 period. Reason: by the arbiter's judgement
            5:20 The arbiter: the clock of White is set to 9m50s and 1 period. Reason: by the arbiter's judgement
            5:30 The arbiter: the game goes on. Reason: with another clock
            5:40 2. White P-3d
            clocks: Black 8:00, White 9:40
        "#]],
    );
}

#[test]
fn the_clock_of_a_player_whom_an_assistant_helps_is_adjusted_while_it_runs() {
    check(
        "
        clock: 10m+30s
        0:00 white starts
        0:10 black sets black clock 10m 1: my assistant is slow
        1:00 arbiter sets black clock 9m30s 1: half a minute for the assistant
        ? clocks
        ? running
        1:10 black 7g7f
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 refused: Black cannot rule: that is for others to do (FESA 13.6)
            1:00 The arbiter: the clock of Black is set to 9m30s and 1 period. Reason: half a minute for the assistant
            clocks: Black 9:30, White 10:00
            running: Some(Black)
            1:10 1. Black P-7f
            clocks: Black 9:20, White 10:00
        "#]],
    );
}

#[test]
fn a_clock_that_was_set_wrongly_is_corrected() {
    check(
        "
        clock: 10m
        0:00 white starts
        1:00 black 7g7f
        1:10 arbiter sets black control 10m+30s: byoyomi was forgotten
        1:10 arbiter sets white control 10m+30s: byoyomi was forgotten
        1:10 arbiter sets white clock 10m 1: ten seconds for the talk
        ? remaining
        11:30 white 3c3d
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            1:00 1. Black P-7f
            1:10 The arbiter: the time of Black is 10m+30s. Reason: byoyomi was forgotten
            1:10 The arbiter: the time of White is 10m+30s. Reason: byoyomi was forgotten
            1:10 The arbiter: the clock of White is set to 10m and 1 period. Reason: ten seconds for the talk
            remaining: B:9m+30s W:10m+30s
            11:30 2. White P-3d
            clocks: Black 9:00, White 0:00 0:30 x1
        "#]],
    );
}

#[test]
fn no_clock_is_set_to_no_time_at_all() {
    let (game, _) = log("clock: 10m\n0:00 white starts");
    let set = |control| {
        let decision = Decision::SetControl {
            color: Color::Black,
            control,
        };
        let reason = "so".into();
        let ruling = Act::Rule(Ruling { decision, reason });
        let decided = decide(&game, Command::new(Actor::Arbiter, ruling), game.now());
        decided.map(drop).map_err(|refusal| refusal.why)
    };
    let none = TimeControl::sudden_death(Millis::ZERO);
    assert_eq!(set(none), Err(Why::NoTime));
    let little = TimeControl::sudden_death(Millis::new(1));
    assert_eq!(set(little), Ok(()));
}

#[test]
fn byoyomi_begins_anew_when_the_clock_is_corrected() {
    check(
        "
        clock: 0m+3x30s
        0:00 white starts
        0:40 black 7g7f
        ? clocks
        0:41 arbiter sets black control 0m+5x20s: there should be five
        ? clocks
        0:42 arbiter sets black control 10m+5s/move: no, an increment
        0:42 arbiter sets black clock 5m 0: that is fair
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:40 1. Black P-7f
            clocks: Black 0:00 0:30 x2, White 0:00 0:30 x3
            0:41 The arbiter: the time of Black is 0m+5x20s. Reason: there should be five
            clocks: Black 0:00 0:20 x5, White 0:00 0:29 x3
            0:42 The arbiter: the time of Black is 10m+5s/move. Reason: no, an increment
            0:42 The arbiter: the clock of Black is set to 5m. Reason: that is fair
            clocks: Black 5:00, White 0:00 0:28 x3
        "#]],
    );
}

#[test]
fn the_host_corrects_the_clock_after_an_outage() {
    check(
        "
        rules: casual
        clock: 10m
        0:00 white starts
        1:00 host pauses: the server restarts
        9:00 host awards black 30s: time lost in the outage
        9:05 host resumes: back
        9:15 black 7g7f
        ? clocks
        9:20 host decides black: no
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            1:00 The host: the game is interrupted. Reason: the server restarts
            9:00 The host: 30s for Black. Reason: time lost in the outage
            9:05 The host: the game goes on. Reason: back
            9:15 1. Black P-7f
            clocks: Black 9:20, White 10:00
            9:20 refused: the host cannot rule: that is for others to do (FESA 13.6)
        "#]],
    );
}
