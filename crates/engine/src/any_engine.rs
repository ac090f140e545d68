//! A search engine whose variant is known only at run time.

use komadai_core::{AnyPosition, Move, Position, Rules, Seireigi, Shogi, Variant};
use komadai_search::{Answer, Control, Engine, GameLine, Info, Level, Limits, Options, Stopwatch};

/// An engine for either variant.
#[derive(Debug)]
pub(crate) enum AnyEngine {
    Shogi(Box<Engine<Shogi>>),
    Seireigi(Box<Engine<Seireigi>>),
}

/// A game to search, of either variant.
#[derive(Clone, Debug)]
pub(crate) enum AnyLine {
    Shogi(GameLine<Shogi>),
    Seireigi(GameLine<Seireigi>),
}

impl AnyLine {
    /// A start and the moves from it, as far as they are legal.
    pub(crate) fn new(start: &AnyPosition, moves: &[Move]) -> AnyLine {
        match start {
            AnyPosition::Shogi(start) => AnyLine::Shogi(line(start, moves)),
            AnyPosition::Seireigi(start) => AnyLine::Seireigi(line(start, moves)),
        }
    }

    pub(crate) fn variant(&self) -> Variant {
        match self {
            AnyLine::Shogi(_) => Variant::Shogi,
            AnyLine::Seireigi(_) => Variant::Seireigi,
        }
    }
}

fn line<R: Rules>(start: &Position<R>, moves: &[Move]) -> GameLine<R> {
    let mut line = GameLine::new(*start);
    for &mv in moves {
        if line.play(mv).is_err() {
            break;
        }
    }
    line
}

macro_rules! inside {
    ($any:expr, $engine:ident => $body:expr) => {
        match $any {
            AnyEngine::Shogi($engine) => $body,
            AnyEngine::Seireigi($engine) => $body,
        }
    };
}

impl AnyEngine {
    pub(crate) fn new(variant: Variant, options: Options) -> AnyEngine {
        match variant {
            Variant::Shogi => AnyEngine::Shogi(Box::new(Engine::new(options))),
            Variant::Seireigi => AnyEngine::Seireigi(Box::new(Engine::new(options))),
        }
    }

    pub(crate) fn variant(&self) -> Variant {
        match self {
            AnyEngine::Shogi(_) => Variant::Shogi,
            AnyEngine::Seireigi(_) => Variant::Seireigi,
        }
    }

    pub(crate) fn options(&self) -> &Options {
        inside!(self, engine => engine.options())
    }

    pub(crate) fn set_options(&mut self, options: Options) {
        inside!(self, engine => engine.set_options(options));
    }

    pub(crate) fn set_level(&mut self, level: Option<Level>, seed: u64) {
        inside!(self, engine => engine.set_level(level, seed));
    }

    pub(crate) fn clear(&mut self) {
        inside!(self, engine => engine.clear());
    }

    /// Searches a game of the engine's own variant; there is no answer for one of the other.
    pub(crate) fn search(
        &mut self,
        game: &AnyLine,
        limits: &Limits,
        control: &Control,
        stopwatch: &dyn Stopwatch,
        report: &mut dyn FnMut(&Info),
    ) -> Option<Answer> {
        match (self, game) {
            (AnyEngine::Shogi(engine), AnyLine::Shogi(game)) => {
                Some(engine.search(game, limits, control, stopwatch, report))
            }
            (AnyEngine::Seireigi(engine), AnyLine::Seireigi(game)) => {
                Some(engine.search(game, limits, control, stopwatch, report))
            }
            _ => None,
        }
    }
}
