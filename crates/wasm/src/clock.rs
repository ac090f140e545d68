//! A clock beside a real board.

use crate::error::Error;
use crate::millis;
use crate::view::{Both, FaceView};
use komadai_core::Color;
use komadai_game::clock::{self, BoardClockState};
use komadai_game::narrate::{self, Language};
use komadai_game::{Flag, Millis, Refusal};
use komadai_wire::names::SideDto;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;

/// A clock that is pressed by two people at a real board.
#[wasm_bindgen]
#[derive(Debug)]
pub struct BoardClock(clock::BoardClock);

/// What a page shows of it at an instant.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BoardClockView {
    state: ClockState,
    #[serde(skip_serializing_if = "Option::is_none")]
    running: Option<SideDto>,
    /// The instant at which the displays show this.
    at: u64,
    /// When the page has to ask again: a flag falls by itself then.
    #[serde(skip_serializing_if = "Option::is_none")]
    deadline: Option<u64>,
    black: FaceView,
    white: FaceView,
    presses: Both<u32>,
    /// How a flag ended the game, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<String>,
}

/// What a clock beside a board is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ClockState {
    /// Neither side has pressed yet.
    Ready,
    /// One display runs.
    Running,
    /// Both stand.
    Paused,
    /// A flag has ended the game.
    Over,
}

/// What is done with a clock: `"pause"`, `{"press": {"color": "black"}}`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ClockAct {
    /// A side presses its button.
    Press {
        /// Which.
        color: SideDto,
    },
    /// Both displays are stopped.
    Pause,
    /// The display that was stopped runs again.
    Resume,
    /// An arbiter sets a display.
    Set {
        /// Whose.
        color: SideDto,
        /// Main time.
        main: u64,
        /// Byoyomi periods.
        periods: u32,
    },
    /// An arbiter gives time.
    Award {
        /// To whom.
        color: SideDto,
        /// How much.
        time: u64,
    },
    /// A side claims that the opponent's flag is down.
    ClaimFlag {
        /// Which.
        color: SideDto,
    },
}

/// What came of it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ClockDone {
    ok: bool,
    /// Why not, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<String>,
    /// Was a claim found wrong?
    rejected: bool,
}

#[wasm_bindgen]
impl BoardClock {
    /// A clock with a time control (`15m+60s`) whose flags fall by themselves (`falls`) or are claimed (`claim`).
    ///
    /// # Errors
    /// Returns the position of the error in the time control.
    #[wasm_bindgen(constructor)]
    pub fn new(control: &str, flag: &str) -> Result<BoardClock, Error> {
        let spec = control.parse().map_err(|e| Error::word("clock", e))?;
        let flag = match flag {
            "falls" => Flag::FallsByItself,
            "claim" => Flag::ByClaim,
            _ => return Err(Error::word("flag", "expected falls or claim")),
        };
        Ok(BoardClock(clock::BoardClock::new(spec, flag)))
    }

    /// Does something with the clock.
    ///
    /// # Errors
    /// Returns an error if the request cannot be read. A refusal is not an error.
    pub fn act(&mut self, act: &str, at: f64, language: &str) -> Result<String, Error> {
        let act: ClockAct = komadai_wire::from_client(act)?;
        let language: Language = language.parse().map_err(|e| Error::word("language", e))?;
        let (refusal, rejected) = match self.carry_out(act, millis(at)) {
            Ok(rejected) => (None, rejected),
            Err(refusal) => (Some(narrate::refusal(language, None, &refusal)), false),
        };
        let done = ClockDone {
            ok: refusal.is_none(),
            refusal,
            rejected,
        };
        Ok(serde_json::to_string(&done)?)
    }

    /// The displays at an instant.
    ///
    /// # Errors
    /// Returns an error for an unknown language.
    pub fn view(&mut self, at: f64, language: &str) -> Result<String, Error> {
        let language = language.parse().map_err(|e| Error::word("language", e))?;
        let at = millis(at);
        self.0.tick(at);
        Ok(serde_json::to_string(&self.shown(at, language))?)
    }
}

impl BoardClock {
    /// Gives whether a claim was found wrong.
    fn carry_out(&mut self, act: ClockAct, at: Millis) -> Result<bool, Refusal> {
        let clock = &mut self.0;
        match act {
            ClockAct::Press { color } => clock.press(color.into(), at)?,
            ClockAct::Pause => clock.pause(at)?,
            ClockAct::Resume => clock.resume(at)?,
            ClockAct::Set {
                color,
                main,
                periods,
            } => clock.set(color.into(), Millis::new(main), periods, at)?,
            ClockAct::Award { color, time } => clock.award(color.into(), Millis::new(time), at)?,
            ClockAct::ClaimFlag { color } => {
                return Ok(clock.claim_flag(color.into(), at)?.is_none());
            }
        }
        Ok(false)
    }

    fn shown(&self, at: Millis, language: Language) -> BoardClockView {
        let clock = &self.0;
        let face = |color: Color| FaceView::of(clock.face(color, at), clock.control(color));
        let (state, outcome) = match clock.state() {
            BoardClockState::Ready => (ClockState::Ready, None),
            BoardClockState::Running => (ClockState::Running, None),
            BoardClockState::Paused => (ClockState::Paused, None),
            BoardClockState::Over(outcome) => {
                let words = narrate::clock_outcome(language, &outcome);
                (ClockState::Over, Some(words))
            }
        };
        BoardClockView {
            state,
            running: clock.running().map(SideDto::from),
            at: at.get(),
            deadline: clock.deadline().map(Millis::get),
            black: face(Color::Black),
            white: face(Color::White),
            presses: Both::of(|color| clock.presses(color)),
            outcome,
        }
    }
}
