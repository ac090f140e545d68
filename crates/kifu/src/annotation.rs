//! Engine annotations as lines of a comment: `*評価値=120`, `*読み筋=▲７八金`.
//!
//! The words are ShogiHome's, which several programs read; KIF, KI2, CSA and JKF carry them in
//! comments alike. A reader [lifts](lift) such lines out of comments, a writer [renders](render) them.

use crate::notation::{MoveText, Notation, Strictness};
use crate::position::RecordPosition;
use crate::record::{Annotation, Cursor, Millis, NodeId, Record, Score, Walk};
use crate::scan::Scan;
use komadai_core::{Move, Square};

/// The keys in the order in which they are written. Evaluation and mate exclude each other.
const KEYS: [(&str, Field); 7] = [
    ("*評価値=", Field::Centipawns),
    ("*詰み=", Field::Mate),
    ("*読み筋=", Field::Line),
    ("*深さ=", Field::Depth),
    ("*ノード数=", Field::Nodes),
    ("*時間=", Field::Time),
    ("*エンジン=", Field::Engine),
];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Field {
    Centipawns,
    Mate,
    Line,
    Depth,
    Nodes,
    Time,
    Engine,
}

/// The lines of an annotation. `position` is the one after the node's move, `last` where it went.
pub(crate) fn render(
    annotation: &Annotation,
    position: &RecordPosition,
    last: Option<Square>,
) -> Vec<String> {
    let value = |field| match field {
        Field::Centipawns => match annotation.score? {
            Score::Centipawns(value) => Some(value.to_string()),
            _ => None,
        },
        Field::Mate => annotation.score.and_then(mate_text),
        Field::Line => {
            (!annotation.line.is_empty()).then(|| line_text(&annotation.line, position, last))
        }
        Field::Depth => annotation.depth.map(|depth| depth.to_string()),
        Field::Nodes => annotation.nodes.map(|nodes| nodes.to_string()),
        Field::Time => annotation.time.map(|time| format!("{}ms", time.get())),
        Field::Engine => annotation.engine.clone(),
    };
    let lines = KEYS
        .iter()
        .filter_map(|&(key, field)| Some(format!("{key}{}", value(field)?)));
    lines.collect()
}

fn mate_text(score: Score) -> Option<String> {
    Some(match score {
        Score::Centipawns(_) => return None,
        Score::Mate(plies) if plies < 0 => format!("後手勝ち:{}手", plies.unsigned_abs()),
        Score::Mate(plies) => format!("先手勝ち:{plies}手"),
        Score::BlackMates => "先手勝ち".to_owned(),
        Score::WhiteMates => "後手勝ち".to_owned(),
    })
}

fn line_text(line: &[Move], position: &RecordPosition, last: Option<Square>) -> String {
    let mut walk = Walk::new(*position);
    let mut previous = last;
    let mut text = String::new();
    for &mv in line {
        let position = walk.position();
        let said = MoveText::spoken(position, mv, previous);
        Notation::Ki2.push(&mut text, &said, position.variant());
        walk.play(mv);
        previous = Some(mv.to());
    }
    text
}

/// Turns annotations that stand at the end of comments into values. Lines that would not be written
/// again just so stay as they are.
pub(crate) fn lift(record: &mut Record) {
    let mut cursor = record.cursor();
    let mut found = Vec::new();
    loop {
        found.extend(lifted(&cursor));
        if !cursor.advance() {
            break;
        }
    }
    for (id, comment, annotations) in found {
        record.tree.set_comment(id, comment);
        for annotation in annotations {
            record.tree.push_annotation(id, annotation);
        }
    }
}

/// The node, what remains of its comment, and its annotations.
fn lifted(cursor: &Cursor<'_>) -> Option<(NodeId, Option<String>, Vec<Annotation>)> {
    let node = cursor.node();
    let comment = node.comment()?;
    let lines: Vec<&str> = comment.split('\n').collect();
    let block = lines
        .iter()
        .rev()
        .take_while(|line| field(line).is_some())
        .count();
    let (text, block) = lines.split_at(lines.len() - block);
    let last = node.mv().map(Move::to);
    let annotations = parse(block, cursor.position(), last)?;
    let again = annotations
        .iter()
        .flat_map(|annotation| render(annotation, cursor.position(), last));
    if annotations.is_empty() || !again.eq(block.iter().copied()) {
        return None;
    }
    Some((
        node.id(),
        (!text.is_empty()).then(|| text.join("\n")),
        annotations,
    ))
}

fn field<'l>(line: &&'l str) -> Option<(Field, &'l str)> {
    KEYS.iter()
        .find_map(|&(key, field)| Some((field, line.strip_prefix(key)?)))
}

/// Reads a block of lines. A key that should have come before starts another annotation.
fn parse(
    block: &[&str],
    position: &RecordPosition,
    last: Option<Square>,
) -> Option<Vec<Annotation>> {
    let mut annotations: Vec<Annotation> = Vec::new();
    let mut previous = None;
    for line in block {
        let (field, value) = field(line)?;
        if previous.is_none_or(|previous| field <= previous) {
            annotations.push(Annotation::default());
        }
        previous = Some(field);
        let annotation = annotations.last_mut()?;
        match field {
            Field::Centipawns => annotation.score = Some(Score::Centipawns(value.parse().ok()?)),
            Field::Mate => annotation.score = Some(parse_mate(value)?),
            Field::Line => annotation.line = parse_line(value, position, last)?,
            Field::Depth => annotation.depth = Some(value.parse().ok()?),
            Field::Nodes => annotation.nodes = Some(value.parse().ok()?),
            Field::Time => {
                annotation.time = Some(Millis::new(value.strip_suffix("ms")?.parse().ok()?))
            }
            Field::Engine => annotation.engine = Some(value.to_owned()),
        }
    }
    Some(annotations)
}

fn parse_mate(value: &str) -> Option<Score> {
    match value {
        "先手勝ち" => return Some(Score::BlackMates),
        "後手勝ち" => return Some(Score::WhiteMates),
        _ => {}
    }
    let (side, plies) = value.split_once(':')?;
    let plies: i32 = plies.strip_suffix('手')?.parse().ok()?;
    match side {
        "先手勝ち" => Some(Score::Mate(plies)),
        "後手勝ち" => Some(Score::Mate(-plies)),
        _ => None,
    }
}

fn parse_line(value: &str, position: &RecordPosition, last: Option<Square>) -> Option<Vec<Move>> {
    let mut scan = Scan::new(value);
    let mut walk = Walk::new(*position);
    let mut previous = last;
    let mut line = Vec::new();
    while !scan.is_done() {
        let text = MoveText::scan(&mut scan).ok()?;
        let legal = text.resolve(walk.position(), previous, Strictness::Legal);
        let mv = legal.ok().filter(|_| text.side.is_some())?.mv;
        walk.play(mv);
        previous = Some(mv.to());
        line.push(mv);
    }
    Some(line)
}

#[cfg(test)]
mod tests {
    use crate::record::{Annotation, Millis, Score};
    use crate::{Format, ReadOptions, Record, WriteOptions, read_text, write};

    fn read(text: &str) -> Record {
        read_text(text, &ReadOptions::default())
            .unwrap()
            .records
            .swap_remove(0)
    }

    fn rewritten(record: &Record, format: Format) -> Record {
        let written = write(record, format, &WriteOptions::default()).unwrap();
        assert_eq!(written.notices, []);
        read(std::str::from_utf8(&written.bytes).unwrap())
    }

    #[test]
    fn annotations_are_lifted_out_of_comments_and_written_again() {
        let text = " 1 ２六歩(27)\n*互角\n**評価値=-35\n**読み筋=△８四歩▲２五歩\n**深さ=8\n**ノード数=12345\n\
                    **エンジン=X\n**詰み=後手勝ち:7手\n";
        let record = read(text);
        let node = record.tree.root().next().unwrap();
        assert_eq!(node.comment(), Some("互角"));
        let first = Annotation {
            engine: Some("X".to_owned()),
            score: Some(Score::Centipawns(-35)),
            depth: Some(8),
            nodes: Some(12345),
            time: None,
            line: vec!["8c8d".parse().unwrap(), "2f2e".parse().unwrap()],
        };
        let second = Annotation {
            score: Some(Score::Mate(-7)),
            ..Annotation::default()
        };
        assert_eq!(node.annotations(), [first, second]);
        assert_eq!(rewritten(&record, Format::Kif), record);
        assert_eq!(rewritten(&record, Format::Ki2), record);
    }

    #[test]
    fn what_would_be_written_in_another_way_stays_a_comment() {
        for line in [
            "*評価値=+35",
            "*評価値=35 ",
            "*読み筋=▲２六歩",
            "*深さ=x",
            "*対局 深さ 9",
        ] {
            let record = read(&format!(" 1 ２六歩(27)\n*{line}\n"));
            assert_eq!(record.tree.root().next().unwrap().comment(), Some(line));
            assert_eq!(rewritten(&record, Format::Kif), record);
        }
    }

    #[test]
    fn the_start_position_may_be_annotated() {
        let mut record = Record::default();
        let annotation = Annotation {
            score: Some(Score::BlackMates),
            time: Some(Millis::new(1234)),
            line: vec!["7g7f".parse().unwrap()],
            ..Annotation::default()
        };
        let root = record.tree.root().id();
        record.tree.push_annotation(root, annotation);
        assert_eq!(rewritten(&record, Format::Kif), record);
    }
}
