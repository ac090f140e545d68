//! The evaluation that is used unless another one is asked for.

use super::net::{NetEvaluation, NetFileError, NetWeights};
use super::{Evaluation, HandMade};
use crate::features::Features;
use komadai_core::{Move, Position, Rules, Variant};
use std::sync::{Arc, OnceLock};

/// The width of nets that are read and shipped.
const WIDTH: usize = 128;

/// The net of shogi; `docs/training.md` says how it was made.
const SHOGI: &[u8] = include_bytes!("../../nets/shogi.net");

/// A net, or the hand-written evaluation where there is none.
#[derive(Clone, Debug)]
pub enum Evaluator {
    /// The hand-written evaluation.
    HandMade(HandMade),
    /// A net.
    Net(NetEvaluation<WIDTH>),
}

impl Evaluator {
    /// The evaluation that is shipped for a variant.
    pub fn shipped(variant: Variant) -> Evaluator {
        match variant {
            Variant::Shogi => shipped_shogi().map_or_else(Evaluator::hand_made, |weights| {
                Evaluator::Net(NetEvaluation::new(weights))
            }),
            Variant::Seireigi => Evaluator::hand_made(),
        }
    }

    /// The hand-written evaluation.
    pub fn hand_made() -> Evaluator {
        Evaluator::HandMade(HandMade::default())
    }

    /// A net from a file.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a net for the variant.
    pub fn from_net(bytes: &[u8], variant: Variant) -> Result<Evaluator, NetFileError> {
        let weights = NetWeights::parse(bytes, variant)?;
        Ok(Evaluator::Net(NetEvaluation::new(Arc::new(weights))))
    }

    /// The id of the net; 0 for the hand-written evaluation.
    pub fn id(&self) -> u64 {
        match self {
            Evaluator::HandMade(_) => 0,
            Evaluator::Net(net) => net.weights().id(),
        }
    }
}

/// The shipped net of shogi, which is parsed once. A test shows that it can be.
fn shipped_shogi() -> Option<Arc<NetWeights<WIDTH>>> {
    static WEIGHTS: OnceLock<Option<Arc<NetWeights<WIDTH>>>> = OnceLock::new();
    let parsed = WEIGHTS.get_or_init(|| {
        let parsed = NetWeights::parse(SHOGI, Variant::Shogi);
        parsed.ok().map(Arc::new)
    });
    parsed.clone()
}

impl<R: Rules> Evaluation<R> for Evaluator {
    fn reset(&mut self, position: &Position<R>) {
        match self {
            Evaluator::HandMade(eval) => eval.reset(position),
            Evaluator::Net(eval) => eval.reset(position),
        }
    }

    #[inline]
    fn push(&mut self, before: &Position<R>, mv: Move, after: &Position<R>) {
        match self {
            Evaluator::HandMade(eval) => eval.push(before, mv, after),
            Evaluator::Net(eval) => eval.push(before, mv, after),
        }
    }

    #[inline]
    fn push_pass(&mut self) {
        match self {
            Evaluator::HandMade(eval) => Evaluation::<R>::push_pass(eval),
            Evaluator::Net(eval) => Evaluation::<R>::push_pass(eval),
        }
    }

    #[inline]
    fn pop(&mut self) {
        match self {
            Evaluator::HandMade(eval) => Evaluation::<R>::pop(eval),
            Evaluator::Net(eval) => Evaluation::<R>::pop(eval),
        }
    }

    #[inline]
    fn evaluate(&mut self, position: &Position<R>) -> i32 {
        match self {
            Evaluator::HandMade(eval) => eval.evaluate(position),
            Evaluator::Net(eval) => eval.evaluate(position),
        }
    }

    fn set_features(&mut self, features: Features) {
        match self {
            Evaluator::HandMade(eval) => Evaluation::<R>::set_features(eval, features),
            Evaluator::Net(eval) => Evaluation::<R>::set_features(eval, features),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::Shogi;

    #[test]
    fn the_shipped_net_is_read_and_knows_what_a_rook_is_worth() {
        let mut shipped = Evaluator::shipped(Variant::Shogi);
        assert_ne!(shipped.id(), 0);
        let mut value = |sfen: &str| {
            let position: Position<Shogi> = sfen.parse().unwrap();
            shipped.reset(&position);
            shipped.evaluate(&position)
        };
        let even = value("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
        let without = value("lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
        assert!(even.abs() < 200, "{even}");
        assert!(without > even + 400, "{without}");
    }

    #[test]
    fn nets_are_read_for_their_variant_alone() {
        assert!(Evaluator::from_net(SHOGI, Variant::Shogi).is_ok());
        assert_eq!(
            Evaluator::from_net(SHOGI, Variant::Seireigi).err(),
            Some(NetFileError::Variant)
        );
        assert_eq!(
            Evaluator::from_net(b"", Variant::Shogi).err(),
            Some(NetFileError::NotANet)
        );
    }
}
