//! What the browser is told, as the browser asks for it.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use komadai_wasm::files::{convert_file, picture, record_file};
use komadai_wasm::live::LiveGames;
use komadai_wasm::setting_up::setup_stages;
use komadai_wasm::table::{Table, clock_text};
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

fn opening(rules: Value, start: &str, clock: Option<&str>) -> Value {
    let player = |name: &str| json!({ "name": name, "experience": "experienced" });
    json!({
        "version": 1, "variant": "shogi", "start": { "handicap": start }, "rules": rules, "clock": clock,
        "players": { "black": player("Habu"), "white": player("") },
        "first_move": "settled", "attendance": "present",
    })
}

fn open(preset: &str, start: &str, clock: Option<&str>) -> Seen {
    let opening = opening(json!({ "preset": preset }), start, clock);
    let mut table = Table::new(&opening.to_string()).unwrap();
    assert_eq!(
        act(&mut table, "host", json!({ "kind": "start" }), 0.0)["ok"],
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
        let done = act(table, by, json!({ "kind": "play", "deed": usi }), at);
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
    let done = act(table, by, json!({ "kind": "play", "deed": usi }), 50_000.0);
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
    assert_eq!(board["turnable"]["2b"], "white");
    assert_eq!(board["zones"]["white"].as_array().unwrap().len(), 27);
    assert_eq!(board["promoted"]["R"], "+R");
    assert!(board["promoted"]["G"].is_null());
    let done = act(
        &mut table,
        "white",
        json!({ "kind": "claim", "claim": { "kind": "illegal-move", "offender": "black" } }),
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
        json!({ "kind": "play", "deed": "7g7e" }),
        1.0,
    );
    assert_eq!(done["ok"], false);
    assert!(
        done["refusal"].as_str().unwrap().contains("illegal"),
        "{done}"
    );
    let play = json!({ "kind": "play", "deed": "7g7e" }).to_string();
    let done = table.act("black", &play, 1.0, "ja").unwrap();
    assert!(
        done.contains("先手は指せません：反則です（駒の動きの誤り）"),
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
    let done = act(&mut table, "clock", json!({ "kind": "tick" }), 16_000.0);
    assert_eq!(done["ok"], true);
    assert_eq!(view(&mut table, "usi")["outcome"]["cause"], "time-up");
}

#[test]
fn a_log_opens_the_same_game_again() {
    let mut table = open("casual", "two-piece", Some("15m+60s"));
    let done = act(
        &mut table,
        "white",
        json!({ "kind": "play", "deed": "6a5b" }),
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

/// Games that a server judges.
struct Followed {
    games: LiveGames,
    last: u64,
    moves: Vec<Value>,
    log: Vec<Value>,
    /// The last answer.
    heard: Value,
}

impl Followed {
    /// A game that black has joined, after these events.
    fn joined(opening: &Value, events: &[Value]) -> Followed {
        let mut followed = Followed {
            games: LiveGames::new(),
            last: 0,
            moves: Vec::new(),
            log: Vec::new(),
            heard: Value::Null,
        };
        followed.hear(&json!({
            "type": "game", "id": "g", "role": "black", "opening": opening, "from": 1, "events": events,
            "may": ["play", "not invented yet"], "now": 0,
        }));
        followed
    }

    fn hear(&mut self, message: &Value) -> Value {
        self.hear_in(message, "usi", "en")
    }

    fn hear_in(&mut self, message: &Value, notation: &str, language: &str) -> Value {
        let heard = self.games.hear(&message.to_string(), notation, language);
        self.heard = serde_json::from_str(&heard.unwrap()).unwrap();
        self.last = self.heard["last"].as_u64().unwrap_or(self.last);
        let mut view = self.heard["view"].clone();
        if view.is_object() {
            whole(&mut view, "moves", "movesKept", &mut self.moves);
            whole(&mut view, "log", "logKept", &mut self.log);
        }
        view
    }

    fn view_at(&mut self, at: f64) -> Value {
        let view = self.games.view("g", at, "hodges", "en").unwrap();
        serde_json::from_str(&view).unwrap()
    }

    fn happens(&mut self, events: &[Value]) -> Value {
        let from = self.last + 1;
        self.hear(&json!({ "type": "events", "game": "g", "from": from, "events": events }))
    }
}

fn whole(view: &mut Value, list: &str, kept: &str, known: &mut Vec<Value>) {
    known.truncate(view[kept].as_u64().unwrap() as usize);
    known.extend_from_slice(view[list].as_array().unwrap());
    view[list] = json!(known);
}

fn moved(at: u32, color: &str, deed: &str) -> Value {
    json!({ "at": at, "by": color, "fact": { "kind": "moved", "color": color, "deed": deed } })
}

fn happened(at: u32, by: &str, fact: Value) -> Value {
    json!({ "at": at, "by": by, "fact": fact })
}

fn started() -> Value {
    happened(0, "host", json!({ "kind": "started" }))
}

fn casual() -> Value {
    opening(json!({ "preset": "casual" }), "even", Some("10m"))
}

#[test]
fn a_page_is_told_only_what_is_new() {
    let events = [
        started(),
        moved(1, "black", "7g7f"),
        moved(2, "white", "3c3d"),
    ];
    let mut game = Followed::joined(&casual(), &events);
    let given = |heard: &Value| {
        let news = &heard["view"];
        let moves = news["moves"].as_array().unwrap().iter();
        let usi: Vec<_> = moves
            .map(|mv| mv["usi"].as_str().unwrap().to_owned())
            .collect();
        let lines = news["log"].as_array().unwrap().len();
        (news["movesKept"].as_u64().unwrap(), usi.join(" "), lines)
    };
    assert_eq!(given(&game.heard), (0, "7g7f 3c3d".into(), 3));
    game.happens(&[]);
    assert_eq!(given(&game.heard), (2, String::new(), 0));
    let back = happened(3, "host", json!({ "kind": "taken-back", "ply": 1 }));
    game.happens(&[back, moved(4, "white", "8c8d")]);
    assert_eq!(given(&game.heard), (1, "8c8d".into(), 2));
    assert_eq!(game.heard["message"]["events"].as_array().unwrap().len(), 2);
    let nothing = json!({ "type": "events", "game": "g", "from": 6, "events": [] });
    game.hear_in(&nothing, "hodges", "en");
    assert_eq!(given(&game.heard), (0, "7g7f 8c8d".into(), 0));
    game.hear_in(&nothing, "hodges", "ja");
    assert_eq!(given(&game.heard), (2, String::new(), 5));
    assert_eq!(game.heard["view"]["logKept"], 0);
    // Joining anew from the first event on gives everything once more.
    let view = game.games.view("g", 0.0, "hodges", "ja").unwrap();
    assert!(view.contains(r#""movesKept":2"#), "{view}");
}

#[test]
fn events_are_taken_in_once_and_in_order() {
    let mut game = Followed::joined(&casual(), &[started()]);
    assert_eq!(game.last, 1);
    let late =
        json!({ "type": "events", "game": "g", "from": 3, "events": [moved(2, "white", "3c3d")] });
    game.hear(&late);
    assert_eq!(game.heard["missed"], true);
    assert_eq!(game.last, 1, "nothing was taken in");
    let both = [started(), moved(1, "black", "7g7f")];
    let again = json!({ "type": "events", "game": "g", "from": 1, "events": both });
    let view = game.hear(&again);
    assert_eq!((game.last, view["moves"].as_array().unwrap().len()), (2, 1));
    assert_eq!(game.heard["message"]["events"].as_array().unwrap().len(), 1);
    // What is not about a game that is followed is handed on.
    for message in [
        json!({ "type": "bye", "retry_ms": 5 }),
        json!({ "type": "not invented yet", "x": 1 }),
        json!({ "type": "events", "game": "h", "from": 1, "events": [] }),
    ] {
        game.hear(&message);
        assert_eq!(game.heard["message"], message);
        assert!(game.heard["view"].is_null());
    }
    assert!(game.games.hear("{", "usi", "en").is_err());
}

#[test]
fn a_long_game_is_joined_in_parts() {
    let mut game = Followed::joined(&casual(), &[]);
    let view = game.hear(&json!({
        "type": "game", "id": "g", "role": "black", "opening": casual(), "from": 1, "events": [started()],
        "last": 3, "may": ["play"], "now": 0,
    }));
    assert_eq!(view["may"]["black"], json!([]), "two moves are missing");
    let view = game.happens(&[moved(1, "black", "7g7f")]);
    assert_eq!(view["may"]["black"], json!([]), "one move is missing");
    let view = game.happens(&[moved(2, "white", "3c3d")]);
    assert_eq!(view["may"]["black"], json!(["play"]));
    assert_eq!(view["moves"].as_array().unwrap().len(), 2);
}

#[test]
fn a_game_that_is_judged_elsewhere_is_followed_whatever_is_played() {
    let fesa = opening(json!({ "preset": "fesa" }), "even", None);
    let events = [
        started(),
        moved(1, "black", "7g7e"),
        moved(2, "white", "9a9i"),
    ];
    let mut game = Followed::joined(&fesa, &events);
    assert_eq!(game.moves.len(), 2);
    let sfen = &game.heard["view"]["board"]["sfen"];
    assert!(sfen.as_str().unwrap().contains("lNSGKGSNL"), "{sfen}");
    let back = happened(3, "host", json!({ "kind": "taken-back", "ply": 1 }));
    let view = game.happens(&[back]);
    assert_eq!(view["moves"].as_array().unwrap().len(), 1);
}

#[test]
fn what_a_server_tells_is_shown_with_times_words_and_its_end() {
    let mut opening = opening(json!({ "preset": "casual" }), "even", Some("10m+30s"));
    opening["players"]["white"]["name"] = json!("Oyama");
    opening["first_move"] = json!({ "furigoma": { "tosser": "black" } });
    let commitment = "00".repeat(32);
    let events = [
        happened(
            0,
            "host",
            json!({ "kind": "toss-committed", "commitment": commitment }),
        ),
        happened(5, "host", json!({ "kind": "tossed", "toss": "PPPPU" })),
        happened(10, "host", json!({ "kind": "started" })),
        moved(4010, "black", "7g7f"),
        json!({ "at": 9010, "by": "white", "fact": { "kind": "moved", "color": "white", "deed": "3c3d", "lag": 1000 } }),
        happened(9020, "white", json!({ "kind": "offered", "offer": "draw" })),
    ];
    let mut game = Followed::joined(&opening, &events);
    let shown = game.hear_in(
        &json!({
            "type": "events", "game": "g", "from": 7, "events": [], "may": ["accept-draw"],
            "clock": { "at": 9020, "running": "black", "black": { "main": 5, "period": 30_000, "periods": 1 }, "white": { "main": 6, "period": 30_000, "periods": 1 } },
        }),
        "hodges",
        "en",
    );
    assert_eq!(shown["phase"], "running");
    assert_eq!(shown["names"]["black"], "Oyama");
    assert_eq!(shown["moves"][0]["spent"], 4000);
    assert_eq!(shown["moves"][1]["spent"], 4000);
    assert_eq!(shown["offers"], json!([["draw", "white"]]));
    assert_eq!(shown["log"][2], "The host starts the clock of Black.");
    assert_eq!(shown["may"]["black"], json!(["accept-draw"]));
    assert_eq!(shown["may"]["white"], json!([]));
    // The displays are the server's; the length of a period is the rules'.
    assert_eq!(shown["clock"]["running"], "black");
    assert_eq!(
        shown["clock"]["white"],
        json!({ "left": 6, "byoyomi": false, "out": false, "main": 6, "length": 30_000, "periods": 1 })
    );
    // From there they run on as the rules say.
    let later = game.view_at(9030.0);
    assert_eq!(later["clock"]["white"]["left"], 6);
    assert_eq!(later["clock"]["black"]["left"], 29_995);
    assert_eq!(later["clock"]["black"]["byoyomi"], true);
    let control = json!({ "kind": "ruled", "reason": "set up wrongly",
        "decision": { "kind": "set-control", "color": "white", "control": "10m+60s" } });
    let end = json!({ "kind": "ended", "verdict": "black-wins",
        "cause": { "kind": "wrong-declaration", "king_outside": true, "missing_points": 20 } });
    let shown = game.happens(&[
        happened(9030, "arbiter", control),
        happened(9040, "host", end),
    ]);
    assert_eq!(shown["clock"]["white"]["length"], 60_000);
    assert_eq!(shown["clock"]["black"]["length"], 30_000);
    assert_eq!(shown["outcome"]["winner"], "black");
    assert_eq!(shown["outcome"]["cause"], "wrong-declaration");
    assert_eq!(shown["rules"]["help"], true);
    assert_eq!(shown["newer"], false);
}

#[test]
fn a_refusal_of_the_server_is_put_into_words_of_the_page() {
    let opening = opening(json!({ "preset": "casual" }), "two-piece", None);
    let mut game = Followed::joined(&opening, &[started()]);
    // An even game beside it has no 下手.
    let even = self::opening(json!({ "preset": "casual" }), "even", None);
    game.hear(&json!({
        "type": "game", "id": "a", "role": "black", "opening": even, "from": 1, "events": [], "may": [], "now": 0,
    }));
    let mut refused = json!({ "type": "refused", "re": 3, "game": "g", "code": "not-your-turn", "what": "play", "message": "no" });
    game.hear_in(&refused, "usi", "ja");
    assert_eq!(
        game.heard["message"]["message"],
        "下手は指せません：相手の手番です（FESA 1.1）"
    );
    assert_eq!(game.heard["message"]["re"], 3);
    game.hear(&refused);
    assert_eq!(
        game.heard["message"]["message"],
        "Black cannot move: the opponent has the move (FESA 1.1)"
    );
    refused["code"] = "out-of-ink".into();
    game.hear(&refused);
    assert_eq!(game.heard["message"]["message"], "no");
}

#[test]
fn a_control_may_be_an_object() {
    let mut opening = opening(json!({ "preset": "casual" }), "even", None);
    opening["clock"] =
        json!({ "black": { "main": 90_500, "byoyomi": 30_500 }, "white": "10m+5s/move" });
    let control = json!({ "kind": "ruled", "reason": "set up wrongly",
        "decision": { "kind": "set-control", "color": "white", "control": { "main": 90_500, "increment": 2_500 } } });
    let clock = json!({ "at": 1, "running": "black", "black": { "main": 90_500 }, "white": { "main": 90_500 } });
    let mut game = Followed::joined(&opening, &[started()]);
    let shown = game.hear(&json!({
        "type": "events", "game": "g", "from": 2, "events": [happened(1, "arbiter", control)], "clock": clock,
    }));
    assert_eq!(shown["newer"], false);
    assert_eq!(shown["clock"]["black"]["length"], 30_500);
    assert_eq!(shown["clock"]["white"]["increment"], 2_500);
}

#[test]
fn every_knob_of_a_game_is_known() {
    let knobs = json!({ "flag": "by-claim", "after_draw": "replay", "illegal_moves": "pointed-out", "pointed_out_by": "anyone", "lag_allowance": 5 });
    let turned = opening(
        json!({ "preset": "casual", "knobs": knobs }),
        "even",
        Some("10m"),
    );
    let view = Followed::joined(&turned, &[started()]).heard["view"].clone();
    let rules = &view["rules"];
    assert_eq!(rules["flagFalls"], false);
    assert_eq!(rules["anyone"], true);
    assert_eq!(rules["replay"], true);
    assert_eq!(rules["unclear"], false);
    assert_eq!(
        rules["given"],
        json!({ "preset": "casual", "knobs": knobs })
    );
    let plain = Followed::joined(&casual(), &[]).heard["view"]["rules"].clone();
    assert_eq!(plain["given"], json!({ "preset": "casual" }));
}

#[test]
fn rules_that_are_not_known_are_named_as_such() {
    let knobs = json!({ "flag": "by-claim", "tea_break": "long", "mate": "by-vote" });
    let newer = opening(json!({ "preset": "casual", "knobs": knobs }), "even", None);
    let view = Followed::joined(&newer, &[started()]).heard["view"].clone();
    assert_eq!(view["rules"]["unclear"], true);
    assert_eq!(
        view["rules"]["given"],
        json!({ "preset": "casual", "knobs": { "flag": "by-claim" } })
    );
    let preset = opening(json!({ "preset": "galactic" }), "even", None);
    let view = Followed::joined(&preset, &[started()]).heard["view"].clone();
    assert_eq!(view["rules"]["unclear"], true);
}

#[test]
fn a_word_of_a_newer_server_is_something_that_this_page_does_not_know() {
    const UNKNOWN: &str = "Something this page does not know.";
    let mut game = Followed::joined(&casual(), &[started()]);
    let mut odd = moved(1, "black", "7g7f");
    odd["fact"]["colour_of_the_board"] = json!("green");
    let view = game.happens(&[odd]);
    assert_eq!(
        view["moves"].as_array().unwrap().len(),
        1,
        "an unknown field is passed over"
    );
    let penalty = json!({ "kind": "ruled", "reason": "x", "decision": {
        "kind": "penalize", "offender": "white", "penalty": "warning", "ground": "telepathy" } });
    let view = game.happens(&[happened(2, "robot", penalty)]);
    assert_eq!(view["warnings"]["white"], 1);
    assert_eq!(view["log"][2], UNKNOWN);
    let end = json!({ "kind": "ended", "verdict": "white-wins", "cause": { "kind": "boredom", "of": "all" } });
    let view = game.happens(&[happened(3, "host", end)]);
    assert_eq!(game.last, 4);
    assert_eq!(view["newer"], false);
    assert_eq!(view["phase"], "finished");
    assert_eq!(view["outcome"]["winner"], "white");
    assert_eq!(view["outcome"]["cause"], "unknown");
    assert_eq!(view["outcome"]["text"], UNKNOWN);
}

#[test]
fn a_fact_of_a_newer_server_is_kept_and_ends_what_can_be_done_here() {
    for fact in [
        json!({ "kind": "swapped-seats" }),
        json!({ "kind": "moved", "color": "white", "deed": "7-seven" }),
        json!({ "kind": "ruled", "reason": "x", "decision": { "kind": "turn-board" } }),
    ] {
        let mut game = Followed::joined(&casual(), &[started()]);
        game.happens(&[moved(1, "black", "7g7f")]);
        assert_eq!(game.heard["view"]["may"]["black"], json!(["play"]));
        let view = game.happens(&[happened(2, "host", fact), moved(3, "white", "3c3d")]);
        assert_eq!(game.last, 4, "it is kept, and need not be told again");
        assert_eq!(view["newer"], true);
        assert_eq!(view["moves"].as_array().unwrap().len(), 1);
        assert_eq!(view["may"]["black"], json!([]));
    }
}

#[test]
fn knobs_that_differ_from_the_preset_are_shown() {
    let knobs = json!({
        "illegal_moves": "blocked", "forgiveness": "none", "help": false, "engine_help": false,
        "declaration": "none", "wrong_claim": { "time-to-opponent": 60_000 }, "lag_allowance": 5,
    });
    let opening = opening(
        json!({ "preset": "beginner", "knobs": knobs }),
        "even",
        None,
    );
    let mut table = Table::new(&opening.to_string()).unwrap().into();
    let shown = view(&mut table, "usi");
    let rules = &shown["rules"];
    assert_eq!(rules["illegal"], "blocked");
    assert_eq!(rules["help"], false);
    assert_eq!(rules["wrongClaim"], "time");
    assert!(rules["declaration"].is_null() && shown["board"]["dests"].is_null());
}

#[test]
fn the_record_of_a_running_game_needs_no_claim() {
    let knobs = json!({ "repetition": "by-claim" });
    let opening = opening(
        json!({ "preset": "casual", "knobs": knobs }),
        "even",
        Some("10m"),
    );
    let round = ["2h3h", "8b7b", "3h2h", "7b8b"];
    let moves = round.iter().cycle().take(16).zip(1..);
    let events = moves.map(|(usi, at)| moved(at * 1000, ["white", "black"][at as usize % 2], usi));
    let events: Vec<Value> = std::iter::once(started()).chain(events).collect();
    let mut game = Followed::joined(&opening, &events);
    let log = game.games.log("g").unwrap();
    let file = record_file(&log, "kif", "utf8", "en", "").unwrap();
    let text = String::from_utf8(file.bytes()).unwrap();
    assert!(text.contains("  16 "), "{text}");
    assert!(text.contains("0:01"), "the times are in it: {text}");
}

/// What the page of version 0.1.0 has left in browsers.
#[test]
fn games_that_version_0_1_0_has_stored_go_on() {
    let stores: Value = serde_json::from_str(include_str!("v0_1/stores.json")).unwrap();
    for (name, kept) in stores.as_object().unwrap() {
        let stored: Value = serde_json::from_str(kept["text"].as_str().unwrap()).unwrap();
        let log = stored["log"].as_str().unwrap();
        let mut table = Table::resume(log).unwrap_or_else(|error| panic!("{name}: {error}"));
        let at = stored["at"].as_f64().unwrap();
        let mut shown: Value = serde_json::from_str(&table.view(at, "usi", "en").unwrap()).unwrap();
        let mut expected = kept["view"].clone();
        // Words that have changed since.
        for view in [&mut shown, &mut expected] {
            let fields = view.as_object_mut().unwrap();
            fields.remove("newer");
            fields.remove("jade");
            fields.remove("grades");
            fields.remove("may");
            let rules = fields["rules"].as_object_mut().unwrap();
            for field in ["name", "given", "unclear"] {
                rules.remove(field);
            }
            let board = fields["board"].as_object_mut().unwrap();
            for field in ["turnable", "zones", "promoted"] {
                board.remove(field);
            }
            if let Some(clock) = fields.get_mut("clock") {
                for color in ["black", "white"] {
                    let face = clock[color].as_object_mut().unwrap();
                    for field in ["left", "byoyomi", "out", "period"] {
                        face.remove(field);
                    }
                }
            }
        }
        assert_eq!(shown, expected, "{name}");
        // From now on it is kept as events.
        let again = Table::resume(&table.log().unwrap()).unwrap();
        let game = |table: &Table| format!("{:?}", table.game());
        assert_eq!(game(&again), game(&table), "{name}");
        assert!(!table.log().unwrap().contains("commands"));
    }
}

#[test]
fn what_is_no_log_is_refused_with_the_field() {
    let fault = |text: &str| Table::resume(text).unwrap_err().to_string();
    assert!(fault("{}").contains("opening"), "{}", fault("{}"));
    let log = open("casual", "even", None).log().unwrap();
    let spoilt = log.replace("started", "flew");
    assert!(
        fault(&spoilt).contains("events[0].fact"),
        "{}",
        fault(&spoilt)
    );
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
    let stages = setup_stages("ito", "rook").unwrap();
    assert_eq!(stages[0], "9/9/9/9/9/9/9/9/9 w - 1");
    assert_eq!(stages[1], "4k4/9/9/9/9/9/9/9/9 w - 1");
    assert_eq!(stages[2], "4k4/9/9/9/9/9/9/9/4K4 w - 1");
    let start = "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    assert_eq!(stages.last().unwrap(), start);
    assert_eq!(stages.len(), 40);
    assert_eq!(clock_text("15m + 60 s").unwrap(), "15m+60s");
    assert!(clock_text("soon").is_err());
}
