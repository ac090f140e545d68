//! What has come up in random games, and how often.

use komadai_game::{Event, Fact, Refusal};
use std::collections::BTreeMap;
use std::fmt::{self, Debug};

/// Counts by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Coverage {
    pub(crate) games: u64,
    pub(crate) commands: u64,
    pub(crate) facts: BTreeMap<String, u64>,
    pub(crate) causes: BTreeMap<String, u64>,
    pub(crate) breaches: BTreeMap<String, u64>,
    pub(crate) refusals: BTreeMap<String, u64>,
}

impl Coverage {
    pub(crate) fn event(&mut self, event: &Event) {
        count(&mut self.facts, &event.fact);
        match &event.fact {
            Fact::Ended(outcome) => count(&mut self.causes, &outcome.cause),
            Fact::Moved(moved) => {
                if let Some(breach) = moved.breach {
                    count(&mut self.breaches, &breach);
                }
            }
            _ => {}
        }
    }

    pub(crate) fn refusal(&mut self, refusal: &Refusal) {
        count(&mut self.refusals, &refusal.why);
    }
}

/// Counts a value by the name of its variant.
fn count(table: &mut BTreeMap<String, u64>, value: &impl Debug) {
    let mut name = VariantName(String::new());
    // Stops at the first sign that is not part of the name: that is no failure.
    let _ = fmt::write(&mut name, format_args!("{value:?}"));
    match table.get_mut(&name.0) {
        Some(count) => *count += 1,
        None => {
            table.insert(name.0, 1);
        }
    }
}

/// Takes in the name of a variant and nothing of what it holds.
struct VariantName(String);

impl fmt::Write for VariantName {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        match text.find(|c: char| !c.is_alphanumeric()) {
            None => {
                self.0.push_str(text);
                Ok(())
            }
            Some(end) => {
                self.0.push_str(&text[..end]);
                Err(fmt::Error)
            }
        }
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} commands in {} games", self.commands, self.games)?;
        let tables = [
            ("facts", &self.facts),
            ("causes", &self.causes),
            ("breaches", &self.breaches),
            ("refusals", &self.refusals),
        ];
        for (title, table) in tables {
            let entries: Vec<String> = table.iter().map(|(k, v)| format!("{k} {v}")).collect();
            writeln!(f, "{title}: {}", entries.join(", "))?;
        }
        Ok(())
    }
}
