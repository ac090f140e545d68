//! `info`: progress reports of an engine.

use crate::go::millis;
use crate::score::{Bound, UsiScore};
use crate::text::{OneLine, write_each, write_key};
use crate::words::{LineWords, UsiWords};
use komadai_core::{LineError, Move};
use std::fmt;
use std::time::Duration;

/// A progress report of an engine. All fields are optional.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Info {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Depth of the deepest line in plies.
    pub seldepth: Option<u32>,
    /// Time since the start of the search.
    pub time: Option<Duration>,
    /// Positions searched.
    pub nodes: Option<u64>,
    /// Positions per second.
    pub nps: Option<u64>,
    /// Usage of the hash table, in per mille.
    pub hashfull: Option<u32>,
    /// Processor load, in per mille.
    pub cpuload: Option<u32>,
    /// The move being searched.
    pub currmove: Option<Move>,
    /// Its number, from 1.
    pub currmovenumber: Option<u32>,
    /// The rank of this line, 1 for the best.
    pub multipv: Option<u32>,
    /// The score and whether it is exact or a bound.
    pub score: Option<(UsiScore, Bound)>,
    /// Unknown words, in order.
    pub other: Vec<String>,
    /// The best line.
    pub pv: Vec<Move>,
    /// What follows the best line: YaneuraOu's `rep_draw`, `win`, and the like.
    pub pv_end: Vec<String>,
    /// Free text.
    pub string: Option<String>,
}

/// The keywords that end the text after a best line.
const KEYS: [&str; 13] = [
    "depth",
    "seldepth",
    "time",
    "nodes",
    "nps",
    "hashfull",
    "cpuload",
    "currmove",
    "currmovenumber",
    "multipv",
    "score",
    "pv",
    "string",
];

impl Info {
    /// A line of free text.
    pub fn text(text: impl Into<String>) -> Info {
        Info {
            string: Some(text.into()),
            ..Info::default()
        }
    }

    pub(crate) fn read(words: &mut LineWords<'_>) -> Result<Info, LineError> {
        let mut info = Info::default();
        while let Some(word) = words.next() {
            match word.text {
                "depth" => info.depth = Some(words.number32("a depth")?),
                "seldepth" => info.seldepth = Some(words.number32("a depth")?),
                "time" => info.time = Some(words.millis("milliseconds")?),
                "nodes" => info.nodes = Some(words.number("a number of positions")?),
                "nps" => info.nps = Some(words.number("positions a second")?),
                "hashfull" => info.hashfull = Some(words.number32("thousandths")?),
                "cpuload" => info.cpuload = Some(words.number32("thousandths")?),
                "currmove" => info.currmove = Some(words.mv()?),
                "currmovenumber" => info.currmovenumber = Some(words.number32("a number")?),
                "multipv" => info.multipv = Some(words.number32("a number")?),
                "score" => info.score = Some(UsiScore::read(words)?),
                "pv" => info.read_pv(words),
                "string" => info.string = Some(words.text()),
                _ => info.other.push(word.text.to_owned()),
            }
        }
        Ok(info)
    }

    fn read_pv(&mut self, words: &mut LineWords<'_>) {
        self.pv = words.moves();
        self.pv_end.clear();
        while let Some(word) = words.peek() {
            if KEYS.contains(&word.text) {
                break;
            }
            self.pv_end.push(word.text.to_owned());
            words.next();
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        // Unknown words come first, so that no key takes them for its value.
        write_each(f, self.other.iter().map(|word| OneLine(word)))?;
        write_key(f, "depth", self.depth)?;
        write_key(f, "seldepth", self.seldepth)?;
        write_key(f, "time", self.time.map(millis))?;
        write_key(f, "nodes", self.nodes)?;
        write_key(f, "nps", self.nps)?;
        write_key(f, "hashfull", self.hashfull)?;
        write_key(f, "cpuload", self.cpuload)?;
        write_key(f, "currmove", self.currmove)?;
        write_key(f, "currmovenumber", self.currmovenumber)?;
        write_key(f, "multipv", self.multipv)?;
        if let Some((score, bound)) = self.score {
            write!(f, " score {score}{bound}")?;
        }
        if !self.pv.is_empty() || !self.pv_end.is_empty() {
            f.write_str(" pv")?;
            write_each(f, &self.pv)?;
            write_each(f, self.pv_end.iter().map(|word| OneLine(word)))?;
        }
        write_key(f, "string", self.string.as_deref().map(OneLine))
    }
}
