//! Rule sets as data: every choice where the laws differ.

mod entering_king;
mod preset;
mod validate;

pub use preset::{ParsePresetError, Preset};
pub use validate::{Contradiction, Contradictions};

use crate::Millis;
use crate::clock::TimeControl;
use komadai_core::{AgreementRule, DeclarationRule, TryRule};

/// The consequence of an illegal move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IllegalMoves {
    /// It cannot be played.
    Blocked,
    /// It loses immediately.
    Loses,
    /// It stands until someone points it out, at any later time while the game runs.
    PointedOut,
    /// It stands until the opponent claims it in time (FESA 9.4).
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
    /// Automatically, at the fourth occurrence.
    Automatically,
    /// When a player claims it (FESA 5.2).
    ByClaim,
}

/// The consequence of repetition by perpetual check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PerpetualCheck {
    /// The checking side loses, automatically or when repetition is claimed.
    Loses,
    /// The move is illegal and treated as such (FESA 3.12).
    IllegalMove,
}

/// How a position without a legal move ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MateEnds {
    /// Immediately (FESA 5.1).
    AtOnce,
    /// Only the loser's resignation or time ends the game, as in traditional play.
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

/// How a fallen flag ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Flag {
    /// Automatically, at its exact instant.
    FallsByItself,
    /// When a player claims it (FESA 8.3, 8.8).
    ByClaim,
}

/// What both flags down come to when a player claims, and the first to fall is known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BothFlags {
    /// A draw (FESA 8.3).
    Draw,
    /// The side whose flag fell first loses (FESA 8.11 read alone).
    FirstLoses,
}

/// How the clock is operated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Press {
    /// A move stops the mover's clock, as online.
    WithTheMove,
    /// The player presses it separately, as at a real board (FESA 8.7).
    Apart,
}

/// The consequence of a press before the move is completed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EarlyPress {
    /// It is recorded; the arbiter may penalise it (FESA 9.3).
    Noted,
    /// It loses.
    Loses,
}

/// The cost of a wrong claim. (A wrong declaration always loses.)
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
    /// The program, immediately.
    Machine,
    /// The arbiter; the clocks are stopped until the ruling.
    Arbiter,
}

/// What follows a drawn game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AfterDraw {
    /// Nothing: the draw stands.
    Stands,
    /// An immediate new game with colors reversed (FESA 12.2).
    Replay(ReplayTime),
}

/// The time of a replayed game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReplayTime {
    /// The time remaining on the clocks (FESA 12.2).
    Remaining,
    /// The remaining time, or another if both players have less than `threshold` (FESA 12.3).
    RemainingOr {
        /// With at least this much main time on one clock the remaining time is used.
        threshold: Millis,
        /// The time for both otherwise.
        otherwise: TimeControl,
    },
}

/// Whether a completed move can be taken back (待った).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TakeBack {
    /// It cannot.
    Never,
    /// The attempt loses.
    Loses,
    /// If the opponent agrees.
    ByAgreement,
}

/// Whose illegal moves are forgiven instead of losing (FESA 17.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Forgiveness {
    /// Nobody's.
    None,
    /// This many per beginner (FESA 17.2).
    Beginners(u8),
    /// This many per player.
    Everyone(u8),
}

/// Whether something is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Allowed {
    /// Allowed.
    Yes,
    /// Not allowed.
    No,
}

impl Allowed {
    /// Returns whether it is allowed.
    pub const fn is_yes(self) -> bool {
        matches!(self, Allowed::Yes)
    }
}

/// How players count by agreement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Counting {
    /// How points are compared.
    pub rule: AgreementRule,
    /// Whether both kings must have entered their promotion zones first.
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

/// When a player can be forced to count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ForcedCount {
    /// Once all of the opponent's pieces are in the promotion zone (Fairbairn, in the encyclopedia).
    AllInZone,
    /// Once they are all in the zone and protected there (GNU manual).
    AllProtected,
}

/// How pieces given as a handicap count.
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
    /// The kind of draw.
    pub counts_as: LimitCountsAs,
    /// Whether play continues while the last moves were checks.
    pub in_check: LimitInCheck,
}

/// The kind of draw at the move limit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LimitCountsAs {
    /// An impasse (持将棋).
    Impasse,
    /// A draw of its own kind (最大手数).
    MaxMoves,
}

/// The effect of a check at the limit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LimitInCheck {
    /// Nothing.
    Ends,
    /// Play continues until the checks end.
    PlaysOn,
}

/// How an impasse (持将棋) is resolved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Impasse {
    /// Declaration by the player who has the move.
    pub declaration: Option<DeclarationRule>,
    /// Counting by agreement.
    pub counting: Option<Counting>,
    /// Forced counting.
    pub forced_count: Option<ForcedCount>,
    /// Winning by a try.
    pub try_rule: Option<TryRule>,
    /// How given pieces count.
    pub handicap_points: HandicapPoints,
    /// A draw after a number of moves.
    pub move_limit: Option<MoveLimit>,
}

/// All choices of a rule set. Start from a preset, change fields, and build a [`RuleSet`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Knobs {
    /// The consequence of an illegal move.
    pub illegal_moves: IllegalMoves,
    /// Who may point it out.
    pub pointed_out_by: PointedOutBy,
    /// Whose illegal moves are forgiven, and how many.
    pub forgiveness: Forgiveness,
    /// How repetition ends a game.
    pub repetition: RepetitionEnds,
    /// The consequence of perpetual check.
    pub perpetual_check: PerpetualCheck,
    /// How mate ends the game.
    pub mate: MateEnds,
    /// When a player may resign.
    pub resignation: Resignation,
    /// How an impasse is resolved.
    pub impasse: Impasse,
    /// How a fallen flag ends the game.
    pub flag: Flag,
    /// What both flags down come to.
    pub both_flags: BothFlags,
    /// How the clock is operated.
    pub press: Press,
    /// The consequence of a press before the move.
    pub early_press: EarlyPress,
    /// The maximum compensation of network delay per move.
    pub lag_allowance: Millis,
    /// The cost of a wrong claim.
    pub wrong_claim: WrongClaim,
    /// Who judges claims.
    pub judge: Judge,
    /// What follows a draw.
    pub after_draw: AfterDraw,
    /// Whether moves can be taken back.
    pub take_back: TakeBack,
    /// A draw by agreement, which the laws forbid (FESA 5.4).
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

/// A valid combination of knobs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RuleSet(Knobs);

impl RuleSet {
    /// Validates the combination of knobs.
    ///
    /// # Errors
    /// Returns all contradictions.
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

    /// What the board alone knows: nothing of claims, clocks and agreements.
    pub(crate) const BOARD: RuleSet = RuleSet(preset::BOARD);

    /// The knobs.
    pub const fn knobs(&self) -> &Knobs {
        &self.0
    }

    /// The preset with these knobs, if any.
    pub fn name(&self) -> Option<Preset> {
        Preset::ALL
            .into_iter()
            .find(|&preset| RuleSet::preset(preset) == *self)
    }
}
