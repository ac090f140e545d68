//! The computer as a player of games under the laws.

use crate::any_engine::{AnyEngine, AnyLine};
use komadai_core::{AnyPosition, Color, DeclarationRule, EnteringKingRule, Move, TryRule, Variant};
use komadai_game::clock::Extra;
use komadai_game::{
    Act, Claim, Deed, Flag, Game, HandicapPoints, IllegalMoves, Millis, RepetitionEnds,
};
use komadai_search::{Action, Clock, Control, Level, Limits, Options, Stopwatch};
use std::time::{Duration, Instant};

/// How long a player of full strength thinks where there is no clock.
const UNHURRIED: Duration = Duration::from_secs(2);

/// A computer player at a level.
///
/// It plays by the rules as a person would: it claims the illegal move that it sees, the flag that is
/// down and the repetition that it wants, and declares when it may.
#[derive(Debug)]
pub struct Player {
    engine: AnyEngine,
    level: Level,
}

impl Player {
    /// A player for a variant. The same seed gives the same play at the same level.
    pub fn new(variant: Variant, level: Level, seed: u64, options: Options) -> Player {
        let mut engine = AnyEngine::new(variant, options);
        let weaker = (level != Level::FULL).then_some(level);
        engine.set_level(weaker, seed);
        Player { engine, level }
    }

    /// What the player does in a game in which it has the move; nothing if it has not, or if the search
    /// was stopped before it found a move.
    pub fn act(&mut self, game: &Game, at: Millis, control: &Control) -> Option<Act> {
        self.act_timed(game, at, control, &Instant::now())
    }

    /// As [`act`](Player::act), where time is read elsewhere: in a browser there is no [`Instant`].
    /// `stopwatch` was started when the act was asked for.
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
        self.engine.set_options(Options {
            entering_king: entering_king_rule(game),
            ..self.options()
        });
        let limits = self.limits(game, color, at);
        let answer = self
            .engine
            .search(&line, &limits, control, stopwatch, &mut |_| ())?;
        Some(match answer.action {
            Action::Move(mv) => Act::play(mv.into()),
            Action::Declare => Act::Declare,
            Action::Resign => Act::Resign,
        })
    }

    fn options(&self) -> Options {
        self.engine.options().clone()
    }

    fn limits(&self, game: &Game, color: Color, at: Millis) -> Limits {
        let clock = clock(game, color, at);
        let unhurried = clock.is_none() && self.level == Level::FULL;
        Limits {
            clock,
            move_time: unhurried.then_some(UNHURRIED),
            ..Limits::default()
        }
    }
}

/// The game as far as a search can follow it: after an illegal move it begins anew.
fn line(game: &Game) -> AnyLine {
    let start = game.start_position();
    let moves: Option<Vec<Move>> = legal_moves(game);
    match moves {
        Some(moves) => AnyLine::new(start, &moves),
        None => AnyLine::new(game.position(), &[]),
    }
}

/// All moves of a game, if every one is legal.
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

/// What a player claims while the opponent has the move: the flag that is down.
pub fn claim_out_of_turn(game: &Game, color: Color, at: Millis) -> Option<Claim> {
    let waits = game.is_running() && game.turn() != color;
    (waits && sees_flag(game, color, at)).then_some(Claim::Flag)
}

/// What a player who looks at the board would claim.
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

/// Did the opponent's last deed break the rules? Found out as a person would: by replaying the game.
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

/// Would a claim of the opponent's flag win?
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

/// The clock as the search wants it told.
fn clock(game: &Game, color: Color, at: Millis) -> Option<Clock> {
    let control = game.opening().clock?.0[color];
    let duration = |time: Millis| Duration::from_millis(time.get());
    let own = game.clock(color, at)?;
    let opponent = game.clock(!color, at)?;
    let (increment, byoyomi) = match control.extra {
        Extra::None => (Millis::ZERO, Millis::ZERO),
        Extra::Increment(increment) => (increment, Millis::ZERO),
        Extra::Byoyomi { .. } => (Millis::ZERO, own.period.unwrap_or(Millis::ZERO)),
    };
    Some(Clock {
        // A search may use what it is told is left and one increment. Our clock has that increment on it
        // already, from the move before.
        remaining: duration(own.main.minus(increment)),
        opponent_remaining: duration(opponent.main),
        increment: duration(increment.min(own.main)),
        byoyomi: duration(byoyomi),
    })
}

/// The rule of a game about entering kings, as engines name it.
fn entering_king_rule(game: &Game) -> EnteringKingRule {
    let impasse = &game.opening().rules.knobs().impasse;
    let credited = impasse.handicap_points == HandicapPoints::Credited;
    match (impasse.declaration, impasse.try_rule) {
        (Some(DeclarationRule::Points24), _) if credited => EnteringKingRule::CsaRule24H,
        (Some(DeclarationRule::Points24), _) => EnteringKingRule::CsaRule24,
        (Some(_), _) if credited => EnteringKingRule::CsaRule27H,
        (Some(_), _) => EnteringKingRule::CsaRule27,
        (None, Some(TryRule::Unconditional)) => EnteringKingRule::TryRule,
        (None, _) => EnteringKingRule::NoEnteringKing,
    }
}

#[cfg(test)]
mod tests;
