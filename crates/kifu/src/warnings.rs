//! Warnings of a reader while it reads.

use crate::error::{Warning, WarningKind};
use crate::scan::Places;

/// Warnings with byte offsets. Lines and columns are computed at the end, and only if there are warnings.
#[derive(Debug, Default)]
pub(crate) struct Warnings(Vec<(usize, WarningKind)>);

impl Warnings {
    pub(crate) fn push(&mut self, at: usize, kind: WarningKind) {
        self.0.push((at, kind));
    }

    /// The warnings in the order of the text; readers need not read it in order.
    pub(crate) fn in_text(mut self, text: &str) -> Vec<Warning> {
        self.0.sort_by_key(|(at, _)| *at);
        let mut places = Places::new(text);
        let warnings = self.0.into_iter().map(|(at, kind)| {
            let (line, column) = places.of(at);
            Warning { line, column, kind }
        });
        warnings.collect()
    }
}
