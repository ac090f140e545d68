//! Compares the fast rules with the slow, obvious ones of `oracle` on random positions.

use komadai_core::{
    HandKind, Illegal, Move, MoveList, Position, Rules, Seireigi, Setup, SetupError, Shogi, Square,
    Variant,
};
use komadai_testkit::Rng;
use komadai_testkit::oracle::{self, Oracle};

fn position<R: Rules>(oracle: &Oracle) -> Position<R> {
    let setup: Setup = oracle.to_sfen().parse().expect("the oracle writes SFEN");
    Position::from_setup(&setup)
        .or_else(SetupError::ignore_missing_king)
        .expect("the oracle reaches legal positions")
}

fn texts<'m>(moves: impl IntoIterator<Item = &'m Move>) -> Vec<String> {
    let mut texts: Vec<String> = moves.into_iter().map(Move::to_string).collect();
    texts.sort();
    texts
}

/// Compares everything about one position that does not need all 13,689 conceivable moves.
fn compare<R: Rules>(oracle: &Oracle) -> Position<R> {
    let position = position::<R>(oracle);
    let moves = position.legal_moves();
    assert_eq!(
        texts(moves.iter()),
        oracle.legal_moves(),
        "legal moves of {position}"
    );
    assert_eq!(position.count_legal_moves(), moves.len(), "{position}");
    assert_eq!(position.has_legal_move(), !moves.is_empty(), "{position}");
    let steps = position.has_loose_pawn() && !position.is_in_check();
    assert!(!steps || !moves.is_empty(), "{position}");
    assert_eq!(position.is_in_check(), oracle.is_in_check(), "{position}");
    assert_eq!(position.is_mate(), oracle.is_mate(), "{position}");
    assert!(moves.iter().all(|&mv| position.is_legal(mv)), "{position}");
    compare_selections(&position, &moves);
    position
}

/// Captures, quiet moves and drops divide the legal moves; checks are those that give check.
fn compare_selections<R: Rules>(position: &Position<R>, moves: &MoveList) {
    let select = |keep: &dyn Fn(Move) -> bool| -> Vec<String> {
        texts(moves.iter().filter(|&&mv| keep(mv)))
    };
    let takes = |mv: Move| position.piece_on(mv.to()).is_some();
    assert_eq!(
        texts(position.captures().iter()),
        select(&takes),
        "{position}"
    );
    assert_eq!(
        texts(position.drops().iter()),
        select(&Move::is_drop),
        "{position}"
    );
    let quiet = |mv: Move| !mv.is_drop() && !takes(mv);
    assert_eq!(
        texts(position.quiet_moves().iter()),
        select(&quiet),
        "{position}"
    );
    let checks = |mv: Move| {
        let mut next = *position;
        let _ = next.play_unchecked(mv);
        assert_eq!(
            position.gives_check(mv),
            next.is_in_check(),
            "{position} {mv}"
        );
        next.is_in_check()
    };
    assert_eq!(
        texts(position.checks().iter()),
        select(&checks),
        "{position}"
    );
    let mates = |mv: Move| {
        let mut next = *position;
        let _ = next.play_unchecked(mv);
        next.is_mate()
    };
    let mate = position.mate_in_one();
    assert_eq!(
        mate.is_some(),
        moves.iter().any(|&mv| mates(mv)),
        "{position}"
    );
    assert!(
        mate.is_none_or(|mv| mates(mv) && moves.contains(&mv)),
        "{position}"
    );
}

fn word(illegal: Illegal) -> &'static str {
    match illegal {
        Illegal::EmptySquare => "empty-square",
        Illegal::NotYourTurn => "not-your-piece",
        Illegal::OwnPieceOnTarget => "own-piece-on-target",
        Illegal::NotAMoveOfThePiece => "piece-does-not-move-so",
        Illegal::CannotPromote => "cannot-promote",
        Illegal::OutsidePromotionZone => "outside-promotion-zone",
        Illegal::MustPromote => "must-promote",
        Illegal::NotInHand => "not-in-hand",
        Illegal::SquareTaken => "square-taken",
        Illegal::DeadEnd => "dead-end",
        Illegal::TwoPawns => "nifu",
        Illegal::KingLeftInCheck => "king-left-in-check",
        Illegal::DropPawnMate => "uchifuzume",
    }
}

/// Judges every move that can be written, by both.
fn compare_every_move<R: Rules>(oracle: &Oracle, every_move: &[Move]) {
    let position = compare::<R>(oracle);
    for &mv in every_move {
        let ours = position.explain(mv).map_err(word);
        assert_eq!(ours, oracle.explain(&mv.to_string()), "{position} {mv}");
    }
}

fn every_move() -> Vec<Move> {
    (0..=u16::MAX).filter_map(Move::from_bits).collect()
}

fn playouts<R: Rules>(seed: u64, positions: usize) {
    let mut rng = Rng::new(seed);
    let mut compared = 0;
    while compared < positions * oracle::soak() {
        for (_, oracle) in oracle::playout(&Oracle::start(R::VARIANT), &mut rng, 200) {
            compare::<R>(&oracle);
            compared += 1;
        }
    }
}

fn drop_pawn_mates<R: Rules>(seed: u64, positions: usize) {
    let positions = positions * oracle::soak();
    let mut found = 0;
    for oracle in oracle::drop_pawn_mate_candidates(R::VARIANT, seed, positions) {
        let position = compare::<R>(&oracle);
        let is_mate = |mv: &Move| position.explain(*mv) == Err(Illegal::DropPawnMate);
        let pawn_drops = Square::ALL.map(|to| Move::drop(HandKind::Pawn, to));
        let mates: Vec<Move> = pawn_drops.into_iter().filter(is_mate).collect();
        for mv in &mates {
            assert_eq!(
                oracle.explain(&mv.to_string()),
                Err("uchifuzume"),
                "{position} {mv}"
            );
        }
        found += mates.len();
    }
    assert!(
        found * 10 > positions,
        "only {found} drop-pawn mates in {positions} positions"
    );
}

#[test]
fn shogi_playouts_agree() {
    playouts::<Shogi>(1, 20_000);
}

#[test]
fn seireigi_playouts_agree() {
    playouts::<Seireigi>(2, 100_000);
}

#[test]
fn further_seireigi_playouts_agree() {
    playouts::<Seireigi>(7, 100_000);
}

#[test]
fn shogi_drop_pawn_mates_agree() {
    drop_pawn_mates::<Shogi>(3, 10_000);
}

#[test]
fn seireigi_drop_pawn_mates_agree() {
    drop_pawn_mates::<Seireigi>(4, 10_000);
}

#[test]
fn every_conceivable_move_is_judged_alike() {
    let moves = every_move();
    let mut rng = Rng::new(5);
    for _ in 0..150 * oracle::soak() {
        compare_every_move::<Shogi>(
            &oracle::random_position(Variant::Shogi, &mut rng, 250),
            &moves,
        );
        compare_every_move::<Seireigi>(
            &oracle::random_position(Variant::Seireigi, &mut rng, 250),
            &moves,
        );
    }
    for oracle in oracle::drop_pawn_mate_candidates(Variant::Seireigi, 6, 100) {
        compare_every_move::<Seireigi>(&oracle, &moves);
    }
}
