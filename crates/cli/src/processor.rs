//! Does this processor have the instructions that the program was built with?
//!
//! The processor itself is asked: `is_x86_feature_detected!` is constantly true for features that were
//! enabled at compile time. The functions here use no code that would need such a feature: integers,
//! no allocation, no formatting.

use std::io::{self, Write};
use std::process::ExitCode;

/// Where CPUID tells of a feature.
#[derive(Clone, Copy, Debug)]
enum Register {
    /// Leaf 1, ECX.
    Basic,
    /// Leaf 7, EBX.
    Extended,
    /// Leaf 0x8000_0001, ECX.
    Amd,
}

/// What CPUID says, by [`Register`].
type Answers = [u32; 3];

struct Feature {
    name: &'static str,
    register: Register,
    bit: u32,
    /// Whether the compiler may use it in this build.
    used: bool,
}

macro_rules! features {
    ($($feature:literal $name:literal $register:ident $bit:literal;)*) => {
        &[$(Feature {
            name: $name,
            register: Register::$register,
            bit: $bit,
            used: cfg!(target_feature = $feature),
        }),*]
    };
}

/// The features of x86-64-v2 and x86-64-v3, and AVX-512 for builds with `target-cpu=native`.
const FEATURES: &[Feature] = features! {
    "sse3" "SSE3" Basic 0;
    "ssse3" "SSSE3" Basic 9;
    "fma" "FMA" Basic 12;
    "cmpxchg16b" "CMPXCHG16B" Basic 13;
    "sse4.1" "SSE4.1" Basic 19;
    "sse4.2" "SSE4.2" Basic 20;
    "movbe" "MOVBE" Basic 22;
    "popcnt" "POPCNT" Basic 23;
    "avx" "AVX" Basic 28;
    "f16c" "F16C" Basic 29;
    "bmi1" "BMI1" Extended 3;
    "avx2" "AVX2" Extended 5;
    "bmi2" "BMI2" Extended 8;
    "avx512f" "AVX-512" Extended 16;
    "lzcnt" "LZCNT" Amd 5;
};

/// # Errors
///
/// Returns the name of the first feature that the build uses and the processor lacks.
#[inline(never)]
pub(crate) fn check() -> Result<(), &'static str> {
    match first_missing(FEATURES, ask_processor()) {
        Some(name) => Err(name),
        None => Ok(()),
    }
}

/// Says in one line what is missing.
#[cold]
#[inline(never)]
pub(crate) fn refuse(missing: &str) -> ExitCode {
    let parts = [
        "komadai: this build needs a processor with ",
        missing,
        ", which this one lacks; install a build for older processors\n",
    ];
    for part in parts {
        let _ = io::stderr().write_all(part.as_bytes());
    }
    ExitCode::from(2)
}

fn first_missing(features: &[Feature], answers: Answers) -> Option<&'static str> {
    for feature in features {
        if feature.used && answers[feature.register as usize] >> feature.bit & 1 == 0 {
            return Some(feature.name);
        }
    }
    None
}

#[cfg(target_arch = "x86_64")]
fn ask_processor() -> Answers {
    use core::arch::x86_64::{__cpuid, __cpuid_count};
    let extended = if __cpuid(0).eax >= 7 {
        __cpuid_count(7, 0).ebx
    } else {
        0
    };
    let amd = if __cpuid(0x8000_0000).eax >= 0x8000_0001 {
        __cpuid(0x8000_0001).ecx
    } else {
        0
    };
    [__cpuid(1).ecx, extended, amd]
}

/// No feature of [`FEATURES`] is used where there is no CPUID.
#[cfg(not(target_arch = "x86_64"))]
fn ask_processor() -> Answers {
    [0; 3]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table as a build for x86-64-v3 has it.
    fn all_used() -> Vec<Feature> {
        let used = |feature: &Feature| Feature {
            used: true,
            ..*feature
        };
        FEATURES.iter().map(used).collect()
    }

    #[test]
    fn this_processor_runs_this_build() {
        assert_eq!(check(), Ok(()));
    }

    #[test]
    fn a_missing_feature_is_named() {
        let features = all_used();
        assert_eq!(first_missing(&features, [u32::MAX; 3]), None);
        assert_eq!(first_missing(&features, [0; 3]), Some("SSE3"));
        // Nehalem has x86-64-v2 and no more: no FMA in leaf 1, nothing in leaf 7.
        assert_eq!(first_missing(&features, [0x8098_2201, 0, 1]), Some("FMA"));
        for (index, name) in [(0, "AVX"), (1, "AVX2")] {
            let feature = features.iter().find(|feature| feature.name == name);
            let bit = feature.map_or(0, |feature| feature.bit);
            let mut answers = [u32::MAX; 3];
            answers[index] ^= 1 << bit;
            assert_eq!(first_missing(&features, answers), Some(name));
        }
    }

    #[test]
    fn a_portable_build_needs_nothing() {
        let mut features = all_used();
        for feature in &mut features {
            feature.used = false;
        }
        assert_eq!(first_missing(&features, [0; 3]), None);
    }
}
