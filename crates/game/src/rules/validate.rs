//! Contradictions between knobs.

use super::{
    AfterDraw, Allowed, Forgiveness, IllegalMoves, Knobs, PointedOutBy, ReplayTime, WrongClaim,
};
use crate::Millis;
use std::fmt;

/// Two incompatible knobs, or a meaningless value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum Contradiction {
    /// Anyone may point out moves, but they are blocked, lose automatically or are claimed.
    #[error("only illegal moves that stand until pointed out can be pointed out by anyone")]
    NothingToPointOut,
    /// Illegal moves are blocked, but some are forgiven.
    #[error("illegal moves that are blocked need no forgiveness")]
    ForgivenButBlocked,
    /// Forgiveness of no moves.
    #[error("forgiving no move is no forgiveness")]
    ForgivesNothing,
    /// A count can be forced, but there is no rule to count by.
    #[error("a forced count needs a rule for counting")]
    ForcedCountWithoutCounting,
    /// A move limit of zero.
    #[error("a limit of no moves leaves no game")]
    NoMoves,
    /// An engine helps where not even the board does.
    #[error("an engine may not help where the board may not")]
    EngineWithoutHelp,
    /// Players could agree on draws forever.
    #[error("draws by agreement cannot be replayed")]
    AgreedDrawReplayed,
    /// The replay's clock has no time.
    #[error("the replay's clock has no time")]
    ReplayWithoutTime,
    /// A penalty of no time.
    #[error("a wrong claim that gives no time costs nothing")]
    EmptyPenalty,
}

/// All contradictions in a set of knobs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contradictions(pub Vec<Contradiction>);

impl fmt::Display for Contradictions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<String> = self.0.iter().map(Contradiction::to_string).collect();
        f.write_str(&all.join("; "))
    }
}

impl std::error::Error for Contradictions {}

pub(super) fn validate(knobs: &Knobs) -> Result<(), Contradictions> {
    let found =
        |(contradiction, is_there): (Contradiction, bool)| is_there.then_some(contradiction);
    let all: Vec<Contradiction> = findings(knobs).into_iter().filter_map(found).collect();
    if all.is_empty() {
        Ok(())
    } else {
        Err(Contradictions(all))
    }
}

fn findings(knobs: &Knobs) -> [(Contradiction, bool); 9] {
    let blocked = knobs.illegal_moves == IllegalMoves::Blocked;
    let stands = knobs.illegal_moves == IllegalMoves::PointedOut;
    let impasse = &knobs.impasse;
    let replayed = matches!(knobs.after_draw, AfterDraw::Replay(_));
    [
        (
            Contradiction::NothingToPointOut,
            knobs.pointed_out_by == PointedOutBy::Anyone && !stands,
        ),
        (
            Contradiction::ForgivenButBlocked,
            knobs.forgiveness != Forgiveness::None && blocked,
        ),
        (
            Contradiction::ForgivesNothing,
            matches!(
                knobs.forgiveness,
                Forgiveness::Beginners(0) | Forgiveness::Everyone(0)
            ),
        ),
        (
            Contradiction::ForcedCountWithoutCounting,
            impasse.forced_count.is_some() && impasse.counting.is_none(),
        ),
        (
            Contradiction::NoMoves,
            impasse.move_limit.is_some_and(|limit| limit.moves == 0),
        ),
        (
            Contradiction::EngineWithoutHelp,
            knobs.engine_help.is_yes() && knobs.help == Allowed::No,
        ),
        (
            Contradiction::AgreedDrawReplayed,
            knobs.agreed_draw.is_yes() && replayed,
        ),
        (
            Contradiction::ReplayWithoutTime,
            replay_has_no_time(knobs.after_draw),
        ),
        (
            Contradiction::EmptyPenalty,
            knobs.wrong_claim == WrongClaim::TimeToOpponent(Millis::ZERO),
        ),
    ]
}

fn replay_has_no_time(after_draw: AfterDraw) -> bool {
    match after_draw {
        AfterDraw::Replay(ReplayTime::RemainingOr { otherwise, .. }) => {
            otherwise.validate().is_err()
        }
        AfterDraw::Replay(ReplayTime::Remaining) | AfterDraw::Stands => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::{Extra, TimeControl};
    use crate::rules::{ForcedCount, LimitCountsAs, LimitInCheck, MoveLimit, Preset, RuleSet};

    fn check(preset: Preset, change: impl Fn(&mut Knobs), expected: &[Contradiction]) {
        let mut knobs = *RuleSet::preset(preset).knobs();
        change(&mut knobs);
        let found = RuleSet::new(knobs).map_or_else(|all| all.0, |_| Vec::new());
        assert_eq!(found, expected);
    }

    #[test]
    fn contradictory_knobs_make_no_rule_set() {
        use Contradiction as C;
        let anyone = |knobs: &mut Knobs| knobs.pointed_out_by = PointedOutBy::Anyone;
        check(Preset::Fesa, anyone, &[C::NothingToPointOut]);
        check(Preset::Casual, anyone, &[C::NothingToPointOut]);
        check(Preset::JsaPro, anyone, &[]);
        let forgive = |knobs: &mut Knobs| knobs.forgiveness = Forgiveness::Everyone(1);
        check(Preset::Casual, forgive, &[C::ForgivenButBlocked]);
        let none = |knobs: &mut Knobs| knobs.forgiveness = Forgiveness::Beginners(0);
        check(Preset::Fesa, none, &[C::ForgivesNothing]);
        let force = |knobs: &mut Knobs| knobs.impasse.forced_count = Some(ForcedCount::AllInZone);
        check(Preset::Fesa, force, &[C::ForcedCountWithoutCounting]);
        check(Preset::Seireigi, force, &[]);
        let no_moves = |knobs: &mut Knobs| {
            knobs.impasse.move_limit = Some(MoveLimit {
                moves: 0,
                counts_as: LimitCountsAs::MaxMoves,
                in_check: LimitInCheck::Ends,
            });
        };
        check(Preset::Casual, no_moves, &[C::NoMoves]);
        let engine = |knobs: &mut Knobs| knobs.engine_help = Allowed::Yes;
        check(Preset::Fesa, engine, &[C::EngineWithoutHelp]);
        let agreed = |knobs: &mut Knobs| knobs.agreed_draw = Allowed::Yes;
        check(Preset::Fesa, agreed, &[C::AgreedDrawReplayed]);
        check(Preset::Casual, agreed, &[]);
        let empty = |knobs: &mut Knobs| {
            knobs.wrong_claim = WrongClaim::TimeToOpponent(Millis::ZERO);
            knobs.after_draw = AfterDraw::Replay(ReplayTime::RemainingOr {
                threshold: Millis::from_secs(600),
                otherwise: TimeControl {
                    main: Millis::ZERO,
                    extra: Extra::None,
                },
            });
        };
        check(
            Preset::Fesa,
            empty,
            &[C::ReplayWithoutTime, C::EmptyPenalty],
        );
    }
}
