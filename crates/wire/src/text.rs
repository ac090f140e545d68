//! Values that are written as text.

use crate::error::WireError;
use komadai_core::{Move, Setup};
use komadai_game::furigoma::{Commitment, ParseHexError, Seed, Toss};
use komadai_game::{ClockSpec, Deed, Grade, TimeControl};
use komadai_kifu::Handicap;
use serde::de::{Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

/// Returns whether a text has no control characters and none that change the direction of writing: those could make
/// a line look like somebody else's.
pub fn is_printable(text: &str) -> bool {
    let turns = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !text.chars().any(|c| c.is_control() || turns(c))
}

/// A text of the client's own, which must be one printable line.
pub(crate) fn free_text(field: &str, text: String) -> Result<String, WireError> {
    match is_printable(&text) {
        true => Ok(text),
        false => Err(WireError::new(field, "contains control characters")),
    }
}

/// A value in JSON as its text.
///
/// Invalid text is not an error of the JSON around it: [`read`](Text::read) returns the error, so that the rest of
/// the message can still be answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text<T>(Result<T, Box<Unread>>);

/// A text that could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Unread {
    text: String,
    reason: String,
}

impl<T> Text<T> {
    /// The value.
    ///
    /// # Errors
    /// Returns the field and the reason if the text is invalid.
    pub fn read(self, field: &str) -> Result<T, WireError> {
        let fault = |unread: Box<Unread>| WireError::new(field, unread.reason);
        self.0.map_err(fault)
    }
}

impl<T> From<T> for Text<T> {
    fn from(value: T) -> Text<T> {
        Text(Ok(value))
    }
}

impl<T> FromStr for Text<T>
where
    T: FromStr,
    T::Err: fmt::Display,
{
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Text<T>, Self::Err> {
        let unread = |reason: T::Err| {
            Box::new(Unread {
                text: text.to_owned(),
                reason: reason.to_string(),
            })
        };
        Ok(Text(text.parse().map_err(unread)))
    }
}

impl<T: fmt::Display> Serialize for Text<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Ok(value) => serializer.collect_str(value),
            Err(unread) => serializer.serialize_str(&unread.text),
        }
    }
}

impl<'de, T> Deserialize<'de> for Text<T>
where
    T: FromStr,
    T::Err: fmt::Display,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Text<T>, D::Error> {
        deserializer.deserialize_str(TextVisitor(PhantomData))
    }
}

struct TextVisitor<T>(PhantomData<T>);

impl<T> Visitor<'_> for TextVisitor<T>
where
    T: FromStr,
    T::Err: fmt::Display,
{
    type Value = Text<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E>(self, text: &str) -> Result<Text<T>, E> {
        match text.parse() {
            Ok(read) => Ok(read),
            Err(never) => match never {},
        }
    }
}

/// In schemas every text is a string.
#[cfg(feature = "schema")]
mod schema {
    use super::Text;
    use std::borrow::Cow;
    use utoipa::openapi::{RefOr, Schema};
    use utoipa::{PartialSchema, ToSchema};

    impl<T> PartialSchema for Text<T> {
        fn schema() -> RefOr<Schema> {
            String::schema()
        }
    }

    impl<T> ToSchema for Text<T> {
        fn name() -> Cow<'static, str> {
            "Text".into()
        }
    }
}

// Schemas are derived from the tokens of a type; with a type parameter they would require a schema of the parameter.
pub(crate) type BytesText = Text<Bytes>;
pub(crate) type ClockText = Text<ClockSpec>;
pub(crate) type CommitmentText = Text<Commitment>;
pub(crate) type ControlText = Text<TimeControl>;
pub(crate) type DeedText = Text<Deed>;
pub(crate) type GradeText = Text<Grade>;
pub(crate) type HandicapText = Text<Handicap>;
pub(crate) type UsiMoveText = Text<Move>;
pub(crate) type SeedText = Text<Seed>;
pub(crate) type SetupText = Text<Setup>;
pub(crate) type TossText = Text<Toss>;

/// 32 bytes in hexadecimal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bytes(pub [u8; 32]);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Commitment(self.0).fmt(f)
    }
}

impl FromStr for Bytes {
    type Err = ParseHexError;

    fn from_str(text: &str) -> Result<Bytes, ParseHexError> {
        let Commitment(bytes) = text.parse()?;
        Ok(Bytes(bytes))
    }
}
