use super::*;
use crate::actor::Actor;
use crate::clock::TimeControl;
use crate::command::{Act, Claim, Command, Decision, Ruling};
use crate::decide::decide;
use crate::opening::StartFrom;
use crate::rules::{Knobs, Preset, RuleSet};
use crate::suggestion::Suggestion;
use crate::{Millis, Opening};

const ROUND: [&str; 4] = ["2h3h", "8b7b", "3h2h", "7b8b"];

/// Plays the next game of an encounter to and fro, each move lasting so many seconds, and ends it.
fn drawn(encounter: &Encounter, seconds: u64) -> Game {
    let mut play = Play::new(encounter);
    for mv in ROUND.iter().cycle().take(12) {
        let turn = Actor::Player(play.game.turn());
        play.at = play.at.plus(Millis::from_secs(seconds));
        play.act(turn, Act::play(mv.parse().unwrap()));
    }
    if play.game.outcome().is_none() {
        play.act(Actor::BLACK, Act::Claim(Claim::Repetition { next: None }));
    }
    assert_eq!(play.game.outcome().unwrap().verdict, Verdict::Draw);
    play.game
}

/// The loser of the next game resigns at once.
fn lost(encounter: &Encounter, loser: Color) -> Game {
    let mut play = Play::new(encounter);
    play.act(Actor::Player(loser), Act::Resign);
    play.game
}

fn ruled(encounter: &Encounter, decision: Decision) -> Game {
    let mut play = Play::new(encounter);
    let reason = "the set-up".into();
    play.act(Actor::Arbiter, Act::Rule(Ruling { decision, reason }));
    play.game
}

struct Play {
    game: Game,
    at: Millis,
}

impl Play {
    fn new(encounter: &Encounter) -> Play {
        let game = Game::new(encounter.next_game().unwrap().clone()).unwrap();
        let mut play = Play {
            game,
            at: Millis::ZERO,
        };
        play.act(Actor::Host, Act::Start);
        play
    }

    fn act(&mut self, by: Actor, act: Act) {
        for event in decide(&self.game, Command::new(by, act), self.at).unwrap() {
            self.game.apply(&event);
        }
    }
}

fn opening(preset: Preset, clock: &str) -> Opening {
    let mut opening = Opening::new(preset);
    opening.arbiter = Arbiter::Named;
    opening.players.0[0].name = "one".to_owned();
    opening.players.0[1].name = "two".to_owned();
    opening.clock = Some(clock.parse().unwrap());
    opening
}

fn with_knobs(opening: &mut Opening, change: impl Fn(&mut Knobs)) {
    let mut knobs = *opening.rules.knobs();
    change(&mut knobs);
    opening.rules = RuleSet::new(knobs).unwrap();
}

fn names(opening: &Opening) -> [&str; 2] {
    Color::ALL.map(|color| opening.players[color].name.as_str())
}

fn clock(opening: &Opening) -> String {
    opening.clock.unwrap().to_string()
}

#[test]
fn a_win_ends_the_encounter_and_scores_a_point() {
    let encounter = Encounter::new(opening(Preset::Fesa, "10m")).unwrap();
    assert_eq!(encounter.winner(), None);
    let game = lost(&encounter, Color::White);
    let after = encounter.after(&game).unwrap();
    assert_eq!(after.next_game(), None);
    assert_eq!(Seat::ALL.map(|seat| after.half_points(seat)), [2, 0]);
    assert_eq!(after.winner(), Some(Seat::One));
    assert_eq!(after.after(&game), Err(EncounterError::Over));
}

#[test]
fn a_drawn_game_is_replayed_with_colors_reversed_and_the_remaining_time() {
    let encounter = Encounter::new(opening(Preset::Fesa, "B:10m+30s W:12m+30s")).unwrap();
    let encounter = encounter.after(&drawn(&encounter, 20)).unwrap();
    let replay = encounter.next_game().unwrap();
    assert_eq!(names(replay), ["two", "one"]);
    // Six moves of twenty seconds each.
    assert_eq!(clock(replay), "B:10m+30s W:8m+30s");
    assert_eq!(Seat::ALL.map(|seat| encounter.half_points(seat)), [0, 0]);
    // White of the replay was Black before, and wins.
    let decided = encounter.after(&lost(&encounter, Color::Black)).unwrap();
    assert_eq!(decided.winner(), Some(Seat::One));
    let followed: Vec<Then> = decided.played().iter().map(|game| game.then).collect();
    assert_eq!(followed, [Then::Replay, Then::Counts]);
}

#[test]
fn a_drawn_replay_is_replayed_again() {
    let encounter = Encounter::new(opening(Preset::Fesa, "10m")).unwrap();
    let encounter = encounter.after(&drawn(&encounter, 20)).unwrap();
    let encounter = encounter.after(&drawn(&encounter, 20)).unwrap();
    let replay = encounter.next_game().unwrap();
    assert_eq!(
        (names(replay), clock(replay)),
        (["one", "two"], "6m".to_owned())
    );
}

#[test]
fn both_under_ten_minutes_play_eight_minutes_if_so_announced() {
    let announced = |clock: &str| {
        let mut opening = opening(Preset::Fesa, clock);
        with_knobs(&mut opening, |knobs| {
            knobs.after_draw = AfterDraw::Replay(ReplayTime::RemainingOr {
                threshold: Millis::from_secs(600),
                otherwise: TimeControl::sudden_death(Millis::from_secs(480)),
            });
        });
        Encounter::new(opening).unwrap()
    };
    let after = |encounter: Encounter| encounter.after(&drawn(&encounter, 10)).unwrap();
    let both = after(announced("10m+30s"));
    assert_eq!(clock(both.next_game().unwrap()), "8m");
    // One still has ten minutes: the general rule.
    let one = after(announced("B:11m+30s W:3m+30s"));
    assert_eq!(clock(one.next_game().unwrap()), "B:2m+30s W:10m+30s");
}

#[test]
fn no_time_left_for_the_replay_is_the_arbiters_to_solve() {
    let encounter = Encounter::new(opening(Preset::Fesa, "B:2m W:1m")).unwrap();
    // White's flag is down, and nobody claimed it.
    let game = drawn(&encounter, 10);
    let stuck = encounter.after(&game);
    assert!(
        matches!(stuck, Err(EncounterError::NoTimeLeft(_))),
        "{stuck:?}"
    );
    let set = "8m".parse().unwrap();
    let encounter = encounter.after_with_clock(&game, set).unwrap();
    assert_eq!(clock(encounter.next_game().unwrap()), "8m");
    let none = ClockSpec::equal(TimeControl::sudden_death(Millis::ZERO));
    let game = drawn(&encounter, 1);
    let refused = encounter.after_with_clock(&game, none);
    assert!(matches!(refused, Err(EncounterError::Clock(_))));
}

#[test]
fn a_draw_that_stands_is_half_a_point_each() {
    let encounter = Encounter::new(opening(Preset::Casual, "10m")).unwrap();
    let encounter = encounter.after(&drawn(&encounter, 1)).unwrap();
    assert_eq!(encounter.next_game(), None);
    assert_eq!(Seat::ALL.map(|seat| encounter.half_points(seat)), [1, 1]);
    assert_eq!(encounter.winner(), None);
}

#[test]
fn the_giver_of_a_handicap_gives_it_in_the_replay_too() {
    let mut opening = opening(Preset::Fesa, "10m");
    opening.start = StartFrom::Handicap(Handicap::Rook);
    let encounter = Encounter::new(opening).unwrap();
    let mut play = Play::new(&encounter);
    for mv in ["4a4b", "2h3h", "4b4a", "3h2h"].iter().cycle().take(12) {
        let turn = Actor::Player(play.game.turn());
        play.act(turn, Act::play(mv.parse().unwrap()));
    }
    play.act(Actor::WHITE, Act::Claim(Claim::Repetition { next: None }));
    let encounter = encounter.after(&play.game).unwrap();
    let replay = encounter.next_game().unwrap();
    assert_eq!(names(replay), ["one", "two"]);
    assert_eq!(replay.handicap(), Some(Handicap::Rook));
    let decided = encounter.after(&lost(&encounter, Color::Black)).unwrap();
    assert_eq!(decided.winner(), Some(Seat::Two));
}

#[test]
fn some_handicaps_are_matches_of_two_games() {
    let match_of = |first, second| Suggestion::TwoGames(first, second);
    let suggestion = match_of(Handicap::Lance, Handicap::Bishop);
    let opening = opening(Preset::Fesa, "10m");
    let encounter = Encounter::new(opening.with_handicap(suggestion)).unwrap();
    assert_eq!(
        encounter.next_game().unwrap().handicap(),
        Some(Handicap::Lance)
    );
    let encounter = encounter.after(&lost(&encounter, Color::Black)).unwrap();
    assert_eq!(encounter.winner(), None);
    let second = encounter.next_game().unwrap();
    assert_eq!(
        (names(second), second.handicap()),
        (["one", "two"], Some(Handicap::Bishop))
    );
    assert_eq!(clock(second), "10m");
    let even = encounter.after(&lost(&encounter, Color::White)).unwrap();
    assert_eq!(Seat::ALL.map(|seat| even.half_points(seat)), [2, 2]);
    assert_eq!((even.next_game(), even.winner()), (None, None));
    let clear = encounter.after(&lost(&encounter, Color::Black)).unwrap();
    assert_eq!(clear.winner(), Some(Seat::Two));
}

#[test]
fn a_game_from_a_wrong_position_is_played_anew() {
    let encounter = Encounter::new(opening(Preset::Fesa, "10m")).unwrap();
    let encounter = encounter.after(&drawn(&encounter, 10)).unwrap();
    let cancelled = ruled(&encounter, Decision::WrongStart);
    let again = encounter.after(&cancelled).unwrap();
    let opening = again.next_game().unwrap();
    // The colors of the cancelled game, and the time with which it began.
    assert_eq!(
        (names(opening), clock(opening)),
        (["two", "one"], "9m".to_owned())
    );
    assert_eq!(again.played()[1].then, Then::Anew);
}

#[test]
fn an_aborted_game_ends_the_encounter_without_a_result() {
    let encounter = Encounter::new(opening(Preset::Fesa, "10m")).unwrap();
    let after = encounter
        .after(&ruled(&encounter, Decision::Abort))
        .unwrap();
    assert_eq!((after.next_game(), after.winner()), (None, None));
    assert_eq!(Seat::ALL.map(|seat| after.half_points(seat)), [0, 0]);
}

#[test]
fn nobody_scores_when_nobody_comes() {
    let encounter = Encounter::new(opening(Preset::Fesa, "10m")).unwrap();
    let forfeit = encounter
        .after(&ruled(&encounter, Decision::NoShow(Color::Black)))
        .unwrap();
    assert_eq!(Seat::ALL.map(|seat| forfeit.half_points(seat)), [0, 2]);
    let none = encounter
        .after(&ruled(&encounter, Decision::BothNoShow))
        .unwrap();
    assert_eq!(Seat::ALL.map(|seat| none.half_points(seat)), [0, 0]);
    assert_eq!(none.next_game(), None);
}

#[test]
fn the_toss_decides_the_colors_of_the_first_game_only() {
    use crate::furigoma::{PawnFace, Toss};
    let mut opening = opening(Preset::Fesa, "10m");
    opening.first_move = FirstMove::Furigoma {
        tosser: Color::Black,
    };
    let encounter = Encounter::new(opening.clone()).unwrap();
    let mut game = Game::new(opening).unwrap();
    let toss = Act::Toss(Toss([PawnFace::Promoted; 5]));
    for (at, act) in [(0, toss), (1, Act::Start)] {
        let command = Command::new(Actor::Host, act);
        for event in decide(&game, command, Millis::new(at)).unwrap() {
            game.apply(&event);
        }
    }
    assert!(game.colors_swapped());
    let mut play = Play {
        game,
        at: Millis::new(1),
    };
    for mv in ROUND.iter().cycle().take(12) {
        let turn = Actor::Player(play.game.turn());
        play.act(turn, Act::play(mv.parse().unwrap()));
    }
    play.act(Actor::BLACK, Act::Claim(Claim::Repetition { next: None }));
    let encounter = encounter.after(&play.game).unwrap();
    assert_eq!(encounter.played()[0].black, Seat::Two);
    let replay = encounter.next_game().unwrap();
    assert_eq!(
        (names(replay), replay.first_move),
        (["one", "two"], FirstMove::Settled)
    );
    let decided = encounter.after(&lost(&encounter, Color::White)).unwrap();
    assert_eq!(decided.winner(), Some(Seat::One));
}

#[test]
fn only_the_next_game_counts_and_only_when_it_is_over() {
    let encounter = Encounter::new(opening(Preset::Fesa, "10m")).unwrap();
    let running = Play::new(&encounter).game;
    assert_eq!(encounter.after(&running), Err(EncounterError::NotOver));
    let other = Encounter::new(opening(Preset::Fesa, "5m")).unwrap();
    let game = lost(&other, Color::Black);
    assert_eq!(encounter.after(&game), Err(EncounterError::AnotherGame));
}
