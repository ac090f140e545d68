//! Timing: every contestant in turn, in rounds, the best of each kept.

use crate::peer::PeerBoard;
use cpu_time::ThreadTime;
use komadai_core::Leaves;
use std::fmt;
use std::hint::black_box;
use std::time::Duration;

/// Shorter samples drown in the grain of the clock.
const SHORTEST_SAMPLE: Duration = Duration::from_millis(50);

/// How much time may be spent on each perft.
#[derive(Clone, Copy, Debug)]
pub struct PerftEffort {
    /// Every contestant is timed so many times,
    pub rounds: u32,
    /// or less often, but not less than this,
    pub at_least: u32,
    /// if all of them together would take longer than this.
    pub budget: Duration,
}

impl PerftEffort {
    /// For figures to be quoted.
    pub const FULL: PerftEffort = PerftEffort {
        rounds: 11,
        at_least: 3,
        budget: Duration::from_secs(4),
    };
    /// For a glance.
    pub const QUICK: PerftEffort = PerftEffort {
        rounds: 4,
        at_least: 2,
        budget: Duration::from_secs(1),
    };

    /// How many rounds there will be, one having taken so long.
    fn rounds(self, one: Duration) -> u32 {
        let affordable = (self.budget.as_secs_f64() / one.as_secs_f64()) as u32;
        affordable.clamp(self.at_least, self.rounds)
    }
}

/// A program and a perft it is to compute.
pub struct PerftContestant {
    name: &'static str,
    /// Computes the perft so many times and returns the leaves of one.
    run: Box<dyn FnMut(u32) -> u64>,
}

impl fmt::Debug for PerftContestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contestant")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl PerftContestant {
    /// Sets a program before a position.
    ///
    /// # Panics
    ///
    /// The program does not accept the position.
    pub fn new<P: PeerBoard + 'static>(
        name: &'static str,
        sfen: &str,
        depth: u32,
        leaves: Leaves,
    ) -> Self {
        let mut position =
            P::from_sfen(sfen).unwrap_or_else(|error| panic!("{name} on {sfen}: {error}"));
        let run = move |repeats| {
            let mut nodes = 0;
            for _ in 0..repeats {
                nodes = black_box(black_box(&mut position).perft(depth, leaves));
            }
            nodes
        };
        PerftContestant {
            name,
            run: Box::new(run),
        }
    }

    fn time(&mut self, repeats: u32) -> Sample {
        let start = ThreadTime::now();
        let leaves = (self.run)(repeats);
        Sample {
            leaves,
            repeats,
            elapsed: start.elapsed(),
        }
    }

    /// Finds out how many perfts fill a sample, and returns the first that is long enough.
    fn calibrate(&mut self) -> Sample {
        let mut repeats = 1;
        loop {
            let sample = self.time(repeats);
            if sample.elapsed >= SHORTEST_SAMPLE {
                return sample;
            }
            let wanted = SHORTEST_SAMPLE.as_secs_f64() / sample.elapsed.as_secs_f64().max(1e-9);
            // One short measurement is not to be trusted too far.
            repeats = (f64::from(repeats) * (1.1 * wanted).clamp(2.0, 100.0)).ceil() as u32;
        }
    }
}

/// One measurement.
#[derive(Clone, Copy, Debug)]
struct Sample {
    /// Leaves of one perft.
    leaves: u64,
    repeats: u32,
    elapsed: Duration,
}

impl Sample {
    fn seconds(&self) -> f64 {
        self.elapsed.as_secs_f64() / f64::from(self.repeats)
    }
}

/// What a contestant reached.
#[derive(Clone, Copy, Debug)]
pub struct Speed {
    /// The program.
    pub name: &'static str,
    /// Leaves of one perft.
    pub leaves: u64,
    /// CPU seconds for one perft, at best.
    pub seconds: f64,
}

impl Speed {
    /// Leaves per second.
    pub fn rate(&self) -> f64 {
        self.leaves as f64 / self.seconds
    }
}

/// Several programs before one perft, timed alternately so that a slow spell of the machine hits
/// them alike.
#[derive(Debug)]
pub struct PerftContest {
    contestants: Vec<PerftContestant>,
    best: Vec<Sample>,
    rounds_left: u32,
}

impl PerftContest {
    /// Plays the first round, in which the number of perfts to a sample is found.
    pub fn new(mut contestants: Vec<PerftContestant>, effort: PerftEffort) -> PerftContest {
        let best: Vec<Sample> = contestants
            .iter_mut()
            .map(PerftContestant::calibrate)
            .collect();
        let one_round = best.iter().map(|sample| sample.elapsed).sum();
        PerftContest {
            contestants,
            best,
            rounds_left: effort.rounds(one_round) - 1,
        }
    }

    /// Plays one round more, unless there have been enough; says whether it did.
    ///
    /// Machines are slow for seconds at a time: let other contests play their rounds in between.
    pub fn play_round(&mut self) -> bool {
        if self.rounds_left == 0 {
            return false;
        }
        self.rounds_left -= 1;
        for (contestant, best) in self.contestants.iter_mut().zip(&mut self.best) {
            let sample = contestant.time(best.repeats);
            if sample.elapsed < best.elapsed {
                *best = sample;
            }
        }
        true
    }

    /// The best that each contestant has shown.
    pub fn speeds(&self) -> Vec<Speed> {
        let speed = |(contestant, best): (&PerftContestant, &Sample)| Speed {
            name: contestant.name,
            leaves: best.leaves,
            seconds: best.seconds(),
        };
        self.contestants.iter().zip(&self.best).map(speed).collect()
    }
}
