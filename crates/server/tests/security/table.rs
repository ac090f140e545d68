//! Checks that the tests named in `docs/security.md` exist.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The chapters of the checklist.
const CHAPTERS: [&str; 14] = [
    "V1", "V2", "V3", "V4", "V5", "V6", "V7", "V8", "V9", "V10", "V11", "V12", "V13", "V14",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The rows of the table: chapter, threat, proof.
fn rows() -> Vec<(String, String, String)> {
    let text = std::fs::read_to_string(root().join("docs/security.md")).expect("docs/security.md");
    let mut rows = Vec::new();
    for line in text.lines().filter(|line| line.starts_with("| V")) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [chapter, threat, _, proof] = cells[..] else {
            panic!("four cells: {line}");
        };
        rows.push((chapter.into(), threat.into(), proof.into()));
    }
    rows
}

/// The tests that a proof names: `file.rs: test`.
fn named(proof: &str) -> Vec<(&str, &str)> {
    let code = proof.split('`').skip(1).step_by(2);
    code.filter_map(|text| text.split_once(".rs: ")).collect()
}

/// Returns whether the function is a test, or made into one for each database.
fn has_test(source: &str, name: &str) -> bool {
    let lists = source.split("on_both!(").skip(1);
    let mut lists = lists.filter_map(|rest| rest.split(");").next());
    if lists.any(|list| list.split(',').any(|fact| fact.trim() == name)) {
        return true;
    }
    let start = format!("fn {name}(");
    source.match_indices(&start).any(|(at, _)| {
        let before = source[..at].trim_end().trim_end_matches("async").trim_end();
        before.ends_with("#[test]") || before.ends_with("#[tokio::test]")
    })
}

#[test]
fn every_chapter_of_the_checklist_has_rows() {
    let found: BTreeSet<String> = rows().into_iter().map(|(chapter, _, _)| chapter).collect();
    for chapter in CHAPTERS {
        assert!(found.contains(chapter), "{chapter} is missing");
    }
    assert!(
        found
            .iter()
            .all(|chapter| CHAPTERS.contains(&chapter.as_str())),
        "{found:?}"
    );
}

#[test]
fn every_threat_names_a_test_or_a_reason() {
    for (chapter, threat, proof) in rows() {
        let why = proof
            .strip_prefix("no test: ")
            .or(proof.strip_prefix("does not apply: "));
        match why {
            Some(why) => assert!(!why.is_empty(), "{chapter} {threat}"),
            None => assert!(!named(&proof).is_empty(), "{chapter} {threat}: {proof}"),
        }
    }
}

#[test]
fn every_named_test_exists() {
    let mut sources: BTreeMap<String, String> = BTreeMap::new();
    for (chapter, threat, proof) in rows() {
        for (file, test) in named(&proof) {
            let path = root().join("crates").join(format!("{file}.rs"));
            let source = sources.entry(file.into()).or_insert_with(|| {
                std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{file}.rs: {e}"))
            });
            assert!(
                has_test(source, test),
                "{chapter} {threat}: {file}.rs: {test}"
            );
        }
    }
    assert!(sources.len() > 5, "{} files", sources.len());
}

#[test]
fn every_hostile_client_test_has_a_threat() {
    let all = rows();
    let proofs: BTreeSet<(String, String)> = all
        .iter()
        .flat_map(|(_, _, proof)| named(proof))
        .map(|(file, test)| (file.into(), test.into()))
        .collect();
    for file in [
        "hostile/access",
        "hostile/computer",
        "hostile/limits",
        "hostile/messages",
        "hostile/spectators",
        "accounts",
        "security/hidden",
        "moderation/authority",
        "moderation/second_factor",
    ] {
        let file = format!("server/tests/{file}");
        let path = root().join("crates").join(format!("{file}.rs"));
        let source = std::fs::read_to_string(path).expect("a source");
        for part in source.split("#[tokio::test]\nasync fn ").skip(1) {
            let test = part.split('(').next().unwrap_or_default();
            let proof = (file.clone(), test.to_owned());
            assert!(proofs.contains(&proof), "no row names `{file}.rs: {test}`");
        }
    }
}
