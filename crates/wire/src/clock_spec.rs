//! Time controls: a text, or an object if the text form cannot express them.

use crate::error::WireError;
use crate::text::{ClockText, ControlText, Text};
use komadai_core::{ByColor, Color};
use komadai_game::{ClockSpec, Extra, Millis, TimeControl};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde::{Deserialize as DeriveDeserialize, Serialize};
use std::fmt;
use std::marker::PhantomData;
use std::num::NonZeroU32;
use std::str::FromStr;

/// The times of both players: `15m+60s`, `B:15m+60s W:10m+30s`.
///
/// Times that are not valid for a game cannot be written as text; they are objects.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum ClockSpecDto {
    /// The text.
    Text(ClockText),
    /// An object with both sides.
    Sides(SidesDto),
}

/// The times of each player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, DeriveDeserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SidesDto {
    black: ControlDto,
    white: ControlDto,
}

/// The time of one player: `10m+5s/move`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum ControlDto {
    /// The text.
    Text(ControlText),
    /// Its parts.
    Parts(PartsDto),
}

/// A time control in parts, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, DeriveDeserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PartsDto {
    main: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    increment: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    byoyomi: Option<u64>,
    /// The number of byoyomi periods; default 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<u32>))]
    periods: Option<NonZeroU32>,
}

impl From<ClockSpec> for ClockSpecDto {
    fn from(spec: ClockSpec) -> ClockSpecDto {
        match spec.is_valid() {
            true => ClockSpecDto::Text(spec.into()),
            false => ClockSpecDto::Sides(SidesDto {
                black: spec.0[Color::Black].into(),
                white: spec.0[Color::White].into(),
            }),
        }
    }
}

impl TryFrom<ClockSpecDto> for ClockSpec {
    type Error = WireError;

    fn try_from(dto: ClockSpecDto) -> Result<ClockSpec, WireError> {
        match dto {
            ClockSpecDto::Text(text) => text.read("clock"),
            ClockSpecDto::Sides(sides) => {
                let inside = |error: WireError| error.within("clock");
                let black = sides.black.read("black").map_err(inside)?;
                let white = sides.white.read("white").map_err(inside)?;
                Ok(ClockSpec(ByColor([black, white])))
            }
        }
    }
}

impl From<TimeControl> for ControlDto {
    fn from(control: TimeControl) -> ControlDto {
        match control.is_valid() {
            true => ControlDto::Text(control.into()),
            false => ControlDto::Parts(control.into()),
        }
    }
}

impl ControlDto {
    /// The time control.
    ///
    /// # Errors
    /// Returns the path of the field and the reason if the time control is invalid.
    pub fn read(self, field: &str) -> Result<TimeControl, WireError> {
        match self {
            ControlDto::Text(text) => text.read(field),
            ControlDto::Parts(parts) => parts.read().map_err(|error| error.within(field)),
        }
    }
}

impl From<TimeControl> for PartsDto {
    fn from(control: TimeControl) -> PartsDto {
        let (increment, byoyomi, periods) = match control.extra {
            Extra::None => (None, None, None),
            Extra::Increment(increment) => (Some(increment.get()), None, None),
            Extra::Byoyomi { period, periods } => (None, Some(period.get()), Some(periods)),
        };
        PartsDto {
            main: control.main.get(),
            increment,
            byoyomi,
            periods: periods.filter(|periods| periods.get() > 1),
        }
    }
}

impl PartsDto {
    fn read(self) -> Result<TimeControl, WireError> {
        let extra = match (self.increment, self.byoyomi, self.periods) {
            (None, None, None) => Extra::None,
            (Some(increment), None, None) => Extra::Increment(Millis::new(increment)),
            (None, Some(period), periods) => Extra::Byoyomi {
                period: Millis::new(period),
                periods: periods.unwrap_or(NonZeroU32::MIN),
            },
            (Some(_), Some(_), _) => {
                let reason = "there is either an increment or byoyomi";
                return Err(WireError::new("increment", reason));
            }
            (_, None, Some(_)) => {
                return Err(WireError::new("periods", "only byoyomi has periods"));
            }
        };
        Ok(TimeControl {
            main: Millis::new(self.main),
            extra,
        })
    }
}

impl<'de> Deserialize<'de> for ClockSpecDto {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ClockSpecDto, D::Error> {
        let read = deserializer.deserialize_any(TextOrObject(PhantomData))?;
        Ok(match read {
            Read::Text(text) => ClockSpecDto::Text(text),
            Read::Object(sides) => ClockSpecDto::Sides(sides),
        })
    }
}

impl<'de> Deserialize<'de> for ControlDto {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ControlDto, D::Error> {
        let read = deserializer.deserialize_any(TextOrObject(PhantomData))?;
        Ok(match read {
            Read::Text(text) => ControlDto::Text(text),
            Read::Object(parts) => ControlDto::Parts(parts),
        })
    }
}

enum Read<T, O> {
    Text(Text<T>),
    Object(O),
}

/// Distinguishes the two forms by their JSON type, so that errors are about the right one.
struct TextOrObject<T, O>(PhantomData<(T, O)>);

impl<'de, T, O> Visitor<'de> for TextOrObject<T, O>
where
    T: FromStr,
    T::Err: fmt::Display,
    O: Deserialize<'de>,
{
    type Value = Read<T, O>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a time such as \"15m+60s\", or an object")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Read<T, O>, E> {
        match text.parse() {
            Ok(text) => Ok(Read::Text(text)),
            Err(never) => match never {},
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Read<T, O>, A::Error> {
        O::deserialize(MapAccessDeserializer::new(map)).map(Read::Object)
    }
}
