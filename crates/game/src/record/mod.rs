//! Games as records (棋譜), and records as games.
//!
//! A record has the moves with their times and the ending. Other information is reported as a [`Loss`].
//!
//! ```
//! use komadai_game::record::{self, export};
//! use komadai_game::{Game, Preset, RuleSet};
//! use komadai_kifu::{ReadOptions, read};
//! let file = "startpos moves 7g7f 3c3d 8h2b+ 3a2b";
//! let reading = read(file.as_bytes(), &ReadOptions::default())?;
//! let import = Game::from_record(&reading.records[0], RuleSet::preset(Preset::Fesa), None)?;
//! assert_eq!(import.game.ply(), 4);
//! let export = export(import.game.opening(), &import.events, record::silent)?;
//! assert_eq!(export.record.main_line().count(), 4);
//! assert_eq!(export.losses, []);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ending;
mod export;
mod import;

pub use export::{Loss, RecordExport, export, silent};
pub use import::{Conclusion, Halt, Import};
pub(crate) use import::{Replay, stated_verdict};
