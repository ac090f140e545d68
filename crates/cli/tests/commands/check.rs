//! `komadai check`.

use super::support::{BROKEN, DIAGRAM, Folder, GAME, NIFU, shift_jis};
use expect_test::expect;
use komadai_game::Offence;

#[test]
fn other_files_are_not_records() {
    let folder = Folder::new("check-others")
        .with("a.yaml", "name: komadai\nsteps:\n  - run: make\n")
        .with("b.txt", "# A comment\n* and another\n")
        .with("c.json", "{\"name\": \"komadai\"}\n")
        .with("head.kif", "先手：A\n後手：B\n")
        .with("head.csa", "V2.2\nN+A\nPI\n+\n");
    folder.check(
        &["check", "a.yaml", "b.txt", "c.json", "head.kif", "head.csa"],
        expect![[r#"
            head.kif: legal
            head.csa: legal
            komadai: a.yaml:1:1: not a game record of a known format
            komadai: b.txt:1:1: not a game record of a known format
            komadai: c.json:1:1: not a game record: JKF has the fields `header` and `moves`
            exit 2
        "#]],
    );
}

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
        {"file":"nifu.ki2","game":1,"legal":false,"ply":9,"breach":"two-pawns","also":"nifu","message":"illegal move P*3e: two pawns on one file (nifu)","article":"3.11 (a)","subject":"no second unpromoted pawn on a file","repetition_ply":null,"rules":null,"breaches":[{"ply":9,"breach":"two-pawns","also":"nifu","message":"illegal move P*3e: two pawns on one file (nifu)","article":"3.11 (a)","fate":null,"claimable_until":null}],"result":null,"stated":{"result":"ILLEGAL_MOVE","winner":"white"},"agrees":null}
        exit 1
    "#]]);
    folder.check(
        &["check", "repetition.ki2"],
        expect![[r#"
        note: ply 12: the position occurs for the fourth time: a draw may be claimed, FESA 5.2
        legal
        exit 0
    "#]],
    );
    folder.check(
        &["check", "perpetual.ki2", "--rules", "jsa-pro"],
        expect![[r#"
            note: ply 12: the move loses the game
            note: also ply 13: a move after the end of the game by perpetual check, FESA 3.12
            note: result: White wins
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

/// Every offence that a move can be is named as in the table of the laws, with its older name beside.
#[test]
fn check_names_offences_as_the_laws_do() {
    let cases = [
        ("startpos moves 3c3d", "opponents-piece"),
        ("startpos moves 2h2g", "own-piece-taken"),
        ("startpos moves 2h2c", "not-a-move"),
        ("startpos moves 7g7f+", "wrong-promotion"),
        ("startpos moves 5e5d", "no-piece"),
        ("startpos moves P*5e", "not-in-hand"),
        ("startpos moves 5i5h+", "no-other-side"),
        (
            "sfen 4k4/P8/9/9/9/9/9/9/4K4 b - 1 moves 9b9a",
            "missed-promotion",
        ),
        (
            "sfen 4k4/9/9/9/9/9/9/9/4K4 b G 1 moves G*5a",
            "drop-on-piece",
        ),
        (
            "sfen 4k4/9/9/9/9/9/9/9/4K4 b N 1 moves N*3b",
            "dead-end-drop",
        ),
        ("sfen 4k4/9/9/9/9/9/4P4/9/4K4 b P 1 moves P*5d", "two-pawns"),
        (
            "sfen 4k4/9/9/9/9/9/9/9/4K2r1 b - 1 moves 5i4i",
            "king-in-check",
        ),
        (
            "sfen 7lk/7p1/8G/8L/9/9/9/9/K8 b P 1 moves P*1b",
            "drop-pawn-mate",
        ),
    ];
    for (line, name) in cases {
        let folder = Folder::new("check_names").with("a.usi", format!("{line}\n"));
        let json = folder.json(&["check", "a.usi", "--json"]).remove(0);
        let offence = Offence::ALL.iter().find(|offence| offence.name == name);
        let offence = offence.unwrap_or_else(|| panic!("{name} is not in the table"));
        assert_eq!(json["breach"], offence.name, "{line}");
        assert_eq!(json["also"].as_str(), offence.also, "{line}");
    }
}

#[test]
fn check_judges_by_a_rule_set() {
    let foul = NIFU.trim_end().rsplit_once('\n').unwrap().0;
    let answered = format!("{foul} △８七歩成\nまで10手で後手の勝ち\n");
    let late = format!("{foul} △８七歩成\nまで10手で先手の反則負け\n");
    let round = "▲３八飛 △７二飛 ▲２八飛 △８二飛\n".repeat(3);
    let folder = Folder::new("check_rules")
        .with("a.kif", shift_jis(GAME))
        .with("nifu.ki2", NIFU)
        .with("answered.ki2", answered)
        .with("late.ki2", late)
        .with("repetition.ki2", format!("{round}まで12手で千日手\n"))
        .with("on.ki2", format!("{round}▲７六歩\nまで13手で先手の勝ち\n"))
        .with("impasse.ki2", "▲７六歩\nまで1手で持将棋\n");
    folder.check(
        &["check", "a.kif", "--rules", "fesa"],
        expect![[r#"
        legal
        exit 0
    "#]],
    );
    folder.check(
        &["check", "nifu.ki2", "--rules", "fesa"],
        expect![[r#"
        note: ply 9: the move was claimed and loses the game
        note: result: White wins, as the record says
        ply 9: illegal move P*3e: two pawns on one file (nifu), FESA 3.11 (a)
        exit 1
    "#]],
    );
    folder.check(
        &["check", "nifu.ki2", "--rules", "casual"],
        expect![[r#"
        note: ply 9: the move cannot be played by these rules
        ply 9: illegal move P*3e: two pawns on one file (nifu), FESA 3.11 (a)
        exit 1
    "#]],
    );
    folder.check(
        &["check", "answered.ki2", "--rules", "fesa"],
        expect![[r#"
        note: ply 9: the move could be claimed until after ply 9, and stands
        note: result: White wins, as the record says
        ply 9: illegal move P*3e: two pawns on one file (nifu), FESA 3.11 (a)
        exit 1
    "#]],
    );
    folder.check(
        &["check", "answered.ki2", "--rules", "jsa-pro"],
        expect![[r#"
            note: ply 9: the move could have been claimed, and stands
            note: result: White wins, as the record says
            ply 9: illegal move P*3e: two pawns on one file (nifu), FESA 3.11 (a)
            exit 1
        "#]],
    );
    folder.check(
        &["check", "late.ki2", "--rules", "fesa"],
        expect![[r#"
        note: ply 9: the move could be claimed until after ply 9, and stands
        note: also ply 10: the illegal move was answered before it was claimed, FESA 9.4
        note: result: the record's does not follow from these rules
        ply 9: illegal move P*3e: two pawns on one file (nifu), FESA 3.11 (a)
        exit 1
    "#]],
    );
    folder.check(
        &["check", "late.ki2", "--rules", "fesa", "--json"],
        expect![[r#"
            {"file":"late.ki2","game":1,"legal":false,"ply":9,"breach":"two-pawns","also":"nifu","message":"illegal move P*3e: two pawns on one file (nifu)","article":"3.11 (a)","subject":"no second unpromoted pawn on a file","repetition_ply":null,"rules":"fesa","breaches":[{"ply":9,"breach":"two-pawns","also":"nifu","message":"illegal move P*3e: two pawns on one file (nifu)","article":"3.11 (a)","fate":"lapsed","claimable_until":9},{"ply":10,"breach":"late-claim","also":null,"message":"the illegal move was answered before it was claimed","article":"9.4","fate":null,"claimable_until":null}],"result":null,"stated":{"result":"ILLEGAL_MOVE","winner":"white"},"agrees":false}
            exit 1
        "#]],
    );
    folder.check(
        &["check", "repetition.ki2", "--rules", "fesa"],
        expect![[r#"
            note: ply 12: the position occurs for the fourth time: a draw may be claimed, FESA 5.2
            legal
            exit 0
        "#]],
    );
    folder.check(
        &["check", "on.ki2", "--rules", "fesa"],
        expect![[r#"
        note: ply 12: the position occurs for the fourth time: a draw may be claimed, FESA 5.2
        legal
        exit 0
    "#]],
    );
    folder.check(
        &["check", "on.ki2", "--rules", "jsa-amateur"],
        expect![[r#"
            note: result: draw, which the record does not say
            ply 13: a move after the end of the game by repetition, FESA 5.2
            exit 1
        "#]],
    );
    folder.check(
        &["check", "impasse.ki2", "--rules", "fesa"],
        expect![[r#"
        note: result: the record's does not follow from these rules
        ply 1: the record ends with JISHOGI, which these rules do not have, FESA 5.4
        exit 1
    "#]],
    );
    folder.check(
        &["check", ".", "--rules", "jsa-pro"],
        expect![[r#"
        ./a.kif: legal
        ./answered.ki2: ply 9: illegal move P*3e: two pawns on one file (nifu), FESA 3.11 (a)
        ./impasse.ki2: legal
        ./late.ki2: ply 9: illegal move P*3e: two pawns on one file (nifu), FESA 3.11 (a)
        ./nifu.ki2: ply 9: illegal move P*3e: two pawns on one file (nifu), FESA 3.11 (a)
        ./on.ki2: ply 13: a move after the end of the game by repetition, FESA 5.2
        ./repetition.ki2: legal
        exit 1
    "#]],
    );
}
