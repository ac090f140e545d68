//! A game that is played in this browser.

use crate::board::{BoardView, Key, Told, read_move};
use crate::error::Error;
use crate::view::{self, Both, ClockView, GameView, May, MoveView, OutcomeView, RulesView};
use crate::{millis, stored};
use komadai_core::{AnyPosition, Color, Square};
use komadai_game::narrate::{self, Language};
use komadai_game::{
    Act, Actor, Command, Deed, Event, Fact, Game, Millis, Opening, Refusal, Why, apply, decide,
};
use komadai_kifu::Handicap;
use komadai_kifu::notation::Notation;
use komadai_wire::act::ActDto;
use komadai_wire::log::LogDto;
use komadai_wire::names::ActorDto;
use komadai_wire::opening::OpeningDto;
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

/// A game, what happened in it, and what has to be remembered to show it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Table {
    game: Game,
    events: Vec<Happened>,
    /// The position before each deed, and the deed.
    deeds: Vec<(AnyPosition, Color, Deed)>,
    shown: Shown,
}

/// An event, and whether all of it is understood.
#[derive(Debug)]
struct Happened {
    event: Event,
    understood: Understood,
}

/// Whether all of an event is understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Understood {
    /// All of it.
    Yes,
    /// But for a word that changes nothing.
    Partly,
}

/// What a page shows of the past. It grows with the game, and the page is only told what is new: a move must not wait
/// until all moves before it are written out again.
#[derive(Debug)]
struct Shown {
    notation: Notation,
    language: Language,
    told: Told,
    moves: Vec<MoveView>,
    lines: Vec<String>,
    /// How much of both the page has.
    moves_kept: usize,
    lines_kept: usize,
}

/// What came of a command.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Done {
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
    /// Returns the reason if the game cannot start.
    #[wasm_bindgen(constructor)]
    pub fn new(opening: &str) -> Result<Table, Error> {
        Table::open(komadai_wire::read::<OpeningDto, Opening>(opening)?)
    }

    /// Opens a game again from its log, whichever version has written it.
    ///
    /// # Errors
    /// Returns an error if the log is damaged.
    pub fn resume(log: &str) -> Result<Table, Error> {
        let (opening, events) = stored::read(log)?;
        let mut table = Table::open(opening)?;
        for event in events {
            table.take(event, Understood::Yes);
        }
        Ok(table)
    }

    /// The log, to be kept or handed to another module.
    ///
    /// # Errors
    /// Returns an error if the log cannot be written.
    pub fn log(&self) -> Result<String, Error> {
        let events = self.events.iter().map(|happened| &happened.event);
        let log = LogDto::new(self.game.opening(), events);
        Ok(serde_json::to_string(&log)?)
    }

    /// What was settled before the game.
    ///
    /// # Errors
    /// Returns an error if the opening cannot be written.
    pub fn opening(&self) -> Result<String, Error> {
        Ok(serde_json::to_string(&OpeningDto::from(
            self.game.opening(),
        ))?)
    }

    /// Asks something of the game.
    ///
    /// # Errors
    /// Returns an error if the act cannot be read. A refusal by the rules is not an error.
    pub fn act(&mut self, by: &str, act: &str, at: f64, language: &str) -> Result<String, Error> {
        let by: ActorDto = komadai_wire::from_value(by.into())?;
        let act = Act::try_from(komadai_wire::from_client::<ActDto>(act)?)?;
        let language = parse_language(language)?;
        let command = Command::new(Actor::from(by), act);
        self.write_lines(language)?;
        let written = self.shown.lines.len();
        let mut done = Done {
            ok: true,
            refusal: None,
            rejected: false,
            lines: Vec::new(),
        };
        match decide(&self.game, command, millis(at)) {
            Err(refusal) => {
                done.ok = false;
                let handicap = self.game.opening().handicap();
                done.refusal = Some(narrate::refusal(language, handicap, &refusal));
            }
            Ok(events) => {
                for event in events {
                    done.rejected |= matches!(event.fact, Fact::ClaimRejected(_));
                    self.take(event, Understood::Yes);
                }
                done.lines = self.shown.lines[written..].to_vec();
            }
        }
        Ok(serde_json::to_string(&done)?)
    }

    /// Everything that a page shows; of the moves and the log, what is new since it was last asked.
    ///
    /// # Errors
    /// Returns an error for an unknown notation or language.
    pub fn view(&mut self, at: f64, notation: &str, language: &str) -> Result<String, Error> {
        self.write(notation, language)?;
        let view = serde_json::to_string(&self.game_view(millis(at)))?;
        self.shown();
        Ok(view)
    }

    /// The move that a text means, as USI: in any notation.
    ///
    /// # Errors
    /// Returns an error if the text is not a move.
    #[wasm_bindgen(js_name = readMove)]
    pub fn read_move(&self, text: &str) -> Result<String, Error> {
        read_move(self.game.position(), text, self.last_target())
    }

    /// A move of this position in a notation; as USI if it is none.
    ///
    /// # Errors
    /// Returns an error if the text is not USI or the notation is unknown.
    #[wasm_bindgen(js_name = moveText)]
    pub fn move_text(&self, usi: &str, notation: &str) -> Result<String, Error> {
        let notation = parse_notation(notation)?;
        let deed: Deed = usi.parse().map_err(|e| Error::word("move", e))?;
        Ok(self.deed_text(deed, notation))
    }

    /// Why a move is illegal, for beginners. `None` if it is legal, or if the rules give no help.
    ///
    /// # Errors
    /// Returns an error if the text is not USI or the language is unknown.
    pub fn explain(&self, usi: &str, language: &str) -> Result<Option<String>, Error> {
        let language = parse_language(language)?;
        let deed: Deed = usi.parse().map_err(|e| Error::word("move", e))?;
        if view::told(&self.game) == Told::No {
            return Ok(None);
        }
        let play = Command::new(Actor::Player(self.game.turn()), Act::play(deed));
        let breach = match decide(&self.game, play, self.game.now()) {
            Ok(events) => events.iter().find_map(|event| match &event.fact {
                Fact::Moved(moved) => moved.breach,
                _ => None,
            }),
            Err(Refusal {
                why: Why::Illegal(breach),
                ..
            }) => Some(breach),
            Err(_) => None,
        };
        Ok(breach.map(|breach| narrate::explanation(language, breach).to_owned()))
    }
}

impl Table {
    /// A game that has not begun.
    pub(crate) fn open(opening: Opening) -> Result<Table, Error> {
        Ok(Table {
            game: Game::new(opening)?,
            events: Vec::new(),
            deeds: Vec::new(),
            shown: Shown {
                notation: Notation::Usi,
                language: Language::English,
                told: Told::No,
                moves: Vec::new(),
                lines: Vec::new(),
                moves_kept: 0,
                lines_kept: 0,
            },
        })
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Takes in what happened in a game that is judged elsewhere.
    pub(crate) fn follow(&mut self, event: Event, understood: Understood) {
        let event = self.with_check(event);
        self.take(event, understood);
    }

    /// Writes what is new for the next view.
    pub(crate) fn write(&mut self, notation: &str, language: &str) -> Result<(), Error> {
        let notation = parse_notation(notation)?;
        let language = parse_language(language)?;
        self.write_moves(notation);
        self.write_lines(language)
    }

    /// The page has what the last view told.
    pub(crate) fn shown(&mut self) {
        self.shown.moves_kept = self.shown.moves.len();
        self.shown.lines_kept = self.shown.lines.len();
    }

    /// Whether a move gives check is not always told, and has to be known for perpetual check.
    fn with_check(&self, mut event: Event) -> Event {
        if matches!(event.fact, Fact::Moved(_)) {
            let after = apply(self.game.clone(), &event);
            if let Fact::Moved(moved) = &mut event.fact {
                moved.check = after.position().is_in_check();
            }
        }
        event
    }

    fn take(&mut self, event: Event, understood: Understood) {
        if let Fact::Moved(moved) = &event.fact {
            let before = *self.game.position();
            self.deeds.push((before, moved.color, moved.deed));
        }
        self.shown.tell(&self.game, &event, understood);
        self.game.apply(&event);
        let ply = self.game.ply() as usize;
        self.deeds.truncate(ply);
        // A move that was taken back and another that took its place are not the same.
        self.shown.keep_moves(ply);
        self.events.push(Happened { event, understood });
    }

    fn last_target(&self) -> Option<Square> {
        self.deeds.last().map(|(_, _, deed)| target(*deed))
    }

    pub(crate) fn game_view(&self, at: Millis) -> GameView<'_> {
        let Shown {
            language,
            told,
            ref moves,
            ref lines,
            moves_kept,
            lines_kept,
            ..
        } = self.shown;
        let game = &self.game;
        GameView {
            variant: game.opening().variant.into(),
            newer: false,
            phase: view::phase(game),
            handicap: game.opening().handicap().map(Handicap::name),
            names: Both::of(|color| game.player(color).name.clone()),
            grades: Both::of(|color| game.player(color).grade.map(|grade| grade.to_string())),
            jade: game.jade().into(),
            then: game.opening().then.map(|second| second.handicap.name()),
            swapped: game.colors_swapped(),
            rules: RulesView::of(game),
            start: game.start_position().to_string(),
            board: BoardView::of(game.position(), told),
            moves_kept,
            moves: &moves[moves_kept..],
            clock: ClockView::of(game, at),
            may: May::of(game),
            offers: view::offers(game),
            occurrences: (told == Told::Yes).then(|| game.occurrences()),
            repeating: self.repeating(),
            impasse: view::impasse(game),
            warnings: Both::of(|color| game.warnings(color)),
            outcome: self.outcome(language),
            log_kept: lines_kept,
            log: &lines[lines_kept..],
        }
    }

    /// A deed of the present position in a notation.
    fn deed_text(&self, deed: Deed, notation: Notation) -> String {
        match deed {
            Deed::Move(mv) => notation.format_or_usi(self.game.position(), mv, self.last_target()),
            Deed::PromotedDrop { .. } => deed.to_string(),
        }
    }

    fn repeating(&self) -> Vec<(String, u32)> {
        let moves = view::repeating(&self.game).into_iter();
        let text = |mv| self.deed_text(Deed::Move(mv), self.shown.notation);
        moves.map(|(mv, count)| (text(mv), count)).collect()
    }

    fn outcome(&self, language: Language) -> Option<OutcomeView> {
        let outcome = OutcomeView::of(&self.game, self.game.outcome()?, language);
        let is_end = |happened: &&Happened| matches!(happened.event.fact, Fact::Ended(_));
        match self.events.iter().rfind(is_end)?.understood {
            Understood::Yes => Some(outcome),
            Understood::Partly => Some(outcome.unclear(language)),
        }
    }

    /// Writes the moves that are not written yet, in a notation.
    fn write_moves(&mut self, notation: Notation) {
        let told = view::told(&self.game);
        if self.shown.notation != notation || self.shown.told != told {
            self.shown.keep_moves(0);
            self.shown.notation = notation;
            self.shown.told = told;
        }
        // The time of the last move is known when the clock is pressed, which may be later.
        let times = self.game.times().map(|time| time.map(Millis::get));
        let known = self.shown.moves.iter().zip(times);
        let stands = known.take_while(|(shown, time)| shown.spent == *time);
        let stands = stands.count();
        self.shown.keep_moves(stands);
        let unwritten = (stands..self.deeds.len()).zip(self.game.times().skip(stands));
        let written: Vec<MoveView> = unwritten
            .map(|(index, time)| self.move_view(index, time))
            .collect();
        self.shown.moves.extend(written);
    }

    fn move_view(&self, index: usize, time: Option<Millis>) -> MoveView {
        let (before, color, deed) = &self.deeds[index];
        let next = self.deeds.get(index + 1);
        let after = next.map_or(self.game.position(), |(after, ..)| after);
        let previous = index
            .checked_sub(1)
            .map(|index| target(self.deeds[index].2));
        let check = (self.shown.told == Told::Yes && after.is_in_check())
            .then(|| after.king(after.turn()))
            .flatten();
        MoveView {
            color: (*color).into(),
            usi: deed.to_string(),
            text: match deed {
                Deed::Move(mv) => self.shown.notation.format_or_usi(before, *mv, previous),
                Deed::PromotedDrop { .. } => deed.to_string(),
            },
            sfen: after.to_string(),
            check: check.map(Key),
            spent: time.map(Millis::get),
        }
    }

    /// Puts everything into words of another language.
    fn write_lines(&mut self, language: Language) -> Result<(), Error> {
        if self.shown.language == language {
            return Ok(());
        }
        let mut before = Game::new(self.game.opening().clone())?;
        self.shown.language = language;
        self.shown.lines.clear();
        self.shown.lines_kept = 0;
        for Happened { event, understood } in &self.events {
            self.shown.tell(&before, event, *understood);
            before.apply(event);
        }
        Ok(())
    }
}

impl Shown {
    fn keep_moves(&mut self, moves: usize) {
        self.moves.truncate(moves);
        self.moves_kept = self.moves_kept.min(moves);
    }

    /// Puts an event into words, as it is seen from the game before it.
    fn tell(&mut self, before: &Game, event: &Event, understood: Understood) {
        self.lines.push(match understood {
            Understood::Yes => narrate::line(self.language, before, event),
            Understood::Partly => view::something_unknown(self.language).to_owned(),
        });
    }
}

fn target(deed: Deed) -> Square {
    match deed {
        Deed::Move(mv) => mv.to(),
        Deed::PromotedDrop { to, .. } => to,
    }
}

fn parse_notation(name: &str) -> Result<Notation, Error> {
    name.parse().map_err(|e| Error::word("notation", e))
}

fn parse_language(code: &str) -> Result<Language, Error> {
    code.parse().map_err(|e| Error::word("language", e))
}

/// A clock in its one proper form: `15m + 60 s` is `15m+60s`.
///
/// # Errors
/// Returns the position of the error in the text.
#[wasm_bindgen(js_name = clockText)]
pub fn clock_text(text: &str) -> Result<String, Error> {
    let clock: komadai_game::ClockSpec = text.parse().map_err(|e| Error::word("clock", e))?;
    Ok(clock.to_string())
}

/// A clock in words: `10m+30s` is `10 minutes, then 30 seconds a move`.
///
/// # Errors
/// Returns an error if the text is not a clock or the language is unknown.
#[wasm_bindgen(js_name = clockWords)]
pub fn clock_words(text: &str, language: &str) -> Result<String, Error> {
    let clock = text.parse().map_err(|e| Error::word("clock", e))?;
    Ok(narrate::clock(parse_language(language)?, clock))
}

/// The name of a level of the computer.
///
/// # Errors
/// Returns an error if the language is unknown.
#[wasm_bindgen(js_name = levelName)]
pub fn level_name(level: u32, language: &str) -> Result<Option<String>, Error> {
    Ok(narrate::level(parse_language(language)?, level).map(str::to_owned))
}

/// Are these times enough for a game rated by FESA (Article 15.4)?
#[wasm_bindgen(js_name = clockQualifies)]
pub fn clock_qualifies(text: &str) -> bool {
    let clock = text.parse::<komadai_game::ClockSpec>();
    clock.is_ok_and(komadai_game::ClockSpec::qualifies_for_rating)
}
