//! A game that is played in this browser.

use crate::act::{ActDto, ActorDto};
use crate::board::{BoardView, Told, read_move, write_move};
use crate::error::Error;
use crate::log::{Entry, Log, millis};
use crate::opening::{Both, OpeningDto};
use crate::outcome::OutcomeView;
use crate::told::ToldEvent;
use crate::view::{self, ClockView, GameView, May, MoveView, RulesView};
use komadai_core::{AnyPosition, Color, Square};
use komadai_game::narrate::{self, Language};
use komadai_game::record::{export, silent};
use komadai_game::{Command, Deed, Event, Fact, Game, SetupOrder, apply, decide};
use komadai_kifu::Handicap;
use komadai_kifu::notation::Notation;
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

/// A game, its log, and what has to be remembered to show it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Table {
    game: Game,
    log: Log,
    events: Vec<Event>,
    /// The position before each deed, and the deed.
    deeds: Vec<(AnyPosition, Color, Deed)>,
    /// How long each move took.
    spent: Vec<Option<u64>>,
}

/// What came of a command.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Done {
    ok: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<String>,
    /// Was a claim found wrong?
    rejected: bool,
    /// What happened, in words.
    lines: Vec<String>,
}

#[wasm_bindgen]
impl Table {
    /// Opens a game.
    ///
    /// # Errors
    /// Why it cannot begin.
    #[wasm_bindgen(constructor)]
    pub fn new(opening: &str) -> Result<Table, Error> {
        let opening: OpeningDto = serde_json::from_str(opening)?;
        Ok(Table {
            game: Game::new(opening.build()?)?,
            log: Log {
                opening,
                commands: Vec::new(),
            },
            events: Vec::new(),
            deeds: Vec::new(),
            spent: Vec::new(),
        })
    }

    /// Opens a game again from its log.
    ///
    /// # Errors
    /// The log is damaged.
    pub fn resume(log: &str) -> Result<Table, Error> {
        let log = Log::parse(log)?;
        let opening = serde_json::to_string(&log.opening)?;
        let mut table = Table::new(&opening)?;
        let mut events = Vec::new();
        log.replay(|_, event| events.push(event.clone()))?;
        for event in events {
            table.take(event);
        }
        table.log = log;
        table.measure();
        Ok(table)
    }

    /// The log, to be kept or handed to another module.
    ///
    /// # Errors
    /// None that is known.
    pub fn log(&self) -> Result<String, Error> {
        Ok(serde_json::to_string(&self.log)?)
    }

    /// Asks something of the game.
    ///
    /// # Errors
    /// What was asked makes no sense; a refusal by the rules is an answer.
    pub fn act(&mut self, by: &str, act: &str, at: f64, language: &str) -> Result<String, Error> {
        let by: ActorDto = serde_json::from_value(by.into())?;
        let act: ActDto = serde_json::from_str(act)?;
        let language = parse_language(language)?;
        let command = Command::new(by.into(), act.build(by)?);
        let mut done = Done {
            ok: true,
            refusal: None,
            rejected: false,
            lines: Vec::new(),
        };
        match decide(&self.game, command, millis(at)) {
            Err(refusal) => {
                done.ok = false;
                done.refusal = Some(refusal.to_string());
            }
            Ok(events) => {
                self.log.commands.push(Entry { at, by, act });
                for event in events {
                    done.rejected |= matches!(event.fact, Fact::ClaimRejected(_));
                    done.lines.push(narrate::line(language, &self.game, &event));
                    self.take(event);
                }
                self.measure();
            }
        }
        Ok(serde_json::to_string(&done)?)
    }

    /// Everything that a page shows.
    ///
    /// # Errors
    /// A notation or language that is not known.
    pub fn view(&self, at: f64, notation: &str, language: &str) -> Result<String, Error> {
        let notation: Notation = notation.parse().map_err(|e| Error::word("notation", e))?;
        let language = parse_language(language)?;
        let view = self.game_view(at, notation, language)?;
        Ok(serde_json::to_string(&view)?)
    }

    /// Takes in what happened in a game that is judged elsewhere: a list of events in the words of the
    /// server's protocol.
    ///
    /// # Errors
    /// A word that is not known. The events before it have been taken in.
    pub fn tell(&mut self, events: &str) -> Result<(), Error> {
        let told: Vec<ToldEvent> = serde_json::from_str(events)?;
        for told in told {
            if let Some(event) = told.build()? {
                let event = self.with_check(event);
                self.take(event);
            }
        }
        self.measure();
        Ok(())
    }

    /// The move that a text means, as USI: in any notation.
    ///
    /// # Errors
    /// It is no move.
    #[wasm_bindgen(js_name = readMove)]
    pub fn read_move(&self, text: &str) -> Result<String, Error> {
        read_move(self.game.position(), text, self.last_target())
    }
}

impl Table {
    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Whether a move gives check is not always told, and has to be known for perpetual check.
    fn with_check(&self, mut event: Event) -> Event {
        let after = apply(self.game.clone(), &event);
        if let Fact::Moved(moved) = &mut event.fact {
            moved.check = after.position().is_in_check();
        }
        event
    }

    fn take(&mut self, event: Event) {
        if let Fact::Moved(moved) = &event.fact {
            let before = *self.game.position();
            self.deeds.push((before, moved.color, moved.deed));
        }
        self.game.apply(&event);
        self.deeds.truncate(self.game.ply() as usize);
        self.events.push(event);
    }

    /// Looks up how long the moves took, as the record of the game has it.
    fn measure(&mut self) {
        if self.game.opening().clock.is_none() || self.spent.len() == self.deeds.len() {
            return;
        }
        let Ok(export) = export(self.game.opening(), &self.events, silent) else {
            return;
        };
        let times = export.record.main_line().map(|(node, _)| node.time().spent);
        self.spent = times.map(|time| time.map(|time| time.get())).collect();
    }

    fn last_target(&self) -> Option<Square> {
        self.deeds.last().map(|(_, _, deed)| target(*deed))
    }

    fn game_view(
        &self,
        at: f64,
        notation: Notation,
        language: Language,
    ) -> Result<GameView, Error> {
        let game = &self.game;
        let told = view::told(game);
        let before = Game::new(game.opening().clone())?;
        let lines = self.events.iter().scan(before, |before, event| {
            let line = narrate::line(language, before, event);
            before.apply(event);
            Some(line)
        });
        Ok(GameView {
            variant: game.opening().variant.name(),
            phase: view::phase(game),
            handicap: game.opening().handicap().map(Handicap::name),
            names: Both::of(|color| game.player(color).name.clone()),
            swapped: game.colors_swapped(),
            rules: RulesView::of(game),
            start: game.start_position().to_string(),
            board: BoardView::of(game.position(), told),
            moves: self.moves(notation, told),
            clock: ClockView::of(game, millis(at)),
            may: May::of(game),
            offers: view::offers(game),
            occurrences: (told == Told::Yes).then(|| game.occurrences()),
            repeating: view::repeating(game),
            impasse: view::impasse(game),
            warnings: Both::of(|color| game.warnings(color)),
            outcome: game
                .outcome()
                .map(|outcome| OutcomeView::of(game, outcome, language)),
            log: lines.collect(),
        })
    }

    fn moves(&self, notation: Notation, told: Told) -> Vec<MoveView> {
        let now = *self.game.position();
        let after = self.deeds.iter().map(|(before, ..)| *before).skip(1);
        let mut previous = None;
        let mut list = Vec::with_capacity(self.deeds.len());
        let numbered = self.deeds.iter().enumerate();
        for ((number, (before, color, deed)), after) in numbered.zip(after.chain([now])) {
            let check = (told == Told::Yes && after.is_in_check())
                .then(|| after.king(after.turn()))
                .flatten();
            list.push(MoveView {
                color: (*color).into(),
                usi: deed.to_string(),
                text: match deed {
                    Deed::Move(mv) => write_move(before, *mv, previous, notation),
                    Deed::PromotedDrop { .. } => deed.to_string(),
                },
                sfen: after.to_string(),
                check: check.map(|king| king.to_string()),
                spent: self.spent.get(number).copied().flatten(),
            });
            previous = Some(target(*deed));
        }
        list
    }
}

fn target(deed: Deed) -> Square {
    match deed {
        Deed::Move(mv) => mv.to(),
        Deed::PromotedDrop { to, .. } => to,
    }
}

fn parse_language(code: &str) -> Result<Language, Error> {
    code.parse().map_err(|e| Error::word("language", e))
}

/// The pieces in the order in which they are set up: `[[square, letter], …]` of each side.
///
/// # Errors
/// A word that is not known.
#[wasm_bindgen(js_name = setupOrder)]
pub fn setup_order(order: &str, handicap: &str) -> Result<String, Error> {
    let order = match order {
        "ohashi" => SetupOrder::Ohashi,
        "ito" => SetupOrder::Ito,
        _ => return Err(Error::word("order", "expected ohashi or ito")),
    };
    let handicap: Handicap = handicap.parse().map_err(|e| Error::word("handicap", e))?;
    let pieces = |color| -> Vec<(String, String)> {
        let placed = order.placements(color, handicap).into_iter();
        let named = placed.map(|p| (p.square.to_string(), p.kind.letter().to_string()));
        named.collect()
    };
    Ok(serde_json::to_string(&Both::of(pieces))?)
}

/// A clock in its one proper form: `15m + 60 s` is `15m+60s`.
///
/// # Errors
/// Where the text is at fault.
#[wasm_bindgen(js_name = clockText)]
pub fn clock_text(text: &str) -> Result<String, Error> {
    let clock: komadai_game::ClockSpec = text.parse().map_err(|e| Error::word("clock", e))?;
    Ok(clock.to_string())
}
