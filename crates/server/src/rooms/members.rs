//! The members of a room and their connections.

use super::{ConnectionId, to_text};
use crate::person::Person;
use axum::extract::ws::Utf8Bytes;
use komadai_core::{ByColor, Color};
use komadai_game::{Actor, Millis};
use komadai_wire::message::{Channel, Presence, Role, ServerMessage};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use tokio::sync::{Notify, mpsc};

/// The outgoing queue of a connection. A client that reads too slowly is disconnected and can resume.
#[derive(Clone, Debug)]
pub struct Outbox {
    messages: mpsc::Sender<Utf8Bytes>,
    disconnect: Arc<Notify>,
    /// Queued bytes, because the state of a long game is much larger than a move.
    waiting: Arc<AtomicUsize>,
    is_logged_out: Arc<AtomicBool>,
}

/// Maximum number of queued bytes.
const MAX_QUEUED_BYTES: usize = 1 << 20;

impl Outbox {
    /// Creates a queue and returns its sender, its receiver and a signal to disconnect the client.
    pub fn new(capacity: usize) -> (Outbox, mpsc::Receiver<Utf8Bytes>, Arc<Notify>) {
        let (messages, inbox) = mpsc::channel(capacity);
        let disconnect = Arc::new(Notify::new());
        let outbox = Outbox {
            messages,
            disconnect: disconnect.clone(),
            waiting: Arc::default(),
            is_logged_out: Arc::default(),
        };
        (outbox, inbox, disconnect)
    }

    /// Queues a serialized message, or disconnects the client if too much is queued.
    pub fn send_text(&self, text: Utf8Bytes) {
        let bytes = text.len();
        let is_full = self.waiting.fetch_add(bytes, Ordering::Relaxed) > MAX_QUEUED_BYTES;
        let rejected = is_full || {
            let sent = self.messages.try_send(text);
            matches!(sent, Err(mpsc::error::TrySendError::Full(_)))
        };
        if rejected {
            self.dequeued(bytes);
            metrics::counter!("komadai_slow_readers_total").increment(1);
            self.disconnect.notify_one();
        }
    }

    /// Reports that bytes have left the queue.
    pub fn dequeued(&self, bytes: usize) {
        self.waiting.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Closes the connection because its owner has logged out.
    pub fn log_out(&self) {
        self.is_logged_out.store(true, Ordering::Relaxed);
        self.disconnect.notify_one();
    }

    /// Returns whether the connection was closed because its owner logged out.
    pub fn is_logged_out(&self) -> bool {
        self.is_logged_out.load(Ordering::Relaxed)
    }

    /// Queues an error about a message or a game.
    pub fn send_error(&self, re: Option<u32>, game: Option<&str>, code: &str, message: &str) {
        self.send(&ServerMessage::Error {
            re,
            game: game.map(str::to_owned),
            code: code.to_owned(),
            message: message.to_owned(),
        });
    }

    /// Queues a message.
    pub fn send(&self, message: &ServerMessage) {
        self.send_text(to_text(message));
    }
}

/// A member of the room.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) connection: ConnectionId,
    pub(super) person: Person,
    pub(super) place: Place,
    pub(super) outbox: Outbox,
    pub(super) lag: Millis,
}

/// A member's place. Players keep their seats, whatever color a toss gives them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// The seat of this color before a toss.
    Seat(Color),
    Arbiter,
    Spectator,
}

impl Place {
    pub(super) fn color(self, swapped: bool) -> Option<Color> {
        match self {
            Place::Seat(color) if swapped => Some(!color),
            Place::Seat(color) => Some(color),
            Place::Arbiter | Place::Spectator => None,
        }
    }

    pub(super) fn is_player(self) -> bool {
        matches!(self, Place::Seat(_))
    }

    pub(super) fn actor(self, swapped: bool) -> Actor {
        match (self.color(swapped), self) {
            (Some(color), _) => Actor::Player(color),
            (None, Place::Arbiter) => Actor::Arbiter,
            (None, _) => Actor::Bystander,
        }
    }

    pub(super) fn role(self, swapped: bool) -> Role {
        match (self.color(swapped), self) {
            (Some(Color::Black), _) => Role::Black,
            (Some(Color::White), _) => Role::White,
            (None, Place::Arbiter) => Role::Arbiter,
            (None, _) => Role::Spectator,
        }
    }

    pub(super) fn channel(self) -> Channel {
        match self {
            Place::Spectator => Channel::Spectators,
            _ => Channel::Players,
        }
    }

    /// Returns whether a member receives a chat channel. After the game everyone does; the arbiter always does.
    pub(super) fn receives(self, channel: Channel, is_over: bool) -> bool {
        is_over || self == Place::Arbiter || self.channel() == channel
    }
}

/// The players and arbiter of a game.
#[derive(Clone, Debug)]
pub(super) struct Seats {
    pub(super) players: ByColor<Person>,
    pub(super) arbiter: Option<Person>,
}

impl Seats {
    pub(super) fn place(&self, person: &Person) -> Place {
        let sits = |&color: &Color| self.players[color].key == person.key;
        let is_arbiter = |arbiter: &Person| arbiter.key == person.key;
        match Color::ALL.into_iter().find(sits) {
            Some(color) => Place::Seat(color),
            None if self.arbiter.as_ref().is_some_and(is_arbiter) => Place::Arbiter,
            None => Place::Spectator,
        }
    }
}

/// All members of the room.
#[derive(Debug, Default)]
pub(super) struct Members(Vec<Member>);

impl Members {
    pub(super) fn add(&mut self, member: Member) {
        self.remove(member.connection);
        self.0.push(member);
    }

    pub(super) fn remove(&mut self, connection: ConnectionId) -> Option<Member> {
        let at = self.0.iter().position(|m| m.connection == connection)?;
        Some(self.0.swap_remove(at))
    }

    pub(super) fn get(&self, connection: ConnectionId) -> Option<&Member> {
        self.0.iter().find(|m| m.connection == connection)
    }

    pub(super) fn get_mut(&mut self, connection: ConnectionId) -> Option<&mut Member> {
        self.0.iter_mut().find(|m| m.connection == connection)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Member> {
        self.0.iter()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn spectators(&self) -> usize {
        let is_spectator = |m: &&Member| m.place == Place::Spectator;
        self.0.iter().filter(is_spectator).count()
    }

    pub(super) fn presence(&self, swapped: bool) -> Presence {
        let is_present = |color| {
            let sits = |m: &Member| m.place.color(swapped) == Some(color);
            self.0.iter().any(sits)
        };
        Presence {
            black: is_present(Color::Black),
            white: is_present(Color::White),
            spectators: u32::try_from(self.spectators()).unwrap_or(u32::MAX),
        }
    }

    /// The greatest lag of a side's connections.
    pub(super) fn lag(&self, color: Color, swapped: bool) -> Millis {
        let of_side = self
            .0
            .iter()
            .filter(|m| m.place.color(swapped) == Some(color));
        of_side.map(|m| m.lag).max().unwrap_or(Millis::ZERO)
    }

    pub(super) fn send(&self, message: &ServerMessage) {
        let text = to_text(message);
        for member in &self.0 {
            member.outbox.send_text(text.clone());
        }
    }
}
