//! Creating games: new ones, replays of draws, rematches.

use super::due::stored_time;
use super::loaded::LoadedGame;
use crate::person::Person;
use crate::secret;
use crate::server_clock::wall_ms;
use crate::state::AppState;
use crate::store::{Due, NewGame};
use komadai_core::{ByColor, Color};
use komadai_game::encounter::{Encounter, EncounterError};
use komadai_game::{Arbiter, EVENT_VERSION, FirstMove, Game, Millis, Opening};
use komadai_kifu::Handicap;
use komadai_wire::opening::OpeningDto;

/// The visibility of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visibility {
    /// Listed for everyone.
    Public,
    /// Only for people with the link.
    Link,
}

impl Visibility {
    /// The name stored in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Visibility::Public => "public",
            Visibility::Link => "link",
        }
    }

    /// Parses a stored name; unknown names are private.
    pub fn from_name(name: &str) -> Visibility {
        match name {
            "public" => Visibility::Public,
            _ => Visibility::Link,
        }
    }

    /// A new id: 70 random bits for a public game, 128 for one protected only by its link.
    fn new_id(self) -> String {
        secret::word(match self {
            Visibility::Public => 12,
            Visibility::Link => 22,
        })
    }
}

/// A game to create.
#[derive(Clone, Debug)]
pub struct GamePlan {
    /// The opening; names are filled in.
    pub opening: Opening,
    /// The players, before a toss.
    pub players: ByColor<Person>,
    /// The arbiter.
    pub arbiter: Option<Person>,
    /// The creator.
    pub creator: String,
    /// The visibility.
    pub visibility: Visibility,
    /// The previous game.
    pub previous: Option<i64>,
}

impl GamePlan {
    /// The game in stored form, with a new id.
    pub fn into_new_game(mut self, state: &AppState) -> NewGame {
        for color in Color::ALL {
            self.opening.players[color].name = self.players[color].name.clone();
        }
        self.opening.version = EVENT_VERSION;
        self.opening.arbiter = match self.arbiter {
            Some(_) => Arbiter::Named,
            None => Arbiter::Nobody,
        };
        let tosses = self.opening.first_move != FirstMove::Settled;
        let seat = |color: Color| {
            let person = &self.players[color];
            (person.key.clone(), person.name.clone())
        };
        let now = state.clock.now();
        // Where nobody has to come, the host can start it.
        let called_off = Game::new(self.opening.clone()).ok();
        let called_off = called_off.and_then(|game| game.next_deadline());
        let due_at = now.plus(called_off.unwrap_or(Millis::ZERO));
        NewGame {
            id: self.visibility.new_id(),
            created_at: wall_ms(),
            clock_start: stored_time(now),
            due: Due {
                at: Some(stored_time(due_at)),
                clock_runs: false,
            },
            opening: json(&OpeningDto::from(&self.opening)),
            variant: self.opening.variant.to_string(),
            visibility: self.visibility.name().to_owned(),
            black: json(&self.players[Color::Black]),
            white: json(&self.players[Color::White]),
            seats: Color::ALL.map(seat),
            arbiter: self.arbiter.as_ref().map(json),
            creator: self.creator,
            previous: self.previous,
            toss_seed: tosses.then(secret::hex::<32>),
        }
    }
}

fn json(value: &impl serde::Serialize) -> String {
    // Serializing our own wire types cannot fail.
    serde_json::to_string(value).unwrap_or_default()
}

/// The game that immediately follows a finished one: the replay of a draw or of a game from a wrong
/// position, or the second game of a match.
pub(super) fn next_game(state: &AppState, loaded: &LoadedGame) -> Option<NewGame> {
    let finished = &loaded.game;
    let encounter = Encounter::new(finished.opening().clone()).ok()?;
    match encounter.after(finished) {
        Ok(after) => {
            let opening = after.next_game()?.clone();
            let is_draw = finished.outcome()?.verdict == komadai_game::Verdict::Draw;
            let players = players_by_color(loaded, finished);
            let reversed = is_draw && is_even(&opening);
            Some(plan(loaded, opening, players, reversed).into_new_game(state))
        }
        Err(EncounterError::NoTimeLeft(why)) => {
            tracing::info!(%why, "drawn game is not replayed: no time left");
            None
        }
        Err(error) => {
            tracing::error!(%error, "failed to determine the next game");
            None
        }
    }
}

/// A rematch with colors reversed; in handicap games the giver remains White.
pub(super) fn rematch(state: &AppState, loaded: &LoadedGame) -> NewGame {
    let finished = &loaded.game;
    let mut opening = finished.opening().clone();
    opening.first_move = FirstMove::Settled;
    opening.then = None;
    opening.players = ByColor(Color::ALL.map(|color| finished.player(color).clone()));
    let reversed = is_even(&opening);
    if reversed {
        opening.players.0.swap(0, 1);
        if let Some(clock) = &mut opening.clock {
            clock.0.0.swap(0, 1);
        }
    }
    let players = players_by_color(loaded, finished);
    plan(loaded, opening, players, reversed).into_new_game(state)
}

/// The players by their final color.
fn players_by_color(loaded: &LoadedGame, finished: &Game) -> ByColor<Person> {
    let mut players = loaded.seats.players.clone();
    if finished.colors_swapped() {
        players.0.swap(0, 1);
    }
    players
}

fn is_even(opening: &Opening) -> bool {
    let handicap = opening.handicap();
    handicap.is_none_or(|handicap| handicap == Handicap::Even)
}

fn plan(
    loaded: &LoadedGame,
    opening: Opening,
    mut players: ByColor<Person>,
    reversed: bool,
) -> GamePlan {
    if reversed {
        players.0.swap(0, 1);
    }
    GamePlan {
        opening,
        players,
        arbiter: loaded.seats.arbiter.clone(),
        creator: loaded.creator.clone(),
        visibility: loaded.visibility,
        previous: Some(loaded.num),
    }
}
