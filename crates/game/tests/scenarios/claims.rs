//! What becomes of an illegal move: Articles 9.4, 9.5, 9.7 and 13.6, and the other rule sets.

use crate::script::{check, tell};
use expect_test::expect;

#[test]
fn a_claim_after_ones_own_reply_is_too_late() {
    check(
        "
        rules: fesa
        0:00 white starts
        0:01 black 8h7h
        0:02 white 3c3d
        0:03 white claims illegal move
        ? warnings
        0:04 black 7g7f
        0:05 white claims illegal move
        ? warnings
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black B-7h
            0:02 2. White P-3d
            0:03 White claims an illegal move of Black.
            0:03 The claim of an illegal move is wrong. White is warned.
            warnings: Black 0, White 1
            0:04 3. Black P-7f
            0:05 White claims an illegal move of Black.
            0:05 The claim of an illegal move is wrong. White is warned.
            warnings: Black 0, White 2
        "#]],
    );
}

#[test]
fn a_king_left_in_check_can_be_claimed_later_by_whoever_has_the_move() {
    check(
        "
        start: 4k4/9/9/9/4r4/9/9/9/4K3L b - 1
        0:00 white starts
        0:01 black 1i1h
        0:02 white 5a4a
        0:03 white claims illegal move
        0:04 black 1h1g
        0:05 white claims illegal move
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black L-1h
            0:02 2. White K-4a
            0:03 White claims an illegal move of Black.
            0:03 The claim of an illegal move is wrong. White is warned.
            0:04 3. Black L-1g
            0:05 White claims an illegal move of Black.
            0:05 White wins: illegal move of Black (the king in check).
        "#]],
    );
}

#[test]
fn two_pawns_can_be_claimed_as_long_as_they_stand() {
    check(
        "
        start: 4k4/9/9/9/9/9/7P1/9/4K4 b P 1
        0:00 white starts
        0:01 black P*2c
        0:02 white 5a4a
        0:03 white claims illegal move
        0:04 black 5i5h
        0:05 white claims illegal move
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black P*2c
            0:02 2. White K-4a
            0:03 White claims an illegal move of Black.
            0:03 The claim of an illegal move is wrong. White is warned.
            0:04 3. Black K-5h
            0:05 White claims an illegal move of Black.
            0:05 White wins: illegal move of Black (two pawns on a file).
        "#]],
    );
    check(
        "
        start: 4k4/9/9/9/9/9/7P1/9/4K4 b P 1
        0:00 white starts
        0:01 black P*2c
        0:02 white 5a4a
        0:03 black 2c2b+
        0:04 white 4a5a
        0:05 black 5i5h
        0:06 white claims illegal move
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black P*2c
            0:02 2. White K-4a
            0:03 3. Black P-2b+
            0:04 4. White K-5a
            0:05 5. Black K-5h
            0:06 White claims an illegal move of Black.
            0:06 The claim of an illegal move is wrong. White is warned.
        "#]],
    );
}

#[test]
fn a_dead_piece_can_be_claimed_as_long_as_it_stands() {
    check(
        "
        start: 4k4/9/9/9/9/9/9/9/4K4 b N 1
        0:00 white starts
        0:01 black N*2b
        0:02 white 5a4a
        0:03 black 5i5h
        0:04 white claims illegal move
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black N*2b
            0:02 2. White K-4a
            0:03 3. Black K-5h
            0:04 White claims an illegal move of Black.
            0:04 White wins: illegal move of Black (a piece that can never move).
        "#]],
    );
}

#[test]
fn a_piece_moved_to_a_dead_end_is_claimed_until_it_is_taken() {
    check(
        "
        start: 4k4/7P1/9/9/9/9/9/9/4K4 b - 1
        0:00 white starts
        0:01 black 2b2a
        0:02 white 5a4a
        0:03 white claims illegal move
        0:04 black 5i5h
        0:05 white claims illegal move
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black P-2a=
            0:02 2. White K-4a
            0:03 White claims an illegal move of Black.
            0:03 The claim of an illegal move is wrong. White is warned.
            0:04 3. Black K-5h
            0:05 White claims an illegal move of Black.
            0:05 White wins: illegal move of Black (a piece that can never move).
        "#]],
    );
    check(
        "
        start: 6k2/7P1/9/9/9/9/9/9/4K4 b - 1
        0:00 white starts
        0:01 black 2b2a
        0:02 white 3a2a
        0:03 black 5i5h
        0:04 white claims illegal move
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black P-2a=
            0:02 2. White Kx2a
            0:03 3. Black K-5h
            0:04 White claims an illegal move of Black.
            0:04 The claim of an illegal move is wrong. White is warned.
        "#]],
    );
}

#[test]
fn nobody_claims_what_he_did_himself() {
    // Black's two pawns, his dead knight and his king left in check are no offences of White.
    let told = [
        ("4k4/9/9/9/9/9/7P1/9/4K4 b P 1", "P*2c"),
        ("4k4/9/9/9/9/9/9/9/4K4 b N 1", "N*2b"),
        ("4k4/9/9/9/4r4/9/9/9/4K3L b - 1", "1i1h"),
    ]
    .map(|(sfen, mv)| {
        let told = tell(&format!(
            "start: {sfen}\n0:00 white starts\n0:01 black {mv}\n0:02 white 5a4a\n\
             0:03 black claims illegal move"
        ));
        told.lines().skip(3).collect::<Vec<_>>().join("\n") + "\n"
    });
    expect![[r#"
        0:03 Black claims an illegal move of White.
        0:03 The claim of an illegal move is wrong. Black is warned.
        0:03 Black claims an illegal move of White.
        0:03 The claim of an illegal move is wrong. Black is warned.
        0:03 Black claims an illegal move of White.
        0:03 The claim of an illegal move is wrong. Black is warned.
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn no_other_breach_outlives_the_reply() {
    let told = [
        ("4k4/9/9/9/9/9/9/9/4K4 b P 1", "+P*2c"),
        ("4k4/9/9/9/9/9/9/9/4K3L b - 1", "1i2h"),
        ("4k4/9/9/9/9/9/9/7R1/4K4 b - 1", "2h2f+"),
        ("4k4/9/9/9/9/9/9/4G2R1/4K4 b - 1", "2h5h"),
    ]
    .map(|(sfen, mv)| {
        tell(&format!(
            "start: {sfen}\n0:00 white starts\n0:01 black {mv}\n0:02 white 5a4a\n\
             0:03 black 5i6i\n0:04 white claims illegal move"
        ))
    });
    expect![[r#"
        0:00 White begins the game. Black has the move.
        0:01 1. Black +P*2c
        0:02 2. White K-4a
        0:03 3. Black K-6i
        0:04 White claims an illegal move of Black.
        0:04 The claim of an illegal move is wrong. White is warned.
        0:00 White begins the game. Black has the move.
        0:01 1. Black L-2h
        0:02 2. White K-4a
        0:03 3. Black K-6i
        0:04 White claims an illegal move of Black.
        0:04 The claim of an illegal move is wrong. White is warned.
        0:00 White begins the game. Black has the move.
        0:01 1. Black R-2f+
        0:02 2. White K-4a
        0:03 3. Black K-6i
        0:04 White claims an illegal move of Black.
        0:04 The claim of an illegal move is wrong. White is warned.
        0:00 White begins the game. Black has the move.
        0:01 1. Black Rx5h
        0:02 2. White K-4a
        0:03 3. Black K-6i
        0:04 White claims an illegal move of Black.
        0:04 The claim of an illegal move is wrong. White is warned.
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn taking_a_king_left_in_check_wins() {
    check(
        "
        start: 4k4/9/9/9/4r4/9/9/9/4K3L b - 1
        0:00 white starts
        0:01 black 1i1h
        0:02 white 5e5i+
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black L-1h
            0:02 2. White Rx5i+
            0:02 White wins: the king of Black, left in check, is taken.
        "#]],
    );
}

#[test]
fn a_king_is_taken_although_the_piece_is_wrongly_turned_over_or_not() {
    let told = [
        // A pawn that has to be turned over and is not.
        ("4k4/9/9/9/9/9/9/4p4/4K3L b - 1", "1i1h", "5h5i"),
        // A rook that is turned over far from the promotion zone.
        ("4k4/9/4r4/9/9/4K4/9/9/8L b - 1", "1i1h", "5c5f+"),
        // A gold has nothing to turn over.
        ("4k4/9/9/9/4g4/4K4/9/9/8L b - 1", "1i1h", "5e5f+"),
    ]
    .map(|(sfen, illegal, taking)| {
        tell(&format!(
            "start: {sfen}\n0:00 white starts\n0:01 black {illegal}\n0:02 white {taking}"
        ))
    });
    expect![[r#"
        0:00 White begins the game. Black has the move.
        0:01 1. Black L-1h
        0:02 2. White Px5i=
        0:02 White wins: the king of Black, left in check, is taken.
        0:00 White begins the game. Black has the move.
        0:01 1. Black L-1h
        0:02 2. White Rx5f+
        0:02 White wins: the king of Black, left in check, is taken.
        0:00 White begins the game. Black has the move.
        0:01 1. Black L-1h
        0:02 refused: White cannot move: impossible: the piece has no promoted side to turn up
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn a_king_is_taken_although_ones_own_is_in_check() {
    check(
        "
        start: 4k4/9/9/9/4r4/9/9/9/4K2R1 b - 1
        0:00 white starts
        0:01 black 2i2a
        0:02 white 5e5i
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black R-2a=
            0:02 2. White Rx5i=
            0:02 White wins: the king of Black, left in check, is taken.
        "#]],
    );
}

#[test]
fn a_king_is_not_taken_by_a_move_that_its_taker_cannot_make() {
    check(
        "
        start: 4k4/9/9/9/4r4/9/9/9/4K3L b - 1
        0:00 white starts
        0:01 black 1i1h
        0:02 white 5a5i
        0:03 black claims illegal move
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black L-1h
            0:02 2. White Kx5i
            0:03 Black claims an illegal move of White.
            0:03 Black wins: illegal move of White (not a move of the piece).
        "#]],
    );
}

#[test]
fn a_wrong_claim_has_its_price() {
    for (knob, told) in [
        (
            "flag by claim",
            expect![[r#"
            0:00 White starts the clock of Black.
            0:10 1. Black P-7f
            0:20 White claims an illegal move of Black.
            0:20 The claim of an illegal move is wrong. White is warned.
            warnings: Black 0, White 1
            clocks: Black 14:50, White 14:50
            phase: Running
        "#]],
        ),
        (
            "wrong claim gives 2m",
            expect![[r#"
            0:00 White starts the clock of Black.
            0:10 1. Black P-7f
            0:20 White claims an illegal move of Black.
            0:20 The claim of an illegal move is wrong. Black is given 2m.
            warnings: Black 0, White 0
            clocks: Black 16:50, White 14:50
            phase: Running
        "#]],
        ),
        (
            "wrong claim loses",
            expect![[r#"
            0:00 White starts the clock of Black.
            0:10 1. Black P-7f
            0:20 White claims an illegal move of Black.
            0:20 The claim of an illegal move is wrong.
            0:20 Black wins: wrong claim of White.
            warnings: Black 0, White 0
            clocks: Black 14:50, White 14:50
            phase: Finished(Outcome { verdict: Wins(Black), cause: WrongClaim })
        "#]],
        ),
    ] {
        check(
            &format!(
                "rules: fesa\nset: {knob}\nclock: 15m\n0:00 white starts\n0:10 black 7g7f\n\
                 0:20 white claims illegal move\n? warnings\n? clocks\n? phase"
            ),
            told,
        );
    }
}

#[test]
fn an_illegal_move_can_be_claimed_after_the_arbiter_was_called() {
    check(
        "
        clock: 10m
        0:00 white starts
        0:05 black 8h7h
        0:10 white calls arbiter: an illegal move
        0:20 white 3c3d
        0:30 bystander points out black
        0:40 white claims illegal move
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:05 1. Black B-7h
            0:10 White stops the clocks and calls the arbiter: an illegal move
            0:20 refused: White cannot move: the game is interrupted (FESA 8.12)
            0:30 refused: a bystander cannot claim an illegal move: the game is interrupted (FESA 8.12)
            0:40 White claims an illegal move of Black.
            0:40 White wins: illegal move of Black (not a move of the piece).
        "#]],
    );
    // What the arbiter himself interrupted waits for him.
    check(
        "
        clock: 10m
        0:00 white starts
        0:05 black 8h7h
        0:10 arbiter pauses: a fire drill
        0:20 white claims illegal move
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:05 1. Black B-7h
            0:10 The arbiter: the game is interrupted. Reason: a fire drill
            0:20 refused: White cannot claim an illegal move: the game is interrupted (FESA 8.12)
        "#]],
    );
}

#[test]
fn a_claim_needs_a_move_and_an_opponent() {
    check(
        "
        rules: fesa
        0:00 white starts
        0:01 white claims illegal move
        0:02 black 7g7f
        0:03 black points out black
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 refused: White cannot claim an illegal move: there is no such move
            0:02 1. Black P-7f
            0:03 refused: Black cannot claim an illegal move: that is for others to do
        "#]],
    );
}

#[test]
fn outsiders_and_the_arbiter_must_not_point_out_an_illegal_move() {
    check(
        "
        rules: fesa
        0:00 white starts
        0:01 black 8h7h
        0:02 bystander points out black
        0:03 arbiter points out black
        0:04 white 3c3d
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black B-7h
            0:02 refused: a bystander cannot claim an illegal move: nobody but the opponent may point that out (FESA 9.7)
            0:03 refused: the arbiter cannot claim an illegal move: the arbiter must not point that out (FESA 13.6)
            0:04 2. White P-3d
        "#]],
    );
}

/// The start of the game that Toyokawa lost on television, before his 109th move.
const TOYOKAWA: &str = "ln1s3+R1/1ks6/1p1p3P1/p1ps5/4l2p1/P1P1P1P1P/1P1PS1+n2/2KGG1B+r1/LN3G2L \
                        b G3Pbn2p 109";

#[test]
fn toyokawas_two_pawns_lose_when_pointed_out() {
    for (by, told) in [
        (
            "white claims illegal move",
            expect![[r#"
            0:00 The host begins the game. Black has the move.
            0:01 109. Black P*2i
            0:02 White claims an illegal move of Black.
            0:02 White wins: illegal move of Black (two pawns on a file).
        "#]],
        ),
        (
            "arbiter points out black",
            expect![[r#"
            0:00 The host begins the game. Black has the move.
            0:01 109. Black P*2i
            0:02 The arbiter points out an illegal move of Black.
            0:02 White wins: illegal move of Black (two pawns on a file).
        "#]],
        ),
        (
            "bystander points out black",
            expect![[r#"
            0:00 The host begins the game. Black has the move.
            0:01 109. Black P*2i
            0:02 A bystander points out an illegal move of Black.
            0:02 White wins: illegal move of Black (two pawns on a file).
        "#]],
        ),
    ] {
        check(
            &format!(
                "rules: jsa-pro\nstart: {TOYOKAWA}\n0:00 host starts\n0:01 black P*2i\n0:02 {by}"
            ),
            told,
        );
    }
    check(
        &format!(
            "rules: jsa-pro\nstart: {TOYOKAWA}\n0:00 host starts\n0:01 black P*2i\n\
             0:02 white 2h3h\n0:03 black G*6i\n0:04 white 3g4g\n0:05 bystander points out black"
        ),
        expect![[r#"
            0:00 The host begins the game. Black has the move.
            0:01 109. Black P*2i
            0:02 110. White +Rx3h
            0:03 111. Black G*6i
            0:04 112. White +N-4g
            0:05 A bystander points out an illegal move of Black.
            0:05 White wins: illegal move of Black (two pawns on a file).
        "#]],
    );
}

#[test]
fn toyokawas_two_pawns_lose_by_a_claim_in_time_under_fesa() {
    let begin = format!("rules: fesa\nstart: {TOYOKAWA}\n0:00 white starts\n0:01 black P*2i\n");
    check(
        &format!("{begin}0:02 bystander points out black\n0:03 white claims illegal move"),
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 109. Black P*2i
            0:02 refused: a bystander cannot claim an illegal move: nobody but the opponent may point that out (FESA 9.7)
            0:03 White claims an illegal move of Black.
            0:03 White wins: illegal move of Black (two pawns on a file).
        "#]],
    );
    check(
        &format!("{begin}0:02 white 2h2i\n0:03 black G*6i\n0:04 white claims illegal move"),
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 109. Black P*2i
            0:02 110. White +Rx2i
            0:03 111. Black G*6i
            0:04 White claims an illegal move of Black.
            0:04 The claim of an illegal move is wrong. White is warned.
        "#]],
    );
    check(
        &format!("{begin}0:02 white 2h3h\n0:03 black G*6i\n0:04 white claims illegal move"),
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 109. Black P*2i
            0:02 110. White +Rx3h
            0:03 111. Black G*6i
            0:04 White claims an illegal move of Black.
            0:04 White wins: illegal move of Black (two pawns on a file).
        "#]],
    );
}

#[test]
fn a_resignation_before_the_move_is_pointed_out_stands() {
    check(
        "
        rules: jsa-pro
        0:00 white starts
        0:01 black 8h7h
        0:02 white resigns
        0:03 bystander points out black
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black B-7h
            0:02 Black wins: White resigns.
            0:03 refused: a bystander cannot claim an illegal move: the game is over (FESA 5.1)
        "#]],
    );
}

#[test]
fn illegal_moves_are_blocked_lose_at_once_or_stand() {
    for (handling, told) in [
        (
            "blocked",
            expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 refused: Black cannot move: illegal: two pawns on one file (nifu) (FESA 3.11 (a))
            0:02 1. Black K-4i
            0:03 refused: White cannot claim an illegal move: by these rules that ends the game by itself
        "#]],
        ),
        (
            "lose",
            expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black P*2c
            0:01 White wins: illegal move of Black (two pawns on a file).
            0:02 refused: Black cannot move: the game is over (FESA 5.1)
            0:03 refused: White cannot claim an illegal move: the game is over (FESA 5.1)
        "#]],
        ),
        (
            "pointed-out",
            expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black P*2c
            0:02 2. Black K-4i
            0:03 White claims an illegal move of Black.
            0:03 White wins: illegal move of Black (out of turn).
        "#]],
        ),
        (
            "claimed",
            expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black P*2c
            0:02 2. Black K-4i
            0:03 White claims an illegal move of Black.
            0:03 White wins: illegal move of Black (out of turn).
        "#]],
        ),
    ] {
        check(
            &format!(
                "start: 4k4/9/9/9/9/9/7P1/9/4K4 b P 1\nset: illegal moves {handling}\n\
                 0:00 white starts\n0:01 black P*2c\n0:02 black 5i4i\n0:03 white claims illegal move"
            ),
            told,
        );
    }
}
