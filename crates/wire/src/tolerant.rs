//! Reading data from a newer version of the program.
//!
//! An unknown word that does not affect the board, such as the cause of an ending, is replaced by a known one and
//! reported. Other unknown data gives [`EventReading::Unknown`].

use crate::WireError;
use crate::event::EventDto;
use crate::names::WantedDto;
use crate::opening::OpeningDto;
use crate::rules::KnobsDto;
use komadai_game::{Event, Opening};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// An event from a program that may be newer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EventReading {
    /// The event is known.
    Known(Event),
    /// The event is known except for a word that does not affect the board or the clocks.
    Unclear(Event),
    /// The event is unknown.
    Unknown,
}

/// Fields that do not affect the board, with the values that replace unknown ones.
fn stand_ins() -> [(&'static str, Value); 5] {
    [
        ("by", json!("host")),
        ("fact.cause", json!({"kind": "decision"})),
        ("fact.verdict", json!("no-contest")),
        ("fact.forgiven", json!(null)),
        ("fact.decision.ground", json!("other")),
    ]
}

/// Reads an event.
pub fn event(value: &Value) -> EventReading {
    if let Ok(event) = read::<EventDto, Event>(value) {
        return EventReading::Known(event);
    }
    let mut value = value.clone();
    for _ in stand_ins() {
        match read::<EventDto, Event>(&value) {
            Ok(event) => return EventReading::Unclear(event),
            Err(error) if replace(&mut value, &error.field) => {}
            Err(_) => return EventReading::Unknown,
        }
    }
    read::<EventDto, Event>(&value).map_or(EventReading::Unknown, EventReading::Unclear)
}

/// Replaces the field at fault, if that is possible.
fn replace(value: &mut Value, fault: &str) -> bool {
    let fits = |(path, _): &(&str, Value)| fault.starts_with(path);
    let Some((path, stand_in)) = stand_ins().into_iter().find(fits) else {
        return false;
    };
    let place = value.pointer_mut(&format!("/{}", path.replace('.', "/")));
    place.map(|place| *place = stand_in).is_some()
}

/// Reads an opening, and returns whether all of its rules are known. Following a game does not require that.
///
/// # Errors
/// Returns an error if anything except the rules is invalid.
pub fn opening(value: &Value) -> Result<(Opening, bool), WireError> {
    let fault = match read::<OpeningDto, Opening>(value) {
        Ok(opening) => return Ok((opening, true)),
        Err(fault) => fault,
    };
    if !fault.field.starts_with("rules") {
        return Err(fault);
    }
    let mut value = value.clone();
    let given = value["rules"]["knobs"].take();
    value["rules"] = json!({"preset": value["rules"]["preset"]});
    if read::<OpeningDto, Opening>(&value).is_err() {
        value["rules"] = json!({"preset": "casual"});
    }
    // Knob by knob: one that is unknown or no longer fits is left out.
    for name in KnobsDto::NAMES {
        if let Some(knob) = given.get(name) {
            let before = value.clone();
            value["rules"]["knobs"][name] = knob.clone();
            if read::<OpeningDto, Opening>(&value).is_err() {
                value = before;
            }
        }
    }
    Ok((read::<OpeningDto, Opening>(&value)?, false))
}

/// The permitted acts that are known.
pub fn wanted(value: &Value) -> Vec<WantedDto> {
    let words = value.as_array().into_iter().flatten();
    words
        .filter_map(|word| crate::from_value(word.clone()).ok())
        .collect()
}

fn read<D, T>(value: &Value) -> Result<T, WireError>
where
    D: DeserializeOwned,
    T: TryFrom<D, Error = WireError>,
{
    crate::from_value::<D>(value.clone())?.try_into()
}
