//! Files of GNU Shogi: lists of moves and saved games.

use crate::error::{ReadError, Warning, WarningKind};
use crate::handicap::Handicap;
use crate::notation::Notation;
use crate::reading::{Parsed, ReadOptions};
use crate::record::{Builder, Record};
use crate::western::resolve_word;

/// Returns whether GNU Shogi starts a file with this line.
pub(crate) fn is_list(line: &str) -> bool {
    line.starts_with("gnushogi ")
        || (line.starts_with("White ") && line.contains(" Black "))
        || line.starts_with("TimeControl ")
}

/// Reads ` P7g7f  0 0 0 0   P3c3d  0 0 0 0`: moves with scores, depths, nodes and times, which are
/// passed over. Of a saved game only the list of moves counts, for it starts from the even position.
pub(super) fn read(text: &str, options: &ReadOptions) -> Result<Parsed, ReadError> {
    let record = Record::new(options.variant, Handicap::Even);
    let mut builder = Builder::new(record);
    let mut warnings = Vec::new();
    let mut listed = text.starts_with("gnushogi ");
    for (number, line) in text.lines().enumerate() {
        if !listed {
            listed = line.trim_start().starts_with("move ");
            continue;
        }
        let words = line.split_whitespace();
        for word in words.filter(|word| Notation::Hodges.syntax(word).is_ok()) {
            let mut warn = |kind| {
                warnings.push(Warning {
                    line: number + 1,
                    column: line
                        .find(word)
                        .map_or(1, |at| line[..at].chars().count() + 1),
                    kind,
                });
            };
            let Some(resolved) = resolve_word(builder.position(), word) else {
                warn(WarningKind::UnreadableMove);
                continue;
            };
            let mv = resolved.mv;
            if let Some(reason) = builder.play(mv) {
                warn(WarningKind::IllegalMove { mv, reason });
            }
        }
    }
    Ok(Parsed {
        records: vec![builder.finish()],
        warnings,
    })
}
