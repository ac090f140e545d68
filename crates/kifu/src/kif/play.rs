//! Reading moves, endings and variations of KIF and KI2.

use super::head::KifHead;
use super::read::{KifReader, Stage, is_file_row};
use super::time::{BadTime, scan_time};
use super::words::{Closing, ending_word};
use crate::error::{ReadError, ReadErrorKind, WarningKind};
use crate::kanji::side_of_mark;
use crate::notation::{MoveText, Strictness};
use crate::record::{Action, Builder, Ending, MoveTime, NodeId, Termination, Tree};
use crate::scan::{Scan, is_blank, trim};
use komadai_core::{Color, Variant};

/// Did a text mean a move?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MovePlayed {
    Yes,
    No,
}

impl KifReader {
    /// The builder. The first call ends the head.
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
        let empty = Stage::Head(Box::new(KifHead::new(Variant::Shogi)));
        if let Stage::Head(head) = std::mem::replace(&mut self.stage, empty) {
            let record = head.finish(&mut self.warnings);
            let mut builder = Builder::new(record);
            builder.reserve(self.likely_moves);
            self.stage = Stage::Moves(Box::new(builder));
        }
        Ok(())
    }

    /// Reads `   1 ７六歩(77)   ( 0:16/00:00:16)+`; `false` for any other line.
    pub(super) fn numbered_line(&mut self, raw: &str, line: &str) -> Result<bool, ReadError> {
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
        let marked = scan;
        let column = |scan: &Scan<'_>| scan.column() + raw.chars().count() - line.chars().count();
        let text = scan_move(&mut scan);
        if text.is_none() {
            scan.take(side_of_mark);
            if !self.may_be_ending(&scan) {
                return Ok(false);
            }
            // Unknown words are kept, including a mark that may belong to them.
            if known_ending(scan.rest()).is_none() {
                scan = marked;
            }
        }
        self.place_number(number)?;
        match text {
            Some(text) => {
                if self.play(&text, || column(&marked))? == MovePlayed::No {
                    self.warn(column(&marked), WarningKind::UnreadableMove);
                    self.end_with(Termination::Other(trim(scan.since(&marked)).to_owned()))?;
                }
            }
            None => self.ending_line(&mut scan)?,
        }
        scan.skip_blanks();
        if self.time(&mut scan).is_err() {
            self.warn(column(&scan), WarningKind::Time);
        }
        Ok(true)
    }

    /// Reads `( 0:16/00:00:16)`, if it is there.
    #[inline]
    fn time(&mut self, scan: &mut Scan<'_>) -> Result<(), BadTime> {
        let Some(time) = scan_time(scan) else {
            return Ok(());
        };
        let time = time?;
        let (tree, at) = self.here();
        tree.set_time(at, time);
        if time.total.is_none() {
            fill_total(tree, at);
        }
        Ok(())
    }

    /// Any line before the moves may begin with a number, so an ending there needs a known word.
    fn may_be_ending(&self, scan: &Scan<'_>) -> bool {
        let among_moves = self.saw_separator || matches!(self.stage, Stage::Moves(_));
        among_moves || known_ending(scan.rest()).is_some()
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
    fn play(
        &mut self,
        text: &MoveText,
        column: impl Fn() -> usize,
    ) -> Result<MovePlayed, ReadError> {
        let builder = self.builder()?;
        let previous = builder.previous_target();
        let after_end = builder.is_at_end();
        if after_end {
            builder.back();
        }
        let resolved = text.resolve(builder.position(), previous, Strictness::Record);
        let Ok(resolved) = resolved else {
            return Ok(MovePlayed::No);
        };
        let mv = resolved.mv;
        let breach = builder.play(mv);
        if let Some(kind) = resolved.warning() {
            self.warn(column(), kind);
        }
        if after_end {
            self.warn(column(), WarningKind::MoveAfterEnd);
        }
        if let Some(reason) = breach {
            self.warn(column(), WarningKind::IllegalMove { mv, reason });
        }
        Ok(MovePlayed::Yes)
    }

    /// Reads an ending where a move was expected. Unknown words are kept.
    fn ending_line(&mut self, scan: &mut Scan<'_>) -> Result<(), ReadError> {
        let whole = scan.rest();
        let builder = self.builder()?;
        if builder.is_at_end() {
            builder.back();
        }
        let turn = builder.position().turn();
        let (word, rest) = ending_part(whole);
        if let Some(ending) = ending_word(word, turn) {
            let column = scan.column();
            *scan = Scan::new(rest);
            return self.end(ending, column);
        }
        self.warn(scan.column(), WarningKind::UnreadableMove);
        let (word, rest) = split_time(whole);
        *scan = Scan::new(rest);
        let word = trim(trim(word).trim_end_matches('+'));
        self.end_with(Termination::Other(word.to_owned()))
    }

    fn end(&mut self, ending: Ending, column: usize) -> Result<(), ReadError> {
        let builder = self.builder()?;
        let blames_wrongly = builder.blames_wrongly(&ending);
        builder.end(ending);
        if blames_wrongly {
            self.warn(column, WarningKind::Blame);
        }
        Ok(())
    }

    fn end_with(&mut self, termination: Termination) -> Result<(), ReadError> {
        self.builder()?.end_usual(termination);
        Ok(())
    }

    /// Reads a line of moves with side marks: `▲７六歩    △３四歩`.
    pub(super) fn ki2_line(&mut self, raw: &str) -> Result<(), ReadError> {
        if self.is_lost {
            let (tree, at) = self.here();
            tree.push_comment_line(at, trim(raw));
            return Ok(());
        }
        let mut scan = Scan::new(raw);
        // Columns are counted once per line, because a line may hold a whole game.
        let (mut column, mut counted) = (1, scan);
        loop {
            scan.skip_blanks();
            if scan.is_done() {
                return Ok(());
            }
            column += scan.since(&counted).chars().count();
            counted = scan;
            let marked = scan;
            let played = match scan_move(&mut scan) {
                Some(text) => self.play(&text, || column)?,
                None => MovePlayed::No,
            };
            if played == MovePlayed::No {
                let rest = marked
                    .rest()
                    .trim_start_matches(|c| side_of_mark(c).is_some());
                return self.ki2_rest(rest, marked.rest(), column);
            }
            scan.eat(',');
            scan.eat('、');
        }
    }

    /// What follows the moves in a line, without and with the side's mark before it: an ending, or something that is not understood. From there
    /// on nobody knows the position: what follows is kept as text.
    fn ki2_rest(&mut self, rest: &str, marked: &str, column: usize) -> Result<(), ReadError> {
        let rest = trim(rest);
        if rest.is_empty() {
            return Ok(());
        }
        let builder = self.builder()?;
        let turn = builder.position().turn();
        if let Some(ending) = ending_word(rest, turn) {
            return self.end(ending, column);
        }
        self.warn(column, WarningKind::UnreadableMove);
        self.is_lost = true;
        self.end_with(Termination::Other(trim(marked).to_owned()))
    }

    /// Reads `変化：9手`.
    pub(super) fn variation(&mut self, line: &str) {
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
    pub(super) fn closing(&mut self, line: &str) -> Result<(), ReadError> {
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
            let ending = Ending {
                termination,
                winner,
            };
            return self.end(ending, 1);
        };
        if winner.is_some() && ending.winner != winner {
            let corrected = Ending {
                winner,
                ..ending.clone()
            };
            if builder.blames_wrongly(&corrected) {
                self.warn(1, WarningKind::Blame);
                return Ok(());
            }
            builder.tree_mut().set_ending(at, corrected);
            self.warn(1, WarningKind::Closing);
        }
        Ok(())
    }
}

/// Takes a move, unless other text follows it without a blank.
#[inline]
fn scan_move(scan: &mut Scan<'_>) -> Option<MoveText> {
    let mut ahead = *scan;
    let text = MoveText::scan(&mut ahead).ok()?;
    let ends = ahead.peek().is_none_or(|c| {
        is_blank(c) || matches!(c, '(' | '（' | '+' | '#' | ',' | '、') || side_of_mark(c).is_some()
    });
    ends.then(|| *scan = ahead)?;
    Some(text)
}

/// Splits a line into an ending's word and what follows. A word may hold blanks (先手 反則負け) but ends
/// where a time begins.
fn ending_part(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_at(text.find(['(', '（', '+', '#']).unwrap_or(text.len()));
    (trim(word), rest)
}

/// Returns whether a line begins with the word of an ending.
fn known_ending(text: &str) -> Option<Ending> {
    ending_word(ending_part(text).0, Color::Black)
}

/// Splits the time off an unreadable text.
fn split_time(text: &str) -> (&str, &str) {
    let is_time = |&at: &usize| {
        let (before, bracket) = text.split_at(at);
        before.ends_with(is_blank) && bracket.contains(':')
    };
    text.split_at(text.rfind('(').filter(is_time).unwrap_or(text.len()))
}

/// Computes a missing total from the side's previous total and the time of this move.
fn fill_total(tree: &mut Tree, id: NodeId) {
    let node = tree.get(id);
    let spent = node.time().spent;
    let time = MoveTime { spent, total: None }.completed(node.total_before());
    tree.set_time(id, time);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_only_begins_like_a_move_is_none() {
        for text in [
            "７二二金(61)",
            "７七二金(61)",
            "７二金金金(61)",
            "投了",
            "",
            "同",
            "０七歩",
        ] {
            assert_eq!(scan_move(&mut Scan::new(text)), None, "{text}");
        }
        let mut scan = Scan::new("５八金右上▲");
        assert!(scan_move(&mut scan).is_some());
        assert_eq!(scan.rest(), "▲");
    }
}
