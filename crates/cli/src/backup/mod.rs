//! `komadai backup` and `komadai restore`: copies of the database.

mod rotation;

use crate::Answer;
use crate::serve::{PlaceArgs, runtime};
use anyhow::{Context, bail};
use komadai_server::store::{copy_sqlite, restore_sqlite, sqlite_file};
use komadai_server::{Config, Settings};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Copy the database of a server to a file, even while it runs
///
/// The copy is a consistent state that contains everything acknowledged before the command started, and it
/// is checked. `komadai restore` puts it back. Use pg_dump for a PostgreSQL database.
#[derive(clap::Args, Debug)]
pub(crate) struct BackupArgs {
    /// Output file; an existing file is not overwritten
    #[arg(required_unless_present = "folder", conflicts_with = "folder")]
    file: Option<PathBuf>,
    /// Write to a new file in this folder, named after the time, then delete the oldest such files
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Copies to keep in the folder
    #[arg(
        long,
        value_name = "N",
        env = "KOMADAI_BACKUP_KEEP",
        default_value = "14"
    )]
    keep: NonZeroUsize,
    #[command(flatten)]
    place: PlaceArgs,
}

/// Put a copy made by `backup` into a data directory without a database
///
/// Stop the server first, and start it afterwards. The copy is checked and stays where it is. Use psql or
/// pg_restore for a PostgreSQL database.
#[derive(clap::Args, Debug)]
pub(crate) struct RestoreArgs {
    /// File written by `komadai backup`
    file: PathBuf,
    #[command(flatten)]
    place: PlaceArgs,
}

pub(crate) fn run(args: &BackupArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let from = database_file(&args.place, "copy it with pg_dump")?;
    if !from.is_file() {
        bail!("no database at {}", from.display());
    }
    match (&args.file, &args.folder) {
        (Some(file), _) => copy(&from, file, out)?,
        (None, Some(folder)) => copy_into(&from, folder, args.keep, out)?,
        (None, None) => bail!("no file and no folder to write to"),
    }
    Ok(Answer::Positive)
}

/// Old copies are deleted only after the new one is complete.
fn copy_into(
    from: &Path,
    folder: &Path,
    keep: NonZeroUsize,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let in_folder = || folder.display().to_string();
    rotation::delete_unfinished(folder, SystemTime::now()).with_context(in_folder)?;
    let new = folder.join(rotation::name_at(SystemTime::now()));
    copy(from, &new, out)?;
    for old in rotation::delete_old(folder, &new, keep).with_context(in_folder)? {
        writeln!(out, "deleted {}", old.display())?;
    }
    Ok(())
}

fn copy(from: &Path, to: &Path, out: &mut impl Write) -> anyhow::Result<()> {
    let copied = runtime()?.block_on(copy_sqlite(from, to))?;
    let bytes = std::fs::metadata(to)?.len();
    let (games, events) = (copied.games, copied.events);
    let file = to.display();
    writeln!(
        out,
        "{bytes} bytes, {games} games, {events} events in {file}"
    )?;
    Ok(())
}

pub(crate) fn restore(args: &RestoreArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let to = database_file(&args.place, "restore it with psql or pg_restore")?;
    let restored = runtime()?.block_on(restore_sqlite(&args.file, &to))?;
    let (games, events) = (restored.games, restored.events);
    writeln!(out, "{games} games, {events} events in {}", to.display())?;
    Ok(Answer::Positive)
}

fn database_file(place: &PlaceArgs, otherwise: &str) -> anyhow::Result<PathBuf> {
    let config = Config::from(place.over_file(Settings::default())?)?;
    match sqlite_file(&config.database) {
        Some(file) => Ok(file),
        None => bail!("the database is not a file: {otherwise}"),
    }
}
