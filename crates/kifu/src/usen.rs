//! USEN, the compact form of games in links: `~0.6y20io5t2.r`.
//!
//! `docs/formats/usen.md` describes what we read and write.

use crate::error::{Notice, ReadError, ReadErrorKind, Warning, WarningKind, WriteError};
use crate::kif::{LineWriter, NodePlace, odd_faults, write_lines};
use crate::position::RecordPosition;
use crate::reading::{Parsed, ReadOptions};
use crate::record::{Action, Builder, Ending, NodeRef, Record, Start, Termination};
use crate::usi_line::{notice_headers, notice_node};
use crate::writing::WriteOptions;
use komadai_core::{
    Color, File, HandKind, Move, MoveAction, Promotion, Rank, Setup, Square, Variant,
};
use std::fmt::Write;

/// The origin of a drop is this plus the number of the piece.
const HANDS: u32 = 81;

/// The number of a piece in hand.
const fn hand_number(kind: HandKind) -> u32 {
    match kind {
        HandKind::Gold => 9,
        HandKind::Pawn => 10,
        HandKind::Lance => 11,
        HandKind::Knight => 12,
        HandKind::Silver => 13,
        HandKind::Bishop => 14,
        HandKind::Rook => 15,
    }
}

/// The letter of an ending.
const ENDINGS: [(&str, Termination); 4] = [
    ("r", Termination::Resignation),
    ("t", Termination::TimeUp),
    ("p", Termination::Interruption),
    ("j", Termination::Impasse),
];

/// The total number of main-line moves that are replayed to find the starts of branches.
const LONGEST_REPLAY: usize = 1_000_000;

/// The prefix of an illegal move that ends a game.
const FOUL: char = 'i';

/// Squares count along the ranks, from 1a to 9i.
fn number(square: Square) -> u32 {
    (square.rank().index() * 9 + square.file().index()) as u32
}

fn square(number: u32) -> Option<Square> {
    let file = File::from_index(number as usize % 9)?;
    Some(Square::new(file, Rank::from_index(number as usize / 9)?))
}

/// A move as a number below 36³.
fn encode(mv: Move) -> u32 {
    let (from, promotes) = match mv.action() {
        MoveAction::Drop { kind, .. } => (HANDS + hand_number(kind), false),
        MoveAction::Board {
            from, promotion, ..
        } => (number(from), promotion == Promotion::Promote),
    };
    (from * 81 + number(mv.to())) * 2 + u32::from(promotes)
}

fn decode(code: u32) -> Option<Move> {
    let to = square(code / 2 % 81)?;
    let promotion = match code % 2 {
        0 => Promotion::Keep,
        _ => Promotion::Promote,
    };
    match (code / 162).checked_sub(HANDS) {
        None => Move::board(square(code / 162)?, to, promotion),
        Some(hand) => {
            let mut kinds = HandKind::ALL.into_iter();
            let kind = kinds.find(|&kind| hand_number(kind) == hand)?;
            (promotion == Promotion::Keep).then(|| Move::drop(kind, to))
        }
    }
}

fn push_code(out: &mut String, mv: Move) {
    let code = encode(mv);
    let digits = [code / 1296, code / 36 % 36, code % 36];
    out.extend(
        digits
            .iter()
            .filter_map(|&digit| char::from_digit(digit, 36)),
    );
}

/// Reads three base-36 digits.
fn parse_code(digits: &[u8]) -> Option<Move> {
    let add = |code: u32, &digit: &u8| Some(code * 36 + char::from(digit).to_digit(36)?);
    decode(digits.iter().try_fold(0, add)?)
}

/// The byte offset and text of the USEN in a line, which may be a link.
fn find(line: &str) -> (usize, &str) {
    let links = ["?usen=", "&usen=", "?u=", "&u="];
    let start = links
        .iter()
        .find_map(|key| Some(line.find(key)? + key.len()));
    let start = start.unwrap_or(line.len() - line.trim_start().len());
    let text = line.get(start..).unwrap_or_default();
    (
        start,
        text.split(['&', '#']).next().unwrap_or_default().trim_end(),
    )
}

/// Returns whether a line is USEN or a link with USEN.
pub(crate) fn is_usen(line: &str) -> bool {
    let (_, text) = find(line);
    let Some((start, sections)) = text.split_once('~') else {
        return false;
    };
    let sections = sections.trim_start_matches(|c: char| c.is_ascii_digit());
    (start.is_empty() || start.matches('_').count() == 8) && sections.starts_with('.')
}

/// Reads USEN, one game a line, or links that hold it.
///
/// # Errors
/// Returns the error of the first line if no line can be read.
pub fn read(text: &str, options: &ReadOptions) -> Result<Parsed, ReadError> {
    let mut parsed = Parsed {
        records: Vec::new(),
        warnings: Vec::new(),
    };
    let mut first_error = None;
    for (i, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let mut warnings = Vec::new();
        let result = read_line(line, options.variant, &mut warnings);
        let warnings = warnings.into_iter().map(|(at, kind)| (at, kind, i + 1));
        let place = |at: usize| line.get(..at).unwrap_or(line).chars().count() + 1;
        let warning = |(at, kind, line)| Warning {
            line,
            column: place(at),
            kind,
        };
        parsed.warnings.extend(warnings.map(warning));
        match result {
            Ok(record) => parsed.records.push(record),
            Err((at, kind)) => {
                let told = WarningKind::Other(kind.to_string());
                parsed.warnings.push(warning((at, told, i + 1)));
                first_error.get_or_insert(ReadError {
                    line: i + 1,
                    column: place(at),
                    kind,
                });
            }
        }
    }
    if parsed.records.is_empty() {
        return Err(first_error.unwrap_or(ReadError::at_line(1, ReadErrorKind::UnknownFormat)));
    }
    Ok(parsed)
}

/// A warning and its byte offset.
type At<T> = (usize, T);

fn read_line(
    line: &str,
    variant: Variant,
    warnings: &mut Vec<At<WarningKind>>,
) -> Result<Record, At<ReadErrorKind>> {
    let (mut at, text) = find(line);
    if !text.contains('~') {
        return Err((at, ReadErrorKind::UnknownFormat));
    }
    let mut sections = text.split('~');
    let start = sections.next().unwrap_or_default();
    let record = Record::new(variant, read_start(start).map_err(|kind| (at, kind))?);
    if record.start.handicap().is_none()
        && let Some(faults) = odd_faults(variant, &record.start.setup())
    {
        warnings.push((at, WarningKind::Faults(faults)));
    }
    at += start.len();
    let mut builder = Builder::new(record);
    let mut replayed = 0;
    for section in sections {
        at += 1;
        read_section(section, at, &mut builder, &mut replayed, warnings)?;
        at += section.len();
    }
    Ok(builder.finish())
}

fn read_start(text: &str) -> Result<Start, ReadErrorKind> {
    if text.is_empty() {
        return Ok(Start::default());
    }
    let sfen: String = text
        .chars()
        .map(|c| match c {
            '_' => '/',
            '.' => ' ',
            'z' => '+',
            c => c,
        })
        .collect();
    match Setup::parse_tolerant(&sfen) {
        Ok(setup) => Ok(Start::from(setup)),
        Err(fault) => Err(ReadErrorKind::Other(fault.kind.to_string())),
    }
}

/// Reads `3.6y20io.r`: moves and an ending after the first three moves of the line before.
fn read_section(
    section: &str,
    at: usize,
    builder: &mut Builder,
    replayed: &mut usize,
    warnings: &mut Vec<At<WarningKind>>,
) -> Result<(), At<ReadErrorKind>> {
    let error = |at, what: &str| (at, ReadErrorKind::Other(what.to_owned()));
    let (ply, rest) = section.split_once('.').unwrap_or((section, ""));
    let Ok(number) = ply.parse() else {
        return Err(error(at, "the number of moves before a branch is missing"));
    };
    go_to(builder, number, replayed)
        .map_err(|()| error(at, "the branch starts beyond its line"))?;
    let (moves, ending) = rest.split_once('.').unwrap_or((rest, ""));
    let mut at = at + ply.len() + 1;
    for code in moves.as_bytes().chunks(3) {
        let mv = parse_code(code).filter(|_| code.len() == 3);
        play(
            builder,
            mv.ok_or(error(at, "not the code of a move"))?,
            at,
            warnings,
        );
        at += 3;
    }
    read_ending(ending, at + 1, builder, warnings);
    Ok(())
}

/// Goes to a ply of the last line, or of the main line if the last line is shorter.
fn go_to(builder: &mut Builder, ply: u32, replayed: &mut usize) -> Result<(), ()> {
    if builder.is_at_end() {
        builder.back();
    }
    if builder.ply() < ply {
        builder.back_to_ply(0);
    }
    builder.back_to_ply(ply);
    // A hostile text must not make us replay the main line for each branch.
    *replayed += ply.saturating_sub(builder.ply()) as usize;
    let reached = *replayed <= LONGEST_REPLAY && builder.forward_to_ply(ply);
    if reached { Ok(()) } else { Err(()) }
}

fn play(builder: &mut Builder, mv: Move, at: usize, warnings: &mut Vec<At<WarningKind>>) {
    if let Some(reason) = builder.play(mv) {
        warnings.push((at, WarningKind::IllegalMove { mv, reason }));
    }
}

fn read_ending(text: &str, at: usize, builder: &mut Builder, warnings: &mut Vec<At<WarningKind>>) {
    if text.is_empty() {
        return;
    }
    let named = ENDINGS.into_iter().find(|(letter, _)| *letter == text);
    match (named, foul(text)) {
        (Some((_, termination)), _) => builder.end_usual(termination),
        (None, Some(mv)) => {
            play(builder, mv, at + 1, warnings);
            builder.end(foul_ending(builder.position().turn()));
        }
        (None, None) => {
            warnings.push((at, WarningKind::UnreadableMove));
            builder.end_usual(Termination::Other(text.to_owned()));
        }
    }
}

/// The move that ended a game by being illegal.
fn foul(text: &str) -> Option<Move> {
    let code = text.strip_prefix(FOUL).filter(|code| code.len() == 3)?;
    parse_code(code.as_bytes())
}

/// The ending for the side to move after an illegal move of the opponent.
fn foul_ending(turn: Color) -> Ending {
    Ending {
        termination: Termination::IllegalMove,
        winner: Some(turn),
    }
}

/// Writes a record as USEN.
///
/// # Errors
/// Returns no error; all writers have this signature.
pub fn write(
    record: &Record,
    _: &WriteOptions,
    notices: &mut Vec<Notice>,
) -> Result<String, WriteError> {
    notice_headers(record, notices);
    if record.variant == Variant::Seireigi {
        let said = "the variant was left out: the reader must know that it is Seireigi";
        notices.push(Notice::Other(said.to_owned()));
    }
    let mut out = String::new();
    push_start(&mut out, record, notices);
    out.push_str("~0.");
    notice_node(record.tree.root(), notices);
    let mut writer = UsenWriter {
        held: None,
        ending: String::new(),
        notices,
    };
    write_lines(&mut out, record, &mut writer);
    if record.tree.root().next().is_none() {
        out.push('.');
    }
    out.push('\n');
    Ok(out)
}

fn push_start(out: &mut String, record: &Record, notices: &mut Vec<Notice>) {
    if record.start == Start::default() {
        return;
    }
    let setup = record.start.setup();
    if setup.move_number != 1 {
        notices.push(Notice::MoveNumber);
    }
    let sfen = setup.to_string();
    let fields = sfen.rsplit_once(' ').map_or("", |(fields, _)| fields);
    out.extend(fields.chars().map(|c| match c {
        '/' => '_',
        ' ' => '.',
        '+' => 'z',
        c => c,
    }));
}

struct UsenWriter<'n> {
    /// The last move of the section, which an ending may claim as illegal.
    held: Option<Move>,
    /// The text after the moves of the section.
    ending: String,
    notices: &'n mut Vec<Notice>,
}

impl UsenWriter<'_> {
    fn end(&mut self, ending: &Ending, turn: Color) {
        let usual = ending.winner == ending.termination.usual_winner(turn);
        let named = ENDINGS
            .iter()
            .find(|(_, known)| *known == ending.termination);
        match (named, &ending.termination) {
            (Some((letter, _)), _) if usual => self.ending.push_str(letter),
            (None, Termination::Other(text)) if usual && is_kept(text) => {
                self.ending.push_str(text);
            }
            _ if *ending == foul_ending(turn) && self.held.is_some() => {
                self.ending.push(FOUL);
                if let Some(mv) = self.held.take() {
                    push_code(&mut self.ending, mv);
                }
            }
            (_, other) => {
                let said = format!("{} was left out", other.word());
                self.notices.push(Notice::Ending(said));
            }
        }
    }
}

/// Returns whether a text after the moves is read back unchanged.
fn is_kept(text: &str) -> bool {
    let is_plain = |c: char| !c.is_whitespace() && !c.is_control() && !"~.&#".contains(c);
    let named = ENDINGS.iter().any(|(letter, _)| *letter == text);
    !text.is_empty() && text.chars().all(is_plain) && !named && foul(text).is_none()
}

impl LineWriter for UsenWriter<'_> {
    fn variation(&mut self, out: &mut String, ply: u32) {
        let _ = write!(out, "~{}.", ply - 1);
    }

    fn node(&mut self, out: &mut String, node: NodeRef<'_>, place: NodePlace<'_>) {
        notice_node(node, self.notices);
        match node.action() {
            Action::Start => {}
            Action::Move { mv, .. } => {
                if let Some(before) = self.held.replace(mv) {
                    push_code(out, before);
                }
            }
            Action::End(ending) => self.end(ending, place.before.turn()),
        }
    }

    fn line_end(&mut self, out: &mut String, _: NodeRef<'_>, _: &RecordPosition) {
        if let Some(mv) = self.held.take() {
            push_code(out, mv);
        }
        out.push('.');
        out.push_str(&self.ending);
        self.ending.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, read_text};

    fn record(text: &str) -> Record {
        read(text, &ReadOptions::default())
            .unwrap()
            .records
            .remove(0)
    }

    fn written(record: &Record) -> String {
        write(record, &WriteOptions::default(), &mut Vec::new()).unwrap()
    }

    fn moves(text: &str) -> String {
        let moves = record(text);
        let moves = moves.main_line().map(|(_, mv)| mv.to_string());
        moves.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_move_has_a_code_of_its_own() {
        let mut seen = std::collections::HashSet::new();
        for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
            assert!(seen.insert(encode(mv)));
            assert_eq!(decode(encode(mv)), Some(mv));
        }
        let known = (0..36 * 36 * 36).filter_map(decode).count();
        assert_eq!(known, seen.len());
    }

    #[test]
    fn pieces_in_hand_have_the_numbers_of_the_format() {
        for (kind, number) in [
            ("G", 9),
            ("P", 10),
            ("L", 11),
            ("N", 12),
            ("S", 13),
            ("B", 14),
            ("R", 15),
        ] {
            let mv: Move = format!("{kind}*1a").parse().unwrap();
            assert_eq!(encode(mv), (81 + number) * 162, "{kind}");
        }
        // A king or a promoted piece cannot be dropped, and nothing promotes when it is.
        for number in [0, 1, 2, 3, 4, 5, 6, 7, 8, 16] {
            assert_eq!(decode((81 + number) * 162), None);
        }
        assert_eq!(decode((81 + 10) * 162 + 1), None);
    }

    #[test]
    fn moves_are_three_digits_each() {
        assert_eq!(moves("~0.6y20io5t2."), "2g2f 5a4b 2f2e");
        let even = "lnsgkgsnl_1r5b1_ppppppppp_9_9_9_PPPPPPPPP_1B5R1_LNSGKGSNL.b.-";
        assert_eq!(moves(&format!("{even}~0.6y20io5t2.")), "2g2f 5a4b 2f2e");
        assert_eq!(written(&record(&format!("{even}~0.6y2."))), "~0.6y2.\n");
    }

    #[test]
    fn branches_follow_from_the_end_to_the_start() {
        let text = "~0.6y20io5t2.~2.7ku1im.~2.7bq1im.r~0..i9i8\n";
        let record = record(text);
        assert_eq!(record.tree.move_count(), 8);
        let first = record.tree.root().children().nth(1).unwrap();
        assert_eq!(first.mv().unwrap().to_string(), "5i5a");
        let ending = first.next().and_then(NodeRef::ending).unwrap();
        assert_eq!(*ending, foul_ending(Color::White));
        assert_eq!(written(&record), text);
    }

    #[test]
    fn branches_of_the_main_line_may_come_in_any_order() {
        let text = "~0.6y20io5t2.~0.16u.~2.7ku.";
        let read = record(text);
        assert_eq!(written(&read), "~0.6y20io5t2.~2.7ku.~0.16u.\n");
    }

    #[test]
    fn endings_are_letters() {
        for (letter, termination) in ENDINGS {
            let text = format!("~0.6y2.{letter}\n");
            let ending = Ending::usual(termination, Color::White);
            assert_eq!(record(&text).ending(), Some(&ending));
            assert_eq!(written(&record(&text)), text);
        }
        let strange = "~0.6y2.x9\n";
        assert_eq!(written(&record(strange)), strange);
        let parsed = read(strange, &ReadOptions::default()).unwrap();
        assert_eq!(parsed.warnings[0].column, 8);
    }

    #[test]
    fn positions_are_sfen_with_other_signs() {
        let text = "4k4_9_4zP4_9_9_9_9_9_4K4.b.2G3p~0.b9q.\n";
        let read = record(text);
        assert_eq!(
            read.start.setup().to_string(),
            "4k4/9/4+P4/9/9/9/9/9/4K4 b 2G3p 1"
        );
        assert_eq!(written(&read), text);
    }

    #[test]
    fn links_hold_games() {
        for text in [
            "https://example.org/shogi?usen=~0.6y20io5t2.r&branch=0&ply=3",
            "https://example.org/?move=2&u=~0.6y20io5t2.r#x",
            "  ~0.6y20io5t2.r \r",
        ] {
            let reading = read_text(text, &ReadOptions::default()).unwrap();
            assert_eq!(reading.format, Format::Usen);
            assert_eq!(written(&reading.records[0]), "~0.6y20io5t2.r\n");
        }
    }

    #[test]
    fn damage_is_named_with_its_place() {
        let fault = |text: &str| {
            let error = read(text, &ReadOptions::default()).unwrap_err();
            format!("{}: {}", error.column, error.kind)
        };
        assert_eq!(fault("~0.6y2zz."), "7: not the code of a move");
        assert_eq!(fault("~0.000."), "4: not the code of a move");
        assert_eq!(
            fault("~.6y2."),
            "2: the number of moves before a branch is missing"
        );
        assert_eq!(
            fault("~0.6y2.~2.6y2."),
            "9: the branch starts beyond its line"
        );
        assert_eq!(
            fault("9_9.b.-~0.."),
            "1: the board does not have nine ranks"
        );
    }

    #[test]
    fn what_a_link_cannot_hold_is_said() {
        let text = "手合割：平手\n先手：A\n 1 ７六歩(77) ( 0:01/)\n*c\n 2 千日手\n";
        let reading = read_text(text, &ReadOptions::default()).unwrap();
        let mut notices = Vec::new();
        write(&reading.records[0], &WriteOptions::default(), &mut notices).unwrap();
        let key = "先手".to_owned();
        let expected = [
            Notice::Header { key },
            Notice::Times,
            Notice::Comments,
            Notice::Ending("SENNICHITE was left out".to_owned()),
        ];
        assert_eq!(notices, expected);
    }
}
