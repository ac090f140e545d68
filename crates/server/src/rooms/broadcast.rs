//! Messages to the members of a room.

use super::members::Place;
use super::room::{Requester, Room};
use super::{ConnectionId, to_text};
use crate::person::Person;
use komadai_core::Color;
use komadai_game::{Actor, Event, Game};
use komadai_wire::event::EventDto;
use komadai_wire::message::{ChatLine, GameState, ServerMessage};
use komadai_wire::opening::OpeningDto;
use komadai_wire::view::{ClockDto, OutcomeDto, PhaseDto, wanted};

impl Room {
    /// Events in their public form.
    fn visible(&self, first: u32) -> Vec<EventDto> {
        let events = self.loaded.events.iter().skip(first as usize - 1);
        if self.loaded.is_over() {
            return events.map(EventDto::from).collect();
        }
        let help = self.loaded.game.help().board;
        let told = |event: &Event| EventDto::from(&event.public(help));
        events.map(told).collect()
    }

    fn clock(&self) -> Option<ClockDto> {
        ClockDto::of(&self.loaded.game, self.now())
    }

    pub(super) fn broadcast(&mut self, first: u32, requester: Option<Requester>) {
        let events = self.visible(first);
        let clock = self.clock();
        let swapped = self.loaded.game.colors_swapped();
        let actors = [Actor::BLACK, Actor::WHITE, Actor::Arbiter, Actor::Bystander];
        for (actor, told) in actors.into_iter().zip(&mut self.may) {
            let mut members = self
                .members
                .iter()
                .filter(|member| member.place.actor(swapped) == actor)
                .peekable();
            if members.peek().is_none() {
                continue;
            }
            let now = wanted(&self.loaded.game, actor);
            let changed = (now != *told).then(|| now.clone());
            *told = now;
            let message = |re| {
                to_text(&ServerMessage::Events {
                    game: self.id.to_string(),
                    from: first,
                    events: events.clone(),
                    clock,
                    may: changed.clone(),
                    re,
                })
            };
            // Serialized lazily: often the requester is the only recipient.
            let mut for_others = None;
            for member in members {
                let text = match requester {
                    Some(requester) if requester.connection == member.connection => {
                        message(Some(requester.re))
                    }
                    _ => for_others.get_or_insert_with(|| message(None)).clone(),
                };
                member.outbox.send_text(text);
            }
        }
    }

    /// The game as seen from a place.
    pub(super) fn game_state(&mut self, place: Place, after: u32) -> GameState {
        let game = &self.loaded.game;
        let swapped = game.colors_swapped();
        let actor = place.actor(swapped);
        let may = wanted(game, actor);
        let told = match actor {
            Actor::BLACK => 0,
            Actor::WHITE => 1,
            Actor::Arbiter => 2,
            _ => 3,
        };
        self.may[told].clone_from(&may);
        let game = &self.loaded.game;
        let first = after.min(self.loaded.seq()) + 1;
        let seats = &self.loaded.seats;
        let player = |color: Color| {
            let seat = if swapped { !color } else { color };
            seats.players[seat].public()
        };
        let is_over = self.loaded.is_over();
        let heard = |line: &&ChatLine| place.receives(line.channel, is_over);
        GameState {
            id: self.id.to_string(),
            role: place.role(swapped),
            opening: OpeningDto::from(game.opening()),
            black: player(Color::Black),
            white: player(Color::White),
            arbiter: seats.arbiter.as_ref().map(Person::public),
            phase: PhaseDto::from(game.phase()),
            outcome: game.outcome().map(OutcomeDto::from),
            from: first,
            events: self.visible(first),
            clock: self.clock(),
            now: self.now().get(),
            may,
            presence: self.members.presence(swapped),
            chat: self.chat.iter().filter(heard).cloned().collect(),
            previous: None,
            next: None,
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
