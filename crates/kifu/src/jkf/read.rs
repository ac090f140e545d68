//! Reading JKF.

use super::dto::{Initial, Length, MoveDto, Seconds, Time};
use super::parse::{JkfFault, JkfFile, JkfNode, Part, parse, read_part};
use super::resolve::{self, NoOrigin};
use super::{special, start};
use crate::annotation::lift;
use crate::error::{ReadError, WarningKind};
use crate::handicap::Handicap;
use crate::kif::{HANDICAP_KEY, SEIREIGI, VARIANT_KEY, odd_faults};
use crate::reading::{Parsed, ReadOptions};
use crate::record::{Builder, Millis, MoveTime, NodeId, Record, Start, Termination};
use crate::result_note;
use crate::warnings::Warnings;
use komadai_core::Variant;
use serde_json::{Map, Value};

/// Reads a JKF text.
///
/// # Errors
/// Returns an error if the text is not JSON in the form of JKF.
pub fn read(text: &str, options: &ReadOptions) -> Result<Parsed, ReadError> {
    let refuse = |fault: JkfFault| fault.in_text(text);
    let file = parse(text).map_err(refuse)?;
    let mut warnings = Warnings::default();
    let record = head(&file, options.variant, &mut warnings).map_err(refuse)?;
    let reader = JkfReader {
        builder: Builder::new(record),
        no_origin: no_origin(&file).map_err(refuse)?,
        has_marked_comments: false,
        warnings: &mut warnings,
    };
    let record = reader.run(file.lines).map_err(refuse)?;
    Ok(Parsed {
        records: vec![record],
        warnings: warnings.in_text(text),
    })
}

/// The meaning of moves without an origin, which depends on the main line.
fn no_origin(file: &JkfFile<'_>) -> Result<NoOrigin, JkfFault> {
    for node in file.lines.first().into_iter().flatten() {
        let mv: Option<MoveDto> = read_part(node.mv)?;
        if mv.is_some_and(|mv| mv.from.is_some()) {
            return Ok(NoOrigin::Drop);
        }
    }
    Ok(NoOrigin::Spoken)
}

fn head(file: &JkfFile<'_>, variant: Variant, warnings: &mut Warnings) -> Result<Record, JkfFault> {
    let header: Map<String, Value> = read_part(file.header)?.unwrap_or_default();
    let initial: Option<Initial> = read_part(file.initial)?;
    let at = file.initial.map_or(0, |part| part.at);
    let mut record = Record::new(variant, Handicap::Even);
    let mut handicap = None;
    for (key, value) in &header {
        let text = match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        match key.as_str() {
            VARIANT_KEY if text == SEIREIGI => record.variant = Variant::Seireigi,
            HANDICAP_KEY if Handicap::from_japanese(&text).is_some() => {
                handicap = Handicap::from_japanese(&text);
            }
            HANDICAP_KEY if matches!(text.as_str(), "その他" | "") => {}
            _ => record.headers.push(key.as_str(), text),
        }
    }
    let start = match &initial {
        None => Some(handicap.map_or(Start::default(), Start::Handicap)),
        Some(initial) => start::read(initial),
    };
    match start {
        Some(start) => record.start = start,
        None => warnings.push(at, WarningKind::Handicap),
    }
    if record.start.handicap().is_none()
        && let Some(faults) = odd_faults(record.variant, &record.start.setup())
    {
        warnings.push(at, WarningKind::Faults(faults));
    }
    Ok(record)
}

struct JkfReader<'w> {
    builder: Builder,
    no_origin: NoOrigin,
    has_marked_comments: bool,
    warnings: &'w mut Warnings,
}

impl JkfReader<'_> {
    fn run(mut self, mut lines: Vec<Vec<JkfNode<'_>>>) -> Result<Record, JkfFault> {
        // The remaining lines with the ply from which they branch. The last one is next: it branches from the
        // current line or from an earlier ply of one of its ancestors.
        let mut waiting = vec![(0, 0)];
        while let Some((ply, line)) = waiting.pop() {
            self.builder.back_to_ply(ply);
            for node in lines.get_mut(line).map(std::mem::take).unwrap_or_default() {
                let ply = self.node(&node)?;
                waiting.extend(node.forks.iter().rev().map(|&fork| (ply, fork)));
            }
        }
        let mut record = self.builder.finish();
        result_note::restore(&mut record);
        if self.has_marked_comments {
            lift(&mut record);
        }
        Ok(record)
    }

    /// Reads a node and returns the ply from which its alternatives branch.
    fn node(&mut self, node: &JkfNode<'_>) -> Result<u32, JkfFault> {
        let mv: Option<MoveDto> = read_part(node.mv)?;
        let special: Option<String> = read_part(node.special)?;
        if self.builder.is_at_end() && (mv.is_some() || special.is_some()) {
            self.builder.back();
            self.warnings.push(node.at, WarningKind::MoveAfterEnd);
        }
        let ply = self.builder.ply();
        let place = |part: Option<Part<'_>>| part.map_or(node.at, |part| part.at);
        if let Some(mv) = mv {
            self.play(&mv, place(node.mv));
        } else if let Some(word) = special {
            let turn = self.builder.position().turn();
            let ending = special::ending(&word, turn);
            if matches!(ending.termination, Termination::Other(_)) {
                self.warnings
                    .push(place(node.special), WarningKind::UnreadableMove);
            }
            if self.builder.blames_wrongly(&ending) {
                self.warnings.push(place(node.special), WarningKind::Blame);
            }
            self.builder.end(ending);
        }
        self.notes(node)?;
        Ok(ply)
    }

    fn play(&mut self, dto: &MoveDto, at: usize) {
        let previous = self.builder.previous_target();
        let position = self.builder.position();
        let Some(resolved) = resolve::read(position, dto, previous, self.no_origin) else {
            self.warnings.push(at, WarningKind::UnreadableMove);
            let said = serde_json::to_string(dto).unwrap_or_default();
            return self.builder.end_usual(Termination::Other(said));
        };
        let mv = resolved.mv;
        if let Some(kind) = resolved.warning() {
            self.warnings.push(at, kind);
        }
        if let Some(reason) = self.builder.play(mv) {
            let kind = WarningKind::IllegalMove { mv, reason };
            self.warnings.push(at, kind);
        }
    }

    /// Reads the comments, one of which may be a bookmark, and the time.
    fn notes(&mut self, node: &JkfNode<'_>) -> Result<(), JkfFault> {
        let comments: Vec<String> = read_part(node.comments)?.unwrap_or_default();
        let time: Option<Time> = read_part(node.time)?;
        let at = self.builder.at();
        let tree = self.builder.tree_mut();
        for line in comments.iter().flat_map(|text| text.split('\n')) {
            match line.strip_prefix('&') {
                Some(bookmark) if tree.get(at).bookmark().is_none() => {
                    tree.set_bookmark(at, Some(bookmark.to_owned()));
                }
                _ => {
                    self.has_marked_comments |= line.starts_with('*');
                    tree.push_comment_line(at, line);
                }
            }
        }
        if let Some(time) = time {
            let time = MoveTime {
                spent: time.now.map(length),
                total: time.total.map(length),
            };
            // The start position has no time.
            if at != NodeId::ROOT {
                let before = tree.get(at).total_before();
                tree.set_time(at, time.completed(before));
            }
        }
        Ok(())
    }
}

fn length(length: Length) -> Millis {
    let minutes = length.h.unwrap_or(0).saturating_mul(60);
    let seconds = minutes.saturating_add(length.m).saturating_mul(60);
    match length.s {
        Seconds::Full(s) => Millis::from_secs(seconds.saturating_add(s)),
        Seconds::Fraction(s) => {
            // Negative and huge values saturate.
            let millis = (s * 1000.0).round() as u64;
            Millis::new(seconds.saturating_mul(1000).saturating_add(millis))
        }
    }
}
