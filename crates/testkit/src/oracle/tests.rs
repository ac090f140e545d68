//! The oracle's own tests, on small positions of ours.

use super::board::is_dead_end;
use super::pieces::{Color, HAND_KINDS, Kind, Piece};
use super::{Oracle, drop_pawn_mate_candidates, every_usi_move, playout, random_position};
use crate::Rng;
use komadai_core::Variant;

fn position(variant: Variant, sfen: &str) -> Oracle {
    Oracle::from_sfen(variant, sfen).expect("a test position is well formed")
}

fn check(variant: Variant, sfen: &str, usi: &str, expected: Result<(), &str>) {
    let position = position(variant, sfen);
    assert_eq!(position.explain(usi), expected, "{usi} in {sfen}");
    let listed = position.legal_moves().iter().any(|m| m == usi);
    assert_eq!(listed, expected.is_ok(), "{usi} listed in {sfen}");
}

fn check_shogi(sfen: &str, usi: &str, expected: Result<(), &str>) {
    check(Variant::Shogi, sfen, usi, expected);
}

/// Where the piece on 5e goes, without promoting, on a board with nothing else.
fn check_destinations(variant: Variant, letter: &str, expected: &str) {
    let sfen = format!("9/9/9/9/4{letter}4/9/9/9/9 b - 1");
    let moves = position(variant, &sfen).legal_moves();
    let plain: Vec<&str> = moves.iter().filter_map(|m| m.strip_prefix("5e")).collect();
    let expected: Vec<&str> = expected.split(' ').collect();
    assert_eq!(plain, expected, "{letter} in {variant:?}");
}

#[test]
fn seireigi_promoted_pieces_move_as_the_fact_sheet_says() {
    let tiger = "1e 2e 3d 3e 3f 4e 5d 5f 6e 7d 7e 7f 8e 9e";
    check_destinations(Variant::Seireigi, "+L", tiger);
    let horse = "3c 4d 4f 4g 5c 5d 6d 6f 6g 7c";
    check_destinations(Variant::Seireigi, "+N", horse);
    let wolf = "4d 4e 5a 5b 5c 5d 5f 5g 5h 5i 6d 6e";
    check_destinations(Variant::Seireigi, "+S", wolf);
    let elephant = "1a 2b 3c 4d 4e 4f 5d 6d 6e 6f 7c 8b 9a";
    check_destinations(Variant::Seireigi, "+G", elephant);
    check_destinations(Variant::Seireigi, "+P", "4d 4e 5d 5f 6d 6e");
}

#[test]
fn shogi_promoted_minor_pieces_move_as_gold() {
    for letter in ["G", "+S", "+N", "+L", "+P"] {
        check_destinations(Variant::Shogi, letter, "4d 4e 5d 5f 6d 6e");
    }
}

#[test]
fn board_moves_are_refused_for_the_first_rule_they_break() {
    let sfen = "4k4/P8/8N/9/4r4/3+P5/4P3P/4G4/4K4 b - 1";
    check_shogi(sfen, "5f5e", Err("empty-square"));
    check_shogi(sfen, "5e5d", Err("not-your-piece"));
    check_shogi(sfen, "5h5g", Err("own-piece-on-target"));
    check_shogi(sfen, "5h5h", Err("own-piece-on-target"));
    check_shogi(sfen, "5g5e+", Err("piece-does-not-move-so"));
    check_shogi(sfen, "6f6e+", Err("cannot-promote"));
    check_shogi(sfen, "5h4h+", Err("cannot-promote"));
    check_shogi(sfen, "1g1f+", Err("outside-promotion-zone"));
    check_shogi(sfen, "9b9a", Err("must-promote"));
    check_shogi(sfen, "1c2a", Err("must-promote"));
    check_shogi(sfen, "9b9a+", Ok(()));
    check_shogi(sfen, "5h4h", Ok(()));
    check_shogi(
        "4k4/9/9/9/4r4/9/9/4G4/4K4 b - 1",
        "5h4h",
        Err("king-left-in-check"),
    );
    check_shogi(sfen, "5h4j", Err("not-a-move"));
    check_shogi(sfen, "K*5d", Err("not-a-move"));
}

#[test]
fn drops_are_refused_for_the_first_rule_they_break() {
    let sfen = "4k4/9/9/9/9/9/P8/9/4K4 b NLP 1";
    check_shogi(sfen, "G*5a", Err("not-in-hand"));
    check_shogi(sfen, "P*9g", Err("square-taken"));
    check_shogi(sfen, "P*9a", Err("dead-end"));
    check_shogi(sfen, "L*9a", Err("dead-end"));
    check_shogi(sfen, "N*9b", Err("dead-end"));
    check_shogi(sfen, "N*9c", Ok(()));
    check_shogi(sfen, "P*9b", Err("nifu"));
    check_shogi(sfen, "P*5b", Ok(()));
    let checked = "4k4/9/9/4r4/9/9/9/9/4K4 b P 1";
    check_shogi(checked, "P*4e", Err("king-left-in-check"));
    check_shogi(checked, "P*5e", Ok(()));
}

#[test]
fn white_mirrors_black() {
    let sfen = "4k4/4p4/9/9/9/9/8n/p8/4K4 w lp 1";
    check_shogi(sfen, "9h9i", Err("must-promote"));
    check_shogi(sfen, "1g2i", Err("must-promote"));
    check_shogi(sfen, "1g2i+", Ok(()));
    check_shogi(sfen, "5b5c+", Err("outside-promotion-zone"));
    check_shogi(sfen, "L*1i", Err("dead-end"));
    check_shogi(sfen, "P*5e", Err("nifu"));
    check_shogi(sfen, "P*4h", Ok(()));
}

#[test]
fn pawn_drop_giving_mate_is_illegal() {
    let sfen = "k8/9/1G7/9/9/9/9/9/4K4 b GP 1";
    check_shogi(sfen, "P*9b", Ok(()));
    let guarded = "k8/2G6/1G7/9/9/9/9/9/4K4 b GP 1";
    check_shogi(guarded, "P*9b", Err("uchifuzume"));
    check_shogi(guarded, "G*9b", Ok(()));
}

#[test]
fn pawn_push_giving_mate_is_legal() {
    let sfen = "k8/2G6/PG7/9/9/9/9/9/4K4 b - 1";
    check_shogi(sfen, "9c9b", Ok(()));
    let mated = position(Variant::Shogi, sfen).play("9c9b").expect("legal");
    assert!(mated.is_mate() && mated.is_in_check());
}

#[test]
fn pawn_drop_is_mate_only_if_the_defender_is_pinned() {
    let takes = "ks7/9/1GN6/9/9/9/9/9/3K5 b P 1";
    check_shogi(takes, "P*9b", Ok(()));
    let cannot_take = "ks6R/9/1GN6/9/9/9/9/9/3K5 b P 1";
    check_shogi(cannot_take, "P*9b", Err("uchifuzume"));
}

#[test]
fn pawn_drop_that_ends_a_check_may_still_be_drop_pawn_mate() {
    let pinned_checker = "3nkl3/1K3r3/3G5/7B1/9/9/9/9/9 b P 1";
    check_shogi(pinned_checker, "P*5b", Err("uchifuzume"));
    let free_checker = "3nkl3/1K3r3/3G5/9/9/9/9/9/9 b P 1";
    check_shogi(free_checker, "P*5b", Ok(()));
}

#[test]
fn no_check_is_no_drop_pawn_mate() {
    let stalemate = position(Variant::Shogi, "8k/9/7+R1/9/9/9/9/9/4K4 w - 1");
    assert!(stalemate.has_no_legal_move() && !stalemate.is_mate());
    let leaves_no_move = "8k/9/6+R2/9/9/9/9/9/4K4 b GP 1";
    check_shogi(leaves_no_move, "P*2c", Ok(()));
}

#[test]
fn king_that_can_be_taken_is_an_ordinary_capture() {
    let sfen = "4k4/4G4/9/9/9/9/9/9/4K4 b - 1";
    check_shogi(sfen, "5b5a", Ok(()));
    let after = position(Variant::Shogi, sfen).play("5b5a").expect("legal");
    assert_eq!(after.to_sfen(), "4G4/9/9/9/9/9/9/9/4K4 w - 2");
    assert!(!after.is_in_check() && after.has_no_legal_move() && !after.is_mate());
}

#[test]
fn captured_pieces_lose_their_promotion() {
    let sfen = "4k4/9/9/9/4+g4/4P4/9/9/4K4 b - 7";
    let after = position(Variant::Seireigi, sfen)
        .play("5f5e")
        .expect("legal");
    assert_eq!(after.to_sfen(), "4k4/9/9/9/4P4/9/9/9/4K4 w G 8");
}

#[test]
fn sfen_is_made_canonical() {
    let loose = position(Variant::Shogi, "4k4/9/9/9/9/9/27/9/9 w pPG2pPr");
    assert_eq!(loose.to_sfen(), "4k4/9/9/9/9/9/9/9/9 w G2Pr3p 1");
}

#[test]
fn malformed_sfen_is_refused() {
    for sfen in [
        "",
        "9/9/9/9/9/9/9/9 b - 1",
        "9/9/9/9/9/9/9/9/8 b - 1",
        "9/9/9/9/9/9/9/9/9 x - 1",
        "9/9/9/9/9/9/9/9/9 b K 1",
        "9/9/9/9/9/9/9/9/9 b 2 1",
        "9/9/9/9/9/9/9/9/9 b - one",
        "9/9/9/9/9/9/9/9/kk7 b - 1",
        "9/9/9/9/9/9/9/9/8+ b - 1",
        "9/9/9/9/9/9/9/9/8+K b - 1",
        "9/9/9/9/9/9/9/9/8+G b - 1",
    ] {
        assert!(Oracle::from_sfen(Variant::Shogi, sfen).is_err(), "{sfen}");
    }
    assert!(Oracle::from_sfen(Variant::Seireigi, "9/9/9/9/9/9/9/9/8+G b - 1").is_ok());
}

#[test]
fn every_usi_move_is_named_once() {
    let mut moves: Vec<String> = every_usi_move().collect();
    moves.sort();
    moves.dedup();
    assert_eq!(moves.len(), 81 * 81 * 2 + 7 * 81);
}

#[test]
fn random_play_is_legal_and_repeatable() {
    for variant in [Variant::Shogi, Variant::Seireigi] {
        let start = Oracle::start(variant);
        let played = playout(&start, &mut Rng::new(3), 60);
        assert_eq!(played, playout(&start, &mut Rng::new(3), 60));
        for (_, position) in &played {
            assert!(!position.is_opponent_in_check());
            assert_eq!(pieces_of_each_kind(position), [2, 2, 4, 4, 4, 4, 18]);
        }
        let a = random_position(variant, &mut Rng::new(1), 20);
        assert_eq!(a, random_position(variant, &mut Rng::new(1), 20));
    }
}

fn pieces_of_each_kind(position: &Oracle) -> [u8; 7] {
    HAND_KINDS.map(|kind| {
        let on_board = position.board.pieces().filter(|(_, p)| p.kind == kind);
        let in_hands: u8 = position.hands.iter().map(|hand| hand[kind as usize]).sum();
        on_board.count() as u8 + in_hands
    })
}

fn assert_sound(position: &Oracle) {
    let sfen = position.to_sfen();
    assert!(!position.is_opponent_in_check(), "{sfen}");
    let counts = pieces_of_each_kind(position);
    let within = counts.iter().zip([2, 2, 4, 4, 4, 4, 18]);
    assert!(
        within.into_iter().all(|(&count, most)| count <= most),
        "{sfen}"
    );
    for (square, piece) in position.board.pieces() {
        assert!(!is_dead_end(position.variant, piece, square), "{sfen}");
    }
    for color in [Color::Black, Color::White] {
        for file in 1..=9 {
            assert!(pawns_on_file(position, color, file) <= 1, "{sfen}");
        }
    }
    let reread = Oracle::from_sfen(position.variant, &sfen);
    assert_eq!(reread.as_ref(), Ok(position));
}

fn pawns_on_file(position: &Oracle, color: Color, file: usize) -> usize {
    let pawn = Piece {
        color,
        kind: Kind::Pawn,
        promoted: false,
    };
    let pieces = position.board.pieces();
    pieces
        .filter(|&(square, piece)| square.file == file && piece == pawn)
        .count()
}

#[test]
fn drop_pawn_mate_candidates_are_sound_and_often_mates() {
    for variant in [Variant::Shogi, Variant::Seireigi] {
        let candidates: Vec<Oracle> = drop_pawn_mate_candidates(variant, 1, 200).collect();
        candidates.iter().for_each(assert_sound);
        let mates = candidates
            .iter()
            .filter(|c| holds_drop_pawn_mate(c))
            .count();
        let near_misses = candidates.iter().filter(|c| holds_near_miss(c)).count();
        assert!(mates >= 30, "{mates} mates in {variant:?}");
        assert!(
            near_misses >= 60,
            "{near_misses} near misses in {variant:?}"
        );
    }
}

fn pawn_drops() -> impl Iterator<Item = String> {
    let ranks = |file| {
        "abcdefghi"
            .chars()
            .map(move |rank| format!("P*{file}{rank}"))
    };
    (1..=9).flat_map(ranks)
}

fn holds_drop_pawn_mate(position: &Oracle) -> bool {
    pawn_drops().any(|usi| position.explain(&usi) == Err("uchifuzume"))
}

fn holds_near_miss(position: &Oracle) -> bool {
    pawn_drops().any(|usi| position.play(&usi).is_ok_and(|next| next.is_in_check()))
}
