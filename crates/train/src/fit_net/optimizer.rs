//! Adam (Kingma and Ba 2015).

const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
const TINY: f32 = 1e-8;

/// Running means of the slopes and of their squares.
pub(crate) struct Adam {
    pub(crate) first: Vec<f32>,
    pub(crate) second: Vec<f32>,
    pub(crate) steps: u32,
}

impl Adam {
    pub(crate) fn new(weights: usize) -> Adam {
        Adam {
            first: vec![0.0; weights],
            second: vec![0.0; weights],
            steps: 0,
        }
    }

    /// Moves the weights downhill. `gradients` are sums over parts of a batch.
    pub(crate) fn step(
        &mut self,
        weights: &mut [f32],
        gradients: &[&[f32]],
        batch: usize,
        rate: f32,
    ) {
        self.steps += 1;
        let steps = self.steps.min(100_000).cast_signed();
        let rate = rate * (1.0 - SECOND_DECAY.powi(steps)).sqrt() / (1.0 - FIRST_DECAY.powi(steps));
        let share = 1.0 / batch as f32;
        let half = weights.len().div_ceil(2);
        let parts = weights
            .chunks_mut(half)
            .zip(self.first.chunks_mut(half))
            .zip(self.second.chunks_mut(half));
        std::thread::scope(|scope| {
            for (part, ((weights, first), second)) in parts.enumerate() {
                scope.spawn(move || {
                    for index in 0..weights.len() {
                        let at = part * half + index;
                        let slope: f32 = share * gradients.iter().map(|it| it[at]).sum::<f32>();
                        first[index] = FIRST_DECAY * first[index] + (1.0 - FIRST_DECAY) * slope;
                        second[index] =
                            SECOND_DECAY * second[index] + (1.0 - SECOND_DECAY) * slope * slope;
                        weights[index] -= rate * first[index] / (second[index].sqrt() + TINY);
                    }
                });
            }
        });
    }
}
