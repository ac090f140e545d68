//! Accepting connections: HTTP/1.1, with timeouts for sending a request and for reading the response.

mod stall;

use crate::state::shutdown_signal;
use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use stall::StallGuard;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tower::Service as _;

/// Delay after a resource error such as too many open files.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(200);

/// Serves a router until shutdown, and then until all requests are answered.
///
/// A connection without a complete request head within `header_timeout`, from its start or from the last
/// response, is closed. So is one whose client has read nothing of a response for as long.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    timeout: Duration,
    mut shutdown: watch::Receiver<bool>,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(timeout);
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, address)) => {
                    // Small packets such as moves must not be delayed by Nagle's algorithm.
                    let _ = stream.set_nodelay(true);
                    let shutdown = shutdown.clone();
                    let stream = StallGuard::new(stream, timeout);
                    connections.spawn(serve_connection(stream, address, http.clone(), router.clone(), shutdown));
                }
                Err(error) if is_connection_error(&error) => {}
                Err(error) => {
                    tracing::error!(%error, "failed to accept a connection");
                    tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
                }
            },
            // Reap finished connections.
            Some(_) = connections.join_next() => {}
            () = shutdown_signal(&mut shutdown) => break,
        }
    }
    drop(listener);
    while connections.join_next().await.is_some() {}
}

/// Serves one connection.
async fn serve_connection(
    stream: StallGuard,
    address: SocketAddr,
    http: http1::Builder,
    router: Router,
    mut shutdown: watch::Receiver<bool>,
) {
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(address));
        router.clone().call(request)
    });
    let connection = http.serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection.with_upgrades());
    let served = tokio::select! {
        served = connection.as_mut() => served,
        () = shutdown_signal(&mut shutdown) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = served {
        tracing::debug!(%error, "connection failed");
    }
}

fn is_connection_error(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
    )
}
