//! `komadai show` with a position.

use super::support::{check, json, komadai};
use expect_test::expect;

#[test]
fn show_draws_with_kanji() {
    check(
        &["show", "startpos"],
        expect![[r#"
        後手の持駒：なし
          ９ ８ ７ ６ ５ ４ ３ ２ １
        +---------------------------+
        |v香v桂v銀v金v王v金v銀v桂v香|一
        | ・v飛 ・ ・ ・ ・ ・v角 ・|二
        |v歩v歩v歩v歩v歩v歩v歩v歩v歩|三
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|四
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|五
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|六
        | 歩 歩 歩 歩 歩 歩 歩 歩 歩|七
        | ・ 角 ・ ・ ・ ・ ・ 飛 ・|八
        | 香 桂 銀 金 玉 金 銀 桂 香|九
        +---------------------------+
        先手の持駒：なし
        Black to move (先手番), move 1
        Not in check; 30 legal moves
        sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
        exit 0
    "#]],
    );
    check(
        &[
            "show",
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
        ],
        expect![[r#"
            後手の持駒：金　銀　桂　歩五
              ９ ８ ７ ６ ５ ４ ３ ２ １
            +---------------------------+
            |v香 ・ ・ ・ ・ ・ ・v桂v香|一
            | ・ ・ ・ ・ ・ と ・v金v王|二
            | ・ ・v桂v歩 ・ 銀 ・ ・ ・|三
            |v歩 ・v歩 ・ ・ ・ ・ 歩v歩|四
            | ・ ・ ・ 歩 ・ ・ 銀v歩 ・|五
            | ・ 歩 歩v角 ・ ・ 歩 ・ 歩|六
            | 歩 ・ ・ ・ ・ ・ 金 銀 ・|七
            | 飛 ・ ・ ・ ・ ・ ・ ・ ・|八
            | 香 桂 ・ ・ ・ ・v角 玉 香|九
            +---------------------------+
            先手の持駒：飛　金
            White to move (後手番), move 1
            Not in check; 207 legal moves
            sfen l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1
            exit 0
        "#]],
    );
    check(
        &["show", "4k4/4G4/4P4/9/9/9/9/9/9 w 11P 1"],
        expect![[r#"
        後手の持駒：なし
          ９ ８ ７ ６ ５ ４ ３ ２ １
        +---------------------------+
        | ・ ・ ・ ・v王 ・ ・ ・ ・|一
        | ・ ・ ・ ・ 金 ・ ・ ・ ・|二
        | ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|四
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|五
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|六
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|七
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|八
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|九
        +---------------------------+
        先手の持駒：歩十一
        White to move (後手番), move 1
        Checkmate (詰み)
        sfen 4k4/4G4/4P4/9/9/9/9/9/9 w 11P 1
        exit 0
    "#]],
    );
}

#[test]
fn show_draws_with_letters() {
    check(
        &["show", "--ascii", "two-piece"],
        expect![[r#"
        White in hand: none
          9  8  7  6  5  4  3  2  1
        +---------------------------+
        | l  n  s  g  k  g  s  n  l |a
        | .  .  .  .  .  .  .  .  . |b
        | p  p  p  p  p  p  p  p  p |c
        | .  .  .  .  .  .  .  .  . |d
        | .  .  .  .  .  .  .  .  . |e
        | .  .  .  .  .  .  .  .  . |f
        | P  P  P  P  P  P  P  P  P |g
        | .  B  .  .  .  .  .  R  . |h
        | L  N  S  G  K  G  S  N  L |i
        +---------------------------+
        Black in hand: none
        White to move, move 1
        Not in check; 26 legal moves
        sfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1
        exit 0
    "#]],
    );
    check(
        &["show", "--ascii", "4k4/9/4+P+B3/9/9/9/9/9/3+rK4 b 2G10p 20"],
        expect![[r#"
            White in hand: px10
              9  8  7  6  5  4  3  2  1
            +---------------------------+
            | .  .  .  .  k  .  .  .  . |a
            | .  .  .  .  .  .  .  .  . |b
            | .  .  .  . +P +B  .  .  . |c
            | .  .  .  .  .  .  .  .  . |d
            | .  .  .  .  .  .  .  .  . |e
            | .  .  .  .  .  .  .  .  . |f
            | .  .  .  .  .  .  .  .  . |g
            | .  .  .  .  .  .  .  .  . |h
            | .  .  . +r  K  .  .  .  . |i
            +---------------------------+
            Black in hand: Gx2
            Black to move, move 20
            In check from 6i; 2 legal moves
            sfen 4k4/9/4+P+B3/9/9/9/9/9/3+rK4 b 2G10p 20
            exit 0
        "#]],
    );
}

#[test]
fn show_draws_seireigi() {
    let sfen = "l7k/9/1+P+L+N+S+G3/9/9/3+g+s+n+l2/9/9/4K4 b - 33";
    check(
        &["show", "--variant", "seireigi", sfen],
        expect![[r#"
            後手の持駒：なし
              ９ ８ ７ ６ ５ ４ ３ ２ １
            +---------------------------+
            |v香 ・ ・ ・ ・ ・ ・ ・v王|一
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|二
            | ・ と 虎 天 狼 象 ・ ・ ・|三
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|四
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|五
            | ・ ・ ・v象v狼v天v虎 ・ ・|六
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|七
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|八
            | ・ ・ ・ ・ 玉 ・ ・ ・ ・|九
            +---------------------------+
            先手の持駒：なし
            Black to move (先手番), move 33
            In check (王手) from 5f; 3 legal moves
            sfen l7k/9/1+P+L+N+S+G3/9/9/3+g+s+n+l2/9/9/4K4 b - 33
            exit 0
        "#]],
    );
    check(
        &["show", "--variant", "seireigi", "--ascii", sfen],
        expect![[r#"
            White in hand: none
              9  8  7  6  5  4  3  2  1
            +---------------------------+
            | l  .  .  .  .  .  .  .  k |a
            | .  .  .  .  .  .  .  .  . |b
            | . +P +L +N +S +G  .  .  . |c
            | .  .  .  .  .  .  .  .  . |d
            | .  .  .  .  .  .  .  .  . |e
            | .  .  . +g +s +n +l  .  . |f
            | .  .  .  .  .  .  .  .  . |g
            | .  .  .  .  .  .  .  .  . |h
            | .  .  .  .  K  .  .  .  . |i
            +---------------------------+
            Black in hand: none
            Black to move, move 33
            In check from 5f; 3 legal moves
            sfen l7k/9/1+P+L+N+S+G3/9/9/3+g+s+n+l2/9/9/4K4 b - 33
            exit 0
        "#]],
    );
}

#[test]
fn show_follows_moves() {
    let line = "startpos moves 7g7f 3c3d 8h2b+ 3a2b";
    check(
        &["show", "--ascii", "--notation", "hodges", line],
        expect![[r#"
            White in hand: b
              9  8  7  6  5  4  3  2  1
            +---------------------------+
            | l  n  s  g  k  g  .  n  l |a
            | .  r  .  .  .  .  .  s  . |b
            | p  p  p  p  p  p  .  p  p |c
            | .  .  .  .  .  .  p  .  . |d
            | .  .  .  .  .  .  .  .  . |e
            | .  .  P  .  .  .  .  .  . |f
            | P  P  .  P  P  P  P  P  P |g
            | .  .  .  .  .  .  .  R  . |h
            | L  N  S  G  K  G  S  N  L |i
            +---------------------------+
            Black in hand: B
            Black to move, move 5
            Not in check; 77 legal moves
            sfen lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL b Bb 5
               1 P-7f
               2 P-3d
               3 Bx2b+
               4 Sx2b
            exit 0
        "#]],
    );
    check(
        &["show", "--notation", "japanese", "--ply", "3", line],
        expect![[r#"
            後手の持駒：なし
              ９ ８ ７ ６ ５ ４ ３ ２ １
            +---------------------------+
            |v香v桂v銀v金v王v金v銀v桂v香|一
            | ・v飛 ・ ・ ・ ・ ・ 馬 ・|二
            |v歩v歩v歩v歩v歩v歩 ・v歩v歩|三
            | ・ ・ ・ ・ ・ ・v歩 ・ ・|四
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|五
            | ・ ・ 歩 ・ ・ ・ ・ ・ ・|六
            | 歩 歩 ・ 歩 歩 歩 歩 歩 歩|七
            | ・ ・ ・ ・ ・ ・ ・ 飛 ・|八
            | 香 桂 銀 金 玉 金 銀 桂 香|九
            +---------------------------+
            先手の持駒：角
            White to move (後手番), move 4
            Not in check; 33 legal moves
            sfen lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4
               1 ▲７六歩
               2 △３四歩
               3 ▲２二角成
            exit 0
        "#]],
    );
    check(
        &["show", "--ply", "5", line],
        expect![[r#"
            komadai: there is no ply 5: the last is 4
            exit 2
        "#]],
    );
}

#[test]
fn show_stops_at_an_illegal_move() {
    let line = "startpos moves 7g7f 3c3d 8h1a 3a2b";
    check(
        &["show", "--ascii", line],
        expect![[r#"
        White in hand: none
          9  8  7  6  5  4  3  2  1
        +---------------------------+
        | l  n  s  g  k  g  s  n  l |a
        | .  r  .  .  .  .  .  b  . |b
        | p  p  p  p  p  p  .  p  p |c
        | .  .  .  .  .  .  p  .  . |d
        | .  .  .  .  .  .  .  .  . |e
        | .  .  P  .  .  .  .  .  . |f
        | P  P  .  P  P  P  P  P  P |g
        | .  B  .  .  .  .  .  R  . |h
        | L  N  S  G  K  G  S  N  L |i
        +---------------------------+
        Black in hand: none
        Black to move, move 3
        Not in check; 39 legal moves
        sfen lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3
        komadai: move 3: illegal move 8h1a: the piece cannot move that way
        exit 1
    "#]],
    );
    let game = json(&["show", "--json", line]);
    assert_eq!(game["illegal_ply"], 3);
}

#[test]
fn show_lists_all_faults_of_a_diagram() {
    check(
        &["show", "--ascii", "P3k3n/9/9/4P4/4P4/9/4+G4/9/9 b 2R2r 1"],
        expect![[r#"
            White in hand: rx2
              9  8  7  6  5  4  3  2  1
            +---------------------------+
            | P  .  .  .  k  .  .  .  n |a
            | .  .  .  .  .  .  .  .  . |b
            | .  .  .  .  .  .  .  .  . |c
            | .  .  .  .  P  .  .  .  . |d
            | .  .  .  .  P  .  .  .  . |e
            | .  .  .  .  .  .  .  .  . |f
            | .  .  .  . +G  .  .  .  . |g
            | .  .  .  .  .  .  .  .  . |h
            | .  .  .  .  .  .  .  .  . |i
            +---------------------------+
            Black in hand: Rx2
            Black to move, move 1
            Moves are not judged: more than 2 pieces of kind R; a promoted gold on 5g: golds promote only in Seireigi
            sfen P3k3n/9/9/4P4/4P4/9/4+G4/9/9 b 2R2r 1
            komadai: more than 2 pieces of kind R
            komadai: a promoted gold on 5g: golds promote only in Seireigi
            komadai: black has two pawns on file 5
            komadai: the piece on 9a can never move
            exit 1
        "#]],
    );
    check(
        &["show", "--ascii", "4k4/4G4/9/9/9/9/9/9/4K4 b - 1"],
        expect![[r#"
            White in hand: none
              9  8  7  6  5  4  3  2  1
            +---------------------------+
            | .  .  .  .  k  .  .  .  . |a
            | .  .  .  .  G  .  .  .  . |b
            | .  .  .  .  .  .  .  .  . |c
            | .  .  .  .  .  .  .  .  . |d
            | .  .  .  .  .  .  .  .  . |e
            | .  .  .  .  .  .  .  .  . |f
            | .  .  .  .  .  .  .  .  . |g
            | .  .  .  .  .  .  .  .  . |h
            | .  .  .  .  K  .  .  .  . |i
            +---------------------------+
            Black in hand: none
            Black to move, move 1
            Not in check; 11 legal moves
            sfen 4k4/4G4/9/9/9/9/9/9/4K4 b - 1
            komadai: the side that is not to move is in check
            exit 1
        "#]],
    );
    check(
        &["show", "k1k6/9/9/9/9/9/9/9/9 b - 1 moves 1a1b"],
        expect![[r#"
            後手の持駒：なし
              ９ ８ ７ ６ ５ ４ ３ ２ １
            +---------------------------+
            |v王 ・v王 ・ ・ ・ ・ ・ ・|一
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|二
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|三
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|四
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|五
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|六
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|七
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|八
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|九
            +---------------------------+
            先手の持駒：なし
            White to move (後手番), move 2
            Moves are not judged: white has more than one king
            sfen k1k6/9/9/9/9/9/9/9/9 w - 2
            komadai: white has more than one king
            exit 1
        "#]],
    );
}

#[test]
fn show_prints_json() {
    let pretty = |args: &[&str]| format!("{:#}\n", json(args));
    expect![[r#"
        {
          "format": "sfen",
          "encoding": null,
          "variant": "shogi",
          "start_sfen": "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
          "moves": [],
          "final_sfen": "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
          "result": null,
          "winner": null,
          "nodes": 0,
          "comments": 0,
          "illegal_ply": null,
          "warnings": [],
          "ply": 0,
          "sfen": "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
          "in_check": false,
          "legal_moves": 30
        }
    "#]]
    .assert_eq(&pretty(&["show", "--json", "startpos"]));
    expect![[r#"
        {
          "format": "sfen",
          "encoding": null,
          "variant": "shogi",
          "start_sfen": "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
          "moves": [
            "7g7f",
            "3c3d"
          ],
          "final_sfen": "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3",
          "result": null,
          "winner": null,
          "nodes": 2,
          "comments": 0,
          "illegal_ply": null,
          "warnings": [],
          "ply": 1,
          "sfen": "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2",
          "in_check": false,
          "legal_moves": 30,
          "notation": [
            "７六歩(77)"
          ]
        }
    "#]]
    .assert_eq(&pretty(&[
        "show",
        "--json",
        "--notation",
        "kif",
        "--ply",
        "1",
        "startpos moves 7g7f 3c3d",
    ]));
    expect![[r#"
        {
          "format": "sfen",
          "encoding": null,
          "variant": "shogi",
          "start_sfen": "9/9/9/9/9/9/9/9/KK7 b - 1",
          "moves": [],
          "final_sfen": "9/9/9/9/9/9/9/9/KK7 b - 1",
          "result": null,
          "winner": null,
          "nodes": 0,
          "comments": 0,
          "illegal_ply": null,
          "warnings": [
            "black has more than one king"
          ],
          "ply": 0,
          "sfen": "9/9/9/9/9/9/9/9/KK7 b - 1",
          "in_check": null,
          "legal_moves": null
        }
    "#]]
    .assert_eq(&pretty(&["show", "--json", "9/9/9/9/9/9/9/9/KK7 b - 1"]));
}

#[test]
fn a_game_of_the_greatest_length_wraps_round() {
    // The number of a move is part of SFEN and may be anything.
    let last = "4k4/9/9/9/9/9/9/9/4K4 b - 4294967295 moves 5i5h";
    assert_eq!(komadai(&["show", last]).status.code(), Some(0));
}
