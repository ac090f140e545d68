//! Seireigi by its rule book.

use crate::script::{check, tell};
use expect_test::expect;
use komadai_core::{PieceKind, Variant};
use komadai_kifu::notation::pieces;

#[test]
fn the_setup_is_that_of_shogi_and_black_begins() {
    check(
        "
        rules: seireigi
        ? sfen
        0:00 white starts
        moves 7g7f 3c3d
        ",
        expect![[r#"
            sfen: lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
            0:00 White begins the game. Black has the move.
            1. Black P-7f / 2. White P-3d
        "#]],
    );
}

#[test]
fn the_piece_toss_makes_the_tosser_white_with_more_tokins() {
    check(
        "
        rules: seireigi
        toss: black
        0:00 black tosses pppuu
        ? players
        ",
        expect![[r#"
            0:00 Black tosses the pawns: 2 unpromoted, 3 promoted, the sides are exchanged.
            players: swapped true
        "#]],
    );
}

#[test]
fn golds_promote_and_promoted_pieces_have_moves_of_their_own() {
    check(
        "
        rules: seireigi
        start: 8k/9/9/2G1S1N2/9/9/9/9/K8 b - 1
        0:00 white starts
        moves 7d7c+ 1a1b 7c5e 1b1a 5d5c+ 1a1b 5c5i 1b1a 3d2b+ 1a2b
        ? sfen
        ? japanese
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black G-7c+ / 2. White K-1b / 3. Black +G-5e / 4. White K-1a / 5. Black S-5c+ / 6. White K-1b / 7. Black +S-5i / 8. White K-1a / 9. Black N-2b+ / 10. White Kx2b
            sfen: 9/7k1/9/9/4+G4/9/9/9/K3+S4 b n 11
            japanese: 
            後手が対局を始める。先手の手番。
            1手目▲７三金成
            2手目△１二玉
            3手目▲５五象
            4手目△１一玉
            5手目▲５三銀成
            6手目△１二玉
            7手目▲５九狼
            8手目△１一玉
            9手目▲２二桂成
            10手目△同　玉
        "#]],
    );
}

#[test]
fn each_illegal_move_of_the_rule_book_loses_when_anyone_points_it_out() {
    let cases = [
        ("two pawns", "4k4/9/9/9/9/9/7P1/9/4K4 b P 1", "P*2h"),
        ("drop pawn mate", "7nk/9/7G1/9/9/9/9/9/4K4 b P 1", "P*1b"),
        ("a dead end", "4k4/9/9/9/9/9/9/9/4K4 b N 1", "N*2b"),
        ("a promoted drop", "4k4/9/9/9/9/9/9/9/4K4 b G 1", "+G*5e"),
        ("no promotion", "4k4/7P1/9/9/9/9/9/9/4K4 b - 1", "2b2a"),
        ("out of turn", "4k4/9/9/9/9/9/9/9/4K2R1 w - 1", "2i2h"),
        ("left in check", "4k4/9/9/9/4r4/9/9/9/4K3L b - 1", "1i1h"),
        ("into check", "4k4/9/9/9/5r3/9/9/9/4K4 b - 1", "5i4i"),
        ("no such move", "4k4/9/9/9/9/9/9/4G4/4K4 b - 1", "5h4i"),
    ];
    let told = cases.map(|(what, sfen, deed)| {
        let told = tell(&format!(
            "rules: seireigi\nstart: {sfen}\n0:00 host starts\n0:01 black {deed}\n\
             0:02 bystander points out black"
        ));
        format!("{what}\n{told}")
    });
    expect![[r#"
        two pawns
        0:00 The host begins the game. Black has the move.
        0:01 1. Black P*2h
        0:02 A bystander points out an illegal move of Black.
        0:02 White wins: illegal move of Black (two pawns on a file).
        drop pawn mate
        0:00 The host begins the game. Black has the move.
        0:01 1. Black P*1b
        0:02 A bystander points out an illegal move of Black.
        0:02 White wins: illegal move of Black (mate by a pawn drop).
        a dead end
        0:00 The host begins the game. Black has the move.
        0:01 1. Black N*2b
        0:02 A bystander points out an illegal move of Black.
        0:02 White wins: illegal move of Black (a piece that can never move).
        a promoted drop
        0:00 The host begins the game. Black has the move.
        0:01 1. Black +G*5e
        0:02 A bystander points out an illegal move of Black.
        0:02 White wins: illegal move of Black (a drop with the promoted side up).
        no promotion
        0:00 The host begins the game. Black has the move.
        0:01 1. Black P-2a=
        0:02 A bystander points out an illegal move of Black.
        0:02 White wins: illegal move of Black (a piece that must promote).
        out of turn
        0:00 The host begins the game. White has the move.
        0:01 1. Black R-2h
        0:02 A bystander points out an illegal move of Black.
        0:02 White wins: illegal move of Black (out of turn).
        left in check
        0:00 The host begins the game. Black has the move.
        0:01 1. Black L-1h
        0:02 A bystander points out an illegal move of Black.
        0:02 White wins: illegal move of Black (the king in check).
        into check
        0:00 The host begins the game. Black has the move.
        0:01 1. Black K-4i
        0:02 A bystander points out an illegal move of Black.
        0:02 White wins: illegal move of Black (the king in check).
        no such move
        0:00 The host begins the game. Black has the move.
        0:01 1. Black G-4i
        0:02 A bystander points out an illegal move of Black.
        0:02 White wins: illegal move of Black (not a move of the piece).
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn a_capture_replaces_a_piece_of_the_opponent_and_no_other() {
    check(
        "
        rules: seireigi
        0:00 white starts
        moves 7g7f 3c3d 8h2b+ 3a2b
        ? sfen
        0:10 black 2h2g
        0:11 white claims illegal move
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black P-7f / 2. White P-3d / 3. Black Bx2b+ / 4. White Sx2b
            sfen: lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL b Bb 5
            0:10 5. Black Rx2g
            0:11 White claims an illegal move of Black.
            0:11 White wins: illegal move of Black (onto a piece of one's own).
        "#]],
    );
    // One piece a turn.
    check(
        "
        rules: seireigi
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
fn a_drop_takes_nothing_and_what_was_dropped_promotes_and_takes_later() {
    check(
        "
        rules: seireigi
        start: 4k4/1p7/9/9/9/9/9/9/4K4 b G 1
        0:00 white starts
        moves G*8c 5a4a
        ? sfen
        moves 8c8b+
        ? sfen
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black G*8c / 2. White K-4a
            sfen: 5k3/1p7/1G7/9/9/9/9/9/4K4 b - 3
            3. Black Gx8b+
            sfen: 5k3/1+G7/9/9/9/9/9/9/4K4 w P 4
        "#]],
    );
    check(
        "
        rules: seireigi
        start: 4k4/1p7/9/9/9/9/9/9/4K4 b G 1
        0:00 white starts
        0:01 black G*8b
        0:02 white claims illegal move
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black G*8b
            0:02 White claims an illegal move of Black.
            0:02 White wins: illegal move of Black (a drop on an occupied square).
        "#]],
    );
}

#[test]
fn kings_and_promoted_pieces_do_not_promote_and_some_pieces_must() {
    check(
        "
        variant: seireigi
        set: illegal moves blocked
        start: 8k/9/K2+G5/1P1N1L3/9/9/9/9/9 b - 1
        0:00 white starts
        0:01 black 9c9b+
        0:02 black 6c6b+
        0:03 black 6d7b
        0:04 black 4d4a
        0:05 black 8d8c
        0:06 white 1a1b
        0:07 black 8c8b
        0:08 white 1b1a
        0:09 black 8b8a
        0:10 black 8b8a+
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 refused: Black cannot move: impossible: the piece has no promoted side to turn up
            0:02 refused: Black cannot move: impossible: the piece has no promoted side to turn up
            0:03 refused: Black cannot move: illegal: did not promote a piece that can never move again (FESA 3.2)
            0:04 refused: Black cannot move: illegal: did not promote a piece that can never move again (FESA 3.2)
            0:05 1. Black P-8c=
            0:06 2. White K-1b
            0:07 3. Black P-8b=
            0:08 4. White K-1a
            0:09 refused: Black cannot move: illegal: did not promote a piece that can never move again (FESA 3.2)
            0:10 5. Black P-8a+
        "#]],
    );
}

#[test]
fn the_pieces_are_called_as_in_the_legend() {
    assert_eq!(pieces::HIGHER_KING.full, "王将");
    assert_eq!(pieces::HIGHER_KING.romaji, "ōshō");
    let told = PieceKind::ALL.map(|kind| {
        let names = pieces::of(Variant::Seireigi, kind);
        let sign = if kind.is_promoted() { "+" } else { "" };
        let letter = kind.unpromoted().letter();
        format!(
            "{sign}{letter}: {}, {}, {}, {}\n",
            names.english, names.full, names.kanji, names.romaji
        )
    });
    expect![[r#"
        P: pawn, 歩兵, 歩, fuhyō
        L: lance, 香車, 香, kyōsha
        N: knight, 桂馬, 桂, keima
        S: silver, 銀将, 銀, ginshō
        B: bishop, 角行, 角, kakugyō
        R: rook, 飛車, 飛, hisha
        G: gold, 金将, 金, kinshō
        K: king, 玉将, 玉, gyokushō
        +P: tokin, と金, と, tokin
        +L: Free Tiger, 奔虎, 虎, honko
        +N: Heavenly Horse, 天馬, 天, temma
        +S: Running Wolf, 走狼, 狼, sōrō
        +B: horse, 龍馬, 馬, ryūma
        +R: dragon, 龍王, 龍, ryūō
        +G: Great Elephant, 大象, 象, taizō
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn an_illegal_move_is_found_out_later_or_a_resignation_stands() {
    let begin = "rules: seireigi\nstart: 4k4/9/9/9/9/9/9/4G4/4K4 b - 1\n0:00 white starts\n\
                 0:01 black 5h4i\n0:02 white 5a5b\n0:03 black 5i5h\n";
    check(
        &format!("{begin}0:04 white claims illegal move"),
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black G-4i
            0:02 2. White K-5b
            0:03 3. Black K-5h
            0:04 White claims an illegal move of Black.
            0:04 White wins: illegal move of Black (not a move of the piece).
        "#]],
    );
    check(
        &format!("{begin}0:04 white resigns\n0:05 white claims illegal move"),
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black G-4i
            0:02 2. White K-5b
            0:03 3. Black K-5h
            0:04 Black wins: White resigns.
            0:05 refused: White cannot claim an illegal move: the game is over (FESA 5.1)
        "#]],
    );
}

#[test]
fn perpetual_check_loses_and_other_repetition_draws() {
    let start = "rules: seireigi\nstart: 4k4/7R1/9/9/9/9/9/9/4K4 b - 1\n0:00 white starts\n";
    let chase = "2b2a 5a5b 2a2b 5b5a";
    let quiet = "2b2c 5a4a 2c2b 4a5a";
    check(
        &format!("{start}0:01 moves {chase} {chase} {chase}"),
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black R-2a= / 2. White K-5b / 3. Black R-2b= / 4. White K-5a / 5. Black R-2a= / 6. White K-5b / 7. Black R-2b= / 8. White K-5a / 9. Black R-2a= / 10. White K-5b / 11. Black R-2b= / 12. White K-5a / White wins: perpetual check by Black.
        "#]],
    );
    check(
        &format!("{start}0:01 moves {chase} {quiet} {chase}"),
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black R-2a= / 2. White K-5b / 3. Black R-2b= / 4. White K-5a / 5. Black R-2c= / 6. White K-4a / 7. Black R-2b= / 8. White K-5a / 9. Black R-2a= / 10. White K-5b / 11. Black R-2b= / 12. White K-5a / A draw: fourfold repetition.
        "#]],
    );
}

#[test]
fn mate_and_stalemate_lose() {
    check(
        "
        rules: seireigi
        start: 4k4/9/4P4/9/9/9/9/9/4K4 b G 1
        0:00 white starts
        0:01 black G*5b
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black G*5b
            0:01 Black wins: checkmate.
        "#]],
    );
    check(
        "
        rules: seireigi
        start: 8k/9/6+R2/9/9/9/9/9/4K4 b - 1
        0:00 white starts
        0:01 black 3c3b
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black +R-3b
            0:01 Black wins: White has no legal move.
        "#]],
    );
}

#[test]
fn taking_the_king_wins() {
    check(
        "
        rules: seireigi
        start: 4k4/9/9/9/4r4/9/9/9/4K3L b - 1
        0:00 white starts
        0:01 black 1i1h
        0:02 white 5e5i
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black L-1h
            0:02 2. White Rx5i=
            0:02 White wins: the king of Black, left in check, is taken.
        "#]],
    );
}

#[test]
fn a_player_may_resign_at_any_point() {
    check(
        "
        rules: seireigi
        0:00 white starts
        0:01 white resigns
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 Black wins: White resigns.
        "#]],
    );
    check(
        "
        rules: seireigi
        0:00 white starts
        0:01 black 7g7f
        0:02 white resigns
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black P-7f
            0:02 Black wins: White resigns.
        "#]],
    );
    check(
        "
        rules: seireigi
        0:00 white starts
        0:01 arbiter pauses: a break
        0:02 black resigns
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 The arbiter: the game is interrupted. Reason: a break
            0:02 White wins: Black resigns.
        "#]],
    );
}

#[test]
fn an_impasse_is_counted_after_both_kings_have_entered() {
    check(
        "
        rules: seireigi
        0:00 white starts
        0:01 black offers count
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 refused: Black cannot propose a count: both kings must have entered their promotion zones
        "#]],
    );
    let told = [
        ("24 and 30", "2R2B4G", "4s4n4l18p"),
        ("23 and 31", "2R2B3G", "g4s4n4l18p"),
    ]
    .map(|(what, black, white)| {
        let told = tell(&format!(
            "rules: seireigi\nstart: K8/9/9/9/9/9/9/9/k8 b {black}{white} 1\n? points\n\
                 0:00 white starts\n0:01 black offers count\n0:02 white accepts count"
        ));
        format!("{what}\n{told}")
    });
    expect![[r#"
        24 and 30
        points: Black 24, White 30
        0:00 White begins the game. Black has the move.
        0:01 Black proposes a count of the pieces.
        0:02 White agrees to a count of the pieces.
        0:02 A draw: the count is 24 for Black, 30 for White.
        23 and 31
        points: Black 23, White 31
        0:00 White begins the game. Black has the move.
        0:01 Black proposes a count of the pieces.
        0:02 White agrees to a count of the pieces.
        0:02 White wins: the count is 23 for Black, 31 for White.
    "#]]
    .assert_eq(&told.concat());
}
