//! Self-play, fitting of evaluations, and matches that measure them: the tool behind the figures of
//! `docs/search.md` and `docs/training.md`.
//!
//! Matches start from random openings, each played once with each color. Moves are checked by the rules
//! crate, not by the engine.

#![allow(clippy::print_stdout, reason = "a tool that prints its results")]

mod dataset;
mod fit_net;
mod fit_numbers;
mod games;
mod generate;
mod shard;
mod threads;

use crate::fit_net::{FitArgs, fit};
use crate::fit_numbers::{FitNumbersArgs, fit_numbers};
use crate::games::{Contestant, MAX_MOVES, Newcomer, Skill, duel, limits};
use crate::generate::{GenerateArgs, generate};
use crate::threads::{ThreadsArgs, threads};
use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use komadai_core::{Packable, Rules, Seireigi, Shogi, Variant};
use komadai_search::net::{NetEvaluation, NetWeights};
use komadai_search::{
    Engine, Evaluator, HandMade, Level, SearchLimits, SearchOptions, fit::Numbers,
};
use komadai_testkit::Rng;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// The width of the nets.
const WIDTH: usize = 128;

#[derive(Parser, Debug)]
#[command(
    name = "komadai-train",
    about = "Self-play, fitting of evaluations, and matches that measure them"
)]
struct Args {
    #[arg(long, global = true, default_value = "shogi")]
    variant: Variant,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Plays games for learning
    Gen(GenerateArgs),
    /// Fits a net to games
    Fit(FitArgs),
    /// Fits the weights of the hand-written evaluation to games
    FitNumbers(FitNumbersArgs),
    /// Plays two evaluations against each other: `shipped`, `hand-made`, weights of it (`*.txt`) or a net
    Compare {
        first: PathBuf,
        second: PathBuf,
        #[command(flatten)]
        games: MatchArgs,
    },
    /// Measures how much sooner two threads reach a depth than one
    Threads(ThreadsArgs),
    /// Plays many fast games: none may end by an illegal move or without a move
    Soak(MatchArgs),
    /// Plays each level against one further down
    Levels {
        #[command(flatten)]
        games: MatchArgs,
        #[arg(long, default_value_t = 2)]
        apart: u32,
        #[arg(long, default_value_t = 1)]
        from: u32,
        #[arg(long, default_value_t = 20)]
        to: u32,
    },
    /// Plays the first levels against newcomers: one who makes legal moves, one who also takes free pieces and
    /// mates in one
    Newcomers {
        #[command(flatten)]
        games: MatchArgs,
        #[arg(long, default_value_t = 3)]
        to: u32,
    },
    /// Plays the whole engine against itself without one feature, for every feature
    #[cfg(feature = "ablation")]
    Ablate {
        #[command(flatten)]
        games: MatchArgs,
        /// Only this feature
        #[arg(long)]
        feature: Option<String>,
    },
}

/// A match.
#[derive(clap::Args, Debug)]
struct MatchArgs {
    #[arg(long, default_value_t = 200)]
    games: u32,
    /// Nodes per move
    #[arg(long, default_value_t = 5000, conflicts_with = "time")]
    nodes: u64,
    /// Milliseconds per move, instead of nodes
    #[arg(long)]
    time: Option<u64>,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl MatchArgs {
    fn limits(&self) -> SearchLimits {
        limits(self.time.is_none().then_some(self.nodes), self.time)
    }

    fn duel<R: Rules>(
        &self,
        first: &mut dyn Contestant<R>,
        second: &mut dyn Contestant<R>,
    ) -> Result<games::Tally> {
        let mut rng = Rng::new(self.seed);
        duel(
            first,
            second,
            &self.limits(),
            self.games,
            &mut rng,
            &mut |_, _| (),
        )
    }
}

fn main() -> ExitCode {
    let args = Args::parse();
    let result = match args.variant {
        Variant::Shogi => run::<Shogi>(args.command),
        Variant::Seireigi => run::<Seireigi>(args.command),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("komadai-train: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run<R: Packable>(command: Command) -> Result<()> {
    match command {
        Command::Gen(args) => {
            let eval = Evaluator::shipped(R::VARIANT);
            generate::<R, _>(&args, &eval, eval.id())
        }
        Command::FitNumbers(args) => fit_numbers::<R>(&args),
        Command::Fit(args) => fit::<R, WIDTH>(&args),
        Command::Compare {
            first,
            second,
            games,
        } => {
            let [mut first, mut second] = [contestant::<R>(&first)?, contestant::<R>(&second)?];
            println!("{}", games.duel(&mut *first, &mut *second)?);
            Ok(())
        }
        Command::Threads(args) => threads::<R>(&args),
        Command::Soak(games) => soak::<R>(&games),
        Command::Levels {
            games,
            apart,
            from,
            to,
        } => levels::<R>(&games, apart, from, to),
        Command::Newcomers { games, to } => newcomers::<R>(&games, to),
        #[cfg(feature = "ablation")]
        Command::Ablate { games, feature } => ablate::<R>(&games, feature.as_deref()),
    }
}

fn options() -> SearchOptions {
    SearchOptions {
        hash_mebibytes: 8,
        max_moves: Some(MAX_MOVES),
        ..SearchOptions::default()
    }
}

fn engine<R: Rules>() -> Engine<R> {
    Engine::new(options())
}

/// An engine with the evaluation of a file.
fn contestant<R: Rules>(path: &Path) -> Result<Box<dyn Contestant<R>>> {
    let name = || path.display().to_string();
    if path.as_os_str() == "shipped" {
        return Ok(Box::new(engine::<R>()));
    }
    if path.as_os_str() == "hand-made" {
        let eval = HandMade::default();
        return Ok(Box::new(Engine::<R, _>::with_evaluation(options(), eval)));
    }
    if path.extension().is_some_and(|ending| ending == "txt") {
        let text = std::fs::read_to_string(path).with_context(name)?;
        let numbers = Numbers::parse(&text)
            .context("not a data file of the evaluation")
            .with_context(name)?;
        let eval = HandMade::with_numbers(Box::leak(Box::new(numbers)));
        return Ok(Box::new(Engine::<R, _>::with_evaluation(options(), eval)));
    }
    let bytes = std::fs::read(path).with_context(name)?;
    let weights = NetWeights::<WIDTH>::parse(&bytes, R::VARIANT).with_context(name)?;
    let eval = NetEvaluation::new(Arc::new(weights));
    Ok(Box::new(Engine::<R, _>::with_evaluation(options(), eval)))
}

fn soak<R: Rules>(games: &MatchArgs) -> Result<()> {
    let tally = games.duel(&mut engine::<R>(), &mut engine::<R>())?;
    println!(
        "{} {} games, {} moves: {:?}",
        R::VARIANT,
        tally.games(),
        tally.moves,
        tally.reasons
    );
    Ok(())
}

fn levels<R: Rules>(games: &MatchArgs, apart: u32, from: u32, to: u32) -> Result<()> {
    let mut rng = Rng::new(games.seed);
    let (mut strong, mut weak) = (engine::<R>(), engine::<R>());
    for number in (from + apart..=to).rev() {
        let below = number - apart;
        let (Ok(upper), Ok(lower)) = (Level::try_from(number), Level::try_from(below)) else {
            continue;
        };
        strong.set_level(Some(upper), games.seed);
        weak.set_level(Some(lower), games.seed + 1);
        // Only level 20 has no limit of its own.
        let nodes = Some(games.nodes).filter(|_| number == 20);
        let limits = limits(nodes, None);
        let watch = &mut |_: &_, _: &_| ();
        let tally = duel(
            &mut strong,
            &mut weak,
            &limits,
            games.games,
            &mut rng,
            watch,
        )?;
        println!("level {number} against {below}: {tally}");
    }
    Ok(())
}

fn newcomers<R: Rules>(games: &MatchArgs, to: u32) -> Result<()> {
    let mut computer = engine::<R>();
    for number in 1..=to {
        let level = Level::try_from(number)?;
        for (name, skill) in [("moves", Skill::Moves), ("takes", Skill::Takes)] {
            computer.set_level(Some(level), games.seed);
            let mut newcomer = Newcomer::new(skill, games.seed);
            let tally = games.duel(&mut newcomer, &mut computer)?;
            println!(
                "a newcomer who {name} against level {number}: {tally} {:?}",
                tally.reasons
            );
        }
    }
    Ok(())
}

#[cfg(feature = "ablation")]
fn ablate<R: Rules>(games: &MatchArgs, only: Option<&str>) -> Result<()> {
    use komadai_search::{Feature, Features};
    for feature in Feature::ALL {
        let name = format!("{feature:?}");
        if only.is_some_and(|wanted| *wanted != name) {
            continue;
        }
        let (mut whole, mut without) = (engine::<R>(), engine::<R>());
        without.set_features(Features::ALL.without(feature));
        println!("{name}: {}", games.duel(&mut whole, &mut without)?);
    }
    Ok(())
}
