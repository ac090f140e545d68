//! Matches between two engines.

use super::{Next, Tally, play, random_opening};
use anyhow::{Result, anyhow};
use komadai_core::{Color, Position, Rules};
use komadai_search::{
    Control, Engine, Evaluation, GameLine, ManualStopwatch, SearchAnswer, SearchLimits,
};
use komadai_testkit::Rng;
use std::time::{Duration, Instant};

/// An engine of any evaluation, as a match sees it.
pub(crate) trait Contestant<R: Rules>: Send {
    /// Forgets earlier games.
    fn clear(&mut self);
    fn search(&mut self, game: &GameLine<R>, limits: &SearchLimits) -> SearchAnswer;
}

impl<R: Rules, E: Evaluation<R>> Contestant<R> for Engine<R, E> {
    fn clear(&mut self) {
        Engine::clear(self);
    }

    fn search(&mut self, game: &GameLine<R>, limits: &SearchLimits) -> SearchAnswer {
        let control = Control::new();
        if limits.move_time.is_some() {
            Engine::search(self, game, limits, &control, &Instant::now(), &mut |_| ())
        } else {
            let clock = ManualStopwatch::default();
            Engine::search(self, game, limits, &control, &clock, &mut |_| ())
        }
    }
}

/// The limits of a move: nodes, or milliseconds.
pub(crate) fn limits(nodes: Option<u64>, milliseconds: Option<u64>) -> SearchLimits {
    SearchLimits {
        nodes,
        move_time: milliseconds.map(Duration::from_millis),
        ..SearchLimits::default()
    }
}

/// Plays games from random openings, each opening once with each color. `watch` sees every search.
///
/// # Errors
/// Returns an error if an engine breaks the rules.
pub(crate) fn duel<R: Rules>(
    first: &mut dyn Contestant<R>,
    second: &mut dyn Contestant<R>,
    limits: &SearchLimits,
    games: u32,
    rng: &mut Rng,
    watch: &mut dyn FnMut(&Position<R>, &SearchAnswer),
) -> Result<Tally> {
    let mut tally = Tally::default();
    for _ in 0..games.div_ceil(2) {
        let opening = random_opening::<R>(rng);
        for color in Color::ALL {
            first.clear();
            second.clear();
            let mut rest = opening.iter();
            let ending = play(Position::default(), &mut |game| {
                if let Some(&mv) = rest.next() {
                    return Ok(Next::Play(mv));
                }
                let position = game.position();
                let answer = if position.turn() == color {
                    first.search(game, limits)
                } else {
                    second.search(game, limits)
                };
                watch(position, &answer);
                Next::from_answer(&answer).ok_or_else(|| anyhow!("no move found: {position}"))
            })?;
            tally.add(&ending, color);
        }
    }
    Ok(tally)
}
