//! The computer player.

use crate::error::Error;
use crate::log::{Log, millis};
use komadai_core::Variant;
use komadai_engine::player::Player;
use komadai_game::{Act, Claim, Deed};
use komadai_search::{Control, Level, Options, Stopwatch};
use std::time::Duration;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// The browser's clock in milliseconds, which a worker has as well.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;
}

/// The time since a search was asked for, by the browser's clock.
#[derive(Debug)]
struct BrowserStopwatch {
    began: f64,
}

impl BrowserStopwatch {
    fn start() -> BrowserStopwatch {
        BrowserStopwatch {
            began: performance_now(),
        }
    }
}

impl Stopwatch for BrowserStopwatch {
    fn elapsed(&self) -> Duration {
        let passed = (performance_now() - self.began).max(0.0);
        Duration::from_micros((passed * 1000.0) as u64)
    }
}

/// A computer player at a level, with a memory of its own.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Thinker {
    player: Player,
}

#[wasm_bindgen]
impl Thinker {
    /// A player for a variant. The same seed gives the same play at the same level.
    ///
    /// # Errors
    /// A variant or level that is not known.
    #[wasm_bindgen(constructor)]
    pub fn new(variant: &str, level: u32, seed: u32, mebibytes: usize) -> Result<Thinker, Error> {
        let variant: Variant = variant.parse().map_err(|e| Error::word("variant", e))?;
        let level = Level::try_from(level).map_err(|e| Error::word("level", e))?;
        let options = Options {
            hash_mebibytes: mebibytes,
            ..Options::default()
        };
        Ok(Thinker {
            player: Player::new(variant, level, u64::from(seed), options),
        })
    }

    /// What the player does in a game in which it has the move, as the JSON of an act; nothing if it has
    /// not.
    ///
    /// # Errors
    /// The log is damaged.
    pub fn act(&mut self, log: &str, at: f64) -> Result<Option<String>, Error> {
        let stopwatch = BrowserStopwatch::start();
        let game = Log::parse(log)?.replay(|_, _| ())?;
        let control = Control::new();
        let act = self
            .player
            .act_timed(&game, millis(at), &control, &stopwatch);
        Ok(act.as_ref().and_then(act_json))
    }
}

/// The acts that a computer player chooses from.
fn act_json(act: &Act) -> Option<String> {
    Some(match act {
        Act::Play { deed, .. } => play_json(*deed),
        Act::Resign => r#"{"t":"resign"}"#.to_owned(),
        Act::Declare => r#"{"t":"declare"}"#.to_owned(),
        Act::Claim(Claim::IllegalMove { .. }) => r#"{"t":"claim-illegal"}"#.to_owned(),
        Act::Claim(Claim::Flag) => r#"{"t":"claim-flag"}"#.to_owned(),
        Act::Claim(Claim::Repetition { .. }) => r#"{"t":"claim-repetition"}"#.to_owned(),
        _ => return None,
    })
}

fn play_json(deed: Deed) -> String {
    format!(r#"{{"t":"play","usi":"{deed}"}}"#)
}
