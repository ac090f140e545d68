//! Chat and rematch offers.

use super::create::rematch;
use super::members::{Member, Place};
use super::outbox::Topic;
use super::room::{Requester, Room};
use crate::server_clock::wall_ms;
use crate::store::ChatRow;
use komadai_core::Color;
use komadai_wire::is_printable;
use komadai_wire::message::{Channel, ChatLine, Role, ServerMessage};

/// Maximum length of a message, in characters.
const MAX_LINE_CHARS: usize = 500;
/// Maximum number of messages per channel of a game, so that spectators cannot silence the players.
const MAX_LINES: usize = 1_000;
/// Messages of the history that are sent at once.
const PAGE_LINES: usize = 50;

const PLAYERS: &str = "players";
const SPECTATORS: &str = "spectators";

/// A stored message in its public form.
fn line(row: ChatRow) -> ChatLine {
    ChatLine {
        n: u32::try_from(row.seq).unwrap_or(u32::MAX),
        channel: match row.channel.as_str() {
            SPECTATORS => Channel::Spectators,
            _ => Channel::Players,
        },
        name: row.name,
        at: row.at,
        text: row.body,
    }
}

/// The number of a stored message and the key of its sender.
pub(super) fn sender(row: &ChatRow) -> (u32, String) {
    (u32::try_from(row.seq).unwrap_or(u32::MAX), row.who.clone())
}

/// Cleans a message: one line of printable text.
fn clean(text: &str) -> Option<String> {
    let text = text.trim();
    let fits = !text.is_empty() && text.chars().count() <= MAX_LINE_CHARS;
    (fits && is_printable(text)).then(|| text.to_owned())
}

impl Room {
    /// Loads the chat history.
    pub(super) async fn load_chat(&mut self) {
        match self.state.store.chat(self.loaded.num).await {
            Ok(rows) => {
                self.senders = rows.iter().map(sender).collect();
                self.chat = rows.into_iter().map(line).collect();
                self.recovery.lacks_chat = false;
            }
            Err(error) => {
                tracing::error!(game = %self.id, %error, "failed to load chat history");
                self.recovery.lacks_chat = true;
                self.storage_failed();
            }
        }
    }

    pub(super) async fn handle_chat(&mut self, requester: Requester, text: String) {
        let Some(member) = self.members.get(requester.connection) else {
            return;
        };
        let Some(text) = clean(&text) else {
            let message = format!("a chat message has 1 to {MAX_LINE_CHARS} printable characters");
            return self.send_error(requester, "bad-line", &message);
        };
        if self.recovery.lacks_chat {
            return self.send_storage_error(requester);
        }
        let channel = member.place.channel();
        let of_channel = |line: &&ChatLine| line.channel == channel;
        if self.chat.iter().filter(of_channel).count() >= MAX_LINES {
            return self.send_error(requester, "chat-full", "the chat of this game is full");
        }
        let row = ChatRow {
            // Not the number of messages: some may have been deleted.
            seq: i64::from(self.last_line()) + 1,
            channel: match channel {
                Channel::Players => PLAYERS,
                Channel::Spectators => SPECTATORS,
            }
            .to_owned(),
            who: member.person.key.clone(),
            name: member.person.name.clone(),
            at: wall_ms(),
            body: text,
        };
        if let Err(error) = self
            .state
            .store
            .add_chat(self.loaded.num, row.clone())
            .await
        {
            tracing::error!(game = %self.id, %error, "failed to store chat message");
            return self.send_storage_error(requester);
        }
        self.senders.extend([sender(&row)]);
        self.chat.push(line(row));
        self.send_news();
        self.send(
            requester.connection,
            &ServerMessage::Done { re: requester.re },
        );
    }

    /// The number of the last message.
    pub(super) fn last_line(&self) -> u32 {
        self.chat.last().map_or(0, |line| line.n)
    }

    /// Whether a person at a place gets a message: not if the person has blocked its sender.
    fn hearing(&self, who: &str, place: Place) -> impl Fn(&&ChatLine) -> bool {
        let is_over = self.loaded.is_over();
        let blocked = self.state.moderation.blocked_by(who);
        move |line| {
            let sender = self.senders.get(&line.n);
            place.receives(line.channel, is_over)
                && !sender.is_some_and(|sender| blocked.contains(sender))
        }
    }

    /// The messages that a member has missed, at most two of them.
    pub(super) fn missed_chat(&self, member: &Member) -> Vec<&ChatLine> {
        let new = self.chat.partition_point(|line| line.n <= member.heard);
        if new == self.chat.len() {
            return Vec::new();
        }
        let heard = self.hearing(&member.person.key, member.place);
        self.chat[new..].iter().filter(heard).take(2).collect()
    }

    /// The last messages that a person at a place can see before one, and whether there are earlier ones.
    pub(super) fn chat_page(&self, who: &str, place: Place, before: u32) -> (Vec<ChatLine>, bool) {
        let heard = self.hearing(who, place);
        let end = self.chat.partition_point(|line| line.n < before);
        let mut visible = self.chat[..end].iter().rev().filter(heard);
        let mut page: Vec<ChatLine> = visible.by_ref().take(PAGE_LINES).cloned().collect();
        page.reverse();
        (page, visible.next().is_some())
    }

    /// A page of the history as a message.
    pub(super) fn chat_lines(
        &self,
        member: &Member,
        before: u32,
        re: Option<u32>,
    ) -> ServerMessage {
        let (lines, earlier) = self.chat_page(&member.person.key, member.place, before);
        ServerMessage::ChatLines {
            game: self.id.to_string(),
            lines,
            earlier,
            re,
        }
    }

    /// Sends the messages before one.
    pub(super) fn send_chat_history(&self, requester: Requester, before: u32) {
        if let Some(member) = self.members.get(requester.connection) {
            let page = self.chat_lines(member, before, Some(requester.re));
            member.outbox.send(&page);
        }
    }

    /// After the game, the messages of the other channel become visible: everyone who could not see them is sent
    /// the last page of all.
    pub(super) fn reveal_chat(&mut self) {
        let chat = &self.chat;
        for member in self.members.iter_mut() {
            let is_new = |line: &ChatLine| !member.place.receives(line.channel, false);
            if chat.iter().any(is_new) {
                member.heard = 0;
            }
        }
        self.send_news();
    }

    /// Records a rematch offer; the game starts when both players have offered.
    pub(super) async fn offer_rematch(&mut self, requester: Requester) {
        let swapped = self.game().colors_swapped();
        let place = self
            .members
            .get(requester.connection)
            .map(|member| member.place);
        let Some(color) = place.and_then(|place| place.color(swapped)) else {
            return self.send_error(requester, "not-yours", "only players can offer a rematch");
        };
        if !self.loaded.is_over() {
            return self.send_error(requester, "not-over", "the game is not over");
        }
        if self.loaded.next.is_some() {
            return self.send_error(
                requester,
                "already-done",
                "the next game has already started",
            );
        }
        self.send(
            requester.connection,
            &ServerMessage::Done { re: requester.re },
        );
        let agrees = |color: Color| {
            let seat = if swapped { !color } else { color };
            self.rematch[color as usize] || self.loaded.seats.players[seat].level.is_some()
        };
        if agrees(!color) {
            return self.start_rematch(requester).await;
        }
        // An offer that is repeated is not news.
        if std::mem::replace(&mut self.rematch[color as usize], true) {
            return;
        }
        let (by, topic) = match color {
            Color::Black => (Role::Black, Topic::BlackOffersRematch),
            Color::White => (Role::White, Topic::WhiteOffersRematch),
        };
        let offered = ServerMessage::RematchOffered {
            game: self.id.to_string(),
            by,
        };
        self.send_latest(topic, &offered);
    }

    async fn start_rematch(&mut self, requester: Requester) {
        let game = rematch(&self.state, &self.loaded);
        match self.state.store.create_game(game, None).await {
            Ok(_) => self.announce_next_game().await,
            Err(error) => {
                tracing::error!(game = %self.id, %error, "failed to store rematch");
                self.send_storage_error(requester);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chat_messages_are_short_printable_and_not_empty() {
        assert_eq!(
            clean("  よろしくお願いします "),
            Some("よろしくお願いします".to_owned())
        );
        assert_eq!(clean("<b>hi</b>"), Some("<b>hi</b>".to_owned()));
        for bad in ["", "   ", "a\nb", "a\u{7}b", "abc\u{202e}def"] {
            assert_eq!(clean(bad), None, "{bad:?}");
        }
        assert!(clean(&"歩".repeat(MAX_LINE_CHARS)).is_some());
        assert!(clean(&"歩".repeat(MAX_LINE_CHARS + 1)).is_none());
    }
}
