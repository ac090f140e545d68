//! Rule sets: a preset, and the knobs that differ from it.

use crate::error::WireError;
use crate::knob::{
    AfterDrawDto, AllowedDto, BothFlagsDto, CountingDto, DeclarationDto, EarlyPressDto, FlagDto,
    ForcedCountDto, ForgivenessDto, HandicapPointsDto, IllegalMovesDto, JudgeDto, MateEndsDto,
    MillisDto, MoveLimitDto, PerpetualCheckDto, PointedOutByDto, PressDto, RepetitionEndsDto,
    ResignationDto, TakeBackDto, TryRuleDto, WrongClaimDto,
};
use crate::names::PresetDto;
use komadai_game::{Contradiction, Contradictions, Knobs, Preset, RuleSet};
use serde::{Deserialize, Deserializer, Serialize};

/// A rule set: a preset, with some knobs turned.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RulesDto {
    /// The preset.
    pub preset: PresetDto,
    /// What differs from it.
    #[serde(default, skip_serializing_if = "KnobsDto::is_empty")]
    pub knobs: KnobsDto,
}

impl From<RuleSet> for RulesDto {
    /// Names the preset from which the fewest knobs differ.
    fn from(rules: RuleSet) -> RulesDto {
        let from = |preset: Preset| RulesDto {
            preset: preset.into(),
            knobs: KnobsDto::difference(RuleSet::preset(preset).knobs(), rules.knobs()),
        };
        let nearest = Preset::ALL.into_iter().map(from);
        let nearest = nearest.min_by_key(|dto| dto.knobs.count());
        nearest.expect("there are presets")
    }
}

impl TryFrom<RulesDto> for RuleSet {
    type Error = WireError;

    fn try_from(dto: RulesDto) -> Result<RuleSet, WireError> {
        let mut knobs = *RuleSet::preset(dto.preset.into()).knobs();
        let inside = |error: WireError| error.within("knobs");
        dto.knobs.turn(&mut knobs).map_err(inside)?;
        RuleSet::new(knobs).map_err(|all| contradictory(&all))
    }
}

fn contradictory(all: &Contradictions) -> WireError {
    let named = |fault: &Contradiction| format!("{}: {fault}", knobs_of(*fault).join(" and "));
    let named: Vec<String> = all.0.iter().map(named).collect();
    WireError::new("knobs", named.join("; "))
}

/// The knobs that contradict each other.
const fn knobs_of(contradiction: Contradiction) -> &'static [&'static str] {
    match contradiction {
        Contradiction::NothingToPointOut => &["pointed_out_by", "illegal_moves"],
        Contradiction::ForgivenButBlocked => &["forgiveness", "illegal_moves"],
        Contradiction::ForgivesNothing => &["forgiveness"],
        Contradiction::ForcedCountWithoutCounting => &["forced_count", "counting"],
        Contradiction::NoMoves => &["move_limit"],
        Contradiction::EngineWithoutHelp => &["engine_help", "help"],
        Contradiction::AgreedDrawReplayed => &["agreed_draw", "after_draw"],
        Contradiction::ReplayWithoutTime => &["after_draw"],
        Contradiction::EmptyPenalty => &["wrong_claim"],
    }
}

/// A knob that is given has a value; null is not one.
fn some<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// Every knob: its name, its wire form and where it is in [`Knobs`].
macro_rules! knobs {
    ($($(#[$doc:meta])* $name:ident $dto:ident = $($path:ident).+;)*) => {
        /// The knobs of a rule set that differ from its preset.
        #[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        #[serde(deny_unknown_fields)]
        pub struct KnobsDto {
            $(
                $(#[$doc])*
                #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some")]
                #[cfg_attr(feature = "schema", schema(value_type = $dto, required = false))]
                pub $name: Option<$dto>,
            )*
        }

        impl KnobsDto {
            /// The names of all knobs.
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];

            /// The number of turned knobs.
            pub fn count(&self) -> usize {
                [$(self.$name.is_some()),*].into_iter().filter(|turned| *turned).count()
            }

            /// Returns whether no knob is turned.
            pub fn is_empty(&self) -> bool {
                self.count() == 0
            }

            fn difference(from: &Knobs, to: &Knobs) -> KnobsDto {
                KnobsDto {
                    $($name: (from.$($path).+ != to.$($path).+).then(|| to.$($path).+.into()),)*
                }
            }

            fn turn(self, knobs: &mut Knobs) -> Result<(), WireError> {
                $(
                    if let Some(value) = self.$name {
                        let value = value.try_into().map_err(WireError::from);
                        let inside = |error: WireError| error.within(stringify!($name));
                        knobs.$($path).+ = value.map_err(inside)?;
                    }
                )*
                Ok(())
            }
        }
    };
}

knobs! {
    /// The consequence of an illegal move.
    illegal_moves IllegalMovesDto = illegal_moves;
    /// Who may point it out.
    pointed_out_by PointedOutByDto = pointed_out_by;
    /// Whose illegal moves are forgiven, and how many.
    forgiveness ForgivenessDto = forgiveness;
    /// How repetition ends a game.
    repetition RepetitionEndsDto = repetition;
    /// The consequence of perpetual check.
    perpetual_check PerpetualCheckDto = perpetual_check;
    /// How mate ends the game.
    mate MateEndsDto = mate;
    /// When a player may resign.
    resignation ResignationDto = resignation;
    /// Impasse: declaration by the player who has the move.
    declaration DeclarationDto = impasse.declaration;
    /// Impasse: counting by agreement.
    counting CountingDto = impasse.counting;
    /// Impasse: counting without the opponent's consent.
    forced_count ForcedCountDto = impasse.forced_count;
    /// Impasse: winning by a king that reaches the enemy king's first square.
    try_rule TryRuleDto = impasse.try_rule;
    /// Impasse: points for the pieces given as a handicap.
    handicap_points HandicapPointsDto = impasse.handicap_points;
    /// A draw after a number of moves.
    move_limit MoveLimitDto = impasse.move_limit;
    /// How a fallen flag ends the game.
    flag FlagDto = flag;
    /// The result if both flags have fallen.
    both_flags BothFlagsDto = both_flags;
    /// How the clock is operated.
    press PressDto = press;
    /// The consequence of a press before the move.
    early_press EarlyPressDto = early_press;
    /// The maximum compensation for network delay per move, in milliseconds.
    lag_allowance MillisDto = lag_allowance;
    /// The cost of a wrong claim.
    wrong_claim WrongClaimDto = wrong_claim;
    /// Who judges claims.
    judge JudgeDto = judge;
    /// What follows a draw.
    after_draw AfterDrawDto = after_draw;
    /// Whether moves can be taken back.
    take_back TakeBackDto = take_back;
    /// A draw by agreement.
    agreed_draw AllowedDto = agreed_draw;
    /// Ending the game without a result by agreement.
    cancellation AllowedDto = cancellation;
    /// Help on the board.
    help AllowedDto = help;
    /// Hints, engines and analysis during the game.
    engine_help AllowedDto = engine_help;
    /// Looking at the rules during the game.
    rule_book AllowedDto = rule_book;
}
