//! Offers between players.

use super::Decision;
use crate::actor::Actor;
use crate::command::{Claim, Offer};
use crate::event::{Event, Fact, TakenBack};
use crate::outcome::{Cause, Outcome, Verdict};
use crate::refusal::Why;
use crate::rules::{Judge, KingsEntered, RepetitionEnds, TakeBack};
use komadai_core::Color;

/// The claim that a position has appeared four times.
const REPEATED: Claim = Claim::Repetition { next: None };

impl Decision<'_> {
    pub(super) fn offer(&self, offer: Offer) -> Result<Vec<Event>, Why> {
        let color = self.running_player()?;
        self.may_offer(color, offer)?;
        match self.game.offer(offer) {
            None if offer == Offer::Draw => Ok(self.offer_draw()),
            None => self.one(Fact::Offered(offer)),
            Some(by) if by == color => Err(Why::Offered),
            // Both players have offered it.
            Some(_) => self.accept(offer),
        }
    }

    fn may_offer(&self, color: Color, offer: Offer) -> Result<(), Why> {
        let knobs = self.game.knobs();
        match offer {
            Offer::Draw if !self.may_offer_draw() => Err(Why::NoAgreedDraw),
            Offer::Cancel if !knobs.cancellation.is_yes() => Err(Why::NotInRules),
            Offer::TakeBack => self.may_offer_take_back(color),
            Offer::Count => self.may_offer_count(),
            Offer::Draw | Offer::Cancel => Ok(()),
        }
    }

    /// A draw can be offered where the rules allow it, and where a repetition must be claimed. Whether there is one
    /// must not show before the offer is made.
    fn may_offer_draw(&self) -> bool {
        let knobs = self.game.knobs();
        knobs.agreed_draw.is_yes() || knobs.repetition == RepetitionEnds::ByClaim
    }

    /// Where players cannot simply agree on a draw, the offer says that a position has appeared four times (Article
    /// 5.4), and is judged as that claim.
    fn offer_draw(&self) -> Vec<Event> {
        let mut events = vec![self.event(Fact::Offered(Offer::Draw))];
        let is_wrong = !self.game.knobs().agreed_draw.is_yes() && !self.game.repeated;
        if is_wrong && self.game.judge() == Judge::Machine {
            events.extend(self.reject_claim(self.by, REPEATED));
        }
        events
    }

    /// A draw that is agreed on for a repetition is the claim of whoever offered it.
    fn agree_on_repetition(&self, offered_by: Color) -> Vec<Event> {
        let accepted = Fact::Accepted(Offer::Draw);
        let is_machine = self.game.judge() == Judge::Machine;
        if is_machine && self.game.repeated {
            return self.ending(accepted, Outcome::draw(Cause::Repetition));
        }
        let claimant = Decision {
            by: Actor::Player(offered_by),
            ..*self
        };
        let claimed = claimant.event(Fact::Claimed(REPEATED));
        let mut events = vec![self.event(accepted), claimed];
        if is_machine {
            events.extend(claimant.reject_claim(claimant.by, REPEATED));
        }
        events
    }

    fn may_offer_take_back(&self, color: Color) -> Result<(), Why> {
        if self.game.knobs().take_back != TakeBack::ByAgreement {
            return Err(Why::MoveStands);
        }
        self.game.last_ply_of(color).map(drop).ok_or(Why::NoMove)
    }

    fn may_offer_count(&self) -> Result<(), Why> {
        let counting = self.game.knobs().impasse.counting;
        let entered = |&color: &Color| self.game.position.entering_king(color).king_in_zone;
        match counting.ok_or(Why::NotInRules)?.kings {
            KingsEntered::Required if !Color::ALL.iter().all(entered) => Err(Why::KingsNotEntered),
            _ => Ok(()),
        }
    }

    pub(super) fn accept(&self, offer: Offer) -> Result<Vec<Event>, Why> {
        let color = self.running_player()?;
        if self.game.offer(offer) != Some(!color) {
            return Err(Why::NoOffer);
        }
        let accepted = Fact::Accepted(offer);
        let outcome = match offer {
            Offer::TakeBack => {
                let ply = self.game.last_ply_of(!color).ok_or(Why::NoMove)?;
                let why = TakenBack::Granted;
                let back = self.event(Fact::TakenBack { ply, why });
                return Ok(vec![self.event(accepted), back]);
            }
            Offer::Count => {
                let counting = self.game.knobs().impasse.counting;
                self.counted(counting.ok_or(Why::NotInRules)?)
            }
            Offer::Draw if self.game.knobs().agreed_draw.is_yes() => {
                Outcome::draw(Cause::AgreedDraw)
            }
            Offer::Draw => return Ok(self.agree_on_repetition(!color)),
            Offer::Cancel => Outcome::new(Verdict::NoContest, Cause::AgreedCancellation),
        };
        Ok(self.ending(accepted, outcome))
    }

    /// Declines the opponent's offer or withdraws one's own.
    pub(super) fn decline(&self, offer: Offer) -> Result<Vec<Event>, Why> {
        let _ = self.running_player()?;
        match self.game.offer(offer) {
            Some(_) => self.one(Fact::Declined(offer)),
            None => Err(Why::NoOffer),
        }
    }
}
