//! Sums that follow the moves equal fresh ones, and vector paths equal the scalar one.

use super::*;
use crate::eval::Evaluation;
use komadai_core::{Seireigi, Setup, Shogi, Variant};
use komadai_testkit::{Playout, Rng};

const WIDTH: usize = 64;

/// The file of a net with random weights.
fn random_file(variant: Variant, seed: u64) -> Vec<u8> {
    let mut rng = Rng::new(seed);
    let mut bytes = Vec::new();
    let mut between = |low: i32, high: i32| low + rng.below((high - low + 1) as usize) as i32;
    for _ in 0..(INPUTS + 1) * WIDTH {
        bytes.extend((between(-40, 45) as i16).to_le_bytes());
    }
    for inputs in [2 * WIDTH, HIDDEN] {
        for _ in 0..HIDDEN {
            bytes.extend(between(-4000, 8000).to_le_bytes());
        }
        bytes.extend((0..HIDDEN * inputs).map(|_| between(-128, 127) as i8 as u8));
    }
    bytes.extend(between(-5000, 5000).to_le_bytes());
    for _ in 0..HIDDEN {
        bytes.extend((between(-3000, 3000) as i16).to_le_bytes());
    }
    net_file(variant, WIDTH as u16, &bytes)
}

fn random_net<R: Rules>(seed: u64) -> NetEvaluation<WIDTH> {
    let file = random_file(R::VARIANT, seed);
    NetEvaluation::new(Arc::new(NetWeights::parse(&file, R::VARIANT).unwrap()))
}

fn fresh<R: Rules>(eval: &NetEvaluation<WIDTH>, position: &Position<R>) -> i32 {
    let mut eval = NetEvaluation::new(Arc::clone(&eval.weights));
    eval.reset(position);
    eval.evaluate(position)
}

/// Plays, passes and undoes at random, and evaluates now and then, so that sums follow over several moves.
fn follow<R: Rules>(seed: u64) {
    let mut eval = random_net::<R>(seed);
    let mut rng = Rng::new(seed);
    let mut line = vec![Position::<R>::default()];
    eval.reset(&line[0]);
    for (before, mv) in Playout::<R>::new(seed).take(400) {
        assert_eq!(line.last(), Some(&before));
        // A detour that is undone again.
        if rng.one_in(3) && !before.is_in_check() {
            let passed = before.passed();
            Evaluation::<R>::push_pass(&mut eval);
            if let Some(&mv) = rng.try_pick(&passed.legal_moves()) {
                let mut next = passed;
                let _ = next.play_unchecked(mv);
                eval.push(&passed, mv, &next);
                if rng.one_in(2) {
                    assert_eq!(eval.evaluate(&next), fresh(&eval, &next), "{next}");
                }
                Evaluation::<R>::pop(&mut eval);
            }
            Evaluation::<R>::pop(&mut eval);
        }
        let mut next = before;
        let _ = next.play_unchecked(mv);
        eval.push(&before, mv, &next);
        line.push(next);
        if rng.one_in(2) {
            assert_eq!(eval.evaluate(&next), fresh(&eval, &next), "{next}");
            let rotated: Setup = next.to_setup().rotated();
            let rotated = Position::<R>::from_setup(&rotated).unwrap();
            assert_eq!(eval.evaluate(&next), fresh(&eval, &rotated), "{next}");
        }
    }
}

#[test]
fn sums_follow_every_sequence_of_moves() {
    for seed in 0..20 {
        follow::<Shogi>(seed);
        follow::<Seireigi>(seed);
    }
}

/// On 10^5 positions with several nets.
#[test]
fn vector_paths_equal_the_scalar_one() {
    let mut positions = 0;
    let mut values = std::collections::BTreeSet::new();
    for seed in 0.. {
        if positions >= 100_000 {
            break;
        }
        let mut eval = random_net::<Shogi>(seed % 5);
        for (position, _) in Playout::<Shogi>::new(seed).take(300) {
            eval.reset(&position);
            let value = eval.evaluate(&position);
            let sums = &eval.line[0].sums;
            let turn = position.turn();
            let sums = [&sums[turn].0, &sums[!turn].0];
            let scalar = dense::output_scalar(&eval.weights, sums);
            assert_eq!(value, scalar.clamp(-EVAL_LIMIT, EVAL_LIMIT));
            positions += 1;
            values.insert(value);
        }
    }
    assert!(
        values.len() > 1000,
        "only {} different values",
        values.len()
    );
}

#[test]
fn damaged_files_are_refused() {
    let file = random_file(Variant::Shogi, 1);
    let parse = |bytes: &[u8]| NetWeights::<WIDTH>::parse(bytes, Variant::Shogi).map(|_| ());
    assert_eq!(parse(&file), Ok(()));
    assert_eq!(parse(&file[..7]), Err(NetFileError::NotANet));
    assert_eq!(parse(&file[..20]), Err(NetFileError::NotANet));
    assert_eq!(parse(&file[..1000]), Err(NetFileError::Damaged));
    let changed = |index: usize| {
        let mut bytes = file.clone();
        bytes[index] ^= 1;
        bytes
    };
    assert_eq!(parse(&changed(0)), Err(NetFileError::NotANet));
    assert_eq!(parse(&changed(8)), Err(NetFileError::Version(0)));
    assert_eq!(parse(&changed(9)), Err(NetFileError::Variant));
    let shape = |width, inputs| Err(NetFileError::Shape { width, inputs });
    assert_eq!(parse(&changed(10)), shape(65, INPUTS as u32));
    assert_eq!(parse(&changed(12)), shape(64, INPUTS as u32 ^ 1));
    assert_eq!(parse(&changed(16)), Err(NetFileError::Damaged));
    assert_eq!(parse(&changed(5000)), Err(NetFileError::Damaged));
    let other = NetWeights::<32>::parse(&file, Variant::Shogi).map(|_| ());
    assert_eq!(other, shape(64, INPUTS as u32));
    // A whole net with more behind it.
    let longer = net_file(Variant::Shogi, WIDTH as u16, &[&file[24..], &[0]].concat());
    assert_eq!(parse(&longer), Err(NetFileError::Length));
}
