//! The computer player.

use crate::error::Error;
use crate::{millis, stored};
use komadai_core::Variant;
use komadai_engine::player::ComputerPlayer;
use komadai_game::Game;
use komadai_search::{Control, Level, SearchOptions, Stopwatch};
use komadai_wire::act::ActDto;
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
    player: ComputerPlayer,
}

#[wasm_bindgen]
impl Thinker {
    /// A player for a variant. The same seed gives the same play at the same level.
    ///
    /// # Errors
    /// Returns an error for an unknown variant or level.
    #[wasm_bindgen(constructor)]
    pub fn new(variant: &str, level: u32, seed: u32, mebibytes: usize) -> Result<Thinker, Error> {
        let variant: Variant = variant.parse().map_err(|e| Error::word("variant", e))?;
        let level = Level::try_from(level).map_err(|e| Error::word("level", e))?;
        let options = SearchOptions {
            hash_mebibytes: mebibytes,
            ..SearchOptions::default()
        };
        Ok(Thinker {
            player: ComputerPlayer::new(variant, level, u64::from(seed), options),
        })
    }

    /// What the player does in a game in which it has the move, as the JSON of an act; nothing if it has
    /// not.
    ///
    /// # Errors
    /// Returns an error if the log is damaged.
    pub fn act(&mut self, log: &str, at: f64) -> Result<Option<String>, Error> {
        let stopwatch = BrowserStopwatch::start();
        let (opening, events) = stored::read(log)?;
        let game = Game::replay(opening, &events)?;
        let control = Control::new();
        let act = self
            .player
            .act_timed(&game, millis(at), &control, &stopwatch);
        let act = act.as_ref().map(ActDto::from);
        Ok(act.map(|act| serde_json::to_string(&act)).transpose()?)
    }
}
