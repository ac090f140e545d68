//! What the browser is told, as the browser asks for it.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use komadai_wasm::board::board;
use komadai_wasm::files::{picture, read_file, record_file};
use komadai_wasm::table::{Table, clock_text, handicaps, setup_order};
use serde_json::{Value, json};

fn open(rules: &str, start: &str, clock: Option<&str>) -> Table {
    let opening = json!({
        "variant": "shogi", "start": start, "rules": rules, "clock": clock,
        "names": { "black": "Habu", "white": "" },
    });
    let mut table = Table::new(&opening.to_string()).unwrap();
    assert_eq!(
        act(&mut table, "host", json!({ "t": "start" }), 0.0)["ok"],
        true
    );
    table
}

fn act(table: &mut Table, by: &str, what: Value, at: f64) -> Value {
    let done = table.act(by, &what.to_string(), at, "en").unwrap();
    serde_json::from_str(&done).unwrap()
}

fn play(table: &mut Table, moves: &[&str]) {
    for (index, usi) in moves.iter().enumerate() {
        let by = if index % 2 == 0 { "black" } else { "white" };
        let at = 1000.0 * (index + 1) as f64;
        let done = act(table, by, json!({ "t": "play", "usi": usi }), at);
        assert_eq!(done["ok"], true, "{usi}: {done}");
    }
}

fn view(table: &Table, notation: &str) -> Value {
    serde_json::from_str(&table.view(99_000.0, notation, "en").unwrap()).unwrap()
}

#[test]
fn a_friendly_game_shows_targets_checks_and_choices() {
    let mut table = open("casual", "even", None);
    let start = view(&table, "usi");
    assert_eq!(start["board"]["dests"]["7g"], json!(["7f"]));
    assert_eq!(start["rules"]["help"], true);
    play(&mut table, &["7g7f", "3c3d"]);
    let board = &view(&table, "hodges")["board"];
    assert_eq!(board["choices"], json!(["8h2b", "8h3c"]));
    play_on(&mut table, "8h2b+", "black");
    let shown = view(&table, "hodges");
    let texts: Vec<&str> = shown["moves"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|m| m["text"].as_str())
        .collect();
    assert_eq!(texts, ["P-7f", "P-3d", "Bx2b+"]);
    assert_eq!(shown["names"]["black"], "Habu");
}

fn play_on(table: &mut Table, usi: &str, by: &str) {
    let done = act(table, by, json!({ "t": "play", "usi": usi }), 50_000.0);
    assert_eq!(done["ok"], true, "{usi}: {done}");
}

#[test]
fn under_fesa_nothing_betrays_an_illegal_move_a_check_or_a_repetition() {
    let mut table = open("fesa", "even", None);
    // A pawn that jumps, and a bishop that flies to where it gives check.
    play(&mut table, &["7g7e", "3c3d", "8h4b"]);
    let shown = view(&table, "usi");
    let board = &shown["board"];
    assert!(
        board["dests"].is_null() && board["check"].is_null(),
        "{board}"
    );
    assert!(shown["occurrences"].is_null() && shown["impasse"].is_null());
    assert_eq!(shown["repeating"], json!([]));
    assert_eq!(shown["moves"].as_array().unwrap().len(), 3);
    assert!(
        shown["moves"]
            .as_array()
            .unwrap()
            .iter()
            .all(|m| m["check"].is_null())
    );
    let log = shown["log"].to_string();
    assert!(!log.contains("illegal"), "{log}");
    // Where pieces can be turned over is no secret.
    assert_eq!(board["turnable"]["2b"], "zone");
    let done = act(
        &mut table,
        "white",
        json!({ "t": "claim-illegal" }),
        60_000.0,
    );
    assert_eq!(done["ok"], true);
    assert_eq!(view(&table, "usi")["outcome"]["winner"], "white");
}

#[test]
fn a_blocked_move_is_refused_with_its_reason() {
    let mut table = open("casual", "even", None);
    let done = act(
        &mut table,
        "black",
        json!({ "t": "play", "usi": "7g7e" }),
        1.0,
    );
    assert_eq!(done["ok"], false);
    assert!(
        done["refusal"].as_str().unwrap().contains("illegal"),
        "{done}"
    );
    assert_eq!(table.read_move("７六歩").unwrap(), "7g7f");
    assert!(table.read_move("hello").is_err());
}

#[test]
fn the_clock_runs_on_the_callers_time_and_the_flag_falls() {
    let mut table = open("casual", "even", Some("10s+5s"));
    play(&mut table, &["7g7f"]);
    let clock: Value = serde_json::from_str(&table.clock(3000.0).unwrap().unwrap()).unwrap();
    assert_eq!(clock["black"]["main"], 9000);
    assert_eq!(clock["white"]["main"], 8000);
    assert_eq!(clock["running"], "white");
    assert_eq!(clock["deadline"], 16_000);
    assert_eq!(view(&table, "usi")["moves"][0]["spent"], 1000);
    let done = act(&mut table, "clock", json!({ "t": "tick" }), 16_000.0);
    assert_eq!(done["ok"], true);
    assert_eq!(view(&table, "usi")["outcome"]["cause"], "time-up");
}

#[test]
fn a_log_opens_the_same_game_again() {
    let mut table = open("casual", "two-piece", Some("15m+60s"));
    let done = act(
        &mut table,
        "white",
        json!({ "t": "play", "usi": "6a5b" }),
        2000.0,
    );
    assert_eq!(done["ok"], true, "{done}");
    let again = Table::resume(&table.log().unwrap()).unwrap();
    assert_eq!(view(&again, "japanese"), view(&table, "japanese"));
    assert!(Table::resume("{}").is_err());
}

#[test]
fn a_game_that_is_judged_elsewhere_is_followed_whatever_is_played() {
    let mut table = open("fesa", "even", None);
    table.follow("black", "7g7e", 1.0).unwrap();
    table.follow("white", "9a9i", 2.0).unwrap();
    let shown = view(&table, "usi");
    assert_eq!(shown["moves"].as_array().unwrap().len(), 2);
    let sfen = shown["board"]["sfen"].as_str().unwrap();
    assert!(
        sfen.starts_with("1nsgkgsnl/") && sfen.contains("1NSGKGSNL") || sfen.contains("lNSGKGSNL"),
        "{sfen}"
    );
    table.rewind(1, 3.0);
    assert_eq!(view(&table, "usi")["moves"].as_array().unwrap().len(), 1);
    assert!(table.follow("black", "zz", 4.0).is_err());
}

#[test]
fn records_of_a_log_are_written_and_read() {
    let mut table = open("casual", "even", Some("10m"));
    play(&mut table, &["7g7f", "3c3d"]);
    let log = table.log().unwrap();
    for (format, part) in [
        ("kif", "７六歩(77)"),
        ("csa", "+7776FU"),
        ("usi", "7g7f 3c3d"),
        ("jkf", "moves"),
    ] {
        let file = record_file(&log, format, "utf8", "en", "2026/11/16").unwrap();
        let text = String::from_utf8(file.bytes()).unwrap();
        assert!(text.contains(part), "{format}: {text}");
        let games: Value =
            serde_json::from_str(&read_file(text.as_bytes(), "shogi").unwrap()).unwrap();
        assert_eq!(games[0]["moves"], json!(["7g7f", "3c3d"]), "{format}");
    }
    let sjis = record_file(&log, "kif", "sjis", "ja", "").unwrap().bytes();
    assert!(String::from_utf8(sjis).is_err());
    assert!(record_file(&log, "pgn", "utf8", "en", "").is_err());
}

#[test]
fn positions_pictures_and_lists_come_as_asked() {
    let told: Value =
        serde_json::from_str(&board("seireigi", "4k4/9/9/9/4+G4/9/9/9/4K4 b - 1").unwrap())
            .unwrap();
    assert!(told["dests"]["5e"].as_array().unwrap().len() > 4);
    assert!(board("shogi", "4k4/9/9/9/4+G4/9/9/9/4K4 b - 1").is_err());
    let svg = picture(
        "shogi",
        "4k4/9/9/9/9/9/9/9/4K4 b P 1",
        "bilingual",
        None,
        "white",
    )
    .unwrap();
    assert!(svg.starts_with("<svg"));
    let list: Value = serde_json::from_str(&handicaps().unwrap()).unwrap();
    assert_eq!(list.as_array().unwrap().len(), 17);
    let order: Value = serde_json::from_str(&setup_order("ito", "even").unwrap()).unwrap();
    assert_eq!(order["black"][0], json!(["5i", "K"]));
    assert_eq!(clock_text("15m + 60 s").unwrap(), "15m+60s");
    assert!(clock_text("soon").is_err());
}
