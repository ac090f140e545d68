//! Any bytes: no code, or the one code of the position they decode to.

#![no_main]

use komadai_core::{Packable, PackedPosition, Seireigi, Shogi, Tolerance};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    check::<Shogi>(data);
    check::<Seireigi>(data);
});

fn check<R: Packable>(data: &[u8]) {
    let mut bytes = R::ZERO;
    for (byte, &given) in bytes.as_mut().iter_mut().zip(data) {
        *byte = given;
    }
    let packed = PackedPosition::<R> { bytes };
    for tolerance in [
        Tolerance::Strict,
        Tolerance::MissingKing,
        Tolerance::IllegalPlay,
    ] {
        match packed.decode_with(tolerance) {
            Ok(position) => assert_eq!(PackedPosition::encode(&position), Ok(packed)),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
