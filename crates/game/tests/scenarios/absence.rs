//! Players who do not come to the board: Article 8.6.

use crate::script::check;
use expect_test::expect;

#[test]
fn the_clock_of_an_absent_player_runs_from_the_start_until_the_game_is_forfeited() {
    check(
        "
        clock: 15m
        attendance: to arrive
        0:00 white arrives
        ? running
        ? deadline
        5:00 clock ticks
        ? clocks
        14:59.999 host ticks
        ? phase
        15:00 clock ticks
        ? clocks
        ",
        expect![[r#"
            0:00 White comes to the board.
            running: Some(Black)
            deadline: 15:00
            clocks: Black 10:00, White 15:00
            phase: Preparing
            15:00 White wins: Black did not come.
            clocks: Black 0:00, White 15:00
        "#]],
    );
}

#[test]
fn byoyomi_is_part_of_the_time_that_is_used_up() {
    check(
        "
        clock: 10m+3x30s
        attendance: to arrive
        0:00 black arrives
        ? deadline
        10:40 white arrives
        10:40 white starts
        ? clocks
        10:45 black 7g7f
        ? running
        11:04.999 white 3c3d
        ? clocks
        ",
        expect![[r#"
            0:00 Black comes to the board.
            deadline: 11:30
            10:40 White comes to the board.
            10:40 White starts the clock of Black.
            clocks: Black 10:00, White 0:00 0:30 x2
            10:45 1. Black P-7f
            running: Some(White)
            11:04.999 2. White P-3d
            clocks: Black 9:55, White 0:00 0:30 x2
        "#]],
    );
}

#[test]
fn who_comes_late_has_less_time_and_the_clock_of_whoever_waited_is_untouched() {
    check(
        "
        clock: 15m
        attendance: to arrive
        1:00 black arrives
        ? running
        4:00 white arrives
        ? running
        ? deadline
        ? clocks
        5:00 host starts
        ? clocks
        5:10 black 7g7f
        5:20 white 3c3d
        ? clocks
        ",
        expect![[r#"
            1:00 Black comes to the board.
            running: Some(White)
            4:00 White comes to the board.
            running: None
            deadline: none
            clocks: Black 15:00, White 12:00
            5:00 The host starts the clock of Black.
            clocks: Black 15:00, White 12:00
            5:10 1. Black P-7f
            5:20 2. White P-3d
            clocks: Black 14:50, White 11:50
        "#]],
    );
}

#[test]
fn a_command_after_the_time_is_used_up_comes_too_late() {
    check(
        "
        clock: 5m
        attendance: to arrive
        2:00 white arrives
        7:30 black arrives
        7:31 white greets
        ",
        expect![[r#"
            2:00 White comes to the board.
            7:00 White wins: Black did not come.
            7:31 White thanks for the game.
        "#]],
    );
}

#[test]
fn without_a_clock_a_player_waits_ten_minutes() {
    check(
        "
        attendance: to arrive
        3:00 black arrives
        ? deadline
        ? running
        12:59 clock ticks
        13:00 clock ticks
        ",
        expect![[r#"
            3:00 Black comes to the board.
            deadline: 13:00
            running: None
            13:00 Black wins: White did not come.
        "#]],
    );
}

#[test]
fn a_game_to_which_nobody_came_is_called_off_after_an_hour() {
    check(
        "
        clock: 15m
        attendance: to arrive
        ? deadline
        59:59 clock ticks
        1:00:00 clock ticks
        ? japanese
        ",
        expect![[r#"
            deadline: 60:00
            60:00 No contest: neither player came.
            japanese: 
            無勝負：両対局者の不在。
        "#]],
    );
}

#[test]
fn whoever_comes_within_the_hour_can_still_wait_for_the_other() {
    check(
        "
        clock: 15m
        attendance: to arrive
        59:00 black arrives
        1:05:00 white arrives
        1:05:00 host starts
        ? clocks
        ",
        expect![[r#"
            59:00 Black comes to the board.
            65:00 White comes to the board.
            65:00 The host starts the clock of Black.
            clocks: Black 15:00, White 9:00
        "#]],
    );
}

#[test]
fn lost_time_follows_the_player_whom_the_toss_gives_the_other_side() {
    check(
        "
        clock: 15m
        toss: black
        attendance: to arrive
        0:00 host commits to seed 7
        0:00 black arrives
        0:00 black adds 1
        4:00 white arrives
        4:00 white adds 2
        4:00 host reveals seed 7
        ? players
        4:00 host starts
        ? clocks
        ",
        expect![[r#"
            0:00 The host commits to a secret seed for the toss.
            0:00 Black comes to the board.
            0:00 Black adds a number to the toss.
            4:00 White comes to the board.
            4:00 White adds a number to the toss.
            4:00 The host reveals the seed, and the toss follows from it.
            4:00 The host tosses the pawns: 2 unpromoted, 3 promoted, the sides are exchanged.
            players: swapped true
            4:00 The host starts the clock of Black.
            clocks: Black 11:00, White 15:00
        "#]],
    );
}

#[test]
fn who_keeps_the_toss_waiting_does_so_on_his_own_time() {
    check(
        "
        clock: 5m
        toss: black
        attendance: to arrive
        0:00 host commits to seed 7
        0:00 black arrives
        0:01 white arrives
        ? running
        0:02 white adds 2
        ? running
        5:01 clock ticks
        5:02 clock ticks
        ",
        expect![[r#"
            0:00 The host commits to a secret seed for the toss.
            0:00 Black comes to the board.
            0:01 White comes to the board.
            running: None
            0:02 White adds a number to the toss.
            running: Some(Black)
            5:02 White wins: the time of Black has run out.
        "#]],
    );
}

#[test]
fn the_toss_does_not_prolong_the_waiting() {
    check(
        "
        toss: black
        attendance: to arrive
        0:10 black arrives
        ? deadline
        5:00 arbiter tosses ppppp
        ? players
        ? deadline
        10:10 clock ticks
        ",
        expect![[r#"
            0:10 Black comes to the board.
            deadline: 10:10
            5:00 The arbiter tosses the pawns: 0 unpromoted, 5 promoted, the sides are exchanged.
            players: swapped true
            deadline: 10:10
            10:10 White wins: Black did not come.
        "#]],
    );
}

#[test]
fn a_player_who_was_there_when_the_arbiter_tossed_is_there_on_his_new_side() {
    check(
        "
        toss: black
        attendance: to arrive
        0:00 black arrives
        0:01 arbiter tosses ppppp
        0:02 white starts
        0:03 black 7g7f
        0:04 black arrives
        0:05 black 7g7f
        ",
        expect![[r#"
            0:00 Black comes to the board.
            0:01 The arbiter tosses the pawns: 0 unpromoted, 5 promoted, the sides are exchanged.
            0:02 White begins the game. Black has the move.
            0:03 refused: Black cannot move: the player has not arrived (FESA 8.6)
            0:04 Black comes to the board.
            0:05 1. Black P-7f
        "#]],
    );
}

#[test]
fn logs_of_version_2_keep_the_times_that_they_had() {
    check(
        "
        version: 2
        clock: 15m
        attendance: to arrive
        1:00 black arrives
        ? running
        4:00 white arrives
        4:00 host starts
        ? clocks
        ",
        expect![[r#"
            1:00 Black comes to the board.
            running: None
            4:00 White comes to the board.
            4:00 The host starts the clock of Black.
            clocks: Black 15:00, White 15:00
        "#]],
    );
}
