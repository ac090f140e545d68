//! What is said over the WebSocket: `docs/protocol.md` in types.

use crate::lobby::ChallengeDto;
use crate::person::PersonDto;
use crate::wire::act::ActDto;
use crate::wire::event::EventDto;
use crate::wire::opening::OpeningDto;
use crate::wire::refusal::RefusalDto;
use crate::wire::view::{ClockDto, OutcomeDto, PhaseDto, WantedDto};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The version of these messages. It grows when their meaning changes.
pub const PROTOCOL_VERSION: u32 = 1;

/// What a client says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClientMessage {
    /// I want to follow a game, from the event after this one on.
    Join {
        /// The game.
        game: String,
        /// The last event I have; nothing for none.
        #[serde(default, skip_serializing_if = "is_zero")]
        after: u32,
    },
    /// I do not want to follow it any longer.
    Leave {
        /// The game.
        game: String,
    },
    /// I want to do something in a game.
    Act {
        /// Comes back with the answer.
        re: u32,
        /// The game.
        game: String,
        /// What.
        act: ActDto,
        /// For a move: how many moves have been made before it. A move that was sent twice, or that
        /// crossed another, is refused as stale instead of being taken for a move out of turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ply: Option<u32>,
    },
    /// I want to say something beside the board.
    Chat {
        /// Comes back with the answer.
        re: u32,
        /// The game.
        game: String,
        /// What.
        text: String,
    },
    /// I want another game with the colours reversed, or agree to it.
    Rematch {
        /// Comes back with the answer.
        re: u32,
        /// The finished game.
        game: String,
    },
    /// I want to see the challenges, from now on.
    WatchLobby,
    /// No longer.
    LeaveLobby,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// What the server says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The first message.
    Welcome {
        /// [`PROTOCOL_VERSION`].
        protocol: u32,
        /// Who you are.
        you: PersonDto,
        /// A ping comes at least so often; without one for three times as long the line is dead.
        heartbeat_ms: u32,
    },
    /// A game, after joining.
    Game(Box<GameState>),
    /// Something happened in a game.
    Events {
        /// The game.
        game: String,
        /// The number of the first of these events, from 1.
        from: u32,
        /// Events.
        events: Vec<EventDto>,
        /// The clocks after them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<ClockDto>,
        /// What you may do now, if that has changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        may: Option<Vec<WantedDto>>,
        /// The message that these events are the answer to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<u32>,
    },
    /// What you wanted was not done.
    Refused {
        /// The message.
        re: u32,
        /// Why.
        #[serde(flatten)]
        refusal: RefusalDto,
    },
    /// A message was not understood or not allowed.
    Error {
        /// The message, if it had a number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<u32>,
        /// The game, if it was about one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<String>,
        /// A stable name of the fault.
        code: String,
        /// In words.
        message: String,
    },
    /// What you wanted was done and has no events.
    Done {
        /// The message.
        re: u32,
    },
    /// Someone said something.
    Chat {
        /// The game.
        game: String,
        /// What.
        line: ChatLine,
    },
    /// Who is there.
    Presence {
        /// The game.
        game: String,
        /// The same as in [`GameState`].
        presence: Presence,
    },
    /// Someone wants another game.
    RematchOffered {
        /// The finished game.
        game: String,
        /// Which side of the finished game wants one.
        by: Role,
    },
    /// Another game follows: a replay after a draw, or a rematch.
    Next {
        /// The finished game.
        game: String,
        /// The one that follows.
        next: String,
    },
    /// All challenges.
    Lobby {
        /// Oldest first.
        challenges: Vec<ChallengeDto>,
    },
    /// A new challenge.
    ChallengeMade {
        /// It.
        challenge: ChallengeDto,
    },
    /// A challenge is no longer there.
    ChallengeGone {
        /// Which.
        id: String,
    },
    /// Someone accepted your challenge, or you someone's: a game has begun.
    GameBegun {
        /// The challenge.
        challenge: String,
        /// The game.
        game: String,
    },
    /// The server stops; come back after a while.
    Bye {
        /// After how long.
        retry_ms: u32,
    },
}

/// A game as somebody sees it on joining.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct GameState {
    /// The game's name.
    pub id: String,
    /// How you take part.
    pub role: Role,
    /// What was settled before it.
    pub opening: OpeningDto,
    /// Who has Black, after the toss if there was one.
    pub black: PersonDto,
    /// Who has White.
    pub white: PersonDto,
    /// The arbiter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arbiter: Option<PersonDto>,
    /// Where the game is in its life.
    pub phase: PhaseDto,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeDto>,
    /// The number of the first of the events here.
    pub from: u32,
    /// Events after the one you had.
    pub events: Vec<EventDto>,
    /// The clocks now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockDto>,
    /// The game's own time now.
    pub now: u64,
    /// What you may do.
    pub may: Vec<WantedDto>,
    /// Who is there.
    pub presence: Presence,
    /// What was said that you may hear.
    pub chat: Vec<ChatLine>,
    /// The game before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<String>,
    /// The game that follows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// How someone takes part in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Plays Black.
    Black,
    /// Plays White.
    White,
    /// Decides.
    Arbiter,
    /// Looks on.
    Spectator,
}

/// Who is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Presence {
    /// Black.
    pub black: bool,
    /// White.
    pub white: bool,
    /// How many look on.
    pub spectators: u32,
}

/// A line of talk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ChatLine {
    /// Its number in the game.
    pub n: u32,
    /// Who hears it during the game.
    pub channel: Channel,
    /// Who said it.
    pub name: String,
    /// When: milliseconds since 1970.
    pub at: i64,
    /// What: plain text.
    pub text: String,
}

/// Who hears a line of talk while the game lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Channel {
    /// Players and arbiter.
    Players,
    /// Those who look on: players hear them only after the game.
    Spectators,
}
