//! Fits a net to generated games.

mod batch;
mod checkpoint;
mod network;
mod optimizer;

use crate::dataset::{self, chance, surprise};
use anyhow::{Context, Result, ensure};
use batch::Samples;
use checkpoint::Checkpoint;
use komadai_core::Packable;
use komadai_testkit::Rng;
use network::{FloatNet, Gradient};
use optimizer::Adam;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

/// Every so many files, one tests the others.
const TEST_EVERY: usize = 20;

/// What to fit, and how.
#[derive(clap::Args, Debug)]
pub(crate) struct FitArgs {
    /// The folder of the games
    #[arg(long)]
    data: PathBuf,
    /// The net to write
    #[arg(long)]
    out: PathBuf,
    /// The checkpoint to write, from which a later fit goes on
    #[arg(long)]
    checkpoint: Option<PathBuf>,
    /// The checkpoint to go on from; without it, weights are random
    #[arg(long)]
    from: Option<PathBuf>,
    #[arg(long, default_value_t = 10)]
    epochs: u32,
    #[arg(long, default_value_t = 8192)]
    batch: usize,
    /// The step of the first epoch; it falls to a hundredth
    #[arg(long, default_value_t = 0.001)]
    rate: f32,
    /// How much the game's result counts beside the score, in percent
    #[arg(long, default_value_t = 20.0)]
    result: f32,
    /// The score in centipawns at which a win is e times as likely as a loss
    #[arg(long, default_value_t = 600.0)]
    scale: f32,
    /// Files that are held in memory and shuffled together
    #[arg(long, default_value_t = 400)]
    shuffled: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Default: all cores. The same number gives the same net
    #[arg(long)]
    threads: Option<NonZeroUsize>,
}

/// Fits a net of width `W` and writes it.
pub(crate) fn fit<R: Packable, const W: usize>(args: &FitArgs) -> Result<()> {
    let files = dataset::files::<R>(&args.data)?;
    let (tests, train): (Vec<_>, Vec<_>) = files
        .into_iter()
        .enumerate()
        .partition(|(index, _)| index % TEST_EVERY == TEST_EVERY - 1);
    ensure!(!tests.is_empty(), "at least {TEST_EVERY} files are needed");
    let strip = |files: Vec<(usize, PathBuf)>| files.into_iter().map(|(_, path)| path).collect();
    let (tests, mut train): (Vec<PathBuf>, Vec<PathBuf>) = (strip(tests), strip(train));

    let mut rng = Rng::new(args.seed);
    let (mut net, mut adam) = match &args.from {
        Some(path) => Checkpoint::read::<W>(path)?.into_parts(),
        None => {
            let net = FloatNet::<W>::random(&mut rng);
            let adam = Adam::new(net.weights.len());
            (net, adam)
        }
    };
    let target = batch::Target {
        result: args.result / 100.0,
        scale: args.scale,
    };
    let tests = Samples::read::<R>(&tests, target)?;
    let threads = match args.threads {
        Some(threads) => threads.get(),
        None => std::thread::available_parallelism()?.get(),
    };
    let mut trainer = Trainer::<W>::new(threads);
    println!(
        "{} test positions, loss {:.5}",
        tests.len(),
        trainer.loss(&net, &tests)
    );
    let groups = train.len().div_ceil(args.shuffled);
    let steps = (groups as u32 * args.epochs).max(1);
    let mut step = 0;
    let start = Instant::now();
    for epoch in 1..=args.epochs {
        shuffle(&mut train, &mut rng);
        let mut seen = 0;
        for group in train.chunks(args.shuffled) {
            // A half turn of the cosine: long steps, then ever shorter ones.
            let turn = std::f32::consts::PI * step as f32 / steps as f32;
            let rate = args.rate * (0.01 + 0.99 * f32::midpoint(1.0, turn.cos()));
            let samples = Samples::read::<R>(group, target)?;
            let mut order: Vec<u32> = (0..samples.len() as u32).collect();
            shuffle(&mut order, &mut rng);
            for batch in order.chunks_exact(args.batch) {
                trainer.learn(&mut net, &mut adam, &samples, batch, rate);
            }
            seen += samples.len();
            step += 1;
        }
        println!(
            "epoch {epoch}: {seen} positions, loss {:.5}, rounded {:.5}, {:.0} s",
            trainer.loss(&net, &tests),
            net.rounded(args.scale).loss(&tests),
            start.elapsed().as_secs_f64()
        );
        let bytes = net.to_file(R::VARIANT, args.scale);
        std::fs::write(&args.out, bytes).with_context(|| args.out.display().to_string())?;
        if let Some(path) = &args.checkpoint {
            Checkpoint::new(&net, &adam).write(path)?;
        }
    }
    Ok(())
}

fn shuffle<T>(items: &mut [T], rng: &mut Rng) {
    for last in (1..items.len()).rev() {
        items.swap(last, rng.below(last + 1));
    }
}

/// The threads' gradients, kept between batches.
struct Trainer<const W: usize> {
    gradients: Vec<Gradient<W>>,
}

impl<const W: usize> Trainer<W> {
    fn new(threads: usize) -> Trainer<W> {
        Trainer {
            gradients: (0..threads).map(|_| Gradient::new()).collect(),
        }
    }

    /// The mean cross entropy.
    fn loss(&self, net: &FloatNet<W>, samples: &Samples) -> f64 {
        let share = samples.len().div_ceil(self.gradients.len()).max(1);
        let total: f64 = std::thread::scope(|scope| {
            let parts: Vec<_> = (0..samples.len())
                .step_by(share)
                .map(|first| {
                    scope.spawn(move || {
                        (first..samples.len().min(first + share))
                            .map(|index| {
                                let sample = samples.get(index);
                                surprise(sample.target, chance(net.output(sample.inputs)))
                            })
                            .sum::<f64>()
                    })
                })
                .collect();
            parts
                .into_iter()
                .map(|part| part.join().unwrap_or(f64::NAN))
                .sum()
        });
        total / samples.len().max(1) as f64
    }

    /// One step downhill.
    fn learn(
        &mut self,
        net: &mut FloatNet<W>,
        adam: &mut Adam,
        samples: &Samples,
        batch: &[u32],
        rate: f32,
    ) {
        let share = batch.len().div_ceil(self.gradients.len()).max(1);
        std::thread::scope(|scope| {
            for (gradient, part) in self.gradients.iter_mut().zip(batch.chunks(share)) {
                let net = &*net;
                scope.spawn(move || {
                    gradient.clear();
                    for &index in part {
                        gradient.add(net, samples.get(index as usize));
                    }
                });
            }
        });
        let gradients: Vec<&[f32]> = self.gradients.iter().map(|it| &it.slopes[..]).collect();
        adam.step(&mut net.weights, &gradients, batch.len(), rate);
        net.clip();
    }
}
