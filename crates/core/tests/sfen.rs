//! Malformed SFEN: the column, the reason, and what only the tolerant reader takes.

use expect_test::{Expect, expect};
use komadai_core::{AnyPosition, Setup, Variant};

fn outcome<E: std::fmt::Display>(result: Result<Setup, E>) -> String {
    match result {
        Ok(setup) => setup.to_string(),
        Err(error) => error.to_string(),
    }
}

/// Compares what the strict and the tolerant reader say.
fn check(text: &str, expected: Expect) {
    let strict = outcome(text.parse::<Setup>());
    let tolerant = outcome(Setup::parse_tolerant(text));
    let both = if strict == tolerant {
        strict
    } else {
        format!("strict: {strict}\ntolerant: {tolerant}")
    };
    expected.assert_eq(&both);
}

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

#[test]
fn canonical_text_is_read_by_both() {
    check(
        START,
        expect!["lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"],
    );
}

#[test]
fn missing_fields_are_named_at_the_end() {
    check("", expect!["column 1: the board is missing"]);
    check(
        " ",
        expect![[r#"
        strict: column 1: unexpected character ' '
        tolerant: column 2: the board is missing"#]],
    );
    check(
        "9/9/9/9/9/9/9/9/9",
        expect!["column 18: the side to move is missing"],
    );
    check(
        "9/9/9/9/9/9/9/9/9 b",
        expect!["column 20: the field of pieces in hand is missing"],
    );
    check(
        "9/9/9/9/9/9/9/9/9 b ",
        expect![[r#"
        strict: column 20: unexpected character ' '
        tolerant: column 21: the field of pieces in hand is missing"#]],
    );
    check(
        "9/9/9/9/9/9/9/9/9 b -",
        expect![[r#"
        strict: column 22: the move number is missing
        tolerant: 9/9/9/9/9/9/9/9/9 b - 1"#]],
    );
}

#[test]
fn ranks_have_nine_squares() {
    check(
        "8/9/9/9/9/9/9/9/9 b - 1",
        expect!["column 2: a rank has fewer than nine squares"],
    );
    check(
        "9/9/9/9/9/9/9/9/8 b - 1",
        expect!["column 18: a rank has fewer than nine squares"],
    );
    check(
        "91/9/9/9/9/9/9/9/9 b - 1",
        expect!["column 2: a rank has more than nine squares"],
    );
    check(
        "8pp/9/9/9/9/9/9/9/9 b - 1",
        expect!["column 3: a rank has more than nine squares"],
    );
    check(
        "ppppppppp1/9/9/9/9/9/9/9/9 b - 1",
        expect!["column 10: a rank has more than nine squares"],
    );
    check(
        "/9/9/9/9/9/9/9/9 b - 1",
        expect!["column 1: a rank has fewer than nine squares"],
    );
}

#[test]
fn boards_have_nine_ranks() {
    check(
        "9/9/9/9/9/9/9/9 b - 1",
        expect!["column 16: the board does not have nine ranks"],
    );
    check(
        "9/9/9/9/9/9/9/9/9/9 b - 1",
        expect!["column 18: the board does not have nine ranks"],
    );
    check(
        "9/9/9/9/9/9/9/9/9/ b - 1",
        expect!["column 18: the board does not have nine ranks"],
    );
    check(
        "startpos b - 1",
        expect![[r#"
            strict: column 2: unexpected character 't'
            tolerant: column 10: unexpected text after the last field"#]],
    );
}

#[test]
fn a_plus_stands_before_what_promotes() {
    check(
        "+K8/9/9/9/9/9/9/9/9 b - 1",
        expect!["column 2: + before a piece that does not promote"],
    );
    check(
        "+9/9/9/9/9/9/9/9/9 b - 1",
        expect!["column 2: + before a piece that does not promote"],
    );
    check(
        "++P8/9/9/9/9/9/9/9/9 b - 1",
        expect!["column 2: + before a piece that does not promote"],
    );
    check(
        "8+/9/9/9/9/9/9/9/9 b - 1",
        expect!["column 3: + before a piece that does not promote"],
    );
    check(
        "9/9/9/9/9/9/9/9/9+ b - 1",
        expect!["column 18: + before a piece that does not promote"],
    );
}

#[test]
fn a_promoted_gold_is_a_fault_of_the_diagram_not_of_the_text() {
    let text = "4k4/9/9/9/4+G4/9/9/9/4K4 b - 1";
    check(text, expect!["4k4/9/9/9/4+G4/9/9/9/4K4 b - 1"]);
    let error = AnyPosition::from_sfen(Variant::Shogi, text).unwrap_err();
    expect!["a promoted gold on 5e: golds promote only in Seireigi"].assert_eq(&error.to_string());
    assert!(AnyPosition::from_sfen(Variant::Seireigi, text).is_ok());
}

#[test]
fn characters_without_meaning_are_pointed_at() {
    check(
        "4x4/9/9/9/9/9/9/9/9 b - 1",
        expect!["column 2: unexpected character 'x'"],
    );
    check(
        "0k8/9/9/9/9/9/9/9/9 b - 1",
        expect!["column 1: unexpected character '0'"],
    );
    check(
        "4玉4/9/9/9/9/9/9/9/9 b - 1",
        expect!["column 2: unexpected character '玉'"],
    );
    check(
        "９/9/9/9/9/9/9/9/9 b - 1",
        expect!["column 1: unexpected character '９'"],
    );
    check(
        "4k4/9/9/9/9/9/9/9/4Ｋ4 b - 1",
        expect!["column 20: unexpected character 'Ｋ'"],
    );
    check(
        "4k4/9/9/9/9/9/9/9/4K4　b - 1",
        expect![[r#"
            strict: column 22: unexpected character '\u{3000}'
            tolerant: 4k4/9/9/9/9/9/9/9/4K4 b - 1"#]],
    );
}

#[test]
fn the_side_to_move_is_one_letter() {
    check(
        "9/9/9/9/9/9/9/9/9 x - 1",
        expect!["column 19: unexpected character 'x'"],
    );
    check(
        "9/9/9/9/9/9/9/9/9 B - 1",
        expect!["column 19: unexpected character 'B'"],
    );
    check(
        "9/9/9/9/9/9/9/9/9 bw - 1",
        expect!["column 20: unexpected character 'w'"],
    );
}

#[test]
fn hands_hold_up_to_ninety_nine_of_a_kind() {
    check(
        "9/9/9/9/9/9/9/9/9 b 0P 1",
        expect!["column 21: the number of pieces in hand is not from 1 to 99"],
    );
    check(
        "9/9/9/9/9/9/9/9/9 b 18P 1",
        expect!["9/9/9/9/9/9/9/9/9 b 18P 1"],
    );
    check(
        "9/9/9/9/9/9/9/9/9 b 99P 1",
        expect!["9/9/9/9/9/9/9/9/9 b 99P 1"],
    );
    check(
        "9/9/9/9/9/9/9/9/9 b 100P 1",
        expect!["column 23: the number of pieces in hand is not from 1 to 99"],
    );
    check(
        "9/9/9/9/9/9/9/9/9 b 99PP 1",
        expect!["column 24: the number of pieces in hand is not from 1 to 99"],
    );
    check(
        "9/9/9/9/9/9/9/9/9 b RRR 1",
        expect!["9/9/9/9/9/9/9/9/9 b 3R 1"],
    );
    check(
        "9/9/9/9/9/9/9/9/9 b 2 1",
        expect!["column 22: a piece in hand is missing"],
    );
    check(
        "9/9/9/9/9/9/9/9/9 b K 1",
        expect!["column 21: unexpected character 'K'"],
    );
    check(
        "9/9/9/9/9/9/9/9/9 b +P 1",
        expect!["column 21: unexpected character '+'"],
    );
    check(
        "9/9/9/9/9/9/9/9/9 b -P 1",
        expect!["column 21: unexpected character '-'"],
    );
    check(
        "9/9/9/9/9/9/9/9/9 b 99999999999P 1",
        expect!["column 23: the number of pieces in hand is not from 1 to 99"],
    );
}

#[test]
fn hands_in_another_order_are_put_in_order() {
    check(
        "9/9/9/9/9/9/9/9/9 b p2PRbG 1",
        expect!["9/9/9/9/9/9/9/9/9 b RG2Pbp 1"],
    );
    check(
        "9/9/9/9/9/9/9/9/9 b PP2P 1",
        expect!["9/9/9/9/9/9/9/9/9 b 4P 1"],
    );
}

#[test]
fn the_move_number_is_a_number() {
    check(
        "9/9/9/9/9/9/9/9/9 b - x",
        expect!["column 23: the move number is not a number from 0 to 4294967295"],
    );
    check(
        "9/9/9/9/9/9/9/9/9 b - -1",
        expect!["column 23: the move number is not a number from 0 to 4294967295"],
    );
    check(
        "9/9/9/9/9/9/9/9/9 b - +1",
        expect!["column 23: the move number is not a number from 0 to 4294967295"],
    );
    check(
        "9/9/9/9/9/9/9/9/9 b - 4294967295",
        expect!["9/9/9/9/9/9/9/9/9 b - 4294967295"],
    );
    check(
        "9/9/9/9/9/9/9/9/9 b - 4294967296",
        expect!["column 23: the move number is not a number from 0 to 4294967295"],
    );
    check(
        "9/9/9/9/9/9/9/9/9 b - ４",
        expect!["column 23: the move number is not a number from 0 to 4294967295"],
    );
}

#[test]
fn nothing_follows_the_move_number() {
    check(
        "9/9/9/9/9/9/9/9/9 b - 1 moves 7g7f",
        expect!["column 25: unexpected text after the last field"],
    );
    check(
        "startpos moves 7g7f",
        expect![[r#"
            strict: column 2: unexpected character 't'
            tolerant: column 10: unexpected text after the last field"#]],
    );
}

#[test]
fn only_the_tolerant_reader_takes_wrapping() {
    check(
        "startpos",
        expect![[r#"
        strict: column 9: the side to move is missing
        tolerant: lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"#]],
    );
    check(
        "position startpos",
        expect![[r#"
        strict: column 18: the field of pieces in hand is missing
        tolerant: lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"#]],
    );
    check(
        "sfen 9/9/9/9/9/9/9/9/9 b - 7",
        expect![[r#"
        strict: column 2: unexpected character 'f'
        tolerant: 9/9/9/9/9/9/9/9/9 b - 7"#]],
    );
    check(
        "position sfen 9/9/9/9/9/9/9/9/9 b - 7",
        expect![[r#"
        strict: column 2: unexpected character 'o'
        tolerant: 9/9/9/9/9/9/9/9/9 b - 7"#]],
    );
    check(
        " 9/9/9/9/9/9/9/9/9  b\t-  7\n",
        expect![[r#"
        strict: column 1: unexpected character ' '
        tolerant: 9/9/9/9/9/9/9/9/9 b - 7"#]],
    );
}
