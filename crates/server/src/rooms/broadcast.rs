//! Messages to the members of a room.
//!
//! Every member is sent what they are missing: events and chat since the last ones sent. A member who reads
//! slowly stays behind and gets the rest from the log, in larger parts.

use super::members::{Member, Place};
use super::outbox::{NewsSource, Topic};
use super::room::{Requester, Room};
use super::{ConnectionId, to_text};
use crate::person::Person;
use axum::extract::ws::Utf8Bytes;
use komadai_core::Color;
use komadai_game::{Actor, Event, Game};
use komadai_wire::event::EventDto;
use komadai_wire::message::{GameState, Presence, ServerMessage};
use komadai_wire::opening::OpeningDto;
use komadai_wire::view::{ClockDto, OutcomeDto, PhaseDto, WantedDto, wanted};
use std::time::{Duration, Instant};

/// Events in one message. An event has at most about 4,600 bytes, because a client message has at most 4,096.
const PART_EVENTS: u32 = 128;
/// Maximum number of acts whose events a client has not read.
const MAX_UNREAD_ACTS: usize = 64;
/// Minimum time between two presence messages.
const PRESENCE_INTERVAL: Duration = Duration::from_secs(1);

/// The permissions of an actor, as last sent.
#[derive(Debug, Default)]
pub(super) struct Permissions {
    list: Vec<WantedDto>,
    /// How often they have changed.
    version: u64,
}

/// The actors with permissions of their own.
const ACTORS: [Actor; 4] = [Actor::BLACK, Actor::WHITE, Actor::Arbiter, Actor::Bystander];

/// The index of an actor's permissions.
fn index(actor: Actor) -> usize {
    let found = ACTORS.iter().position(|&other| other == actor);
    found.unwrap_or(ACTORS.len() - 1)
}

/// Presence, as last sent.
#[derive(Debug, Default)]
pub(super) struct PresenceNews {
    told: Presence,
    told_at: Option<Instant>,
    due: Option<Instant>,
}

/// A message that several members may get.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum News {
    Events {
        from: u32,
        to: u32,
        actor: usize,
        has_may: bool,
        re: Option<u32>,
    },
    ChatLine(u32),
}

/// Serialized messages, so that each is serialized once.
#[derive(Default)]
struct Texts(Vec<(News, Utf8Bytes)>);

impl Texts {
    fn get(&mut self, news: News, make: impl FnOnce() -> ServerMessage) -> Utf8Bytes {
        if let Some((_, text)) = self.0.iter().find(|(other, _)| *other == news) {
            return text.clone();
        }
        let text = to_text(&make());
        self.0.push((news, text.clone()));
        text
    }
}

impl Room {
    /// Events in their public form.
    fn visible(&self, from: u32, to: u32) -> Vec<EventDto> {
        let events = &self.loaded.events[from as usize - 1..to as usize];
        if self.loaded.is_over() {
            return events.iter().map(EventDto::from).collect();
        }
        let help = self.loaded.game.help().board;
        let told = |event: &Event| EventDto::from(&event.public(help));
        events.iter().map(told).collect()
    }

    fn clock(&self) -> Option<ClockDto> {
        ClockDto::of(&self.loaded.game, self.now())
    }

    fn refresh_permissions(&mut self, actor: Actor) {
        let now = wanted(&self.loaded.game, actor);
        let told = &mut self.may[index(actor)];
        if now != told.list {
            told.list = now;
            told.version += 1;
        }
    }

    /// Sends new events to everyone; they answer the requester's act.
    pub(super) fn broadcast(&mut self, requester: Option<Requester>) {
        let seq = self.loaded.seq();
        let of_requester = requester.and_then(|requester| {
            let member = self.members.get_mut(requester.connection)?;
            Some((member, requester.re))
        });
        if let Some((member, re)) = of_requester {
            member.answers.push_back((seq, re));
            if member.answers.len() > MAX_UNREAD_ACTS {
                member.outbox.disconnect_slow_reader();
            }
        }
        let swapped = self.loaded.game.colors_swapped();
        for actor in ACTORS {
            let acts = |member: &Member| member.place.actor(swapped) == actor;
            if self.members.iter().any(acts) {
                self.refresh_permissions(actor);
            }
        }
        self.send_news();
    }

    /// Sends everyone what they are missing.
    pub(super) fn send_news(&mut self) {
        let mut texts = Texts::default();
        let mut members = std::mem::take(&mut self.members);
        for member in members.iter_mut() {
            self.send_missing(member, &mut texts);
        }
        self.members = members;
    }

    /// Sends a member what they are missing.
    pub(super) fn catch_up(&mut self, connection: ConnectionId) {
        let mut members = std::mem::take(&mut self.members);
        if let Some(member) = members.get_mut(connection) {
            self.send_missing(member, &mut Texts::default());
        }
        self.members = members;
    }

    /// Sends events, then chat, as long as there is room in the queue.
    fn send_missing(&self, member: &mut Member, texts: &mut Texts) {
        let source = NewsSource::Game(self.id.clone());
        while member.sent < self.loaded.seq() {
            if !member.outbox.has_room(&source) {
                return;
            }
            self.send_part(member, texts);
        }
        let missed = self.missed_chat(member);
        if !missed.is_empty() && !member.outbox.has_room(&source) {
            return;
        }
        match missed[..] {
            [] => {}
            [line] => {
                let text = texts.get(News::ChatLine(line.n), || ServerMessage::Chat {
                    game: self.id.to_string(),
                    line: line.clone(),
                });
                member.outbox.send_news(text);
            }
            _ => {
                let page = self.chat_lines(member, u32::MAX, None);
                member.outbox.send_news(to_text(&page));
            }
        }
        member.heard = self.last_line();
    }

    /// Sends the next events. A message ends with the events that answer an act of this member.
    fn send_part(&self, member: &mut Member, texts: &mut Texts) {
        let seq = self.loaded.seq();
        let from = member.sent + 1;
        let mut to = seq.min(member.sent + PART_EVENTS);
        let mut re = None;
        if let Some(&(last, number)) = member.answers.front()
            && last <= to
        {
            (to, re) = (last.max(from), Some(number));
            member.answers.pop_front();
        }
        let actor = index(member.place.actor(self.loaded.game.colors_swapped()));
        let told = (actor, self.may[actor].version);
        let is_last = to == seq;
        let has_may = is_last && member.told_may != Some(told);
        let news = News::Events {
            from,
            to,
            actor,
            has_may,
            re,
        };
        let text = texts.get(news, || ServerMessage::Events {
            game: self.id.to_string(),
            from,
            events: self.visible(from, to),
            clock: self.clock().filter(|_| is_last),
            may: has_may.then(|| self.may[actor].list.clone()),
            re,
        });
        member.outbox.send_news(text);
        member.sent = to;
        if has_may {
            member.told_may = Some(told);
        }
    }

    /// Sends a joining member the game, and marks what it contains as sent.
    pub(super) fn send_game(&mut self, connection: ConnectionId, state: GameState) {
        let heard = self.last_line();
        let Some(member) = self.members.get_mut(connection) else {
            return;
        };
        let actor = index(member.place.actor(self.loaded.game.colors_swapped()));
        member.told_may = Some((actor, self.may[actor].version));
        member.sent = state.from - 1 + u32::try_from(state.events.len()).unwrap_or(u32::MAX);
        member.heard = heard;
        member.outbox.send(&ServerMessage::Game(Box::new(state)));
        self.catch_up(connection);
    }

    /// The game as a person sees it from a place, with the first of the events after this one.
    pub(super) fn game_state(&mut self, person: &Person, place: Place, after: u32) -> GameState {
        let swapped = self.loaded.game.colors_swapped();
        let actor = place.actor(swapped);
        self.refresh_permissions(actor);
        let game = &self.loaded.game;
        let last = self.loaded.seq();
        let after = after.min(last);
        let seats = &self.loaded.seats;
        let player = |color: Color| {
            let seat = if swapped { !color } else { color };
            seats.players[seat].public()
        };
        let (chat, earlier_chat) = self.chat_page(&person.key, place, u32::MAX);
        GameState {
            id: self.id.to_string(),
            role: place.role(swapped),
            opening: OpeningDto::from(game.opening()),
            black: player(Color::Black),
            white: player(Color::White),
            arbiter: seats.arbiter.as_ref().map(Person::public),
            phase: PhaseDto::from(game.phase()),
            outcome: game.outcome().map(OutcomeDto::from),
            from: after + 1,
            events: self.visible(after + 1, last.min(after + PART_EVENTS)),
            last,
            clock: self.clock(),
            now: self.now().get(),
            may: self.may[index(actor)].list.clone(),
            presence: self.members.presence(swapped),
            chat,
            earlier_chat,
            previous: None,
            next: None,
        }
    }

    /// Tells everyone who is present: now, or as soon as the last time was long enough ago.
    pub(super) fn presence_changed(&mut self) {
        let now = Instant::now();
        let next = self.presence.told_at.map(|at| at + PRESENCE_INTERVAL);
        match next.filter(|&next| next > now) {
            Some(next) => self.presence.due = Some(next),
            None => self.send_presence(),
        }
    }

    /// When presence must be sent.
    pub(super) fn presence_due(&self) -> Option<Instant> {
        self.presence.due
    }

    pub(super) fn send_presence(&mut self) {
        self.presence.due = None;
        let presence = self.members.presence(self.loaded.game.colors_swapped());
        if presence == self.presence.told {
            return;
        }
        self.presence.told = presence;
        self.presence.told_at = Some(Instant::now());
        let message = ServerMessage::Presence {
            game: self.id.to_string(),
            presence,
        };
        self.send_latest(Topic::Presence, &message);
    }

    /// Sends everyone a state of which only the latest matters.
    pub(super) fn send_latest(&self, topic: Topic, message: &ServerMessage) {
        let text = to_text(message);
        for member in self.members.iter() {
            member.outbox.send_latest(&self.id, topic, text.clone());
        }
    }

    pub(super) fn send(&self, connection: ConnectionId, message: &ServerMessage) {
        if let Some(member) = self.members.get(connection) {
            member.outbox.send(message);
        }
    }

    pub(super) fn send_error(&self, requester: Requester, code: &str, message: &str) {
        if let Some(member) = self.members.get(requester.connection) {
            let (re, game) = (Some(requester.re), Some(&*self.id));
            member.outbox.send_error(re, game, code, message);
        }
    }

    pub(super) fn send_storage_error(&self, requester: Requester) {
        let message = "the server could not store this; try again";
        self.send_error(requester, "storage", message);
    }

    pub(super) fn game(&self) -> &Game {
        &self.loaded.game
    }
}
