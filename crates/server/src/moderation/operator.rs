//! Who may act as operator: an account with the role and a second factor, or whoever can read the token
//! file in the data directory, which is how `komadai admin` reaches a running server.

use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::ApiError;
use crate::guard::{ClientAddress, Peer};
use crate::secret::token_hash;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use komadai_wire::operator::RoleName;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::Path;

/// The name of the token file in the data directory.
pub const LOCAL_OPERATOR_FILE: &str = "operator.json";

/// Address and token with which the owner of the data directory acts as operator of a running server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LocalOperator {
    /// The address of the server.
    pub address: SocketAddr,
    /// The token, for `Authorization: Bearer`. It is new with every start.
    pub token: String,
}

impl LocalOperator {
    /// Address and token of a server that listens on `address`.
    pub(crate) fn new(address: SocketAddr, token: &str) -> LocalOperator {
        let ip = match address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            ip => ip,
        };
        LocalOperator {
            address: SocketAddr::new(ip, address.port()),
            token: token.to_owned(),
        }
    }

    /// Writes the file, readable by its owner only.
    pub(crate) fn write(&self, data: &Path) -> io::Result<()> {
        let file = data.join(LOCAL_OPERATOR_FILE);
        // A file that is already there could be readable by others.
        LocalOperator::remove(data);
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let text = serde_json::to_string(self).map_err(io::Error::other)?;
        options.open(file)?.write_all(text.as_bytes())
    }

    /// Removes the file.
    pub(crate) fn remove(data: &Path) {
        // Usually there is none.
        let _ = std::fs::remove_file(data.join(LOCAL_OPERATOR_FILE));
    }

    /// Reads the file of a data directory; `None` if there is none.
    ///
    /// # Errors
    /// Returns an error if the file exists but cannot be read.
    pub fn read(data: &Path) -> io::Result<Option<LocalOperator>> {
        match std::fs::read_to_string(data.join(LOCAL_OPERATOR_FILE)) {
            Ok(text) => serde_json::from_str(&text)
                .map(Some)
                .map_err(io::Error::other),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// The operator of a request.
#[derive(Clone, Debug)]
pub(crate) struct Operator {
    /// The key for the audit log.
    pub(crate) key: String,
    /// The name for the audit log.
    pub(crate) name: String,
    /// Where the operator sits.
    pub(crate) place: OperatorPlace,
}

/// Where an operator sits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OperatorPlace {
    /// On the machine of the server, as the owner of the data directory.
    Local,
    /// At a browser, at this address.
    Remote(IpAddr),
}

impl Operator {
    /// The owner of the data directory; `user` is the name on the machine.
    pub(crate) fn local(user: &str) -> Operator {
        let user: String = user.chars().filter(|c| !c.is_control()).take(40).collect();
        Operator {
            key: "local".to_owned(),
            name: format!("local:{user}"),
            place: OperatorPlace::Local,
        }
    }
}

/// The header in which `komadai admin` names the user of the machine.
pub const USER_HEADER: &str = "x-komadai-user";

impl FromRequestParts<App> for Operator {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Operator, ApiError> {
        if let Some(local) = local_operator(parts, app).await? {
            return Ok(local);
        }
        let user = CurrentUser::from_request_parts(parts, app).await?;
        let account = user.account()?;
        let roles = app.state.store.roles(account.num).await?;
        if !roles.iter().any(|role| role == RoleName::Operator.name()) {
            let title = "this is for operators";
            let code = "operators-only";
            return Err(ApiError::new(StatusCode::FORBIDDEN, code, title));
        }
        let factor = app.state.store.second_factor(account.num).await?;
        if factor.is_none_or(|factor| factor.confirmed_at.is_none()) {
            let title = "operators need a second factor: set one up first";
            let code = "second-factor-needed";
            return Err(ApiError::new(StatusCode::FORBIDDEN, code, title));
        }
        let ClientAddress(address) = ClientAddress::from_request_parts(parts, app)
            .await
            .map_err(|_| ApiError::internal())?;
        Ok(Operator {
            key: user.person.key.clone(),
            name: account.name.clone(),
            place: OperatorPlace::Remote(address),
        })
    }
}

/// Returns whether the request has the token of the data directory. A request that came through a proxy or
/// from another machine has not.
pub(crate) fn has_local_token(parts: &Parts, app: &App) -> bool {
    let Some(ConnectInfo(peer)) = parts.extensions.get::<Peer>() else {
        return false;
    };
    let is_near = peer.ip().is_loopback() || peer.ip() == app.config.listen.ip();
    let is_forwarded = ["x-forwarded-for", "forwarded", "via"]
        .into_iter()
        .any(|name| parts.headers.contains_key(name));
    let token = parts.headers.get(header::AUTHORIZATION);
    let token = token
        .and_then(|token| token.to_str().ok())
        .and_then(|text| text.strip_prefix("Bearer "));
    // Hashes are compared, so that timing reveals nothing about the token.
    let fits = |token: &str| token_hash(token) == token_hash(&app.local_token);
    is_near && !is_forwarded && token.is_some_and(fits)
}

async fn local_operator(parts: &mut Parts, app: &App) -> Result<Option<Operator>, ApiError> {
    if !parts.headers.contains_key(header::AUTHORIZATION) {
        return Ok(None);
    }
    if !has_local_token(parts, app) {
        return Err(ApiError::unauthenticated());
    }
    let user = parts.headers.get(USER_HEADER);
    let user = user.and_then(|user| user.to_str().ok()).unwrap_or("?");
    Ok(Some(Operator::local(user)))
}
