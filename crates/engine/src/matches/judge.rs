//! The judge of a game between engines: what is legal, and when a game is over.
//!
//! The only place in matches that knows rules. It asks `core`.

use komadai_core::{
    AnyPosition, Color, EnteringKingRule, History, Illegal, ImpasseClaim, Move, Repetition,
    TryRule, Variant,
};
use std::fmt;

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
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruling {
    /// Who won; nobody in a draw.
    pub winner: Option<Color>,
    /// Why.
    pub reason: Reason,
}

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// No legal move.
    Checkmate,
    /// `bestmove resign`
    Resignation,
    /// A declaration that holds.
    Declaration,
    /// A declaration that does not.
    WrongDeclaration,
    /// A try.
    Try,
    /// The fourth occurrence of a position.
    Repetition,
    /// The fourth occurrence, one side giving check throughout.
    PerpetualCheck,
    /// A move against the rules.
    IllegalMove {
        /// The move.
        mv: Move,
        /// The rule it breaks.
        breach: Illegal,
    },
    /// An answer that is no move.
    BadAnswer(String),
    /// More time used than there was.
    TimeUp,
    /// The engine ended.
    Crash(String),
    /// The engine did not answer.
    Hang(String),
    /// As many moves as are allowed.
    MoveLimit,
}

impl Reason {
    /// A word for tables.
    pub const fn word(&self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Resignation => "resignation",
            Reason::Declaration => "declaration",
            Reason::WrongDeclaration => "wrong-declaration",
            Reason::Try => "try",
            Reason::Repetition => "repetition",
            Reason::PerpetualCheck => "perpetual-check",
            Reason::IllegalMove { .. } => "illegal-move",
            Reason::BadAnswer(_) => "bad-answer",
            Reason::TimeUp => "time-up",
            Reason::Crash(_) => "crash",
            Reason::Hang(_) => "hang",
            Reason::MoveLimit => "move-limit",
        }
    }

    /// Did an engine fail, rather than lose?
    pub const fn is_failure(&self) -> bool {
        matches!(
            self,
            Reason::IllegalMove { .. }
                | Reason::WrongDeclaration
                | Reason::BadAnswer(_)
                | Reason::TimeUp
                | Reason::Crash(_)
                | Reason::Hang(_)
        )
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::IllegalMove { mv, breach } => write!(f, "illegal move {mv}: {breach}"),
            Reason::BadAnswer(text) | Reason::Crash(text) | Reason::Hang(text) => f.write_str(text),
            _ => f.write_str(self.word()),
        }
    }
}

/// A game under the rules.
#[derive(Clone, Debug)]
pub(super) struct Judge {
    rules: GameRules,
    position: AnyPosition,
    history: History,
}

impl Judge {
    pub(super) fn new(start: AnyPosition, rules: GameRules) -> Judge {
        Judge {
            rules,
            position: start,
            history: History::new(&start),
        }
    }

    pub(super) fn turn(&self) -> Color {
        self.position.turn()
    }

    /// Plays a move of the side to move; an illegal one loses.
    pub(super) fn play(&mut self, mv: Move) -> Result<(), Ruling> {
        let turn = self.turn();
        match self.position.play(mv) {
            Ok(_) => {
                self.history.push(&self.position);
                Ok(())
            }
            Err(illegal) => Err(lost(
                turn,
                Reason::IllegalMove {
                    mv,
                    breach: illegal.reason,
                },
            )),
        }
    }

    /// The side to move declares.
    pub(super) fn declare(&self) -> Ruling {
        match self.may_declare() {
            true => won(self.turn(), Reason::Declaration),
            false => lost(self.turn(), Reason::WrongDeclaration),
        }
    }

    /// Is the game over before anybody moves?
    pub(super) fn ruling(&self) -> Option<Ruling> {
        let turn = self.turn();
        if !self.position.has_legal_move() {
            return Some(lost(turn, Reason::Checkmate));
        }
        if self.rules.impasse == EnteringKingRule::TryRule
            && self.position.has_tried(!turn, TryRule::Unconditional)
        {
            return Some(won(!turn, Reason::Try));
        }
        match self.history.repetition() {
            Repetition::None => {}
            Repetition::Draw => return Some(drawn(Reason::Repetition)),
            Repetition::PerpetualCheck { loser } => {
                return Some(lost(loser, Reason::PerpetualCheck));
            }
        }
        if self.rules.declaring == Declaring::Judge && self.may_declare() {
            return Some(won(turn, Reason::Declaration));
        }
        let is_full = self.history.moves() >= self.rules.max_moves as usize;
        is_full.then(|| drawn(Reason::MoveLimit))
    }

    fn may_declare(&self) -> bool {
        let claim = match &self.position {
            AnyPosition::Shogi(position) => self.rules.impasse.claim(position),
            AnyPosition::Seireigi(position) => self.rules.impasse.claim(position),
        };
        claim == Some(ImpasseClaim::Declare)
    }
}

pub(super) fn lost(loser: Color, reason: Reason) -> Ruling {
    won(!loser, reason)
}

fn won(winner: Color, reason: Reason) -> Ruling {
    Ruling {
        winner: Some(winner),
        reason,
    }
}

fn drawn(reason: Reason) -> Ruling {
    Ruling {
        winner: None,
        reason,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(sfen: &str) -> Judge {
        let start = AnyPosition::from_sfen(Variant::Shogi, sfen).unwrap();
        Judge::new(start, GameRules::of(Variant::Shogi))
    }

    fn play(judge: &mut Judge, moves: &str) {
        for mv in moves.split_whitespace() {
            judge.play(mv.parse().unwrap()).unwrap();
        }
    }

    const ENTERED: &str =
        "+R8/2+NK1+R+P+P1/+P+PPS+P4/6g+b1/7p1/3g5/3+b1g+p1+p/5p3/5k+p2 b G3S3N3L7Pl 1";

    #[test]
    fn a_side_without_a_move_has_lost() {
        let judge = judge("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1");
        assert_eq!(judge.ruling(), Some(won(Color::Black, Reason::Checkmate)));
    }

    #[test]
    fn an_illegal_move_loses_and_is_named() {
        let mut judge = judge("startpos");
        let ruling = judge.play("7g7e".parse().unwrap()).unwrap_err();
        assert_eq!(ruling.winner, Some(Color::White));
        assert_eq!(
            ruling.reason.to_string(),
            "illegal move 7g7e: the piece does not move so"
        );
    }

    #[test]
    fn the_fourth_occurrence_is_a_draw_and_perpetual_check_loses() {
        let mut quiet = judge("startpos");
        play(&mut quiet, &"2h3h 8b7b 3h2h 7b8b ".repeat(2));
        assert_eq!(quiet.ruling(), None);
        play(&mut quiet, "2h3h 8b7b 3h2h 7b8b");
        assert_eq!(quiet.ruling(), Some(drawn(Reason::Repetition)));
        let mut checks = judge("4k4/9/9/9/4+R4/9/9/9/K8 w - 1");
        play(&mut checks, &"5a4a 5e4e 4a5a 4e5e ".repeat(3));
        assert_eq!(
            checks.ruling(),
            Some(won(Color::White, Reason::PerpetualCheck))
        );
    }

    #[test]
    fn declarations_are_checked() {
        let mut entered = judge(ENTERED);
        assert_eq!(
            entered.ruling(),
            Some(won(Color::Black, Reason::Declaration))
        );
        assert_eq!(entered.declare(), won(Color::Black, Reason::Declaration));
        entered.rules.declaring = Declaring::Engine;
        assert_eq!(entered.ruling(), None);
        let start = judge("startpos");
        assert_eq!(
            start.declare(),
            lost(Color::Black, Reason::WrongDeclaration)
        );
    }

    #[test]
    fn a_try_wins_where_it_is_the_rule() {
        let mut judge = judge("k8/4K4/9/9/9/9/9/9/9 b - 1");
        judge.rules.impasse = EnteringKingRule::TryRule;
        play(&mut judge, "5b5a");
        assert_eq!(judge.ruling(), Some(won(Color::Black, Reason::Try)));
    }

    #[test]
    fn long_games_are_drawn() {
        let mut judge = judge("startpos");
        judge.rules.max_moves = 2;
        play(&mut judge, "7g7f 3c3d");
        assert_eq!(judge.ruling(), Some(drawn(Reason::MoveLimit)));
    }
}
