//! Running a match: games in parallel, results in order of their ends.

use super::config::{Contestant, IfMissing, MatchConfig};
use super::game::{MatchTerms, PlayedGame, play};
use super::opening::MatchOpening;
use super::record::to_record;
use super::schedule::{Fixture, fixtures, pairings};
use super::sprt::{SprtDecision, SprtState};
use super::standings::Standings;
use crate::variant_option::{Understanding, tell_variant};
use komadai_core::{ByColor, Color};
use komadai_game::OpeningError;
use komadai_kifu::Record;
use komadai_usi::process::{EngineError, EngineProcess};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameReport {
    /// The number of the game, from 0, in starting order.
    pub number: usize,
    /// The player of each side.
    pub players: ByColor<usize>,
    /// The index of the opening.
    pub opening: usize,
    /// The game.
    pub played: PlayedGame,
    /// The record.
    pub record: Record,
}

/// The result of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchResult {
    /// The table.
    pub standings: Standings,
    /// The state of the test, if there is one.
    pub sprt: Option<SprtState>,
}

/// Error of a match.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError {
    /// The configuration is incomplete.
    #[error("{0}")]
    Config(&'static str),
    /// An opening or the clock is not playable.
    #[error("opening {}: {error}", .number + 1)]
    Opening {
        /// The number of the opening, from 0.
        number: usize,
        /// What is wrong.
        error: OpeningError,
    },
    /// An engine does not start or does not accept an option.
    #[error("{name}: {error}{}", tail_of(.error))]
    Engine {
        /// The engine.
        name: String,
        /// What is wrong.
        error: EngineError,
    },
}

fn tail_of(error: &EngineError) -> String {
    error.tail().map(ToString::to_string).unwrap_or_default()
}

/// Receives the progress of a match.
pub trait Observer {
    /// Called after each game. `Break` cancels the match; unfinished games do not count.
    fn game(
        &mut self,
        report: &GameReport,
        standings: &Standings,
        sprt: Option<&SprtState>,
    ) -> ControlFlow<()> {
        let _ = (report, standings, sprt);
        ControlFlow::Continue(())
    }

    /// Called with warnings, such as about an engine that does not declare the variant.
    fn warning(&mut self, text: &str) {
        let _ = text;
    }
}

/// Ignores all reports.
impl Observer for () {}

/// Plays a match to its end, or until its test is decided.
///
/// # Errors
/// Returns an error if the configuration is incomplete or an engine does not start or accept its options.
/// An engine that fails in a game loses the game and is restarted for the next.
pub fn run(config: &MatchConfig, observer: &mut dyn Observer) -> Result<MatchResult, MatchError> {
    check(config)?;
    let pairings = pairings(config.contestants.len(), config.pairings);
    let fixtures = fixtures(&pairings, config.games);
    let names = config.contestants.iter().map(|one| one.name.clone());
    let mut standings = Standings::new(names.collect(), &pairings);
    let hall = MatchHall {
        config,
        fixtures: &fixtures,
        next: AtomicUsize::new(0),
        called_off: AtomicBool::new(false),
        started: config
            .contestants
            .iter()
            .map(|_| AtomicBool::new(false))
            .collect(),
    };
    let mut failure = None;
    let mut warned = Vec::new();
    let (sender, events) = channel();
    thread::scope(|scope| {
        for _ in 0..config.concurrency.get().min(fixtures.len()) {
            let (sender, hall) = (sender.clone(), &hall);
            scope.spawn(move || MatchTable::new(hall, sender).work());
        }
        drop(sender);
        for event in events {
            match event {
                MatchEvent::Game(report, fixture) if !hall.is_called_off() => {
                    standings.add(&fixture, &report.played);
                    let sprt = sprt_state(config, &standings);
                    let wish = observer.game(&report, &standings, sprt.as_ref());
                    let decided =
                        sprt.is_some_and(|state| state.decision != SprtDecision::Continue);
                    if wish.is_break() || decided {
                        hall.call_off();
                    }
                }
                // Games after the decision of the test do not count.
                MatchEvent::Game(..) => {}
                MatchEvent::Warning(text) if warned.contains(&text) => {}
                MatchEvent::Warning(text) => {
                    observer.warning(&text);
                    warned.push(text);
                }
                MatchEvent::Failure(error) => {
                    hall.call_off();
                    failure.get_or_insert(error);
                }
            }
        }
    });
    match failure {
        Some(error) => Err(error),
        None => Ok(MatchResult {
            sprt: sprt_state(config, &standings),
            standings,
        }),
    }
}

fn check(config: &MatchConfig) -> Result<(), MatchError> {
    let players = config.contestants.len();
    if players < 2 {
        return Err(MatchError::Config("a match needs two engines"));
    }
    if config.openings.is_empty() {
        return Err(MatchError::Config("a match needs an opening"));
    }
    if config.sprt.is_some() && players != 2 {
        return Err(MatchError::Config("the test is for two engines"));
    }
    let is_other = |opening: &MatchOpening| opening.resolved.start.variant() != config.variant;
    if config.openings.iter().any(is_other) {
        return Err(MatchError::Config("an opening is of another variant"));
    }
    for (number, opening) in config.openings.iter().enumerate() {
        let judge = terms(config, opening).judge();
        judge.map_err(|error| MatchError::Opening { number, error })?;
    }
    Ok(())
}

fn terms<'o>(config: &MatchConfig, opening: &'o MatchOpening) -> MatchTerms<'o> {
    MatchTerms {
        opening,
        pace: config.pace,
        margin: config.margin,
        rules: config.rules,
    }
}

fn sprt_state(config: &MatchConfig, standings: &Standings) -> Option<SprtState> {
    config.sprt.map(|sprt| sprt.state(&standings.total(0)))
}

/// The state shared by all tables.
struct MatchHall<'c> {
    config: &'c MatchConfig,
    fixtures: &'c [Fixture],
    next: AtomicUsize,
    called_off: AtomicBool,
    /// Whether each engine has been started before.
    started: Vec<AtomicBool>,
}

impl MatchHall<'_> {
    fn call_off(&self) {
        self.called_off.store(true, Ordering::Relaxed);
    }

    fn is_called_off(&self) -> bool {
        self.called_off.load(Ordering::Relaxed)
    }
}

/// A report from a table.
enum MatchEvent {
    Game(Box<GameReport>, Fixture),
    Warning(String),
    Failure(MatchError),
}

/// A table that plays one game after another.
struct MatchTable<'h> {
    hall: &'h MatchHall<'h>,
    events: Sender<MatchEvent>,
    /// The engines of the last game, reused for the next if possible.
    seated: Vec<(usize, EngineProcess)>,
}

impl<'h> MatchTable<'h> {
    fn new(hall: &'h MatchHall<'h>, events: Sender<MatchEvent>) -> MatchTable<'h> {
        MatchTable {
            hall,
            events,
            seated: Vec::new(),
        }
    }

    fn work(mut self) {
        while !self.hall.is_called_off() {
            let next = self.hall.next.fetch_add(1, Ordering::Relaxed);
            let Some(fixture) = self.hall.fixtures.get(next) else {
                break;
            };
            match self.play(fixture) {
                Ok(Some(report)) => self.tell(MatchEvent::Game(Box::new(report), *fixture)),
                Ok(None) => break,
                Err(error) => {
                    self.tell(MatchEvent::Failure(error));
                    break;
                }
            }
        }
        for (_, engine) in self.seated {
            engine.quit();
        }
    }

    fn tell(&self, event: MatchEvent) {
        // The hall outlives its tables.
        let _ = self.events.send(event);
    }

    fn play(&mut self, fixture: &Fixture) -> Result<Option<GameReport>, MatchError> {
        let config = self.hall.config;
        let index = (config.first_opening.wrapping_add(fixture.opening)) % config.openings.len();
        let opening = &config.openings[index];
        let Some(played) = self.play_on(fixture, &terms(config, opening))? else {
            return Ok(None);
        };
        let names = ByColor(
            fixture
                .players
                .0
                .map(|player| config.contestants[player].name.as_str()),
        );
        Ok(Some(GameReport {
            number: fixture.number,
            players: fixture.players,
            opening: index,
            record: to_record(opening, names, &played),
            played,
        }))
    }

    fn play_on(
        &mut self,
        fixture: &Fixture,
        terms: &MatchTerms<'_>,
    ) -> Result<Option<PlayedGame>, MatchError> {
        let [black_player, white_player] = fixture.players.0;
        let mut black = match self.seat(black_player)? {
            Ok(engine) => engine,
            Err(error) => return Ok(Some(PlayedGame::forfeit(Color::Black, &error))),
        };
        let mut white = match self.seat(white_player)? {
            Ok(engine) => engine,
            Err(error) => return Ok(Some(PlayedGame::forfeit(Color::White, &error))),
        };
        let engines = ByColor([&mut black, &mut white]);
        let played = play(engines, terms, &self.hall.called_off);
        // A failed engine may be in any state.
        if played
            .as_ref()
            .is_some_and(|played| !played.ruling.reason.is_failure())
        {
            self.seated = vec![(black_player, black), (white_player, white)];
        }
        Ok(played)
    }

    /// A running engine, or a new one. An engine that never started aborts the match; one that no longer
    /// starts loses its game.
    fn seat(&mut self, player: usize) -> Result<Result<EngineProcess, EngineError>, MatchError> {
        if let Some(at) = self.seated.iter().position(|(seated, _)| *seated == player) {
            return Ok(Ok(self.seated.swap_remove(at).1));
        }
        let contestant = &self.hall.config.contestants[player];
        match self.start(contestant) {
            Ok(engine) => {
                self.hall.started[player].store(true, Ordering::Relaxed);
                Ok(Ok(engine))
            }
            Err(error) if self.hall.started[player].load(Ordering::Relaxed) => Ok(Err(error)),
            Err(error) => Err(MatchError::Engine {
                name: contestant.name.clone(),
                error,
            }),
        }
    }

    fn start(&self, contestant: &Contestant) -> Result<EngineProcess, EngineError> {
        let config = self.hall.config;
        let mut engine = EngineProcess::start(&contestant.command, config.timeouts)?;
        self.set_variant(&mut engine, contestant)?;
        for wish in &contestant.options {
            if wish.if_missing == IfMissing::Ignore && engine.options().get(&wish.name).is_none() {
                continue;
            }
            engine.set_option(&wish.name, wish.value.as_deref())?;
        }
        Ok(engine)
    }

    fn set_variant(
        &self,
        engine: &mut EngineProcess,
        contestant: &Contestant,
    ) -> Result<(), EngineError> {
        let variant = self.hall.config.variant;
        let by_hand: Vec<&str> = contestant
            .options
            .iter()
            .map(|wish| wish.name.as_str())
            .collect();
        if tell_variant(engine, variant, &by_hand)? == Understanding::Assumed {
            self.tell(MatchEvent::Warning(format!(
                "{} does not declare support for {variant}; assuming that it plays it",
                contestant.name
            )));
        }
        Ok(())
    }
}
