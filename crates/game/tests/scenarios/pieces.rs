//! How the pieces move: Article 3, and the pieces of Seireigi.

use crate::script::{check, opening};
use expect_test::expect;
use komadai_core::{MoveAction, Square};
use komadai_game::Game;

/// Where a piece of Black on 5e can go on an empty board.
fn targets(variant: &str, piece: &str) -> String {
    // The kings stand where they are in nobody's way.
    let sfen = match piece {
        "K" => String::from("1k7/9/9/9/4K4/9/9/9/9 b - 1"),
        _ => format!("1k7/9/9/9/4{piece}4/9/9/9/7K1 b - 1"),
    };
    let opening = opening(&format!("variant: {variant}\nstart: {sfen}"));
    let game = Game::new(opening).expect("kings and one piece");
    let mut squares: Vec<Square> = game
        .position()
        .legal_moves()
        .iter()
        .filter_map(|mv| match mv.action() {
            MoveAction::Board {
                from: Square::S55,
                to,
                ..
            } => Some(to),
            _ => None,
        })
        .collect();
    squares.sort_by_key(|square| square.to_string());
    squares.dedup();
    let squares: Vec<String> = squares.iter().map(ToString::to_string).collect();
    format!("{piece}: {}\n", squares.join(" "))
}

#[test]
fn the_pieces_move_as_their_articles_say() {
    let pieces = ["K", "R", "B", "G", "S", "N", "L", "P"];
    let told = pieces.map(|piece| targets("shogi", piece));
    expect![[r#"
        K: 4d 4e 4f 5d 5f 6d 6e 6f
        R: 1e 2e 3e 4e 5a 5b 5c 5d 5f 5g 5h 5i 6e 7e 8e 9e
        B: 1a 1i 2b 2h 3c 3g 4d 4f 6d 6f 7c 7g 8b 8h 9a 9i
        G: 4d 4e 5d 5f 6d 6e
        S: 4d 4f 5d 6d 6f
        N: 4c 6c
        L: 5a 5b 5c 5d
        P: 5d
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn promoted_pieces_move_as_their_articles_say() {
    let pieces = ["+R", "+B", "+S", "+N", "+L", "+P"];
    let told = pieces.map(|piece| targets("shogi", piece));
    expect![[r#"
        +R: 1e 2e 3e 4d 4e 4f 5a 5b 5c 5d 5f 5g 5h 5i 6d 6e 6f 7e 8e 9e
        +B: 1a 1i 2b 2h 3c 3g 4d 4e 4f 5d 5f 6d 6e 6f 7c 7g 8b 8h 9a 9i
        +S: 4d 4e 5d 5f 6d 6e
        +N: 4d 4e 5d 5f 6d 6e
        +L: 4d 4e 5d 5f 6d 6e
        +P: 4d 4e 5d 5f 6d 6e
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn promoted_pieces_of_seireigi_move_as_its_diagrams_show() {
    let pieces = ["+R", "+B", "+G", "+S", "+N", "+L", "+P"];
    let told = pieces.map(|piece| targets("seireigi", piece));
    expect![[r#"
        +R: 1e 2e 3e 4d 4e 4f 5a 5b 5c 5d 5f 5g 5h 5i 6d 6e 6f 7e 8e 9e
        +B: 1a 1i 2b 2h 3c 3g 4d 4e 4f 5d 5f 6d 6e 6f 7c 7g 8b 8h 9a 9i
        +G: 1a 2b 3c 4d 4e 4f 5d 6d 6e 6f 7c 8b 9a
        +S: 4d 4e 5a 5b 5c 5d 5f 5g 5h 5i 6d 6e
        +N: 3c 4d 4f 4g 5c 5d 6d 6f 6g 7c
        +L: 1e 2e 3d 3e 3f 4e 5d 5f 6e 7d 7e 7f 8e 9e
        +P: 4d 4e 5d 5f 6d 6e
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn a_captured_piece_goes_to_the_hand_and_comes_back_by_a_drop() {
    check(
        "
        rules: fesa
        0:00 white starts
        moves 7g7f 3c3d 8h2b+ 3a2b
        ? sfen
        moves B*5e B*4d
        ? sfen
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black P-7f / 2. White P-3d / 3. Black Bx2b+ / 4. White Sx2b
            sfen: lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL b Bb 5
            5. Black B*5e / 6. White B*4d
            sfen: lnsgkg1nl/1r5s1/pppppp1pp/5bp2/4B4/2P6/PP1PPPPPP/7R1/LNSGKGSNL b - 7
        "#]],
    );
}

#[test]
fn ranging_pieces_stop_short_of_their_own_and_take_the_first_of_the_others() {
    check(
        "
        rules: fesa
        set: illegal moves blocked
        0:00 white starts
        0:01 black 8h2b+
        0:02 black 2h2c+
        0:03 black 9i9f
        moves 7g7f 3c3d
        0:06 black 8h1a+
        0:07 black 8h2b+
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 refused: Black cannot move: illegal: moved a piece as it does not move (FESA 3)
            0:02 refused: Black cannot move: illegal: moved a piece as it does not move (FESA 3)
            0:03 refused: Black cannot move: illegal: moved a piece as it does not move (FESA 3)
            1. Black P-7f / 2. White P-3d
            0:06 refused: Black cannot move: illegal: moved a piece as it does not move (FESA 3)
            0:07 3. Black Bx2b+
        "#]],
    );
}
