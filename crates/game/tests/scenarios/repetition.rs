//! Repetition and perpetual check: Articles 3.12 and 5.2.

use crate::script::{check, tell};
use expect_test::expect;
use komadai_core::Square;

/// Rooks go to and fro: the start position stands again after every four moves.
const ROUND: &str = "2h3h 8b7b 3h2h 7b8b";

#[test]
fn the_fourth_occurrence_is_a_draw_when_it_is_claimed() {
    check(
        &format!(
            "0:00 white starts\n0:01 moves {ROUND} {ROUND}\n? occurrences\n\
             0:10 black claims repetition\n0:11 moves {ROUND}\n? occurrences\n\
             0:20 white claims repetition"
        ),
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black R-3h / 2. White R-7b / 3. Black R-2h / 4. White R-8b / 5. Black R-3h / 6. White R-7b / 7. Black R-2h / 8. White R-8b
            occurrences: 3
            0:10 Black claims fourfold repetition.
            0:10 The claim of repetition is wrong. Black is warned.
            9. Black R-3h / 10. White R-7b / 11. Black R-2h / 12. White R-8b
            occurrences: 4
            0:20 White claims fourfold repetition.
            0:20 A draw: fourfold repetition.
        "#]],
    );
}

#[test]
fn a_position_that_is_about_to_appear_can_be_claimed() {
    check(
        &format!(
            "0:00 white starts\n0:01 moves {ROUND} {ROUND} 2h3h 8b7b 3h2h\n\
             0:20 black claims repetition by 7b8b\n0:21 white claims repetition by 3c3d\n\
             ? occurrences after 7b8b\n0:22 white claims repetition by 7b8b"
        ),
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black R-3h / 2. White R-7b / 3. Black R-2h / 4. White R-8b / 5. Black R-3h / 6. White R-7b / 7. Black R-2h / 8. White R-8b / 9. Black R-3h / 10. White R-7b / 11. Black R-2h
            0:20 refused: Black cannot claim a repetition: the opponent has the move (FESA 5.2)
            0:21 White is about to play P-3d and claims fourfold repetition.
            0:21 The claim of repetition is wrong. White is warned.
            occurrences after 7b8b: Some(4)
            0:22 White is about to play R-8b and claims fourfold repetition.
            0:22 A draw: fourfold repetition.
        "#]],
    );
}

#[test]
fn a_position_that_has_appeared_four_times_can_be_claimed_later() {
    check(
        &format!(
            "0:00 white starts\n0:01 moves {ROUND} {ROUND} {ROUND} 7g7f\n\
             0:20 white claims repetition"
        ),
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black R-3h / 2. White R-7b / 3. Black R-2h / 4. White R-8b / 5. Black R-3h / 6. White R-7b / 7. Black R-2h / 8. White R-8b / 9. Black R-3h / 10. White R-7b / 11. Black R-2h / 12. White R-8b / 13. Black P-7f
            0:20 White claims fourfold repetition.
            0:20 A draw: fourfold repetition.
        "#]],
    );
}

#[test]
fn no_number_of_moves_without_a_capture_ends_the_game() {
    let rounds = [ROUND].repeat(30).join(" ");
    let told = tell(&format!("0:00 white starts\n0:01 moves {rounds}\n? phase"));
    assert!(told.contains("120. White R-8b\nphase: Running"), "{told}");
}

#[test]
fn in_japan_repetition_ends_the_game_by_itself() {
    check(
        &format!(
            "rules: jsa-pro\n0:00 white starts\n0:01 moves {ROUND} {ROUND} {ROUND}\n\
             0:20 black claims repetition"
        ),
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black R-3h / 2. White R-7b / 3. Black R-2h / 4. White R-8b / 5. Black R-3h / 6. White R-7b / 7. Black R-2h / 8. White R-8b / 9. Black R-3h / 10. White R-7b / 11. Black R-2h / 12. White R-8b / A draw: fourfold repetition.
            0:20 refused: Black cannot claim a repetition: the game is over (FESA 5.1)
        "#]],
    );
}

#[test]
fn another_turn_or_other_pieces_in_hand_make_another_position() {
    check(
        "
        start: 4k4/9/9/9/9/9/9/9/4K4 b P 1
        0:00 white starts
        moves 5i5h 5a5b 5h5i 5b5a
        ? occurrences
        moves 5i4h 5a5b 4h5h 5b5a 5h5i
        ? occurrences
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black K-5h / 2. White K-5b / 3. Black K-5i / 4. White K-5a
            occurrences: 2
            5. Black K-4h / 6. White K-5b / 7. Black K-5h / 8. White K-5a / 9. Black K-5i
            occurrences: 1
        "#]],
    );
    check(
        "
        start: 4k4/9/9/9/9/9/9/9/4K4 b P 1
        0:00 white starts
        moves P*5b 5a5b 5i5h 5b5a 5h4h 5a5b 4h5i 5b5a
        ? sfen
        ? occurrences
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black P*5b / 2. White Kx5b / 3. Black K-5h / 4. White K-5a / 5. Black K-4h / 6. White K-5b / 7. Black K-5i / 8. White K-5a
            sfen: 4k4/9/9/9/9/9/9/9/4K4 b p 9
            occurrences: 1
        "#]],
    );
}

#[test]
fn a_repetition_that_was_taken_back_can_no_longer_be_claimed() {
    check(
        &format!(
            "0:00 white starts\n0:01 moves {ROUND} {ROUND} {ROUND}\n0:20 black offers draw\n\
             0:21 arbiter restores 4: the pieces were upset\n? occurrences\n0:22 white accepts draw\n\
             0:23 white claims repetition\n0:24 black offers draw"
        ),
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black R-3h / 2. White R-7b / 3. Black R-2h / 4. White R-8b / 5. Black R-3h / 6. White R-7b / 7. Black R-2h / 8. White R-8b / 9. Black R-3h / 10. White R-7b / 11. Black R-2h / 12. White R-8b
            0:20 Black proposes a draw.
            0:21 The arbiter: the position after 4 moves is set up again. Reason: the pieces were upset
            occurrences: 2
            0:22 refused: White cannot accept a draw: nothing has been proposed
            0:23 White claims fourfold repetition.
            0:23 The claim of repetition is wrong. White is warned.
            0:24 Black proposes a draw.
            0:24 The claim of repetition is wrong. Black is warned.
        "#]],
    );
    // It comes about again where it did the first time.
    check(
        &format!(
            "0:00 white starts\n0:01 moves {ROUND} {ROUND} {ROUND}\n0:21 arbiter restores 4: the pieces were upset\n\
             0:30 moves {ROUND} {ROUND}\n0:40 white claims repetition"
        ),
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black R-3h / 2. White R-7b / 3. Black R-2h / 4. White R-8b / 5. Black R-3h / 6. White R-7b / 7. Black R-2h / 8. White R-8b / 9. Black R-3h / 10. White R-7b / 11. Black R-2h / 12. White R-8b
            0:21 The arbiter: the position after 4 moves is set up again. Reason: the pieces were upset
            5. Black R-3h / 6. White R-7b / 7. Black R-2h / 8. White R-8b / 9. Black R-3h / 10. White R-7b / 11. Black R-2h / 12. White R-8b
            0:40 White claims fourfold repetition.
            0:40 A draw: fourfold repetition.
        "#]],
    );
}

/// The rook checks with every move, the king goes to and fro: the start stands again after four moves.
const CHECKS: &str = "start: 4k4/7R1/9/9/9/9/9/9/4K4 b - 1\n0:00 white starts";
const CHASE: &str = "2b2a 5a5b 2a2b 5b5a";

#[test]
fn perpetual_check_is_an_illegal_move_under_fesa() {
    check(
        &format!(
            "{CHECKS}\n0:01 moves 2b2h 5a4a 2h2a 4a4b 2a2b 4b4a 2b2a 4a4b 2a2b 4b4a 2b2a 4a4b 2a2b 4b4a\n\
             ? occurrences after 2b2a\n0:20 white claims repetition\n0:21 black 2b2a\n\
             0:22 black claims repetition\n0:23 white claims illegal move"
        ),
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black R-2h= / 2. White K-4a / 3. Black R-2a= / 4. White K-4b / 5. Black R-2b= / 6. White K-4a / 7. Black R-2a= / 8. White K-4b / 9. Black R-2b= / 10. White K-4a / 11. Black R-2a= / 12. White K-4b / 13. Black R-2b= / 14. White K-4a
            occurrences after 2b2a: Some(4)
            0:20 White claims fourfold repetition.
            0:20 The claim of repetition is wrong. White is warned.
            0:21 15. Black R-2a=
            0:22 Black claims fourfold repetition.
            0:22 The claim of repetition is wrong. Black is warned.
            0:23 White claims an illegal move of Black.
            0:23 White wins: illegal move of Black (perpetual check).
        "#]],
    );
}

#[test]
fn perpetual_check_claimed_as_repetition_is_upheld_for_what_it_is() {
    let checks = "0:01 moves 2b2h 5a4a 2h2a 4a4b 2a2b 4b4a 2b2a 4a4b 2a2b 4b4a 2b2a 4a4b 2a2b 4b4a";
    check(
        &format!("{CHECKS}\n{checks}\n0:21 black 2b2a\n0:22 white claims repetition"),
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black R-2h= / 2. White K-4a / 3. Black R-2a= / 4. White K-4b / 5. Black R-2b= / 6. White K-4a / 7. Black R-2a= / 8. White K-4b / 9. Black R-2b= / 10. White K-4a / 11. Black R-2a= / 12. White K-4b / 13. Black R-2b= / 14. White K-4a
            0:21 15. Black R-2a=
            0:22 White claims fourfold repetition.
            0:22 White wins: illegal move of Black (perpetual check).
        "#]],
    );
    // The flight that would complete the fourth occurrence need not be played.
    check(
        &format!(
            "{CHECKS}\n0:01 moves 5i5h 5a4a 2b2a 4a4b 2a2b 4b4a 2b2a 4a4b 2a2b 4b4a 2b2a 4a4b 2a2b\n\
             ? occurrences after 4b4a\n0:20 white claims repetition by 4b4a"
        ),
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black K-5h / 2. White K-4a / 3. Black R-2a= / 4. White K-4b / 5. Black R-2b= / 6. White K-4a / 7. Black R-2a= / 8. White K-4b / 9. Black R-2b= / 10. White K-4a / 11. Black R-2a= / 12. White K-4b / 13. Black R-2b=
            occurrences after 4b4a: Some(4)
            0:20 White is about to play K-4a and claims fourfold repetition.
            0:20 White wins: illegal move of Black (perpetual check).
        "#]],
    );
}

#[test]
fn an_older_repetition_and_a_perpetual_check_are_told_apart() {
    // The start has stood four times before the checks begin.
    let quiet = "5i5h 5a4a 5h5i 4a5a";
    let checks = "2b2h 5a4a 2h2a 4a4b 2a2b 4b4a 2b2a 4a4b 2a2b 4b4a 2b2a 4a4b 2a2b 4b4a 2b2a";
    let told = ["black", "white"].map(|claimant| {
        let told = tell(&format!(
            "{CHECKS}\n0:01 moves {quiet} {quiet} {quiet} {checks}\n0:50 {claimant} claims repetition"
        ));
        told.lines().skip(2).collect::<Vec<_>>().join("\n") + "\n"
    });
    expect![[r#"
        0:50 Black claims fourfold repetition.
        0:50 A draw: fourfold repetition.
        0:50 White claims fourfold repetition.
        0:50 White wins: illegal move of Black (perpetual check).
    "#]]
    .assert_eq(&told.concat());
    // Where perpetual check is a loss of its own, its maker who claims it loses.
    let told = ["black", "white"].map(|claimant| {
        let told = tell(&format!(
            "set: perpetual check loses\n{CHECKS}\n0:01 moves {CHASE} {CHASE} {CHASE}\n\
             0:50 {claimant} claims repetition"
        ));
        told.lines().skip(2).collect::<Vec<_>>().join("\n") + "\n"
    });
    expect![[r#"
        0:50 Black claims fourfold repetition.
        0:50 White wins: perpetual check by Black.
        0:50 White claims fourfold repetition.
        0:50 White wins: perpetual check by Black.
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn perpetual_check_that_was_taken_back_can_no_longer_be_claimed() {
    check(
        &format!(
            "{CHECKS}\n0:01 moves {CHASE} {CHASE} {CHASE}\n0:20 arbiter restores 0: the pieces were upset\n\
             0:21 white claims repetition"
        ),
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black R-2a= / 2. White K-5b / 3. Black R-2b= / 4. White K-5a / 5. Black R-2a= / 6. White K-5b / 7. Black R-2b= / 8. White K-5a / 9. Black R-2a= / 10. White K-5b / 11. Black R-2b= / 12. White K-5a
            0:20 The arbiter: the position after 0 moves is set up again. Reason: the pieces were upset
            0:21 White claims fourfold repetition.
            0:21 The claim of repetition is wrong. White is warned.
        "#]],
    );
}

#[test]
fn perpetual_check_that_was_answered_can_no_longer_be_claimed() {
    check(
        &format!(
            "{CHECKS}\n0:01 moves 2b2h 5a4a 2h2a 4a4b 2a2b 4b4a 2b2a 4a4b 2a2b 4b4a 2b2a 4a4b 2a2b 4b4a\n\
             0:21 black 2b2a\n0:22 white 4a5b\n0:23 white claims illegal move\n\
             0:24 black 2a2h\n0:25 white claims illegal move\n0:26 white claims repetition"
        ),
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black R-2h= / 2. White K-4a / 3. Black R-2a= / 4. White K-4b / 5. Black R-2b= / 6. White K-4a / 7. Black R-2a= / 8. White K-4b / 9. Black R-2b= / 10. White K-4a / 11. Black R-2a= / 12. White K-4b / 13. Black R-2b= / 14. White K-4a
            0:21 15. Black R-2a=
            0:22 16. White K-5b
            0:23 White claims an illegal move of Black.
            0:23 The claim of an illegal move is wrong. White is warned.
            0:24 17. Black R-2h=
            0:25 White claims an illegal move of Black.
            0:25 The claim of an illegal move is wrong. White is warned.
            0:26 White claims fourfold repetition.
            0:26 The claim of repetition is wrong. White is warned.
        "#]],
    );
}

#[test]
fn the_start_position_counts_and_the_fleeing_side_is_not_to_blame() {
    check(
        &format!(
            "{CHECKS}\n0:01 moves {CHASE} {CHASE} {CHASE}\n? occurrences\n\
             0:20 black claims repetition\n0:21 black claims illegal move\n\
             0:22 white claims illegal move"
        ),
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black R-2a= / 2. White K-5b / 3. Black R-2b= / 4. White K-5a / 5. Black R-2a= / 6. White K-5b / 7. Black R-2b= / 8. White K-5a / 9. Black R-2a= / 10. White K-5b / 11. Black R-2b= / 12. White K-5a
            occurrences: 4
            0:20 Black claims fourfold repetition.
            0:20 The claim of repetition is wrong. Black is warned.
            0:21 Black claims an illegal move of White.
            0:21 The claim of an illegal move is wrong. Black is warned.
            0:22 White claims an illegal move of Black.
            0:22 White wins: illegal move of Black (perpetual check).
        "#]],
    );
}

#[test]
fn perpetual_check_loses_by_itself_in_japan() {
    check(
        &format!("rules: jsa-pro\n{CHECKS}\n0:01 moves {CHASE} {CHASE} {CHASE}"),
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black R-2a= / 2. White K-5b / 3. Black R-2b= / 4. White K-5a / 5. Black R-2a= / 6. White K-5b / 7. Black R-2b= / 8. White K-5a / 9. Black R-2a= / 10. White K-5b / 11. Black R-2b= / 12. White K-5a / White wins: perpetual check by Black.
        "#]],
    );
}

#[test]
fn where_perpetual_check_is_a_loss_of_its_own_it_is_claimed_as_repetition() {
    check(
        &format!(
            "set: perpetual check loses\n{CHECKS}\n0:01 moves {CHASE} {CHASE} 2b2a 5a5b 2a2b\n\
             0:20 white claims repetition by 5b5a"
        ),
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black R-2a= / 2. White K-5b / 3. Black R-2b= / 4. White K-5a / 5. Black R-2a= / 6. White K-5b / 7. Black R-2b= / 8. White K-5a / 9. Black R-2a= / 10. White K-5b / 11. Black R-2b=
            0:20 White is about to play K-5a and claims fourfold repetition.
            0:20 White wins: perpetual check by Black.
        "#]],
    );
}

#[test]
fn with_one_move_between_that_is_no_check_it_is_a_draw() {
    let quiet = "2b2c 5a4a 2c2b 4a5a";
    check(
        &format!("rules: jsa-pro\n{CHECKS}\n0:01 moves {CHASE} {quiet} {CHASE}"),
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black R-2a= / 2. White K-5b / 3. Black R-2b= / 4. White K-5a / 5. Black R-2c= / 6. White K-4a / 7. Black R-2b= / 8. White K-5a / 9. Black R-2a= / 10. White K-5b / 11. Black R-2b= / 12. White K-5a / A draw: fourfold repetition.
        "#]],
    );
}

/// Are two squares on one line of a rook or a bishop?
fn on_one_line(one: Square, other: Square) -> bool {
    let apart = |one: usize, other: usize| one.abs_diff(other);
    let files = apart(one.file().index(), other.file().index());
    let ranks = apart(one.rank().index(), other.rank().index());
    files == 0 || ranks == 0 || files == ranks
}

fn are_adjacent(one: Square, other: Square) -> bool {
    let apart = |one: usize, other: usize| one.abs_diff(other);
    let files = apart(one.file().index(), other.file().index());
    let ranks = apart(one.rank().index(), other.rank().index());
    one != other && files <= 1 && ranks <= 1
}

/// A king gives check only by leaving the line of a piece behind it, on which the other king stands. After that the
/// kings are on no common line, so neither can give check again, and the position does not come back: where both sides
/// check with every move and repeat the position, no king moves, and no check is a double one.
#[test]
fn a_king_that_gives_check_leaves_every_line_of_the_other_king() {
    for king in Square::ALL {
        for other in Square::ALL {
            let legal = king != other && !are_adjacent(king, other);
            if !legal || !on_one_line(king, other) {
                continue;
            }
            let steps = Square::ALL.into_iter().filter(|to| are_adjacent(king, *to));
            for to in steps.filter(|to| !are_adjacent(*to, other)) {
                let in_line = |square: Square| {
                    let step = |square: Square| {
                        let files = square.file().index() as i32 - other.file().index() as i32;
                        let ranks = square.rank().index() as i32 - other.rank().index() as i32;
                        (files.signum(), ranks.signum())
                    };
                    on_one_line(square, other) && step(square) == step(king)
                };
                // Along the line it discovers nothing.
                assert!(
                    in_line(to) || !on_one_line(to, other),
                    "{king} {to} {other}"
                );
            }
        }
    }
}
