//! Values that are only a name.

use komadai_core::{Color, Variant};
use komadai_game::{
    Actor, Attendance, Breach, ClockSide, Experience, Ground, Offer, Preset, Verdict, Wanted,
};
use serde::de::{Deserializer, Error, Visitor};
use std::fmt;

/// Enums that mirror a type, with the names of their values. Adding a value to that type without adding it here is
/// a compile error.
macro_rules! mirror {
    ($(
        $(#[$doc:meta])*
        $name:ident = $target:ty {
            $($variant:ident $text:tt [$($value:tt)+])*
        }
    )*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize)]
            #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
            pub enum $name {
                $(
                    #[doc = concat!("`", $text, "`")]
                    #[serde(rename = $text)]
                    $variant,
                )*
            }

            impl $name {
                /// Every value.
                pub const ALL: &[$name] = &[$($name::$variant),*];

                /// The names of all values, in the same order.
                const NAMES: &[&str] = &[$($text),*];

                /// The name in JSON.
                pub const fn name(self) -> &'static str {
                    $name::NAMES[self as usize]
                }
            }

            impl<'de> serde::Deserialize<'de> for $name {
                fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                    let number = crate::names::one_of(deserializer, $name::NAMES)?;
                    Ok($name::ALL[number])
                }
            }

            impl From<$target> for $name {
                fn from(value: $target) -> $name {
                    match value {
                        $($($value)+ => $name::$variant,)*
                    }
                }
            }

            impl From<$name> for $target {
                fn from(value: $name) -> $target {
                    match value {
                        $($name::$variant => $($value)+,)*
                    }
                }
            }
        )*
    };
}

pub(crate) use mirror;

/// Reads one of these names and returns its index. One function for all names keeps the browser module small.
pub(crate) fn one_of<'de, D: Deserializer<'de>>(
    deserializer: D,
    names: &'static [&'static str],
) -> Result<usize, D::Error> {
    deserializer.deserialize_str(NameVisitor(names))
}

struct NameVisitor(&'static [&'static str]);

impl Visitor<'_> for NameVisitor {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<usize, E> {
        let number = self.0.iter().position(|name| *name == text);
        number.ok_or_else(|| E::unknown_variant(text, self.0))
    }
}

mirror! {
    /// A side.
    SideDto = Color {
        Black "black" [Color::Black]
        White "white" [Color::White]
    }

    /// Whoever can act in a game.
    ActorDto = Actor {
        Black "black" [Actor::Player(Color::Black)]
        White "white" [Actor::Player(Color::White)]
        Arbiter "arbiter" [Actor::Arbiter]
        Bystander "bystander" [Actor::Bystander]
        Clock "clock" [Actor::Clock]
        Host "host" [Actor::Host]
    }

    /// The side of the board where the clock is, from Black's point of view.
    ClockSideDto = ClockSide {
        Left "left" [ClockSide::Left]
        Right "right" [ClockSide::Right]
    }

    /// An offer.
    OfferDto = Offer {
        Count "count" [Offer::Count]
        TakeBack "take-back" [Offer::TakeBack]
        Draw "draw" [Offer::Draw]
        Cancel "cancel" [Offer::Cancel]
    }

    /// The ground for a penalty.
    GroundDto = Ground {
        ClockHandling "clock-handling" [Ground::ClockHandling]
        NoReasonToStop "no-reason-to-stop" [Ground::NoReasonToStop]
        Displacement "displacement" [Ground::Displacement]
        EarlyPress "early-press" [Ground::EarlyPress]
        Disarranged "disarranged" [Ground::Disarranged]
        OutsideHint "outside-hint" [Ground::OutsideHint]
        Advice "advice" [Ground::Advice]
        Conduct "conduct" [Ground::Conduct]
        RefusedRuling "refused-ruling" [Ground::RefusedRuling]
        Other "other" [Ground::Other]
    }

    /// How a move breaks the rules.
    BreachDto = Breach {
        OutOfTurn "out-of-turn" [Breach::OutOfTurn]
        OpponentsPiece "opponents-piece" [Breach::OpponentsPiece]
        OwnPieceTaken "own-piece-taken" [Breach::OwnPieceTaken]
        NotAMove "not-a-move" [Breach::NotAMove]
        WrongPromotion "wrong-promotion" [Breach::WrongPromotion]
        MissedPromotion "missed-promotion" [Breach::MissedPromotion]
        DropOnPiece "drop-on-piece" [Breach::DropOnPiece]
        DeadEndDrop "dead-end-drop" [Breach::DeadEndDrop]
        PromotedDrop "promoted-drop" [Breach::PromotedDrop]
        TwoPawns "two-pawns" [Breach::TwoPawns]
        KingInCheck "king-in-check" [Breach::KingInCheck]
        DropPawnMate "drop-pawn-mate" [Breach::DropPawnMate]
        PerpetualCheck "perpetual-check" [Breach::PerpetualCheck]
    }

    /// The verdict.
    VerdictDto = Verdict {
        BlackWins "black-wins" [Verdict::Wins(Color::Black)]
        WhiteWins "white-wins" [Verdict::Wins(Color::White)]
        Draw "draw" [Verdict::Draw]
        BothLose "both-lose" [Verdict::BothLose]
        NoContest "no-contest" [Verdict::NoContest]
    }

    /// The variant.
    VariantDto = Variant {
        Shogi "shogi" [Variant::Shogi]
        Seireigi "seireigi" [Variant::Seireigi]
    }

    /// A rule set with a name.
    PresetDto = Preset {
        Fesa "fesa" [Preset::Fesa]
        JsaPro "jsa-pro" [Preset::JsaPro]
        JsaAmateur "jsa-amateur" [Preset::JsaAmateur]
        Casual "casual" [Preset::Casual]
        Beginner "beginner" [Preset::Beginner]
        Seireigi "seireigi" [Preset::Seireigi]
    }

    /// The experience of a player.
    ExperienceDto = Experience {
        Beginner "beginner" [Experience::Beginner]
        Experienced "experienced" [Experience::Experienced]
    }

    /// Whether players must arrive at the board.
    AttendanceDto = Attendance {
        Present "present" [Attendance::Present]
        ToArrive "to-arrive" [Attendance::ToArrive]
    }

    /// The kind of an act.
    WantedDto = Wanted {
        PlaceClock "place-clock" [Wanted::PlaceClock]
        Toss "toss" [Wanted::Toss]
        CommitToss "commit-toss" [Wanted::CommitToss]
        AddNonce "add-nonce" [Wanted::AddNonce]
        RevealToss "reveal-toss" [Wanted::RevealToss]
        Arrive "arrive" [Wanted::Arrive]
        Greet "greet" [Wanted::Greet]
        Start "start" [Wanted::Start]
        Play "play" [Wanted::Play]
        Press "press" [Wanted::Press]
        Resign "resign" [Wanted::Resign]
        Declare "declare" [Wanted::Declare]
        ClaimIllegalMove "claim-illegal-move" [Wanted::ClaimIllegalMove]
        ClaimFlag "claim-flag" [Wanted::ClaimFlag]
        ClaimRepetition "claim-repetition" [Wanted::ClaimRepetition]
        ClaimCount "claim-count" [Wanted::ClaimCount]
        OfferCount "offer-count" [Wanted::Offer(Offer::Count)]
        OfferTakeBack "offer-take-back" [Wanted::Offer(Offer::TakeBack)]
        OfferDraw "offer-draw" [Wanted::Offer(Offer::Draw)]
        OfferCancel "offer-cancel" [Wanted::Offer(Offer::Cancel)]
        AcceptCount "accept-count" [Wanted::Accept(Offer::Count)]
        AcceptTakeBack "accept-take-back" [Wanted::Accept(Offer::TakeBack)]
        AcceptDraw "accept-draw" [Wanted::Accept(Offer::Draw)]
        AcceptCancel "accept-cancel" [Wanted::Accept(Offer::Cancel)]
        DeclineCount "decline-count" [Wanted::Decline(Offer::Count)]
        DeclineTakeBack "decline-take-back" [Wanted::Decline(Offer::TakeBack)]
        DeclineDraw "decline-draw" [Wanted::Decline(Offer::Draw)]
        DeclineCancel "decline-cancel" [Wanted::Decline(Offer::Cancel)]
        TakeBack "take-back" [Wanted::TakeBack]
        CallArbiter "call-arbiter" [Wanted::CallArbiter]
        Displace "displace" [Wanted::Displace]
        PutBack "put-back" [Wanted::PutBack]
        AskToArrange "ask-to-arrange" [Wanted::AskToArrange]
        Arrange "arrange" [Wanted::Arrange]
        Tick "tick" [Wanted::Tick]
        Rule "rule" [Wanted::Rule]
    }
}
