//! Any text: read or refused with a column inside it, and written as it was read.

#![no_main]

use komadai_core::{AnyPosition, Leaves, Setup, SfenError, Tolerance, Variant};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<Setup>() {
        Ok(setup) => assert_eq!(Setup::parse_tolerant(text), Ok(setup)),
        Err(error) => check_error(text, error),
    }
    match Setup::parse_tolerant(text) {
        Ok(setup) => check_setup(&setup),
        Err(error) => check_error(text, error),
    }
});

fn check_error(text: &str, error: SfenError) {
    assert!(error.column >= 1 && error.column <= text.chars().count() + 1);
    assert!(!error.to_string().is_empty());
}

fn check_setup(setup: &Setup) {
    assert_eq!(setup.to_string().parse::<Setup>().as_ref(), Ok(setup));
    for variant in Variant::ALL {
        match AnyPosition::from_setup(variant, setup, Tolerance::IllegalPlay) {
            Ok(position) => {
                assert_eq!(position.to_setup(), *setup);
                let counted = position.perft(1, Leaves::Bulk);
                assert_eq!(counted, position.legal_moves().len() as u64);
            }
            Err(faults) => assert!(!faults.0.is_empty()),
        }
    }
}
