//! Rules and openings.

use crate::check;
use crate::json;
use expect_test::expect;
use komadai_core::{AgreementRule, ByColor, Color, DeclarationRule, TryRule};
use komadai_game::{
    AfterDraw, Allowed, Arbiter, Attendance, BothFlags, ClockSpec, Counting, EVENT_VERSION,
    EarlyPress, Experience, Extra, FirstMove, Flag, ForcedCount, Forgiveness, Game, HandicapPoints,
    IllegalMoves, Judge, KingsEntered, Knobs, LimitCountsAs, LimitInCheck, MateEnds, Millis,
    MoveLimit, Opening, OpeningError, PerpetualCheck, PointedOutBy, Preset, Press, RepetitionEnds,
    ReplayTime, Resignation, RuleSet, SecondGame, StartFrom, TakeBack, TimeControl, WrongClaim,
};
use komadai_kifu::Handicap;
use komadai_wire::knob::AllowedDto;
use komadai_wire::opening::OpeningDto;
use komadai_wire::rules::{KnobsDto, RulesDto};

const BYOYOMI_WITHOUT_TIME: TimeControl = TimeControl::byoyomi(Millis::new(500), Millis::ZERO);

/// Rules that differ from a preset in one knob.
fn turned(preset: Preset, turn: impl FnOnce(&mut Knobs)) -> RuleSet {
    let mut knobs = *RuleSet::preset(preset).knobs();
    turn(&mut knobs);
    RuleSet::new(knobs).expect("the knobs agree")
}

fn with_knobs() -> Vec<RuleSet> {
    use Preset::{Casual, Fesa, Seireigi};
    let counting = |rule, kings| Some(Counting { rule, kings });
    let limit = |counts_as, in_check| {
        Some(MoveLimit {
            moves: 300,
            counts_as,
            in_check,
        })
    };
    let three_minutes = TimeControl::sudden_death(Millis::from_secs(180));
    let replay_or = |otherwise| {
        AfterDraw::Replay(ReplayTime::RemainingOr {
            threshold: Millis::from_secs(600),
            otherwise,
        })
    };
    vec![
        turned(Fesa, |k| k.illegal_moves = IllegalMoves::Blocked),
        turned(Fesa, |k| k.illegal_moves = IllegalMoves::Loses),
        turned(Fesa, |k| k.illegal_moves = IllegalMoves::PointedOut),
        turned(Casual, |k| k.illegal_moves = IllegalMoves::Claim),
        turned(Seireigi, |k| k.pointed_out_by = PointedOutBy::Opponent),
        turned(Fesa, |k| k.forgiveness = Forgiveness::Beginners(2)),
        turned(Fesa, |k| k.forgiveness = Forgiveness::Everyone(1)),
        turned(Preset::Beginner, |k| k.forgiveness = Forgiveness::None),
        turned(Fesa, |k| k.repetition = RepetitionEnds::Automatically),
        turned(Casual, |k| k.repetition = RepetitionEnds::ByClaim),
        turned(Fesa, |k| k.perpetual_check = PerpetualCheck::Loses),
        turned(Casual, |k| k.perpetual_check = PerpetualCheck::IllegalMove),
        turned(Fesa, |k| k.mate = MateEnds::ByResignation),
        turned(Fesa, |k| k.resignation = Resignation::OnTurn),
        turned(Fesa, |k| k.impasse.declaration = None),
        turned(Fesa, |k| {
            k.impasse.declaration = Some(DeclarationRule::Points24)
        }),
        turned(Fesa, |k| {
            k.impasse.declaration = Some(DeclarationRule::Points27Each)
        }),
        turned(Fesa, |k| {
            k.impasse.counting = counting(AgreementRule::Points27, KingsEntered::Waived);
        }),
        turned(Fesa, |k| {
            k.impasse.counting = counting(AgreementRule::Points24, KingsEntered::Required);
        }),
        turned(Seireigi, |k| {
            k.impasse.forced_count = Some(ForcedCount::AllInZone)
        }),
        turned(Seireigi, |k| {
            k.impasse.forced_count = Some(ForcedCount::AllProtected)
        }),
        turned(Fesa, |k| k.impasse.try_rule = Some(TryRule::BothEntered)),
        turned(Fesa, |k| k.impasse.try_rule = Some(TryRule::Unconditional)),
        turned(Fesa, |k| {
            k.impasse.handicap_points = HandicapPoints::Credited
        }),
        turned(Fesa, |k| {
            k.impasse.move_limit = limit(LimitCountsAs::Impasse, LimitInCheck::PlaysOn);
        }),
        turned(Fesa, |k| {
            k.impasse.move_limit = limit(LimitCountsAs::MaxMoves, LimitInCheck::Ends);
        }),
        turned(Preset::JsaPro, |k| k.impasse.move_limit = None),
        turned(Fesa, |k| k.flag = Flag::FallsByItself),
        turned(Casual, |k| k.flag = Flag::ByClaim),
        turned(Fesa, |k| k.both_flags = BothFlags::FirstLoses),
        turned(Fesa, |k| k.press = Press::Apart),
        turned(Fesa, |k| k.early_press = EarlyPress::Loses),
        turned(Fesa, |k| k.lag_allowance = Millis::new(250)),
        turned(Fesa, |k| k.wrong_claim = WrongClaim::Nothing),
        turned(Casual, |k| k.wrong_claim = WrongClaim::Warning),
        turned(Fesa, |k| {
            k.wrong_claim = WrongClaim::TimeToOpponent(Millis::from_secs(120));
        }),
        turned(Fesa, |k| k.wrong_claim = WrongClaim::Loses),
        turned(Fesa, |k| k.judge = Judge::Arbiter),
        turned(Fesa, |k| k.after_draw = AfterDraw::Stands),
        turned(Casual, |k| {
            k.after_draw = AfterDraw::Replay(ReplayTime::Remaining)
        }),
        turned(Fesa, |k| k.after_draw = replay_or(three_minutes)),
        turned(Fesa, |k| k.take_back = TakeBack::Loses),
        turned(Fesa, |k| k.take_back = TakeBack::ByAgreement),
        turned(Casual, |k| k.agreed_draw = Allowed::Yes),
        turned(Fesa, |k| k.cancellation = Allowed::Yes),
        turned(Fesa, |k| k.help = Allowed::Yes),
        turned(Casual, |k| k.engine_help = Allowed::No),
        turned(Fesa, |k| k.rule_book = Allowed::Yes),
    ]
}

fn read_rules(text: &str) -> RuleSet {
    let dto: RulesDto = serde_json::from_str(text).expect("it can be read");
    dto.try_into().expect("it can be read")
}

#[test]
fn every_knob_has_its_line() {
    let mut lines = Vec::new();
    for rules in with_knobs() {
        let line = json(&RulesDto::from(rules));
        assert_eq!(read_rules(&line), rules);
        lines.push(line);
    }
    let all = lines.concat();
    for name in KnobsDto::NAMES {
        assert!(all.contains(&format!("{{\"{name}\":")), "{name}");
    }
    check(
        lines,
        expect![[r#"
        {"preset":"fesa","knobs":{"illegal_moves":"blocked"}}
        {"preset":"fesa","knobs":{"illegal_moves":"loses"}}
        {"preset":"fesa","knobs":{"illegal_moves":"pointed-out"}}
        {"preset":"casual","knobs":{"illegal_moves":"claim"}}
        {"preset":"seireigi","knobs":{"pointed_out_by":"opponent"}}
        {"preset":"fesa","knobs":{"forgiveness":{"beginners":2}}}
        {"preset":"fesa","knobs":{"forgiveness":{"everyone":1}}}
        {"preset":"beginner","knobs":{"forgiveness":"none"}}
        {"preset":"fesa","knobs":{"repetition":"automatically"}}
        {"preset":"casual","knobs":{"repetition":"by-claim"}}
        {"preset":"fesa","knobs":{"perpetual_check":"loses"}}
        {"preset":"casual","knobs":{"perpetual_check":"illegal-move"}}
        {"preset":"fesa","knobs":{"mate":"by-resignation"}}
        {"preset":"fesa","knobs":{"resignation":"on-turn"}}
        {"preset":"fesa","knobs":{"declaration":"none"}}
        {"preset":"fesa","knobs":{"declaration":"points-24"}}
        {"preset":"fesa","knobs":{"declaration":"points-27-each"}}
        {"preset":"fesa","knobs":{"counting":{"by-agreement":{"rule":"points-27","kings":"waived"}}}}
        {"preset":"fesa","knobs":{"counting":{"by-agreement":{"rule":"points-24","kings":"required"}}}}
        {"preset":"seireigi","knobs":{"forced_count":"all-in-zone"}}
        {"preset":"seireigi","knobs":{"forced_count":"all-protected"}}
        {"preset":"fesa","knobs":{"try_rule":"both-entered"}}
        {"preset":"fesa","knobs":{"try_rule":"unconditional"}}
        {"preset":"fesa","knobs":{"handicap_points":"credited"}}
        {"preset":"fesa","knobs":{"move_limit":{"drawn-after":{"moves":300,"counts_as":"impasse","in_check":"plays-on"}}}}
        {"preset":"fesa","knobs":{"move_limit":{"drawn-after":{"moves":300,"counts_as":"max-moves","in_check":"ends"}}}}
        {"preset":"jsa-pro","knobs":{"move_limit":"none"}}
        {"preset":"fesa","knobs":{"flag":"by-itself"}}
        {"preset":"casual","knobs":{"flag":"by-claim"}}
        {"preset":"fesa","knobs":{"both_flags":"first-loses"}}
        {"preset":"fesa","knobs":{"press":"apart"}}
        {"preset":"fesa","knobs":{"early_press":"loses"}}
        {"preset":"fesa","knobs":{"lag_allowance":250}}
        {"preset":"fesa","knobs":{"wrong_claim":"nothing"}}
        {"preset":"casual","knobs":{"wrong_claim":"warning"}}
        {"preset":"fesa","knobs":{"wrong_claim":{"time-to-opponent":120000}}}
        {"preset":"fesa","knobs":{"wrong_claim":"loses"}}
        {"preset":"fesa","knobs":{"judge":"arbiter"}}
        {"preset":"fesa","knobs":{"after_draw":"stands"}}
        {"preset":"casual","knobs":{"after_draw":"replay"}}
        {"preset":"fesa","knobs":{"after_draw":{"replay-or":{"threshold":600000,"otherwise":"3m"}}}}
        {"preset":"fesa","knobs":{"take_back":"loses"}}
        {"preset":"fesa","knobs":{"take_back":"by-agreement"}}
        {"preset":"casual","knobs":{"agreed_draw":true}}
        {"preset":"fesa","knobs":{"cancellation":true}}
        {"preset":"fesa","knobs":{"help":true}}
        {"preset":"casual","knobs":{"engine_help":false}}
        {"preset":"fesa","knobs":{"rule_book":true}}
    "#]],
    );
}

#[test]
fn presets_are_their_names() {
    let lines = Preset::ALL.map(|preset| {
        let line = json(&RulesDto::from(RuleSet::preset(preset)));
        assert_eq!(read_rules(&line), RuleSet::preset(preset));
        line
    });
    check(
        lines,
        expect![[r#"
        {"preset":"fesa"}
        {"preset":"jsa-pro"}
        {"preset":"jsa-amateur"}
        {"preset":"casual"}
        {"preset":"beginner"}
        {"preset":"seireigi"}
    "#]],
    );
}

#[test]
fn rules_are_told_from_the_nearest_preset() {
    // Beginner's rules but for one knob, reached from others by many.
    let text = r#"{"preset":"fesa","knobs":{"repetition":"automatically","perpetual_check":"loses",
        "flag":"by-itself","handicap_points":"credited","forgiveness":{"everyone":1},"help":true,
        "rule_book":true,"after_draw":"stands","wrong_claim":"loses"}}"#;
    check(
        [json(&RulesDto::from(read_rules(text)))],
        expect![[r#"
        {"preset":"beginner","knobs":{"wrong_claim":"loses"}}
    "#]],
    );
}

#[test]
fn knobs_can_be_set_by_hand() {
    let mut rules = RulesDto::from(RuleSet::preset(Preset::Fesa));
    rules.knobs.help = Some(AllowedDto(true));
    let rules = RuleSet::try_from(rules).unwrap();
    assert_eq!(rules.knobs().help, Allowed::Yes);
}

fn read_opening(text: &str) -> Opening {
    let dto: OpeningDto = serde_json::from_str(text).expect("it can be read");
    dto.try_into().expect("it can be read")
}

#[test]
fn openings_are_complete() {
    let plain = Opening::new(Preset::Casual);
    let mut full = Opening::new(Preset::Seireigi);
    full.start = StartFrom::Handicap(Handicap::TwoPiece);
    full.clock = Some("B:15m+60s W:1h+3x30s".parse().unwrap());
    full.players[Color::Black].name = "Habu \"7\"".to_owned();
    full.players[Color::White].experience = Experience::Beginner;
    full.attendance = Attendance::ToArrive;
    full.arbiter = Arbiter::Named;
    full.players[Color::Black].grade = Some("4 dan".parse().unwrap());
    full.then = Some(SecondGame {
        handicap: Handicap::FourPiece,
        clock: full.clock,
    });
    let mut custom = Opening::new(Preset::Fesa);
    let setup = "4k4/9/4P4/9/9/9/9/9/4K4 b G2p 7".parse().unwrap();
    custom.start = StartFrom::Custom(Box::new(setup));
    custom.clock = Some("10m+5s/move".parse().unwrap());
    custom.first_move = FirstMove::Furigoma {
        tosser: Color::White,
    };
    let lines = [plain, full, custom].map(|opening| {
        let line = json(&OpeningDto::from(&opening));
        assert_eq!(read_opening(&line), opening);
        line
    });
    check(
        lines,
        expect![[r#"
            {"version":3,"variant":"shogi","start":{"handicap":"even"},"rules":{"preset":"casual"},"clock":null,"players":{"black":{"name":"","experience":"experienced"},"white":{"name":"","experience":"experienced"}},"first_move":"settled","attendance":"present"}
            {"version":3,"variant":"seireigi","start":{"handicap":"two-piece"},"rules":{"preset":"seireigi"},"clock":"B:15m+60s W:1h+3x30s","players":{"black":{"name":"Habu \"7\"","experience":"experienced","grade":"4 dan"},"white":{"name":"","experience":"beginner"}},"first_move":"settled","attendance":"to-arrive","arbiter":true,"then":{"handicap":"four-piece","clock":"B:15m+60s W:1h+3x30s"}}
            {"version":3,"variant":"shogi","start":{"sfen":"4k4/9/4P4/9/9/9/9/9/4K4 b G2p 7"},"rules":{"preset":"fesa"},"clock":"10m+5s/move","players":{"black":{"name":"","experience":"experienced"},"white":{"name":"","experience":"experienced"}},"first_move":{"furigoma":{"tosser":"white"}},"attendance":"present"}
        "#]],
    );
}

#[test]
fn openings_of_version_1_are_read_and_their_games_go_on() {
    let stored = r#"{"version":1,"variant":"shogi","start":{"handicap":"even"},"rules":{"preset":"fesa","knobs":{"judge":"arbiter"}},"clock":"10m","players":{"black":{"name":"","experience":"experienced"},"white":{"name":"","experience":"experienced"}},"first_move":"settled","attendance":"present"}"#;
    let opening = read_opening(stored);
    assert_eq!(json(&OpeningDto::from(&opening)), stored);
    // It does not say whether there is an arbiter, and is taken to have one.
    assert!(opening.has_arbiter());
    assert!(Game::new(opening.clone()).is_ok());
    let without = Opening {
        version: EVENT_VERSION,
        ..opening.clone()
    };
    assert_eq!(Game::new(without).unwrap_err(), OpeningError::NoArbiter);
    let unknown = Opening {
        version: EVENT_VERSION + 1,
        ..opening
    };
    let error = OpeningError::Version(EVENT_VERSION + 1);
    assert_eq!(Game::new(unknown).unwrap_err(), error);
}

#[test]
fn clocks_that_no_text_can_say_are_objects() {
    let none = TimeControl::sudden_death(Millis::ZERO);
    let five = TimeControl::sudden_death(Millis::from_secs(300));
    let long = TimeControl::increment(TimeControl::LONGEST.plus(Millis::new(1)), Millis::ZERO);
    let periods = TimeControl {
        main: Millis::new(1),
        extra: Extra::Byoyomi {
            period: Millis::ZERO,
            periods: 3.try_into().unwrap(),
        },
    };
    let pairs = [[none, five], [five, BYOYOMI_WITHOUT_TIME], [long, periods]];
    let lines = pairs.map(|pair| {
        let mut opening = Opening::new(Preset::Fesa);
        opening.clock = Some(ClockSpec(ByColor(pair)));
        let dto = OpeningDto::from(&opening);
        assert_eq!(read_opening(&json(&dto)), opening);
        json(&dto.clock)
    });
    check(
        lines,
        expect![[r#"
        {"black":{"main":0},"white":"5m"}
        {"black":"5m","white":{"main":500,"byoyomi":0}}
        {"black":{"main":3600000001,"increment":0},"white":{"main":1,"byoyomi":0,"periods":3}}
    "#]],
    );
}
