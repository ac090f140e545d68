//! Options of the USI engine.

use komadai_core::{EnteringKingRule, Variant};
use komadai_search::{Level, SearchOptions};
use komadai_usi::{EngineOption, OptionError, OptionKind, OptionValue, Options, SetOption};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

const HASH: &str = "USI_Hash";
const PONDER: &str = "USI_Ponder";
const VARIANT: &str = "USI_Variant";
const THREADS: &str = "Threads";
const MULTI_PV: &str = "MultiPV";
const ENTERING_KING: &str = "EnteringKingRule";
const MAX_MOVES: &str = "MaxMovesToDraw";
const LEVEL: &str = "Level";
const DELAY: &str = "NetworkDelay";
const RESIGN: &str = "ResignValue";
const SEED: &str = "Seed";
const EVAL_FILE: &str = "EvalFile";

/// The evaluation that is part of the program.
const BUILT_IN: &str = "<built-in>";

/// Beyond every score: the engine never resigns on its own.
const NEVER: i64 = 99_999;

/// The current settings.
#[derive(Clone, Debug)]
pub(super) struct EngineSettings {
    hash: usize,
    threads: NonZeroUsize,
    multi_pv: NonZeroUsize,
    entering_king: EnteringKingRule,
    max_moves: Option<u32>,
    delay: Duration,
    level: Level,
    pub(super) variant: Variant,
    /// The engine resigns at scores at or below the negative of this.
    pub(super) resign_value: Option<i32>,
    /// Seed for weaker levels; default: a new one for each game.
    pub(super) seed: Option<u64>,
    /// A net to use instead of the built-in evaluation.
    pub(super) eval_file: Option<PathBuf>,
}

impl Default for EngineSettings {
    fn default() -> EngineSettings {
        let search = SearchOptions::default();
        EngineSettings {
            hash: search.hash_mebibytes,
            threads: search.threads,
            multi_pv: search.multi_pv,
            entering_king: search.entering_king,
            max_moves: search.max_moves,
            delay: search.overhead,
            level: Level::FULL,
            variant: Variant::Shogi,
            resign_value: None,
            seed: None,
            eval_file: None,
        }
    }
}

/// All options, as they are declared.
pub(super) fn declared() -> Options {
    let search = SearchOptions::default();
    let spin = |default: i64, min: i64, max: i64| OptionKind::Spin { default, min, max };
    let combo = |default: &str, vars: Vec<&str>| OptionKind::Combo {
        default: default.to_owned(),
        vars: vars.into_iter().map(str::to_owned).collect(),
    };
    let rules = EnteringKingRule::ALL.map(EnteringKingRule::name).to_vec();
    let variants = Variant::ALL.map(Variant::name).to_vec();
    let hash = search.hash_mebibytes as i64;
    let all = [
        (HASH, spin(hash, 1, 65_536)),
        (PONDER, OptionKind::Check { default: false }),
        (THREADS, spin(1, 1, 256)),
        (MULTI_PV, spin(1, 1, 600)),
        (ENTERING_KING, combo(search.entering_king.name(), rules)),
        (MAX_MOVES, spin(0, 0, 100_000)),
        (LEVEL, spin(20, 1, 20)),
        (VARIANT, combo(Variant::Shogi.name(), variants)),
        (DELAY, spin(search.overhead.as_millis() as i64, 0, 10_000)),
        (RESIGN, spin(NEVER, 1, NEVER)),
        (SEED, spin(0, 0, i64::MAX)),
        (
            EVAL_FILE,
            OptionKind::Filename {
                default: BUILT_IN.to_owned(),
            },
        ),
    ];
    let mut options = Options::new();
    for (name, kind) in all {
        options.declare(EngineOption::new(name, kind));
    }
    options
}

impl EngineSettings {
    /// Sets an option.
    ///
    /// # Errors
    /// Returns an error if there is no such option or it does not accept the value.
    pub(super) fn set(&mut self, set: &SetOption) -> Result<(), OptionError> {
        let options = declared();
        let (option, value) = options.judge(set)?;
        match (option.name.as_str(), value) {
            (HASH, OptionValue::Spin(mebibytes)) => self.hash = positive(mebibytes).get(),
            (THREADS, OptionValue::Spin(threads)) => self.threads = positive(threads),
            (MULTI_PV, OptionValue::Spin(lines)) => self.multi_pv = positive(lines),
            (MAX_MOVES, OptionValue::Spin(moves)) => {
                self.max_moves = u32::try_from(moves).ok().filter(|&moves| moves > 0);
            }
            (LEVEL, OptionValue::Spin(level)) => {
                let level = u32::try_from(level).ok().map(Level::try_from);
                self.level = level.and_then(Result::ok).unwrap_or(Level::FULL);
            }
            (DELAY, OptionValue::Spin(delay)) => {
                self.delay = Duration::from_millis(u64::try_from(delay).unwrap_or(0));
            }
            (RESIGN, OptionValue::Spin(value)) => {
                self.resign_value = i32::try_from(value)
                    .ok()
                    .filter(|&value| i64::from(value) < NEVER);
            }
            (SEED, OptionValue::Spin(seed)) => {
                self.seed = u64::try_from(seed).ok().filter(|&seed| seed > 0);
            }
            (ENTERING_KING, OptionValue::Combo(name)) => {
                self.entering_king = name.parse().unwrap_or_default();
            }
            (VARIANT, OptionValue::Combo(name)) => {
                self.variant = name.parse().unwrap_or(Variant::Shogi);
            }
            (EVAL_FILE, OptionValue::Filename(name)) => {
                let is_file = !name.is_empty() && name != BUILT_IN;
                self.eval_file = is_file.then(|| name.into());
            }
            // Whether pondering is enabled makes no difference here.
            _ => {}
        }
        Ok(())
    }

    pub(super) fn search_options(&self) -> SearchOptions {
        SearchOptions {
            hash_mebibytes: self.hash,
            threads: self.threads,
            multi_pv: self.multi_pv,
            entering_king: self.entering_king,
            max_moves: self.max_moves,
            overhead: self.delay,
        }
    }

    /// The level, if it is below full strength.
    pub(super) fn level(&self) -> Option<Level> {
        (self.level != Level::FULL).then_some(self.level)
    }
}

fn positive(number: i64) -> NonZeroUsize {
    let number = usize::try_from(number).ok().and_then(NonZeroUsize::new);
    number.unwrap_or(NonZeroUsize::MIN)
}
