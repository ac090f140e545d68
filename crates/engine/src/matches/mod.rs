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
//! side of an opening is worth cancels out. Legality, mate, repetition, impasse and time are judged by the
//! laws of `komadai_game`; one small module asks them.

mod clock;
mod config;
mod game;
mod judge;
mod opening;
mod record;
mod ruling;
mod run;
mod schedule;
mod sprt;
mod standings;
mod tally;

pub use clock::{Pace, parse_clock};
pub use config::{Contestant, IfMissing, MatchConfig, OptionWish, Pairings, ParseContestantError};
pub use game::{Played, PlayedMove, SideStats};
pub use judge::{Declaring, GameRules};
pub use opening::{Opening, OpeningError, OpeningFault, parse_openings};
pub use record::{SavedRecord, save_record, to_record};
pub use ruling::{Reason, Ruling};
pub use run::{GameReport, MatchError, MatchResult, Observer, run};
pub use sprt::{Decision, Sprt, SprtState};
pub use standings::{PairStanding, Standings};
pub use tally::{Elo, Model, Points, Tally};
