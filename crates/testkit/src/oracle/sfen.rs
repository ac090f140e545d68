//! SFEN, read and written.

use super::Oracle;
use super::board::{Board, Square};
use super::pieces::{Color, HAND_KINDS, Kind, Piece};
use komadai_core::Variant;

type Hands = [[u8; HAND_KINDS.len()]; 2];

pub(super) fn parse(variant: Variant, text: &str) -> Result<Oracle, String> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let (board, turn, hands, number) = match fields[..] {
        [board, turn, hands] => (board, turn, hands, "1"),
        [board, turn, hands, number] => (board, turn, hands, number),
        _ => return Err(format!("expected three or four fields: {text}")),
    };
    Ok(Oracle {
        variant,
        board: parse_board(variant, board)?,
        hands: parse_hands(hands)?,
        turn: parse_turn(turn)?,
        move_number: number
            .parse()
            .map_err(|_| format!("bad move number: {number}"))?,
    })
}

fn parse_board(variant: Variant, text: &str) -> Result<Board, String> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 9 {
        return Err(format!("{} ranks instead of nine", ranks.len()));
    }
    let mut board = Board::default();
    for (rank, text) in (1..).zip(ranks) {
        let contents = parse_rank(variant, text)?;
        if contents.len() != 9 {
            return Err(format!("{} squares in the rank {text}", contents.len()));
        }
        for (file, content) in (1..=9).rev().zip(contents) {
            board.set(Square { file, rank }, content);
        }
    }
    refuse_second_king(&board)?;
    Ok(board)
}

fn parse_rank(variant: Variant, text: &str) -> Result<Vec<Option<Piece>>, String> {
    let mut contents = Vec::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '1'..='9' => contents.extend((0..c as u8 - b'0').map(|_| None)),
            '+' => {
                let letter = chars.next().ok_or("a rank ends with +")?;
                contents.push(Some(parse_promoted(variant, letter)?));
            }
            letter => contents.push(Some(parse_piece(letter)?)),
        }
    }
    Ok(contents)
}

fn parse_piece(letter: char) -> Result<Piece, String> {
    let kind = Kind::from_letter(letter.to_ascii_uppercase())
        .ok_or_else(|| format!("no piece is called {letter}"))?;
    Ok(Piece {
        color: color_of(letter),
        kind,
        promoted: false,
    })
}

fn parse_promoted(variant: Variant, letter: char) -> Result<Piece, String> {
    let mut piece = parse_piece(letter)?;
    if !piece.kind.can_promote(variant) {
        return Err(format!("{letter} does not promote in {variant:?}"));
    }
    piece.promoted = true;
    Ok(piece)
}

fn color_of(letter: char) -> Color {
    if letter.is_ascii_uppercase() {
        Color::Black
    } else {
        Color::White
    }
}

/// "The king" must mean one square, or check has no meaning.
fn refuse_second_king(board: &Board) -> Result<(), String> {
    for color in [Color::Black, Color::White] {
        let is_king = |piece: Piece| piece.kind == Kind::King && piece.color == color;
        let kings = board.pieces().filter(|&(_, piece)| is_king(piece)).count();
        if kings > 1 {
            return Err(format!("{kings} kings for {color:?}"));
        }
    }
    Ok(())
}

fn parse_turn(text: &str) -> Result<Color, String> {
    match text {
        "b" => Ok(Color::Black),
        "w" => Ok(Color::White),
        _ => Err(format!("bad side to move: {text}")),
    }
}

/// Reads the hands in any order, adding up a kind that is named twice.
fn parse_hands(text: &str) -> Result<Hands, String> {
    let mut hands = Hands::default();
    if text == "-" {
        return Ok(hands);
    }
    let mut digits = String::new();
    for c in text.chars() {
        if c.is_ascii_digit() {
            digits.push(c);
        } else {
            let piece = parse_piece(c)?;
            add_to_hand(&mut hands, piece, parse_count(&digits)?)?;
            digits.clear();
        }
    }
    if digits.is_empty() {
        Ok(hands)
    } else {
        Err(format!("a count without a piece in hand: {text}"))
    }
}

fn parse_count(digits: &str) -> Result<u8, String> {
    match digits.parse() {
        _ if digits.is_empty() => Ok(1),
        Ok(count) if count > 0 => Ok(count),
        _ => Err(format!("bad count in hand: {digits}")),
    }
}

fn add_to_hand(hands: &mut Hands, piece: Piece, count: u8) -> Result<(), String> {
    let slot = hands[piece.color as usize]
        .get_mut(piece.kind as usize)
        .ok_or("a king in hand")?;
    *slot = slot.checked_add(count).ok_or("too many pieces in hand")?;
    Ok(())
}

pub(super) fn write(oracle: &Oracle) -> String {
    let ranks: Vec<String> = (1..=9)
        .map(|rank| write_rank(&oracle.board, rank))
        .collect();
    let turn = match oracle.turn {
        Color::Black => 'b',
        Color::White => 'w',
    };
    let hands = write_hands(&oracle.hands);
    format!("{} {turn} {hands} {}", ranks.join("/"), oracle.move_number)
}

fn write_rank(board: &Board, rank: usize) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for file in (1..=9).rev() {
        match board.at(Square { file, rank }) {
            None => empty += 1,
            Some(piece) => {
                push_count(&mut text, empty, 1);
                empty = 0;
                text.push_str(&write_piece(piece));
            }
        }
    }
    push_count(&mut text, empty, 1);
    text
}

fn write_piece(piece: Piece) -> String {
    let letter = letter_for(piece.color, piece.kind);
    let sign = if piece.promoted { "+" } else { "" };
    format!("{sign}{letter}")
}

fn letter_for(color: Color, kind: Kind) -> char {
    match color {
        Color::Black => kind.letter(),
        Color::White => kind.letter().to_ascii_lowercase(),
    }
}

/// Writes a count unless it is below the least that SFEN writes.
fn push_count(text: &mut String, count: u8, least: u8) {
    if count >= least {
        text.push_str(&count.to_string());
    }
}

fn write_hands(hands: &Hands) -> String {
    let mut text = String::new();
    for color in [Color::Black, Color::White] {
        for kind in HAND_KINDS {
            let count = hands[color as usize][kind as usize];
            if count > 0 {
                push_count(&mut text, count, 2);
                text.push(letter_for(color, kind));
            }
        }
    }
    if text.is_empty() {
        text.push('-');
    }
    text
}
