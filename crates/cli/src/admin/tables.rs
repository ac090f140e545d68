//! Lists for the terminal.

use super::read;
use komadai_wire::operator::{
    AccountDetails, AuditEntryDto, InvitationDto, OnlinePerson, ReportDto, RestrictionDto, RoleName,
};
use serde_json::Value;
use std::io::Write;
use time::OffsetDateTime;

/// A time as `2026-01-31 12:00 UTC`.
fn date(millis: i64) -> String {
    match OffsetDateTime::from_unix_timestamp(millis / 1000) {
        Ok(at) => {
            let (date, time) = (at.date(), at.time());
            let (hour, minute) = (time.hour(), time.minute());
            format!("{date} {hour:02}:{minute:02} UTC")
        }
        Err(_) => millis.to_string(),
    }
}

/// Text of other people on one line, without control characters.
fn plain(text: &str) -> String {
    let is_hidden =
        |c: char| c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.chars()
        .map(|c| if is_hidden(c) { ' ' } else { c })
        .collect()
}

fn end(until: Option<i64>) -> String {
    until.map_or_else(
        || "for good".to_owned(),
        |until| format!("until {}", date(until)),
    )
}

pub(super) fn account(answer: Value, out: &mut dyn Write) -> anyhow::Result<()> {
    let account: AccountDetails = read(answer)?;
    let roles: Vec<&str> = account
        .roles
        .iter()
        .map(|&role| RoleName::name(role))
        .collect();
    writeln!(out, "{}, since {}", account.name, date(account.created_at))?;
    writeln!(
        out,
        "roles: {}",
        if roles.is_empty() {
            "none".into()
        } else {
            roles.join(", ")
        }
    )?;
    let factor = if account.second_factor { "yes" } else { "no" };
    writeln!(out, "second factor: {factor}")?;
    for network in &account.networks {
        writeln!(out, "connected from {network}")?;
    }
    for login in &account.logins {
        let at = date(login.at);
        writeln!(out, "{at} {} from {}", login.outcome, login.address)?;
    }
    for session in &account.sessions {
        let (opened, seen) = (date(session.created_at), date(session.seen_at));
        writeln!(
            out,
            "{} since {opened}, used {seen}: {}",
            session.id,
            plain(&session.agent)
        )?;
    }
    Ok(())
}

pub(super) fn reports(answer: Value, out: &mut dyn Write) -> anyhow::Result<()> {
    for report in read::<Vec<ReportDto>>(answer)? {
        let closed = if report.closed_at.is_some() {
            " (closed)"
        } else {
            ""
        };
        writeln!(
            out,
            "{}{closed} {} by {}",
            report.num,
            date(report.at),
            report.by
        )?;
        for (what, text) in [("about", &report.about), ("game", &report.game)] {
            if let Some(text) = text {
                writeln!(out, "  {what}: {}", plain(text))?;
            }
        }
        if let (Some(line), Some(quote)) = (report.line, &report.quote) {
            writeln!(out, "  message {line}: {}", plain(quote))?;
        }
        writeln!(out, "  {}", plain(&report.text))?;
    }
    Ok(())
}

pub(super) fn restrictions(answer: Value, out: &mut dyn Write) -> anyhow::Result<()> {
    for restriction in read::<Vec<RestrictionDto>>(answer)? {
        let RestrictionDto {
            kind,
            name,
            at,
            until,
            reason,
        } = restriction;
        let (since, until, reason) = (date(at), end(until), plain(&reason));
        writeln!(out, "{kind} {name} since {since}, {until}: {reason}")?;
    }
    Ok(())
}

pub(super) fn invitations(answer: Value, out: &mut dyn Write) -> anyhow::Result<()> {
    for invitation in read::<Vec<InvitationDto>>(answer)? {
        let InvitationDto {
            num,
            by,
            uses,
            until,
        } = invitation;
        writeln!(out, "{num} by {by}: {uses} accounts, until {}", date(until))?;
    }
    Ok(())
}

pub(super) fn online(answer: Value, out: &mut dyn Write) -> anyhow::Result<()> {
    for person in read::<Vec<OnlinePerson>>(answer)? {
        writeln!(
            out,
            "{} ({}) from {}",
            person.who,
            person.name,
            person.networks.join(", ")
        )?;
    }
    Ok(())
}

pub(super) fn log(answer: Value, out: &mut dyn Write) -> anyhow::Result<()> {
    for entry in read::<Vec<AuditEntryDto>>(answer)? {
        let AuditEntryDto {
            num,
            at,
            by,
            act,
            target,
            reason,
            ..
        } = entry;
        let reason = match reason.as_str() {
            "" => String::new(),
            reason => format!(": {}", plain(reason)),
        };
        writeln!(out, "{num} {} {by} {act} {target}{reason}", date(at))?;
    }
    Ok(())
}
