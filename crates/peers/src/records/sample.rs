//! Timing: every reader in turn, in rounds, the best of each kept.

use super::corpus::{Corpus, CorpusFile, Family};
use super::node::NodeScript;
use super::reader::{RecordReader, panics_silenced};
use super::report::RecordsRow;
use cpu_time::ThreadTime;
use std::io;
use std::time::Duration;

/// Rounds for each reader.
const ROUNDS: u32 = 15;
/// A reader that needs longer than this for all its rounds has fewer, but at least three.
const BUDGET: Duration = Duration::from_secs(4);
/// Shorter samples drown in the grain of the clock.
const SHORTEST_SAMPLE: Duration = Duration::from_millis(30);

/// Measures all readers over the files of a family.
///
/// # Errors
/// If the process of Node stops.
pub fn run(
    corpus: &Corpus,
    family: Family,
    mut node: Option<&mut NodeScript>,
) -> io::Result<Vec<RecordsRow>> {
    let files = corpus.files(family);
    let mut contests = Vec::new();
    for reader in [RecordReader::OURS, RecordReader::OURS_ON_BYTES] {
        contests.extend(ReaderContest::new(reader, &files));
    }
    for reader in RecordReader::PEERS {
        contests.extend(ReaderContest::new(reader, &files));
    }
    if let Some(node) = node.as_deref_mut() {
        contests.push(ReaderContest::with_node(node, family, &files)?);
    }
    for _ in 1..ROUNDS {
        for contest in &mut contests {
            contest.play_round(family, node.as_deref_mut())?;
        }
    }
    let row = |contest: &ReaderContest<'_>| contest.row(family, files.len());
    Ok(contests.iter().map(row).collect())
}

/// A reader on the files that it can read, and ours on the same.
struct ReaderContest<'c> {
    name: &'static str,
    /// `None`: the process of Node.
    theirs: Option<Timed>,
    ours: Timed,
    files: Vec<&'c CorpusFile>,
    /// Best time for the files.
    best: Duration,
    rounds_left: u32,
}

impl<'c> ReaderContest<'c> {
    /// `None` if the program does not know the family.
    fn new(reader: RecordReader, files: &[&'c CorpusFile]) -> Option<ReaderContest<'c>> {
        let mut known = false;
        let files: Vec<&CorpusFile> = panics_silenced(|| {
            let readable = |file: &&&CorpusFile| {
                let read = reader.try_read(file);
                known |= read.is_some();
                read == Some(true)
            };
            files.iter().filter(readable).copied().collect()
        });
        if !known {
            return None;
        }
        let theirs = Timed::new(reader, &files);
        let ours = match reader.decodes() {
            true => RecordReader::OURS_ON_BYTES,
            false => RecordReader::OURS,
        };
        Some(ReaderContest {
            name: reader.name(),
            best: theirs.best,
            rounds_left: affordable(theirs.best * theirs.repeats),
            ours: Timed::new(ours, &files),
            theirs: Some(theirs),
            files,
        })
    }

    fn with_node(
        node: &mut NodeScript,
        family: Family,
        files: &[&'c CorpusFile],
    ) -> io::Result<ReaderContest<'c>> {
        let readable = node.readable(family)?;
        let files: Vec<&CorpusFile> = files
            .iter()
            .filter(|file| readable.contains(&file.path))
            .copied()
            .collect();
        let best = node.round(family)?;
        Ok(ReaderContest {
            name: "tsshogi (NodeScript)",
            theirs: None,
            ours: Timed::new(RecordReader::OURS, &files),
            files,
            best,
            rounds_left: affordable(best),
        })
    }

    fn play_round(&mut self, family: Family, node: Option<&mut NodeScript>) -> io::Result<()> {
        if self.rounds_left == 0 {
            return Ok(());
        }
        self.rounds_left -= 1;
        self.ours.play_round(&self.files);
        let time = match (&mut self.theirs, node) {
            (Some(theirs), _) => {
                theirs.play_round(&self.files);
                theirs.best
            }
            (None, Some(node)) => node.round(family)?,
            (None, None) => self.best,
        };
        self.best = self.best.min(time);
        Ok(())
    }

    fn row(&self, family: Family, all: usize) -> RecordsRow {
        RecordsRow {
            family: family.name(),
            reader: self.name,
            files: all,
            readable: self.files.len(),
            bytes: self.files.iter().map(|file| file.bytes.len()).sum(),
            seconds: self.best.as_secs_f64(),
            our_seconds: self.ours.best.as_secs_f64(),
        }
    }
}

fn affordable(sample: Duration) -> u32 {
    let rounds = BUDGET.as_secs_f64() / sample.as_secs_f64().max(1e-9);
    (rounds as u32).clamp(3, ROUNDS)
}

/// A reader and its best time for one pass over some files.
struct Timed {
    reader: RecordReader,
    /// Passes in a sample.
    repeats: u32,
    best: Duration,
}

impl Timed {
    fn new(reader: RecordReader, files: &[&CorpusFile]) -> Timed {
        let mut timed = Timed {
            reader,
            repeats: 1,
            best: Duration::MAX,
        };
        let once = timed.sample(files);
        let wanted = SHORTEST_SAMPLE.as_secs_f64() / once.as_secs_f64().max(1e-9);
        timed.repeats = (wanted.ceil() as u32).clamp(1, 1000);
        timed.play_round(files);
        timed
    }

    fn play_round(&mut self, files: &[&CorpusFile]) {
        self.best = self.best.min(self.sample(files));
    }

    /// The CPU time of one pass, the mean of a few.
    fn sample(&self, files: &[&CorpusFile]) -> Duration {
        let start = ThreadTime::now();
        for _ in 0..self.repeats {
            for file in files {
                assert_eq!(self.reader.read(file), Some(true), "{}", file.path);
            }
        }
        start.elapsed() / self.repeats
    }
}
