//! Engine matches: USI engines play each other under the rules, optionally until a test is decided.
//!
//! ```no_run
//! use komadai_engine::matches::{Contestant, MatchConfig, MatchPace, run};
//! let players = ["a=./a usi", "b=./b usi"].map(|text| text.parse::<Contestant>());
//! let players = players.into_iter().collect::<Result<Vec<_>, _>>()?;
//! let mut config = MatchConfig::new(players, MatchPace::Nodes(10_000));
//! config.games = 100;
//! let result = run(&config, &mut ())?;
//! println!("{}", result.standings.total(0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Each opening is played twice with reversed colors, and the two games count as a pair, so that the
//! advantage of one side cancels out. Legality, mate, repetition, impasse and time are judged by
//! `komadai_game`.

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

pub use clock::{MatchPace, parse_clock};
pub use config::{Contestant, IfMissing, MatchConfig, OptionWish, Pairings, ParseContestantError};
pub use game::{PlayedGame, PlayedMove, SideStats};
pub use judge::{Declaring, GameRules};
pub use opening::{MatchOpening, MatchOpeningError, OpeningFault, parse_openings};
pub use record::{SavedRecord, save_record, to_record};
pub use ruling::{MatchReason, MatchRuling};
pub use run::{GameReport, MatchError, MatchResult, Observer, run};
pub use sprt::{Sprt, SprtDecision, SprtState};
pub use standings::{PairStanding, Standings};
pub use tally::{Elo, MatchTally, Model, Points};
