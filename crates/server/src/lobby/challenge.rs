//! A challenge and who may do what with it.

use crate::person::Person;
use crate::rooms::Visibility;
use crate::terms;
use komadai_wire::challenge::{ArbiterAnswer, ArbiterDto, ChallengeDto, Terms};
use serde::{Deserialize, Serialize};
use std::net::IpAddr;

/// A stored challenge.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Challenge {
    pub(super) id: String,
    pub(super) by: Person,
    pub(super) terms: Terms,
    pub(super) to: Option<Person>,
    pub(super) arbiter: Option<Person>,
    /// The answer of the arbiter. Version 0.1.0 did not ask.
    #[serde(default)]
    pub(super) answer: ArbiterAnswer,
    pub(super) created_at: i64,
    pub(super) expires_at: i64,
    /// The network of the challenger, which is not stored; unknown after a restart.
    #[serde(skip)]
    pub(super) network: Option<IpAddr>,
}

impl Challenge {
    /// The public form.
    pub fn public(&self) -> ChallengeDto {
        ChallengeDto {
            id: self.id.clone(),
            by: self.by.public(),
            terms: self.terms.clone(),
            to: self.to.as_ref().map(|person| person.name.clone()),
            arbiter: self.arbiter.as_ref().map(|arbiter| ArbiterDto {
                name: arbiter.name.clone(),
                answer: self.answer,
            }),
            rated_time: self.terms.qualifies_for_rating(),
            created_at: self.created_at,
            expires_at: self.expires_at,
        }
    }

    /// Returns whether it is listed for everyone. A challenge that waits for its arbiter is not.
    pub(super) fn is_listed(&self) -> bool {
        let is_public = terms::visibility(&self.terms) == Visibility::Public;
        self.to.is_none() && is_public && self.can_begin()
    }

    /// Returns whether the arbiter has agreed, if there is one.
    pub(super) fn can_begin(&self) -> bool {
        self.arbiter.is_none() || self.answer == ArbiterAnswer::Agreed
    }

    /// Returns whether a person may accept it. Keys are compared, because an account of the same name may belong
    /// to someone else by now.
    pub(super) fn is_for(&self, person: &Person) -> bool {
        person.key != self.by.key
            && !self.is_arbiter(&person.key)
            && self.to.as_ref().is_none_or(|to| to.key == person.key)
    }

    pub(super) fn is_arbiter(&self, key: &str) -> bool {
        self.arbiter
            .as_ref()
            .is_some_and(|arbiter| arbiter.key == key)
    }

    /// Returns whether the arbiter has not answered yet.
    pub(super) fn waits_for(&self, arbiter: &str) -> bool {
        self.is_arbiter(arbiter) && self.answer == ArbiterAnswer::Waiting
    }

    /// The people who see it although it is not listed. An arbiter who has declined is left alone.
    pub(super) fn concerned(&self) -> impl Iterator<Item = &str> {
        let asked = self.answer != ArbiterAnswer::Declined;
        let arbiter = self.arbiter.as_ref().filter(|_| asked);
        let people = [Some(&self.by), self.to.as_ref(), arbiter];
        people
            .into_iter()
            .flatten()
            .map(|person| person.key.as_str())
    }

    pub(super) fn is_visible_to(&self, key: &str) -> bool {
        self.is_listed() || self.concerned().any(|concerned| concerned == key)
    }

    /// Who asks for the arbiter.
    pub(super) fn asker(&self) -> String {
        self.by.asker(self.network)
    }
}
