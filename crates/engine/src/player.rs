//! The computer player in games under the laws.

use crate::any_engine::{AnyEngine, AnyLine};
use komadai_core::{AnyPosition, Color, EnteringKingRule, Move, Variant};
use komadai_game::clock::Extra;
use komadai_game::{Act, Claim, Deed, Flag, Game, IllegalMoves, Millis, RepetitionEnds};
use komadai_search::{
    Control, EngineAction, Level, SearchClock, SearchLimits, SearchOptions, Stopwatch,
};
use std::time::{Duration, Instant};

/// Thinking time at full strength without a clock.
const UNHURRIED: Duration = Duration::from_secs(2);

/// The longest a move may take early in a game, by the number of moves that have been played. Nobody waits
/// gladly for moves that everybody knows.
const EARLY: [(u32, Duration); 2] = [(10, Duration::from_secs(3)), (40, Duration::from_secs(20))];

/// A computer player at a level.
///
/// It uses the rules like a person: it claims illegal moves, fallen flags and favorable repetitions, and
/// declares when it can.
#[derive(Debug)]
pub struct ComputerPlayer {
    engine: AnyEngine,
    level: Level,
    max_time: Option<Duration>,
}

impl ComputerPlayer {
    /// A player for a variant. The same seed gives the same play at the same level.
    pub fn new(
        variant: Variant,
        level: Level,
        seed: u64,
        options: SearchOptions,
    ) -> ComputerPlayer {
        let mut engine = AnyEngine::new(variant, options);
        let weaker = (level != Level::FULL).then_some(level);
        engine.set_level(weaker, seed);
        ComputerPlayer {
            engine,
            level,
            max_time: None,
        }
    }

    /// Limits the thinking time of a move, however much time the clock has; `None` means no limit.
    pub fn set_max_time(&mut self, max_time: Option<Duration>) {
        self.max_time = max_time;
    }

    /// The player's act in a game where it has the move; `None` if it does not, or if the search was stopped
    /// before it found a move.
    pub fn act(&mut self, game: &Game, at: Millis, control: &Control) -> Option<Act> {
        self.act_timed(game, at, control, &Instant::now())
    }

    /// Same as [`act`](ComputerPlayer::act) with an external clock: browsers have no [`Instant`].
    /// `stopwatch` was started when the act was requested.
    pub fn act_timed(
        &mut self,
        game: &Game,
        at: Millis,
        control: &Control,
        stopwatch: &dyn Stopwatch,
    ) -> Option<Act> {
        if !game.is_running() {
            return None;
        }
        let color = game.turn();
        if let Some(claim) = claim(game, color, at) {
            return Some(Act::Claim(claim));
        }
        let line = line(game);
        if line.variant() != self.engine.variant() {
            return None;
        }
        self.engine.set_options(SearchOptions {
            entering_king: EnteringKingRule::from(&game.opening().rules.knobs().impasse),
            ..self.options()
        });
        let limits = self.limits(game, color, at);
        let answer = self
            .engine
            .search(&line, &limits, control, stopwatch, &mut |_| ())?;
        Some(match answer.action {
            EngineAction::Move(mv) => Act::play(mv.into()),
            EngineAction::Declare => Act::Declare,
            EngineAction::Resign => Act::Resign,
        })
    }

    fn options(&self) -> SearchOptions {
        self.engine.options().clone()
    }

    fn limits(&self, game: &Game, color: Color, at: Millis) -> SearchLimits {
        let clock = clock(game, color, at);
        let unhurried = clock.is_none() && self.level == Level::FULL;
        SearchLimits {
            clock,
            move_time: unhurried.then_some(UNHURRIED),
            max_time: [self.max_time, early_limit(game.ply())]
                .into_iter()
                .flatten()
                .min(),
            ..SearchLimits::default()
        }
    }
}

/// The longest a move may take after this many moves, if it is early in the game.
fn early_limit(ply: u32) -> Option<Duration> {
    let phase = EARLY.iter().find(|&&(end, _)| ply < end);
    phase.map(|&(_, longest)| longest)
}

/// The game as a search sees it: it restarts after an illegal move.
fn line(game: &Game) -> AnyLine {
    let start = game.start_position();
    let moves: Option<Vec<Move>> = legal_moves(game);
    match moves {
        Some(moves) => AnyLine::of(start, &moves),
        None => AnyLine::new(game.position()),
    }
}

/// All moves of a game, if they are all legal.
fn legal_moves(game: &Game) -> Option<Vec<Move>> {
    let mut position: AnyPosition = *game.start_position();
    let mut moves = Vec::with_capacity(game.ply() as usize);
    for (color, deed) in game.deeds() {
        let Deed::Move(mv) = deed else { return None };
        if color != position.turn() || position.play(mv).is_err() {
            return None;
        }
        moves.push(mv);
    }
    Some(moves)
}

/// The claim of a player while the opponent has the move: a fallen flag.
pub fn claim_out_of_turn(game: &Game, color: Color, at: Millis) -> Option<Claim> {
    let waits = game.is_running() && game.turn() != color;
    (waits && sees_flag(game, color, at)).then_some(Claim::Flag)
}

/// The claim of a player who looks at the board.
fn claim(game: &Game, color: Color, at: Millis) -> Option<Claim> {
    let knobs = game.opening().rules.knobs();
    let claims_moves = matches!(
        knobs.illegal_moves,
        IllegalMoves::Claim | IllegalMoves::PointedOut
    );
    if claims_moves && last_is_illegal(game, !color) {
        return Some(Claim::IllegalMove { offender: !color });
    }
    if sees_flag(game, color, at) {
        return Some(Claim::Flag);
    }
    if knobs.repetition == RepetitionEnds::ByClaim
        && game.occurrences() >= 4
        && !game.position().is_in_check()
    {
        return Some(Claim::Repetition { next: None });
    }
    None
}

/// Returns whether the opponent's last deed broke the rules, determined like a person would: by replaying
/// the game.
fn last_is_illegal(game: &Game, offender: Color) -> bool {
    let mut position: AnyPosition = *game.start_position();
    let mut deeds = game.deeds().peekable();
    while let Some((color, deed)) = deeds.next() {
        let legal = match deed {
            Deed::Move(mv) => color == position.turn() && position.play(mv).is_ok(),
            Deed::PromotedDrop { .. } => false,
        };
        if !legal {
            return color == offender && deeds.peek().is_none();
        }
    }
    false
}

/// Returns whether a claim of the opponent's flag would win.
fn sees_flag(game: &Game, color: Color, at: Millis) -> bool {
    game.opening().rules.knobs().flag == Flag::ByClaim
        && is_out_of_time(game, !color, at)
        && !is_out_of_time(game, color, at)
}

fn is_out_of_time(game: &Game, color: Color, at: Millis) -> bool {
    game.clock(color, at).is_some_and(|face| {
        face.main == Millis::ZERO && face.period.unwrap_or(Millis::ZERO) == Millis::ZERO
    })
}

/// The clock in the form used by the search.
fn clock(game: &Game, color: Color, at: Millis) -> Option<SearchClock> {
    let control = game.opening().clock?.0[color];
    let duration = |time: Millis| Duration::from_millis(time.get());
    let own = game.clock(color, at)?;
    let opponent = game.clock(!color, at)?;
    let (increment, byoyomi) = match control.extra {
        Extra::None => (Millis::ZERO, Millis::ZERO),
        Extra::Increment(increment) => (increment, Millis::ZERO),
        Extra::Byoyomi { .. } => (Millis::ZERO, own.period.unwrap_or(Millis::ZERO)),
    };
    Some(SearchClock {
        // A search assumes that the increment is added to the remaining time. Our clock already includes it from
        // the previous move.
        remaining: duration(own.main.minus(increment)),
        opponent_remaining: duration(opponent.main),
        increment: duration(increment.min(own.main)),
        byoyomi: duration(byoyomi),
    })
}

#[cfg(test)]
mod tests;
