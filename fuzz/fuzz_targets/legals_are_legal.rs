//! Games of both variants whose moves the input chooses: what must hold after each move.

#![no_main]

use komadai_core::{
    Color, History, Move, Packable, PackedPosition, Position, Seireigi, Setup, Shogi, Tolerance,
};
use libfuzzer_sys::fuzz_target;

const STARTS: [&str; 4] = [
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
    "4k4/9/9/9/9/9/9/9/4K4 b RBGSNLPrbgsnlp 1",
    "8k/6G2/8G/9/9/9/9/9/4K4 b 2P2L2N2rb2g3p 1",
];

fuzz_target!(|data: &[u8]| {
    if let Some((&start, choices)) = data.split_first() {
        let sfen = STARTS[usize::from(start) % STARTS.len()];
        play::<Shogi>(sfen, choices);
        play::<Seireigi>(sfen, choices);
    }
});

fn play<R: Packable>(sfen: &str, choices: &[u8]) {
    let mut position: Position<R> = sfen.parse().expect("the starts are positions");
    let mut history = History::new(&position);
    for choice in choices.chunks(2).take(400) {
        let moves = position.legal_moves();
        check(&position, &moves);
        if moves.is_empty() {
            return;
        }
        let choice = choice
            .iter()
            .fold(0, |sum, &byte| sum << 8 | usize::from(byte));
        let mv = moves[choice % moves.len()];
        let before = position;
        let gives_check = position.gives_check(mv);
        let undo = position.play(mv).expect("a generated move is legal");
        assert_eq!(position.is_in_check(), gives_check);
        let mut back = position;
        back.undo(undo);
        assert_eq!(back, before);
        let count = history.count_after(&position);
        history.push(&position);
        assert_eq!(history.count(), count);
    }
}

fn check<R: Packable>(position: &Position<R>, moves: &[Move]) {
    let fresh = Position::from_setup_with(&position.to_setup(), Tolerance::Strict);
    assert_eq!(fresh.expect("legal play keeps a position legal"), *position);
    assert!(moves.iter().all(|&mv| position.is_legal(mv)));
    assert_eq!(position.count_legal_moves(), moves.len());
    assert_eq!(position.has_legal_move(), !moves.is_empty());
    let packed = PackedPosition::encode(position).expect("a position of a game has a code");
    assert!(
        packed
            .decode()
            .is_ok_and(|decoded| decoded.is_same_position(position))
    );
    let text: Setup = position.to_string().parse().expect("we write SFEN");
    assert_eq!(text, position.to_setup());
    let points: u8 = Color::ALL
        .iter()
        .map(|&color| position.entering_king(color).all_points)
        .sum();
    assert!(points <= 54);
}
