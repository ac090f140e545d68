//! `bench-records`: prints the speed of our record readers beside others'.

#![expect(clippy::print_stdout, reason = "the table is what the program is for")]

use komadai_peers::records::{Corpus, Family, NodeScript, run, to_table};
use komadai_testkit::testdata;
use std::io;
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "usage: bench-records [--node SCRIPT] [kif|ki2|csa]

  --node SCRIPT   measure tsshogi too, by this script
  kif|ki2|csa     only these files";

const EXPLANATION: &str = "\
All readers get the same files, loaded before; CPU time, best of several alternating rounds.
Text readers get decoded text and are told the format; \"from bytes\" includes finding out the
encoding (ours: the format too). Each is timed on the files it can read, and \"ours faster\"
compares with ours on just these. Only komadai and rsshogi check that moves are legal: rsshogi
refuses a file with an illegal move, ours keeps the move and names the rule it breaks.
";

fn main() -> ExitCode {
    let mut script = None;
    let mut families = Family::ALL.to_vec();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let family = Family::ALL.into_iter().find(|it| it.name() == argument);
        match (argument.as_str(), family) {
            (_, Some(family)) => families = vec![family],
            ("--node", None) => script = arguments.next(),
            _ => {
                eprintln!("{USAGE}");
                return ExitCode::from(2);
            }
        }
    }
    let Some(folder) = testdata("kifu") else {
        return ExitCode::SUCCESS;
    };
    match bench(&folder, &families, script.as_deref()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench-records: {error}");
            ExitCode::FAILURE
        }
    }
}

fn bench(folder: &Path, families: &[Family], script: Option<&str>) -> io::Result<()> {
    let corpus = Corpus::open(folder)?;
    let mut node = script
        .map(|script| NodeScript::start(Path::new(script), &corpus))
        .transpose()?;
    let mut rows = Vec::new();
    for &family in families {
        rows.extend(run(&corpus, family, node.as_mut())?);
    }
    print!("{EXPLANATION}\n{}", to_table(&rows));
    if node.is_none() {
        println!("tsshogi: not run, for no script was given");
    }
    Ok(())
}
