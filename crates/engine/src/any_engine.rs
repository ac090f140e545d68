//! A search engine whose variant is chosen at run time.

use komadai_core::{AnyPosition, IllegalMove, Move, Seireigi, Shogi, Variant};
use komadai_search::{
    Control, Engine, Evaluator, GameLine, Level, SearchAnswer, SearchInfo, SearchLimits,
    SearchOptions, Stopwatch,
};

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

macro_rules! inside {
    ($any:ident($value:expr), $inner:ident => $body:expr) => {
        match $value {
            $any::Shogi($inner) => $body,
            $any::Seireigi($inner) => $body,
        }
    };
}

impl AnyLine {
    /// A game that begins with this position.
    pub(crate) fn new(start: &AnyPosition) -> AnyLine {
        match start {
            AnyPosition::Shogi(start) => AnyLine::Shogi(GameLine::new(*start)),
            AnyPosition::Seireigi(start) => AnyLine::Seireigi(GameLine::new(*start)),
        }
    }

    /// A start and its moves, up to the first illegal one.
    pub(crate) fn of(start: &AnyPosition, moves: &[Move]) -> AnyLine {
        let mut line = AnyLine::new(start);
        for &mv in moves {
            if line.play(mv).is_err() {
                break;
            }
        }
        line
    }

    /// Plays a move; an illegal one changes nothing.
    pub(crate) fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        inside!(AnyLine(self), line => line.play(mv))
    }

    pub(crate) fn position(&self) -> AnyPosition {
        inside!(AnyLine(self), line => (*line.position()).into())
    }

    pub(crate) fn variant(&self) -> Variant {
        match self {
            AnyLine::Shogi(_) => Variant::Shogi,
            AnyLine::Seireigi(_) => Variant::Seireigi,
        }
    }
}

impl AnyEngine {
    pub(crate) fn new(variant: Variant, options: SearchOptions) -> AnyEngine {
        AnyEngine::with_evaluator(variant, options, Evaluator::shipped(variant))
    }

    pub(crate) fn with_evaluator(
        variant: Variant,
        options: SearchOptions,
        evaluator: Evaluator,
    ) -> AnyEngine {
        match variant {
            Variant::Shogi => {
                AnyEngine::Shogi(Box::new(Engine::with_evaluation(options, evaluator)))
            }
            Variant::Seireigi => {
                AnyEngine::Seireigi(Box::new(Engine::with_evaluation(options, evaluator)))
            }
        }
    }

    pub(crate) fn variant(&self) -> Variant {
        match self {
            AnyEngine::Shogi(_) => Variant::Shogi,
            AnyEngine::Seireigi(_) => Variant::Seireigi,
        }
    }

    pub(crate) fn options(&self) -> &SearchOptions {
        inside!(AnyEngine(self), engine => engine.options())
    }

    pub(crate) fn set_options(&mut self, options: SearchOptions) {
        inside!(AnyEngine(self), engine => engine.set_options(options));
    }

    pub(crate) fn set_level(&mut self, level: Option<Level>, seed: u64) {
        inside!(AnyEngine(self), engine => engine.set_level(level, seed));
    }

    pub(crate) fn clear(&mut self) {
        inside!(AnyEngine(self), engine => engine.clear());
    }

    /// Searches a game; `None` if its variant is not the engine's.
    pub(crate) fn search(
        &mut self,
        game: &AnyLine,
        limits: &SearchLimits,
        control: &Control,
        stopwatch: &dyn Stopwatch,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> Option<SearchAnswer> {
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
