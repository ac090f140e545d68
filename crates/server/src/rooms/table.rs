//! A loaded game: state, number and people.

use super::members::Seats;
use super::open::Visibility;
use crate::person::Person;
use crate::store::{StoreError, StoredGame};
use komadai_core::ByColor;
use komadai_game::furigoma::Seed;
use komadai_game::{Event, Game, Millis};
use komadai_wire::event::EventDto;
use komadai_wire::opening::OpeningDto;

/// A loaded game.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) num: i64,
    pub(super) game: Game,
    /// All events so far.
    pub(super) events: Vec<Event>,
    pub(super) seats: Seats,
    pub(super) creator: String,
    pub(super) visibility: Visibility,
    /// The start of the game time on the server clock.
    pub(super) created_house: Millis,
    pub(super) seed: Option<Seed>,
    pub(super) previous: Option<i64>,
    pub(super) next: Option<i64>,
}

fn damaged(what: &str, why: impl ToString) -> StoreError {
    StoreError::Damaged {
        what: what.to_owned(),
        why: why.to_string(),
    }
}

pub(crate) fn read_opening(text: &str) -> Result<komadai_game::Opening, StoreError> {
    komadai_wire::read::<OpeningDto, _>(text).map_err(|e| damaged("opening", e))
}

pub(crate) fn read_events(texts: &[String]) -> Result<Vec<Event>, StoreError> {
    (1..)
        .zip(texts)
        .map(|(seq, text): (u32, _)| {
            let event = komadai_wire::read::<EventDto, _>(text);
            event.map_err(|e| damaged(&format!("event {seq}"), e))
        })
        .collect()
}

pub(crate) fn read_person(text: &str) -> Result<Person, StoreError> {
    serde_json::from_str(text).map_err(|e| damaged("player", e))
}

impl Table {
    /// Replays a stored game.
    pub(super) fn read(stored: StoredGame) -> Result<Table, StoreError> {
        let head = &stored.game;
        let opening = read_opening(&head.opening)?;
        let events = read_events(&stored.events)?;
        let game = Game::replay(opening, &events).map_err(|e| damaged("game", e))?;
        let seed = head.toss_seed.as_deref().map(str::parse).transpose();
        Ok(Table {
            num: stored.num,
            game,
            events,
            seats: Seats {
                players: ByColor([read_person(&head.black)?, read_person(&head.white)?]),
                arbiter: head.arbiter.as_deref().map(read_person).transpose()?,
            },
            creator: head.creator.clone(),
            visibility: Visibility::from_name(&head.visibility),
            created_house: Millis::new(u64::try_from(head.created_house).unwrap_or(0)),
            seed: seed.map_err(|e| damaged("toss seed", e))?,
            previous: head.previous,
            next: stored.next,
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

    /// Applies events that are on disk.
    pub(super) fn take_in(&mut self, events: Vec<Event>) {
        for event in &events {
            self.game.apply(event);
        }
        self.events.extend(events);
    }
}
