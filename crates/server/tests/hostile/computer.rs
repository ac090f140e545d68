//! Games against the computer that would keep others from theirs. The server has one engine thread.

use super::people::high_limits;
use super::support::{Guest, Server};
use serde_json::json;

/// A new game against the computer, which has the first move.
async fn against_computer(guest: &mut Guest, level: u8, clock: &str) {
    let terms = json!({"rules": {"preset": "casual"}, "color": "white", "clock": clock});
    let body = json!({"level": level, "terms": terms});
    let begun = guest.post("/api/v1/games/computer", body).await;
    guest.join(begun["game"].as_str().expect("a game")).await;
    guest.wait_for_event("started").await;
}

#[tokio::test]
async fn thinking_time_is_limited_whatever_the_clock() {
    let mut settings = high_limits();
    settings.limits.thinking_ms = Some(200);
    let server = Server::start_with(settings).await;
    let mut guest = server.guest().await;
    against_computer(&mut guest, 20, "1000h").await;
    guest.wait_for_ply(1).await;
    guest.play("3c3d").await;
    guest.wait_for_ply(3).await;
}

#[tokio::test]
async fn search_stops_when_its_game_ends() {
    let server = Server::start_with(high_limits()).await;
    let (mut first, mut second) = (server.guest().await, server.guest().await);
    against_computer(&mut first, 20, "1000h").await;
    first.act(json!({"kind": "resign"})).await;
    against_computer(&mut second, 1, "10m").await;
    second.wait_for_ply(1).await;
}

#[tokio::test]
async fn computer_moves_soon_when_its_opponent_has_left() {
    let server = Server::start_with(high_limits()).await;
    let (mut first, mut second) = (server.guest().await, server.guest().await);
    against_computer(&mut first, 20, "1000h").await;
    let left = std::mem::replace(
        &mut first.socket,
        first.client.connect().await.expect("a socket"),
    );
    left.close().await;
    against_computer(&mut second, 1, "10m").await;
    second.wait_for_ply(1).await;
    first.rejoin().await;
    first.wait_for_ply(1).await;
}
