//! Adding the analysis to the record.

use super::{Analysis, Appraisal, Better, MoveGrade, MoveReport};
use komadai_core::{AnyPosition, Color, Move, Square};
use komadai_kifu::Record;
use komadai_kifu::ki2::ki2_move_text;
use komadai_kifu::record::{Annotation, NodeId, Score};
use std::fmt::Write as _;

/// The number of moves of a better line shown in a comment.
const TOLD: usize = 6;

impl Analysis {
    /// The record with scores and best lines at every node, and comments on mistakes, missed mates and
    /// illegal moves. Existing comments are kept, and nothing is added twice.
    pub fn annotate(&self, record: &Record) -> Record {
        let mut annotated = record.clone();
        for line in self.headline() {
            add_line(&mut annotated, record.tree.root().id(), &line);
        }
        let mut position = self.start;
        let mut last = None;
        self.add_judgement(&mut annotated, record.tree.root().id(), 0, &position);
        for (report, judged) in self.moves.iter().zip(1..) {
            if let Some(comment) = report.comment(&position, last) {
                add_line(&mut annotated, report.node, &comment);
            }
            if position.play(report.mv).is_err() {
                break;
            }
            last = Some(report.mv.to());
            self.add_judgement(&mut annotated, report.node, judged, &position);
        }
        if let (Some(node), Some((_, breach))) = (self.illegal_node, self.illegal) {
            let comment = format!("反則 illegal ({breach}): the analysis ends here");
            add_line(&mut annotated, node, &comment);
        }
        annotated
    }

    /// The comment about the game as a whole.
    fn headline(&self) -> Vec<String> {
        let mut lines = vec![format!("解析 analysis: {}", self.analyst)];
        for color in Color::ALL {
            let player = &self.players[color];
            let mut line = format!(
                "{} {} moves, accuracy {:.1}%, mean loss {:.1}%",
                mark(color),
                player.moves,
                percent(player.accuracy),
                percent(player.mean_loss),
            );
            for grade in MoveGrade::ALL {
                let _ = write!(line, ", {} {}", grade.japanese(), player.count(grade));
            }
            if let Some((ply, loss)) = player.worst {
                let text = self.move_text(ply);
                let _ = write!(line, ", worst {ply} {text} -{:.0}%", percent(loss));
            }
            lines.push(line);
        }
        for found in &self.names {
            let side = found.color.map_or("▲△", mark);
            let name = found.name;
            lines.push(format!(
                "{side} {} {}, {}",
                name.japanese, name.english, found.ply
            ));
        }
        lines
    }

    /// A move of the game in Japanese notation, without the side's mark: `７六歩`.
    pub fn move_text(&self, ply: usize) -> String {
        let (Some((position, last)), Some(report)) = (self.before(ply), self.report(ply)) else {
            return String::new();
        };
        word(&position, report.mv, last)
    }

    /// The line that was better than a move, in Japanese notation; empty if there was none.
    pub fn better_text(&self, ply: usize) -> String {
        let (Some((position, last)), Some(report)) = (self.before(ply), self.report(ply)) else {
            return String::new();
        };
        report.better_text(&position, last)
    }

    fn report(&self, ply: usize) -> Option<&MoveReport> {
        self.moves.get(ply.checked_sub(1)?)
    }

    /// The position before a move, and the target of the previous move.
    fn before(&self, ply: usize) -> Option<(AnyPosition, Option<Square>)> {
        let mut position = self.start;
        let before = self.moves.get(..ply.checked_sub(1)?)?;
        for report in before {
            let _ = position.play(report.mv).ok()?;
        }
        Some((position, before.last().map(|report| report.mv.to())))
    }

    fn add_judgement(
        &self,
        record: &mut Record,
        node: NodeId,
        index: usize,
        position: &AnyPosition,
    ) {
        let judgement = &self.judgements[index];
        let annotation = Annotation {
            engine: Some(self.analyst.clone()),
            score: judgement.score_for_black(position.turn()),
            depth: judgement.depth,
            nodes: judgement.nodes,
            time: None,
            line: judgement.line.clone(),
        };
        let is_known = record.tree.get(node).annotations().contains(&annotation);
        if !is_known {
            record.tree.push_annotation(node, annotation);
        }
    }
}

/// Adds a line to a comment unless it is already there.
fn add_line(record: &mut Record, node: NodeId, line: &str) {
    let comment = record.tree.get(node).comment().unwrap_or_default();
    if !comment.lines().any(|known| known == line) {
        record.tree.push_comment_line(node, line);
    }
}

impl Appraisal {
    /// The score in the form used by records.
    fn score_for_black(&self, turn: Color) -> Option<Score> {
        let score = self.score?;
        let from_black = match turn {
            Color::Black => score,
            Color::White => score.reversed(),
        };
        let plies = |plies: u32| i32::try_from(plies).unwrap_or(i32::MAX);
        Some(match from_black {
            komadai_usi::UsiScore::Centipawns(value) => Score::Centipawns(value),
            // A mate on the board has no length, and a length of 0 has no side.
            komadai_usi::UsiScore::MateIn(None | Some(0)) => Score::BlackMates,
            komadai_usi::UsiScore::MatedIn(None | Some(0)) => Score::WhiteMates,
            komadai_usi::UsiScore::MateIn(Some(length)) => Score::Mate(plies(length)),
            komadai_usi::UsiScore::MatedIn(Some(length)) => Score::Mate(-plies(length)),
        })
    }
}

impl MoveReport {
    /// The comment on a notable move. `position` is the one before it, `last` the target of the previous
    /// move.
    fn comment(&self, position: &AnyPosition, last: Option<Square>) -> Option<String> {
        let grade = self.grade();
        if grade.is_none() && self.missed_mate.is_none() {
            return None;
        }
        let mut text = String::new();
        if let Some(grade) = grade {
            let _ = write!(text, "{} {}", grade.japanese(), grade.english());
        }
        if let Some(plies) = self.missed_mate {
            let comma = if grade.is_some() { ", " } else { "" };
            let length = plies.map_or(String::new(), |plies| format!(" in {plies}"));
            let _ = write!(text, "{comma}詰み逃し missed mate{length}");
        }
        if let Some([before, after]) = self.win {
            let loss = percent(before - after);
            let (before, after) = (percent(before), percent(after));
            let _ = write!(text, ": -{loss:.0}% ({before:.0}% -> {after:.0}%)");
        }
        if self.better.is_some() {
            let _ = write!(text, ", better {}", self.better_text(position, last));
        }
        Some(text)
    }

    fn better_text(&self, position: &AnyPosition, last: Option<Square>) -> String {
        match &self.better {
            Some(Better::Declaration) => "入玉宣言 declaration".to_owned(),
            Some(Better::Line(line)) => line_text(position, &line[..line.len().min(TOLD)], last),
            None => String::new(),
        }
    }
}

/// A line in Japanese notation: `▲７六歩△３四歩`. `last` is the target of the previous move.
fn line_text(position: &AnyPosition, line: &[Move], mut last: Option<Square>) -> String {
    let mut position = *position;
    let mut text = String::new();
    for &mv in line {
        text += mark(position.turn());
        text += &word(&position, mv, last);
        if position.play(mv).is_err() {
            break;
        }
        last = Some(mv.to());
    }
    text
}

fn word(position: &AnyPosition, mv: Move, last: Option<Square>) -> String {
    ki2_move_text(position, mv, last)
}

const fn mark(color: Color) -> &'static str {
    match color {
        Color::Black => "▲",
        Color::White => "△",
    }
}

fn percent(part: f64) -> f64 {
    part * 100.0
}
