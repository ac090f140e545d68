//! The members of a room and their connections.

use super::outbox::Outbox;
use super::{ConnectionId, NewMember};
use crate::person::Person;
use komadai_core::{ByColor, Color};
use komadai_game::{Actor, Game, Millis};
use komadai_wire::message::{Channel, Presence, Role};
use std::collections::VecDeque;
use std::net::IpAddr;

/// A member of the room.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) connection: ConnectionId,
    pub(super) person: Person,
    pub(super) network: IpAddr,
    pub(super) place: Place,
    pub(super) outbox: Outbox,
    pub(super) lag: Millis,
    /// The number of the last event that was sent.
    pub(super) sent: u32,
    /// Acts whose events were not sent yet: the number of the last event, and that of the message.
    pub(super) answers: VecDeque<(u32, u32)>,
    /// The permissions that were sent: whose, and which version.
    pub(super) told_may: Option<(usize, u64)>,
    /// The number of the last chat message that was sent or is not for this member.
    pub(super) heard: u32,
}

impl Member {
    pub(super) fn new(new: NewMember, place: Place) -> Member {
        Member {
            connection: new.connection,
            person: new.person,
            network: new.network,
            place,
            outbox: new.outbox,
            lag: Millis::ZERO,
            sent: 0,
            answers: VecDeque::new(),
            told_may: None,
            heard: 0,
        }
    }
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
    /// The level of a side's player, if it is the computer.
    pub(super) fn level(&self, color: Color, game: &Game) -> Option<u8> {
        let seat = if game.colors_swapped() { !color } else { color };
        self.players[seat].level
    }

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

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Member> {
        self.0.iter_mut()
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
}
