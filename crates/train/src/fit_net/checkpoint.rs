//! Weights and the state of the optimizer, to go on from.
//!
//! A file is `KOMADAIC`, the width (2 bytes), the steps (4 bytes), and three lists of 32-bit floats: the
//! weights, and the optimizer's two means. All numbers are little-endian.

use super::network::FloatNet;
use super::optimizer::Adam;
use anyhow::{Context, Result, ensure};
use std::path::Path;

const MAGIC: &[u8; 8] = b"KOMADAIC";

/// The state of a fit.
pub(crate) struct Checkpoint {
    bytes: Vec<u8>,
}

/// The state of a fit of width `W`.
pub(crate) struct FitState<const W: usize> {
    net: FloatNet<W>,
    adam: Adam,
}

impl<const W: usize> FitState<W> {
    pub(crate) fn into_parts(self) -> (FloatNet<W>, Adam) {
        (self.net, self.adam)
    }
}

impl Checkpoint {
    pub(crate) fn new<const W: usize>(net: &FloatNet<W>, adam: &Adam) -> Checkpoint {
        let mut bytes = Vec::from(*MAGIC);
        bytes.extend((W as u16).to_le_bytes());
        bytes.extend(adam.steps.to_le_bytes());
        for list in [&net.weights, &adam.first, &adam.second] {
            bytes.extend(list.iter().flat_map(|value| value.to_le_bytes()));
        }
        Checkpoint { bytes }
    }

    pub(crate) fn write(&self, path: &Path) -> Result<()> {
        std::fs::write(path, &self.bytes).with_context(|| path.display().to_string())
    }

    pub(crate) fn read<const W: usize>(path: &Path) -> Result<FitState<W>> {
        let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
        Self::parse(&bytes).with_context(|| path.display().to_string())
    }

    fn parse<const W: usize>(bytes: &[u8]) -> Result<FitState<W>> {
        let (magic, rest) = bytes.split_first_chunk().context("too short")?;
        ensure!(magic == MAGIC, "not a checkpoint");
        let (width, rest) = rest.split_first_chunk().context("too short")?;
        ensure!(
            usize::from(u16::from_le_bytes(*width)) == W,
            "another width"
        );
        let (steps, rest) = rest.split_first_chunk().context("too short")?;
        let mut net = FloatNet::<W>::random(&mut komadai_testkit::Rng::new(0));
        let count = net.weights.len();
        ensure!(rest.len() == 3 * 4 * count, "another number of weights");
        let mut values = rest
            .as_chunks::<4>()
            .0
            .iter()
            .map(|value| f32::from_le_bytes(*value));
        net.weights = values.by_ref().take(count).collect();
        let mut adam = Adam::new(count);
        adam.steps = u32::from_le_bytes(*steps);
        adam.first = values.by_ref().take(count).collect();
        adam.second = values.collect();
        Ok(FitState { net, adam })
    }
}
