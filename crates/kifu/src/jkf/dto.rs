//! The values of the JSON. Most fields are optional; unknown fields are ignored.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Initial {
    pub(super) preset: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) data: Option<Data>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Data {
    #[serde(default)]
    pub(super) color: JkfColor,
    /// By file, then by rank, both from 1.
    #[serde(default)]
    pub(super) board: Vec<Vec<Cell>>,
    #[serde(default)]
    pub(super) hands: Vec<Map<String, Value>>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Cell {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) color: Option<JkfColor>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) kind: Option<String>,
}

/// 0 is Black, 1 is White; old files have `true` for Black and `false` for White.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum JkfColor {
    Number(u8),
    IsBlack(bool),
}

impl Default for JkfColor {
    fn default() -> JkfColor {
        JkfColor::Number(0)
    }
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct MoveDto {
    pub(super) color: Option<JkfColor>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<JkfSquare>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) to: Option<JkfSquare>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) piece: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) same: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) promote: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) capture: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) relative: Option<String>,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct JkfSquare {
    pub(super) x: u8,
    pub(super) y: u8,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Time {
    pub(super) now: Option<Length>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) total: Option<Length>,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct Length {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) h: Option<u64>,
    #[serde(default)]
    pub(super) m: u64,
    #[serde(default)]
    pub(super) s: Seconds,
}

/// We write whole seconds; some programs write fractions.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Seconds {
    Full(u64),
    Fraction(f64),
}

impl Default for Seconds {
    fn default() -> Seconds {
        Seconds::Full(0)
    }
}
