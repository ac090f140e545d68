//! Teaching diagrams that one set of pieces cannot show: shown, walked and converted, never judged.

use super::support::{Folder, check};
use expect_test::expect;

const TWO_KINGS: &str = "sfen 4k4/9/9/9/9/9/9/9/3KK4 b - 1 moves 6i6h 5a5b";
const THREE_ROOKS: &str = "sfen 4k4/9/9/4R4/9/9/9/1R5R1/4K4 b - 1 moves 8h5h";
const TWENTY_PAWNS: &str = "sfen 4k4/9/9/9/9/9/9/9/4K4 b 20P 1 moves P*5c 5a5b P*5d";

fn folder(name: &str) -> Folder {
    Folder::new(name)
        .with("kings.usi", TWO_KINGS)
        .with("rooks.usi", THREE_ROOKS)
        .with("pawns.usi", TWENTY_PAWNS)
}

#[test]
fn check_says_that_moves_are_not_judged() {
    let folder = folder("unjudged-check");
    folder.check(
        &["check", "kings.usi"],
        expect![[r#"
        not judged: black has more than one king
        exit 2
    "#]],
    );
    folder.check(
        &["check", "pawns.usi", "--rules", "fesa"],
        expect![[r#"
        not judged: more than 18 pieces of kind P
        exit 2
    "#]],
    );
    folder.check(
        &["check", "rooks.usi", "--json"],
        expect![[r#"
        {"file":"rooks.usi","game":1,"legal":null,"not_judged":"more than 2 pieces of kind R"}
        exit 2
    "#]],
    );
}

#[test]
fn lessons_are_shown_at_any_ply() {
    let folder = folder("unjudged-show");
    folder.check(
        &["show", "--ascii", "pawns.usi", "--ply", "1"],
        expect![[r#"
            White in hand: none
              9  8  7  6  5  4  3  2  1
            +---------------------------+
            | .  .  .  .  k  .  .  .  . |a
            | .  .  .  .  .  .  .  .  . |b
            | .  .  .  .  P  .  .  .  . |c
            | .  .  .  .  .  .  .  .  . |d
            | .  .  .  .  .  .  .  .  . |e
            | .  .  .  .  .  .  .  .  . |f
            | .  .  .  .  .  .  .  .  . |g
            | .  .  .  .  .  .  .  .  . |h
            | .  .  .  .  K  .  .  .  . |i
            +---------------------------+
            Black in hand: Px19
            White to move, move 2
            Moves are not judged: more than 18 pieces of kind P
            sfen 4k4/9/4P4/9/9/9/9/9/4K4 w 19P 2
            Last move: 1 P*5c
            No result after 3 moves
            pawns.usi:1:6: warning: the start position has faults: more than 18 pieces of kind P
            exit 0
        "#]],
    );
    folder.check(
        &["show", "pawns.usi"],
        expect![[r#"
            後手の持駒：なし
              ９ ８ ７ ６ ５ ４ ３ ２ １
            +---------------------------+
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|一
            | ・ ・ ・ ・v王 ・ ・ ・ ・|二
            | ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
            | ・ ・ ・ ・ 歩 ・ ・ ・ ・|四
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|五
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|六
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|七
            | ・ ・ ・ ・ ・ ・ ・ ・ ・|八
            | ・ ・ ・ ・ 玉 ・ ・ ・ ・|九
            +---------------------------+
            先手の持駒：歩十八
            White to move (後手番), move 4
            Moves are not judged: more than 18 pieces of kind P
            sfen 9/4k4/4P4/4P4/9/9/9/9/4K4 w 18P 4
            Last move: 3 ▲５四歩
            No result after 3 moves
            pawns.usi:1:6: warning: the start position has faults: more than 18 pieces of kind P
            exit 0
        "#]],
    );
    check(
        &["show", "--ascii", TWO_KINGS, "--ply", "1"],
        expect![[r#"
        White in hand: none
          9  8  7  6  5  4  3  2  1
        +---------------------------+
        | .  .  .  .  k  .  .  .  . |a
        | .  .  .  .  .  .  .  .  . |b
        | .  .  .  .  .  .  .  .  . |c
        | .  .  .  .  .  .  .  .  . |d
        | .  .  .  .  .  .  .  .  . |e
        | .  .  .  .  .  .  .  .  . |f
        | .  .  .  .  .  .  .  .  . |g
        | .  .  .  K  .  .  .  .  . |h
        | .  .  .  .  K  .  .  .  . |i
        +---------------------------+
        Black in hand: none
        White to move, move 2
        Moves are not judged: black has more than one king
        sfen 4k4/9/9/9/9/9/9/3K5/4K4 w - 2
        komadai: black has more than one king
        exit 1
    "#]],
    );
    folder.check(
        &["diagram", "rooks.usi", "-o", "rooks.svg", "--ply", "1"],
        expect![[r#"
            rooks.svg
            exit 0
        "#]],
    );
}

#[test]
fn usen_is_shown_as_it_is_typed() {
    let game = "~0.6y20io5t2.r";
    let shown = super::support::json(&["show", "--json", game]);
    assert_eq!(shown["format"], "usen");
    assert_eq!(shown["moves"], serde_json::json!(["2g2f", "5a4b", "2f2e"]));
    let link = format!("https://example.org/?usen={game}&ply=2");
    let shown = super::support::json(&["show", "--json", &link]);
    assert_eq!(shown["result"], "TORYO");
}

#[test]
fn lessons_are_converted() {
    for name in ["kings", "rooks", "pawns"] {
        let folder = folder(&format!("unjudged-convert-{name}"));
        let mut last = format!("{name}.usi");
        for (step, format) in ["kif", "csa", "kif", "jkf", "usen", "ki2", "usi"]
            .into_iter()
            .enumerate()
        {
            let next = format!("{step}.{format}");
            let output = folder.komadai(&["convert", &last, "--to", format, "-o", &next]);
            assert!(output.status.success(), "{output:?}");
            last = next;
        }
        let moves = |file: &str| folder.json(&["show", "--json", file]);
        let members = ["start_sfen", "moves", "final_sfen", "illegal_ply"];
        let [first, last] = [moves(&format!("{name}.usi")), moves(&last)];
        for member in members {
            assert_eq!(first[0][member], last[0][member], "{name}: {member}");
        }
    }
}
