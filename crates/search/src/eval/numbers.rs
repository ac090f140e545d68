//! The numbers of both variants, in the form the evaluation reads them.

use super::layout::{COUNT, SHELTER};
use super::pair::{Pair, SmallPair};
use super::{seireigi, shogi};
use komadai_core::{Rules, Variant};

/// All numbers of a variant.
#[derive(Debug)]
#[cfg_attr(
    not(feature = "fit"),
    expect(unreachable_pub, reason = "public for the tool that fits them")
)]
pub struct Numbers {
    /// Those of which every position has but a few, up to [`SHELTER`].
    few: [Pair; SHELTER],
    /// All of them.
    all: [SmallPair; COUNT],
}

impl Numbers {
    const fn new(opening: &[i16; COUNT], endgame: &[i16; COUNT]) -> Numbers {
        let mut few = [Pair::new(0, 0); SHELTER];
        let mut all = [SmallPair::new(0, 0); COUNT];
        let mut index = 0;
        while index < COUNT {
            all[index] = SmallPair::new(opening[index], endgame[index]);
            if index < SHELTER {
                few[index] = all[index].pair();
            }
            index += 1;
        }
        Numbers { few, all }
    }

    /// Numbers from a source that `selfplay fit` wrote.
    #[cfg(feature = "fit")]
    pub fn from_source(text: &str) -> Option<Numbers> {
        let mut lists = text.split(" = [").skip(1).map(|list| {
            let lines = list.lines().filter(|line| !line.trim().starts_with("//"));
            let body = lines.collect::<String>();
            let body = body.split(']').next()?;
            let numbers: Vec<i16> = body
                .split(',')
                .filter_map(|word| word.trim().parse().ok())
                .collect();
            <[i16; COUNT]>::try_from(numbers).ok()
        });
        let (opening, endgame) = (lists.next()??, lists.next()??);
        Some(Numbers::new(&opening, &endgame))
    }

    /// A number below [`SHELTER`].
    #[inline]
    pub(crate) fn few(&self, index: usize) -> Pair {
        self.few[index]
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> Pair {
        self.all[index].pair()
    }
}

static SHOGI: Numbers = Numbers::new(&shogi::OPENING, &shogi::ENDGAME);
static SEIREIGI: Numbers = Numbers::new(&seireigi::OPENING, &seireigi::ENDGAME);

/// The numbers of a variant.
#[inline]
pub(crate) const fn numbers<R: Rules>() -> &'static Numbers {
    match R::VARIANT {
        Variant::Shogi => &SHOGI,
        Variant::Seireigi => &SEIREIGI,
    }
}
