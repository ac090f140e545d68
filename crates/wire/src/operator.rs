//! What operators see and do, and what the server allows.

use serde::{Deserialize, Serialize};

/// A role that an account can have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RoleName {
    /// Keeps order on the server.
    Operator,
    /// May be named as arbiter where arbiters are appointed.
    Arbiter,
}

impl RoleName {
    /// Every role.
    pub const ALL: [RoleName; 2] = [RoleName::Operator, RoleName::Arbiter];

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            RoleName::Operator => "operator",
            RoleName::Arbiter => "arbiter",
        }
    }

    /// The role with this name.
    pub fn from_name(name: &str) -> Option<RoleName> {
        RoleName::ALL.into_iter().find(|role| role.name() == name)
    }
}

/// An act of an operator. `who` is the name of an account, or the key of a guest as it is shown to operators.
/// Times are milliseconds since 1970; without `until` there is no end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "act", rename_all = "kebab-case", deny_unknown_fields)]
pub enum OperatorAct {
    /// Keeps a person out.
    Ban {
        /// The person.
        who: String,
        /// The end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<i64>,
    },
    /// Lets a person in again.
    Unban {
        /// The person.
        who: String,
    },
    /// Keeps a range of addresses out.
    BanNetwork {
        /// The range in CIDR notation, or one address.
        network: String,
        /// The end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<i64>,
    },
    /// Lets a range of addresses in again.
    UnbanNetwork {
        /// The range, as it was banned.
        network: String,
    },
    /// Takes chat away from a person.
    Mute {
        /// The person.
        who: String,
        /// The end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<i64>,
    },
    /// Gives chat back to a person.
    Unmute {
        /// The person.
        who: String,
    },
    /// Closes a person's connections.
    Kick {
        /// The person.
        who: String,
    },
    /// Ends a game without a result.
    CloseGame {
        /// The game.
        game: String,
    },
    /// Resumes a suspended game.
    ResumeGame {
        /// The game.
        game: String,
    },
    /// Removes the text of a chat message.
    DeleteLine {
        /// The game.
        game: String,
        /// The number of the message.
        line: u32,
    },
    /// Gives an account another name.
    Rename {
        /// The account.
        who: String,
        /// The new name.
        name: String,
    },
    /// Makes a link that sets a new password once.
    ResetPassword {
        /// The account.
        who: String,
    },
    /// Removes a second factor that was lost.
    ResetSecondFactor {
        /// The account.
        who: String,
    },
    /// Ends sessions.
    EndSessions {
        /// The account.
        who: String,
        /// One session; default: all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        session: Option<String>,
    },
    /// Marks a report as dealt with.
    CloseReport {
        /// Its number.
        report: i64,
    },
    /// Gives a role.
    Grant {
        /// The account.
        who: String,
        /// The role.
        role: RoleName,
    },
    /// Takes a role away.
    Revoke {
        /// The account.
        who: String,
        /// The role.
        role: RoleName,
    },
    /// Makes an invitation link.
    Invite {
        /// How many accounts it is good for.
        uses: u32,
        /// When it expires.
        until: i64,
    },
    /// Takes an invitation back.
    Uninvite {
        /// Its number.
        invitation: i64,
    },
}

/// An act and its reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct OperatorRequest {
    /// The act.
    pub act: OperatorAct,
    /// The reason, at most 500 characters. The players of a closed or resumed game see it.
    #[serde(default)]
    pub reason: String,
}

/// The result of an act.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OperatorAnswer {
    /// The link that was made. It is not shown again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// The number of connections that were closed.
    #[serde(default)]
    pub closed: u32,
}

/// An entry of the audit log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AuditEntryDto {
    /// Its number; later entries have larger ones.
    pub num: i64,
    /// When.
    pub at: i64,
    /// The operator's name at that time.
    pub by: String,
    /// The act.
    pub act: String,
    /// The person, network, game, report or invitation.
    pub target: String,
    /// The reason.
    pub reason: String,
    /// The whole act, as JSON.
    pub body: String,
}

/// A ban or a mute.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RestrictionDto {
    /// `ban`, `ban-network` or `mute`.
    pub kind: String,
    /// The name of the person, or the network.
    pub name: String,
    /// When it was imposed.
    pub at: i64,
    /// The end, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<i64>,
    /// The reason.
    pub reason: String,
}

/// A report by a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReportDto {
    /// Its number.
    pub num: i64,
    /// When.
    pub at: i64,
    /// The name of the reporter.
    pub by: String,
    /// The game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The number of the chat message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<i64>,
    /// The person: an account's name, or a guest's key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// The text of the chat message when it was reported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
    /// What the reporter says.
    pub text: String,
    /// When it was closed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed_at: Option<i64>,
}

/// An invitation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct InvitationDto {
    /// Its number.
    pub num: i64,
    /// The operator who made it.
    pub by: String,
    /// How many more accounts it is good for.
    pub uses: i64,
    /// When it expires.
    pub until: i64,
}

/// An account as operators see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AccountDetails {
    /// The name.
    pub name: String,
    /// When it was created.
    pub created_at: i64,
    /// Its roles.
    pub roles: Vec<RoleName>,
    /// Whether it has a second factor.
    pub second_factor: bool,
    /// Its sessions.
    pub sessions: Vec<SessionDetails>,
    /// Its last logins, newest first.
    pub logins: Vec<LoginDetails>,
    /// The networks of its open connections.
    pub networks: Vec<String>,
}

/// A login as operators see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LoginDetails {
    /// When.
    pub at: i64,
    /// The address of the client.
    pub address: String,
    /// `registered`, `logged-in`, `wrong-credentials` or `password-changed`.
    pub outcome: String,
}

/// A session as operators see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SessionDetails {
    /// A short id, good for ending the session and nothing else.
    pub id: String,
    /// When it was opened.
    pub created_at: i64,
    /// When it was last used.
    pub seen_at: i64,
    /// The user agent.
    pub agent: String,
}

/// A person with an open connection, as operators see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OnlinePerson {
    /// An account's name, or a guest's key.
    pub who: String,
    /// The name.
    pub name: String,
    /// The networks of the connections.
    pub networks: Vec<String>,
}

/// What the server offers, and to whom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ServerInfo {
    /// Who may register.
    pub registration: Registration,
    /// What guests may do.
    pub guests: Guests,
    /// Whether the server sends e-mail.
    pub email: bool,
    /// Whether there is a privacy text at `/privacy`.
    pub privacy: bool,
}

/// Who may register.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Registration {
    /// Everyone.
    #[default]
    Open,
    /// Whoever has an invitation.
    Invitation,
}

/// What guests may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Guests {
    /// Play, watch and talk.
    #[default]
    Play,
    /// Watch only.
    Watch,
}

/// Who may be named as arbiter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Arbiters {
    /// Every account.
    #[default]
    Anyone,
    /// Accounts with the role of arbiter and a second factor.
    Appointed,
}

/// The user's own account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OwnAccount {
    /// The name.
    pub name: String,
    /// The roles.
    pub roles: Vec<RoleName>,
    /// Whether a code is asked for at login.
    pub second_factor: bool,
    /// The confirmed e-mail address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
}
