//! Cryptographically secure random values.

use sha2::{Digest, Sha256};
use std::fmt::Write;

/// Random bytes from the operating system.
///
/// # Panics
/// Panics if the operating system has no random source, since nothing secure is possible then.
pub(crate) fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

/// Random bytes in hexadecimal.
pub(crate) fn hex<const N: usize>() -> String {
    to_hex(&bytes::<N>())
}

/// Bytes in hexadecimal.
pub(crate) fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The hash of a random token. Tokens are stored only in this form.
pub(crate) fn token_hash(token: &str) -> String {
    to_hex(&Sha256::digest(token.as_bytes()))
}

/// Letters and digits that are hard to confuse.
const ALPHABET: &[u8; 56] = b"23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ";

/// A random word with 5.8 bits per letter.
pub(crate) fn word(letters: usize) -> String {
    let mut word = String::with_capacity(letters);
    while word.len() < letters {
        // Larger bytes would favor some letters.
        let fair = bytes::<32>().into_iter().filter(|&byte| byte < 224);
        let letter = fair.map(|byte| char::from(ALPHABET[usize::from(byte) % ALPHABET.len()]));
        word.extend(letter.take(letters - word.len()));
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_the_requested_length_and_are_unique() {
        let words: std::collections::HashSet<String> = (0..1000).map(|_| word(12)).collect();
        assert_eq!(words.len(), 1000);
        assert!(words.iter().all(|word| word.len() == 12));
        assert!(
            words
                .iter()
                .flat_map(|w| w.bytes())
                .all(|b| ALPHABET.contains(&b))
        );
    }

    #[test]
    fn bytes_are_written_in_hexadecimal() {
        assert_eq!(to_hex(&[0, 15, 255]), "000fff");
        assert_eq!(hex::<16>().len(), 32);
    }
}
