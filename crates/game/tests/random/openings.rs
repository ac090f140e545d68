//! Random openings: every preset and mixes of knobs, every clock, both variants, handicaps, positions
//! from which every kind of end is near.

use super::Rng;
use komadai_core::{AgreementRule, ByColor, Color, DeclarationRule, TryRule, Variant};
use komadai_game::{
    AfterDraw, Allowed, Arbiter, Attendance, BothFlags, ClockSpec, Counting, EarlyPress,
    Experience, FirstMove, Flag, ForcedCount, Forgiveness, HandicapPoints, IllegalMoves, Judge,
    KingsEntered, Knobs, LimitCountsAs, LimitInCheck, MateEnds, Millis, MoveLimit, Opening,
    PerpetualCheck, Player, PointedOutBy, Preset, Press, RepetitionEnds, ReplayTime, Resignation,
    RuleSet, StartFrom, TakeBack, TimeControl, WrongClaim,
};
use komadai_kifu::Handicap;

/// Positions near an end: mate, impasse, a try, repetition, perpetual check, mate by a dropped pawn, no
/// legal move without check.
pub(crate) const NEAR_AN_END: [&str; 17] = [
    "4k4/9/4P4/9/9/9/9/9/4K4 b G 1",
    "4k4/9/9/9/9/9/9/9/4K4 b - 1",
    "k8/9/P1L1N4/9/9/9/4n1l1p/9/K8 b 2P2p 1",
    "8k/9/9/9/9/9/s8/1P7/KN7 w 2pl 1",
    "4k4/9/9/9/4+R4/9/9/9/K8 w - 1",
    "k8/9/9/9/4+r4/9/9/9/4K4 b - 1",
    "7nk/7p1/8S/9/9/9/9/9/K8 b 2PL 1",
    "7nk/7p1/8S/9/9/9/9/9/K8 b P 1",
    "8k/6G2/7G1/9/9/9/9/9/4K4 b - 1",
    "4k4/9/9/9/9/9/9/9/PPPPK4 b 2P2L2Nrb4p 1",
    "9/3K5/9/9/9/9/9/5k3/9 b RB2Prb2p 1",
    "+R8/2+NK1+R+P+P1/+P+PPS+P4/6g+b1/7p1/3g5/3+b1g+p1+p/5p3/5k+p2 b G3S3N3L7Pl 1",
    "+B2+Bp4/5sg2/p2NPns1p/4+Rp1p1/6p2/P1PP2g2/1PS4k1/1KGG1P1+s1/LN4r+l1 b 2L2Pn4p 151",
    "1+B7/1K+B6/1S+P3+R2/P2P1P2G/1+r2g2l1/9/5+p+p2/4g2+sl/7+lk w S2NL9Pgs2n3p 286",
    "+L3+P4/1K2+R4/2+B6/1GL3+P2/5+B3/2+p3+Np1/3g+p2g+s/6ks1/4+r3+n w GS6Ps2n2l7p 224",
    "+R+R+B+BK4/+P+P+P+P+P4/GG7/9/9/9/9/9/4k4 b 2S4P 1",
    "4K4/9/9/9/9/9/gg7/+p+p+p+p+p4/+r+r+b+bk4 w 2s4p 1",
];

const CLOCKS: [&str; 13] = [
    "10s",
    "8m",
    "20m",
    "0m+5s",
    "30s+10s",
    "20s+3x5s",
    "0m+4x3s",
    "10s+2s/move",
    "0m+2s/move",
    "B:20s+10s W:5s+3s/move",
    "B:1m W:10s+2x5s",
    "15m+60s",
    "1.5s+0.75s",
];

pub(crate) fn opening(rng: &mut Rng) -> Opening {
    let preset = rng.pick(&Preset::ALL);
    let mut opening = Opening::new(preset);
    if rng.chance(10) {
        opening.variant = rng.pick(&Variant::ALL);
    }
    opening.rules = rules(rng, preset);
    opening.start = start(rng);
    opening.clock = rng.chance(80).then(|| clock(rng));
    let experience = |rng: &mut Rng| rng.pick(&[Experience::Beginner, Experience::Experienced]);
    opening.players = ByColor([0, 1].map(|_| Player {
        name: String::new(),
        experience: experience(rng),
        grade: None,
    }));
    let named = opening.handicap().is_some_and(|h| h != Handicap::Even);
    if rng.chance(15) && !named {
        let tosser = rng.pick(&Color::ALL);
        opening.first_move = FirstMove::Furigoma { tosser };
    }
    if rng.chance(15) {
        opening.attendance = Attendance::ToArrive;
    }
    if rng.chance(85) || opening.rules.knobs().judge == Judge::Arbiter {
        opening.arbiter = Arbiter::Named;
    }
    opening
}

/// A preset, or a preset with knobs turned at random that do not contradict each other.
pub(crate) fn rules(rng: &mut Rng, preset: Preset) -> RuleSet {
    if rng.chance(40) {
        return RuleSet::preset(preset);
    }
    loop {
        let mut knobs = *RuleSet::preset(preset).knobs();
        turn_moves(rng, &mut knobs);
        turn_impasse(rng, &mut knobs);
        turn_clock(rng, &mut knobs);
        turn_rest(rng, &mut knobs);
        if let Ok(rules) = RuleSet::new(knobs) {
            return rules;
        }
    }
}

/// Turns a knob now and then.
fn turn<T: Copy>(rng: &mut Rng, knob: &mut T, values: &[T]) {
    if rng.chance(35) {
        *knob = rng.pick(values);
    }
}

fn turn_moves(rng: &mut Rng, knobs: &mut Knobs) {
    use IllegalMoves as I;
    let illegal = [I::Blocked, I::Loses, I::PointedOut, I::Claim];
    turn(rng, &mut knobs.illegal_moves, &illegal);
    let by = [PointedOutBy::Opponent, PointedOutBy::Anyone];
    turn(rng, &mut knobs.pointed_out_by, &by);
    let forgiven = [
        Forgiveness::None,
        Forgiveness::Beginners(1),
        Forgiveness::Everyone(2),
    ];
    turn(rng, &mut knobs.forgiveness, &forgiven);
    let repetition = [RepetitionEnds::Automatically, RepetitionEnds::ByClaim];
    turn(rng, &mut knobs.repetition, &repetition);
    let perpetual = [PerpetualCheck::Loses, PerpetualCheck::IllegalMove];
    turn(rng, &mut knobs.perpetual_check, &perpetual);
    let mate = [MateEnds::AtOnce, MateEnds::ByResignation];
    turn(rng, &mut knobs.mate, &mate);
    let resign = [Resignation::OnTurn, Resignation::AtAnyTime];
    turn(rng, &mut knobs.resignation, &resign);
    let back = [TakeBack::Never, TakeBack::Loses, TakeBack::ByAgreement];
    turn(rng, &mut knobs.take_back, &back);
}

fn turn_impasse(rng: &mut Rng, knobs: &mut Knobs) {
    let impasse = &mut knobs.impasse;
    let declarations = [
        None,
        Some(DeclarationRule::Points24),
        Some(DeclarationRule::Points27),
        Some(DeclarationRule::Points27Each),
    ];
    turn(rng, &mut impasse.declaration, &declarations);
    let counting = |rule, kings| Some(Counting { rule, kings });
    let countings = [
        None,
        counting(AgreementRule::Points24, KingsEntered::Required),
        counting(AgreementRule::Points27, KingsEntered::Waived),
    ];
    turn(rng, &mut impasse.counting, &countings);
    let forced = [
        None,
        Some(ForcedCount::AllInZone),
        Some(ForcedCount::AllProtected),
    ];
    turn(rng, &mut impasse.forced_count, &forced);
    let tries = [
        None,
        Some(TryRule::BothEntered),
        Some(TryRule::Unconditional),
    ];
    turn(rng, &mut impasse.try_rule, &tries);
    let points = [HandicapPoints::NotCounted, HandicapPoints::Credited];
    turn(rng, &mut impasse.handicap_points, &points);
    let limit = MoveLimit {
        moves: 1 + rng.below(60) as u32,
        counts_as: rng.pick(&[LimitCountsAs::Impasse, LimitCountsAs::MaxMoves]),
        in_check: rng.pick(&[LimitInCheck::Ends, LimitInCheck::PlaysOn]),
    };
    turn(rng, &mut impasse.move_limit, &[None, Some(limit)]);
}

fn turn_clock(rng: &mut Rng, knobs: &mut Knobs) {
    turn(rng, &mut knobs.flag, &[Flag::FallsByItself, Flag::ByClaim]);
    let both = [BothFlags::Draw, BothFlags::FirstLoses];
    turn(rng, &mut knobs.both_flags, &both);
    turn(rng, &mut knobs.press, &[Press::WithTheMove, Press::Apart]);
    let early = [EarlyPress::Noted, EarlyPress::Loses];
    turn(rng, &mut knobs.early_press, &early);
    let lags = [Millis::ZERO, Millis::new(250), Millis::from_secs(5)];
    turn(rng, &mut knobs.lag_allowance, &lags);
    let wrong = [
        WrongClaim::Nothing,
        WrongClaim::Warning,
        WrongClaim::TimeToOpponent(Millis::from_secs(3)),
        WrongClaim::Loses,
    ];
    turn(rng, &mut knobs.wrong_claim, &wrong);
    turn(rng, &mut knobs.judge, &[Judge::Machine, Judge::Arbiter]);
}

fn turn_rest(rng: &mut Rng, knobs: &mut Knobs) {
    let otherwise = TimeControl::sudden_death(Millis::from_secs(480));
    let after = [
        AfterDraw::Stands,
        AfterDraw::Replay(ReplayTime::Remaining),
        AfterDraw::Replay(ReplayTime::RemainingOr {
            threshold: Millis::from_secs(600),
            otherwise,
        }),
    ];
    turn(rng, &mut knobs.after_draw, &after);
    let allowed = [Allowed::Yes, Allowed::No];
    turn(rng, &mut knobs.agreed_draw, &allowed);
    turn(rng, &mut knobs.cancellation, &allowed);
    turn(rng, &mut knobs.help, &allowed);
    turn(rng, &mut knobs.engine_help, &allowed);
    turn(rng, &mut knobs.rule_book, &allowed);
}

fn start(rng: &mut Rng) -> StartFrom {
    match rng.below(10) {
        0..=2 => StartFrom::Handicap(Handicap::Even),
        3 => StartFrom::Handicap(rng.pick(&Handicap::ALL)),
        _ => {
            let setup = rng.pick(&NEAR_AN_END).parse();
            StartFrom::Custom(Box::new(setup.expect("the list holds SFEN")))
        }
    }
}

fn clock(rng: &mut Rng) -> ClockSpec {
    let spec = rng.pick(&CLOCKS).parse();
    spec.expect("the list holds clocks")
}
