//! Illegal moves, kind by kind, claimed under the FESA Laws: Articles 1.1, 1.2 and 3.

use crate::script::{check, tell};
use expect_test::expect;

#[test]
fn two_pawns_on_a_file_lose_when_claimed() {
    check(
        "
        start: 4k4/9/9/9/9/7p1/7P1/9/4K4 b P 1
        0:00 white starts
        0:01 black P*2h
        0:02 white claims illegal move
        ? japanese
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black P*2h
            0:02 White claims an illegal move of Black.
            0:02 White wins: illegal move of Black (two pawns on a file).
            japanese: 
            後手が対局を始める。先手の手番。
            1手目▲２八歩
            後手が先手の反則を指摘。
            後手の勝ち：先手の反則（二歩）。
        "#]],
    );
}

#[test]
fn a_tokin_is_no_second_pawn() {
    check(
        "
        start: 4k4/9/9/9/7+P1/9/9/9/4K4 b P 1
        0:00 white starts
        0:01 black P*2h
        0:02 white claims illegal move
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black P*2h
            0:02 White claims an illegal move of Black.
            0:02 The claim of an illegal move is wrong. White is warned.
        "#]],
    );
}

#[test]
fn mate_by_a_pawn_drop_loses_when_claimed() {
    check(
        "
        start: 7nk/9/7G1/9/9/9/9/9/4K4 b P 1
        0:00 white starts
        0:01 black P*1b
        0:02 white claims illegal move
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black P*1b
            0:02 White claims an illegal move of Black.
            0:02 White wins: illegal move of Black (mate by a pawn drop).
        "#]],
    );
}

#[test]
fn check_by_a_pawn_drop_mate_by_a_pawn_move_and_by_another_drop_are_legal() {
    let told = [
        ("8k/9/7G1/9/9/9/9/9/4K4 b P 1", "P*1b"),
        ("7nk/9/7GP/9/9/9/9/9/4K4 b - 1", "1c1b"),
        ("7nk/9/7G1/9/9/9/9/9/4K4 b L 1", "L*1b"),
    ]
    .map(|(sfen, mv)| {
        tell(&format!(
            "start: {sfen}\n0:00 white starts\n0:01 black {mv}"
        ))
    });
    expect![[r#"
        0:00 White begins the game. Black has the move.
        0:01 1. Black P*1b
        0:00 White begins the game. Black has the move.
        0:01 1. Black P-1b=
        0:01 Black wins: checkmate.
        0:00 White begins the game. Black has the move.
        0:01 1. Black L*1b
        0:01 Black wins: checkmate.
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn a_piece_dropped_where_it_can_never_move_loses_when_claimed() {
    let told = ["P*1a", "L*1a", "N*1a", "N*1b"].map(|mv| {
        tell(&format!(
            "start: 4k4/9/9/9/9/9/9/9/4K4 b PLN 1\n0:00 white starts\n0:01 black {mv}\n\
             0:02 white claims illegal move"
        ))
    });
    expect![[r#"
        0:00 White begins the game. Black has the move.
        0:01 1. Black P*1a
        0:02 White claims an illegal move of Black.
        0:02 White wins: illegal move of Black (a piece that can never move).
        0:00 White begins the game. Black has the move.
        0:01 1. Black L*1a
        0:02 White claims an illegal move of Black.
        0:02 White wins: illegal move of Black (a piece that can never move).
        0:00 White begins the game. Black has the move.
        0:01 1. Black N*1a
        0:02 White claims an illegal move of Black.
        0:02 White wins: illegal move of Black (a piece that can never move).
        0:00 White begins the game. Black has the move.
        0:01 1. Black N*1b
        0:02 White claims an illegal move of Black.
        0:02 White wins: illegal move of Black (a piece that can never move).
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn a_forced_promotion_that_is_missed_loses_when_claimed() {
    let told = ["2b2a", "3c3a", "4c5a", "6d5b"].map(|mv| {
        tell(&format!(
            "start: 8k/7P1/5NL2/3N5/9/9/9/9/4K4 b - 1\n0:00 white starts\n0:01 black {mv}\n\
             0:02 white claims illegal move"
        ))
    });
    expect![[r#"
        0:00 White begins the game. Black has the move.
        0:01 1. Black P-2a=
        0:02 White claims an illegal move of Black.
        0:02 White wins: illegal move of Black (a piece that must promote).
        0:00 White begins the game. Black has the move.
        0:01 1. Black L-3a=
        0:02 White claims an illegal move of Black.
        0:02 White wins: illegal move of Black (a piece that must promote).
        0:00 White begins the game. Black has the move.
        0:01 1. Black N-5a=
        0:02 White claims an illegal move of Black.
        0:02 White wins: illegal move of Black (a piece that must promote).
        0:00 White begins the game. Black has the move.
        0:01 1. Black N-5b=
        0:02 White claims an illegal move of Black.
        0:02 White wins: illegal move of Black (a piece that must promote).
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn promotion_is_free_where_it_is_not_forced_and_lasts_until_capture() {
    check(
        "
        start: 4k4/9/2S6/7R1/9/9/9/9/4K4 b - 1
        0:00 white starts
        moves 2d2c 5a4a 7c7d 4a5a 2c2b+ 5a4a
        ? sfen
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black R-2c= / 2. White K-4a / 3. Black S-7d= / 4. White K-5a / 5. Black R-2b+ / 6. White K-4a
            sfen: 5k3/7+R1/9/2S6/9/9/9/9/4K4 b - 7
        "#]],
    );
    check(
        "
        start: 4k4/9/9/9/9/9/3s5/4+p4/4K4 b - 1
        0:00 white starts
        0:01 black 5i5h
        ? sfen
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black Kx5h
            sfen: 4k4/9/9/9/9/9/3s5/4K4/9 w P 2
        "#]],
    );
}

#[test]
fn a_promotion_outside_the_zone_loses_when_claimed() {
    check(
        "
        rules: fesa
        0:00 white starts
        moves 2g2f 8c8d
        0:04 black 2h5h+
        0:05 white claims illegal move
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black P-2f / 2. White P-8d
            0:04 3. Black R-5h+
            0:05 White claims an illegal move of Black.
            0:05 White wins: illegal move of Black (a promotion outside the zone).
        "#]],
    );
}

#[test]
fn moving_contrary_to_the_piece_loses_when_claimed() {
    let told = [
        ("a gold moved like a silver", "5h4i"),
        ("a bishop off its diagonal", "8h7h"),
        ("a jump over a piece", "2h2c+"),
        ("a knight like a chess knight", "8i6h"),
        ("a pawn backwards", "7g7h"),
    ]
    .map(|(what, mv)| {
        let told = tell(&format!(
            "rules: fesa\n0:00 white starts\nmoves 4i5h 3c3d\n0:05 black {mv}\n\
             0:06 white claims illegal move"
        ));
        format!("{what}\n{told}")
    });
    expect![[r#"
        a gold moved like a silver
        0:00 White begins the game. Black has the move.
        1. Black G4i-5h / 2. White P-3d
        0:05 3. Black G-4i
        0:06 White claims an illegal move of Black.
        0:06 White wins: illegal move of Black (not a move of the piece).
        a bishop off its diagonal
        0:00 White begins the game. Black has the move.
        1. Black G4i-5h / 2. White P-3d
        0:05 3. Black B-7h
        0:06 White claims an illegal move of Black.
        0:06 White wins: illegal move of Black (not a move of the piece).
        a jump over a piece
        0:00 White begins the game. Black has the move.
        1. Black G4i-5h / 2. White P-3d
        0:05 3. Black Rx2c+
        0:06 White claims an illegal move of Black.
        0:06 White wins: illegal move of Black (not a move of the piece).
        a knight like a chess knight
        0:00 White begins the game. Black has the move.
        1. Black G4i-5h / 2. White P-3d
        0:05 3. Black N-6h
        0:06 White claims an illegal move of Black.
        0:06 White wins: illegal move of Black (not a move of the piece).
        a pawn backwards
        0:00 White begins the game. Black has the move.
        1. Black G4i-5h / 2. White P-3d
        0:05 3. Black P-7h
        0:06 White claims an illegal move of Black.
        0:06 White wins: illegal move of Black (not a move of the piece).
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn putting_a_piece_on_ones_own_loses_when_claimed() {
    check(
        "
        rules: fesa
        0:00 white starts
        0:01 black 5i5h
        0:02 white 3c3d
        0:03 black 4i5h
        0:04 white claims illegal move
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black K-5h
            0:02 2. White P-3d
            0:03 3. Black G4ix5h
            0:04 White claims an illegal move of Black.
            0:04 White wins: illegal move of Black (onto a piece of one's own).
        "#]],
    );
}

#[test]
fn dropping_on_an_occupied_square_loses_when_claimed() {
    let told = ["G*5e", "G*5a", "G*5i"].map(|mv| {
        tell(&format!(
            "start: 4k4/9/9/9/4p4/9/9/9/4K4 b G 1\n0:00 white starts\n0:01 black {mv}\n\
             0:02 white claims illegal move"
        ))
    });
    expect![[r#"
        0:00 White begins the game. Black has the move.
        0:01 1. Black G*5e
        0:02 White claims an illegal move of Black.
        0:02 White wins: illegal move of Black (a drop on an occupied square).
        0:00 White begins the game. Black has the move.
        0:01 1. Black G*5a
        0:02 White claims an illegal move of Black.
        0:02 White wins: illegal move of Black (a drop on an occupied square).
        0:00 White begins the game. Black has the move.
        0:01 1. Black G*5i
        0:02 White claims an illegal move of Black.
        0:02 White wins: illegal move of Black (a drop on an occupied square).
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn dropping_a_promoted_piece_loses_when_claimed() {
    check(
        "
        start: 4k4/9/9/9/9/9/9/9/4K4 b RP 1
        0:00 white starts
        0:01 black +P*5c
        0:02 white claims illegal move
        ? japanese
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black +P*5c
            0:02 White claims an illegal move of Black.
            0:02 White wins: illegal move of Black (a drop with the promoted side up).
            japanese: 
            後手が対局を始める。先手の手番。
            1手目▲５三と
            後手が先手の反則を指摘。
            後手の勝ち：先手の反則（成駒を打った）。
        "#]],
    );
}

#[test]
fn moving_twice_loses_when_claimed() {
    check(
        "
        rules: fesa
        0:00 white starts
        0:01 black 7g7f
        0:02 black 2g2f
        0:03 white claims illegal move
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black P-7f
            0:02 2. Black P-2f
            0:03 White claims an illegal move of Black.
            0:03 White wins: illegal move of Black (out of turn).
        "#]],
    );
}

#[test]
fn white_moving_first_loses_when_claimed() {
    check(
        "
        rules: fesa
        0:00 arbiter starts
        0:01 white 3c3d
        0:02 black claims illegal move
        ",
        expect![[r#"
            0:00 The arbiter begins the game. Black has the move.
            0:01 1. White P-3d
            0:02 Black claims an illegal move of White.
            0:02 Black wins: illegal move of White (out of turn).
        "#]],
    );
}

#[test]
fn moving_a_piece_of_the_opponent_loses_when_claimed() {
    check(
        "
        rules: fesa
        0:00 white starts
        0:01 black 3c3d
        0:02 white claims illegal move
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black P-3d
            0:02 White claims an illegal move of Black.
            0:02 White wins: illegal move of Black (a piece of the opponent).
        "#]],
    );
}

#[test]
fn leaving_the_king_in_check_loses_when_claimed() {
    check(
        "
        start: 4k4/9/9/9/4r4/9/9/9/4K3L b - 1
        0:00 white starts
        0:01 black 1i1h
        0:02 white claims illegal move
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black L-1h
            0:02 White claims an illegal move of Black.
            0:02 White wins: illegal move of Black (the king in check).
        "#]],
    );
}

#[test]
fn moving_the_king_into_check_or_exposing_it_loses_when_claimed() {
    let told = [
        ("4k4/9/9/9/5r3/9/9/9/4K4 b - 1", "5i4i"),
        ("4k4/9/9/9/4r4/9/9/4G4/4K4 b - 1", "5h4h"),
    ]
    .map(|(sfen, mv)| {
        tell(&format!(
            "start: {sfen}\n0:00 white starts\n0:01 black {mv}\n0:02 white claims illegal move"
        ))
    });
    expect![[r#"
        0:00 White begins the game. Black has the move.
        0:01 1. Black K-4i
        0:02 White claims an illegal move of Black.
        0:02 White wins: illegal move of Black (the king in check).
        0:00 White begins the game. Black has the move.
        0:01 1. Black G-4h
        0:02 White claims an illegal move of Black.
        0:02 White wins: illegal move of Black (the king in check).
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn what_the_pieces_do_not_allow_cannot_be_done_at_all() {
    check(
        "
        rules: fesa
        0:00 white starts
        0:01 black 5e5d
        0:02 black P*5e
        0:03 black 4i4h+
        0:04 black +G*5e
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 refused: Black cannot move: impossible: there is no piece on the origin
            0:02 refused: Black cannot move: impossible: no such piece in hand
            0:03 refused: Black cannot move: impossible: the piece has no promoted side to turn up
            0:04 refused: Black cannot move: impossible: no such piece in hand
        "#]],
    );
}
