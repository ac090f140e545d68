//! Enums whose variant is named by one of their fields: `{"kind": "play", "deed": "7g7f"}`.
//!
//! Serde's own reader of such enums copies the object before it reads it, and errors no longer name their field.
//! This one continues in the same object. [`Reader`](crate::reader::Reader) yields the tag first; with another
//! deserializer, the tag must be the first field.

use crate::reader::TAGS;
use serde::de::value::MapAccessDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, IgnoredAny, MapAccess, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
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
        while let Some(field) = map.next_key::<String>()? {
            if field == V::TAG {
                return V::read(Tagged(map));
            }
            if !TAGS.contains(&field.as_str()) {
                break;
            }
            // The tag of other enums is a field like any other here.
            map.next_value::<IgnoredAny>()?;
        }
        Err(A::Error::missing_field(V::TAG))
    }
}

/// The object of a variant. Its tag is read next, then its fields.
struct Tagged<A>(A);

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
    type Variant = Tagged<A>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        mut self,
        seed: S,
    ) -> Result<(S::Value, Tagged<A>), A::Error> {
        let variant = self.0.next_value_seed(seed)?;
        Ok((variant, self))
    }
}

impl<'de, A: MapAccess<'de>> VariantAccess<'de> for Tagged<A> {
    type Error = A::Error;

    fn unit_variant(mut self) -> Result<(), A::Error> {
        while self.0.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        seed.deserialize(MapAccessDeserializer::new(self.0))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, A::Error> {
        Err(A::Error::custom("fields have names"))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        visitor.visit_map(self.0)
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
