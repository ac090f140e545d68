//! Operations on both words of a set at once: in one vector register where the target has them.
//!
//! Compilers vectorize plain words only in part, and moving the rest between general and vector
//! registers is expensive.

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub(super) use vector::*;
#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
pub(super) use words::*;

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod vector {
    use std::arch::x86_64::{
        __m128i, _mm_add_epi64, _mm_and_si128, _mm_andnot_si128, _mm_bslli_si128, _mm_bsrli_si128,
        _mm_or_si128, _mm_slli_epi64, _mm_srli_epi64, _mm_sub_epi64, _mm_xor_si128,
    };

    #[inline(always)]
    fn load(words: [u64; 2]) -> __m128i {
        // SAFETY: both are sixteen bytes, and every bit pattern is a value of both.
        unsafe { std::mem::transmute(words) }
    }

    #[inline(always)]
    fn store(lanes: __m128i) -> [u64; 2] {
        // SAFETY: as above.
        unsafe { std::mem::transmute(lanes) }
    }

    macro_rules! operations {
        ($($(#[$doc:meta])* $name:ident$(<const $bits:ident: i32>)?($($arg:ident),+) = $call:expr;)+) => {$(
            $(#[$doc])*
            #[inline(always)]
            pub(in crate::bitboard) fn $name$(<const $bits: i32>)?($($arg: [u64; 2]),+) -> [u64; 2] {
                $(let $arg = load($arg);)+
                // SAFETY: the target has SSE2.
                store(unsafe { $call })
            }
        )+};
    }

    operations! {
        and(a, b) = _mm_and_si128(a, b);
        or(a, b) = _mm_or_si128(a, b);
        xor(a, b) = _mm_xor_si128(a, b);
        /// `a` without the bits of `b`.
        and_not(a, b) = _mm_andnot_si128(b, a);
        add(a, b) = _mm_add_epi64(a, b);
        sub(a, b) = _mm_sub_epi64(a, b);
        shift_left<const BITS: i32>(a) = _mm_slli_epi64::<BITS>(a);
        shift_right<const BITS: i32>(a) = _mm_srli_epi64::<BITS>(a);
        /// The first word in the second's place, and nothing in its own.
        first_to_second(a) = _mm_bslli_si128::<8>(a);
        /// The second word in the first's place, and nothing in its own.
        second_to_first(a) = _mm_bsrli_si128::<8>(a);
    }

    #[cfg(target_feature = "sse4.1")]
    #[inline(always)]
    pub(in crate::bitboard) fn are_zero(a: [u64; 2]) -> bool {
        // SAFETY: the target has SSE4.1.
        unsafe { std::arch::x86_64::_mm_testz_si128(load(a), load(a)) == 1 }
    }

    #[cfg(not(target_feature = "sse4.1"))]
    #[inline(always)]
    pub(in crate::bitboard) fn are_zero(a: [u64; 2]) -> bool {
        a[0] | a[1] == 0
    }
}

/// The same in plain words.
#[cfg(any(not(all(target_arch = "x86_64", target_feature = "sse2")), test))]
mod words {
    #[inline(always)]
    pub(in crate::bitboard) fn and(a: [u64; 2], b: [u64; 2]) -> [u64; 2] {
        [a[0] & b[0], a[1] & b[1]]
    }

    #[inline(always)]
    pub(in crate::bitboard) fn or(a: [u64; 2], b: [u64; 2]) -> [u64; 2] {
        [a[0] | b[0], a[1] | b[1]]
    }

    #[inline(always)]
    pub(in crate::bitboard) fn xor(a: [u64; 2], b: [u64; 2]) -> [u64; 2] {
        [a[0] ^ b[0], a[1] ^ b[1]]
    }

    #[inline(always)]
    pub(in crate::bitboard) fn and_not(a: [u64; 2], b: [u64; 2]) -> [u64; 2] {
        [a[0] & !b[0], a[1] & !b[1]]
    }

    #[inline(always)]
    pub(in crate::bitboard) fn add(a: [u64; 2], b: [u64; 2]) -> [u64; 2] {
        [a[0].wrapping_add(b[0]), a[1].wrapping_add(b[1])]
    }

    #[inline(always)]
    pub(in crate::bitboard) fn sub(a: [u64; 2], b: [u64; 2]) -> [u64; 2] {
        [a[0].wrapping_sub(b[0]), a[1].wrapping_sub(b[1])]
    }

    #[inline(always)]
    pub(in crate::bitboard) fn shift_left<const BITS: i32>(a: [u64; 2]) -> [u64; 2] {
        [a[0] << BITS, a[1] << BITS]
    }

    #[inline(always)]
    pub(in crate::bitboard) fn shift_right<const BITS: i32>(a: [u64; 2]) -> [u64; 2] {
        [a[0] >> BITS, a[1] >> BITS]
    }

    #[inline(always)]
    pub(in crate::bitboard) fn first_to_second(a: [u64; 2]) -> [u64; 2] {
        [0, a[0]]
    }

    #[inline(always)]
    pub(in crate::bitboard) fn second_to_first(a: [u64; 2]) -> [u64; 2] {
        [a[1], 0]
    }

    #[inline(always)]
    pub(in crate::bitboard) fn are_zero(a: [u64; 2]) -> bool {
        a[0] | a[1] == 0
    }
}

#[cfg(test)]
mod tests {
    use super::words;
    use komadai_testkit::Rng;

    #[test]
    fn vector_operations_are_those_of_plain_words() {
        let mut rng = Rng::new(1);
        let mut next = || rng.next_u64();
        for _ in 0..1000 {
            let (a, b) = ([next(), next()], [next(), next()]);
            assert_eq!(super::and(a, b), words::and(a, b));
            assert_eq!(super::or(a, b), words::or(a, b));
            assert_eq!(super::xor(a, b), words::xor(a, b));
            assert_eq!(super::and_not(a, b), words::and_not(a, b));
            assert_eq!(super::add(a, b), words::add(a, b));
            assert_eq!(super::sub(a, b), words::sub(a, b));
            assert_eq!(super::shift_left::<9>(a), words::shift_left::<9>(a));
            assert_eq!(super::shift_right::<54>(a), words::shift_right::<54>(a));
            assert_eq!(super::first_to_second(a), words::first_to_second(a));
            assert_eq!(super::second_to_first(a), words::second_to_first(a));
        }
        for (a, zero) in [([0, 0], true), ([1, 0], false), ([0, 1], false)] {
            assert_eq!(super::are_zero(a), zero);
            assert_eq!(words::are_zero(a), zero);
        }
    }
}
