//! Offers between players.

use super::Decision;
use crate::command::Offer;
use crate::event::{Event, Fact, TakenBack};
use crate::outcome::{Cause, Outcome, Verdict};
use crate::refusal::Why;
use crate::rules::{KingsEntered, TakeBack};
use komadai_core::Color;

impl Decision<'_> {
    pub(super) fn offer(&self, offer: Offer) -> Result<Vec<Event>, Why> {
        let color = self.running_player()?;
        self.may_offer(color, offer)?;
        match self.game.offer(offer) {
            None => self.one(Fact::Offered(offer)),
            Some(by) if by == color => Err(Why::Offered),
            // Both players have offered it.
            Some(_) => self.accept(offer),
        }
    }

    fn may_offer(&self, color: Color, offer: Offer) -> Result<(), Why> {
        let knobs = self.game.knobs();
        match offer {
            Offer::Draw if !self.may_agree_on_draw() => Err(Why::NoAgreedDraw),
            Offer::Cancel if !knobs.cancellation.is_yes() => Err(Why::NotInRules),
            Offer::TakeBack => self.may_offer_take_back(color),
            Offer::Count => self.may_offer_count(),
            Offer::Draw | Offer::Cancel => Ok(()),
        }
    }

    /// A draw can be agreed on where the rules allow it, and once a position has appeared four times (Article 5.4).
    fn may_agree_on_draw(&self) -> bool {
        self.game.knobs().agreed_draw.is_yes() || self.game.repeated
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
            Offer::Draw => Outcome::draw(Cause::Repetition),
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
