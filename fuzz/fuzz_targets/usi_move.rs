//! Any text: a move or refused; what is a move is written as it was read and judged everywhere.

#![no_main]

use komadai_core::{AnyPosition, Move, Variant};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(mv) = text.parse::<Move>() {
        assert_eq!(mv.to_string(), text);
        assert_eq!(Move::parse_tolerant(text), Ok(mv));
    }
    if let Ok(mv) = Move::parse_tolerant(text) {
        assert_eq!(mv.to_string().parse(), Ok(mv));
        assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
        for variant in Variant::ALL {
            let mut position = AnyPosition::start(variant);
            let legal = position.legal_moves().contains(&mv);
            assert_eq!(position.play(mv).is_ok(), legal);
        }
    }
});
