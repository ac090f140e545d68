//! What must hold in every position, on random games of both variants.

use komadai_core::{
    Color, History, Move, MoveAction, Packable, PackedPosition, Position, Repetition, Rules,
    Seireigi, Setup, Shogi, Tolerance,
};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

/// Positions of both variants from which games are played.
const STARTS: [&str; 7] = [
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
    "4k4/9/9/9/9/9/9/9/4K4 b RBGSNLPrbgsnlp 1",
    "ln1gk1s1l/1r3g3/pp1+P1pnpp/2pp+B4/2+l6/1S6P/1P4+sP1/G2K2N1R/5GSNL w B7p 1",
    // Problems: the attacker has no king.
    "4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1",
    "8k/6G2/8G/9/9/9/9/9/9 b P 1",
];

fn tolerant<R: Rules>(setup: &Setup) -> Position<R> {
    Position::from_setup_with(setup, Tolerance::MissingKing).expect("a position of a game")
}

/// Failures are kept in a file, to be committed with the repair.
fn config() -> ProptestConfig {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/properties.regressions");
    ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(path))),
        ..ProptestConfig::default()
    }
}

/// A game: where it starts, and for each ply which of the legal moves is played.
fn games() -> impl Strategy<Value = (usize, Vec<u16>)> {
    (0..STARTS.len(), prop::collection::vec(any::<u16>(), 0..160))
}

/// Plays a game and looks at every position; a mate ends it early.
fn walk<R: Rules>((start, choices): &(usize, Vec<u16>), look: impl Fn(&Position<R>)) {
    let setup: Setup = STARTS[*start].parse().expect("SFEN");
    let mut position = tolerant::<R>(&setup);
    look(&position);
    for &choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        let _ = position.play_unchecked(moves[usize::from(choice) % moves.len()]);
        look(&position);
    }
}

fn undoing_restores_everything<R: Rules>(position: &Position<R>) {
    for mv in &position.legal_moves() {
        assert!(position.is_legal(mv), "{position} {mv}");
        let mut next = *position;
        let undo = next.play(mv).expect("a legal move");
        next.undo(undo);
        assert_eq!(next, *position, "{mv}");
    }
}

fn key_is_that_of_a_fresh_position<R: Rules>(position: &Position<R>) {
    let fresh = tolerant::<R>(&position.to_setup());
    assert_eq!(position.key(), fresh.key(), "{position}");
    assert_eq!(position.board_key(), fresh.board_key(), "{position}");
    assert_eq!(*position, fresh);
}

fn rotated(mv: Move) -> Move {
    match mv.action() {
        MoveAction::Drop { kind, to } => Move::drop(kind, to.rotated()),
        MoveAction::Board {
            from,
            to,
            promotion,
        } => Move::board(from.rotated(), to.rotated(), promotion).expect("different squares"),
    }
}

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<u16> {
    let mut bits: Vec<u16> = moves.into_iter().map(Move::to_bits).collect();
    bits.sort_unstable();
    bits
}

fn turning_the_board_turns_the_moves<R: Rules>(position: &Position<R>) {
    let turned = tolerant::<R>(&position.to_setup().rotated());
    let ours = position.legal_moves();
    let theirs = turned.legal_moves();
    assert_eq!(sorted(ours.into_iter().map(rotated)), sorted(&theirs));
    assert_eq!(position.is_in_check(), turned.is_in_check());
    for color in Color::ALL {
        let (ours, theirs) = (position.entering_king(color), turned.entering_king(!color));
        assert_eq!(ours.points, theirs.points);
        assert_eq!(ours.pieces_in_zone, theirs.pieces_in_zone);
    }
    assert_eq!(turned.to_setup().rotated(), position.to_setup());
}

fn sfen_round_trips<R: Rules>(position: &Position<R>) {
    let text = position.to_string();
    let strict: Setup = text.parse().expect("we write strict SFEN");
    assert_eq!(strict, position.to_setup());
    let wrapped = format!(" position  sfen {text}\n");
    assert_eq!(Setup::parse_tolerant(&wrapped), Ok(strict));
    let (unnumbered, _) = text.rsplit_once(' ').expect("four fields");
    let read = Setup::parse_tolerant(unnumbered).expect("the number may be missing");
    assert_eq!((read.board, read.hands), (strict.board, strict.hands));
    assert_eq!((read.turn, read.move_number), (strict.turn, 1));
    assert!(unnumbered.parse::<Setup>().is_err());
}

fn packing_round_trips<R: Packable>(position: &Position<R>) {
    let packed = PackedPosition::encode(position).expect("a position of a game has a code");
    let decoded = packed.decode().expect("a code");
    assert!(decoded.is_same_position(position), "{position}");
    assert_eq!(decoded.key(), position.key());
    assert_eq!(PackedPosition::encode(&decoded), Ok(packed));
}

/// Bytes either are no code or are the one code of what they decode to.
fn bytes_are_one_code_or_none<R: Packable>(bytes: R::Bytes) {
    let packed = PackedPosition::<R> { bytes };
    for tolerance in [
        Tolerance::Strict,
        Tolerance::MissingKing,
        Tolerance::IllegalPlay,
    ] {
        if let Ok(position) = packed.decode_with(tolerance) {
            assert_eq!(PackedPosition::encode(&position), Ok(packed));
        }
    }
}

/// Flips a bit of the code of each position: near misses reach deeper than random bytes.
fn damaged_codes_are_handled<R: Packable>(position: &Position<R>) {
    let packed = PackedPosition::encode(position).expect("a position of a game has a code");
    let bits = packed.bytes.as_ref().len() * 8;
    for bit in (0..bits).filter(|bit| bit % 31 == position.move_number() as usize % 31) {
        let mut bytes = packed.bytes;
        bytes.as_mut()[bit / 8] ^= 1 << (bit % 8);
        bytes_are_one_code_or_none::<R>(bytes);
    }
}

macro_rules! in_every_position {
    ($($property:ident),* $(,)?) => {
        proptest! {
            #![proptest_config(config())]
            $(
                #[test]
                fn $property(game in games()) {
                    walk::<Shogi>(&game, super::$property);
                    walk::<Seireigi>(&game, super::$property);
                }
            )*
        }
    };
}

mod games {
    use super::*;

    in_every_position! {
        undoing_restores_everything,
        key_is_that_of_a_fresh_position,
        turning_the_board_turns_the_moves,
        sfen_round_trips,
        packing_round_trips,
        damaged_codes_are_handled,
    }
}

/// What repetition is, word for word: positions with the moves that led to them.
fn repetition_by_definition(line: &[Position<Shogi>]) -> Repetition {
    let current = line.last().expect("a line has a start");
    let same: Vec<usize> = (0..line.len())
        .filter(|&i| line[i].is_same_position(current))
        .collect();
    let [.., first, _, _, _] = same[..] else {
        return Repetition::None;
    };
    let only_checks = |color: Color| {
        let after_own_moves = line[first + 1..]
            .iter()
            .filter(|after| after.turn() != color);
        after_own_moves.clone().all(Position::is_in_check)
    };
    match (only_checks(Color::Black), only_checks(Color::White)) {
        (true, false) => Repetition::PerpetualCheck {
            loser: Color::Black,
        },
        (false, true) => Repetition::PerpetualCheck {
            loser: Color::White,
        },
        _ => Repetition::Draw,
    }
}

/// The move that puts the last one of the same side back.
fn reversed(mv: Move) -> Option<Move> {
    match mv.action() {
        MoveAction::Board {
            from,
            to,
            promotion,
        } => Move::board(to, from, promotion),
        MoveAction::Drop { .. } => None,
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn repetition_agrees_with_its_definition(
        checks in any::<bool>(),
        choices in prop::collection::vec(any::<u8>(), 0..60),
    ) {
        let sfen = if checks { "4k4/9/9/9/4+R4/9/9/9/K8 w - 1" } else { "k8/9/9/9/9/9/9/9/8K b r 1" };
        let mut position: Position = sfen.parse().expect(sfen);
        let mut line = vec![position];
        let mut played: Vec<Move> = Vec::new();
        let mut history = History::new(&position);
        for choice in choices {
            let back = played.iter().rev().nth(1).copied().and_then(reversed);
            let moves = position.checks();
            let moves = if checks && !moves.is_empty() { moves } else { position.legal_moves() };
            if moves.is_empty() {
                break;
            }
            let back = back.filter(|&mv| choice > 8 && position.is_legal(mv));
            let mv = back.unwrap_or(moves[usize::from(choice) % moves.len()]);
            let _ = position.play_unchecked(mv);
            played.push(mv);
            line.push(position);
            let predicted = (history.count_after(&position), history.repetition_after(&position));
            history.push(&position);
            let expected = repetition_by_definition(&line);
            prop_assert_eq!(history.repetition(), expected, "{:?}", played);
            prop_assert_eq!(predicted, (history.count(), expected));
        }
        while history.pop() {
            line.pop();
            prop_assert_eq!(history.repetition(), repetition_by_definition(&line));
        }
    }

    #[test]
    fn any_bytes_can_be_unpacked(shogi in any::<[u8; 32]>(), more in any::<[u8; 2]>()) {
        bytes_are_one_code_or_none::<Shogi>(shogi);
        let mut seireigi = [0; 34];
        seireigi[..32].copy_from_slice(&shogi);
        seireigi[32..].copy_from_slice(&more);
        bytes_are_one_code_or_none::<Seireigi>(seireigi);
    }

    #[test]
    fn any_text_can_be_read(text in "[+1-9a-zA-Z/ 玉-]{0,60}") {
        let _ = text.parse::<Setup>();
        if let Ok(setup) = Setup::parse_tolerant(&text) {
            prop_assert_eq!(setup.to_string().parse::<Setup>(), Ok(setup));
        }
    }
}
