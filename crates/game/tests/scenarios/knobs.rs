//! Knobs of rule sets by name, as scripts set them.

use crate::script::length;
use komadai_core::{AgreementRule, DeclarationRule, TryRule};
use komadai_game::{
    AfterDraw, Allowed, BothFlags, Counting, EarlyPress, Flag, ForcedCount, Forgiveness,
    HandicapPoints, IllegalMoves, Judge, KingsEntered, Knobs, LimitCountsAs, LimitInCheck,
    MateEnds, MoveLimit, PerpetualCheck, PointedOutBy, Press, RepetitionEnds, Resignation,
    TakeBack, WrongClaim,
};

/// Sets one knob, as in `flag by claim`.
pub(crate) fn set(knobs: &mut Knobs, text: &str) {
    match text.split(' ').collect::<Vec<_>>()[..] {
        ["illegal", "moves", value] => knobs.illegal_moves = illegal_moves(value),
        ["pointed", "out", "by", "anyone"] => knobs.pointed_out_by = PointedOutBy::Anyone,
        ["pointed", "out", "by", "opponent"] => knobs.pointed_out_by = PointedOutBy::Opponent,
        ["forgive", "beginners", count] => {
            knobs.forgiveness = Forgiveness::Beginners(count.parse().expect(count));
        }
        ["forgive", "everyone", count] => {
            knobs.forgiveness = Forgiveness::Everyone(count.parse().expect(count));
        }
        ["repetition", "by", "claim"] => knobs.repetition = RepetitionEnds::ByClaim,
        ["repetition", "by", "itself"] => knobs.repetition = RepetitionEnds::Automatically,
        ["perpetual", "check", "loses"] => knobs.perpetual_check = PerpetualCheck::Loses,
        ["mate", "by", "resignation"] => knobs.mate = MateEnds::ByResignation,
        ["resignation", "on", "turn"] => knobs.resignation = Resignation::OnTurn,
        ["resignation", "any", "time"] => knobs.resignation = Resignation::AtAnyTime,
        ["flag", "by", "claim"] => knobs.flag = Flag::ByClaim,
        ["flag", "by", "itself"] => knobs.flag = Flag::FallsByItself,
        ["both", "flags", "first", "loses"] => knobs.both_flags = BothFlags::FirstLoses,
        ["press", "apart"] => knobs.press = Press::Apart,
        ["early", "press", "loses"] => knobs.early_press = EarlyPress::Loses,
        ["wrong", "claim", "loses"] => knobs.wrong_claim = WrongClaim::Loses,
        ["wrong", "claim", "gives", time] => {
            knobs.wrong_claim = WrongClaim::TimeToOpponent(length(time));
        }
        ["judge", "arbiter"] => knobs.judge = Judge::Arbiter,
        ["take-back", "never"] => knobs.take_back = TakeBack::Never,
        ["take-back", "loses"] => knobs.take_back = TakeBack::Loses,
        ["take-back", "by", "agreement"] => knobs.take_back = TakeBack::ByAgreement,
        ["draws", "stand"] => knobs.after_draw = AfterDraw::Stands,
        ["draw", "by", "agreement"] => knobs.agreed_draw = Allowed::Yes,
        ["cancellation", "by", "agreement"] => knobs.cancellation = Allowed::Yes,
        ["lag", "allowance", time] => knobs.lag_allowance = length(time),
        ["limit", moves] => knobs.impasse.move_limit = Some(limit(moves)),
        _ => impasse(knobs, text),
    }
}

fn illegal_moves(value: &str) -> IllegalMoves {
    match value {
        "blocked" => IllegalMoves::Blocked,
        "lose" => IllegalMoves::Loses,
        "pointed-out" => IllegalMoves::PointedOut,
        "claimed" => IllegalMoves::Claim,
        _ => panic!("illegal moves {value}"),
    }
}

/// `500` ends an impasse unless checks go on; `256-max` is a draw of its own kind, check or not.
fn limit(text: &str) -> MoveLimit {
    let (moves, counts_as, in_check) = match text.strip_suffix("-max") {
        Some(moves) => (moves, LimitCountsAs::MaxMoves, LimitInCheck::Ends),
        None => (text, LimitCountsAs::Impasse, LimitInCheck::PlaysOn),
    };
    MoveLimit {
        moves: moves.parse().expect(moves),
        counts_as,
        in_check,
    }
}

fn impasse(knobs: &mut Knobs, text: &str) {
    let impasse = &mut knobs.impasse;
    let counting = |rule, kings| Some(Counting { rule, kings });
    match text {
        "24-point declaration" => impasse.declaration = Some(DeclarationRule::Points24),
        "27-point declaration" => impasse.declaration = Some(DeclarationRule::Points27),
        "27 points for each" => impasse.declaration = Some(DeclarationRule::Points27Each),
        "24-point agreement" => {
            impasse.counting = counting(AgreementRule::Points24, KingsEntered::Waived);
        }
        "27-point agreement" => {
            impasse.counting = counting(AgreementRule::Points27, KingsEntered::Waived);
        }
        "count if all in zone" => impasse.forced_count = Some(ForcedCount::AllInZone),
        "count if all protected" => impasse.forced_count = Some(ForcedCount::AllProtected),
        "try after both entered" => impasse.try_rule = Some(TryRule::BothEntered),
        "try" => impasse.try_rule = Some(TryRule::Unconditional),
        "handicap credited" => impasse.handicap_points = HandicapPoints::Credited,
        "handicap not credited" => impasse.handicap_points = HandicapPoints::NotCounted,
        _ => panic!("knob {text}"),
    }
}
