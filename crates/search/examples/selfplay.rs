//! Games of the engine against itself: the tool behind the tables of `docs/search.md`.
//!
//! ```text
//! selfplay soak   [--variant V] [--games N] [--nodes N] [--seed S]
//! selfplay levels [--variant V] [--games N] [--seed S] [--apart D] [--from L] [--to L]
//! selfplay ablate [--variant V] [--games N] [--nodes N] [--seed S] [--feature NAME]
//! ```
//!
//! Every game is played from a random opening, once with each colour. Moves are checked by the rules
//! crate, not by the engine. `ablate` needs `--features ablation`.

#![allow(clippy::print_stdout, reason = "a tool that prints its results")]

use komadai_core::{
    Color, EnteringKingRule, History, ImpasseClaim, Move, Position, Repetition, Rules, Seireigi,
    Shogi,
};
use komadai_search::{Action, Control, Engine, GameLine, Level, Limits, ManualStopwatch, Options};
use std::process::ExitCode;

/// Games end in a draw after so many moves.
const MAX_MOVES: u32 = 320;
/// Random moves at the beginning.
const OPENING: usize = 10;

struct Settings {
    command: String,
    seireigi: bool,
    games: u32,
    nodes: u64,
    seed: u64,
    apart: u32,
    from: u32,
    to: u32,
    feature: Option<String>,
}

fn main() -> ExitCode {
    let settings = match parse(std::env::args().skip(1)) {
        Ok(settings) => settings,
        Err(message) => {
            eprintln!("selfplay: {message}");
            return ExitCode::from(2);
        }
    };
    if settings.seireigi {
        run::<Seireigi>(&settings)
    } else {
        run::<Shogi>(&settings)
    }
}

fn parse(mut args: impl Iterator<Item = String>) -> Result<Settings, String> {
    let mut settings = Settings {
        command: args.next().ok_or("expected soak, levels or ablate")?,
        seireigi: false,
        games: 200,
        nodes: 5000,
        seed: 1,
        apart: 2,
        from: 1,
        to: 20,
        feature: None,
    };
    while let Some(option) = args.next() {
        let value = args.next().ok_or(format!("{option} needs a value"))?;
        let number = || {
            value
                .parse::<u64>()
                .map_err(|error| format!("{option}: {error}"))
        };
        match option.as_str() {
            "--variant" => settings.seireigi = value == "seireigi",
            "--games" => settings.games = number()? as u32,
            "--nodes" => settings.nodes = number()?,
            "--seed" => settings.seed = number()?,
            "--apart" => settings.apart = number()? as u32,
            "--from" => settings.from = number()? as u32,
            "--to" => settings.to = number()? as u32,
            "--feature" => settings.feature = Some(value),
            _ => return Err(format!("unknown option {option}")),
        }
    }
    Ok(settings)
}

fn run<R: Rules>(settings: &Settings) -> ExitCode {
    match settings.command.as_str() {
        "soak" => soak::<R>(settings),
        "levels" => levels::<R>(settings),
        "ablate" => ablate::<R>(settings),
        other => {
            eprintln!("selfplay: unknown command {other}");
            ExitCode::from(2)
        }
    }
}

/// Random numbers: SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ x >> 31) >> 33) as usize % limit.max(1)
    }
}

/// A random opening in which nothing has been taken.
fn opening<R: Rules>(random: &mut Random) -> Vec<Move> {
    'again: loop {
        let mut position = Position::<R>::default();
        let mut moves = Vec::new();
        while moves.len() < OPENING {
            let legal = position.legal_moves();
            let mv = legal[random.below(legal.len())];
            let undo = position.play_unchecked(mv);
            if undo.captured().is_some() || position.is_in_check() {
                continue 'again;
            }
            moves.push(mv);
        }
        if position.captures().is_empty() {
            return moves;
        }
    }
}

/// How a game ended: the winner, if there is one, and why.
struct Ending {
    winner: Option<Color>,
    reason: &'static str,
    moves: u32,
}

/// Plays a game. `engines[0]` is Black.
fn play<R: Rules>(
    engines: [&mut Engine<R>; 2],
    nodes: Option<u64>,
    opening: &[Move],
) -> Result<Ending, String> {
    let [black, white] = engines;
    black.clear();
    white.clear();
    let limits = Limits {
        nodes,
        ..Limits::default()
    };
    let mut game = GameLine::new(Position::<R>::default());
    let mut history = History::new(game.position());
    let mut opening = opening.iter();
    loop {
        let position = *game.position();
        let turn = position.turn();
        let moves = position.move_number() - 1;
        let ending = |winner, reason| {
            Ok(Ending {
                winner,
                reason,
                moves,
            })
        };
        match history.repetition() {
            Repetition::None => {}
            Repetition::Draw => return ending(None, "repetition"),
            Repetition::PerpetualCheck { loser } => return ending(Some(!loser), "perpetual check"),
        }
        if !position.has_legal_move() {
            return ending(Some(!turn), "mate");
        }
        if moves >= MAX_MOVES {
            return ending(None, "move limit");
        }
        let mv = match opening.next() {
            Some(&mv) => mv,
            None => {
                let engine = if turn == Color::Black {
                    &mut *black
                } else {
                    &mut *white
                };
                let clock = ManualStopwatch::default();
                let answer = engine.search(&game, &limits, &Control::new(), &clock, &mut |_| ());
                match answer.action {
                    Action::Move(mv) => mv,
                    Action::Declare => {
                        let claim = EnteringKingRule::default().claim(&position);
                        return if claim == Some(ImpasseClaim::Declare) {
                            ending(Some(turn), "declaration")
                        } else {
                            Err(format!("wrong declaration: {position}"))
                        };
                    }
                    Action::Resign => return Err(format!("no move found: {position}")),
                }
            }
        };
        game.play(mv)
            .map_err(|error| format!("{position}: {error}"))?;
        history.push(game.position());
    }
}

/// Wins, draws and losses of the first of two engines.
#[derive(Default)]
struct Tally {
    wins: u32,
    draws: u32,
    losses: u32,
    moves: u32,
}

impl Tally {
    fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    fn add(&mut self, ending: &Ending, first: Color) {
        self.moves += ending.moves;
        match ending.winner {
            None => self.draws += 1,
            Some(winner) if winner == first => self.wins += 1,
            Some(_) => self.losses += 1,
        }
    }

    fn score(&self) -> f64 {
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games().max(1))
    }

    /// Elo with the ends of its 95 % interval, by the normal distribution of the mean score.
    fn elo(&self) -> [f64; 3] {
        let n = f64::from(self.games().max(1));
        let score = self.score();
        let square = |x: f64| x * x;
        let variance = (f64::from(self.wins) * square(1.0 - score)
            + f64::from(self.draws) * square(0.5 - score)
            + f64::from(self.losses) * square(score))
            / n;
        let half = 1.96 * (variance / n).sqrt();
        [score, score - half, score + half].map(|score| {
            let score = score.clamp(0.001, 0.999);
            -400.0 * (1.0 / score - 1.0).log10()
        })
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [elo, low, high] = self.elo();
        let (wins, draws, losses) = (self.wins, self.draws, self.losses);
        let percent = 100.0 * self.score();
        write!(
            f,
            "+{wins} ={draws} -{losses} {percent:.1}% Elo {elo:+.0} [{low:+.0}, {high:+.0}]"
        )
    }
}

fn duel<R: Rules>(
    first: &mut Engine<R>,
    second: &mut Engine<R>,
    nodes: Option<u64>,
    games: u32,
    random: &mut Random,
) -> Result<Tally, String> {
    let mut tally = Tally::default();
    for _ in 0..games.div_ceil(2) {
        let line = opening::<R>(random);
        let ending = play([&mut *first, &mut *second], nodes, &line)?;
        tally.add(&ending, Color::Black);
        let ending = play([&mut *second, &mut *first], nodes, &line)?;
        tally.add(&ending, Color::White);
    }
    Ok(tally)
}

fn engine<R: Rules>() -> Engine<R> {
    Engine::new(Options {
        hash_mebibytes: 8,
        max_moves: Some(MAX_MOVES),
        ..Options::default()
    })
}

/// Many fast games: none may end by an illegal move or without a move.
fn soak<R: Rules>(settings: &Settings) -> ExitCode {
    let mut random = Random(settings.seed);
    let (mut first, mut second) = (engine::<R>(), engine::<R>());
    let mut reasons = std::collections::BTreeMap::<&str, u32>::new();
    let mut moves = 0;
    for _ in 0..settings.games {
        let line = opening::<R>(&mut random);
        match play([&mut first, &mut second], Some(settings.nodes), &line) {
            Ok(ending) => {
                *reasons.entry(ending.reason).or_default() += 1;
                moves += ending.moves;
            }
            Err(fault) => {
                println!("{fault}");
                return ExitCode::FAILURE;
            }
        }
    }
    println!(
        "{} {} games, {moves} moves: {reasons:?}",
        R::VARIANT,
        settings.games
    );
    ExitCode::SUCCESS
}

/// Each level against one further down.
fn levels<R: Rules>(settings: &Settings) -> ExitCode {
    let mut random = Random(settings.seed);
    let (mut strong, mut weak) = (engine::<R>(), engine::<R>());
    for number in (settings.from + settings.apart..=settings.to).rev() {
        let below = number - settings.apart;
        let (Ok(upper), Ok(lower)) = (Level::try_from(number), Level::try_from(below)) else {
            continue;
        };
        strong.set_level(Some(upper), settings.seed);
        weak.set_level(Some(lower), settings.seed + 1);
        // Level 20 has no limit of its own.
        let nodes = Some(settings.nodes).filter(|_| number == 20);
        match duel(&mut strong, &mut weak, nodes, settings.games, &mut random) {
            Ok(tally) => println!("level {number} against {below}: {tally}"),
            Err(fault) => {
                println!("{fault}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

#[cfg(not(feature = "ablation"))]
fn ablate<R: Rules>(settings: &Settings) -> ExitCode {
    let _ = (&settings.feature, engine::<R>);
    eprintln!("selfplay: build with --features ablation");
    ExitCode::from(2)
}

/// The whole engine against itself without one feature, for every feature.
#[cfg(feature = "ablation")]
fn ablate<R: Rules>(settings: &Settings) -> ExitCode {
    use komadai_search::{Feature, Features};
    for feature in Feature::ALL {
        let name = format!("{feature:?}");
        if settings
            .feature
            .as_ref()
            .is_some_and(|wanted| *wanted != name)
        {
            continue;
        }
        let mut random = Random(settings.seed);
        let (mut whole, mut without) = (engine::<R>(), engine::<R>());
        without.set_features(Features::ALL.without(feature));
        let nodes = Some(settings.nodes);
        match duel(&mut whole, &mut without, nodes, settings.games, &mut random) {
            Ok(tally) => println!("{name}: {tally}"),
            Err(fault) => {
                println!("{fault}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
