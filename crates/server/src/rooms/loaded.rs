//! A game loaded from the database.

use super::create::Visibility;
use super::due::last_progress;
use super::members::Seats;
use crate::person::Person;
use crate::store::{Due, StoreError, StoredGame};
use komadai_core::ByColor;
use komadai_game::furigoma::Seed;
use komadai_game::{Event, Game, Millis};
use komadai_wire::event::EventDto;
use komadai_wire::opening::OpeningDto;

/// The state of a game, its events and the people in it.
#[derive(Debug)]
pub(super) struct LoadedGame {
    pub(super) num: i64,
    pub(super) game: Game,
    /// All events so far.
    pub(super) events: Vec<Event>,
    pub(super) seats: Seats,
    pub(super) creator: String,
    pub(super) visibility: Visibility,
    /// When the game time started, on the server clock.
    pub(super) clock_start: Millis,
    pub(super) seed: Option<Seed>,
    pub(super) previous: Option<i64>,
    pub(super) next: Option<i64>,
    /// The game time of the last event that took the game on.
    pub(super) moved_at: Millis,
    /// When the game is due, as stored.
    pub(super) due: Due,
}

fn unreadable(what: &str, why: impl ToString) -> StoreError {
    StoreError::Unreadable {
        what: what.to_owned(),
        why: why.to_string(),
    }
}

pub(crate) fn read_opening(text: &str) -> Result<komadai_game::Opening, StoreError> {
    komadai_wire::read::<OpeningDto, _>(text).map_err(|e| unreadable("opening", e))
}

pub(crate) fn read_events(texts: &[String]) -> Result<Vec<Event>, StoreError> {
    (1..)
        .zip(texts)
        .map(|(seq, text): (u32, _)| {
            let event = komadai_wire::read::<EventDto, _>(text);
            event.map_err(|e| unreadable(&format!("event {seq}"), e))
        })
        .collect()
}

pub(crate) fn read_person(text: &str) -> Result<Person, StoreError> {
    serde_json::from_str(text).map_err(|e| unreadable("player", e))
}

impl LoadedGame {
    /// Replays a stored game.
    pub(super) fn read(stored: StoredGame) -> Result<LoadedGame, StoreError> {
        let head = &stored.game;
        let opening = read_opening(&head.opening)?;
        let events = read_events(&stored.events)?;
        let game = Game::replay(opening, &events).map_err(|e| unreadable("game", e))?;
        let moved_at = last_progress(&events).unwrap_or(Millis::ZERO);
        let seed = head.toss_seed.as_deref().map(str::parse).transpose();
        Ok(LoadedGame {
            num: stored.num,
            game,
            events,
            seats: Seats {
                players: ByColor([read_person(&head.black)?, read_person(&head.white)?]),
                arbiter: head.arbiter.as_deref().map(read_person).transpose()?,
            },
            creator: head.creator.clone(),
            visibility: Visibility::from_name(&head.visibility),
            clock_start: Millis::new(u64::try_from(head.clock_start).unwrap_or(0)),
            seed: seed.map_err(|e| unreadable("toss seed", e))?,
            previous: head.previous,
            next: stored.next,
            moved_at,
            due: head.due,
        })
    }

    /// The number of events.
    pub(super) fn seq(&self) -> u32 {
        u32::try_from(self.events.len()).unwrap_or(u32::MAX)
    }

    /// Returns whether the game has ended.
    pub(super) fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// Advances the state by events that are to be stored; [`keep`](Self::keep) or [`go_back`](Self::go_back)
    /// follows.
    pub(super) fn advance(&mut self, events: &[Event]) {
        for event in events {
            self.game.apply(event);
        }
    }

    /// Adds events that are on disk to the log; the state has them already.
    pub(super) fn keep(&mut self, events: Vec<Event>) {
        self.moved_at = last_progress(&events).unwrap_or(self.moved_at);
        self.events.extend(events);
    }

    /// Restores the state before events that could not be stored.
    pub(super) fn go_back(&mut self) {
        match Game::replay(self.game.opening().clone(), &self.events) {
            Ok(game) => self.game = game,
            Err(error) => tracing::error!(%error, "failed to replay a game"),
        }
    }
}
