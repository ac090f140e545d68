//! The computer player in a room.

use super::room::Room;
use crate::engines::{Asker, Search, SearchRequest};
use crate::secret;
use komadai_core::Color;
use komadai_engine::player::claim_out_of_turn;
use komadai_game::{Act, Actor, Command, Game, Offer, Phase, Wanted};
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// The computer moves at once when its opponent has been away for this long.
const AWAY_GRACE: Duration = Duration::from_secs(5);

/// The state of the computer's search.
#[derive(Debug)]
pub(super) struct Thinking {
    search: Option<(Question, Search)>,
    /// The network of the opponent's last connection.
    network: Option<IpAddr>,
    /// Since when no player is connected; `None` while one is, and once the search was hurried.
    away_since: Option<Instant>,
}

/// The position that a search is about. Offers and other acts that leave it alone do not restart the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Question {
    ply: u32,
    key: u64,
}

impl Question {
    fn of(game: &Game) -> Question {
        Question {
            ply: game.ply(),
            key: game.position().key(),
        }
    }
}

impl Thinking {
    pub(super) fn new() -> Thinking {
        Thinking {
            search: None,
            network: None,
            away_since: Some(Instant::now()),
        }
    }

    pub(super) fn is_busy(&self) -> bool {
        self.search.is_some()
    }

    /// Waits for the answer of the search; forever if there is none.
    pub(super) async fn answer(&mut self) -> Option<Act> {
        match &mut self.search {
            Some((_, search)) => search.answer().await,
            None => std::future::pending().await,
        }
    }

    pub(super) fn player_came(&mut self, network: IpAddr) {
        self.network = Some(network);
        self.away_since = None;
    }

    pub(super) fn players_left(&mut self) {
        self.away_since.get_or_insert_with(Instant::now);
    }

    /// When the search must be hurried because the opponent is away.
    pub(super) fn hurry_at(&self) -> Option<Instant> {
        let (_, search) = self.search.as_ref()?;
        let since = self.away_since.filter(|_| !search.is_hurried())?;
        Some(since + AWAY_GRACE)
    }

    pub(super) fn hurry(&self) {
        if let Some((_, search)) = &self.search {
            search.hurry();
        }
    }
}

impl Room {
    /// The level of a side's player, if it is the computer.
    fn level(&self, color: Color) -> Option<u8> {
        self.loaded.seats.level(color, self.game())
    }

    /// Asks the computer for its move, unless it is already thinking about this position. Stops a search that is
    /// no longer needed.
    pub(super) fn ask_computer(&mut self) {
        let game = self.game();
        let Some(level) = self.level(game.turn()).filter(|_| game.is_running()) else {
            self.thinking.search = None;
            return;
        };
        let question = Question::of(game);
        let current = self.thinking.search.as_ref().map(|(about, _)| *about);
        if current == Some(question) {
            return;
        }
        let [black, white] = &self.loaded.seats.players.0;
        let opponent = if black.level.is_none() { black } else { white };
        let request = SearchRequest {
            game: game.clone(),
            level,
            at: self.now(),
            asker: Asker {
                person: opponent.key.clone(),
                network: self.thinking.network,
            },
        };
        let search = self.state.engines.request(request);
        self.thinking.search = Some((question, search));
    }

    /// Handles the answer of an engine thread.
    pub(super) async fn handle_computer_answer(&mut self, act: Option<Act>) {
        let asked = self.thinking.search.take().map(|(question, _)| question);
        let is_current = asked == Some(Question::of(self.game()));
        match act {
            Some(act) if is_current => {
                let by = Actor::Player(self.game().turn());
                let now = self.now();
                self.command(Command::new(by, act), now, None).await;
            }
            _ => self.ask_computer(),
        }
    }

    /// The computer's acts besides moves: arriving, the toss, greetings and answers to offers.
    pub(super) fn next_computer_command(&self) -> Option<(Actor, Act)> {
        let sides = Color::ALL.into_iter();
        sides
            .filter(|&color| self.level(color).is_some())
            .find_map(|color| self.computer_command(color))
    }

    fn computer_command(&self, color: Color) -> Option<(Actor, Act)> {
        let game = self.game();
        let actor = Actor::Player(color);
        if self.loaded.is_over() {
            return None;
        }
        if game.phase() == Phase::Preparing {
            if !game.has_arrived(color) {
                return Some((actor, Act::Arrive));
            }
            if game.may(actor).contains(&Wanted::AddNonce) {
                return Some((actor, Act::AddNonce(secret::bytes())));
            }
            return None;
        }
        if let Some(claim) = claim_out_of_turn(game, color, self.now()) {
            return Some((actor, Act::Claim(claim)));
        }
        let proposed = |offer: &Offer| game.offer(*offer) == Some(!color);
        let offer = Offer::ALL.into_iter().find(proposed)?;
        let answer = match offer {
            Offer::TakeBack | Offer::Cancel | Offer::Count => Act::Accept(offer),
            Offer::Draw => Act::Decline(offer),
        };
        // Offers that the rules do not let it accept are declined.
        let accepts = game.may(actor).contains(&Wanted::Accept(offer));
        match answer {
            Act::Accept(offer) if !accepts => Some((actor, Act::Decline(offer))),
            answer => Some((actor, answer)),
        }
    }
}
