//! Codes of positions, and bytes that are none.

use super::*;

fn check<R: Packable>(sfen: &str) -> PackedPosition<R> {
    let setup: Setup = sfen.parse().unwrap();
    let position = Position::<R>::from_setup_with(&setup, Tolerance::IllegalPlay).unwrap();
    let packed = PackedPosition::encode(&position).unwrap();
    let decoded = packed.decode_with(Tolerance::IllegalPlay).unwrap();
    assert!(decoded.is_same_position(&position), "{sfen}");
    assert_eq!(decoded.move_number(), 1);
    packed
}

fn packed(bits: &[(u32, u32)]) -> PackedPosition<Shogi> {
    let mut writer = BitWriter::<Shogi>::new();
    for &(number, length) in bits {
        writer.number(number, length).unwrap();
    }
    PackedPosition {
        bytes: writer.bytes,
    }
}

#[test]
fn the_code_of_the_start_position_does_not_change() {
    let hex = |bytes: &[u8]| -> String { bytes.iter().map(|b| format!("{b:02x}")).collect() };
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    assert_eq!(
        hex(&check::<Shogi>(start).bytes),
        "3ccea41086edab103fcba5108e57213c0ae15508cfa5108eedaf101fcba41006"
    );
    assert_eq!(
        hex(&check::<Seireigi>(start).bytes),
        "3ccea41086edab103fcba5108e97427828849742785c0ae1d8fe0af1b14c0a610000"
    );
}

#[test]
fn handicaps_and_tsume_diagrams_have_codes() {
    check::<Shogi>("4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
    check::<Shogi>("4k4/9/4P4/9/9/9/9/9/9 b G 1");
    check::<Shogi>("9/9/9/9/9/9/9/9/9 w - 1");
    check::<Shogi>("9/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1");
    check::<Seireigi>("4k4/9/9/9/4+G4/4+g4/9/9/4K4 b 2G 1");
    check::<Shogi>("P3k4/4G4/9/4P4/4P4/9/9/9/9 b - 77");
}

const CROWDED: &str = "lnsgrgsnl/br5b1/ppppppppp/9/9/9/PPPPPPPPP/9/LNSG1GSNL b - 1";

#[test]
fn only_a_full_board_without_kings_is_too_long() {
    let encode = |sfen: &str| {
        let setup: Setup = sfen.parse().unwrap();
        let position = Position::<Shogi>::from_setup_with(&setup, Tolerance::IllegalPlay);
        PackedPosition::encode(&position.unwrap()).map(drop)
    };
    assert_eq!(encode(CROWDED), Err(PackError::TooLong));
    check::<Seireigi>(CROWDED);
    check::<Shogi>(&CROWDED.replace("G1G", "GKG"));
    check::<Shogi>(&CROWDED.replace("G1G", "GKG").replace("9/9/9", "9/4k4/9"));
    check::<Shogi>(&CROWDED.replace("PPPPPPPPP", "PPPP1PPPP"));
    check::<Shogi>(&CROWDED.replace("PPPPPPPPP", "PPPP1PPPP").replace('-', "p"));
}

#[test]
fn bytes_that_are_no_code_are_refused() {
    let error = |packed: PackedPosition<Shogi>| packed.decode().unwrap_err();
    assert_eq!(error(packed(&[(13_448, 14)])), UnpackError::Kings(13_448));
    let together = kings_code(Color::Black, [Some(Square::S55); 2]);
    assert_eq!(
        error(packed(&[(together.into(), 14)])),
        UnpackError::Kings(together)
    );
    let kings = kings_code(Color::Black, [Some(Square::S59), Some(Square::S51)]).into();
    let rook = (0b111111, 8);
    assert_eq!(
        error(packed(&[(kings, 14), rook, rook, rook])),
        UnpackError::TooMany(HandKind::Rook)
    );
    // 190 divisions of 18 pawns have the numbers from 0 to 189.
    assert_eq!(
        error(packed(&[(kings, 14), (0, 32), (0, 32), (0, 15), (190, 8)])),
        UnpackError::Division(HandKind::Pawn)
    );
    assert_eq!(
        error(PackedPosition { bytes: [0x55; 32] }),
        UnpackError::TooMany(HandKind::Pawn)
    );
    let mut trailing = check::<Shogi>("4k4/9/9/9/9/9/9/9/4K4 b - 1");
    trailing.bytes[31] |= 0x80;
    assert_eq!(error(trailing), UnpackError::Trailing(255));
    let doubled = check::<Shogi>("4k4/9/9/9/4P4/4P4/9/9/4K4 b - 1");
    assert!(matches!(error(doubled), UnpackError::Faults(_)));
}

#[test]
fn divisions_are_numbered_without_gaps() {
    for pieces in 0..=18 {
        let mut codes = Vec::new();
        for black in 0..=pieces {
            for white in 0..=pieces - black {
                let hands = [black, white];
                codes.push(Division { pieces, hands }.code().unwrap());
            }
        }
        let ways = codes.len() as u32;
        assert_eq!(codes, (0..ways).collect::<Vec<_>>());
        assert!(ways <= 1 << division_bits(pieces));
        assert!(pieces == 0 || ways > 1 << (division_bits(pieces) - 1));
        assert!(division_bits(pieces) <= 2 * u32::from(pieces));
    }
}
