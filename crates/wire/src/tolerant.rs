//! What a newer program tells, as far as this one understands it.
//!
//! A word that changes nothing on the board, such as why a game ended, is replaced by another, and the
//! caller is told so. What cannot be understood without it is [`Told::Unknown`].

use crate::WireError;
use crate::event::EventDto;
use crate::names::WantedDto;
use crate::opening::OpeningDto;
use crate::rules::KnobsDto;
use komadai_game::{Event, Opening};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// An event of a program that may be newer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told {
    /// It is understood.
    Known(Event),
    /// It is understood but for a word that changes nothing on the board or the clocks.
    Unclear(Event),
    /// Nobody here knows what has happened.
    Unknown,
}

/// Words without which an event can still be followed, and what stands for them.
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
pub fn event(value: &Value) -> Told {
    if let Ok(event) = read::<EventDto, Event>(value) {
        return Told::Known(event);
    }
    let mut value = value.clone();
    for _ in stand_ins() {
        match read::<EventDto, Event>(&value) {
            Ok(event) => return Told::Unclear(event),
            Err(error) if replace(&mut value, &error.field) => {}
            Err(_) => return Told::Unknown,
        }
    }
    read::<EventDto, Event>(&value).map_or(Told::Unknown, Told::Unclear)
}

/// Puts a stand-in for the word at fault, if there is one.
fn replace(value: &mut Value, fault: &str) -> bool {
    let fits = |(path, _): &(&str, Value)| fault.starts_with(path);
    let Some((path, stand_in)) = stand_ins().into_iter().find(fits) else {
        return false;
    };
    let place = value.pointer_mut(&format!("/{}", path.replace('.', "/")));
    place.map(|place| *place = stand_in).is_some()
}

/// Reads an opening, and says whether all of its rules are understood. Whoever only follows the game
/// needs no more.
///
/// # Errors
/// What is wrong with anything but the rules.
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

/// What one may do: the words that are known.
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
