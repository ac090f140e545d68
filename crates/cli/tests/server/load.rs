//! `komadai load` against `komadai serve`.

use crate::database::Database;
use crate::process::{Process, komadai, run, text};
use serde_json::Value;

#[test]
fn two_hundred_concurrent_games_run_without_errors() {
    let database = Database::sqlite();
    // All games come from one address.
    let limit = ["--limit-games-per-minute-per-address", "100000"];
    let mut command = komadai();
    command.arg("serve").args(limit);
    let server = Process::of(command.arg("--data").arg(&database.folder));
    let folder = database.folder.display().to_string();
    let output = run(&[
        "load",
        "--server",
        &server.address.to_string(),
        "--metrics",
        &server.metrics.to_string(),
        "--games",
        "200",
        "--seconds",
        "5",
        "--disk",
        &folder,
        "--json",
    ]);
    let said = text(&output.stderr);
    assert!(output.status.success(), "{said}{}", text(&output.stdout));
    let report: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(report["errors"], 0);
    assert_eq!(report["sockets"], 400);
    // One move a second in each game; a busy machine may be a little behind.
    let moves = report["moves"].as_u64().expect("a number");
    assert!((700..=1_000).contains(&moves), "{report}");
    assert!(
        report["bare_commits_per_second"].as_f64() > Some(0.0),
        "{report}"
    );
    assert!(report["memory_per_game"].as_u64() > Some(0), "{report}");
    assert_eq!(server.stop("-TERM"), 0);
    let stored = tokio::runtime::Runtime::new()
        .expect("a runtime")
        .block_on(database.query("SELECT COUNT(*) FROM events WHERE body LIKE '%\"moved\"%'"));
    assert_eq!(stored, Some(moves.to_string()), "every move is on disk");
}
