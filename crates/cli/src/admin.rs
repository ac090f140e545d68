//! `komadai admin`: the operator at the machine of the server.

mod reach;
mod tables;

use crate::Answer;
use crate::serve::{PlaceArgs, runtime};
use anyhow::Context;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use komadai_server::{Config, Settings};
use komadai_wire::operator::{OperatorAct, OperatorAnswer, OperatorRequest, RoleName};
use reach::Reach;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::io::Write;
use std::time::Duration;

/// Keep order on a server: bans, mutes, reports, roles, invitations
///
/// Works on a running server, where it takes effect at once, and on the database if none runs. Use the same
/// --data, --database or --config as for `serve`. Whoever may read the data directory may use it. Everything
/// is written to a log that `komadai admin log` prints. The first operator is made with
/// `komadai admin grant NAME operator`.
///
/// A person is the name of an account, or the key of a guest, `g:…`, as `reports` and `online` show it.
#[derive(clap::Args, Debug)]
pub(crate) struct AdminArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Reason, for the log; players see it when a game is closed or resumed
    #[arg(long, value_name = "TEXT", global = true, default_value = "")]
    reason: String,
    /// Print the server's JSON
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: AdminCommand,
}

#[derive(clap::Subcommand, Debug)]
enum AdminCommand {
    /// Give an account a role
    Grant(RoleArgs),
    /// Take a role away
    Revoke(RoleArgs),
    /// Keep a person or a range of addresses out; open connections are closed
    Ban(BanArgs),
    /// Let a person or a range of addresses in again
    Unban(TargetArgs),
    /// Take chat away from a person
    Mute(MuteArgs),
    /// Give chat back to a person
    Unmute(PersonArg),
    /// Close a person's connections
    Kick(PersonArg),
    /// End a game without a result
    Close(GameArg),
    /// Resume a suspended game
    Resume(GameArg),
    /// Remove the text of a chat message
    DeleteLine {
        /// Game
        game: String,
        /// Number of the message
        line: u32,
    },
    /// Give an account another name
    Rename {
        /// Account
        who: String,
        /// New name
        name: String,
    },
    /// Print a link that sets a new password once, within 24 hours
    ResetPassword(PersonArg),
    /// Remove a second factor that was lost
    ResetSecondFactor(PersonArg),
    /// Show an account and its sessions
    Sessions {
        /// Account
        who: String,
        /// End them all
        #[arg(long, conflicts_with = "end_one")]
        end: bool,
        /// End one
        #[arg(long, value_name = "ID")]
        end_one: Option<String>,
    },
    /// List reports
    Reports {
        /// Closed ones as well
        #[arg(long)]
        all: bool,
    },
    /// Mark a report as dealt with
    CloseReport {
        /// Number
        number: i64,
    },
    /// List bans and mutes
    Bans,
    /// Print an invitation link
    Invite {
        /// Number of accounts it is good for
        #[arg(long, value_name = "N", default_value_t = 1)]
        uses: u32,
        /// Lifetime: 12h, 7d, 2w
        #[arg(long = "for", value_name = "TIME", default_value = "7d", value_parser = lifetime)]
        lifetime: Duration,
    },
    /// List invitations
    Invitations,
    /// Take an invitation back
    Uninvite {
        /// Number
        number: i64,
    },
    /// List everyone with an open connection
    Online,
    /// Print what operators did, newest first
    Log {
        /// Number of entries, at most 200
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: u32,
        /// Only entries before this number
        #[arg(long, value_name = "N")]
        before: Option<i64>,
    },
}

#[derive(clap::Args, Debug)]
struct RoleArgs {
    /// Account
    who: String,
    /// Role
    #[arg(value_parser = roles())]
    role: RoleName,
}

fn roles() -> impl TypedValueParser<Value = RoleName> {
    PossibleValuesParser::new(RoleName::ALL.map(RoleName::name))
        .try_map(|name| RoleName::from_name(&name).ok_or("no such role"))
}

#[derive(clap::Args, Debug)]
struct PersonArg {
    /// Person
    who: String,
}

#[derive(clap::Args, Debug)]
struct GameArg {
    /// Id of the game, as in its address
    game: String,
}

#[derive(clap::Args, Debug)]
#[group(required = true, multiple = false)]
struct TargetArgs {
    /// Person
    who: Option<String>,
    /// Range of addresses such as 192.0.2.0/24 or 2001:db8::/48
    #[arg(long, value_name = "CIDR")]
    network: Option<String>,
}

#[derive(clap::Args, Debug)]
struct BanArgs {
    #[command(flatten)]
    target: TargetArgs,
    /// Lifetime: 12h, 7d, 2w [default: for good]
    #[arg(long = "for", value_name = "TIME", value_parser = lifetime)]
    lifetime: Option<Duration>,
}

#[derive(clap::Args, Debug)]
struct MuteArgs {
    /// Person
    who: String,
    /// Lifetime: 12h, 7d, 2w [default: for good]
    #[arg(long = "for", value_name = "TIME", value_parser = lifetime)]
    lifetime: Option<Duration>,
}

/// Parses `30m`, `12h`, `7d` or `2w`.
fn lifetime(text: &str) -> Result<Duration, &'static str> {
    let bad = "expected a number and m, h, d or w, like 12h or 7d";
    let unit = text.chars().next_back().ok_or(bad)?;
    let seconds = match unit {
        'm' => 60,
        'h' => 3_600,
        'd' => 86_400,
        'w' => 604_800,
        _ => return Err(bad),
    };
    let number: u32 = text[..text.len() - 1].parse().map_err(|_| bad)?;
    Ok(Duration::from_secs(u64::from(number) * seconds))
}

/// The end of a lifetime that begins now, in milliseconds since 1970.
fn until(lifetime: Duration) -> i64 {
    let now = komadai_server::server_clock::wall_ms();
    now.saturating_add(i64::try_from(lifetime.as_millis()).unwrap_or(i64::MAX))
}

/// What a command asks of the server.
enum Question {
    Act(OperatorAct),
    List { path: String, table: Table },
}

/// Prints the answer to a question.
type Table = fn(Value, &mut dyn Write) -> anyhow::Result<()>;

fn list(path: impl Into<String>, table: Table) -> Question {
    Question::List {
        path: path.into(),
        table,
    }
}

impl AdminCommand {
    fn question(&self) -> Question {
        if let Some(list) = self.list() {
            return list;
        }
        Question::Act(self.act())
    }

    fn list(&self) -> Option<Question> {
        Some(match self {
            AdminCommand::Sessions {
                who,
                end: false,
                end_one: None,
            } => list(format!("accounts/{}", reach::escaped(who)), tables::account),
            AdminCommand::Reports { all } => list(format!("reports?all={all}"), tables::reports),
            AdminCommand::Bans => list("restrictions", tables::restrictions),
            AdminCommand::Invitations => list("invitations", tables::invitations),
            AdminCommand::Online => list("online", tables::online),
            AdminCommand::Log { limit, before } => {
                let before = before.map_or(String::new(), |number| format!("&before={number}"));
                list(format!("log?limit={limit}{before}"), tables::log)
            }
            _ => return None,
        })
    }

    fn act(&self) -> OperatorAct {
        match self {
            AdminCommand::Grant(RoleArgs { who, role }) => OperatorAct::Grant {
                who: who.clone(),
                role: *role,
            },
            AdminCommand::Revoke(RoleArgs { who, role }) => OperatorAct::Revoke {
                who: who.clone(),
                role: *role,
            },
            AdminCommand::Ban(args) => args.act(),
            AdminCommand::Unban(TargetArgs { who, network }) => match network {
                Some(network) => OperatorAct::UnbanNetwork {
                    network: network.clone(),
                },
                None => OperatorAct::Unban {
                    who: who.clone().unwrap_or_default(),
                },
            },
            AdminCommand::Mute(MuteArgs { who, lifetime }) => OperatorAct::Mute {
                who: who.clone(),
                until: lifetime.map(until),
            },
            AdminCommand::Unmute(PersonArg { who }) => OperatorAct::Unmute { who: who.clone() },
            AdminCommand::Kick(PersonArg { who }) => OperatorAct::Kick { who: who.clone() },
            AdminCommand::Close(GameArg { game }) => OperatorAct::CloseGame { game: game.clone() },
            AdminCommand::Resume(GameArg { game }) => {
                OperatorAct::ResumeGame { game: game.clone() }
            }
            AdminCommand::DeleteLine { game, line } => OperatorAct::DeleteLine {
                game: game.clone(),
                line: *line,
            },
            AdminCommand::Rename { who, name } => OperatorAct::Rename {
                who: who.clone(),
                name: name.clone(),
            },
            AdminCommand::ResetPassword(PersonArg { who }) => {
                OperatorAct::ResetPassword { who: who.clone() }
            }
            AdminCommand::ResetSecondFactor(PersonArg { who }) => {
                OperatorAct::ResetSecondFactor { who: who.clone() }
            }
            AdminCommand::CloseReport { number } => OperatorAct::CloseReport { report: *number },
            AdminCommand::Invite { uses, lifetime } => OperatorAct::Invite {
                uses: *uses,
                until: until(*lifetime),
            },
            AdminCommand::Uninvite { number } => OperatorAct::Uninvite {
                invitation: *number,
            },
            AdminCommand::Sessions { who, end_one, .. } => OperatorAct::EndSessions {
                who: who.clone(),
                session: end_one.clone(),
            },
            AdminCommand::Reports { .. }
            | AdminCommand::Bans
            | AdminCommand::Invitations
            | AdminCommand::Online
            | AdminCommand::Log { .. } => unreachable!("lists are not acts"),
        }
    }
}

impl BanArgs {
    fn act(&self) -> OperatorAct {
        let until = self.lifetime.map(until);
        match &self.target.network {
            Some(network) => OperatorAct::BanNetwork {
                network: network.clone(),
                until,
            },
            None => OperatorAct::Ban {
                who: self.target.who.clone().unwrap_or_default(),
                until,
            },
        }
    }
}

pub(crate) fn run(args: &AdminArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let config = Config::from(args.place.over_file(Settings::default())?)?;
    let question = args.command.question();
    let answer = runtime()?.block_on(async {
        let mut reach = Reach::open(config).await?;
        let answer = match &question {
            Question::List { path, .. } => reach.list(path).await,
            Question::Act(act) => {
                let request = OperatorRequest {
                    act: act.clone(),
                    reason: args.reason.clone(),
                };
                reach.act(&request).await
            }
        };
        reach.close().await;
        answer
    })?;
    if args.json {
        writeln!(out, "{answer}")?;
        return Ok(Answer::Positive);
    }
    match question {
        Question::List { table, .. } => table(answer, out)?,
        Question::Act(_) => say_done(&read(answer)?, out)?,
    }
    Ok(Answer::Positive)
}

fn say_done(answer: &OperatorAnswer, out: &mut dyn Write) -> anyhow::Result<()> {
    match (&answer.link, answer.closed) {
        (Some(link), _) => writeln!(out, "{link}")?,
        (None, 0) => writeln!(out, "done")?,
        (None, closed) => writeln!(out, "done; connections closed: {closed}")?,
    }
    Ok(())
}

/// Reads an answer of the server.
fn read<T: DeserializeOwned>(answer: Value) -> anyhow::Result<T> {
    serde_json::from_value(answer).context("the server's answer")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lifetimes_have_a_unit() {
        for (text, seconds) in [
            ("30m", 1_800),
            ("12h", 43_200),
            ("7d", 604_800),
            ("2w", 1_209_600),
        ] {
            assert_eq!(lifetime(text), Ok(Duration::from_secs(seconds)), "{text}");
        }
        for bad in ["", "7", "d", "-1d", "1y", "1.5d", "日"] {
            assert!(lifetime(bad).is_err(), "{bad}");
        }
    }
}
