//! Chat and rematch offers.

use super::actor::{Asker, Room};
use super::open::rematch;
use crate::house_clock::wall_ms;
use crate::store::ChatRow;
use komadai_core::Color;
use komadai_wire::message::{Channel, ChatLine, Role, ServerMessage};

/// Maximum length of a message, in characters.
const LONGEST_LINE: usize = 500;
/// Maximum number of messages per game.
const MOST_LINES: usize = 1_000;

const PLAYERS: &str = "players";
const SPECTATORS: &str = "spectators";

/// A stored message in its public form.
pub(super) fn line(row: ChatRow) -> ChatLine {
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

/// Cleans a message: one line of printable text.
fn tidy(text: &str) -> Option<String> {
    let text = text.trim();
    let fits = !text.is_empty() && text.chars().count() <= LONGEST_LINE;
    let printable = !text.chars().any(|c| c.is_control() || is_bidi_control(c));
    (fits && printable).then(|| text.to_owned())
}

/// Bidirectional controls could make a line look like someone else's.
fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

impl Room {
    pub(super) async fn chat(&mut self, asker: Asker, text: String) {
        let Some(member) = self.members.get(asker.connection) else {
            return;
        };
        let Some(text) = tidy(&text) else {
            let message = format!("a line has 1 to {LONGEST_LINE} printable characters");
            return self.complain(asker, "bad-line", &message);
        };
        if self.talk.len() >= MOST_LINES {
            return self.complain(asker, "chat-full", "enough has been said here");
        }
        let channel = member.seat.channel();
        let row = ChatRow {
            seq: i64::try_from(self.talk.len()).unwrap_or(i64::MAX) + 1,
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
        if let Err(error) = self.house.store.add_chat(self.table.num, row.clone()).await {
            tracing::error!(game = %self.id, %error, "a line was not stored");
            return self.complain(
                asker,
                "storage",
                "the server could not store this; try again",
            );
        }
        let line = line(row);
        self.talk.push(line.clone());
        let message = ServerMessage::Chat {
            game: self.id.to_string(),
            line,
        };
        let is_over = self.table.is_over();
        for member in self.members.iter() {
            if member.seat.hears(channel, is_over) {
                member.outbox.say(&message);
            }
        }
        self.tell(asker.connection, &ServerMessage::Done { re: asker.re });
    }

    /// Records a rematch offer; the game starts when both players have offered.
    pub(super) async fn offer_rematch(&mut self, asker: Asker) {
        let swapped = self.game().colors_swapped();
        let place = self.members.get(asker.connection).map(|member| member.seat);
        let Some(color) = place.and_then(|place| place.color(swapped)) else {
            return self.complain(asker, "not-yours", "only players can ask for another game");
        };
        if !self.table.is_over() {
            return self.complain(asker, "not-over", "the game is not over");
        }
        if self.table.next.is_some() {
            return self.complain(asker, "already-done", "another game has begun already");
        }
        self.tell(asker.connection, &ServerMessage::Done { re: asker.re });
        let agrees = |color: Color| {
            let seat = if swapped { !color } else { color };
            self.rematch[color as usize] || self.table.seats.players[seat].level.is_some()
        };
        if agrees(!color) {
            return self.begin_rematch(asker).await;
        }
        self.rematch[color as usize] = true;
        let by = match color {
            Color::Black => Role::Black,
            Color::White => Role::White,
        };
        self.members.say(&ServerMessage::RematchOffered {
            game: self.id.to_string(),
            by,
        });
    }

    async fn begin_rematch(&mut self, asker: Asker) {
        let game = rematch(&self.house, &self.table);
        match self.house.store.create_game(game, None).await {
            Ok(_) => self.find_next().await,
            Err(error) => {
                tracing::error!(game = %self.id, %error, "a rematch was not stored");
                self.complain(
                    asker,
                    "storage",
                    "the server could not store this; try again",
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_short_printable_and_not_empty() {
        assert_eq!(
            tidy("  よろしくお願いします "),
            Some("よろしくお願いします".to_owned())
        );
        assert_eq!(tidy("<b>hi</b>"), Some("<b>hi</b>".to_owned()));
        for bad in ["", "   ", "a\nb", "a\u{7}b", "abc\u{202e}def"] {
            assert_eq!(tidy(bad), None, "{bad:?}");
        }
        assert!(tidy(&"歩".repeat(LONGEST_LINE)).is_some());
        assert!(tidy(&"歩".repeat(LONGEST_LINE + 1)).is_none());
    }
}
