//! One game of shogi or Seireigi as it is really played, from the piece toss to the result.
//!
//! A game is a list of events. [`decide`] turns a command at a given time into events or a refusal, and
//! [`apply`] applies an event. Replaying the events gives the same game, clocks and result.
//!
//! ```
//! use komadai_game::{Act, Actor, Command, Game, Millis, Opening, Preset, apply, decide};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut opening = Opening::new(Preset::Fesa);
//! opening.clock = Some("30m+30s".parse()?);
//! let mut game = Game::new(opening)?;
//! let acts = [
//!     (0, Actor::WHITE, Act::Start),
//!     (5_000, Actor::BLACK, Act::play("7g7f".parse()?)),
//!     (9_000, Actor::WHITE, Act::Resign),
//! ];
//! for (at, actor, act) in acts {
//!     for event in decide(&game, Command::new(actor, act), Millis::new(at))? {
//!         game = apply(game, &event);
//!     }
//! }
//! let outcome = game.outcome().expect("White resigned");
//! assert_eq!(outcome.verdict.to_string(), "Black wins");
//! # Ok(())
//! # }
//! ```
//!
//! By the FESA Laws, which the preset [`Fesa`](Preset::Fesa) follows, illegal moves, fallen flags and
//! repetitions stand until they are claimed: the board can be in an illegal position, and [`Game::may`]
//! lists what each actor may do, not what would succeed.
//!
//! This crate knows no sockets, databases or wall clock: time and every toss are arguments. Its types are
//! not serializable; `komadai-wire` has the stored form.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod actor;
mod apply;
mod article;
mod breach;
pub mod clock;
mod command;
mod decide;
mod deed;
pub mod encounter;
mod event;
pub mod furigoma;
mod game;
mod grade;
pub mod judge;
pub mod narrate;
mod offence;
mod opening;
mod outcome;
mod rating_scale;
pub mod record;
mod refusal;
mod rules;
mod seen;
mod setup_order;
pub mod suggestion;
mod view;

pub use actor::Actor;
pub use apply::apply;
pub use article::Article;
pub use breach::Breach;
pub use clock::{ClockSpec, Extra, TimeControl};
pub use command::{Act, Claim, ClockSide, Command, Decision, Ground, Offer, Penalty, Ruling};
pub use decide::decide;
pub use deed::{Deed, Impossible};
pub use event::{EVENT_VERSION, Event, Fact, Moved, TakenBack};
pub use game::{Game, Phase, Suspension};
pub use grade::{Grade, ParseGradeError};
pub use komadai_kifu::record::Millis;
pub use offence::Offence;
pub use opening::{Attendance, Experience, FirstMove, Opening, OpeningError, Player, StartFrom};
pub use outcome::{Cause, Outcome, Verdict};
pub use rating_scale::Grades;
pub use refusal::{Refusal, Wanted, Why};
pub use rules::*;
pub use setup_order::{Placement, SetupOrder};
pub use suggestion::Suggestion;
pub use view::Help;
