//! Account names: which are allowed, and which are too similar to another (Unicode Technical Standard #39).

use crate::error::ApiError;
use unicode_normalization::UnicodeNormalization;
use unicode_security::{RestrictionLevel, RestrictionLevelDetection};

/// Prefixes that nobody may use, so that nobody can pass for a guest, the computer or the server.
const RESERVED_PREFIXES: [&str; 14] = [
    "guest",
    "komadai",
    "arbiter",
    "admin",
    "anonymous",
    "moderator",
    "管理",
    "運営",
    "審判",
    "公式",
    "匿名",
    "駒台",
    "ゲスト",
    "システム",
];
/// Names that nobody may use, with or without digits and punctuation around them.
const RESERVED_NAMES: [&str; 21] = [
    "system",
    "operator",
    "official",
    "referee",
    "judge",
    "support",
    "staff",
    "server",
    "computer",
    "engine",
    "root",
    "deleted",
    "everyone",
    "nobody",
    "webmaster",
    "postmaster",
    "security",
    "モデレーター",
    "コンピュータ",
    "コンピューター",
    "サーバー",
];

/// A valid account name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccountName {
    /// The name as it is shown, in normalization form KC.
    pub text: String,
    /// The name with case folded: no two accounts share it.
    pub folded: String,
    /// The form that names which look alike have in common: no two accounts share it either, except for
    /// accounts that are older than this rule.
    pub skeleton: String,
}

impl AccountName {
    /// Normalizes and checks a name.
    ///
    /// # Errors
    /// Returns `bad-name` if the name is invalid and `name-reserved` if it is reserved.
    pub fn parse(text: &str) -> Result<AccountName, ApiError> {
        let text: String = text.nfkc().collect();
        if !is_plain(&text) {
            let title = "a name has 2 to 20 letters, digits, dots, hyphens; a letter first";
            return Err(ApiError::field("name", "bad-name", title));
        }
        if !text
            .as_str()
            .check_restriction_level(RestrictionLevel::HighlyRestrictive)
        {
            let title = "a name has the letters of one script; Japanese may be mixed with Latin";
            return Err(ApiError::field("name", "bad-name", title));
        }
        if is_reserved(&text) {
            let title = "this name is reserved";
            return Err(ApiError::field("name", "name-reserved", title));
        }
        Ok(AccountName {
            folded: fold_case(&text),
            skeleton: skeleton(&text),
            text,
        })
    }
}

fn is_plain(text: &str) -> bool {
    let fits = (2..=20).contains(&text.chars().count());
    let is_allowed = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    let begins = text.chars().next().is_some_and(char::is_alphabetic);
    fits && begins && text.chars().all(is_allowed)
}

fn is_reserved(text: &str) -> bool {
    let bare = text.trim_matches(|c: char| !c.is_alphabetic());
    // What a word looks like depends on its case: «I» looks like «l», «i» does not.
    let looks = |text: &str| [text.to_lowercase(), text.to_uppercase()].map(|text| skeleton(&text));
    let (own, bare) = (looks(text), looks(bare));
    let begins = |word: &&str| {
        looks(word)
            .iter()
            .any(|look| own.iter().any(|own| own.starts_with(look)))
    };
    let is = |word: &&str| looks(word).iter().any(|look| bare.contains(look));
    RESERVED_PREFIXES.iter().any(begins) || RESERVED_NAMES.iter().any(is)
}

/// The name in normalization form KC with case folded, for comparison.
pub(crate) fn fold_case(name: &str) -> String {
    name.nfkc().collect::<String>().to_lowercase()
}

/// The form that names which look alike have in common, regardless of case.
pub(crate) fn skeleton(name: &str) -> String {
    let shown: String = unicode_security::skeleton(name).collect();
    // Folding case can lead to letters that look like others: «M» to «m», which looks like «rn».
    unicode_security::skeleton(&shown.to_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str) -> Result<String, String> {
        let parsed = AccountName::parse(name);
        parsed
            .map(|name| name.text)
            .map_err(|error| error.0.code.to_string())
    }

    #[test]
    fn names_are_normalized() {
        assert_eq!(check("Ｈａｂｕ"), Ok("Habu".into()));
        assert_eq!(check("ﾊﾌﾞ"), Ok("ハブ".into()));
        assert_eq!(check("O\u{304}yama"), Ok("Ōyama".into()));
        assert_eq!(fold_case("ＨＡＢＵ"), "habu");
    }

    #[test]
    fn one_script_or_japanese_with_latin() {
        for good in [
            "Ōyama",
            "Müller",
            "Иван",
            "Νίκος",
            "羽生善治",
            "ハブ名人",
            "羽生yoshiharu",
            "ふじい-8冠",
            "김철수",
            "王小明",
            "שלום",
            "Éva.2",
            "佐々木ー",
        ] {
            assert_eq!(check(good), Ok(good.into()), "{good}");
        }
        // Cyrillic and Greek letters among Latin ones, Cherokee, mathematical letters.
        for bad in ["Hаbu", "Ηabu", "pаypal", "Ꮋabu", "Иvan", "羽生Иван", "가Ωb"] {
            assert_eq!(check(bad), Err("bad-name".into()), "{bad}");
        }
    }

    #[test]
    fn invisible_letters_are_rejected() {
        for invisible in [
            '\u{200b}',
            '\u{200d}',
            '\u{ad}',
            '\u{3164}',
            '\u{ffa0}',
            '\u{115f}',
            '\u{2060}',
            '\u{feff}',
            '\u{202e}',
            '\u{180e}',
            '\u{e0061}',
            '\u{fe0f}',
            '\u{34f}',
        ] {
            let name = format!("Ha{invisible}bu");
            assert_eq!(check(&name), Err("bad-name".into()), "{name:?}");
        }
    }

    #[test]
    fn names_that_look_alike_have_one_skeleton() {
        for (one, other) in [
            ("Habu", "hаbu"),
            ("Ivan", "lvan"),
            ("Player1", "Playerl"),
            ("Olive", "0live"),
            ("Mary", "rnary"),
            ("カトウ", "力トウ"),
            ("ニ一", "二ー"),
        ] {
            assert_eq!(skeleton(one), skeleton(other), "{one} {other}");
        }
        for (one, other) in [("Habu", "Habo"), ("羽生", "羽入"), ("Ann", "Anna")] {
            assert_ne!(skeleton(one), skeleton(other), "{one} {other}");
        }
    }

    #[test]
    fn reserved_words_are_rejected_in_disguise_too() {
        for name in [
            "admin",
            "Administrator",
            "Adrnin",
            "ADMlN",
            "ＡＤＭＩＮ",
            "System",
            "system-1",
            "Komadai20",
            "arbiter.2",
            "管理者",
            "運営チーム",
            "審判",
            "ゲスト1",
            "Staff",
            "root_",
        ] {
            assert_eq!(check(name), Err("name-reserved".into()), "{name}");
        }
        for name in ["Stafford", "Rooth", "Systema", "Judith"] {
            assert_eq!(check(name), Ok(name.into()), "{name}");
        }
    }
}
