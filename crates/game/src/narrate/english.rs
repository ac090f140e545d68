//! English.

use super::{Language, claimant, loser, move_number, moves};
use crate::Millis;
use crate::actor::Actor;
use crate::breach::Breach;
use crate::clock::TimeControl;
use crate::command::{Claim, ClockSide, Decision, Ground, Offer, Penalty, Ruling};
use crate::event::{Event, Fact, Moved, TakenBack};
use crate::furigoma::{Majority, PawnFace, Toss};
use crate::game::{Game, Phase};
use crate::opening::FirstMove;
use crate::outcome::{Cause, Outcome, Verdict};
use crate::refusal::Refusal;
use crate::rules::WrongClaim;
use komadai_core::{ByColor, Color, Unmet};

pub(super) fn line(before: &Game, event: &Event) -> String {
    let by = capital(event.by);
    match &event.fact {
        Fact::ClockPlaced(side) => format!("{by} puts the clock {}.", place(*side)),
        Fact::Tossed(toss) => format!("{by} tosses the pawns: {}.", tossed(before, toss)),
        Fact::TossCommitted(_) => format!("{by} commits to a secret seed for the toss."),
        Fact::NonceAdded(_) => format!("{by} adds a number to the toss."),
        Fact::TossRevealed(_) => format!("{by} reveals the seed, and the toss follows from it."),
        Fact::Arrived => format!("{by} comes to the board."),
        Fact::Greeted => match before.phase() {
            Phase::Finished(_) => format!("{by} thanks for the game."),
            Phase::Preparing | Phase::Running | Phase::Suspended(_) => {
                format!("{by} greets the opponent.")
            }
        },
        Fact::Started => started(before, &by),
        Fact::Moved(moved) => moved_line(before, moved),
        Fact::Pressed => format!("{by} presses the clock."),
        Fact::PressedEarly => format!("{by} presses the clock without a completed move."),
        Fact::PressedBack => format!("{by} presses the clock back."),
        Fact::Claimed(made) => format!("{by} {}.", claimed(before, event.by, *made)),
        Fact::ClaimRejected(made) => rejected(before, event, *made),
        Fact::Declared => format!("{by} declares a win by entering king."),
        Fact::Offered(made) => format!("{by} proposes {}.", offer(*made)),
        Fact::Accepted(made) => format!("{by} agrees to {}.", offer(*made)),
        Fact::Declined(made) => declined(before, event.by, *made),
        Fact::TakenBack { ply, why } => taken_back(before, *ply, *why),
        Fact::ArbiterCalled(why) => format!("{by} stops the clocks and calls the arbiter: {why}"),
        Fact::ArbiterAbsent => "The arbiter has not come. The game goes on.".into(),
        Fact::Displaced => format!("{by} upsets the pieces."),
        Fact::PutBack => format!("{by} puts the pieces back."),
        Fact::AskedToArrange => format!("{by} asks the opponent to arrange the pieces in hand."),
        Fact::Arranged => format!("{by} arranges the pieces in hand."),
        Fact::FlagFell(color) => format!("The flag of {} is down.", side(*color)),
        Fact::Ruled(ruling) => ruled(&by, ruling),
        Fact::Ended(ended) => outcome(ended),
    }
}

const fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

fn capital(words: impl ToString) -> String {
    let words = words.to_string();
    match words.split_at_checked(1) {
        Some((first, rest)) => first.to_uppercase() + rest,
        None => words,
    }
}

pub(super) fn refusal(refusal: &Refusal) -> String {
    capital(refusal)
}

const fn place(side: ClockSide) -> &'static str {
    match side {
        ClockSide::Left => "to the left of Black",
        ClockSide::Right => "to the right of Black",
    }
}

fn tossed(before: &Game, toss: &Toss) -> String {
    let count = |face| toss.count(face);
    let mut parts = vec![
        format!("{} unpromoted", count(PawnFace::Unpromoted)),
        format!("{} promoted", count(PawnFace::Promoted)),
    ];
    if count(PawnFace::NotFlat) > 0 {
        parts.push(format!("{} not flat", count(PawnFace::NotFlat)));
    }
    let black = match (toss.majority(), before.opening().first_move) {
        (Some(Majority::Tosser), FirstMove::Furigoma { tosser }) => Some(tosser),
        (Some(Majority::Other), FirstMove::Furigoma { tosser }) => Some(!tosser),
        (None, _) | (_, FirstMove::Settled) => None,
    };
    parts.push(String::from(match black {
        Some(Color::Black) => "the sides stay as they are",
        Some(Color::White) => "the sides are exchanged",
        None => "no majority, toss again",
    }));
    parts.join(", ")
}

fn started(before: &Game, by: &str) -> String {
    let turn = side(before.turn());
    match before.clock(before.turn(), before.now()) {
        Some(_) => format!("{by} starts the clock of {turn}."),
        None => format!("{by} begins the game. {turn} has the move."),
    }
}

fn moved_line(before: &Game, moved: &Moved) -> String {
    let number = before.position().move_number();
    let deed = moves::deed(Language::English, before, moved.color, moved.deed);
    let side = side(moved.color);
    match moved.lag {
        Millis::ZERO => format!("{number}. {side} {deed}"),
        lag => format!("{number}. {side} {deed} ({} of lag)", length(lag)),
    }
}

fn claimed(before: &Game, by: Actor, claim: Claim) -> String {
    match claim {
        Claim::IllegalMove { offender } => {
            let verb = match by {
                Actor::Player(_) => "claims",
                Actor::Arbiter | Actor::Bystander | Actor::Clock | Actor::Host => "points out",
            };
            format!("{verb} an illegal move of {}", side(offender))
        }
        Claim::Flag => String::from("stops the clocks and claims a win on time"),
        Claim::Repetition { next: None } => String::from("claims fourfold repetition"),
        Claim::Repetition { next: Some(mv) } => {
            let mv = moves::next_move(Language::English, before, mv);
            format!("is about to play {mv} and claims fourfold repetition")
        }
        Claim::Count => String::from("demands that the pieces be counted"),
    }
}

const fn claim(claim: Claim) -> &'static str {
    match claim {
        Claim::IllegalMove { .. } => "an illegal move",
        Claim::Flag => "a win on time",
        Claim::Repetition { .. } => "repetition",
        Claim::Count => "a count",
    }
}

fn rejected(before: &Game, event: &Event, made: Claim) -> String {
    let consequence = match (
        before.opening().rules.knobs().wrong_claim,
        claimant(before, event).color(),
    ) {
        (WrongClaim::Nothing | WrongClaim::Loses, _) | (_, None) => String::new(),
        (WrongClaim::Warning, Some(color)) => format!(" {} is warned.", side(color)),
        (WrongClaim::TimeToOpponent(time), Some(color)) => {
            format!(" {} is given {}.", side(!color), length(time))
        }
    };
    format!("The claim of {} is wrong.{consequence}", claim(made))
}

const fn offer(offer: Offer) -> &'static str {
    match offer {
        Offer::Count => "a count of the pieces",
        Offer::TakeBack => "taking back the last move",
        Offer::Draw => "a draw",
        Offer::Cancel => "ending the game without a result",
    }
}

fn declined(before: &Game, by: Actor, made: Offer) -> String {
    let own = before.offer(made).map(Actor::Player) == Some(by);
    let verb = if own {
        "no longer proposes"
    } else {
        "declines"
    };
    format!("{} {verb} {}.", capital(by), offer(made))
}

fn taken_back(before: &Game, ply: u32, why: TakenBack) -> String {
    let next = move_number(before, ply);
    match why {
        TakenBack::Granted => format!("Taken back. Play goes on with move {next}."),
        TakenBack::Forgiven(found) => {
            let breach = breach(found);
            format!("The illegal move ({breach}) is taken back. Play goes on with move {next}.")
        }
    }
}

fn length(time: Millis) -> String {
    TimeControl::sudden_death(time).to_string()
}

fn ruled(by: &str, ruling: &Ruling) -> String {
    let decision = decision(ruling.decision);
    format!("{by}: {decision}. Reason: {}", ruling.reason)
}

fn decision(decision: Decision) -> String {
    match decision {
        Decision::Penalize {
            offender,
            penalty,
            ground: why,
        } => format!("{}, for {}", penalized(offender, penalty), ground(why)),
        Decision::AwardTime { to, time } => format!("{} for {}", length(time), side(to)),
        Decision::SetClock {
            color,
            main,
            periods,
        } => format!(
            "the clock of {} is set to {}{}",
            side(color),
            length(main),
            match periods {
                0 => String::new(),
                1 => String::from(" and 1 period"),
                count => format!(" and {count} periods"),
            }
        ),
        Decision::SetControl { color, control } => {
            format!("the time of {} is {control}", side(color))
        }
        Decision::Pause => String::from("the game is interrupted"),
        Decision::Resume => String::from("the game goes on"),
        Decision::PutBack => String::from("the pieces are put back"),
        Decision::RestorePosition { ply } => {
            format!("the position after {ply} moves is set up again")
        }
        Decision::WrongStart => String::from("the game began from a wrong position"),
        Decision::Uphold => String::from("the claim is right"),
        Decision::Reject => String::from("the claim is wrong"),
        Decision::NoShow(color) => format!("{} is not there", side(color)),
        Decision::BothNoShow => String::from("neither player is there"),
        Decision::Result(found) => format!("the result is decided: {}", verdict(found)),
        Decision::Abort => String::from("the game is broken off"),
    }
}

fn penalized(offender: Color, penalty: Penalty) -> String {
    let offender_name = side(offender);
    match penalty {
        Penalty::Warning => format!("a warning for {offender_name}"),
        Penalty::TimeToOpponent(time) => format!("{} for {}", length(time), side(!offender)),
        Penalty::TimeOff(time) => format!("{} off the clock of {offender_name}", length(time)),
        Penalty::Loss => format!("{offender_name} loses the game"),
        Penalty::Expulsion => format!("{offender_name} is expelled from the event"),
    }
}

const fn ground(ground: Ground) -> &'static str {
    match ground {
        Ground::ClockHandling => "improper handling of the clock",
        Ground::NoReasonToStop => "stopping the clocks without a reason",
        Ground::Displacement => "displaced pieces",
        Ground::EarlyPress => "starting the opponent's clock without a move",
        Ground::Disarranged => "pieces in hand kept in disorder",
        Ground::OutsideHint => "a hint from outside",
        Ground::Advice => "notes, advice or analysis",
        Ground::Conduct => "bad conduct",
        Ground::RefusedRuling => "not complying with a ruling",
        Ground::Other => "another offence",
    }
}

const fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Wins(Color::Black) => "Black wins",
        Verdict::Wins(Color::White) => "White wins",
        Verdict::Draw => "a draw",
        Verdict::BothLose => "both lose",
        Verdict::NoContest => "no contest",
    }
}

pub(super) fn outcome(outcome: &Outcome) -> String {
    let mut verdict = String::from(verdict(outcome.verdict));
    if let Some(first) = verdict.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    format!("{verdict}: {}.", cause(outcome))
}

fn cause(outcome: &Outcome) -> String {
    let loser = loser(outcome).map_or("a player", side);
    String::from(match outcome.cause {
        Cause::Checkmate => "checkmate",
        Cause::NoLegalMove => return format!("{loser} has no legal move"),
        Cause::Resignation => return format!("{loser} resigns"),
        Cause::IllegalMove(found) => {
            return format!("illegal move of {loser} ({})", breach(found));
        }
        Cause::KingTaken => return format!("the king of {loser}, left in check, is taken"),
        Cause::Repetition => "fourfold repetition",
        Cause::PerpetualCheck => return format!("perpetual check by {loser}"),
        Cause::Declaration => "declaration of an entering king",
        Cause::WrongDeclaration(wanting) => {
            return format!("wrong declaration of {loser} ({})", unmet(wanting));
        }
        Cause::DeclarationWithoutTime => {
            return format!("wrong declaration of {loser} (no time left)");
        }
        Cause::Count(points) => return count(points),
        Cause::Try => "the king has reached the enemy king's square",
        Cause::MoveLimit => "the greatest number of moves",
        Cause::Impasse => "impasse by number of moves",
        Cause::TimeUp => return format!("the time of {loser} has run out"),
        Cause::BothFlags => "both flags are down",
        Cause::TakeBack => return format!("{loser} has taken a move back"),
        Cause::EarlyPress => {
            return format!("{loser} has stopped the clock before completing a move");
        }
        Cause::WrongClaim => return format!("wrong claim of {loser}"),
        Cause::LateArrival => return format!("{loser} came when the time was used up"),
        Cause::NoShow => match outcome.verdict {
            Verdict::BothLose | Verdict::NoContest => "neither player came",
            Verdict::Wins(_) | Verdict::Draw => return format!("{loser} did not come"),
        },
        Cause::Penalty(why) => return format!("penalty of {loser} for {}", ground(why)),
        Cause::Decision => "decision of the arbiter",
        Cause::WrongStart => "begun from a wrong position",
        Cause::Aborted => "broken off",
        Cause::AgreedDraw | Cause::AgreedCancellation => "agreed",
    })
}

fn count(points: ByColor<u8>) -> String {
    let [black, white] = points.0;
    format!("the count is {black} for Black, {white} for White")
}

fn unmet(unmet: Unmet) -> String {
    let Unmet {
        king_outside,
        in_check,
        missing_pieces,
        missing_points,
    } = unmet;
    let mut all = Vec::new();
    if king_outside {
        all.push(String::from("the king is outside the promotion zone"));
    }
    if in_check {
        all.push(String::from("the king is in check"));
    }
    if missing_pieces > 0 {
        all.push(format!("pieces wanting in the zone: {missing_pieces}"));
    }
    if missing_points > 0 {
        all.push(format!("points wanting: {missing_points}"));
    }
    all.join(", ")
}

const fn breach(breach: Breach) -> &'static str {
    match breach {
        Breach::OutOfTurn => "out of turn",
        Breach::OpponentsPiece => "a piece of the opponent",
        Breach::OwnPieceTaken => "onto a piece of one's own",
        Breach::NotAMove => "not a move of the piece",
        Breach::WrongPromotion => "a promotion outside the zone",
        Breach::MissedPromotion => "a piece that must promote",
        Breach::DropOnPiece => "a drop on an occupied square",
        Breach::DeadEndDrop => "a piece that can never move",
        Breach::PromotedDrop => "a drop with the promoted side up",
        Breach::TwoPawns => "two pawns on a file",
        Breach::KingInCheck => "the king in check",
        Breach::DropPawnMate => "mate by a pawn drop",
        Breach::PerpetualCheck => "perpetual check",
    }
}
