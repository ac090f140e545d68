//! The tables, read from their text when the crate is compiled: a mistake in them is a compile error.
//!
//! A name is a line `id; English; 日本語; parent`, with `&` before the id if the name is both sides'
//! together. Each indented line below it is one shape; any of them makes the name. A shape is a list
//! of conditions, from Black's view of the board (White's is turned):
//!
//! | word | condition |
//! |---|---|
//! | `K88` | own king on 8八 |
//! | `GS58/59` | own gold or silver on one of these squares |
//! | `vR82` | the opponent's rook on 8二 |
//! | `-88/77` | all these squares are empty |
//! | `~R26`, `xR34`, `*B45` | has moved to, has captured on, has been dropped on |
//! | `>R68` | the last move was the own rook's to 6八 |
//! | `@1S68` | the first own move was silver to 6八 |
//! | `!`… | not |
//! | `static`, `ranging`, `v-static`, `v-ranging` | the rook has not, or has, gone to 5八–8八 |
//! | `traded`, `we-traded`, `they-traded`, `:12` | bishops were exchanged, who took first, by which ply |
//! | `calm`, `calm:2` | nothing, or little, but pawns and one exchange of bishops was captured |
//! | `clash` | the last move was the first such capture |
//! | `first`, `<=30` | moved first in the game; the ply is at most 30 |

use super::term::{Kinds, Pieces, Term, TermSide, Test};
use super::{Name, NameKind};
use komadai_core::{Bitboard, File, PieceKind, Rank, Square};

/// A shape: which name it makes and its conditions, a range of the table's terms.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// Number of its name.
    pub(super) name: usize,
    /// Its first term.
    pub(super) start: usize,
    /// One past its last term.
    pub(super) end: usize,
    /// The squares where a move can complete it.
    pub(super) squares: Bitboard,
}

/// Names, shapes and terms; their numbers are [counted](count) first.
#[derive(Debug)]
pub(super) struct NameTable<const NAMES: usize, const SHAPES: usize, const TERMS: usize> {
    pub(super) names: [Name; NAMES],
    pub(super) shapes: [Shape; SHAPES],
    pub(super) terms: [Term; TERMS],
}

/// How much a text holds.
#[derive(Clone, Copy)]
pub(super) struct Counts {
    pub(super) names: usize,
    pub(super) shapes: usize,
    pub(super) terms: usize,
}

/// Counts the names, shapes and terms of a text.
pub(super) const fn count(text: &str) -> Counts {
    let mut counts = Counts {
        names: 0,
        shapes: 0,
        terms: 0,
    };
    let mut rest = text.as_bytes();
    while !rest.is_empty() {
        let (line, after) = cut(rest, b'\n');
        rest = after;
        match line {
            [] | [b'#', ..] => {}
            [b' ', words @ ..] => {
                counts.shapes += 1;
                counts.terms += count_words(words);
            }
            _ => counts.names += 1,
        }
    }
    counts
}

/// Reads a text whose parts have been counted.
pub(super) const fn read<const N: usize, const S: usize, const T: usize>(
    text: &'static str,
    kind: NameKind,
) -> NameTable<N, S, T> {
    let mut table = NameTable {
        names: [Name::BLANK; N],
        shapes: [Shape::BLANK; S],
        terms: [Term::BLANK; T],
    };
    let (mut name, mut shape, mut term) = (0, 0, 0);
    let mut rest = text.as_bytes();
    while !rest.is_empty() {
        let (line, after) = cut(rest, b'\n');
        rest = after;
        match line {
            [] | [b'#', ..] => {}
            [b' ', words @ ..] => {
                let start = term;
                let mut words = words;
                let mut squares = Bitboard::EMPTY;
                while let Some((word, after)) = next_word(words) {
                    words = after;
                    table.terms[term] = read_term(word);
                    squares = union(squares, table.terms[term].squares());
                    term += 1;
                }
                table.shapes[shape] = Shape {
                    name: name - 1,
                    start,
                    end: term,
                    squares,
                };
                shape += 1;
            }
            _ => {
                table.names[name] = read_name(line, kind);
                name += 1;
            }
        }
    }
    table
}

impl Shape {
    const BLANK: Shape = Shape {
        name: 0,
        start: 0,
        end: 0,
        squares: Bitboard::EMPTY,
    };
}

impl Term {
    const BLANK: Term = Term {
        test: Test::Opened,
        wanted: true,
    };
}

impl Name {
    const BLANK: Name = Name {
        id: "",
        english: "",
        japanese: "",
        kind: NameKind::Castle,
        parent: None,
        shared: false,
    };
}

const fn read_name(line: &'static [u8], kind: NameKind) -> Name {
    let (shared, line) = match line {
        [b'&', line @ ..] => (true, line),
        line => (false, line),
    };
    let (id, rest) = cut(line, b';');
    let (english, rest) = cut(rest, b';');
    let (japanese, parent) = cut(rest, b';');
    let parent = text(parent);
    Name {
        id: text(id),
        english: text(english),
        japanese: text(japanese),
        kind,
        parent: if parent.is_empty() {
            None
        } else {
            Some(parent)
        },
        shared,
    }
}

const fn read_term(word: &[u8]) -> Term {
    match word {
        [b'!', word @ ..] => Term {
            wanted: false,
            ..read_term(word)
        },
        b"static" => rook_swung(TermSide::Own, false),
        b"ranging" => rook_swung(TermSide::Own, true),
        b"v-static" => rook_swung(TermSide::Foe, false),
        b"v-ranging" => rook_swung(TermSide::Foe, true),
        word => Term {
            test: read_test(word),
            wanted: true,
        },
    }
}

const fn read_test(word: &[u8]) -> Test {
    let (head, tail) = cut(word, b':');
    match head {
        b"calm" if !tail.is_empty() => return Test::Calm(number(tail)),
        b"traded" => return Test::Traded(None, limit(tail)),
        b"we-traded" => return Test::Traded(Some(TermSide::Own), limit(tail)),
        b"they-traded" => return Test::Traded(Some(TermSide::Foe), limit(tail)),
        _ => {}
    }
    match word {
        b"clash" => Test::Clash,
        b"first" => Test::Opened,
        b"calm" => Test::Calm(0),
        [b'<', b'=', ply @ ..] => Test::Until(number(ply)),
        [b'-', squares @ ..] => Test::Empty(read_squares(squares)),
        [b'~', pieces @ ..] => Test::Went(read_pieces(pieces)),
        [b'x', pieces @ ..] => Test::Took(read_pieces(pieces)),
        [b'*', pieces @ ..] => Test::Dropped(read_pieces(pieces)),
        [b'>', pieces @ ..] => Test::Now(read_pieces(pieces)),
        [b'@', number @ b'1'..=b'4', pieces @ ..] => Test::Nth(*number - b'1', read_pieces(pieces)),
        pieces => Test::On(read_pieces(pieces)),
    }
}

/// Has the rook gone to the centre or the left on the second rank from home?
const fn rook_swung(side: TermSide, wanted: bool) -> Term {
    let squares: &[u8] = match side {
        TermSide::Own => b"58/68/78/88",
        TermSide::Foe => b"52/42/32/22",
    };
    let pieces = Pieces {
        side,
        kinds: Kinds::NONE.with(PieceKind::Rook),
        squares: read_squares(squares),
    };
    Term {
        test: Test::Went(pieces),
        wanted,
    }
}

const fn read_pieces(word: &[u8]) -> Pieces {
    let (side, mut rest) = match word {
        [b'v', rest @ ..] => (TermSide::Foe, rest),
        rest => (TermSide::Own, rest),
    };
    let mut kinds = Kinds::NONE;
    while let [letter @ b'A'..=b'Z', after @ ..] = rest {
        kinds = kinds.with(read_kind(*letter));
        rest = after;
    }
    Pieces {
        side,
        kinds,
        squares: read_squares(rest),
    }
}

const fn read_kind(letter: u8) -> PieceKind {
    match letter {
        b'K' => PieceKind::King,
        b'R' => PieceKind::Rook,
        b'B' => PieceKind::Bishop,
        b'G' => PieceKind::Gold,
        b'S' => PieceKind::Silver,
        b'N' => PieceKind::Knight,
        b'L' => PieceKind::Lance,
        b'P' => PieceKind::Pawn,
        _ => panic!("no such kind of piece"),
    }
}

const fn read_squares(mut rest: &[u8]) -> Bitboard {
    let mut squares = Bitboard::EMPTY;
    while let [file, rank, after @ ..] = rest {
        let square = match (
            File::from_number(*file - b'0'),
            Rank::from_number(*rank - b'0'),
        ) {
            (Some(file), Some(rank)) => Square::new(file, rank),
            _ => panic!("no such square"),
        };
        squares = union(squares, Bitboard::from_square(square));
        rest = match after {
            [b'/', more @ ..] => more,
            other => other,
        };
    }
    let [low, high] = squares.words();
    assert!(rest.is_empty() && low | high != 0, "squares expected");
    squares
}

/// The last ply, if one is given.
const fn limit(digits: &[u8]) -> u32 {
    match digits {
        [] => u32::MAX,
        digits => number(digits),
    }
}

const fn number(mut digits: &[u8]) -> u32 {
    let mut number = 0;
    while let [digit @ b'0'..=b'9', rest @ ..] = digits {
        number = number * 10 + (*digit - b'0') as u32;
        digits = rest;
    }
    assert!(digits.is_empty(), "a number expected");
    number
}

const fn union(a: Bitboard, b: Bitboard) -> Bitboard {
    let (a, b) = (a.words(), b.words());
    Bitboard::from_words([a[0] | b[0], a[1] | b[1]])
}

/// What stands before and after the first such byte.
const fn cut(bytes: &[u8], at: u8) -> (&[u8], &[u8]) {
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i] == at {
            let (before, after) = bytes.split_at(i);
            return (before, after.split_at(1).1);
        }
        i += 1;
    }
    (bytes, &[])
}

const fn next_word(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    match cut(bytes.trim_ascii_start(), b' ') {
        ([], _) => None,
        found => Some(found),
    }
}

const fn count_words(mut bytes: &[u8]) -> usize {
    let mut count = 0;
    while let Some((_, rest)) = next_word(bytes) {
        count += 1;
        bytes = rest;
    }
    count
}

const fn text(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes.trim_ascii()) {
        Ok(text) => text,
        Err(_) => panic!("the table is UTF-8"),
    }
}
