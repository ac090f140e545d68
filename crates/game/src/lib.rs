#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod actor;
mod apply;
mod article;
mod attendance;
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
pub use event::{EVENT_VERSION, Event, Fact, Moved, OLDEST_EVENT_VERSION, TakenBack};
pub use game::{Game, Phase, Suspension};
pub use grade::{Grade, ParseGradeError};
pub use komadai_kifu::record::Millis;
pub use offence::Offence;
pub use opening::{
    Arbiter, Attendance, Experience, FirstMove, Opening, OpeningError, Player, SecondGame,
    StartFrom,
};
pub use outcome::{Cause, Outcome, Verdict};
pub use rating_scale::Grades;
pub use refusal::{Refusal, Wanted, Why};
pub use rules::*;
pub use setup_order::{Placement, SetupOrder};
pub use suggestion::Suggestion;
pub use view::Help;
