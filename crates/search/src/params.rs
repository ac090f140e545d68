//! The constants of the search. A pawn is worth 90; depths are in plies.

/// Reductions and history-based depths are in fractions of a ply: this many per ply.
pub(crate) const PLY: i32 = 1024;

/// Half the first aspiration window.
pub(crate) const ASPIRATION_WINDOW: i32 = 24;
/// Up to this depth iterations use the full window.
pub(crate) const ASPIRATION_DEPTH: i32 = 4;
/// Up to this depth every thread searches every iteration.
pub(crate) const COMMON_DEPTHS: i32 = 3;

/// Razoring: how far below alpha, for a depth.
pub(crate) const fn razor_margin(depth: i32) -> i32 {
    280 + 220 * depth * depth
}
/// Razoring applies below this depth.
pub(crate) const RAZOR_DEPTH: i32 = 4;

/// Futility: how far above beta a position may be taken as won at a depth.
pub(crate) const fn futility_margin(depth: i32, improving: bool) -> i32 {
    100 * depth - if improving { 90 } else { 0 }
}
/// Futility applies below this depth.
pub(crate) const FUTILITY_DEPTH: i32 = 9;

/// Null move: from this depth on.
pub(crate) const NULL_MOVE_DEPTH: i32 = 2;
/// The depth reduction of a null move search.
pub(crate) const fn null_move_reduction(depth: i32, above_beta: i32) -> i32 {
    let by_value = above_beta / 180;
    3 + depth / 3 + if by_value < 3 { by_value } else { 3 }
}
/// How far the evaluation may be below beta for a null move; less at greater depth.
pub(crate) const fn null_move_margin(depth: i32) -> i32 {
    120 - 20 * depth
}

/// Internal iterative reduction: from this depth on.
pub(crate) const INTERNAL_REDUCTION_DEPTH: i32 = 4;

/// ProbCut: from this depth on.
pub(crate) const PROBCUT_DEPTH: i32 = 5;
/// ProbCut: how much shallower the test is.
pub(crate) const PROBCUT_REDUCTION: i32 = 4;
/// ProbCut: how far above beta a capture must lead.
pub(crate) const fn probcut_margin(improving: bool) -> i32 {
    if improving { 150 } else { 200 }
}

/// How many quiet moves are tried at a depth.
pub(crate) const fn late_move_count(depth: i32, improving: bool) -> i32 {
    let count = 8 + 2 * depth * depth;
    if improving { count } else { count / 2 + 2 }
}

/// The expected depth of a move before its reduction is known exactly: half of the base reduction is certain.
pub(crate) fn expected_depth(depth: i32, reduced: i32) -> i32 {
    (depth - reduced / (2 * PLY)).max(0)
}

/// How far a quiet move may be below alpha, by the depth it would be searched to.
pub(crate) const fn move_futility_margin(depth: i32) -> i32 {
    110 + 120 * depth
}
/// Futility pruning of quiet moves applies below this reduced depth.
pub(crate) const MOVE_FUTILITY_DEPTH: i32 = 8;
/// How far a capture may be below alpha.
pub(crate) const fn capture_futility_margin(depth: i32) -> i32 {
    200 + 180 * depth
}
/// Futility pruning of captures applies below this reduced depth.
pub(crate) const CAPTURE_FUTILITY_DEPTH: i32 = 6;
/// Quiet moves with a history below this, per ply, are pruned.
pub(crate) const HISTORY_PRUNING: i32 = -4500;
/// History pruning applies below this reduced depth.
pub(crate) const HISTORY_PRUNING_DEPTH: i32 = 5;
/// What a quiet move may lose in an exchange, by the reduced depth squared.
pub(crate) const QUIET_EXCHANGE: i32 = -35;
/// What a capture may lose in an exchange, by depth.
pub(crate) const CAPTURE_EXCHANGE: i32 = -170;

/// Singular extension: from this depth on.
pub(crate) const SINGULAR_DEPTH: i32 = 6;
/// How far below the table's value all other moves must stay, by depth, in units of 1/64.
pub(crate) const fn singular_margin(depth: i32, was_pv: bool) -> i32 {
    (if was_pv { 96 } else { 64 }) * depth / 64
}

/// Late moves are reduced from this depth on.
pub(crate) const REDUCTION_DEPTH: i32 = 2;

/// The base reduction by depth and move count, in fractions of [`PLY`].
pub(crate) fn base_reduction(depth: i32, move_count: i32) -> i32 {
    let log = |n: i32| LOGS[n.clamp(1, 255) as usize];
    log(depth) * log(move_count) / 1024
}

/// 1024 × 1.37 × ln n / …, scaled so that the product of two is a reduction in fractions of [`PLY`].
static LOGS: [i32; 256] = {
    let mut table = [0; 256];
    let mut n = 1;
    while n < 256 {
        table[n] = (ln_1024(n as u64) * 690 / 1000) as i32;
        n += 1;
    }
    table
};

/// 1024 ln n, computed from the binary logarithm by repeated squaring.
const fn ln_1024(n: u64) -> u64 {
    let mut whole = 0;
    let mut x = n << 32;
    while x >= 2 << 32 {
        x >>= 1;
        whole += 1;
    }
    let mut digits = 0u64;
    let mut i = 0;
    while i < 16 {
        x = ((x as u128 * x as u128) >> 32) as u64;
        digits <<= 1;
        if x >= 2 << 32 {
            x >>= 1;
            digits |= 1;
        }
        i += 1;
    }
    // ln 2 is 0.693147.
    (((whole << 16) + digits) * 693_147 / 1_000_000 * 1024) >> 16
}

/// Adjustments of the reduction, in fractions of [`PLY`].
pub(crate) mod reduction {
    /// At every node.
    pub(crate) const BASE: i32 = 600;
    /// In the principal variation, or where one was.
    pub(crate) const WAS_PV: i32 = -1300;
    /// At nodes where a cutoff is expected.
    pub(crate) const CUT_NODE: i32 = 1700;
    /// If the hash move is a capture.
    pub(crate) const TABLE_CAPTURE: i32 = 900;
    /// If the position is not improving.
    pub(crate) const NOT_IMPROVING: i32 = 800;
    /// After many cutoffs in the next ply.
    pub(crate) const MANY_CUTS: i32 = 1000;
    /// For moves that give check.
    pub(crate) const CHECK: i32 = -900;
    /// For a killer.
    pub(crate) const KILLER: i32 = -1000;
    /// Histories are divided by this.
    pub(crate) const HISTORY_DIVISOR: i32 = 14;
    /// For captures.
    pub(crate) const CAPTURE: i32 = -700;
}

/// Quiescence: a capture must lead to within this of alpha.
pub(crate) const QUIESCENCE_MARGIN: i32 = 180;
/// Quiescence: what a capture may lose in an exchange.
pub(crate) const QUIESCENCE_EXCHANGE: i32 = -60;

/// The history bonus of a move that causes a cutoff.
pub(crate) const fn history_bonus(depth: i32) -> i32 {
    let bonus = 170 * depth - 90;
    if bonus < 1700 { bonus } else { 1700 }
}
/// The history penalty of the moves tried before it.
pub(crate) const fn history_malus(depth: i32) -> i32 {
    let malus = 220 * depth - 100;
    if malus < 1500 { malus } else { 1500 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_logarithms() {
        for n in 1..256u64 {
            let exact = (n as f64).ln() * 1024.0;
            assert!((ln_1024(n) as f64 - exact).abs() < 2.0, "{n}");
        }
    }

    #[test]
    fn reductions_grow_with_depth_and_number() {
        for depth in 1..60 {
            for count in 1..200 {
                let here = base_reduction(depth, count);
                assert!(here <= base_reduction(depth + 1, count));
                assert!(here <= base_reduction(depth, count + 1));
            }
        }
        assert!((1..4 * PLY).contains(&base_reduction(10, 20)));
    }
}
