//! Rulings of the arbiter, as scripts have them.

use crate::script::{color, length};
use komadai_game::{Decision, Ground, Penalty, Ruling, Verdict};

/// Reads a ruling, as in `penalizes black loss for advice`.
pub(crate) fn read(words: &[&str], reason: &str) -> Ruling {
    Ruling {
        decision: decision(words),
        reason: reason.into(),
    }
}

fn decision(words: &[&str]) -> Decision {
    match *words {
        ["warns", offender, "for", why] => penalize(offender, Penalty::Warning, why),
        ["gives", time, "against", offender, "for", why] => {
            penalize(offender, Penalty::TimeToOpponent(length(time)), why)
        }
        ["takes", time, "off", offender, "for", why] => {
            penalize(offender, Penalty::TimeOff(length(time)), why)
        }
        ["defeats", offender, "for", why] => penalize(offender, Penalty::Loss, why),
        ["expels", offender, "for", why] => penalize(offender, Penalty::Expulsion, why),
        ["awards", to, time] => Decision::AwardTime {
            to: color(to),
            time: length(time),
        },
        ["sets", side, "clock", main, periods] => Decision::SetClock {
            color: color(side),
            main: length(main),
            periods: periods.parse().expect(periods),
        },
        ["sets", side, "control", control] => Decision::SetControl {
            color: color(side),
            control: control.parse().expect(control),
        },
        ["pauses"] => Decision::Pause,
        ["resumes"] => Decision::Resume,
        ["puts", "back"] => Decision::PutBack,
        ["restores", ply] => Decision::RestorePosition {
            ply: ply.parse().expect(ply),
        },
        ["finds", "wrong", "start"] => Decision::WrongStart,
        ["upholds"] => Decision::Uphold,
        ["rejects"] => Decision::Reject,
        ["notes", "absence", "of", "both"] => Decision::BothNoShow,
        ["notes", "absence", "of", side] => Decision::NoShow(color(side)),
        ["decides", verdict] => Decision::Result(self::verdict(verdict)),
        ["aborts"] => Decision::Abort,
        _ => panic!("act {words:?}"),
    }
}

fn penalize(offender: &str, penalty: Penalty, ground: &str) -> Decision {
    Decision::Penalize {
        offender: color(offender),
        penalty,
        ground: self::ground(ground),
    }
}

fn verdict(name: &str) -> Verdict {
    match name {
        "draw" => Verdict::Draw,
        "both-lose" => Verdict::BothLose,
        "no-contest" => Verdict::NoContest,
        _ => Verdict::Wins(color(name)),
    }
}

fn ground(name: &str) -> Ground {
    match name {
        "clock-handling" => Ground::ClockHandling,
        "stopping" => Ground::NoReasonToStop,
        "displacement" => Ground::Displacement,
        "early-press" => Ground::EarlyPress,
        "disarranged" => Ground::Disarranged,
        "outside-hint" => Ground::OutsideHint,
        "advice" => Ground::Advice,
        "conduct" => Ground::Conduct,
        "refusal" => Ground::RefusedRuling,
        "other" => Ground::Other,
        _ => panic!("ground {name}"),
    }
}
