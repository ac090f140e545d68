//! `docs/laws.md` names every article of the laws, and tests that exist.

use komadai_game::{Article, Offence};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Every article of the FESA Laws, lettered points where they differ. There is no 11.4.
const FESA: &str = "Preface 1.1 1.2 1.3 2.1 2.2 2.3 2.4 3.1 3.2 3.3 3.4 3.5 3.6 3.7 3.8 3.9 3.10 3.11 \
    3.11(a) 3.11(b) 3.11(c) 3.12 4.1 4.2 4.3 4.4 4.5 5.1(a) 5.1(b) 5.2 5.3 5.3(1) 5.3(2) 5.3(3) 5.3(4) 5.3(5) \
    5.3(6) 5.4 6.1 6.2 6.3 6.4 7.1 7.2 8.1 8.2 8.3 8.4 8.5 8.6 8.7(a) 8.7(b) 8.7(c) 8.7(d) 8.8 8.9 8.10 8.11 \
    8.12(a) 8.12(b) 8.12(c) 8.12(d) 8.13 9.1 9.2 9.3 9.4 9.4(a) 9.4(b) 9.4(c) 9.5 9.6 9.7 10.1 10.2 10.3 11.1 11.2 \
    11.3 11.5 11.6 11.7 11.8 11.9 12.1 12.2 12.3 13.1 13.2 13.3 13.4(a) 13.4(b) 13.4(c) 13.4(d) 13.4(e) 13.5 \
    13.6 13.7 13.8 14.1 14.2 14.3 14.4 15.1 15.2 15.3 15.4 16.1 17.1 17.2";

/// Sections of the GNU manual's rules, with the numbered points of each.
const GNU: &str = "2.1 2.1.1(1) 2.1.1(2) 2.1.1(3) 2.1.1(4) 2.1.1(5) 2.1.1(6) 2.1.1(7) 2.1.1(8) 2.1.2 \
    2.1.3 2.1.3(1) 2.1.3(2) 2.1.4 2.1.4(1) 2.1.4(2) 2.1.4(3) 2.1.5 2.1.6 2.1.6(1) 2.1.6(2) 2.1.7 \
    2.1.7(1) 2.1.7(2) 2.1.7(3) 2.1.7(4) 2.1.7(5) 2.1.7(6) 2.1.7(7) 2.1.7(8) 2.1.7(9) 2.1.7(10) \
    2.1.8(1) 2.1.8(2) 2.1.8(3) 2.1.8(4)";

/// Sections of the rule book of Seireigi.
const SEIREIGI: [&str; 20] = [
    "General Administrative Details",
    "Equipment",
    "Introduction",
    "Initial Setup",
    "Piece Legend",
    "Deciding who moves first",
    "Movement",
    "Movement Diagrams: Unpromoted Pieces",
    "Movement Diagrams: Promoted Pieces",
    "Promotion",
    "Drops",
    "Check",
    "Perpetual Check",
    "Illegal Move",
    "End of the game",
    "Checkmate and Stalemate",
    "Resignation",
    "Draw: Repetition",
    "Draw: Impasse",
    "Drops: hiding pieces",
];

/// Sections of the encyclopedia article, with each infraction that it lists.
const ENCYCLOPEDIA: [&str; 40] = [
    "Setup",
    "Furigoma",
    "Objective",
    "Movement",
    "Promotion",
    "Drops",
    "Check",
    "End of the game",
    "Checkmate",
    "Resignation",
    "Resignation: formal",
    "Infractions",
    "Infractions: two pawns",
    "Infractions: drop pawn mate",
    "Infractions: dead end",
    "Infractions: promoted drop",
    "Infractions: out of turn",
    "Infractions: perpetual check",
    "Infractions: king in check",
    "Infractions: wrong movement",
    "Infractions: matta",
    "Infractions: time",
    "Infractions: clock",
    "Infractions: advice",
    "Infractions: any other",
    "Infractions: ruling",
    "Repetition",
    "Impasse",
    "Entering King",
    "Amateur resolutions: all pieces in the zone",
    "Amateur resolutions: 27 points",
    "Amateur resolutions: 27-point declaration",
    "Amateur resolutions: Try Rule",
    "Draws in tournaments",
    "Time control",
    "Handicaps",
    "Etiquette: greetings",
    "Game setup: Ōhashi",
    "Game setup: Itō",
    "Furigoma: who tosses",
];

/// A row of one of the tables.
struct Row {
    chapter: String,
    number: String,
    proof: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text() -> String {
    std::fs::read_to_string(root().join("docs/laws.md")).expect("docs/laws.md")
}

/// The cells of a line of a table; none of another line.
fn cells(line: &str) -> Vec<&str> {
    match line
        .strip_prefix("| ")
        .and_then(|line| line.strip_suffix(" |"))
    {
        Some(line) => line.split(" | ").map(str::trim).collect(),
        None => Vec::new(),
    }
}

/// The rows of tables that end in proofs.
fn rows() -> Vec<Row> {
    let text = text();
    let mut chapter = "";
    let mut rows = Vec::new();
    let mut has_proofs = false;
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            chapter = title;
            has_proofs = false;
        }
        let [number, _, _, proof] = cells(line)[..] else {
            continue;
        };
        if proof == "proof" {
            has_proofs = true;
        } else if has_proofs {
            rows.push(Row {
                chapter: chapter.into(),
                number: number.into(),
                proof: proof.into(),
            });
        }
    }
    rows
}

fn numbers(chapter: &str) -> BTreeSet<String> {
    let all = rows();
    let own = all.iter().filter(|row| row.chapter.starts_with(chapter));
    own.map(|row| row.number.clone()).collect()
}

fn check_complete(chapter: &str, wanted: impl IntoIterator<Item = &'static str>) {
    let found = numbers(chapter);
    let close = |number: &str| number.replace(' ', "");
    let close_found: BTreeSet<String> = found.iter().map(|number| close(number)).collect();
    let missing: Vec<&str> = wanted
        .into_iter()
        .filter(|number| !close_found.contains(&close(number)))
        .collect();
    assert!(missing.is_empty(), "{chapter} lacks {missing:?}");
}

#[test]
fn every_article_and_section_has_its_row() {
    check_complete("FESA", FESA.split_whitespace());
    check_complete("GNU", GNU.split_whitespace());
    check_complete("Rules of Seireigi", SEIREIGI);
    check_complete("Encyclopedia", ENCYCLOPEDIA);
}

#[test]
fn no_row_speaks_of_an_article_that_does_not_exist() {
    let known: BTreeSet<&str> = FESA.split_whitespace().collect();
    for number in numbers("FESA") {
        let number = number.replace(' ', "");
        assert!(known.contains(number.as_str()), "there is no {number}");
    }
}

#[test]
fn the_program_refers_to_articles_that_exist() {
    let known: Vec<&str> = FESA.split_whitespace().collect();
    for article in Article::ALL {
        let number = article.number.replace(' ', "");
        // A whole article stands for its points.
        let within = |other: &&str| {
            let rest = other.strip_prefix(number.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '(']))
        };
        assert!(known.iter().any(within), "there is no {article}");
    }
}

/// The document lists the offences as the program knows them.
#[test]
fn the_names_of_offences_are_those_of_the_program() {
    let text = text();
    let (_, chapter) = text.split_once("## Names of offences").expect("a chapter");
    let (chapter, _) = chapter.split_once("\n## ").expect("another chapter");
    let listed: Vec<Vec<&str>> = chapter
        .lines()
        .map(cells)
        .filter(|row| !row.is_empty())
        .collect();
    let code = |name: &str| format!("`{name}`");
    let or_none = |text: Option<String>| text.unwrap_or_else(|| "–".into());
    let known: Vec<Vec<String>> = Offence::ALL
        .iter()
        .map(|offence| {
            vec![
                code(offence.name),
                or_none(offence.also.map(code)),
                or_none(offence.article.map(|article| article.number.into())),
                offence.words.into(),
            ]
        })
        .collect();
    assert_eq!(listed[1..], known);
}

#[test]
fn no_two_offences_share_a_name() {
    let names = Offence::ALL.iter().map(|offence| offence.name);
    let also = Offence::ALL.iter().filter_map(|offence| offence.also);
    let mut seen = BTreeSet::new();
    for name in names.chain(also) {
        assert!(seen.insert(name), "{name} stands twice");
    }
}

/// The tests that a proof names: `file: test`.
fn named(proof: &str) -> Vec<(&str, &str)> {
    let code = proof.split('`').skip(1).step_by(2);
    code.filter_map(|text| text.split_once(".rs: ")).collect()
}

#[test]
fn every_row_names_a_test_or_says_why_there_is_none() {
    for row in rows() {
        let Row { number, proof, .. } = &row;
        let without = ["outside software: ", "to come: "];
        let reason = without.iter().find_map(|prefix| proof.strip_prefix(prefix));
        match reason {
            Some(reason) => assert!(!reason.is_empty(), "{number} gives no reason"),
            None => assert!(!named(proof).is_empty(), "{number}: {proof}"),
        }
    }
}

/// Is this function marked as a test, or one of a `proptest!`?
fn has_test(source: &str, name: &str) -> bool {
    let start = format!("fn {name}(");
    source.match_indices(&start).any(|(at, _)| {
        let before = source[..at].trim_end().trim_end_matches("async").trim_end();
        before.ends_with("#[test]") || before.ends_with("#[tokio::test]")
    })
}

#[test]
fn every_named_test_exists() {
    let mut sources: BTreeMap<String, String> = BTreeMap::new();
    for row in rows() {
        for (file, test) in named(&row.proof) {
            let path = root().join("crates").join(format!("{file}.rs"));
            let source = sources.entry(file.into()).or_insert_with(|| {
                std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{file}.rs: {e}"))
            });
            assert!(has_test(source, test), "{}: {file}.rs: {test}", row.number);
        }
    }
    assert!(sources.len() > 10, "{} files", sources.len());
}

/// The mutants that scripts/mutants leaves out are those that `docs/mutants.md` explains.
#[test]
fn every_mutant_that_is_left_out_is_explained() {
    let read = |path: &str| std::fs::read_to_string(root().join(path)).expect(path);
    let settings = read(".cargo/mutants.toml");
    let (_, list) = settings.split_once("exclude_re = [").expect("a list");
    let left_out = list.split('"').skip(1).step_by(2);
    let left_out: Vec<String> = left_out.map(|name| name.replace('\\', "")).collect();
    let explained = read("docs/mutants.md");
    let (_, chapter) = explained
        .split_once("## Mutants that no test can notice")
        .expect("a chapter");
    let (chapter, _) = chapter.split_once("\n## ").expect("another chapter");
    let names = chapter.split('`').skip(1).step_by(2);
    let names: Vec<&str> = names
        .filter(|name| name.contains(" in ") || name.contains(" with "))
        .collect();
    assert_eq!(names, left_out);
}

#[test]
fn every_scene_proves_something() {
    let all = rows();
    let proofs: BTreeSet<(String, String)> = all
        .iter()
        .flat_map(|row| named(&row.proof))
        .map(|(file, test)| (file.into(), test.into()))
        .collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    for entry in std::fs::read_dir(folder).expect("scenes") {
        let path = entry.expect("a file").path();
        let stem = path.file_stem().expect("a name").to_string_lossy();
        let file = format!("game/tests/scenarios/{stem}");
        let source = std::fs::read_to_string(&path).expect("readable");
        for part in source.split("#[test]\nfn ").skip(1) {
            let test = part.split('(').next().unwrap_or_default();
            let scene = (file.clone(), test.into());
            assert!(proofs.contains(&scene), "no row names {file}.rs: {test}");
        }
    }
}
