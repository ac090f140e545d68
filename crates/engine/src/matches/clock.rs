//! How long engines may think in a match, and how they are told.

use komadai_core::{ByColor, Color};
use komadai_game::clock::ParseClockError;
use komadai_game::{ClockSpec, Extra, Game, Millis, TimeControl};
use komadai_usi::Clock;
use komadai_usi::process::{Limit, Thought};
use std::time::Duration;

/// How far engines search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// Wall time a move.
    MoveTime(Duration),
    /// CPU time a move, fair on a busy machine.
    CpuTime(Duration),
    /// Positions a move.
    Nodes(u64),
    /// Depth in plies.
    Depth(u32),
    /// A clock.
    Clock(ClockSpec),
}

/// Reads a clock as games have it; engines are quick, so that milliseconds (`100ms+10ms/move`) are
/// understood, too.
///
/// # Errors
/// What is wrong with the text.
pub fn parse_clock(text: &str) -> Result<ClockSpec, ParseClockError> {
    text.parse().or_else(|error| {
        let seconds = in_seconds(text).ok_or(error)?;
        seconds.parse()
    })
}

/// The text with every `20ms` as `0.020s`; nothing if there is none.
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

impl Pace {
    /// The clock of the game. A time for each move is a byoyomi without main time.
    pub(super) fn clock(self) -> Option<ClockSpec> {
        match self {
            Pace::MoveTime(time) | Pace::CpuTime(time) => {
                let period = Millis::new(time.as_millis() as u64);
                Some(ClockSpec::equal(TimeControl::byoyomi(Millis::ZERO, period)))
            }
            Pace::Clock(ClockSpec(controls)) => {
                Some(ClockSpec(ByColor(controls.0.map(with_first_increment))))
            }
            Pace::Nodes(_) | Pace::Depth(_) => None,
        }
    }

    /// What a thought takes from the clock.
    pub(super) fn spent(self, thought: &Thought) -> Duration {
        match self {
            Pace::CpuTime(_) => thought.cpu.unwrap_or(thought.wall),
            _ => thought.wall,
        }
    }

    /// What the side to move is told.
    pub(super) fn limit(self, game: &Game, at: Millis) -> Limit {
        match self {
            Pace::MoveTime(time) => Limit::MoveTime(time),
            Pace::CpuTime(time) => Limit::CpuTime(time),
            Pace::Nodes(nodes) => Limit::Nodes(nodes),
            Pace::Depth(depth) => Limit::Depth(depth),
            Pace::Clock(spec) => Limit::Clock(told(spec, game, at), game.turn()),
        }
    }
}

/// USI adds the increment before a move, the laws after it: so the first move has one, too.
fn with_first_increment(control: TimeControl) -> TimeControl {
    match control.extra {
        Extra::Increment(increment) => TimeControl {
            main: control.main.plus(increment),
            ..control
        },
        Extra::None | Extra::Byoyomi { .. } => control,
    }
}

/// The clocks of a game in the words of USI, which knows one byoyomi, the mover's here, of one period:
/// further periods are told as main time.
fn told(ClockSpec(controls): ClockSpec, game: &Game, at: Millis) -> Clock {
    let mut clock = Clock::default();
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
        // Interfaces send byoyomi even if it is zero; but never together with an increment.
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
        let pace = Pace::Clock(parse_clock("1s+100ms/move").unwrap());
        let ClockSpec(controls) = pace.clock().unwrap();
        assert_eq!(controls[Color::White].main, Millis::new(1100));
        assert_eq!(Pace::Nodes(5).clock(), None);
    }
}
