//! Events and acts.

use crate::check;
use crate::json;
use expect_test::expect;
use komadai_core::{ByColor, Color, Unmet};
use komadai_game::furigoma::{Commitment, PawnFace, Seed, Toss};
use komadai_game::{
    Act, Actor, Allowed, Breach, Cause, Claim, ClockSide, Decision, Event, Fact, Ground,
    Impossible, Millis, Moved, Offence, Offer, Outcome, Penalty, Refusal, Ruling, TakenBack,
    TimeControl, Verdict, Wanted, Why,
};
use komadai_wire::act::ActDto;
use komadai_wire::event::EventDto;
use komadai_wire::names::BreachDto;
use komadai_wire::outcome::CauseDto;
use komadai_wire::refusal::RefusalDto;

const TOSS: Toss = Toss([
    PawnFace::Unpromoted,
    PawnFace::Unpromoted,
    PawnFace::Promoted,
    PawnFace::Unpromoted,
    PawnFace::NotFlat,
]);

const OUTCOME: Outcome = Outcome {
    verdict: Verdict::Wins(Color::White),
    cause: Cause::Resignation,
};

fn ruling(decision: Decision) -> Ruling {
    Ruling {
        decision,
        reason: "as seen".into(),
    }
}

fn moved(deed: &str) -> Moved {
    Moved {
        color: Color::Black,
        deed: deed.parse().expect("it can be read"),
        breach: None,
        check: false,
        lag: Millis::ZERO,
    }
}

fn facts() -> Vec<Fact> {
    vec![
        Fact::ClockPlaced(ClockSide::Left),
        Fact::Tossed(TOSS),
        Fact::TossCommitted(Commitment([0xab; 32])),
        Fact::NonceAdded([0x0f; 32]),
        Fact::TossRevealed(Seed([0x10; 32])),
        Fact::Arrived,
        Fact::Greeted,
        Fact::Started,
        Fact::Moved(moved("7g7f")),
        Fact::Moved(moved("P*5e")),
        Fact::Moved(Moved {
            breach: Some(Breach::PromotedDrop),
            check: true,
            lag: Millis::new(250),
            ..moved("+P*5e")
        }),
        Fact::Pressed,
        Fact::PressedEarly,
        Fact::PressedBack,
        Fact::Claimed(Claim::Flag),
        Fact::ClaimRejected(Claim::IllegalMove {
            offender: Color::White,
        }),
        Fact::Declared,
        Fact::Offered(Offer::Draw),
        Fact::Accepted(Offer::TakeBack),
        Fact::Declined(Offer::Cancel),
        Fact::TakenBack {
            ply: 12,
            why: TakenBack::Granted,
        },
        Fact::TakenBack {
            ply: 13,
            why: TakenBack::Forgiven(Breach::TwoPawns),
        },
        Fact::ArbiterCalled("\"noise\"".into()),
        Fact::ArbiterAbsent,
        Fact::Displaced,
        Fact::PutBack,
        Fact::AskedToArrange,
        Fact::Arranged,
        Fact::FlagFell(Color::White),
        Fact::Ruled(ruling(Decision::Pause)),
        Fact::Ended(OUTCOME),
    ]
}

fn event(fact: Fact) -> Event {
    Event {
        at: Millis::new(61_500),
        by: Actor::BLACK,
        fact,
    }
}

fn read_event(text: &str) -> Event {
    let dto: EventDto = serde_json::from_str(text).expect("it can be read");
    dto.try_into().expect("it can be read")
}

#[test]
fn every_kind_of_fact_has_its_line() {
    let events: Vec<Event> = facts().into_iter().map(event).collect();
    for event in &events {
        assert_eq!(read_event(&json(&EventDto::from(event))), *event);
    }
    let lines = events.iter().map(|event| json(&EventDto::from(event)));
    check(
        lines,
        expect![[r#"
        {"at":61500,"by":"black","fact":{"kind":"clock-placed","side":"left"}}
        {"at":61500,"by":"black","fact":{"kind":"tossed","toss":"UUPUE"}}
        {"at":61500,"by":"black","fact":{"kind":"toss-committed","commitment":"abababababababababababababababababababababababababababababababab"}}
        {"at":61500,"by":"black","fact":{"kind":"nonce-added","nonce":"0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f"}}
        {"at":61500,"by":"black","fact":{"kind":"toss-revealed","seed":"1010101010101010101010101010101010101010101010101010101010101010"}}
        {"at":61500,"by":"black","fact":{"kind":"arrived"}}
        {"at":61500,"by":"black","fact":{"kind":"greeted"}}
        {"at":61500,"by":"black","fact":{"kind":"started"}}
        {"at":61500,"by":"black","fact":{"kind":"moved","color":"black","deed":"7g7f"}}
        {"at":61500,"by":"black","fact":{"kind":"moved","color":"black","deed":"P*5e"}}
        {"at":61500,"by":"black","fact":{"kind":"moved","color":"black","deed":"+P*5e","breach":"promoted-drop","check":true,"lag":250}}
        {"at":61500,"by":"black","fact":{"kind":"pressed"}}
        {"at":61500,"by":"black","fact":{"kind":"pressed-early"}}
        {"at":61500,"by":"black","fact":{"kind":"pressed-back"}}
        {"at":61500,"by":"black","fact":{"kind":"claimed","claim":{"kind":"flag"}}}
        {"at":61500,"by":"black","fact":{"kind":"claim-rejected","claim":{"kind":"illegal-move","offender":"white"}}}
        {"at":61500,"by":"black","fact":{"kind":"declared"}}
        {"at":61500,"by":"black","fact":{"kind":"offered","offer":"draw"}}
        {"at":61500,"by":"black","fact":{"kind":"accepted","offer":"take-back"}}
        {"at":61500,"by":"black","fact":{"kind":"declined","offer":"cancel"}}
        {"at":61500,"by":"black","fact":{"kind":"taken-back","ply":12}}
        {"at":61500,"by":"black","fact":{"kind":"taken-back","ply":13,"forgiven":"two-pawns"}}
        {"at":61500,"by":"black","fact":{"kind":"arbiter-called","reason":"\"noise\""}}
        {"at":61500,"by":"black","fact":{"kind":"arbiter-absent"}}
        {"at":61500,"by":"black","fact":{"kind":"displaced"}}
        {"at":61500,"by":"black","fact":{"kind":"put-back"}}
        {"at":61500,"by":"black","fact":{"kind":"asked-to-arrange"}}
        {"at":61500,"by":"black","fact":{"kind":"arranged"}}
        {"at":61500,"by":"black","fact":{"kind":"flag-fell","color":"white"}}
        {"at":61500,"by":"black","fact":{"kind":"ruled","decision":{"kind":"pause"},"reason":"as seen"}}
        {"at":61500,"by":"black","fact":{"kind":"ended","verdict":"white-wins","cause":{"kind":"resignation"}}}
    "#]],
    );
}

#[test]
fn every_actor_has_a_name() {
    let actors = [
        Actor::BLACK,
        Actor::WHITE,
        Actor::Arbiter,
        Actor::Bystander,
        Actor::Clock,
        Actor::Host,
    ];
    let lines = actors.map(|by| {
        let event = Event {
            by,
            ..event(Fact::Started)
        };
        let line = json(&EventDto::from(&event));
        assert_eq!(read_event(&line), event);
        line
    });
    check(
        lines,
        expect![[r#"
        {"at":61500,"by":"black","fact":{"kind":"started"}}
        {"at":61500,"by":"white","fact":{"kind":"started"}}
        {"at":61500,"by":"arbiter","fact":{"kind":"started"}}
        {"at":61500,"by":"bystander","fact":{"kind":"started"}}
        {"at":61500,"by":"clock","fact":{"kind":"started"}}
        {"at":61500,"by":"host","fact":{"kind":"started"}}
    "#]],
    );
}

#[test]
fn what_is_public_betrays_neither_breach_nor_check() {
    let illegal = event(Fact::Moved(Moved {
        breach: Some(Breach::TwoPawns),
        check: true,
        ..moved("P*5e")
    }));
    check(
        [
            json(&EventDto::from(&illegal.public(Allowed::No))),
            json(&EventDto::from(&illegal.public(Allowed::Yes))),
        ],
        expect![[r#"
            {"at":61500,"by":"black","fact":{"kind":"moved","color":"black","deed":"P*5e"}}
            {"at":61500,"by":"black","fact":{"kind":"moved","color":"black","deed":"P*5e","check":true}}
        "#]],
    );
}

pub(crate) fn causes() -> Vec<Cause> {
    vec![
        Cause::Checkmate,
        Cause::NoLegalMove,
        Cause::Resignation,
        Cause::IllegalMove(Breach::TwoPawns),
        Cause::KingTaken,
        Cause::Repetition,
        Cause::PerpetualCheck,
        Cause::Declaration,
        Cause::WrongDeclaration(Unmet {
            king_outside: true,
            in_check: true,
            missing_pieces: 2,
            missing_points: 3,
        }),
        Cause::WrongDeclaration(Unmet {
            missing_points: 1,
            ..Unmet::default()
        }),
        Cause::DeclarationWithoutTime,
        Cause::Count(ByColor([31, 23])),
        Cause::Try,
        Cause::MoveLimit,
        Cause::Impasse,
        Cause::TimeUp,
        Cause::BothFlags,
        Cause::TakeBack,
        Cause::EarlyPress,
        Cause::WrongClaim,
        Cause::LateArrival,
        Cause::NoShow,
        Cause::Penalty(Ground::OutsideHint),
        Cause::Decision,
        Cause::WrongStart,
        Cause::Aborted,
        Cause::AgreedDraw,
        Cause::AgreedCancellation,
    ]
}

#[test]
fn every_cause_has_its_line() {
    let lines = causes().into_iter().map(|cause| {
        let line = json(&CauseDto::from(cause));
        let read: CauseDto = serde_json::from_str(&line).unwrap();
        assert_eq!(Cause::from(read), cause);
        // The names are those that other data use.
        assert!(line.contains(&format!("{:?}", cause.name())), "{line}");
        line
    });
    check(
        lines,
        expect![[r#"
        {"kind":"checkmate"}
        {"kind":"no-legal-move"}
        {"kind":"resignation"}
        {"kind":"illegal-move","fault":"two-pawns"}
        {"kind":"king-taken"}
        {"kind":"repetition"}
        {"kind":"perpetual-check"}
        {"kind":"declaration"}
        {"kind":"wrong-declaration","king_outside":true,"in_check":true,"missing_pieces":2,"missing_points":3}
        {"kind":"wrong-declaration","missing_points":1}
        {"kind":"declaration-without-time"}
        {"kind":"count","black":31,"white":23}
        {"kind":"try"}
        {"kind":"move-limit"}
        {"kind":"impasse"}
        {"kind":"time-up"}
        {"kind":"both-flags"}
        {"kind":"take-back"}
        {"kind":"early-press"}
        {"kind":"wrong-claim"}
        {"kind":"late-arrival"}
        {"kind":"no-show"}
        {"kind":"penalty","ground":"outside-hint"}
        {"kind":"decision"}
        {"kind":"wrong-start"}
        {"kind":"aborted"}
        {"kind":"agreed-draw"}
        {"kind":"agreed-cancellation"}
    "#]],
    );
}

#[test]
fn every_verdict_has_its_name() {
    let verdicts = [
        Verdict::Wins(Color::Black),
        Verdict::Wins(Color::White),
        Verdict::Draw,
        Verdict::BothLose,
        Verdict::NoContest,
    ];
    let lines = verdicts.map(|verdict| {
        let event = event(Fact::Ended(Outcome { verdict, ..OUTCOME }));
        let line = json(&EventDto::from(&event));
        assert_eq!(read_event(&line), event);
        line
    });
    check(
        lines,
        expect![[r#"
        {"at":61500,"by":"black","fact":{"kind":"ended","verdict":"black-wins","cause":{"kind":"resignation"}}}
        {"at":61500,"by":"black","fact":{"kind":"ended","verdict":"white-wins","cause":{"kind":"resignation"}}}
        {"at":61500,"by":"black","fact":{"kind":"ended","verdict":"draw","cause":{"kind":"resignation"}}}
        {"at":61500,"by":"black","fact":{"kind":"ended","verdict":"both-lose","cause":{"kind":"resignation"}}}
        {"at":61500,"by":"black","fact":{"kind":"ended","verdict":"no-contest","cause":{"kind":"resignation"}}}
    "#]],
    );
}

#[test]
fn names_come_from_the_table_of_offences() {
    for breach in Breach::ALL {
        let name = BreachDto::from(breach).name();
        assert_eq!(name, breach.name());
        assert!(Offence::ALL.iter().any(|offence| offence.name == name));
    }
    let impossible = [
        Impossible::NoPiece,
        Impossible::NotInHand,
        Impossible::NoOtherSide,
    ];
    for impossible in impossible {
        let refusal = Refusal {
            by: Actor::BLACK,
            what: Wanted::Play,
            why: Why::Impossible(impossible),
        };
        let detail = RefusalDto::from(&refusal).detail;
        assert_eq!(detail.as_deref(), Some(impossible.offence().name));
    }
    for cause in causes() {
        let form = serde_json::to_value(CauseDto::from(cause)).unwrap();
        assert_eq!(form["kind"], cause.name());
    }
}

const BYOYOMI_WITHOUT_TIME: TimeControl = TimeControl::byoyomi(Millis::new(500), Millis::ZERO);

fn decisions() -> Vec<Decision> {
    let penalties = [
        Penalty::Warning,
        Penalty::TimeToOpponent(Millis::from_secs(60)),
        Penalty::TimeOff(Millis::from_secs(30)),
        Penalty::Loss,
        Penalty::Expulsion,
    ];
    let grounds = [
        Ground::ClockHandling,
        Ground::NoReasonToStop,
        Ground::Displacement,
        Ground::EarlyPress,
        Ground::Disarranged,
        Ground::OutsideHint,
        Ground::Advice,
        Ground::Conduct,
        Ground::RefusedRuling,
        Ground::Other,
    ];
    let pairs = grounds.into_iter().zip(penalties.into_iter().cycle());
    let mut all: Vec<Decision> = pairs
        .map(|(ground, penalty)| Decision::Penalize {
            offender: Color::White,
            penalty,
            ground,
        })
        .collect();
    let color = Color::Black;
    let control = |text: &str| text.parse().expect("it can be read");
    all.extend([
        Decision::AwardTime {
            to: color,
            time: Millis::from_secs(120),
        },
        Decision::SetClock {
            color,
            main: Millis::from_secs(300),
            periods: 3,
        },
        Decision::SetControl {
            color,
            control: control("10m+5s/move"),
        },
        Decision::SetControl {
            color,
            control: BYOYOMI_WITHOUT_TIME,
        },
        Decision::Pause,
        Decision::Resume,
        Decision::PutBack,
        Decision::RestorePosition { ply: 40 },
        Decision::WrongStart,
        Decision::Uphold,
        Decision::Reject,
        Decision::NoShow(color),
        Decision::BothNoShow,
        Decision::Result(Verdict::Draw),
        Decision::Abort,
    ]);
    all
}

#[test]
fn every_decision_has_its_line() {
    let lines = decisions().into_iter().map(|decision| {
        let fact = event(Fact::Ruled(ruling(decision)));
        assert_eq!(read_event(&json(&EventDto::from(&fact))), fact);
        json(&ActDto::from(&Act::Rule(ruling(decision))))
    });
    check(
        lines,
        expect![[r#"
        {"kind":"rule","decision":{"kind":"penalize","offender":"white","penalty":"warning","ground":"clock-handling"},"reason":"as seen"}
        {"kind":"rule","decision":{"kind":"penalize","offender":"white","penalty":"time-to-opponent","time":60000,"ground":"no-reason-to-stop"},"reason":"as seen"}
        {"kind":"rule","decision":{"kind":"penalize","offender":"white","penalty":"time-off","time":30000,"ground":"displacement"},"reason":"as seen"}
        {"kind":"rule","decision":{"kind":"penalize","offender":"white","penalty":"loss","ground":"early-press"},"reason":"as seen"}
        {"kind":"rule","decision":{"kind":"penalize","offender":"white","penalty":"expulsion","ground":"disarranged"},"reason":"as seen"}
        {"kind":"rule","decision":{"kind":"penalize","offender":"white","penalty":"warning","ground":"outside-hint"},"reason":"as seen"}
        {"kind":"rule","decision":{"kind":"penalize","offender":"white","penalty":"time-to-opponent","time":60000,"ground":"advice"},"reason":"as seen"}
        {"kind":"rule","decision":{"kind":"penalize","offender":"white","penalty":"time-off","time":30000,"ground":"conduct"},"reason":"as seen"}
        {"kind":"rule","decision":{"kind":"penalize","offender":"white","penalty":"loss","ground":"refused-ruling"},"reason":"as seen"}
        {"kind":"rule","decision":{"kind":"penalize","offender":"white","penalty":"expulsion","ground":"other"},"reason":"as seen"}
        {"kind":"rule","decision":{"kind":"award-time","to":"black","time":120000},"reason":"as seen"}
        {"kind":"rule","decision":{"kind":"set-clock","color":"black","main":300000,"periods":3},"reason":"as seen"}
        {"kind":"rule","decision":{"kind":"set-control","color":"black","control":"10m+5s/move"},"reason":"as seen"}
        {"kind":"rule","decision":{"kind":"set-control","color":"black","control":{"main":500,"byoyomi":0}},"reason":"as seen"}
        {"kind":"rule","decision":{"kind":"pause"},"reason":"as seen"}
        {"kind":"rule","decision":{"kind":"resume"},"reason":"as seen"}
        {"kind":"rule","decision":{"kind":"put-back"},"reason":"as seen"}
        {"kind":"rule","decision":{"kind":"restore-position","ply":40},"reason":"as seen"}
        {"kind":"rule","decision":{"kind":"wrong-start"},"reason":"as seen"}
        {"kind":"rule","decision":{"kind":"uphold"},"reason":"as seen"}
        {"kind":"rule","decision":{"kind":"reject"},"reason":"as seen"}
        {"kind":"rule","decision":{"kind":"no-show","color":"black"},"reason":"as seen"}
        {"kind":"rule","decision":{"kind":"both-no-show"},"reason":"as seen"}
        {"kind":"rule","decision":{"kind":"result","verdict":"draw"},"reason":"as seen"}
        {"kind":"rule","decision":{"kind":"abort"},"reason":"as seen"}
    "#]],
    );
}

fn acts() -> Vec<Act> {
    let next = Some("P*5e".parse().expect("it can be read"));
    let mut acts = vec![
        Act::PlaceClock(ClockSide::Right),
        Act::Toss(TOSS),
        Act::CommitToss(Commitment([0xab; 32])),
        Act::AddNonce([0x0f; 32]),
        Act::RevealToss(Seed([0x10; 32])),
        Act::Arrive,
        Act::Greet,
        Act::Start,
        Act::play("7g7f".parse().expect("it can be read")),
        Act::play("+P*5e".parse().expect("it can be read")),
        Act::Press,
        Act::Resign,
        Act::Declare,
        Act::Claim(Claim::IllegalMove {
            offender: Color::White,
        }),
        Act::Claim(Claim::Flag),
        Act::Claim(Claim::Repetition { next: None }),
        Act::Claim(Claim::Repetition { next }),
        Act::Claim(Claim::Count),
        Act::TakeBack,
        Act::CallArbiter("noise".into()),
        Act::Displace,
        Act::PutBack,
        Act::AskToArrange,
        Act::Arrange,
        Act::Tick,
        Act::Rule(ruling(Decision::Resume)),
    ];
    acts.extend(Offer::ALL.map(Act::Offer));
    acts.extend(Offer::ALL.map(Act::Accept));
    acts.extend(Offer::ALL.map(Act::Decline));
    acts
}

fn read_act(text: &str) -> Act {
    let dto: ActDto = serde_json::from_str(text).expect("it can be read");
    dto.try_into().expect("it can be read")
}

#[test]
fn every_act_has_its_line() {
    let lines = acts().into_iter().map(|act| {
        let line = json(&ActDto::from(&act));
        assert_eq!(read_act(&line), act);
        line
    });
    check(
        lines,
        expect![[r#"
        {"kind":"place-clock","side":"right"}
        {"kind":"toss","toss":"UUPUE"}
        {"kind":"commit-toss","commitment":"abababababababababababababababababababababababababababababababab"}
        {"kind":"add-nonce","nonce":"0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f"}
        {"kind":"reveal-toss","seed":"1010101010101010101010101010101010101010101010101010101010101010"}
        {"kind":"arrive"}
        {"kind":"greet"}
        {"kind":"start"}
        {"kind":"play","deed":"7g7f"}
        {"kind":"play","deed":"+P*5e"}
        {"kind":"press"}
        {"kind":"resign"}
        {"kind":"declare"}
        {"kind":"claim","claim":{"kind":"illegal-move","offender":"white"}}
        {"kind":"claim","claim":{"kind":"flag"}}
        {"kind":"claim","claim":{"kind":"repetition"}}
        {"kind":"claim","claim":{"kind":"repetition","next":"P*5e"}}
        {"kind":"claim","claim":{"kind":"count"}}
        {"kind":"take-back"}
        {"kind":"call-arbiter","reason":"noise"}
        {"kind":"displace"}
        {"kind":"put-back"}
        {"kind":"ask-to-arrange"}
        {"kind":"arrange"}
        {"kind":"tick"}
        {"kind":"rule","decision":{"kind":"resume"},"reason":"as seen"}
        {"kind":"offer","offer":"count"}
        {"kind":"offer","offer":"take-back"}
        {"kind":"offer","offer":"draw"}
        {"kind":"offer","offer":"cancel"}
        {"kind":"accept","offer":"count"}
        {"kind":"accept","offer":"take-back"}
        {"kind":"accept","offer":"draw"}
        {"kind":"accept","offer":"cancel"}
        {"kind":"decline","offer":"count"}
        {"kind":"decline","offer":"take-back"}
        {"kind":"decline","offer":"draw"}
        {"kind":"decline","offer":"cancel"}
    "#]],
    );
}

#[test]
fn clients_do_not_say_how_late_their_moves_are() {
    let late = Act::Play {
        deed: "7g7f".parse().unwrap(),
        lag: Millis::from_secs(3),
    };
    let read = read_act(&json(&ActDto::from(&late)));
    assert_eq!(read, Act::play("7g7f".parse().unwrap()));
}

#[test]
fn what_later_versions_add_to_a_log_is_passed_over() {
    let line = r#"{"at":1,"by":"black","mood":"calm","fact":{"kind":"moved","color":"black",
        "deed":"7g7f","style":"slow"}}"#;
    assert_eq!(
        read_event(line),
        Event {
            at: Millis::new(1),
            by: Actor::BLACK,
            fact: Fact::Moved(moved("7g7f")),
        }
    );
    let line = r#"{"at":1,"by":"arbiter","fact":{"kind":"ruled","reason":"","decision":
        {"kind":"pause","until":5}}}"#;
    let pause = Ruling {
        decision: Decision::Pause,
        reason: "".into(),
    };
    assert_eq!(read_event(line).fact, Fact::Ruled(pause));
}
