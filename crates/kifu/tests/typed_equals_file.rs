//! A move means the same wherever it stands: typed, in a KIF line, in a KI2 line or in JKF.
//!
//! Spellings are made from random legal moves of both variants. What is typed must give the move, and so
//! must each file, without a warning.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use komadai_core::{Color, Move, MoveAction, Piece, PieceKind, Position, Rules, Seireigi};
use komadai_core::{Shogi, Square, Variant};
use komadai_kifu::notation::{Notation, parse_any, pieces};
use komadai_kifu::{Format, Handicap, ReadOptions, Record, WriteOptions, bod, read_text, write};
use std::fmt::Write;

/// A small generator (xorshift), so that a failing seed can be played again.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound
    }

    fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }
}

/// A position, the move that led to it and the position before that.
struct Place<R: Rules> {
    start: Position<R>,
    first: Move,
    position: Position<R>,
}

impl<R: Rules> Place<R> {
    fn new(start: Position<R>, first: Move) -> Place<R> {
        let mut position = start;
        let _ = position.play_unchecked(first);
        Place {
            start,
            first,
            position,
        }
    }

    fn previous(&self) -> Option<Square> {
        Some(self.first.to())
    }

    fn typed(&self, text: &str) -> Option<Move> {
        parse_any(&self.position, text, self.previous()).ok()
    }

    /// The start as headers and a diagram.
    fn head(&self) -> String {
        let setup = self.start.to_setup();
        let variant = match R::VARIANT {
            Variant::Shogi => "",
            Variant::Seireigi => "変種：精霊棋\n",
        };
        format!("{variant}{}", bod::write_setup(&setup, R::VARIANT))
    }

    fn first_in(&self, notation: Notation) -> String {
        notation.format(&self.start, self.first, None).unwrap()
    }

    fn kif(&self, text: &str, time: &str) -> Option<Move> {
        let (head, first) = (self.head(), self.first_in(Notation::Kif));
        second_move(&format!(
            "{head}手数----指手---------消費時間--\n   1 {first}\n   2 {text}{time}\n"
        ))
    }

    fn ki2(&self, text: &str) -> Option<Move> {
        let (head, first) = (self.head(), self.first_in(Notation::Ki2));
        second_move(&format!("{head}\n{first}    {text}\n"))
    }

    /// The move as JKF that was made from KI2 has it: without an origin, the words as letters.
    fn jkf(&self, mv: Move, words: &str) -> Option<Move> {
        let mut record = Record::new(R::VARIANT, Handicap::Even);
        record.start = self.start.to_setup().into();
        let written = write(&record, Format::Jkf, &WriteOptions::default()).unwrap();
        let mut json: serde_json::Value = serde_json::from_slice(&written.bytes).unwrap();
        json["moves"] = serde_json::json!([
            {},
            { "move": self.jkf_move(&self.start, self.first, &words_of(&self.start, self.first)) },
            { "move": self.jkf_move(&self.position, mv, words) },
        ]);
        second_move(&json.to_string())
    }

    fn jkf_move(&self, position: &Position<R>, mv: Move, words: &str) -> serde_json::Value {
        let letter = |word| match word {
            '左' => Some('L'),
            '直' => Some('C'),
            '右' => Some('R'),
            '上' => Some('U'),
            '寄' => Some('M'),
            '引' => Some('D'),
            '打' => Some('H'),
            _ => None,
        };
        let relative: String = words.chars().filter_map(letter).collect();
        serde_json::json!({
            "to": { "x": mv.to().file().number(), "y": mv.to().rank().number() },
            "piece": code(moved_kind(position, mv)),
            "relative": relative,
            "promote": mv.is_promotion(),
        })
    }
}

/// The second move of a file, if it is read without complaint.
fn second_move(file: &str) -> Option<Move> {
    let reading = read_text(file, &ReadOptions::default()).unwrap();
    let [record] = reading.records.as_slice() else {
        return None;
    };
    let moves: Vec<Move> = record.main_line().map(|(_, mv)| mv).collect();
    let clean = reading.warnings.is_empty() && record.ending().is_none();
    moves.get(1).copied().filter(|_| clean && moves.len() == 2)
}

fn moved_kind<R: Rules>(position: &Position<R>, mv: Move) -> PieceKind {
    position.moving_piece(mv).map(Piece::kind).unwrap()
}

fn code(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "FU",
        PieceKind::Lance => "KY",
        PieceKind::Knight => "KE",
        PieceKind::Silver => "GI",
        PieceKind::Gold => "KI",
        PieceKind::Bishop => "KA",
        PieceKind::Rook => "HI",
        PieceKind::King => "OU",
        PieceKind::ProPawn => "TO",
        PieceKind::ProLance => "NY",
        PieceKind::ProKnight => "NK",
        PieceKind::ProSilver => "NG",
        PieceKind::ProGold => "ZO",
        PieceKind::Horse => "UM",
        PieceKind::Dragon => "RY",
    }
}

/// Every name of a piece.
fn names(kind: PieceKind) -> &'static [&'static str] {
    match kind {
        PieceKind::Pawn => &["歩", "歩兵"],
        PieceKind::Lance => &["香", "香車"],
        PieceKind::Knight => &["桂", "桂馬"],
        PieceKind::Silver => &["銀", "銀将", "銀將"],
        PieceKind::Gold => &["金", "金将", "金將"],
        PieceKind::Bishop => &["角", "角行"],
        PieceKind::Rook => &["飛", "飛車"],
        PieceKind::King => &["玉", "王", "玉将", "王将", "玉將", "王將"],
        PieceKind::ProPawn => &["と", "と金", "个"],
        PieceKind::ProLance => &["成香", "杏", "仝", "虎", "奔虎"],
        PieceKind::ProKnight => &["成桂", "圭", "今", "天", "天馬"],
        PieceKind::ProSilver => &["成銀", "全", "狼", "走狼"],
        PieceKind::ProGold => &["成金", "象", "大象"],
        PieceKind::Horse => &["馬", "龍馬", "竜馬"],
        PieceKind::Dragon => &["龍", "竜", "龙", "龍王", "竜王"],
    }
}

/// What follows the piece's name in Japanese: words, 成, 不成 or 打, perhaps the origin.
fn words_of<R: Rules>(position: &Position<R>, mv: Move) -> String {
    let text = Notation::Japanese.format(position, mv, None).unwrap();
    let name = pieces::of(R::VARIANT, moved_kind(position, mv)).in_moves;
    let (_, words) = text.split_once(name).unwrap();
    words.to_owned()
}

fn square_texts(square: Square) -> [String; 5] {
    let (file, rank) = (square.file().number(), square.rank().number());
    let wide = |n: u8| char::from_u32(u32::from('０') + u32::from(n)).unwrap();
    let kanji = |n: u8| {
        "一二三四五六七八九"
            .chars()
            .nth(usize::from(n) - 1)
            .unwrap()
    };
    [
        format!("{}{}", wide(file), kanji(rank)),
        format!("{file}{}", kanji(rank)),
        format!("{file}{rank}"),
        format!("{}{}", wide(file), wide(rank)),
        format!("{}{}", kanji(file), kanji(rank)),
    ]
}

/// A random spelling of a move, without its origin and with it.
fn spellings<R: Rules>(place: &Place<R>, mv: Move, random: &mut Random) -> Vec<String> {
    let position = &place.position;
    let kind = moved_kind(position, mv);
    let marks: [&str; 5] = match position.turn() {
        Color::Black => ["", "▲", "☗", "▼", "⛊"],
        Color::White => ["", "△", "☖", "▽", "⛉"],
    };
    let to = square_texts(mv.to());
    let mut targets: Vec<String> = to.to_vec();
    if Some(mv.to()) == place.previous() {
        targets.extend(["同", "同　", "同 "].map(str::to_owned));
        targets.extend(
            to.iter()
                .flat_map(|to| [format!("{to}同"), format!("同{to}")]),
        );
    }
    let said = words_of(position, mv);
    let (said, needs_origin) = match said.split_once('(') {
        Some((said, _)) => (said.to_owned(), true),
        None => (said, false),
    };
    let mut words: String = said
        .chars()
        .filter(|c| "右左直上寄引".contains(*c))
        .collect();
    if random.below(4) == 0 {
        words = words.chars().rev().collect();
    }
    let up = random.pick(&["上", "行", "入"]);
    let down = random.pick(&["引", "下", "退"]);
    let words = words.replace('上', up).replace('引', down);
    let ending = match mv.action() {
        MoveAction::Drop { .. } if said.contains('打') => "打",
        MoveAction::Drop { .. } => random.pick(&["", "打"]),
        MoveAction::Board { .. } if mv.is_promotion() => "成",
        MoveAction::Board { .. } if said.contains("不成") => random.pick(&["不成", "生", ""]),
        MoveAction::Board { .. } => "",
    };
    let start = format!(
        "{}{}{}{}",
        random.pick(&marks),
        random.pick(&["", "", " ", "　"]),
        targets[random.below(targets.len())],
        random.pick(names(kind))
    );
    // A blank before the square is read after a mark only: else a KI2 line has no move there.
    let start = start.trim_start().to_owned();
    let mut texts = Vec::new();
    if !needs_origin {
        texts.push(format!("{start}{words}{ending}"));
    }
    match mv.from() {
        None if ending == "打" => texts.push(format!("{start}打(00)")),
        None => {}
        Some(from) => {
            let (open, close) = [("(", ")"), ("（", "）"), ("〔", "〕")][random.below(3)];
            let from = &square_texts(from)[random.below(5)];
            let words = random.pick(&["", &words]);
            texts.push(format!("{start}{words}{ending}{open}{from}{close}"));
        }
    }
    texts
}

/// Compares what each reader makes of a text; the faults are written down.
fn compare<R: Rules>(place: &Place<R>, text: &str, expected: Move, faults: &mut Vec<String>) {
    let typed = place.typed(text);
    let read = [
        ("typed", typed),
        ("KIF", place.kif(text, "")),
        ("KIF with a time", place.kif(text, "   ( 0:16/00:00:16)")),
        (
            "KIF with a time at once",
            place.kif(text, "(0:16/00:00:16)+"),
        ),
        ("KI2", place.ki2(text)),
    ];
    for (reader, found) in read {
        if found != Some(expected) {
            let found = found.map_or("nothing".to_owned(), |mv| mv.to_string());
            faults.push(format!(
                "{} {text}: {reader} gives {found}, not {expected}",
                place.position
            ));
        }
    }
}

fn compare_random<R: Rules>(games: u64, faults: &mut Vec<String>) -> usize {
    let mut texts = 0;
    for game in 1..=games {
        let mut random = Random(game.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut place: Option<Place<R>> = None;
        for ply in 0..120 {
            let position = place
                .as_ref()
                .map_or_else(Position::default, |it| it.position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            if let Some(place) = place.as_ref().filter(|_| ply % 4 == 3) {
                for _ in 0..4 {
                    let mv = moves[random.below(moves.len())];
                    for text in spellings(place, mv, &mut random) {
                        compare(place, &text, mv, faults);
                        texts += 1;
                    }
                    let words = words_of(&place.position, mv);
                    let spoken = [&words, &words_of(&place.start, place.first)];
                    let spoken = spoken.iter().all(|words| !words.contains('('));
                    if spoken && place.jkf(mv, &words) != Some(mv) {
                        faults.push(format!("{} {mv} in JKF with {words}", place.position));
                    }
                }
                let is_back = |mv: &&Move| Some(mv.to()) == place.previous();
                if let Some(&mv) = moves.iter().find(is_back) {
                    for text in spellings(place, mv, &mut random) {
                        compare(place, &text, mv, faults);
                        texts += 1;
                    }
                }
            }
            // Captures are frequent, so that 同 is.
            let captures: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|mv| position.piece_on(mv.to()).is_some())
                .collect();
            let first = match captures.as_slice() {
                [] => moves[random.below(moves.len())],
                some if random.below(2) == 0 => some[random.below(some.len())],
                _ => moves[random.below(moves.len())],
            };
            place = Some(Place::new(position, first));
        }
    }
    texts
}

fn assert_none(texts: usize, faults: &[String]) {
    let mut shown = String::new();
    for fault in faults.iter().take(20) {
        let _ = writeln!(shown, "{fault}");
    }
    assert!(
        faults.is_empty(),
        "{} faults in {texts} texts:\n{shown}",
        faults.len()
    );
}

#[test]
fn typed_moves_of_shogi_mean_what_they_mean_in_files() {
    let mut faults = Vec::new();
    let texts = compare_random::<Shogi>(6, &mut faults);
    assert!(texts > 1000, "{texts}");
    assert_none(texts, &faults);
}

#[test]
fn typed_moves_of_seireigi_mean_what_they_mean_in_files() {
    let mut faults = Vec::new();
    let texts = compare_random::<Seireigi>(6, &mut faults);
    assert!(texts > 1000, "{texts}");
    assert_none(texts, &faults);
}

/// Spellings that one of the readers once refused or took for another move.
#[test]
fn spellings_that_readers_once_disagreed_about() {
    const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    const PAWN: &str = "4k4/9/9/9/2p6/9/2P6/9/4K4 w - 1";
    const GOLD: &str = "4k4/9/9/9/9/4G4/9/9/4K4 w - 1";
    const WHITE_GOLD: &str = "4k4/9/9/9/4g4/9/9/9/4K4 b - 1";
    let cases = [
        (START, "3c3d", "５八金（69）", "6i5h"),
        (START, "3c3d", "５八金〔69〕", "6i5h"),
        (START, "3c3d", "５八金将右", "4i5h"),
        (START, "3c3d", "▲５八金上右", "4i5h"),
        (START, "3c3d", "７六歩兵(77)", "7g7f"),
        (PAWN, "7e7f", "７六同歩(77)", "7g7f"),
        (GOLD, "5a5b", "▲５七金退", "5f5g"),
        (GOLD, "5a5b", "⛊５七金引", "5f5g"),
        (GOLD, "5a5b", "五七金退", "5f5g"),
        (WHITE_GOLD, "5i5h", "⛉５四金退", "5e5d"),
    ];
    let mut faults = Vec::new();
    for (sfen, first, text, expected) in cases {
        let start: Position<Shogi> = sfen.parse().unwrap();
        let place = Place::new(start, first.parse().unwrap());
        compare(&place, text, expected.parse().unwrap(), &mut faults);
    }
    assert_none(cases.len(), &faults);
}

/// Slips of the pen: a character left out, doubled or changed. What can be typed is read in files as the
/// same move, and a legal move that a file reads without complaint can be typed.
#[test]
fn slips_mean_the_same_typed_and_in_files() {
    let mut faults = Vec::new();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let characters: Vec<char> = "７7六6同歩金将成銀全龍王馬右左上寄引退直打不生()（）77 　"
        .chars()
        .collect();
    let mut moves_read = 0;
    let mut place = Place::new(Position::<Shogi>::default(), "7g7f".parse().unwrap());
    for round in 0..1500 {
        let moves = place.position.legal_moves();
        if round % 60 == 59 || moves.is_empty() {
            place = Place::new(Position::default(), "7g7f".parse().unwrap());
            continue;
        }
        let mv = moves[random.below(moves.len())];
        for text in spellings(&place, mv, &mut random) {
            let text = text.trim_start_matches(['▲', '△', '☗', '☖', '▼', '▽', '⛊', '⛉']);
            let mut slip: Vec<char> = text.trim_start().chars().collect();
            let at = random.below(slip.len());
            match random.below(3) {
                0 => drop(slip.remove(at)),
                1 => slip.insert(at, characters[random.below(characters.len())]),
                _ => slip[at] = characters[random.below(characters.len())],
            }
            let slip: String = slip.into_iter().collect();
            let slip = slip.trim();
            let typed = place.typed(slip);
            let file = place.kif(slip, "");
            moves_read += usize::from(typed.is_some());
            let legal = file.filter(|&mv| place.position.is_legal(mv));
            // KIF passes over what follows a blank or stands in a bracket that is no origin.
            let may_be_cut = slip.contains([' ', '　', '(', '（', '〔']);
            let differs = match typed {
                Some(_) => typed != file && !is_western(slip),
                None => legal.is_some() && !may_be_cut,
            };
            if differs {
                faults.push(format!(
                    "{} {slip}: typed {typed:?}, KIF {file:?}",
                    place.position
                ));
            }
        }
        place = Place::new(place.position, mv);
    }
    assert!(moves_read > 150, "{moves_read}");
    assert_none(moves_read, &faults);
}

/// Kitao and Kawasaki write a piece first, as no file does.
fn is_western(text: &str) -> bool {
    !text.starts_with(|c: char| c == '同' || "一二三四五六七八九".contains(c) || c.is_numeric())
}
