//! Whole games over the protocol.

mod support;

use serde_json::json;
use support::{Server, play_all};

#[tokio::test]
async fn a_game_ends_by_resignation_and_is_kept() {
    let server = Server::start().await;
    let terms = json!({"rules": {"preset": "casual"}, "clock": "10m+30s", "color": "black"});
    let (mut black, mut white) = server.pair(terms).await;
    black.hear_of("started").await;
    white.hear_of("started").await;
    play_all(&mut black, &mut white, "7g7f 3c3d 2g2f").await;
    white.act(json!({"kind": "resign"})).await;
    let ended = black.hear_of("ended").await;
    assert_eq!(ended["fact"]["verdict"], "black-wins");
    let page: serde_json::Value = black
        .client
        .get("/api/v1/games")
        .await
        .expect("the archive");
    assert_eq!(page["games"][0]["id"], black.game.as_str());
    assert_eq!(page["games"][0]["cause"], "resignation");
    server.stop().await;
}
