//! The names of the computer's levels.

use super::Language;

/// From the weakest piece to the king; beyond the dragon come pieces of larger shogi games.
const NAMES: [(&str, &str); 20] = [
    ("Pawn", "歩兵"),
    ("Lance", "香車"),
    ("Knight", "桂馬"),
    ("Silver", "銀将"),
    ("Gold", "金将"),
    ("Tokin", "と金"),
    ("Bishop", "角行"),
    ("Rook", "飛車"),
    ("Horse", "竜馬"),
    ("Dragon", "竜王"),
    ("Leopard", "猛豹"),
    ("Tiger", "盲虎"),
    ("Elephant", "酔象"),
    ("Kirin", "麒麟"),
    ("Phoenix", "鳳凰"),
    ("Falcon", "角鷹"),
    ("Eagle", "飛鷲"),
    ("Free King", "奔王"),
    ("Lion", "獅子"),
    ("King", "玉将"),
];

/// The name of a level of the computer, counted from 1. `None` if there is no such level.
///
/// ```
/// use komadai_game::narrate::{self, Language};
/// assert_eq!(narrate::level(Language::English, 1), Some("Pawn"));
/// assert_eq!(narrate::level(Language::Japanese, 20), Some("玉将"));
/// assert_eq!(narrate::level(Language::English, 21), None);
/// ```
pub fn level(language: Language, number: u32) -> Option<&'static str> {
    let index = usize::try_from(number.checked_sub(1)?).ok()?;
    let (english, japanese) = NAMES.get(index)?;
    Some(match language {
        Language::English => english,
        Language::Japanese => japanese,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_level_has_a_name_of_its_own() {
        for language in Language::ALL {
            let names: BTreeSet<&str> = (1..=20).filter_map(|n| level(language, n)).collect();
            assert_eq!(names.len(), 20);
            assert_eq!(level(language, 0), None);
        }
    }
}
