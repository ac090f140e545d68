//! The judge of a game between engines: the laws, with the clock and the rules of a match.
//!
//! The only place in matches that knows rules. It asks `komadai_game`.

use super::clock::Pace;
use super::opening::Opening;
use super::ruling::{Reason, Ruling, lost, won};
use komadai_core::{Color, DeclarationRule, EnteringKingRule, Move, TryRule, Variant};
use komadai_game::{
    self as laws, Act, Actor, Cause, ClockSpec, Command, Extra, Fact, Game, HandicapPoints,
    IllegalMoves, Impasse, Knobs, LimitCountsAs, LimitInCheck, Millis, MoveLimit, OpeningError,
    Outcome, PerpetualCheck, Preset, RepetitionEnds, RuleSet, StartFrom, TakeBack, Why,
};
use komadai_usi::process::{Limit, Thought};
use std::time::Duration;

/// The rules that games between engines need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameRules {
    /// How a game may be won at an impasse.
    pub impasse: EnteringKingRule,
    /// Who has to see that a declaration would win.
    pub declaring: Declaring,
    /// After so many moves, those of the opening included, a game is drawn.
    pub max_moves: u32,
}

/// Who has to see that a declaration would win.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Declaring {
    /// The judge: the game ends as soon as the side to move could declare. Not every engine can.
    Judge,
    /// The engine, by `bestmove win`.
    Engine,
}

impl GameRules {
    /// The rules for a variant: 27 points in shogi, no declaration in Seireigi, 320 moves.
    pub fn of(variant: Variant) -> GameRules {
        GameRules {
            impasse: match variant {
                Variant::Shogi => EnteringKingRule::CsaRule27,
                Variant::Seireigi => EnteringKingRule::NoEnteringKing,
            },
            declaring: Declaring::Judge,
            max_moves: 320,
        }
    }

    /// The same as a rule set of the laws: illegal moves lose, and everything that ends a game ends it by
    /// itself.
    fn rule_set(self) -> RuleSet {
        let knobs = Knobs {
            illegal_moves: IllegalMoves::Loses,
            repetition: RepetitionEnds::Automatically,
            perpetual_check: PerpetualCheck::Loses,
            take_back: TakeBack::Never,
            impasse: self.impasse(),
            ..*RuleSet::preset(Preset::Casual).knobs()
        };
        RuleSet::new(knobs).expect("these knobs do not contradict each other")
    }

    fn impasse(self) -> Impasse {
        let (declaration, try_rule) = match self.impasse {
            EnteringKingRule::NoEnteringKing => (None, None),
            EnteringKingRule::CsaRule24 | EnteringKingRule::CsaRule24H => {
                (Some(DeclarationRule::Points24), None)
            }
            EnteringKingRule::CsaRule27 | EnteringKingRule::CsaRule27H => {
                (Some(DeclarationRule::Points27), None)
            }
            EnteringKingRule::TryRule => (None, Some(TryRule::Unconditional)),
        };
        Impasse {
            declaration,
            counting: None,
            forced_count: None,
            try_rule,
            handicap_points: match self.impasse {
                EnteringKingRule::CsaRule24H | EnteringKingRule::CsaRule27H => {
                    HandicapPoints::Credited
                }
                _ => HandicapPoints::NotCounted,
            },
            move_limit: Some(MoveLimit {
                moves: self.max_moves,
                counts_as: LimitCountsAs::MaxMoves,
                in_check: LimitInCheck::Ends,
            }),
        }
    }
}

/// A game under the laws.
#[derive(Clone, Debug)]
pub(super) struct Judge {
    game: Game,
    declaring: Declaring,
    pace: Pace,
    margin: Duration,
    /// The instant on the game's time line: what both sides have used so far.
    now: Duration,
}

impl Judge {
    /// A game from an opening, whose moves take no time.
    ///
    /// # Errors
    /// If the opening is no position to play from, or the clock leaves no time.
    pub(super) fn new(
        opening: &Opening,
        rules: GameRules,
        pace: Pace,
        margin: Duration,
    ) -> Result<Judge, OpeningError> {
        let start = &opening.resolved.start;
        let clock = pace.clock();
        let game = Game::new(laws::Opening {
            variant: start.variant(),
            start: StartFrom::Custom(Box::new(start.to_setup())),
            rules: rules.rule_set(),
            clock,
            ..laws::Opening::new(Preset::Casual)
        })?;
        let mut judge = Judge {
            game,
            declaring: rules.declaring,
            pace,
            margin,
            now: Duration::ZERO,
        };
        let _ = judge.take(Actor::Host, Act::Start);
        for &mv in opening.moves() {
            let _ = judge.take(Actor::Player(judge.turn()), Act::play(mv.into()));
        }
        judge.reset_clocks(clock);
        Ok(judge)
    }

    /// Increments for the moves of the opening do not count.
    fn reset_clocks(&mut self, clock: Option<ClockSpec>) {
        let Some(ClockSpec(controls)) = clock else {
            return;
        };
        for color in Color::ALL {
            let periods = match controls[color].extra {
                Extra::Byoyomi { periods, .. } => periods.get(),
                Extra::None | Extra::Increment(_) => 0,
            };
            let decision = laws::Decision::SetClock {
                color,
                main: controls[color].main,
                periods,
            };
            let reason = "the game begins after its opening".into();
            let _ = self.take(Actor::Host, Act::Rule(laws::Ruling { decision, reason }));
        }
    }

    pub(super) fn turn(&self) -> Color {
        self.game.turn()
    }

    /// What the side to move is told about its time.
    pub(super) fn limit(&self) -> Limit {
        self.pace.limit(&self.game, self.at())
    }

    /// The side to move has thought; the ruling, if that took too long. The system's delays, up to the
    /// margin, are not its fault.
    pub(super) fn spend(&mut self, thought: &Thought) -> Result<(), Ruling> {
        self.now += self.pace.spent(thought);
        if let Some(deadline) = self.game.next_deadline() {
            let deadline = Duration::from_millis(deadline.get());
            if self.now >= deadline && self.now <= deadline + self.margin {
                self.now = deadline.saturating_sub(Duration::from_millis(1));
            }
        }
        let _ = self.take(Actor::Clock, Act::Tick);
        self.over(None)
    }

    /// Plays a move of the side to move; the ruling, if that ends the game.
    pub(super) fn play(&mut self, mv: Move) -> Result<(), Ruling> {
        let turn = self.turn();
        let breach = self.game.position().explain(mv).err();
        let illegal = breach.map(|breach| Reason::IllegalMove { mv, breach });
        match self.take(Actor::Player(turn), Act::play(mv.into())) {
            Ok(()) => self.over(illegal),
            // What hands cannot do an engine can say.
            Err(why) => Err(lost(
                turn,
                illegal.unwrap_or_else(|| Reason::BadAnswer(why.to_string())),
            )),
        }
    }

    /// The side to move gives up.
    pub(super) fn resign(&mut self) -> Ruling {
        let turn = self.turn();
        let _ = self.take(Actor::Player(turn), Act::Resign);
        self.over(None)
            .err()
            .unwrap_or(lost(turn, Reason::Resignation))
    }

    /// The side to move declares.
    pub(super) fn declare(&mut self) -> Ruling {
        let turn = self.turn();
        // Where there are no declarations one is wrong, too.
        let _ = self.take(Actor::Player(turn), Act::Declare);
        self.over(None)
            .err()
            .unwrap_or(lost(turn, Reason::WrongDeclaration))
    }

    /// Is the game over before anybody moves?
    pub(super) fn ruling(&self) -> Option<Ruling> {
        if let Err(ruling) = self.over(None) {
            return Some(ruling);
        }
        let turn = self.turn();
        if self.declaring == Declaring::Judge && self.would_win_by_declaration(turn) {
            return Some(won(turn, Reason::Declaration));
        }
        None
    }

    fn would_win_by_declaration(&self, turn: Color) -> bool {
        let declare = Command::new(Actor::Player(turn), Act::Declare);
        let events = laws::decide(&self.game, declare, self.at()).unwrap_or_default();
        events.iter().any(|event| match &event.fact {
            Fact::Ended(outcome) => {
                outcome.cause == Cause::Declaration && outcome.verdict.winner() == Some(turn)
            }
            _ => false,
        })
    }

    fn at(&self) -> Millis {
        Millis::new(self.now.as_millis() as u64)
    }

    fn take(&mut self, by: Actor, act: Act) -> Result<(), Why> {
        let events = laws::decide(&self.game, Command::new(by, act), self.at());
        for event in events.map_err(|refusal| refusal.why)? {
            self.game.apply(&event);
        }
        Ok(())
    }

    /// The ruling, if the game is over. `illegal` says more about an illegal move than the outcome does.
    fn over(&self, illegal: Option<Reason>) -> Result<(), Ruling> {
        let Some(Outcome { verdict, cause, .. }) = self.game.outcome() else {
            return Ok(());
        };
        let reason = match cause {
            Cause::Checkmate | Cause::NoLegalMove => Reason::Checkmate,
            Cause::Resignation => Reason::Resignation,
            Cause::Declaration => Reason::Declaration,
            Cause::WrongDeclaration(_) | Cause::DeclarationWithoutTime => Reason::WrongDeclaration,
            Cause::Try => Reason::Try,
            Cause::Repetition => Reason::Repetition,
            Cause::PerpetualCheck => Reason::PerpetualCheck,
            Cause::MoveLimit => Reason::MoveLimit,
            Cause::TimeUp => Reason::TimeUp,
            other => illegal.unwrap_or_else(|| Reason::BadAnswer(other.name().to_owned())),
        };
        Err(Ruling {
            winner: verdict.winner(),
            reason,
        })
    }
}

#[cfg(test)]
mod tests;
