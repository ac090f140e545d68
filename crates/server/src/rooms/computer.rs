//! The computer player in a room.

use super::RoomMessage;
use super::room::Room;
use crate::secret;
use komadai_core::Color;
use komadai_engine::player::claim_out_of_turn;
use komadai_game::{Act, Actor, Command, Flag, Millis, Offer, Phase, Wanted};
use tokio::sync::mpsc;

/// The state of the computer's search.
#[derive(Debug)]
pub(super) struct Thinking {
    own: mpsc::WeakSender<RoomMessage>,
    /// The number of events when it was asked; `None` if it is not thinking.
    asked_at: Option<u32>,
}

impl Thinking {
    pub(super) fn new(own: mpsc::WeakSender<RoomMessage>) -> Thinking {
        Thinking {
            own,
            asked_at: None,
        }
    }

    pub(super) fn is_busy(&self) -> bool {
        self.asked_at.is_some()
    }
}

impl Room {
    /// The level of a side's player, if it is the computer.
    fn level(&self, color: Color) -> Option<u8> {
        let swapped = self.game().colors_swapped();
        let seat = if swapped { !color } else { color };
        self.loaded.seats.players[seat].level
    }

    /// Asks the computer for its move, unless it is already thinking.
    pub(super) fn ask_computer(&mut self) {
        let game = self.game();
        let Some(level) = self.level(game.turn()).filter(|_| game.is_running()) else {
            return;
        };
        let seq = self.loaded.seq();
        if self.thinking.asked_at == Some(seq) {
            return;
        }
        let Some(own) = self.thinking.own.upgrade() else {
            return;
        };
        let (game, now) = (self.game().clone(), self.now());
        self.thinking.asked_at = Some(seq);
        let reply = move |act: Option<Act>| {
            let message = RoomMessage::Computer {
                asked_at: seq,
                act: act.map(Box::new),
            };
            // A room that was closed meanwhile asks again when it is reopened.
            let _ = own.blocking_send(message);
        };
        self.state
            .engines
            .request(game, level, now, Box::new(reply));
    }

    /// Handles the answer of an engine thread.
    pub(super) async fn handle_computer_reply(&mut self, asked_at: u32, act: Option<Box<Act>>) {
        if self.thinking.asked_at == Some(asked_at) {
            self.thinking.asked_at = None;
        }
        let is_current = asked_at == self.loaded.seq();
        match act {
            Some(act) if is_current => {
                let by = Actor::Player(self.game().turn());
                let now = self.now();
                self.command(Command::new(by, *act), now, None).await;
            }
            _ => self.ask_computer(),
        }
    }

    /// When the computer will claim the opponent's flag, if flags must be claimed.
    pub(super) fn computer_claims_at(&self) -> Option<Millis> {
        let game = self.game();
        let by_claim = game.opening().rules.knobs().flag == Flag::ByClaim;
        let (color, falls) = game.flag_falls().filter(|_| by_claim)?;
        self.level(!color).map(|_| falls)
    }

    /// The computer's acts besides moves: arriving, the toss, greetings and answers to offers.
    pub(super) fn next_computer_command(&self) -> Option<(Actor, Act)> {
        let sides = Color::ALL.into_iter();
        sides
            .filter(|&color| self.level(color).is_some())
            .find_map(|color| self.computer_command(color))
    }

    fn computer_command(&self, color: Color) -> Option<(Actor, Act)> {
        let game = self.game();
        let actor = Actor::Player(color);
        if self.loaded.is_over() {
            return None;
        }
        if game.phase() == Phase::Preparing {
            if !game.has_arrived(color) {
                return Some((actor, Act::Arrive));
            }
            if game.may(actor).contains(&Wanted::AddNonce) {
                return Some((actor, Act::AddNonce(secret::bytes())));
            }
            return None;
        }
        if let Some(claim) = claim_out_of_turn(game, color, self.now()) {
            return Some((actor, Act::Claim(claim)));
        }
        let proposed = |offer: &Offer| game.offer(*offer) == Some(!color);
        let offer = Offer::ALL.into_iter().find(proposed)?;
        let answer = match offer {
            Offer::TakeBack | Offer::Cancel | Offer::Count => Act::Accept(offer),
            Offer::Draw => Act::Decline(offer),
        };
        // Offers that the rules do not let it accept are declined.
        let accepts = game.may(actor).contains(&Wanted::Accept(offer));
        match answer {
            Act::Accept(offer) if !accepts => Some((actor, Act::Decline(offer))),
            answer => Some((actor, answer)),
        }
    }
}
