//! Challenges.

mod challenge;
mod list;

pub use challenge::Challenge;
pub use list::{PAGE, Page, Place};

use crate::person::Person;
use crate::rooms::{ConnectionId, NewsSource, Outbox, to_text};
use crate::secret;
use crate::server_clock::wall_ms;
use crate::state::{AppState, shutdown_signal};
use crate::store::{StoreError, StoredChallenge};
use crate::terms;
use axum::extract::ws::Utf8Bytes;
use komadai_game::Arbiter;
use komadai_wire::challenge::{Acceptance, ArbiterAnswer, ChallengeDto, Terms, TermsError};
use komadai_wire::message::ServerMessage;
use list::{Challenges, MAX_PER_PERSON};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Lifetime of a challenge.
const LIFETIME_MS: i64 = 24 * 3600 * 1000;
/// Maximum size of the terms as JSON, so that a page of the lobby fits into a message.
const MAX_TERMS_BYTES: usize = 2_000;
/// Changes of the lobby that are sent one by one per interval. Beyond that, watchers get the whole list once.
const MAX_CHANGES: u32 = 20;
/// Interval of [`MAX_CHANGES`].
const INTERVAL: Duration = Duration::from_secs(1);

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
    /// The network has too many open challenges.
    #[error("there are too many open challenges from your address")]
    NetworkFull,
    /// There are too many open challenges.
    #[error("there are too many open challenges")]
    LobbyFull,
    /// The challenged person has too many open challenges to answer.
    #[error("this player has too many challenges to answer")]
    RecipientFull,
    /// The arbiter has not answered earlier requests yet.
    #[error("this arbiter has not answered earlier requests yet")]
    ArbiterBusy,
    /// The arbiter has declined lately.
    #[error("this arbiter has declined; ask again tomorrow")]
    ArbiterDeclined,
    /// The arbiter has not agreed.
    #[error("the arbiter has not agreed to this game")]
    ArbiterPending,
    /// Its terms are invalid.
    #[error(transparent)]
    Terms(#[from] TermsError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A challenge to make.
#[derive(Clone, Debug)]
pub struct NewChallenge {
    /// The challenger.
    pub by: Person,
    /// Their network.
    pub network: IpAddr,
    /// The terms.
    pub terms: Terms,
    /// The challenged person; `None` for anyone.
    pub to: Option<Person>,
    /// The arbiter, who must agree.
    pub arbiter: Option<Person>,
}

impl NewChallenge {
    fn checked(self, now: i64) -> Result<Challenge, TermsError> {
        let arbiter = self.arbiter.as_ref();
        self.terms
            .check(arbiter.map_or(Arbiter::Nobody, |_| Arbiter::Named))?;
        // Serializing our own wire types cannot fail.
        let size = serde_json::to_string(&self.terms).map_or(0, |text| text.len());
        if size > MAX_TERMS_BYTES {
            return Err(TermsError {
                field: "terms",
                message: format!("terms have at most {MAX_TERMS_BYTES} bytes"),
            });
        }
        Ok(Challenge {
            id: secret::word(22),
            by: self.by,
            terms: self.terms,
            to: self.to,
            arbiter: self.arbiter,
            answer: ArbiterAnswer::Waiting,
            created_at: now,
            expires_at: now.saturating_add(LIFETIME_MS),
            network: Some(self.network),
        })
    }
}

/// All open challenges, and the connections that watch them.
#[derive(Debug, Default)]
pub struct Lobby {
    inner: Mutex<Inner>,
    /// Held while the answer of an arbiter is stored or a game with an arbiter begins.
    arbiters: tokio::sync::Mutex<()>,
}

#[derive(Debug, Default)]
struct Inner {
    challenges: Challenges,
    watchers: Vec<Watcher>,
    news: News,
}

/// A connection that watches the lobby.
#[derive(Debug)]
struct Watcher {
    connection: ConnectionId,
    outbox: Outbox,
    key: String,
}

impl Watcher {
    fn send(&self, text: &Utf8Bytes) {
        // A client that reads slowly is sent the whole list later.
        if self.outbox.has_room(&NewsSource::Lobby) {
            self.outbox.send_news(text.clone());
        }
    }
}

/// How much watchers were told lately.
#[derive(Debug, Default)]
struct News {
    since: Option<Instant>,
    sent: u32,
    /// Whether watchers have missed changes and need the whole list.
    is_stale: bool,
}

impl News {
    /// Returns whether a change may be sent by itself.
    fn take(&mut self, now: Instant) -> bool {
        if self.since.is_none_or(|since| now - since >= INTERVAL) {
            self.since = Some(now);
            self.sent = 0;
        }
        self.sent += 1;
        self.is_stale |= self.sent > MAX_CHANGES;
        !self.is_stale
    }
}

impl Inner {
    fn find(&self, id: &str) -> Result<&Challenge, ChallengeError> {
        let found = self.challenges.find(id, wall_ms());
        found.ok_or(ChallengeError::Gone)
    }

    fn remove(&mut self, id: &str) {
        if let Some(challenge) = self.challenges.remove(id) {
            self.announce(Some(&challenge), None);
        }
    }

    /// Removes expired challenges from memory; they are removed from disk at the next start.
    fn remove_expired(&mut self, now: i64) {
        for id in self.challenges.ids(|challenge| challenge.expires_at <= now) {
            self.remove(&id);
        }
        self.challenges.forget_declined(now);
    }

    /// Tells those who may see it that a challenge has come, changed or gone.
    fn announce(&mut self, old: Option<&Challenge>, new: Option<&Challenge>) {
        let Some(id) = new.or(old).map(|challenge| challenge.id.clone()) else {
            return;
        };
        if !self.news.take(Instant::now()) {
            return;
        }
        let made = new.map(|challenge| {
            let challenge = Box::new(challenge.public());
            to_text(&ServerMessage::ChallengeMade { challenge })
        });
        let gone = to_text(&ServerMessage::ChallengeGone { id });
        let sees = |challenge: Option<&Challenge>, key: &str| {
            challenge.is_some_and(|challenge| challenge.is_visible_to(key))
        };
        for watcher in &self.watchers {
            match &made {
                Some(made) if sees(new, &watcher.key) => watcher.send(made),
                _ if sees(old, &watcher.key) => watcher.send(&gone),
                _ => {}
            }
        }
    }

    fn first_page(&self, key: Option<&str>) -> ServerMessage {
        let Page { challenges, more } = self.challenges.page(key, None, PAGE, wall_ms());
        ServerMessage::Lobby { challenges, more }
    }

    /// Sends the whole list to watchers who have missed changes.
    fn refresh(&mut self) {
        if !std::mem::take(&mut self.news.is_stale) {
            return;
        }
        let common = to_text(&self.first_page(None));
        for watcher in &self.watchers {
            match self.challenges.concern(&watcher.key) {
                true => watcher.send(&to_text(&self.first_page(Some(&watcher.key)))),
                false => watcher.send(&common),
            }
        }
    }
}

/// A place in the lobby for a challenge that is being stored; given up on drop.
#[derive(Debug)]
struct Reservation<'a> {
    lobby: &'a Lobby,
    id: String,
}

impl Drop for Reservation<'_> {
    fn drop(&mut self) {
        self.lobby.lock().challenges.release(&self.id);
    }
}

fn stored(challenge: &Challenge) -> StoredChallenge {
    StoredChallenge {
        id: challenge.id.clone(),
        who: challenge.by.key.clone(),
        created_at: challenge.created_at,
        expires_at: challenge.expires_at,
        // Serializing our own wire types cannot fail.
        body: serde_json::to_string(challenge).unwrap_or_default(),
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
                Ok(challenge) => inner.challenges.insert(challenge),
                Err(error) => {
                    tracing::error!(id = %row.id, %error, "skipping unreadable challenge")
                }
            }
        }
        Ok(inner.challenges.len())
    }

    /// Refreshes watchers who have missed changes, until the server stops.
    pub(crate) async fn run(state: Arc<AppState>) {
        let mut shutdown = state.shutdown();
        while tokio::time::timeout(INTERVAL, shutdown_signal(&mut shutdown))
            .await
            .is_err()
        {
            state.lobby.lock().refresh();
        }
    }

    fn reserve<'a>(
        &'a self,
        state: &AppState,
        challenge: &Challenge,
    ) -> Result<Reservation<'a>, ChallengeError> {
        let mut inner = self.lock();
        inner.remove_expired(challenge.created_at);
        inner.challenges.reserve(challenge, &state.limits)?;
        let id = challenge.id.clone();
        Ok(Reservation { lobby: self, id })
    }

    /// Creates a challenge.
    ///
    /// # Errors
    /// Returns an error if the terms are invalid or a limit is reached.
    pub async fn create(state: &AppState, new: NewChallenge) -> Result<Challenge, ChallengeError> {
        let challenge = new.checked(wall_ms())?;
        let _reservation = state.lobby.reserve(state, &challenge)?;
        state.store.add_challenge(stored(&challenge)).await?;
        let mut inner = state.lobby.lock();
        inner.challenges.insert(challenge.clone());
        inner.announce(None, Some(&challenge));
        Ok(challenge)
    }

    /// A page of the public challenges; the first one also has those that concern the person.
    pub fn page(&self, person: Option<&Person>, before: Option<&Place>, limit: usize) -> Page {
        let key = person.map(|person| person.key.as_str());
        let inner = self.lock();
        inner.challenges.page(key, before, limit, wall_ms())
    }

    /// A challenge by its id.
    pub fn get(&self, id: &str) -> Option<ChallengeDto> {
        self.lock().find(id).map(Challenge::public).ok()
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
            let challenge = inner.find(id)?;
            let declined = challenge.to.is_some() && challenge.is_for(person);
            if challenge.by.key != person.key && !declined {
                return Err(ChallengeError::NotYours);
            }
        }
        state.store.remove_challenge(id.to_owned()).await?;
        state.lobby.lock().remove(id);
        Ok(())
    }

    /// Stores the answer of the arbiter, which can be changed until the game begins.
    ///
    /// # Errors
    /// Returns an error if the challenge is gone or names someone else.
    pub async fn answer(
        state: &AppState,
        id: &str,
        person: &Person,
        answer: ArbiterAnswer,
    ) -> Result<ChallengeDto, ChallengeError> {
        let _one_at_a_time = state.lobby.arbiters.lock().await;
        let mut challenge = state.lobby.lock().find(id)?.clone();
        if !challenge.is_arbiter(&person.key) {
            return Err(ChallengeError::NotYours);
        }
        challenge.answer = answer;
        if !state.store.change_challenge(stored(&challenge)).await? {
            return Err(ChallengeError::Gone);
        }
        let mut inner = state.lobby.lock();
        let changed = inner.challenges.answer(id, answer, wall_ms());
        let (old, new) = changed.ok_or(ChallengeError::Gone)?;
        inner.announce(Some(&old), Some(&new));
        Ok(new.public())
    }

    /// Accepts a challenge and starts the game. Returns the game's id.
    ///
    /// # Errors
    /// Returns an error if the challenge is gone or for someone else, if its arbiter has not agreed, or if the
    /// handicap or grade is invalid.
    pub async fn accept(
        state: &AppState,
        id: &str,
        person: &Person,
        accepted: &Acceptance,
    ) -> Result<String, ChallengeError> {
        let mut challenge = state.lobby.lock().find(id)?.clone();
        // An arbiter who declines at the same moment does so before or after, not meanwhile.
        let _one_at_a_time = match challenge.arbiter {
            Some(_) => {
                let guard = state.lobby.arbiters.lock().await;
                challenge = state.lobby.lock().find(id)?.clone();
                Some(guard)
            }
            None => None,
        };
        if !challenge.is_for(person) {
            return Err(ChallengeError::NotYours);
        }
        if state.moderation.has_blocked(&challenge.by.key, &person.key) {
            return Err(ChallengeError::Blocked);
        }
        if !challenge.can_begin() {
            return Err(ChallengeError::ArbiterPending);
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
        for somebody in [Some(&challenge.by), Some(person), arbiter]
            .into_iter()
            .flatten()
        {
            state.connections.send(&somebody.key, &begun);
        }
        Ok(name)
    }

    /// Removes the challenges by a person, to a person, and with them as arbiter.
    pub fn remove_person(&self, key: &str) {
        let mut inner = self.lock();
        let concerns = |c: &Challenge| c.is_arbiter(key) || c.concerned().any(|other| other == key);
        for id in inner.challenges.ids(concerns) {
            inner.remove(&id);
        }
    }

    /// Subscribes a connection to challenges.
    pub fn watch(&self, connection: ConnectionId, outbox: Outbox, person: &Person) {
        let mut inner = self.lock();
        outbox.send(&inner.first_page(Some(&person.key)));
        inner
            .watchers
            .retain(|watcher| watcher.connection != connection);
        inner.watchers.push(Watcher {
            connection,
            outbox,
            key: person.key.clone(),
        });
    }

    /// Sends all challenges to a subscriber who had no room for a change.
    pub fn resend(&self, connection: ConnectionId, person: &Person) {
        let inner = self.lock();
        let mut watchers = inner.watchers.iter();
        if let Some(watcher) = watchers.find(|watcher| watcher.connection == connection) {
            watcher.outbox.send(&inner.first_page(Some(&person.key)));
        }
    }

    /// Unsubscribes a connection.
    pub fn unwatch(&self, connection: ConnectionId) {
        let mut inner = self.lock();
        inner
            .watchers
            .retain(|watcher| watcher.connection != connection);
    }
}
