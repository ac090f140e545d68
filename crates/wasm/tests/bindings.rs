//! What the browser is told, as the browser asks for it.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use komadai_wasm::files::{convert_file, picture, record_file};
use komadai_wasm::table::{Table, clock_text, setup_order};
use serde_json::{Value, json};
use std::ops::{Deref, DerefMut};

/// A table, and what a page has seen of it: views tell only what is new.
struct Seen {
    table: Table,
    moves: Vec<Value>,
    log: Vec<Value>,
}

impl From<Table> for Seen {
    fn from(table: Table) -> Seen {
        Seen {
            table,
            moves: Vec::new(),
            log: Vec::new(),
        }
    }
}

impl Deref for Seen {
    type Target = Table;

    fn deref(&self) -> &Table {
        &self.table
    }
}

impl DerefMut for Seen {
    fn deref_mut(&mut self) -> &mut Table {
        &mut self.table
    }
}

fn open(rules: &str, start: &str, clock: Option<&str>) -> Seen {
    let opening = json!({
        "variant": "shogi", "start": start, "rules": rules, "clock": clock,
        "names": { "black": "Habu", "white": "" },
    });
    let mut table = Table::new(&opening.to_string()).unwrap();
    assert_eq!(
        act(&mut table, "host", json!({ "t": "start" }), 0.0)["ok"],
        true
    );
    table.into()
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

/// The whole view.
fn view(seen: &mut Seen, notation: &str) -> Value {
    let mut view = news(seen, notation, "en");
    for (list, known, kept) in [
        ("moves", &mut seen.moves, "movesKept"),
        ("log", &mut seen.log, "logKept"),
    ] {
        known.truncate(view[kept].as_u64().unwrap() as usize);
        known.extend_from_slice(view[list].as_array().unwrap());
        view[list] = json!(known);
        view[kept] = json!(null);
    }
    view
}

/// What a page is told.
fn news(table: &mut Table, notation: &str, language: &str) -> Value {
    serde_json::from_str(&table.view(99_000.0, notation, language).unwrap()).unwrap()
}

#[test]
fn a_friendly_game_shows_targets_checks_and_choices() {
    let mut table = open("casual", "even", None);
    let start = view(&mut table, "usi");
    assert_eq!(start["board"]["dests"]["7g"], json!(["7f"]));
    assert_eq!(start["rules"]["help"], true);
    play(&mut table, &["7g7f", "3c3d"]);
    let board = &view(&mut table, "hodges")["board"];
    assert_eq!(board["choices"], json!(["8h2b", "8h3c"]));
    play_on(&mut table, "8h2b+", "black");
    let shown = view(&mut table, "hodges");
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
    let shown = view(&mut table, "usi");
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
    assert_eq!(view(&mut table, "usi")["outcome"]["winner"], "white");
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
    let shown: Value = serde_json::from_str(&table.view(3000.0, "usi", "en").unwrap()).unwrap();
    let clock = &shown["clock"];
    assert_eq!(clock["black"]["main"], 9000);
    assert_eq!(clock["white"]["main"], 8000);
    assert_eq!(clock["running"], "white");
    assert_eq!(clock["deadline"], 16_000);
    assert_eq!(shown["moves"][0]["spent"], 1000);
    let done = act(&mut table, "clock", json!({ "t": "tick" }), 16_000.0);
    assert_eq!(done["ok"], true);
    assert_eq!(view(&mut table, "usi")["outcome"]["cause"], "time-up");
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
    let mut again = Table::resume(&table.log().unwrap()).unwrap().into();
    let shown = view(&mut again, "japanese");
    assert_eq!(shown, view(&mut table, "japanese"));
    // Nor does it matter what was looked at before.
    view(&mut again, "usi");
    assert_eq!(view(&mut again, "japanese"), shown);
    assert!(Table::resume("{}").is_err());
}

/// A game that a server judges, after these events.
fn told(opening: &Value, events: &[Value]) -> Seen {
    let mut table = Table::new(&opening.to_string()).unwrap();
    table.tell(&json!(events).to_string()).unwrap();
    table.into()
}

fn moved(at: u32, color: &str, deed: &str) -> Value {
    json!({ "at": at, "by": color, "fact": { "kind": "moved", "color": color, "deed": deed } })
}

fn happened(at: u32, by: &str, fact: Value) -> Value {
    json!({ "at": at, "by": by, "fact": fact })
}

#[test]
fn a_page_is_told_only_what_is_new() {
    let opening = json!({ "variant": "shogi", "start": "even", "rules": "casual", "clock": "10m" });
    let start = happened(0, "host", json!({ "kind": "started" }));
    let mut table = told(
        &opening,
        &[start, moved(1, "black", "7g7f"), moved(2, "white", "3c3d")],
    );
    let given = |news: &Value| {
        let moves = news["moves"].as_array().unwrap().iter();
        let usi: Vec<_> = moves
            .map(|mv| mv["usi"].as_str().unwrap().to_owned())
            .collect();
        let lines = news["log"].as_array().unwrap().len();
        (news["movesKept"].as_u64().unwrap(), usi.join(" "), lines)
    };
    let shown = |table: &mut Table, notation| given(&news(table, notation, "en"));
    assert_eq!(shown(&mut table, "usi"), (0, "7g7f 3c3d".into(), 3));
    assert_eq!(shown(&mut table, "usi"), (2, String::new(), 0));
    let back = happened(3, "host", json!({ "kind": "taken-back", "ply": 1 }));
    let other = moved(4, "white", "8c8d");
    table.tell(&json!([back, other]).to_string()).unwrap();
    assert_eq!(shown(&mut table, "usi"), (1, "8c8d".into(), 2));
    assert_eq!(shown(&mut table, "hodges"), (0, "7g7f 8c8d".into(), 0));
    let japanese = news(&mut table, "hodges", "ja");
    assert_eq!(given(&japanese), (2, String::new(), 5));
    assert_eq!(japanese["logKept"], 0);
}

#[test]
fn a_game_that_is_judged_elsewhere_is_followed_whatever_is_played() {
    let opening = json!({ "variant": "shogi", "start": "even", "rules": "fesa" });
    let mut table = told(
        &opening,
        &[
            happened(0, "host", json!({ "kind": "started" })),
            moved(1, "black", "7g7e"),
            moved(2, "white", "9a9i"),
        ],
    );
    let shown = view(&mut table, "usi");
    assert_eq!(shown["moves"].as_array().unwrap().len(), 2);
    let sfen = shown["board"]["sfen"].as_str().unwrap();
    assert!(sfen.contains("lNSGKGSNL"), "{sfen}");
    let back = happened(3, "host", json!({ "kind": "taken-back", "ply": 1 }));
    table.tell(&json!([back]).to_string()).unwrap();
    assert_eq!(
        view(&mut table, "usi")["moves"].as_array().unwrap().len(),
        1
    );
    assert!(
        table
            .tell(&json!([moved(4, "black", "zz")]).to_string())
            .is_err()
    );
}

#[test]
fn what_a_server_tells_is_shown_with_times_words_and_its_end() {
    let opening = json!({
        "variant": "shogi", "start": "even", "rules": "casual", "clock": "10m+30s",
        "names": { "black": "Habu", "white": "Oyama" }, "tosser": "black",
    });
    let events = [
        happened(
            0,
            "host",
            json!({ "kind": "toss-committed", "commitment": "00" }),
        ),
        happened(5, "host", json!({ "kind": "tossed", "toss": "PPPPU" })),
        happened(10, "host", json!({ "kind": "started" })),
        moved(4010, "black", "7g7f"),
        json!({ "at": 9010, "by": "white", "fact": { "kind": "moved", "color": "white", "deed": "3c3d", "lag": 1000 } }),
        happened(9020, "white", json!({ "kind": "offered", "offer": "draw" })),
    ];
    let mut table = told(&opening, &events);
    let shown = view(&mut table, "hodges");
    assert_eq!(shown["phase"], "running");
    assert_eq!(shown["names"]["black"], "Oyama");
    assert_eq!(shown["moves"][0]["spent"], 4000);
    assert_eq!(shown["moves"][1]["spent"], 4000);
    assert_eq!(shown["offers"], json!([["draw", "white"]]));
    assert_eq!(shown["log"][1], "The host starts the clock of Black.");
    let control = json!({ "kind": "ruled", "reason": "set up wrongly",
        "decision": { "kind": "set-control", "color": "white", "control": "10m+60s" } });
    let end = json!({ "kind": "ended", "verdict": "black-wins",
        "cause": { "kind": "wrong-declaration", "king_outside": true, "missing_points": 20 } });
    let rest = [
        happened(9030, "arbiter", control),
        happened(9040, "host", end),
        happened(9050, "host", json!({ "kind": "not invented yet" })),
    ];
    table.tell(&json!(rest).to_string()).unwrap();
    let shown = view(&mut table, "hodges");
    assert_eq!(shown["clock"]["white"]["length"], 60_000);
    assert_eq!(shown["clock"]["black"]["length"], 30_000);
    assert_eq!(shown["outcome"]["winner"], "black");
    assert_eq!(shown["outcome"]["cause"], "wrong-declaration");
    assert_eq!(shown["rules"]["help"], true);
}

#[test]
fn knobs_that_differ_from_the_preset_are_shown() {
    let opening = json!({
        "variant": "shogi", "start": "even", "rules": "beginner",
        "knobs": {
            "illegal_moves": "blocked", "help": false, "declaration": "none",
            "wrong_claim": { "time-to-opponent": 60_000 }, "lag_allowance": 5,
        },
    });
    let mut table = Table::new(&opening.to_string()).unwrap().into();
    let shown = view(&mut table, "usi");
    let rules = &shown["rules"];
    assert_eq!(rules["illegal"], "blocked");
    assert_eq!(rules["help"], false);
    assert_eq!(rules["wrongClaim"], "time");
    assert!(rules["declaration"].is_null() && shown["board"]["dests"].is_null());
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
        let usi = convert_file(text.as_bytes(), "shogi", "usi", "utf8").unwrap();
        let usi = String::from_utf8(usi.bytes()).unwrap();
        assert!(usi.contains("7g7f 3c3d"), "{format}: {usi}");
    }
    let sjis = record_file(&log, "kif", "sjis", "ja", "").unwrap().bytes();
    assert!(String::from_utf8(sjis).is_err());
    assert!(record_file(&log, "pgn", "utf8", "en", "").is_err());
}

#[test]
fn pictures_orders_and_clocks_come_as_asked() {
    let svg = picture(
        "shogi",
        "4k4/9/9/9/9/9/9/9/4K4 b P 1",
        "bilingual",
        None,
        "white",
    )
    .unwrap();
    assert!(svg.starts_with("<svg"));
    let order: Value = serde_json::from_str(&setup_order("ito", "even").unwrap()).unwrap();
    assert_eq!(order["black"][0], json!(["5i", "K"]));
    assert_eq!(clock_text("15m + 60 s").unwrap(), "15m+60s");
    assert!(clock_text("soon").is_err());
}
