//! A queue that serves networks in turn, and the people of a network in turn.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;

/// The person and the network that a search is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asker {
    /// The key of the person.
    pub person: String,
    /// The network of the person's last connection; `None` if there was none since the room was opened.
    pub network: Option<IpAddr>,
}

/// A queue that serves networks in turn, and the people of a network in turn.
///
/// Whoever has fewer items in work comes first, then whoever has waited longest since being served, so that
/// one item of a person is delayed by at most one item in work, however many others have queued.
#[derive(Debug)]
pub(super) struct FairQueue<T> {
    waiting: Vec<(Asker, T)>,
    networks: Turns<Option<IpAddr>>,
    people: Turns<String>,
    /// Counts arrivals and completions.
    now: u64,
}

/// Who has what in work, and since when they wait for their turn.
#[derive(Debug)]
struct Turns<K>(HashMap<K, Turn>);

#[derive(Debug)]
struct Turn {
    in_work: usize,
    /// Waiting or in work.
    items: usize,
    /// The arrival of the first item, or the completion of the last one.
    since: u64,
}

impl<K: Hash + Eq + Clone> Turns<K> {
    fn arrive(&mut self, key: &K, now: u64) {
        let turn = self.0.entry(key.clone()).or_insert(Turn {
            in_work: 0,
            items: 0,
            since: now,
        });
        turn.items += 1;
    }

    fn begin(&mut self, key: &K) {
        if let Some(turn) = self.0.get_mut(key) {
            turn.in_work += 1;
        }
    }

    fn finish(&mut self, key: &K, now: u64) {
        if let Some(turn) = self.0.get_mut(key) {
            turn.in_work -= 1;
            turn.since = now;
        }
        self.forget(key);
    }

    /// Removes an item, and its owner with the last one.
    fn forget(&mut self, key: &K) {
        if let Some(turn) = self.0.get_mut(key) {
            turn.items -= 1;
            if turn.items == 0 {
                self.0.remove(key);
            }
        }
    }

    /// The lower, the earlier the turn.
    fn rank(&self, key: &K) -> (usize, u64) {
        self.0
            .get(key)
            .map_or((0, 0), |turn| (turn.in_work, turn.since))
    }
}

impl<T> FairQueue<T> {
    pub(super) fn new() -> FairQueue<T> {
        FairQueue {
            waiting: Vec::new(),
            networks: Turns(HashMap::new()),
            people: Turns(HashMap::new()),
            now: 0,
        }
    }

    pub(super) fn push(&mut self, asker: Asker, item: T) {
        self.now += 1;
        self.networks.arrive(&asker.network, self.now);
        self.people.arrive(&asker.person, self.now);
        self.waiting.push((asker, item));
    }

    /// Takes the next item into work. Call [`finish`](FairQueue::finish) when it is done.
    pub(super) fn pop(&mut self) -> Option<(Asker, T)> {
        let ranks = self.waiting.iter().enumerate().map(|(at, (asker, _))| {
            let network = self.networks.rank(&asker.network);
            (network, self.people.rank(&asker.person), at)
        });
        let (_, _, at) = ranks.min()?;
        let (asker, item) = self.waiting.remove(at);
        self.networks.begin(&asker.network);
        self.people.begin(&asker.person);
        Some((asker, item))
    }

    /// Reports that an item of this person is done.
    pub(super) fn finish(&mut self, asker: &Asker) {
        self.now += 1;
        self.networks.finish(&asker.network, self.now);
        self.people.finish(&asker.person, self.now);
    }

    /// Removes the waiting items that are no longer wanted.
    pub(super) fn retain(&mut self, mut is_wanted: impl FnMut(&T) -> bool) {
        let (networks, people) = (&mut self.networks, &mut self.people);
        self.waiting.retain(|(asker, item)| {
            let stays = is_wanted(item);
            if !stays {
                networks.forget(&asker.network);
                people.forget(&asker.person);
            }
            stays
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asker(person: &str, network: u8) -> Asker {
        Asker {
            person: person.to_owned(),
            network: Some(IpAddr::from([192, 0, 2, network])),
        }
    }

    /// Serves everything with this many threads that finish in turn; returns the people in the order of service.
    fn served(queue: &mut FairQueue<()>, threads: usize) -> String {
        let mut order = String::new();
        let mut in_work = std::collections::VecDeque::new();
        loop {
            while in_work.len() < threads
                && let Some((asker, ())) = queue.pop()
            {
                order.push_str(&asker.person);
                in_work.push_back(asker);
            }
            match in_work.pop_front() {
                Some(asker) => queue.finish(&asker),
                None => return order,
            }
        }
    }

    #[test]
    fn a_single_game_waits_for_one_search_per_thread() {
        for threads in [1, 2, 4] {
            let mut queue = FairQueue::new();
            for _ in 0..50 {
                queue.push(asker("a", 1), ());
            }
            let busy: Vec<Asker> = (0..threads)
                .filter_map(|_| queue.pop())
                .map(|(asker, ())| asker)
                .collect();
            queue.push(asker("b", 1), ());
            queue.push(asker("c", 2), ());
            queue.finish(&busy[0]);
            let next = queue.pop().map(|(asker, ())| asker.person);
            assert_eq!(next.as_deref(), Some("c"), "the other network first");
            queue.finish(&asker("c", 2));
            let next = queue.pop().map(|(asker, ())| asker.person);
            assert_eq!(next.as_deref(), Some("b"), "then the other person");
        }
    }

    #[test]
    fn people_and_networks_take_turns() {
        let mut queue = FairQueue::new();
        for (person, network) in [
            ("a", 1),
            ("a", 1),
            ("a", 1),
            ("b", 1),
            ("b", 1),
            ("c", 2),
            ("c", 2),
        ] {
            queue.push(asker(person, network), ());
        }
        assert_eq!(served(&mut queue, 1), "acbcaba");
        assert!(queue.networks.0.is_empty() && queue.people.0.is_empty());
    }

    #[test]
    fn unwanted_items_leave_no_trace() {
        let mut queue = FairQueue::new();
        queue.push(asker("a", 1), 1);
        queue.push(asker("b", 2), 2);
        queue.retain(|&item| item != 1);
        assert_eq!(queue.pop(), Some((asker("b", 2), 2)));
        queue.finish(&asker("b", 2));
        assert!(queue.networks.0.is_empty() && queue.people.0.is_empty());
    }
}
