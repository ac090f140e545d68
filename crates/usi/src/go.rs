//! `go`: the parameters and limits of a search.

use crate::text::{OneLine, write_each, write_key};
use crate::words::{LineWords, UsiWords};
use komadai_core::{ByColor, Color, LineError, LineErrorKind, Move};
use std::fmt;
use std::time::Duration;

/// The clock values that are given. Times are sent as whole milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct GoClock {
    /// Main time left to each side (`btime`, `wtime`), without the increment of the next move.
    pub time: ByColor<Option<Duration>>,
    /// Time added to each side's clock for a move (`binc`, `winc`).
    pub increment: ByColor<Option<Duration>>,
    /// Time for each move once the main time is gone (`byoyomi`).
    pub byoyomi: Option<Duration>,
}

impl GoClock {
    /// The time that a side may use for its next move: main time, increment and byoyomi.
    pub fn budget(&self, color: Color) -> Duration {
        let parts = [self.time[color], self.increment[color], self.byoyomi];
        parts
            .into_iter()
            .flatten()
            .fold(Duration::ZERO, Duration::saturating_add)
    }

    /// Returns whether no clock value is given.
    pub fn is_empty(&self) -> bool {
        *self == GoClock::default()
    }

    /// Reads the value of a key, if it is one of the clock's.
    pub(crate) fn read(&mut self, key: &str, words: &mut LineWords<'_>) -> Result<bool, LineError> {
        let field = match key {
            "btime" => &mut self.time[Color::Black],
            "wtime" => &mut self.time[Color::White],
            "binc" => &mut self.increment[Color::Black],
            "winc" => &mut self.increment[Color::White],
            "byoyomi" => &mut self.byoyomi,
            _ => return Ok(false),
        };
        *field = Some(words.millis("milliseconds")?);
        Ok(true)
    }
}

impl fmt::Display for GoClock {
    /// Writes a blank before each key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [black, white] = self.time.0;
        let [black_increment, white_increment] = self.increment.0;
        write_key(f, "btime", black.map(millis))?;
        write_key(f, "wtime", white.map(millis))?;
        write_key(f, "byoyomi", self.byoyomi.map(millis))?;
        write_key(f, "binc", black_increment.map(millis))?;
        write_key(f, "winc", white_increment.map(millis))
    }
}

pub(crate) fn millis(time: Duration) -> u128 {
    time.as_millis()
}

/// How long a search for mate may take.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MateTime {
    /// Until `stop`.
    Infinite,
    /// At most this long.
    Time(Duration),
}

/// The parameters of a search. All that are set apply; the default is a bare `go`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Go {
    /// The last move of the position is only expected: think until `ponderhit` or `stop`.
    pub ponder: bool,
    /// Think until `stop`.
    pub infinite: bool,
    /// The clocks.
    pub clock: GoClock,
    /// Time for this move alone.
    pub move_time: Option<Duration>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Number of positions.
    pub nodes: Option<u64>,
    /// Search for mate; the answer is `checkmate …`.
    pub mate: Option<MateTime>,
    /// Moves until the next time control, of UCI.
    pub moves_to_go: Option<u32>,
    /// YaneuraOu's randomised time.
    pub random_time: Option<Duration>,
    /// Run perft, which some engines support.
    pub perft: Option<u32>,
    /// Search only these moves; all if there are none.
    pub search_moves: Vec<Move>,
    /// Unknown words, in order.
    pub other: Vec<String>,
}

impl Go {
    pub(crate) fn read(words: &mut LineWords<'_>) -> Result<Go, LineError> {
        let mut go = Go::default();
        while let Some(word) = words.next() {
            if go.clock.read(word.text, words)? {
                continue;
            }
            match word.text {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "movetime" => go.move_time = Some(words.millis("milliseconds")?),
                "depth" => go.depth = Some(words.number32("a depth")?),
                "nodes" => go.nodes = Some(words.number("a number of positions")?),
                "mate" => go.mate = Some(read_mate(words)?),
                "movestogo" => go.moves_to_go = Some(words.number32("a number of moves")?),
                "rtime" => go.random_time = Some(words.millis("milliseconds")?),
                "perft" => go.perft = Some(words.number32("a depth")?),
                "searchmoves" => go.search_moves.extend(words.moves()),
                _ => go.other.push(word.text.to_owned()),
            }
        }
        Ok(go)
    }
}

/// Reads what follows `mate`; nothing means without limit.
fn read_mate(words: &mut LineWords<'_>) -> Result<MateTime, LineError> {
    let Some(word) = words.peek() else {
        return Ok(MateTime::Infinite);
    };
    if words.eat("infinite") {
        return Ok(MateTime::Infinite);
    }
    let time = words.millis("infinite or milliseconds").map_err(|_| {
        let expected = LineErrorKind::Expected("infinite or milliseconds");
        words.error(word, expected)
    })?;
    Ok(MateTime::Time(time))
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        // Unknown words come first, so that no key takes them for its value.
        write_each(f, self.other.iter().map(|word| OneLine(word)))?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        write!(f, "{}", self.clock)?;
        write_key(f, "movestogo", self.moves_to_go)?;
        write_key(f, "movetime", self.move_time.map(millis))?;
        write_key(f, "rtime", self.random_time.map(millis))?;
        write_key(f, "depth", self.depth)?;
        write_key(f, "nodes", self.nodes)?;
        write_key(f, "perft", self.perft)?;
        match self.mate {
            None => {}
            Some(MateTime::Infinite) => f.write_str(" mate infinite")?,
            Some(MateTime::Time(time)) => write!(f, " mate {}", millis(time))?,
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        if !self.search_moves.is_empty() {
            f.write_str(" searchmoves")?;
            write_each(f, &self.search_moves)?;
        }
        Ok(())
    }
}
