//! A serde deserializer over parsed JSON whose errors name the field.
//!
//! All JSON is read through this one type, so that every form is compiled once. In the browser that is half of
//! the code that `serde_path_to_error` over texts and over parsed values came to.

use crate::error::WireError;
use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, Expected, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value, map};
use std::{fmt, vec};

/// Fields that name the variant of an enum. They are read first, so that no other field has to wait for them.
pub(crate) const TAGS: [&str; 2] = ["kind", "type"];

/// What becomes of fields that a form does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UnknownFields {
    Ignored,
    Refused,
}

/// A value that is read.
pub(crate) struct Reader {
    pub(crate) value: Value,
    pub(crate) unknown: UnknownFields,
}

impl Error for WireError {
    fn custom<T: fmt::Display>(reason: T) -> WireError {
        WireError::new("", reason)
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> WireError {
        // JSON has a name of its own for it.
        let found = match found {
            Unexpected::Unit => Unexpected::Other("null"),
            found => found,
        };
        WireError::new(
            "",
            format_args!("invalid type: {found}, expected {expected}"),
        )
    }
}

impl<'de> Deserializer<'de> for Reader {
    type Error = WireError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WireError> {
        match self.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(value),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(value), _) => visitor.visit_u64(value),
                (None, Some(value)) => visitor.visit_i64(value),
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN)),
            },
            Value::String(text)
                if self.unknown == UnknownFields::Refused && text.contains('\0') =>
            {
                Err(Error::custom("text with a NUL character"))
            }
            Value::String(text) => visitor.visit_string(text),
            Value::Array(values) => visitor.visit_seq(Elements {
                number: 0,
                rest: values.into_iter(),
                unknown: self.unknown,
            }),
            Value::Object(fields) => visitor.visit_map(Fields::new(fields, self.unknown)),
        }
    }

    /// Serde takes arrays as well, with the fields in their order. Nobody has promised an order.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, WireError> {
        match self.value {
            Value::Object(fields) => visitor.visit_map(Fields::new(fields, self.unknown)),
            other => Err(not_a(&other, "an object")),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WireError> {
        match self.value {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, WireError> {
        visitor.visit_newtype_struct(self)
    }

    /// A name alone, or an object whose only field has the name.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, WireError> {
        let unknown = self.unknown;
        let (name, content) = match self.value {
            Value::String(name) => (name, None),
            Value::Object(fields) if fields.len() == 1 => {
                let mut fields = fields.into_iter();
                let (name, value) = fields.next().unwrap_or_default();
                (name, Some(Reader { value, unknown }))
            }
            other => return Err(not_a(&other, "a name, or an object with one field")),
        };
        visitor.visit_enum(Variant { name, content })
    }

    /// Serde takes numbers as well, and counts the variants.
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WireError> {
        match self.value {
            Value::String(name) => visitor.visit_string(name),
            other => Err(not_a(&other, "a name")),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WireError> {
        match self.unknown {
            UnknownFields::Ignored => visitor.visit_unit(),
            UnknownFields::Refused => Err(Error::custom("unknown field")),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map
    }
}

#[inline(never)]
fn not_a(value: &Value, expected: &str) -> WireError {
    let found = match value {
        Value::Null => Unexpected::Unit,
        Value::Bool(value) => Unexpected::Bool(*value),
        Value::Number(_) => Unexpected::Other("number"),
        Value::String(text) => Unexpected::Str(text),
        Value::Array(_) => Unexpected::Seq,
        Value::Object(_) => Unexpected::Map,
    };
    Error::invalid_type(found, &expected)
}

#[inline(never)]
fn inside(error: WireError, outer: String) -> WireError {
    error.within(&outer)
}

struct Elements {
    number: usize,
    rest: vec::IntoIter<Value>,
    unknown: UnknownFields,
}

impl<'de> SeqAccess<'de> for Elements {
    type Error = WireError;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, WireError> {
        let Some(value) = self.rest.next() else {
            return Ok(None);
        };
        let number = self.number;
        self.number += 1;
        let unknown = self.unknown;
        match seed.deserialize(Reader { value, unknown }) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(error.within(&format!("[{number}]"))),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

struct Fields {
    tag: Option<(String, Value)>,
    rest: map::IntoIter,
    /// The field whose name was read and whose value was not.
    open: Option<(String, Value)>,
    unknown: UnknownFields,
}

impl Fields {
    #[inline(never)]
    fn new(mut fields: Map<String, Value>, unknown: UnknownFields) -> Fields {
        Fields {
            tag: TAGS.iter().find_map(|tag| fields.remove_entry(*tag)),
            rest: fields.into_iter(),
            open: None,
            unknown,
        }
    }

    // These two and `inside` do not depend on what is read: never inlined, they stand once.
    #[inline(never)]
    fn next_name(&mut self) -> Option<&str> {
        self.open = self.tag.take().or_else(|| self.rest.next());
        self.open.as_ref().map(|(name, _)| name.as_str())
    }

    #[inline(never)]
    fn take_open(&mut self) -> (String, Reader) {
        let (name, value) = self.open.take().unwrap_or_default();
        let unknown = self.unknown;
        (name, Reader { value, unknown })
    }
}

impl<'de> MapAccess<'de> for Fields {
    type Error = WireError;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, WireError> {
        let Some(name) = self.next_name() else {
            return Ok(None);
        };
        match seed.deserialize(StrDeserializer::<WireError>::new(name)) {
            Ok(name) => Ok(Some(name)),
            Err(error) => Err(inside(error, self.take_open().0)),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, WireError> {
        let (name, value) = self.take_open();
        seed.deserialize(value).map_err(|error| inside(error, name))
    }
}

struct Variant {
    name: String,
    content: Option<Reader>,
}

impl<'de> EnumAccess<'de> for Variant {
    type Error = WireError;
    type Variant = Variant;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Variant), WireError> {
        let variant = seed.deserialize(StrDeserializer::<WireError>::new(&self.name))?;
        Ok((variant, self))
    }
}

impl Variant {
    fn content<T>(self, read: impl FnOnce(Reader) -> Result<T, WireError>) -> Result<T, WireError> {
        match self.content {
            Some(content) => read(content).map_err(|error| inside(error, self.name)),
            None => Err(not_a(&Value::String(self.name), "an object with one field")),
        }
    }
}

impl<'de> VariantAccess<'de> for Variant {
    type Error = WireError;

    fn unit_variant(self) -> Result<(), WireError> {
        match self.content {
            None => Ok(()),
            Some(content) => Err(not_a(&content.value, "a name alone")),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, WireError> {
        self.content(|content| seed.deserialize(content))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, WireError> {
        self.content(|content| content.deserialize_any(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, WireError> {
        self.content(|content| content.deserialize_struct("", fields, visitor))
    }
}
