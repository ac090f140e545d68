//! `komadai check`.

use super::support::{BROKEN, DIAGRAM, Folder, GAME, NIFU, shift_jis};
use expect_test::expect;

#[test]
fn check_names_the_first_breach() {
    let round = "▲３八飛 △７二飛 ▲２八飛 △８二飛\n";
    let perpetual = format!(
        "{}{}",
        DIAGRAM
            .replace("先手の持駒：金", "先手の持駒：なし")
            .replace(
                "| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三",
                "| ・ ・ ・ ・ ・ ・ ・ ・ ・|三"
            )
            .replace(
                "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九",
                "| ・ ・ ・ 飛 ・ ・ ・ ・ 玉|九"
            ),
        "▲５九飛 △６一玉 ▲６九飛 △５一玉\n".repeat(4)
    );
    let folder = Folder::new("check")
        .with("a.kif", shift_jis(GAME))
        .with("nifu.ki2", NIFU)
        .with("repetition.ki2", round.repeat(3) + "まで12手で千日手\n")
        .with("early.ki2", round.repeat(2) + "まで8手で千日手\n")
        .with("perpetual.ki2", perpetual)
        .with("mate.ki2", DIAGRAM.to_owned() + "▲５二金\nまで1手で詰み\n")
        .with("declared.kif", "手数----\n   1 ７六歩(77)\n   2 入玉勝ち\n")
        .with("broken.kif", BROKEN)
        .with("bad.kif", "nothing at all\n");
    folder.check(
        &["check", "a.kif"],
        expect![[r#"
        legal
        exit 0
    "#]],
    );
    folder.check(
        &["check", "nifu.ki2"],
        expect![[r#"
            ply 9: illegal move P*3e: two pawns on one file (nifu), FESA 3.11 (a)
            exit 1
        "#]],
    );
    folder.check(&["check", "nifu.ki2", "--json"], expect![[r#"
        {"file":"nifu.ki2","game":1,"legal":false,"ply":9,"breach":"nifu","message":"illegal move P*3e: two pawns on one file (nifu)","article":"3.11 (a)","subject":"no second unpromoted pawn on a file","repetition_ply":null}
        exit 1
    "#]]);
    folder.check(
        &["check", "repetition.ki2"],
        expect![[r#"
        note: ply 12: the position stands for the fourth time: a draw may be claimed, FESA 5.2
        legal
        exit 0
    "#]],
    );
    folder.check(
        &["check", "perpetual.ki2", "--rules", "jsa-pro"],
        expect![[r#"
        ply 12: perpetual check by black, FESA 3.12
        exit 1
    "#]],
    );
    folder.check(
        &[
            "check",
            "a.kif",
            "repetition.ki2",
            "early.ki2",
            "mate.ki2",
            "declared.kif",
            "broken.kif",
        ],
        expect![[r#"
            a.kif: legal
            repetition.ki2: legal
            early.ki2: ply 8: the record ends with repetition, but no position stood four times or was about to, FESA 5.2
            mate.ki2: legal
            declared.kif: ply 1: the declaration fails: the king is not in the promotion zone; 10 more pieces needed in the zone; 27 more points needed, FESA 5.3
            broken.kif: legal
            exit 1
        "#]],
    );
    folder.check(
        &["check", "bad.kif", "a.kif"],
        expect![[r#"
        a.kif: legal
        komadai: bad.kif:1:1: not a game record of a known format
        exit 2
    "#]],
    );
    folder.check(&["check", "."], expect![[r#"
        ./a.kif: legal
        ./broken.kif: legal
        ./declared.kif: ply 1: the declaration fails: the king is not in the promotion zone; 10 more pieces needed in the zone; 27 more points needed, FESA 5.3
        ./early.ki2: ply 8: the record ends with repetition, but no position stood four times or was about to, FESA 5.2
        ./mate.ki2: legal
        ./nifu.ki2: ply 9: illegal move P*3e: two pawns on one file (nifu), FESA 3.11 (a)
        ./perpetual.ki2: ply 12: perpetual check by black, FESA 3.12
        ./repetition.ki2: legal
        komadai: ./bad.kif:1:1: not a game record of a known format
        exit 2
    "#]]);
    folder.check(
        &["check", "a.kif", "--rules", "chess"],
        expect![[r#"
        error: invalid value 'chess' for '--rules <NAME>'
          [possible values: fesa, jsa-pro, jsa-amateur, casual, beginner, seireigi]

        For more information, try '--help'.
        exit 2
    "#]],
    );
}
