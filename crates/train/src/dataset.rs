//! The positions of generated games that teach an evaluation.

use crate::shard::{self, MATE_SCORE, ScoredGame};
use anyhow::{Context, Result, anyhow, ensure};
use komadai_core::{Packable, Position};
use std::path::{Path, PathBuf};

/// A quiet position, with what the search and the game said about it, both for the side to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoredPosition<R: Packable> {
    pub(crate) position: Position<R>,
    /// Centipawns.
    pub(crate) score: i16,
    /// 1 for a win, 0 for a loss, 0.5 for a draw.
    pub(crate) result: f32,
}

/// The files of games in a folder, in the order of their names.
///
/// # Errors
/// Returns an error if the folder cannot be read or has none.
pub(crate) fn files<R: Packable>(folder: &Path) -> Result<Vec<PathBuf>> {
    let prefix = format!("{}-", R::VARIANT);
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        if name.is_some_and(|name| name.starts_with(&prefix) && name.ends_with(".games")) {
            files.push(path);
        }
    }
    ensure!(
        !files.is_empty(),
        "{}: no games of {}",
        folder.display(),
        R::VARIANT
    );
    files.sort();
    Ok(files)
}

/// The quiet positions of a file.
///
/// # Errors
/// Returns an error if the file is damaged or a move in it is illegal.
pub(crate) fn quiet_positions<R: Packable>(path: &Path) -> Result<Vec<ScoredPosition<R>>> {
    let (_, games) = shard::read::<R>(path)?;
    let mut positions = Vec::new();
    for game in &games {
        add_quiet_positions(game, &mut positions).with_context(|| path.display().to_string())?;
    }
    Ok(positions)
}

fn add_quiet_positions<R: Packable>(
    game: &ScoredGame<R>,
    positions: &mut Vec<ScoredPosition<R>>,
) -> Result<()> {
    let mut position = game.start;
    for &(mv, score) in &game.moves {
        // Nothing hangs where the move neither captures nor promotes.
        let is_quiet = score.abs() < MATE_SCORE
            && !mv.is_promotion()
            && position.piece_on(mv.to()).is_none()
            && !position.is_in_check();
        if is_quiet {
            positions.push(ScoredPosition {
                position,
                score,
                result: match game.winner {
                    None => 0.5,
                    Some(winner) if winner == position.turn() => 1.0,
                    Some(_) => 0.0,
                },
            });
        }
        let _ = position
            .play(mv)
            .map_err(|error| anyhow!("{position} {mv}: {error}"))?;
    }
    Ok(())
}

/// The chance to win at these log odds.
pub(crate) fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// The cross entropy of a forecast.
pub(crate) fn surprise(target: f32, chance: f32) -> f64 {
    let chance = chance.clamp(1e-6, 1.0 - 1e-6);
    f64::from(-(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln()))
}
