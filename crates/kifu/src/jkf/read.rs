//! Reading JKF.

use super::dto::{File, Length, MoveDto, Node, Seconds};
use super::resolve::{self, NoOrigin};
use super::{special, start};
use crate::annotation::lift;
use crate::error::{ReadError, ReadErrorKind, Warning, WarningKind};
use crate::handicap::Handicap;
use crate::ki2::resolve::Resolution;
use crate::kif::{HANDICAP_KEY, SEIREIGI, VARIANT_KEY, odd_faults};
use crate::reading::{Parsed, ReadOptions};
use crate::record::{Builder, Millis, MoveTime, NodeId, NodeRef, Record, Start, Termination};
use komadai_core::{Move, Square, Variant};
use serde::Deserialize;
use serde_json::Value;

/// Brackets within brackets beyond which a file is refused: a variation of a variation takes four.
const DEPTH_LIMIT: usize = 512;

/// Reads a JKF text.
///
/// # Errors
/// If the text is no JSON of JKF's shape, or moves start from a diagram that no set of pieces can show.
pub fn read(text: &str, options: &ReadOptions) -> Result<Parsed, ReadError> {
    let file = parse(text)?;
    let mut warnings = Vec::new();
    let record = head(&file, options.variant, &mut warnings);
    let no_origin = if file.moves.iter().any(has_origin) {
        NoOrigin::Drop
    } else {
        NoOrigin::Spoken
    };
    let record = if file.moves.iter().all(is_silent) && record.start_position().is_err() {
        record
    } else {
        let impossible = |faults| ReadError::at_line(1, ReadErrorKind::ImpossibleStart(faults));
        let mut reader = Reader {
            builder: Builder::new(record).map_err(impossible)?,
            no_origin,
            waiting: Vec::new(),
            has_marked_comments: false,
            warnings: &mut warnings,
        };
        reader.run(file.moves);
        let has_marked_comments = reader.has_marked_comments;
        let mut record = reader.builder.finish();
        if has_marked_comments {
            lift(&mut record);
        }
        record
    };
    Ok(Parsed {
        records: vec![record],
        warnings,
    })
}

fn parse(text: &str) -> Result<File, ReadError> {
    if nesting(text) > DEPTH_LIMIT {
        let kind = ReadErrorKind::Other("variations are nested too deeply".to_owned());
        return Err(ReadError::at_line(1, kind));
    }
    let mut json = serde_json::Deserializer::from_str(text);
    json.disable_recursion_limit();
    File::deserialize(&mut json).map_err(|error| ReadError {
        line: error.line().max(1),
        column: error.column().max(1),
        kind: ReadErrorKind::Other(error.to_string()),
    })
}

/// How deep brackets stand within brackets.
fn nesting(text: &str) -> usize {
    let (mut depth, mut deepest) = (0usize, 0);
    let (mut in_string, mut escaped) = (false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b']' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

fn has_origin(node: &Node) -> bool {
    node.mv.as_ref().is_some_and(|mv| mv.from.is_some())
}

fn is_silent(node: &Node) -> bool {
    node.mv.is_none() && node.special.is_none() && node.forks.is_empty()
}

/// Places are not known once JSON is parsed; the warning says what it is about.
fn warn(warnings: &mut Vec<Warning>, kind: WarningKind) {
    warnings.push(Warning {
        line: 1,
        column: 1,
        kind,
    });
}

fn head(file: &File, variant: Variant, warnings: &mut Vec<Warning>) -> Record {
    let mut record = Record::new(variant, Handicap::Even);
    let mut handicap = None;
    for (key, value) in &file.header {
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
    let start = match &file.initial {
        None => Some(handicap.map_or(Start::default(), Start::Handicap)),
        Some(initial) => start::read(initial),
    };
    match start {
        Some(start) => record.start = start,
        None => warn(warnings, WarningKind::Handicap),
    }
    if record.start.handicap().is_none()
        && let Some(faults) = odd_faults(record.variant, &record.start.setup())
    {
        warn(warnings, WarningKind::Faults(faults));
    }
    record
}

struct Reader<'w> {
    builder: Builder,
    no_origin: NoOrigin,
    /// Lines to be read yet, with the ply from which they start. The last is next: it starts from
    /// the line just read, or from an earlier ply of a line that this one came from.
    waiting: Vec<(u32, Vec<Node>)>,
    has_marked_comments: bool,
    warnings: &'w mut Vec<Warning>,
}

impl Reader<'_> {
    fn run(&mut self, main_line: Vec<Node>) {
        self.waiting.push((0, main_line));
        while let Some((ply, line)) = self.waiting.pop() {
            self.builder.back_to_ply(ply);
            for node in line {
                self.node(node);
            }
        }
    }

    fn node(&mut self, node: Node) {
        if self.builder.is_at_end() && (node.mv.is_some() || node.special.is_some()) {
            self.builder.back();
            warn(self.warnings, WarningKind::MoveAfterEnd);
        }
        let ply = self.builder.ply();
        if let Some(mv) = &node.mv {
            self.play(mv);
        } else if let Some(word) = &node.special {
            let turn = self.builder.position().turn();
            let ending = special::ending(word, turn);
            if matches!(ending.termination, Termination::Other(_)) {
                warn(self.warnings, WarningKind::UnreadableMove);
            }
            self.builder.end(ending);
        }
        self.notes(&node);
        let forks = node.forks.into_iter().rev();
        self.waiting.extend(forks.map(|line| (ply, line)));
    }

    fn play(&mut self, dto: &MoveDto) {
        let previous = previous_target(&self.builder);
        let position = self.builder.position();
        let mv = match resolve::read(position, dto, previous, self.no_origin) {
            Resolution::Move(mv) => mv,
            Resolution::Ambiguous(mv) => {
                warn(self.warnings, WarningKind::AmbiguousMove { taken: mv });
                mv
            }
            Resolution::Nothing => {
                warn(self.warnings, WarningKind::UnreadableMove);
                let said = serde_json::to_string(dto).unwrap_or_default();
                return self.builder.end_usual(Termination::Other(said));
            }
        };
        let named = dto.piece.as_deref().and_then(start::kind);
        let on_origin = mv.from().and_then(|from| position.piece_on(from));
        if on_origin.is_some_and(|piece| named.is_some_and(|named| named != piece.kind())) {
            warn(self.warnings, WarningKind::PieceName);
        }
        if let Some(reason) = self.builder.play(mv) {
            warn(self.warnings, WarningKind::IllegalMove { mv, reason });
        }
    }

    /// Reads comments, among which a bookmark may be, and the time.
    fn notes(&mut self, node: &Node) {
        let at = self.builder.at();
        let tree = self.builder.tree_mut();
        for line in node.comments.iter().flat_map(|text| text.split('\n')) {
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
        if let Some(time) = &node.time {
            let time = MoveTime {
                spent: time.now.map(length),
                total: time.total.map(length),
            };
            // Nobody spent time before the first move.
            if at != NodeId::ROOT {
                tree.set_time(at, completed(time, tree.get(at)));
            }
        }
    }
}

/// Works out what a file leaves out: the time of the move from the total, or the other way round.
fn completed(time: MoveTime, node: NodeRef<'_>) -> MoveTime {
    let two_before = node.parent().and_then(NodeRef::parent);
    let before = two_before.and_then(|node| node.time().total);
    let spent = time.spent.or_else(|| {
        let before = before.map_or(0, Millis::get);
        Some(Millis::new(time.total?.get().saturating_sub(before)))
    });
    let sum = spent.map(|spent| before.map_or(spent, |before| before.plus(spent)));
    let total = time.total.or(sum);
    MoveTime { spent, total }
}

fn length(length: Length) -> Millis {
    let minutes = length.h.unwrap_or(0).saturating_mul(60);
    let seconds = minutes.saturating_add(length.m).saturating_mul(60);
    match length.s {
        Seconds::Full(s) => Millis::from_secs(seconds.saturating_add(s)),
        Seconds::Fraction(s) => {
            // Negative and immense values stand still at the ends.
            let millis = (s * 1000.0).round() as u64;
            Millis::new(seconds.saturating_mul(1000).saturating_add(millis))
        }
    }
}

/// Where the move before went.
fn previous_target(builder: &Builder) -> Option<Square> {
    builder.record().tree.get(builder.at()).mv().map(Move::to)
}
