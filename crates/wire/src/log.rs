//! A whole game: its opening and its events.

use crate::error::WireError;
use crate::event::EventDto;
use crate::opening::OpeningDto;
use komadai_game::{Event, Opening};
use serde::{Deserialize, Serialize};

/// A stored game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LogDto {
    /// The opening.
    pub opening: OpeningDto,
    /// What has happened since, in order.
    pub events: Vec<EventDto>,
}

impl LogDto {
    /// The log of a game.
    pub fn new<'e>(opening: &Opening, events: impl IntoIterator<Item = &'e Event>) -> LogDto {
        LogDto {
            opening: OpeningDto::from(opening),
            events: events.into_iter().map(EventDto::from).collect(),
        }
    }
}

impl TryFrom<LogDto> for (Opening, Vec<Event>) {
    type Error = WireError;

    fn try_from(log: LogDto) -> Result<(Opening, Vec<Event>), WireError> {
        let opening = Opening::try_from(log.opening).map_err(|error| error.within("opening"))?;
        let read = |(number, event): (usize, EventDto)| {
            Event::try_from(event).map_err(|error| error.within(&format!("events[{number}]")))
        };
        let events: Result<Vec<Event>, WireError> =
            log.events.into_iter().enumerate().map(read).collect();
        Ok((opening, events?))
    }
}
