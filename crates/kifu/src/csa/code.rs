//! Squares and pieces as CSA writes them.

use komadai_core::{PieceKind, Square};

/// The square of two digits, file first.
#[inline]
pub(super) fn square(file: u8, rank: u8) -> Option<Square> {
    let file = usize::from(file.wrapping_sub(b'1'));
    let rank = usize::from(rank.wrapping_sub(b'1'));
    if file > 8 || rank > 8 {
        return None;
    }
    Square::from_index(file * 9 + rank)
}

/// The kind of a two-letter code; `None` for a promoted gold, which has no code.
#[inline]
pub(super) fn kind(code: [u8; 2]) -> Option<PieceKind> {
    Some(match &code {
        b"FU" => PieceKind::Pawn,
        b"KY" => PieceKind::Lance,
        b"KE" => PieceKind::Knight,
        b"GI" => PieceKind::Silver,
        b"KI" => PieceKind::Gold,
        b"KA" => PieceKind::Bishop,
        b"HI" => PieceKind::Rook,
        b"OU" => PieceKind::King,
        b"TO" => PieceKind::ProPawn,
        b"NY" => PieceKind::ProLance,
        b"NK" => PieceKind::ProKnight,
        b"NG" => PieceKind::ProSilver,
        b"UM" => PieceKind::Horse,
        b"RY" => PieceKind::Dragon,
        _ => return None,
    })
}

/// The kind of a code.
pub(crate) fn kind_of_code(code: &str) -> Option<PieceKind> {
    kind(code.as_bytes().try_into().ok()?)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_read_back() {
        for kind in PieceKind::ALL {
            let code = kind_code(kind);
            assert_eq!(code.and_then(kind_of_code), code.map(|_| kind));
        }
    }

    #[test]
    fn squares_have_two_digits_from_one_to_nine() {
        assert_eq!(square(b'7', b'6'), Some(Square::S76));
        assert_eq!(square(b'0', b'0'), None);
        assert_eq!(square(b'7', b':'), None);
    }
}
