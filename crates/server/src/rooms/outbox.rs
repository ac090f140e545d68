//! The outgoing queue of a connection.
//!
//! Answers to a client's own messages are always queued; a client that asks without reading is disconnected.
//! What others cause cannot fill the queue: a newer state replaces the queued one, and events, chat and
//! challenges are queued only while there is room. Their source is asked for the rest once everything queued
//! was written.

use super::to_text;
use crate::connections::Disconnect;
use axum::extract::ws::Utf8Bytes;
use komadai_wire::message::ServerMessage;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use tokio::sync::Notify;

/// Maximum number of unread answers.
const MAX_ANSWERS: usize = 64;
/// Maximum size of unread answers.
const MAX_ANSWER_BYTES: usize = 1 << 20;
/// News wait at their source while this many messages are queued.
const ROOMY_MESSAGES: usize = 32;
/// News wait at their source while this many bytes are queued.
const ROOMY_BYTES: usize = 1 << 18;

/// The outgoing queue of a connection. A client that reads too slowly is disconnected and can resume.
#[derive(Clone, Debug, Default)]
pub struct Outbox(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    queue: Mutex<Queue>,
    filled: Notify,
    disconnect: Notify,
    /// Why the server closes the connection, if it works.
    closed: OnceLock<Disconnect>,
}

/// The origin of news: events and chat of a game, or challenges.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NewsSource {
    /// A game.
    Game(Arc<str>),
    /// The lobby.
    Lobby,
}

/// A state of a game of which only the latest matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// Who is present.
    Presence,
    /// The rematch that Black has offered.
    BlackOffersRematch,
    /// The rematch that White has offered.
    WhiteOffersRematch,
    /// The following game.
    Next,
}

/// Why a message is queued.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Answer,
    News,
    Latest(Arc<str>, Topic),
}

#[derive(Debug)]
struct Queued {
    kind: Kind,
    text: Utf8Bytes,
}

/// Messages that were not written yet, including those that are being written.
#[derive(Clone, Copy, Default, Debug)]
struct Load {
    messages: usize,
    bytes: usize,
}

impl Load {
    fn add(&mut self, text: &Utf8Bytes) {
        self.messages += 1;
        self.bytes += text.len();
    }
}

#[derive(Debug, Default)]
struct Queue {
    messages: VecDeque<Queued>,
    answers: Load,
    others: Load,
    /// Sources with news for which there was no room.
    behind: Vec<NewsSource>,
}

impl Queue {
    fn push(&mut self, kind: Kind, text: Utf8Bytes) {
        match kind {
            Kind::Answer => self.answers.add(&text),
            Kind::News | Kind::Latest(..) => self.others.add(&text),
        }
        self.messages.push_back(Queued { kind, text });
    }

    fn has_room(&self) -> bool {
        self.answers.messages + self.others.messages < ROOMY_MESSAGES
            && self.answers.bytes + self.others.bytes < ROOMY_BYTES
    }
}

impl Outbox {
    /// An empty queue.
    pub fn new() -> Outbox {
        Outbox::default()
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        // The queue is consistent after every call, so a poisoned lock is safe to use.
        self.0.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues an answer to a message of this client, or disconnects the client if it does not read its answers.
    pub fn send(&self, message: &ServerMessage) {
        let text = to_text(message);
        let mut queue = self.lock();
        let is_full =
            queue.answers.messages >= MAX_ANSWERS || queue.answers.bytes > MAX_ANSWER_BYTES;
        if is_full {
            drop(queue);
            return self.disconnect_slow_reader();
        }
        queue.push(Kind::Answer, text);
        drop(queue);
        self.0.filled.notify_one();
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

    /// Queues a state of a game, and drops an older one that is still queued.
    pub fn send_latest(&self, game: &Arc<str>, topic: Topic, text: Utf8Bytes) {
        let kind = Kind::Latest(game.clone(), topic);
        let mut queue = self.lock();
        let older = queue.messages.iter().position(|queued| queued.kind == kind);
        if let Some(older) = older.and_then(|at| queue.messages.remove(at)) {
            queue.others.messages -= 1;
            queue.others.bytes -= older.text.len();
        }
        queue.push(kind, text);
        drop(queue);
        self.0.filled.notify_one();
    }

    /// Returns whether there is room for news. If not, the source is asked again when the queue is empty.
    pub fn has_room(&self, source: &NewsSource) -> bool {
        let mut queue = self.lock();
        let has_room = queue.has_room();
        if !has_room && !queue.behind.contains(source) {
            queue.behind.push(source.clone());
        }
        has_room
    }

    /// Queues news. Ask [`has_room`](Outbox::has_room) first.
    pub fn send_news(&self, text: Utf8Bytes) {
        self.lock().push(Kind::News, text);
        self.0.filled.notify_one();
    }

    /// Waits until something is queued, and takes all of it. Call [`written`](Outbox::written) when it was written.
    pub async fn take(&self) -> Vec<Utf8Bytes> {
        loop {
            let taken = self.take_now();
            if !taken.is_empty() {
                return taken;
            }
            self.0.filled.notified().await;
        }
    }

    /// Takes everything that is queued.
    pub fn take_now(&self) -> Vec<Utf8Bytes> {
        let messages = std::mem::take(&mut self.lock().messages);
        messages.into_iter().map(|queued| queued.text).collect()
    }

    /// Reports that everything taken was written. Returns the sources that have more, if nothing is queued now.
    pub fn written(&self) -> Vec<NewsSource> {
        let mut queue = self.lock();
        let Queue {
            messages,
            answers,
            others,
            behind,
        } = &mut *queue;
        (*answers, *others) = (Load::default(), Load::default());
        for Queued { kind, text } in messages.iter() {
            match kind {
                Kind::Answer => answers.add(text),
                Kind::News | Kind::Latest(..) => others.add(text),
            }
        }
        match messages.is_empty() {
            true => std::mem::take(behind),
            false => Vec::new(),
        }
    }

    /// Closes the connection because the client reads too slowly.
    pub fn disconnect_slow_reader(&self) {
        metrics::counter!("komadai_slow_readers_total").increment(1);
        self.0.disconnect.notify_one();
    }

    /// Closes the connection.
    pub fn close(&self, why: Disconnect) {
        // The first reason counts.
        let _ = self.0.closed.set(why);
        self.0.disconnect.notify_one();
    }

    /// Why the connection was closed with [`close`](Outbox::close), if it was.
    pub fn closed(&self) -> Option<Disconnect> {
        self.0.closed.get().copied()
    }

    /// Waits until the connection must be closed.
    pub async fn disconnected(&self) {
        self.0.disconnect.notified().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(id: &str) -> Arc<str> {
        id.into()
    }

    fn text(letter: &str, bytes: usize) -> Utf8Bytes {
        letter.repeat(bytes).into()
    }

    fn is_disconnected(outbox: &Outbox) -> bool {
        use futures_util::FutureExt;
        outbox.disconnected().now_or_never().is_some()
    }

    #[test]
    fn newer_state_replaces_the_queued_one() {
        let outbox = Outbox::new();
        let (one, other) = (game("one"), game("other"));
        for number in ["1", "2", "3"] {
            outbox.send_latest(&one, Topic::Presence, number.into());
            outbox.send_latest(&other, Topic::Presence, number.into());
        }
        outbox.send_latest(&one, Topic::Next, "next".into());
        assert_eq!(outbox.take_now(), ["3", "3", "next"]);
        assert!(outbox.written().is_empty());
    }

    #[test]
    fn news_never_disconnect_and_wait_at_their_source() {
        let outbox = Outbox::new();
        let source = NewsSource::Game(game("one"));
        let mut queued = 0;
        while outbox.has_room(&source) {
            outbox.send_news(text("n", 100));
            queued += 1;
        }
        assert_eq!(queued, ROOMY_MESSAGES);
        assert!(!outbox.has_room(&NewsSource::Lobby));
        assert!(!outbox.has_room(&source));
        assert!(!is_disconnected(&outbox));
        assert_eq!(outbox.take_now().len(), queued);
        assert!(!outbox.has_room(&source), "taken, but not written");
        outbox.send(&ServerMessage::Done { re: 1 });
        assert!(outbox.written().is_empty(), "an answer is still queued");
        outbox.take_now();
        assert_eq!(outbox.written(), [source.clone(), NewsSource::Lobby]);
        assert!(outbox.has_room(&source));
        outbox.send_news(text("n", ROOMY_BYTES));
        assert!(!outbox.has_room(&source), "one large message");
    }

    #[test]
    fn unread_answers_disconnect() {
        let outbox = Outbox::new();
        for re in 0..64 {
            outbox.send(&ServerMessage::Done { re });
        }
        assert!(!is_disconnected(&outbox));
        outbox.send(&ServerMessage::Done { re: 64 });
        assert!(is_disconnected(&outbox));
    }
}
