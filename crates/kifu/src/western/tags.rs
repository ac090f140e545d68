//! Tags: headers, the variant and the start position.

use super::text::TagStyle;
use crate::handicap::Handicap;
use crate::record::{Record, Start};
use komadai_core::{Color, Setup, Variant};

/// Keys that mean the same in tags and in KIF.
const KEYS: [(&str, &str); 6] = [
    ("Sente", "先手"),
    ("Gote", "後手"),
    ("Shitate", "下手"),
    ("Uwate", "上手"),
    ("Event", "棋戦"),
    ("Site", "場所"),
];

/// XBoard calls the side that moves first White.
const XBOARD_PLAYERS: [(&str, &str); 2] = [("White", "先手"), ("Black", "後手")];

/// The tags of a text.
#[derive(Debug, Default)]
pub(super) struct Tags {
    /// Headers in order, with the keys of the text.
    headers: Vec<(String, String)>,
    start: Option<Start>,
    variant: Option<Variant>,
    pub(super) result: Option<String>,
    /// Whether XBoard's tag for the variant is there.
    xboard: bool,
}

/// An unreadable tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Strange;

impl Tags {
    /// Reads a tag.
    pub(super) fn add(&mut self, key: &str, value: &str) -> Result<(), Strange> {
        match (key, value) {
            ("Variant", "shogi" | "Shogi") => {
                self.xboard = true;
                self.variant = Some(Variant::Shogi);
            }
            ("Variant", "seireigi" | "Seireigi") => {
                self.xboard = true;
                self.variant = Some(Variant::Seireigi);
            }
            ("SetUp", _) => {}
            ("Result", _) => self.result = Some(value.to_owned()),
            ("SFEN", _) => {
                let setup = Setup::parse_tolerant(value).map_err(|_| Strange)?;
                self.start = Some(Start::from(setup));
            }
            ("FEN", _) => self.start = Some(Start::from(read_fen(value).ok_or(Strange)?)),
            ("Handicap", _) => {
                let handicap: Handicap = value.parse().map_err(|_| {
                    self.headers.push((key.to_owned(), value.to_owned()));
                    Strange
                })?;
                self.start.get_or_insert(Start::Handicap(handicap));
            }
            _ => self.headers.push((key.to_owned(), value.to_owned())),
        }
        Ok(())
    }

    /// The record that the tags describe.
    pub(super) fn finish(self, variant: Variant) -> Record {
        let mut record = Record::new(self.variant.unwrap_or(variant), Handicap::Even);
        if let Some(start) = self.start {
            record.start = start;
        }
        let (black, white) = match self.xboard {
            true => ("White", "Black"),
            false => ("Black", "White"),
        };
        let players = [
            (black, record.player_key(Color::Black)),
            (white, record.player_key(Color::White)),
        ];
        for (key, value) in self.headers {
            let known = KEYS.iter().chain(&players).find(|(tag, _)| *tag == key);
            let key = known.map_or(key.as_str(), |(_, kif)| kif);
            record.headers.push(key, value);
        }
        record
    }
}

/// The tag of a header, if the style has a place for it.
pub(super) fn header_tag(key: &str, style: TagStyle) -> Option<&str> {
    let known = match style {
        TagStyle::Western => KEYS.iter().find(|(_, kif)| *kif == key),
        TagStyle::XBoard => {
            let players = match key {
                "下手" => "先手",
                "上手" => "後手",
                key => key,
            };
            let players = XBOARD_PLAYERS.iter().find(|(_, kif)| *kif == players);
            players.or_else(|| KEYS[4..].iter().find(|(_, kif)| *kif == key))
        }
    };
    if let Some((tag, _)) = known {
        return Some(tag);
    }
    const OURS: [&str; 6] = ["Variant", "SetUp", "Result", "SFEN", "FEN", "Handicap"];
    let taken = OURS.contains(&key) || KEYS.iter().any(|(tag, _)| *tag == key);
    let plain = match style {
        TagStyle::Western => !key.contains(|c: char| c.is_whitespace() || "\"[]".contains(c)),
        TagStyle::XBoard => key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'),
    };
    let player = matches!(key, "White" | "Black");
    (plain && !taken && !player && !key.is_empty()).then_some(key)
}

/// Reads XBoard's FEN: the board as in SFEN, hands in brackets, `w` for the side that SFEN calls `b`.
fn read_fen(fen: &str) -> Option<Setup> {
    let mut fields = fen.split_whitespace();
    let placement = fields.next()?;
    let turn = match fields.next()? {
        "w" => "b",
        "b" => "w",
        _ => return None,
    };
    let (board, hands) = placement.split_once('[').unwrap_or((placement, ""));
    let hands = hands.trim_end_matches(']').trim_matches('-');
    let hands = if hands.is_empty() { "-" } else { hands };
    Setup::parse_tolerant(&format!("{board} {turn} {hands} 1")).ok()
}

/// Writes XBoard's FEN, which has one letter for each piece in hand.
pub(super) fn write_fen(sfen: &str) -> String {
    let mut fields = sfen.split(' ');
    let board = fields.next().unwrap_or_default();
    let turn = if fields.next() == Some("w") { 'b' } else { 'w' };
    let mut hands = String::new();
    let mut count = 0usize;
    for c in fields.next().unwrap_or_default().chars() {
        match c.to_digit(10) {
            Some(digit) => count = count * 10 + digit as usize,
            None => {
                hands.extend(std::iter::repeat_n(c, count.clamp(1, 99)));
                count = 0;
            }
        }
    }
    format!("{board}[{hands}] {turn} 0 1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xboards_fen_survives() {
        for sfen in [
            "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
            "4k4/9/4+P4/9/9/9/9/9/4K4 b RB2P2g10p 1",
        ] {
            let setup = read_fen(&write_fen(sfen)).unwrap();
            assert_eq!(setup.to_string(), sfen);
        }
        assert_eq!(
            write_fen("4k4/9/9/9/9/9/9/9/4K4 b 2Pg 1"),
            "4k4/9/9/9/9/9/9/9/4K4[PPg] w 0 1"
        );
    }
}
