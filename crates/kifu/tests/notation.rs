//! Properties of all notations over random games and random crowds of pieces, in both variants.

use komadai_core::{
    Color, HandKind, Move, Piece, PieceKind, Position, Rules, Seireigi, Setup, Shogi, Square,
};
use komadai_kifu::notation::{CsaMove, NotExpressible, Notation, parse_any};
use komadai_testkit::{Playout, Rng};
use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};
use std::collections::HashMap;

/// Every legal move is read back from its text, no two moves have the same text, and what a person
/// types in any notation is understood.
fn check_position<R: Rules>(position: &Position<R>, previous: Option<Square>) {
    let moves = position.legal_moves();
    let mut buffer = String::new();
    for notation in Notation::ALL {
        let mut seen: HashMap<String, Move> = HashMap::new();
        for mv in &moves {
            let text = match notation.format(position, mv, previous) {
                Ok(text) => text,
                Err(error) => {
                    assert_eq!(
                        (notation, error),
                        (Notation::Csa, NotExpressible::PromotedGold)
                    );
                    assert_eq!(position.placed_kind(mv), Some(PieceKind::ProGold));
                    continue;
                }
            };
            buffer.clear();
            let written = notation.write(&mut buffer, position, mv, previous);
            assert_eq!(written, Ok(()));
            // As much as is reserved: writing allocates once.
            assert!(text.len() <= 31, "{text}");
            assert_eq!(buffer, text);
            assert_eq!(
                notation.parse(position, &text, previous),
                Ok(mv),
                "{position} {notation} {text}"
            );
            assert_eq!(
                parse_any(position, &text, previous),
                Ok(mv),
                "{position} {text}"
            );
            if let Some(other) = seen.insert(text, mv) {
                panic!("{position}: {notation} writes {mv} as {other}");
            }
        }
    }
}

fn play_randomly<R: Rules>(games: u64, plies: usize) -> usize {
    let mut positions = 0;
    for game in 1..=games {
        let mut previous = None;
        for (position, mv) in Playout::<R>::new(game).take(plies) {
            check_position(&position, previous);
            positions += 1;
            previous = Some(mv.to());
        }
    }
    positions
}

#[test]
fn all_moves_of_random_games_of_shogi_round_trip() {
    assert!(play_randomly::<Shogi>(20, 200) > 2000);
}

#[test]
fn all_moves_of_random_games_of_seireigi_round_trip() {
    assert!(play_randomly::<Seireigi>(20, 200) > 2000);
}

/// A board where one side has most of the set, crowded in a small part of the board, so that many
/// like pieces reach the same squares.
fn crowd<R: Rules>(rng: &mut Rng) -> Position<R> {
    let us = Color::ALL[rng.below(2)];
    let mut setup = Setup {
        turn: us,
        ..Setup::default()
    };
    setup.board[Square::S11] = Some(Piece::new(PieceKind::King, Color::Black));
    setup.board[Square::S99] = Some(Piece::new(PieceKind::King, Color::White));
    for kind in HandKind::ALL {
        for _ in 0..kind.set_size().min(6) {
            let base = kind.piece_kind();
            let turned = Some(base)
                .filter(|&base| R::PROMOTABLE.contains(base))
                .and_then(PieceKind::promoted);
            let piece = turned.filter(|_| rng.below(3) > 0).unwrap_or(base);
            let file = 1 + rng.below(6) as i8;
            let rank = 1 + rng.below(6) as i8;
            let Some(square) = Square::S11.offset(file, rank) else {
                continue;
            };
            let owner = if rng.below(8) == 0 { !us } else { us };
            let free = setup.board[square].is_none() && !piece.is_dead_end(owner, square);
            if free {
                setup.board[square] = Some(Piece::new(piece, owner));
            } else if setup.hands[us].count(kind) < kind.set_size() {
                setup.hands[us].add(kind, 1);
            }
        }
    }
    Position::from_setup(&setup)
        .or_else(|error| error.ignore(|_| true))
        .expect("all faults are ignored")
}

fn check_crowds<R: Rules>() {
    for seed in 1..=800u64 {
        let mut rng = Rng::new(seed);
        check_position(&crowd::<R>(&mut rng), None);
    }
}

#[test]
fn all_moves_of_crowds_of_shogi_round_trip() {
    check_crowds::<Shogi>();
}

#[test]
fn all_moves_of_crowds_of_seireigi_round_trip() {
    check_crowds::<Seireigi>();
}

/// In shogi the words always suffice: the origin, which Seireigi sometimes needs, is never written.
#[test]
fn words_suffice_in_shogi() {
    for seed in 1..=800u64 {
        let mut rng = Rng::new(seed);
        let position = crowd::<Shogi>(&mut rng);
        for mv in &position.legal_moves() {
            let text = Notation::Japanese.format(&position, mv, None).unwrap();
            assert!(!text.contains('('), "{position} {text}");
        }
    }
}

/// Any move at all, however illegal, that has a piece to name is read back from its text.
#[test]
fn illegal_moves_round_trip() {
    for seed in 1..=20u64 {
        let mut rng = Rng::new(seed);
        let position = crowd::<Seireigi>(&mut rng);
        for mv in (0..=u16::MAX).step_by(7).filter_map(Move::from_bits) {
            for notation in Notation::ALL {
                if let Ok(text) = notation.format(&position, mv, None) {
                    assert_eq!(
                        notation.parse(&position, &text, None),
                        Ok(mv),
                        "{position} {text}"
                    );
                }
            }
        }
    }
}

proptest! {
    /// No text makes a reader panic; what is read as a legal move is written, and read as the same.
    #[test]
    fn any_text_is_read_or_refused(text in "[７27六四同]{1,2}[PB歩金角成]{1,2}[-x*右左上打成76fd+=()]{0,6}") {
        let position: Position<Shogi> = "startpos".parse().unwrap();
        for notation in Notation::ALL {
            if let Ok(mv) = notation.parse(&position, &text, None) && position.is_legal(mv) {
                let written = notation.format(&position, mv, None).unwrap();
                prop_assert_eq!(notation.parse(&position, &written, None), Ok(mv));
            }
        }
    }

    /// Texts of all characters are no moves, and no reader minds them.
    #[test]
    fn no_text_panics(text in any::<String>()) {
        prop_assert!(parse_any(&Position::<Seireigi>::default(), &text, None).is_err());
    }

    /// What CSA reads, it writes the same.
    #[test]
    fn csa_text_is_canonical(text in "[+-](00|[1-9]{2})[1-9]{2}(FU|KY|KE|GI|KI|KA|HI|OU|TO|NY|NK|NG|UM|RY)") {
        prop_assert_eq!(text.parse::<CsaMove>().unwrap().to_string(), text);
    }
}
