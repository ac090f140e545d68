//! The macro behind the small closed domains (`Color`, `File`, `Rank`, `Square`, kinds of piece).

/// Defines a field-less enum with consecutive discriminants, its list of values and its index.
///
/// `index()` is the discriminant. The compiler knows its range, so indexing an array of matching
/// length by it costs no bounds check, and `Option<T>` takes no extra byte.
macro_rules! closed_enum {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident ($first:literal ..= $last:literal) {
            $($(#[$variant_meta:meta])* $variant:ident = $value:literal,)+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        $vis enum $name {
            $($(#[$variant_meta])* $variant = $value,)+
        }

        impl $name {
            /// Every value, in order.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$variant),+];
            /// The number of values.
            pub const COUNT: usize = $last - $first + 1;

            /// The discriminant.
            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The value with this index, or `None` if it is out of range.
            #[inline]
            pub const fn from_index(index: usize) -> Option<Self> {
                // The wrapping difference is out of range below the first value as well as above the last.
                if index.wrapping_sub($first) >= Self::COUNT {
                    return None;
                }
                // SAFETY: the index is in range.
                Some(unsafe { Self::from_index_unchecked(index as u8) })
            }

            /// The value with this index.
            ///
            /// # Safety
            /// `index` must be the index of a value.
            #[inline]
            #[allow(dead_code, reason = "the macro serves enums that need no unchecked form")]
            pub(crate) const unsafe fn from_index_unchecked(index: u8) -> Self {
                debug_assert!((index as usize).wrapping_sub($first) < Self::COUNT);
                // SAFETY: the discriminants are consecutive from the first to the last value.
                unsafe { ::core::mem::transmute::<u8, Self>(index) }
            }
        }
    };
}

pub(crate) use closed_enum;
