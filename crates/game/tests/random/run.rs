//! One random game, with everything that must hold checked at every step.

use super::commands::{self, Style};
use super::coverage::Coverage;
use super::ledger::Ledger;
use super::{Rng, openings};
use komadai_core::{ByColor, Color};
use komadai_game::clock::Face;
use komadai_game::{
    Act, Actor, Allowed, Claim, ClockSide, Command, Decision, Event, Fact, Game, Millis, Opening,
    Phase, Ruling, Verdict, Wanted, decide,
};

/// Commands after which a game is given up.
const LONGEST: u32 = 400;

/// A reading of both clocks and how many events went before it.
struct Reading {
    events: usize,
    at: Millis,
    faces: ByColor<Option<Face>>,
}

/// A game in the making.
pub(crate) struct Run<'c> {
    rng: Rng,
    pub(crate) game: Game,
    pub(crate) events: Vec<Event>,
    ledger: Ledger,
    readings: Vec<Reading>,
    styles: ByColor<Style>,
    /// How long things take.
    pace: u64,
    now: Millis,
    coverage: &'c mut Coverage,
}

/// Plays one random game.
pub(crate) fn game(seed: u64, coverage: &mut Coverage) {
    let mut rng = Rng::new(seed);
    let opening = openings::opening(&mut rng);
    let mut run = Run::new(opening, rng, coverage);
    run.play(LONGEST);
    run.check_replay();
}

impl<'c> Run<'c> {
    pub(crate) fn new(opening: Opening, mut rng: Rng, coverage: &'c mut Coverage) -> Run<'c> {
        let ledger = Ledger::new(&opening);
        let styles = ByColor([0; 2].map(|_| rng.pick(&Style::ALL)));
        let pace = rng.pick(&[1, 1, 4, 16]);
        coverage.games += 1;
        Run {
            rng,
            game: Game::new(opening).expect("random openings are in order"),
            events: Vec::new(),
            ledger,
            readings: Vec::new(),
            styles,
            pace,
            now: Millis::ZERO,
            coverage,
        }
    }

    /// Commands until the game is over, and a few more.
    pub(crate) fn play(&mut self, most: u32) {
        let mut after = 0;
        for _ in 0..most {
            self.step();
            if let Phase::Finished(_) = self.game.phase() {
                after += 1;
                if after > 8 {
                    return;
                }
            }
        }
    }

    /// One command at a later instant.
    pub(crate) fn step(&mut self) {
        let mut at = self.instant();
        if self.rng.chance(20) {
            self.read(at);
        }
        let command = commands::command(&mut self.rng, &self.game, self.styles);
        if self.rng.chance(1) && at > Millis::ZERO {
            at = at.minus(Millis::new(1 + self.rng.next_u64() % 5_000));
        }
        if self.rng.chance(4) {
            self.check_may();
        }
        self.coverage.commands += 1;
        let finished = matches!(self.game.phase(), Phase::Finished(_));
        match decide(&self.game, command.clone(), at) {
            Err(refusal) => {
                self.coverage.refusal(&refusal);
                assert_eq!(refusal.by, command.by);
                let again = decide(&self.game, command, at);
                assert_eq!(again, Err(refusal));
            }
            Ok(events) => {
                let may_follow =
                    |event: &Event| event.fact == Fact::Greeted || event.by == Actor::Arbiter;
                assert!(!finished || events.iter().all(may_follow), "{events:?}");
                for event in events {
                    assert!(event.at >= self.game.now() && event.at <= at.max(event.at));
                    self.take(event);
                }
            }
        }
        self.now = self.now.max(at);
    }

    /// Some time later; now and then just when the flag falls.
    fn instant(&mut self) -> Millis {
        let later = |rng: &mut Rng, most: u64| rng.next_u64() % most;
        let pass = match self.rng.below(20) {
            0..=3 => 0,
            4..=17 => later(&mut self.rng, 100 * self.pace),
            18 => later(&mut self.rng, 300 * self.pace),
            _ if self.rng.chance(5) => later(&mut self.rng, 120_000),
            _ => later(&mut self.rng, 1_000 * self.pace),
        };
        let at = self.now.plus(Millis::new(pass));
        match self.game.next_deadline() {
            Some(deadline) if self.rng.chance(3) => {
                let around = deadline.plus(Millis::new(self.rng.next_u64() % 3));
                self.now.max(around.minus(Millis::new(1)))
            }
            _ => at,
        }
    }

    /// Takes an event in and checks what it did to the clocks.
    fn take(&mut self, event: Event) {
        let at = event.at;
        let before = ByColor(Color::ALL.map(|color| self.game.clock(color, at)));
        self.game.apply(&event);
        self.ledger.take(&event, &self.game);
        self.coverage.event(&event);
        for color in Color::ALL {
            let face = self.game.clock(color, at);
            assert_eq!(face, self.ledger.face(color, at), "{color} {event:?}");
            if let (Some(before), Some(after)) = (before[color], face) {
                self.check_gain(color, before, after, &event);
            }
            self.ledger.check_sum(&self.game, color, at);
        }
        self.events.push(event);
    }

    /// Nobody gains time but by the end of an own turn, a ruling or the opponent's wrong claim.
    fn check_gain(&self, color: Color, before: Face, after: Face, event: &Event) {
        let gives = match &event.fact {
            Fact::Moved(moved) => moved.color == color,
            Fact::Pressed => event.by == Actor::Player(color),
            Fact::ClaimRejected(_) => true,
            // What was spent goes with the players.
            Fact::Tossed(_) => true,
            Fact::Ruled(ruling) => matches!(
                ruling.decision,
                Decision::AwardTime { .. }
                    | Decision::SetClock { .. }
                    | Decision::SetControl { .. }
                    | Decision::Penalize { .. }
            ),
            _ => false,
        };
        if gives {
            return;
        }
        assert!(after.main <= before.main, "{color} {event:?}");
        // A turn that somebody else's fault cuts short gives back its period, and nothing else.
        let renews = match &event.fact {
            Fact::TakenBack { .. } | Fact::Started => true,
            Fact::PressedBack => event.by == Actor::Player(color),
            Fact::Ruled(ruling) => matches!(ruling.decision, Decision::RestorePosition { .. }),
            _ => false,
        };
        assert!(renews || after.period <= before.period, "{color} {event:?}");
        assert!(after.periods <= before.periods, "{color} {event:?}");
    }

    /// Reads both clocks at an instant, to be read again when the game is replayed.
    fn read(&mut self, at: Millis) {
        let between = self.game.now().get()..=at.get().max(self.game.now().get());
        let span = between.end() - between.start() + 1;
        let at = Millis::new(between.start() + self.rng.next_u64() % span);
        let faces = ByColor(Color::ALL.map(|color| self.game.clock(color, at)));
        for color in Color::ALL {
            assert_eq!(faces[color], self.ledger.face(color, at), "{color} {at:?}");
            self.ledger.check_sum(&self.game, color, at);
        }
        self.readings.push(Reading {
            events: self.events.len(),
            at,
            faces,
        });
    }

    /// The log alone gives the same game and the same readings.
    pub(crate) fn check_replay(&self) {
        let opening = self.game.opening().clone();
        let replayed = Game::replay(opening.clone(), &self.events).expect("it began once");
        assert!(replayed == self.game, "{replayed:?}\n{:?}", self.game);
        let mut game = Game::new(opening).expect("it began once");
        let mut readings = self.readings.iter().peekable();
        for count in 0..=self.events.len() {
            while let Some(reading) = readings.next_if(|reading| reading.events == count) {
                let faces = ByColor(Color::ALL.map(|color| game.clock(color, reading.at)));
                assert_eq!(faces, reading.faces, "after {count} events");
            }
            if let Some(event) = self.events.get(count) {
                game.apply(event);
                let public = event.public(Allowed::No);
                if let Fact::Moved(moved) = public.fact {
                    assert_eq!((moved.breach, moved.check), (None, false));
                }
            }
        }
    }

    fn last_move_was_illegal(&self) -> bool {
        let mut moves = self.events.iter().rev();
        let last = moves.find_map(|event| match &event.fact {
            Fact::Moved(moved) => Some(moved.breach.is_some()),
            Fact::TakenBack { .. } => Some(false),
            Fact::Ruled(ruling) => match ruling.decision {
                Decision::RestorePosition { .. } => Some(false),
                _ => None,
            },
            _ => None,
        });
        last.unwrap_or(false)
    }

    /// Whatever an actor may do is accepted.
    fn check_may(&mut self) {
        let actors = [
            Actor::BLACK,
            Actor::WHITE,
            Actor::Arbiter,
            Actor::Bystander,
            Actor::Clock,
            Actor::Host,
        ];
        let actor = self.rng.pick(&actors);
        let at = self.game.now();
        for wanted in self.game.may(actor) {
            if wanted == Wanted::TakeBack && !self.last_move_was_illegal() {
                // It is open to whoever might have moved illegally: whether he did must not be told.
                continue;
            }
            let acts = acts_for(&self.game, actor, wanted);
            let accepts = |act: Act| decide(&self.game, Command::new(actor, act), at).is_ok();
            let tried = acts.len();
            assert!(
                acts.into_iter().any(accepts),
                "{actor} may {wanted}, but none of {tried} is accepted: {:?}",
                self.game.opening().rules
            );
        }
    }
}

/// Acts of a kind, one of which must be accepted if the kind is offered.
fn acts_for(game: &Game, actor: Actor, wanted: Wanted) -> Vec<Act> {
    let all_claims = || {
        Color::ALL
            .map(|offender| Act::Claim(Claim::IllegalMove { offender }))
            .to_vec()
    };
    let one = |act| vec![act];
    match wanted {
        Wanted::Play => {
            let mut acts: Vec<Act> = game
                .position()
                .legal_moves()
                .iter()
                .map(|&mv| Act::play(mv.into()))
                .collect();
            if acts.is_empty() {
                // Mated by a move that nobody has claimed: any move is illegal, and can be played.
                let mut rng = Rng::new(u64::from(game.ply()));
                let color = actor.color().expect("only players move");
                acts.extend((0..400).map(|_| Act::play(commands::deed(&mut rng, game, color))));
            }
            acts
        }
        Wanted::TakeBack => one(Act::TakeBack),
        Wanted::PlaceClock => one(Act::PlaceClock(ClockSide::Left)),
        Wanted::Toss => one(Act::Toss(komadai_game::furigoma::Toss(
            [komadai_game::furigoma::PawnFace::Promoted; 5],
        ))),
        Wanted::CommitToss => one(Act::CommitToss(commands::SEED.commitment())),
        Wanted::AddNonce => one(Act::AddNonce([1; 32])),
        Wanted::RevealToss => one(Act::RevealToss(commands::SEED)),
        Wanted::Arrive => one(Act::Arrive),
        Wanted::Greet => one(Act::Greet),
        Wanted::Start => one(Act::Start),
        Wanted::Press => one(Act::Press),
        Wanted::Resign => one(Act::Resign),
        Wanted::Declare => one(Act::Declare),
        Wanted::ClaimIllegalMove => all_claims(),
        Wanted::ClaimFlag => one(Act::Claim(Claim::Flag)),
        Wanted::ClaimRepetition => one(Act::Claim(Claim::Repetition { next: None })),
        Wanted::ClaimCount => one(Act::Claim(Claim::Count)),
        Wanted::Offer(offer) => one(Act::Offer(offer)),
        Wanted::Accept(offer) => one(Act::Accept(offer)),
        Wanted::Decline(offer) => one(Act::Decline(offer)),
        Wanted::CallArbiter => one(Act::CallArbiter("!".into())),
        Wanted::Displace => one(Act::Displace),
        Wanted::PutBack => one(Act::PutBack),
        Wanted::AskToArrange => one(Act::AskToArrange),
        Wanted::Arrange => one(Act::Arrange),
        Wanted::Tick => one(Act::Tick),
        Wanted::Rule => {
            let reason = || "as it is".into();
            vec![
                Act::Rule(Ruling {
                    decision: Decision::Abort,
                    reason: reason(),
                }),
                Act::Rule(Ruling {
                    decision: Decision::Result(Verdict::Draw),
                    reason: reason(),
                }),
                Act::Rule(Ruling {
                    decision: Decision::Pause,
                    reason: reason(),
                }),
            ]
        }
    }
}
