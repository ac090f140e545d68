//! Mate, stalemate, resignation, agreement: Articles 1.2, 1.3, 5.1 and 5.4.

use crate::script::{check, play, tell};
use expect_test::expect;
use komadai_core::Color;
use komadai_game::Offer;

#[test]
fn checkmate_ends_the_game_at_once() {
    check(
        "
        start: 4k4/9/4P4/9/9/9/9/9/4K4 b G 1
        0:00 white starts
        0:01 black G*5b
        0:02 white 5a4a
        0:03 white resigns
        ? japanese
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black G*5b
            0:01 Black wins: checkmate.
            0:02 refused: White cannot move: the game is over (FESA 5.1)
            0:03 refused: White cannot resign: the game is over (FESA 5.1)
            japanese: 
            後手が対局を始める。先手の手番。
            1手目▲５二金
            先手の勝ち：詰み。
        "#]],
    );
}

#[test]
fn pieces_in_hand_and_free_pawns_are_no_help_against_a_mate_from_nearby() {
    let told = [
        "4k4/9/4P4/9/9/9/9/9/4K4 b Gg 1",
        "4k4/9/p3P4/9/9/9/9/9/4K4 b G 1",
        "4k4/9/p3P4/9/9/9/9/9/4K4 b Ggp 1",
    ]
    .map(|sfen| {
        tell(&format!(
            "start: {sfen}\n0:00 white starts\n0:01 black G*5b"
        ))
    });
    expect![[r#"
        0:00 White begins the game. Black has the move.
        0:01 1. Black G*5b
        0:01 Black wins: checkmate.
        0:00 White begins the game. Black has the move.
        0:01 1. Black G*5b
        0:01 Black wins: checkmate.
        0:00 White begins the game. Black has the move.
        0:01 1. Black G*5b
        0:01 Black wins: checkmate.
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn a_mate_by_an_illegal_move_does_not_end_the_game() {
    check(
        "
        start: 7nk/9/7G1/9/9/9/9/9/4K4 b P 1
        0:00 white starts
        0:01 black P*1b
        ? phase
        0:02 white 1a2b
        0:03 black claims illegal move
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black P*1b
            phase: Running
            0:02 2. White K-2b
            0:03 Black claims an illegal move of White.
            0:03 Black wins: illegal move of White (the king in check).
        "#]],
    );
}

#[test]
fn whoever_cannot_move_loses() {
    check(
        "
        start: 8k/9/6+R2/9/9/9/9/9/4K4 b G 1
        0:00 white starts
        0:01 black 3c3b
        0:02 white 1a1b
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black +R-3b
            0:01 Black wins: White has no legal move.
            0:02 refused: White cannot move: the game is over (FESA 5.1)
        "#]],
    );
}

#[test]
fn by_tradition_only_resignation_ends_a_mate() {
    check(
        "
        rules: jsa-pro
        set: mate by resignation
        start: 4k4/9/4P4/9/9/9/9/9/4K4 b G 1
        0:00 white starts
        0:01 black G*5b
        ? phase
        0:02 black resigns
        0:03 white resigns
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 1. Black G*5b
            phase: Running
            0:02 refused: Black cannot resign: the opponent has the move
            0:03 Black wins: White resigns.
        "#]],
    );
}

#[test]
fn a_player_may_resign_at_any_time_under_fesa() {
    check(
        "
        rules: fesa
        0:00 white starts
        0:01 white resigns
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 Black wins: White resigns.
        "#]],
    );
}

#[test]
fn resignation_is_for_ones_own_turn_in_japan() {
    check(
        "
        rules: jsa-amateur
        0:00 white starts
        0:01 white resigns
        0:02 black resigns
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 refused: White cannot resign: the opponent has the move
            0:02 White wins: Black resigns.
        "#]],
    );
}

#[test]
fn a_player_may_resign_while_the_game_is_interrupted() {
    check(
        "
        rules: fesa
        0:00 white starts
        0:01 arbiter pauses: a break
        0:02 white resigns
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 The arbiter: the game is interrupted. Reason: a break
            0:02 Black wins: White resigns.
        "#]],
    );
}

#[test]
fn players_cannot_agree_on_a_draw() {
    check(
        "
        rules: fesa
        0:00 white starts
        0:01 black offers draw
        0:02 white accepts draw
        0:03 black offers cancel
        0:04 black offers count
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 Black proposes a draw.
            0:01 The claim of repetition is wrong. Black is warned.
            0:02 refused: White cannot accept a draw: nothing has been proposed
            0:03 refused: Black cannot propose a cancellation: these rules do not have that
            0:04 refused: Black cannot propose a count: these rules do not have that
        "#]],
    );
}

#[test]
fn after_the_fourth_occurrence_a_draw_can_be_offered() {
    let round = "2h3h 8b7b 3h2h 7b8b";
    check(
        &format!(
            "rules: fesa\n0:00 white starts\n0:01 moves {round} {round}\n0:20 black offers draw\n\
             0:21 moves {round}\n0:30 black offers draw\n0:31 white declines draw\n0:32 black offers draw\n\
             0:33 white accepts draw"
        ),
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black R-3h / 2. White R-7b / 3. Black R-2h / 4. White R-8b / 5. Black R-3h / 6. White R-7b / 7. Black R-2h / 8. White R-8b
            0:20 Black proposes a draw.
            0:20 The claim of repetition is wrong. Black is warned.
            9. Black R-3h / 10. White R-7b / 11. Black R-2h / 12. White R-8b
            0:30 Black proposes a draw.
            0:31 White declines a draw.
            0:32 Black proposes a draw.
            0:33 White agrees to a draw.
            0:33 A draw: fourfold repetition.
        "#]],
    );
    // The condition is met for good: the position has appeared.
    check(
        &format!(
            "rules: fesa\n0:00 white starts\n0:01 moves {round} {round} {round} 7g7f\n0:30 white offers draw"
        ),
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black R-3h / 2. White R-7b / 3. Black R-2h / 4. White R-8b / 5. Black R-3h / 6. White R-7b / 7. Black R-2h / 8. White R-8b / 9. Black R-3h / 10. White R-7b / 11. Black R-2h / 12. White R-8b / 13. Black P-7f
            0:30 White proposes a draw.
        "#]],
    );
}

#[test]
fn where_repetition_ends_the_game_by_itself_no_draw_is_offered() {
    check(
        "
        rules: jsa-pro
        0:00 white starts
        0:01 black offers draw
        ? warnings
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 refused: Black cannot propose a draw: the players cannot agree on a draw (FESA 5.4)
            warnings: Black 0, White 0
        "#]],
    );
}

#[test]
fn where_the_arbiter_judges_an_accepted_draw_waits_for_him() {
    check(
        "
        set: judge arbiter
        0:00 white starts
        0:01 black offers draw
        0:02 white accepts draw
        ? phase
        0:03 arbiter rejects: no position has appeared four times
        ? warnings
        0:04 black offers draw
        0:05 black 7g7f
        0:06 white accepts draw
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 Black proposes a draw.
            0:02 White agrees to a draw.
            0:02 Black claims fourfold repetition.
            phase: Suspended(Claim)
            0:03 The arbiter: the claim is wrong. Reason: no position has appeared four times
            0:03 The claim of repetition is wrong. Black is warned.
            warnings: Black 1, White 0
            0:04 Black proposes a draw.
            0:05 1. Black P-7f
            0:06 refused: White cannot accept a draw: nothing has been proposed
        "#]],
    );
    check(
        "
        set: judge arbiter
        0:00 white starts
        moves 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b
        0:30 black offers draw
        0:31 white accepts draw
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black R-3h / 2. White R-7b / 3. Black R-2h / 4. White R-8b / 5. Black R-3h / 6. White R-7b / 7. Black R-2h / 8. White R-8b / 9. Black R-3h / 10. White R-7b / 11. Black R-2h / 12. White R-8b
            0:30 Black proposes a draw.
            0:31 White agrees to a draw.
            0:31 Black claims fourfold repetition.
        "#]],
    );
}

#[test]
fn where_rules_allow_it_players_agree_on_a_draw() {
    check(
        "
        set: draws stand, draw by agreement
        0:00 white starts
        0:01 black offers draw
        0:02 black offers draw
        0:03 white accepts draw
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 Black proposes a draw.
            0:02 refused: Black cannot propose a draw: that has been proposed already
            0:03 White agrees to a draw.
            0:03 A draw: agreed.
        "#]],
    );
}

#[test]
fn friends_may_end_a_game_without_a_result() {
    check(
        "
        rules: casual
        0:00 white starts
        0:01 black offers cancel
        0:02 black 7g7f
        0:03 white accepts cancel
        0:04 white offers cancel
        0:05 black offers cancel
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 Black proposes ending the game without a result.
            0:02 1. Black P-7f
            0:03 refused: White cannot accept a cancellation: nothing has been proposed
            0:04 White proposes ending the game without a result.
            0:05 Black agrees to ending the game without a result.
            0:05 No contest: agreed.
        "#]],
    );
}

#[test]
fn offers_end_with_the_game_and_with_the_next_move() {
    let begin = "rules: casual\n0:00 white starts\n0:01 black offers cancel";
    let offers = |acts| play(&format!("{begin}\n{acts}")).offer(Offer::Cancel);
    assert_eq!(offers(""), Some(Color::Black));
    assert_eq!(offers("0:02 arbiter declines cancel"), Some(Color::Black));
    assert_eq!(offers("0:02 black resigns"), None);
    assert_eq!(offers("0:02 black 7g7f"), None);
    assert_eq!(offers("0:02 white declines cancel"), None);
}

#[test]
fn after_the_end_nothing_is_played() {
    check(
        "
        clock: 10m
        0:00 white starts
        0:01 black resigns
        0:02 white 3c3d
        0:03 white claims illegal move
        0:04 white claims flag
        0:05 white resigns
        0:06 arbiter awards white 1m: late
        0:06 host decides white: late
        0:07 white starts
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:01 White wins: Black resigns.
            0:02 refused: White cannot move: the game is over (FESA 5.1)
            0:03 refused: White cannot claim an illegal move: the game is over (FESA 5.1)
            0:04 refused: White cannot claim the flag: the game is over (FESA 5.1)
            0:05 refused: White cannot resign: the game is over (FESA 5.1)
            0:06 refused: the arbiter cannot rule: the game is over (FESA 5.1)
            0:06 refused: the host cannot rule: that is for others to do (FESA 13.6)
            0:07 refused: White cannot start the game: the game is over (FESA 5.1)
            clocks: Black 9:59, White 10:00
        "#]],
    );
}

#[test]
fn a_win_scores_one_point_and_a_loss_none() {
    let points = |ruling: &str| {
        let script = format!("0:00 white starts\n0:01 arbiter decides {ruling}: so");
        let outcome = play(&script).outcome().expect("decided");
        outcome.verdict.half_points().map(|points| points.0)
    };
    assert_eq!(points("black"), Some([2, 0]));
    assert_eq!(points("white"), Some([0, 2]));
    assert_eq!(points("draw"), Some([1, 1]));
    assert_eq!(points("both-lose"), Some([0, 0]));
    assert_eq!(points("no-contest"), None);
    let script = "attendance: to arrive\n0:00 arbiter notes absence of black: gone";
    let forfeit = play(script).outcome().expect("decided");
    assert_eq!(
        forfeit.verdict.half_points().map(|points| points.0),
        Some([0, 2])
    );
}
