//! Engine annotations: `'** 123 -3334FU +2726FU`, a score from Black's view and the expected line.

use super::write::push_move;
use crate::error::WriteError;
use crate::notation::{CsaMove, Strictness};
use crate::position::RecordPosition;
use crate::record::{Annotation, Score};
use komadai_core::Move;
use std::fmt::Write;

/// Reads the text after `'** ` if it has the exact form of [`push_plain`].
pub(super) fn annotation(text: &str, position: &RecordPosition) -> Option<Annotation> {
    let mut words = text.split(' ');
    let score = words.next()?;
    let centipawns: i32 = score
        .parse()
        .ok()
        .filter(|n: &i32| n.to_string() == score)?;
    let mut line = Vec::new();
    let mut position = *position;
    for word in words {
        let text = CsaMove::read(word.as_bytes().try_into().ok()?)?;
        let mv = text.resolve(&position, Strictness::Legal).ok()?.mv;
        line.push(mv);
        position.play_legal(mv);
    }
    Some(Annotation {
        score: Some(Score::Centipawns(centipawns)),
        line,
        ..Annotation::default()
    })
}

/// Returns whether each annotation is only a score and a line.
pub(super) fn are_plain(annotations: &[Annotation], position: &RecordPosition) -> bool {
    annotations.iter().all(|it| {
        let plain = Annotation {
            score: it.score,
            line: it.line.clone(),
            ..Annotation::default()
        };
        let mut position = *position;
        let mut is_legal = |&mv: &Move| {
            let legal = position.explain(mv).is_ok();
            if legal {
                position.play_legal(mv);
            }
            legal
        };
        *it == plain
            && matches!(it.score, Some(Score::Centipawns(_)))
            && it.line.iter().all(&mut is_legal)
    })
}

/// Writes a score and the line expected after a position; the annotation must be [plain](are_plain).
pub(super) fn push_plain(
    out: &mut String,
    annotation: &Annotation,
    position: &RecordPosition,
) -> Result<(), WriteError> {
    if let Some(Score::Centipawns(score)) = annotation.score {
        let _ = write!(out, "'** {score}");
    }
    let mut position = *position;
    for &mv in &annotation.line {
        out.push(' ');
        push_move(out, mv, &position)?;
        position.play_legal(mv);
    }
    out.push('\n');
    Ok(())
}
