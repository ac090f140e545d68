//! The task of a room.

use super::broadcast::{Permissions, PresenceNews};
use super::computer::Thinking;
use super::create::next_game;
use super::due;
use super::loaded::LoadedGame;
use super::members::{Member, Members, Place};
use super::outbox::Topic;
use super::quota::{MAX_EVENTS, SpectatorClaims};
use super::recovery::Recovery;
use super::{ActRequest, ConnectionId, NewMember, RoomMessage, Rooms};
use crate::server_clock::wall_ms;
use crate::state::AppState;
use crate::store::{Append, AuditEntry, Finish, StoreError};
use komadai_core::Color;
use komadai_game::{
    Act, Actor, Command, Decision, Event, Fact, Millis, Phase, Refusal, Ruling, Wanted, Why,
};
use komadai_wire::event::EventDto;
use komadai_wire::message::{ChatLine, ServerMessage};
use komadai_wire::names::VerdictDto;
use komadai_wire::refusal::RefusalDto;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// After this many messages in a row the computer and the clock have their turn, however many more there are.
const MESSAGES_IN_A_ROW: u32 = 256;
/// Maximum lag compensation per move.
pub(super) const MAX_LAG: Millis = Millis::from_secs(1);

/// Runs a room until it is no longer needed.
pub(super) async fn run(
    state: Arc<AppState>,
    id: Arc<str>,
    mut mailbox: mpsc::Receiver<RoomMessage>,
) {
    match load(&state, &id).await {
        Ok(Some(loaded)) => {
            let is_counted = loaded.due.clock_runs;
            let mut room = Room {
                state: state.clone(),
                id: id.clone(),
                loaded,
                members: Members::default(),
                presence: PresenceNews::default(),
                may: Default::default(),
                claims: SpectatorClaims::default(),
                rematch: [false; 2],
                chat: Vec::new(),
                senders: HashMap::new(),
                thinking: Thinking::new(),
                is_counted,
                host_commands_ran_at: Instant::now(),
                recovery: Recovery::default(),
            };
            room.start().await;
            room.run(&mut mailbox).await;
        }
        Ok(None) => reject_all(&id, &mut mailbox, "no-such-game", "there is no such game"),
        Err(error) => {
            tracing::error!(game = %id, %error, "failed to load game");
            if matches!(error, StoreError::Unreadable { .. }) {
                due::postpone(&state, &id).await;
            }
            reject_all(&id, &mut mailbox, "storage", "the game could not be loaded");
        }
    }
    state.rooms.remove(&id);
    mailbox.close();
    // Forward messages that arrived at the last moment to a new room.
    while let Some(message) = mailbox.recv().await {
        let _ = Rooms::send(&state, &id, message).await;
    }
}

async fn load(state: &AppState, id: &str) -> Result<Option<LoadedGame>, StoreError> {
    let stored = state.store.load_game(id).await?;
    stored.map(LoadedGame::read).transpose()
}

/// Answers all pending messages with an error.
fn reject_all(id: &str, mailbox: &mut mpsc::Receiver<RoomMessage>, code: &str, message: &str) {
    mailbox.close();
    while let Ok(pending) = mailbox.try_recv() {
        if let RoomMessage::Join { member, .. } = pending {
            member.outbox.send_error(None, Some(id), code, message);
        }
    }
}

/// A room.
pub(super) struct Room {
    pub(super) state: Arc<AppState>,
    pub(super) id: Arc<str>,
    pub(super) loaded: LoadedGame,
    pub(super) members: Members,
    pub(super) presence: PresenceNews,
    /// The permissions of Black, White, the arbiter and spectators.
    pub(super) may: [Permissions; 4],
    pub(super) claims: SpectatorClaims,
    pub(super) rematch: [bool; 2],
    /// The chat history, once it is loaded.
    pub(super) chat: Vec<ChatLine>,
    /// The keys of those who sent the chat messages, by number.
    pub(super) senders: HashMap<u32, String>,
    pub(super) thinking: Thinking,
    /// Whether the game counts as running, so that the server clock is stored regularly.
    is_counted: bool,
    /// When host commands were last run.
    host_commands_ran_at: Instant,
    pub(super) recovery: Recovery,
}

/// What a room does on its own when nobody sends it a message.
#[derive(Clone, Copy, Debug)]
enum Wake {
    /// Runs the host's commands.
    Host,
    /// Tells everyone who is present.
    Presence,
    /// Makes the computer move.
    Hurry,
    /// Tries again what could not be stored.
    Recover,
    /// Closes, if nobody needs it.
    Idle,
}

/// The sender of a request: connection and message number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Requester {
    pub(super) connection: ConnectionId,
    pub(super) re: u32,
}

impl Room {
    /// Loads the chat and runs pending host commands.
    async fn start(&mut self) {
        self.load_chat().await;
        self.run_host_commands().await;
    }

    async fn run(&mut self, mailbox: &mut mpsc::Receiver<RoomMessage>) {
        let mut in_a_row = 0;
        loop {
            let (at, wake) = self.next_wake();
            tokio::select! {
                // Messages first: a move that arrived before the flag fell is in time.
                biased;
                message = mailbox.recv(), if in_a_row < MESSAGES_IN_A_ROW => match message {
                    Some(message) => {
                        in_a_row += 1;
                        self.handle(message).await;
                        continue;
                    }
                    None => return,
                },
                act = self.thinking.answer() => self.handle_computer_answer(act).await,
                () = tokio::time::sleep_until(at.into()) => match wake {
                    Wake::Host => self.run_host_commands().await,
                    Wake::Presence => self.send_presence(),
                    Wake::Hurry => self.thinking.hurry(),
                    Wake::Recover => self.recover().await,
                    Wake::Idle => {
                        if self.is_unused() && self.leave_to_schedule().await {
                            return;
                        }
                    }
                },
                () = std::future::ready(()), if in_a_row == MESSAGES_IN_A_ROW => {}
            }
            in_a_row = 0;
        }
    }

    /// A room without members and pending events is closed after this long.
    fn idle_timeout(&self) -> Duration {
        Duration::from_millis(self.state.limits.room_idle_ms.into())
    }

    /// Returns whether nobody needs the room and nothing will be due soon.
    fn is_unused(&self) -> bool {
        let soon = Instant::now() + self.idle_timeout();
        let waits = self.host_wake().is_none_or(|wake| wake > soon);
        waits && self.members.is_empty() && !self.thinking.is_busy()
    }

    async fn handle(&mut self, message: RoomMessage) {
        match message {
            RoomMessage::Join { member, after } => self.join(*member, after).await,
            RoomMessage::Leave(connection) => self.leave(connection),
            RoomMessage::Act(request) => self.act(*request).await,
            RoomMessage::Chat { from, re, text } => {
                let requester = Requester {
                    connection: from,
                    re,
                };
                self.handle_chat(requester, text).await;
            }
            RoomMessage::ChatHistory { from, re, before } => {
                let requester = Requester {
                    connection: from,
                    re,
                };
                self.send_chat_history(requester, before);
            }
            RoomMessage::Rematch { from, re } => {
                let requester = Requester {
                    connection: from,
                    re,
                };
                self.offer_rematch(requester).await;
            }
            RoomMessage::Lag(connection, lag) => {
                if let Some(member) = self.members.get_mut(connection) {
                    member.lag = lag.min(MAX_LAG);
                }
            }
            RoomMessage::CatchUp(connection) => self.catch_up(connection),
            RoomMessage::Wake => {
                self.run_host_commands().await;
                self.store_due().await;
            }
            RoomMessage::Reload => {
                self.reload().await;
                self.start().await;
            }
            RoomMessage::Operate(operation, reply) => self.operate(*operation, reply).await,
            RoomMessage::ForgetLine(line) => self.forget_line(line),
            RoomMessage::View(person, after, reply) => {
                let place = self.loaded.seats.place(&person);
                let _ = reply.send(self.game_state(&person, place, after));
            }
        }
    }

    /// The game time at an instant, which never decreases.
    pub(super) fn time_at(&self, instant: Instant) -> Millis {
        let now = self.state.clock.at(instant);
        now.minus(self.loaded.clock_start)
            .max(self.loaded.game.now())
    }

    /// The current game time.
    pub(super) fn now(&self) -> Millis {
        self.time_at(Instant::now())
    }

    fn instant_of(&self, at: Millis) -> Instant {
        self.state.clock.instant(self.loaded.clock_start.plus(at))
    }

    /// When the room must do something on its own, and what.
    fn next_wake(&self) -> (Instant, Wake) {
        let wakes = [
            (self.host_wake(), Wake::Host),
            (self.presence_due(), Wake::Presence),
            (self.thinking.hurry_at(), Wake::Hurry),
            (self.recover_at(), Wake::Recover),
        ];
        let wakes = wakes.into_iter().filter_map(|(at, wake)| Some((at?, wake)));
        let idle = (Instant::now() + self.idle_timeout(), Wake::Idle);
        wakes
            .chain([idle])
            .min_by_key(|(at, _)| *at)
            .unwrap_or(idle)
    }

    /// When host commands must be run. A deadline of the game that has passed without effect is not repeated,
    /// because only an event can change that.
    fn host_wake(&self) -> Option<Instant> {
        self.next_due()
            .filter(|&due| due > self.host_commands_ran_at)
    }

    fn next_due(&self) -> Option<Instant> {
        let game = &self.loaded.game;
        let falls = due::deadline(game, &self.loaded.seats, self.loaded.moved_at)?;
        // A move made in time may still be in transit.
        let color = game.running_clock().unwrap_or(game.turn());
        let lag = self.members.lag(color, game.colors_swapped());
        let allowed = game.opening().rules.knobs().lag_allowance;
        Some(self.instant_of(falls.plus(lag.min(allowed))))
    }

    /// Updates the number of games for which the server clock must be stored.
    pub(super) fn count_as_running(&mut self, runs: bool) {
        if runs != self.is_counted {
            self.is_counted = runs;
            self.state.count_running(self.loaded.num, runs);
        }
    }

    async fn act(&mut self, request: ActRequest) {
        let requester = Requester {
            connection: request.from,
            re: request.re,
        };
        if self.recovery.is_stale && !self.reload().await {
            return self.send_storage_error(requester);
        }
        let Some(member) = self.members.get(request.from) else {
            return;
        };
        let game = &self.loaded.game;
        let by = member.place.actor(game.colors_swapped());
        if let Err(too_many) = self.check_quota(member, by, &request.act) {
            return self.send_error(requester, too_many.code(), &too_many.to_string());
        }
        let (person, network) = (member.person.key.clone(), member.network);
        let act = match request.act {
            // On a screen nothing is displaced, also where the clock is pressed by hand.
            Act::Displace => {
                let refusal = Refusal {
                    by,
                    what: Wanted::Displace,
                    why: Why::NotInRules,
                };
                return self.send_refusal(requester, &refusal);
            }
            Act::Play { deed: played, .. } => {
                let Some(ply) = request.ply else {
                    let message = "ply: missing field `ply`, the number of moves before this one";
                    return self.send_error(requester, "bad-act", message);
                };
                if ply != game.ply() {
                    let message = "the position has changed since this move was made";
                    return self.send_error(requester, "stale", message);
                }
                Act::Play {
                    deed: played,
                    lag: member.lag,
                }
            }
            other => other,
        };
        let at = self.time_at(request.received);
        let before = self.loaded.seq();
        self.command(Command::new(by, act), at, Some(requester))
            .await;
        if by == Actor::Bystander && self.loaded.seq() > before {
            self.claims.add(person, network);
        }
    }

    /// Executes a command, or sends the refusal.
    pub(super) async fn command(
        &mut self,
        command: Command,
        at: Millis,
        requester: Option<Requester>,
    ) {
        match komadai_game::decide(&self.loaded.game, command, at) {
            Ok(events) if events.is_empty() => {
                if let Some(requester) = requester {
                    self.send(
                        requester.connection,
                        &ServerMessage::Done { re: requester.re },
                    );
                }
            }
            Ok(events) => {
                if self.commit(events, requester).await {
                    Box::pin(self.run_host_commands()).await;
                }
            }
            Err(refusal) => {
                if let Some(requester) = requester {
                    self.send_refusal(requester, &refusal);
                }
            }
        }
    }

    fn send_refusal(&self, requester: Requester, refusal: &Refusal) {
        let message = ServerMessage::Refused {
            re: requester.re,
            game: Some(self.id.to_string()),
            refusal: RefusalDto::from(refusal),
        };
        self.send(requester.connection, &message);
    }

    /// Stores events and broadcasts them. On failure the game is reloaded.
    async fn commit(&mut self, events: Vec<Event>, requester: Option<Requester>) -> bool {
        self.commit_audited(events, requester, None).await
    }

    /// The same, with an entry in the audit log.
    pub(super) async fn commit_audited(
        &mut self,
        events: Vec<Event>,
        requester: Option<Requester>,
        audit: Option<AuditEntry>,
    ) -> bool {
        let first = self.loaded.seq() + 1;
        let was_over = self.loaded.is_over();
        // What is stored with the events follows from the state after them. Nobody sees that state before they
        // are on disk, because a room does one thing at a time.
        self.loaded.advance(&events);
        let append = Append {
            game: self.loaded.num,
            first: i64::from(first),
            events: events.iter().map(event_text).collect(),
            finish: self.finish(&events).map(Box::new),
            audit: audit.map(Box::new),
            due: self.changed_due(&events),
        };
        let due = append.due;
        let finishes = append.finish.is_some();
        let began = Instant::now();
        if let Err(error) = self.state.store.append(append).await {
            tracing::error!(game = %self.id, %error, "failed to store events");
            self.loaded.go_back();
            if let Some(requester) = requester {
                self.send_storage_error(requester);
            }
            self.storage_failed();
            self.reload().await;
            return false;
        }
        metrics::histogram!("komadai_append_seconds").record(began.elapsed());
        metrics::counter!("komadai_events_total").increment(events.len() as u64);
        self.loaded.keep(events);
        self.loaded.due = due.unwrap_or(self.loaded.due);
        self.count_as_running(self.loaded.game.running_clock().is_some());
        self.broadcast(requester);
        match (finishes, was_over) {
            (true, false) => self.on_game_end().await,
            // A ruling after the end has corrected the result; there may be a replay now.
            (true, true) if self.loaded.next.is_none() => self.announce_next_game().await,
            _ => {}
        }
        true
    }

    /// The data stored with the end of a game, if it is among these events, which have led to the present state.
    fn finish(&self, events: &[Event]) -> Option<Finish> {
        let outcome = events.iter().rev().find_map(|event| match event.fact {
            Fact::Ended(outcome) => Some(outcome),
            _ => None,
        })?;
        Some(Finish {
            ended_at: wall_ms(),
            verdict: VerdictDto::from(outcome.verdict).name().to_owned(),
            cause: outcome.cause.name().to_owned(),
            plies: i64::from(self.loaded.game.ply()),
            next: match self.loaded.next {
                Some(_) => None,
                None => next_game(&self.state, &self.loaded),
            },
        })
    }

    /// Reloads the game: after a commit with unknown outcome the database decides. Returns whether that worked.
    pub(super) async fn reload(&mut self) -> bool {
        match load(&self.state, &self.id).await {
            Ok(Some(loaded)) => {
                self.loaded = loaded;
                self.broadcast(None);
                self.recovery.is_stale = false;
            }
            Ok(None) => tracing::error!(game = %self.id, "game is missing from the database"),
            Err(error) => {
                tracing::error!(game = %self.id, %error, "failed to reload game");
                self.recovery.is_stale = true;
                self.storage_failed();
            }
        }
        !self.recovery.is_stale
    }

    async fn on_game_end(&mut self) {
        self.count_as_running(false);
        self.reveal_chat();
        self.announce_next_game().await;
    }

    /// Announces the following game, if there is one.
    pub(super) async fn announce_next_game(&mut self) {
        match self.state.store.next_game(self.loaded.num).await {
            Ok(Some((num, next))) => {
                self.loaded.next = Some(num);
                let message = ServerMessage::Next {
                    game: self.id.to_string(),
                    next,
                };
                self.send_latest(Topic::Next, &message);
            }
            Ok(None) => {}
            Err(error) => {
                tracing::error!(game = %self.id, %error, "failed to find the next game");
                self.recovery.lacks_next = true;
                return self.storage_failed();
            }
        }
        self.recovery.lacks_next = false;
    }

    /// The id of a game by its number.
    async fn game_id(&self, num: Option<i64>) -> Option<String> {
        self.state.store.game_id(num?).await.ok().flatten()
    }

    /// Runs the host's commands: toss, start, flags, the computer's turn, cancellation.
    pub(super) async fn run_host_commands(&mut self) {
        self.host_commands_ran_at = Instant::now();
        while let Some((command, at)) = self.next_host_command() {
            match komadai_game::decide(&self.loaded.game, command, at) {
                Ok(events) if events.is_empty() => break,
                Ok(events) => {
                    if !self.commit(events, None).await {
                        return;
                    }
                }
                Err(refusal) => {
                    tracing::warn!(game = %self.id, %refusal, "could not run host command");
                    break;
                }
            }
        }
        self.count_as_running(self.loaded.game.running_clock().is_some());
        self.ask_computer();
    }

    fn next_host_command(&self) -> Option<(Command, Millis)> {
        let game = &self.loaded.game;
        let now = self.now();
        let host = |act| Some((Command::new(Actor::Host, act), now));
        let abort = |reason: &str| {
            host(Act::Rule(Ruling {
                decision: Decision::Abort,
                reason: reason.into(),
            }))
        };
        if self.loaded.seq() >= MAX_EVENTS && !self.loaded.is_over() {
            return abort("the game has become too long");
        }
        if let Some((by, act)) = self.next_computer_command() {
            return Some((Command::new(by, act), now));
        }
        if game.next_deadline().is_some_and(|due| due <= now) {
            return Some((Command::new(Actor::Clock, Act::Tick), now));
        }
        if let Some(act) = self.next_preparation() {
            return host(act);
        }
        due::idle_until(game, self.loaded.moved_at).filter(|&until| until <= now)?;
        abort("there was no move for a day")
    }

    /// What the host does before the start: the toss, and the start itself.
    fn next_preparation(&self) -> Option<Act> {
        let game = &self.loaded.game;
        if game.phase() != Phase::Preparing {
            return None;
        }
        let may = game.may(Actor::Host);
        if let Some(seed) = self.loaded.seed {
            if may.contains(&Wanted::CommitToss) {
                return Some(Act::CommitToss(seed.commitment()));
            }
            if may.contains(&Wanted::RevealToss) {
                return Some(Act::RevealToss(seed));
            }
        }
        let both_arrived = Color::ALL.iter().all(|&color| game.has_arrived(color));
        if both_arrived && may.contains(&Wanted::Start) {
            return Some(Act::Start);
        }
        None
    }

    async fn join(&mut self, new: NewMember, after: u32) {
        let place = self.loaded.seats.place(&new.person);
        if place == Place::Spectator && self.members.spectators() >= self.state.limits.spectators {
            let message = "the game has too many spectators";
            return new
                .outbox
                .send_error(None, Some(&self.id), "room-full", message);
        }
        if place.is_player() {
            self.thinking.player_came(new.network);
        }
        let connection = new.connection;
        let before = self.members.remove(connection);
        for (_, re) in before.into_iter().flat_map(|member| member.answers) {
            // Its events are part of the game now.
            new.outbox.send(&ServerMessage::Done { re });
        }
        let person = new.person.clone();
        self.members.add(Member::new(new, place));
        let mut state = self.game_state(&person, place, after);
        state.previous = self.game_id(self.loaded.previous).await;
        state.next = self.game_id(self.loaded.next).await;
        self.send_game(connection, state);
        self.presence_changed();
        self.arrive(place).await;
    }

    /// Records the arrival of a player who joins the room.
    pub(super) async fn arrive(&mut self, place: Place) {
        let game = &self.loaded.game;
        let Some(color) = place.color(game.colors_swapped()) else {
            return;
        };
        if !game.has_arrived(color) && !self.loaded.is_over() {
            let arrive = Command::new(Actor::Player(color), Act::Arrive);
            let now = self.now();
            self.command(arrive, now, None).await;
        }
    }

    fn leave(&mut self, connection: ConnectionId) {
        if self.members.remove(connection).is_some() {
            if !self.members.iter().any(|member| member.place.is_player()) {
                self.thinking.players_left();
            }
            self.presence_changed();
        }
    }
}

fn event_text(event: &Event) -> String {
    // Serializing our own wire types cannot fail.
    serde_json::to_string(&EventDto::from(event)).unwrap_or_default()
}
