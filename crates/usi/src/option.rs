//! Options: what an engine lets others set.

use crate::command::SetOption;
use crate::error::{LineError, LineErrorKind};
use crate::text::{OneLine, Value, value};
use crate::words::Words;
use std::fmt;

/// An option as the engine declares it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EngineOption {
    /// The name, words separated by single blanks.
    pub name: String,
    /// What values it takes.
    pub kind: OptionKind,
}

/// What values an option takes, and which it has at first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// The first value.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The first value.
        default: i64,
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// One of several texts.
    Combo {
        /// The first value.
        default: String,
        /// The texts.
        vars: Vec<String>,
    },
    /// No value: setting it does something.
    Button,
    /// Any text.
    String {
        /// The first value.
        default: String,
    },
    /// The name of a file.
    Filename {
        /// The first value.
        default: String,
    },
}

/// A value that an option takes.
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

/// Why an option cannot be set so.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("no option is called {0:?}")]
    Unknown(String),
    /// The value is missing.
    #[error("option {0}: a value is missing")]
    Missing(String),
    /// A button takes no value.
    #[error("option {0}: a button takes no value")]
    Button(String),
    /// Not a truth value.
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
        /// The least.
        min: i64,
        /// The greatest.
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

/// May an interface set this option even if the engine does not declare it?
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

    /// Judges a value.
    ///
    /// # Errors
    /// What is wrong with it.
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
                // What some interfaces send with every option.
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

    /// The value that it has at first; a button has none.
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

    pub(crate) fn read(words: &mut Words<'_>) -> Result<EngineOption, LineError> {
        let first = words.need("name")?;
        if first.text != "name" {
            return Err(words.error(first, LineErrorKind::Expected("name")));
        }
        // A name may hold any word, `type` before something that is no type as well.
        let is_type = |words: &Words<'_>, word: &str| {
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

fn read_check_kind(words: &mut Words<'_>) -> Result<OptionKind, LineError> {
    if !words.take("default") {
        return Ok(OptionKind::Check { default: false });
    }
    let word = words.need("true or false")?;
    match read_check(word.text) {
        Some(OptionValue::Check(default)) => Ok(OptionKind::Check { default }),
        _ => Err(words.error(word, LineErrorKind::Expected("true or false"))),
    }
}

/// Reads `default`, `min` and `max` in any order; bounds that are missing bound nothing.
fn read_spin_kind(words: &mut Words<'_>) -> Result<OptionKind, LineError> {
    let (mut default, mut min, mut max) = (None, i64::MIN, i64::MAX);
    while let Some(word) = words.next() {
        match word.text {
            "default" => default = Some(read_integer(words)?),
            "min" => min = read_integer(words)?,
            "max" => max = read_integer(words)?,
            _ => {}
        }
    }
    // Without bounds there may be no zero between them.
    let default = default.unwrap_or(if min > 0 { min } else { max.min(0) });
    Ok(OptionKind::Spin { default, min, max })
}

/// Reads a number; what is too large becomes the largest.
fn read_integer(words: &mut Words<'_>) -> Result<i64, LineError> {
    let what = "a whole number";
    let word = words.need(what)?;
    let number: i128 = word
        .text
        .parse()
        .map_err(|_| words.error(word, LineErrorKind::Expected(what)))?;
    Ok(number.clamp(i64::MIN.into(), i64::MAX.into()) as i64)
}

fn read_combo_kind(words: &mut Words<'_>) -> OptionKind {
    let is_var = |_: &Words<'_>, word: &str| word == "var";
    let mut default = String::new();
    if words.take("default") {
        default = value(words.until(is_var));
    } else {
        words.take("var");
    }
    let mut vars = Vec::new();
    while words.peek().is_some() {
        vars.push(value(words.until(is_var)));
    }
    OptionKind::Combo { default, vars }
}

fn read_text_default(words: &mut Words<'_>) -> String {
    words.take("default");
    value(words.rest())
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
                write!(f, "combo default {}", Value(default))?;
                vars.iter()
                    .try_for_each(|var| write!(f, " var {}", Value(var)))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::String { default } => write!(f, "string default {}", Value(default)),
            OptionKind::Filename { default } => write!(f, "filename default {}", Value(default)),
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
                Value(text).fmt(f)
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

    /// The option of a name, whatever the case of its letters.
    pub fn get(&self, name: &str) -> Option<&EngineOption> {
        let exact = self.0.iter().find(|option| option.name == name);
        exact.or_else(|| {
            let alike = |option: &&EngineOption| option.name.eq_ignore_ascii_case(name);
            self.0.iter().find(alike)
        })
    }

    /// Judges a new value: the option as it is declared, and the value.
    ///
    /// # Errors
    /// If there is no such option, or if it does not take the value.
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
