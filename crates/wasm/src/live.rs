//! Games that a server judges: its messages are read here, and here only.

use crate::error::Error;
use crate::millis;
use crate::table::{Table, Understood};
use crate::view::{ClockView, FaceView, GameView, May};
use komadai_core::Color;
use komadai_game::clock::Face;
use komadai_game::{Actor, Millis, narrate};
use komadai_wire::message::Role;
#[cfg(feature = "schema")]
use komadai_wire::message::ServerMessage;
use komadai_wire::names::WantedDto;
use komadai_wire::refusal::RefusalDto;
use komadai_wire::tolerant::{self, EventReading};
use komadai_wire::view::{ClockDto, DisplayDto};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use wasm_bindgen::prelude::wasm_bindgen;

/// All games that are followed over one connection, by name.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct LiveGames {
    games: BTreeMap<String, LiveGame>,
}

/// A game that a server judges, as far as it was told.
#[derive(Debug)]
struct LiveGame {
    table: Table,
    /// Has it rules that are not known here?
    unclear: bool,
    /// The number of the last event that was taken in.
    last: u32,
    /// The number of the last event when the game was joined. A long game comes in parts.
    joined_at: u32,
    /// Events from the first on that nobody here understands.
    newer: Vec<Value>,
    role: Role,
    may: Vec<WantedDto>,
    clock: Option<ClockDto>,
}

/// What became of a message of the server.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Heard<'m> {
    /// The message without an opening, with those events that are new.
    #[cfg_attr(feature = "schema", schema(value_type = ServerMessage))]
    pub message: &'m Value,
    /// The number of the last event that was taken in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<u32>,
    /// Were events missed, so that the game must be joined again?
    pub missed: bool,
    /// What the game looks like now, if the message was about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<GameView<'m>>,
}

#[wasm_bindgen]
impl LiveGames {
    /// No game yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> LiveGames {
        LiveGames::default()
    }

    /// Takes in a message as it came. The answer is the message and, if a game has changed, its view.
    ///
    /// # Errors
    /// Returns an error if the text is not a message.
    pub fn hear(&mut self, text: &str, notation: &str, language: &str) -> Result<String, Error> {
        let mut message: Value = serde_json::from_str(text)?;
        let game = match message["type"].as_str() {
            Some("game") => self.join(&mut message)?,
            Some("events") => self.games.get_mut(name(&message, "game")),
            Some("refused") => {
                self.word_refusal(&mut message, language)?;
                None
            }
            _ => None,
        };
        let mut heard = Heard {
            message: &Value::Null,
            last: None,
            missed: false,
            view: None,
        };
        let Some(game) = game else {
            heard.message = &message;
            return Ok(serde_json::to_string(&heard)?);
        };
        let is_next = game.take(&mut message);
        game.table.write(notation, language)?;
        heard.message = &message;
        heard.last = Some(game.last);
        heard.missed = !is_next;
        heard.view = Some(game.view(Millis::ZERO));
        let answer = serde_json::to_string(&heard)?;
        game.table.shown();
        Ok(answer)
    }

    /// A game as it stands at an instant, after the language or notation was changed or a display has come to an end.
    ///
    /// # Errors
    /// Returns an error if the game is not followed.
    pub fn view(
        &mut self,
        game: &str,
        at: f64,
        notation: &str,
        language: &str,
    ) -> Result<String, Error> {
        let game = self.get_mut(game)?;
        game.table.write(notation, language)?;
        let view = serde_json::to_string(&game.view(millis(at)))?;
        game.table.shown();
        Ok(view)
    }

    /// The log of a game, as far as it is known and understood.
    ///
    /// # Errors
    /// Returns an error if the game is not followed.
    pub fn log(&mut self, game: &str) -> Result<String, Error> {
        self.get_mut(game)?.table.log()
    }

    /// The move that a text means in a game, as USI.
    ///
    /// # Errors
    /// Returns an error if the text is not a move or the game is not followed.
    #[wasm_bindgen(js_name = readMove)]
    pub fn read_move(&mut self, game: &str, text: &str) -> Result<String, Error> {
        self.get_mut(game)?.table.read_move(text)
    }

    /// A move of the position of a game, in a notation.
    ///
    /// # Errors
    /// Returns an error if the text is not USI or the game is not followed.
    #[wasm_bindgen(js_name = moveText)]
    pub fn move_text(&mut self, game: &str, usi: &str, notation: &str) -> Result<String, Error> {
        self.get_mut(game)?.table.move_text(usi, notation)
    }

    /// Why a move is illegal, for beginners.
    ///
    /// # Errors
    /// Returns an error if the text is not USI or the game is not followed.
    pub fn explain(
        &mut self,
        game: &str,
        usi: &str,
        language: &str,
    ) -> Result<Option<String>, Error> {
        self.get_mut(game)?.table.explain(usi, language)
    }

    /// A game is no longer followed.
    pub fn leave(&mut self, game: &str) {
        self.games.remove(game);
    }
}

impl LiveGames {
    fn get_mut(&mut self, game: &str) -> Result<&mut LiveGame, Error> {
        let found = self.games.get_mut(game);
        found.ok_or_else(|| Error::NoGame(game.to_owned()))
    }

    /// Puts a refusal into words of the page's language; in the server's own words if its reason is not known here.
    fn word_refusal(&self, message: &mut Value, language: &str) -> Result<(), Error> {
        let language = language.parse().map_err(|e| Error::word("language", e))?;
        let role = |game: &LiveGame| match game.role {
            Role::Black => Actor::BLACK,
            Role::White => Actor::WHITE,
            Role::Arbiter => Actor::Arbiter,
            Role::Spectator => Actor::Bystander,
        };
        let game = self.games.get(name(message, "game"));
        let by = game.map_or(Actor::Bystander, role);
        let handicap = game.and_then(|game| game.table.game().opening().handicap());
        let refused = komadai_wire::from_value::<RefusalDto>(message.clone()).ok();
        if let Some(refusal) = refused.and_then(|refused| refused.by(by)) {
            message["message"] = narrate::refusal(language, handicap, &refusal).into();
        }
        Ok(())
    }

    /// Follows a game, or learns anew how one takes part in it. Whoever is told a game from its first event on has
    /// nothing of it yet.
    fn join(&mut self, message: &mut Value) -> Result<Option<&mut LiveGame>, Error> {
        let id = name(message, "id").to_owned();
        let opening = message["opening"].take();
        if message["from"] == 1 || !self.games.contains_key(&id) {
            let (opening, is_clear) = tolerant::opening(&opening)?;
            let game = LiveGame {
                table: Table::open(opening)?,
                unclear: !is_clear,
                last: 0,
                joined_at: 0,
                newer: Vec::new(),
                role: Role::Spectator,
                may: Vec::new(),
                clock: None,
            };
            self.games.insert(id.clone(), game);
        }
        Ok(self.games.get_mut(&id))
    }
}

fn name<'m>(message: &'m Value, field: &str) -> &'m str {
    message[field].as_str().unwrap_or_default()
}

impl LiveGame {
    /// Takes in what is new, and leaves only that in the message. Nothing is taken in if something before it is
    /// missing.
    fn take(&mut self, message: &mut Value) -> bool {
        let from = message["from"].as_u64().unwrap_or(1);
        if from > u64::from(self.last) + 1 {
            return false;
        }
        if let Ok(role) = komadai_wire::from_value(message["role"].clone()) {
            self.role = role;
        }
        if let Some(last) = message["last"].as_u64() {
            self.joined_at = u32::try_from(last).unwrap_or(u32::MAX);
        }
        if message["may"].is_array() {
            self.may = tolerant::wanted(&message["may"]);
        }
        if let Ok(clock) = komadai_wire::from_value::<ClockDto>(message["clock"].clone()) {
            self.clock = Some(clock);
        }
        let known = (u64::from(self.last) + 1 - from) as usize;
        if let Some(events) = message["events"].as_array_mut() {
            events.drain(..known.min(events.len()));
            for event in events {
                self.take_event(event);
                // Not before: an event that is lost on the way would be missing for ever.
                self.last += 1;
            }
        }
        true
    }

    fn take_event(&mut self, value: &Value) {
        if !self.newer.is_empty() {
            return self.newer.push(value.clone());
        }
        match tolerant::event(value) {
            EventReading::Known(event) => self.table.follow(event, Understood::Yes),
            EventReading::Unclear(event) => self.table.follow(event, Understood::Partly),
            EventReading::Unknown => self.newer.push(value.clone()),
        }
    }

    /// What the rules here draw, with what only the server knows.
    fn view(&self, at: Millis) -> GameView<'_> {
        // Time does not run back behind what the server has told.
        let told_at = self.clock.map_or(0, |clock| clock.at);
        let at = at.max(Millis::new(told_at));
        let mut view = self.table.game_view(at);
        view.newer = !self.newer.is_empty();
        view.rules.unclear = self.unclear;
        // Engines are for after the game, whatever the rules allow at a kitchen table.
        view.rules.engine = view.outcome.is_some();
        view.clock = self.clock.and_then(|told| self.displays(told, at));
        view.may = self.may();
        view
    }

    /// The displays of the server, run on to an instant, with the byoyomi or increment that the rules know of.
    fn displays(&self, told: ClockDto, at: Millis) -> Option<ClockView> {
        let display = |color: Color, display: DisplayDto| {
            let control = self.table.game().time_control(color)?;
            let passed = match told.running.map(Color::from) {
                Some(running) if running == color => at.minus(Millis::new(told.at)),
                _ => Millis::ZERO,
            };
            let face = Face::from(display).after(control, passed);
            Some(FaceView::of(face, control))
        };
        Some(ClockView {
            running: told.running,
            at: at.get(),
            deadline: None,
            black: display(Color::Black, told.black)?,
            white: display(Color::White, told.white)?,
        })
    }

    /// What one may do; nothing where it is not known how the game stands, or not yet.
    fn may(&self) -> May {
        let mut may = May::default();
        let list = match self.role {
            Role::Black => &mut may.black,
            Role::White => &mut may.white,
            Role::Arbiter => &mut may.arbiter,
            Role::Spectator => return may,
        };
        if self.newer.is_empty() && self.last >= self.joined_at {
            list.clone_from(&self.may);
        }
        may
    }
}
