//! The values of knobs: a name, or an object with one field: `{"everyone": 1}`.

use crate::clock_spec::ControlDto;
use crate::error::WireError;
use crate::names::mirror;
use komadai_core::{AgreementRule, DeclarationRule, TryRule};
use komadai_game::{
    AfterDraw, Allowed, BothFlags, Counting, EarlyPress, Flag, ForcedCount, Forgiveness,
    HandicapPoints, IllegalMoves, Judge, KingsEntered, LimitCountsAs, LimitInCheck, MateEnds,
    Millis, MoveLimit, PerpetualCheck, PointedOutBy, Press, RepetitionEnds, ReplayTime,
    Resignation, TakeBack, WrongClaim,
};
use serde::{Deserialize, Serialize};

mirror! {
    /// The consequence of an illegal move.
    IllegalMovesDto = IllegalMoves {
        Blocked "blocked" [IllegalMoves::Blocked]
        Loses "loses" [IllegalMoves::Loses]
        PointedOut "pointed-out" [IllegalMoves::PointedOut]
        Claim "claim" [IllegalMoves::Claim]
    }

    /// Who may point an illegal move out.
    PointedOutByDto = PointedOutBy {
        Opponent "opponent" [PointedOutBy::Opponent]
        Anyone "anyone" [PointedOutBy::Anyone]
    }

    /// How fourfold repetition ends a game.
    RepetitionEndsDto = RepetitionEnds {
        Automatically "automatically" [RepetitionEnds::Automatically]
        ByClaim "by-claim" [RepetitionEnds::ByClaim]
    }

    /// The consequence of repetition by perpetual check.
    PerpetualCheckDto = PerpetualCheck {
        Loses "loses" [PerpetualCheck::Loses]
        IllegalMove "illegal-move" [PerpetualCheck::IllegalMove]
    }

    /// How a position without a legal move ends the game.
    MateEndsDto = MateEnds {
        AtOnce "at-once" [MateEnds::AtOnce]
        ByResignation "by-resignation" [MateEnds::ByResignation]
    }

    /// When a player may resign.
    ResignationDto = Resignation {
        OnTurn "on-turn" [Resignation::OnTurn]
        AtAnyTime "at-any-time" [Resignation::AtAnyTime]
    }

    /// Declaration by the player who has the move.
    DeclarationDto = Option<DeclarationRule> {
        None "none" [None]
        Points24 "points-24" [Some(DeclarationRule::Points24)]
        Points27 "points-27" [Some(DeclarationRule::Points27)]
        Points27Each "points-27-each" [Some(DeclarationRule::Points27Each)]
    }

    /// How points are compared.
    AgreementRuleDto = AgreementRule {
        Points24 "points-24" [AgreementRule::Points24]
        Points27 "points-27" [AgreementRule::Points27]
    }

    /// Whether both kings must have entered before counting can be proposed.
    KingsEnteredDto = KingsEntered {
        Required "required" [KingsEntered::Required]
        Waived "waived" [KingsEntered::Waived]
    }

    /// When a player can be forced to count.
    ForcedCountDto = Option<ForcedCount> {
        None "none" [None]
        AllInZone "all-in-zone" [Some(ForcedCount::AllInZone)]
        AllProtected "all-protected" [Some(ForcedCount::AllProtected)]
    }

    /// Winning by a try.
    TryRuleDto = Option<TryRule> {
        None "none" [None]
        BothEntered "both-entered" [Some(TryRule::BothEntered)]
        Unconditional "unconditional" [Some(TryRule::Unconditional)]
    }

    /// How pieces given as a handicap count.
    HandicapPointsDto = HandicapPoints {
        NotCounted "not-counted" [HandicapPoints::NotCounted]
        Credited "credited" [HandicapPoints::Credited]
    }

    /// The kind of draw at the limit of moves.
    LimitCountsAsDto = LimitCountsAs {
        Impasse "impasse" [LimitCountsAs::Impasse]
        MaxMoves "max-moves" [LimitCountsAs::MaxMoves]
    }

    /// Whether a check at the limit of moves prolongs the game.
    LimitInCheckDto = LimitInCheck {
        Ends "ends" [LimitInCheck::Ends]
        PlaysOn "plays-on" [LimitInCheck::PlaysOn]
    }

    /// How a fallen flag ends the game.
    FlagDto = Flag {
        FallsByItself "by-itself" [Flag::FallsByItself]
        ByClaim "by-claim" [Flag::ByClaim]
    }

    /// The result if both flags have fallen and it is known which fell first.
    BothFlagsDto = BothFlags {
        Draw "draw" [BothFlags::Draw]
        FirstLoses "first-loses" [BothFlags::FirstLoses]
    }

    /// How the clock is operated.
    PressDto = Press {
        WithTheMove "with-the-move" [Press::WithTheMove]
        Apart "apart" [Press::Apart]
    }

    /// The consequence of a press before the move is completed.
    EarlyPressDto = EarlyPress {
        Noted "noted" [EarlyPress::Noted]
        Loses "loses" [EarlyPress::Loses]
    }

    /// Who judges claims and declarations.
    JudgeDto = Judge {
        Machine "machine" [Judge::Machine]
        Arbiter "arbiter" [Judge::Arbiter]
    }

    /// Whether a completed move can be taken back.
    TakeBackDto = TakeBack {
        Never "never" [TakeBack::Never]
        Loses "loses" [TakeBack::Loses]
        ByAgreement "by-agreement" [TakeBack::ByAgreement]
    }
}

/// Whether something is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct AllowedDto(pub bool);

impl From<Allowed> for AllowedDto {
    fn from(allowed: Allowed) -> AllowedDto {
        AllowedDto(allowed.is_yes())
    }
}

impl From<AllowedDto> for Allowed {
    fn from(dto: AllowedDto) -> Allowed {
        match dto.0 {
            true => Allowed::Yes,
            false => Allowed::No,
        }
    }
}

/// A length of time in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct MillisDto(pub u64);

impl From<Millis> for MillisDto {
    fn from(millis: Millis) -> MillisDto {
        MillisDto(millis.get())
    }
}

impl From<MillisDto> for Millis {
    fn from(dto: MillisDto) -> Millis {
        Millis::new(dto.0)
    }
}

/// Whose illegal moves are taken back instead of losing, and how many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ForgivenessDto {
    /// Nobody's.
    None,
    /// This many per beginner.
    Beginners(u8),
    /// This many per player.
    Everyone(u8),
}

impl From<Forgiveness> for ForgivenessDto {
    fn from(forgiveness: Forgiveness) -> ForgivenessDto {
        match forgiveness {
            Forgiveness::None => ForgivenessDto::None,
            Forgiveness::Beginners(count) => ForgivenessDto::Beginners(count),
            Forgiveness::Everyone(count) => ForgivenessDto::Everyone(count),
        }
    }
}

impl From<ForgivenessDto> for Forgiveness {
    fn from(dto: ForgivenessDto) -> Forgiveness {
        match dto {
            ForgivenessDto::None => Forgiveness::None,
            ForgivenessDto::Beginners(count) => Forgiveness::Beginners(count),
            ForgivenessDto::Everyone(count) => Forgiveness::Everyone(count),
        }
    }
}

/// How players count by agreement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum CountingDto {
    /// Not at all.
    None,
    /// By this rule.
    ByAgreement {
        /// How points are compared.
        rule: AgreementRuleDto,
        /// Whether both kings must have entered.
        kings: KingsEnteredDto,
    },
}

impl From<Option<Counting>> for CountingDto {
    fn from(counting: Option<Counting>) -> CountingDto {
        match counting {
            None => CountingDto::None,
            Some(Counting { rule, kings }) => CountingDto::ByAgreement {
                rule: rule.into(),
                kings: kings.into(),
            },
        }
    }
}

impl From<CountingDto> for Option<Counting> {
    fn from(dto: CountingDto) -> Option<Counting> {
        match dto {
            CountingDto::None => None,
            CountingDto::ByAgreement { rule, kings } => Some(Counting {
                rule: rule.into(),
                kings: kings.into(),
            }),
        }
    }
}

/// A number of moves after which the game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum MoveLimitDto {
    /// No limit.
    None,
    /// This limit.
    DrawnAfter {
        /// The number of moves.
        moves: u32,
        /// The kind of draw.
        counts_as: LimitCountsAsDto,
        /// Whether play continues while the last moves were checks.
        in_check: LimitInCheckDto,
    },
}

impl From<Option<MoveLimit>> for MoveLimitDto {
    fn from(limit: Option<MoveLimit>) -> MoveLimitDto {
        match limit {
            None => MoveLimitDto::None,
            Some(limit) => MoveLimitDto::DrawnAfter {
                moves: limit.moves,
                counts_as: limit.counts_as.into(),
                in_check: limit.in_check.into(),
            },
        }
    }
}

impl From<MoveLimitDto> for Option<MoveLimit> {
    fn from(dto: MoveLimitDto) -> Option<MoveLimit> {
        match dto {
            MoveLimitDto::None => None,
            MoveLimitDto::DrawnAfter {
                moves,
                counts_as,
                in_check,
            } => Some(MoveLimit {
                moves,
                counts_as: counts_as.into(),
                in_check: in_check.into(),
            }),
        }
    }
}

/// The cost of a wrong claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum WrongClaimDto {
    /// Nothing.
    Nothing,
    /// A warning.
    Warning,
    /// This many milliseconds for the opponent.
    TimeToOpponent(u64),
    /// The game.
    Loses,
}

impl From<WrongClaim> for WrongClaimDto {
    fn from(wrong_claim: WrongClaim) -> WrongClaimDto {
        match wrong_claim {
            WrongClaim::Nothing => WrongClaimDto::Nothing,
            WrongClaim::Warning => WrongClaimDto::Warning,
            WrongClaim::TimeToOpponent(time) => WrongClaimDto::TimeToOpponent(time.get()),
            WrongClaim::Loses => WrongClaimDto::Loses,
        }
    }
}

impl From<WrongClaimDto> for WrongClaim {
    fn from(dto: WrongClaimDto) -> WrongClaim {
        match dto {
            WrongClaimDto::Nothing => WrongClaim::Nothing,
            WrongClaimDto::Warning => WrongClaim::Warning,
            WrongClaimDto::TimeToOpponent(time) => WrongClaim::TimeToOpponent(Millis::new(time)),
            WrongClaimDto::Loses => WrongClaim::Loses,
        }
    }
}

/// What follows a drawn game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum AfterDrawDto {
    /// Nothing: the draw stands.
    Stands,
    /// A new game with the remaining time.
    Replay,
    /// A new game with the remaining time, or with another time if both players have little left.
    ReplayOr {
        /// The remaining time is used if one clock has at least this much main time.
        threshold: u64,
        /// The time for both otherwise.
        otherwise: ControlDto,
    },
}

impl From<AfterDraw> for AfterDrawDto {
    fn from(after_draw: AfterDraw) -> AfterDrawDto {
        match after_draw {
            AfterDraw::Stands => AfterDrawDto::Stands,
            AfterDraw::Replay(ReplayTime::Remaining) => AfterDrawDto::Replay,
            AfterDraw::Replay(ReplayTime::RemainingOr {
                threshold,
                otherwise,
            }) => AfterDrawDto::ReplayOr {
                threshold: threshold.get(),
                otherwise: otherwise.into(),
            },
        }
    }
}

impl TryFrom<AfterDrawDto> for AfterDraw {
    type Error = WireError;

    fn try_from(dto: AfterDrawDto) -> Result<AfterDraw, WireError> {
        Ok(match dto {
            AfterDrawDto::Stands => AfterDraw::Stands,
            AfterDrawDto::Replay => AfterDraw::Replay(ReplayTime::Remaining),
            AfterDrawDto::ReplayOr {
                threshold,
                otherwise,
            } => AfterDraw::Replay(ReplayTime::RemainingOr {
                threshold: Millis::new(threshold),
                otherwise: otherwise.read("otherwise")?,
            }),
        })
    }
}
