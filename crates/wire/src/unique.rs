//! JSON in which no field is given twice.

use crate::error::WireError;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;

/// Parsed JSON whose objects have every field once. Parsers differ on which of two values counts, so a client that
/// sends both is misunderstood by one of them.
#[derive(Clone, PartialEq, Debug)]
pub struct UniqueJson(pub Value);

impl UniqueJson {
    /// Parses a text.
    ///
    /// # Errors
    /// Returns an error if the text is not JSON or gives a field twice.
    pub(crate) fn parse(text: &str) -> Result<Value, WireError> {
        let mut repeated = None;
        let mut json = serde_json::Deserializer::from_str(text);
        let value = Unique(&mut repeated).deserialize(&mut json);
        let value = value.and_then(|value| json.end().map(|()| value));
        value.map_err(|error| repeated.unwrap_or_else(|| WireError::new("", error)))
    }
}

impl<'de> Deserialize<'de> for UniqueJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<UniqueJson, D::Error> {
        let mut repeated = None;
        match Unique(&mut repeated).deserialize(deserializer) {
            Ok(value) => Ok(UniqueJson(value)),
            Err(error) => Err(repeated.map_or(error, D::Error::custom)),
        }
    }
}

/// Reads a value; the error about a repeated field is kept here, because it has a path.
struct Unique<'r>(&'r mut Option<WireError>);

impl Unique<'_> {
    /// Adds an outer field to the path of the error.
    fn within(&mut self, outer: &str) {
        *self.0 = self.0.take().map(|error| error.within(outer));
    }
}

impl<'de> DeserializeSeed<'de> for Unique<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Unique<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut elements: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        loop {
            match elements.next_element_seed(Unique(self.0)) {
                Ok(Some(value)) => values.push(value),
                Ok(None) => return Ok(values.into()),
                Err(error) => {
                    self.within(&format!("[{}]", values.len()));
                    return Err(error);
                }
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut fields: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(name) = fields.next_key::<String>()? {
            if map.contains_key(&name) {
                *self.0 = Some(WireError::new(&name, "given twice"));
                return Err(A::Error::custom("a field is given twice"));
            }
            match fields.next_value_seed(Unique(self.0)) {
                Ok(value) => map.insert(name, value),
                Err(error) => {
                    self.within(&name);
                    return Err(error);
                }
            };
        }
        Ok(map.into())
    }
}
