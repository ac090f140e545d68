//! Carrying out the acts of operators.
//!
//! An act and its entry in the audit log are one transaction. What concerns open connections follows, and
//! cannot fail; after a crash in between there are no connections.

use super::network::Network;
use super::operator::{Operator, OperatorPlace};
use crate::app::App;
use crate::auth;
use crate::connections::Disconnect;
use crate::error::ApiError;
use crate::names::AccountName;
use crate::person::Person;
use crate::rooms::{Operation, OperationError, Rooms, is_game_id};
use crate::secret::{self, token_hash};
use crate::server_clock::wall_ms;
use crate::store::{AuditEntry, NewToken, Renaming, Restriction, RestrictionKind, TokenKind};
use axum::http::StatusCode;
use komadai_game::Decision;
use komadai_wire::operator::{OperatorAct, OperatorAnswer, OperatorRequest, RoleName};

/// Maximum length of a reason, in characters.
const MAX_REASON_CHARS: usize = 500;
/// Maximum number of accounts for one invitation.
const MAX_USES: u32 = 1_000;
/// Maximum lifetime of an invitation.
const MAX_INVITATION_MS: i64 = 366 * 24 * 3600 * 1000;
/// Lifetime of a link that sets a password.
pub(crate) const PASSWORD_LINK_MS: i64 = 24 * 3600 * 1000;
/// Length of a token in a link, with 5.8 bits per letter.
const TOKEN_LETTERS: usize = 32;

/// A random token for a link, and the link. The token is behind the `#`, so it reaches neither proxies nor logs.
pub(crate) fn new_link(app: &App, page: &str) -> (String, String) {
    let token = secret::word(TOKEN_LETTERS);
    let base = match &app.config.public_url {
        Some(url) => url.clone(),
        None => format!("http://{}", app.config.listen),
    };
    let link = format!("{base}/#/{page}/{token}");
    (token, link)
}

/// The text by which operators name a person: an account's name or a guest's key.
pub(crate) fn who_of(key: &str, name: &str) -> String {
    match key.strip_prefix("a:") {
        Some(_) => name.to_owned(),
        None => key.to_owned(),
    }
}

fn unprocessable(field: &'static str, code: &'static str, title: &str) -> ApiError {
    ApiError::field(field, code, title)
}

fn nothing_there() -> ApiError {
    ApiError::not_found("there is no such thing, or it is done already")
}

/// The person with an account's name or a guest's key.
async fn find(app: &App, who: &str) -> Result<Person, ApiError> {
    if let Some(id) = who.strip_prefix("g:") {
        return match is_game_id(id) {
            true => Ok(Person::guest(id)),
            false => Err(unprocessable(
                "who",
                "no-such-account",
                "there is no such guest",
            )),
        };
    }
    let account = auth::find_account(app, who).await?;
    let account = account
        .ok_or_else(|| unprocessable("who", "no-such-account", "there is no such account"))?;
    Ok(Person::account(account.num, &account.name))
}

/// The number and person of an account.
async fn find_account(app: &App, who: &str) -> Result<(i64, Person), ApiError> {
    let person = find(app, who).await?;
    match person.account_num() {
        Some(num) => Ok((num, person)),
        None => Err(unprocessable("who", "account-needed", "this is a guest")),
    }
}

/// One act being carried out.
struct Performance<'a> {
    app: &'a App,
    operator: &'a Operator,
    act: &'a OperatorAct,
    reason: String,
    now: i64,
}

/// Carries out an act.
///
/// # Errors
/// Returns an error if the act is not possible; then nothing has changed and the audit log has no entry.
pub(crate) async fn perform(
    app: &App,
    operator: &Operator,
    request: &OperatorRequest,
) -> Result<OperatorAnswer, ApiError> {
    let reason = request.reason.trim();
    let is_plain = !reason.chars().any(char::is_control);
    if reason.chars().count() > MAX_REASON_CHARS || !is_plain {
        let title = "a reason has at most 500 printable characters";
        return Err(unprocessable("reason", "bad-reason", title));
    }
    let performance = Performance {
        app,
        operator,
        act: &request.act,
        reason: reason.to_owned(),
        now: wall_ms(),
    };
    performance.run().await
}

impl Performance<'_> {
    async fn run(&self) -> Result<OperatorAnswer, ApiError> {
        match self.act {
            OperatorAct::Ban { who, until } => {
                self.restrict(RestrictionKind::Ban, who, *until).await
            }
            OperatorAct::Mute { who, until } => {
                self.restrict(RestrictionKind::Mute, who, *until).await
            }
            OperatorAct::Unban { who } => self.lift(RestrictionKind::Ban, who).await,
            OperatorAct::Unmute { who } => self.lift(RestrictionKind::Mute, who).await,
            OperatorAct::BanNetwork { network, until } => self.ban_network(network, *until).await,
            OperatorAct::UnbanNetwork { network } => self.unban_network(network).await,
            OperatorAct::Kick { who } => self.kick(who).await,
            OperatorAct::CloseGame { game } => {
                let default = "closed by an operator";
                self.operate(game, Decision::Abort, default).await
            }
            OperatorAct::ResumeGame { game } => {
                let default = "resumed by an operator";
                self.operate(game, Decision::Resume, default).await
            }
            OperatorAct::DeleteLine { game, line } => self.delete_line(game, *line).await,
            OperatorAct::Rename { who, name } => self.rename(who, name).await,
            OperatorAct::ResetPassword { who } => self.reset_password(who).await,
            OperatorAct::ResetSecondFactor { who } => self.reset_second_factor(who).await,
            OperatorAct::EndSessions { who, session } => {
                self.end_sessions(who, session.as_deref()).await
            }
            OperatorAct::CloseReport { report } => {
                let entry = self.entry(&report.to_string());
                done(self.app.state.store.close_report(*report, entry).await?)
            }
            OperatorAct::Grant { who, role } => self.grant(who, *role).await,
            OperatorAct::Revoke { who, role } => self.revoke(who, *role).await,
            OperatorAct::Invite { uses, until } => self.invite(*uses, *until).await,
            OperatorAct::Uninvite { invitation } => {
                let entry = self.entry(&invitation.to_string());
                done(self.app.state.store.uninvite(*invitation, entry).await?)
            }
        }
    }

    /// The entry in the audit log.
    fn entry(&self, target: &str) -> AuditEntry {
        // Serializing our own wire types cannot fail.
        let body = serde_json::to_value(self.act).unwrap_or_default();
        AuditEntry {
            at: self.now,
            who: self.operator.key.clone(),
            name: self.operator.name.clone(),
            act: body["act"].as_str().unwrap_or_default().to_owned(),
            target: target.to_owned(),
            reason: self.reason.clone(),
            body: body.to_string(),
        }
    }

    /// Operators cannot touch each other over the network: whoever gets hold of one account must not be
    /// able to get rid of the others.
    async fn may_touch(&self, person: &Person) -> Result<(), ApiError> {
        let Some(num) = person.account_num() else {
            return Ok(());
        };
        if self.operator.place == OperatorPlace::Local {
            return Ok(());
        }
        let roles = self.app.state.store.roles(num).await?;
        match roles.iter().any(|role| role == RoleName::Operator.name()) {
            true => Err(local_only("operators are changed with komadai admin only")),
            false => Ok(()),
        }
    }

    fn end(&self, until: Option<i64>) -> Result<Option<i64>, ApiError> {
        match until {
            Some(until) if until <= self.now => Err(unprocessable(
                "until",
                "bad-until",
                "the end is in the past",
            )),
            until => Ok(until),
        }
    }

    async fn restrict(
        &self,
        kind: RestrictionKind,
        who: &str,
        until: Option<i64>,
    ) -> Result<OperatorAnswer, ApiError> {
        let person = find(self.app, who).await?;
        self.may_touch(&person).await?;
        let restriction = Restriction {
            kind,
            who: person.key.clone(),
            name: who_of(&person.key, &person.name),
            at: self.now,
            until: self.end(until)?,
            reason: self.reason.clone(),
        };
        let entry = self.entry(&restriction.name);
        let state = &self.app.state;
        state.store.restrict(restriction.clone(), entry).await?;
        state.moderation.impose(&restriction);
        if kind == RestrictionKind::Mute {
            return Ok(OperatorAnswer::default());
        }
        state.lobby.remove_person(&person.key);
        let closed = state.connections.close(&person.key, Disconnect::Banned);
        Ok(closed_connections(closed))
    }

    async fn lift(&self, kind: RestrictionKind, who: &str) -> Result<OperatorAnswer, ApiError> {
        let person = find(self.app, who).await?;
        let entry = self.entry(&who_of(&person.key, &person.name));
        let state = &self.app.state;
        let lifted = state.store.lift(kind, person.key.clone(), entry).await?;
        state.moderation.lift(kind, &person.key);
        done(lifted)
    }

    async fn ban_network(
        &self,
        text: &str,
        until: Option<i64>,
    ) -> Result<OperatorAnswer, ApiError> {
        let network = parse_network(text)?;
        let is_own = match self.operator.place {
            OperatorPlace::Remote(address) => network.contains(address),
            OperatorPlace::Local => false,
        };
        if is_own || network.has_loopback() {
            let title = "this range contains your own address or this machine";
            return Err(unprocessable("network", "own-network", title));
        }
        let restriction = Restriction {
            kind: RestrictionKind::BanNetwork,
            who: network.to_string(),
            name: network.to_string(),
            at: self.now,
            until: self.end(until)?,
            reason: self.reason.clone(),
        };
        let entry = self.entry(&restriction.name);
        let state = &self.app.state;
        state.store.restrict(restriction.clone(), entry).await?;
        state.moderation.impose(&restriction);
        let closed = state.connections.close_network(network, Disconnect::Banned);
        Ok(closed_connections(closed))
    }

    async fn unban_network(&self, text: &str) -> Result<OperatorAnswer, ApiError> {
        let network = parse_network(text)?.to_string();
        let kind = RestrictionKind::BanNetwork;
        let entry = self.entry(&network);
        let state = &self.app.state;
        let lifted = state.store.lift(kind, network.clone(), entry).await?;
        state.moderation.lift(kind, &network);
        done(lifted)
    }

    async fn kick(&self, who: &str) -> Result<OperatorAnswer, ApiError> {
        let person = find(self.app, who).await?;
        self.may_touch(&person).await?;
        let state = &self.app.state;
        state
            .store
            .note(self.entry(&who_of(&person.key, &person.name)))
            .await?;
        let closed = state.connections.close(&person.key, Disconnect::Removed);
        Ok(closed_connections(closed))
    }

    async fn operate(
        &self,
        game: &str,
        decision: Decision,
        default: &str,
    ) -> Result<OperatorAnswer, ApiError> {
        let reason = match self.reason.as_str() {
            "" => default,
            reason => reason,
        };
        let operation = Operation {
            decision,
            reason: reason.into(),
            audit: self.entry(game),
        };
        match Rooms::operate(&self.app.state, game, operation).await {
            Ok(()) => Ok(OperatorAnswer::default()),
            Err(OperationError::NoSuchGame) => Err(ApiError::not_found("there is no such game")),
            Err(OperationError::Refused(why)) => {
                Err(ApiError::new(StatusCode::CONFLICT, "game-refused", why))
            }
            Err(OperationError::NotStored) => Err(ApiError::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "storage",
                "the server could not reach its storage",
            )),
        }
    }

    async fn delete_line(&self, game: &str, line: u32) -> Result<OperatorAnswer, ApiError> {
        let entry = self.entry(&format!("{game} {line}"));
        let state = &self.app.state;
        let deleted = state
            .store
            .delete_line(game.to_owned(), i64::from(line), entry)
            .await?;
        if deleted {
            state.rooms.forget_line(game, line).await;
        }
        done(deleted)
    }

    async fn rename(&self, who: &str, name: &str) -> Result<OperatorAnswer, ApiError> {
        let (num, person) = find_account(self.app, who).await?;
        self.may_touch(&person).await?;
        let name = AccountName::parse(name)?;
        let entry = self.entry(&person.name);
        let state = &self.app.state;
        match state.store.rename_account(num, name, entry).await? {
            Renaming::Taken => Err(auth::name_taken()),
            Renaming::Done(games) => {
                state.lobby.remove_person(&person.key);
                for game in games {
                    state.rooms.reload(&game).await;
                }
                // Connections know the old name.
                let closed = state.connections.close(&person.key, Disconnect::Renamed);
                Ok(closed_connections(closed))
            }
        }
    }

    async fn reset_password(&self, who: &str) -> Result<OperatorAnswer, ApiError> {
        let (num, person) = find_account(self.app, who).await?;
        self.may_touch(&person).await?;
        let (token, link) = new_link(self.app, "reset");
        let new = NewToken {
            token: token_hash(&token),
            kind: TokenKind::Password,
            account: num,
            data: String::new(),
            until: self.now + PASSWORD_LINK_MS,
        };
        let entry = self.entry(&person.name);
        self.app.state.store.add_token(new, Some(entry)).await?;
        Ok(with_link(link))
    }

    async fn reset_second_factor(&self, who: &str) -> Result<OperatorAnswer, ApiError> {
        let (num, person) = find_account(self.app, who).await?;
        self.may_touch(&person).await?;
        let entry = self.entry(&person.name);
        let store = &self.app.state.store;
        done(store.remove_second_factor(num, Some(entry)).await?)
    }

    async fn end_sessions(
        &self,
        who: &str,
        session: Option<&str>,
    ) -> Result<OperatorAnswer, ApiError> {
        let (num, person) = find_account(self.app, who).await?;
        self.may_touch(&person).await?;
        let entry = self.entry(&person.name);
        let state = &self.app.state;
        let session = session.map(str::to_owned);
        let ended = state
            .store
            .end_sessions_as_operator(num, session, entry)
            .await?;
        let closed = state.connections.close(&person.key, Disconnect::LoggedOut);
        done(ended).map(|_| closed_connections(closed))
    }

    async fn grant(&self, who: &str, role: RoleName) -> Result<OperatorAnswer, ApiError> {
        let (num, person) = find_account(self.app, who).await?;
        self.may_change(role)?;
        let entry = self.entry(&person.name);
        done(self.app.state.store.grant(num, role.name(), entry).await?)
    }

    async fn revoke(&self, who: &str, role: RoleName) -> Result<OperatorAnswer, ApiError> {
        let (num, person) = find_account(self.app, who).await?;
        self.may_change(role)?;
        let entry = self.entry(&person.name);
        done(self.app.state.store.revoke(num, role.name(), entry).await?)
    }

    /// Operators are made on the machine of the server only.
    fn may_change(&self, role: RoleName) -> Result<(), ApiError> {
        match (role, self.operator.place) {
            (RoleName::Operator, OperatorPlace::Remote(_)) => {
                Err(local_only("operators are made with komadai admin only"))
            }
            _ => Ok(()),
        }
    }

    async fn invite(&self, uses: u32, until: i64) -> Result<OperatorAnswer, ApiError> {
        if !(1..=MAX_USES).contains(&uses) {
            return Err(unprocessable("uses", "bad-uses", "1 to 1000 accounts"));
        }
        if until <= self.now || until > self.now + MAX_INVITATION_MS {
            let title = "an invitation ends within a year";
            return Err(unprocessable("until", "bad-until", title));
        }
        let (token, link) = new_link(self.app, "invitation");
        let entry = self.entry(&format!("{uses} accounts"));
        let store = &self.app.state.store;
        store
            .invite(token_hash(&token), i64::from(uses), until, entry)
            .await?;
        Ok(with_link(link))
    }
}

fn parse_network(text: &str) -> Result<Network, ApiError> {
    text.parse().map_err(|error: super::BadNetwork| {
        unprocessable("network", "bad-network", &error.to_string())
    })
}

fn local_only(title: &str) -> ApiError {
    ApiError::new(StatusCode::FORBIDDEN, "local-only", title)
}

fn done(changed: bool) -> Result<OperatorAnswer, ApiError> {
    match changed {
        true => Ok(OperatorAnswer::default()),
        false => Err(nothing_there()),
    }
}

fn with_link(link: String) -> OperatorAnswer {
    OperatorAnswer {
        link: Some(link),
        closed: 0,
    }
}

fn closed_connections(closed: usize) -> OperatorAnswer {
    OperatorAnswer {
        link: None,
        closed: u32::try_from(closed).unwrap_or(u32::MAX),
    }
}
