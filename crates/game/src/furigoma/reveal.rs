//! A verifiable toss for online games.
//!
//! Protocol:
//!
//! 1. The host draws a seed of 32 random bytes and publishes its commitment.
//! 2. Each player sends a random nonce of 32 bytes.
//! 3. The host publishes the seed. Everybody computes the tosses: round 1, and so on until one has a
//!    majority.
//!
//! The commitment binds the host before it sees the nonces, and the players cannot predict the effect of
//! theirs without the seed. (A host that colludes with the player whose nonce comes last could manipulate
//! the toss; neither can do so alone.)
//!
//! Byte by byte, so that other programs can verify it:
//!
//! ```text
//! commitment = SHA-256( tag, seed )
//!   tag       26 bytes   ASCII "komadai/furigoma/commit/1" and a line feed (0a)
//!   seed      32 bytes
//!
//! digest     = SHA-256( tag, seed, tosser's nonce, other player's nonce, round )
//!   tag       24 bytes   ASCII "komadai/furigoma/toss/1" and a line feed (0a)
//!   seed      32 bytes
//!   nonces    32 bytes each: of the player for whom the pawns are tossed, then of the other
//!   round      4 bytes   from 1, most significant byte first
//! ```
//!
//! Bytes 0 to 4 of the digest are the five pawns. A byte from 0 to 3 is a pawn that does not lie flat;
//! of the others, an even one shows the unpromoted side and an odd one the promoted side. So one pawn in 64
//! does not count, and the chances of both players are equal.

use super::{Majority, PawnFace, Toss};
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;

const COMMIT: &[u8] = b"komadai/furigoma/commit/1\n";
const TOSS: &[u8] = b"komadai/furigoma/toss/1\n";

/// The host's secret until both nonces are in. `Debug` does not show it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

/// The commitment of the host to its seed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Commitment(pub [u8; 32]);

/// The players' nonces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Nonces {
    /// From the player for whom the pawns are tossed.
    pub tosser: [u8; 32],
    /// From the other player.
    pub other: [u8; 32],
}

/// A fault of a revealed furigoma.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FurigomaFault {
    /// The seed is not the one that was committed to.
    #[error("the seed does not fit the commitment")]
    Seed,
    /// A toss does not match the seed.
    #[error("round {round}: the seed and the nonces give {expected}")]
    Toss {
        /// The round, from 1.
        round: u32,
        /// The right toss.
        expected: Toss,
    },
    /// A round was tossed after one that had a majority.
    #[error("round {round} had a majority already, but the pawns were tossed again")]
    TossedAgain {
        /// The round that decided.
        round: u32,
    },
    /// The last round has no majority, or there is none at all.
    #[error("no round has a majority")]
    Undecided,
}

impl Seed {
    /// The commitment to publish before the nonces come in.
    pub fn commitment(&self) -> Commitment {
        let hash = Sha256::new().chain_update(COMMIT).chain_update(self.0);
        Commitment(hash.finalize().into())
    }
}

impl Toss {
    /// The toss of a round, counted from 1.
    pub fn from_seed(seed: &Seed, nonces: &Nonces, round: u32) -> Toss {
        let hash = Sha256::new()
            .chain_update(TOSS)
            .chain_update(seed.0)
            .chain_update(nonces.tosser)
            .chain_update(nonces.other)
            .chain_update(round.to_be_bytes());
        let digest: [u8; 32] = hash.finalize().into();
        let [a, b, c, d, e, ..] = digest;
        Toss([a, b, c, d, e].map(face))
    }
}

const fn face(byte: u8) -> PawnFace {
    match (byte, byte % 2) {
        (0..=3, _) => PawnFace::NotFlat,
        (_, 0) => PawnFace::Unpromoted,
        _ => PawnFace::Promoted,
    }
}

/// Verifies the toss of a round.
///
/// # Errors
/// Returns an error if the seed does not match the commitment or the toss differs.
pub fn verify(
    commitment: &Commitment,
    seed: &Seed,
    nonces: &Nonces,
    round: u32,
    toss: &Toss,
) -> Result<(), FurigomaFault> {
    if seed.commitment() != *commitment {
        return Err(FurigomaFault::Seed);
    }
    match Toss::from_seed(seed, nonces, round) {
        expected if expected == *toss => Ok(()),
        expected => Err(FurigomaFault::Toss { round, expected }),
    }
}

/// Verifies all tosses of a furigoma, from the first to the deciding one.
///
/// # Errors
/// Returns the first fault.
pub fn verify_all(
    commitment: &Commitment,
    seed: &Seed,
    nonces: &Nonces,
    tosses: &[Toss],
) -> Result<Majority, FurigomaFault> {
    let mut decided = None;
    for (round, toss) in (1..).zip(tosses) {
        if decided.is_some() {
            return Err(FurigomaFault::TossedAgain { round: round - 1 });
        }
        verify(commitment, seed, nonces, round, toss)?;
        decided = toss.majority();
    }
    decided.ok_or(FurigomaFault::Undecided)
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(…)")
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(f, &self.0)
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(f, &self.0)
    }
}

/// Error for text that is not 32 bytes in hexadecimal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected 64 hexadecimal digits")]
pub struct ParseHexError;

impl FromStr for Seed {
    type Err = ParseHexError;

    fn from_str(text: &str) -> Result<Seed, ParseHexError> {
        read_hex(text).map(Seed)
    }
}

impl FromStr for Commitment {
    type Err = ParseHexError;

    fn from_str(text: &str) -> Result<Commitment, ParseHexError> {
        read_hex(text).map(Commitment)
    }
}

fn write_hex(f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

fn read_hex(text: &str) -> Result<[u8; 32], ParseHexError> {
    let digit = |c: char| c.to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let digits: Option<Vec<u8>> = text.chars().map(digit).collect();
    let digits = digits.filter(|digits| digits.len() == 64);
    let mut bytes = [0; 32];
    let pairs = digits.ok_or(ParseHexError)?;
    for (byte, pair) in bytes.iter_mut().zip(pairs.chunks_exact(2)) {
        *byte = pair.iter().fold(0, |sum, digit| sum * 16 + digit);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONCES: Nonces = Nonces {
        tosser: [0x11; 32],
        other: [0x22; 32],
    };

    fn toss(text: &str) -> Toss {
        text.parse().unwrap()
    }

    fn counting_seed() -> Seed {
        Seed(std::array::from_fn(|index| index as u8))
    }

    // The vectors were computed with Python: hashlib.sha256(b"komadai/furigoma/commit/1\n" + seed),
    // and likewise for the tosses.
    #[test]
    fn commitments_agree_with_another_program() {
        let expected = "6884379f84421ee3bd8083c5f577a3d76348a1f55eb941f5b15370cb0485788b";
        assert_eq!(counting_seed().commitment().to_string(), expected);
        assert_eq!(expected.parse(), Ok(counting_seed().commitment()));
    }

    #[test]
    fn tosses_agree_with_another_program() {
        // The digests begin 8e598c5ad9, 9b55c74414, 639a8548ff and 074a25a822.
        for (round, expected) in [(1, "UPUUP"), (2, "PPPUU"), (3, "PUPUP"), (256, "PUPUU")] {
            let seed = counting_seed();
            let tossed = Toss::from_seed(&seed, &NONCES, round);
            assert_eq!(tossed.to_string(), expected, "round {round}");
            assert_eq!(
                verify(&seed.commitment(), &seed, &NONCES, round, &tossed),
                Ok(())
            );
        }
    }

    /// A seed whose first toss is a tie: EPUPU, then UUUUP. From Python, as above.
    fn tied() -> (Seed, Commitment) {
        let seed = "96a610aee3735ad666d7a40a0f030498b6b8b26ea3240a7308723b61a7794a87";
        let commitment = "87cac6a79f0b52d8671cc3a5f84c1a32817efe7eb47f7fb72370a5b3f2b8cd25";
        (seed.parse().unwrap(), commitment.parse().unwrap())
    }

    #[test]
    fn a_tie_is_followed_by_the_next_round() {
        let (seed, commitment) = tied();
        let tosses = [toss("EPUPU"), toss("UUUUP")];
        let verified = verify_all(&commitment, &seed, &NONCES, &tosses);
        assert_eq!(verified, Ok(Majority::Tosser));
    }

    #[test]
    fn a_furigoma_that_was_tampered_with_does_not_verify() {
        let (seed, commitment) = tied();
        let check = |seed: &Seed, nonces: &Nonces, tosses: &[&str]| {
            let tosses: Vec<Toss> = tosses.iter().map(|text| toss(text)).collect();
            verify_all(&commitment, seed, nonces, &tosses).unwrap_err()
        };
        let other = counting_seed();
        assert_eq!(check(&other, &NONCES, &["UPUUP"]), FurigomaFault::Seed);
        assert_eq!(
            check(&seed, &NONCES, &["EPUPU", "PPPPU"]).to_string(),
            "round 2: the seed and the nonces give UUUUP"
        );
        let exchanged = Nonces {
            tosser: NONCES.other,
            other: NONCES.tosser,
        };
        let fault = check(&seed, &exchanged, &["EPUPU", "UUUUP"]);
        assert!(matches!(fault, FurigomaFault::Toss { round: 1, .. }));
        // The deciding round must be the first with a majority, and there must be one.
        assert_eq!(check(&seed, &NONCES, &["EPUPU"]), FurigomaFault::Undecided);
        assert_eq!(check(&seed, &NONCES, &[]), FurigomaFault::Undecided);
        let third = Toss::from_seed(&seed, &NONCES, 3).to_string();
        assert_eq!(
            check(&seed, &NONCES, &["EPUPU", "UUUUP", &third]),
            FurigomaFault::TossedAgain { round: 2 }
        );
    }

    #[test]
    fn every_byte_has_a_face_and_the_sides_are_even() {
        let count = |wanted| (0..=255).filter(|byte| face(*byte) == wanted).count();
        assert_eq!(count(PawnFace::NotFlat), 4);
        assert_eq!(count(PawnFace::Unpromoted), 126);
        assert_eq!(count(PawnFace::Promoted), 126);
    }

    #[test]
    fn over_many_seeds_neither_player_is_favoured() {
        let mut wins = [0_u32; 3];
        for number in 0..20_000_u32 {
            let mut seed = [7; 32];
            seed[..4].copy_from_slice(&number.to_be_bytes());
            match Toss::from_seed(&Seed(seed), &NONCES, 1).majority() {
                Some(Majority::Tosser) => wins[0] += 1,
                Some(Majority::Other) => wins[1] += 1,
                None => wins[2] += 1,
            }
        }
        // Five standard deviations of 20 000 even chances are 354.
        assert!(wins[0].abs_diff(wins[1]) < 2 * 354, "{wins:?}");
        // A tie needs an odd number of pawns that do not lie flat: 2.75 % of the tosses, or 550.
        assert!((400..800).contains(&wins[2]), "{wins:?}");
    }

    #[test]
    fn a_seed_does_not_show_in_debug_output() {
        assert_eq!(format!("{:?}", counting_seed()), "Seed(…)");
    }

    #[test]
    fn only_64_hexadecimal_digits_are_a_seed() {
        let (seed, _) = tied();
        assert_eq!(seed.to_string().to_uppercase().parse(), Ok(seed));
        for text in [
            "",
            "00",
            &"0".repeat(63),
            &"0".repeat(65),
            &"g".repeat(64),
            &"é".repeat(32),
        ] {
            assert_eq!(text.parse::<Seed>(), Err(ParseHexError));
        }
    }
}
