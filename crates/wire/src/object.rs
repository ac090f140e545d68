//! Reading what must be an object.
//!
//! Serde takes arrays as well, with the fields in their order or the number of a variant. What clients
//! send is read without that: nobody has promised an order.

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, MapAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// What can be read from the fields of an object.
pub(crate) trait FromObject<'de>: Sized {
    /// Reads it, from an object or from whatever else serde takes.
    fn from_object<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

/// Reads an object, and nothing else.
pub(crate) fn object<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromObject<'de>,
{
    deserializer.deserialize_map(ObjectVisitor(PhantomData))
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: FromObject<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::from_object(MapAccessDeserializer::new(map))
    }
}

/// Makes objects of types with `#[serde(remote = "Self")]`, whose derived functions are their own.
macro_rules! only_objects {
    ($($name:ident)*) => {
        $(
            impl<'de> crate::object::FromObject<'de> for $name {
                fn from_object<D: serde::Deserializer<'de>>(
                    deserializer: D,
                ) -> Result<$name, D::Error> {
                    $name::deserialize(deserializer)
                }
            }

            impl<'de> serde::Deserialize<'de> for $name {
                fn deserialize<D: serde::Deserializer<'de>>(
                    deserializer: D,
                ) -> Result<$name, D::Error> {
                    crate::object::object(deserializer)
                }
            }

            impl serde::Serialize for $name {
                fn serialize<S: serde::Serializer>(
                    &self,
                    serializer: S,
                ) -> Result<S::Ok, S::Error> {
                    $name::serialize(self, serializer)
                }
            }
        )*
    };
}

pub(crate) use only_objects;
