//! When a game needs the server although nobody asks for anything.
//!
//! The time is stored with the game, so that rooms need not be open for it: [`run`] opens them when it has come.
//! A stored time may be too early, never too late.

use super::Rooms;
use super::members::Seats;
use super::room::Room;
use crate::state::{AppState, shutdown_signal};
use crate::store::{Due, StoreError};
use komadai_core::Color;
use komadai_game::{Actor, Event, Fact, Flag, Game, Millis, Offer, Phase, Suspension, Wanted};
use std::sync::Arc;
use std::time::Duration;

/// A game without a move for this long, beyond what its clock allows, is broken off.
const IDLE_TIMEOUT: Millis = Millis::from_secs(24 * 3600);
/// A game that the arbiter has adjourned is broken off after this long.
const ADJOURNED_TIMEOUT: Millis = Millis::from_secs(30 * 24 * 3600);
/// Delay of a game whose time has come without effect.
const RETRY_DELAY: Millis = Millis::from_secs(3600);

/// Interval between two looks at the games that are due.
const INTERVAL: Duration = Duration::from_secs(1);
/// Rooms are opened this long before they are needed.
const LOOKAHEAD: Millis = Millis::from_secs(2);
/// Games read at once.
const PAGE: i64 = 256;
/// Rooms opened per interval. The rest wait, so that a long list delays no move.
const MAX_OPENED: usize = 256;

/// Returns whether an event takes the game on, unlike claims and offers.
fn is_progress(event: &Event) -> bool {
    matches!(
        event.fact,
        Fact::Started
            | Fact::Moved(_)
            | Fact::TakenBack { .. }
            | Fact::PutBack
            | Fact::ArbiterAbsent
            | Fact::Ruled(_)
    )
}

/// The time of the last event that took the game on.
pub(super) fn last_progress(events: &[Event]) -> Option<Millis> {
    let last = events.iter().rev().find(|event| is_progress(event));
    last.map(|event| event.at)
}

/// When a game is broken off if nothing takes it on.
pub(super) fn idle_until(game: &Game, moved_at: Millis) -> Option<Millis> {
    match game.phase() {
        Phase::Finished(_) => None,
        Phase::Suspended(Suspension::Paused) => Some(moved_at.plus(ADJOURNED_TIMEOUT)),
        Phase::Preparing | Phase::Running | Phase::Suspended(_) => {
            let falls = game.flag_falls().map_or(moved_at, |(_, falls)| falls);
            Some(falls.max(moved_at).plus(IDLE_TIMEOUT))
        }
    }
}

/// The next time at which the host must act.
pub(super) fn deadline(game: &Game, seats: &Seats, moved_at: Millis) -> Option<Millis> {
    let times = [
        game.next_deadline(),
        computer_claims_at(game, seats),
        idle_until(game, moved_at),
    ];
    times.into_iter().flatten().min()
}

/// When the computer will claim the opponent's flag, if flags must be claimed.
fn computer_claims_at(game: &Game, seats: &Seats) -> Option<Millis> {
    let by_claim = game.opening().rules.knobs().flag == Flag::ByClaim;
    let (color, falls) = game.flag_falls().filter(|_| by_claim)?;
    seats.level(!color, game).map(|_| falls)
}

/// Returns whether the host or the computer has something to do right now.
fn is_due_now(game: &Game, seats: &Seats) -> bool {
    let mut colors = Color::ALL.into_iter();
    match game.phase() {
        Phase::Preparing => {
            let may = game.may(Actor::Host);
            let next = [Wanted::Start, Wanted::CommitToss, Wanted::RevealToss];
            colors.all(|color| game.has_arrived(color)) && next.iter().any(|act| may.contains(act))
        }
        Phase::Running => {
            let offered = |color: Color| {
                let mut offers = Offer::ALL.into_iter();
                offers.any(|offer| game.offer(offer) == Some(!color))
            };
            colors.any(|color| {
                let is_asked = game.turn() == color || offered(color);
                is_asked && seats.level(color, game).is_some()
            })
        }
        Phase::Suspended(_) | Phase::Finished(_) => false,
    }
}

impl Room {
    /// When the game is due after these events, if the stored time would not do any more.
    pub(super) fn changed_due(&self, events: &[Event]) -> Option<Due> {
        let moved_at = last_progress(events).unwrap_or(self.loaded.moved_at);
        let due = self.due(moved_at);
        let stored = self.loaded.due;
        let now = stored_time(self.state.clock.now());
        // A time that is too early costs one needless look, but writing it with every move costs more.
        let is_early =
            matches!((stored.at, due.at), (Some(old), Some(new)) if old > now && old <= new);
        let holds = is_early && stored.clock_runs == due.clock_runs;
        (!holds && due != stored).then_some(due)
    }

    fn due(&self, moved_at: Millis) -> Due {
        let (game, seats) = (&self.loaded.game, &self.loaded.seats);
        let at = match is_due_now(game, seats) {
            true => Some(game.now()),
            false => deadline(game, seats, moved_at),
        };
        Due {
            at: at.map(|at| stored_time(self.loaded.clock_start.plus(at))),
            clock_runs: game.running_clock().is_some(),
        }
    }

    /// Stores when the game is due; returns whether that is on disk now.
    pub(super) async fn store_due(&mut self) -> bool {
        if self.loaded.is_over() {
            return true;
        }
        let due = self.due(self.loaded.moved_at);
        if due == self.loaded.due {
            return true;
        }
        self.set_due(due).await
    }

    /// Stores when the game is due, for a room that closes. A time that has passed without effect is postponed.
    pub(super) async fn leave_to_schedule(&mut self) -> bool {
        if !self.store_due().await {
            return false;
        }
        let now = self.state.clock.now();
        let due = self.loaded.due;
        if self.loaded.is_over() || due.at.is_none_or(|at| at > stored_time(now)) {
            return true;
        }
        let at = Some(stored_time(now.plus(RETRY_DELAY)));
        self.set_due(Due { at, ..due }).await
    }

    async fn set_due(&mut self, due: Due) -> bool {
        match self.state.store.set_due(self.loaded.num, due).await {
            Ok(()) => {
                self.loaded.due = due;
                true
            }
            Err(error) => {
                tracing::error!(game = %self.id, %error, "failed to store when a game is due");
                false
            }
        }
    }
}

/// A time of the server clock as it is stored.
pub(super) fn stored_time(time: Millis) -> i64 {
    i64::try_from(time.get()).unwrap_or(i64::MAX)
}

/// Postpones a game that cannot be read.
pub(super) async fn postpone(state: &AppState, id: &str) {
    let until = stored_time(state.clock.now().plus(RETRY_DELAY));
    if let Err(error) = state.store.postpone(id, until).await {
        tracing::error!(game = %id, %error, "failed to postpone a game");
    }
}

/// Opens the rooms of games that are due, until the server stops.
pub(crate) async fn run(state: Arc<AppState>) {
    let mut shutdown = state.shutdown();
    loop {
        if let Err(error) = wake_due(&state).await {
            tracing::error!(%error, "failed to find the games that are due");
        }
        let waiting = tokio::time::timeout(INTERVAL, shutdown_signal(&mut shutdown));
        if waiting.await.is_ok() {
            return;
        }
    }
}

async fn wake_due(state: &Arc<AppState>) -> Result<(), StoreError> {
    let until = stored_time(state.clock.now().plus(LOOKAHEAD));
    let mut last = None;
    let mut opened = 0;
    loop {
        let mut page = state.store.due_games(until, last.as_ref(), PAGE).await?;
        let is_last = (page.len() as i64) < PAGE;
        for game in &page {
            opened += usize::from(Rooms::wake(state, &game.id));
            if opened >= MAX_OPENED {
                return Ok(());
            }
        }
        if is_last {
            return Ok(());
        }
        last = page.pop();
    }
}
