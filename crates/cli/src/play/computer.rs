//! The computer player, thinking in its own thread.

use komadai_core::{Color, Move, Variant};
use komadai_engine::player::ComputerPlayer;
use komadai_game::{Act, Deed, Game, Millis};
use komadai_search::{Control, Level, SearchOptions};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

/// The level of hints: strong and fast.
const HINT_LEVEL: u32 = 15;

/// Small, because this is only a terminal game.
const HASH_MEBIBYTES: usize = 32;

/// A player in a thread of its own.
pub(super) struct Computer {
    variant: Variant,
    level: Level,
    seed: u64,
    player: Option<ComputerPlayer>,
    thinking: Option<ThinkingThread>,
    advising: Option<Advising>,
}

/// A hint in progress.
struct Advising {
    answer: Receiver<Option<Move>>,
    control: Arc<Control>,
}

/// The state of a requested hint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hint {
    /// Not requested, or not found yet.
    None,
    Found(Move),
    /// There is no move to advise.
    Nothing,
}

struct ThinkingThread {
    answer: Receiver<(ComputerPlayer, Option<Act>)>,
    control: Arc<Control>,
    /// The position being searched: side to move and number of moves.
    at: (Color, u32),
}

impl Computer {
    pub(super) fn new(variant: Variant, level: Level, seed: u64) -> Computer {
        Computer {
            variant,
            level,
            seed,
            player: Some(player(variant, level, seed)),
            thinking: None,
            advising: None,
        }
    }

    /// The computer's act, if it is ready; starts thinking if necessary.
    pub(super) fn poll(&mut self, game: &Game, at: Millis) -> Option<Act> {
        let Some(thinking) = &self.thinking else {
            self.think(game.clone(), at);
            return None;
        };
        match thinking.answer.try_recv() {
            Err(TryRecvError::Empty) => None,
            Ok((player, act)) => {
                let is_current = thinking.at == (game.turn(), game.ply());
                self.player = Some(player);
                self.thinking = None;
                act.filter(|_| is_current)
            }
            Err(TryRecvError::Disconnected) => {
                // The thread panicked: resign rather than wait forever.
                self.thinking = None;
                Some(Act::Resign)
            }
        }
    }

    fn think(&mut self, game: Game, at: Millis) {
        let (variant, level, seed) = (self.variant, self.level, self.seed);
        let mut thinker = self
            .player
            .take()
            .unwrap_or_else(|| player(variant, level, seed));
        let (send, answer) = mpsc::channel();
        let control = Arc::new(Control::new());
        let shared = Arc::clone(&control);
        let position = (game.turn(), game.ply());
        thread::spawn(move || {
            let act = thinker.act(&game, at, &shared);
            // The receiver is gone if the game was left.
            let _ = send.send((thinker, act));
        });
        self.thinking = Some(ThinkingThread {
            answer,
            control,
            at: position,
        });
    }

    /// Discards the search after the game has changed.
    pub(super) fn forget(&mut self) {
        if let Some(thinking) = &self.thinking {
            thinking.control.stop();
        }
    }

    /// Starts searching for a hint in the current position.
    pub(super) fn ask_hint(&mut self, game: &Game) {
        self.cancel_hint();
        let game = game.clone();
        let level = Level::try_from(HINT_LEVEL).unwrap_or(Level::FULL);
        let (variant, seed) = (self.variant, self.seed);
        let (send, answer) = mpsc::channel();
        let control = Arc::new(Control::new());
        let shared = Arc::clone(&control);
        thread::spawn(move || {
            let mut adviser = player(variant, level, seed);
            let act = adviser.act(&game, game.now(), &shared);
            // The receiver is gone if the hint was cancelled.
            let _ = send.send(advised(act));
        });
        self.advising = Some(Advising { answer, control });
    }

    /// The requested hint, if it is ready.
    pub(super) fn poll_hint(&mut self) -> Hint {
        let Some(advising) = &self.advising else {
            return Hint::None;
        };
        let hint = match advising.answer.try_recv() {
            Err(TryRecvError::Empty) => return Hint::None,
            Ok(Some(mv)) => Hint::Found(mv),
            Ok(None) | Err(TryRecvError::Disconnected) => Hint::Nothing,
        };
        self.advising = None;
        hint
    }

    /// Returns whether a hint is in progress.
    pub(super) fn is_advising(&self) -> bool {
        self.advising.is_some()
    }

    /// Cancels the hint.
    pub(super) fn cancel_hint(&mut self) {
        if let Some(advising) = self.advising.take() {
            advising.control.stop();
        }
    }
}

fn advised(act: Option<Act>) -> Option<Move> {
    match act? {
        Act::Play {
            deed: Deed::Move(mv),
            ..
        } => Some(mv),
        _ => None,
    }
}

fn player(variant: Variant, level: Level, seed: u64) -> ComputerPlayer {
    let options = SearchOptions {
        hash_mebibytes: HASH_MEBIBYTES,
        ..SearchOptions::default()
    };
    ComputerPlayer::new(variant, level, seed, options)
}
