//! Any text as lines of USI, both ways: read or refused with a column, and read back as written.

#![no_main]

use komadai_core::{LineError, PositionLine, PositionLineError, Tolerance, Variant};
use komadai_usi::{Message, UsiCommand};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for line in text.split('\n') {
        match UsiCommand::parse(line) {
            Ok(Some(command)) => check_command(command),
            Ok(None) => assert!(line.trim().is_empty()),
            Err(error) => check_error(line, &error),
        }
        match Message::parse(line) {
            Ok(Some(message)) => {
                let written = message.to_string();
                assert!(!written.contains(['\n', '\r']));
                assert_eq!(Message::parse(&written), Ok(Some(message)), "{written:?}");
            }
            Ok(None) => assert!(line.trim().is_empty()),
            Err(error) => check_error(line, &error),
        }
    }
});

fn check_error(line: &str, error: &LineError) {
    assert!(error.column >= 1 && error.column <= line.chars().count() + 1);
    assert!(!error.to_string().is_empty());
}

fn check_command(command: UsiCommand) {
    if let UsiCommand::Position(position) = &command {
        check_position(position);
    }
    let written = command.to_string();
    assert!(!written.contains(['\n', '\r']));
    assert_eq!(UsiCommand::parse(&written), Ok(Some(command)), "{written:?}");
}

fn check_position(position: &PositionLine) {
    for variant in Variant::ALL {
        match position.resolve(variant, Tolerance::MissingKing) {
            Ok(resolved) => assert_eq!(resolved.moves, position.moves),
            Err(PositionLineError::Move { index, before, .. }) => {
                assert_eq!(before.moves, position.moves[..index]);
                assert!(!before.position.is_legal(position.moves[index]));
            }
            Err(PositionLineError::Start(_)) => {}
        }
    }
}
