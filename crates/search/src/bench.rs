//! A fixed search whose node count identifies the search and whose time measures its speed.

use crate::control::{Control, ManualStopwatch};
use crate::engine::Engine;
use crate::game_line::GameLine;
use crate::limits::{SearchLimits, SearchOptions};
use komadai_core::{Position, Rules, Seireigi, Shogi, Variant};

/// The result of the bench.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchReport {
    /// Positions searched.
    pub positions: usize,
    /// Nodes of all searches: equal counts mean equal searches.
    pub nodes: u64,
}

/// Searches the fixed positions of a variant to a depth with one thread and a fresh table each.
pub fn bench(variant: Variant, depth: u32) -> BenchReport {
    match variant {
        Variant::Shogi => run::<Shogi>(SHOGI, depth),
        Variant::Seireigi => run::<Seireigi>(SEIREIGI, depth),
    }
}

fn run<R: Rules>(positions: &[&str], depth: u32) -> BenchReport {
    let options = SearchOptions {
        hash_mebibytes: 16,
        ..SearchOptions::default()
    };
    let mut engine = Engine::<R>::new(options);
    let limits = SearchLimits {
        depth: Some(depth),
        ..SearchLimits::default()
    };
    let mut nodes = 0;
    for sfen in positions {
        let position: Position<R> = sfen.parse().expect("the list holds positions");
        engine.clear();
        let game = GameLine::new(position);
        let clock = ManualStopwatch::default();
        let answer = engine.search(&game, &limits, &Control::new(), &clock, &mut |_| ());
        nodes += answer.nodes;
    }
    BenchReport {
        positions: positions.len(),
        nodes,
    }
}

/// The start, openings, middle games, attacks and endgames.
const SHOGI: &[&str] = &[
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "ln1g3nl/1ks2gr2/1ppp1s1pp/p3pp3/5b3/P1PPP4/1P1S1PP1P/1BKGG2R1/LN1S3NL b 2P 41",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "l2g3nl/2k1g1r2/ppnpp1bpp/2p2pP2/9/2PS1P2P/PPBPP1N2/2GS2R2/LNK4GL w SPs 52",
    "6n1l/2+S1k4/2lp4p/1np1B2b1/3PP4/1N1S3rP/1P2+pPP+p1/1p1G5/3KG2r1 b GSN2L4Pgs2p 1",
    "l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L b BS2N5Pb 1",
    "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
];

const SEIREIGI: &[&str] = &[
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "ln1g3nl/1ks2gr2/1ppp1s1pp/p3pp3/5b3/P1PPP4/1P1S1PP1P/1BKGG2R1/LN1S3NL b 2P 41",
    "ln1g3nl/1ks2g1+S1/1ppp1s1pp/p3pp3/5b3/P1PPP4/1P1S1PP1P/1BKGG2R1/LN5NL w R2P 42",
    "ln5nl/1ks2gr2/1ppp1s1pp/p3pp3/5b3/P1PPP4/1P1S1PP1P/1BK1G2R1/LN1S1+g1N+l b G2P 41",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bench_is_the_same_each_time() {
        for variant in Variant::ALL {
            let first = bench(variant, 5);
            assert_eq!(first, bench(variant, 5));
            assert!(first.nodes > 200, "{first:?}");
        }
    }
}
