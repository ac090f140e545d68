//! The result as a table or as JSON.

use super::sample::Speed;
use serde_json::{Value, json};
use std::fmt;

/// One line of the result: speeds, and ours over each of the others'.
#[derive(Clone, Debug)]
pub struct PerftRow {
    name: String,
    /// Ours first; empty for a mean over other rows.
    speeds: Vec<Speed>,
    /// Over each of the other programs, in their order.
    ratios: Vec<f64>,
    /// What the first ratio should reach.
    target: Option<f64>,
}

impl PerftRow {
    pub(super) fn new(name: String, speeds: Vec<Speed>, target: Option<f64>) -> PerftRow {
        let ratios = speeds[1..]
            .iter()
            .map(|other| speeds[0].rate() / other.rate())
            .collect();
        PerftRow {
            name,
            speeds,
            ratios,
            target,
        }
    }

    /// The means of the ratios of several rows over the same programs.
    pub(super) fn geometric_mean(name: &str, rows: &[&PerftRow], target: Option<f64>) -> PerftRow {
        let programs = rows.iter().map(|row| row.ratios.len()).min().unwrap_or(0);
        let mean = |program: usize| {
            let logs: f64 = rows.iter().map(|row| row.ratios[program].ln()).sum();
            (logs / rows.len() as f64).exp()
        };
        let ratios = (0..programs).map(mean).collect();
        PerftRow {
            name: name.to_owned(),
            speeds: Vec::new(),
            ratios,
            target,
        }
    }

    /// Whether the target is reached, if there is one.
    fn is_reached(&self) -> Option<bool> {
        self.target.map(|target| self.ratios[0] >= target)
    }

    fn to_json(&self) -> Value {
        let speeds: Vec<Value> = self
            .speeds
            .iter()
            .map(|speed| {
                json!({
                    "name": speed.name,
                    "leaves": speed.leaves,
                    "seconds": speed.seconds,
                    "leaves_per_second": speed.rate().round(),
                })
            })
            .collect();
        json!({
            "case": self.name,
            "speeds": speeds,
            "ratios": self.ratios,
            "target": self.target,
            "reached": self.is_reached(),
        })
    }
}

/// The result for other programs: one object per row.
pub fn to_json(rows: &[PerftRow]) -> Value {
    rows.iter().map(PerftRow::to_json).collect()
}

/// The result for people; speeds are in millions of leaves per second.
pub fn to_table(rows: &[PerftRow]) -> String {
    let mut table = format!(
        "{:<36}{:>10}{:>10}{:>10}{:>10}{:>8}      {:>10}\n",
        "M leaves/s", "komadai", "haitaka", "rsshogi", "/haitaka", "target", "/rsshogi"
    );
    for row in rows {
        table.push_str(&format!("{row}\n"));
    }
    table
}

impl fmt::Display for PerftRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<36}", self.name)?;
        for program in 0..3 {
            match self.speeds.get(program) {
                Some(speed) => write!(f, "{:>10.1}", speed.rate() / 1e6)?,
                None => write!(f, "{:>10}", "")?,
            }
        }
        write!(f, "{:>10.2}", self.ratios[0])?;
        match (self.target, self.is_reached()) {
            (Some(target), Some(true)) => write!(f, "{target:>8.1} ok   ")?,
            (Some(target), _) => write!(f, "{target:>8.1} below")?,
            (None, _) => write!(f, "{:>14}", "")?,
        }
        if let Some(ratio) = self.ratios.get(1) {
            write!(f, "{ratio:>10.2}")?;
        }
        // Seireigi and shogi differ by nature, haitaka by its known fault.
        match &self.speeds[..] {
            [ours, other, ..] if ours.leaves != other.leaves => {
                write!(
                    f,
                    "  ({} {} leaves, {} {})",
                    ours.name, ours.leaves, other.name, other.leaves
                )
            }
            _ => Ok(()),
        }
    }
}
