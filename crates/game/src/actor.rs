//! Actors of a game.

use komadai_core::Color;
use std::fmt;

/// Everyone who can act in a game or point something out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Actor {
    /// A player, by side. Before a piece toss the sides are provisional.
    Player(Color),
    /// The arbiter (Article 13).
    Arbiter,
    /// Anyone else in the room.
    Bystander,
    /// The clock itself, where flags fall without a claim.
    Clock,
    /// The host that runs the game: a server, a program, an organiser.
    Host,
}

impl Actor {
    /// Black, as a player.
    pub const BLACK: Actor = Actor::Player(Color::Black);
    /// White, as a player.
    pub const WHITE: Actor = Actor::Player(Color::White);

    /// The side of a player.
    pub const fn color(self) -> Option<Color> {
        match self {
            Actor::Player(color) => Some(color),
            _ => None,
        }
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Actor::Player(Color::Black) => "Black",
            Actor::Player(Color::White) => "White",
            Actor::Arbiter => "the arbiter",
            Actor::Bystander => "a bystander",
            Actor::Clock => "the clock",
            Actor::Host => "the host",
        })
    }
}
