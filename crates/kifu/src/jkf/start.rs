//! The start position: a preset, or a board with hands.

use super::dto::{Cell, Data, Initial, JkfColor};
use crate::csa::{kind_code, kind_of_code};
use crate::handicap::Handicap;
use crate::record::Start;
use komadai_core::{Color, File, HandKind, Piece, PieceKind, Rank, Setup, Square};
use serde_json::{Map, Value};

/// Our code for a promoted gold (大象); CSA has none.
const PROMOTED_GOLD: &str = "ZO";

pub(super) fn code(kind: PieceKind) -> &'static str {
    kind_code(kind).unwrap_or(PROMOTED_GOLD)
}

pub(super) fn kind(code: &str) -> Option<PieceKind> {
    match code {
        PROMOTED_GOLD => Some(PieceKind::ProGold),
        code => kind_of_code(code.as_bytes().try_into().ok()?),
    }
}

pub(super) const fn side(color: Color) -> JkfColor {
    match color {
        Color::Black => JkfColor::Number(0),
        Color::White => JkfColor::Number(1),
    }
}

pub(super) const fn color(side: JkfColor) -> Color {
    match side {
        JkfColor::Number(0) | JkfColor::IsBlack(true) => Color::Black,
        JkfColor::Number(_) | JkfColor::IsBlack(false) => Color::White,
    }
}

const PRESETS: [(&str, Handicap); 16] = [
    ("HIRATE", Handicap::Even),
    ("KY", Handicap::Lance),
    ("KY_R", Handicap::RightLance),
    ("KA", Handicap::Bishop),
    ("HI", Handicap::Rook),
    ("HIKY", Handicap::RookLance),
    ("2", Handicap::TwoPiece),
    ("3", Handicap::ThreePiece),
    ("4", Handicap::FourPiece),
    ("5", Handicap::FivePiece),
    ("5_L", Handicap::LeftFivePiece),
    ("6", Handicap::SixPiece),
    ("7_L", Handicap::LeftSevenPiece),
    ("7_R", Handicap::SevenPiece),
    ("8", Handicap::EightPiece),
    ("10", Handicap::TenPiece),
];

/// The start position; `None` if the preset is unknown.
pub(super) fn read(initial: &Initial) -> Option<Start> {
    if let Some(data) = &initial.data {
        return Some(read_data(data));
    }
    let name = initial.preset.as_deref()?;
    let preset = PRESETS.iter().find(|(preset, _)| *preset == name);
    preset.map(|&(_, handicap)| Start::Handicap(handicap))
}

fn read_data(data: &Data) -> Start {
    let mut setup = Setup {
        turn: color(data.color),
        ..Setup::default()
    };
    for (file, ranks) in File::ALL.into_iter().zip(&data.board) {
        for (rank, cell) in Rank::ALL.into_iter().zip(ranks) {
            let kind = cell.kind.as_deref().and_then(kind);
            let piece = kind.map(|kind| Piece::new(kind, color(cell.color.unwrap_or_default())));
            setup.board[Square::new(file, rank)] = piece;
        }
    }
    for (color, hand) in Color::ALL.into_iter().zip(&data.hands) {
        for kind in HandKind::ALL {
            let count = hand.get(code(kind.piece_kind())).and_then(Value::as_u64);
            let count = u8::try_from(count.unwrap_or(0)).unwrap_or(u8::MAX);
            setup.hands[color].set(kind, count);
        }
    }
    Start::from(setup)
}

/// A start position as a preset, or as a board if there is no preset.
pub(super) fn write(start: &Start) -> Initial {
    let preset = start
        .handicap()
        .and_then(|handicap| PRESETS.iter().find(|(_, known)| *known == handicap));
    match preset {
        Some((name, _)) => Initial {
            preset: Some((*name).to_owned()),
            data: None,
        },
        None => Initial {
            preset: Some("OTHER".to_owned()),
            data: Some(write_data(start)),
        },
    }
}

fn write_data(start: &Start) -> Data {
    let setup = start.setup();
    let cell = |file, rank| match setup.board[Square::new(file, rank)] {
        None => Cell::default(),
        Some(piece) => Cell {
            color: Some(side(piece.color())),
            kind: Some(code(piece.kind()).to_owned()),
        },
    };
    let column = |file| Rank::ALL.into_iter().map(|rank| cell(file, rank)).collect();
    let hand = |color| {
        let mut hand = Map::new();
        for kind in HandKind::ALL {
            let count = setup.hands[color].count(kind);
            hand.insert(code(kind.piece_kind()).to_owned(), Value::from(count));
        }
        hand
    };
    Data {
        color: side(setup.turn),
        board: File::ALL.into_iter().map(column).collect(),
        hands: Color::ALL.into_iter().map(hand).collect(),
    }
}
