//! `komadai match`: engines play each other.

mod report;

use crate::Answer;
use crate::args::MatchArgs;
use anyhow::{Context, bail, ensure};
use komadai_engine::matches::{
    self, Contestant, Declaring, GameRules, IfMissing, MatchConfig, MatchOpening, MatchPace,
    OptionWish, Pairings, SprtDecision, parse_openings,
};
use report::Scribe;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::time::Duration;

pub(crate) fn run(args: &MatchArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let config = config(args)?;
    if let Some(folder) = &args.records {
        ensure_empty(Path::new(folder))?;
    }
    let pairs = config.games.div_ceil(2) as usize;
    if pairs > config.openings.len() {
        let openings = config.openings.len();
        let _ = writeln!(
            io::stderr(),
            "komadai: fewer openings ({openings}) than pairs of games ({pairs}): games may repeat"
        );
    }
    let mut scribe = Scribe::new(args, games(&config), out);
    let result = matches::run(&config, &mut scribe)?;
    scribe.finish(&result)?;
    let refused = result
        .sprt
        .is_some_and(|state| state.decision == SprtDecision::H0);
    Ok(match refused {
        true => Answer::Negative,
        false => Answer::Positive,
    })
}

/// The games of all pairings.
fn games(config: &MatchConfig) -> usize {
    let players = config.contestants.len();
    let pairings = match config.pairings {
        Pairings::Gauntlet => players - 1,
        Pairings::RoundRobin => players * (players - 1) / 2,
    };
    pairings * config.games as usize
}

fn config(args: &MatchArgs) -> anyhow::Result<MatchConfig> {
    ensure!(
        args.engines.len() >= 2,
        "a match needs two engines: give -e twice"
    );
    ensure!(
        args.sprt.is_none() || args.engines.len() == 2,
        "--sprt is for two engines"
    );
    let mut config = MatchConfig::new(args.engines.clone(), pace(args)?);
    config.tell_apart();
    for option in &args.options {
        set_option(&mut config.contestants, option)
            .with_context(|| format!("--option {option}"))?;
    }
    let variant = args.variant.variant;
    config.variant = variant;
    config.openings = openings(args)?;
    config.first_opening = args.first_opening.get() - 1;
    config.games = args.games;
    config.concurrency = args.concurrency;
    config.margin = Duration::from_millis(args.margin);
    config.sprt = args.sprt;
    config.pairings = match args.gauntlet {
        true => Pairings::Gauntlet,
        false => Pairings::RoundRobin,
    };
    let usual = GameRules::of(variant);
    config.rules = GameRules {
        impasse: args.impasse.unwrap_or(usual.impasse),
        declaring: match args.engines_declare {
            true => Declaring::Engine,
            false => Declaring::Judge,
        },
        max_moves: args.max_moves,
    };
    Ok(config)
}

fn pace(args: &MatchArgs) -> anyhow::Result<MatchPace> {
    let time = args
        .time
        .map(Duration::from_millis)
        .map(MatchPace::MoveTime);
    let cpu = args
        .cputime
        .map(Duration::from_millis)
        .map(MatchPace::CpuTime);
    let nodes = args.nodes.map(MatchPace::Nodes);
    let depth = args.depth.map(MatchPace::Depth);
    let clock = args.clock.map(MatchPace::Clock);
    let paces = [time, cpu, nodes, depth, clock];
    paces
        .into_iter()
        .flatten()
        .next()
        .context("one of --time, --cputime, --nodes, --depth or --clock is required")
}

fn openings(args: &MatchArgs) -> anyhow::Result<Vec<MatchOpening>> {
    let variant = args.variant.variant;
    let Some(file) = &args.openings else {
        return Ok(vec![MatchOpening::start(variant)]);
    };
    let place = || file.display().to_string();
    let text = fs::read_to_string(file).with_context(place)?;
    let openings = parse_openings(&text, variant).with_context(place)?;
    ensure!(!openings.is_empty(), "{}: no opening", place());
    Ok(openings)
}

/// Parses `name:Option=value` and sets the option of the matching engines.
fn set_option(contestants: &mut [Contestant], text: &str) -> anyhow::Result<()> {
    let parts = text.split_once(':');
    let (engine, option) = parts.context("expected name:Option=value")?;
    let (name, value) = match option.split_once('=') {
        Some((name, value)) => (name, Some(value.to_owned())),
        None => (option, None),
    };
    let wish = OptionWish {
        name: name.trim().to_owned(),
        value,
        if_missing: match engine {
            "*" => IfMissing::Ignore,
            _ => IfMissing::Fail,
        },
    };
    let mut meant: Vec<&mut Contestant> = contestants
        .iter_mut()
        .filter(|one| engine == "*" || one.name == engine)
        .collect();
    if meant.is_empty() {
        let names: Vec<&str> = contestants.iter().map(|one| one.name.as_str()).collect();
        bail!(
            "no engine named {engine:?}; the engines are {}",
            names.join(", ")
        );
    }
    for contestant in &mut meant {
        contestant.options.push(wish.clone());
    }
    Ok(())
}

/// Games of two matches in one folder could not be distinguished.
fn ensure_empty(folder: &Path) -> anyhow::Result<()> {
    let place = || folder.display().to_string();
    match fs::read_dir(folder) {
        Ok(mut files) => ensure!(files.next().is_none(), "{}: not empty", place()),
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error).with_context(place),
    }
    Ok(())
}
