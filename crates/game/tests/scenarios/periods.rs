//! Byoyomi and increments when a turn is cut short by somebody's fault: Article 8.2.

use crate::script::{check, tell};
use expect_test::expect;

#[test]
fn whoever_grants_a_take_back_has_a_whole_period() {
    check(
        "
        rules: casual
        clock: 0m+30s
        0:00 white starts
        0:10 black 7g7f
        0:30 black offers take-back
        0:35 white accepts take-back
        ? clocks
        0:40 black 2g2f
        ? deadline
        1:09 white 3c3d
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 1. Black P-7f
            0:30 Black proposes taking back the last move.
            0:35 White agrees to taking back the last move.
            0:35 Taken back. Play goes on with move 1.
            clocks: Black 0:00 0:30 x1, White 0:00 0:30 x1
            0:40 1. Black P-2f
            deadline: 1:10
            1:09 2. White P-3d
        "#]],
    );
}

#[test]
fn main_time_and_whole_periods_stay_spent_after_a_take_back() {
    check(
        "
        rules: casual
        clock: 20s+3x30s
        0:00 white starts
        0:05 black 7g7f
        0:06 black offers take-back
        1:00 white accepts take-back
        ? clocks
        1:05 black 2g2f
        ? deadline
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:05 1. Black P-7f
            0:06 Black proposes taking back the last move.
            1:00 White agrees to taking back the last move.
            1:00 Taken back. Play goes on with move 1.
            clocks: Black 0:15, White 0:00 0:30 x2
            1:05 1. Black P-2f
            deadline: 2:05
        "#]],
    );
}

#[test]
fn whoever_asks_for_a_take_back_on_his_own_turn_goes_on_in_his_period() {
    check(
        "
        rules: casual
        clock: 0m+30s
        0:00 white starts
        0:10 black 7g7f
        0:20 white 3c3d
        0:40 black offers take-back
        0:42 white accepts take-back
        ? clocks
        ? deadline
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 1. Black P-7f
            0:20 2. White P-3d
            0:40 Black proposes taking back the last move.
            0:42 White agrees to taking back the last move.
            0:42 Taken back. Play goes on with move 1.
            clocks: Black 0:00 0:08 x1, White 0:00 0:30 x1
            deadline: 0:50
        "#]],
    );
}

#[test]
fn whoever_claims_a_beginners_illegal_move_has_a_whole_period() {
    check(
        "
        rules: beginner
        clock: 0m+30s
        0:00 white starts
        0:10 black 8h7h
        0:35 white claims illegal move
        ? clocks
        0:40 black 7g7f
        ? deadline
        1:09.999 white 3c3d
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 1. Black B-7h
            0:35 White claims an illegal move of Black.
            0:35 The illegal move (not a move of the piece) is taken back. Play goes on with move 1.
            clocks: Black 0:00 0:30 x1, White 0:00 0:30 x1
            0:40 1. Black P-7f
            deadline: 1:10
            1:09.999 2. White P-3d
        "#]],
    );
}

#[test]
fn whoever_answers_a_press_without_a_move_has_a_whole_period() {
    check(
        "
        set: press apart
        clock: 0m+30s
        0:00 white starts
        0:20 black presses
        0:45 white presses
        ? clocks
        0:50 black 7g7f
        0:51 black presses
        ? clocks
        1:20 white 3c3d
        1:20.999 white presses
        1:21 black claims flag
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:20 Black presses the clock without a completed move.
            0:45 White presses the clock back.
            clocks: Black 0:00 0:10 x1, White 0:00 0:30 x1
            0:50 1. Black P-7f
            0:51 Black presses the clock.
            clocks: Black 0:00 0:30 x1, White 0:00 0:30 x1
            1:20 2. White P-3d
            1:20.999 White presses the clock.
            1:21 Black stops the clocks and claims a win on time.
            1:21 The claim of a win on time is wrong. Black is warned.
        "#]],
    );
}

#[test]
fn both_have_a_whole_period_in_a_restored_position() {
    for restored in [0, 1, 2] {
        let told = tell(&format!(
            "
            clock: 0m+30s
            0:00 white starts
            0:10 black 7g7f
            0:20 white 3c3d
            0:45 arbiter restores {restored}: the pieces were upset
            ? clocks
            "
        ));
        let whole = "clocks: Black 0:00 0:30 x1, White 0:00 0:30 x1\n";
        assert!(told.ends_with(whole), "{told}");
    }
    check(
        "
        clock: 0m+30s
        0:00 white starts
        0:10 black 7g7f
        0:35 white calls arbiter: the pieces were upset
        1:00 arbiter restores 0: as it was
        1:10 arbiter resumes: go on
        ? clocks
        1:30 black 2g2f
        1:59.999 black claims flag
        2:00 black claims flag
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 1. Black P-7f
            0:35 White stops the clocks and calls the arbiter: the pieces were upset
            1:00 The arbiter: the position after 0 moves is set up again. Reason: as it was
            1:10 The arbiter: the game goes on. Reason: go on
            clocks: Black 0:00 0:30 x1, White 0:00 0:30 x1
            1:30 1. Black P-2f
            1:59.999 Black stops the clocks and claims a win on time.
            1:59.999 The claim of a win on time is wrong. Black is warned.
            2:00 Black stops the clocks and claims a win on time.
            2:00 The flag of White is down.
            2:00 Black wins: the time of White has run out.
        "#]],
    );
}

#[test]
fn byoyomi_that_the_arbiter_took_off_is_not_given_back() {
    // At the start a period that waiting has begun is whole again, but for what was taken off.
    check(
        "
        clock: 10m+3x30s
        attendance: to arrive
        0:00 black arrives
        10:10 arbiter takes 45s off white for conduct: he telephones
        ? clocks
        10:12 white arrives
        10:12 white starts
        ? clocks
        10:20 black 7g7f
        10:34 white 3c3d
        ? clocks
        ",
        expect![[r#"
            0:00 Black comes to the board.
            10:10 The arbiter: 45s off the clock of White, for bad conduct. Reason: he telephones
            clocks: Black 10:00, White 0:00 0:05 x2
            10:12 White comes to the board.
            10:12 White starts the clock of Black.
            clocks: Black 10:00, White 0:00 0:15 x2
            10:20 1. Black P-7f
            10:34 2. White P-3d
            clocks: Black 9:52, White 0:00 0:30 x2
        "#]],
    );
    check(
        "
        clock: 0m+30s
        0:00 arbiter takes 20s off black for conduct: he sings
        0:00 arbiter takes 10s off white for conduct: he sings too
        0:05 white starts
        ? clocks
        ? deadline
        0:14 black 7g7f
        ? clocks
        0:33 white 3c3d
        ? clocks
        ",
        expect![[r#"
            0:00 The arbiter: 20s off the clock of Black, for bad conduct. Reason: he sings
            0:00 The arbiter: 10s off the clock of White, for bad conduct. Reason: he sings too
            0:05 White starts the clock of Black.
            clocks: Black 0:00 0:10 x1, White 0:00 0:20 x1
            deadline: none
            0:14 1. Black P-7f
            clocks: Black 0:00 0:30 x1, White 0:00 0:20 x1
            0:33 2. White P-3d
            clocks: Black 0:00 0:30 x1, White 0:00 0:30 x1
        "#]],
    );
    // The same with a move that is taken back, a press that is answered and a position that is restored.
    check(
        "
        rules: casual
        clock: 0m+30s
        0:00 white starts
        0:10 black 7g7f
        0:15 arbiter takes 20s off white for conduct: he sings
        0:18 black offers take-back
        0:19 white accepts take-back
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 1. Black P-7f
            0:15 The arbiter: 20s off the clock of White, for bad conduct. Reason: he sings
            0:18 Black proposes taking back the last move.
            0:19 White agrees to taking back the last move.
            0:19 Taken back. Play goes on with move 1.
            clocks: Black 0:00 0:30 x1, White 0:00 0:10 x1
        "#]],
    );
    check(
        "
        set: press apart
        clock: 0m+2x30s
        0:00 white starts
        0:20 black presses
        0:30 arbiter takes 25s off white for conduct: he sings
        ? clocks
        0:40 white presses
        ? clocks
        0:45 arbiter restores 0: as it was
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:20 Black presses the clock without a completed move.
            0:30 The arbiter: 25s off the clock of White, for bad conduct. Reason: he sings
            clocks: Black 0:00 0:10 x2, White 0:00 0:25 x1
            0:40 White presses the clock back.
            clocks: Black 0:00 0:10 x2, White 0:00 0:30 x1
            0:45 The arbiter: the position after 0 moves is set up again. Reason: as it was
            clocks: Black 0:00 0:30 x2, White 0:00 0:30 x1
        "#]],
    );
}

#[test]
fn a_move_that_is_taken_back_earns_no_increment() {
    check(
        "
        rules: beginner
        clock: 1m+10s/move
        0:00 white starts
        0:05 black 8h7h
        ? clocks
        0:10 white claims illegal move
        ? clocks
        0:15 black 7g7f
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:05 1. Black B-7h
            clocks: Black 1:05, White 1:00
            0:10 White claims an illegal move of Black.
            0:10 The illegal move (not a move of the piece) is taken back. Play goes on with move 1.
            clocks: Black 0:55, White 0:55
            0:15 1. Black P-7f
            clocks: Black 1:00, White 0:55
        "#]],
    );
    check(
        "
        rules: casual
        clock: 1m+10s/move
        0:00 white starts
        0:05 black 7g7f
        0:10 white 3c3d
        ? clocks
        0:12 black offers take-back
        0:15 white accepts take-back
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:05 1. Black P-7f
            0:10 2. White P-3d
            clocks: Black 1:05, White 1:05
            0:12 Black proposes taking back the last move.
            0:15 White agrees to taking back the last move.
            0:15 Taken back. Play goes on with move 1.
            clocks: Black 0:50, White 0:55
        "#]],
    );
    check(
        "
        clock: 1m+10s/move
        0:00 white starts
        0:05 black 8h7h
        0:10 white 3c3d
        ? clocks
        0:15 arbiter restores 0: the bishop moved as none does
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:05 1. Black B-7h
            0:10 2. White P-3d
            clocks: Black 1:05, White 1:05
            0:15 The arbiter: the position after 0 moves is set up again. Reason: the bishop moved as none does
            clocks: Black 0:50, White 1:05
        "#]],
    );
}

#[test]
fn no_flag_falls_because_an_increment_is_taken_away() {
    check(
        "
        set: illegal moves pointed-out, forgive everyone 1
        clock: 1s+10s/move
        0:00 white starts
        0:00.5 black 8h7h
        0:01 white 3c3d
        0:11 black 7g7f
        0:12 white 4c4d
        0:22 white claims illegal move
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:00.5 1. Black B-7h
            0:01 2. White P-3d
            0:11 3. Black P-7f
            0:12 4. White P-4d
            0:22 White claims an illegal move of Black.
            0:22 The illegal move (not a move of the piece) is taken back. Play goes on with move 1.
            clocks: Black 0:00.001, White 0:19.5
        "#]],
    );
}

#[test]
fn logs_of_version_1_keep_the_times_that_they_had() {
    check(
        "
        rules: casual
        version: 1
        clock: 0m+30s
        0:00 white starts
        0:10 black 7g7f
        0:30 black offers take-back
        0:35 white accepts take-back
        ? clocks
        0:40 black 2g2f
        ? deadline
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 1. Black P-7f
            0:30 Black proposes taking back the last move.
            0:35 White agrees to taking back the last move.
            0:35 Taken back. Play goes on with move 1.
            clocks: Black 0:00 0:30 x1, White 0:00 0:05 x1
            0:40 1. Black P-2f
            deadline: 0:45
        "#]],
    );
    check(
        "
        rules: beginner
        version: 1
        clock: 1m+10s/move
        0:00 white starts
        0:05 black 8h7h
        0:10 white claims illegal move
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:05 1. Black B-7h
            0:10 White claims an illegal move of Black.
            0:10 The illegal move (not a move of the piece) is taken back. Play goes on with move 1.
            clocks: Black 1:05, White 0:55
        "#]],
    );
}
