//! Games of engines against each other, judged by the rules crate.

mod duel;
mod newcomer;
mod opening;
mod play;
mod tally;

pub(crate) use duel::{Contestant, duel, limits};
pub(crate) use newcomer::{Newcomer, Skill};
pub(crate) use opening::{random_opening, sampled_move};
pub(crate) use play::{Ending, MAX_MOVES, Next, play};
pub(crate) use tally::Tally;
