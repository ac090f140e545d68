//! Logs of random games survive the way through JSON.

#[allow(dead_code, reason = "the tests of the game use more of it")]
#[path = "../../../game/tests/random/mod.rs"]
mod random;

use komadai_core::{ByColor, Color};
use komadai_game::{
    Act, Allowed, ClockSpec, Event, Extra, Fact, Game, Millis, Opening, Preset, RuleSet,
    TimeControl, decide,
};
use komadai_wire::act::ActDto;
use komadai_wire::event::EventDto;
use komadai_wire::opening::OpeningDto;
use komadai_wire::refusal::{self, RefusalDto};
use komadai_wire::rules::RulesDto;
use komadai_wire::view::{ClockDto, PhaseDto};
use proptest::prelude::*;
use random::commands::Style;
use random::coverage::Coverage;
use random::{Rng, openings, run};
use std::num::NonZeroU32;

const GAMES: u64 = 1_500;

fn through_json(event: &Event) -> Event {
    let text = serde_json::to_string(&EventDto::from(event)).expect("it can be written");
    let dto: EventDto = serde_json::from_str(&text).expect("it can be read");
    assert_eq!(dto, EventDto::from(event));
    dto.try_into().expect("it can be read")
}

fn opening_through_json(opening: &Opening) -> Opening {
    let text = serde_json::to_string(&OpeningDto::from(opening)).expect("it can be written");
    let dto: OpeningDto = serde_json::from_str(&text).expect("it can be read");
    dto.try_into().expect("it can be read")
}

#[test]
fn a_log_that_was_stored_gives_the_same_game() {
    let mut coverage = Coverage::default();
    for seed in 0..GAMES {
        let mut rng = Rng::new(seed);
        let opening = openings::opening(&mut rng);
        let mut run = run::Run::new(opening, rng, &mut coverage);
        run.play(200);
        let stored: Vec<Event> = run.events.iter().map(through_json).collect();
        assert_eq!(stored, run.events, "seed {seed}");
        let opening = opening_through_json(run.game.opening());
        let replayed = Game::replay(opening, &stored).unwrap();
        assert!(replayed == run.game, "seed {seed}");
    }
    // So that the games are worth something.
    assert!(coverage.facts.len() >= 24, "{coverage}");
    assert!(coverage.causes.len() >= 25, "{coverage}");
}

/// What is sent while a game runs.
fn told(event: &Event, help: Allowed) -> EventDto {
    EventDto::from(&event.public(help))
}

#[test]
fn public_events_never_tell_of_a_breach() {
    let mut coverage = Coverage::default();
    let mut hidden = 0;
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let opening = openings::opening(&mut rng);
        let mut run = run::Run::new(opening, rng, &mut coverage);
        run.play(120);
        for event in &run.events {
            let silent = serde_json::to_string(&told(event, Allowed::No)).unwrap();
            let helping = serde_json::to_string(&told(event, Allowed::Yes)).unwrap();
            assert!(!silent.contains("breach") && !helping.contains("breach"));
            assert!(!silent.contains("\"check\""), "{silent}");
            if let Fact::Moved(moved) = &event.fact {
                assert_eq!(helping.contains("\"check\""), moved.check);
                hidden += u32::from(moved.breach.is_some());
                // A legal and an illegal move look alike.
                let mut legal = event.clone();
                if let Fact::Moved(moved) = &mut legal.fact {
                    moved.breach = None;
                }
                assert_eq!(event.public(Allowed::Yes), legal.public(Allowed::Yes));
            }
        }
    }
    assert!(hidden > 100, "only {hidden} illegal moves");
}

/// A command without the lag, which clients do not send.
fn sent(act: &Act) -> Act {
    match act {
        Act::Play { deed, .. } => Act::play(*deed),
        other => other.clone(),
    }
}

#[test]
fn commands_and_refusals_survive() {
    let mut refusals = std::collections::BTreeSet::new();
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let mut game = Game::new(openings::opening(&mut rng)).unwrap();
        for step in 0..150 {
            let styles = ByColor([Style::Careless, Style::Wild]);
            let command = random::commands::command(&mut rng, &game, styles);
            let text = serde_json::to_string(&ActDto::from(&command.act)).unwrap();
            let dto: ActDto = serde_json::from_str(&text).unwrap();
            assert_eq!(Act::try_from(dto).unwrap(), sent(&command.act), "{text}");
            let at = Millis::new(step * 700);
            match decide(&game, command, at) {
                Err(refusal) => {
                    let text = serde_json::to_string(&RefusalDto::from(&refusal)).unwrap();
                    let code = refusal::code(refusal.why);
                    assert!(text.contains(code));
                    refusals.insert(code);
                }
                Ok(events) => {
                    for event in events {
                        game.apply(&event);
                    }
                }
            }
            check_view(&game, at);
        }
    }
    assert!(refusals.len() > 25, "{refusals:?}");
}

/// Clocks and phases are read as they were written, and clocks show what the game does.
fn check_view(game: &Game, at: Millis) {
    let at = at.max(game.now());
    let clock = ClockDto::of(game, at);
    let text = serde_json::to_string(&clock).expect("it can be written");
    let read: Option<ClockDto> = serde_json::from_str(&text).expect("it can be read");
    assert_eq!(read, clock);
    let face = game.clock(Color::Black, at);
    let shown = clock.map(|clock| (clock.black.main, clock.black.periods.unwrap_or(0)));
    assert_eq!(shown, face.map(|face| (face.main.get(), face.periods)));
    let phase = PhaseDto::from(game.phase());
    let text = serde_json::to_string(&phase).expect("it can be written");
    assert_eq!(
        serde_json::from_str::<PhaseDto>(&text).expect("it can be read"),
        phase
    );
}

#[test]
fn random_rules_survive_and_are_told_briefly() {
    let mut rng = Rng::new(1);
    for _ in 0..20_000 {
        let preset = rng.pick(&Preset::ALL);
        let rules = openings::rules(&mut rng, preset);
        let dto = RulesDto::from(rules);
        let text = serde_json::to_string(&dto).unwrap();
        let read: RulesDto = serde_json::from_str(&text).unwrap();
        assert_eq!(read, dto);
        assert_eq!(RuleSet::try_from(read).unwrap(), rules, "{text}");
        assert_eq!(dto.knobs.is_empty(), rules.name().is_some(), "{text}");
    }
}

fn millis() -> impl Strategy<Value = Millis> {
    let longest = TimeControl::LONGEST.get();
    prop_oneof![
        Just(0),
        0..200_000_u64,
        0..=longest,
        Just(longest + 1),
        Just(u64::MAX - 1),
    ]
    .prop_map(Millis::new)
}

fn control() -> impl Strategy<Value = TimeControl> {
    let periods = any::<NonZeroU32>();
    let byoyomi =
        (millis(), periods).prop_map(|(period, periods)| Extra::Byoyomi { period, periods });
    let one = millis().prop_map(|period| Extra::Byoyomi {
        period,
        periods: NonZeroU32::MIN,
    });
    let extra = prop_oneof![
        Just(Extra::None),
        millis().prop_map(Extra::Increment),
        byoyomi,
        one,
    ];
    (millis(), extra).prop_map(|(main, extra)| TimeControl { main, extra })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn every_clock_survives(black in control(), white in control(), equal in any::<bool>()) {
        let mut opening = Opening::new(Preset::Fesa);
        let white = if equal { black } else { white };
        opening.clock = Some(ClockSpec(ByColor([black, white])));
        prop_assert_eq!(opening_through_json(&opening), opening);
    }
}
