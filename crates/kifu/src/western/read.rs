//! Reading Western move text and PSN.

use super::ending;
use super::lex::{Lexer, Token};
use super::moves;
use super::tags::{Strange, Tags};
use crate::annotation::lift;
use crate::error::{ReadError, ReadErrorKind, WarningKind};
use crate::kif::odd_faults;
use crate::notation::Resolved;
use crate::reading::{Parsed, ReadOptions};
use crate::record::{Builder, Ending, NodeId, Record, Termination};
use crate::scan::Places;
use crate::warnings::Warnings;
use komadai_core::Color;

/// Reads Western move text: tags, moves in any of the spellings, comments, variations, results.
///
/// # Errors
/// Returns an error if the moves start from a diagram that one set of pieces cannot show.
pub fn read(text: &str, options: &ReadOptions) -> Result<Parsed, ReadError> {
    let mut warnings = Warnings::default();
    let mut records = Vec::new();
    let mut lexer = Lexer::new(text);
    while let Some(record) = read_game(&mut lexer, options, &mut warnings)
        .map_err(|(at, kind)| ReadError::at_line(Places::new(text).of(at).0, kind))?
    {
        records.push(record);
    }
    if records.is_empty() {
        records.push(Tags::default().finish(options.variant));
    }
    Ok(Parsed {
        warnings: warnings.in_text(text),
        records,
    })
}

/// Reads tags and moves up to the tags of the next game; `None` at the end of the text.
fn read_game(
    lexer: &mut Lexer<'_>,
    options: &ReadOptions,
    warnings: &mut Warnings,
) -> Result<Option<Record>, (usize, ReadErrorKind)> {
    lexer.skip_blanks();
    let start = lexer.at;
    let mut tags = Tags::default();
    let mut ahead = lexer.clone();
    let mut found = false;
    while let Some(Token::Tag(key, value)) = ahead.next() {
        found = true;
        if let Err(Strange) = tags.add(key, &unescaped(value)) {
            warnings.push(lexer.at, WarningKind::Diagram);
        }
        *lexer = ahead.clone();
        lexer.skip_blanks();
    }
    if !found && lexer.clone().next().is_none() {
        return Ok(None);
    }
    let result = tags.result.clone();
    let record = tags.finish(options.variant);
    if record.start.handicap().is_none()
        && let Some(faults) = odd_faults(record.variant, &record.start.setup())
    {
        warnings.push(start, WarningKind::Faults(faults));
    }
    let builder = Builder::new(record);
    let mut reader = WesternReader {
        builder,
        open: Vec::new(),
        held: None,
        has_marked_comments: false,
        warnings,
    };
    reader.run(lexer);
    Ok(Some(reader.finish(result.as_deref())))
}

/// A value without its escapes.
fn unescaped(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        out.push(match c {
            '\\' => chars.next().unwrap_or('\\'),
            c => c,
        });
    }
    out
}

struct WesternReader<'w> {
    builder: Builder,
    /// The nodes to which open variations are alternatives.
    open: Vec<NodeId>,
    /// A comment that may give the reason of the result after it.
    held: Option<(Termination, String)>,
    has_marked_comments: bool,
    warnings: &'w mut Warnings,
}

impl WesternReader<'_> {
    fn run(&mut self, lexer: &mut Lexer<'_>) {
        loop {
            lexer.skip_blanks();
            let (at, before) = (lexer.at, lexer.clone());
            match lexer.next() {
                None => return,
                Some(Token::Tag(..)) => {
                    *lexer = before;
                    return;
                }
                Some(Token::Comment(text)) => self.comment(padded(text).unwrap_or(text)),
                Some(Token::LineComment(text)) => self.comment(text),
                Some(Token::Open) => self.open(lexer),
                Some(Token::Close) => self.close(),
                Some(Token::Word(word)) => self.word(word, at),
            }
        }
    }

    fn finish(mut self, result: Option<&str>) -> Record {
        self.drop_held();
        while !self.open.is_empty() {
            self.close();
        }
        // Without a result after the moves, the tag gives the result.
        if let Some(ending) = result.and_then(|word| ending::ending(word, None))
            && self.builder.record().ending().is_none()
        {
            while self.builder.forward_to_ply(self.builder.ply() + 1) {}
            self.builder.end(ending);
        }
        let mut record = self.builder.finish();
        if self.has_marked_comments {
            lift(&mut record);
        }
        record
    }

    fn comment(&mut self, text: &str) {
        self.drop_held();
        match ending::reason(text) {
            Some(reason) => self.held = Some((reason, text.to_owned())),
            None => self.push_comment(text),
        }
    }

    fn push_comment(&mut self, text: &str) {
        let at = self.builder.at();
        for line in text.split('\n') {
            let line = line.strip_suffix('\r').unwrap_or(line);
            self.has_marked_comments |= line.starts_with('*');
            self.builder.tree_mut().push_comment_line(at, line);
        }
    }

    /// Keeps a comment that looked like a reason, because no result follows.
    fn drop_held(&mut self) {
        if let Some((_, text)) = self.held.take() {
            self.push_comment(&text);
        }
    }

    /// Opens a variation; brackets around anything but moves hold a comment.
    fn open(&mut self, lexer: &mut Lexer<'_>) {
        self.drop_held();
        let mut ahead = lexer.clone();
        let is_variation = loop {
            match ahead.next() {
                Some(Token::Comment(_) | Token::LineComment(_)) => {}
                Some(Token::Word(word)) => {
                    let word = without_number(word);
                    if !word.is_empty() {
                        let (word, _) = split_marks(word);
                        break moves::is_move(word) || ending::winner(word).is_some();
                    }
                }
                _ => break false,
            }
        };
        if !is_variation || self.builder.ply() == 0 {
            let text = lexer.take_brackets();
            return self.push_comment(text);
        }
        self.open.push(self.builder.at());
        self.builder.back();
    }

    /// Closes a variation and returns to the move that it is an alternative to.
    fn close(&mut self) {
        self.drop_held();
        let Some(node) = self.open.pop() else { return };
        let ply = self.builder.record().tree.get(node).ply();
        self.builder.back_to_ply(ply.saturating_sub(1));
        self.builder.forward_to(node);
    }

    fn word(&mut self, word: &str, at: usize) {
        let word = without_number(word);
        if word.is_empty() {
            return;
        }
        if ending::winner(word).is_some() {
            let reason = self.held.take().map(|(reason, _)| reason);
            if let Some(ending) = ending::ending(word, reason) {
                if self.builder.blames_wrongly(&ending) {
                    self.warnings.push(at, WarningKind::Blame);
                }
                self.builder.end(ending);
            }
            return;
        }
        self.drop_held();
        if word.eq_ignore_ascii_case("resigns") {
            return self.builder.end_usual(Termination::Resignation);
        }
        let (text, marks) = split_marks(word);
        match moves::read(self.builder.position(), text) {
            Some(resolved) => self.play(resolved, at),
            None => self.unknown(word, at),
        }
        if !marks.is_empty() {
            self.push_comment(marks);
        }
    }

    fn play(&mut self, resolved: Resolved, at: usize) {
        let mv = resolved.mv;
        if let Some(kind) = resolved.warning() {
            self.warnings.push(at, kind);
        }
        if self.builder.is_at_end() {
            self.warnings.push(at, WarningKind::MoveAfterEnd);
        }
        if let Some(reason) = self.builder.play(mv) {
            let kind = WarningKind::IllegalMove { mv, reason };
            self.warnings.push(at, kind);
        }
    }

    /// Old archives end with `--Black Won--`; other words are kept as text.
    fn unknown(&mut self, word: &str, at: usize) {
        let winner = match word {
            "--Black" | "--Sente" => Some(Color::Black),
            "--White" | "--Gote" => Some(Color::White),
            "Won--" | "wins--" => return,
            _ => None,
        };
        if winner.is_some() {
            let termination = Termination::Other(word.trim_matches('-').to_owned() + " won");
            return self.builder.end(Ending {
                termination,
                winner,
            });
        }
        self.warnings.push(at, WarningKind::UnreadableMove);
        self.push_comment(word);
    }
}

/// A comment without the one blank that we write on either side of it.
fn padded(text: &str) -> Option<&str> {
    text.strip_prefix(' ')?.strip_suffix(' ')
}

/// A word without the number and dots before it: `12.`, `1...P-3d`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.is_empty() {
        return rest;
    }
    match rest.strip_prefix('.') {
        Some(rest) => rest.trim_start_matches('.'),
        None => word.trim_start_matches("..."),
    }
}

/// Splits off the marks of a commentator: `P-7f!?`.
fn split_marks(word: &str) -> (&str, &str) {
    let text = word.trim_end_matches(['!', '?']);
    word.split_at(text.len())
}
