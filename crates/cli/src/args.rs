//! What can be said on the command line.

use crate::backup::BackupArgs;
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

/// Shogi, whole, in one program.
#[derive(Parser, Debug)]
#[command(name = "komadai", version)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Serve(ServeArgs),
    Backup(BackupArgs),
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
/// repetition or declaration (27 points) fits the board.
///
/// With `--rules` the record is played again under a rule set: notes tell what becomes of an illegal
/// move (claimed, pointed out, too late, blocked), which result follows, and whether the record states
/// it. Clocks are not judged.
#[derive(clap::Args, Debug)]
pub(crate) struct CheckArgs {
    /// Files, folders (searched with all that is below them) or `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) inputs: Vec<OsString>,
    /// The rules by which to judge
    #[arg(long, value_name = "NAME", value_parser = rules())]
    pub(crate) rules: Option<Preset>,
    #[command(flatten)]
    pub(crate) variant: VariantArg,
    /// Print one JSON object for each game, a line each
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reads the name of a rule set.
fn rules() -> impl TypedValueParser<Value = Preset> {
    PossibleValuesParser::new(Preset::ALL.map(Preset::name)).try_map(|name| name.parse())
}

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

/// Play in the terminal
///
/// Moves are made with the arrow keys and Enter, or typed in any notation. `?` lists what else can be
/// typed. The screen needs 80 columns and 24 lines.
#[derive(clap::Args, Debug)]
pub(crate) struct PlayArgs {
    /// How strong the computer plays
    #[arg(long, value_name = "1..20", default_value = "5", value_parser = clap::value_parser!(u8).range(1..=20))]
    pub(crate) level: u8,
    /// Where the game starts: a handicap such as `two-piece`, or SFEN
    #[arg(long, value_name = "NAME|SFEN", default_value = "even")]
    pub(crate) handicap: String,
    /// Times: `15m+60s` (byoyomi), `10m+5s/move`, `8m`, `5m+3x30s`, `B:15m+60s W:10m+30s`
    #[arg(long, value_name = "SPEC")]
    pub(crate) clock: Option<String>,
    /// The rules of the game
    #[arg(long, value_name = "NAME", default_value = Preset::Casual.name(), value_parser = presets())]
    pub(crate) rules: Preset,
    /// Which side you play
    #[arg(long, value_enum, default_value_t)]
    pub(crate) side: SideArg,
    /// Draw with letters instead of kanji
    #[arg(long)]
    pub(crate) ascii: bool,
    #[command(flatten)]
    pub(crate) variant: VariantArg,
}

/// Judge the moves of a game record
///
/// Every position of the main line is searched. The record is written with scores and best lines as
/// comments; mistakes are graded by what they cost of the probability to win: inaccuracies from 5 %,
/// mistakes from 10 %, blunders from 20 %. Comments that are there are kept. A game with an illegal move
/// is analyzed up to it, with exit code 1.
#[derive(clap::Args, Debug)]
pub(crate) struct AnalyzeArgs {
    /// File with one record in any format, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub(crate) input: OsString,
    /// Positions to search for each move; 100000 if nothing is said
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Milliseconds to search for each move
    #[arg(long, value_name = "MS", value_parser = millis())]
    pub(crate) time: Option<u64>,
    /// Command that starts a USI engine to ask instead of our own search
    #[arg(long, value_name = "CMD")]
    pub(crate) engine: Option<EngineCommand>,
    /// File to write: a name that ends in .kif, .kifu, .jkf or .json; a file that exists is replaced. KIF
    /// is printed if nothing is given
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<OsString>,
    #[command(flatten)]
    pub(crate) variant: VariantArg,
    /// Print one JSON object about the analysis; the record is then written with -o only
    #[arg(long)]
    pub(crate) json: bool,
}

/// Speak USI, the protocol of shogi interfaces, on standard input and output
#[derive(clap::Args, Debug)]
pub(crate) struct UsiArgs {}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum SideArg {
    /// You are Black
    #[default]
    Black,
    /// You are White
    White,
    /// Tossed pawns decide
    Furigoma,
    /// Two people at this keyboard
    Both,
}

/// Let USI engines play each other
///
/// Each opening is played twice with colours changed. With more than two engines everybody plays
/// everybody. An engine that plays an illegal move, ends, hangs or uses too much time loses the game.
/// The last line is `W D L elo E ± X`: the results of the first engine, the difference in strength and
/// half its 95 % interval, by pairs of games. Exits with 1 if a test with --sprt
/// finds for the first of its two differences.
#[derive(clap::Args, Debug)]
#[command(group = clap::ArgGroup::new("pace").required(true))]
pub(crate) struct MatchArgs {
    /// Command that starts an engine, or `name=command`; give at least two
    #[arg(short = 'e', long = "engine", value_name = "CMD", required = true)]
    pub(crate) engines: Vec<Contestant>,
    /// Games of each pairing
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) games: u32,
    /// Milliseconds a move
    #[arg(long, value_name = "MS", group = "pace", value_parser = millis())]
    pub(crate) time: Option<u64>,
    /// Milliseconds of CPU time a move; fair on a busy machine
    #[arg(long, value_name = "MS", group = "pace", value_parser = millis())]
    pub(crate) cputime: Option<u64>,
    /// Positions a move
    #[arg(long, value_name = "N", group = "pace", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Depth in plies
    #[arg(long, value_name = "N", group = "pace", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,
    /// Clock: `15m+60s` (byoyomi), `10m+5s/move` (increment), `8m`, `5m+3x30s`, `B:15m W:10m`; units h, m,
    /// s, ms
    #[arg(long, value_name = "SPEC", group = "pace", value_parser = parse_clock)]
    pub(crate) clock: Option<ClockSpec>,
    /// File of openings, one a line: `startpos moves …`, `sfen … moves …`, or USI moves
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<OsString>,
    /// Begin with this opening, counted from 1
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) first_opening: NonZeroUsize,
    /// Games at the same time, at most 256
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub(crate) concurrency: NonZeroUsize,
    /// Stop as soon as it is clear which of two differences in Elo is the better guess, with an error
    /// of 5 % either way
    #[arg(long, value_name = "E0,E1", value_parser = sprt, allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    /// Set an option: `name:Option=value` for one engine, `*:Option=value` for all that have it
    #[arg(short, long = "option", value_name = "NAME:OPTION=VALUE")]
    pub(crate) options: Vec<String>,
    /// The first engine plays all others, which do not play each other
    #[arg(long)]
    pub(crate) gauntlet: bool,
    /// Draw after so many moves, those of the opening included
    #[arg(long, value_name = "N", default_value_t = 320, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_moves: u32,
    /// Rule at an impasse; CSARule27 in shogi and none in Seireigi if nothing is said
    #[arg(long, value_name = "RULE", value_parser = impasse_rules())]
    pub(crate) impasse: Option<EnteringKingRule>,
    /// Leave it to the engines to declare a win at an impasse
    #[arg(long)]
    pub(crate) engines_declare: bool,
    /// Milliseconds that an engine may use beyond its time before it loses
    #[arg(long, value_name = "MS", default_value_t = 200)]
    pub(crate) margin: u64,
    /// Save the games into this new or empty folder, as CSA
    #[arg(long, value_name = "DIR")]
    pub(crate) records: Option<OsString>,
    #[command(flatten)]
    pub(crate) variant: VariantArg,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// A day is long enough for a move.
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
    /// Which game
    #[arg(long, default_value = Variant::Shogi.name(), value_parser = variants())]
    pub(crate) variant: Variant,
}

fn variants() -> impl TypedValueParser<Value = Variant> {
    PossibleValuesParser::new(Variant::ALL.map(Variant::name)).try_map(|name| name.parse())
}

fn presets() -> impl TypedValueParser<Value = Preset> {
    PossibleValuesParser::new(Preset::ALL.map(Preset::name)).try_map(|name| name.parse())
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
