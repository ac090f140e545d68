//! How long engines may think in a match.

use komadai_core::{ByColor, Color};
use komadai_usi::Clock;
use komadai_usi::process::{Limit, Thought};
use std::str::FromStr;
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
    Clock(ClockRules),
}

/// A clock, the same for both sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ClockRules {
    /// Main time.
    pub main: Duration,
    /// Time for each move once the main time is gone.
    pub byoyomi: Duration,
    /// Time added for each move.
    pub increment: Duration,
}

/// Why a text is not a clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "a clock is written like 15m+60s (byoyomi), 10m+5s/move (increment) or 8m; units: h, m, s, ms"
)]
pub struct ParseClockError;

impl FromStr for ClockRules {
    type Err = ParseClockError;

    fn from_str(text: &str) -> Result<ClockRules, ParseClockError> {
        let (main, more) = match text.split_once('+') {
            Some((main, more)) => (main, Some(more)),
            None => (text, None),
        };
        let mut rules = ClockRules {
            main: parse_time(main)?,
            ..ClockRules::default()
        };
        match more.map(|more| (more, more.strip_suffix("/move"))) {
            None => {}
            Some((_, Some(increment))) => rules.increment = parse_time(increment)?,
            Some((byoyomi, None)) => rules.byoyomi = parse_time(byoyomi)?,
        }
        match rules == ClockRules::default() {
            true => Err(ParseClockError),
            false => Ok(rules),
        }
    }
}

fn parse_time(text: &str) -> Result<Duration, ParseClockError> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    let millis = match unit {
        "h" => 3_600_000,
        "m" => 60_000,
        "s" => 1000,
        "ms" => 1,
        "" if number == "0" => 1,
        _ => return Err(ParseClockError),
    };
    let number: u64 = number.parse().map_err(|_| ParseClockError)?;
    number
        .checked_mul(millis)
        .map(Duration::from_millis)
        .ok_or(ParseClockError)
}

/// The time of a game that is being played.
#[derive(Clone, Debug)]
pub(super) struct Timing {
    pace: Pace,
    margin: Duration,
    left: ByColor<Duration>,
}

/// A side has used more than it had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TimeUp;

impl Timing {
    pub(super) fn new(pace: Pace, margin: Duration) -> Timing {
        let main = match pace {
            Pace::Clock(rules) => rules.main,
            _ => Duration::ZERO,
        };
        Timing {
            pace,
            margin,
            left: ByColor([main; 2]),
        }
    }

    /// What the side to move is told.
    pub(super) fn limit(&self, turn: Color) -> Limit {
        match self.pace {
            Pace::MoveTime(time) => Limit::MoveTime(time),
            Pace::CpuTime(time) => Limit::CpuTime(time),
            Pace::Nodes(nodes) => Limit::Nodes(nodes),
            Pace::Depth(depth) => Limit::Depth(depth),
            Pace::Clock(rules) => Limit::Clock(self.clock(rules), turn),
        }
    }

    fn clock(&self, rules: ClockRules) -> Clock {
        let some = |time: Duration| (!time.is_zero()).then_some(time);
        let increment = some(rules.increment);
        // Interfaces send byoyomi even if it is zero; but never together with an increment.
        let byoyomi = some(rules.byoyomi).or(increment.is_none().then_some(Duration::ZERO));
        Clock {
            time: ByColor(self.left.0.map(Some)),
            increment: ByColor([increment; 2]),
            byoyomi,
        }
    }

    /// Takes what a side has used from its clock.
    pub(super) fn spend(&mut self, turn: Color, thought: &Thought) -> Result<(), TimeUp> {
        let (used, budget) = match self.pace {
            Pace::Nodes(_) | Pace::Depth(_) => return Ok(()),
            Pace::MoveTime(time) => (thought.wall, time),
            Pace::CpuTime(time) => (thought.cpu.unwrap_or(thought.wall), time),
            Pace::Clock(rules) => {
                let left = self.left[turn] + rules.increment;
                self.left[turn] = left.saturating_sub(thought.wall);
                (thought.wall, left + rules.byoyomi)
            }
        };
        match used <= budget + self.margin {
            true => Ok(()),
            false => Err(TimeUp),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_usi::BestMove;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn thought(wall: u64) -> Thought {
        Thought {
            best: BestMove::Resign,
            wall: ms(wall),
            cpu: Some(ms(1)),
            info: None,
        }
    }

    #[test]
    fn clocks_are_written_as_in_the_commands() {
        let byoyomi = ClockRules {
            main: ms(900_000),
            byoyomi: ms(60_000),
            increment: ms(0),
        };
        assert_eq!("15m+60s".parse(), Ok(byoyomi));
        let increment = ClockRules {
            main: ms(1500),
            byoyomi: ms(0),
            increment: ms(20),
        };
        assert_eq!("1500ms+20ms/move".parse(), Ok(increment));
        assert_eq!(
            "1h".parse::<ClockRules>().map(|rules| rules.main),
            Ok(ms(3_600_000))
        );
        assert_eq!(
            "0+1s".parse::<ClockRules>().map(|rules| rules.byoyomi),
            Ok(ms(1000))
        );
        for wrong in [
            "",
            "0",
            "15",
            "m",
            "1m+",
            "1m+x/move",
            "99999999999999999999h",
            "9999999999999999h",
        ] {
            assert_eq!(wrong.parse::<ClockRules>(), Err(ParseClockError), "{wrong}");
        }
    }

    #[test]
    fn increments_are_added_and_may_be_saved() {
        let rules = "1000ms+100ms/move".parse().unwrap();
        let mut timing = Timing::new(Pace::Clock(rules), Duration::ZERO);
        assert_eq!(
            timing.limit(Color::Black).to_go().to_string(),
            "go btime 1000 wtime 1000 binc 100 winc 100"
        );
        assert_eq!(timing.spend(Color::Black, &thought(40)), Ok(()));
        assert_eq!(
            timing.limit(Color::White).to_go().to_string(),
            "go btime 1060 wtime 1000 binc 100 winc 100"
        );
        assert_eq!(timing.spend(Color::Black, &thought(1160)), Ok(()));
        assert_eq!(timing.spend(Color::Black, &thought(101)), Err(TimeUp));
    }

    #[test]
    fn byoyomi_begins_when_the_main_time_is_gone() {
        let rules = "1s+500ms".parse().unwrap();
        let mut timing = Timing::new(Pace::Clock(rules), ms(10));
        assert_eq!(timing.spend(Color::White, &thought(1400)), Ok(()));
        assert_eq!(
            timing.limit(Color::White).to_go().to_string(),
            "go btime 1000 wtime 0 byoyomi 500"
        );
        assert_eq!(timing.spend(Color::White, &thought(510)), Ok(()));
        assert_eq!(timing.spend(Color::White, &thought(511)), Err(TimeUp));
    }

    #[test]
    fn cpu_time_counts_where_it_is_the_limit() {
        let mut timing = Timing::new(Pace::CpuTime(ms(50)), ms(10));
        assert_eq!(timing.spend(Color::Black, &thought(5000)), Ok(()));
        let mut timing = Timing::new(Pace::MoveTime(ms(50)), ms(10));
        assert_eq!(timing.spend(Color::Black, &thought(61)), Err(TimeUp));
    }
}
