//! Random commands that lead deep into games: mostly sensible ones, some nonsense.

use super::Rng;
use komadai_core::{ByColor, Color, HandKind, Illegal, Move, Promotion, Square};
use komadai_game::furigoma::{PawnFace, Seed, Toss};
use komadai_game::{
    Act, Actor, Claim, ClockSide, Command, Decision, Deed, Game, Ground, Millis, Offer, Penalty,
    Phase, Ruling, Suspension, TimeControl, Verdict, decide,
};

/// How a player plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// Any legal move.
    Wild,
    /// Checks whenever it can, most gladly where it has checked before.
    Checking,
    /// Moves to and fro, to positions that have been there before.
    Shuffling,
    /// Mates whenever it can.
    Mating,
    /// Often illegal.
    Careless,
}

impl Style {
    pub(crate) const ALL: [Style; 5] = [
        Style::Wild,
        Style::Checking,
        Style::Shuffling,
        Style::Mating,
        Style::Careless,
    ];
}

const ACTORS: [Actor; 6] = [
    Actor::BLACK,
    Actor::WHITE,
    Actor::Arbiter,
    Actor::Bystander,
    Actor::Clock,
    Actor::Host,
];

/// What somebody wants next.
pub(crate) fn command(rng: &mut Rng, game: &Game, styles: ByColor<Style>) -> Command {
    let style = styles[game.turn()];
    if rng.chance(3) {
        return Command::new(rng.pick(&ACTORS), any_act(rng, game));
    }
    if rng.chance(30)
        && let Some(command) = overdue(game)
    {
        return command;
    }
    match game.phase() {
        Phase::Preparing => preparation(rng, game),
        Phase::Running => play(rng, game, style),
        Phase::Suspended(why) => interruption(rng, game, why),
        Phase::Finished(_) => Command::new(rng.pick(&ACTORS), any_act(rng, game)),
    }
}

/// What must be done before play can go on.
fn overdue(game: &Game) -> Option<Command> {
    let players = Color::ALL.map(Actor::Player);
    let commands = players
        .into_iter()
        .flat_map(|player| [Act::Arrive, Act::PutBack].map(|act| Command::new(player, act)));
    let mut possible = commands.filter(|command| decide(game, command.clone(), game.now()).is_ok());
    possible.next()
}

fn preparation(rng: &mut Rng, game: &Game) -> Command {
    let player = Actor::Player(rng.pick(&Color::ALL));
    let act = match rng.below(16) {
        0 => Act::Greet,
        1 => Act::PlaceClock(rng.pick(&[ClockSide::Left, ClockSide::Right])),
        2..=3 => Act::Arrive,
        4..=5 => Act::Toss(toss(rng)),
        6 => {
            let act = Act::Rule(ruling(rng, game));
            return Command::new(rng.pick(&[Actor::Arbiter, Actor::Host]), act);
        }
        7 => return Command::new(Actor::Host, Act::Toss(toss(rng))),
        8 => return Command::new(Actor::Arbiter, Act::Start),
        12..=13 => return Command::new(player, Act::AddNonce([rng.below(256) as u8; 32])),
        14 => return Command::new(Actor::Host, Act::CommitToss(SEED.commitment())),
        15 => return Command::new(Actor::Host, Act::RevealToss(seed(rng))),
        _ => return Command::new(Actor::Player(!game.turn()), Act::Start),
    };
    Command::new(player, act)
}

/// The seed that hosts commit to here.
pub(crate) const SEED: Seed = Seed([7; 32]);

/// Mostly the right seed.
fn seed(rng: &mut Rng) -> Seed {
    if rng.chance(80) { SEED } else { Seed([9; 32]) }
}

fn toss(rng: &mut Rng) -> Toss {
    Toss([0; 5].map(|_| rng.pick(&[PawnFace::Unpromoted, PawnFace::Promoted, PawnFace::NotFlat])))
}

fn play(rng: &mut Rng, game: &Game, style: Style) -> Command {
    let mover = game.turn();
    if let Some(runner) = game.running_clock()
        && rng.chance(70)
        && runner != mover
    {
        return Command::new(Actor::Player(runner), Act::Press);
    }
    if Offer::ALL.iter().any(|&offer| game.offer(offer).is_some()) && rng.chance(20) {
        return talk(rng, game);
    }
    match rng.below(100) {
        0..=79 => Command::new(Actor::Player(mover), move_act(rng, game, mover, style)),
        80..=84 => claim(rng, game),
        85..=88 => talk(rng, game),
        89 => Command::new(rng.pick(&[Actor::Clock, Actor::Host]), Act::Tick),
        90..=91 => Command::new(
            rng.pick(&[Actor::Arbiter, Actor::Host]),
            Act::Rule(ruling(rng, game)),
        ),
        _ => disorder(rng, game, style),
    }
}

/// What does not happen in every game.
fn disorder(rng: &mut Rng, game: &Game, style: Style) -> Command {
    let player = Actor::Player(rng.pick(&Color::ALL));
    let act = match rng.below(16) {
        0 => Act::CallArbiter("the clock".into()),
        1 => Act::Displace,
        2..=5 => Act::PutBack,
        6 => Act::AskToArrange,
        7 => Act::Arrange,
        8 if rng.chance(30) => Act::TakeBack,
        9 if rng.chance(20) => Act::Declare,
        10..=11 => Act::Press,
        12 => Act::Arrive,
        13 if rng.chance(20) => Act::Resign,
        14 => Act::Greet,
        _ => {
            let color = rng.pick(&Color::ALL);
            let act = move_act(rng, game, color, style);
            return Command::new(Actor::Player(color), act);
        }
    };
    Command::new(player, act)
}

fn talk(rng: &mut Rng, game: &Game) -> Command {
    let mut color = rng.pick(&Color::ALL);
    let mut offers = Offer::ALL.into_iter();
    let open = offers.find_map(|offer| Some((offer, game.offer(offer)?)));
    let act = match open {
        Some((offer, by)) => {
            color = if rng.chance(80) { !by } else { by };
            match rng.below(4) {
                0..=1 => Act::Accept(offer),
                2 => Act::Decline(offer),
                _ => Act::Offer(offer),
            }
        }
        None => Act::Offer(rng.pick(&Offer::ALL)),
    };
    Command::new(Actor::Player(color), act)
}

fn claim(rng: &mut Rng, game: &Game) -> Command {
    let color = rng.pick(&Color::ALL);
    let entered = game.position().entering_king(game.turn()).king_in_zone;
    if rng.chance(if entered { 20 } else { 1 }) {
        let declarer = Actor::Player(game.turn());
        return Command::new(declarer, Act::Declare);
    }
    let claim = match rng.below(8) {
        0..=2 => Claim::IllegalMove { offender: !color },
        3..=4 => Claim::Flag,
        5..=6 => Claim::Repetition {
            next: rng.chance(50).then(|| repeating(rng, game)).flatten(),
        },
        _ => Claim::Count,
    };
    let by = match rng.below(12) {
        0 => Actor::Bystander,
        1 => Actor::Arbiter,
        _ => Actor::Player(color),
    };
    Command::new(by, Act::Claim(claim))
}

/// The legal move whose position has stood on the board most often.
fn repeating(rng: &mut Rng, game: &Game) -> Option<Move> {
    let moves = game.position().legal_moves();
    let shift = rng.below(moves.len().max(1));
    (0..moves.len())
        .map(|i| moves[(i + shift) % moves.len()])
        .max_by_key(|&mv| game.occurrences_after(mv))
}

fn interruption(rng: &mut Rng, game: &Game, why: Suspension) -> Command {
    let rule = |decision| {
        Command::new(
            Actor::Arbiter,
            Act::Rule(Ruling {
                decision,
                reason: "as it is".into(),
            }),
        )
    };
    match (rng.below(10), why) {
        (0..=2, Suspension::Claim) => rule(Decision::Reject),
        (3..=6, Suspension::Claim) => rule(Decision::Uphold),
        (0..=1, Suspension::ArbiterCalled(_)) => claim(rng, game),
        // Now and then he does not come.
        (2, _) => Command::new(Actor::Clock, Act::Tick),
        (0..=6, _) => rule(Decision::Resume),
        (7, _) => Command::new(Actor::Arbiter, Act::Rule(ruling(rng, game))),
        _ => Command::new(rng.pick(&ACTORS), any_act(rng, game)),
    }
}

fn ruling(rng: &mut Rng, game: &Game) -> Ruling {
    let color = rng.pick(&Color::ALL);
    let time = Millis::new(rng.next_u64() % 20_000);
    let grounds = [Ground::EarlyPress, Ground::Displacement, Ground::Conduct];
    let penalty = match rng.below(24) {
        0 => Penalty::Loss,
        1 => Penalty::Expulsion,
        2..=9 => Penalty::Warning,
        10..=16 => Penalty::TimeToOpponent(time),
        _ => Penalty::TimeOff(time),
    };
    let decision = match rng.below(40) {
        0..=5 => Decision::Penalize {
            offender: color,
            penalty,
            ground: rng.pick(&grounds),
        },
        6..=9 => Decision::AwardTime { to: color, time },
        10..=13 => Decision::SetClock {
            color,
            main: time,
            periods: rng.below(4) as u32,
        },
        14..=16 => Decision::SetControl {
            color,
            control: control(rng),
        },
        17..=21 => Decision::Pause,
        22..=23 => Decision::Resume,
        24..=25 => Decision::PutBack,
        26..=29 => Decision::RestorePosition {
            ply: rng.below(game.ply() as usize + 2) as u32,
        },
        30 => Decision::WrongStart,
        31 => Decision::Uphold,
        32 => Decision::Reject,
        33 => Decision::NoShow(color),
        34 => Decision::BothNoShow,
        35 => Decision::Result(rng.pick(&[
            Verdict::Wins(color),
            Verdict::Draw,
            Verdict::BothLose,
            Verdict::NoContest,
        ])),
        36 => Decision::Abort,
        _ => Decision::Pause,
    };
    // What ends the game is rarer than what does not.
    let ends = matches!(
        decision,
        Decision::WrongStart
            | Decision::NoShow(_)
            | Decision::BothNoShow
            | Decision::Result(_)
            | Decision::Abort
    );
    let decision = match ends && !rng.chance(25) {
        true => Decision::Pause,
        false => decision,
    };
    let reason = if rng.chance(95) { "as it is" } else { " " };
    Ruling {
        decision,
        reason: reason.into(),
    }
}

fn control(rng: &mut Rng) -> TimeControl {
    let main = Millis::new(rng.next_u64() % 30_000);
    let extra = Millis::new(rng.next_u64() % 5_000);
    match rng.below(3) {
        0 => TimeControl::sudden_death(main),
        1 => TimeControl::byoyomi(main, extra),
        _ => TimeControl::increment(main, extra),
    }
}

fn move_act(rng: &mut Rng, game: &Game, color: Color, style: Style) -> Act {
    let careless = if style == Style::Careless { 15 } else { 2 };
    let illegal = color != game.turn() || rng.chance(careless);
    let deed = match illegal {
        true => Some(deed(rng, game, color)),
        false => take_king(rng, game).or_else(|| legal(rng, game, style).map(Deed::Move)),
    };
    let lag = match rng.below(6) {
        0 => Millis::new(rng.next_u64() % 6_000),
        _ => Millis::ZERO,
    };
    match deed {
        Some(deed) => Act::Play { deed, lag },
        None => Act::Resign,
    }
}

/// Takes a king that was left in check, half of the time.
fn take_king(rng: &mut Rng, game: &Game) -> Option<Deed> {
    let position = game.position();
    if !position.is_opponent_in_check() || rng.chance(50) {
        return None;
    }
    let king = position.king(!position.turn())?;
    let moves = position
        .pieces(position.turn())
        .iter()
        .filter_map(|from| Move::board(from, king, Promotion::Keep));
    moves
        .map(Deed::Move)
        .find(|deed| matches!(deed, Deed::Move(mv) if position.explain(*mv).is_ok()))
}

fn legal(rng: &mut Rng, game: &Game, style: Style) -> Option<Move> {
    let position = game.position();
    let moves = position.legal_moves();
    if moves.is_empty() {
        return None;
    }
    let shift = rng.below(moves.len());
    let shuffled = (0..moves.len()).map(|i| moves[(i + shift) % moves.len()]);
    let wanted = match style {
        _ if rng.chance(4) => None,
        Style::Wild | Style::Careless => None,
        Style::Checking => {
            let checks = shuffled.filter(|&mv| position.gives_check(mv));
            checks.max_by_key(|&mv| game.occurrences_after(mv))
        }
        Style::Mating => position.mate_in_one(),
        // In crowded positions the way back is quicker to find.
        Style::Shuffling if moves.len() > 40 => back(game).filter(|&mv| position.is_legal(mv)),
        Style::Shuffling => shuffled.max_by_key(|&mv| game.occurrences_after(mv)),
    };
    wanted.or_else(|| Some(moves[shift]))
}

/// The own last move in reverse.
fn back(game: &Game) -> Option<Move> {
    let turn = game.turn();
    let (_, deed) = game.deeds().filter(|&(color, _)| color == turn).last()?;
    match deed {
        Deed::Move(mv) => Move::board(mv.to(), mv.from()?, Promotion::Keep),
        Deed::PromotedDrop { .. } => None,
    }
}

/// Anything that a hand can do, seldom legal.
pub(crate) fn deed(rng: &mut Rng, game: &Game, color: Color) -> Deed {
    let position = game.position();
    if rng.chance(25)
        && let Some(mv) = subtle(rng, game)
    {
        return Deed::Move(mv);
    }
    let to = rng.pick(&Square::ALL);
    let held: Vec<HandKind> = position
        .hand(color)
        .iter()
        .filter_map(|(kind, count)| (count > 0).then_some(kind))
        .collect();
    if !held.is_empty() && rng.chance(40) {
        let kind = rng.pick(&held);
        return match rng.below(4) {
            0 => Deed::PromotedDrop { kind, to },
            _ => Deed::Move(Move::drop(kind, to)),
        };
    }
    let whose = if rng.chance(85) { color } else { !color };
    let pieces: Vec<Square> = position.pieces(whose).iter().collect();
    let from = match pieces.is_empty() {
        true => rng.pick(&Square::ALL),
        false => rng.pick(&pieces),
    };
    let promotion = rng.pick(&[Promotion::Keep, Promotion::Keep, Promotion::Promote]);
    match Move::board(from, near(rng, from, to), promotion) {
        Some(mv) => Deed::Move(mv),
        None => Deed::Move(Move::drop(HandKind::Pawn, to)),
    }
}

/// The illegal moves that are hard to come by: mate by a dropped pawn, a promotion that must be, a
/// fourth repetition by checks.
fn subtle(rng: &mut Rng, game: &Game) -> Option<Move> {
    let position = game.position();
    let breaks = |mv: &Move, rule| position.explain(*mv) == Err(rule);
    match rng.below(3) {
        0 => {
            let mut drops = Square::ALL
                .into_iter()
                .map(|to| Move::drop(HandKind::Pawn, to));
            drops.find(|mv| breaks(mv, Illegal::DropPawnMate))
        }
        1 => {
            let moves = position.legal_moves();
            let kept = |mv: &Move| Move::board(mv.from()?, mv.to(), Promotion::Keep);
            let mut kept = moves.iter().filter_map(kept);
            kept.find(|mv| breaks(mv, Illegal::MustPromote))
        }
        _ => repeating(rng, game),
    }
}

/// A square beside another, most of the time: moves that look like moves.
fn near(rng: &mut Rng, from: Square, otherwise: Square) -> Square {
    if rng.chance(30) {
        return otherwise;
    }
    let step = |rng: &mut Rng| rng.below(3) as i8 - 1;
    let (files, ranks) = (step(rng), step(rng));
    from.offset(files, ranks).unwrap_or(otherwise)
}

/// Any act at all.
fn any_act(rng: &mut Rng, game: &Game) -> Act {
    let color = rng.pick(&Color::ALL);
    match rng.below(27) {
        24 => Act::CommitToss(SEED.commitment()),
        25 => Act::AddNonce([0; 32]),
        26 => Act::RevealToss(seed(rng)),
        0 => Act::PlaceClock(ClockSide::Left),
        1 => Act::Toss(toss(rng)),
        2 => Act::Arrive,
        3 => Act::Greet,
        4 => Act::Start,
        5 => Act::play(deed(rng, game, color)),
        6 => Act::Press,
        7 if rng.chance(10) => Act::Resign,
        8 => Act::Declare,
        9 => Act::Claim(Claim::IllegalMove { offender: color }),
        10 => Act::Claim(Claim::Flag),
        11 => Act::Claim(Claim::Repetition { next: None }),
        12 => Act::Claim(Claim::Count),
        13 => Act::Offer(rng.pick(&Offer::ALL)),
        14 => Act::Accept(rng.pick(&Offer::ALL)),
        15 => Act::Decline(rng.pick(&Offer::ALL)),
        16 => Act::TakeBack,
        17 => Act::CallArbiter(if rng.chance(50) { "?" } else { "" }.into()),
        18 => Act::Displace,
        19 => Act::PutBack,
        20 => Act::AskToArrange,
        21 => Act::Arrange,
        22 => Act::Tick,
        _ => Act::Rule(ruling(rng, game)),
    }
}
