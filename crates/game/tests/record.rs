//! Games become records, and records games.

#[expect(dead_code, reason = "games are checked elsewhere")]
mod random;

use komadai_core::Color;
use komadai_game::record::{Conclusion, Halt, Loss, export, silent};
use komadai_game::{
    Act, Actor, Breach, Cause, Claim, Command, Game, Millis, Opening, Outcome, Preset, RuleSet,
    Verdict, decide,
};
use komadai_kifu::record::{Builder, Ending, Record, Termination};
use komadai_kifu::{Format, ReadOptions, WriteOptions, read, write};
use random::coverage::Coverage;
use random::{Rng, openings, run};
use std::collections::BTreeMap;

fn record(moves: &str, ending: Option<(Termination, Option<Color>)>) -> Record {
    let mut builder = Builder::new(Record::default());
    for mv in moves.split_whitespace() {
        builder.play(mv.parse().expect("a move"));
    }
    if let Some((termination, winner)) = ending {
        builder.end(Ending {
            termination,
            winner,
        });
    }
    builder.finish()
}

fn outcome(record: &Record, preset: Preset) -> (Option<Outcome>, Conclusion) {
    let import = Game::from_record(record, RuleSet::preset(preset), None).expect("a start");
    (import.game.outcome(), import.conclusion)
}

/// The causes that records keep, and how often each came through.
#[test]
fn exported_games_come_back() {
    let mut kept: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..4_000 {
        let mut rng = Rng::new(seed);
        let opening = openings::opening(&mut rng);
        let mut coverage = Coverage::default();
        let mut run = run::Run::new(opening.clone(), rng, &mut coverage);
        run.play(200);
        let (game, events) = (run.game, run.events);
        let export = export(&opening, &events, silent).unwrap();
        let lost = |loss: fn(&Loss) -> bool| export.losses.iter().any(loss);
        let clock = match lost(|loss| matches!(loss, Loss::Times)) {
            true => None,
            false => opening.clock,
        };
        let import = Game::from_record(&export.record, opening.rules, clock).unwrap();
        if lost(|loss| matches!(loss, Loss::Line { .. } | Loss::TakenBack { .. })) {
            continue;
        }
        let deeds: Vec<_> = game.deeds().collect();
        assert_eq!(import.halt, None, "seed {seed}");
        assert_eq!(
            import.game.deeds().collect::<Vec<_>>(),
            deeds,
            "seed {seed}"
        );
        let Some(outcome) = game.outcome() else {
            continue;
        };
        let Some(again) = import.game.outcome() else {
            assert!(
                lost(|loss| matches!(loss, Loss::Cause { .. })),
                "{seed} {outcome:?}"
            );
            continue;
        };
        if lost(|loss| matches!(loss, Loss::Cause { .. })) {
            assert_eq!(
                again.verdict.winner(),
                outcome.verdict.winner(),
                "seed {seed}"
            );
            continue;
        }
        assert_eq!(again.verdict, outcome.verdict, "seed {seed} {outcome:?}");
        if import.conclusion == Conclusion::Ruling {
            // A claim for a reason that the record does not show.
            let unseen = matches!(outcome.cause, Cause::TimeUp | Cause::PerpetualCheck);
            assert!(unseen, "seed {seed} {outcome:?}");
            continue;
        }
        assert_eq!(again.cause, outcome.cause, "seed {seed}");
        let name = format!("{:?}", outcome.cause);
        let end = name.find('(').unwrap_or(name.len());
        *kept.entry(name[..end].to_owned()).or_default() += 1;
    }
    let wanted = [
        "Checkmate",
        "Declaration",
        "IllegalMove",
        "Impasse",
        "KingTaken",
        "MoveLimit",
        "NoLegalMove",
        "NoShow",
        "Repetition",
        "Resignation",
        "TakeBack",
        "TimeUp",
        "Try",
    ];
    for cause in wanted {
        assert!(
            kept.contains_key(cause),
            "{cause} never came through: {kept:?}"
        );
    }
}

/// Whatever the format, a file never names another winner than the game had.
#[test]
fn files_of_games_name_the_winner_or_nobody() {
    let mut told = 0;
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let opening = openings::opening(&mut rng);
        let mut coverage = Coverage::default();
        let mut run = run::Run::new(opening.clone(), rng, &mut coverage);
        run.play(200);
        let export = export(&opening, &run.events, silent).unwrap();
        for format in Format::ALL {
            // CSA has no code for a promoted gold.
            let Ok(written) = write(&export.record, format, &WriteOptions::default()) else {
                continue;
            };
            let options = ReadOptions {
                format: Some(format),
                variant: opening.variant,
            };
            let again = read(&written.bytes, &options).unwrap().records.remove(0);
            let (winner, expected) = (again.winner(), export.record.winner());
            assert!(
                winner.is_none() || winner == expected,
                "seed {seed}, {format}: {winner:?} instead of {expected:?}"
            );
            told += usize::from(winner.is_some());
        }
    }
    assert!(told > 100, "only {told} files name a winner");
}

/// A player may resign while the opponent is to move.
#[test]
fn a_resignation_out_of_turn_survives_every_record_format() {
    let opening = Opening::new(Preset::Fesa);
    let mut game = Game::new(opening.clone()).unwrap();
    let mut events = Vec::new();
    let acts = [
        (Actor::WHITE, Act::Start),
        (Actor::BLACK, Act::play("7g7f".parse().unwrap())),
        (Actor::BLACK, Act::Resign),
    ];
    for (actor, act) in acts {
        for event in decide(&game, Command::new(actor, act), Millis::ZERO).unwrap() {
            game.apply(&event);
            events.push(event);
        }
    }
    let record = export(&opening, &events, silent).unwrap().record;
    for format in [Format::Kif, Format::Ki2, Format::Csa, Format::Jkf] {
        let written = write(&record, format, &WriteOptions::default()).unwrap();
        let reading = read(&written.bytes, &ReadOptions::default()).unwrap();
        let import = Game::from_record(&reading.records[0], opening.rules, None).unwrap();
        assert_eq!(import.game.outcome(), game.outcome(), "{format}");
        assert_eq!(import.conclusion, Conclusion::Act, "{format}");
    }
}

#[test]
fn times_and_players_are_kept() {
    let mut opening = Opening::new(Preset::Fesa);
    opening.clock = Some("10m+30s".parse().unwrap());
    opening.players.0[0].name = "Amahiko".to_owned();
    opening.players.0[1].name = "Sōkan".to_owned();
    let mut game = Game::new(opening.clone()).unwrap();
    let mut events = Vec::new();
    let acts = [
        (0, Actor::WHITE, Act::Start),
        (12_345, Actor::BLACK, Act::play("7g7f".parse().unwrap())),
        (20_000, Actor::WHITE, Act::play("3c3d".parse().unwrap())),
        (
            21_000,
            Actor::WHITE,
            Act::Claim(Claim::Repetition { next: None }),
        ),
        (90_000, Actor::BLACK, Act::play("8h2b+".parse().unwrap())),
        (91_000, Actor::WHITE, Act::Resign),
    ];
    for (at, actor, act) in acts {
        for event in decide(&game, Command::new(actor, act), Millis::new(at)).unwrap() {
            game.apply(&event);
            events.push(event);
        }
    }
    let say = |_: &Game, event: &komadai_game::Event| Some(format!("{:?}", event.fact));
    let export = export(&opening, &events, say).unwrap();
    assert_eq!(export.losses, []);
    let record = export.record;
    let times: Vec<_> = record
        .main_line()
        .map(|(node, _)| (node.time().spent, node.time().total, node.comment()))
        .collect();
    let ms = |millis| Some(Millis::new(millis));
    let claims = "Claimed(Repetition { next: None })\nClaimRejected(Repetition { next: None })";
    assert_eq!(
        times,
        [
            (ms(12_345), ms(12_345), None),
            (ms(7_655), ms(7_655), Some(claims)),
            (ms(70_000), ms(82_345), None),
        ]
    );
    assert_eq!(record.player(Color::Black), Some("Amahiko"));
    assert_eq!(record.headers.get("ルール"), Some("fesa"));
    let clock = komadai_game::ClockSpec::from_headers(&record.headers).unwrap();
    assert_eq!(clock.ok(), opening.clock);
    assert_eq!(record.winner(), Some(Color::Black));
    let import = Game::from_record(&record, opening.rules, opening.clock).unwrap();
    assert_eq!(import.game.player(Color::White).name, "Sōkan");
    let at = import.game.now();
    assert_eq!(
        import.game.clock(Color::Black, at),
        game.clock(Color::Black, game.now())
    );
}

#[test]
fn an_illegal_move_of_a_record_is_claimed_as_the_record_says() {
    let moves = "7g7f 3c3d 8h2b+ 3a2b 6g6e";
    let foul = record(moves, Some((Termination::IllegalMove, Some(Color::White))));
    let cause = Cause::IllegalMove(Breach::NotAMove);
    let lost = Outcome {
        verdict: Verdict::Wins(Color::White),
        cause,
    };
    assert_eq!(outcome(&foul, Preset::Fesa), (Some(lost), Conclusion::Act));
    assert_eq!(
        outcome(&foul, Preset::JsaPro),
        (Some(lost), Conclusion::Act)
    );
    // Answered: by the FESA Laws the claim comes too late, and only a ruling leads to the result.
    let late = record(
        &format!("{moves} 2b3c"),
        Some((Termination::IllegalMove, Some(Color::White))),
    );
    assert_eq!(
        outcome(&late, Preset::JsaPro),
        (Some(lost), Conclusion::Act)
    );
    let ruled = Outcome {
        cause: Cause::Decision,
        ..lost
    };
    assert_eq!(
        outcome(&late, Preset::Fesa),
        (Some(ruled), Conclusion::Ruling)
    );
    let blocked = Game::from_record(&late, RuleSet::preset(Preset::Casual), None).unwrap();
    assert!(matches!(blocked.halt, Some(Halt::Refused { ply: 5, .. })));
}

#[test]
fn a_record_that_goes_on_after_the_end_stops_there() {
    let round = "2h3h 8b7b 3h2h 7b8b ";
    let record = record(&format!("{}7g7f", round.repeat(3)), None);
    let import = Game::from_record(&record, RuleSet::preset(Preset::Casual), None).unwrap();
    let Some(Halt::Over { ply: 13, outcome }) = import.halt else {
        panic!("{:?}", import.halt)
    };
    assert_eq!(outcome.cause, Cause::Repetition);
    let import = Game::from_record(&record, RuleSet::preset(Preset::Fesa), None).unwrap();
    assert_eq!((import.halt, import.conclusion), (None, Conclusion::Open));
}
