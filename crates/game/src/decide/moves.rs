//! Moves, including illegal ones, and the endings they cause.

use super::Decision;
use crate::Millis;
use crate::breach::Breach;
use crate::command::Claim;
use crate::deed::{self, Deed, Judged};
use crate::event::{Event, Fact, Moved, TakenBack};
use crate::outcome::{Cause, Outcome};
use crate::refusal::Why;
use crate::rules::{
    IllegalMoves, LimitCountsAs, LimitInCheck, MateEnds, MoveLimit, PerpetualCheck, RepetitionEnds,
    TakeBack,
};
use komadai_core::{AnyPosition, Color, HandKind, Move, Occurrence, Repetition};

/// Returns whether the side to move has a legal move. Usually this needs no move generation.
fn can_move(position: &AnyPosition, check: bool) -> bool {
    has_obvious_move(position, check) || position.has_legal_move()
}

/// Returns whether a legal move needs no search: a pawn that cannot be pinned, or a droppable piece other than a
/// pawn, is enough. (The other pieces of a set cannot fill the seven ranks where all can be dropped.)
fn has_obvious_move(position: &AnyPosition, check: bool) -> bool {
    let hand = position.hand(position.turn());
    let beyond_pawns = || u32::from(hand.count(HandKind::Pawn)) < hand.len();
    !check && (position.has_loose_pawn() || beyond_pawns())
}

impl Decision<'_> {
    pub(super) fn play(&self, deed: Deed, lag: Millis) -> Result<Vec<Event>, Why> {
        let color = self.running_player()?;
        if self.game.displaced.is_some() {
            return Err(Why::Displaced);
        }
        let lag = self.counted_lag(color, lag);
        if deed::takes_king(&self.game.position, color, deed) {
            return Ok(self.take_king(color, deed, lag));
        }
        match deed::judge(&self.game.position, color, deed).map_err(Why::Impossible)? {
            Judged::Legal(mv) => self.play_legal(color, mv, lag),
            Judged::Illegal(breach) => self.play_illegal(color, deed, breach, lag),
        }
    }

    /// At most the length of this turn: nobody gains time by lag.
    fn counted_lag(&self, color: Color, lag: Millis) -> Millis {
        let Some(clock) = &self.game.clock else {
            return Millis::ZERO;
        };
        if clock.running() != Some(color) {
            return Millis::ZERO;
        }
        self.allowed_lag(lag).min(clock.spent(color, self.at))
    }

    /// Taking a king that was left in check is the claim against it, and wins (Article 9.5). Where the move that
    /// left it there is forgiven, it is taken back as after any other claim (Article 17.1).
    fn take_king(&self, color: Color, deed: Deed, lag: Millis) -> Vec<Event> {
        let game = self.game;
        let last = game.moves.last().filter(|played| played.color != color);
        if let Some(breach) = last.and_then(|played| played.breach)
            && game.forgives(!color)
        {
            let claim = Claim::IllegalMove { offender: !color };
            let claimed = self.event(Fact::Claimed(claim));
            return vec![claimed, self.forgive(game.ply() - 1, breach)];
        }
        let moved = Moved {
            color,
            deed,
            breach: None,
            check: false,
            lag,
        };
        self.ending(Fact::Moved(moved), Outcome::wins(color, Cause::KingTaken))
    }

    fn play_legal(&self, color: Color, mv: Move, lag: Millis) -> Result<Vec<Event>, Why> {
        let game = self.game;
        let mut next = game.position;
        let _ = next.play_unchecked(mv);
        let check = next.is_in_check();
        let repetition = match game.seen.may_be_fourth(&next) {
            false => Repetition::None,
            true => game.history.repetition_after(Occurrence::new(&next, check)),
        };
        let perpetual = repetition == Repetition::PerpetualCheck { loser: color };
        if perpetual && game.knobs().perpetual_check == PerpetualCheck::IllegalMove {
            return self.play_illegal(color, mv.into(), Breach::PerpetualCheck, lag);
        }
        let moved = Fact::Moved(Moved {
            color,
            deed: mv.into(),
            breach: None,
            check,
            lag,
        });
        Ok(match self.end_of(&next, check, repetition) {
            None => vec![self.event(moved)],
            Some(outcome) => self.ending(moved, outcome),
        })
    }

    /// The end caused by a legal move, if any. Mate comes first, because it ends the game immediately.
    fn end_of(&self, next: &AnyPosition, check: bool, repetition: Repetition) -> Option<Outcome> {
        let knobs = self.game.knobs();
        let mated = next.turn();
        if knobs.mate == MateEnds::AtOnce && !can_move(next, check) {
            let cause = if check {
                Cause::Checkmate
            } else {
                Cause::NoLegalMove
            };
            return Some(Outcome::loses(mated, cause));
        }
        if let Some(rule) = knobs.impasse.try_rule
            && next.has_tried(!mated, rule)
        {
            return Some(Outcome::wins(!mated, Cause::Try));
        }
        if knobs.repetition == RepetitionEnds::Automatically {
            match repetition {
                Repetition::None => {}
                Repetition::Draw => return Some(Outcome::draw(Cause::Repetition)),
                Repetition::PerpetualCheck { loser } => {
                    return Some(Outcome::loses(loser, Cause::PerpetualCheck));
                }
            }
        }
        self.limit_reached(!mated, check)
    }

    /// A draw at the limit of moves, or as soon as the checks are broken that went on beyond it.
    fn limit_reached(&self, mover: Color, check: bool) -> Option<Outcome> {
        let limit = self.game.knobs().impasse.move_limit?;
        if self.game.ply() + 1 < limit.moves || self.checks_go_on(limit, mover, check) {
            return None;
        }
        Some(Outcome::draw(match limit.counts_as {
            LimitCountsAs::Impasse => Cause::Impasse,
            LimitCountsAs::MaxMoves => Cause::MoveLimit,
        }))
    }

    /// Returns whether a move at the limit or beyond it gives one of continuous checks, or answers one. Only the
    /// side that gave check with the last move of the limit can break them.
    fn checks_go_on(&self, limit: MoveLimit, mover: Color, check: bool) -> bool {
        let at_limit = self.game.moves.get(limit.moves.saturating_sub(1) as usize);
        let checks = at_limit.is_none_or(|played| played.color == mover);
        let goes_on = match checks {
            true => check,
            false => self.game.position.is_in_check(),
        };
        goes_on && limit.in_check == LimitInCheck::PlaysOn
    }

    fn play_illegal(
        &self,
        color: Color,
        deed: Deed,
        breach: Breach,
        lag: Millis,
    ) -> Result<Vec<Event>, Why> {
        let game = self.game;
        let handling = game.knobs().illegal_moves;
        if handling == IllegalMoves::Blocked {
            return Err(Why::Illegal(breach));
        }
        let moved = Fact::Moved(Moved {
            color,
            deed,
            breach: Some(breach),
            check: game.after(color, deed, Some(breach)).is_in_check(),
            lag,
        });
        if handling != IllegalMoves::Loses {
            return self.one(moved);
        }
        if game.forgives(color) {
            return Ok(vec![self.event(moved), self.forgive(game.ply(), breach)]);
        }
        Ok(self.ending(moved, Outcome::loses(color, Cause::IllegalMove(breach))))
    }

    /// An illegal move is taken back instead of losing (Article 17.1).
    pub(super) fn forgive(&self, ply: u32, breach: Breach) -> Event {
        self.event(Fact::TakenBack {
            ply,
            why: TakenBack::Forgiven(breach),
        })
    }

    /// Taking back without asking: one's own illegal move where it is forgiven, otherwise matta.
    pub(super) fn take_back(&self) -> Result<Vec<Event>, Why> {
        let color = self.running_player()?;
        let game = self.game;
        let own_last = game.moves.last().filter(|played| played.color == color);
        if let Some(breach) = own_last.and_then(|played| played.breach)
            && game.forgives(color)
        {
            return Ok(vec![self.forgive(game.ply() - 1, breach)]);
        }
        if !game.moves.iter().any(|played| played.color == color) {
            return Err(Why::NoMove);
        }
        match game.knobs().take_back {
            TakeBack::Loses => {
                Ok(vec![self.event(Fact::Ended(Outcome::loses(
                    color,
                    Cause::TakeBack,
                )))])
            }
            TakeBack::Never | TakeBack::ByAgreement => Err(Why::MoveStands),
        }
    }
}
