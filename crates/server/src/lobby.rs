//! Challenges.

use crate::house::House;
use crate::house_clock::wall_ms;
use crate::person::Person;
use crate::rooms::{ConnectionId, GamePlan, Outbox, Visibility, to_text};
use crate::secret;
use crate::store::{StoreError, StoredChallenge};
use crate::terms;
use komadai_wire::challenge::{ChallengeDto, Terms, TermsError};
use komadai_wire::message::ServerMessage;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Lifetime of a challenge.
const STANDS_MS: i64 = 24 * 3600 * 1000;
/// Open challenges per person.
const MOST_OF_ONE: usize = 5;

/// A stored challenge.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Challenge {
    id: String,
    by: Person,
    terms: Terms,
    to: Option<Person>,
    arbiter: Option<Person>,
    created_at: i64,
    expires_at: i64,
}

/// Error about a challenge.
#[derive(Debug, thiserror::Error)]
pub enum ChallengeError {
    /// It does not exist any more.
    #[error("the challenge is no longer there")]
    Gone,
    /// It is for someone else, or one's own.
    #[error("this challenge is not yours to accept")]
    NotYours,
    /// The person has too many open challenges.
    #[error("you have {MOST_OF_ONE} challenges already")]
    TooMany,
    /// Its terms are invalid.
    #[error(transparent)]
    Terms(#[from] TermsError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Challenge {
    /// The public form.
    pub fn public(&self) -> ChallengeDto {
        ChallengeDto {
            id: self.id.clone(),
            by: self.by.public(),
            terms: self.terms.clone(),
            to: self.to.as_ref().map(|person| person.name.clone()),
            created_at: self.created_at,
            expires_at: self.expires_at,
        }
    }

    /// Returns whether it is listed for everyone.
    fn is_listed(&self) -> bool {
        self.to.is_none() && terms::visibility(&self.terms) == Visibility::Public
    }

    fn is_for(&self, person: &Person) -> bool {
        let named = self.to.as_ref();
        // Compare keys: an account of the same name may belong to someone else by now.
        let decides = |arbiter: &Person| arbiter.key == person.key;
        person.key != self.by.key
            && !self.arbiter.as_ref().is_some_and(decides)
            && named.is_none_or(|named| named.key == person.key)
    }
}

/// The lobby.
#[derive(Debug, Default)]
pub struct Lobby {
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    /// Ordered by time and id, so that the oldest is first.
    challenges: BTreeMap<(i64, String), Challenge>,
    watchers: Vec<(ConnectionId, Outbox)>,
}

impl Inner {
    fn find(&self, id: &str) -> Option<&Challenge> {
        let now = wall_ms();
        let mut all = self.challenges.values();
        all.find(|challenge| challenge.id == id && challenge.expires_at > now)
    }

    fn seen_by(&self, person: Option<&Person>) -> Vec<ChallengeDto> {
        let now = wall_ms();
        let seen = |c: &&Challenge| {
            let named = |p: &Person| p.key == c.by.key || (c.to.is_some() && c.is_for(p));
            c.expires_at > now && (c.is_listed() || person.is_some_and(named))
        };
        let seen = self.challenges.values().filter(seen);
        seen.map(Challenge::public).collect()
    }

    fn remove(&mut self, id: &str) -> Option<Challenge> {
        let challenge = self.challenges.values().find(|c| c.id == id)?.clone();
        self.challenges
            .remove(&(challenge.created_at, challenge.id.clone()));
        if challenge.is_listed() {
            self.tell(&ServerMessage::ChallengeGone {
                id: challenge.id.clone(),
            });
        }
        Some(challenge)
    }

    /// Removes expired challenges from memory; they are removed from disk at the next start.
    fn tidy(&mut self, now: i64) {
        let expired = self.challenges.values().filter(|c| c.expires_at <= now);
        let expired: Vec<String> = expired.map(|c| c.id.clone()).collect();
        for id in expired {
            self.remove(&id);
        }
    }

    fn tell(&self, message: &ServerMessage) {
        let text = to_text(message);
        for (_, outbox) in &self.watchers {
            outbox.send(text.clone());
        }
    }
}

impl Lobby {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Loads the open challenges at startup.
    ///
    /// # Errors
    /// Returns database errors.
    pub async fn reopen(house: &House) -> Result<usize, StoreError> {
        let stored = house.store.challenges(wall_ms()).await?;
        let mut inner = house.lobby.lock();
        for row in stored {
            match serde_json::from_str::<Challenge>(&row.body) {
                Ok(challenge) => {
                    let key = (challenge.created_at, challenge.id.clone());
                    inner.challenges.insert(key, challenge);
                }
                Err(error) => tracing::error!(id = %row.id, %error, "a challenge does not read"),
            }
        }
        Ok(inner.challenges.len())
    }

    /// Creates a challenge.
    ///
    /// # Errors
    /// Returns the reason if it is not possible.
    pub async fn make(
        house: &House,
        by: &Person,
        terms: Terms,
        to: Option<Person>,
        arbiter: Option<Person>,
    ) -> Result<Challenge, ChallengeError> {
        terms.check()?;
        let now = wall_ms();
        house.lobby.lock().tidy(now);
        let own = |c: &&Challenge| c.by.key == by.key && c.expires_at > now;
        if house.lobby.lock().challenges.values().filter(own).count() >= MOST_OF_ONE {
            return Err(ChallengeError::TooMany);
        }
        let challenge = Challenge {
            id: secret::word(22),
            by: by.clone(),
            terms,
            to,
            arbiter,
            created_at: now,
            expires_at: now.saturating_add(STANDS_MS),
        };
        house
            .store
            .add_challenge(StoredChallenge {
                id: challenge.id.clone(),
                who: by.key.clone(),
                created_at: challenge.created_at,
                expires_at: challenge.expires_at,
                // Serializing our own wire types cannot fail.
                body: serde_json::to_string(&challenge).unwrap_or_default(),
            })
            .await?;
        let mut inner = house.lobby.lock();
        let key = (challenge.created_at, challenge.id.clone());
        inner.challenges.insert(key, challenge.clone());
        if challenge.is_listed() {
            inner.tell(&ServerMessage::ChallengeMade {
                challenge: challenge.public(),
            });
        }
        Ok(challenge)
    }

    /// The public challenges, and those by or for one person.
    pub fn list(&self, person: Option<&Person>) -> Vec<ChallengeDto> {
        self.lock().seen_by(person)
    }

    /// A challenge by its id.
    pub fn get(&self, id: &str) -> Option<ChallengeDto> {
        self.lock().find(id).map(Challenge::public)
    }

    /// Withdraws one's own challenge, or declines one addressed to oneself.
    ///
    /// # Errors
    /// Returns an error if it does not exist or belongs to someone else.
    pub async fn withdraw(house: &House, id: &str, person: &Person) -> Result<(), ChallengeError> {
        {
            let inner = house.lobby.lock();
            let challenge = inner.find(id).ok_or(ChallengeError::Gone)?;
            let declined = challenge.to.is_some() && challenge.is_for(person);
            if challenge.by.key != person.key && !declined {
                return Err(ChallengeError::NotYours);
            }
        }
        house.store.remove_challenge(id.to_owned()).await?;
        house.lobby.lock().remove(id);
        Ok(())
    }

    /// Accepts a challenge and starts the game. Returns the game's id.
    ///
    /// # Errors
    /// Returns the reason if it is not possible.
    pub async fn accept(
        house: &House,
        id: &str,
        person: &Person,
        handicap: Option<&str>,
    ) -> Result<String, ChallengeError> {
        let challenge = {
            let inner = house.lobby.lock();
            inner.find(id).ok_or(ChallengeError::Gone)?.clone()
        };
        if !challenge.is_for(person) {
            return Err(ChallengeError::NotYours);
        }
        let plan = terms::plan(&challenge.terms, &challenge.by, person, handicap)?;
        let plan = GamePlan {
            arbiter: challenge.arbiter.clone(),
            ..plan
        };
        let game = plan.into_new_game(house);
        let name = game.id.clone();
        let made = house.store.create_game(game, Some(id.to_owned())).await?;
        house.lobby.lock().remove(id);
        if made.is_none() {
            return Err(ChallengeError::Gone);
        }
        let begun = ServerMessage::GameBegun {
            challenge: id.to_owned(),
            game: name.clone(),
        };
        house.connections.tell(&challenge.by.key, &begun);
        house.connections.tell(&person.key, &begun);
        Ok(name)
    }

    /// Removes the challenges by a person, to a person, and with them as arbiter.
    pub fn forget(&self, key: &str) {
        let mut inner = self.lock();
        let is = |person: &Person| person.key == key;
        let concerns = |c: &&Challenge| {
            is(&c.by) || c.to.as_ref().is_some_and(is) || c.arbiter.as_ref().is_some_and(is)
        };
        let own = inner.challenges.values().filter(concerns);
        let own: Vec<String> = own.map(|c| c.id.clone()).collect();
        for id in own {
            inner.remove(&id);
        }
    }

    /// Subscribes a connection to challenges.
    pub fn watch(&self, connection: ConnectionId, outbox: Outbox, person: &Person) {
        let mut inner = self.lock();
        let challenges = inner.seen_by(Some(person));
        outbox.say(&ServerMessage::Lobby { challenges });
        inner.watchers.retain(|(id, _)| *id != connection);
        inner.watchers.push((connection, outbox));
    }

    /// Unsubscribes.
    pub fn unwatch(&self, connection: ConnectionId) {
        self.lock().watchers.retain(|(id, _)| *id != connection);
    }
}
