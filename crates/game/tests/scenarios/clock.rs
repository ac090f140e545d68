//! The clock: Article 8.

use crate::script::{check, log, tell};
use expect_test::expect;
use komadai_core::Color;
use komadai_game::{Actor, Event, Fact, Millis};

#[test]
fn one_clock_runs_at_a_time() {
    check(
        "
        clock: 10m
        0:00 white starts
        ? running
        0:10 black 7g7f
        ? running
        0:25 white 3c3d
        ? running
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            running: Some(Black)
            0:10 1. Black P-7f
            running: Some(White)
            0:25 2. White P-3d
            running: Some(Black)
            clocks: Black 9:50, White 9:45
        "#]],
    );
}

#[test]
fn a_flag_falls_only_when_it_is_claimed() {
    check(
        "
        clock: 10m
        0:00 white starts
        9:59.999 white claims flag
        10:00 arbiter claims flag
        10:01 bystander claims flag
        10:02 black claims flag
        10:03 white claims flag
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            9:59.999 White stops the clocks and claims a win on time.
            9:59.999 The claim of a win on time is wrong. White is warned.
            10:00 refused: the arbiter cannot claim the flag: that is for others to do (FESA 8.8)
            10:01 refused: a bystander cannot claim the flag: that is for others to do (FESA 8.8)
            10:02 Black stops the clocks and claims a win on time.
            10:02 The claim of a win on time is wrong. Black is warned.
            10:03 White stops the clocks and claims a win on time.
            10:03 The flag of Black is down.
            10:03 White wins: the time of Black has run out.
            clocks: Black 0:00, White 10:00
        "#]],
    );
}

#[test]
fn a_fallen_flag_stays_down_until_claimed() {
    check(
        "
        clock: 10m
        0:00 white starts
        10:30 black 7g7f
        10:40 white 3c3d
        11:30 black 2g2f
        ? clocks
        12:00 white claims flag
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            10:30 1. Black P-7f
            10:40 2. White P-3d
            11:30 3. Black P-2f
            clocks: Black 0:00, White 9:50
            12:00 White stops the clocks and claims a win on time.
            12:00 The flag of Black is down.
            12:00 White wins: the time of Black has run out.
        "#]],
    );
}

#[test]
fn a_flag_that_the_log_knows_of_is_down() {
    let (mut game, _) = log("clock: 10m\n0:00 white starts");
    let at = Millis::from_secs(60);
    game.apply(&Event {
        at,
        by: Actor::Clock,
        fact: Fact::FlagFell(Color::Black),
    });
    let is_out = |color| game.clock(color, at).map(|face| face.is_out());
    assert_eq!(Color::ALL.map(is_out), [Some(true), Some(false)]);
}

#[test]
fn with_both_flags_down_the_game_is_drawn() {
    for claimant in ["black", "white"] {
        check(
            &format!("clock: 1m\n0:00 white starts\n1:05 black 7g7f\n2:10 {claimant} claims flag"),
            match claimant {
                "black" => expect![[r#"
                    0:00 White starts the clock of Black.
                    1:05 1. Black P-7f
                    2:10 Black stops the clocks and claims a win on time.
                    2:10 The flag of Black is down.
                    2:10 The flag of White is down.
                    2:10 A draw: both flags are down.
                "#]],
                _ => expect![[r#"
                    0:00 White starts the clock of Black.
                    1:05 1. Black P-7f
                    2:10 White stops the clocks and claims a win on time.
                    2:10 The flag of Black is down.
                    2:10 The flag of White is down.
                    2:10 A draw: both flags are down.
                "#]],
            },
        );
    }
}

#[test]
fn with_both_flags_down_the_first_to_fall_loses_where_rules_say_so() {
    let told = ["black", "white"].map(|claimant| {
        tell(&format!(
            "set: both flags first loses\nclock: 1m\n0:00 white starts\n1:05 black 7g7f\n2:10 {claimant} claims flag"
        ))
    });
    expect![[r#"
        0:00 White starts the clock of Black.
        1:05 1. Black P-7f
        2:10 Black stops the clocks and claims a win on time.
        2:10 The flag of Black is down.
        2:10 The flag of White is down.
        2:10 White wins: the time of Black has run out.
        0:00 White starts the clock of Black.
        1:05 1. Black P-7f
        2:10 White stops the clocks and claims a win on time.
        2:10 The flag of Black is down.
        2:10 The flag of White is down.
        2:10 White wins: the time of Black has run out.
    "#]]
    .assert_eq(&told.concat());
    // Black's display stood when White's flag fell, and fell later.
    check(
        "
        set: both flags first loses
        clock: 1m
        0:00 white starts
        0:30 black 7g7f
        1:40 white 3c3d
        2:20 white claims flag
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:30 1. Black P-7f
            1:40 2. White P-3d
            2:20 White stops the clocks and claims a win on time.
            2:20 The flag of Black is down.
            2:20 The flag of White is down.
            2:20 Black wins: the time of White has run out.
        "#]],
    );
    // The arbiter takes the rest of both at once: nobody's flag fell first.
    check(
        "
        set: both flags first loses
        clock: 1m
        0:00 white starts
        0:10 arbiter takes 1m off white for conduct: a quarrel
        0:10 arbiter takes 1m off black for conduct: a quarrel
        0:20 white claims flag
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 The arbiter: 1m off the clock of White, for bad conduct. Reason: a quarrel
            0:10 The arbiter: 1m off the clock of Black, for bad conduct. Reason: a quarrel
            0:20 White stops the clocks and claims a win on time.
            0:20 The flag of Black is down.
            0:20 The flag of White is down.
            0:20 A draw: both flags are down.
        "#]],
    );
}

#[test]
fn a_claim_can_be_made_after_the_clocks_were_stopped() {
    check(
        "
        clock: 1m
        0:00 white starts
        0:59 white calls arbiter: the flag is down
        1:30 white claims flag
        ? warnings
        ? phase
        1:40 arbiter resumes: it was not
        1:41 white calls arbiter: now it is
        2:00 white claims flag
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:59 White stops the clocks and calls the arbiter: the flag is down
            1:30 White stops the clocks and claims a win on time.
            1:30 The claim of a win on time is wrong. White is warned.
            warnings: Black 0, White 1
            phase: Suspended(ArbiterCalled(White))
            1:40 The arbiter: the game goes on. Reason: it was not
            1:41 White stops the clocks and calls the arbiter: now it is
            2:00 White stops the clocks and claims a win on time.
            2:00 The flag of Black is down.
            2:00 White wins: the time of Black has run out.
        "#]],
    );
    check(
        "
        set: judge arbiter
        clock: 1m
        0:00 white starts
        1:00 white calls arbiter: the flag is down
        1:30 white claims flag
        ? phase
        2:00 arbiter upholds: so it is
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            1:00 White stops the clocks and calls the arbiter: the flag is down
            1:30 White stops the clocks and claims a win on time.
            phase: Suspended(Claim)
            2:00 The arbiter: the claim is right. Reason: so it is
            2:00 The flag of Black is down.
            2:00 White wins: the time of Black has run out.
        "#]],
    );
}

#[test]
fn nobody_wins_on_time_with_his_own_flag_down() {
    check(
        "
        clock: 1m
        0:00 white starts
        1:05 black 7g7f
        1:10 black claims flag
        ? warnings
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            1:05 1. Black P-7f
            1:10 Black stops the clocks and claims a win on time.
            1:10 The claim of a win on time is wrong. Black is warned.
            warnings: Black 1, White 0
        "#]],
    );
}

#[test]
fn byoyomi_is_for_every_move_and_does_not_accumulate() {
    check(
        "
        clock: 1m+30s
        0:00 white starts
        1:10 black 7g7f
        ? clocks
        1:20 white 3c3d
        ? clocks
        1:49.999 black 2g2f
        ? clocks
        1:50 white 4c4d
        2:20 white claims flag
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            1:10 1. Black P-7f
            clocks: Black 0:00 0:30 x1, White 1:00
            1:20 2. White P-3d
            clocks: Black 0:00 0:30 x1, White 0:50
            1:49.999 3. Black P-2f
            clocks: Black 0:00 0:30 x1, White 0:50
            1:50 4. White P-4d
            2:20 White stops the clocks and claims a win on time.
            2:20 The flag of Black is down.
            2:20 White wins: the time of Black has run out.
        "#]],
    );
}

#[test]
fn a_move_that_outlasts_a_byoyomi_period_uses_it_up() {
    check(
        "
        rules: casual
        clock: 10s+3x30s
        0:00 white starts
        0:45 black 7g7f
        ? clocks
        0:46 white 3c3d
        1:16 black 2g2f
        ? clocks
        1:17 white 4c4d
        ? deadline
        1:47 clock ticks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:45 1. Black P-7f
            clocks: Black 0:00 0:30 x2, White 0:10
            0:46 2. White P-3d
            1:16 3. Black P-2f
            clocks: Black 0:00 0:30 x1, White 0:09
            1:17 4. White P-4d
            deadline: 1:47
            1:47 The flag of Black is down.
            1:47 White wins: the time of Black has run out.
        "#]],
    );
}

#[test]
fn an_increment_accumulates() {
    check(
        "
        clock: 1m+10s/move
        0:00 white starts
        0:02 black 7g7f
        ? clocks
        0:32 white 3c3d
        ? clocks
        0:34 black 2g2f
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:02 1. Black P-7f
            clocks: Black 1:08, White 1:00
            0:32 2. White P-3d
            clocks: Black 1:08, White 0:40
            0:34 3. Black P-2f
            clocks: Black 1:16, White 0:40
        "#]],
    );
}

#[test]
fn sudden_death_falls_by_itself_where_rules_say_so() {
    check(
        "
        rules: casual
        clock: 1m
        0:00 white starts
        ? deadline
        0:59.999 clock ticks
        1:30 black 7g7f
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            deadline: 1:00
            1:00 The flag of Black is down.
            1:00 White wins: the time of Black has run out.
        "#]],
    );
}

#[test]
fn times_can_be_unequal() {
    check(
        "
        clock: B:2m+30s W:1m
        0:00 white starts
        0:10 black 7g7f
        0:40 white 3c3d
        ? clocks
        ? remaining
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 1. Black P-7f
            0:40 2. White P-3d
            clocks: Black 1:50, White 0:30
            remaining: B:1m50s+30s W:30s
        "#]],
    );
}

#[test]
fn time_between_move_and_press_is_the_movers() {
    check(
        "
        set: press apart
        clock: 10m
        0:00 white starts
        0:10 black 7g7f
        ? running
        0:25 black presses
        ? running
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 1. Black P-7f
            running: Some(Black)
            0:25 Black presses the clock.
            running: Some(White)
            clocks: Black 9:35, White 10:00
        "#]],
    );
}

#[test]
fn the_clock_can_be_pressed_after_the_opponent_has_answered_at_once() {
    check(
        "
        set: press apart
        clock: 10m
        0:00 white starts
        0:10 black 7g7f
        0:11 white 3c3d
        ? running
        0:12 white presses
        0:13 black presses
        ? running
        0:14 white presses
        ? running
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 1. Black P-7f
            0:11 2. White P-3d
            running: Some(Black)
            0:12 refused: White cannot press the clock: the clock of the opponent runs (FESA 8.7)
            0:13 Black presses the clock.
            running: Some(White)
            0:14 White presses the clock.
            running: Some(Black)
            clocks: Black 9:47, White 9:59
        "#]],
    );
}

#[test]
fn online_the_move_stops_the_clock() {
    check(
        "
        rules: casual
        clock: 10m
        0:00 white starts
        0:10 black 7g7f
        0:11 black presses
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 1. Black P-7f
            0:11 refused: Black cannot press the clock: there is no clock for that (FESA 8.7)
        "#]],
    );
}

#[test]
fn lag_that_the_host_measured_is_not_counted() {
    check(
        "
        rules: casual
        clock: 1m
        0:00 white starts
        0:10 black 7g7f lag 0.3s
        ? clocks
        0:20 white 3c3d lag 9s
        ? clocks
        1:10.2 black 2g2f lag 0.5s
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 1. Black P-7f (0.3s of lag)
            clocks: Black 0:50.3, White 1:00
            0:20 2. White P-3d (1s of lag)
            clocks: Black 0:50.3, White 0:51
            1:10.2 3. Black P-2f (0.5s of lag)
            clocks: Black 0:00.6, White 0:51
        "#]],
    );
}

#[test]
fn lag_saves_a_move_from_the_flag_but_not_the_opponents() {
    let told = [
        "1:00.4 black 7g7f lag 0.5s",
        "1:00.5 black 7g7f lag 0.5s",
        "1:00.4 white 3c3d lag 0.5s",
        "1:00.4 black resigns",
    ]
    .map(|act| {
        tell(&format!(
            "rules: casual\nclock: 1m\n0:00 white starts\n{act}\n? clocks"
        ))
    });
    expect![[r#"
        0:00 White starts the clock of Black.
        1:00.4 1. Black P-7f (0.5s of lag)
        clocks: Black 0:00.1, White 1:00
        0:00 White starts the clock of Black.
        1:00 The flag of Black is down.
        1:00 White wins: the time of Black has run out.
        clocks: Black 0:00, White 1:00
        0:00 White starts the clock of Black.
        1:00 The flag of Black is down.
        1:00 White wins: the time of Black has run out.
        clocks: Black 0:00, White 1:00
        0:00 White starts the clock of Black.
        1:00 The flag of Black is down.
        1:00 White wins: the time of Black has run out.
        clocks: Black 0:00, White 1:00
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn no_more_lag_is_made_good_than_the_turn_lasted() {
    check(
        "
        rules: casual
        clock: 1m+10s/move
        0:00 white starts
        0:10 black 7g7f
        0:10.4 white 3c3d lag 0.9s
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 1. Black P-7f
            0:10.4 2. White P-3d (0.4s of lag)
            clocks: Black 1:00, White 1:10
        "#]],
    );
    // Where the clock is pressed by hand nobody measures lag, and out of turn there is none.
    check(
        "
        rules: casual
        set: press apart
        clock: 1m
        0:00 white starts
        0:10 black 7g7f lag 0.9s
        0:10 black presses
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 1. Black P-7f
            0:10 Black presses the clock.
            clocks: Black 0:50, White 1:00
        "#]],
    );
    check(
        "
        set: lag allowance 1s
        clock: 1m
        0:00 white starts
        0:10 white 3c3d lag 0.9s
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 1. White P-3d
            clocks: Black 0:50, White 1:00
        "#]],
    );
}

#[test]
fn mate_ends_the_game_although_a_flag_was_down() {
    check(
        "
        start: 4k4/9/4P4/9/9/9/9/9/4K4 b G 1
        clock: 1m
        0:00 white starts
        1:30 black G*5b
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            1:30 1. Black G*5b
            1:30 Black wins: checkmate.
        "#]],
    );
}

#[test]
fn repetition_beats_a_flag_that_was_not_claimed() {
    check(
        "
        clock: 20s
        0:00 white starts
        0:30 moves 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b
        0:43 black claims repetition
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            1. Black R-3h / 2. White R-7b / 3. Black R-2h / 4. White R-8b / 5. Black R-3h / 6. White R-7b / 7. Black R-2h / 8. White R-8b / 9. Black R-3h / 10. White R-7b / 11. Black R-2h / 12. White R-8b
            0:43 Black claims fourfold repetition.
            0:43 A draw: fourfold repetition.
        "#]],
    );
}

#[test]
fn a_declaration_needs_time_on_the_declarers_clock() {
    let start = "start: +R8/2+NK1+R+P+P1/+P+PPS+P4/6g+b1/7p1/3g5/3+b1g+p1+p/5p3/5k+p2 \
                 b G3S3N3L7Pl 1";
    check(
        &format!("{start}\nclock: 1m\n0:00 white starts\n0:59.999 black declares"),
        expect![[r#"
            0:00 White starts the clock of Black.
            0:59.999 Black declares a win by entering king.
            0:59.999 Black wins: declaration of an entering king.
        "#]],
    );
    check(
        &format!("{start}\nclock: 1m\n0:00 white starts\n1:00 black declares"),
        expect![[r#"
            0:00 White starts the clock of Black.
            1:00 Black declares a win by entering king.
            1:00 White wins: wrong declaration of Black (no time left).
        "#]],
    );
}

#[test]
fn byoyomi_is_time_for_a_declaration() {
    let start = "start: +R8/2+NK1+R+P+P1/+P+PPS+P4/6g+b1/7p1/3g5/3+b1g+p1+p/5p3/5k+p2 \
                 b G3S3N3L7Pl 1";
    let told = ["1:29.999", "1:30"].map(|at| {
        tell(&format!(
            "{start}\nclock: 1m+30s\n0:00 white starts\n{at} black declares"
        ))
    });
    expect![[r#"
        0:00 White starts the clock of Black.
        1:29.999 Black declares a win by entering king.
        1:29.999 Black wins: declaration of an entering king.
        0:00 White starts the clock of Black.
        1:30 Black declares a win by entering king.
        1:30 White wins: wrong declaration of Black (no time left).
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn mate_repetition_and_declaration_come_before_flags_that_nobody_claimed() {
    check(
        "
        start: 4k4/9/p3P4/9/9/9/9/9/4K4 w G 1
        clock: 1m
        0:00 black starts
        2:00 white 9c9d
        4:00 black G*5b
        ",
        expect![[r#"
            0:00 Black starts the clock of White.
            2:00 1. White P-9d
            4:00 2. Black G*5b
            4:00 Black wins: checkmate.
        "#]],
    );
    check(
        "
        clock: 1m
        0:00 white starts
        2:00 moves 2h3h
        4:00 moves 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b
        ? clocks
        4:30 white claims repetition
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            1. Black R-3h
            2. White R-7b / 3. Black R-2h / 4. White R-8b / 5. Black R-3h / 6. White R-7b / 7. Black R-2h / 8. White R-8b / 9. Black R-3h / 10. White R-7b / 11. Black R-2h / 12. White R-8b
            clocks: Black 0:00, White 0:00
            4:30 White claims fourfold repetition.
            4:30 A draw: fourfold repetition.
        "#]],
    );
    // The declarer's own flag must be up (5.3), the other one may be down.
    check(
        "
        start: +R8/2+NK1+R+P+P1/+P+PPS+P4/6g+b1/7p1/3g5/3+b1g+p1+p/5p3/5k+p2 w G3S3N3L7Pl 1
        clock: 1m
        0:00 black starts
        2:00 white 4i5i
        2:30 black declares
        ",
        expect![[r#"
            0:00 Black starts the clock of White.
            2:00 1. White K-5i
            2:30 Black declares a win by entering king.
            2:30 Black wins: declaration of an entering king.
        "#]],
    );
}

#[test]
fn resignation_before_a_claim_on_time_stands() {
    check(
        "
        clock: 1m
        0:00 white starts
        1:10 white resigns
        1:11 white claims flag
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            1:10 Black wins: White resigns.
            1:11 refused: White cannot claim the flag: the game is over (FESA 5.1)
        "#]],
    );
}

#[test]
fn a_game_without_a_clock_knows_no_time() {
    check(
        "
        rules: fesa
        0:00 white places clock left
        0:00 white starts
        9:00 white claims flag
        9:01 arbiter awards white 1m: a noise
        ? clocks
        ",
        expect![[r#"
            0:00 refused: White cannot place the clock: there is no clock for that (FESA 8.4)
            0:00 White begins the game. Black has the move.
            9:00 refused: White cannot claim the flag: there is no clock for that (FESA 8.3)
            9:01 refused: the arbiter cannot rule: there is no clock for that (FESA 8.10)
            clocks: Black none, White none
        "#]],
    );
}

#[test]
fn time_does_not_run_backwards() {
    check(
        "
        clock: 10m
        0:30 white starts
        0:29 black 7g7f
        ",
        expect![[r#"
            0:30 White starts the clock of Black.
            0:29 refused: Black cannot move: time does not run backwards
        "#]],
    );
}

#[test]
fn what_remains_is_the_time_of_the_replay() {
    check(
        "
        clock: B:10m+30s W:8m+30s
        0:00 white starts
        1:00 black 7g7f
        3:30 white 3c3d
        ? remaining
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            1:00 1. Black P-7f
            3:30 2. White P-3d
            remaining: B:9m+30s W:5m30s+30s
        "#]],
    );
}
