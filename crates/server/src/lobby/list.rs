//! The open challenges in memory: limits, search and pages.

use super::ChallengeError;
use super::challenge::Challenge;
use crate::config::Limits;
use crate::guard::{self, NETWORKS_PER_SITE};
use komadai_wire::challenge::{ArbiterAnswer, ChallengeDto};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::str::FromStr;

/// Open challenges per person.
pub(super) const MAX_PER_PERSON: usize = 5;
/// Open challenges to one person.
const MAX_TO_PERSON: usize = 20;
/// Open requests to one arbiter.
const MAX_ARBITER_REQUESTS: usize = 10;
/// An arbiter who has declined is not asked again by the same person for this long.
const DECLINED_MS: i64 = 24 * 3600 * 1000;
/// Listed challenges on a page.
pub const PAGE: usize = 100;

/// The place of a challenge in the order: its time and its id. As text, `created_at-id`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    created_at: i64,
    id: String,
}

impl FromStr for Place {
    type Err = ();

    fn from_str(text: &str) -> Result<Place, ()> {
        let (created_at, id) = text.split_once('-').ok_or(())?;
        Ok(Place {
            created_at: created_at.parse().map_err(drop)?,
            id: id.to_owned(),
        })
    }
}

/// A part of the list.
#[derive(Debug)]
pub struct Page {
    /// Oldest first.
    pub challenges: Vec<ChallengeDto>,
    /// Whether there are older ones.
    pub more: bool,
}

/// All open challenges, and those that are being stored.
#[derive(Debug, Default)]
pub(super) struct Challenges {
    all: BTreeMap<Place, Challenge>,
    times: HashMap<String, i64>,
    listed: BTreeSet<Place>,
    of_person: HashMap<String, BTreeSet<Place>>,
    reserved: HashMap<String, Challenge>,
    /// Until when a person must not ask an arbiter again.
    declined: HashMap<(String, String), i64>,
}

fn place(challenge: &Challenge) -> Place {
    Place {
        created_at: challenge.created_at,
        id: challenge.id.clone(),
    }
}

impl Challenges {
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Adds a challenge that is on disk.
    pub(super) fn insert(&mut self, challenge: Challenge) {
        self.remove(&challenge.id);
        self.reserved.remove(&challenge.id);
        let place = place(&challenge);
        self.times.insert(place.id.clone(), place.created_at);
        if challenge.is_listed() {
            self.listed.insert(place.clone());
        }
        for person in challenge.concerned() {
            let own = self.of_person.entry(person.to_owned()).or_default();
            own.insert(place.clone());
        }
        self.all.insert(place, challenge);
    }

    pub(super) fn remove(&mut self, id: &str) -> Option<Challenge> {
        let created_at = self.times.remove(id)?;
        let id = id.to_owned();
        let place = Place { created_at, id };
        let challenge = self.all.remove(&place)?;
        self.listed.remove(&place);
        for person in challenge.concerned() {
            if let Some(own) = self.of_person.get_mut(person) {
                own.remove(&place);
                if own.is_empty() {
                    self.of_person.remove(person);
                }
            }
        }
        Some(challenge)
    }

    /// An open challenge.
    pub(super) fn find(&self, id: &str, now: i64) -> Option<&Challenge> {
        let created_at = *self.times.get(id)?;
        let id = id.to_owned();
        let found = self.all.get(&Place { created_at, id })?;
        (found.expires_at > now).then_some(found)
    }

    /// The ids of the challenges for which this holds.
    pub(super) fn ids(&self, is_wanted: impl Fn(&Challenge) -> bool) -> Vec<String> {
        let wanted = self.all.values().filter(|challenge| is_wanted(challenge));
        wanted.map(|challenge| challenge.id.clone()).collect()
    }

    /// Checks all limits and keeps a place for a challenge until it is [inserted](Self::insert) or
    /// [released](Self::release). Both happen under one lock, so that concurrent requests cannot pass together.
    pub(super) fn reserve(
        &mut self,
        new: &Challenge,
        limits: &Limits,
    ) -> Result<(), ChallengeError> {
        self.check(new, limits)?;
        self.reserved.insert(new.id.clone(), new.clone());
        Ok(())
    }

    pub(super) fn release(&mut self, id: &str) {
        self.reserved.remove(id);
    }

    fn count(&self, is_counted: impl Fn(&Challenge) -> bool) -> usize {
        let all = self.all.values().chain(self.reserved.values());
        all.filter(|challenge| is_counted(challenge)).count()
    }

    fn check(&self, new: &Challenge, limits: &Limits) -> Result<(), ChallengeError> {
        if self.count(|other| other.by.key == new.by.key) >= MAX_PER_PERSON {
            return Err(ChallengeError::TooMany);
        }
        let from_network = limits.challenges_per_address;
        let from_site = from_network.saturating_mul(NETWORKS_PER_SITE as usize);
        if let Some(network) = new.network {
            let is_near =
                |other: &Challenge| other.network.map(guard::site) == Some(guard::site(network));
            if self.count(|other| other.network == Some(network)) >= from_network
                || self.count(is_near) >= from_site
            {
                return Err(ChallengeError::NetworkFull);
            }
        }
        if let Some(to) = &new.to {
            let is_to =
                |other: &Challenge| other.to.as_ref().is_some_and(|to_too| to_too.key == to.key);
            if self.count(is_to) >= MAX_TO_PERSON {
                return Err(ChallengeError::RecipientFull);
            }
        }
        self.check_arbiter(new)?;
        match self.all.len() + self.reserved.len() < limits.challenges {
            true => Ok(()),
            false => Err(ChallengeError::LobbyFull),
        }
    }

    fn check_arbiter(&self, new: &Challenge) -> Result<(), ChallengeError> {
        let Some(arbiter) = &new.arbiter else {
            return Ok(());
        };
        let asker = new.asker();
        let again = |other: &Challenge| other.waits_for(&arbiter.key) && other.asker() == asker;
        if self.count(|other| other.waits_for(&arbiter.key)) >= MAX_ARBITER_REQUESTS
            || self.count(again) > 0
        {
            return Err(ChallengeError::ArbiterBusy);
        }
        let pair = (asker, arbiter.key.clone());
        match self.declined.get(&pair) {
            Some(&until) if until > new.created_at => Err(ChallengeError::ArbiterDeclined),
            _ => Ok(()),
        }
    }

    /// Changes the answer of the arbiter; returns the challenge before and after.
    pub(super) fn answer(
        &mut self,
        id: &str,
        answer: ArbiterAnswer,
        now: i64,
    ) -> Option<(Challenge, Challenge)> {
        let old = self.find(id, now)?.clone();
        let new = Challenge {
            answer,
            ..old.clone()
        };
        if let (ArbiterAnswer::Declined, Some(arbiter)) = (answer, &new.arbiter) {
            let pair = (new.asker(), arbiter.key.clone());
            self.declined.insert(pair, now.saturating_add(DECLINED_MS));
        }
        self.insert(new.clone());
        Some((old, new))
    }

    /// Forgets refusals that are long ago.
    pub(super) fn forget_declined(&mut self, now: i64) {
        self.declined.retain(|_, until| *until > now);
    }

    /// The newest listed challenges before a place. The first page also has those that concern the person.
    pub(super) fn page(
        &self,
        person: Option<&str>,
        before: Option<&Place>,
        limit: usize,
        now: i64,
    ) -> Page {
        let is_open = |place: &&Place| self.all.get(place).is_some_and(|c| c.expires_at > now);
        let all = match before {
            Some(before) => self.listed.range(..before),
            None => self.listed.range::<Place, _>(..),
        };
        let mut listed = all.rev().filter(is_open);
        let mut places: BTreeSet<&Place> = listed.by_ref().take(limit).collect();
        let more = listed.next().is_some();
        let own = person.filter(|_| before.is_none());
        let own = own.and_then(|person| self.of_person.get(person));
        places.extend(own.into_iter().flatten().filter(is_open));
        let challenges = places.into_iter().filter_map(|place| self.all.get(place));
        Page {
            challenges: challenges.map(Challenge::public).collect(),
            more,
        }
    }

    /// Returns whether the first page of a person differs from everyone's.
    pub(super) fn concern(&self, person: &str) -> bool {
        self.of_person.contains_key(person)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::person::Person;
    use std::net::IpAddr;

    fn challenge(number: u16) -> Challenge {
        let terms = r#"{"rules": {"preset": "casual"}}"#;
        Challenge {
            id: format!("challenge{number}"),
            by: Person::account(i64::from(number), "Ann"),
            terms: serde_json::from_str(terms).expect("terms"),
            to: None,
            arbiter: None,
            answer: ArbiterAnswer::Waiting,
            created_at: 1,
            expires_at: 10,
            network: Some(IpAddr::from([0x2001, 0xdb8, number, 0, 0, 0, 0, 0])),
        }
    }

    /// The number of challenges that fit, and why the next one does not.
    fn fill(limits: Limits, change: impl Fn(u16, &mut Challenge)) -> (u16, ChallengeError) {
        let mut challenges = Challenges::default();
        for number in 0.. {
            let mut new = challenge(number);
            change(number, &mut new);
            if let Err(error) = challenges.reserve(&new, &limits) {
                return (number, error);
            }
            // Those that are being stored count like those that are.
            if number % 2 == 0 {
                challenges.insert(new);
            }
        }
        unreachable!("a limit ends the loop")
    }

    #[test]
    fn every_limit_counts_reserved_places_too() {
        let cat = Person::account(9_999, "Cat");
        let limits = Limits {
            challenges: 60,
            challenges_per_address: 4,
            ..Limits::default()
        };
        let (count, why) = fill(limits, |_, new| new.by = cat.clone());
        assert!(matches!((count, why), (5, ChallengeError::TooMany)));
        let (count, why) = fill(limits, |_, new| new.network = challenge(0).network);
        assert!(matches!((count, why), (4, ChallengeError::NetworkFull)));
        let (count, why) = fill(limits, |number, new| {
            new.network = Some(IpAddr::from([0x2001, 0xdb8, 0, number, 0, 0, 0, 0]));
        });
        assert!(matches!((count, why), (32, ChallengeError::NetworkFull)));
        let (count, why) = fill(limits, |_, new| new.to = Some(cat.clone()));
        assert!(matches!((count, why), (20, ChallengeError::RecipientFull)));
        let (count, why) = fill(limits, |_, new| new.arbiter = Some(cat.clone()));
        assert!(matches!((count, why), (10, ChallengeError::ArbiterBusy)));
        let (count, why) = fill(limits, |_, _| {});
        assert!(matches!((count, why), (60, ChallengeError::LobbyFull)));
    }

    #[test]
    fn guests_of_a_network_ask_an_arbiter_one_at_a_time() {
        let (count, why) = fill(Limits::default(), |number, new| {
            new.by = Person::guest(&format!("guest{number}"));
            new.network = challenge(0).network;
            new.arbiter = Some(Person::account(9_999, "Cat"));
        });
        assert!(matches!((count, why), (1, ChallengeError::ArbiterBusy)));
    }

    #[test]
    fn declined_question_can_be_asked_again_after_a_day() {
        let mut challenges = Challenges::default();
        let mut asked = challenge(1);
        asked.arbiter = Some(Person::account(2, "Cat"));
        asked.expires_at = i64::MAX;
        challenges.insert(asked.clone());
        let answered = challenges.answer(&asked.id, ArbiterAnswer::Declined, 5);
        assert!(answered.is_some_and(|(_, new)| !new.can_begin()));
        let mut again = |created_at: i64| {
            let id = format!("again{created_at}");
            let new = Challenge {
                id,
                created_at,
                ..asked.clone()
            };
            challenges.reserve(&new, &Limits::default())
        };
        let soon = again(4 + DECLINED_MS);
        assert!(matches!(soon, Err(ChallengeError::ArbiterDeclined)));
        assert!(again(5 + DECLINED_MS).is_ok());
    }

    #[test]
    fn released_place_is_free_again() {
        let limits = Limits {
            challenges: 1,
            ..Limits::default()
        };
        let mut challenges = Challenges::default();
        assert!(challenges.reserve(&challenge(1), &limits).is_ok());
        assert!(challenges.reserve(&challenge(2), &limits).is_err());
        challenges.release(&challenge(1).id);
        assert!(challenges.reserve(&challenge(2), &limits).is_ok());
    }
}
