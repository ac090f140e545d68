//! The command that starts an engine.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// The command that starts an engine.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EngineCommand {
    /// The program: a path, or a name that is looked up in `PATH`.
    pub program: OsString,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// The working directory; default: that of the current process.
    pub directory: Option<PathBuf>,
    /// Additional environment variables.
    pub env: Vec<(OsString, OsString)>,
}

/// Error for text that is not a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandLineError {
    /// There is no word.
    #[error("the command is empty")]
    Empty,
    /// A quotation mark is not closed.
    #[error("column {column}: unclosed quotation mark")]
    OpenQuote {
        /// The column of the mark, counted in characters from 1.
        column: usize,
    },
    /// Nothing follows a backslash.
    #[error("trailing backslash")]
    Backslash,
}

impl EngineCommand {
    /// A program without arguments.
    pub fn new(program: impl Into<OsString>) -> EngineCommand {
        EngineCommand {
            program: program.into(),
            args: Vec::new(),
            directory: None,
            env: Vec::new(),
        }
    }
}

impl FromStr for EngineCommand {
    type Err = CommandLineError;

    /// Splits words like a shell: blanks separate, `'…'` and `"…"` quote, a backslash escapes the next
    /// character. Nothing is expanded.
    fn from_str(text: &str) -> Result<EngineCommand, CommandLineError> {
        let mut words = split(text)?.into_iter().map(OsString::from);
        let program = words.next().ok_or(CommandLineError::Empty)?;
        Ok(EngineCommand {
            args: words.collect(),
            ..EngineCommand::new(program)
        })
    }
}

fn split(text: &str) -> Result<Vec<String>, CommandLineError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = text.chars().enumerate();
    while let Some((i, c)) = chars.next() {
        match c {
            c if c.is_whitespace() => words.extend(word.take()),
            '\'' | '"' => quoted(c, i + 1, &mut chars, word.get_or_insert_default())?,
            '\\' => {
                let (_, c) = chars.next().ok_or(CommandLineError::Backslash)?;
                word.get_or_insert_default().push(c);
            }
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Ok(words)
}

fn quoted(
    mark: char,
    column: usize,
    chars: &mut impl Iterator<Item = (usize, char)>,
    word: &mut String,
) -> Result<(), CommandLineError> {
    let open = CommandLineError::OpenQuote { column };
    loop {
        let (_, c) = chars.next().ok_or(open)?;
        match c {
            c if c == mark => return Ok(()),
            '\\' if mark == '"' => {
                let (_, c) = chars.next().ok_or(open)?;
                // As in a shell, a backslash between double quotation marks means itself otherwise.
                if !['"', '\\', '$', '`'].contains(&c) {
                    word.push('\\');
                }
                word.push(c);
            }
            c => word.push(c),
        }
    }
}

impl fmt::Display for EngineCommand {
    /// Formats the words separated by blanks, for display.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.program.display())?;
        self.args
            .iter()
            .try_for_each(|arg| write!(f, " {}", arg.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        split(text).unwrap()
    }

    #[test]
    fn words_are_split_as_a_shell_does() {
        assert_eq!(words("  a  b\tc "), ["a", "b", "c"]);
        assert_eq!(
            words(r#"'a b' "c \" \d" e\ f"#),
            ["a b", r#"c " \d"#, "e f"]
        );
        assert_eq!(words(r"a'b'c ''"), ["abc", ""]);
        assert_eq!(words(r"'\'"), [r"\"]);
    }

    #[test]
    fn broken_commands_are_named() {
        assert_eq!(
            split("a 'b"),
            Err(CommandLineError::OpenQuote { column: 3 })
        );
        assert_eq!(split("a\\"), Err(CommandLineError::Backslash));
        assert_eq!(" ".parse::<EngineCommand>(), Err(CommandLineError::Empty));
    }
}
