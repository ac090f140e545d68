//! Fits the weights of the hand-written evaluation: logistic regression, pulled towards the weights in force.
//!
//! For every quiet position the evaluation, squashed to a chance of winning, should be what the search
//! and the result of the game say. Everything is in a fixed order, so that the same games give the
//! same numbers.

use crate::dataset::{self, ScoredPosition, chance, surprise};
use anyhow::{Context, Result};
use komadai_core::{Packable, Rules};
use komadai_search::fit;
use komadai_testkit::Rng;
use std::path::PathBuf;

const EPOCHS: usize = 30;
const BATCH: usize = 2048;
/// Beyond this, in centipawns, a game is decided and teaches nothing.
const LARGEST: i16 = 2500;
/// A pawn inside the evaluation, in hundredths.
const PAWN: f32 = 0.9;

/// A position as the regression sees it.
struct Sample {
    /// Index of each term and how often it counts.
    terms: Vec<(u16, i16)>,
    endgame: f32,
    target: f32,
}

/// What to fit to.
#[derive(clap::Args, Debug)]
pub(crate) struct FitNumbersArgs {
    /// The folder of the games
    #[arg(long)]
    data: PathBuf,
    /// The data file to write
    #[arg(long)]
    out: PathBuf,
    /// How much the game's result counts beside the score, in percent
    #[arg(long, default_value_t = 50.0)]
    result: f32,
    /// How much one position counts, in percent: those of one game say much the same
    #[arg(long, default_value_t = 25.0)]
    weight: f32,
    /// How many positions are used at most
    #[arg(long, default_value_t = 400_000)]
    positions: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Fits the weights and writes them as a data file of the evaluation.
pub(crate) fn fit_numbers<R: Packable>(args: &FitNumbersArgs) -> Result<()> {
    let mut positions: Vec<ScoredPosition<R>> = Vec::new();
    for file in dataset::files::<R>(&args.data)? {
        let decided = |it: &ScoredPosition<R>| it.score.abs() > LARGEST;
        positions.extend(
            dataset::quiet_positions(&file)?
                .into_iter()
                .filter(|it| !decided(it)),
        );
        if positions.len() >= args.positions {
            break;
        }
    }
    positions.truncate(args.positions);
    let scale = best_scale(&positions);
    let samples: Vec<Sample> = positions
        .iter()
        .map(|position| Sample::new(position, scale, args.result / 100.0))
        .collect();
    // One position in sixteen tests the others; neighbours are of one game, so whole stretches.
    let (tests, train): (Vec<_>, Vec<_>) = samples
        .into_iter()
        .enumerate()
        .partition(|(index, _)| index / 4096 % 16 == 15);
    let strip = |samples: Vec<(usize, Sample)>| -> Vec<Sample> {
        samples.into_iter().map(|(_, sample)| sample).collect()
    };
    let (tests, mut train) = (strip(tests), strip(train));
    println!(
        "{} positions, {} to test, scale {scale:.5}",
        train.len(),
        tests.len()
    );
    let mut model = Model::new::<R>(scale, args.weight / 100.0);
    println!("before: {:.5}", model.loss(&tests));
    let mut rng = Rng::new(args.seed);
    for epoch in 0..EPOCHS {
        for last in (1..train.len()).rev() {
            train.swap(last, rng.below(last + 1));
        }
        let speed = 1.0 - epoch as f32 / EPOCHS as f32;
        for batch in train.chunks(BATCH) {
            model.learn(batch, train.len(), speed);
        }
        if epoch % 5 == 4 {
            println!("{}: {:.5}", epoch + 1, model.loss(&tests));
        }
    }
    std::fs::write(&args.out, model.to_text()?).with_context(|| args.out.display().to_string())
}

impl Sample {
    /// `result` is how much the game's result counts beside the score.
    fn new<R: Packable>(scored: &ScoredPosition<R>, scale: f32, result: f32) -> Sample {
        let mut terms = Vec::new();
        fit::terms(&scored.position, &mut |index, count| {
            if count != 0 {
                terms.push((index as u16, count as i16));
            }
        });
        let score = f32::from(scored.score) * PAWN;
        Sample {
            terms,
            endgame: fit::endgame(&scored.position),
            target: result * scored.result + (1.0 - result) * chance(score * scale),
        }
    }
}

/// The scale at which the search's scores tell the results best.
fn best_scale<R: Packable>(positions: &[ScoredPosition<R>]) -> f32 {
    let loss = |scale: f32| -> f64 {
        let each = positions
            .iter()
            .map(|it| surprise(it.result, chance(f32::from(it.score) * PAWN * scale)));
        each.sum()
    };
    let candidates = (5..60).map(|tick| tick as f32 * 1e-4);
    candidates
        .min_by(|&a, &b| loss(a).total_cmp(&loss(b)))
        .unwrap_or(1e-3)
}

/// The numbers, with what Adam (Kingma and Ba 2015) remembers of each.
struct Model {
    scale: f32,
    /// Positions of one game say much the same: each counts for so much.
    weight: f32,
    start: Vec<f32>,
    numbers: Vec<f32>,
    gradient: Vec<f32>,
    first: Vec<f32>,
    second: Vec<f32>,
    step: i32,
}

/// Opening numbers come first, then those of the endgame.
impl Model {
    fn new<R: Rules>(scale: f32, weight: f32) -> Model {
        let start: Vec<f32> = fit::numbers::<R>()
            .concat()
            .iter()
            .map(|&n| n.into())
            .collect();
        let zeros = vec![0.0; start.len()];
        Model {
            scale,
            weight,
            numbers: start.clone(),
            start,
            gradient: zeros.clone(),
            first: zeros.clone(),
            second: zeros,
            step: 0,
        }
    }

    fn half(&self) -> usize {
        self.numbers.len() / 2
    }

    fn value(&self, sample: &Sample) -> f32 {
        let half = self.half();
        let term = |&(index, count): &(u16, i16)| {
            let index = usize::from(index);
            let number = self.numbers[index] * (1.0 - sample.endgame)
                + self.numbers[half + index] * sample.endgame;
            number * f32::from(count) / fit::grain(index)
        };
        sample.terms.iter().map(term).sum()
    }

    fn loss(&self, samples: &[Sample]) -> f64 {
        let each = samples
            .iter()
            .map(|sample| surprise(sample.target, chance(self.value(sample) * self.scale)));
        each.sum::<f64>() / samples.len().max(1) as f64
    }

    /// One step downhill.
    fn learn(&mut self, batch: &[Sample], all: usize, speed: f32) {
        let half = self.half();
        self.gradient.fill(0.0);
        for sample in batch {
            let error = chance(self.value(sample) * self.scale) - sample.target;
            let slope = error * self.scale * self.weight;
            for &(index, count) in &sample.terms {
                let index = usize::from(index);
                let part = slope * f32::from(count) / fit::grain(index);
                self.gradient[index] += part * (1.0 - sample.endgame);
                self.gradient[half + index] += part * sample.endgame;
            }
        }
        self.step += 1;
        let share = batch.len() as f32 / all as f32;
        for index in 0..self.numbers.len() {
            let (spread, most) = freedom(index % half);
            let pull = (self.numbers[index] - self.start[index]) / (spread * spread);
            let slope = self.gradient[index] + share * pull;
            self.first[index] = 0.9 * self.first[index] + 0.1 * slope;
            self.second[index] = 0.999 * self.second[index] + 0.001 * slope * slope;
            let first = self.first[index] / (1.0 - 0.9f32.powi(self.step));
            let second = self.second[index] / (1.0 - 0.999f32.powi(self.step));
            self.numbers[index] -= speed * most * first / (second.sqrt() + 1e-9);
        }
    }

    /// The numbers as a data file of the evaluation.
    fn to_text(&self) -> Result<String> {
        let rounded = self
            .numbers
            .iter()
            .map(|number| number.round_ties_even() as i16);
        let rounded: Vec<i16> = rounded.collect();
        let (opening, endgame) = rounded.split_at(self.half());
        let numbers = fit::Numbers::from_lists(opening, endgame);
        Ok(numbers.context("not all numbers are there")?.to_string())
    }
}

/// How far a number is expected to lie from where it began, and its longest step.
fn freedom(index: usize) -> (f32, f32) {
    if index < fit::ATTACKS.start {
        (80.0, 2.0)
    } else if index < fit::ATTACKS.end {
        (150.0, 4.0)
    } else {
        (15.0, 0.7)
    }
}
