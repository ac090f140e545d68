//! What of a rule set differs from its preset, as far as a page shows it.

use komadai_core::DeclarationRule;
use komadai_game::{
    Allowed, Forgiveness, IllegalMoves, Knobs, Millis, PointedOutBy, TakeBack, WrongClaim,
};
use serde::{Deserialize, Serialize};

/// Knobs in the words of the server's protocol. Those that a page does not show are passed over.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct KnobsDto {
    #[serde(skip_serializing_if = "Option::is_none")]
    illegal_moves: Option<IllegalMovesDto>,
    #[serde(skip_serializing_if = "Option::is_none")]
    declaration: Option<DeclarationDto>,
    #[serde(skip_serializing_if = "Option::is_none")]
    take_back: Option<TakeBackDto>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong_claim: Option<WrongClaimDto>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum IllegalMovesDto {
    Blocked,
    Loses,
    PointedOut,
    Claim,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum DeclarationDto {
    #[serde(rename = "none")]
    Nothing,
    #[serde(rename = "points-24")]
    Points24,
    #[serde(rename = "points-27")]
    Points27,
    #[serde(rename = "points-27-each")]
    Points27Each,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum TakeBackDto {
    Never,
    Loses,
    ByAgreement,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum WrongClaimDto {
    Nothing,
    Warning,
    TimeToOpponent(u64),
    Loses,
}

impl KnobsDto {
    /// Turns the knobs, and those that hang together with them.
    pub fn turn(&self, knobs: &mut Knobs) {
        if let Some(illegal) = self.illegal_moves {
            knobs.illegal_moves = illegal.into();
            if knobs.illegal_moves != IllegalMoves::PointedOut {
                knobs.pointed_out_by = PointedOutBy::Opponent;
            }
            if knobs.illegal_moves == IllegalMoves::Blocked {
                knobs.forgiveness = Forgiveness::None;
            }
        }
        if let Some(declaration) = self.declaration {
            knobs.impasse.declaration = declaration.into();
        }
        if let Some(take_back) = self.take_back {
            knobs.take_back = take_back.into();
        }
        if let Some(wrong_claim) = self.wrong_claim {
            knobs.wrong_claim = wrong_claim.into();
        }
        match self.help {
            None => {}
            Some(true) => knobs.help = Allowed::Yes,
            Some(false) => {
                knobs.help = Allowed::No;
                knobs.engine_help = Allowed::No;
            }
        }
    }
}

impl From<IllegalMovesDto> for IllegalMoves {
    fn from(dto: IllegalMovesDto) -> IllegalMoves {
        match dto {
            IllegalMovesDto::Blocked => IllegalMoves::Blocked,
            IllegalMovesDto::Loses => IllegalMoves::Loses,
            IllegalMovesDto::PointedOut => IllegalMoves::PointedOut,
            IllegalMovesDto::Claim => IllegalMoves::Claim,
        }
    }
}

impl From<DeclarationDto> for Option<DeclarationRule> {
    fn from(dto: DeclarationDto) -> Option<DeclarationRule> {
        match dto {
            DeclarationDto::Nothing => None,
            DeclarationDto::Points24 => Some(DeclarationRule::Points24),
            DeclarationDto::Points27 => Some(DeclarationRule::Points27),
            DeclarationDto::Points27Each => Some(DeclarationRule::Points27Each),
        }
    }
}

impl From<TakeBackDto> for TakeBack {
    fn from(dto: TakeBackDto) -> TakeBack {
        match dto {
            TakeBackDto::Never => TakeBack::Never,
            TakeBackDto::Loses => TakeBack::Loses,
            TakeBackDto::ByAgreement => TakeBack::ByAgreement,
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
