//! `komadai show`: a position or a record in the terminal.

mod line;
mod record;

use crate::Answer;
use crate::args::ShowArgs;
use crate::input::Subject;
use komadai_kifu::RecordPosition;
use std::io::Write;

pub(crate) fn run(args: &ShowArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    match Subject::of(&args.position, args.variant.variant)? {
        Subject::File(source, reading) => record::show(&source, &reading, args, out),
        Subject::Line(line) => line::show(&line, args, out),
    }
}

/// A line about check and mate, or about why moves are not judged.
fn status(position: &RecordPosition, ascii: bool) -> String {
    if let Some(faults) = position.not_judged() {
        return format!("Moves are not judged: {faults}\n");
    }
    let RecordPosition::Judged(position) = position else {
        return String::new();
    };
    let japanese = |word| if ascii { "" } else { word };
    let checkers: Vec<String> = position
        .checkers()
        .iter()
        .map(|sq| sq.to_string())
        .collect();
    let moves = match position.legal_moves().len() {
        1 => "1 legal move".to_owned(),
        count => format!("{count} legal moves"),
    };
    match (checkers.is_empty(), position.has_legal_move()) {
        (true, true) => format!("Not in check; {moves}\n"),
        (true, false) => "No legal move: the side to move loses\n".to_owned(),
        (false, true) => {
            let (check, from) = (japanese(" (王手)"), checkers.join(" and "));
            format!("In check{check} from {from}; {moves}\n")
        }
        (false, false) => format!("Checkmate{}\n", japanese(" (詰み)")),
    }
}
