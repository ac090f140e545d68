//! The configuration of a match.

use super::clock::MatchPace;
use super::judge::GameRules;
use super::opening::MatchOpening;
use super::sprt::Sprt;
use komadai_core::Variant;
use komadai_usi::process::{CommandLineError, EngineCommand, Timeouts};
use std::num::NonZeroUsize;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

/// An engine that takes part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contestant {
    /// Its name in tables and records.
    pub name: String,
    /// The command that starts it.
    pub command: EngineCommand,
    /// The options to set before its first game, in order.
    pub options: Vec<OptionWish>,
}

/// An option and its value; without one, a button.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OptionWish {
    /// The name of the option.
    pub name: String,
    /// The value.
    pub value: Option<String>,
    /// What to do if the engine has no such option.
    pub if_missing: IfMissing,
}

/// What to do if an engine has no such option.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IfMissing {
    /// Abort the match.
    Fail,
    /// Skip the option.
    Ignore,
}

/// Error for text that is not an engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseContestantError {
    /// The command cannot be read.
    #[error(transparent)]
    Command(#[from] CommandLineError),
}

impl FromStr for Contestant {
    type Err = ParseContestantError;

    /// Parses a command or `name=command`. The default name is that of the program.
    fn from_str(text: &str) -> Result<Contestant, ParseContestantError> {
        let is_name = |name: &str| !name.is_empty() && !name.contains([' ', '/', '\'', '"', '\\']);
        let named = text.split_once('=').filter(|(name, _)| is_name(name));
        let (name, command) = match named {
            Some((name, command)) => (Some(name), command),
            None => (None, text),
        };
        let command: EngineCommand = command.parse()?;
        let stem = || {
            let stem = Path::new(&command.program).file_stem();
            stem.unwrap_or(&command.program).display().to_string()
        };
        Ok(Contestant {
            name: name.map_or_else(stem, str::to_owned),
            command,
            options: Vec::new(),
        })
    }
}

/// The pairings of more than two engines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Pairings {
    /// Every engine plays every other.
    #[default]
    RoundRobin,
    /// The first engine plays all others.
    Gauntlet,
}

/// The configuration of a match.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    /// The engines; at least two, with different names.
    pub contestants: Vec<Contestant>,
    /// The pairings.
    pub pairings: Pairings,
    /// Games of each pairing.
    pub games: u32,
    /// The openings, used in turn; at least one.
    pub openings: Vec<MatchOpening>,
    /// The first opening to use, from 0.
    pub first_opening: usize,
    /// The limit of each search.
    pub pace: MatchPace,
    /// The time by which an engine may exceed its limit before it loses, to allow for delays of the system.
    pub margin: Duration,
    /// The timeouts after which an engine counts as hung.
    pub timeouts: Timeouts,
    /// The number of concurrent games.
    pub concurrency: NonZeroUsize,
    /// The variant.
    pub variant: Variant,
    /// The rules.
    pub rules: GameRules,
    /// Stop as soon as this test is decided; only for two engines.
    pub sprt: Option<Sprt>,
}

impl MatchConfig {
    /// Two games of shogi from the start position.
    pub fn new(contestants: Vec<Contestant>, pace: MatchPace) -> MatchConfig {
        MatchConfig {
            contestants,
            pairings: Pairings::default(),
            games: 2,
            openings: vec![MatchOpening::start(Variant::Shogi)],
            first_opening: 0,
            pace,
            margin: Duration::from_millis(200),
            timeouts: Timeouts::default(),
            concurrency: NonZeroUsize::MIN,
            variant: Variant::Shogi,
            rules: GameRules::of(Variant::Shogi),
            sprt: None,
        }
    }

    /// Makes the names of the engines unique: the second `x` becomes `x-2`.
    pub fn tell_apart(&mut self) {
        for i in 1..self.contestants.len() {
            let (before, rest) = self.contestants.split_at_mut(i);
            let is_taken = |name: &str| before.iter().any(|other| other.name == name);
            let base = rest[0].name.clone();
            let mut number = 2;
            while is_taken(&rest[0].name) {
                rest[0].name = format!("{base}-{number}");
                number += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contestant(text: &str) -> Contestant {
        text.parse().unwrap()
    }

    #[test]
    fn engines_are_called_by_name_or_program() {
        let named = contestant("mine=target/release/komadai usi");
        assert_eq!(named.name, "mine");
        assert_eq!(named.command.args, ["usi"]);
        assert_eq!(
            contestant("/usr/games/fairy-stockfish").name,
            "fairy-stockfish"
        );
        assert_eq!(contestant("node --x=3 e.js").name, "node");
        assert!("a='".parse::<Contestant>().is_err());
    }

    #[test]
    fn equal_names_get_numbers() {
        let engines = ["a", "a", "b", "a"].map(contestant).to_vec();
        let mut config = MatchConfig::new(engines, MatchPace::Nodes(1));
        config.tell_apart();
        let names = config.contestants.iter().map(|one| one.name.as_str());
        assert_eq!(names.collect::<Vec<_>>(), ["a", "a-2", "b", "a-3"]);
    }
}
