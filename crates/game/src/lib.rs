//! One game of shogi or Seireigi from the piece toss to the result.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod clock;
pub mod furigoma;
mod grade;
mod rating_scale;
mod setup_order;
pub mod suggestion;

pub use clock::{
    ClockHeaderError, ClockHeaderErrorKind, ClockSpec, Extra, HeaderStyle, InvalidClock,
    InvalidTimeControl, NotExpressible, ParseClockError, ParseClockErrorKind, TimeControl,
};
pub use grade::{Grade, ParseGradeError};
pub use komadai_kifu::record::Millis;
pub use rating_scale::Grades;
pub use setup_order::{Placement, SetupOrder};
pub use suggestion::Suggestion;
