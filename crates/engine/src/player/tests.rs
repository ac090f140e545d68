use super::*;
use komadai_game::{Actor, Cause, Command, Opening, Preset, StartFrom, Verdict, decide};

const ENTERED: &str =
    "+R8/2+NK1+R+P+P1/+P+PPS+P4/6g+b1/7p1/3g5/3+b1g+p1+p/5p3/5k+p2 b G3S3N3L7Pl 1";

fn player(variant: Variant, level: u32, seed: u64) -> ComputerPlayer {
    let options = SearchOptions {
        hash_mebibytes: 1,
        ..SearchOptions::default()
    };
    let level = Level::try_from(level).expect("a level");
    ComputerPlayer::new(variant, level, seed, options)
}

fn submit(game: &mut Game, by: Actor, act: Act, at: Millis) {
    let said = format!("{act:?}");
    let events = decide(game, Command::new(by, act), at)
        .unwrap_or_else(|refusal| panic!("{said}: {refusal}"));
    for event in events {
        game.apply(&event);
    }
}

fn started(opening: Opening) -> Game {
    let mut game = Game::new(opening).expect("an opening");
    submit(&mut game, Actor::Host, Act::Start, Millis::ZERO);
    game
}

fn custom(preset: Preset, sfen: &str) -> Game {
    let setup = sfen.parse().expect("SFEN");
    started(Opening {
        start: StartFrom::Custom(Box::new(setup)),
        ..Opening::new(preset)
    })
}

fn play(game: &mut Game, mv: &str, at: Millis) {
    let deed: Deed = mv.parse().expect("a move");
    let by = Actor::Player(game.turn());
    submit(game, by, Act::play(deed), at);
}

/// The player's act, which must be accepted.
fn act(player: &mut ComputerPlayer, game: &mut Game, at: Millis) -> Act {
    let act = player.act(game, at, &Control::new()).expect("an act");
    let by = Actor::Player(game.turn());
    submit(game, by, act.clone(), at);
    act
}

#[test]
fn it_plays_a_legal_move() {
    let mut game = started(Opening::new(Preset::Casual));
    play(&mut game, "7g7f", Millis::ZERO);
    let before = *game.position();
    let act = act(&mut player(Variant::Shogi, 3, 1), &mut game, Millis::ZERO);
    let Act::Play {
        deed: Deed::Move(mv),
        ..
    } = act
    else {
        panic!("{act:?}")
    };
    assert!(before.is_legal(mv), "{mv}");
    assert_eq!(game.ply(), 2);
}

#[test]
fn it_does_nothing_before_and_after_the_game_or_in_another_variant() {
    let mut player = player(Variant::Shogi, 1, 1);
    let control = Control::new();
    let opening = Opening::new(Preset::Casual);
    let unstarted = Game::new(opening.clone()).expect("an opening");
    assert_eq!(player.act(&unstarted, Millis::ZERO, &control), None);
    let mut game = started(opening);
    submit(
        &mut game,
        Actor::Player(Color::Black),
        Act::Resign,
        Millis::ZERO,
    );
    assert_eq!(player.act(&game, Millis::ZERO, &control), None);
    let other = started(Opening::new(Preset::Seireigi));
    assert_eq!(player.act(&other, Millis::ZERO, &control), None);
}

#[test]
fn it_claims_an_illegal_move() {
    for illegal in ["7g7e", "8h2b"] {
        let mut game = started(Opening::new(Preset::Fesa));
        play(&mut game, illegal, Millis::ZERO);
        assert!(game.is_running(), "{illegal} stands until it is claimed");
        let mut player = player(Variant::Shogi, 1, 1);
        let act = act(&mut player, &mut game, Millis::ZERO);
        let offender = Color::Black;
        assert_eq!(act, Act::Claim(Claim::IllegalMove { offender }));
        let outcome = game.outcome().expect("the claim ends the game");
        assert_eq!(outcome.verdict, Verdict::Wins(Color::White));
        assert!(
            matches!(outcome.cause, Cause::IllegalMove(_)),
            "{outcome:?}"
        );
    }
}

#[test]
fn it_does_not_claim_what_has_been_answered() {
    let mut game = started(Opening::new(Preset::Fesa));
    for mv in ["7g7e", "3c3d", "2g2f"] {
        play(&mut game, mv, Millis::ZERO);
    }
    let act = act(&mut player(Variant::Shogi, 1, 1), &mut game, Millis::ZERO);
    assert!(matches!(act, Act::Play { .. }), "{act:?}");
}

#[test]
fn it_claims_a_fallen_flag() {
    let clock = "1m".parse().expect("a clock");
    let mut game = started(Opening {
        clock: Some(clock),
        ..Opening::new(Preset::Fesa)
    });
    let late = Millis::from_secs(61);
    play(&mut game, "7g7f", late);
    assert!(
        game.is_running(),
        "the flag is down, but nobody has said so"
    );
    let act = act(&mut player(Variant::Shogi, 1, 1), &mut game, late);
    assert_eq!(act, Act::Claim(Claim::Flag));
    let outcome = game.outcome().expect("the claim ends the game");
    assert_eq!(outcome.verdict, Verdict::Wins(Color::White));
    assert_eq!(outcome.cause, Cause::TimeUp);
}

#[test]
fn it_claims_no_flag_that_is_up() {
    let clock = "1m+10s".parse().expect("a clock");
    let mut game = started(Opening {
        clock: Some(clock),
        ..Opening::new(Preset::Fesa)
    });
    let at = Millis::from_secs(65);
    play(&mut game, "7g7f", at);
    let act = act(&mut player(Variant::Shogi, 1, 1), &mut game, at);
    assert!(matches!(act, Act::Play { .. }), "{act:?}");
}

#[test]
fn it_declares_when_it_may() {
    for (preset, level) in [
        (Preset::Fesa, 20),
        (Preset::Casual, 20),
        (Preset::JsaPro, 20),
    ] {
        let mut game = custom(preset, ENTERED);
        let mut player = player(Variant::Shogi, level, 1);
        let act = act(&mut player, &mut game, Millis::ZERO);
        assert_eq!(act, Act::Declare, "{preset:?}");
        let outcome = game.outcome().expect("a declaration ends the game");
        assert_eq!(outcome.verdict, Verdict::Wins(Color::Black));
        assert_eq!(outcome.cause, Cause::Declaration);
    }
}

#[test]
fn it_claims_a_repetition() {
    let mut game = started(Opening::new(Preset::Fesa));
    let dance = ["5i5h", "5a5b", "5h5i", "5b5a"];
    for mv in dance.iter().cycle().take(3 * dance.len()) {
        play(&mut game, mv, Millis::ZERO);
    }
    assert!(game.is_running() && game.occurrences() == 4);
    let act = act(&mut player(Variant::Shogi, 1, 1), &mut game, Millis::ZERO);
    assert_eq!(act, Act::Claim(Claim::Repetition { next: None }));
    let outcome = game.outcome().expect("the claim ends the game");
    assert_eq!(outcome.verdict, Verdict::Draw);
}

#[test]
fn first_moves_are_played_soon_and_the_opening_without_long_waits() {
    let clock = "10m+30s".parse().expect("a clock");
    let mut game = started(Opening {
        clock: Some(clock),
        ..Opening::new(Preset::Casual)
    });
    let player = player(Variant::Shogi, 20, 1);
    let longest = |game: &Game| player.limits(game, game.turn(), Millis::ZERO).max_time;
    assert_eq!(longest(&game), Some(Duration::from_secs(3)));
    // Moves that repeat nothing: pawns on the edge and in the middle go forward.
    let moves = [
        "1g1f", "1c1d", "9g9f", "9c9d", "5g5f", "5c5d", "3g3f", "7c7d", "7g7f", "3c3d",
    ];
    for mv in moves {
        play(&mut game, mv, Millis::ZERO);
    }
    assert_eq!(longest(&game), Some(Duration::from_secs(20)));
    assert_eq!(early_limit(39), Some(Duration::from_secs(20)));
    assert_eq!(early_limit(40), None);
}

#[test]
fn an_early_limit_shortens_a_limit_and_never_lengthens_it() {
    let game = started(Opening::new(Preset::Casual));
    let mut player = player(Variant::Shogi, 20, 1);
    for (limit, expected) in [(1, 1), (60, 3)] {
        player.set_max_time(Some(Duration::from_secs(limit)));
        let limits = player.limits(&game, Color::Black, Millis::ZERO);
        assert_eq!(limits.max_time, Some(Duration::from_secs(expected)));
    }
}

#[test]
fn a_stopped_player_returns_at_once() {
    let game = started(Opening::new(Preset::Casual));
    let control = Control::new();
    control.stop();
    let began = Instant::now();
    let _ = player(Variant::Shogi, 20, 1).act(&game, Millis::ZERO, &control);
    assert!(began.elapsed() < UNHURRIED);
}

#[test]
fn it_finishes_games_against_itself() {
    for preset in [Preset::Casual, Preset::Seireigi] {
        let opening = Opening::new(preset);
        let variant = opening.variant;
        let mut sides = [player(variant, 1, 3), player(variant, 1, 4)];
        let mut game = started(opening);
        while game.is_running() && game.ply() < 600 {
            let side = game.turn().index();
            act(&mut sides[side], &mut game, Millis::ZERO);
        }
        assert!(!game.is_running(), "{preset:?}: no end after 600 moves");
    }
}
