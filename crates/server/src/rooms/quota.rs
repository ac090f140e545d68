//! How much people may add to a game besides moves.
//!
//! Every event is stored and sent to everyone. The laws limit few of them, so that one person could fill
//! the log with offers, calls and wrong claims.

use super::members::Member;
use super::room::Room;
use komadai_game::{Act, Actor, Event, Fact};
use std::collections::HashMap;
use std::net::IpAddr;

/// Acts of a player or arbiter between two moves, besides moves.
const ACTS_PER_MOVE: usize = 20;
/// Acts of a player or arbiter in a game, besides moves.
const ACTS_PER_GAME: usize = 400;
/// Claims of one spectator that did not end the game.
const CLAIMS_PER_PERSON: u32 = 3;
/// The same for all spectators from one network.
const CLAIMS_PER_NETWORK: u32 = 6;
/// The same for all spectators.
const CLAIMS_PER_GAME: usize = 20;
/// A game with this many events is ended without a result.
pub(super) const MAX_EVENTS: u32 = 10_000;

/// The act is one too many.
#[derive(Debug, thiserror::Error)]
pub(super) enum TooMany {
    #[error("no more than {ACTS_PER_MOVE} acts between two moves, and {ACTS_PER_GAME} in a game")]
    Acts,
    #[error(
        "no more than {CLAIMS_PER_PERSON} wrong claims by a spectator, \
         {CLAIMS_PER_NETWORK} from one network, and {CLAIMS_PER_GAME} in a game"
    )]
    Claims,
}

impl TooMany {
    pub(super) const fn code(&self) -> &'static str {
        match self {
            TooMany::Acts => "too-many-acts",
            TooMany::Claims => "too-many-claims",
        }
    }
}

/// The claims of spectators since the room was opened. The events do not say who made them.
#[derive(Debug, Default)]
pub(super) struct SpectatorClaims {
    people: HashMap<String, u32>,
    networks: HashMap<IpAddr, u32>,
}

impl SpectatorClaims {
    pub(super) fn add(&mut self, person: String, network: IpAddr) {
        *self.people.entry(person).or_default() += 1;
        *self.networks.entry(network).or_default() += 1;
    }

    fn is_used_up(&self, member: &Member) -> bool {
        let of_person = self.people.get(&member.person.key);
        let of_network = self.networks.get(&member.network);
        of_person.is_some_and(|&claims| claims >= CLAIMS_PER_PERSON)
            || of_network.is_some_and(|&claims| claims >= CLAIMS_PER_NETWORK)
    }
}

impl Room {
    /// Checks that a member may add another act to the game. Moves, resignations and declarations are always
    /// allowed.
    pub(super) fn check_quota(&self, member: &Member, by: Actor, act: &Act) -> Result<(), TooMany> {
        if matches!(act, Act::Play { .. } | Act::Resign | Act::Declare) {
            return Ok(());
        }
        let events = &self.loaded.events;
        if by == Actor::Bystander {
            let is_claim =
                |event: &&Event| event.by == by && matches!(event.fact, Fact::Claimed(_));
            let claims = events.iter().filter(is_claim).count();
            return match claims >= CLAIMS_PER_GAME || self.claims.is_used_up(member) {
                true => Err(TooMany::Claims),
                false => Ok(()),
            };
        }
        let own = |event: &&Event| event.by == by && is_extra(&event.fact);
        let is_move = |event: &&Event| matches!(event.fact, Fact::Moved(_));
        let since_move = events.iter().rev().take_while(|event| !is_move(event));
        let is_used_up = since_move.filter(own).count() >= ACTS_PER_MOVE
            || events.iter().filter(own).count() >= ACTS_PER_GAME;
        match is_used_up {
            true => Err(TooMany::Acts),
            false => Ok(()),
        }
    }
}

/// Returns whether a fact is none of those that a game consists of.
fn is_extra(fact: &Fact) -> bool {
    !matches!(
        fact,
        Fact::Moved(_) | Fact::Pressed | Fact::PressedBack | Fact::Arrived | Fact::NonceAdded(_)
    )
}
