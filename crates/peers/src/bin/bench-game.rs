//! What the laws cost: `decide` and `apply` of a legal move beside `is_legal` and `play` of the board.

#![expect(
    clippy::print_stdout,
    reason = "the figures are what the program is for"
)]

use komadai_core::{Move, Position, Shogi};
use komadai_game::{Act, Actor, Command, Event, Game, Millis, Opening, Preset, apply, decide};
use komadai_peers::game::{Temper, pick};
use komadai_peers::rng::Rng;
use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

const GAMES: usize = 400;
const PLIES: usize = 150;
const ROUNDS: usize = 15;

/// Counts what is allocated, so that nothing hides in a move.
struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: every call is handed to the system's allocator as it came; only a number is counted beside.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn main() {
    let games = games();
    let moves: usize = games.iter().map(Vec::len).sum();
    println!(
        "{} games, {moves} moves, best of {ROUNDS} rounds",
        games.len()
    );
    let mut best = [Duration::MAX; 3];
    let mut allocations = 0;
    let mut log = Vec::with_capacity(PLIES);
    for _ in 0..ROUNDS {
        let took = [time(|| board(&games)), time(|| checked_board(&games))];
        best[0] = best[0].min(took[0]);
        best[1] = best[1].min(took[1]);
        let before = ALLOCATIONS.load(Ordering::Relaxed);
        best[2] = best[2].min(time(|| laws(&games, &mut log)));
        allocations = ALLOCATIONS.load(Ordering::Relaxed) - before;
    }
    let nanos = best.map(|time| time.as_nanos() as f64 / moves as f64);
    println!("is_legal + play_unchecked  {:7.1} ns a move", nanos[0]);
    println!("is_legal + play            {:7.1} ns a move", nanos[1]);
    println!("decide + apply             {:7.1} ns a move", nanos[2]);
    println!(
        "ratio to is_legal + play {:.2}, to is_legal + play_unchecked {:.2}",
        nanos[2] / nanos[1],
        nanos[2] / nanos[0]
    );
    println!(
        "allocations a move {:.3} (one is the list of events)",
        allocations as f64 / moves as f64
    );
}

fn time(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

/// Random games with many checks and captures.
fn games() -> Vec<Vec<Move>> {
    let mut rng = Rng::new(7);
    (0..GAMES).map(|_| game(&mut rng)).collect()
}

fn game(rng: &mut Rng) -> Vec<Move> {
    let mut position = Position::<Shogi>::default();
    let mut line = Vec::with_capacity(PLIES);
    for _ in 0..PLIES {
        let legal = position.legal_moves();
        let Some(mv) = pick(&position, &legal, Temper::Fierce, rng) else {
            break;
        };
        let _ = position.play_unchecked(mv);
        // The last move of a game may end it: leave mates out, they are no ordinary moves.
        if position.is_mate() {
            break;
        }
        line.push(mv);
    }
    line
}

fn board(games: &[Vec<Move>]) {
    for game in games {
        let mut position = Position::<Shogi>::default();
        for &mv in game {
            if black_box(position.is_legal(mv)) {
                let _ = black_box(position.play_unchecked(mv));
            }
        }
        black_box(&position);
    }
}

fn checked_board(games: &[Vec<Move>]) {
    for game in games {
        let mut position = Position::<Shogi>::default();
        for &mv in game {
            if black_box(position.is_legal(mv)) {
                let _ = black_box(position.play(mv));
            }
        }
        black_box(&position);
    }
}

/// A game that has begun.
fn started() -> Game {
    let mut opening = Opening::new(Preset::Fesa);
    opening.clock = Some("30m+30s".parse().expect("a clock"));
    let mut game = Game::new(opening).expect("an even game");
    let command = Command::new(Actor::Host, Act::Start);
    for event in decide(&game, command, Millis::ZERO).expect("it can begin") {
        game = apply(game, &event);
    }
    game
}

fn laws(games: &[Vec<Move>], log: &mut Vec<Event>) {
    for moves in games {
        let mut game = started();
        log.clear();
        for (ply, &mv) in moves.iter().enumerate() {
            let by = Actor::Player(game.turn());
            let at = Millis::new(1000 * ply as u64);
            let command = Command::new(by, Act::play(mv.into()));
            let events = decide(&game, command, at).expect("the move is legal");
            for event in &events {
                game.apply(event);
            }
            log.extend(events);
        }
        black_box(&game);
    }
}
