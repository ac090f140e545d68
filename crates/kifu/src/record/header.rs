//! Headers: what a file says about the game as a whole.

/// One line about the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Header {
    /// The key, in KIF's words (先手, 棋戦, 開始日時, …); empty for a line of text without a key.
    pub key: String,
    /// The value.
    pub value: String,
}

/// The headers in the order of the file. Keys may repeat; unknown ones are kept.
///
/// Keys are KIF's whatever the format: a reader of another format translates the keys it knows
/// (CSA's `N+` to 先手, `$EVENT` to 棋戦) and keeps the others as they are. The start position and
/// the variant are no headers but fields of the record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Headers(Vec<Header>);

impl Headers {
    /// The value of the first header with a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|header| header.key == key)
            .map(|header| header.value.as_str())
    }

    /// Adds a header at the end.
    pub fn push(&mut self, key: impl Into<String>, value: impl Into<String>) {
        self.0.push(Header {
            key: key.into(),
            value: value.into(),
        });
    }

    /// Gives a key one value: in the place of its first header, or at the end.
    pub fn set(&mut self, key: &str, value: impl Into<String>) {
        match self.0.iter_mut().find(|header| header.key == key) {
            Some(header) => header.value = value.into(),
            None => self.push(key, value),
        }
    }

    /// Takes all headers with a key away, and returns the value of the first.
    pub fn remove(&mut self, key: &str) -> Option<String> {
        let mut first = None;
        self.0.retain_mut(|header| {
            if header.key != key {
                return true;
            }
            first.get_or_insert_with(|| std::mem::take(&mut header.value));
            false
        });
        first
    }

    /// The headers in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Header> {
        self.0.iter()
    }

    /// Returns whether there are no headers.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of headers.
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

impl<'h> IntoIterator for &'h Headers {
    type Item = &'h Header;
    type IntoIter = std::slice::Iter<'h, Header>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
