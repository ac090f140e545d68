//! One game of shogi or Seireigi from the piece toss to the result.
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
mod event;
pub mod furigoma;
mod game;
pub mod narrate;
mod opening;
mod outcome;
mod refusal;
mod rules;
mod seen;
mod view;

pub use actor::Actor;
pub use apply::apply;
pub use article::Article;
pub use breach::Breach;
pub use clock::{ClockSpec, TimeControl};
pub use command::{Act, Claim, ClockSide, Command, Decision, Ground, Offer, Penalty, Ruling};
pub use decide::decide;
pub use deed::{Deed, Impossible};
pub use event::{EVENT_VERSION, Event, Fact, Moved, TakenBack};
pub use game::{Game, Phase, Suspension};
pub use komadai_kifu::record::Millis;
pub use opening::{Attendance, Experience, FirstMove, Opening, OpeningError, Player, StartFrom};
pub use outcome::{Cause, Outcome, Verdict};
pub use refusal::{Refusal, Wanted, Why};
pub use rules::{
    AfterDraw, Allowed, Contradiction, Contradictions, Counting, EarlyPress, Flag, ForcedCount,
    Forgiveness, HandicapPoints, IllegalMoves, Impasse, Judge, KingsEntered, Knobs, LimitCountsAs,
    LimitInCheck, MateEnds, MoveLimit, ParsePresetError, PerpetualCheck, PointedOutBy, Preset,
    Press, RepetitionEnds, ReplayTime, Resignation, RuleSet, TakeBack, WrongClaim,
};
pub use view::Help;
