//! Malicious and broken clients: the server stays up and grants no access.

#[path = "support/people.rs"]
mod people;
mod support;

#[path = "hostile/access.rs"]
mod access;
#[path = "hostile/computer.rs"]
mod computer;
#[path = "hostile/limits.rs"]
mod limits;
#[path = "hostile/messages.rs"]
mod messages;
#[path = "hostile/spectators.rs"]
mod spectators;

use axum::http::{HeaderValue, StatusCode};
use komadai_load::client::{Client, Socket};
use komadai_wire::message::ServerMessage;
use serde_json::Value;
use support::{Server, with_timeout};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// Opens a WebSocket with any headers and a small receive buffer.
async fn open_socket(
    server: &Server,
    cookies: &str,
    headers: &[(&'static str, &str)],
) -> Result<WebSocketStream<TcpStream>, StatusCode> {
    let url = format!("ws://{}/api/v1/socket", server.address);
    let mut request = url.into_client_request().expect("a request");
    for (name, value) in [("cookie", cookies)].iter().chain(headers) {
        let value = HeaderValue::from_str(value).expect("a header");
        request.headers_mut().insert(*name, value);
    }
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4_096).expect("a small buffer");
    let stream = socket.connect(server.address).await.expect("a connection");
    match with_timeout(tokio_tungstenite::client_async(request, stream)).await {
        Ok((socket, _)) => Ok(socket),
        Err(Error::Http(response)) => Err(response.status()),
        Err(other) => panic!("{other}"),
    }
}

/// A new guest's cookies.
async fn guest_cookies(server: &Server) -> String {
    let mut client = Client::new(server.address);
    client.me().await.expect("a guest");
    client.cookie_header()
}

/// The next error message; others are skipped.
async fn next_error(socket: &mut Socket) -> (Option<u32>, String) {
    let error = socket.receive_until(|message| match message {
        ServerMessage::Error { re, code, .. } => Some((re, code)),
        _ => None,
    });
    with_timeout(error).await.expect("an error")
}

/// Checks that the server is healthy and that people can still play.
async fn check_health(server: &Server) {
    let mut client = Client::new(server.address);
    let health: Value = with_timeout(client.get("/healthz")).await.expect("healthy");
    assert_eq!(health["status"], "ok");
    let terms = serde_json::json!({"rules": {"preset": "casual"}, "color": "black"});
    let (mut black, mut white) = server.pair(terms).await;
    black.wait_for_event("started").await;
    black.play("7g7f").await;
    white.wait_for_ply(1).await;
}
