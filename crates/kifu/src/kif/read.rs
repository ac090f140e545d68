//! Reading KIF, KI2 and BOD.

use super::head::Head;
use super::move_text::{MoveText, is_side_mark};
use super::time::scan_time;
use super::words::{Closing, ending_word};
use crate::annotation::lift;
use crate::error::{ReadError, ReadErrorKind, Warning, WarningKind};
use crate::kanji;
use crate::ki2::resolve::{Resolution, resolve};
use crate::reading::{Parsed, ReadOptions};
use crate::record::{Action, Builder, Ending, NodeId, Termination, Tree};
use crate::scan::{Scan, trim, trim_start};
use komadai_core::{Color, Move, Square};

/// Reads a KIF, KI2 or BOD text.
///
/// # Errors
/// If moves start from a diagram that no set of pieces can show.
pub fn read(text: &str, options: &ReadOptions) -> Result<Parsed, ReadError> {
    let mut reader = Reader::new(options);
    for line in text.lines() {
        reader.line += 1;
        reader.read_line(line)?;
    }
    Ok(reader.finish())
}

/// Where a reader stands: before the moves or among them.
#[derive(Debug)]
enum Stage {
    Head(Box<Head>),
    Moves(Box<Builder>),
}

#[derive(Debug)]
struct Reader {
    stage: Stage,
    warnings: Vec<Warning>,
    /// Number of the current line.
    line: usize,
    /// What move numbers count from, where a diagram stands in the middle of a game.
    offset: u32,
    /// The line above the moves was seen.
    saw_separator: bool,
    /// Steps taken forward along lines that were read before.
    replayed: usize,
    /// A move of the line was not understood and did not say its squares: nobody knows the position.
    is_lost: bool,
    /// Some comments begin as engine annotations do.
    has_marked_comments: bool,
    /// A variation was announced without saying where: the next move's number tells.
    open_variation: bool,
}

/// Did a text mean a move?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Played {
    Yes,
    No,
}

/// Headers that programs are seen to write after the moves.
const LATE_HEADERS: [&str; 6] = ["終了日時", "消費時間", "備考", "結末", "勝者", "総手数"];

impl Reader {
    fn new(options: &ReadOptions) -> Reader {
        Reader {
            stage: Stage::Head(Box::new(Head::new(options.variant))),
            warnings: Vec::new(),
            line: 0,
            offset: 0,
            saw_separator: false,
            replayed: 0,
            is_lost: false,
            has_marked_comments: false,
            open_variation: false,
        }
    }

    fn warn(&mut self, column: usize, kind: WarningKind) {
        self.warnings.push(Warning {
            line: self.line,
            column,
            kind,
        });
    }

    /// The tree so far and the node to which comments belong.
    fn here(&mut self) -> (&mut Tree, NodeId) {
        match &mut self.stage {
            Stage::Head(head) => (&mut head.record.tree, NodeId::ROOT),
            Stage::Moves(builder) => {
                let at = builder.at();
                (builder.tree_mut(), at)
            }
        }
    }

    fn read_line(&mut self, raw: &str) -> Result<(), ReadError> {
        let line = trim_start(raw);
        let Some(first) = line.chars().next() else {
            return Ok(());
        };
        match first {
            '0'..='9' | '０'..='９' if self.numbered_line(raw, line)? => {}
            '*' => {
                self.has_marked_comments |= line.starts_with("**");
                let (tree, at) = self.here();
                tree.push_comment_line(
                    at,
                    line.get(1..).unwrap_or_default().trim_end_matches('\r'),
                );
            }
            '#' => {}
            '&' => {
                let (tree, at) = self.here();
                tree.set_bookmark(
                    at,
                    Some(
                        line.get(1..)
                            .unwrap_or_default()
                            .trim_end_matches('\r')
                            .to_owned(),
                    ),
                );
            }
            _ if is_side_mark(first) => self.ki2_line(raw)?,
            '変' if line.starts_with("変化：") || line.starts_with("変化:") => {
                self.variation(line)
            }
            'ま' if line.starts_with("まで") => self.closing(line)?,
            '|' => self.diagram_row(line),
            '+' if line.starts_with("+-") => {}
            '手' if line.starts_with("手数-") || line.starts_with("手数＝") => {
                self.count_line(line)
            }
            _ => self.text_line(line),
        }
        Ok(())
    }

    fn finish(self) -> Parsed {
        let mut warnings = self.warnings;
        let mut record = match self.stage {
            Stage::Head(head) => head.finish(&mut warnings),
            Stage::Moves(builder) => builder.finish(),
        };
        if self.has_marked_comments {
            lift(&mut record);
        }
        Parsed {
            records: vec![record],
            warnings,
        }
    }
}

/// Lines before the moves, and text anywhere.
impl Reader {
    fn diagram_row(&mut self, line: &str) {
        match &mut self.stage {
            Stage::Head(head) => {
                if let Err(kind) = head.row(line, self.line) {
                    self.warn(1, kind);
                }
            }
            Stage::Moves(_) => self.text_line(line),
        }
    }

    /// Reads `手数＝171 まで`; `手数----指手---` says nothing.
    fn count_line(&mut self, line: &str) {
        self.saw_separator |= line.starts_with("手数-");
        if let Stage::Head(head) = &mut self.stage
            && line.starts_with("手数＝")
        {
            head.moves_played(trim(line));
        }
    }

    fn text_line(&mut self, line: &str) {
        let line = trim(line);
        if self.turn_line(line) || is_file_row(line) {
            return;
        }
        let header = line.split_once('：').or_else(|| line.split_once(':'));
        let header = header.filter(|(key, _)| !trim(key).is_empty());
        let outcome = match (&mut self.stage, header) {
            (Stage::Head(head), Some((key, value))) => head.header(trim(key), trim(value)),
            (Stage::Head(head), None) => {
                head.record.headers.push("", line);
                Err(WarningKind::UnknownLine)
            }
            (Stage::Moves(builder), Some((key, value))) if LATE_HEADERS.contains(&trim(key)) => {
                builder.record_mut().headers.push(trim(key), trim(value));
                Ok(())
            }
            (Stage::Moves(builder), _) => {
                let at = builder.at();
                builder.tree_mut().push_comment_line(at, line);
                Err(WarningKind::UnknownLine)
            }
        };
        if let Err(kind) = outcome {
            self.warn(1, kind);
        }
    }

    /// Reads `後手番`.
    fn turn_line(&mut self, line: &str) -> bool {
        let mut scan = Scan::new(line);
        let Some(color) = kanji::side(&mut scan) else {
            return false;
        };
        if scan.rest() != "番" {
            return false;
        }
        if let Stage::Head(head) = &mut self.stage {
            head.diagram.set_turn(color);
        }
        true
    }
}

/// Is it the row of file numbers above a diagram?
fn is_file_row(line: &str) -> bool {
    line.starts_with(['９', '9'])
        && line
            .chars()
            .all(|c| crate::scan::is_blank(c) || kanji::file(c).is_some())
}

/// Would a line before the moves be read as a header with this key?
pub(super) fn is_kept_as_header(line: &str, key: &str) -> bool {
    let mut reader = Reader::new(&ReadOptions::default());
    let read = line.lines().count() == 1 && reader.read_line(line).is_ok();
    let Stage::Head(head) = &reader.stage else {
        return false;
    };
    let mut headers = head.record.headers.iter();
    read && headers.next().is_some_and(|header| header.key == key) && headers.next().is_none()
}

/// Moves and endings.
impl Reader {
    /// The builder; the head ends where it is first asked for.
    #[inline]
    fn builder(&mut self) -> Result<&mut Builder, ReadError> {
        if let Stage::Head(_) = &self.stage {
            self.end_head()?;
        }
        match &mut self.stage {
            Stage::Moves(builder) => Ok(builder),
            Stage::Head(_) => Err(ReadError::at_line(self.line, ReadErrorKind::BrokenDiagram)),
        }
    }

    fn end_head(&mut self) -> Result<(), ReadError> {
        let empty = Stage::Head(Box::new(Head::new(komadai_core::Variant::Shogi)));
        if let Stage::Head(head) = std::mem::replace(&mut self.stage, empty) {
            let record = head.finish(&mut self.warnings);
            let impossible =
                |faults| ReadError::at_line(self.line, ReadErrorKind::ImpossibleStart(faults));
            let builder = Builder::new(record).map_err(impossible)?;
            self.stage = Stage::Moves(Box::new(builder));
        }
        Ok(())
    }

    /// Reads `   1 ７六歩(77)   ( 0:16/00:00:16)+`; `false` if the line is none of the kind.
    fn numbered_line(&mut self, raw: &str, line: &str) -> Result<bool, ReadError> {
        let mut scan = Scan::new(line);
        let Some(number) = scan.number().or_else(|| scan.wide_number()) else {
            return Ok(false);
        };
        let before = scan.rest().len();
        scan.eat('.');
        scan.skip_blanks();
        if is_file_row(line)
            || scan.is_done()
            || (scan.rest().len() == before && !scan.rest().starts_with('同'))
        {
            return Ok(false);
        }
        if scan.peek().is_some_and(is_side_mark) {
            scan.advance();
        }
        let column = |scan: &Scan<'_>| scan.column() + raw.chars().count() - line.chars().count();
        let start = scan;
        let text = MoveText::scan(&mut scan);
        if text.is_none() && !self.may_be_ending(&scan) {
            return Ok(false);
        }
        self.place_number(number)?;
        match text {
            Some(text) => {
                if self.play(&text, || column(&start))? == Played::No {
                    self.warn(column(&start), WarningKind::UnreadableMove);
                    self.end_with(Termination::Other(trim(scan.since(&start)).to_owned()))?;
                }
            }
            None => self.ending_line(&mut scan)?,
        }
        scan.skip_blanks();
        match scan_time(&mut scan) {
            Some(Ok(time)) => {
                let (tree, at) = self.here();
                tree.set_time(at, time);
                if time.total.is_none() {
                    fill_total(tree, at);
                }
            }
            Some(Err(_)) => self.warn(column(&scan), WarningKind::Time),
            None => {}
        }
        Ok(true)
    }

    /// Before the moves any line may begin with a number; an ending there has a word that is known.
    fn may_be_ending(&self, scan: &Scan<'_>) -> bool {
        let among_moves = self.saw_separator || matches!(self.stage, Stage::Moves(_));
        among_moves || ending_word(ending_part(scan.rest()).0, Color::Black).is_some()
    }

    /// Checks a move's number, and goes back if a variation's place was still open.
    #[inline]
    fn place_number(&mut self, number: u64) -> Result<(), ReadError> {
        if let Stage::Head(head) = &self.stage
            && head.diagram.has_board()
            && number == u64::from(head.diagram.move_number())
        {
            self.offset = head.diagram.move_number().saturating_sub(1);
        }
        let offset = u64::from(self.offset);
        if self.open_variation {
            self.open_variation = false;
            self.go_back_before(number);
        }
        let expected = u64::from(self.builder()?.ply()) + offset + 1;
        if number != expected && number.saturating_add(1) != expected {
            self.warn(
                1,
                WarningKind::MoveNumber {
                    found: number,
                    expected,
                },
            );
        }
        Ok(())
    }

    /// Plays what a text means, if it means a move.
    #[inline]
    fn play(&mut self, text: &MoveText, column: impl Fn() -> usize) -> Result<Played, ReadError> {
        let builder = self.builder()?;
        let previous = previous_target(builder);
        let after_end = builder.is_at_end();
        if after_end {
            builder.back();
        }
        let (mv, doubt) = match resolve(builder.position(), text, previous) {
            Resolution::Move(mv) => (mv, None),
            Resolution::Ambiguous(mv) => (mv, Some(WarningKind::AmbiguousMove { taken: mv })),
            Resolution::Nothing => return Ok(Played::No),
        };
        let misnamed = is_misnamed(builder, mv, text);
        let breach = builder.play(mv);
        if let Some(kind) = doubt {
            self.warn(column(), kind);
        }
        if misnamed {
            self.warn(column(), WarningKind::PieceName);
        }
        if after_end {
            self.warn(column(), WarningKind::MoveAfterEnd);
        }
        if let Some(reason) = breach {
            self.warn(column(), WarningKind::IllegalMove { mv, reason });
        }
        Ok(Played::Yes)
    }

    /// Reads an ending where a move was expected. Words that are not known are kept.
    fn ending_line(&mut self, scan: &mut Scan<'_>) -> Result<(), ReadError> {
        let whole = scan.rest();
        let builder = self.builder()?;
        if builder.is_at_end() {
            builder.back();
        }
        let turn = builder.position().turn();
        let (word, rest) = ending_part(whole);
        if let Some(ending) = ending_word(word, turn) {
            builder.end(ending);
            *scan = Scan::new(rest);
            return Ok(());
        }
        self.warn(scan.column(), WarningKind::UnreadableMove);
        let (word, rest) = split_time(whole);
        *scan = Scan::new(rest);
        let word = trim(trim(word).trim_end_matches('+'));
        self.end_with(Termination::Other(word.to_owned()))
    }

    fn end_with(&mut self, termination: Termination) -> Result<(), ReadError> {
        self.builder()?.end_usual(termination);
        Ok(())
    }

    /// Reads a line of moves with side marks: `▲７六歩    △３四歩`.
    fn ki2_line(&mut self, raw: &str) -> Result<(), ReadError> {
        if self.is_lost {
            let (tree, at) = self.here();
            tree.push_comment_line(at, trim(raw));
            return Ok(());
        }
        let mut scan = Scan::new(raw);
        // Counted on the way: a line may hold a whole game.
        let (mut column, mut counted) = (1, scan);
        loop {
            scan.skip_blanks();
            let Some(mark) = scan.peek() else {
                return Ok(());
            };
            column += scan.since(&counted).chars().count();
            counted = scan;
            if is_side_mark(mark) {
                scan.advance();
            }
            scan.skip_blanks();
            let start = scan;
            let text = MoveText::scan(&mut scan);
            let played = match text {
                Some(text) => self.play(&text, || column)?,
                None => Played::No,
            };
            if played == Played::No {
                return self.ki2_rest(start.rest(), column);
            }
            scan.eat(',');
            scan.eat('、');
        }
    }

    /// What follows the moves in a line: an ending, or something that is not understood. From there
    /// on nobody knows the position: what follows is kept as text.
    fn ki2_rest(&mut self, rest: &str, column: usize) -> Result<(), ReadError> {
        let rest = trim(rest);
        if rest.is_empty() {
            return Ok(());
        }
        let builder = self.builder()?;
        let turn = builder.position().turn();
        if let Some(ending) = ending_word(rest, turn) {
            builder.end(ending);
            return Ok(());
        }
        self.warn(column, WarningKind::UnreadableMove);
        self.is_lost = true;
        self.end_with(Termination::Other(rest.to_owned()))
    }

    /// Reads `変化：9手`.
    fn variation(&mut self, line: &str) {
        self.is_lost = false;
        let mut scan = Scan::new(line);
        scan.eat_str("変化");
        scan.advance();
        scan.skip_blanks();
        match (scan.wide_number(), &self.stage) {
            // Some programs leave such a line before the first move.
            (_, Stage::Head(_)) => self.warn(1, WarningKind::VariationPlace),
            (None, _) => {
                self.warn(scan.column(), WarningKind::VariationPlace);
                self.open_variation = true;
            }
            (Some(number), _) => self.go_back_before(number),
        }
    }

    /// Goes back so that the next move is an alternative to the one with this number.
    fn go_back_before(&mut self, number: u64) {
        let offset = self.offset;
        let Stage::Moves(builder) = &mut self.stage else {
            return;
        };
        let ply = number.saturating_sub(u64::from(offset) + 1);
        if builder.is_at_end() {
            builder.back();
        }
        let ply = u32::try_from(ply).unwrap_or(u32::MAX);
        builder.back_to_ply(ply);
        // A variation may repeat a part of the line it leaves, and go on from a later ply of it. Real
        // files do so over short ways; a hostile one must not make us walk the game for each line.
        let way = ply.saturating_sub(builder.ply()) as usize;
        self.replayed = self.replayed.saturating_add(way);
        if self.replayed > 10_000 + 10 * self.line || !builder.forward_to_ply(ply) {
            self.warn(1, WarningKind::VariationPlace);
        }
    }

    /// Reads `まで88手で先手の反則勝ち`. The line adds an ending where there is none, and its
    /// winner counts.
    fn closing(&mut self, line: &str) -> Result<(), ReadError> {
        let Some(closing) = Closing::parse(line.strip_prefix("まで").unwrap_or(line)) else {
            return Ok(());
        };
        let builder = self.builder()?;
        let at = builder.at();
        let Ending {
            termination,
            winner,
        } = closing.ending;
        let Action::End(ending) = builder.record().tree.get(at).action() else {
            let turn = builder.position().turn();
            let winner = winner.or_else(|| termination.usual_winner(turn));
            builder.end(Ending {
                termination,
                winner,
            });
            return Ok(());
        };
        if winner.is_some() && ending.winner != winner {
            let corrected = Ending {
                winner,
                ..ending.clone()
            };
            builder.tree_mut().set_ending(at, corrected);
            self.warn(1, WarningKind::Closing);
        }
        Ok(())
    }
}

/// Where the move before went.
#[inline]
fn previous_target(builder: &Builder) -> Option<Square> {
    let mut node = builder.record().tree.get(builder.at());
    if node.ending().is_some() {
        node = node.parent()?;
    }
    node.mv().map(Move::to)
}

#[inline]
fn is_misnamed(builder: &Builder, mv: Move, text: &MoveText) -> bool {
    let on_origin = mv.from().and_then(|from| builder.position().piece_on(from));
    on_origin.is_some_and(|piece| piece.kind() != text.kind)
}

/// Splits a line into an ending's word and what follows. A word may hold blanks (先手 反則負け) but ends
/// where a time begins.
fn ending_part(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_at(text.find(['(', '（', '+', '#']).unwrap_or(text.len()));
    (trim(word), rest)
}

/// Splits the time off a text that is not understood.
fn split_time(text: &str) -> (&str, &str) {
    let is_time = |&at: &usize| {
        let (before, bracket) = text.split_at(at);
        before.ends_with(crate::scan::is_blank) && bracket.contains(':')
    };
    text.split_at(text.rfind('(').filter(is_time).unwrap_or(text.len()))
}

/// Works out a total that the file leaves out: what the side had spent before, and this move.
fn fill_total(tree: &mut Tree, id: NodeId) {
    let node = tree.get(id);
    let mut time = node.time();
    let before = node
        .parent()
        .and_then(|node| node.parent())
        .and_then(|node| node.time().total);
    time.total = match (time.spent, before) {
        (Some(spent), Some(before)) => Some(before.plus(spent)),
        (spent, _) => spent,
    };
    tree.set_time(id, time);
}
