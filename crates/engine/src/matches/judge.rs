//! The judge of a game between engines: the laws, with the clock and the rules of a match.
//!
//! This is the only module of matches that knows rules, and it asks `komadai_game`.

use super::clock::MatchPace;
use super::opening::MatchOpening;
use super::ruling::{MatchReason, MatchRuling, lost, won};
use komadai_core::{Color, EnteringKingRule, Move, Variant};
use komadai_game::{
    self as laws, Act, Actor, Cause, ClockSpec, Command, Extra, Fact, Game, IllegalMoves, Impasse,
    Knobs, LimitCountsAs, LimitInCheck, Millis, MoveLimit, OpeningError, Outcome, PerpetualCheck,
    Preset, RepetitionEnds, RuleSet, StartFrom, TakeBack, Why,
};
use komadai_usi::process::{Limit, Thought};
use std::time::Duration;

/// The rules that games between engines need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameRules {
    /// How a game may be won at an impasse.
    pub impasse: EnteringKingRule,
    /// Who has to notice that a declaration would win.
    pub declaring: Declaring,
    /// The number of moves, including those of the opening, after which a game is drawn.
    pub max_moves: u32,
}

/// Who has to notice that a declaration would win.
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
            impasse: EnteringKingRule::usual(variant),
            declaring: Declaring::Judge,
            max_moves: 320,
        }
    }

    /// The corresponding rule set: illegal moves lose, and every ending is automatic.
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
        Impasse {
            move_limit: Some(MoveLimit {
                moves: self.max_moves,
                counts_as: LimitCountsAs::MaxMoves,
                in_check: LimitInCheck::Ends,
            }),
            ..Impasse::from(self.impasse)
        }
    }
}

/// A game under the laws.
#[derive(Clone, Debug)]
pub(super) struct MatchJudge {
    game: Game,
    declaring: Declaring,
    pace: MatchPace,
    margin: Duration,
    /// The current time of the game: the time used by both sides.
    now: Duration,
}

impl MatchJudge {
    /// A game from an opening, whose moves take no time.
    ///
    /// # Errors
    /// Returns an error if the opening is not playable or the clock has no time.
    pub(super) fn new(
        opening: &MatchOpening,
        rules: GameRules,
        pace: MatchPace,
        margin: Duration,
    ) -> Result<MatchJudge, OpeningError> {
        let start = &opening.resolved.start;
        let clock = pace.clock();
        let game = Game::new(laws::Opening {
            variant: start.variant(),
            start: StartFrom::Custom(Box::new(start.to_setup())),
            rules: rules.rule_set(),
            clock,
            ..laws::Opening::new(Preset::Casual)
        })?;
        let mut judge = MatchJudge {
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

    /// The time limit for the side to move.
    pub(super) fn limit(&self) -> Limit {
        self.pace.limit(&self.game, self.at())
    }

    /// Charges the time of the side to move; returns the ruling if it took too long. Delays up to the margin
    /// are forgiven.
    pub(super) fn spend(&mut self, thought: &Thought) -> Result<(), MatchRuling> {
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

    /// Plays a move of the side to move; returns the ruling if that ends the game.
    pub(super) fn play(&mut self, mv: Move) -> Result<(), MatchRuling> {
        let turn = self.turn();
        let breach = self.game.position().explain(mv).err();
        let illegal = breach.map(|breach| MatchReason::IllegalMove { mv, breach });
        match self.take(Actor::Player(turn), Act::play(mv.into())) {
            Ok(()) => self.over(illegal),
            // An engine can send moves that are impossible at a board.
            Err(why) => Err(lost(
                turn,
                illegal.unwrap_or_else(|| MatchReason::BadAnswer(why.to_string())),
            )),
        }
    }

    /// The side to move resigns.
    pub(super) fn resign(&mut self) -> MatchRuling {
        let turn = self.turn();
        let _ = self.take(Actor::Player(turn), Act::Resign);
        self.over(None)
            .err()
            .unwrap_or(lost(turn, Cause::Resignation))
    }

    /// The side to move declares.
    pub(super) fn declare(&mut self) -> MatchRuling {
        let turn = self.turn();
        let refused = self.take(Actor::Player(turn), Act::Declare).err();
        // Without a declaration rule a declaration loses too.
        let why = refused.map_or_else(String::new, |why| why.to_string());
        self.over(None)
            .err()
            .unwrap_or(lost(turn, MatchReason::BadAnswer(why)))
    }

    /// The ruling, if the game is over before the first move.
    pub(super) fn ruling(&self) -> Option<MatchRuling> {
        if let Err(ruling) = self.over(None) {
            return Some(ruling);
        }
        let turn = self.turn();
        if self.declaring == Declaring::Judge && self.would_win_by_declaration(turn) {
            return Some(won(turn, Cause::Declaration));
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

    /// The ruling, if the game is over. `illegal` has more detail about an illegal move than the outcome.
    fn over(&self, illegal: Option<MatchReason>) -> Result<(), MatchRuling> {
        let Some(Outcome { verdict, cause, .. }) = self.game.outcome() else {
            return Ok(());
        };
        let reason = match (cause, illegal) {
            (Cause::IllegalMove(_), Some(illegal)) => illegal,
            _ => cause.into(),
        };
        Err(MatchRuling {
            winner: verdict.winner(),
            reason,
        })
    }
}

#[cfg(test)]
mod tests;
