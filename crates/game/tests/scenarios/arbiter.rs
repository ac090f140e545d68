//! The arbiter: Articles 9, 11 and 13.

use crate::script::{check, opening, tell};
use expect_test::expect;
use komadai_game::{Game, OpeningError};

#[test]
fn a_ruling_has_a_reason_and_is_the_arbiters() {
    check(
        "
        clock: 10m
        0:00 white starts
        0:01 arbiter warns black for conduct:
        0:02 white warns black for conduct: he hums
        0:03 bystander decides black: I like him
        0:04 host defeats black for conduct: he hums
        0:05 arbiter warns black for conduct: he hums
        ? warnings
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:01 refused: the arbiter cannot rule: a reason must be given (FESA 13.3)
            0:02 refused: White cannot rule: that is for others to do (FESA 13.6)
            0:03 refused: a bystander cannot rule: that is for others to do (FESA 13.6)
            0:04 refused: the host cannot rule: that is for others to do (FESA 13.6)
            0:05 The arbiter: a warning for Black, for bad conduct. Reason: he hums
            warnings: Black 1, White 0
        "#]],
    );
}

#[test]
fn the_penalties_are_warning_time_loss_and_expulsion() {
    let told = [
        "warns black for clock-handling: hovered over the button",
        "gives 2m against black for clock-handling: punched the clock",
        "takes 3m off black for outside-hint: spoke in another game",
        "defeats black for advice: looked at a phone",
        "expels black for conduct: threw the board",
    ]
    .map(|ruling| {
        tell(&format!(
            "clock: 10m\n0:00 white starts\n0:10 black 7g7f\n0:20 arbiter {ruling}\n? clocks\n\
             ? warnings"
        ))
    });
    expect![[r#"
        0:00 White starts the clock of Black.
        0:10 1. Black P-7f
        0:20 The arbiter: a warning for Black, for improper handling of the clock. Reason: hovered over the button
        clocks: Black 9:50, White 9:50
        warnings: Black 1, White 0
        0:00 White starts the clock of Black.
        0:10 1. Black P-7f
        0:20 The arbiter: 2m for White, for improper handling of the clock. Reason: punched the clock
        clocks: Black 9:50, White 11:50
        warnings: Black 0, White 0
        0:00 White starts the clock of Black.
        0:10 1. Black P-7f
        0:20 The arbiter: 3m off the clock of Black, for a hint from outside. Reason: spoke in another game
        clocks: Black 6:50, White 9:50
        warnings: Black 0, White 0
        0:00 White starts the clock of Black.
        0:10 1. Black P-7f
        0:20 The arbiter: Black loses the game, for notes, advice or analysis. Reason: looked at a phone
        0:20 White wins: penalty of Black for notes, advice or analysis.
        clocks: Black 9:50, White 9:50
        warnings: Black 0, White 0
        0:00 White starts the clock of Black.
        0:10 1. Black P-7f
        0:20 The arbiter: Black is expelled from the event, for bad conduct. Reason: threw the board
        0:20 White wins: penalty of Black for bad conduct.
        clocks: Black 9:50, White 9:50
        warnings: Black 0, White 0
    "#]].assert_eq(&told.concat());
}

#[test]
fn time_taken_off_can_leave_none() {
    check(
        "
        clock: 5m
        0:00 white starts
        1:00 arbiter takes 10m off black for conduct: he sings
        ? clocks
        1:01 white claims flag
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            1:00 The arbiter: 10m off the clock of Black, for bad conduct. Reason: he sings
            clocks: Black 0:00, White 5:00
            1:01 White stops the clocks and claims a win on time.
            1:01 The flag of Black is down.
            1:01 White wins: the time of Black has run out.
        "#]],
    );
}

#[test]
fn time_is_taken_off_the_byoyomi_too() {
    // What is left of the main time goes first, then whole periods, then a part of the one that runs.
    check(
        "
        clock: 1m+3x30s
        0:00 white starts
        0:50 arbiter takes 50s off black for conduct: he sings
        ? clocks
        0:55 black 7g7f
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:50 The arbiter: 50s off the clock of Black, for bad conduct. Reason: he sings
            clocks: Black 0:00 0:20 x2, White 1:00
            0:55 1. Black P-7f
            clocks: Black 0:00 0:30 x2, White 1:00
        "#]],
    );
    // Off the clock that stands it shortens the next turn, and that alone.
    check(
        "
        clock: 0m+30s
        0:00 white starts
        0:10 arbiter takes 20s off white for conduct: he sings
        ? clocks
        0:20 black 7g7f
        0:29 white 3c3d
        ? clocks
        0:30 arbiter takes 30s off white for conduct: again
        0:31 black claims flag
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 The arbiter: 20s off the clock of White, for bad conduct. Reason: he sings
            clocks: Black 0:00 0:20 x1, White 0:00 0:10 x1
            0:20 1. Black P-7f
            0:29 2. White P-3d
            clocks: Black 0:00 0:30 x1, White 0:00 0:30 x1
            0:30 The arbiter: 30s off the clock of White, for bad conduct. Reason: again
            0:31 Black stops the clocks and claims a win on time.
            0:31 The flag of White is down.
            0:31 Black wins: the time of White has run out.
        "#]],
    );
    // Logs of version 1 took nothing there.
    check(
        "
        version: 1
        clock: 0m+30s
        0:00 white starts
        0:10 arbiter takes 20s off black for conduct: he sings
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 The arbiter: 20s off the clock of Black, for bad conduct. Reason: he sings
            clocks: Black 0:00 0:20 x1, White 0:00 0:30 x1
        "#]],
    );
}

#[test]
fn the_arbiter_rules_on_a_game_that_is_over() {
    check(
        "
        0:00 white starts
        0:01 black 7g7f
        0:02 white resigns
        0:03 arbiter warns black for conduct: he laughed
        ? warnings
        0:04 arbiter expels white for conduct: he threw the board
        ? phase
        0:05 arbiter defeats black for advice: a phone was found
        ? phase
        0:06 arbiter decides no-contest: both had one
        ? phase
        0:07 arbiter upholds: yes
        0:08 arbiter resumes: go on
        0:09 arbiter notes absence of black: gone
        0:10 host aborts: no
        0:11 white decides white: no
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black P-7f
            0:02 Black wins: White resigns.
            0:03 The arbiter: a warning for Black, for bad conduct. Reason: he laughed
            warnings: Black 1, White 0
            0:04 The arbiter: White is expelled from the event, for bad conduct. Reason: he threw the board
            phase: Finished(Outcome { verdict: Wins(Black), cause: Resignation })
            0:05 The arbiter: Black loses the game, for notes, advice or analysis. Reason: a phone was found
            0:05 White wins: penalty of Black for notes, advice or analysis.
            phase: Finished(Outcome { verdict: Wins(White), cause: Penalty(Advice) })
            0:06 The arbiter: the result is decided: no contest. Reason: both had one
            0:06 No contest: decision of the arbiter.
            phase: Finished(Outcome { verdict: NoContest, cause: Decision })
            0:07 refused: the arbiter cannot rule: the game is over (FESA 5.1)
            0:08 refused: the arbiter cannot rule: the game is over (FESA 5.1)
            0:09 refused: the arbiter cannot rule: the game is over (FESA 5.1)
            0:10 refused: the host cannot rule: the game is over (FESA 5.1)
            0:11 refused: White cannot rule: that is for others to do (FESA 13.6)
        "#]],
    );
}

#[test]
fn without_an_arbiter_nothing_waits_for_one() {
    let opening = opening("set: judge arbiter\narbiter: none");
    assert_eq!(Game::new(opening).unwrap_err(), OpeningError::NoArbiter);
    check(
        "
        arbiter: none
        clock: 10m
        0:00 white starts
        ? may black
        ? may arbiter
        0:10 black calls arbiter: I am losing
        0:11 arbiter pauses: I am somebody else
        0:12 black 7g7f
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            may black: move, greet, resign, declare a win, claim the flag, claim a repetition, ask for an orderly hand, arrange the hand, propose a draw
            may arbiter: 
            0:10 refused: Black cannot call the arbiter: there is no arbiter (FESA 8.12)
            0:11 refused: the arbiter cannot rule: there is no arbiter (FESA 8.12)
            0:12 1. Black P-7f
        "#]],
    );
}

#[test]
fn an_arbiter_who_does_not_come_lets_the_game_go_on_after_five_minutes() {
    check(
        "
        clock: 10m+30s
        0:00 white starts
        0:10 black 7g7f
        0:30 black calls arbiter: I am losing
        ? deadline
        5:29.999 clock ticks
        ? running
        5:30 clock ticks
        ? running
        ? clocks
        ? deadline
        5:40 white 3c3d
        5:41 black calls arbiter: I am still losing
        5:42 arbiter warns black for stopping: here I am
        5:43 black calls arbiter: well then
        ? deadline
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 1. Black P-7f
            0:30 Black stops the clocks and calls the arbiter: I am losing
            deadline: 5:30
            running: None
            5:30 The arbiter has not come. The game goes on.
            running: Some(White)
            clocks: Black 9:50, White 9:40
            deadline: none
            5:40 2. White P-3d
            5:41 refused: Black cannot call the arbiter: there is no arbiter (FESA 8.12)
            5:42 The arbiter: a warning for Black, for stopping the clocks without a reason. Reason: here I am
            5:43 Black stops the clocks and calls the arbiter: well then
            deadline: 10:43
        "#]],
    );
}

#[test]
fn an_arbiter_who_came_takes_his_time() {
    check(
        "
        clock: 10m
        0:00 white starts
        0:10 white calls arbiter: a question
        1:00 arbiter warns white for stopping: wait
        ? deadline
        9:00 clock ticks
        ? phase
        9:10 arbiter resumes: go on
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 White stops the clocks and calls the arbiter: a question
            1:00 The arbiter: a warning for White, for stopping the clocks without a reason. Reason: wait
            deadline: none
            phase: Suspended(ArbiterCalled(White))
            9:10 The arbiter: the game goes on. Reason: go on
            clocks: Black 9:50, White 10:00
        "#]],
    );
}

#[test]
fn who_was_waited_for_once_is_not_waited_for_again() {
    check(
        "
        clock: 10m
        0:00 white starts
        0:10 white calls arbiter: a question
        5:10 clock ticks
        6:00 host pauses: the server restarts
        ? deadline
        20:00 clock ticks
        ? phase
        20:10 host resumes: back
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 White stops the clocks and calls the arbiter: a question
            5:10 The arbiter has not come. The game goes on.
            6:00 The host: the game is interrupted. Reason: the server restarts
            deadline: none
            phase: Suspended(Paused)
            20:10 The host: the game goes on. Reason: back
            clocks: Black 9:00, White 10:00
        "#]],
    );
    // A claim settled the matter.
    check(
        "
        rules: beginner
        clock: 10m
        0:00 white starts
        0:05 black 8h7h
        0:10 white calls arbiter: an illegal move
        0:20 white claims illegal move
        ? running
        6:00 host pauses: the server restarts
        ? deadline
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:05 1. Black B-7h
            0:10 White stops the clocks and calls the arbiter: an illegal move
            0:20 White claims an illegal move of Black.
            0:20 The illegal move (not a move of the piece) is taken back. Play goes on with move 1.
            running: Some(Black)
            6:00 The host: the game is interrupted. Reason: the server restarts
            deadline: none
        "#]],
    );
}

#[test]
fn whatever_is_done_after_the_five_minutes_is_done_in_a_running_game() {
    check(
        "
        clock: 10m
        0:00 white starts
        0:10 white calls arbiter: a question
        6:00 black 7g7f
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 White stops the clocks and calls the arbiter: a question
            5:10 The arbiter has not come. The game goes on.
            6:00 1. Black P-7f
            clocks: Black 9:00, White 10:00
        "#]],
    );
    // The arbiter who comes before anybody looked is not late.
    check(
        "
        clock: 10m
        0:00 white starts
        0:10 white calls arbiter: a question
        6:00 arbiter resumes: here I am
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 White stops the clocks and calls the arbiter: a question
            6:00 The arbiter: the game goes on. Reason: here I am
            clocks: Black 9:50, White 10:00
        "#]],
    );
}

#[test]
fn a_claim_that_nobody_judges_lapses_and_is_judged_by_the_program_when_it_is_made_again() {
    check(
        "
        set: judge arbiter
        clock: 10m
        0:00 white starts
        0:05 black 8h7h
        0:10 white claims illegal move
        ? deadline
        5:10 clock ticks
        ? running
        ? clocks
        5:20 arbiter upholds: yes
        5:30 white claims illegal move
        5:40 arbiter upholds: a bishop does not go there
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:05 1. Black B-7h
            0:10 White claims an illegal move of Black.
            deadline: 5:10
            5:10 The arbiter has not come. The game goes on.
            running: Some(White)
            clocks: Black 9:55, White 9:55
            5:20 refused: the arbiter cannot rule: nothing waits for a ruling (FESA 13.3)
            5:30 White claims an illegal move of Black.
            5:30 White wins: illegal move of Black (not a move of the piece).
            5:40 refused: the arbiter cannot rule: the game is over (FESA 5.1)
        "#]],
    );
    check(
        "
        set: judge arbiter
        clock: 10m
        0:00 white starts
        0:05 black 8h7h
        0:10 white claims illegal move
        5:30 white claims illegal move
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:05 1. Black B-7h
            0:10 White claims an illegal move of Black.
            5:10 The arbiter has not come. The game goes on.
            5:30 White claims an illegal move of Black.
            5:30 White wins: illegal move of Black (not a move of the piece).
        "#]],
    );
}

#[test]
fn who_does_not_comply_with_a_ruling_can_be_made_to_lose() {
    check(
        "
        clock: 10m
        0:00 white starts
        0:10 arbiter pauses: come here, both
        0:20 arbiter defeats white for refusal: he does not come
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 The arbiter: the game is interrupted. Reason: come here, both
            0:20 The arbiter: White loses the game, for not complying with a ruling. Reason: he does not come
            0:20 Black wins: penalty of White for not complying with a ruling.
        "#]],
    );
}

#[test]
fn a_disturbance_is_made_good() {
    check(
        "
        clock: 10m
        0:00 white starts
        1:00 arbiter awards black 2m: the alarm rang
        1:00 arbiter awards white 2m: the alarm rang
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            1:00 The arbiter: 2m for Black. Reason: the alarm rang
            1:00 The arbiter: 2m for White. Reason: the alarm rang
            clocks: Black 11:00, White 12:00
        "#]],
    );
}

#[test]
fn a_position_is_set_up_again() {
    check(
        "
        clock: 10m
        0:00 arbiter restores 0: too early
        0:00 white starts
        moves 7g7f 3c3d 2g2f 8c8d
        0:10 arbiter restores 9: no
        0:11 arbiter restores 2: a piece had slipped
        ? sfen
        ? running
        0:20 black 6g6f
        ? clocks
        ",
        expect![[r#"
            0:00 refused: the arbiter cannot rule: the game has not begun (FESA 8.5)
            0:00 White starts the clock of Black.
            1. Black P-7f / 2. White P-3d / 3. Black P-2f / 4. White P-8d
            0:10 refused: the arbiter cannot rule: the game has no such ply (FESA 13.3)
            0:11 The arbiter: the position after 2 moves is set up again. Reason: a piece had slipped
            sfen: lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3
            running: Some(Black)
            0:20 3. Black P-6f
            clocks: Black 9:42, White 9:58
        "#]],
    );
}

#[test]
fn a_claim_about_a_position_that_is_no_more_lapses() {
    check(
        "
        set: judge arbiter
        clock: 10m
        0:00 white starts
        0:05 black 8h7h
        0:10 white claims illegal move
        0:20 arbiter restores 0: they had not begun
        ? phase
        0:30 arbiter upholds: yes
        0:40 arbiter resumes: go on
        ? running
        0:50 black 7g7f
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:05 1. Black B-7h
            0:10 White claims an illegal move of Black.
            0:20 The arbiter: the position after 0 moves is set up again. Reason: they had not begun
            phase: Suspended(Claim)
            0:30 refused: the arbiter cannot rule: nothing waits for a ruling (FESA 13.3)
            0:40 The arbiter: the game goes on. Reason: go on
            running: Some(Black)
            0:50 1. Black P-7f
            clocks: Black 9:45, White 9:55
        "#]],
    );
}

#[test]
fn a_claim_waits_for_the_arbiter() {
    check(
        "
        set: judge arbiter
        clock: 10m
        0:00 white starts
        0:05 black 8h7h
        0:10 white claims illegal move
        ? phase
        0:15 black 7g7f
        0:20 arbiter resumes: go on
        0:30 arbiter upholds: a bishop does not go there
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:05 1. Black B-7h
            0:10 White claims an illegal move of Black.
            phase: Suspended(Claim)
            0:15 refused: Black cannot move: the game is interrupted (FESA 8.12)
            0:20 refused: the arbiter cannot rule: the game is interrupted (FESA 8.12)
            0:30 The arbiter: the claim is right. Reason: a bishop does not go there
            0:30 White wins: illegal move of Black (not a move of the piece).
            clocks: Black 9:55, White 9:55
        "#]],
    );
}

#[test]
fn a_claim_that_the_arbiter_rejects_has_its_price_and_the_game_goes_on() {
    check(
        "
        set: judge arbiter, wrong claim gives 2m
        clock: 10m
        0:00 white starts
        0:05 black 7g7f
        0:10 white claims illegal move
        5:00 arbiter rejects: that was a move
        ? clocks
        ? running
        5:10 white 3c3d
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:05 1. Black P-7f
            0:10 White claims an illegal move of Black.
            5:00 The arbiter: the claim is wrong. Reason: that was a move
            5:00 The claim of an illegal move is wrong. Black is given 2m.
            clocks: Black 11:55, White 9:55
            running: Some(White)
            5:10 2. White P-3d
        "#]],
    );
}

#[test]
fn the_arbiters_word_holds_against_the_machines() {
    let told = [
        (
            "black 7g7f",
            "white claims illegal move",
            "upholds: he moved twice",
        ),
        (
            "black 8h7h",
            "white claims illegal move",
            "rejects: the bishop was adjusted",
        ),
        ("black 7g7f", "black claims flag", "upholds: I saw it"),
        (
            "black 7g7f",
            "white claims repetition",
            "upholds: they forgot to write",
        ),
        ("black 7g7f", "white declares", "upholds: so be it"),
    ]
    .map(|(first, claim, ruling)| {
        tell(&format!(
            "set: judge arbiter\nclock: 10m\n0:00 white starts\n0:05 {first}\n0:10 {claim}\n\
             0:20 arbiter {ruling}"
        ))
    });
    expect![[r#"
        0:00 White starts the clock of Black.
        0:05 1. Black P-7f
        0:10 White claims an illegal move of Black.
        0:20 The arbiter: the claim is right. Reason: he moved twice
        0:20 White wins: decision of the arbiter.
        0:00 White starts the clock of Black.
        0:05 1. Black B-7h
        0:10 White claims an illegal move of Black.
        0:20 The arbiter: the claim is wrong. Reason: the bishop was adjusted
        0:20 The claim of an illegal move is wrong. White is warned.
        0:00 White starts the clock of Black.
        0:05 1. Black P-7f
        0:10 Black stops the clocks and claims a win on time.
        0:20 The arbiter: the claim is right. Reason: I saw it
        0:20 Black wins: decision of the arbiter.
        0:00 White starts the clock of Black.
        0:05 1. Black P-7f
        0:10 White claims fourfold repetition.
        0:20 The arbiter: the claim is right. Reason: they forgot to write
        0:20 A draw: decision of the arbiter.
        0:00 White starts the clock of Black.
        0:05 1. Black P-7f
        0:10 White declares a win by entering king.
        0:20 The arbiter: the claim is right. Reason: so be it
        0:20 White wins: decision of the arbiter.
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn a_declaration_waits_for_the_arbiter() {
    let entered = "start: +R8/2+NK1+R+P+P1/+P+PPS+P4/6g+b1/7p1/3g5/3+b1g+p1+p/5p3/5k+p2 \
                   b G3S3N3L7Pl 1";
    let told = ["upholds: all is there", "rejects: all is not there"].map(|ruling| {
        tell(&format!(
            "{entered}\nset: judge arbiter\n0:00 white starts\n0:05 black declares\n\
             0:06 black 5b5a\n0:10 arbiter {ruling}"
        ))
    });
    expect![[r#"
        0:00 White begins the game. Black has the move.
        0:05 Black declares a win by entering king.
        0:06 refused: Black cannot move: the game is interrupted (FESA 8.12)
        0:10 The arbiter: the claim is right. Reason: all is there
        0:10 Black wins: declaration of an entering king.
        0:00 White begins the game. Black has the move.
        0:05 Black declares a win by entering king.
        0:06 refused: Black cannot move: the game is interrupted (FESA 8.12)
        0:10 The arbiter: the claim is wrong. Reason: all is not there
        0:10 White wins: decision of the arbiter.
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn nothing_is_ruled_on_that_nobody_claimed() {
    check(
        "
        set: judge arbiter
        0:00 white starts
        0:01 arbiter upholds: yes
        0:02 arbiter rejects: no
        0:03 arbiter resumes: go on
        0:04 arbiter puts back: neat
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 refused: the arbiter cannot rule: nothing waits for a ruling (FESA 13.3)
            0:02 refused: the arbiter cannot rule: nothing waits for a ruling (FESA 13.3)
            0:03 refused: the arbiter cannot rule: the game is not interrupted (FESA 8.12)
            0:04 refused: the arbiter cannot rule: the pieces are in order (FESA 9.2)
        "#]],
    );
}

#[test]
fn who_does_not_come_loses_by_forfeit() {
    let told = ["notes absence of black", "notes absence of both"].map(|ruling| {
        tell(&format!(
            "clock: 10m\nattendance: to arrive\n0:00 arbiter {ruling}: the round is over"
        ))
    });
    expect![[r#"
        0:00 The arbiter: Black is not there. Reason: the round is over
        0:00 White wins: Black did not come.
        0:00 The arbiter: neither player is there. Reason: the round is over
        0:00 Both lose: neither player came.
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn what_the_laws_do_not_cover_the_arbiter_decides() {
    let told = ["black", "draw", "both-lose", "no-contest"].map(|verdict| {
        tell(&format!(
            "0:00 white starts\n0:01 arbiter decides {verdict}: the house burns"
        ))
    });
    expect![[r#"
        0:00 White begins the game. Black has the move.
        0:01 The arbiter: the result is decided: Black wins. Reason: the house burns
        0:01 Black wins: decision of the arbiter.
        0:00 White begins the game. Black has the move.
        0:01 The arbiter: the result is decided: a draw. Reason: the house burns
        0:01 A draw: decision of the arbiter.
        0:00 White begins the game. Black has the move.
        0:01 The arbiter: the result is decided: both lose. Reason: the house burns
        0:01 Both lose: decision of the arbiter.
        0:00 White begins the game. Black has the move.
        0:01 The arbiter: the result is decided: no contest. Reason: the house burns
        0:01 No contest: decision of the arbiter.
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn the_host_can_break_a_game_off() {
    check(
        "
        rules: casual
        0:00 white starts
        0:01 host aborts: the server stops
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 The host: the game is broken off. Reason: the server stops
            0:01 No contest: broken off.
        "#]],
    );
}
