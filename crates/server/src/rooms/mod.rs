//! Rooms: one task for every game that is being played or looked at.
//!
//! A room is an actor: it takes one message after another, asks `komadai-game` what comes of it, waits
//! until the events are on disk, and only then tells anyone. So what it holds in memory is never ahead
//! of the database.

mod actor;
mod computer;
mod members;
mod open;
mod table;
mod talk;
mod telling;

pub use members::Outbox;
pub use open::{GamePlan, Visibility};
pub(crate) use table::{read_events, read_opening, read_person};

use crate::house::House;
use crate::person::Person;
use crate::protocol::{GameState, ServerMessage};
use komadai_game::{Act, Millis};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use tokio::sync::{mpsc, oneshot};

/// How often a room that closes just then is opened for one message.
const KNOCKS: usize = 16;
/// Messages that may wait for a room. Connections wait beyond that.
const MAILBOX: usize = 64;

/// A connection, by number.
pub type ConnectionId = u64;

/// What a room can be told.
#[derive(Debug)]
pub enum ToRoom {
    /// Someone wants to follow the game.
    Join {
        /// Who, and how to reach them.
        member: Box<Newcomer>,
        /// The last event they have.
        after: u32,
    },
    /// A connection no longer follows it, or is gone.
    Leave(ConnectionId),
    /// Someone wants to do something.
    Act(Box<Deed>),
    /// Someone says something.
    Chat {
        /// The connection.
        from: ConnectionId,
        /// The number of the message.
        re: u32,
        /// What.
        text: String,
    },
    /// Someone wants another game.
    Rematch {
        /// The connection.
        from: ConnectionId,
        /// The number of the message.
        re: u32,
    },
    /// The computer has made up its mind.
    Computer {
        /// After how many events it was asked.
        asked_at: u32,
        /// What it does.
        act: Option<Box<Act>>,
    },
    /// How long messages take to and from a connection.
    Lag(ConnectionId, Millis),
    /// What is on disk has changed: an account is gone, and its name with it.
    ReadAgain,
    /// The game as an onlooker sees it.
    Look(Box<Person>, oneshot::Sender<GameState>),
}

/// Someone who joins.
#[derive(Debug)]
pub struct Newcomer {
    /// The connection.
    pub connection: ConnectionId,
    /// Who.
    pub person: Person,
    /// How to reach them.
    pub outbox: Outbox,
}

/// Something that someone wants to do.
#[derive(Debug)]
pub struct Deed {
    /// The connection.
    pub from: ConnectionId,
    /// The number of the message.
    pub re: u32,
    /// What.
    pub act: Act,
    /// After how many moves.
    pub ply: Option<u32>,
    /// When it came in.
    pub received: Instant,
}

/// All rooms.
#[derive(Debug, Default)]
pub struct Rooms {
    open: Mutex<HashMap<Arc<str>, mpsc::Sender<ToRoom>>>,
}

/// There is no such game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no such game")]
pub struct NoSuchGame;

impl Rooms {
    /// Sends a message to the room of a game, which is opened if need be.
    ///
    /// # Errors
    /// There is no such game. A message to it can also get lost because there is none: whoever joins is
    /// told so.
    pub async fn send(house: &Arc<House>, game: &str, message: ToRoom) -> Result<(), NoSuchGame> {
        if !is_game_id(game) {
            return Err(NoSuchGame);
        }
        let mut message = message;
        for _ in 0..KNOCKS {
            let room = house.rooms.room(house, game);
            match room.send(message).await {
                Ok(()) => return Ok(()),
                // The room closed meanwhile, because nobody was in it: it is opened again.
                Err(mpsc::error::SendError(back)) => message = back,
            }
            // When the program ends no room opens any more, and whoever asks goes as well.
            tokio::task::yield_now().await;
        }
        tracing::error!(game, "the room cannot be opened");
        Err(NoSuchGame)
    }

    /// The game as a person sees it.
    ///
    /// # Errors
    /// There is no such game.
    pub async fn look(
        house: &Arc<House>,
        game: &str,
        person: &Person,
    ) -> Result<GameState, NoSuchGame> {
        let (reply, answer) = oneshot::channel();
        let look = ToRoom::Look(Box::new(person.clone()), reply);
        Rooms::send(house, game, look).await?;
        answer.await.map_err(|_| NoSuchGame)
    }

    /// Opens the rooms of all games that are not over: their clocks run again.
    ///
    /// # Errors
    /// What the database says.
    pub async fn reopen(house: &Arc<House>) -> Result<usize, crate::store::StoreError> {
        let games = house.store.open_games().await?;
        for id in &games {
            let _ = house.rooms.room(house, id);
        }
        Ok(games.len())
    }

    /// Has the room of a game, if it is open, read again what is on disk.
    pub async fn read_again(&self, game: &str) {
        let room = self.lock().get(game).cloned();
        if let Some(room) = room {
            // A room that closes meanwhile forgets what it knew.
            let _ = room.send(ToRoom::ReadAgain).await;
        }
    }

    /// How many rooms are open.
    pub fn count(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Arc<str>, mpsc::Sender<ToRoom>>> {
        // The map is whole after every statement that changes it.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn room(&self, house: &Arc<House>, game: &str) -> mpsc::Sender<ToRoom> {
        let mut open = self.lock();
        // One that is closed and still in the list ended before its time.
        if let Some(room) = open.get(game).filter(|room| !room.is_closed()) {
            return room.clone();
        }
        let (room, mailbox) = mpsc::channel(MAILBOX);
        let id: Arc<str> = game.into();
        tokio::spawn(actor::run(
            house.clone(),
            id.clone(),
            mailbox,
            room.downgrade(),
        ));
        open.insert(id, room.clone());
        metrics::gauge!("komadai_rooms").set(open.len() as f64);
        room
    }

    fn forget(&self, game: &str) {
        let mut open = self.lock();
        open.remove(game);
        metrics::gauge!("komadai_rooms").set(open.len() as f64);
    }
}

/// Could this be the name of a game?
pub fn is_game_id(text: &str) -> bool {
    (8..=40).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// A message as it goes over the wire.
pub(crate) fn to_text(message: &ServerMessage) -> axum::extract::ws::Utf8Bytes {
    // Nothing in our messages can fail to become JSON: no maps with odd keys, no foreign code.
    serde_json::to_string(message).unwrap_or_default().into()
}
