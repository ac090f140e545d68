//! Taking connections in: HTTP/1.1, with a limit on how long a request may take to be said.

use crate::house::closed;
use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tower::Service as _;

/// After an error that is the machine's (no more files): it may pass.
const PAUSE: Duration = Duration::from_millis(200);

/// Serves a router until the house closes, and then until all have been answered.
///
/// A connection that has not said what it wants within `head_within`, from its beginning or from the
/// end of the last answer, is closed.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    head_within: Duration,
    mut closing: watch::Receiver<bool>,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(head_within);
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, address)) => {
                    let closing = closing.clone();
                    connections.spawn(converse(stream, address, http.clone(), router.clone(), closing));
                }
                Err(error) if is_of_one_connection(&error) => {}
                Err(error) => {
                    tracing::error!(%error, "no connection can be taken in");
                    tokio::time::sleep(PAUSE).await;
                }
            },
            // Those that ended are let go of.
            Some(_) = connections.join_next() => {}
            () = closed(&mut closing) => break,
        }
    }
    drop(listener);
    while connections.join_next().await.is_some() {}
}

/// One connection, from its first request to its last.
async fn converse(
    stream: TcpStream,
    address: SocketAddr,
    http: http1::Builder,
    router: Router,
    mut closing: watch::Receiver<bool>,
) {
    // A move is a small packet that must not wait for another.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(address));
        router.clone().call(request)
    });
    let connection = http.serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection.with_upgrades());
    let served = tokio::select! {
        served = connection.as_mut() => served,
        () = closed(&mut closing) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = served {
        tracing::debug!(%error, "a connection broke");
    }
}

fn is_of_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
    )
}
