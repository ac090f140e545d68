//! What a legal move costs a game, beside what it costs the board alone: `decide` and `apply` against
//! `is_legal` and `play`, over the moves of real records, in one run.
//!
//! `cargo bench -p komadai-game --bench legal_move`, with `KOMADAI_TESTDATA` naming the test data.

use komadai_core::{AnyPosition, Move, Variant};
use komadai_game::{
    Act, Actor, Command, Game, Millis, Opening, Preset, RuleSet, decide, judge::judge,
};
use komadai_kifu::record::{Record, Start};
use komadai_kifu::{ReadOptions, read};
use komadai_testkit::{files_below, testdata};
use std::alloc::{GlobalAlloc, Layout, System};
use std::fs;
use std::hint::black_box;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Counts allocations.
struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: everything is left to the system's allocator; the counter touches no memory of it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often all games are played; of each game the quickest round counts.
const ROUNDS: usize = 25;

/// The most that a move may cost a game, in moves of the board.
const LIMIT: f64 = 3.0;

/// Growing lists allocate now and then; beyond that and the events themselves nothing may.
const ALLOCATIONS_PER_MOVE: f64 = 1.2;

fn main() -> ExitCode {
    let mut out = io::stdout();
    let Some(folder) = testdata("kifu") else {
        return ExitCode::SUCCESS;
    };
    let games = games(&folder);
    let moves: usize = games.iter().map(Vec::len).sum();
    let _ = writeln!(out, "{} games of real records, {moves} moves", games.len());
    if games.is_empty() {
        return ExitCode::FAILURE;
    }
    let mut worst = Worst::default();
    for (name, opening) in openings() {
        worst.take(&mut out, name, &opening, &games, moves);
    }
    let fits = worst.ratio <= LIMIT && worst.allocations <= ALLOCATIONS_PER_MOVE;
    let verdict = if fits { "within" } else { "beyond" };
    let _ = writeln!(
        out,
        "{verdict} the limits of {LIMIT} times and {ALLOCATIONS_PER_MOVE} allocations a move"
    );
    if fits {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The largest of the figures.
#[derive(Default)]
struct Worst {
    ratio: f64,
    allocations: f64,
}

impl Worst {
    fn take(
        &mut self,
        out: &mut impl Write,
        name: &str,
        opening: &Opening,
        games: &[Vec<Move>],
        moves: usize,
    ) {
        let started = started(opening);
        let mut board = vec![Duration::MAX; games.len()];
        let mut game = board.clone();
        let mut allocations = 0;
        for _ in 0..ROUNDS {
            quickest(&mut board, games, play_board);
            let before = ALLOCATIONS.load(Ordering::Relaxed);
            quickest(&mut game, games, |moves| play_game(started.clone(), moves));
            allocations = ALLOCATIONS.load(Ordering::Relaxed) - before;
        }
        // A copy of the started game allocates for itself.
        let before = ALLOCATIONS.load(Ordering::Relaxed);
        drop(black_box(started.clone()));
        let copies = (ALLOCATIONS.load(Ordering::Relaxed) - before) * games.len() as u64;
        let per_move = |times: &[Duration]| {
            let time: Duration = times.iter().sum();
            time.as_nanos() as f64 / moves as f64
        };
        let (board, game) = (per_move(&board), per_move(&game));
        let ratio = game / board;
        let allocations = allocations.saturating_sub(copies) as f64 / moves as f64;
        let _ = writeln!(
            out,
            "{name:24} is_legal+play {board:6.1} ns, decide+apply {game:6.1} ns a move: ratio {ratio:.2}, \
             {allocations:.2} allocations a move",
        );
        self.ratio = self.ratio.max(ratio);
        self.allocations = self.allocations.max(allocations);
    }
}

fn openings() -> Vec<(&'static str, Opening)> {
    let clock = |preset| {
        let mut opening = Opening::new(preset);
        opening.clock = "30m+30s".parse().ok();
        opening
    };
    vec![
        ("fesa, no clock", Opening::new(Preset::Fesa)),
        ("fesa, 30m+30s", clock(Preset::Fesa)),
        ("jsa-pro, 30m+30s", clock(Preset::JsaPro)),
        ("casual, 30m+30s", clock(Preset::Casual)),
    ]
}

fn started(opening: &Opening) -> Game {
    let mut game = Game::new(opening.clone()).expect("a start");
    let start = Command::new(Actor::Host, Act::Start);
    for event in decide(&game, start, Millis::ZERO).expect("the host may start") {
        game.apply(&event);
    }
    game
}

/// Plays all games, and keeps the shortest time of each; what is set up for a game is not counted.
fn quickest(
    times: &mut [Duration],
    games: &[Vec<Move>],
    mut play: impl FnMut(&[Move]) -> Duration,
) {
    for (time, moves) in times.iter_mut().zip(games) {
        *time = (*time).min(play(moves));
    }
}

fn play_board(moves: &[Move]) -> Duration {
    let mut position = AnyPosition::start(Variant::Shogi);
    let began = Instant::now();
    for &mv in moves {
        assert!(position.is_legal(mv));
        let _ = black_box(position.play(mv));
    }
    let took = began.elapsed();
    black_box(position);
    took
}

fn play_game(mut game: Game, moves: &[Move]) -> Duration {
    let mut at = Millis::ZERO;
    let began = Instant::now();
    for &mv in moves {
        at = at.plus(Millis::new(1_000));
        let command = Command::new(Actor::Player(game.turn()), Act::play(mv.into()));
        for event in decide(&game, command, at).expect("legal moves are accepted") {
            game.apply(&event);
        }
    }
    let took = began.elapsed();
    assert_eq!(game.ply() as usize, moves.len());
    black_box(game);
    took
}

/// The even games of a folder without a breach by any of the rules.
fn games(folder: &Path) -> Vec<Vec<Move>> {
    let mut games = Vec::new();
    for file in files_below(folder) {
        let Ok(bytes) = fs::read(&file) else { continue };
        let Ok(reading) = read(&bytes, &ReadOptions::default()) else {
            continue;
        };
        games.extend(reading.records.iter().filter_map(game));
    }
    games.truncate(1_000);
    games
}

fn game(record: &Record) -> Option<Vec<Move>> {
    let moves: Vec<Move> = record.main_line().map(|(_, mv)| mv).collect();
    let even = record.variant == Variant::Shogi && record.start == Start::default();
    let legal = |preset| {
        judge(record, Some(RuleSet::preset(preset)))
            .findings
            .is_empty()
    };
    let presets = [Preset::Fesa, Preset::JsaPro, Preset::Casual];
    (moves.len() >= 40 && even && presets.into_iter().all(legal)).then_some(moves)
}
