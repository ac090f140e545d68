//! Squares and pieces as CSA writes them.

use komadai_core::{PieceKind, Square};

/// The square of two digits, file first.
#[inline]
pub(crate) fn square(file: u8, rank: u8) -> Option<Square> {
    let file = usize::from(file.wrapping_sub(b'1'));
    let rank = usize::from(rank.wrapping_sub(b'1'));
    if file > 8 || rank > 8 {
        return None;
    }
    Square::from_index(file * 9 + rank)
}

/// The code of a kind; `None` for a promoted gold.
pub(crate) const fn kind_code(kind: PieceKind) -> Option<&'static str> {
    Some(match kind {
        PieceKind::Pawn => "FU",
        PieceKind::Lance => "KY",
        PieceKind::Knight => "KE",
        PieceKind::Silver => "GI",
        PieceKind::Gold => "KI",
        PieceKind::Bishop => "KA",
        PieceKind::Rook => "HI",
        PieceKind::King => "OU",
        PieceKind::ProPawn => "TO",
        PieceKind::ProLance => "NY",
        PieceKind::ProKnight => "NK",
        PieceKind::ProSilver => "NG",
        PieceKind::Horse => "UM",
        PieceKind::Dragon => "RY",
        PieceKind::ProGold => return None,
    })
}

/// The kind of a code; `None` for a promoted gold, which has none.
#[inline]
pub(crate) fn kind_of_code(code: [u8; 2]) -> Option<PieceKind> {
    let kind = KINDS[place(code)]?;
    (CODES[kind.index()] == code).then_some(kind)
}

/// The codes by kind; zeros, which match no text, for a promoted gold.
const CODES: [[u8; 2]; 16] = {
    let mut codes = [[0; 2]; 16];
    let mut i = 0;
    while i < PieceKind::ALL.len() {
        let kind = PieceKind::ALL[i];
        if let Some(code) = kind_code(kind) {
            codes[kind.index()] = [code.as_bytes()[0], code.as_bytes()[1]];
        }
        i += 1;
    }
    codes
};

/// The kinds by [`place`] of their code, for fast lookup.
static KINDS: [Option<PieceKind>; 1024] = {
    let mut kinds = [None; 1024];
    let mut i = 0;
    while i < PieceKind::ALL.len() {
        let kind = PieceKind::ALL[i];
        if kind_code(kind).is_some() {
            kinds[place(CODES[kind.index()])] = Some(kind);
        }
        i += 1;
    }
    kinds
};

/// The letters as two digits of five bits.
const fn place(code: [u8; 2]) -> usize {
    ((code[0] & 31) as usize) << 5 | (code[1] & 31) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_read_back() {
        for kind in PieceKind::ALL {
            let read =
                kind_code(kind).and_then(|code| kind_of_code(code.as_bytes().try_into().ok()?));
            assert_eq!(read, Some(kind).filter(|&kind| kind != PieceKind::ProGold));
        }
    }

    #[test]
    fn other_letters_are_no_codes() {
        for code in [*b"fu", *b"FV", [0, 0], *b"\x06\x15", *b"  "] {
            assert_eq!(kind_of_code(code), None);
        }
    }

    #[test]
    fn squares_have_two_digits_from_one_to_nine() {
        assert_eq!(square(b'7', b'6'), Some(Square::S76));
        assert_eq!(square(b'0', b'0'), None);
        assert_eq!(square(b'7', b':'), None);
    }
}
