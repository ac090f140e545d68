//! The clock beside a real board, as the browser asks for it.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use komadai_wasm::clock::BoardClock;
use serde_json::{Value, json};

fn act(clock: &mut BoardClock, act: Value, at: u32) -> Value {
    let done = clock.act(&act.to_string(), at.into(), "en").unwrap();
    serde_json::from_str(&done).unwrap()
}

fn press(clock: &mut BoardClock, color: &str, at: u32) -> Value {
    act(clock, json!({ "press": { "color": color } }), at)
}

fn view(clock: &mut BoardClock, at: u32, language: &str) -> Value {
    serde_json::from_str(&clock.view(at.into(), language).unwrap()).unwrap()
}

#[test]
fn a_clock_is_started_pressed_paused_and_corrected() {
    let mut clock = BoardClock::new("2s+30s", "falls").unwrap();
    let ready = view(&mut clock, 0, "en");
    assert_eq!(ready["state"], "ready");
    assert_eq!(ready["running"], Value::Null);
    let full = json!({
        "left": 2000, "byoyomi": false, "out": false, "main": 2000, "length": 30_000, "periods": 1,
    });
    assert_eq!(ready["black"], full);

    // White presses, and the clock of Black runs, into the period.
    assert_eq!(press(&mut clock, "white", 0)["ok"], true);
    let running = view(&mut clock, 5000, "en");
    assert_eq!(running["running"], "black");
    assert_eq!(running["deadline"], 32_000);
    assert_eq!(running["black"]["byoyomi"], true);
    assert_eq!(running["black"]["left"], 27_000);

    assert_eq!(press(&mut clock, "black", 6000)["ok"], true);
    assert_eq!(act(&mut clock, json!("pause"), 6500)["ok"], true);
    let paused = view(&mut clock, 9000, "en");
    assert_eq!(paused["state"], "paused");
    assert_eq!(paused["presses"], json!({ "black": 1, "white": 0 }));
    assert_eq!(paused["white"]["left"], 1500);
    let set = json!({ "set": { "color": "white", "main": 180_000, "periods": 1 } });
    assert_eq!(act(&mut clock, set, 9000)["ok"], true);
    let award = json!({ "award": { "color": "black", "time": 60_000 } });
    assert_eq!(act(&mut clock, award, 9000)["ok"], true);
    assert_eq!(act(&mut clock, json!("resume"), 9000)["ok"], true);
    let corrected = view(&mut clock, 10_000, "en");
    assert_eq!(corrected["white"]["left"], 179_000);
    assert_eq!(corrected["black"]["left"], 60_000);
}

#[test]
fn a_fallen_flag_and_a_refusal_are_told_in_both_languages() {
    let mut clock = BoardClock::new("2s", "falls").unwrap();
    press(&mut clock, "white", 0);
    let refused = press(&mut clock, "white", 100);
    assert_eq!(refused["ok"], false);
    assert_eq!(
        refused["refusal"],
        "White cannot press the clock: the clock of the opponent runs (FESA 8.7)"
    );
    let press = json!({ "press": { "color": "white" } }).to_string();
    let refused: Value = serde_json::from_str(&clock.act(&press, 200.0, "ja").unwrap()).unwrap();
    assert_eq!(
        refused["refusal"],
        "後手は時計を押せません：相手の時計が動いています（FESA 8.7）"
    );
    let over = view(&mut clock, 2000, "en");
    assert_eq!(over["state"], "over");
    assert_eq!(over["black"]["out"], true);
    assert_eq!(
        over["outcome"],
        "White wins: the time of Black has run out."
    );
    assert_eq!(
        view(&mut clock, 2000, "ja")["outcome"],
        "後手の勝ち：先手の時間切れ。"
    );
}

#[test]
fn a_flag_can_be_left_to_the_players() {
    let mut clock = BoardClock::new("2s", "claim").unwrap();
    press(&mut clock, "white", 0);
    let claim = |color: &str| json!({ "claim-flag": { "color": color } });
    let wrong = act(&mut clock, claim("white"), 1000);
    assert_eq!(
        (&wrong["ok"], &wrong["rejected"]),
        (&json!(true), &json!(true))
    );
    let down = view(&mut clock, 3000, "en");
    assert_eq!(down["state"], "running");
    assert_eq!(down["deadline"], Value::Null);
    assert_eq!(down["black"]["out"], true);
    assert_eq!(act(&mut clock, claim("white"), 3000)["rejected"], false);
    assert_eq!(view(&mut clock, 3000, "en")["state"], "over");
}

#[test]
fn what_is_no_time_control_is_refused() {
    assert!(BoardClock::new("soon", "falls").is_err());
    assert!(BoardClock::new("8m", "never").is_err());
}
