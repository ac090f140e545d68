//! What operators do in a room.

use super::outbox::NewsSource;
use super::room::Room;
use super::{RoomMessage, Rooms, to_text};
use crate::state::AppState;
use crate::store::AuditEntry;
use komadai_game::{Act, Actor, Command, Decision, Ruling};
use komadai_wire::message::ServerMessage;
use std::sync::Arc;
use tokio::sync::oneshot;

/// A decision of an operator about a game.
#[derive(Clone, Debug)]
pub struct Operation {
    /// The decision: one that is open to the host of a game.
    pub decision: Decision,
    /// The reason, which the players see.
    pub reason: Box<str>,
    /// The entry in the audit log, stored with the events.
    pub audit: AuditEntry,
}

/// The operation was not carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OperationError {
    /// There is no such game.
    NoSuchGame,
    /// The laws do not allow it now.
    Refused(String),
    /// The database failed.
    NotStored,
}

/// Reports the outcome of an operation.
pub type OperationReply = oneshot::Sender<Result<(), OperationError>>;

impl Rooms {
    /// Carries out an operation.
    ///
    /// # Errors
    /// Returns an error if there is no such game, if it is over or does not wait, or if the database fails.
    pub async fn operate(
        state: &Arc<AppState>,
        game: &str,
        operation: Operation,
    ) -> Result<(), OperationError> {
        let (reply, answer) = oneshot::channel();
        let message = RoomMessage::Operate(Box::new(operation), reply);
        let sent = Rooms::send(state, game, message).await;
        sent.map_err(|_| OperationError::NoSuchGame)?;
        // A room without a game drops its messages.
        answer.await.unwrap_or(Err(OperationError::NoSuchGame))
    }

    /// Removes the text of a chat message from the room of a game, if it is open.
    pub async fn forget_line(&self, game: &str, line: u32) {
        let room = self.lock().get(game).cloned();
        if let Some(room) = room {
            // A room that closes meanwhile has nothing to forget.
            let _ = room.send(RoomMessage::ForgetLine(line)).await;
        }
    }
}

impl Room {
    pub(super) async fn operate(&mut self, operation: Operation, reply: OperationReply) {
        let Operation {
            decision,
            reason,
            audit,
        } = operation;
        let ruling = Act::Rule(Ruling { decision, reason });
        let command = Command::new(Actor::Host, ruling);
        let outcome = match komadai_game::decide(&self.loaded.game, command, self.now()) {
            Ok(events) => match self.commit_audited(events, None, Some(audit)).await {
                true => Ok(()),
                false => Err(OperationError::NotStored),
            },
            Err(refusal) => Err(OperationError::Refused(refusal.to_string())),
        };
        // The operator may be gone; the decision stands.
        let _ = reply.send(outcome);
        self.run_host_commands().await;
    }

    /// Empties a chat message and tells those who can see it.
    pub(super) fn forget_line(&mut self, number: u32) {
        let Some(line) = self.chat.iter_mut().find(|line| line.n == number) else {
            return;
        };
        line.text.clear();
        let (channel, is_over) = (line.channel, self.loaded.is_over());
        let text = to_text(&ServerMessage::Chat {
            game: self.id.to_string(),
            line: line.clone(),
        });
        let source = NewsSource::Game(self.id.clone());
        for member in self.members.iter_mut() {
            if !member.place.receives(channel, is_over) || member.heard < number {
                continue;
            }
            match member.outbox.has_room(&source) {
                true => member.outbox.send_news(text.clone()),
                // It comes with the chat that they are missing.
                false => member.heard = number - 1,
            }
        }
    }
}
