//! Rules for beginners: Article 17.

use crate::script::{check, tell};
use expect_test::expect;

#[test]
fn one_illegal_move_is_taken_back_instead_of_losing() {
    check(
        "
        rules: beginner
        0:00 white starts
        0:01 black 8h7h
        0:02 white claims illegal move
        0:03 black 7g7f
        0:04 white 3c3d
        0:05 black 8h7h
        0:06 white claims illegal move
        ? japanese
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black B-7h
            0:02 White claims an illegal move of Black.
            0:02 The illegal move (not a move of the piece) is taken back. Play goes on with move 1.
            0:03 1. Black P-7f
            0:04 2. White P-3d
            0:05 3. Black B-7h
            0:06 White claims an illegal move of Black.
            0:06 White wins: illegal move of Black (not a move of the piece).
            japanese: 
            後手が対局を始める。先手の手番。
            1手目▲７八角
            後手が先手の反則を指摘。
            反則（駒の動きの誤り）を取り消し、1手目から指し直し。
            1手目▲７六歩
            2手目△３四歩
            3手目▲７八角
            後手が先手の反則を指摘。
            後手の勝ち：先手の反則（駒の動きの誤り）。
        "#]],
    );
}

#[test]
fn a_beginner_may_take_an_illegal_move_back_of_his_own_accord() {
    check(
        "
        rules: beginner
        clock: 10m
        0:00 white starts
        0:10 black 8h7h
        0:12 black takes back
        ? running
        0:20 black 7g7f
        0:21 black takes back
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 1. Black B-7h
            0:12 The illegal move (not a move of the piece) is taken back. Play goes on with move 1.
            running: Some(Black)
            0:20 1. Black P-7f
            0:21 refused: Black cannot take a move back: a move that was made stands (FESA 4.3)
            clocks: Black 9:42, White 9:57
        "#]],
    );
}

#[test]
fn only_beginners_are_forgiven_where_rules_say_so() {
    check(
        "
        set: forgive beginners 1
        beginner: black
        0:00 white starts
        0:01 black 8h7h
        0:02 white claims illegal move
        0:03 black 7g7f
        0:04 white 2b3b
        0:05 black claims illegal move
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black B-7h
            0:02 White claims an illegal move of Black.
            0:02 The illegal move (not a move of the piece) is taken back. Play goes on with move 1.
            0:03 1. Black P-7f
            0:04 2. White B-3b
            0:05 Black claims an illegal move of White.
            0:05 Black wins: illegal move of White (not a move of the piece).
        "#]],
    );
}

#[test]
fn forgiveness_where_illegal_moves_lose_at_once() {
    check(
        "
        set: illegal moves lose, forgive everyone 1
        0:00 white starts
        0:01 black 8h7h
        0:02 black 8h7h
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black B-7h
            0:01 The illegal move (not a move of the piece) is taken back. Play goes on with move 1.
            0:02 1. Black B-7h
            0:02 White wins: illegal move of Black (not a move of the piece).
        "#]],
    );
}

#[test]
fn the_two_pawns_that_are_claimed_are_taken_back_not_a_later_lapsed_move() {
    check(
        "
        rules: beginner
        start: 4k4/9/4p4/9/9/9/7P1/9/4K3L b P 1
        0:00 white starts
        0:01 black P*2d
        0:02 white 5a4a
        0:03 black 1i2h
        0:04 white 4a5a
        0:05 black 5i5h
        0:06 white claims illegal move
        ? sfen
        0:07 black 5i4h
        0:08 white 5a4a
        0:09 black 1i2h
        0:10 white claims illegal move
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black P*2d
            0:02 2. White K-4a
            0:03 3. Black L-2h
            0:04 4. White K-5a
            0:05 5. Black K-5h
            0:06 White claims an illegal move of Black.
            0:06 The illegal move (two pawns on a file) is taken back. Play goes on with move 1.
            sfen: 4k4/9/4p4/9/9/9/7P1/9/4K3L b P 1
            0:07 1. Black K-4h
            0:08 2. White K-4a
            0:09 3. Black L-2h
            0:10 White claims an illegal move of Black.
            0:10 White wins: illegal move of Black (not a move of the piece).
        "#]],
    );
}

#[test]
fn a_move_as_no_pawn_moves_that_makes_two_pawns_is_taken_back_for_them() {
    check(
        "
        rules: beginner
        start: 4k4/9/9/9/9/9/6PP1/9/4K4 b - 1
        0:00 white starts
        0:01 black 5i4h
        0:02 white 5a4a
        0:03 black 3g2f
        0:04 white 4a5a
        0:05 black 4h5i
        0:06 white claims illegal move
        ? sfen
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black K-4h
            0:02 2. White K-4a
            0:03 3. Black P3g-2f
            0:04 4. White K-5a
            0:05 5. Black K-5i
            0:06 White claims an illegal move of Black.
            0:06 The illegal move (two pawns on a file) is taken back. Play goes on with move 3.
            sfen: 5k3/9/9/9/9/9/6PP1/5K3/9 b - 3
        "#]],
    );
}

#[test]
fn a_beginners_king_that_is_taken_is_given_back_once() {
    check(
        "
        rules: beginner
        clock: 10m
        start: 4k4/9/9/9/9/9/9/4R4/4K4 w - 1
        0:00 black starts
        0:01 white 5a5b
        0:10 black 5h5b
        ? sfen
        ? running
        ? clocks
        0:12 white 5a4a
        0:13 black 5i6i
        0:14 white 4a5a
        0:15 black 5h5a
        ",
        expect![[r#"
            0:00 Black starts the clock of White.
            0:01 1. White K-5b
            0:10 Black claims an illegal move of White.
            0:10 The illegal move (the king in check) is taken back. Play goes on with move 1.
            sfen: 4k4/9/9/9/9/9/9/4R4/4K4 w - 1
            running: Some(White)
            clocks: Black 9:51, White 9:59
            0:12 1. White K-4a
            0:13 2. Black K-6i
            0:14 3. White K-5a
            0:15 4. Black Rx5a=
            0:15 Black wins: the king of White, left in check, is taken.
        "#]],
    );
}

#[test]
fn perpetual_check_is_forgiven_where_it_is_an_illegal_move() {
    let chase = "2b2a 5a5b 2a2b 5b5a";
    let told = [
        "forgive everyone 1",
        "forgive everyone 1, perpetual check loses",
    ]
    .map(|knobs| {
        let told = tell(&format!(
            "set: {knobs}\nstart: 4k4/7R1/9/9/9/9/9/9/4K4 b - 1\n0:00 white starts\n\
             0:01 moves {chase} {chase} {chase}\n0:20 white claims illegal move\n? sfen"
        ));
        told.lines().skip(2).collect::<Vec<_>>().join("\n") + "\n"
    });
    expect![[r#"
        0:20 White claims an illegal move of Black.
        0:20 The illegal move (perpetual check) is taken back. Play goes on with move 11.
        sfen: 7R1/4k4/9/9/9/9/9/9/4K4 b - 11
        0:20 White claims an illegal move of Black.
        0:20 White wins: illegal move of Black (perpetual check).
        sfen: 4k4/7R1/9/9/9/9/9/9/4K4 b - 13
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn beginners_may_look_at_the_rules_and_see_help() {
    check(
        "rules: beginner\n0:00 white starts\n? help",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            help: board Yes, engine No, rule book Yes
        "#]],
    );
    check(
        "rules: fesa\n0:00 white starts\n? help",
        expect![[r#"
        0:00 White begins the game. Black has the move.
        help: board No, engine No, rule book No
    "#]],
    );
}
