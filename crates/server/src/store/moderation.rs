//! Bans, mutes, roles, invitations, reports and blocks.

use super::audit::{AuditEntry, insert_audit};
use super::deletion::{mention, rename_everywhere};
use super::{Store, StoreError};
use crate::names::AccountName;
use sqlx::Row;
use sqlx::any::AnyRow;
use std::collections::BTreeSet;

/// A kind of restriction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RestrictionKind {
    /// A person is kept out.
    Ban,
    /// A range of addresses is kept out.
    BanNetwork,
    /// A person may not chat.
    Mute,
}

impl RestrictionKind {
    /// Every kind.
    pub const ALL: [RestrictionKind; 3] = [
        RestrictionKind::Ban,
        RestrictionKind::BanNetwork,
        RestrictionKind::Mute,
    ];

    /// The stored name.
    pub const fn name(self) -> &'static str {
        match self {
            RestrictionKind::Ban => "ban",
            RestrictionKind::BanNetwork => "ban-network",
            RestrictionKind::Mute => "mute",
        }
    }
}

/// A ban or a mute.
#[derive(Clone, Debug)]
pub struct Restriction {
    /// The kind.
    pub kind: RestrictionKind,
    /// The key of the person, or the network.
    pub who: String,
    /// The name of the person, or the network.
    pub name: String,
    /// When it was imposed.
    pub at: i64,
    /// The end, if there is one.
    pub until: Option<i64>,
    /// The reason.
    pub reason: String,
}

/// An invitation.
#[derive(Clone, Debug)]
pub struct Invitation {
    /// Its number.
    pub num: i64,
    /// The name of the operator.
    pub by: String,
    /// Remaining uses.
    pub uses: i64,
    /// When it expires.
    pub until: i64,
}

/// A report to store.
#[derive(Clone, Debug)]
pub struct NewReport {
    /// The time, by the wall clock.
    pub at: i64,
    /// The key of the reporter.
    pub who: String,
    /// The name of the reporter.
    pub name: String,
    /// The id of the game.
    pub game: Option<String>,
    /// The number of the chat message.
    pub line: Option<i64>,
    /// The key of the person.
    pub about: Option<String>,
    /// The name of the person, or a guest's key.
    pub about_name: Option<String>,
    /// The text of the chat message.
    pub quote: Option<String>,
    /// What the reporter says.
    pub body: String,
}

/// A stored report.
#[derive(Clone, Debug)]
pub struct Report {
    /// Its number.
    pub num: i64,
    /// Its content.
    pub report: NewReport,
    /// When it was closed.
    pub closed_at: Option<i64>,
}

/// A person whom another person has blocked.
#[derive(Clone, Debug)]
pub struct Block {
    /// The key of the person who blocks.
    pub who: String,
    /// The key of the blocked person.
    pub blocked: String,
    /// The name of the blocked person when blocked.
    pub name: String,
}

/// The result of renaming an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Renaming {
    /// Renamed; the ids of the changed games.
    Done(BTreeSet<String>),
    /// Someone else has the name.
    Taken,
}

impl Store {
    /// Imposes a restriction; an earlier one of the same kind is replaced. A ban also ends sessions and
    /// removes challenges.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn restrict(
        &self,
        restriction: Restriction,
        entry: AuditEntry,
    ) -> Result<(), StoreError> {
        let who = restriction.who.clone();
        let mut steps = vec![(
            "INSERT INTO restrictions (kind, who, name, at, until_at, reason) \
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (kind, who) DO UPDATE SET \
             at = excluded.at, until_at = excluded.until_at, reason = excluded.reason",
            vec![
                restriction.kind.name().to_owned().into(),
                restriction.who.into(),
                restriction.name.into(),
                restriction.at.into(),
                restriction.until.unwrap_or(i64::MAX).into(),
                restriction.reason.into(),
            ],
        )];
        if restriction.kind == RestrictionKind::Ban {
            let mention = mention(&who).into();
            if let Some(num) = crate::person::account_num(&who) {
                let sql = "DELETE FROM sessions WHERE account = $1";
                steps.push((sql, vec![num.into()]));
                let sql = "DELETE FROM one_time_tokens WHERE account = $1";
                steps.push((sql, vec![num.into()]));
            }
            let sql = "DELETE FROM challenges WHERE who = $1 OR body LIKE $2";
            steps.push((sql, vec![who.into(), mention]));
        }
        self.audited(entry, steps).await.map(drop)
    }

    /// Lifts a restriction; returns whether there was one.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn lift(
        &self,
        kind: RestrictionKind,
        who: String,
        entry: AuditEntry,
    ) -> Result<bool, StoreError> {
        let sql = "DELETE FROM restrictions WHERE kind = $1 AND who = $2";
        let values = vec![kind.name().to_owned().into(), who.into()];
        self.audited(entry, vec![(sql, values)]).await
    }

    /// The restrictions that have not ended; ended ones are removed.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn restrictions(&self, now: i64) -> Result<Vec<Restriction>, StoreError> {
        let rows = sqlx::query(
            "SELECT kind, who, name, at, until_at, reason FROM restrictions \
             WHERE until_at > $1 ORDER BY at, who",
        )
        .bind(now)
        .fetch_all(&self.read)
        .await?;
        let read = |row: &AnyRow| -> Result<Option<Restriction>, StoreError> {
            let name: String = row.try_get(0)?;
            let kind = RestrictionKind::ALL.into_iter().find(|k| k.name() == name);
            let Some(kind) = kind else { return Ok(None) };
            let until: i64 = row.try_get(4)?;
            Ok(Some(Restriction {
                kind,
                who: row.try_get(1)?,
                name: row.try_get(2)?,
                at: row.try_get(3)?,
                until: (until != i64::MAX).then_some(until),
                reason: row.try_get(5)?,
            }))
        };
        rows.iter()
            .filter_map(|row| read(row).transpose())
            .collect()
    }

    /// The names of an account's roles.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn roles(&self, account: i64) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query("SELECT role FROM roles WHERE account = $1 ORDER BY role")
            .bind(account)
            .fetch_all(&self.read)
            .await?;
        let names: Result<Vec<String>, sqlx::Error> =
            rows.iter().map(|row| row.try_get(0)).collect();
        Ok(names?)
    }

    /// Gives a role; returns whether the account did not have it.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn grant(
        &self,
        account: i64,
        role: &str,
        entry: AuditEntry,
    ) -> Result<bool, StoreError> {
        let sql = "INSERT INTO roles (account, role) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        let values = vec![account.into(), role.to_owned().into()];
        self.audited(entry, vec![(sql, values)]).await
    }

    /// Takes a role away; returns whether the account had it.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn revoke(
        &self,
        account: i64,
        role: &str,
        entry: AuditEntry,
    ) -> Result<bool, StoreError> {
        let sql = "DELETE FROM roles WHERE account = $1 AND role = $2";
        let values = vec![account.into(), role.to_owned().into()];
        self.audited(entry, vec![(sql, values)]).await
    }

    /// Removes the text of a chat message; returns whether there was one.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn delete_line(
        &self,
        game: String,
        line: i64,
        entry: AuditEntry,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE chat SET body = '' WHERE seq = $2 AND body <> '' \
                   AND game = (SELECT num FROM games WHERE id = $1)";
        self.audited(entry, vec![(sql, vec![game.into(), line.into()])])
            .await
    }

    /// Renames an account in all stored data and removes its challenges.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn rename_account(
        &self,
        num: i64,
        name: AccountName,
        entry: AuditEntry,
    ) -> Result<Renaming, StoreError> {
        self.writer
            .change(move |connection| {
                let (name, entry) = (name.clone(), entry.clone());
                Box::pin(async move {
                    let sql =
                        "SELECT 1 FROM accounts WHERE (folded = $1 OR skeleton = $2) AND num <> $3";
                    let taken = sqlx::query(sql)
                        .bind(name.folded.as_str())
                        .bind(name.skeleton.as_str())
                        .bind(num)
                        .fetch_optional(&mut *connection)
                        .await?;
                    if taken.is_some() {
                        return Ok(Renaming::Taken);
                    }
                    sqlx::query(
                        "UPDATE accounts SET name = $1, folded = $2, skeleton = $3 WHERE num = $4",
                    )
                    .bind(name.text.as_str())
                    .bind(name.folded)
                    .bind(name.skeleton)
                    .bind(num)
                    .execute(&mut *connection)
                    .await?;
                    let changed = rename_everywhere(connection, num, &name.text).await?;
                    insert_audit(connection, entry).await?;
                    Ok(Renaming::Done(changed))
                })
            })
            .await
    }

    /// Ends one session of an account by the start of its hash, or all; returns whether there was one.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn end_sessions_as_operator(
        &self,
        account: i64,
        session: Option<String>,
        entry: AuditEntry,
    ) -> Result<bool, StoreError> {
        let step = match session {
            Some(start) => (
                "DELETE FROM sessions WHERE account = $1 AND substr(token, 1, 16) = $2",
                vec![account.into(), start.into()],
            ),
            None => (
                "DELETE FROM sessions WHERE account = $1",
                vec![account.into()],
            ),
        };
        self.audited(entry, vec![step]).await
    }

    /// Stores an invitation.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn invite(
        &self,
        token: String,
        uses: i64,
        until: i64,
        entry: AuditEntry,
    ) -> Result<(), StoreError> {
        let values = vec![
            token.into(),
            entry.name.clone().into(),
            uses.into(),
            until.into(),
        ];
        let sql = "INSERT INTO invitations (token, name, uses, until_at) VALUES ($1, $2, $3, $4)";
        self.audited(entry, vec![(sql, values)]).await.map(drop)
    }

    /// Takes an invitation back; returns whether it existed.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn uninvite(&self, num: i64, entry: AuditEntry) -> Result<bool, StoreError> {
        let sql = "DELETE FROM invitations WHERE num = $1";
        self.audited(entry, vec![(sql, vec![num.into()])]).await
    }

    /// The invitations that can still be used.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn invitations(&self, now: i64) -> Result<Vec<Invitation>, StoreError> {
        let rows = sqlx::query(
            "SELECT num, name, uses, until_at FROM invitations WHERE uses > 0 AND until_at > $1 \
             ORDER BY num",
        )
        .bind(now)
        .fetch_all(&self.read)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(Invitation {
                    num: row.try_get(0)?,
                    by: row.try_get(1)?,
                    uses: row.try_get(2)?,
                    until: row.try_get(3)?,
                })
            })
            .collect()
    }

    /// Stores a report.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn add_report(&self, report: NewReport) -> Result<(), StoreError> {
        self.writer
            .change(move |connection| {
                let report = report.clone();
                Box::pin(async move {
                    sqlx::query(
                        "INSERT INTO reports (at, who, name, game, line, about, about_name, quote, body) \
                         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                    )
                    .bind(report.at)
                    .bind(report.who)
                    .bind(report.name)
                    .bind(report.game)
                    .bind(report.line)
                    .bind(report.about)
                    .bind(report.about_name)
                    .bind(report.quote)
                    .bind(report.body)
                    .execute(connection)
                    .await
                    .map(drop)
                })
            })
            .await
    }

    /// Marks a report as closed; returns whether it was open.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn close_report(&self, num: i64, entry: AuditEntry) -> Result<bool, StoreError> {
        let sql = "UPDATE reports SET closed_at = $1 WHERE num = $2 AND closed_at IS NULL";
        let values = vec![entry.at.into(), num.into()];
        self.audited(entry, vec![(sql, values)]).await
    }

    /// Reports, newest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn reports(
        &self,
        closed: ClosedReports,
        limit: i64,
    ) -> Result<Vec<Report>, StoreError> {
        let sql = match closed {
            ClosedReports::Included => {
                "SELECT num, at, who, name, game, line, about, about_name, quote, body, closed_at \
                 FROM reports ORDER BY num DESC LIMIT $1"
            }
            ClosedReports::Excluded => {
                "SELECT num, at, who, name, game, line, about, about_name, quote, body, closed_at \
                 FROM reports WHERE closed_at IS NULL ORDER BY num DESC LIMIT $1"
            }
        };
        let rows = sqlx::query(sql).bind(limit).fetch_all(&self.read).await?;
        rows.iter().map(report).collect()
    }

    /// Reports by a person with a larger number than `after`, oldest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn reports_by(
        &self,
        who: &str,
        after: i64,
        limit: i64,
    ) -> Result<Vec<Report>, StoreError> {
        let rows = sqlx::query(
            "SELECT num, at, who, name, game, line, about, about_name, quote, body, closed_at \
             FROM reports WHERE who = $1 AND num > $2 ORDER BY num LIMIT $3",
        )
        .bind(who)
        .bind(after)
        .bind(limit)
        .fetch_all(&self.archive)
        .await?;
        rows.iter().map(report).collect()
    }

    /// Blocks a person.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn block(&self, block: Block, now: i64) -> Result<(), StoreError> {
        let sql = "INSERT INTO blocks (who, blocked, name, at) VALUES ($1, $2, $3, $4) \
                   ON CONFLICT DO NOTHING";
        let values = [
            block.who.into(),
            block.blocked.into(),
            block.name.into(),
            now.into(),
        ];
        self.writer.execute(sql, values).await.map(drop)
    }

    /// Unblocks a person.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn unblock(&self, who: String, blocked: String) -> Result<(), StoreError> {
        let sql = "DELETE FROM blocks WHERE who = $1 AND blocked = $2";
        let values = [who.into(), blocked.into()];
        self.writer.execute(sql, values).await.map(drop)
    }

    /// All blocks.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn blocks(&self) -> Result<Vec<Block>, StoreError> {
        let rows = sqlx::query("SELECT who, blocked, name FROM blocks")
            .fetch_all(&self.read)
            .await?;
        rows.iter().map(block).collect()
    }

    /// The blocks of one person, oldest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn blocks_of(&self, who: &str) -> Result<Vec<Block>, StoreError> {
        let sql = "SELECT who, blocked, name FROM blocks WHERE who = $1 ORDER BY at, name";
        let rows = sqlx::query(sql).bind(who).fetch_all(&self.read).await?;
        rows.iter().map(block).collect()
    }
}

fn report(row: &AnyRow) -> Result<Report, StoreError> {
    Ok(Report {
        num: row.try_get(0)?,
        report: NewReport {
            at: row.try_get(1)?,
            who: row.try_get(2)?,
            name: row.try_get(3)?,
            game: row.try_get(4)?,
            line: row.try_get(5)?,
            about: row.try_get(6)?,
            about_name: row.try_get(7)?,
            quote: row.try_get(8)?,
            body: row.try_get(9)?,
        },
        closed_at: row.try_get(10)?,
    })
}

fn block(row: &AnyRow) -> Result<Block, StoreError> {
    Ok(Block {
        who: row.try_get(0)?,
        blocked: row.try_get(1)?,
        name: row.try_get(2)?,
    })
}

/// Whether closed reports are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClosedReports {
    /// They are.
    Included,
    /// They are not.
    Excluded,
}
