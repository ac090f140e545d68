//! What holds in every game, whoever does whatever.

mod random;

use komadai_core::{AnyPosition, ByColor, Color, Move, Variant};
use komadai_game::{
    Act, Actor, Allowed, Arbiter, Command, Decision, Deed, Event, Fact, Game, Millis, Opening,
    Phase, Preset, apply, decide,
};
use random::commands::Style;
use random::coverage::Coverage;
use random::{Rng, openings, run};
use std::collections::BTreeMap;

/// Games of the test; the soak plays many more.
const GAMES: u64 = 10_000;

#[test]
fn positions_of_the_generator_are_positions_of_games() {
    for sfen in openings::NEAR_AN_END {
        for variant in Variant::ALL {
            let position = AnyPosition::from_sfen(variant, sfen);
            assert!(position.is_ok(), "{sfen}: {position:?}");
        }
    }
}

#[test]
fn random_commands_of_everyone_keep_games_in_order() {
    let mut coverage = Coverage::default();
    for seed in 0..GAMES {
        let game = std::panic::AssertUnwindSafe(|| run::game(seed, &mut coverage));
        if let Err(panic) = std::panic::catch_unwind(game) {
            eprintln!("the game of seed {seed} failed");
            std::panic::resume_unwind(panic);
        }
    }
    eprintln!("{coverage}");
    check_coverage(&coverage);
}

/// The names that have not come up in a table.
fn missing<'w>(table: &BTreeMap<String, u64>, wanted: &[&'w str]) -> Vec<&'w str> {
    let absent = |name: &&&str| !table.contains_key(**name);
    wanted.iter().filter(absent).copied().collect()
}

/// The games must be deep enough to meet what can happen.
fn check_coverage(coverage: &Coverage) {
    let none: [&str; 0] = [];
    let causes = [
        "Checkmate",
        "NoLegalMove",
        "Resignation",
        "IllegalMove",
        "KingTaken",
        "Repetition",
        "PerpetualCheck",
        "Declaration",
        "WrongDeclaration",
        "DeclarationWithoutTime",
        "Count",
        "Try",
        "MoveLimit",
        "Impasse",
        "TimeUp",
        "BothFlags",
        "TakeBack",
        "EarlyPress",
        "WrongClaim",
        "LateArrival",
        "NoShow",
        "Penalty",
        "Decision",
        "WrongStart",
        "Aborted",
        "AgreedDraw",
        "AgreedCancellation",
    ];
    assert_eq!(missing(&coverage.causes, &causes), none);
    let facts = [
        "ClockPlaced",
        "Tossed",
        "Arrived",
        "Greeted",
        "Started",
        "Moved",
        "Pressed",
        "PressedEarly",
        "PressedBack",
        "Claimed",
        "ClaimRejected",
        "Declared",
        "Offered",
        "Accepted",
        "Declined",
        "TakenBack",
        "ArbiterCalled",
        "ArbiterAbsent",
        "Displaced",
        "PutBack",
        "AskedToArrange",
        "Arranged",
        "FlagFell",
        "Ruled",
        "Ended",
    ];
    assert_eq!(missing(&coverage.facts, &facts), none);
    let breaches: Vec<String> = komadai_game::Breach::ALL
        .iter()
        .map(|breach| format!("{breach:?}"))
        .collect();
    let breaches: Vec<&str> = breaches.iter().map(String::as_str).collect();
    assert_eq!(missing(&coverage.breaches, &breaches), none);
}

/// Two games that differ in the last move alone: a legal one, and one that is not.
fn pair(seed: u64, preset: Preset) -> Option<[(Game, Vec<Event>); 2]> {
    let mut rng = Rng::new(seed);
    let mut opening = openings::opening(&mut rng);
    opening.rules = komadai_game::RuleSet::preset(preset);
    let mut coverage = Coverage::default();
    let mut run = run::Run::new(opening, rng.clone(), &mut coverage);
    run.play(20 + rng.below(60) as u32);
    let game = run.game;
    let color = game.turn();
    if game.phase() != Phase::Running {
        return None;
    }
    let at = game.now();
    let legal: Vec<Move> = game.position().legal_moves().iter().copied().collect();
    let legal = legal.into_iter().map(Deed::Move);
    let illegal = (0..50).map(|_| random::commands::deed(&mut rng, &game, color));
    let after = |deed: Deed, wanted: fn(&Fact) -> bool| {
        let command = Command::new(Actor::Player(color), Act::play(deed));
        let events = decide(&game, command, at).ok()?;
        let stands = events.len() == 1 && wanted(&events[0].fact);
        let next = events.iter().fold(game.clone(), apply);
        stands.then_some((next, events))
    };
    let is_legal = |fact: &Fact| matches!(fact, Fact::Moved(moved) if moved.breach.is_none());
    let is_illegal = |fact: &Fact| matches!(fact, Fact::Moved(moved) if moved.breach.is_some());
    let legal = legal.into_iter().find_map(|deed| after(deed, is_legal))?;
    let illegal = illegal
        .into_iter()
        .find_map(|deed| after(deed, is_illegal))?;
    Some([legal, illegal])
}

#[test]
fn nothing_on_offer_betrays_an_illegal_move() {
    let actors = [
        Actor::BLACK,
        Actor::WHITE,
        Actor::Arbiter,
        Actor::Bystander,
        Actor::Clock,
        Actor::Host,
    ];
    for preset in [
        Preset::Fesa,
        Preset::JsaPro,
        Preset::JsaAmateur,
        Preset::Beginner,
    ] {
        let mut pairs = 0;
        for seed in 0..1_000 {
            let Some([(legal, legal_events), (illegal, illegal_events)]) = pair(seed, preset)
            else {
                continue;
            };
            pairs += 1;
            for actor in actors {
                assert_eq!(legal.may(actor), illegal.may(actor), "{preset} {seed}");
            }
            assert_eq!(legal.help(), illegal.help());
            let public = |events: &[Event]| {
                let mut event = events[0].public(Allowed::No);
                if let Fact::Moved(moved) = &mut event.fact {
                    // What everyone sees on the board.
                    moved.deed = "7g7f".parse().unwrap();
                }
                event
            };
            assert_eq!(public(&legal_events), public(&illegal_events));
        }
        assert!(pairs > 50, "{preset}: only {pairs} pairs");
    }
}

#[test]
fn a_finished_game_takes_greetings_rulings_and_nothing_else() {
    let opening = Opening {
        arbiter: Arbiter::Named,
        ..Opening::new(Preset::Fesa)
    };
    let mut game = Game::new(opening).unwrap();
    for (actor, act) in [(Actor::WHITE, Act::Start), (Actor::BLACK, Act::Resign)] {
        for event in decide(&game, Command::new(actor, act), Millis::ZERO).unwrap() {
            game.apply(&event);
        }
    }
    let mut rng = Rng::new(7);
    let (mut greetings, mut rulings) = (0, 0);
    for _ in 0..5_000 {
        let command = random::commands::command(&mut rng, &game, ByColor([Style::Wild; 2]));
        for event in decide(&game, command, Millis::ZERO).unwrap_or_default() {
            match &event.fact {
                Fact::Greeted => greetings += 1,
                Fact::Ruled(ruling) => {
                    assert_eq!(event.by, Actor::Arbiter);
                    let on_result = matches!(
                        ruling.decision,
                        Decision::Result(_) | Decision::Penalize { .. }
                    );
                    assert!(on_result, "{ruling:?}");
                    rulings += 1;
                }
                Fact::Ended(_) => assert_eq!(event.by, Actor::Arbiter),
                fact => panic!("{fact:?} after the end"),
            }
            game.apply(&event);
            assert!(game.outcome().is_some());
        }
    }
    assert_eq!(greetings, 2);
    assert!(rulings > 0);
    for color in Color::ALL {
        assert_eq!(game.may(Actor::Player(color)), []);
    }
}
