//! The act of moving, displaced pieces, hands, taking back: Articles 4 and 9.1 to 9.6.

use crate::script::check;
use expect_test::expect;
use komadai_game::Deed;

#[test]
fn a_move_that_was_made_stands() {
    check(
        "
        rules: fesa
        0:00 white starts
        0:01 black takes back
        0:02 black 7g7f
        0:03 black takes back
        0:04 black offers take-back
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 refused: Black cannot take a move back: there is no such move
            0:02 1. Black P-7f
            0:03 refused: Black cannot take a move back: a move that was made stands (FESA 4.3)
            0:04 refused: Black cannot propose a take-back: a move that was made stands (FESA 4.3)
        "#]],
    );
}

#[test]
fn a_released_piece_is_neither_moved_on_nor_turned_over() {
    for second in ["2c2b", "2c2b+"] {
        check(
            &format!(
                "start: 4k4/9/9/7R1/9/9/9/9/4K4 b - 1\n0:00 white starts\n0:01 black 2d2c\n0:02 black takes back\n\
                 0:03 black {second}\n0:04 white claims illegal move"
            ),
            match second {
                "2c2b" => expect![[r#"
                    0:00 White begins the game. Black has the move.
                    0:01 1. Black R-2c=
                    0:02 refused: Black cannot take a move back: a move that was made stands (FESA 4.3)
                    0:03 2. Black R-2b=
                    0:04 White claims an illegal move of Black.
                    0:04 White wins: illegal move of Black (out of turn).
                "#]],
                _ => expect![[r#"
                    0:00 White begins the game. Black has the move.
                    0:01 1. Black R-2c=
                    0:02 refused: Black cannot take a move back: a move that was made stands (FESA 4.3)
                    0:03 2. Black R-2b+
                    0:04 White claims an illegal move of Black.
                    0:04 White wins: illegal move of Black (out of turn).
                "#]],
            },
        );
    }
    assert!("2c2c+".parse::<Deed>().is_err());
}

#[test]
fn taking_a_move_back_loses_in_japan() {
    check(
        "
        rules: jsa-pro
        0:00 white starts
        0:01 black 7g7f
        0:02 black takes back
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black P-7f
            0:02 White wins: Black has taken a move back.
        "#]],
    );
}

#[test]
fn friends_take_moves_back_by_agreement() {
    check(
        "
        rules: casual
        0:00 white starts
        moves 7g7f 3c3d 2g2f
        0:04 black offers take-back
        0:05 white declines take-back
        0:06 black offers take-back
        0:07 black declines take-back
        0:08 black offers take-back
        0:09 white accepts take-back
        0:10 black 6g6f
        0:11 black offers take-back
        0:12 white 8c8d
        0:13 white accepts take-back
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black P-7f / 2. White P-3d / 3. Black P-2f
            0:04 Black proposes taking back the last move.
            0:05 White declines taking back the last move.
            0:06 Black proposes taking back the last move.
            0:07 Black no longer proposes taking back the last move.
            0:08 Black proposes taking back the last move.
            0:09 White agrees to taking back the last move.
            0:09 Taken back. Play goes on with move 3.
            0:10 3. Black P-6f
            0:11 Black proposes taking back the last move.
            0:12 4. White P-8d
            0:13 refused: White cannot accept a take-back: nothing has been proposed
        "#]],
    );
}

#[test]
fn displaced_pieces_are_put_back_on_ones_own_time() {
    check(
        "
        set: press apart
        clock: 10m
        0:00 white starts
        0:10 black displaces
        0:20 white puts back
        0:30 black 7g7f
        0:40 black puts back
        0:50 black 7g7f
        0:51 black presses
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 Black upsets the pieces.
            0:20 refused: White cannot put the pieces back: that is for others to do
            0:30 refused: Black cannot move: the pieces have to be put back first (FESA 9.2)
            0:40 Black puts the pieces back.
            0:50 1. Black P-7f
            0:51 Black presses the clock.
            clocks: Black 9:09, White 10:00
        "#]],
    );
}

#[test]
fn who_upsets_the_pieces_while_the_opponent_thinks_does_it_on_his_own_time() {
    check(
        "
        set: press apart
        clock: 10m
        0:00 white starts
        0:10 white displaces
        ? running
        0:20 black 7g7f
        0:40 white puts back
        ? running
        0:50 black 7g7f
        0:50 black presses
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 White upsets the pieces.
            running: Some(White)
            0:20 refused: Black cannot move: the pieces have to be put back first (FESA 9.2)
            0:40 White puts the pieces back.
            running: Some(Black)
            0:50 1. Black P-7f
            0:50 Black presses the clock.
            clocks: Black 9:40, White 9:30
        "#]],
    );
    check(
        "
        set: press apart
        clock: 10m
        0:00 white starts
        0:10 white displaces
        0:15 black calls arbiter: he has upset everything
        1:00 arbiter puts back: like this
        1:10 arbiter resumes: Black has the move
        ? running
        1:20 black 7g7f
        1:20 black presses
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 White upsets the pieces.
            0:15 Black stops the clocks and calls the arbiter: he has upset everything
            1:00 The arbiter: the pieces are put back. Reason: like this
            1:10 The arbiter: the game goes on. Reason: Black has the move
            running: Some(Black)
            1:20 1. Black P-7f
            1:20 Black presses the clock.
            clocks: Black 9:40, White 9:55
        "#]],
    );
}

#[test]
fn the_clock_runs_as_before_when_the_pieces_are_back() {
    // Black upsets them after a press without a move, while White's clock runs.
    check(
        "
        set: press apart
        clock: 10m
        0:00 white starts
        0:10 black presses
        0:15 black displaces
        ? running
        0:30 black puts back
        ? running
        0:35 white puts back
        0:40 white presses
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 Black presses the clock without a completed move.
            0:15 Black upsets the pieces.
            running: Some(Black)
            0:30 Black puts the pieces back.
            running: Some(White)
            0:35 refused: White cannot put the pieces back: the pieces are in order (FESA 9.2)
            0:40 White presses the clock back.
            clocks: Black 9:35, White 9:45
        "#]],
    );
    // A press without a move while the pieces are upset is undone with the upset.
    check(
        "
        set: press apart
        clock: 10m
        0:00 white starts
        0:10 white displaces
        0:15 white presses
        ? running
        0:30 white puts back
        ? running
        0:40 black presses
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 White upsets the pieces.
            0:15 White presses the clock without a completed move.
            running: Some(Black)
            0:30 White puts the pieces back.
            running: Some(Black)
            0:40 Black presses the clock without a completed move.
        "#]],
    );
    // The arbiter need not stop the clocks for it.
    check(
        "
        set: press apart
        clock: 10m
        0:00 white starts
        0:10 white displaces
        0:20 white displaces
        0:30 arbiter puts back: like this
        ? running
        0:40 arbiter puts back: again
        0:50 black 7g7f
        0:50 black presses
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 White upsets the pieces.
            0:20 refused: White cannot upset the pieces: that has been done already
            0:30 The arbiter: the pieces are put back. Reason: like this
            running: Some(Black)
            0:40 refused: the arbiter cannot rule: the pieces are in order (FESA 9.2)
            0:50 1. Black P-7f
            0:50 Black presses the clock.
            clocks: Black 9:30, White 9:40
        "#]],
    );
}

#[test]
fn on_a_screen_no_pieces_are_displaced() {
    check(
        "
        clock: 10m
        0:00 white starts
        0:10 white displaces
        0:20 black 7g7f
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 refused: White cannot upset the pieces: these rules do not have that
            0:20 1. Black P-7f
        "#]],
    );
    check(
        "set: press apart\n0:00 white starts\n0:10 white displaces",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:10 refused: White cannot upset the pieces: these rules do not have that
        "#]],
    );
}

#[test]
fn with_pieces_displaced_the_opponents_clock_must_not_be_started() {
    check(
        "
        set: press apart
        clock: 10m
        0:00 white starts
        0:05 black 7g7f
        0:10 black displaces
        0:15 black presses
        0:20 white presses
        0:25 black puts back
        0:30 black presses
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:05 1. Black P-7f
            0:10 Black upsets the pieces.
            0:15 Black presses the clock without a completed move.
            0:20 White presses the clock back.
            0:25 Black puts the pieces back.
            0:30 Black presses the clock.
            clocks: Black 9:35, White 9:55
        "#]],
    );
}

#[test]
fn the_arbiter_can_put_pieces_back_and_penalise_it() {
    check(
        "
        set: press apart
        clock: 10m
        0:00 white starts
        0:05 black displaces
        0:10 white calls arbiter: the pieces are upset
        0:20 arbiter puts back: the position is known
        0:25 arbiter warns black for displacement: a sleeve
        0:30 arbiter resumes: go on
        ? clocks
        0:40 black 7g7f
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:05 Black upsets the pieces.
            0:10 White stops the clocks and calls the arbiter: the pieces are upset
            0:20 The arbiter: the pieces are put back. Reason: the position is known
            0:25 The arbiter: a warning for Black, for displaced pieces. Reason: a sleeve
            0:30 The arbiter: the game goes on. Reason: go on
            clocks: Black 9:50, White 10:00
            0:40 1. Black P-7f
        "#]],
    );
}

#[test]
fn a_press_without_a_move_is_noted_and_answered() {
    check(
        "
        set: press apart
        clock: 10m
        0:00 white starts
        0:10 black presses
        ? running
        0:13 white presses
        ? running
        0:20 black 7g7f
        0:21 black presses
        0:30 arbiter warns black for early-press: the clock was pressed without a move
        ? clocks
        ? warnings
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 Black presses the clock without a completed move.
            running: Some(White)
            0:13 White presses the clock back.
            running: Some(Black)
            0:20 1. Black P-7f
            0:21 Black presses the clock.
            0:30 The arbiter: a warning for Black, for starting the opponent's clock without a move. Reason: the clock was pressed without a move
            clocks: Black 9:42, White 9:48
            warnings: Black 1, White 0
        "#]],
    );
}

#[test]
fn a_press_without_a_move_saves_no_later_press() {
    check(
        "
        set: press apart
        clock: 0m+30s
        0:00 white starts
        0:20 black presses
        0:21 black 7g7f
        0:22 black presses
        0:30 white 3c3d
        0:31 white presses
        ? clocks
        0:50 black presses
        0:51 white presses
        1:00 black 2g2f
        1:00 black presses
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:20 Black presses the clock without a completed move.
            0:21 1. Black P-7f
            0:22 refused: Black cannot press the clock: the clock of the opponent runs (FESA 8.7)
            0:30 2. White P-3d
            0:31 White presses the clock.
            clocks: Black 0:00 0:30 x1, White 0:00 0:30 x1
            0:50 Black presses the clock without a completed move.
            0:51 White presses the clock back.
            1:00 3. Black P-2f
            1:00 Black presses the clock.
            clocks: Black 0:00 0:30 x1, White 0:00 0:30 x1
        "#]],
    );
}

#[test]
fn a_move_out_of_turn_saves_no_later_press() {
    check(
        "
        set: press apart
        clock: 10m
        0:00 white starts
        0:05 white 3c3d
        0:10 black 7g7f
        0:11 black presses
        0:20 white presses
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:05 1. White P-3d
            0:10 2. Black P-7f
            0:11 Black presses the clock.
            0:20 White presses the clock without a completed move.
        "#]],
    );
}

#[test]
fn a_press_that_was_answered_or_overtaken_excuses_no_other() {
    // White has answered; then he upsets the pieces and presses.
    check(
        "
        set: press apart
        clock: 10m
        0:00 white starts
        0:10 black presses
        0:11 white presses
        0:20 white displaces
        0:21 white presses
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 Black presses the clock without a completed move.
            0:11 White presses the clock back.
            0:20 White upsets the pieces.
            0:21 White presses the clock without a completed move.
        "#]],
    );
    // White has moved instead of answering.
    check(
        "
        set: press apart
        clock: 10m
        0:00 white starts
        0:10 black presses
        0:15 white 3c3d
        0:16 white presses
        0:20 black 7g7f
        0:21 black presses
        0:30 white presses
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 Black presses the clock without a completed move.
            0:15 1. White P-3d
            0:16 White presses the clock.
            0:20 2. Black P-7f
            0:21 Black presses the clock.
            0:30 White presses the clock without a completed move.
        "#]],
    );
}

#[test]
fn in_a_restored_position_nothing_is_owed_and_nothing_upset() {
    check(
        "
        set: press apart
        clock: 10m
        0:00 white starts
        0:05 black 7g7f
        0:06 arbiter restores 0: once more
        0:07 black presses
        0:08 arbiter restores 0: once more
        0:09 white displaces
        0:10 white presses
        0:11 arbiter restores 0: once more
        0:12 arbiter puts back: neat
        0:13 black 7g7f
        0:14 black presses
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:05 1. Black P-7f
            0:06 The arbiter: the position after 0 moves is set up again. Reason: once more
            0:07 Black presses the clock without a completed move.
            0:08 The arbiter: the position after 0 moves is set up again. Reason: once more
            0:09 White upsets the pieces.
            0:10 White presses the clock without a completed move.
            0:11 The arbiter: the position after 0 moves is set up again. Reason: once more
            0:12 refused: the arbiter cannot rule: the pieces are in order (FESA 9.2)
            0:13 1. Black P-7f
            0:14 Black presses the clock.
            clocks: Black 9:48, White 9:58
        "#]],
    );
}

#[test]
fn stopping_the_clock_before_the_move_loses_in_japan() {
    check(
        "
        rules: jsa-pro
        set: press apart
        clock: 10m
        0:00 white starts
        0:10 black presses
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 Black presses the clock without a completed move.
            0:10 White wins: Black has stopped the clock before completing a move.
        "#]],
    );
}

#[test]
fn who_has_the_move_may_ask_to_see_the_hand() {
    check(
        "
        clock: 10m
        0:00 white starts
        0:01 white asks to arrange
        0:02 black asks to arrange
        0:03 white arranges
        0:04 arbiter warns white for disarranged: again and again
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:01 refused: White cannot ask for an orderly hand: the opponent has the move (FESA 9.6)
            0:02 Black asks the opponent to arrange the pieces in hand.
            0:03 White arranges the pieces in hand.
            0:04 The arbiter: a warning for White, for pieces in hand kept in disorder. Reason: again and again
        "#]],
    );
}

#[test]
fn pieces_are_arranged_at_any_time_and_oblige_to_nothing() {
    check(
        "
        clock: 10m
        start: 4k4/9/9/9/9/9/9/9/4K3L b GP 1
        0:00 white starts
        0:01 black arranges
        0:02 white arranges
        ? running
        ? sfen
        0:05 black 1i1h
        0:06 black arranges
        0:10 white 5a4a
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:01 Black arranges the pieces in hand.
            0:02 White arranges the pieces in hand.
            running: Some(Black)
            sfen: 4k4/9/9/9/9/9/9/9/4K3L b GP 1
            0:05 1. Black L-1h
            0:06 Black arranges the pieces in hand.
            0:10 2. White K-4a
            clocks: Black 9:55, White 9:55
        "#]],
    );
}

#[test]
fn friends_take_an_illegal_move_back_by_agreement() {
    check(
        "
        rules: seireigi
        set: take-back by agreement
        0:00 white starts
        0:01 black 8h7h
        0:02 black offers take-back
        0:03 white accepts take-back
        ? sfen
        0:04 black 7g7f
        0:05 bystander points out black
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black B-7h
            0:02 Black proposes taking back the last move.
            0:03 White agrees to taking back the last move.
            0:03 Taken back. Play goes on with move 1.
            sfen: lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
            0:04 1. Black P-7f
            0:05 A bystander points out an illegal move of Black.
            0:05 The claim of an illegal move is wrong.
        "#]],
    );
}

#[test]
fn a_game_from_a_wrong_position_does_not_count() {
    check(
        "
        rules: fesa
        0:00 white starts
        moves 7g7f 3c3d
        0:05 arbiter finds wrong start: rook and bishop of White were exchanged
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black P-7f / 2. White P-3d
            0:05 The arbiter: the game began from a wrong position. Reason: rook and bishop of White were exchanged
            0:05 No contest: begun from a wrong position.
        "#]],
    );
}
