//! The operators' part of the API.

use super::{Body, Path, Query};
use crate::app::App;
use crate::auth;
use crate::error::ApiError;
use crate::moderation::{self, Operator, who_of};
use crate::person::Person;
use crate::second_factor;
use crate::server_clock::wall_ms;
use crate::store::{AuditRow, ClosedReports, Report, Restriction};
use axum::Json;
use axum::extract::State;
use komadai_wire::operator::{
    AccountDetails, AuditEntryDto, InvitationDto, LoginDetails, OnlinePerson, OperatorAnswer,
    OperatorRequest, ReportDto, RestrictionDto, RoleName, SessionDetails,
};
use komadai_wire::problem::Problem;
use serde::Deserialize;
use utoipa::IntoParams;

/// Entries of a list.
const MAX_ROWS: i64 = 200;
/// Letters of a session's hash that name the session to operators.
const SESSION_LETTERS: usize = 16;

/// Logins that operators see.
const SHOWN_LOGINS: i64 = 20;

/// Carries out an act and adds it to the audit log.
#[utoipa::path(post, path = "/api/v1/operator/acts", tag = "operators", request_body = OperatorRequest,
    responses((status = 200, body = OperatorAnswer), (status = 403, body = Problem), (status = 404, body = Problem),
              (status = 409, body = Problem), (status = 422, body = Problem)))]
pub(super) async fn act(
    State(app): State<App>,
    operator: Operator,
    Body(request): Body<OperatorRequest>,
) -> Result<Json<OperatorAnswer>, ApiError> {
    moderation::perform(&app, &operator, &request)
        .await
        .map(Json)
}

/// A page of the audit log.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(super) struct LogPage {
    /// Entries with a smaller number than this.
    before: Option<i64>,
    /// How many, at most 200.
    limit: Option<i64>,
}

/// The audit log, newest first.
#[utoipa::path(get, path = "/api/v1/operator/log", tag = "operators", params(LogPage),
    responses((status = 200, body = Vec<AuditEntryDto>), (status = 403, body = Problem)))]
pub(super) async fn log(
    State(app): State<App>,
    _: Operator,
    Query(page): Query<LogPage>,
) -> Result<Json<Vec<AuditEntryDto>>, ApiError> {
    let limit = page.limit.unwrap_or(MAX_ROWS).clamp(1, MAX_ROWS);
    let rows = app.state.store.audit_log(page.before, limit).await?;
    let entry = |AuditRow { num, entry }| AuditEntryDto {
        num,
        at: entry.at,
        by: entry.name,
        act: entry.act,
        target: entry.target,
        reason: entry.reason,
        body: entry.body,
    };
    Ok(Json(rows.into_iter().map(entry).collect()))
}

/// Which reports are listed.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(super) struct ReportFilter {
    /// Closed ones as well.
    all: Option<bool>,
}

/// The reports, newest first.
#[utoipa::path(get, path = "/api/v1/operator/reports", tag = "operators", params(ReportFilter),
    responses((status = 200, body = Vec<ReportDto>), (status = 403, body = Problem)))]
pub(super) async fn reports(
    State(app): State<App>,
    _: Operator,
    Query(filter): Query<ReportFilter>,
) -> Result<Json<Vec<ReportDto>>, ApiError> {
    let closed = match filter.all {
        Some(true) => ClosedReports::Included,
        _ => ClosedReports::Excluded,
    };
    let reports = app.state.store.reports(closed, MAX_ROWS).await?;
    let public = |report: Report| {
        let Report {
            num,
            report,
            closed_at,
        } = report;
        ReportDto {
            num,
            at: report.at,
            by: who_of(&report.who, &report.name),
            game: report.game,
            line: report.line,
            about: report.about_name,
            quote: report.quote,
            text: report.body,
            closed_at,
        }
    };
    Ok(Json(reports.into_iter().map(public).collect()))
}

/// Bans and mutes, oldest first.
#[utoipa::path(get, path = "/api/v1/operator/restrictions", tag = "operators",
    responses((status = 200, body = Vec<RestrictionDto>), (status = 403, body = Problem)))]
pub(super) async fn restrictions(
    State(app): State<App>,
    _: Operator,
) -> Result<Json<Vec<RestrictionDto>>, ApiError> {
    let restrictions = app.state.store.restrictions(wall_ms()).await?;
    let public = |restriction: Restriction| RestrictionDto {
        kind: restriction.kind.name().to_owned(),
        name: restriction.name,
        at: restriction.at,
        until: restriction.until,
        reason: restriction.reason,
    };
    Ok(Json(restrictions.into_iter().map(public).collect()))
}

/// Invitations that can still be used. Their links are not shown again.
#[utoipa::path(get, path = "/api/v1/operator/invitations", tag = "operators",
    responses((status = 200, body = Vec<InvitationDto>), (status = 403, body = Problem)))]
pub(super) async fn invitations(
    State(app): State<App>,
    _: Operator,
) -> Result<Json<Vec<InvitationDto>>, ApiError> {
    let invitations = app.state.store.invitations(wall_ms()).await?;
    let public = invitations.into_iter().map(|invitation| InvitationDto {
        num: invitation.num,
        by: invitation.by,
        uses: invitation.uses,
        until: invitation.until,
    });
    Ok(Json(public.collect()))
}

/// Everyone with an open connection.
#[utoipa::path(get, path = "/api/v1/operator/online", tag = "operators",
    responses((status = 200, body = Vec<OnlinePerson>), (status = 403, body = Problem)))]
pub(super) async fn online(State(app): State<App>, _: Operator) -> Json<Vec<OnlinePerson>> {
    let online = app.state.connections.online();
    let public = online.into_iter().map(|online| OnlinePerson {
        who: who_of(&online.key, &online.name),
        networks: online.networks.iter().map(ToString::to_string).collect(),
        name: online.name,
    });
    Json(public.collect())
}

/// An account with its sessions.
#[utoipa::path(get, path = "/api/v1/operator/accounts/{name}", tag = "operators",
    responses((status = 200, body = AccountDetails), (status = 403, body = Problem), (status = 404, body = Problem)))]
pub(super) async fn account(
    State(app): State<App>,
    _: Operator,
    Path(name): Path<String>,
) -> Result<Json<AccountDetails>, ApiError> {
    let store = &app.state.store;
    let account = auth::find_account(&app, &name).await?;
    let account = account.ok_or_else(|| ApiError::not_found("there is no such account"))?;
    let roles = store.roles(account.num).await?;
    let key = Person::account(account.num, &account.name).key;
    let sessions = store.sessions(account.num).await?;
    let logins = store.recent_logins(account.num, SHOWN_LOGINS).await?;
    let online = app.state.connections.online();
    let own = online.into_iter().filter(|online| online.key == key);
    let networks = own.flat_map(|online| online.networks);
    Ok(Json(AccountDetails {
        roles: roles
            .iter()
            .filter_map(|name| RoleName::from_name(name))
            .collect(),
        second_factor: second_factor::confirmed(&app, account.num).await?.is_some(),
        sessions: sessions
            .into_iter()
            .map(|session| SessionDetails {
                id: session.token.chars().take(SESSION_LETTERS).collect(),
                created_at: session.created_at,
                seen_at: session.seen_at,
                agent: session.agent,
            })
            .collect(),
        logins: logins
            .into_iter()
            .map(|login| LoginDetails {
                at: login.at,
                address: login.address,
                outcome: login.outcome,
            })
            .collect(),
        networks: networks.map(|network| network.to_string()).collect(),
        name: account.name,
        created_at: account.created_at,
    }))
}
