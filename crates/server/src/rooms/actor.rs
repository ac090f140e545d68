//! The task of a room.

use super::computer::Thinking;
use super::members::{Member, Members, Place};
use super::open::next_game;
use super::table::Table;
use super::{ConnectionId, Deed, Newcomer, Rooms, ToRoom};
use crate::house::House;
use crate::house_clock::wall_ms;
use crate::store::{Append, Finish, StoreError};
use komadai_core::Color;
use komadai_game::{Act, Actor, Command, Decision, Event, Fact, Millis, Phase, Ruling, Wanted};
use komadai_wire::event::EventDto;
use komadai_wire::message::{ChatLine, ServerMessage};
use komadai_wire::names::VerdictDto;
use komadai_wire::refusal::RefusalDto;
use komadai_wire::view::WantedDto;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// A room without members and pending events is closed after this long.
const LINGER: Duration = Duration::from_secs(30);
/// A game that is not started within this time is cancelled.
const START_WITHIN: Millis = Millis::from_secs(3600);
/// Maximum lag compensation per move.
pub(super) const MOST_LAG: Millis = Millis::from_secs(1);

/// Runs a room until it is no longer needed.
pub(super) async fn run(
    house: Arc<House>,
    id: Arc<str>,
    mut mailbox: mpsc::Receiver<ToRoom>,
    own: mpsc::WeakSender<ToRoom>,
) {
    match load(&house, &id).await {
        Ok(Some(table)) => {
            let mut room = Room {
                house: house.clone(),
                id: id.clone(),
                table,
                members: Members::default(),
                may: Default::default(),
                rematch: [false; 2],
                talk: Vec::new(),
                thinking: Thinking::new(own),
                is_counted: false,
                seen_to_it: Instant::now(),
            };
            room.open().await;
            room.work(&mut mailbox).await;
            room.count_as_running(false);
        }
        Ok(None) => refuse_all(&id, &mut mailbox, "no-such-game", "there is no such game"),
        Err(error) => {
            tracing::error!(game = %id, %error, "a game could not be loaded");
            refuse_all(&id, &mut mailbox, "storage", "the game could not be loaded");
        }
    }
    house.rooms.forget(&id);
    mailbox.close();
    // Forward messages that arrived at the last moment to a new room.
    while let Some(message) = mailbox.recv().await {
        let _ = Rooms::send(&house, &id, message).await;
    }
}

async fn load(house: &House, id: &str) -> Result<Option<Table>, StoreError> {
    let stored = house.store.load_game(id).await?;
    stored.map(Table::read).transpose()
}

/// Answers all pending messages with an error.
fn refuse_all(id: &str, mailbox: &mut mpsc::Receiver<ToRoom>, code: &str, message: &str) {
    mailbox.close();
    while let Ok(asked) = mailbox.try_recv() {
        if let ToRoom::Join { member, .. } = asked {
            member.outbox.say(&ServerMessage::Error {
                re: None,
                game: Some(id.to_owned()),
                code: code.to_owned(),
                message: message.to_owned(),
            });
        }
    }
}

/// A room.
pub(super) struct Room {
    pub(super) house: Arc<House>,
    pub(super) id: Arc<str>,
    pub(super) table: Table,
    pub(super) members: Members,
    /// The last permissions sent to Black, White, the arbiter and spectators.
    pub(super) may: [Vec<WantedDto>; 4],
    pub(super) rematch: [bool; 2],
    /// The chat history, once it is loaded.
    pub(super) talk: Vec<ChatLine>,
    pub(super) thinking: Thinking,
    /// Whether the game counts as running, so that the server clock is stored regularly.
    is_counted: bool,
    /// When host commands were last run.
    seen_to_it: Instant,
}

/// The sender of a request: connection and message number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asker {
    pub(super) connection: ConnectionId,
    pub(super) re: u32,
}

impl Room {
    async fn open(&mut self) {
        match self.house.store.chat(self.table.num).await {
            Ok(rows) => self.talk = rows.into_iter().map(super::talk::line).collect(),
            Err(error) => tracing::error!(game = %self.id, %error, "no chat"),
        }
        self.see_to_it().await;
    }

    async fn work(&mut self, mailbox: &mut mpsc::Receiver<ToRoom>) {
        loop {
            let wake = self.wakes_at();
            let idle = Instant::now() + LINGER;
            tokio::select! {
                // Messages first: a move that arrived before the flag fell is in time.
                biased;
                message = mailbox.recv() => match message {
                    Some(message) => self.take(message).await,
                    None => return,
                },
                () = tokio::time::sleep_until(wake.unwrap_or(idle).into()) => {
                    if wake.is_some() {
                        self.see_to_it().await;
                    } else if self.members.is_empty() && !self.thinking.is_busy() {
                        return;
                    }
                }
            }
        }
    }

    async fn take(&mut self, message: ToRoom) {
        match message {
            ToRoom::Join { member, after } => self.join(*member, after).await,
            ToRoom::Leave(connection) => self.leave(connection),
            ToRoom::Act(deed) => self.act(*deed).await,
            ToRoom::Chat { from, re, text } => {
                let asker = Asker {
                    connection: from,
                    re,
                };
                self.chat(asker, text).await;
            }
            ToRoom::Rematch { from, re } => {
                let asker = Asker {
                    connection: from,
                    re,
                };
                self.offer_rematch(asker).await;
            }
            ToRoom::Computer { asked_at, act } => self.computer_acts(asked_at, act).await,
            ToRoom::Lag(connection, lag) => {
                if let Some(member) = self.members.get_mut(connection) {
                    member.lag = lag.min(MOST_LAG);
                }
            }
            ToRoom::ReadAgain => {
                self.reload().await;
                self.open().await;
            }
            ToRoom::Look(person, reply) => {
                let place = self.table.seats.place(&person);
                let _ = reply.send(self.state(place, 0));
            }
        }
    }

    // --- time ---

    /// The game time at an instant, which never decreases.
    pub(super) fn time_at(&self, instant: Instant) -> Millis {
        let house = self.house.clock.at(instant);
        house
            .minus(self.table.created_house)
            .max(self.table.game.now())
    }

    /// The current game time.
    pub(super) fn now(&self) -> Millis {
        self.time_at(Instant::now())
    }

    fn instant_of(&self, at: Millis) -> Instant {
        self.house.clock.instant(self.table.created_house.plus(at))
    }

    /// When the room must act on its own. A deadline that has passed without effect is not repeated, because
    /// only an event can change that.
    fn wakes_at(&self) -> Option<Instant> {
        self.next_due().filter(|&due| due > self.seen_to_it)
    }

    fn next_due(&self) -> Option<Instant> {
        let game = &self.table.game;
        if game.phase() == Phase::Preparing {
            return Some(self.instant_of(START_WITHIN));
        }
        if let Some(falls) = self.computer_claims_at() {
            return Some(self.instant_of(falls));
        }
        let falls = game.next_deadline()?;
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
            self.house.count_running(runs);
        }
    }

    // --- acts ---

    async fn act(&mut self, deed: Deed) {
        let asker = Asker {
            connection: deed.from,
            re: deed.re,
        };
        let Some(member) = self.members.get(deed.from) else {
            return;
        };
        let game = &self.table.game;
        let by = member.seat.actor(game.colors_swapped());
        let act = match deed.act {
            Act::Play { deed: played, .. } => {
                if deed.ply != Some(game.ply()) {
                    let message = "the position has changed since this move was made";
                    return self.complain(asker, "stale", message);
                }
                Act::Play {
                    deed: played,
                    lag: member.lag,
                }
            }
            other => other,
        };
        let at = self.time_at(deed.received);
        self.command(Command::new(by, act), at, Some(asker)).await;
    }

    /// Executes a command, or sends the refusal.
    pub(super) async fn command(&mut self, command: Command, at: Millis, asker: Option<Asker>) {
        match komadai_game::decide(&self.table.game, command, at) {
            Ok(events) if events.is_empty() => {
                if let Some(asker) = asker {
                    self.tell(asker.connection, &ServerMessage::Done { re: asker.re });
                }
            }
            Ok(events) => {
                if self.commit(events, asker).await {
                    Box::pin(self.see_to_it()).await;
                }
            }
            Err(refusal) => {
                if let Some(asker) = asker {
                    let refusal = RefusalDto::from(&refusal);
                    let re = asker.re;
                    self.tell(asker.connection, &ServerMessage::Refused { re, refusal });
                }
            }
        }
    }

    /// Stores events and broadcasts them. On failure the game is reloaded.
    async fn commit(&mut self, events: Vec<Event>, asker: Option<Asker>) -> bool {
        let first = self.table.seq() + 1;
        let append = Append {
            game: self.table.num,
            first: i64::from(first),
            events: events.iter().map(event_text).collect(),
            finish: self.finish(&events).map(Box::new),
        };
        let ends = append.finish.is_some();
        let began = Instant::now();
        if let Err(error) = self.house.store.append(append).await {
            tracing::error!(game = %self.id, %error, "events were not stored");
            if let Some(asker) = asker {
                self.complain(
                    asker,
                    "storage",
                    "the server could not store this; try again",
                );
            }
            self.reload().await;
            return false;
        }
        metrics::histogram!("komadai_append_seconds").record(began.elapsed());
        metrics::counter!("komadai_events_total").increment(events.len() as u64);
        self.table.take_in(events);
        self.count_as_running(self.table.game.running_clock().is_some());
        self.broadcast(first, asker);
        if ends {
            self.after_the_end().await;
        }
        true
    }

    /// The data stored with the end of a game, if it is among these events.
    fn finish(&self, events: &[Event]) -> Option<Finish> {
        let outcome = events.iter().find_map(|event| match event.fact {
            Fact::Ended(outcome) => Some(outcome),
            _ => None,
        })?;
        let mut game = self.table.game.clone();
        events.iter().for_each(|event| game.apply(event));
        Some(Finish {
            ended_at: wall_ms(),
            verdict: VerdictDto::from(outcome.verdict).name().to_owned(),
            cause: outcome.cause.name().to_owned(),
            plies: i64::from(game.ply()),
            next: next_game(&self.house, &self.table, &game),
        })
    }

    /// Reloads the game: after a commit with unknown outcome the database decides.
    async fn reload(&mut self) {
        match load(&self.house, &self.id).await {
            Ok(Some(table)) => {
                let first = self.table.seq() + 1;
                self.table = table;
                if self.table.seq() >= first {
                    self.broadcast(first, None);
                }
            }
            Ok(None) => tracing::error!(game = %self.id, "the game is gone from the database"),
            Err(error) => tracing::error!(game = %self.id, %error, "the game was not read again"),
        }
    }

    async fn after_the_end(&mut self) {
        self.count_as_running(false);
        // After the game, chat of the other channel becomes visible.
        for member in self.members.iter() {
            let heard = |line: &&ChatLine| !member.seat.hears(line.channel, false);
            for line in self.talk.iter().filter(heard) {
                member.outbox.say(&ServerMessage::Chat {
                    game: self.id.to_string(),
                    line: line.clone(),
                });
            }
        }
        self.find_next().await;
    }

    /// Announces the following game, if there is one.
    pub(super) async fn find_next(&mut self) {
        match self.house.store.next_game(self.table.num).await {
            Ok(Some((num, next))) => {
                self.table.next = Some(num);
                self.members.say(&ServerMessage::Next {
                    game: self.id.to_string(),
                    next,
                });
            }
            Ok(None) => {}
            Err(error) => tracing::error!(game = %self.id, %error, "the next game was not found"),
        }
    }

    /// The id of a game by its number.
    async fn game_id(&self, num: Option<i64>) -> Option<String> {
        self.house.store.game_id(num?).await.ok().flatten()
    }

    // --- what the house does by itself ---

    /// Runs the host's commands: toss, start, flags, the computer's turn, cancellation.
    pub(super) async fn see_to_it(&mut self) {
        self.seen_to_it = Instant::now();
        while let Some((command, at)) = self.duty() {
            match komadai_game::decide(&self.table.game, command, at) {
                Ok(events) if events.is_empty() => break,
                Ok(events) => {
                    if !self.commit(events, None).await {
                        return;
                    }
                }
                Err(refusal) => {
                    tracing::warn!(game = %self.id, %refusal, "the house was refused");
                    break;
                }
            }
        }
        self.count_as_running(self.table.game.running_clock().is_some());
        self.ask_computer();
    }

    fn duty(&self) -> Option<(Command, Millis)> {
        let game = &self.table.game;
        let now = self.now();
        let host = |act| Some((Command::new(Actor::Host, act), now));
        if let Some((by, act)) = self.computer_duty() {
            return Some((Command::new(by, act), now));
        }
        if game.phase() != Phase::Preparing {
            game.next_deadline().filter(|&falls| falls <= now)?;
            return Some((Command::new(Actor::Clock, Act::Tick), now));
        }
        let may = game.may(Actor::Host);
        if let Some(seed) = self.table.seed {
            if may.contains(&Wanted::CommitToss) {
                return host(Act::CommitToss(seed.commitment()));
            }
            if may.contains(&Wanted::RevealToss) {
                return host(Act::RevealToss(seed));
            }
        }
        let are_there = Color::ALL.iter().all(|&color| game.has_arrived(color));
        if are_there && may.contains(&Wanted::Start) {
            return host(Act::Start);
        }
        if now >= START_WITHIN {
            return host(Act::Rule(Ruling {
                decision: Decision::Abort,
                reason: "the game was not started in time".into(),
            }));
        }
        None
    }

    // --- people ---

    async fn join(&mut self, newcomer: Newcomer, after: u32) {
        let seat = self.table.seats.place(&newcomer.person);
        if seat == Place::Floor && self.members.spectators() >= self.house.limits.spectators {
            newcomer.outbox.say(&ServerMessage::Error {
                re: None,
                game: Some(self.id.to_string()),
                code: "room-full".to_owned(),
                message: "too many people look on already".to_owned(),
            });
            return;
        }
        self.members.add(Member {
            connection: newcomer.connection,
            person: newcomer.person,
            seat,
            outbox: newcomer.outbox.clone(),
            lag: Millis::ZERO,
        });
        let mut state = self.state(seat, after);
        state.previous = self.game_id(self.table.previous).await;
        state.next = self.game_id(self.table.next).await;
        newcomer.outbox.say(&ServerMessage::Game(Box::new(state)));
        self.tell_presence();
        self.arrive(seat).await;
    }

    /// Records the arrival of a player who joins the room.
    async fn arrive(&mut self, seat: Place) {
        let game = &self.table.game;
        let Some(color) = seat.color(game.colors_swapped()) else {
            return;
        };
        if !game.has_arrived(color) && !self.table.is_over() {
            let arrive = Command::new(Actor::Player(color), Act::Arrive);
            let now = self.now();
            self.command(arrive, now, None).await;
        }
    }

    fn leave(&mut self, connection: ConnectionId) {
        if self.members.remove(connection).is_some() {
            self.tell_presence();
        }
    }

    fn tell_presence(&self) {
        self.members.say(&ServerMessage::Presence {
            game: self.id.to_string(),
            presence: self.members.presence(self.table.game.colors_swapped()),
        });
    }
}

fn event_text(event: &Event) -> String {
    // Serializing our own wire types cannot fail.
    serde_json::to_string(&EventDto::from(event)).unwrap_or_default()
}
