//! Challenges.

use crate::person::Person;
use crate::rooms::{ConnectionId, NewsSource, Outbox, Visibility, to_text};
use crate::secret;
use crate::server_clock::wall_ms;
use crate::state::AppState;
use crate::store::{StoreError, StoredChallenge};
use crate::terms;
use komadai_game::Arbiter;
use komadai_wire::challenge::{Acceptance, ChallengeDto, Terms, TermsError};
use komadai_wire::message::ServerMessage;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Lifetime of a challenge.
const LIFETIME_MS: i64 = 24 * 3600 * 1000;
/// Open challenges per person.
const MAX_PER_PERSON: usize = 5;

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
    #[error("the challenge no longer exists")]
    Gone,
    /// It is for someone else, or one's own.
    #[error("you cannot accept or withdraw this challenge")]
    NotYours,
    /// The challenger has blocked the person, or was blocked.
    #[error("this person does not play with you")]
    Blocked,
    /// The person has too many open challenges.
    #[error("you already have {MAX_PER_PERSON} open challenges")]
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
            rated_time: self.terms.qualifies_for_rating(),
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

/// All open challenges, and the connections that watch them.
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

    fn visible_to(&self, person: Option<&Person>) -> Vec<ChallengeDto> {
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
            self.broadcast(&ServerMessage::ChallengeGone {
                id: challenge.id.clone(),
            });
        }
        Some(challenge)
    }

    /// Removes expired challenges from memory; they are removed from disk at the next start.
    fn remove_expired(&mut self, now: i64) {
        let expired = self.challenges.values().filter(|c| c.expires_at <= now);
        let expired: Vec<String> = expired.map(|c| c.id.clone()).collect();
        for id in expired {
            self.remove(&id);
        }
    }

    fn broadcast(&self, message: &ServerMessage) {
        let text = to_text(message);
        for (_, outbox) in &self.watchers {
            // A client that reads slowly is sent the whole list later.
            if outbox.has_room(&NewsSource::Lobby) {
                outbox.send_news(text.clone());
            }
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
    /// Returns an error if the database fails.
    pub async fn load(state: &AppState) -> Result<usize, StoreError> {
        let stored = state.store.challenges(wall_ms()).await?;
        let mut inner = state.lobby.lock();
        for row in stored {
            match serde_json::from_str::<Challenge>(&row.body) {
                Ok(challenge) => {
                    let key = (challenge.created_at, challenge.id.clone());
                    inner.challenges.insert(key, challenge);
                }
                Err(error) => {
                    tracing::error!(id = %row.id, %error, "skipping unreadable challenge")
                }
            }
        }
        Ok(inner.challenges.len())
    }

    /// Creates a challenge.
    ///
    /// # Errors
    /// Returns an error if the terms are invalid or the person has too many open challenges.
    pub async fn create(
        state: &AppState,
        by: &Person,
        terms: Terms,
        to: Option<Person>,
        arbiter: Option<Person>,
    ) -> Result<Challenge, ChallengeError> {
        terms.check(arbiter.as_ref().map_or(Arbiter::Nobody, |_| Arbiter::Named))?;
        let now = wall_ms();
        state.lobby.lock().remove_expired(now);
        let own = |c: &&Challenge| c.by.key == by.key && c.expires_at > now;
        if state.lobby.lock().challenges.values().filter(own).count() >= MAX_PER_PERSON {
            return Err(ChallengeError::TooMany);
        }
        let challenge = Challenge {
            id: secret::word(22),
            by: by.clone(),
            terms,
            to,
            arbiter,
            created_at: now,
            expires_at: now.saturating_add(LIFETIME_MS),
        };
        state
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
        let mut inner = state.lobby.lock();
        let key = (challenge.created_at, challenge.id.clone());
        inner.challenges.insert(key, challenge.clone());
        if challenge.is_listed() {
            inner.broadcast(&ServerMessage::ChallengeMade {
                challenge: Box::new(challenge.public()),
            });
        }
        Ok(challenge)
    }

    /// The public challenges, and those by or for one person.
    pub fn list(&self, person: Option<&Person>) -> Vec<ChallengeDto> {
        self.lock().visible_to(person)
    }

    /// A challenge by its id.
    pub fn get(&self, id: &str) -> Option<ChallengeDto> {
        self.lock().find(id).map(Challenge::public)
    }

    /// Withdraws one's own challenge, or declines one addressed to oneself.
    ///
    /// # Errors
    /// Returns an error if it does not exist or belongs to someone else.
    pub async fn withdraw(
        state: &AppState,
        id: &str,
        person: &Person,
    ) -> Result<(), ChallengeError> {
        {
            let inner = state.lobby.lock();
            let challenge = inner.find(id).ok_or(ChallengeError::Gone)?;
            let declined = challenge.to.is_some() && challenge.is_for(person);
            if challenge.by.key != person.key && !declined {
                return Err(ChallengeError::NotYours);
            }
        }
        state.store.remove_challenge(id.to_owned()).await?;
        state.lobby.lock().remove(id);
        Ok(())
    }

    /// Accepts a challenge and starts the game. Returns the game's id.
    ///
    /// # Errors
    /// Returns an error if the challenge is gone or for someone else, or if the handicap or grade is invalid.
    pub async fn accept(
        state: &AppState,
        id: &str,
        person: &Person,
        accepted: &Acceptance,
    ) -> Result<String, ChallengeError> {
        let challenge = {
            let inner = state.lobby.lock();
            inner.find(id).ok_or(ChallengeError::Gone)?.clone()
        };
        if !challenge.is_for(person) {
            return Err(ChallengeError::NotYours);
        }
        if state.moderation.has_blocked(&challenge.by.key, &person.key) {
            return Err(ChallengeError::Blocked);
        }
        let arbiter = challenge.arbiter.as_ref();
        let plan = terms::plan(&challenge.terms, &challenge.by, person, accepted, arbiter)?;
        let game = plan.into_new_game(state);
        let name = game.id.clone();
        let made = state.store.create_game(game, Some(id.to_owned())).await?;
        state.lobby.lock().remove(id);
        if made.is_none() {
            return Err(ChallengeError::Gone);
        }
        let begun = ServerMessage::GameBegun {
            challenge: id.to_owned(),
            game: name.clone(),
        };
        state.connections.send(&challenge.by.key, &begun);
        state.connections.send(&person.key, &begun);
        Ok(name)
    }

    /// Removes the challenges by a person, to a person, and with them as arbiter.
    pub fn remove_person(&self, key: &str) {
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
        let challenges = inner.visible_to(Some(person));
        outbox.send(&ServerMessage::Lobby { challenges });
        inner.watchers.retain(|(id, _)| *id != connection);
        inner.watchers.push((connection, outbox));
    }

    /// Sends all challenges to a subscriber who had no room for a change.
    pub fn resend(&self, connection: ConnectionId, person: &Person) {
        let inner = self.lock();
        if let Some((_, outbox)) = inner.watchers.iter().find(|(id, _)| *id == connection) {
            let challenges = inner.visible_to(Some(person));
            outbox.send(&ServerMessage::Lobby { challenges });
        }
    }

    /// Unsubscribes a connection.
    pub fn unwatch(&self, connection: ConnectionId) {
        self.lock().watchers.retain(|(id, _)| *id != connection);
    }
}
