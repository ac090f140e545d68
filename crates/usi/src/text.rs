//! Embedding free text in a line without breaking the line.

use std::fmt::{self, Write};

/// Text within a line: line breaks become blanks, so that no value can inject a line.
pub(crate) struct OneLine<'t>(pub(crate) &'t str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = self.0.split(['\n', '\r']);
        f.write_str(parts.next().unwrap_or_default())?;
        parts.try_for_each(|part| write!(f, " {part}"))
    }
}

/// The word for an empty text.
pub(crate) const EMPTY: &str = "<empty>";

/// A value in the form of the protocol, with an empty one encoded.
pub(crate) struct TextValue<'t>(pub(crate) &'t str);

impl fmt::Display for TextValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.trim() {
            "" => f.write_str(EMPTY),
            text => OneLine(text).fmt(f),
        }
    }
}

/// Decodes a value in the form of the protocol.
pub(crate) fn value(text: String) -> String {
    match text.as_str() {
        EMPTY => String::new(),
        _ => text,
    }
}

/// Writes each thing after a blank.
pub(crate) fn write_each<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    things: impl IntoIterator<Item = T>,
) -> fmt::Result {
    for thing in things {
        f.write_char(' ')?;
        write!(f, "{thing}")?;
    }
    Ok(())
}

/// Writes a key and its value, if there is one.
pub(crate) fn write_key<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    key: &str,
    value: Option<T>,
) -> fmt::Result {
    match value {
        Some(value) => write!(f, " {key} {value}"),
        None => Ok(()),
    }
}
