//! Times: what is agreed before the game, and its texts.

mod header;
mod scan;
mod spec;
mod text;

pub use header::{ClockHeaderError, ClockHeaderErrorKind, HeaderStyle, NotExpressible};
pub use spec::{ClockSpec, Extra, InvalidClock, InvalidTimeControl, TimeControl};
pub use text::{ParseClockError, ParseClockErrorKind};
