//! The opponent, who thinks beside the screen.

use komadai_core::{Color, Move, Variant};
use komadai_engine::player::Player;
use komadai_game::{Act, Deed, Game, Millis};
use komadai_search::{Control, Level, Options};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

/// The level that gives hints: good, and quick.
const HINT_LEVEL: u32 = 15;

/// Small: the computer player lives beside a terminal.
const HASH_MEBIBYTES: usize = 32;

/// A player in a thread of its own.
pub(super) struct Computer {
    variant: Variant,
    level: Level,
    seed: u64,
    player: Option<Player>,
    thinking: Option<Thinking>,
    advising: Option<Advising>,
}

/// A hint that is being thought about.
struct Advising {
    answer: Receiver<Option<Move>>,
    control: Arc<Control>,
}

/// What became of the wish for a hint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hint {
    /// Nobody asked, or it is not found yet.
    None,
    Found(Move),
    /// There is no move to advise.
    Nothing,
}

struct Thinking {
    answer: Receiver<(Player, Option<Act>)>,
    control: Arc<Control>,
    /// The position that is thought about: whose turn, after how many moves.
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

    /// What the computer does, once it knows; begins to think if it does not yet.
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
                // The thread fell over: resigning is better than waiting for it.
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
            // Nobody listens if the game has been left.
            let _ = send.send((thinker, act));
        });
        self.thinking = Some(Thinking {
            answer,
            control,
            at: position,
        });
    }

    /// The game has changed behind the thinker's back.
    pub(super) fn forget(&mut self) {
        if let Some(thinking) = &self.thinking {
            thinking.control.stop();
        }
    }

    /// Begins to look for a good move in the present position, beside the screen.
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
            // Nobody listens if the hint has been cancelled.
            let _ = send.send(advised(act));
        });
        self.advising = Some(Advising { answer, control });
    }

    /// The hint that was asked for, once it is found.
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

    /// Is a hint being thought about?
    pub(super) fn is_advising(&self) -> bool {
        self.advising.is_some()
    }

    /// Nobody wants the hint any more.
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

fn player(variant: Variant, level: Level, seed: u64) -> Player {
    let options = Options {
        hash_mebibytes: HASH_MEBIBYTES,
        ..Options::default()
    };
    Player::new(variant, level, seed, options)
}
