//! The layers after the first: integers only, the same on every processor.
//!
//! [`output`] chooses the widest vector instructions that the processor has. All paths compute the same sums
//! without overflow: an activation is at most 127 and a weight at least −128, so that the sum of two
//! products fits into 16 bits.

use super::weights::{ACTIVATION_ONE, Aligned, HIDDEN, NetWeights, OUTPUT_ONE, WEIGHT_ONE};

/// The output of a net for the sums of both sides, that of the side to move first.
#[inline]
pub(super) fn output<const W: usize>(net: &NetWeights<W>, sums: [&[i16; W]; 2]) -> i32 {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2.
            return unsafe { output_avx2(net, sums) };
        }
        if is_x86_feature_detected!("ssse3") {
            // SAFETY: the processor has SSSE3.
            return unsafe { output_ssse3(net, sums) };
        }
    }
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    return output_with(net, sums, dot_wasm::<W>, dot_wasm::<HIDDEN>);
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    output_scalar(net, sums)
}

/// The twin of the vector paths in plain Rust.
#[cfg_attr(
    all(target_arch = "wasm32", target_feature = "simd128"),
    expect(dead_code, reason = "the vector path is always available")
)]
pub(super) fn output_scalar<const W: usize>(net: &NetWeights<W>, sums: [&[i16; W]; 2]) -> i32 {
    output_with(net, sums, dot_scalar::<W>, dot_scalar::<HIDDEN>)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn output_avx2<const W: usize>(net: &NetWeights<W>, sums: [&[i16; W]; 2]) -> i32 {
    output_with(
        net,
        sums,
        |a, b| dot_avx2::<W>(a, b),
        |a, b| dot_avx2::<HIDDEN>(a, b),
    )
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "ssse3")]
fn output_ssse3<const W: usize>(net: &NetWeights<W>, sums: [&[i16; W]; 2]) -> i32 {
    output_with(
        net,
        sums,
        |a, b| dot_ssse3::<W>(a, b),
        |a, b| dot_ssse3::<HIDDEN>(a, b),
    )
}

/// The layers, with the product of activations and weights as a parameter. Inlined into the function of
/// each instruction set, so that the rest is compiled for that set as well.
#[inline(always)]
fn output_with<const W: usize>(
    net: &NetWeights<W>,
    sums: [&[i16; W]; 2],
    wide: impl Fn(&[u8; W], &[i8; W]) -> i32,
    narrow: impl Fn(&[u8; HIDDEN], &[i8; HIDDEN]) -> i32,
) -> i32 {
    let [own, other] = sums.map(|half| Aligned(half.map(|sum| clipped(sum.into()))));
    let mut second = Aligned([0; HIDDEN]);
    for (index, rows) in net.second.rows.iter().enumerate() {
        let sum = net.second.bias[index] + wide(&own.0, &rows[0].0) + wide(&other.0, &rows[1].0);
        second.0[index] = clipped(sum / WEIGHT_ONE);
    }
    let mut third = [0; HIDDEN];
    for (index, row) in net.third.0.iter().enumerate() {
        let sum = net.third_bias[index] + narrow(&second.0, row);
        third[index] = i32::from(clipped(sum / WEIGHT_ONE));
    }
    let products = third
        .iter()
        .zip(net.output.0)
        .map(|(&a, w)| a * i32::from(w));
    (net.output_bias + products.sum::<i32>()) / OUTPUT_ONE
}

/// An activation: between 0 and 1.
#[inline(always)]
fn clipped(sum: i32) -> u8 {
    sum.clamp(0, ACTIVATION_ONE) as u8
}

fn dot_scalar<const N: usize>(activations: &[u8; N], weights: &[i8; N]) -> i32 {
    let products = activations.iter().zip(weights);
    products.map(|(&a, &w)| i32::from(a) * i32::from(w)).sum()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
fn dot_avx2<const N: usize>(activations: &[u8; N], weights: &[i8; N]) -> i32 {
    use std::arch::x86_64::{
        _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi32,
        _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_madd_epi16,
        _mm256_maddubs_epi16, _mm256_set1_epi16, _mm256_setzero_si256,
    };
    const { assert!(N.is_multiple_of(32)) };
    let ones = _mm256_set1_epi16(1);
    let mut sum = _mm256_setzero_si256();
    for (a, w) in activations.chunks_exact(32).zip(weights.chunks_exact(32)) {
        // SAFETY: both chunks have 32 bytes.
        let (a, w) = unsafe {
            (
                _mm256_loadu_si256(a.as_ptr().cast()),
                _mm256_loadu_si256(w.as_ptr().cast()),
            )
        };
        let pairs = _mm256_maddubs_epi16(a, w);
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, ones));
    }
    let half = _mm_add_epi32(
        _mm256_castsi256_si128(sum),
        _mm256_extracti128_si256::<1>(sum),
    );
    let quarter = _mm_add_epi32(half, _mm_shuffle_epi32::<0b01_00_11_10>(half));
    let all = _mm_add_epi32(quarter, _mm_shuffle_epi32::<0b10_11_00_01>(quarter));
    _mm_cvtsi128_si32(all)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "ssse3")]
#[inline]
fn dot_ssse3<const N: usize>(activations: &[u8; N], weights: &[i8; N]) -> i32 {
    use std::arch::x86_64::{
        _mm_add_epi32, _mm_cvtsi128_si32, _mm_loadu_si128, _mm_madd_epi16, _mm_maddubs_epi16,
        _mm_set1_epi16, _mm_setzero_si128, _mm_shuffle_epi32,
    };
    const { assert!(N.is_multiple_of(16)) };
    let ones = _mm_set1_epi16(1);
    let mut sum = _mm_setzero_si128();
    for (a, w) in activations.chunks_exact(16).zip(weights.chunks_exact(16)) {
        // SAFETY: both chunks have 16 bytes.
        let (a, w) = unsafe {
            (
                _mm_loadu_si128(a.as_ptr().cast()),
                _mm_loadu_si128(w.as_ptr().cast()),
            )
        };
        let pairs = _mm_maddubs_epi16(a, w);
        sum = _mm_add_epi32(sum, _mm_madd_epi16(pairs, ones));
    }
    let half = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b01_00_11_10>(sum));
    let all = _mm_add_epi32(half, _mm_shuffle_epi32::<0b10_11_00_01>(half));
    _mm_cvtsi128_si32(all)
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[inline]
fn dot_wasm<const N: usize>(activations: &[u8; N], weights: &[i8; N]) -> i32 {
    use std::arch::wasm32::{
        i16x8_extend_high_i8x16, i16x8_extend_high_u8x16, i16x8_extend_low_i8x16,
        i16x8_extend_low_u8x16, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane, i32x4_splat,
        v128_load,
    };
    const { assert!(N.is_multiple_of(16)) };
    let mut sum = i32x4_splat(0);
    for (a, w) in activations.chunks_exact(16).zip(weights.chunks_exact(16)) {
        // SAFETY: both chunks have 16 bytes.
        let (a, w) = unsafe { (v128_load(a.as_ptr().cast()), v128_load(w.as_ptr().cast())) };
        let low = i32x4_dot_i16x8(i16x8_extend_low_u8x16(a), i16x8_extend_low_i8x16(w));
        let high = i32x4_dot_i16x8(i16x8_extend_high_u8x16(a), i16x8_extend_high_i8x16(w));
        sum = i32x4_add(sum, i32x4_add(low, high));
    }
    i32x4_extract_lane::<0>(sum)
        + i32x4_extract_lane::<1>(sum)
        + i32x4_extract_lane::<2>(sum)
        + i32x4_extract_lane::<3>(sum)
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use komadai_testkit::Rng;

    #[test]
    fn vector_products_equal_the_scalar_one() {
        let mut rng = Rng::new(1);
        for round in 0..1000 {
            let largest = round % 2 == 0;
            let activations: [u8; 256] =
                std::array::from_fn(|_| if largest { 127 } else { rng.below(128) as u8 });
            let weights: [i8; 256] = std::array::from_fn(|_| {
                if largest {
                    -128
                } else {
                    rng.below(256) as u8 as i8
                }
            });
            let expected = dot_scalar(&activations, &weights);
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has AVX2.
                assert_eq!(unsafe { dot_avx2(&activations, &weights) }, expected);
            }
            if is_x86_feature_detected!("ssse3") {
                // SAFETY: the processor has SSSE3.
                assert_eq!(unsafe { dot_ssse3(&activations, &weights) }, expected);
            }
        }
    }
}
