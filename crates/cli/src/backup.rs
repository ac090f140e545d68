//! `komadai backup`: a copy of the database of a running server.

use crate::Answer;
use crate::serve::{PlaceArgs, runtime};
use anyhow::bail;
use komadai_server::store::{copy_sqlite, sqlite_file};
use komadai_server::{Config, Settings};
use std::io::Write;
use std::path::PathBuf;

/// Copy the database of a server to a file, even while it runs
///
/// The copy is a consistent state that contains everything acknowledged before the command started. To
/// restore, stop the server, put the file into an empty data directory as komadai.sqlite, and start the
/// server with it. Use pg_dump for a PostgreSQL database.
#[derive(clap::Args, Debug)]
pub(crate) struct BackupArgs {
    /// Output file; an existing file is not overwritten
    file: PathBuf,
    #[command(flatten)]
    place: PlaceArgs,
}

pub(crate) fn run(args: &BackupArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let config = Config::from(args.place.over_file(Settings::default())?)?;
    let Some(from) = sqlite_file(&config.database) else {
        bail!("the database is not a file: copy it with pg_dump");
    };
    if !from.is_file() {
        bail!("no database at {}", from.display());
    }
    runtime()?.block_on(copy_sqlite(&from, &args.file))?;
    let bytes = std::fs::metadata(&args.file)?.len();
    writeln!(out, "{} bytes in {}", bytes, args.file.display())?;
    Ok(Answer::Positive)
}
