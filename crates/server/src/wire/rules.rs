//! Rule sets: a preset, and the knobs that differ from it.

use super::WireError;
use super::field;
use super::knob::{
    AfterDrawDto, AllowedDto, CountingDto, DeclarationDto, EarlyPressDto, FlagDto, ForcedCountDto,
    ForgivenessDto, HandicapPointsDto, IllegalMovesDto, JudgeDto, MateEndsDto, MillisDto,
    MoveLimitDto, PerpetualCheckDto, PointedOutByDto, PressDto, RepetitionEndsDto, ResignationDto,
    TakeBackDto, TryRuleDto, WrongClaimDto,
};
use super::names::PresetDto;
use super::object::only_objects;
use komadai_game::{Contradiction, Contradictions, Knobs, Preset, RuleSet};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A rule set: a preset, with some knobs turned.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct RulesDto {
    /// The preset.
    #[serde(deserialize_with = "field::preset")]
    pub preset: PresetDto,
    /// What differs from it.
    #[serde(default, skip_serializing_if = "KnobsDto::is_empty")]
    #[serde(deserialize_with = "field::knobs")]
    pub knobs: KnobsDto,
}

only_objects!(RulesDto KnobsDto);

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

/// Every knob: its name, how it is read, its wire form and where it is in [`Knobs`].
macro_rules! knobs {
    ($($(#[$doc:meta])* $name:ident $read:tt $dto:ident = $($path:ident).+;)*) => {
        /// The knobs of a rule set that differ from its preset.
        #[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
        #[serde(remote = "Self", default, deny_unknown_fields)]
        pub struct KnobsDto {
            $(
                $(#[$doc])*
                #[serde(skip_serializing_if = "Option::is_none", deserialize_with = $read)]
                pub $name: Option<$dto>,
            )*
        }

        impl KnobsDto {
            /// The names of all knobs.
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];

            /// How many knobs are turned.
            pub fn count(&self) -> usize {
                [$(self.$name.is_some()),*].into_iter().filter(|turned| *turned).count()
            }

            /// Is no knob turned?
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
    /// What happens to an illegal move.
    illegal_moves "field::knob::illegal_moves" IllegalMovesDto = illegal_moves;
    /// Who may point it out.
    pointed_out_by "field::knob::pointed_out_by" PointedOutByDto = pointed_out_by;
    /// Whose illegal moves are forgiven, and how many.
    forgiveness "field::knob::forgiveness" ForgivenessDto = forgiveness;
    /// How repetition ends a game.
    repetition "field::knob::repetition" RepetitionEndsDto = repetition;
    /// What perpetual check is.
    perpetual_check "field::knob::perpetual_check" PerpetualCheckDto = perpetual_check;
    /// How mate ends the game.
    mate "field::knob::mate" MateEndsDto = mate;
    /// When a player may resign.
    resignation "field::knob::resignation" ResignationDto = resignation;
    /// Impasse: declaration by the player who has the move.
    declaration "field::knob::declaration" DeclarationDto = impasse.declaration;
    /// Impasse: counting by agreement.
    counting "field::knob::counting" CountingDto = impasse.counting;
    /// Impasse: counting against the other's will.
    forced_count "field::knob::forced_count" ForcedCountDto = impasse.forced_count;
    /// Impasse: winning by a king that reaches the enemy king's first square.
    try_rule "field::knob::try_rule" TryRuleDto = impasse.try_rule;
    /// Impasse: what given pieces count.
    handicap_points "field::knob::handicap_points" HandicapPointsDto = impasse.handicap_points;
    /// A draw after so many moves.
    move_limit "field::knob::move_limit" MoveLimitDto = impasse.move_limit;
    /// When time that has run out ends the game.
    flag "field::knob::flag" FlagDto = flag;
    /// How the clock is operated.
    press "field::knob::press" PressDto = press;
    /// What a press before the move leads to.
    early_press "field::knob::early_press" EarlyPressDto = early_press;
    /// How much of a move's delay on its way the host may make good, in milliseconds.
    lag_allowance "field::knob::lag_allowance" MillisDto = lag_allowance;
    /// What a wrong claim costs.
    wrong_claim "field::knob::wrong_claim" WrongClaimDto = wrong_claim;
    /// Who judges claims.
    judge "field::knob::judge" JudgeDto = judge;
    /// What follows a draw.
    after_draw "field::knob::after_draw" AfterDrawDto = after_draw;
    /// Whether moves can be taken back.
    take_back "field::knob::take_back" TakeBackDto = take_back;
    /// A draw by mere agreement.
    agreed_draw "field::knob::agreed_draw" AllowedDto = agreed_draw;
    /// Ending the game without a result by agreement.
    cancellation "field::knob::cancellation" AllowedDto = cancellation;
    /// Help on the board.
    help "field::knob::help" AllowedDto = help;
    /// Hints, engines and analysis during the game.
    engine_help "field::knob::engine_help" AllowedDto = engine_help;
    /// Looking at the rules during the game.
    rule_book "field::knob::rule_book" AllowedDto = rule_book;
}
