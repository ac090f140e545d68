//! How the pieces move: Article 3, and the pieces of Seireigi.

use crate::script::{check, opening, tell};
use expect_test::expect;
use komadai_core::{AnyPosition, Color, Move, MoveAction, PieceKind, Rank, Square};
use komadai_game::Game;

/// The position that a script begins with.
fn start(script: &str) -> AnyPosition {
    *Game::new(opening(script)).expect(script).position()
}

#[test]
fn each_side_begins_with_twenty_pieces_on_its_three_ranks() {
    for variant in ["shogi", "seireigi"] {
        let position = start(&format!("variant: {variant}"));
        for color in Color::ALL {
            let owns = |square: &Square| {
                let piece = position.piece_on(*square);
                piece.is_some_and(|piece| piece.color() == color)
            };
            let squares: Vec<Square> = Square::ALL.into_iter().filter(owns).collect();
            let at_home = |square: &Square| square.rank().from_far_edge(color) >= 6;
            assert!(squares.iter().all(at_home), "{variant} {squares:?}");
            let count = |kind: PieceKind| {
                let is_kind = |square: &&Square| {
                    position.piece_on(**square).map(|piece| piece.kind()) == Some(kind)
                };
                squares.iter().filter(is_kind).count()
            };
            let counts = PieceKind::ALL
                .into_iter()
                .filter(|&kind| count(kind) > 0)
                .map(|kind| format!("{kind:?} {}", count(kind)));
            let counts: Vec<String> = counts.collect();
            assert_eq!(
                counts.join(", "),
                "Pawn 9, Lance 2, Knight 2, Silver 2, Bishop 1, Rook 1, Gold 2, King 1",
                "{variant}"
            );
            assert_eq!(position.hand(color).len(), 0);
        }
    }
}

/// A piece alone on the fifth file, and the kings where it attacks neither.
fn alone(piece: char, rank: Rank, turn: char, hand: &str) -> AnyPosition {
    let kings = (rank.index() + 4) % 9;
    let row = |index| match index {
        _ if index == rank.index() && piece != ' ' => format!("4{piece}4"),
        _ if index == kings => String::from("k7K"),
        _ => String::from("9"),
    };
    let rows: Vec<String> = (0..9).map(row).collect();
    start(&format!("start: {} {turn} {hand} 1", rows.join("/")))
}

fn is_legal(position: &AnyPosition, text: &str) -> bool {
    let mv: Move = text.parse().expect(text);
    position.explain(mv).is_ok()
}

#[test]
fn a_piece_may_promote_moving_into_within_or_out_of_the_three_farthest_ranks() {
    for (color, piece, turn) in [(Color::Black, 'R', 'b'), (Color::White, 'r', 'w')] {
        let in_zone = |rank: Rank| match color {
            Color::Black => matches!(rank.letter(), 'a'..='c'),
            Color::White => matches!(rank.letter(), 'g'..='i'),
        };
        for from in Rank::ALL {
            let position = alone(piece, from, turn, "-");
            for to in Rank::ALL.into_iter().filter(|&to| to != from) {
                let mv = format!("5{}5{}", from.letter(), to.letter());
                assert!(is_legal(&position, &mv), "{color} {mv}");
                let promotes = in_zone(from) || in_zone(to);
                let turned = is_legal(&position, &format!("{mv}+"));
                assert_eq!(turned, promotes, "{color} {mv}+");
            }
        }
    }
}

#[test]
fn pieces_are_dropped_wherever_they_can_still_move() {
    for (color, turn) in [(Color::Black, 'b'), (Color::White, 'w')] {
        let hand = match color {
            Color::Black => "RBGSNLP",
            Color::White => "rbgsnlp",
        };
        for rank in Rank::ALL {
            let position = alone(' ', rank, turn, hand);
            for piece in ['R', 'B', 'G', 'S', 'N', 'L', 'P'] {
                let dead = match piece {
                    'N' => rank.from_far_edge(color) < 2,
                    'L' | 'P' => rank.from_far_edge(color) < 1,
                    _ => false,
                };
                let drop = format!("{piece}*5{}", rank.letter());
                assert_eq!(is_legal(&position, &drop), !dead, "{color} {drop}");
            }
        }
    }
}

#[test]
fn a_promoted_piece_stays_promoted_until_it_is_taken() {
    check(
        "
        start: 4k4/9/7S1/9/9/9/9/2b6/4K4 b - 1
        0:00 white starts
        moves 2c2d+ 5a4a 2d2e 7h2c
        0:10 black 2e2d
        ? sfen
        0:11 white 2c2d
        ? sfen
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black S-2d+ / 2. White K-4a / 3. Black +S-2e / 4. White B-2c=
            0:10 5. Black +S-2d
            sfen: 5k3/9/7b1/7+S1/9/9/9/9/4K4 w - 6
            0:11 6. White Bx2d
            sfen: 5k3/9/9/7b1/9/9/9/9/4K4 b s 7
        "#]],
    );
}

#[test]
fn there_is_no_double_step_no_taking_aside_and_no_castling() {
    let told = [
        "black 7g7e",
        "black 7g6f",
        "black 5i3i",
        "black 5i7i",
        "black 7g7f",
    ]
    .map(|act| {
        let told = tell(&format!(
            "set: illegal moves blocked\nstart: 4k4/9/9/9/9/2pp5/2P6/9/R3K3R b - 1\n0:00 white starts\n0:01 {act}"
        ));
        told.lines().skip(1).collect::<Vec<_>>().join("\n") + "\n"
    });
    expect![[r#"
        0:01 refused: Black cannot move: illegal: moved a piece as it does not move (FESA 3)
        0:01 refused: Black cannot move: illegal: moved a piece as it does not move (FESA 3)
        0:01 refused: Black cannot move: illegal: moved a piece as it does not move (FESA 3)
        0:01 refused: Black cannot move: illegal: moved a piece as it does not move (FESA 3)
        0:01 1. Black Px7f
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn a_check_is_answered_by_moving_the_king_taking_the_piece_or_blocking_it() {
    for variant in ["shogi", "seireigi"] {
        let told = ["1i1h", "5i5h", "5i4h", "2h5e", "G*5g"].map(|mv| {
            let told = tell(&format!(
                "variant: {variant}\nset: illegal moves blocked\nstart: 4k4/9/9/9/4r4/9/9/7B1/4K3L b G 1\n\
                 0:00 white starts\n0:01 black {mv}"
            ));
            told.lines().skip(1).collect::<Vec<_>>().join("\n") + "\n"
        });
        expect![[r#"
            0:01 refused: Black cannot move: illegal: left or put the own king in check (FESA 1.2)
            0:01 refused: Black cannot move: illegal: left or put the own king in check (FESA 1.2)
            0:01 1. Black K-4h
            0:01 1. Black Bx5e
            0:01 1. Black G*5g
        "#]]
        .assert_eq(&told.concat());
    }
}

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
fn pieces_of_seireigi_move_as_its_diagrams_show() {
    let pieces = ["K", "R", "B", "G", "S", "N", "L", "P"];
    let told = pieces.map(|piece| targets("seireigi", piece));
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
