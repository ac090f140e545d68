//! Outcomes of games.

use crate::names::{BreachDto, GroundDto, VerdictDto};
use crate::tagged::tagged;
use komadai_core::{ByColor, Unmet};
use komadai_game::{Cause, Outcome};
use serde::{Deserialize, Serialize};

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OutcomeDto {
    /// The verdict.
    pub verdict: VerdictDto,
    /// The reason.
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

/// The causes without details, and the conversions of all causes.
macro_rules! causes {
    ($($variant:ident)*) => {
        tagged! {
            /// The cause of an ending.
            #[derive(Copy)]
            pub enum CauseDto by "kind", "CauseDto" read as ReadCause {
                /// An illegal move.
                IllegalMove {
                    /// What was illegal about it.
                    fault: BreachDto,
                },
                /// A declaration with unmet conditions.
                WrongDeclaration {
                    /// The king is not in its promotion zone, or there is none.
                    #[serde(default, skip_serializing_if = "crate::is_default")]
                    king_outside: bool,
                    /// The king is in check.
                    #[serde(default, skip_serializing_if = "crate::is_default")]
                    in_check: bool,
                    /// The number of missing pieces in the zone.
                    #[serde(default, skip_serializing_if = "crate::is_default")]
                    missing_pieces: u8,
                    /// The number of missing points.
                    #[serde(default, skip_serializing_if = "crate::is_default")]
                    missing_points: u8,
                },
                /// Points counted.
                Count {
                    /// Black's points.
                    black: u8,
                    /// White's points.
                    white: u8,
                },
                /// The arbiter's penalty.
                Penalty {
                    /// The ground.
                    ground: GroundDto,
                },
                $(
                    #[doc = "No details."]
                    $variant,
                )*
            }
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
    Checkmate
    NoLegalMove
    Resignation
    KingTaken
    Repetition
    PerpetualCheck
    Declaration
    DeclarationWithoutTime
    Try
    MoveLimit
    Impasse
    TimeUp
    BothFlags
    TakeBack
    EarlyPress
    WrongClaim
    LateArrival
    NoShow
    Decision
    WrongStart
    Aborted
    AgreedDraw
    AgreedCancellation
}
