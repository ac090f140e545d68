//! What can be said on the command line.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand};
use komadai_core::Variant;
use komadai_kifu::Format;
use komadai_kifu::diagram::{MAX_WIDTH, PieceSet};
use komadai_kifu::encoding::Encoding;
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
    Show(ShowArgs),
    Convert(ConvertArgs),
    Check(CheckArgs),
    Diagram(DiagramArgs),
    Perft(PerftArgs),
    Bench(BenchArgs),
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

/// Search fixed positions with one thread, to sign the engine and measure its speed
///
/// The last line is `nodes N time_ms T nps R`. Equal node counts mean equal searches.
#[derive(clap::Args, Debug)]
pub(crate) struct BenchArgs {
    /// Depth of the searches, at most 30
    #[arg(long, value_name = "N", default_value = "12", value_parser = clap::value_parser!(u32).range(1..=30))]
    pub(crate) depth: u32,
    #[command(flatten)]
    pub(crate) variant: VariantArg,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Show a position or a game record
///
/// A position is shown with exit code 1 if the diagram is not a position of a game (a missing king,
/// as in tsume problems, is no fault) or if one of the moves is illegal. A record is shown as it is;
/// `check` judges it.
#[derive(clap::Args, Debug)]
pub(crate) struct ShowArgs {
    /// File with one or more records (`-` for standard input), SFEN, `startpos` or a handicap such
    /// as `two-piece`; `moves 7g7f …` may follow a position
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
    /// Print one JSON object for each game, a line each
    #[arg(long)]
    pub(crate) json: bool,
}

/// Convert records to another format
///
/// The format of a file shows in its content, whatever its name. What the new format cannot hold is
/// said on stderr. Exits with 1 if some file could not be converted.
#[derive(clap::Args, Debug)]
pub(crate) struct ConvertArgs {
    /// Files, folders (searched with all that is below them) or `-` for standard input
    #[arg(value_name = "IN", required = true)]
    pub(crate) inputs: Vec<OsString>,
    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    pub(crate) to: Format,
    /// File to write, or folder if there are several; one file is printed if nothing is given
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<OsString>,
    /// The encoding to write
    #[arg(long, value_enum, default_value_t)]
    pub(crate) encoding: EncodingArg,
    /// Replace files that exist
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) variant: VariantArg,
    /// Print one JSON object about what was done
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum EncodingArg {
    /// UTF-8
    #[default]
    Utf8,
    /// Shift_JIS (CP932)
    Sjis,
}

impl From<EncodingArg> for Encoding {
    fn from(encoding: EncodingArg) -> Encoding {
        match encoding {
            EncodingArg::Utf8 => Encoding::Utf8,
            EncodingArg::Sjis => Encoding::ShiftJis,
        }
    }
}

/// Judge records under the laws
///
/// Prints `legal`, or the first breach with its ply and the article of the FESA laws; the exit code
/// is then 1. Judged are the start position and the main line: each move (nifu, drop-pawn mate, dead
/// ends, a king left in check), moves after mate, perpetual check, and whether an ending by mate,
/// repetition or declaration (27 points) fits the board. Clocks and claims are not judged; the names
/// of rule sets are accepted, and all give this judgement today.
#[derive(clap::Args, Debug)]
pub(crate) struct CheckArgs {
    /// Files, folders (searched with all that is below them) or `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) inputs: Vec<OsString>,
    /// The rules of the game
    #[arg(long, value_name = "NAME", default_value = RULES[0], value_parser = PossibleValuesParser::new(RULES))]
    pub(crate) rules: String,
    #[command(flatten)]
    pub(crate) variant: VariantArg,
    /// Print one JSON object for each game, a line each
    #[arg(long)]
    pub(crate) json: bool,
}

/// The names of rule sets.
const RULES: [&str; 6] = [
    "fesa",
    "jsa-pro",
    "jsa-amateur",
    "casual",
    "beginner",
    "seireigi",
];

/// Draw a position as SVG or PNG
#[derive(clap::Args, Debug)]
pub(crate) struct DiagramArgs {
    /// File with a record (`-` for standard input), SFEN, `startpos` or a handicap; `moves 7g7f …`
    /// may follow a position
    #[arg(value_name = "FILE|SFEN")]
    pub(crate) position: OsString,
    /// The picture: a name that ends in .svg or .png; a picture that exists is replaced
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: OsString,
    /// Draw the position after so many moves instead of the last
    #[arg(long, value_name = "N")]
    pub(crate) ply: Option<usize>,
    /// The faces of the pieces
    #[arg(long, value_name = "SET", default_value = PieceSet::Kanji1.name(), value_parser = piece_sets())]
    pub(crate) pieces: PieceSet,
    /// White at the bottom
    #[arg(long)]
    pub(crate) flip: bool,
    /// Width in pixels; a PNG is 800 wide if nothing is said
    #[arg(long, value_name = "PX", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_WIDTH)))]
    pub(crate) width: Option<u32>,
    #[command(flatten)]
    pub(crate) variant: VariantArg,
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

fn formats() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::name)).try_map(|name| name.parse())
}

fn piece_sets() -> impl TypedValueParser<Value = PieceSet> {
    PossibleValuesParser::new(PieceSet::ALL.map(PieceSet::name)).try_map(|name| name.parse())
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
