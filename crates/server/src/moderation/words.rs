//! Words that names and chat must not contain.

use std::path::Path;
use unicode_normalization::UnicodeNormalization;

/// A list of words, in the form in which texts are compared.
#[derive(Clone, Debug, Default)]
pub struct Words {
    words: Vec<String>,
}

/// The form in which texts are compared: compatibility forms and case are folded, and what is not seen is
/// left out.
fn folded(text: &str) -> String {
    let seen = text.nfkc().filter(|&c| !is_invisible(c));
    let lower: String = seen.flat_map(char::to_lowercase).collect();
    lower.nfkc().collect()
}

/// Characters without a shape of their own, which could split a word unseen.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Scripts that put no spaces between words: a listed word counts anywhere.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}')
}

impl Words {
    /// Parses a list: one word per line, `#` starts a comment.
    pub fn parse(text: &str) -> Words {
        let lines = text
            .lines()
            .map(|line| line.split('#').next().unwrap_or(""));
        let words = lines
            .map(|line| folded(line.trim()))
            .filter(|word| !word.is_empty());
        Words {
            words: words.collect(),
        }
    }

    /// Reads a list from a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is not UTF-8.
    pub fn read(file: &Path) -> std::io::Result<Words> {
        std::fs::read_to_string(file).map(|text| Words::parse(&text))
    }

    /// Returns whether a message contains a listed word. Words of scripts with spaces count as whole words.
    pub fn are_in_text(&self, text: &str) -> bool {
        let text = folded(text);
        self.words.iter().any(|word| is_word_in(word, &text))
    }

    /// Returns whether a name contains a listed word anywhere, whatever separates its letters.
    pub fn are_in_name(&self, name: &str) -> bool {
        let letters =
            |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).collect() };
        let name = letters(&folded(name));
        let mut words = self.words.iter().map(|word| letters(word));
        words.any(|word| !word.is_empty() && name.contains(&word))
    }
}

fn is_word_in(word: &str, text: &str) -> bool {
    if word.chars().any(is_unspaced) {
        return text.contains(word);
    }
    text.match_indices(word).any(|(at, found)| {
        let before = text[..at].chars().next_back();
        let after = text[at + found.len()..].chars().next();
        let is_letter = |c: char| c.is_alphanumeric() && !is_unspaced(c);
        !before.is_some_and(is_letter) && !after.is_some_and(is_letter)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> Words {
        Words::parse("# not here\nfie\nばか  # and here\ntwo words\n\nÉclair\n")
    }

    #[test]
    fn words_count_as_whole_words_whatever_their_form() {
        for bad in [
            "fie",
            "FIE!",
            "oh, Fie.",
            "ｆｉｅ",
            "f\u{200b}ie",
            "f\u{ad}i\u{2060}e",
            "𝐟𝐢𝐞",
            "このばかもの",
            "two words",
            "ÉCLAIR",
            "e\u{301}clair",
            "将棋fie将棋",
        ] {
            assert!(words().are_in_text(bad), "{bad}");
        }
        for good in ["fiend", "selfie", "two", "ばあか", "", "not here", "eclair"] {
            assert!(!words().are_in_text(good), "{good}");
        }
    }

    #[test]
    fn words_count_anywhere_in_a_name() {
        for bad in ["fie", "xXFieXx", "f.i-e", "F_I_E99", "ばか", "twowords"] {
            assert!(words().are_in_name(bad), "{bad}");
        }
        assert!(!words().are_in_name("Fey"));
        assert!(!Words::parse("...\n").are_in_name("Fey"));
    }
}
