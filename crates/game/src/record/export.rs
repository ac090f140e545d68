//! Exporting the log of a game as a record.

use super::ending;
use crate::command::Decision;
use crate::deed::Deed;
use crate::event::{Event, Fact};
use crate::game::Game;
use crate::opening::{Opening, OpeningError, StartFrom};
use crate::outcome::Cause;
use crate::rules::WrongClaim;
use crate::{Breach, Millis};
use komadai_core::{ByColor, Color};
use komadai_kifu::record::{MoveTime, NodeId, Record, Start, Termination, Tree};
use komadai_kifu::time_header::TimeHeaderStyle;
use std::fmt;

/// A record and the information lost in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordExport {
    /// The record.
    pub record: Record,
    /// The lost information.
    pub losses: Vec<Loss>,
}

/// Information that a record cannot hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Loss {
    /// A deed that is not a move of the side to move. The record ends before it.
    Line {
        /// The number of the deed, from 1.
        ply: u32,
        /// The side.
        color: Color,
        /// The deed.
        deed: Deed,
        /// The number of omitted deeds, including this one.
        left_out: u32,
    },
    /// Moves were taken back or a position was restored; the record has the remaining moves.
    TakenBack {
        /// The number of omitted moves.
        moves: u32,
    },
    /// Clocks were corrected or time was added or removed, so the times of the moves do not add up.
    Times,
    /// The record's word for the ending is ambiguous.
    Cause {
        /// Why the game ended.
        cause: Cause,
        /// The record's word.
        termination: Termination,
    },
    /// The rules have no name.
    Rules,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::Line {
                ply,
                color,
                deed,
                left_out,
            } => write!(
                f,
                "ply {ply}: {color} did {deed}, which is no move of a record; {left_out} left out"
            ),
            Loss::TakenBack { moves } => write!(f, "{moves} moves that were taken back"),
            Loss::Times => f.write_str("times that were corrected, given or taken"),
            Loss::Cause { cause, termination } => {
                write!(f, "the cause {cause:?}, recorded as {}", termination.word())
            }
            Loss::Rules => f.write_str("rules without a name"),
        }
    }
}

/// No comments.
pub fn silent(_: &Game, _: &Event) -> Option<String> {
    None
}

/// Exports the record of a game. `comment` describes events other than moves: it is called with the game
/// before each notable event, and the event.
///
/// ```
/// use komadai_game::narrate::{self, Language};
/// use komadai_game::record::export;
/// use komadai_game::{Act, Actor, Claim, Command, Game, Millis, Opening, Preset, decide};
/// let mut game = Game::new(Opening::new(Preset::Fesa))?;
/// let mut events = Vec::new();
/// let claim = Act::Claim(Claim::Repetition { next: None });
/// for (actor, act) in [(Actor::WHITE, Act::Start), (Actor::BLACK, claim)] {
///     for event in decide(&game, Command::new(actor, act), Millis::ZERO)? {
///         game.apply(&event);
///         events.push(event);
///     }
/// }
/// let say = |before: &Game, event: &_| Some(narrate::line(Language::English, before, event));
/// let record = export(game.opening(), &events, say)?.record;
/// assert!(record.tree.root().comment().is_some_and(|said| said.contains("repetition")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Same as [`Game::new`].
pub fn export(
    opening: &Opening,
    events: &[Event],
    mut comment: impl FnMut(&Game, &Event) -> Option<String>,
) -> Result<RecordExport, OpeningError> {
    let mut game = Game::new(opening.clone())?;
    let mut notes = Notes::default();
    for event in events {
        let text = match is_remarkable(&event.fact) {
            true => comment(&game, event),
            false => None,
        };
        let before = game.ply();
        game.apply(event);
        notes.take(&game, event, before);
        notes.comments.extend(text.map(|text| (game.ply(), text)));
    }
    Ok(notes.into_export(&game))
}

/// Returns whether a fact is worth a comment. Moves and ordinary endings are not.
fn is_remarkable(fact: &Fact) -> bool {
    match fact {
        Fact::Claimed(_)
        | Fact::ClaimRejected(_)
        | Fact::Declared
        | Fact::TakenBack { .. }
        | Fact::PressedEarly
        | Fact::ArbiterCalled(_)
        | Fact::ArbiterAbsent
        | Fact::Displaced
        | Fact::Ruled(_) => true,
        Fact::Ended(outcome) => ending::is_vague(*outcome),
        _ => false,
    }
}

/// Data collected during the replay.
#[derive(Default)]
struct Notes {
    comments: Vec<(u32, String)>,
    taken_back: u32,
    times: bool,
}

impl Notes {
    fn take(&mut self, game: &Game, event: &Event, before: u32) {
        let ply = game.ply();
        self.taken_back += before.saturating_sub(ply);
        for (at, _) in &mut self.comments {
            *at = (*at).min(ply);
        }
        let gives_time = matches!(game.knobs().wrong_claim, WrongClaim::TimeToOpponent(_));
        self.times |= match &event.fact {
            Fact::ClaimRejected(_) => gives_time,
            Fact::Ruled(ruling) => alters_time(ruling.decision),
            // The time of a turn that was taken back belongs to no move.
            Fact::TakenBack { .. } | Fact::PressedEarly => game.clock.is_some(),
            _ => false,
        };
    }

    fn into_export(self, game: &Game) -> RecordExport {
        let mut losses = Vec::new();
        let mut record = Record::new(game.opening.variant, start(&game.opening));
        headers(&mut record, game);
        if game.opening.rules.name().is_none() {
            losses.push(Loss::Rules);
        }
        if self.taken_back > 0 {
            let moves = self.taken_back;
            losses.push(Loss::TakenBack { moves });
        }
        if self.times {
            losses.push(Loss::Times);
        }
        let mut nodes = vec![NodeId::ROOT];
        losses.extend(moves(&mut record.tree, &mut nodes, game));
        if let Some(outcome) = game.outcome() {
            let ending = outcome.ending();
            if ending::is_vague(outcome) {
                losses.push(Loss::Cause {
                    cause: outcome.cause,
                    termination: ending.termination.clone(),
                });
            }
            let last = nodes[nodes.len() - 1];
            record.tree.push_ending(last, ending);
        }
        for (ply, text) in self.comments {
            let node = nodes[(ply as usize).min(nodes.len() - 1)];
            for line in text.lines() {
                record.tree.push_comment_line(node, line);
            }
        }
        RecordExport { record, losses }
    }
}

fn alters_time(decision: Decision) -> bool {
    matches!(
        decision,
        Decision::AwardTime { .. }
            | Decision::SetClock { .. }
            | Decision::SetControl { .. }
            | Decision::Penalize { .. }
            | Decision::RestorePosition { .. }
    )
}

fn start(opening: &Opening) -> Start {
    match &opening.start {
        StartFrom::Handicap(handicap) => Start::Handicap(*handicap),
        StartFrom::Custom(setup) => Start::from(**setup),
    }
}

fn headers(record: &mut Record, game: &Game) {
    for color in Color::ALL {
        let name = &game.player(color).name;
        if !name.is_empty() {
            let key = record.player_key(color);
            record.headers.push(key, name.clone());
        }
    }
    if let Some(clock) = game.opening.clock {
        // This style can express every clock.
        let _ = clock.write_headers(&mut record.headers, TimeHeaderStyle::Kif);
    }
    if let Some(preset) = game.opening.rules.name() {
        record.headers.push("ルール", preset.name());
    }
}

/// Writes the moves; `nodes` gets the node of each. Returns the loss if not all can be written.
fn moves(tree: &mut Tree, nodes: &mut Vec<NodeId>, game: &Game) -> Option<Loss> {
    let mut totals = ByColor([Millis::ZERO; 2]);
    let mut position = *game.start;
    let mut turn = position.turn();
    for (index, played) in game.moves.iter().enumerate() {
        let mv = match played.deed {
            Deed::Move(mv) if played.color == turn => mv,
            deed => {
                return Some(Loss::Line {
                    ply: index as u32 + 1,
                    color: played.color,
                    deed,
                    left_out: (game.moves.len() - index) as u32,
                });
            }
        };
        let reason = match played.breach {
            None | Some(Breach::PerpetualCheck) => None,
            Some(_) => position.explain(mv).err(),
        };
        let node = tree.push_move(nodes[nodes.len() - 1], mv, reason);
        if let Some(spent) = played.used {
            totals[played.color] = totals[played.color].plus(spent);
            let total = Some(totals[played.color]);
            let spent = Some(spent);
            tree.set_time(node, MoveTime { spent, total });
        }
        nodes.push(node);
        position = crate::deed::carry_out(&position, played.color, played.deed);
        turn = !turn;
    }
    None
}
