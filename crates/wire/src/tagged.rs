//! Enums whose variant is named by one of their fields: `{"kind": "play", "deed": "7g7f"}`.
//!
//! Serde's own reader of such enums copies the object before it reads it, and errors no longer know where
//! they happened. This one reads on in the same object. Our own [`Reader`] gives the tag first; the fields
//! that other deserializers give before it are set aside.

use crate::reader::{Reader, UnknownFields};
use serde::de::value::MapAccessDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, IgnoredAny, IntoDeserializer, MapAccess,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::Value;
use std::fmt;
use std::marker::PhantomData;

/// An enum that is read by the name of its variant.
pub(crate) trait Variants<'de> {
    /// What is read.
    type Value;
    /// The field that names the variant.
    const TAG: &'static str;

    /// Reads a variant and its fields.
    fn read<D: Deserializer<'de>>(deserializer: D) -> Result<Self::Value, D::Error>;
}

/// Reads an object with the tag of `V`, and nothing else.
pub(crate) fn read<'de, V: Variants<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<V::Value, D::Error> {
    deserializer.deserialize_map(TaggedVisitor::<V>(PhantomData))
}

struct TaggedVisitor<V>(PhantomData<V>);

impl<'de, V: Variants<'de>> Visitor<'de> for TaggedVisitor<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<V::Value, A::Error> {
        let mut before = Vec::new();
        while let Some(field) = map.next_key::<String>()? {
            if field == V::TAG {
                let name = map.next_value()?;
                let before = before.into_iter();
                let fields = Fields {
                    before,
                    pending: None,
                    map,
                };
                return V::read(Tagged { name, fields });
            }
            before.push((field, map.next_value()?));
        }
        Err(A::Error::missing_field(V::TAG))
    }
}

/// A variant by name, and the object that has its fields.
struct Tagged<A> {
    name: String,
    fields: Fields<A>,
}

/// The fields that stood before the tag, and those after it.
struct Fields<A> {
    before: std::vec::IntoIter<(String, Value)>,
    pending: Option<(String, Value)>,
    map: A,
}

impl<'de, A: MapAccess<'de>> Deserializer<'de> for Tagged<A> {
    type Error = A::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, A::Error> {
        visitor.visit_enum(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de, A: MapAccess<'de>> EnumAccess<'de> for Tagged<A> {
    type Error = A::Error;
    type Variant = Fields<A>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Fields<A>), A::Error> {
        let variant = seed.deserialize(self.name.into_deserializer())?;
        Ok((variant, self.fields))
    }
}

impl<'de, A: MapAccess<'de>> VariantAccess<'de> for Fields<A> {
    type Error = A::Error;

    fn unit_variant(mut self) -> Result<(), A::Error> {
        while self.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        seed.deserialize(MapAccessDeserializer::new(self))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, A::Error> {
        Err(A::Error::custom("fields have names"))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        visitor.visit_map(self)
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Fields<A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        let Some((field, value)) = self.before.next() else {
            return self.map.next_key_seed(seed);
        };
        let key = seed.deserialize(field.as_str().into_deserializer())?;
        self.pending = Some((field, value));
        Ok(Some(key))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        match self.pending.take() {
            None => self.map.next_value_seed(seed),
            Some((field, value)) => {
                // Whoever sets fields aside must not get unknown ones past a strict reader.
                let unknown = UnknownFields::Refused;
                let value = seed.deserialize(Reader { value, unknown });
                value.map_err(|error| A::Error::custom(error.within(&field)))
            }
        }
    }
}

/// Enums that are written with a tag and read by this module.
macro_rules! tagged {
    (
        $(#[$meta:meta])*
        pub enum $name:ident by $tag:tt, $text:tt read as $reader:ident { $($body:tt)* }
    ) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        #[serde(tag = $tag, rename_all = "kebab-case")]
        pub enum $name { $($body)* }

        #[derive(serde::Deserialize)]
        #[serde(remote = $text, rename_all = "kebab-case")]
        enum $reader { $($body)* }

        impl<'de> crate::tagged::Variants<'de> for $reader {
            type Value = $name;
            const TAG: &'static str = $tag;

            fn read<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                $reader::deserialize(deserializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                crate::tagged::read::<$reader, D>(deserializer)
            }
        }
    };
}

pub(crate) use tagged;
