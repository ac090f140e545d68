//! Games of the engine against itself: the tool behind the tables of `docs/search.md`.
//!
//! ```text
//! selfplay data   [--variant V] [--games N] [--nodes N] [--seed S] > FILE
//! selfplay fit    [--variant V] --data FILE --out FILE [--result PERCENT] [--weight PERCENT]
//! selfplay compare [--variant V] --numbers FILE [--games N] [--nodes N] [--seed S]
//! selfplay threads [--variant V] [--games N] [--depth D] [--seed S]
//! selfplay soak   [--variant V] [--games N] [--nodes N] [--seed S]
//! selfplay levels [--variant V] [--games N] [--seed S] [--apart D] [--from L] [--to L]
//! selfplay ablate [--variant V] [--games N] [--nodes N] [--seed S] [--feature NAME]
//! ```
//!
//! Every game is played from a random opening, once with each colour. Moves are checked by the rules
//! crate, not by the engine. `ablate` needs `--features ablation`, `fit` `--features fit`.

#![allow(clippy::print_stdout, reason = "a tool that prints its results")]

mod data;
#[cfg(feature = "fit")]
mod fit;
mod play;
mod tally;
mod threads;

use crate::play::{MAX_MOVES, opening, play};
use crate::tally::Tally;
use komadai_core::{Color, Rules, Seireigi, Shogi};
use komadai_search::{Engine, Level, SearchOptions};
use komadai_testkit::Rng;
use std::process::ExitCode;

struct Settings {
    command: String,
    seireigi: bool,
    games: u32,
    nodes: u64,
    seed: u64,
    apart: u32,
    from: u32,
    to: u32,
    feature: Option<String>,
    depth: u32,
    /// Percentages for `fit`.
    result: u64,
    weight: u64,
    numbers: Option<String>,
    data: Option<String>,
    out: Option<String>,
}

fn main() -> ExitCode {
    let settings = match parse(std::env::args().skip(1)) {
        Ok(settings) => settings,
        Err(message) => {
            eprintln!("selfplay: {message}");
            return ExitCode::from(2);
        }
    };
    if settings.seireigi {
        run::<Seireigi>(&settings)
    } else {
        run::<Shogi>(&settings)
    }
}

fn parse(mut args: impl Iterator<Item = String>) -> Result<Settings, String> {
    let mut settings = Settings {
        command: args.next().ok_or("expected a command")?,
        seireigi: false,
        games: 200,
        nodes: 5000,
        seed: 1,
        apart: 2,
        from: 1,
        to: 20,
        feature: None,
        depth: 10,
        result: 50,
        weight: 25,
        numbers: None,
        data: None,
        out: None,
    };
    while let Some(option) = args.next() {
        let value = args.next().ok_or(format!("{option} needs a value"))?;
        let number = || {
            value
                .parse::<u64>()
                .map_err(|error| format!("{option}: {error}"))
        };
        match option.as_str() {
            "--variant" => settings.seireigi = value == "seireigi",
            "--games" => settings.games = number()? as u32,
            "--nodes" => settings.nodes = number()?,
            "--seed" => settings.seed = number()?,
            "--apart" => settings.apart = number()? as u32,
            "--from" => settings.from = number()? as u32,
            "--to" => settings.to = number()? as u32,
            "--depth" => settings.depth = number()? as u32,
            "--result" => settings.result = number()?,
            "--weight" => settings.weight = number()?,
            "--numbers" => settings.numbers = Some(value),
            "--data" => settings.data = Some(value),
            "--out" => settings.out = Some(value),
            "--feature" => settings.feature = Some(value),
            _ => return Err(format!("unknown option {option}")),
        }
    }
    Ok(settings)
}

fn run<R: Rules>(settings: &Settings) -> ExitCode {
    match settings.command.as_str() {
        "data" => data::write::<R>(settings),
        #[cfg(feature = "fit")]
        "fit" => fit::run::<R>(settings),
        #[cfg(feature = "fit")]
        "compare" => compare::<R>(settings),
        "threads" => threads::measure::<R>(settings),
        "soak" => soak::<R>(settings),
        "levels" => levels::<R>(settings),
        "ablate" => ablate::<R>(settings),
        other => {
            eprintln!("selfplay: unknown command {other}");
            ExitCode::from(2)
        }
    }
}

fn duel<R: Rules>(
    first: &mut Engine<R>,
    second: &mut Engine<R>,
    nodes: Option<u64>,
    games: u32,
    rng: &mut Rng,
) -> Result<Tally, String> {
    let mut tally = Tally::default();
    for _ in 0..games.div_ceil(2) {
        let line = opening::<R>(rng);
        let ending = play([&mut *first, &mut *second], nodes, &line, &mut |_, _| ())?;
        tally.add(&ending, Color::Black);
        let ending = play([&mut *second, &mut *first], nodes, &line, &mut |_, _| ())?;
        tally.add(&ending, Color::White);
    }
    Ok(tally)
}

fn engine<R: Rules>() -> Engine<R> {
    Engine::new(SearchOptions {
        hash_mebibytes: 8,
        max_moves: Some(MAX_MOVES),
        ..SearchOptions::default()
    })
}

/// An engine with the numbers of a file, if one is named, in the place of those in force.
#[cfg(feature = "fit")]
fn engine_with<R: Rules>(path: Option<&String>) -> Result<Engine<R>, String> {
    use komadai_search::{HandMade, fit::Numbers};
    let Some(path) = path else {
        return Ok(engine());
    };
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let numbers =
        Numbers::parse(&text).ok_or(format!("{path}: not a data file of the evaluation"))?;
    let eval = HandMade::with_numbers(Box::leak(Box::new(numbers)));
    let options = engine::<R>().options().clone();
    Ok(Engine::with_evaluation(options, eval))
}

#[cfg(not(feature = "fit"))]
fn engine_with<R: Rules>(path: Option<&String>) -> Result<Engine<R>, String> {
    match path {
        None => Ok(engine()),
        Some(path) => Err(format!("{path}: build with --features fit")),
    }
}

/// The numbers of a file against those in force.
#[cfg(feature = "fit")]
fn compare<R: Rules>(settings: &Settings) -> ExitCode {
    let mut rng = Rng::new(settings.seed);
    let result = engine_with::<R>(settings.numbers.as_ref()).and_then(|mut other| {
        let nodes = Some(settings.nodes);
        duel(&mut other, &mut engine(), nodes, settings.games, &mut rng)
    });
    match result {
        Ok(tally) => {
            println!("{tally}");
            ExitCode::SUCCESS
        }
        Err(fault) => {
            println!("{fault}");
            ExitCode::FAILURE
        }
    }
}

/// Many fast games: none may end by an illegal move or without a move.
fn soak<R: Rules>(settings: &Settings) -> ExitCode {
    let mut rng = Rng::new(settings.seed);
    let (mut first, mut second) = (engine::<R>(), engine::<R>());
    let mut reasons = std::collections::BTreeMap::<&str, u32>::new();
    let mut moves = 0;
    for _ in 0..settings.games {
        let line = opening::<R>(&mut rng);
        let engines = [&mut first, &mut second];
        match play(engines, Some(settings.nodes), &line, &mut |_, _| ()) {
            Ok(ending) => {
                *reasons.entry(ending.reason).or_default() += 1;
                moves += ending.moves;
            }
            Err(fault) => {
                println!("{fault}");
                return ExitCode::FAILURE;
            }
        }
    }
    println!(
        "{} {} games, {moves} moves: {reasons:?}",
        R::VARIANT,
        settings.games
    );
    ExitCode::SUCCESS
}

/// Each level against one further down.
fn levels<R: Rules>(settings: &Settings) -> ExitCode {
    let mut rng = Rng::new(settings.seed);
    let (mut strong, mut weak) = (engine::<R>(), engine::<R>());
    for number in (settings.from + settings.apart..=settings.to).rev() {
        let below = number - settings.apart;
        let (Ok(upper), Ok(lower)) = (Level::try_from(number), Level::try_from(below)) else {
            continue;
        };
        strong.set_level(Some(upper), settings.seed);
        weak.set_level(Some(lower), settings.seed + 1);
        // Level 20 has no limit of its own.
        let nodes = Some(settings.nodes).filter(|_| number == 20);
        match duel(&mut strong, &mut weak, nodes, settings.games, &mut rng) {
            Ok(tally) => println!("level {number} against {below}: {tally}"),
            Err(fault) => {
                println!("{fault}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

#[cfg(not(feature = "ablation"))]
fn ablate<R: Rules>(settings: &Settings) -> ExitCode {
    let _ = (&settings.feature, engine::<R>);
    eprintln!("selfplay: build with --features ablation");
    ExitCode::from(2)
}

/// The whole engine against itself without one feature, for every feature.
#[cfg(feature = "ablation")]
fn ablate<R: Rules>(settings: &Settings) -> ExitCode {
    use komadai_search::{Feature, Features};
    for feature in Feature::ALL {
        let name = format!("{feature:?}");
        if settings
            .feature
            .as_ref()
            .is_some_and(|wanted| *wanted != name)
        {
            continue;
        }
        let mut rng = Rng::new(settings.seed);
        let (mut whole, mut without) = (engine::<R>(), engine::<R>());
        without.set_features(Features::ALL.without(feature));
        let nodes = Some(settings.nodes);
        match duel(&mut whole, &mut without, nodes, settings.games, &mut rng) {
            Ok(tally) => println!("{name}: {tally}"),
            Err(fault) => {
                println!("{fault}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
