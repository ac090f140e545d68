//! Splits the JSON of a file without recursion, because variations can be nested to any depth.
//!
//! Other values are kept as text with their position, and are parsed on use.

use crate::error::{ReadError, ReadErrorKind};
use crate::scan::Places;
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Deserializer;

/// A value that has not been parsed yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'t> {
    /// The offset of its first byte.
    pub(super) at: usize,
    text: &'t str,
}

impl Part<'_> {
    /// Parses the value; `None` for `null`.
    pub(super) fn read<T: DeserializeOwned>(self) -> Result<Option<T>, JkfFault> {
        serde_json::from_str(self.text).map_err(|error| JkfFault::from_json(self, &error))
    }
}

/// Parses an optional value.
pub(super) fn read_part<T: DeserializeOwned>(
    part: Option<Part<'_>>,
) -> Result<Option<T>, JkfFault> {
    part.map_or(Ok(None), Part::read)
}

/// Error for text that is not JKF, with a byte offset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct JkfFault {
    at: usize,
    message: String,
}

impl JkfFault {
    fn from_json(part: Part<'_>, error: &serde_json::Error) -> JkfFault {
        let before = part.text.split_inclusive('\n');
        let lines: usize = before
            .take(error.line().saturating_sub(1))
            .map(str::len)
            .sum();
        let full = error.to_string();
        // `in_text` adds the line and column of the file; those of the part would be wrong.
        let message = full
            .rsplit_once(" at line ")
            .map_or(&*full, |(message, _)| message);
        JkfFault {
            at: part.at + lines + error.column().saturating_sub(1),
            message: message.to_owned(),
        }
    }

    pub(super) fn in_text(self, text: &str) -> ReadError {
        let within = (0..=self.at.min(text.len())).rev();
        let at = within.into_iter().find(|&at| text.is_char_boundary(at));
        let (line, column) = Places::new(text).of(at.unwrap_or(0));
        ReadError {
            line,
            column,
            kind: ReadErrorKind::Other(self.message),
        }
    }
}

/// A file. Lines of moves are numbered; the main line is the first.
#[derive(Debug, Default)]
pub(super) struct JkfFile<'t> {
    pub(super) header: Option<Part<'t>>,
    pub(super) initial: Option<Part<'t>>,
    pub(super) lines: Vec<Vec<JkfNode<'t>>>,
}

impl JkfFile<'_> {
    /// Returns whether this is JKF and not any other JSON. The header may be missing if the moves are those of a game.
    fn is_record(&self) -> bool {
        let has_moves = !self.lines.is_empty();
        let is_game = || !self.lines.iter().flatten().any(JkfNode::is_foreign);
        self.initial.is_some() || (has_moves && (self.header.is_some() || is_game()))
    }
}

/// A node: one element of a line.
#[derive(Debug, Default)]
pub(super) struct JkfNode<'t> {
    /// The offset of its first byte.
    pub(super) at: usize,
    pub(super) comments: Option<Part<'t>>,
    pub(super) mv: Option<Part<'t>>,
    pub(super) time: Option<Part<'t>>,
    pub(super) special: Option<Part<'t>>,
    /// The numbers of the lines that are alternatives to it.
    pub(super) forks: Vec<usize>,
    has_unknown_fields: bool,
}

impl JkfNode<'_> {
    /// Returns whether it has fields, but none of JKF.
    fn is_foreign(&self) -> bool {
        let fields = [self.comments, self.mv, self.time, self.special];
        let has_known = !self.forks.is_empty() || fields.iter().any(Option::is_some);
        self.has_unknown_fields && !has_known
    }
}

/// Splits a text.
pub(super) fn parse(text: &str) -> Result<JkfFile<'_>, JkfFault> {
    let mut parser = Parser {
        text,
        at: 0,
        file: JkfFile::default(),
        open: Vec::new(),
    };
    parser.file()?;
    match parser.file.is_record() {
        true => Ok(parser.file),
        false => Err(JkfFault {
            at: 0,
            message: "not a game record: JKF has the fields `header` and `moves`".to_owned(),
        }),
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    file: JkfFile<'t>,
    /// The enclosing arrays and objects, the innermost last.
    open: Vec<Open<'t>>,
}

/// An array or object whose end has not been reached.
enum Open<'t> {
    /// A line of moves, by its number.
    Line(usize),
    /// A node.
    Node(JkfNode<'t>),
    /// The alternatives to the enclosing node.
    Forks,
}

/// Whether an array or object has had an item yet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    Items,
}

impl<'t> Parser<'t> {
    fn file(&mut self) -> Result<(), JkfFault> {
        self.expect(b'{')?;
        let mut before = Before::Nothing;
        while self.has_item(b'}', before)? {
            before = Before::Items;
            match &*self.key()? {
                "header" => self.file.header = Some(self.part()?),
                "initial" => self.file.initial = Some(self.part()?),
                "moves" if self.peek() == Some(b'[') => self.moves()?,
                _ => drop(self.part()?),
            }
        }
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.fault("unexpected text after the record")),
        }
    }

    /// Reads all lines of moves.
    fn moves(&mut self) -> Result<(), JkfFault> {
        self.file.lines.clear();
        self.open_line()?;
        let mut before = Before::Nothing;
        while let Some(open) = self.open.pop() {
            before = match open {
                Open::Line(line) => self.in_line(line, before)?,
                Open::Node(node) => self.in_node(node, before)?,
                Open::Forks => self.in_forks(before)?,
            };
        }
        Ok(())
    }

    fn open_line(&mut self) -> Result<usize, JkfFault> {
        self.expect(b'[')?;
        let line = self.file.lines.len();
        self.file.lines.push(Vec::new());
        self.open.push(Open::Line(line));
        Ok(line)
    }

    fn in_line(&mut self, line: usize, before: Before) -> Result<Before, JkfFault> {
        if !self.has_item(b']', before)? {
            return Ok(Before::Items);
        }
        self.open.push(Open::Line(line));
        self.skip_blanks();
        let at = self.at;
        self.expect(b'{')?;
        let node = JkfNode {
            at,
            ..JkfNode::default()
        };
        self.open.push(Open::Node(node));
        Ok(Before::Nothing)
    }

    fn in_node(&mut self, mut node: JkfNode<'t>, before: Before) -> Result<Before, JkfFault> {
        if !self.has_item(b'}', before)? {
            if let Some(Open::Line(line)) = self.open.last() {
                self.file.lines[*line].push(node);
            }
            return Ok(Before::Items);
        }
        let key = self.key()?;
        if key == "forks" && self.peek() == Some(b'[') {
            self.expect(b'[')?;
            self.open.push(Open::Node(node));
            self.open.push(Open::Forks);
            return Ok(Before::Nothing);
        }
        let part = Some(self.part()?);
        match &*key {
            "comments" => node.comments = part,
            "move" => node.mv = part,
            "time" => node.time = part,
            "special" => node.special = part,
            _ => node.has_unknown_fields = true,
        }
        self.open.push(Open::Node(node));
        Ok(Before::Items)
    }

    fn in_forks(&mut self, before: Before) -> Result<Before, JkfFault> {
        if !self.has_item(b']', before)? {
            return Ok(Before::Items);
        }
        let fork = self.file.lines.len();
        if let Some(Open::Node(node)) = self.open.last_mut() {
            node.forks.push(fork);
        }
        self.open.push(Open::Forks);
        self.open_line()?;
        Ok(Before::Nothing)
    }
}

/// Values and punctuation.
impl<'t> Parser<'t> {
    fn skip_blanks(&mut self) {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let is_blank = |&&byte: &&u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
        self.at += rest.iter().take_while(is_blank).count();
    }

    fn peek(&mut self) -> Option<u8> {
        self.skip_blanks();
        self.text.as_bytes().get(self.at).copied()
    }

    fn fault(&self, message: impl Into<String>) -> JkfFault {
        JkfFault {
            at: self.at,
            message: message.into(),
        }
    }

    fn expect(&mut self, sign: u8) -> Result<(), JkfFault> {
        if self.peek() == Some(sign) {
            self.at += 1;
            return Ok(());
        }
        Err(self.fault(format!("expected {:?}", char::from(sign))))
    }

    /// Skips the comma before an item; `false` at the closing bracket.
    fn has_item(&mut self, close: u8, before: Before) -> Result<bool, JkfFault> {
        if self.peek() == Some(close) {
            self.at += 1;
            return Ok(false);
        }
        if before == Before::Items {
            self.expect(b',')?;
        }
        Ok(true)
    }

    /// Takes a key and its colon.
    fn key(&mut self) -> Result<String, JkfFault> {
        let part = self.part()?;
        let key = String::deserialize(&mut Deserializer::from_str(part.text))
            .map_err(|error| JkfFault::from_json(part, &error))?;
        self.expect(b':')?;
        Ok(key)
    }

    /// Takes a whole value. Nested brackets are skipped without recursion.
    fn part(&mut self) -> Result<Part<'t>, JkfFault> {
        self.skip_blanks();
        let at = self.at;
        let rest = Part {
            at,
            text: self.text.get(at..).unwrap_or_default(),
        };
        let mut values = Deserializer::from_str(rest.text).into_iter::<IgnoredAny>();
        match values.next() {
            None => Err(self.fault("unexpected end of the text")),
            Some(Err(error)) => Err(JkfFault::from_json(rest, &error)),
            Some(Ok(_)) => {
                self.at += values.byte_offset();
                let text = self.text.get(at..self.at).unwrap_or_default();
                Ok(Part { at, text })
            }
        }
    }
}
