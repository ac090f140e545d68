//! Files of games, as `gen` writes and `fit` reads them.
//!
//! All numbers are little-endian. A file is a header, its games, and the SHA-256 of everything before:
//!
//! | bytes | header |
//! |---|---|
//! | 8 | `KOMADAIG` |
//! | 1 | version, 1 |
//! | 1 | variant: 0 shogi, 1 Seireigi |
//! | 2 | games in the file |
//! | 4 | nodes per move |
//! | 8 | seed |
//! | 8 | the evaluation that played: 0 for the hand-written one, otherwise the id of the net |
//!
//! | bytes | game |
//! |---|---|
//! | 1 | winner: 0 Black, 1 White, 2 draw |
//! | 1 | 1 if a packed position follows as the start, 0 for the start position of the variant |
//! | 32 or 34 | that position |
//! | 1 | plies of the opening, whose moves were sampled |
//! | 2 | plies |
//! | 4 each | move, and the score of the position before it for the side to move |

use anyhow::{Context, Result, bail, ensure};
use komadai_core::{Color, Move, Packable, PackedPosition, Position, Variant};
use komadai_search::SearchScore;
use sha2::{Digest, Sha256};
use std::path::Path;

const MAGIC: &[u8; 8] = b"KOMADAIG";
const VERSION: u8 = 1;
const CHECKSUM: usize = 32;
/// Scores of mates begin here.
pub(crate) const MATE_SCORE: i16 = 30_000;
/// Other scores end here.
const LARGEST: i32 = 20_000;

/// What is true of all games of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ShardHeader {
    pub(crate) variant: Variant,
    pub(crate) nodes: u32,
    pub(crate) seed: u64,
    pub(crate) evaluation: u64,
}

/// A game with what the search found in each position.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ScoredGame<R: Packable> {
    pub(crate) start: Position<R>,
    pub(crate) winner: Option<Color>,
    /// Plies whose moves were sampled, not chosen.
    pub(crate) opening: u8,
    /// Moves, with the score of the position before each for the side to move.
    pub(crate) moves: Vec<(Move, i16)>,
}

/// A score in two bytes: centipawns, or a mate.
pub(crate) fn score_code(score: SearchScore) -> i16 {
    let mate = |plies: u32| MATE_SCORE + 1000 - plies.min(1000) as i16;
    match score {
        SearchScore::Centipawns(score) => score.clamp(-LARGEST, LARGEST) as i16,
        SearchScore::Mate(plies) => mate(plies),
        SearchScore::Mated(plies) => -mate(plies),
    }
}

/// The bytes of a file.
pub(crate) fn encode<R: Packable>(
    header: &ShardHeader,
    games: &[ScoredGame<R>],
) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    bytes.extend(MAGIC);
    bytes.extend([VERSION, variant_code(header.variant)]);
    bytes.extend(u16::try_from(games.len())?.to_le_bytes());
    bytes.extend(header.nodes.to_le_bytes());
    bytes.extend(header.seed.to_le_bytes());
    bytes.extend(header.evaluation.to_le_bytes());
    for game in games {
        encode_game(game, &mut bytes)?;
    }
    let checksum = Sha256::digest(&bytes);
    bytes.extend(checksum);
    Ok(bytes)
}

fn encode_game<R: Packable>(game: &ScoredGame<R>, bytes: &mut Vec<u8>) -> Result<()> {
    let is_start = game.start == Position::default();
    bytes.push(match game.winner {
        Some(Color::Black) => 0,
        Some(Color::White) => 1,
        None => 2,
    });
    bytes.push(u8::from(!is_start));
    if !is_start {
        bytes.extend(PackedPosition::encode(&game.start)?.bytes.as_ref());
    }
    bytes.push(game.opening);
    bytes.extend(u16::try_from(game.moves.len())?.to_le_bytes());
    for &(mv, score) in &game.moves {
        bytes.extend(mv.to_bits().to_le_bytes());
        bytes.extend(score.to_le_bytes());
    }
    Ok(())
}

/// Reads a file. Moves are not checked here: replaying a game does.
pub(crate) fn read<R: Packable>(path: &Path) -> Result<(ShardHeader, Vec<ScoredGame<R>>)> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    decode(&bytes).with_context(|| path.display().to_string())
}

pub(crate) fn decode<R: Packable>(bytes: &[u8]) -> Result<(ShardHeader, Vec<ScoredGame<R>>)> {
    let body = bytes.len().checked_sub(CHECKSUM).context("too short")?;
    let (body, checksum) = bytes.split_at(body);
    ensure!(Sha256::digest(body)[..] == *checksum, "wrong checksum");
    let mut bytes = Bytes(body);
    ensure!(bytes.take()? == *MAGIC, "not a file of games");
    let [version, variant] = bytes.take()?;
    ensure!(version == VERSION, "unknown version {version}");
    ensure!(variant == variant_code(R::VARIANT), "another variant");
    let games = u16::from_le_bytes(bytes.take()?);
    let header = ShardHeader {
        variant: R::VARIANT,
        nodes: u32::from_le_bytes(bytes.take()?),
        seed: u64::from_le_bytes(bytes.take()?),
        evaluation: u64::from_le_bytes(bytes.take()?),
    };
    let games: Vec<_> = (0..games)
        .map(|number| decode_game(&mut bytes).with_context(|| format!("game {}", number + 1)))
        .collect::<Result<_>>()?;
    ensure!(bytes.0.is_empty(), "more bytes than games");
    Ok((header, games))
}

fn decode_game<R: Packable>(bytes: &mut Bytes<'_>) -> Result<ScoredGame<R>> {
    let [winner, has_start] = bytes.take()?;
    let winner = match winner {
        0 => Some(Color::Black),
        1 => Some(Color::White),
        2 => None,
        other => bail!("unknown winner {other}"),
    };
    let start = match has_start {
        0 => Position::default(),
        _ => {
            let mut packed = PackedPosition::<R> { bytes: R::ZERO };
            let length = packed.bytes.as_ref().len();
            packed.bytes.as_mut().copy_from_slice(bytes.slice(length)?);
            packed.decode()?
        }
    };
    let [opening] = bytes.take()?;
    let plies = u16::from_le_bytes(bytes.take()?);
    let moves = (0..plies)
        .map(|_| {
            let bits = u16::from_le_bytes(bytes.take()?);
            let mv = Move::from_bits(bits).with_context(|| format!("no move: {bits}"))?;
            Ok((mv, i16::from_le_bytes(bytes.take()?)))
        })
        .collect::<Result<_>>()?;
    Ok(ScoredGame {
        start,
        winner,
        opening,
        moves,
    })
}

fn variant_code(variant: Variant) -> u8 {
    match variant {
        Variant::Shogi => 0,
        Variant::Seireigi => 1,
    }
}

/// What is left to read.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk().context("the file ends early")?;
        self.0 = rest;
        Ok(*first)
    }

    fn slice(&mut self, length: usize) -> Result<&'a [u8]> {
        let (first, rest) = self
            .0
            .split_at_checked(length)
            .context("the file ends early")?;
        self.0 = rest;
        Ok(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::{Seireigi, Shogi};
    use komadai_kifu::Handicap;

    fn round_trip<R: Packable>() {
        let header = ShardHeader {
            variant: R::VARIANT,
            nodes: 1800,
            seed: 7,
            evaluation: 0,
        };
        let moves = vec![
            ("7g7f".parse().unwrap(), 42),
            ("3c3d".parse().unwrap(), -31_000),
        ];
        let games = [
            ScoredGame::<R> {
                start: Position::default(),
                winner: Some(Color::White),
                opening: 1,
                moves: moves.clone(),
            },
            ScoredGame {
                start: Position::from_setup(&Handicap::Rook.setup()).unwrap(),
                winner: None,
                opening: 0,
                moves: Vec::new(),
            },
        ];
        let bytes = encode(&header, &games).unwrap();
        let (read_header, read_games) = decode::<R>(&bytes).unwrap();
        assert_eq!(read_header, header);
        assert_eq!(read_games, games);
        for index in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[index] ^= 1;
            assert!(decode::<R>(&damaged).is_err(), "byte {index}");
            assert!(decode::<R>(&bytes[..index]).is_err(), "{index} bytes");
        }
    }

    #[test]
    fn files_are_read_as_written_and_damage_is_found() {
        round_trip::<Shogi>();
        round_trip::<Seireigi>();
    }
}
