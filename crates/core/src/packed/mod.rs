//! A position in a fixed number of bytes, for databases and training data: 32 for shogi, 34 for
//! Seireigi. The format is described in `docs/formats/packed.md`.
//!
//! Kings and side to move are one number of 14 bits. Then follows each square without a king, in
//! order, in a code that gives short words to what is frequent:
//!
//! | on the square | word | bits in shogi | in Seireigi |
//! |---|---|---|---|
//! | nothing | `0` | 1 | 1 |
//! | pawn | `10` color promoted | 4 | 4 |
//! | lance | `1100` color promoted | 6 | 6 |
//! | knight | `1101` color promoted | 6 | 6 |
//! | silver | `1110` color promoted | 6 | 6 |
//! | gold | `11110` color (Seireigi: promoted) | 6 | 7 |
//! | bishop | `111110` color promoted | 8 | 8 |
//! | rook | `111111` color promoted | 8 | 8 |
//!
//! Last, for each kind, the distribution of the pieces that are not on the board among Black's hand,
//! White's hand and the box (not in the game): one of (n + 1)(n + 2) / 2, in as few bits as possible.
//!
//! **Length.** With all 38 pieces and both kings on the board shogi takes 14 + 41 × 1 + 18 × 4 +
//! 12 × 6 + 4 × 6 + 4 × 8 = 255 bits; each missing king leaves a square to write and adds 1. A piece
//! taken off the board leaves an empty square and so saves at least 4 − 1 = 3 bits. The division of n
//! pieces has at most 3ⁿ ways and takes at most 2n bits. So a position is longest with all pieces
//! on the board: 255 bits with both kings, 256 with one, and 257 with none, the one case that does
//! not fit ([`PackError::TooLong`]); with neither king but one piece off the board it is 256 again.
//! Seireigi takes 4 bits more for its golds: at most 261 of 272.

mod bits;
#[cfg(test)]
mod tests;

use crate::any::Faults;
use crate::color::Color;
use crate::piece::{HandKind, Piece, PieceKind};
use crate::position::Position;
use crate::setup::Setup;
use crate::square::Square;
use crate::tolerance::Tolerance;
use crate::variant::{Rules, Seireigi, Shogi};
use bits::{BitReader, BitWriter};
use std::fmt;
use std::hash::Hash;

/// A variant whose positions have a packed form.
pub trait Packable: Rules {
    /// The bytes of a packed position.
    type Bytes: AsRef<[u8]> + AsMut<[u8]> + Copy + Ord + Hash + fmt::Debug + Send + Sync;
    /// All bits clear.
    const ZERO: Self::Bytes;
}

impl Packable for Shogi {
    type Bytes = [u8; 32];
    const ZERO: [u8; 32] = [0; 32];
}

impl Packable for Seireigi {
    type Bytes = [u8; 34];
    const ZERO: [u8; 34] = [0; 34];
}

/// A packed position. Equal positions have equal codes; the move number is not part of it.
///
/// ```
/// use komadai_core::{PackedPosition, Position, Shogi};
/// let start = Position::<Shogi>::default();
/// let packed = PackedPosition::encode(&start)?;
/// assert_eq!(packed.bytes.len(), 32);
/// assert_eq!(packed.decode()?, start);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PackedPosition<R: Packable = Shogi> {
    /// The encoded bytes, which are not validated until they are decoded.
    pub bytes: R::Bytes,
}

/// Error for positions without a packed form.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PackError {
    /// Neither side has a king and all other pieces are on the board.
    #[error("the code of a board with all pieces but no king is too long")]
    TooLong,
    /// The pieces are not those of one set, as after an invalid unchecked move.
    #[error("the pieces are not those of one set")]
    Material,
}

/// Error for bytes that are not a packed position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnpackError {
    /// The number for side and kings is too large, or puts both kings on one square.
    #[error("invalid pair of kings: {0}")]
    Kings(u16),
    /// More pieces of a kind on the board than in a set.
    #[error("more than {} pieces of kind {} on the board", .0.set_size(), .0.letter())]
    TooMany(HandKind),
    /// The number of a distribution of off-board pieces is out of range.
    #[error("invalid distribution of kind {}", .0.letter())]
    Division(HandKind),
    /// The code continues past the last byte.
    #[error("the code continues past the last byte")]
    Truncated,
    /// A padding bit after the end of the code is set.
    #[error("bit {0} after the end of the code is set")]
    Trailing(usize),
    /// The diagram is not a position.
    #[error(transparent)]
    Faults(#[from] Faults),
}

impl<R: Packable> PackedPosition<R> {
    /// Packs a position.
    ///
    /// # Errors
    /// Returns an error if the position cannot be represented.
    pub fn encode(position: &Position<R>) -> Result<PackedPosition<R>, PackError> {
        let mut writer = BitWriter::<R>::new();
        let kings = Color::ALL.map(|color| position.king(color));
        writer.number(kings_code(position.turn(), kings).into(), KINGS_BITS)?;
        let mut left = SetCount::full();
        for square in Square::ALL {
            if kings.contains(&Some(square)) {
                continue;
            }
            match position.piece_on(square) {
                None => writer.bit(false)?,
                Some(piece) => {
                    let base = piece.kind().hand_kind().ok_or(PackError::Material)?;
                    left.take(base).ok_or(PackError::Material)?;
                    write_piece(&mut writer, base, piece)?;
                }
            }
        }
        for kind in HandKind::ALL {
            let hands = Color::ALL.map(|color| position.hand(color).count(kind));
            let division = Division {
                pieces: left.of(kind),
                hands,
            };
            let code = division.code().ok_or(PackError::Material)?;
            writer.number(code, division.bits())?;
        }
        Ok(PackedPosition {
            bytes: writer.bytes,
        })
    }

    /// Unpacks a position, tolerating missing kings; its move number is 1.
    ///
    /// # Errors
    /// Returns an error if the bytes do not encode such a position.
    pub fn decode(&self) -> Result<Position<R>, UnpackError> {
        self.decode_with(Tolerance::MissingKing)
    }

    /// Unpacks a position, tolerating some faults.
    ///
    /// # Errors
    /// Returns an error if the bytes do not encode such a position.
    pub fn decode_with(&self, tolerance: Tolerance) -> Result<Position<R>, UnpackError> {
        let mut reader = BitReader::new(self.bytes.as_ref());
        let setup = read_setup::<R>(&mut reader)?;
        if let Some(bit) = reader.find_set_bit() {
            return Err(UnpackError::Trailing(bit));
        }
        let position = Position::from_setup_with(&setup, tolerance);
        Ok(position.map_err(Faults::from)?)
    }
}

fn read_setup<R: Packable>(reader: &mut BitReader<'_>) -> Result<Setup, UnpackError> {
    let code = reader.number(KINGS_BITS)? as u16;
    let (turn, kings) = kings_from_code(code).ok_or(UnpackError::Kings(code))?;
    let mut setup = Setup {
        turn,
        ..Setup::default()
    };
    let mut left = SetCount::full();
    for square in Square::ALL {
        let owner = Color::ALL
            .into_iter()
            .find(|color| kings[color.index()] == Some(square));
        if let Some(color) = owner {
            setup.board[square] = Some(Piece::new(PieceKind::King, color));
        } else if let Some((base, piece)) = read_piece::<R>(reader)? {
            left.take(base).ok_or(UnpackError::TooMany(base))?;
            setup.board[square] = Some(piece);
        }
    }
    for kind in HandKind::ALL {
        let division = Division::read(reader, left.of(kind))?.ok_or(UnpackError::Division(kind))?;
        for color in Color::ALL {
            let count = division.hands[color.index()];
            setup.hands[color].set(kind, count);
        }
    }
    Ok(setup)
}

/// Bits of the number for side to move and kings.
const KINGS_BITS: u32 = 14;

/// Squares, and the place of a king that is not there.
const KING_PLACES: u16 = 82;

fn kings_code(turn: Color, kings: [Option<Square>; 2]) -> u16 {
    let [black, white] = kings.map(|king| king.map_or(81, |square| square.index() as u16));
    (turn.index() as u16 * KING_PLACES + black) * KING_PLACES + white
}

fn kings_from_code(code: u16) -> Option<(Color, [Option<Square>; 2])> {
    let turn = Color::from_index(usize::from(code / (KING_PLACES * KING_PLACES)))?;
    let places = [code / KING_PLACES % KING_PLACES, code % KING_PLACES];
    let kings = places.map(|place| Square::from_index(place.into()));
    let together = kings[0].is_some() && kings[0] == kings[1];
    (!together).then_some((turn, kings))
}

/// The bits with which the word of a kind begins.
const fn prefix(kind: HandKind) -> &'static [bool] {
    const O: bool = false;
    const I: bool = true;
    match kind {
        HandKind::Pawn => &[I, O],
        HandKind::Lance => &[I, I, O, O],
        HandKind::Knight => &[I, I, O, I],
        HandKind::Silver => &[I, I, I, O],
        HandKind::Gold => &[I, I, I, I, O],
        HandKind::Bishop => &[I, I, I, I, I, O],
        HandKind::Rook => &[I, I, I, I, I, I],
    }
}

fn write_piece<R: Packable>(
    writer: &mut BitWriter<R>,
    base: HandKind,
    piece: Piece,
) -> Result<(), PackError> {
    for &bit in prefix(base) {
        writer.bit(bit)?;
    }
    writer.bit(piece.color() == Color::White)?;
    if R::PROMOTABLE.contains(base.piece_kind()) {
        return writer.bit(piece.kind().is_promoted());
    }
    if piece.kind().is_promoted() {
        return Err(PackError::Material);
    }
    Ok(())
}

fn read_piece<R: Packable>(
    reader: &mut BitReader<'_>,
) -> Result<Option<(HandKind, Piece)>, UnpackError> {
    if !reader.bit()? {
        return Ok(None);
    }
    let base = read_base(reader)?;
    let color = if reader.bit()? {
        Color::White
    } else {
        Color::Black
    };
    let mut kind = base.piece_kind();
    if R::PROMOTABLE.contains(kind) && reader.bit()? {
        kind = kind.promoted().unwrap_or(kind);
    }
    Ok(Some((base, Piece::new(kind, color))))
}

/// Reads the prefix of a word whose first bit, set, has been read.
fn read_base(reader: &mut BitReader<'_>) -> Result<HandKind, UnpackError> {
    if !reader.bit()? {
        return Ok(HandKind::Pawn);
    }
    Ok(match (reader.bit()?, reader.bit()?) {
        (false, false) => HandKind::Lance,
        (false, true) => HandKind::Knight,
        (true, false) => HandKind::Silver,
        (true, true) if !reader.bit()? => HandKind::Gold,
        (true, true) if !reader.bit()? => HandKind::Bishop,
        (true, true) => HandKind::Rook,
    })
}

/// How many pieces of each kind are left of a set.
struct SetCount([u8; 8]);

impl SetCount {
    fn full() -> SetCount {
        let mut counts = [0; 8];
        for kind in HandKind::ALL {
            counts[kind.index()] = kind.set_size();
        }
        SetCount(counts)
    }

    fn of(&self, kind: HandKind) -> u8 {
        self.0[kind.index()]
    }

    fn take(&mut self, kind: HandKind) -> Option<()> {
        let left = &mut self.0[kind.index()];
        *left = left.checked_sub(1)?;
        Some(())
    }
}

/// How the pieces of a kind that are not on the board divide: what is in neither hand is in the box.
struct Division {
    pieces: u8,
    hands: [u8; 2],
}

impl Division {
    /// Divisions are numbered by Black's share, then by White's.
    fn code(&self) -> Option<u32> {
        let [black, white] = self.hands;
        if u32::from(black) + u32::from(white) > u32::from(self.pieces) {
            return None;
        }
        let below: u32 = (0..black).map(|share| shares(self.pieces - share)).sum();
        Some(below + u32::from(white))
    }

    fn bits(&self) -> u32 {
        division_bits(self.pieces)
    }

    /// Reads how so many pieces divide; `None` if the number is that of no division.
    fn read(reader: &mut BitReader<'_>, pieces: u8) -> Result<Option<Division>, UnpackError> {
        let mut rest = reader.number(division_bits(pieces))?;
        for black in 0..=pieces {
            let whites = shares(pieces - black);
            if rest < whites {
                let hands = [black, rest as u8];
                return Ok(Some(Division { pieces, hands }));
            }
            rest -= whites;
        }
        Ok(None)
    }
}

/// In how many ways one side can have a share of so many pieces.
fn shares(pieces: u8) -> u32 {
    u32::from(pieces) + 1
}

/// Bits that tell the divisions of so many pieces apart.
fn division_bits(pieces: u8) -> u32 {
    let ways = shares(pieces) * (shares(pieces) + 1) / 2;
    u32::BITS - (ways - 1).leading_zeros()
}
