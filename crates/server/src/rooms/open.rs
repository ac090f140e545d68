//! Creating games: new ones, replays of draws, rematches.

use super::table::Table;
use crate::house::House;
use crate::house_clock::wall_ms;
use crate::person::Person;
use crate::secret;
use crate::store::NewGame;
use komadai_core::{ByColor, Color};
use komadai_game::encounter::{Encounter, EncounterError};
use komadai_game::{FirstMove, Game, Opening};
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
    pub fn into_new_game(mut self, house: &House) -> NewGame {
        for color in Color::ALL {
            self.opening.players[color].name = self.players[color].name.clone();
        }
        let tosses = self.opening.first_move != FirstMove::Settled;
        let seat = |color: Color| {
            let person = &self.players[color];
            (person.key.clone(), person.name.clone())
        };
        NewGame {
            id: self.visibility.new_id(),
            created_at: wall_ms(),
            created_house: i64::try_from(house.clock.now().get()).unwrap_or(i64::MAX),
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
/// position.
pub(super) fn next_game(house: &House, table: &Table, finished: &Game) -> Option<NewGame> {
    let encounter = Encounter::new(finished.opening().clone()).ok()?;
    match encounter.after(finished) {
        Ok(after) => {
            let opening = after.next_game()?.clone();
            let is_draw = finished.outcome()?.verdict == komadai_game::Verdict::Draw;
            let players = after_toss(table, finished);
            let reversed = is_draw && is_even(&opening);
            Some(plan(table, opening, players, reversed).into_new_game(house))
        }
        Err(EncounterError::NoTimeLeft(why)) => {
            tracing::info!(%why, "a drawn game is not replayed: the arbiter has to set the clock");
            None
        }
        Err(error) => {
            tracing::error!(%error, "what follows the game is not known");
            None
        }
    }
}

/// A rematch with colors reversed; in handicap games the giver remains White.
pub(super) fn rematch(house: &House, table: &Table) -> NewGame {
    let finished = &table.game;
    let mut opening = finished.opening().clone();
    opening.first_move = FirstMove::Settled;
    let reversed = is_even(&opening);
    if reversed && let Some(clock) = &mut opening.clock {
        clock.0.0.swap(0, 1);
    }
    let players = after_toss(table, finished);
    plan(table, opening, players, reversed).into_new_game(house)
}

/// The players by their final color.
fn after_toss(table: &Table, finished: &Game) -> ByColor<Person> {
    let mut players = table.seats.players.clone();
    if finished.colors_swapped() {
        players.0.swap(0, 1);
    }
    players
}

fn is_even(opening: &Opening) -> bool {
    let handicap = opening.handicap();
    handicap.is_none_or(|handicap| handicap == Handicap::Even)
}

fn plan(table: &Table, opening: Opening, mut players: ByColor<Person>, reversed: bool) -> GamePlan {
    if reversed {
        players.0.swap(0, 1);
    }
    GamePlan {
        opening,
        players,
        arbiter: table.seats.arbiter.clone(),
        creator: table.creator.clone(),
        visibility: table.visibility,
        previous: Some(table.num),
    }
}
