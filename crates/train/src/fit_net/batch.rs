//! Positions as a net learns from them.

use crate::dataset::{chance, quiet_positions};
use anyhow::Result;
use komadai_core::{Color, Packable};
use komadai_search::net::{Viewpoint, facts};
use std::path::PathBuf;

/// What a net should say about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    /// The share of the game's result; the rest is the score of the search.
    pub(crate) result: f32,
    /// The score in centipawns at which a win is e times as likely as a loss.
    pub(crate) scale: f32,
}

/// Many positions in little memory.
#[derive(Default)]
pub(crate) struct Samples {
    /// The inputs of all positions: for each fact, that of the side to move and that of the other.
    inputs: Vec<[u16; 2]>,
    /// Where the inputs of each position end.
    ends: Vec<u32>,
    targets: Vec<f32>,
}

/// One position.
#[derive(Clone, Copy)]
pub(crate) struct Sample<'a> {
    pub(crate) inputs: &'a [[u16; 2]],
    /// The chance to win of the side to move.
    pub(crate) target: f32,
}

impl Samples {
    /// The quiet positions of files.
    pub(crate) fn read<R: Packable>(files: &[PathBuf], target: Target) -> Result<Samples> {
        let mut samples = Samples::default();
        for file in files {
            for scored in quiet_positions::<R>(file)? {
                let position = &scored.position;
                let turn = position.turn();
                let views: [Color; 2] = [turn, !turn];
                let views = views.map(|color| Viewpoint::of(color, position));
                facts(position, &mut |fact| {
                    samples
                        .inputs
                        .push(views.map(|view| view.input(fact) as u16));
                });
                let score = chance(f32::from(scored.score) / target.scale);
                samples.ends.push(samples.inputs.len() as u32);
                samples
                    .targets
                    .push(target.result * scored.result + (1.0 - target.result) * score);
            }
        }
        Ok(samples)
    }

    pub(crate) fn len(&self) -> usize {
        self.targets.len()
    }

    pub(crate) fn get(&self, index: usize) -> Sample<'_> {
        let start = match index {
            0 => 0,
            _ => self.ends[index - 1] as usize,
        };
        Sample {
            inputs: &self.inputs[start..self.ends[index] as usize],
            target: self.targets[index],
        }
    }
}
