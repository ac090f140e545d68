//! The JSON that logs hold and clients see.
//!
//! The snapshots have one line for each kind. They are a promise: what is stored must stay readable, so a
//! line may be added but none may change.

mod events;
mod faults;
mod games;
mod records;
mod rules;
#[cfg(feature = "schema")]
mod schema;
mod view;

use expect_test::Expect;
use serde::Serialize;

pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("it can be written")
}

pub(crate) fn check(lines: impl IntoIterator<Item = String>, expected: Expect) {
    let lines: Vec<String> = lines.into_iter().map(|line| line + "\n").collect();
    expected.assert_eq(&lines.concat());
}
