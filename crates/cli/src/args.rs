//! The command line.

use crate::admin::AdminArgs;
use crate::backup::{BackupArgs, RestoreArgs};
use crate::load::LoadArgs;
use crate::serve::ServeArgs;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand};
use komadai_core::{EnteringKingRule, Variant};
use komadai_engine::matches::{Contestant, Sprt, parse_clock};
use komadai_game::{ClockSpec, Preset};
use komadai_kifu::Format;
use komadai_kifu::diagram::{MAX_WIDTH, PieceSet};
use komadai_kifu::encoding::Encoding;
use komadai_kifu::notation::Notation;
use komadai_usi::process::EngineCommand;
use std::ffi::OsString;
use std::num::NonZeroUsize;

/// A shogi program: records, analysis, engine and server
#[derive(Parser, Debug)]
#[command(name = "komadai", version)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Serve(Box<ServeArgs>),
    Admin(AdminArgs),
    Backup(BackupArgs),
    Restore(RestoreArgs),
    Load(LoadArgs),
    Show(ShowArgs),
    Convert(ConvertArgs),
    Check(CheckArgs),
    Diagram(DiagramArgs),
    Perft(PerftArgs),
    Play(PlayArgs),
    Analyze(AnalyzeArgs),
    Usi(UsiArgs),
    Match(MatchArgs),
    Bench(BenchArgs),
}

/// Count sequences of legal moves (perft)
///
/// The last line is `nodes N time_ms T nps R`.
#[derive(clap::Args, Debug)]
pub(crate) struct PerftArgs {
    /// Length of the sequences in moves, at most 64
    // Larger depths never finish, and each ply uses stack space.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=64))]
    pub(crate) depth: u32,
    /// Start position: SFEN, `startpos` or a handicap such as `two-piece`, optionally followed by
    /// `moves 7g7f …`
    #[arg(long, default_value = "startpos")]
    pub(crate) sfen: String,
    #[command(flatten)]
    pub(crate) variant: VariantArg,
    /// Also print the count for each first move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Number of threads, at most 256
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub(crate) threads: NonZeroUsize,
    /// Play every leaf instead of counting the moves of the last ply in bulk
    #[arg(long)]
    pub(crate) no_bulk: bool,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Search fixed positions with one thread to identify the engine and measure its speed
///
/// The last line is `nodes N time_ms T nps R`. Equal node counts mean equal searches.
#[derive(clap::Args, Debug)]
pub(crate) struct BenchArgs {
    /// Depth of the searches, at most 30
    #[arg(long, value_name = "N", default_value = "12", value_parser = clap::value_parser!(u32).range(1..=30))]
    pub(crate) depth: u32,
    #[command(flatten)]
    pub(crate) variant: VariantArg,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Show a position or a game record
///
/// The exit code is 1 if the diagram is not a position of a game (a missing king, as in tsume problems,
/// is allowed) or if one of the moves is illegal. Records are shown without judgement; use `check` for
/// that.
#[derive(clap::Args, Debug)]
pub(crate) struct ShowArgs {
    /// File with one or more records (`-` for standard input), SFEN, `startpos` or a handicap such
    /// as `two-piece`, optionally followed by `moves 7g7f …`
    #[arg(value_name = "FILE|SFEN")]
    pub(crate) position: OsString,
    /// Show the position after N moves instead of the last
    #[arg(long, value_name = "N")]
    pub(crate) ply: Option<usize>,
    /// List the moves in this notation
    #[arg(long, value_name = "N", value_parser = notations())]
    pub(crate) notation: Option<Notation>,
    /// Draw with letters instead of kanji
    #[arg(long)]
    pub(crate) ascii: bool,
    #[command(flatten)]
    pub(crate) variant: VariantArg,
    /// Print one JSON object per game, one per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Convert records to another format
///
/// The format of a file is detected from its content. Whatever the new format cannot hold is reported
/// on stderr. The exit code is 1 if a file could not be converted.
#[derive(clap::Args, Debug)]
pub(crate) struct ConvertArgs {
    /// Files, folders (searched recursively) or `-` for standard input
    #[arg(value_name = "IN", required = true)]
    pub(crate) inputs: Vec<OsString>,
    /// Output format
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    pub(crate) to: Format,
    /// Output file, or folder for several inputs [default: print a single file]
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<OsString>,
    /// Output encoding
    #[arg(long, value_enum, default_value_t)]
    pub(crate) encoding: EncodingArg,
    /// Overwrite existing files
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) variant: VariantArg,
    /// Print a JSON object with the results
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

/// Check records against the laws
///
/// Prints `legal`, or the first breach with its ply and the article of the FESA laws and exits with 1.
/// Checked are the start position and the main line: each move (nifu, drop-pawn mate, dead ends, a king
/// left in check), moves after mate, perpetual check, and whether an ending by mate, repetition or
/// declaration (27 points) matches the board.
///
/// With `--rules` the record is replayed under a rule set: notes give the consequence of an illegal move
/// (claimed, pointed out, too late, blocked), the result, and whether it matches the record. Clocks are
/// not checked.
#[derive(clap::Args, Debug)]
pub(crate) struct CheckArgs {
    /// Files, folders (searched recursively) or `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) inputs: Vec<OsString>,
    /// Rule set to judge by
    #[arg(long, value_name = "NAME", value_parser = rules())]
    pub(crate) rules: Option<Preset>,
    #[command(flatten)]
    pub(crate) variant: VariantArg,
    /// Print one JSON object per game, one per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Parses the name of a rule set.
fn rules() -> impl TypedValueParser<Value = Preset> {
    PossibleValuesParser::new(Preset::ALL.map(Preset::name)).try_map(|name| name.parse())
}

/// Draw a position as SVG or PNG
#[derive(clap::Args, Debug)]
pub(crate) struct DiagramArgs {
    /// File with a record (`-` for standard input), SFEN, `startpos` or a handicap, optionally followed
    /// by `moves 7g7f …`
    #[arg(value_name = "FILE|SFEN")]
    pub(crate) position: OsString,
    /// Output file, ending in .svg or .png; an existing picture is overwritten
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: OsString,
    /// Draw the position after N moves instead of the last
    #[arg(long, value_name = "N")]
    pub(crate) ply: Option<usize>,
    /// Piece set
    #[arg(long, value_name = "SET", default_value = PieceSet::Kanji1.name(), value_parser = piece_sets())]
    pub(crate) pieces: PieceSet,
    /// Draw White at the bottom
    #[arg(long)]
    pub(crate) flip: bool,
    /// Width in pixels [default for PNG: 800]
    #[arg(long, value_name = "PX", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_WIDTH)))]
    pub(crate) width: Option<u32>,
    #[command(flatten)]
    pub(crate) variant: VariantArg,
}

/// Play in the terminal
///
/// Make moves with the arrow keys and Enter, or type them in any notation. `?` lists all commands. The
/// screen needs 80 columns and 24 lines.
#[derive(clap::Args, Debug)]
pub(crate) struct PlayArgs {
    /// Strength of the computer
    #[arg(long, value_name = "1..20", default_value = "5", value_parser = clap::value_parser!(u8).range(1..=20))]
    pub(crate) level: u8,
    /// Start position: a handicap such as `two-piece`, or SFEN
    #[arg(long, value_name = "NAME|SFEN", default_value = "even")]
    pub(crate) handicap: String,
    /// Time control: `15m+60s` (byoyomi), `10m+5s/move`, `8m`, `5m+3x30s`, `B:15m+60s W:10m+30s`
    #[arg(long, value_name = "SPEC")]
    pub(crate) clock: Option<String>,
    /// Rule set
    #[arg(long, value_name = "NAME", default_value = Preset::Casual.name(), value_parser = rules())]
    pub(crate) rules: Preset,
    /// Your side
    #[arg(long, value_enum, default_value_t)]
    pub(crate) side: SideArg,
    /// Draw with letters instead of kanji
    #[arg(long)]
    pub(crate) ascii: bool,
    #[command(flatten)]
    pub(crate) variant: VariantArg,
}

/// Analyze a game record with an engine
///
/// Searches every position of the main line and writes the record with scores and best lines as comments.
/// Mistakes are graded by their loss of win probability: inaccuracies from 5 %, mistakes from 10 %,
/// blunders from 20 %. Existing comments are kept. A game with an illegal move is analyzed up to that move,
/// and the exit code is 1.
#[derive(clap::Args, Debug)]
pub(crate) struct AnalyzeArgs {
    /// File with one record in any format, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub(crate) input: OsString,
    /// Nodes to search per move [default: 100000]
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Milliseconds to search per move
    #[arg(long, value_name = "MS", value_parser = millis())]
    pub(crate) time: Option<u64>,
    /// Command of a USI engine to use instead of the built-in search
    #[arg(long, value_name = "CMD")]
    pub(crate) engine: Option<EngineCommand>,
    /// Output file, ending in .kif, .kifu, .jkf or .json; an existing file is overwritten [default: print
    /// KIF]
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<OsString>,
    #[command(flatten)]
    pub(crate) variant: VariantArg,
    /// Print the analysis as a JSON object; the record is then written only with -o
    #[arg(long)]
    pub(crate) json: bool,
}

/// Run as a USI engine on standard input and output
#[derive(clap::Args, Debug)]
pub(crate) struct UsiArgs {}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum SideArg {
    /// Play Black
    #[default]
    Black,
    /// Play White
    White,
    /// Decide by tossing pawns
    Furigoma,
    /// Two players at this keyboard
    Both,
}

/// Play a match between USI engines
///
/// Each opening is played twice with reversed colors. More than two engines play a round robin. An
/// engine that plays an illegal move, crashes, hangs or exceeds its time loses the game. The last line is
/// `W D L elo E ± X`: the results of the first engine, the difference in strength and half its 95 %
/// interval, by pairs of games. The exit code is 1 if a test with --sprt accepts the first hypothesis.
#[derive(clap::Args, Debug)]
#[command(group = clap::ArgGroup::new("pace").required(true))]
pub(crate) struct MatchArgs {
    /// Command of an engine, or `name=command`; at least two are required
    #[arg(short = 'e', long = "engine", value_name = "CMD", required = true)]
    pub(crate) engines: Vec<Contestant>,
    /// Games per pairing
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) games: u32,
    /// Milliseconds per move
    #[arg(long, value_name = "MS", group = "pace", value_parser = millis())]
    pub(crate) time: Option<u64>,
    /// Milliseconds of CPU time per move; fair on a busy machine
    #[arg(long, value_name = "MS", group = "pace", value_parser = millis())]
    pub(crate) cputime: Option<u64>,
    /// Nodes per move
    #[arg(long, value_name = "N", group = "pace", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Depth in plies
    #[arg(long, value_name = "N", group = "pace", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,
    /// Clock: `15m+60s` (byoyomi), `10m+5s/move` (increment), `8m`, `5m+3x30s`, `B:15m W:10m`; units h, m,
    /// s, ms
    #[arg(long, value_name = "SPEC", group = "pace", value_parser = parse_clock)]
    pub(crate) clock: Option<ClockSpec>,
    /// File of openings, one per line: `startpos moves …`, `sfen … moves …`, or USI moves
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<OsString>,
    /// First opening to use, counted from 1
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) first_opening: NonZeroUsize,
    /// Concurrent games, at most 256
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub(crate) concurrency: NonZeroUsize,
    /// Stop as soon as a sequential test between two Elo differences is decided, with error
    /// probabilities of 5 %
    #[arg(long, value_name = "E0,E1", value_parser = sprt, allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    /// Set an engine option: `name:Option=value` for one engine, `*:Option=value` for all that have it
    #[arg(short, long = "option", value_name = "NAME:OPTION=VALUE")]
    pub(crate) options: Vec<String>,
    /// Let the first engine play all others, which do not play each other
    #[arg(long)]
    pub(crate) gauntlet: bool,
    /// Draw after this many moves, including those of the opening
    #[arg(long, value_name = "N", default_value_t = 320, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_moves: u32,
    /// Impasse rule [default: CSARule27 in shogi, none in Seireigi]
    #[arg(long, value_name = "RULE", value_parser = impasse_rules())]
    pub(crate) impasse: Option<EnteringKingRule>,
    /// Let engines declare a win at an impasse themselves
    #[arg(long)]
    pub(crate) engines_declare: bool,
    /// Milliseconds by which an engine may exceed its time before it loses
    #[arg(long, value_name = "MS", default_value_t = 200)]
    pub(crate) margin: u64,
    /// Save the games as CSA in this new or empty folder
    #[arg(long, value_name = "DIR")]
    pub(crate) records: Option<OsString>,
    #[command(flatten)]
    pub(crate) variant: VariantArg,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// At most a day per move.
fn millis() -> clap::builder::RangedU64ValueParser {
    clap::value_parser!(u64).range(1..=86_400_000)
}

fn sprt(text: &str) -> Result<Sprt, &'static str> {
    let numbers = text.split_once(',');
    numbers
        .and_then(|(elo0, elo1)| Sprt::new(elo0.trim().parse().ok()?, elo1.trim().parse().ok()?))
        .ok_or("expected two numbers, the smaller first, like 0,5")
}

fn impasse_rules() -> impl TypedValueParser<Value = EnteringKingRule> {
    PossibleValuesParser::new(EnteringKingRule::ALL.map(EnteringKingRule::name))
        .try_map(|name| name.parse())
}

#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct VariantArg {
    /// Variant
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
