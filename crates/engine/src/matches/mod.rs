//! Engine matches: USI engines play each other, under the rules, until enough is known.
//!
//! ```no_run
//! use komadai_engine::matches::{Contestant, MatchConfig, Pace, run};
//! let players = ["a=./a usi", "b=./b usi"].map(|text| text.parse::<Contestant>());
//! let players = players.into_iter().collect::<Result<Vec<_>, _>>()?;
//! let mut config = MatchConfig::new(players, Pace::Nodes(10_000));
//! config.games = 100;
//! let result = run(&config, &mut ())?;
//! println!("{}", result.standings.total(0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Each opening is played twice with colours changed, and the two games count as a pair: what one
//! side of an opening is worth cancels out. Legality, mate, repetition and impasse are judged by
//! one small module; the rest of the code asks it.

mod clock;
mod config;
mod game;
mod judge;
mod opening;
mod record;
mod run;
mod schedule;
mod sprt;
mod standings;
mod tally;

pub use clock::{ClockRules, Pace, ParseClockError};
pub use config::{Contestant, IfMissing, MatchConfig, OptionWish, Pairings, ParseContestantError};
pub use game::{Played, PlayedMove, SideStats};
pub use judge::{Declaring, GameRules, Reason, Ruling};
pub use opening::{Opening, OpeningError, OpeningFault, parse_openings};
pub use record::{SavedRecord, save_record, to_record};
pub use run::{GameReport, MatchError, MatchResult, Observer, run};
pub use sprt::{Decision, Sprt, SprtState};
pub use standings::{PairStanding, Standings};
pub use tally::{Elo, Model, Points, Tally};
