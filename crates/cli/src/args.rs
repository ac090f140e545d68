//! What can be said on the command line.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand};
use komadai_core::Variant;
use komadai_kifu::notation::Notation;
use std::ffi::OsString;
use std::num::NonZeroUsize;

/// Shogi, whole, in one program.
#[derive(Parser, Debug)]
#[command(name = "komadai", version)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Perft(PerftArgs),
    Show(ShowArgs),
}

/// Count the paths of legal moves to a depth
///
/// The last line is `nodes N time_ms T nps R`.
#[derive(clap::Args, Debug)]
pub(crate) struct PerftArgs {
    /// Length of the paths in moves, at most 64
    // Nobody can wait for more, and each ply takes a piece of the stack.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=64))]
    pub(crate) depth: u32,
    /// Position to start from: SFEN, `startpos` or a handicap such as `two-piece`, also followed by
    /// `moves 7g7f …`
    #[arg(long, default_value = "startpos")]
    pub(crate) sfen: String,
    #[command(flatten)]
    pub(crate) variant: VariantArg,
    /// Also print the count for each first move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Number of threads that share the work, at most 256
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub(crate) threads: NonZeroUsize,
    /// Play every last move instead of counting last moves in sets
    #[arg(long)]
    pub(crate) no_bulk: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Show a position
///
/// Exits with 1, after showing it, if the diagram is not a position of a game (a missing king, as in
/// tsume problems, is no fault) or if one of the moves is illegal.
#[derive(clap::Args, Debug)]
pub(crate) struct ShowArgs {
    /// SFEN, `startpos` or a handicap such as `two-piece`, also followed by `moves 7g7f …`; files are
    /// not read yet
    #[arg(value_name = "FILE|SFEN")]
    pub(crate) position: OsString,
    /// Show the position after so many moves instead of the last
    #[arg(long, value_name = "N")]
    pub(crate) ply: Option<usize>,
    /// List the moves, written in this way
    #[arg(long, value_name = "N", value_parser = notations())]
    pub(crate) notation: Option<Notation>,
    /// Draw with letters instead of kanji
    #[arg(long)]
    pub(crate) ascii: bool,
    #[command(flatten)]
    pub(crate) variant: VariantArg,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct VariantArg {
    /// Which game
    #[arg(long, default_value = Variant::Shogi.name(), value_parser = variants())]
    pub(crate) variant: Variant,
}

fn variants() -> impl TypedValueParser<Value = Variant> {
    PossibleValuesParser::new(Variant::ALL.map(Variant::name)).try_map(|name| name.parse())
}

fn notations() -> impl TypedValueParser<Value = Notation> {
    PossibleValuesParser::new(Notation::ALL.map(Notation::name)).try_map(|name| name.parse())
}

fn threads(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse()
        .ok()
        .filter(|threads: &NonZeroUsize| threads.get() <= 256)
        .ok_or("expected a number from 1 to 256")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_description_of_the_arguments_is_sound() {
        Args::command().debug_assert();
    }
}
