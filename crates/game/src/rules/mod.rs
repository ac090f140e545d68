//! Rule sets as data: what a game does where the laws of the seeds differ.

mod preset;
mod validate;

pub use preset::{ParsePresetError, Preset};
pub use validate::{Contradiction, Contradictions};

use crate::Millis;
use crate::clock::TimeControl;
use komadai_core::{AgreementRule, DeclarationRule, TryRule};

/// What happens to an illegal move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IllegalMoves {
    /// It cannot be played.
    Blocked,
    /// It loses at once.
    Loses,
    /// It stands until someone points it out, at any later time while the game runs.
    PointedOut,
    /// It stands until the opponent claims it, in time (FESA 9.4).
    Claim,
}

/// Who may point an illegal move out, besides the opponent and, where moves are
/// [pointed out](IllegalMoves::PointedOut), the arbiter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PointedOutBy {
    /// Nobody else (FESA 9.7).
    Opponent,
    /// Anyone.
    Anyone,
}

/// How fourfold repetition ends a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RepetitionEnds {
    /// By itself, as soon as the position stands for the fourth time.
    Automatically,
    /// When a player claims it (FESA 5.2).
    ByClaim,
}

/// What repeating a position by continuous checks is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PerpetualCheck {
    /// The checking side loses, by itself or when repetition is claimed.
    Loses,
    /// The move is illegal and treated as such (FESA 3.12).
    IllegalMove,
}

/// How a position without a legal move ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MateEnds {
    /// At once (FESA 5.1).
    AtOnce,
    /// Only the loser's resignation, or his time, ends the game, as in traditional play.
    ByResignation,
}

/// When a player may resign.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Resignation {
    /// While having the move.
    OnTurn,
    /// At any time.
    AtAnyTime,
}

/// When time that has run out ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Flag {
    /// By itself, at the very instant.
    FallsByItself,
    /// When a player claims it (FESA 8.3, 8.8).
    ByClaim,
}

/// How the clock is operated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Press {
    /// A move stops the mover's clock, as online.
    WithTheMove,
    /// The player stops it by a press of its own, as at a real board (FESA 8.7).
    Apart,
}

/// What a press of the clock before a move is completed leads to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EarlyPress {
    /// It is noted; the arbiter may penalise it (FESA 9.3).
    Noted,
    /// It loses.
    Loses,
}

/// What a wrong claim costs. (A wrong declaration always loses.)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WrongClaim {
    /// Nothing.
    Nothing,
    /// A warning in the log (FESA 8.12 d, 13.4 a); the arbiter may do more.
    Warning,
    /// Time for the opponent (FESA 13.4 b).
    TimeToOpponent(Millis),
    /// The game.
    Loses,
}

/// Who judges claims and declarations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Judge {
    /// The program, at once.
    Machine,
    /// The arbiter: the clocks stand until the ruling.
    Arbiter,
}

/// What a drawn game is followed by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AfterDraw {
    /// Nothing: the draw stands.
    Stands,
    /// A new game at once with colors reversed (FESA 12.2).
    Replay(ReplayTime),
}

/// The time of a replayed game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReplayTime {
    /// What remains on the players' clocks (FESA 12.2).
    Remaining,
    /// What remains, but if both players have less than `threshold`, this instead (FESA 12.3).
    RemainingOr {
        /// With at least this much main time on one clock the general rule holds.
        threshold: Millis,
        /// What both get otherwise.
        otherwise: TimeControl,
    },
}

/// Whether a completed move can be taken back (待った).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TakeBack {
    /// It cannot.
    Never,
    /// Trying to loses.
    Loses,
    /// If the opponent agrees.
    ByAgreement,
}

/// Whose illegal moves are taken back instead of losing (FESA 17.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Forgiveness {
    /// Nobody's.
    None,
    /// So many of each player who is a beginner (FESA 17.2).
    Beginners(u8),
    /// So many of each player.
    Everyone(u8),
}

/// Whether something is there for the players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Allowed {
    /// It is.
    Yes,
    /// It is not.
    No,
}

impl Allowed {
    /// Is it there?
    pub const fn is_yes(self) -> bool {
        matches!(self, Allowed::Yes)
    }
}

/// How players count by agreement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Counting {
    /// How points are compared.
    pub rule: AgreementRule,
    /// Must both kings have entered their promotion zones before it can be proposed?
    pub kings: KingsEntered,
}

/// Whether both kings must have entered their promotion zones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KingsEntered {
    /// They must.
    Required,
    /// The players' agreement is enough.
    Waived,
}

/// When a player who refuses to count can be made to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ForcedCount {
    /// Once all pieces of the other are in the promotion zone (Fairbairn, in the encyclopedia).
    AllInZone,
    /// Once they are all in the zone and protected there (GNU manual).
    AllProtected,
}

/// What pieces given as a handicap count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HandicapPoints {
    /// Nothing.
    NotCounted,
    /// They are credited to the giver.
    Credited,
}

/// A number of moves after which the game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveLimit {
    /// The number of moves.
    pub moves: u32,
    /// What the draw is called.
    pub counts_as: LimitCountsAs,
    /// Whether play goes on while the last moves were checks.
    pub in_check: LimitInCheck,
}

/// What reaching the limit is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LimitCountsAs {
    /// An impasse (持将棋).
    Impasse,
    /// A draw of its own kind (最大手数).
    MaxMoves,
}

/// What a check at the limit does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LimitInCheck {
    /// Nothing.
    Ends,
    /// Play goes on until the checks end.
    PlaysOn,
}

/// How an impasse (持将棋) is resolved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Impasse {
    /// Declaration by the player who has the move.
    pub declaration: Option<DeclarationRule>,
    /// Counting by agreement.
    pub counting: Option<Counting>,
    /// Counting against the other's will.
    pub forced_count: Option<ForcedCount>,
    /// Winning by a king that reaches the enemy king's first square.
    pub try_rule: Option<TryRule>,
    /// What given pieces count.
    pub handicap_points: HandicapPoints,
    /// A draw after so many moves.
    pub move_limit: Option<MoveLimit>,
}

/// Every choice of a rule set. Set what differs from a preset and make a [`RuleSet`] of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Knobs {
    /// What happens to an illegal move.
    pub illegal_moves: IllegalMoves,
    /// Who may point it out.
    pub pointed_out_by: PointedOutBy,
    /// Whose illegal moves are forgiven, and how many.
    pub forgiveness: Forgiveness,
    /// How repetition ends a game.
    pub repetition: RepetitionEnds,
    /// What perpetual check is.
    pub perpetual_check: PerpetualCheck,
    /// How mate ends the game.
    pub mate: MateEnds,
    /// When a player may resign.
    pub resignation: Resignation,
    /// How an impasse is resolved.
    pub impasse: Impasse,
    /// When time that has run out ends the game.
    pub flag: Flag,
    /// How the clock is operated.
    pub press: Press,
    /// What a press before the move leads to.
    pub early_press: EarlyPress,
    /// How much of a move's delay on its way the host may make good.
    pub lag_allowance: Millis,
    /// What a wrong claim costs.
    pub wrong_claim: WrongClaim,
    /// Who judges claims.
    pub judge: Judge,
    /// What follows a draw.
    pub after_draw: AfterDraw,
    /// Whether moves can be taken back.
    pub take_back: TakeBack,
    /// A draw by mere agreement; the laws forbid it (FESA 5.4).
    pub agreed_draw: Allowed,
    /// Ending the game without a result by agreement.
    pub cancellation: Allowed,
    /// Help on the board: legal targets, check, repetition, points.
    pub help: Allowed,
    /// Hints, engines and analysis during the game; forbidden by FESA 11.2.
    pub engine_help: Allowed,
    /// Looking at the rules during the game (FESA 17.1).
    pub rule_book: Allowed,
}

/// Knobs that do not contradict each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RuleSet(Knobs);

impl RuleSet {
    /// Checks the knobs together.
    ///
    /// # Errors
    /// Every contradiction.
    ///
    /// ```
    /// use komadai_game::{Contradiction, Flag, Preset, RuleSet};
    /// let mut knobs = *RuleSet::preset(Preset::Fesa).knobs();
    /// knobs.flag = Flag::FallsByItself;
    /// assert!(RuleSet::new(knobs).is_ok());
    /// knobs.impasse.forced_count = Some(komadai_game::ForcedCount::AllInZone);
    /// let contradictions = RuleSet::new(knobs).unwrap_err();
    /// assert_eq!(contradictions.0, [Contradiction::ForcedCountWithoutCounting]);
    /// ```
    pub fn new(knobs: Knobs) -> Result<RuleSet, Contradictions> {
        validate::validate(&knobs)?;
        Ok(RuleSet(knobs))
    }

    /// A rule set with a name.
    pub const fn preset(preset: Preset) -> RuleSet {
        RuleSet(preset.knobs())
    }

    /// What was chosen.
    pub const fn knobs(&self) -> &Knobs {
        &self.0
    }

    /// The preset that this is, if it is one.
    pub fn name(&self) -> Option<Preset> {
        Preset::ALL
            .into_iter()
            .find(|&preset| RuleSet::preset(preset) == *self)
    }
}
