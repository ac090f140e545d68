//! Where a rule stands.

use std::fmt;

/// An article of the FESA Laws of Shogi.
///
/// The Laws refer to some of their own articles by old numbers: 8.7's 12.4 means 13.4, 8.8's 7.3 means
/// 8.3, and 8.11's 11.1 means 12.2. The numbers here are those that are meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Article(&'static str);

impl Article {
    pub(crate) const fn new(number: &'static str) -> Article {
        Article(number)
    }

    /// Its number, as in `9.4`.
    pub const fn number(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Article {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FESA {}", self.0)
    }
}
