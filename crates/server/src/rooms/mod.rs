//! Rooms: one task for every open game.
//!
//! A room is an actor: it handles one message at a time, asks `komadai-game` for the outcome, waits until
//! the events are on disk, and only then broadcasts them. Its memory is never ahead of the database.

mod broadcast;
mod chat;
mod computer;
mod create;
pub(crate) mod due;
mod loaded;
mod members;
mod operate;
mod outbox;
mod quota;
mod recovery;
mod room;

pub use create::{GamePlan, Visibility};
pub(crate) use loaded::{read_events, read_opening, read_person};
pub use operate::{Operation, OperationError, OperationReply};
pub use outbox::{NewsSource, Outbox, Topic};

use crate::person::Person;
use crate::state::AppState;
use komadai_game::{Act, Millis};
use komadai_wire::message::{GameState, ServerMessage};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use tokio::sync::{mpsc, oneshot};

/// Attempts to deliver a message to a room that is closing.
const SEND_ATTEMPTS: usize = 16;
/// Capacity of a room's mailbox. Senders wait beyond that.
const MAILBOX_CAPACITY: usize = 64;

/// The number of a connection.
pub type ConnectionId = u64;

/// A message to a room.
#[derive(Debug)]
pub enum RoomMessage {
    /// Joins the game.
    Join {
        /// The new member.
        member: Box<NewMember>,
        /// The number of the last event they have.
        after: u32,
    },
    /// A connection has left or was lost.
    Leave(ConnectionId),
    /// An act.
    Act(Box<ActRequest>),
    /// A chat message.
    Chat {
        /// The connection.
        from: ConnectionId,
        /// The message number.
        re: u32,
        /// The text.
        text: String,
    },
    /// A request for earlier chat messages.
    ChatHistory {
        /// The connection.
        from: ConnectionId,
        /// The message number.
        re: u32,
        /// The number of the first known message.
        before: u32,
    },
    /// A request for a rematch.
    Rematch {
        /// The connection.
        from: ConnectionId,
        /// The message number.
        re: u32,
    },
    /// The round-trip time of a connection.
    Lag(ConnectionId, Millis),
    /// A connection has room again for what it is missing.
    CatchUp(ConnectionId),
    /// Does what is due.
    Wake,
    /// Reloads the game, after an account was deleted.
    Reload,
    /// Carries out a decision of an operator.
    Operate(Box<Operation>, OperationReply),
    /// Removes the text of a chat message.
    ForgetLine(u32),
    /// Requests the game as visible to a person, from the event after this one.
    View(Box<Person>, u32, oneshot::Sender<GameState>),
}

/// A new member.
#[derive(Debug)]
pub struct NewMember {
    /// The connection.
    pub connection: ConnectionId,
    /// The person.
    pub person: Person,
    /// The network that the connection comes from.
    pub network: IpAddr,
    /// The connection's queue.
    pub outbox: Outbox,
}

/// A requested act.
#[derive(Debug)]
pub struct ActRequest {
    /// The connection.
    pub from: ConnectionId,
    /// The message number.
    pub re: u32,
    /// The act.
    pub act: Act,
    /// The number of moves before it.
    pub ply: Option<u32>,
    /// When it was received.
    pub received: Instant,
}

/// All rooms.
#[derive(Debug, Default)]
pub struct Rooms {
    open: Mutex<HashMap<Arc<str>, mpsc::Sender<RoomMessage>>>,
}

/// The game does not exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no such game")]
pub struct NoSuchGame;

impl Rooms {
    /// Sends a message to the room of a game and opens it if necessary.
    ///
    /// # Errors
    /// Returns `NoSuchGame` if the id is invalid. A message to a game that does not exist is dropped; a client
    /// that joins gets an error.
    pub async fn send(
        state: &Arc<AppState>,
        game: &str,
        message: RoomMessage,
    ) -> Result<(), NoSuchGame> {
        if !is_game_id(game) {
            return Err(NoSuchGame);
        }
        let mut message = message;
        for _ in 0..SEND_ATTEMPTS {
            let room = state.rooms.room(state, game);
            match room.send(message).await {
                Ok(()) => return Ok(()),
                // The empty room closed meanwhile: reopen it.
                Err(mpsc::error::SendError(back)) => message = back,
            }
            // During shutdown no room opens; the sender is shutting down too.
            tokio::task::yield_now().await;
        }
        tracing::error!(game, "failed to open room");
        Err(NoSuchGame)
    }

    /// The game as visible to a person, with the first of the events after this one.
    ///
    /// # Errors
    /// Returns `NoSuchGame` if the game does not exist.
    pub async fn view(
        state: &Arc<AppState>,
        game: &str,
        person: &Person,
        after: u32,
    ) -> Result<GameState, NoSuchGame> {
        let (reply, answer) = oneshot::channel();
        let view = RoomMessage::View(Box::new(person.clone()), after, reply);
        Rooms::send(state, game, view).await?;
        answer.await.map_err(|_| NoSuchGame)
    }

    /// Has the room of a game do what is due, and opens it if necessary. Returns whether it was opened.
    pub(crate) fn wake(state: &Arc<AppState>, game: &str) -> bool {
        let open = state.rooms.lock().get(game).cloned();
        match open.filter(|room| !room.is_closed()) {
            Some(room) => {
                // A room with a full mailbox is awake.
                let _ = room.try_send(RoomMessage::Wake);
                false
            }
            None => {
                let _ = state.rooms.room(state, game);
                true
            }
        }
    }

    /// Reloads the room of a game, if it is open.
    pub async fn reload(&self, game: &str) {
        let room = self.lock().get(game).cloned();
        if let Some(room) = room {
            // A room that closes meanwhile needs no reload.
            let _ = room.send(RoomMessage::Reload).await;
        }
    }

    /// The number of open rooms.
    pub fn count(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Arc<str>, mpsc::Sender<RoomMessage>>> {
        // The map is consistent after every statement, so a poisoned lock is safe to use.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn room(&self, state: &Arc<AppState>, game: &str) -> mpsc::Sender<RoomMessage> {
        let mut open = self.lock();
        // A closed room that is still listed ended unexpectedly.
        if let Some(room) = open.get(game).filter(|room| !room.is_closed()) {
            return room.clone();
        }
        let (room, mailbox) = mpsc::channel(MAILBOX_CAPACITY);
        let id: Arc<str> = game.into();
        tokio::spawn(room::run(state.clone(), id.clone(), mailbox));
        open.insert(id, room.clone());
        metrics::gauge!("komadai_rooms").set(open.len() as f64);
        room
    }

    fn remove(&self, game: &str) {
        let mut open = self.lock();
        open.remove(game);
        metrics::gauge!("komadai_rooms").set(open.len() as f64);
    }
}

/// Returns whether the text has the form of a game id.
pub fn is_game_id(text: &str) -> bool {
    (8..=40).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Serializes a message.
pub(crate) fn to_text(message: &ServerMessage) -> axum::extract::ws::Utf8Bytes {
    // Serializing our messages cannot fail: no maps with non-string keys, no foreign code.
    serde_json::to_string(message).unwrap_or_default().into()
}
