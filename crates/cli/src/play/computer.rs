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

    /// A good move in the present position.
    pub(super) fn hint(&self, game: &Game) -> Option<Move> {
        let level = Level::try_from(HINT_LEVEL).unwrap_or(Level::FULL);
        let mut adviser = player(self.variant, level, self.seed);
        match adviser.act(game, game.now(), &Control::new())? {
            Act::Play {
                deed: Deed::Move(mv),
                ..
            } => Some(mv),
            _ => None,
        }
    }
}

fn player(variant: Variant, level: Level, seed: u64) -> Player {
    let options = Options {
        hash_mebibytes: HASH_MEBIBYTES,
        ..Options::default()
    };
    Player::new(variant, level, seed, options)
}
