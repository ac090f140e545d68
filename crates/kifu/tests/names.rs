//! Castles and openings, recognised in games that are named after them.
//!
//! Runs where `KOMADAI_TESTDATA` names the folder; says so where it does not. Many of the games carry
//! another program's notes (`▲囲い：金矢倉`): what we find and they do not say is counted and listed.

use komadai_core::Color;
use komadai_kifu::names::{self, Found, Name, NameKind};
use komadai_kifu::{ReadOptions, Record, read};
use komadai_testkit::testdata;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

/// A game, what it is named after and what its notes say.
struct Game {
    path: String,
    label: Option<Name>,
    notes: BTreeSet<(Color, String)>,
    found: Vec<Found>,
}

/// All records of the corpus that can be read and start from a start position.
fn games(folder: &Path) -> Vec<Game> {
    let table =
        std::fs::read_to_string(folder.join("expected.tsv")).expect("the corpus has its table");
    let paths = table
        .lines()
        .skip(1)
        .filter_map(|line| line.split('\t').next());
    paths.filter_map(|path| game(folder, path)).collect()
}

fn game(folder: &Path, path: &str) -> Option<Game> {
    let bytes = std::fs::read(folder.join(path)).ok()?;
    let reading = read(&bytes, &ReadOptions::default()).ok()?;
    let record = reading.records.first()?;
    record.start.handicap()?;
    Some(Game {
        path: path.to_owned(),
        label: label(path),
        notes: notes(record),
        found: names::recognise(record),
    })
}

/// The name in the name of a file of the labelled folders.
fn label(path: &str) -> Option<Name> {
    let (_, rest) = path.split_once("/analysis/")?;
    let (folder, file) = rest.split_once('/')?;
    let stem = file.strip_suffix(".kif")?;
    ["囲い", "戦法"].contains(&folder).then_some(())?;
    Name::all().find(|name| name.japanese == stem)
}

/// The names in lines such as `▲囲い：金矢倉, 総矢倉` of a record's comments, and in headers.
fn notes(record: &Record) -> BTreeSet<(Color, String)> {
    let comments = record.tree.main_line().filter_map(|node| node.comment());
    let lines = comments.flat_map(str::lines);
    let lines = lines.filter_map(|line| line.split_once('：'));
    let headers = record.headers.iter();
    let headers = headers.map(|header| (header.key.as_str(), header.value.as_str()));
    let entries = lines.chain(headers);
    entries
        .filter_map(|(key, names)| note(key, names))
        .flatten()
        .collect()
}

fn note<'n>(key: &str, names: &'n str) -> Option<impl Iterator<Item = (Color, String)> + use<'n>> {
    let (color, what) = [("▲", Color::Black), ("△", Color::White)]
        .into_iter()
        .chain([("先手の", Color::Black), ("後手の", Color::White)])
        .find_map(|(mark, color)| Some((color, key.strip_prefix(mark)?)))?;
    ["囲い", "戦法", "備考"].contains(&what).then_some(())?;
    Some(names.split(", ").map(move |name| (color, name.to_owned())))
}

impl Game {
    /// Is a name found for a side of which the notes say it? `None` if no note says it.
    fn finds_for_the_side_noted(&self, name: Name) -> Option<bool> {
        let found = |color| {
            let mut found = self.found.iter();
            found.any(|found| found.name == name && found.color.is_none_or(|own| own == color))
        };
        let noted = Color::ALL
            .into_iter()
            .filter(|&color| self.says(name, Some(color)));
        self.says(name, None).then(|| noted.into_iter().any(found))
    }

    fn finds(&self, name: Name) -> bool {
        self.found.iter().any(|found| found.name == name)
    }

    /// Do the game's notes say this name of this side, or of either?
    fn says(&self, name: Name, side: Option<Color>) -> bool {
        self.notes
            .iter()
            .any(|(color, note)| note == name.japanese && side.is_none_or(|side| side == *color))
    }

    /// How far the label and the notes bear out what was found.
    fn judge(&self, found: &Found) -> Verdict {
        let told = |related: &dyn Fn(Name) -> bool| {
            self.label.is_some_and(related)
                || Name::all().any(|name| related(name) && self.says(name, found.color))
        };
        if self.label == Some(found.name) || self.says(found.name, found.color) {
            Verdict::Same
        } else if told(&|name| is_ancestor(found.name, name)) {
            Verdict::Refined
        } else if told(&|name| is_ancestor(name, found.name)) {
            Verdict::Parent
        } else {
            Verdict::Unexplained
        }
    }
}

/// Is a name one that the other refines?
fn is_ancestor(name: Name, of: Name) -> bool {
    of.ancestors().any(|ancestor| ancestor == name)
}

/// What a game says about what was found in it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// It has this name, or its notes say it.
    Same,
    /// It has the name, or a note, of a refinement.
    Refined,
    /// It has only the name, or a note, of what this refines: weak evidence.
    Parent,
    Unexplained,
}

/// One line of the summary.
#[derive(Default)]
struct Row {
    labelled: usize,
    recognised: usize,
    /// Games with notes and another label, in which it is found: by what they say.
    same: usize,
    refined: usize,
    parent: usize,
    unexplained: usize,
    /// Games whose notes say it and in which it is not found.
    missed: usize,
    /// Games without notes in which it is found.
    unjudged: usize,
}

fn row(name: Name, games: &[Game]) -> Row {
    let mut row = Row::default();
    for game in games {
        let found = game.found.iter().find(|found| found.name == name);
        if game.label == Some(name) {
            row.labelled += 1;
            row.recognised += usize::from(found.is_some());
            continue;
        }
        let Some(found) = found else {
            row.missed += usize::from(game.says(name, None));
            continue;
        };
        match game.judge(found) {
            _ if game.notes.is_empty() => row.unjudged += 1,
            Verdict::Same => row.same += 1,
            Verdict::Refined => row.refined += 1,
            Verdict::Parent => row.parent += 1,
            Verdict::Unexplained => row.unexplained += 1,
        }
    }
    row
}

fn print(games: &[Game]) {
    eprintln!("name\tlabelled\telsewhere\tsame\trefined\tparent\tunexplained\tmissed\tunjudged");
    for name in Name::all() {
        let row = row(name, games);
        let elsewhere = row.same + row.refined + row.parent + row.unexplained;
        eprintln!(
            "{} {}\t{}/{}\t{elsewhere}\t{}\t{}\t{}\t{}\t{}\t{}",
            name.id,
            name.japanese,
            row.recognised,
            row.labelled,
            row.same,
            row.refined,
            row.parent,
            row.unexplained,
            row.missed,
            row.unjudged
        );
    }
}

/// What is found in games with notes and not explained by them, and what they say and is not found.
fn print_differences(games: &[Game]) {
    for game in games.iter().filter(|game| !game.notes.is_empty()) {
        let file = game.path.rsplit_once('/').map_or("", |(_, file)| file);
        for found in &game.found {
            if game.judge(found) == Verdict::Unexplained {
                let Found { name, color, ply } = found;
                eprintln!("only ours\t{}\t{file}\t{color:?}\tply {ply}", name.id);
            }
        }
        for name in Name::all().filter(|name| game.says(*name, None) && !game.finds(*name)) {
            eprintln!("only theirs\t{}\t{file}", name.id);
        }
    }
}

/// Prints how much of what is found the notes bear out, and sees that it is most of it.
fn check_totals(games: &[Game]) {
    for (kind, tolerated) in [(NameKind::Castle, 12), (NameKind::Opening, 5)] {
        let mut totals = [0; 4];
        let mut missed = 0;
        for game in games.iter().filter(|game| !game.notes.is_empty()) {
            let names = Name::all().filter(|name| name.kind == kind);
            missed += names
                .filter(|&name| game.says(name, None) && !game.finds(name))
                .count();
            for found in game.found.iter().filter(|found| found.name.kind == kind) {
                totals[game.judge(found) as usize] += 1;
            }
        }
        let [same, refined, parent, unexplained] = totals;
        eprintln!(
            "{kind:?}: same {same}, refined {refined}, parent only {parent}, \
             unexplained {unexplained}, noted and missed {missed}"
        );
        let all = same + refined + parent + unexplained;
        assert!(
            unexplained * 100 <= all * tolerated,
            "{unexplained} of {all}"
        );
    }
    let judged = games.iter().filter(|game| !game.notes.is_empty()).count();
    eprintln!("{} games, {judged} with notes", games.len());
}

#[test]
fn naming_takes_little_time() {
    let Some(folder) = testdata("kifu") else {
        return;
    };
    let table =
        std::fs::read_to_string(folder.join("expected.tsv")).expect("the corpus has its table");
    let paths = table
        .lines()
        .skip(1)
        .filter_map(|line| line.split('\t').next());
    let files = paths.filter_map(|path| std::fs::read(folder.join(path)).ok());
    let readings = files.filter_map(|bytes| read(&bytes, &ReadOptions::default()).ok());
    let records = readings.flat_map(|reading| reading.records);
    let records: Vec<Record> = records
        .filter(|record| record.start.handicap().is_some())
        .collect();
    let plies: usize = records
        .iter()
        .map(|record| record.main_line().count())
        .sum();
    let mut found = 0;
    let times = (0..20).map(|_| {
        let start = Instant::now();
        found = records
            .iter()
            .map(|record| names::recognise(record).len())
            .sum();
        start.elapsed()
    });
    let time = times.min().unwrap_or_default();
    let per_ply = time.as_nanos() / plies.max(1) as u128;
    eprintln!("{found} names in {plies} plies: best of 20 runs {time:?}, {per_ply} ns a ply");
}

#[test]
fn the_manual_lists_every_name() {
    let manual = include_str!("../../../docs/names.md");
    for Name {
        id,
        english,
        japanese,
        ..
    } in Name::all()
    {
        assert!(
            manual.contains(&format!("| `{id}` | {english} | {japanese} |")),
            "{id}"
        );
    }
}

#[test]
fn games_show_what_they_are_named_after() {
    let Some(folder) = testdata("kifu") else {
        return;
    };
    let games = games(&folder);
    print(&games);
    print_differences(&games);
    check_totals(&games);
    let labelled = |kind: NameKind| {
        let games = games
            .iter()
            .filter(move |game| game.label.is_some_and(|name| name.kind == kind));
        let missed = games
            .clone()
            .filter(|game| game.label.is_some_and(|name| !game.finds(name)));
        let missed: Vec<&str> = missed.map(|game| game.path.as_str()).collect();
        (games.count(), missed)
    };
    let (castles, missed_castles) = labelled(NameKind::Castle);
    let (openings, missed_openings) = labelled(NameKind::Opening);
    eprintln!("castles: {castles} labelled, missed {missed_castles:?}");
    eprintln!("openings: {openings} labelled, missed {missed_openings:?}");
    let sides = games.iter().filter_map(|game| {
        let name = game.label?;
        Some((game.path.as_str(), game.finds_for_the_side_noted(name)))
    });
    let sides: Vec<_> = sides.collect();
    let count = |verdict| sides.iter().filter(|(_, side)| *side == verdict).count();
    let [right, unsaid] = [Some(true), None].map(count);
    let wrong: Vec<_> = sides
        .iter()
        .filter(|(_, side)| *side == Some(false))
        .collect();
    eprintln!("side of the label: right {right}, not noted {unsaid}, wrong {wrong:?}");
    assert!(wrong.is_empty());
    assert!(missed_castles.is_empty());
    assert!(missed_openings.is_empty());
}
