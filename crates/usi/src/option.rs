//! Engine options.

use crate::command::SetOption;
use crate::text::{OneLine, TextValue, value};
use crate::words::{LineWords, UsiWords};
use komadai_core::{LineError, LineErrorKind};
use std::fmt;

/// An option as the engine declares it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EngineOption {
    /// The name, words separated by single blanks.
    pub name: String,
    /// The values that it accepts.
    pub kind: OptionKind,
}

/// The values that an option accepts, and its default.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// The default value.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The default value.
        default: i64,
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// One of several texts.
    Combo {
        /// The default value.
        default: String,
        /// The texts.
        vars: Vec<String>,
    },
    /// No value: setting it triggers an action.
    Button,
    /// Any text.
    String {
        /// The default value.
        default: String,
    },
    /// The name of a file.
    Filename {
        /// The default value.
        default: String,
    },
}

/// A value that an option accepts.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum OptionValue {
    /// Of a check.
    Check(bool),
    /// Of a spin, within its bounds.
    Spin(i64),
    /// Of a combo, as it was declared.
    Combo(String),
    /// A button was pressed.
    Button,
    /// Of a string.
    String(String),
    /// Of a filename.
    Filename(String),
}

/// Error for an option that cannot be set.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("no such option: {0:?}")]
    Unknown(String),
    /// The value is missing.
    #[error("option {0}: missing value")]
    Missing(String),
    /// A button takes no value.
    #[error("option {0}: a button takes no value")]
    Button(String),
    /// Not a boolean.
    #[error("option {name}: expected true or false, found {value:?}")]
    Check {
        /// The option.
        name: String,
        /// The value.
        value: String,
    },
    /// Not a number within the bounds.
    #[error("option {name}: expected a number from {min} to {max}, found {value:?}")]
    Spin {
        /// The option.
        name: String,
        /// The value.
        value: String,
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// Not one of the texts.
    #[error("option {name}: expected one of {}, found {value:?}", .vars.join(", "))]
    Combo {
        /// The option.
        name: String,
        /// The value.
        value: String,
        /// The texts.
        vars: Vec<String>,
    },
}

/// Names that an interface may set even if the engine does not declare them.
const RESERVED: [&str; 9] = [
    "USI_Hash",
    "USI_Ponder",
    "USI_OwnBook",
    "USI_MultiPV",
    "USI_ShowCurrLine",
    "USI_ShowRefutations",
    "USI_LimitStrength",
    "USI_Strength",
    "USI_AnalyseMode",
];

/// Returns whether an interface may set this option even if the engine does not declare it.
pub fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&name)
}

impl EngineOption {
    /// An option.
    pub fn new(name: impl Into<String>, kind: OptionKind) -> EngineOption {
        EngineOption {
            name: name.into(),
            kind,
        }
    }

    /// Validates a value.
    ///
    /// # Errors
    /// Returns an error if the option does not accept the value.
    ///
    /// ```
    /// use komadai_usi::{EngineOption, OptionKind, OptionValue};
    /// let threads = EngineOption::new("Threads", OptionKind::Spin { default: 1, min: 1, max: 64 });
    /// assert_eq!(threads.value(Some("8")), Ok(OptionValue::Spin(8)));
    /// assert!(threads.value(Some("65")).is_err());
    /// ```
    pub fn value(&self, value: Option<&str>) -> Result<OptionValue, OptionError> {
        let name = || self.name.clone();
        let Some(value) = value.map(str::trim) else {
            return match &self.kind {
                OptionKind::Button => Ok(OptionValue::Button),
                _ => Err(OptionError::Missing(name())),
            };
        };
        let owned = || value.to_owned();
        match &self.kind {
            OptionKind::Button => match value {
                // Some interfaces send these with every option.
                "" | "true" => Ok(OptionValue::Button),
                _ => Err(OptionError::Button(name())),
            },
            OptionKind::Check { .. } => read_check(value).ok_or_else(|| OptionError::Check {
                name: name(),
                value: owned(),
            }),
            OptionKind::Spin { min, max, .. } => {
                let number = value.parse().ok();
                let inside = number.filter(|number| (min..=max).contains(&number));
                inside
                    .map(OptionValue::Spin)
                    .ok_or_else(|| OptionError::Spin {
                        name: name(),
                        value: owned(),
                        min: *min,
                        max: *max,
                    })
            }
            OptionKind::Combo { vars, .. } => {
                let var = vars.iter().find(|var| var.eq_ignore_ascii_case(value));
                var.map(|var| OptionValue::Combo(var.clone()))
                    .ok_or_else(|| OptionError::Combo {
                        name: name(),
                        value: owned(),
                        vars: vars.clone(),
                    })
            }
            OptionKind::String { .. } => Ok(OptionValue::String(owned())),
            OptionKind::Filename { .. } => Ok(OptionValue::Filename(owned())),
        }
    }

    /// The default value; a button has none.
    pub fn default_value(&self) -> Option<OptionValue> {
        Some(match &self.kind {
            OptionKind::Check { default } => OptionValue::Check(*default),
            OptionKind::Spin { default, .. } => OptionValue::Spin(*default),
            OptionKind::Combo { default, .. } => OptionValue::Combo(default.clone()),
            OptionKind::Button => return None,
            OptionKind::String { default } => OptionValue::String(default.clone()),
            OptionKind::Filename { default } => OptionValue::Filename(default.clone()),
        })
    }

    pub(crate) fn read(words: &mut LineWords<'_>) -> Result<EngineOption, LineError> {
        let first = words.need("name")?;
        if first.text != "name" {
            return Err(words.error(first, LineErrorKind::Expected("name")));
        }
        // A name may contain any word, even `type` if no type follows it.
        let is_type = |words: &LineWords<'_>, word: &str| {
            word == "type" && words.peek().is_none_or(|next| is_kind(next.text))
        };
        let name = words.until(is_type);
        if name.is_empty() {
            return Err(words.missing("the name of an option"));
        }
        let what = "a type: check, spin, combo, button, string or filename";
        let kind = match words.need(what)?.text {
            "check" => read_check_kind(words)?,
            "spin" => read_spin_kind(words)?,
            "combo" => read_combo_kind(words),
            "string" => OptionKind::String {
                default: read_text_default(words),
            },
            "filename" => OptionKind::Filename {
                default: read_text_default(words),
            },
            _ => OptionKind::Button,
        };
        Ok(EngineOption { name, kind })
    }
}

fn is_kind(word: &str) -> bool {
    ["check", "spin", "combo", "button", "string", "filename"].contains(&word)
}

fn read_check(text: &str) -> Option<OptionValue> {
    match text {
        _ if text.eq_ignore_ascii_case("true") => Some(OptionValue::Check(true)),
        _ if text.eq_ignore_ascii_case("false") => Some(OptionValue::Check(false)),
        _ => None,
    }
}

fn read_check_kind(words: &mut LineWords<'_>) -> Result<OptionKind, LineError> {
    if !words.eat("default") {
        return Ok(OptionKind::Check { default: false });
    }
    let word = words.need("true or false")?;
    match read_check(word.text) {
        Some(OptionValue::Check(default)) => Ok(OptionKind::Check { default }),
        _ => Err(words.error(word, LineErrorKind::Expected("true or false"))),
    }
}

/// Parses `default`, `min` and `max` in any order; missing bounds are infinite.
fn read_spin_kind(words: &mut LineWords<'_>) -> Result<OptionKind, LineError> {
    let (mut default, mut min, mut max) = (None, i64::MIN, i64::MAX);
    while let Some(word) = words.next() {
        match word.text {
            "default" => default = Some(read_integer(words)?),
            "min" => min = read_integer(words)?,
            "max" => max = read_integer(words)?,
            _ => {}
        }
    }
    // Zero may be outside the bounds.
    let default = default.unwrap_or(if min > 0 { min } else { max.min(0) });
    Ok(OptionKind::Spin { default, min, max })
}

/// Parses a number, saturating.
fn read_integer(words: &mut LineWords<'_>) -> Result<i64, LineError> {
    let what = "a whole number";
    let word = words.need(what)?;
    let number: i128 = word
        .text
        .parse()
        .map_err(|_| words.error(word, LineErrorKind::Expected(what)))?;
    Ok(number.clamp(i64::MIN.into(), i64::MAX.into()) as i64)
}

fn read_combo_kind(words: &mut LineWords<'_>) -> OptionKind {
    let is_var = |_: &LineWords<'_>, word: &str| word == "var";
    let mut default = String::new();
    if words.eat("default") {
        default = value(words.until(is_var));
    } else {
        words.eat("var");
    }
    let mut vars = Vec::new();
    while words.peek().is_some() {
        vars.push(value(words.until(is_var)));
    }
    OptionKind::Combo { default, vars }
}

fn read_text_default(words: &mut LineWords<'_>) -> String {
    words.eat("default");
    value(words.text())
}

impl fmt::Display for EngineOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", OneLine(&self.name))?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, vars } => {
                write!(f, "combo default {}", TextValue(default))?;
                vars.iter()
                    .try_for_each(|var| write!(f, " var {}", TextValue(var)))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::String { default } => write!(f, "string default {}", TextValue(default)),
            OptionKind::Filename { default } => {
                write!(f, "filename default {}", TextValue(default))
            }
        }
    }
}

impl fmt::Display for OptionValue {
    /// Writes what follows `value`; nothing for a button.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Check(value) => value.fmt(f),
            OptionValue::Spin(value) => value.fmt(f),
            OptionValue::Button => Ok(()),
            OptionValue::Combo(text) | OptionValue::String(text) | OptionValue::Filename(text) => {
                TextValue(text).fmt(f)
            }
        }
    }
}

/// The options of an engine, in the order of declaration.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options(Vec<EngineOption>);

impl Options {
    /// No options.
    pub fn new() -> Options {
        Options::default()
    }

    /// Adds an option; one of the same name is replaced.
    pub fn declare(&mut self, option: EngineOption) {
        match self.0.iter_mut().find(|old| old.name == option.name) {
            Some(old) => *old = option,
            None => self.0.push(option),
        }
    }

    /// The option with this name, ignoring case.
    pub fn get(&self, name: &str) -> Option<&EngineOption> {
        let exact = self.0.iter().find(|option| option.name == name);
        exact.or_else(|| {
            let alike = |option: &&EngineOption| option.name.eq_ignore_ascii_case(name);
            self.0.iter().find(alike)
        })
    }

    /// Validates a new value; returns the option as declared and the value.
    ///
    /// # Errors
    /// Returns an error if there is no such option or it does not accept the value.
    pub fn judge(&self, set: &SetOption) -> Result<(&EngineOption, OptionValue), OptionError> {
        let option = self
            .get(&set.name)
            .ok_or_else(|| OptionError::Unknown(set.name.clone()))?;
        let value = option.value(set.value.as_deref())?;
        Ok((option, value))
    }

    /// The options in order.
    pub fn iter(&self) -> std::slice::Iter<'_, EngineOption> {
        self.0.iter()
    }
}

impl<'o> IntoIterator for &'o Options {
    type Item = &'o EngineOption;
    type IntoIter = std::slice::Iter<'o, EngineOption>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl FromIterator<EngineOption> for Options {
    fn from_iter<I: IntoIterator<Item = EngineOption>>(options: I) -> Options {
        let mut all = Options::new();
        options.into_iter().for_each(|option| all.declare(option));
        all
    }
}
