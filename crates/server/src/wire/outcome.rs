//! How a game ended.

use super::field;
use super::names::{BreachDto, GroundDto, VerdictDto};
use komadai_core::{ByColor, Unmet};
use komadai_game::{Cause, Outcome};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct OutcomeDto {
    /// Who won.
    #[serde(deserialize_with = "field::verdict")]
    pub verdict: VerdictDto,
    /// Why.
    #[serde(deserialize_with = "field::cause")]
    pub cause: CauseDto,
}

impl From<Outcome> for OutcomeDto {
    fn from(outcome: Outcome) -> OutcomeDto {
        OutcomeDto {
            verdict: outcome.verdict.into(),
            cause: outcome.cause.into(),
        }
    }
}

impl From<OutcomeDto> for Outcome {
    fn from(dto: OutcomeDto) -> Outcome {
        Outcome {
            verdict: dto.verdict.into(),
            cause: dto.cause.into(),
        }
    }
}

fn is_false(value: &bool) -> bool {
    !value
}

fn is_zero(value: &u8) -> bool {
    *value == 0
}

/// The causes without further details, and the conversions of all.
macro_rules! causes {
    ($($variant:ident $text:tt)*) => {
        /// Why a game ended.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
        #[serde(tag = "kind")]
        pub enum CauseDto {
            /// An illegal move.
            #[serde(rename = "illegal-move")]
            IllegalMove {
                /// What was illegal about it.
                #[serde(deserialize_with = "field::fault")]
                fault: BreachDto,
            },
            /// A declaration for which something was wanting.
            #[serde(rename = "wrong-declaration")]
            WrongDeclaration {
                /// The king is not in its promotion zone, or there is none.
                #[serde(default, skip_serializing_if = "is_false")]
                #[serde(deserialize_with = "field::king_outside")]
                king_outside: bool,
                /// The king is in check.
                #[serde(default, skip_serializing_if = "is_false")]
                #[serde(deserialize_with = "field::in_check")]
                in_check: bool,
                /// How many pieces are wanting in the zone.
                #[serde(default, skip_serializing_if = "is_zero")]
                #[serde(deserialize_with = "field::missing_pieces")]
                missing_pieces: u8,
                /// How many points are wanting.
                #[serde(default, skip_serializing_if = "is_zero")]
                #[serde(deserialize_with = "field::missing_points")]
                missing_points: u8,
            },
            /// Points counted.
            #[serde(rename = "count")]
            Count {
                /// Black's points.
                #[serde(deserialize_with = "field::black")]
                black: u8,
                /// White's points.
                #[serde(deserialize_with = "field::white")]
                white: u8,
            },
            /// The arbiter's penalty.
            #[serde(rename = "penalty")]
            Penalty {
                /// What for.
                #[serde(deserialize_with = "field::ground")]
                ground: GroundDto,
            },
            $(
                #[doc = concat!("`", $text, "`")]
                #[serde(rename = $text)]
                $variant,
            )*
        }

        impl From<Cause> for CauseDto {
            fn from(cause: Cause) -> CauseDto {
                match cause {
                    Cause::IllegalMove(breach) => CauseDto::IllegalMove {
                        fault: breach.into(),
                    },
                    Cause::WrongDeclaration(unmet) => CauseDto::WrongDeclaration {
                        king_outside: unmet.king_outside,
                        in_check: unmet.in_check,
                        missing_pieces: unmet.missing_pieces,
                        missing_points: unmet.missing_points,
                    },
                    Cause::Count(ByColor([black, white])) => CauseDto::Count { black, white },
                    Cause::Penalty(ground) => CauseDto::Penalty {
                        ground: ground.into(),
                    },
                    $(Cause::$variant => CauseDto::$variant,)*
                }
            }
        }

        impl From<CauseDto> for Cause {
            fn from(dto: CauseDto) -> Cause {
                match dto {
                    CauseDto::IllegalMove { fault } => Cause::IllegalMove(fault.into()),
                    CauseDto::WrongDeclaration {
                        king_outside,
                        in_check,
                        missing_pieces,
                        missing_points,
                    } => Cause::WrongDeclaration(Unmet {
                        king_outside,
                        in_check,
                        missing_pieces,
                        missing_points,
                    }),
                    CauseDto::Count { black, white } => Cause::Count(ByColor([black, white])),
                    CauseDto::Penalty { ground } => Cause::Penalty(ground.into()),
                    $(CauseDto::$variant => Cause::$variant,)*
                }
            }
        }
    };
}

causes! {
    Checkmate "checkmate"
    NoLegalMove "no-legal-move"
    Resignation "resignation"
    KingTaken "king-taken"
    Repetition "repetition"
    PerpetualCheck "perpetual-check"
    Declaration "declaration"
    DeclarationWithoutTime "declaration-without-time"
    Try "try"
    MoveLimit "move-limit"
    Impasse "impasse"
    TimeUp "time-up"
    BothFlags "both-flags"
    TakeBack "take-back"
    EarlyPress "early-press"
    WrongClaim "wrong-claim"
    LateArrival "late-arrival"
    NoShow "no-show"
    Decision "decision"
    WrongStart "wrong-start"
    Aborted "aborted"
    AgreedDraw "agreed-draw"
    AgreedCancellation "agreed-cancellation"
}
