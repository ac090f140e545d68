//! Impasse: Article 5.3, and the other rules of the seeds.

use crate::script::{check, tell};
use expect_test::expect;
use komadai_game::{LimitCountsAs, LimitInCheck, Preset, RuleSet};

/// Kimura and Toyoshima 2019 after 150 moves, and after 285; Katoh and Nakahara 1982.
const KIMURA_150: &str = "start: +B2+Bp4/5sg2/p2NPns1p/4+Rp1p1/6p2/P1PP2g2/1PS4k1/1KGG1P1+s1/LN4r+l1 \
                          b 2L2Pn4p 151";
const KIMURA_285: &str = "start: 1+B7/1K+B6/1S+P3+R2/P2P1P2G/1+r2g2l1/9/5+p+p2/4g2+sl/7+lk \
                          w S2NL9Pgs2n3p 286";
const KATOH: &str = "start: +L3+P4/1K2+R4/2+B6/1GL3+P2/5+B3/2+p3+Np1/3g+p2g+s/6ks1/4+r3+n \
                     w GS6Ps2n2l7p 224";

#[test]
fn the_counts_of_the_encyclopedias_games() {
    let told = [KIMURA_150, KIMURA_285, KATOH].map(|start| tell(&format!("{start}\n? points")));
    expect![[r#"
        points: Black 31, White 23
        points: Black 34, White 20
        points: Black 29, White 25
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn by_agreement_fewer_than_24_points_lose() {
    for (start, told) in [
        (
            KIMURA_150,
            expect![[r#"
                0:00 The host begins the game. Black has the move.
                0:01 Black proposes a count of the pieces.
                0:02 White agrees to a count of the pieces.
                0:02 Black wins: the count is 31 for Black, 23 for White.
            "#]],
        ),
        (
            KIMURA_285,
            expect![[r#"
                0:00 The host begins the game. White has the move.
                0:01 Black proposes a count of the pieces.
                0:02 White agrees to a count of the pieces.
                0:02 Black wins: the count is 34 for Black, 20 for White.
            "#]],
        ),
        (
            KATOH,
            expect![[r#"
                0:00 The host begins the game. White has the move.
                0:01 Black proposes a count of the pieces.
                0:02 White agrees to a count of the pieces.
                0:02 A draw: the count is 29 for Black, 25 for White.
            "#]],
        ),
    ] {
        check(
            &format!(
                "rules: jsa-pro\n{start}\n0:00 host starts\n0:01 black offers count\n\
                 0:02 white accepts count"
            ),
            told,
        );
    }
}

#[test]
fn by_27_points_agreed_the_richer_wins_and_white_if_they_are_equal() {
    for (start, told) in [
        (
            KATOH,
            expect![[r#"
                0:00 The host begins the game. White has the move.
                0:01 Black proposes a count of the pieces.
                0:02 White agrees to a count of the pieces.
                0:02 Black wins: the count is 29 for Black, 25 for White.
            "#]],
        ),
        (
            "start: even",
            expect![[r#"
                0:00 The host begins the game. Black has the move.
                0:01 Black proposes a count of the pieces.
                0:02 White agrees to a count of the pieces.
                0:02 White wins: the count is 27 for Black, 27 for White.
            "#]],
        ),
    ] {
        check(
            &format!(
                "{start}\nset: 27-point agreement\n0:00 host starts\n0:01 black offers count\n\
                 0:02 white accepts count"
            ),
            told,
        );
    }
}

#[test]
fn a_player_may_refuse_to_count() {
    check(
        &format!(
            "rules: jsa-pro\n{KATOH}\n0:00 host starts\n0:01 black offers count\n\
             0:02 white declines count\n0:03 black claims count\n0:04 white 3h4h"
        ),
        expect![[r#"
            0:00 The host begins the game. White has the move.
            0:01 Black proposes a count of the pieces.
            0:02 White declines a count of the pieces.
            0:03 refused: Black cannot claim a count: these rules do not have that
            0:04 224. White K-4h
        "#]],
    );
}

/// The king has entered with ten pieces and 35 points.
const ENTERED: &str = "start: +R8/2+NK1+R+P+P1/+P+PPS+P4/6g+b1/7p1/3g5/3+b1g+p1+p/5p3/5k+p2 \
                       b G3S3N3L7Pl 1";

#[test]
fn a_declaration_that_meets_all_conditions_wins() {
    check(
        &format!("{ENTERED}\n0:00 white starts\n0:01 white declares\n0:02 black declares"),
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 refused: White cannot declare a win: the opponent has the move (FESA 5.3)
            0:02 Black declares a win by entering king.
            0:02 Black wins: declaration of an entering king.
        "#]],
    );
}

#[test]
fn a_declaration_that_misses_a_condition_loses() {
    let conditions = [
        (
            "the king is outside",
            "+R8/2+N2+R+P+P1/+P+PPS+P4/4K1g+b1/7p1/3g5/3+b1g+p1+p/5p3/5k+p2 b G3S3N3L7Pl 1",
        ),
        (
            "27 points are not enough for Black",
            "K8/+P8/+P+P+P+P+P+P+P+P+P/9/9/9/9/9/k8 b 2RB2P 1",
        ),
        (
            "a rook outside the zone does not count",
            "K8/+P8/+P+P+P+P+P+P+P+P+P/9/9/4R4/9/9/k8 b R2B 1",
        ),
        (
            "nine pieces are not enough",
            "K8/9/+P+P+P+P+P+P+P+P+P/9/9/9/9/9/k8 b 2R2B4G4S 1",
        ),
        (
            "the king is in check",
            "K7r/1+P+P+P+P4/+P+P+P+P+P+P3/9/9/9/9/9/k8 b R2B4G4S 1",
        ),
    ];
    let told = conditions.map(|(what, sfen)| {
        let told = tell(&format!(
            "start: {sfen}\n0:00 white starts\n0:01 black declares"
        ));
        format!("{what}\n{told}")
    });
    expect![[r#"
        the king is outside
        0:00 White begins the game. Black has the move.
        0:01 Black declares a win by entering king.
        0:01 White wins: wrong declaration of Black (the king is outside the promotion zone).
        27 points are not enough for Black
        0:00 White begins the game. Black has the move.
        0:01 Black declares a win by entering king.
        0:01 White wins: wrong declaration of Black (points wanting: 1).
        a rook outside the zone does not count
        0:00 White begins the game. Black has the move.
        0:01 Black declares a win by entering king.
        0:01 White wins: wrong declaration of Black (points wanting: 3).
        nine pieces are not enough
        0:00 White begins the game. Black has the move.
        0:01 Black declares a win by entering king.
        0:01 White wins: wrong declaration of Black (pieces wanting in the zone: 1).
        the king is in check
        0:00 White begins the game. Black has the move.
        0:01 Black declares a win by entering king.
        0:01 White wins: wrong declaration of Black (the king is in check).
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn twenty_seven_points_are_enough_for_white() {
    check(
        "
        start: K8/9/9/9/9/9/+p+p+p+p+p+p+p+p+p/+p8/k8 w 2rb2p 1
        0:00 black starts
        0:01 white declares
        ",
        expect![[r#"
            0:00 Black begins the game. White has the move.
            0:01 White declares a win by entering king.
            0:01 White wins: declaration of an entering king.
        "#]],
    );
}

#[test]
fn by_24_points_a_declaration_wins_draws_or_loses() {
    let told = [
        ("31", "2R2BG"),
        ("30", "2R2B"),
        ("24", "2R4G"),
        ("23", "2R3G"),
    ]
    .map(|(points, hand)| {
        let told = tell(&format!(
            "rules: jsa-pro\nstart: K8/+P8/+P+P+P+P+P+P+P+P+P/9/9/9/9/1k7/9 b {hand} 1\n\
             set: handicap not credited\n0:00 white starts\n0:01 black declares"
        ));
        format!("{points}\n{told}")
    });
    expect![[r#"
        31
        0:00 White begins the game. Black has the move.
        0:01 Black declares a win by entering king.
        0:01 Black wins: declaration of an entering king.
        30
        0:00 White begins the game. Black has the move.
        0:01 Black declares a win by entering king.
        0:01 A draw: declaration of an entering king.
        24
        0:00 White begins the game. Black has the move.
        0:01 Black declares a win by entering king.
        0:01 A draw: declaration of an entering king.
        23
        0:00 White begins the game. Black has the move.
        0:01 Black declares a win by entering king.
        0:01 White wins: wrong declaration of Black (points wanting: 1).
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn without_a_rule_nobody_declares() {
    check(
        "
        rules: seireigi
        0:00 white starts
        0:01 black declares
        0:02 black claims count
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 refused: Black cannot declare a win: these rules do not have that
            0:02 refused: Black cannot claim a count: these rules do not have that
        "#]],
    );
}

#[test]
fn the_giver_of_a_handicap_is_credited_where_rules_say_so() {
    for (knob, told) in [
        (
            "handicap credited",
            expect![[r#"
                points: Black 27, White 27
                0:00 Black begins the game. White has the move.
                0:01 White proposes a count of the pieces.
                0:02 Black agrees to a count of the pieces.
                0:02 A draw: the count is 27 for Black, 27 for White.
            "#]],
        ),
        (
            "handicap not credited",
            expect![[r#"
                points: Black 27, White 17
                0:00 Black begins the game. White has the move.
                0:01 White proposes a count of the pieces.
                0:02 Black agrees to a count of the pieces.
                0:02 Black wins: the count is 27 for Black, 17 for White.
            "#]],
        ),
    ] {
        check(
            &format!(
                "start: two-piece\nset: {knob}, 24-point agreement\n? points\n0:00 black starts\n\
                 0:01 white offers count\n0:02 black accepts count"
            ),
            told,
        );
    }
}

#[test]
fn in_handicap_games_both_may_need_27_points() {
    let black_27 = "K8/+P8/+P+P+P+P+P+P+P+P+P/9/9/9/9/9/k8 b 2RB2P 1";
    let told = ["27-point declaration", "27 points for each"].map(|knob| {
        tell(&format!(
            "start: {black_27}\nset: {knob}\n0:00 white starts\n0:01 black declares"
        ))
    });
    expect![[r#"
        0:00 White begins the game. Black has the move.
        0:01 Black declares a win by entering king.
        0:01 White wins: wrong declaration of Black (points wanting: 1).
        0:00 White begins the game. Black has the move.
        0:01 Black declares a win by entering king.
        0:01 Black wins: declaration of an entering king.
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn a_count_can_be_forced_with_all_pieces_in_the_zone() {
    // In the second nothing protects the tokin on 7b.
    let guarded = "K1G6/1S7/+P8/9/9/9/9/9/4k4 b 2R2B9P 1";
    let one_out = "K1G6/1S7/9/+P8/9/9/9/9/4k4 b 2R2B9P 1";
    let loose = "KG7/+P1+P6/+P8/9/9/9/9/9/4k4 b 2R2B9P 1";
    let told = [
        ("all in the zone", "count if all in zone", loose),
        ("one outside", "count if all in zone", one_out),
        ("one not protected", "count if all protected", loose),
        ("all protected", "count if all protected", guarded),
    ]
    .map(|(what, knob, sfen)| {
        let told = tell(&format!(
            "start: {sfen}\nset: 24-point agreement, {knob}\n0:00 white starts\n\
             0:01 black offers count\n0:02 white declines count\n0:03 black claims count"
        ));
        format!("{what}\n{told}")
    });
    expect![[r#"
        all in the zone
        0:00 White begins the game. Black has the move.
        0:01 Black proposes a count of the pieces.
        0:02 White declines a count of the pieces.
        0:03 Black demands that the pieces be counted.
        0:03 Black wins: the count is 33 for Black, 0 for White.
        one outside
        0:00 White begins the game. Black has the move.
        0:01 Black proposes a count of the pieces.
        0:02 White declines a count of the pieces.
        0:03 Black demands that the pieces be counted.
        0:03 The claim of a count is wrong. Black is warned.
        one not protected
        0:00 White begins the game. Black has the move.
        0:01 Black proposes a count of the pieces.
        0:02 White declines a count of the pieces.
        0:03 Black demands that the pieces be counted.
        0:03 The claim of a count is wrong. Black is warned.
        all protected
        0:00 White begins the game. Black has the move.
        0:01 Black proposes a count of the pieces.
        0:02 White declines a count of the pieces.
        0:03 Black demands that the pieces be counted.
        0:03 Black wins: the count is 32 for Black, 0 for White.
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn only_players_force_a_count() {
    check(
        "
        start: KG7/+P1+P6/+P8/9/4k4/9/9/9/9 b 2R2B9P 1
        set: 24-point agreement, count if all in zone
        0:00 white starts
        0:01 arbiter claims count
        0:02 bystander claims count
        0:03 white claims count
        0:04 black claims count
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 refused: the arbiter cannot claim a count: that is for others to do
            0:02 refused: a bystander cannot claim a count: that is for others to do
            0:03 White demands that the pieces be counted.
            0:03 The claim of a count is wrong. White is warned.
            0:04 Black demands that the pieces be counted.
            0:04 Black wins: the count is 33 for Black, 0 for White.
        "#]],
    );
}

#[test]
fn a_try_wins_after_both_kings_have_entered() {
    let told = [
        (
            "both entered",
            "try after both entered",
            "9/4K4/9/9/9/9/9/k8/9 b - 1",
        ),
        (
            "one outside",
            "try after both entered",
            "9/4K4/9/9/k8/9/9/9/9 b - 1",
        ),
        ("one outside", "try", "9/4K4/9/9/k8/9/9/9/9 b - 1"),
    ]
    .map(|(what, knob, sfen)| {
        let told = tell(&format!(
            "start: {sfen}\nset: {knob}\n0:00 white starts\n0:01 black 5b5a"
        ));
        format!("{what}, {knob}\n{told}")
    });
    expect![[r#"
        both entered, try after both entered
        0:00 White begins the game. Black has the move.
        0:01 1. Black K-5a
        0:01 Black wins: the king has reached the enemy king's square.
        one outside, try after both entered
        0:00 White begins the game. Black has the move.
        0:01 1. Black K-5a
        one outside, try
        0:00 White begins the game. Black has the move.
        0:01 1. Black K-5a
        0:01 Black wins: the king has reached the enemy king's square.
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn white_tries_on_the_square_of_blacks_king() {
    let told = [
        ("on Black's square", "9/4K4/9/9/9/9/9/4k4/9 w - 1", "5h5i"),
        ("beside it", "9/4K4/9/9/9/9/9/4k4/9 w - 1", "5h4i"),
        (
            "it stands there already",
            "9/4K4/9/9/9/9/9/9/4k3r w - 1",
            "1i1h",
        ),
        ("Black beside his", "9/4K4/9/9/9/9/9/4k4/9 b - 1", "5b4a"),
    ]
    .map(|(what, sfen, mv)| {
        let told = tell(&format!(
            "start: {sfen}\nset: try after both entered\n0:00 host starts\n0:01 moves {mv}"
        ));
        format!("{what}\n{told}")
    });
    expect![[r#"
        on Black's square
        0:00 The host begins the game. White has the move.
        1. White K-5i / White wins: the king has reached the enemy king's square.
        beside it
        0:00 The host begins the game. White has the move.
        1. White K-4i
        it stands there already
        0:00 The host begins the game. White has the move.
        1. White R-1h= / White wins: the king has reached the enemy king's square.
        Black beside his
        0:00 The host begins the game. Black has the move.
        1. Black K-4a
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn mate_comes_before_a_try() {
    check(
        "
        set: try
        start: 3K5/9/9/9/9/9/9/2+R6/k8 b - 1
        0:00 white starts
        0:01 black 6a5a
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black K-5a
            0:01 Black wins: White has no legal move.
        "#]],
    );
}

#[test]
fn a_king_that_could_be_taken_has_not_tried() {
    check(
        "
        set: try
        start: 8r/4K4/9/9/9/9/9/k8/9 b - 1
        0:00 white starts
        0:01 black 5b5a
        0:02 white 1a5a
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black K-5a
            0:02 2. White Rx5a
            0:02 White wins: the king of Black, left in check, is taken.
        "#]],
    );
}

#[test]
fn after_500_moves_the_game_is_an_impasse_unless_checks_go_on() {
    // A limit of four moves stands for 500: the rule is the same data.
    check(
        "
        set: limit 4
        start: 4k4/9/9/9/9/9/9/9/4K2R1 b - 1
        0:00 white starts
        moves 5i5h 5a4a 2i2h 4a5a
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black K-5h / 2. White K-4a / 3. Black R-2h / 4. White K-5a / A draw: impasse by number of moves.
        "#]],
    );
    check(
        "
        set: limit 3
        start: 4k4/9/9/9/9/9/9/9/4K2R1 b - 1
        0:00 white starts
        moves 5i5h 5a5b 2i2b 5b5a 2b2a 5a5b 2a2c
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black K-5h / 2. White K-5b / 3. Black R-2b= / 4. White K-5a / 5. Black R-2a= / 6. White K-5b / 7. Black R-2c= / A draw: impasse by number of moves.
        "#]],
    );
    // A mate within the checks counts.
    check(
        "
        set: limit 1
        start: 4k4/9/4P4/9/9/9/9/9/4K2R1 b G 1
        0:00 white starts
        moves 2i2a 5a4b 2a2b 4b5a G*5b
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black R-2a= / 2. White K-4b / 3. Black R-2b= / 4. White K-5a / 5. Black G*5b / Black wins: checkmate.
        "#]],
    );
    // A counter-check of the other side does not carry the checks on.
    check(
        "
        set: limit 1
        start: 4k4/9/9/9/2K6/9/9/9/7R1 b b 1
        0:00 white starts
        moves 2i2a B*3a 7e8e
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black R-2a= / 2. White B*3a / 3. Black K-8e / A draw: impasse by number of moves.
        "#]],
    );
    // An illegal move at the limit does not put the draw off.
    check(
        "
        set: limit 1
        start: 4k4/9/9/9/9/9/9/9/4K2R1 b - 1
        0:00 white starts
        moves 2i1h 5a5b
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black R-1h / 2. White K-5b / A draw: impasse by number of moves.
        "#]],
    );
    check(
        "
        set: limit 3-max
        start: 4k4/9/9/9/9/9/9/9/4K2R1 b - 1
        0:00 white starts
        moves 5i5h 5a5b 2i2b
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black K-5h / 2. White K-5b / 3. Black R-2b= / A draw: the greatest number of moves.
        "#]],
    );
}

#[test]
fn the_limit_of_professionals_is_500_moves() {
    let knobs = *RuleSet::preset(Preset::JsaPro).knobs();
    let limit = knobs.impasse.move_limit.unwrap();
    assert_eq!(limit.moves, 500);
    assert_eq!(limit.counts_as, LimitCountsAs::Impasse);
    assert_eq!(limit.in_check, LimitInCheck::PlaysOn);
}
