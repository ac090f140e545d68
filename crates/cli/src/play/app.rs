//! The state of a game in the terminal, independent of the terminal.

use super::computer::{Computer, Hint};
use super::words::TypedWord;
use komadai_core::{
    AnyPosition, Color, HandKind, Move, MoveAction, Piece, Promotion, Rules, Square, Variant,
};
use komadai_engine::player::claim_out_of_turn;
use komadai_game::narrate::{self, Language};
use komadai_game::{
    Act, Actor, Claim, Command, Deed, Event, Fact, Game, Millis, Offer, Opening, Phase, decide,
};
use komadai_kifu::notation::{MoveTextError, Notation, parse_any};
use std::path::PathBuf;

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SeatHolder {
    Human,
    Computer,
}

/// How pieces are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Faces {
    Kanji,
    Letters,
}

/// Where the cursor is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ScreenCursor {
    Board(Square),
    /// A kind in the hand of the side to move.
    Hand(HandKind),
}

/// A piece that has been picked up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Picked {
    Board(Square),
    Hand(HandKind),
}

/// A question to the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// Whether to promote.
    Promote { from: Square, to: Square },
    /// Whether to confirm an action.
    Confirm(Grave),
}

/// An action that must be confirmed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Grave {
    Resign,
    Declare,
    Quit,
}

/// The effect of a key on the terminal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    None,
    Quit,
    Save(PathBuf),
}

/// A game at the terminal.
pub(super) struct PlayApp {
    pub(super) game: Game,
    pub(super) events: Vec<Event>,
    pub(super) seats: [SeatHolder; 2],
    pub(super) computer: Computer,
    pub(super) faces: Faces,
    pub(super) bottom: Color,
    pub(super) cursor: ScreenCursor,
    pub(super) picked: Option<Picked>,
    pub(super) question: Option<Question>,
    pub(super) input: String,
    pub(super) message: String,
    pub(super) hint: Option<Move>,
    pub(super) show_help: bool,
    /// The moves as text: in kanji and in letters.
    pub(super) texts: Vec<[String; 2]>,
}

impl PlayApp {
    pub(super) fn new(
        opening: Opening,
        seats: [SeatHolder; 2],
        computer: Computer,
        faces: Faces,
    ) -> anyhow::Result<PlayApp> {
        let game = Game::new(opening)?;
        let bottom = match seats {
            [SeatHolder::Computer, SeatHolder::Human] => Color::White,
            _ => Color::Black,
        };
        Ok(PlayApp {
            game,
            events: Vec::new(),
            seats,
            computer,
            faces,
            bottom,
            cursor: ScreenCursor::Board(Square::S55),
            picked: None,
            question: None,
            input: String::new(),
            message: "arrows and Enter move pieces; or type a move; ? for help".to_owned(),
            hint: None,
            show_help: false,
            texts: Vec::new(),
        })
    }

    /// Starts the game.
    pub(super) fn start(&mut self, at: Millis) {
        self.submit(Actor::Host, Act::Start, at);
    }

    /// Sends a command to the game and applies its events.
    pub(super) fn submit(&mut self, by: Actor, act: Act, at: Millis) -> bool {
        match decide(&self.game, Command::new(by, act), at) {
            Ok(events) => {
                for event in events {
                    self.take(event);
                }
                true
            }
            Err(refusal) => {
                self.message = refusal.to_string();
                false
            }
        }
    }

    fn take(&mut self, event: Event) {
        if let Fact::Moved(moved) = &event.fact {
            self.texts.push(self.both_texts(moved.deed));
        }
        self.game.apply(&event);
        self.texts.truncate(self.game.ply() as usize);
        self.events.push(event);
        self.picked = None;
        self.hint = None;
        self.computer.cancel_hint();
        if let Phase::Finished(outcome) = self.game.phase() {
            self.question = None;
            self.message = narrate::outcome(Language::English, &self.game, &outcome);
        }
    }

    fn both_texts(&self, deed: Deed) -> [String; 2] {
        match deed {
            Deed::PromotedDrop { .. } => [deed.to_string(), deed.to_string()],
            Deed::Move(mv) => {
                let (position, previous) = (self.game.position(), self.last_target());
                [Faces::Kanji, Faces::Letters].map(|faces| move_text(position, mv, previous, faces))
            }
        }
    }

    /// Returns whether it is a person's turn.
    pub(super) fn human_to_move(&self) -> bool {
        self.game.is_running() && self.seats[self.game.turn().index()] == SeatHolder::Human
    }

    /// The side that a person at the keyboard acts for.
    pub(super) fn acting(&self) -> Color {
        match self.seats {
            [SeatHolder::Human, SeatHolder::Computer] => Color::Black,
            [SeatHolder::Computer, SeatHolder::Human] => Color::White,
            _ => self.game.turn(),
        }
    }

    /// Lets the clock and the computer act.
    pub(super) fn tick(&mut self, at: Millis) {
        if self
            .game
            .next_deadline()
            .is_some_and(|deadline| deadline <= at)
        {
            self.submit(Actor::Clock, Act::Tick, at);
        }
        self.show_hint();
        self.claim_for_computer(at);
        let thinking = self.game.is_running() && !self.human_to_move();
        if !thinking {
            return;
        }
        let color = self.game.turn();
        if let Some(act) = self.computer.poll(&self.game, at) {
            self.message.clear();
            if !self.submit(Actor::Player(color), act, at) {
                // The computer's act was refused by the rules: resign rather than hang.
                self.submit(Actor::Player(color), Act::Resign, at);
            }
        }
    }

    /// The computer watches the other clock, too, where flags have to be claimed (FESA 8.8).
    fn claim_for_computer(&mut self, at: Millis) {
        let waiting = !self.game.turn();
        if self.seats[waiting.index()] != SeatHolder::Computer {
            return;
        }
        if let Some(claim) = claim_out_of_turn(&self.game, waiting, at) {
            self.submit(Actor::Player(waiting), Act::Claim(claim), at);
        }
    }

    /// Handles a typed line: a move in any notation, or a command.
    pub(super) fn enter(&mut self, at: Millis) -> Effect {
        let text = std::mem::take(&mut self.input);
        let text = text.trim();
        if text.is_empty() {
            return Effect::None;
        }
        match text.parse::<TypedWord>() {
            Ok(word) => self.say(word, at),
            Err(()) => {
                self.play_text(text, at);
                Effect::None
            }
        }
    }

    fn play_text(&mut self, text: &str, at: Millis) {
        if !self.human_to_move() {
            self.message = "it is not your turn".to_owned();
            return;
        }
        let previous = self.last_target();
        match parse_any(self.game.position(), text, previous) {
            Ok(mv) => self.play(mv.into(), at),
            // The rules of the game say what becomes of an illegal move.
            Err(MoveTextError::Illegal(illegal)) => self.play(illegal.mv.into(), at),
            Err(error) => match text.parse::<Deed>() {
                Ok(deed) => self.play(deed, at),
                Err(_) => self.message = format!("{text}: {error}"),
            },
        }
    }

    pub(super) fn last_target(&self) -> Option<Square> {
        match self.game.deeds().last()? {
            (_, Deed::Move(mv)) => Some(mv.to()),
            (_, Deed::PromotedDrop { to, .. }) => Some(to),
        }
    }

    pub(super) fn play(&mut self, deed: Deed, at: Millis) {
        let color = self.game.turn();
        self.message.clear();
        self.submit(Actor::Player(color), Act::play(deed), at);
    }

    /// Executes a typed command.
    fn say(&mut self, word: TypedWord, at: Millis) -> Effect {
        let acting = self.acting();
        let by = Actor::Player(acting);
        match word {
            TypedWord::Help => self.show_help = !self.show_help,
            TypedWord::Quit if !self.game.is_running() => return Effect::Quit,
            TypedWord::Quit => self.question = Some(Question::Confirm(Grave::Quit)),
            TypedWord::Save(path) => return Effect::Save(path),
            TypedWord::Resign => self.question = Some(Question::Confirm(Grave::Resign)),
            TypedWord::Declare => self.question = Some(Question::Confirm(Grave::Declare)),
            TypedWord::ClaimIllegalMove => {
                let claim = Claim::IllegalMove { offender: !acting };
                self.claim(by, claim, at);
            }
            TypedWord::ClaimFlag => self.claim(by, Claim::Flag, at),
            TypedWord::ClaimRepetition => self.claim(by, Claim::Repetition { next: None }, at),
            TypedWord::Undo => self.undo(acting, at),
            TypedWord::Count => {
                self.submit(by, Act::Offer(Offer::Count), at);
                self.answer_offer(Offer::Count, !acting, at);
            }
            TypedWord::Hint => self.ask_hint(),
            TypedWord::Flip => self.bottom = !self.bottom,
            TypedWord::Pieces => {
                self.faces = match self.faces {
                    Faces::Kanji => Faces::Letters,
                    Faces::Letters => Faces::Kanji,
                };
            }
        }
        Effect::None
    }

    fn claim(&mut self, by: Actor, claim: Claim, at: Millis) {
        if self.submit(by, Act::Claim(claim), at) && self.game.is_running() {
            self.message = "the claim was wrong".to_owned();
        }
    }

    /// Takes back the last move of a side, if the rules allow it by agreement.
    fn undo(&mut self, acting: Color, at: Millis) {
        // With two people at one board the last mover asks.
        let asking = match self.seats {
            [SeatHolder::Human, SeatHolder::Human] => !acting,
            _ => acting,
        };
        if self.submit(Actor::Player(asking), Act::Offer(Offer::TakeBack), at) {
            self.answer_offer(Offer::TakeBack, !asking, at);
            self.computer.forget();
        }
    }

    /// The computer grants take-backs and counts; so does the other person at the same keyboard.
    fn answer_offer(&mut self, offer: Offer, by: Color, at: Millis) {
        if self.game.offer(offer) == Some(!by) {
            self.submit(Actor::Player(by), Act::Accept(offer), at);
        }
    }

    fn ask_hint(&mut self) {
        if !self.game.help().engine.is_yes() {
            self.message = "these rules give no hints (FESA 11.2)".to_owned();
        } else if self.human_to_move() {
            self.hint = None;
            self.computer.ask_hint(&self.game);
            self.message = "looking for a hint; Esc cancels".to_owned();
        }
    }

    fn show_hint(&mut self) {
        match self.computer.poll_hint() {
            Hint::None => {}
            Hint::Nothing => self.message = "no hint".to_owned(),
            Hint::Found(mv) => {
                self.hint = Some(mv);
                let text = move_text(self.game.position(), mv, self.last_target(), self.faces);
                self.message = format!("hint: {text}");
            }
        }
    }

    /// Cancels a requested hint.
    pub(super) fn cancel_hint(&mut self) {
        if self.computer.is_advising() {
            self.computer.cancel_hint();
            self.message.clear();
        }
    }

    /// Answers a question.
    pub(super) fn answer(&mut self, yes: bool, at: Millis) -> Effect {
        match self.question.take() {
            None => {}
            Some(Question::Promote { from, to }) => {
                let promotion = if yes {
                    Promotion::Promote
                } else {
                    Promotion::Keep
                };
                if let Some(mv) = Move::board(from, to, promotion) {
                    self.play(mv.into(), at);
                }
            }
            Some(Question::Confirm(_)) if !yes => self.message.clear(),
            Some(Question::Confirm(word)) => {
                let by = Actor::Player(self.acting());
                match word {
                    Grave::Quit => return Effect::Quit,
                    Grave::Resign => {
                        self.submit(by, Act::Resign, at);
                    }
                    Grave::Declare => {
                        self.submit(by, Act::Declare, at);
                    }
                }
            }
        }
        Effect::None
    }

    /// Picks up a piece, or puts down the picked one.
    pub(super) fn press_cursor(&mut self, at: Millis) {
        if !self.human_to_move() {
            self.message = "it is not your turn".to_owned();
            return;
        }
        let own = self.game.turn();
        match (self.picked, self.cursor) {
            (_, ScreenCursor::Hand(kind)) => {
                if self.game.position().hand(own).has(kind) {
                    self.picked = Some(Picked::Hand(kind));
                }
            }
            (Some(Picked::Board(from)), ScreenCursor::Board(to)) if from == to => {
                self.picked = None
            }
            (Some(Picked::Board(from)), ScreenCursor::Board(to)) => {
                let target = self.game.position().piece_on(to);
                if target.is_some_and(|piece| piece.color() == own)
                    && self.game.help().board.is_yes()
                {
                    self.picked = Some(Picked::Board(to));
                } else {
                    self.put_down(from, to, at);
                }
            }
            (Some(Picked::Hand(kind)), ScreenCursor::Board(to)) => {
                self.picked = None;
                self.play(Move::drop(kind, to).into(), at);
            }
            (None, ScreenCursor::Board(square)) => {
                let piece = self.game.position().piece_on(square);
                if piece.is_some_and(|piece| piece.color() == own) {
                    self.picked = Some(Picked::Board(square));
                }
            }
        }
    }

    fn put_down(&mut self, from: Square, to: Square, at: Millis) {
        self.picked = None;
        let position = self.game.position();
        let Some(piece) = position.piece_on(from) else {
            return;
        };
        match promotion_choice(position, piece, from, to) {
            Choice::Ask => self.question = Some(Question::Promote { from, to }),
            Choice::Only(promotion) => {
                if let Some(mv) = Move::board(from, to, promotion) {
                    self.play(mv.into(), at);
                }
            }
        }
    }

    /// The targets of the picked piece, if the rules allow help.
    pub(super) fn targets(&self) -> Vec<Square> {
        let Some(picked) = self.picked else {
            return Vec::new();
        };
        if !self.game.help().board.is_yes() {
            return Vec::new();
        }
        let fits = |mv: &Move| match picked {
            Picked::Board(from) => mv.from() == Some(from),
            Picked::Hand(kind) => {
                matches!(mv.action(), MoveAction::Drop { kind: dropped, .. } if dropped == kind)
            }
        };
        let moves = self.game.position().legal_moves();
        moves.iter().copied().filter(fits).map(Move::to).collect()
    }
}

enum Choice {
    Ask,
    Only(Promotion),
}

/// A piece that may promote is asked about; one that must is not.
fn promotion_choice(position: &AnyPosition, piece: Piece, from: Square, to: Square) -> Choice {
    let zone = from.in_promotion_zone(piece.color()) || to.in_promotion_zone(piece.color());
    let promotable = match position.variant() {
        Variant::Shogi => komadai_core::Shogi::PROMOTABLE,
        Variant::Seireigi => komadai_core::Seireigi::PROMOTABLE,
    };
    if !zone || !promotable.contains(piece.kind()) {
        return Choice::Only(Promotion::Keep);
    }
    let legal =
        |promotion| Move::board(from, to, promotion).is_some_and(|mv| position.explain(mv).is_ok());
    match (legal(Promotion::Promote), legal(Promotion::Keep)) {
        (true, false) => Choice::Only(Promotion::Promote),
        _ => Choice::Ask,
    }
}

pub(super) fn move_text(
    position: &AnyPosition,
    mv: Move,
    previous: Option<Square>,
    faces: Faces,
) -> String {
    let notation = match faces {
        Faces::Kanji => Notation::Japanese,
        Faces::Letters => Notation::Hosking,
    };
    notation.format_or_usi(position, mv, previous)
}
