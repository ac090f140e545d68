//! The net in floating point, as it is learned, and its rounding to the integers that are shipped.

use super::batch::{Sample, Samples};
use crate::dataset::{chance, surprise};
use komadai_core::Variant;
use komadai_search::net::{ACTIVATION_ONE, HIDDEN, INPUTS, OUTPUT_ONE, WEIGHT_ONE, net_file};
use komadai_testkit::Rng;

/// Evaluation units in a centipawn.
const UNITS: f32 = 0.9;
/// The largest weight of a hidden layer.
const LARGEST: f32 = 127.0 / WEIGHT_ONE as f32;

/// A net with a first layer of `W` for each side.
#[derive(Clone)]
pub(crate) struct FloatNet<const W: usize> {
    /// All weights in one list; [`Layout`] tells where each layer begins. Weights of the hidden layers are
    /// ordered by input, then by output.
    pub(crate) weights: Vec<f32>,
}

/// Where the layers begin.
struct Layout<const W: usize>;

impl<const W: usize> Layout<W> {
    const BIAS: usize = INPUTS * W;
    const SECOND: usize = Self::BIAS + W;
    const SECOND_BIAS: usize = Self::SECOND + 2 * W * HIDDEN;
    const THIRD: usize = Self::SECOND_BIAS + HIDDEN;
    const THIRD_BIAS: usize = Self::THIRD + HIDDEN * HIDDEN;
    const OUTPUT: usize = Self::THIRD_BIAS + HIDDEN;
    const OUTPUT_BIAS: usize = Self::OUTPUT + HIDDEN;
    const ALL: usize = Self::OUTPUT_BIAS + 1;
}

/// The activations of a position.
struct Forward<const W: usize> {
    first: [[f32; W]; 2],
    second: [f32; HIDDEN],
    third: [f32; HIDDEN],
    output: f32,
}

impl<const W: usize> FloatNet<W> {
    /// Small random weights.
    pub(crate) fn random(rng: &mut Rng) -> FloatNet<W> {
        let mut weights = vec![0.0; Layout::<W>::ALL];
        let mut fill = |range: std::ops::Range<usize>, spread: f32| {
            for weight in &mut weights[range] {
                let unit = (rng.next_u64() >> 40) as f32 / (1 << 24) as f32;
                *weight = spread * (2.0 * unit - 1.0);
            }
        };
        fill(0..Layout::<W>::BIAS, 0.1);
        fill(
            Layout::<W>::SECOND..Layout::<W>::SECOND_BIAS,
            (3.0 / (2 * W) as f32).sqrt(),
        );
        fill(
            Layout::<W>::THIRD..Layout::<W>::THIRD_BIAS,
            (3.0 / HIDDEN as f32).sqrt(),
        );
        fill(
            Layout::<W>::OUTPUT..Layout::<W>::OUTPUT_BIAS,
            (3.0 / HIDDEN as f32).sqrt(),
        );
        weights[Layout::<W>::BIAS..Layout::<W>::SECOND].fill(0.3);
        weights[Layout::<W>::SECOND_BIAS..Layout::<W>::THIRD].fill(0.2);
        weights[Layout::<W>::THIRD_BIAS..Layout::<W>::OUTPUT].fill(0.2);
        FloatNet { weights }
    }

    /// Keeps the weights within what integers can hold.
    pub(crate) fn clip(&mut self) {
        for weight in &mut self.weights[Layout::<W>::SECOND..Layout::<W>::SECOND_BIAS] {
            *weight = weight.clamp(-LARGEST, LARGEST);
        }
        for weight in &mut self.weights[Layout::<W>::THIRD..Layout::<W>::THIRD_BIAS] {
            *weight = weight.clamp(-LARGEST, LARGEST);
        }
    }

    fn row(&self, input: u16) -> &[f32; W] {
        let start = usize::from(input) * W;
        array(&self.weights[start..start + W])
    }

    fn hidden(&self, start: usize, index: usize) -> &[f32; HIDDEN] {
        let start = start + index * HIDDEN;
        array(&self.weights[start..start + HIDDEN])
    }

    /// The log of the odds that the side to move wins.
    pub(crate) fn output(&self, inputs: &[[u16; 2]]) -> f32 {
        self.forward(inputs).output
    }

    fn forward(&self, inputs: &[[u16; 2]]) -> Forward<W> {
        let bias: &[f32; W] = array(&self.weights[Layout::<W>::BIAS..Layout::<W>::SECOND]);
        let mut first = [*bias; 2];
        for input in inputs {
            for (sums, &input) in first.iter_mut().zip(input) {
                for (sum, weight) in sums.iter_mut().zip(self.row(input)) {
                    *sum += weight;
                }
            }
        }
        for sum in first.as_flattened_mut() {
            *sum = sum.clamp(0.0, 1.0);
        }
        let second = self.layer(
            first.as_flattened(),
            Layout::<W>::SECOND,
            Layout::<W>::SECOND_BIAS,
        );
        let third = self.layer(&second, Layout::<W>::THIRD, Layout::<W>::THIRD_BIAS);
        let weights = self.hidden(Layout::<W>::OUTPUT, 0);
        let products = third.iter().zip(weights).map(|(a, w)| a * w);
        Forward {
            output: self.weights[Layout::<W>::OUTPUT_BIAS] + products.sum::<f32>(),
            first,
            second,
            third,
        }
    }

    fn layer(&self, inputs: &[f32], weights: usize, bias: usize) -> [f32; HIDDEN] {
        let mut sums = *self.hidden(bias, 0);
        for (index, &activation) in inputs.iter().enumerate() {
            if activation > 0.0 {
                for (sum, weight) in sums.iter_mut().zip(self.hidden(weights, index)) {
                    *sum += activation * weight;
                }
            }
        }
        sums.map(|sum| sum.clamp(0.0, 1.0))
    }

    /// The net with every weight rounded as in the file.
    pub(crate) fn rounded(&self, scale: f32) -> RoundedNet<W> {
        let mut net = self.clone();
        let mut round = |range: std::ops::Range<usize>, one: f32| {
            for weight in &mut net.weights[range] {
                *weight = (*weight * one).round() / one;
            }
        };
        round(0..Layout::<W>::SECOND, ACTIVATION_ONE as f32);
        round(
            Layout::<W>::SECOND..Layout::<W>::SECOND_BIAS,
            WEIGHT_ONE as f32,
        );
        round(
            Layout::<W>::THIRD..Layout::<W>::THIRD_BIAS,
            WEIGHT_ONE as f32,
        );
        round(
            Layout::<W>::OUTPUT..Layout::<W>::OUTPUT_BIAS,
            output_one(scale),
        );
        RoundedNet(net)
    }

    /// The net as a file; see `komadai_search::net`.
    pub(crate) fn to_file(&self, variant: Variant, scale: f32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let small = |weight: f32, one: f32| (weight * one).round().clamp(-32768.0, 32767.0) as i16;
        let first = |weights: &[f32], bytes: &mut Vec<u8>| {
            for &weight in weights {
                bytes.extend(small(weight, ACTIVATION_ONE as f32).to_le_bytes());
            }
        };
        first(
            &self.weights[Layout::<W>::BIAS..Layout::<W>::SECOND],
            &mut bytes,
        );
        first(&self.weights[..Layout::<W>::BIAS], &mut bytes);
        self.write_layer(
            2 * W,
            Layout::<W>::SECOND,
            Layout::<W>::SECOND_BIAS,
            &mut bytes,
        );
        self.write_layer(
            HIDDEN,
            Layout::<W>::THIRD,
            Layout::<W>::THIRD_BIAS,
            &mut bytes,
        );
        let one = output_one(scale);
        let bias = self.weights[Layout::<W>::OUTPUT_BIAS] * one * ACTIVATION_ONE as f32;
        bytes.extend((bias.round() as i32).to_le_bytes());
        for &weight in self.hidden(Layout::<W>::OUTPUT, 0) {
            bytes.extend(small(weight, one).to_le_bytes());
        }
        net_file(variant, W as u16, &bytes)
    }

    fn write_layer(&self, inputs: usize, weights: usize, bias: usize, bytes: &mut Vec<u8>) {
        let one = WEIGHT_ONE as f32;
        for &bias in self.hidden(bias, 0) {
            bytes.extend(((bias * one * ACTIVATION_ONE as f32).round() as i32).to_le_bytes());
        }
        for output in 0..HIDDEN {
            for input in 0..inputs {
                let weight = self.hidden(weights, input)[output] * one;
                bytes.push((weight.round().clamp(-127.0, 127.0) as i8).cast_unsigned());
            }
        }
    }
}

/// The output weight that stands for 1.
fn output_one(scale: f32) -> f32 {
    scale * UNITS * OUTPUT_ONE as f32 / ACTIVATION_ONE as f32
}

/// A net with rounded weights.
pub(crate) struct RoundedNet<const W: usize>(FloatNet<W>);

impl<const W: usize> RoundedNet<W> {
    /// The mean cross entropy.
    pub(crate) fn loss(&self, samples: &Samples) -> f64 {
        let each = (0..samples.len()).map(|index| {
            let sample = samples.get(index);
            surprise(sample.target, chance(self.0.output(sample.inputs)))
        });
        each.sum::<f64>() / samples.len().max(1) as f64
    }
}

fn array<const N: usize>(slice: &[f32]) -> &[f32; N] {
    slice.try_into().expect("a slice of this length was taken")
}

fn array_mut<const N: usize>(slice: &mut [f32]) -> &mut [f32; N] {
    slice.try_into().expect("a slice of this length was taken")
}

/// The slope of the loss for every weight, summed over positions.
pub(crate) struct Gradient<const W: usize> {
    pub(crate) slopes: Vec<f32>,
}

impl<const W: usize> Gradient<W> {
    pub(crate) fn new() -> Gradient<W> {
        Gradient {
            slopes: vec![0.0; Layout::<W>::ALL],
        }
    }

    pub(crate) fn clear(&mut self) {
        self.slopes.fill(0.0);
    }

    /// Adds the slopes of a position.
    pub(crate) fn add(&mut self, net: &FloatNet<W>, sample: Sample<'_>) {
        let forward = net.forward(sample.inputs);
        let slope = chance(forward.output) - sample.target;
        self.slopes[Layout::<W>::OUTPUT_BIAS] += slope;
        let output = net.hidden(Layout::<W>::OUTPUT, 0);
        let third_slopes: [f32; HIDDEN] =
            std::array::from_fn(|index| slope * output[index] * open(forward.third[index]));
        let slopes = self.hidden(Layout::<W>::OUTPUT, 0);
        for (sum, activation) in slopes.iter_mut().zip(&forward.third) {
            *sum += slope * activation;
        }
        let mut second_slopes = [0.0; HIDDEN];
        self.back(
            net,
            (Layout::<W>::THIRD, Layout::<W>::THIRD_BIAS),
            &forward.second,
            &third_slopes,
            &mut second_slopes,
        );
        let mut first_slopes = [[0.0; W]; 2];
        self.back(
            net,
            (Layout::<W>::SECOND, Layout::<W>::SECOND_BIAS),
            forward.first.as_flattened(),
            &second_slopes,
            first_slopes.as_flattened_mut(),
        );
        for half in &first_slopes {
            let bias = array_mut::<W>(&mut self.slopes[Layout::<W>::BIAS..Layout::<W>::SECOND]);
            for (sum, slope) in bias.iter_mut().zip(half) {
                *sum += slope;
            }
        }
        for input in sample.inputs {
            for (half, &input) in first_slopes.iter().zip(input) {
                let start = usize::from(input) * W;
                let row = array_mut::<W>(&mut self.slopes[start..start + W]);
                for (sum, slope) in row.iter_mut().zip(half) {
                    *sum += slope;
                }
            }
        }
    }

    fn hidden(&mut self, start: usize, index: usize) -> &mut [f32; HIDDEN] {
        let start = start + index * HIDDEN;
        array_mut(&mut self.slopes[start..start + HIDDEN])
    }

    /// The slopes of a hidden layer's weights and of its inputs, from those of its outputs.
    fn back(
        &mut self,
        net: &FloatNet<W>,
        (weights, bias): (usize, usize),
        inputs: &[f32],
        outputs: &[f32; HIDDEN],
        input_slopes: &mut [f32],
    ) {
        for (sum, slope) in self.hidden(bias, 0).iter_mut().zip(outputs) {
            *sum += slope;
        }
        for (index, &activation) in inputs.iter().enumerate() {
            // Neither weights nor inputs of a silent unit change anything.
            if activation <= 0.0 {
                continue;
            }
            let row = net.hidden(weights, index);
            let mut slope = 0.0;
            for (output, weight) in outputs.iter().zip(row) {
                slope += output * weight;
            }
            input_slopes[index] = slope * open(activation);
            for (sum, output) in self.hidden(weights, index).iter_mut().zip(outputs) {
                *sum += activation * output;
            }
        }
    }
}

/// 1 where an activation can change, 0 where it is clipped.
fn open(activation: f32) -> f32 {
    if activation > 0.0 && activation < 1.0 {
        1.0
    } else {
        0.0
    }
}
