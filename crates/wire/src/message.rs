//! Messages of the WebSocket; `docs/protocol.md` describes them.

use crate::act::ActDto;
use crate::challenge::{ChallengeDto, PersonDto};
use crate::event::EventDto;
use crate::opening::OpeningDto;
use crate::refusal::RefusalDto;
use crate::tagged::tagged;
use crate::view::{ClockDto, OutcomeDto, PhaseDto, WantedDto};
use serde::{Deserialize, Serialize};

/// The protocol version, increased when the meaning of messages changes.
pub const PROTOCOL_VERSION: u32 = 1;

tagged! {
    /// A message from a client; read by [`from_client`](crate::from_client).
    pub enum ClientMessage by "type", "ClientMessage" read as ReadMessage {
        /// Follow a game from the event after this one.
        Join {
            /// The game.
            game: String,
            /// The number of the last known event; default 0.
            #[serde(default, skip_serializing_if = "crate::is_default")]
            after: u32,
        },
        /// Stop following a game.
        Leave {
            /// The game.
            game: String,
        },
        /// Do something in a game.
        Act {
            /// Repeated in the answer.
            re: u32,
            /// The game.
            game: String,
            /// The act.
            act: ActDto,
            /// For a move: the number of moves before it. A move that was sent twice or crossed another is refused as
            /// stale instead of being taken for a move out of turn.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            ply: Option<u32>,
        },
        /// Send a chat message.
        Chat {
            /// Repeated in the answer.
            re: u32,
            /// The game.
            game: String,
            /// The text.
            text: String,
        },
        /// Request earlier chat messages.
        ChatHistory {
            /// Repeated in the answer.
            re: u32,
            /// The game.
            game: String,
            /// The number of the first known message; the ones before it are sent.
            before: u32,
        },
        /// Offer or accept a rematch with colors reversed.
        Rematch {
            /// Repeated in the answer.
            re: u32,
            /// The finished game.
            game: String,
        },
        /// Subscribe to challenges.
        WatchLobby {},
        /// Unsubscribe from challenges.
        LeaveLobby {},
    }
}

/// A message from the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The first message.
    Welcome {
        /// [`PROTOCOL_VERSION`].
        protocol: u32,
        /// The current user.
        you: PersonDto,
        /// Interval between pings; a connection without one for three intervals is dead.
        heartbeat_ms: u32,
    },
    /// The answer to `join`.
    Game(Box<GameState>),
    /// Something happened in a game.
    Events {
        /// The game.
        game: String,
        /// The number of the first of these events, from 1.
        from: u32,
        /// Events.
        events: Vec<EventDto>,
        /// The clocks after these events.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<ClockDto>,
        /// What you may do now, if changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        may: Option<Vec<WantedDto>>,
        /// The message that these events answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<u32>,
    },
    /// The act was refused.
    Refused {
        /// The message.
        re: u32,
        /// The game; servers before 0.2.0 do not send it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<String>,
        /// The reason.
        #[serde(flatten)]
        refusal: RefusalDto,
    },
    /// A message was invalid or not allowed.
    Error {
        /// The message number, if known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<u32>,
        /// The game, if it was about one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<String>,
        /// A stable code.
        code: String,
        /// A human-readable message.
        message: String,
    },
    /// The request was done and caused no events.
    Done {
        /// The message.
        re: u32,
    },
    /// A chat message.
    Chat {
        /// The game.
        game: String,
        /// The message.
        line: ChatLine,
    },
    /// Several chat messages: a page of the history, messages that were missed, or what others have said, after
    /// the game.
    ChatLines {
        /// The game.
        game: String,
        /// The messages, oldest first. Known ones may be among them.
        lines: Vec<ChatLine>,
        /// Whether there are messages before these.
        earlier: bool,
        /// The message that this answers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<u32>,
    },
    /// Presence of the players and spectators.
    Presence {
        /// The game.
        game: String,
        /// The same as in [`GameState`].
        presence: Presence,
    },
    /// A rematch was offered.
    RematchOffered {
        /// The finished game.
        game: String,
        /// The side that offered it.
        by: Role,
    },
    /// Another game follows: a replay after a draw, or a rematch.
    Next {
        /// The finished game.
        game: String,
        /// The following game.
        next: String,
    },
    /// The newest public challenges, and those that concern you.
    Lobby {
        /// Oldest first.
        challenges: Vec<ChallengeDto>,
        /// Whether there are older ones, which `GET /api/v1/challenges` lists.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        more: bool,
    },
    /// A new challenge, or one that has changed.
    ChallengeMade {
        /// The challenge.
        challenge: Box<ChallengeDto>,
    },
    /// A challenge is no longer there.
    ChallengeGone {
        /// The id.
        id: String,
    },
    /// A challenge was accepted and its game started.
    GameBegun {
        /// The challenge.
        challenge: String,
        /// The game.
        game: String,
    },
    /// The server is stopping; reconnect later.
    Bye {
        /// Delay before reconnecting.
        retry_ms: u32,
    },
}

/// A game as seen on joining.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameState {
    /// The id.
    pub id: String,
    /// Your role.
    pub role: Role,
    /// The opening.
    pub opening: OpeningDto,
    /// The player of Black, after a toss.
    pub black: PersonDto,
    /// The player of White.
    pub white: PersonDto,
    /// The arbiter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arbiter: Option<PersonDto>,
    /// The phase.
    pub phase: PhaseDto,
    /// The outcome.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeDto>,
    /// The number of the first of the events here.
    pub from: u32,
    /// The events after your last one. If there are many, only the first are here; the others follow in `events`
    /// messages.
    pub events: Vec<EventDto>,
    /// The number of the last event now; older servers do not send it.
    #[serde(default)]
    pub last: u32,
    /// The clocks now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockDto>,
    /// The current game time.
    pub now: u64,
    /// What you may do.
    pub may: Vec<WantedDto>,
    /// Presence of the players and spectators.
    pub presence: Presence,
    /// The last chat messages visible to you.
    pub chat: Vec<ChatLine>,
    /// Whether there are earlier ones; `chat-history` requests them.
    #[serde(default, skip_serializing_if = "crate::is_default")]
    pub earlier_chat: bool,
    /// The previous game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<String>,
    /// The following game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// The role of a viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Plays Black.
    Black,
    /// Plays White.
    White,
    /// The arbiter.
    Arbiter,
    /// A spectator.
    Spectator,
}

/// Presence of the players and spectators.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Presence {
    /// Black.
    pub black: bool,
    /// White.
    pub white: bool,
    /// The number of spectators.
    pub spectators: u32,
}

/// A chat message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ChatLine {
    /// Its number in the game.
    pub n: u32,
    /// Its channel during the game.
    pub channel: Channel,
    /// The sender.
    pub name: String,
    /// The time, in milliseconds since 1970.
    pub at: i64,
    /// The plain text.
    pub text: String,
}

/// The recipients of a chat message during the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Channel {
    /// Players and arbiter.
    Players,
    /// Spectators; players see these messages only after the game.
    Spectators,
}
