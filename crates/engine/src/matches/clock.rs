//! Time controls of a match, and how they are sent to engines.

use komadai_core::{ByColor, Color};
use komadai_game::clock::ParseClockError;
use komadai_game::{ClockSpec, Extra, Game, Millis, TimeControl};
use komadai_usi::GoClock;
use komadai_usi::process::{Limit, Thought};
use std::time::Duration;

/// The limit of each search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchPace {
    /// Wall time per move.
    MoveTime(Duration),
    /// CPU time per move, fair on a busy machine.
    CpuTime(Duration),
    /// Nodes per move.
    Nodes(u64),
    /// Depth in plies.
    Depth(u32),
    /// A clock.
    Clock(ClockSpec),
}

/// Parses a clock; in addition to the usual forms milliseconds (`100ms+10ms/move`) are accepted.
///
/// # Errors
/// Returns an error if the text is not valid.
pub fn parse_clock(text: &str) -> Result<ClockSpec, ParseClockError> {
    text.parse().or_else(|error| {
        let seconds = in_seconds(text).ok_or(error)?;
        seconds.parse()
    })
}

/// The text with every `20ms` as `0.020s`; `None` if there is none.
fn in_seconds(text: &str) -> Option<String> {
    let mut parts = text.split("ms").peekable();
    let mut seconds = String::new();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            seconds += part;
            break;
        }
        let digits = part.bytes().rev().take_while(u8::is_ascii_digit).count();
        let (before, number) = part.split_at(part.len() - digits);
        let millis: u64 = number.parse().ok()?;
        seconds += &format!("{before}{}.{:03}s", millis / 1000, millis % 1000);
    }
    text.contains("ms").then_some(seconds)
}

impl MatchPace {
    /// The clock of the game. A time for each move is a byoyomi without main time.
    pub(super) fn clock(self) -> Option<ClockSpec> {
        match self {
            MatchPace::MoveTime(time) | MatchPace::CpuTime(time) => {
                let period = Millis::new(time.as_millis() as u64);
                Some(ClockSpec::equal(TimeControl::byoyomi(Millis::ZERO, period)))
            }
            MatchPace::Clock(ClockSpec(controls)) => {
                Some(ClockSpec(ByColor(controls.0.map(with_first_increment))))
            }
            MatchPace::Nodes(_) | MatchPace::Depth(_) => None,
        }
    }

    /// The time that a search takes from the clock.
    pub(super) fn spent(self, thought: &Thought) -> Duration {
        match self {
            MatchPace::CpuTime(_) => thought.cpu.unwrap_or(thought.wall),
            _ => thought.wall,
        }
    }

    /// The limit for the side to move.
    pub(super) fn limit(self, game: &Game, at: Millis) -> Limit {
        match self {
            MatchPace::MoveTime(time) => Limit::MoveTime(time),
            MatchPace::CpuTime(time) => Limit::CpuTime(time),
            MatchPace::Nodes(nodes) => Limit::Nodes(nodes),
            MatchPace::Depth(depth) => Limit::Depth(depth),
            MatchPace::Clock(spec) => Limit::Clock(told(spec, game, at), game.turn()),
        }
    }
}

/// USI adds the increment before a move, the laws after it, so the first move gets one here too.
fn with_first_increment(control: TimeControl) -> TimeControl {
    match control.extra {
        Extra::Increment(increment) => TimeControl {
            main: control.main.plus(increment),
            ..control
        },
        Extra::None | Extra::Byoyomi { .. } => control,
    }
}

/// The clocks of a game in USI form, which has one byoyomi value (here the mover's) and one period:
/// further periods are sent as main time.
fn told(ClockSpec(controls): ClockSpec, game: &Game, at: Millis) -> GoClock {
    let mut clock = GoClock::default();
    let duration = |time: Millis| Duration::from_millis(time.get());
    for color in Color::ALL {
        let Some(face) = game.clock(color, at) else {
            continue;
        };
        let main = match controls[color].extra {
            Extra::None => face.main,
            Extra::Increment(increment) => {
                clock.increment[color] = Some(duration(increment));
                face.main.minus(increment)
            }
            Extra::Byoyomi { period, .. } => {
                let further = u64::from(face.periods.saturating_sub(1));
                face.main.plus(Millis::new(period.get() * further))
            }
        };
        clock.time[color] = Some(duration(main));
    }
    clock.byoyomi = match controls[game.turn()].extra {
        Extra::Byoyomi { period, .. } => Some(duration(period)),
        // Interfaces send byoyomi even if it is zero, but never together with an increment.
        Extra::None | Extra::Increment(_) => {
            let increments = Color::ALL
                .iter()
                .any(|&color| clock.increment[color].is_some());
            (!increments).then_some(Duration::ZERO)
        }
    };
    clock
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn milliseconds_are_read_beside_what_games_know() {
        for (text, same) in [
            ("1500ms+20ms/move", "1.5s+0.02s/move"),
            ("B:1m+500ms W:100ms", "B:1m+0.5s W:0.1s"),
            ("15m+60s", "15m+60s"),
            ("5m+3x30s", "5m+3x30s"),
        ] {
            assert_eq!(parse_clock(text), same.parse(), "{text}");
            assert!(parse_clock(text).is_ok(), "{text}");
        }
        for wrong in ["", "ms", "1m+ms", "soon", "99999999999999999999ms", "1msx"] {
            assert!(parse_clock(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_first_increment_is_on_the_clock() {
        let pace = MatchPace::Clock(parse_clock("1s+100ms/move").unwrap());
        let ClockSpec(controls) = pace.clock().unwrap();
        assert_eq!(controls[Color::White].main, Millis::new(1100));
        assert_eq!(MatchPace::Nodes(5).clock(), None);
    }
}
