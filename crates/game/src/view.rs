//! Queries for user interfaces. Nothing here reveals whether a claim or a declaration would succeed.

use crate::actor::Actor;
use crate::command::{Act, Claim, ClockSide, Command, Offer};
use crate::decide::decide;
use crate::furigoma::{Commitment, PawnFace, Toss};
use crate::game::{Game, Phase};
use crate::opening::Arbiter;
use crate::refusal::Wanted;
use crate::rules::{Allowed, IllegalMoves, PerpetualCheck};
use komadai_core::{ByColor, Color, EnteringKing, Move};

/// The help that the rules allow while a game runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Help {
    /// Legal targets, check, repetition counts and points on the board.
    pub board: Allowed,
    /// Hints, engines and analysis (Article 11.2).
    pub engine: Allowed,
    /// Looking at the rules (Article 17.1).
    pub rule_book: Allowed,
}

impl Game {
    /// The commands that the rules allow an actor now.
    ///
    /// Illegal moves and take-backs can also be tried, but are not listed. The list does not depend on whether
    /// a claim would be right.
    pub fn may(&self, actor: Actor) -> Vec<Wanted> {
        if self.flag_has_fallen() {
            return Vec::new();
        }
        let mut may: Vec<Wanted> = self
            .probes(actor)
            .into_iter()
            .filter_map(|act| self.probe(actor, act))
            .collect();
        if let Actor::Player(color) = actor {
            let at_board = self.is_running() && self.arrived[color];
            let has_move = self.turn() == color && self.displaced.is_none();
            if at_board && has_move && self.can_be_played(color) {
                may.insert(0, Wanted::Play);
            }
            if at_board && self.may_press(color) {
                may.push(Wanted::Press);
            }
            let own_last = self
                .moves
                .last()
                .is_some_and(|played| played.color == color);
            if at_board && own_last && self.forgives(color) {
                may.push(Wanted::TakeBack);
            }
        }
        let rules = match actor {
            Actor::Arbiter => self.opening.has_arbiter(),
            _ => actor == Actor::Host,
        };
        let nonces = Color::ALL.iter().all(|&color| self.nonces[color].is_some());
        if rules && self.phase == Phase::Preparing && self.toss_due && nonces {
            may.push(Wanted::RevealToss);
        }
        let is_over = matches!(self.phase, Phase::Finished(_));
        let named = self.opening.arbiter == Arbiter::Named;
        if rules && (!is_over || (actor == Actor::Arbiter && named)) {
            may.push(Wanted::Rule);
        }
        may
    }

    /// Returns whether a move can be made. Where illegal moves are blocked, everyone sees if there is none.
    fn can_be_played(&self, color: Color) -> bool {
        let knobs = self.knobs();
        if knobs.illegal_moves != IllegalMoves::Blocked {
            return true;
        }
        if knobs.perpetual_check == PerpetualCheck::Loses {
            return self.position.has_legal_move();
        }
        let moves = self.position.legal_moves();
        let mut acts = moves.iter().map(|&mv| Act::play(mv.into()));
        acts.any(|act| self.probe(Actor::Player(color), act).is_some())
    }

    /// Returns whether a press is due: after the own move (Article 8.7), or in answer to a stray press.
    fn may_press(&self, color: Color) -> bool {
        let completed = self.press_owed[color] && self.displaced != Some(color);
        let answers = self.stray_press == Some(!color);
        self.presses_apart() && self.running_clock() == Some(color) && (completed || answers)
    }

    /// Returns whether a flag has fallen automatically but is not recorded yet, which blocks everything else.
    fn flag_has_fallen(&self) -> bool {
        self.next_deadline().is_some_and(|falls| falls <= self.now)
    }

    fn probe(&self, actor: Actor, act: Act) -> Option<Wanted> {
        let what = Wanted::of(&act);
        decide(self, Command::new(actor, act), self.now)
            .ok()
            .map(|_| what)
    }

    /// One act of every kind whose refusal does not depend on hidden information.
    fn probes(&self, actor: Actor) -> Vec<Act> {
        let mut acts = vec![
            Act::PlaceClock(ClockSide::Right),
            Act::Toss(Toss([PawnFace::Unpromoted; 5])),
            Act::CommitToss(Commitment([0; 32])),
            Act::AddNonce([0; 32]),
            Act::Arrive,
            Act::Greet,
            Act::Start,
            Act::Resign,
            Act::Declare,
            Act::Claim(Claim::Flag),
            Act::Claim(Claim::Repetition { next: None }),
            Act::Claim(Claim::Count),
            Act::CallArbiter("?".into()),
            Act::PutBack,
            Act::AskToArrange,
            Act::Arrange,
        ];
        let offenders = match actor {
            Actor::Player(color) => vec![!color],
            _ => Color::ALL.to_vec(),
        };
        let illegal = offenders
            .into_iter()
            .map(|offender| Claim::IllegalMove { offender });
        acts.extend(illegal.map(Act::Claim));
        acts.extend(Offer::ALL.map(Act::Offer));
        acts.extend(Offer::ALL.map(Act::Accept));
        acts.extend(Offer::ALL.map(Act::Decline));
        acts
    }

    /// The help that the rules allow. After the game everything is allowed.
    pub fn help(&self) -> Help {
        if let Phase::Finished(_) = self.phase {
            return Help {
                board: Allowed::Yes,
                engine: Allowed::Yes,
                rule_book: Allowed::Yes,
            };
        }
        let knobs = self.knobs();
        Help {
            board: knobs.help,
            engine: knobs.engine_help,
            rule_book: knobs.rule_book,
        }
    }

    /// The counts of a side at an impasse, without handicap credit.
    pub fn impasse_count(&self, color: Color) -> EnteringKing {
        self.position.entering_king(color)
    }

    /// Points of both sides for an agreement to count, including handicap credit.
    pub fn counting_points(&self) -> ByColor<u8> {
        let credit = self.credit();
        ByColor(Color::ALL.map(|color| {
            let all = self.position.entering_king(color).all_points;
            all.saturating_add(credit.0[color])
        }))
    }

    /// The number of occurrences of the position after a legal move.
    pub fn occurrences_after(&self, mv: Move) -> Option<u32> {
        self.position.explain(mv).ok()?;
        let mut next = self.position;
        let _ = next.play_unchecked(mv);
        Some(self.history.count_after(&next))
    }
}
