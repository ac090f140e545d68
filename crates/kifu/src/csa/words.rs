//! Words for endings and keys of headers.

use crate::record::{Ending, Header, Termination};
use komadai_core::Color;

/// The ending that a word without its `%` stands for; `turn` is the side to move.
pub(crate) fn ending(word: &str, turn: Color) -> Option<Ending> {
    let foul_by = |color: Color| {
        Some(Ending {
            termination: Termination::IllegalMove,
            winner: Some(!color),
        })
    };
    let termination = match word {
        "TORYO" => Termination::Resignation,
        "CHUDAN" => Termination::Interruption,
        "SENNICHITE" => Termination::Repetition,
        "TIME_UP" => Termination::TimeUp,
        "ILLEGAL_MOVE" => Termination::IllegalMove,
        "+ILLEGAL_ACTION" => return foul_by(Color::Black),
        "-ILLEGAL_ACTION" => return foul_by(Color::White),
        "ILLEGAL_ACTION" => return foul_by(!turn),
        "JISHOGI" => Termination::Impasse,
        "KACHI" => Termination::Declaration,
        "HIKIWAKE" => Termination::Draw,
        "MATTA" => Termination::TakeBack,
        "TSUMI" => Termination::Checkmate,
        "FUZUMI" => Termination::NoMate,
        "ERROR" => Termination::Error,
        "MAX_MOVES" => Termination::MaxMoves,
        _ => return None,
    };
    Some(Ending::usual(termination, turn))
}

/// Returns whether a line begins with `%` and the word for an ending.
pub(crate) fn is_ending(line: &str) -> bool {
    let word = line
        .strip_prefix('%')
        .and_then(|rest| rest.split(',').next());
    word.is_some_and(|word| ending(word.trim(), Color::Black).is_some())
}

/// The word for an ending, without `%`. An ending without a word becomes an interruption.
pub(super) fn ending_word(ending: &Ending, turn: Color) -> &str {
    match &ending.termination {
        Termination::IllegalMove if ending.winner == Some(turn) => match turn {
            Color::Black => "-ILLEGAL_ACTION",
            Color::White => "+ILLEGAL_ACTION",
        },
        Termination::NoMate => "FUZUMI",
        Termination::Other(word) if is_word(word) => word,
        Termination::Default
        | Termination::Try
        | Termination::SealedMove
        | Termination::Other(_) => "CHUDAN",
        termination => termination.word(),
    }
}

/// Returns whether a word that we do not know can follow `%`.
fn is_word(word: &str) -> bool {
    let plain = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b"_+-".contains(&b);
    !word.is_empty() && word.bytes().all(plain)
}

/// Keys that mean the same in CSA and KIF.
const KEYS: [(&str, &str); 6] = [
    ("$EVENT", "棋戦"),
    ("$SITE", "場所"),
    ("$START_TIME", "開始日時"),
    ("$END_TIME", "終了日時"),
    ("$TIME_LIMIT", "持ち時間"),
    ("$OPENING", "戦型"),
];

/// Keys of version 3.
pub(super) const VERSION_3_KEYS: [&str; 6] = [
    "$TIME",
    "$TIME+",
    "$TIME-",
    "$MAX_MOVES",
    "$JISHOGI",
    "$NOTE",
];

/// Returns whether a line is a header with a key of the format.
pub(crate) fn is_known_header(line: &str) -> bool {
    let key = line.split_once(':').map(|(key, _)| key);
    key.is_some_and(|key| {
        VERSION_3_KEYS.contains(&key) || KEYS.iter().any(|(known, _)| *known == key)
    })
}

/// The values that `$OPENING` has without a `*`.
const OPENINGS: [&str; 11] = [
    "YAGURA",
    "AIGAKARI",
    "AIYAGURA",
    "KAKUGAWARI",
    "HINERIBISHA",
    "YOKOFUDORI",
    "7FUDORI",
    "NAKABISHA",
    "SIKENBISHA",
    "SANGENBISHA",
    "MUKAIBISHA",
];

/// Converts a key with its `$` and a value to a header. If the key does not allow the value, the key is not
/// translated, so that the header is written again under the same key.
pub(super) fn header(key: &str, value: &str) -> Header {
    let known = KEYS.iter().find(|(ours, _)| *ours == key);
    let (key, value) = match (known, value.strip_prefix('*')) {
        (Some((_, kif)), Some(text)) if *kif == "戦型" && !OPENINGS.contains(&text) => {
            (*kif, text)
        }
        (Some((_, kif)), _) if written_value(kif, value).as_deref() == Some(value) => (*kif, value),
        _ => (key, value),
    };
    Header {
        key: key.to_owned(),
        value: value.to_owned(),
    }
}

/// The line of a header, or `None` if CSA has no place for it.
pub(super) fn header_line(header: &Header) -> Option<String> {
    let Header { key, value } = header;
    if value.contains(['\n', '\r']) || value.trim() != value {
        return None;
    }
    match key.as_str() {
        "先手" | "下手" => return Some(format!("N+{value}")),
        "後手" | "上手" => return Some(format!("N-{value}")),
        _ => {}
    }
    if key.len() > 1 && key.starts_with('$') && !key.contains([':', '\n', '\r']) {
        return Some(format!("{key}:{value}"));
    }
    let (ours, kif) = KEYS.iter().find(|(_, kif)| kif == key)?;
    Some(format!("{ours}:{}", written_value(kif, value)?))
}

/// The value as CSA writes it, if the key allows it.
fn written_value(key: &str, value: &str) -> Option<String> {
    let allowed = match key {
        "開始日時" | "終了日時" => is_date(value),
        "持ち時間" => fits(value, "00:00+00"),
        "戦型" if OPENINGS.contains(&value) => true,
        "戦型" => return (!value.starts_with('*')).then(|| format!("*{value}")),
        _ => true,
    };
    allowed.then(|| value.to_owned())
}

fn is_date(value: &str) -> bool {
    fits(value, "0000/00/00") || fits(value, "0000/00/00 00:00:00")
}

/// Returns whether a text matches a pattern in which `0` is any digit.
fn fits(text: &str, pattern: &str) -> bool {
    let same = |(a, b): (u8, u8)| a == b || (b == b'0' && a.is_ascii_digit());
    text.len() == pattern.len() && text.bytes().zip(pattern.bytes()).all(same)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_that_csa_has_survives_its_word() {
        for termination in Termination::NAMED {
            for turn in Color::ALL {
                let written = Ending::usual(termination.clone(), turn);
                let read = ending(ending_word(&written, turn), turn);
                match termination {
                    Termination::Default | Termination::Try | Termination::SealedMove => {
                        assert_eq!(read.map(|e| e.termination), Some(Termination::Interruption));
                    }
                    _ => assert_eq!(read, Some(written)),
                }
            }
        }
        let foul = ending("+ILLEGAL_ACTION", Color::White).unwrap();
        assert_eq!(foul.winner, Some(Color::White));
        assert_eq!(ending_word(&foul, Color::White), "+ILLEGAL_ACTION");
        assert_eq!(ending_word(&foul, Color::Black), "ILLEGAL_MOVE");
    }

    #[test]
    fn headers_go_by_the_keys_of_kif_where_the_value_allows() {
        let check = |key, value, as_key: &str, as_value: &str| {
            let read = header(key, value);
            assert_eq!((read.key.as_str(), read.value.as_str()), (as_key, as_value));
            assert_eq!(header_line(&read), Some(format!("{key}:{value}")));
        };
        check("$EVENT", "名人戦", "棋戦", "名人戦");
        check(
            "$START_TIME",
            "2003/05/03 10:30:00",
            "開始日時",
            "2003/05/03 10:30:00",
        );
        check("$START_TIME", "10:30:00", "$START_TIME", "10:30:00");
        check("$TIME_LIMIT", "00:25+00", "持ち時間", "00:25+00");
        check("$TIME_LIMIT", "25分", "$TIME_LIMIT", "25分");
        check("$OPENING", "YAGURA", "戦型", "YAGURA");
        check("$OPENING", "*四間飛車", "戦型", "四間飛車");
        check("$OPENING", "四間飛車", "$OPENING", "四間飛車");
        check("$OPENING", "*YAGURA", "$OPENING", "*YAGURA");
        check("$X_FINAL", "1", "$X_FINAL", "1");
    }
}
