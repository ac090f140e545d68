//! Situations of the Japan Shogi Association's page on writing moves (棋譜の表記方法), and our own.

use super::*;
use crate::notation::{MoveTextError, Notation, ResolveError, Strictness};
use crate::position::RecordPosition;
use komadai_core::{
    Color, Move, Piece, PieceKind, Position, Promotion, Rules, Seireigi, Setup, Shogi,
};

/// A board with these pieces of Black and nothing else, not even kings.
fn position<R: Rules>(kind: PieceKind, squares: &[Square]) -> Position<R> {
    let mut setup = Setup::default();
    for &square in squares {
        setup.board[square] = Some(Piece::new(kind, Color::Black));
    }
    tolerant(&setup)
}

fn tolerant<R: Rules>(setup: &Setup) -> Position<R> {
    Position::from_setup(setup)
        .or_else(|error| error.ignore(|_| true))
        .unwrap()
}

/// Checks the texts of each piece's move to a square, for Black and, turned round, for White.
fn check<R: Rules>(kind: PieceKind, to: Square, expected: &[(Square, &str)]) {
    let squares: Vec<Square> = expected.iter().map(|(from, _)| *from).collect();
    let black = position::<R>(kind, &squares);
    let white = tolerant::<R>(&black.to_setup().rotated());
    let style = Style {
        marks: Marks::None,
        numerals: Numerals::HalfWidth,
        same: Same::Close,
    };
    for &(from, text) in expected {
        let mv = Move::board(from, to, Promotion::Keep).unwrap();
        let written = MoveText::of(Notation::Japanese, &black.into(), mv, None).unwrap();
        assert_eq!(written.display(R::VARIANT, style).to_string(), text);
        let read = Notation::Japanese.parse(&black, text, None);
        assert_eq!(read, Ok(mv), "{text}");
        let rotated = MoveText::of(Notation::Japanese, &white.into(), mv.rotated(), None).unwrap();
        assert_eq!(
            (rotated.words, rotated.suffix),
            (written.words, written.suffix),
            "{text}"
        );
        let read = rotated.resolve(&white, None, Strictness::Exact);
        assert_eq!(read.map(|read| read.mv), Ok(mv.rotated()));
    }
}

#[test]
fn golds_and_silvers_by_motion() {
    use PieceKind::{Gold, Silver};
    use Square as S;
    check::<Shogi>(Gold, S::S82, &[(S::S93, "82金上"), (S::S72, "82金寄")]);
    check::<Shogi>(Gold, S::S32, &[(S::S43, "32金上"), (S::S31, "32金引")]);
    check::<Shogi>(Gold, S::S55, &[(S::S56, "55金上"), (S::S45, "55金寄")]);
    check::<Shogi>(Silver, S::S88, &[(S::S89, "88銀上"), (S::S77, "88銀引")]);
    check::<Shogi>(Silver, S::S38, &[(S::S49, "38銀上"), (S::S27, "38銀引")]);
}

#[test]
fn golds_and_silvers_by_side() {
    use PieceKind::{Gold, ProPawn, Silver};
    use Square as S;
    check::<Seireigi>(ProPawn, S::S81, &[(S::S92, "81と左"), (S::S72, "81と右")]);
    check::<Shogi>(Gold, S::S81, &[(S::S92, "81金左"), (S::S72, "81金右")]);
    check::<Shogi>(Gold, S::S55, &[(S::S65, "55金左"), (S::S45, "55金右")]);
    check::<Shogi>(Silver, S::S56, &[(S::S65, "56銀左"), (S::S45, "56銀右")]);
}

#[test]
fn straight_forward_beside_another() {
    use PieceKind::{Gold, ProKnight, Silver};
    use Square as S;
    check::<Shogi>(Gold, S::S78, &[(S::S89, "78金左"), (S::S79, "78金直")]);
    check::<Shogi>(Silver, S::S38, &[(S::S39, "38銀直"), (S::S29, "38銀右")]);
    check::<Shogi>(
        ProKnight,
        S::S38,
        &[(S::S39, "38成桂直"), (S::S29, "38成桂右")],
    );
}

#[test]
fn three_and_more() {
    use PieceKind::{Gold, ProPawn, Silver};
    use Square as S;
    check::<Shogi>(
        Gold,
        S::S52,
        &[(S::S63, "52金左"), (S::S53, "52金直"), (S::S43, "52金右")],
    );
    check::<Shogi>(
        ProPawn,
        S::S88,
        &[
            (S::S79, "88と右"),
            (S::S89, "88と直"),
            (S::S99, "88と左上"),
            (S::S98, "88と寄"),
            (S::S87, "88と引"),
        ],
    );
    check::<Shogi>(
        Silver,
        S::S28,
        &[
            (S::S29, "28銀直"),
            (S::S17, "28銀右"),
            (S::S39, "28銀左上"),
            (S::S37, "28銀左引"),
        ],
    );
    check::<Shogi>(
        ProPawn,
        S::S54,
        &[
            (S::S65, "54と左上"),
            (S::S55, "54と直"),
            (S::S45, "54と右上"),
            (S::S64, "54と左寄"),
            (S::S44, "54と右寄"),
            (S::S53, "54と引"),
        ],
    );
}

#[test]
fn pairs_of_dragons_are_never_straight() {
    use PieceKind::Dragon;
    use Square as S;
    check::<Shogi>(Dragon, S::S82, &[(S::S91, "82龍引"), (S::S84, "82龍上")]);
    check::<Shogi>(Dragon, S::S43, &[(S::S23, "43龍寄"), (S::S52, "43龍引")]);
    check::<Shogi>(Dragon, S::S35, &[(S::S55, "35龍左"), (S::S15, "35龍右")]);
    check::<Shogi>(Dragon, S::S88, &[(S::S99, "88龍左"), (S::S89, "88龍右")]);
    check::<Shogi>(Dragon, S::S17, &[(S::S28, "17龍左"), (S::S19, "17龍右")]);
    check::<Shogi>(Dragon, S::S24, &[(S::S13, "24龍右"), (S::S22, "24龍左")]);
}

#[test]
fn pairs_of_horses_are_never_straight() {
    use PieceKind::Horse;
    use Square as S;
    check::<Shogi>(Horse, S::S82, &[(S::S91, "82馬左"), (S::S81, "82馬右")]);
    check::<Shogi>(Horse, S::S85, &[(S::S95, "85馬寄"), (S::S63, "85馬引")]);
    check::<Shogi>(Horse, S::S12, &[(S::S11, "12馬引"), (S::S34, "12馬上")]);
    check::<Shogi>(Horse, S::S77, &[(S::S99, "77馬左"), (S::S59, "77馬右")]);
    check::<Shogi>(Horse, S::S29, &[(S::S47, "29馬左"), (S::S18, "29馬右")]);
}

#[test]
fn rooks_bishops_and_knights() {
    use PieceKind::{Bishop, Knight, Rook};
    use Square as S;
    check::<Shogi>(Rook, S::S55, &[(S::S58, "55飛上"), (S::S54, "55飛引")]);
    check::<Shogi>(Rook, S::S55, &[(S::S85, "55飛左"), (S::S25, "55飛右")]);
    check::<Shogi>(Bishop, S::S55, &[(S::S77, "55角左"), (S::S37, "55角右")]);
    check::<Shogi>(Knight, S::S54, &[(S::S66, "54桂左"), (S::S46, "54桂右")]);
}

#[test]
fn jumping_pieces_of_seireigi_may_need_the_origin() {
    use PieceKind::{ProGold, ProKnight, ProLance, ProSilver};
    use Square as S;
    check::<Seireigi>(
        ProLance,
        S::S55,
        &[(S::S76, "55虎上"), (S::S85, "55虎左寄"), (S::S15, "55虎右")],
    );
    check::<Seireigi>(
        ProLance,
        S::S55,
        &[(S::S54, "55虎(54)"), (S::S74, "55虎左"), (S::S34, "55虎右")],
    );
    check::<Seireigi>(
        ProKnight,
        S::S44,
        &[
            (S::S55, "44天(55)"),
            (S::S66, "44天(66)"),
            (S::S46, "44天直"),
            (S::S35, "44天右"),
        ],
    );
    check::<Seireigi>(
        ProSilver,
        S::S44,
        &[(S::S48, "44狼直"), (S::S55, "44狼左"), (S::S35, "44狼右")],
    );
    check::<Seireigi>(
        ProGold,
        S::S44,
        &[(S::S88, "44象左上"), (S::S26, "44象右"), (S::S54, "44象寄")],
    );
}

fn read(sfen: &str, text: &str, previous: Option<Square>) -> Result<String, MoveTextError> {
    let position: Position<Shogi> = sfen.parse().unwrap();
    Notation::Japanese
        .parse(&position, text, previous)
        .map(|mv| mv.to_string())
}

fn write(sfen: &str, usi: &str, previous: Option<Square>, style: Style) -> String {
    let position: Position<Shogi> = sfen.parse().unwrap();
    let mv = usi.parse().unwrap();
    let written = MoveText::of(Notation::Japanese, &position.into(), mv, previous).unwrap();
    written.display(Variant::Shogi, style).to_string()
}

const BISHOPS_FACE: &str = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";

#[test]
fn styles() {
    let style = |marks, numerals, same| {
        write(
            BISHOPS_FACE,
            "8h2b+",
            Some(Square::S22),
            Style {
                marks,
                numerals,
                same,
            },
        )
    };
    assert_eq!(
        style(Marks::Triangles, Numerals::default(), Same::Blank),
        "▲同　角成"
    );
    assert_eq!(
        style(Marks::None, Numerals::default(), Same::Close),
        "同角成"
    );
    let style = |marks, numerals| {
        write(
            "startpos",
            "7g7f",
            None,
            Style {
                marks,
                numerals,
                same: Same::Blank,
            },
        )
    };
    assert_eq!(
        style(Marks::Pentagons, Numerals::FullWidthAndKanji),
        "☗７六歩"
    );
    assert_eq!(style(Marks::None, Numerals::HalfWidthAndKanji), "7六歩");
    assert_eq!(style(Marks::None, Numerals::HalfWidth), "76歩");
}

#[test]
fn promotion_is_said_where_it_is_possible() {
    let check = |sfen, usi, text| assert_eq!(write(sfen, usi, None, Style::default()), text);
    check(BISHOPS_FACE, "8h2b+", "▲２二角成");
    check(BISHOPS_FACE, "8h2b", "▲２二角不成");
    check("4k4/9/9/4S4/9/9/9/9/4K4 b - 1", "5d6e", "▲６五銀");
    check("4k4/9/4S4/9/9/9/9/9/4K4 b - 1", "5c6d", "▲６四銀不成");
    check("4k4/9/4G4/9/9/9/9/9/4K4 b - 1", "5c6c", "▲６三金");
    check("4k4/P8/9/9/9/9/9/9/4K4 b - 1", "9b9a+", "▲９一歩成");
}

#[test]
fn drops_are_said_only_if_the_board_offers_the_same() {
    let check = |sfen, usi, text| assert_eq!(write(sfen, usi, None, Style::default()), text);
    check("4k4/9/9/9/9/9/9/9/4K4 b G 1", "G*5e", "▲５五金");
    check("4k4/9/9/9/9/4G4/9/9/4K4 b G 1", "G*5e", "▲５五金打");
    check("4k4/9/9/9/9/4G4/9/9/4K4 b G 1", "5f5e", "▲５五金");
    // The gold on 5h is pinned; it counts nevertheless.
    check("4r2k1/9/9/9/9/9/9/4G4/4K4 b G 1", "G*4h", "▲４八金打");
    // A tokin is not a pawn.
    check("4k4/9/9/9/9/4+P4/9/9/4K4 b P 1", "P*5e", "▲５五歩");
}

#[test]
fn pinned_pieces_count_as_alternatives() {
    let pinned = "4r2k1/9/9/9/9/9/9/4G1G2/4K4 b - 1";
    assert_eq!(write(pinned, "3h4h", None, Style::default()), "▲４八金右");
    assert_eq!(read(pinned, "４八金右", None), Ok("3h4h".into()));
    // A writer who counts legal moves only is understood.
    assert_eq!(read(pinned, "４八金", None), Ok("3h4h".into()));
}

#[test]
fn spellings_are_many() {
    for text in [
        "▲７六歩",
        "▼７六歩",
        "☗７六歩",
        "☗ 76歩",
        "７六歩",
        "7六歩",
        "７六歩兵",
        "　７六　歩　",
    ] {
        assert_eq!(read("startpos", text, None), Ok("7g7f".into()), "{text}");
    }
    for text in [
        "５八金右",
        "５八金右上",
        "５８金右",
        "５八金(49)",
        "５八金左(49)",
    ] {
        assert_eq!(read("startpos", text, None), Ok("4i5h".into()), "{text}");
    }
    let previous = Some(Square::S22);
    for text in [
        "同　角成",
        "同角成",
        "同  角成",
        "２二角成",
        "22同角成",
        "同２二角成",
        "▲同角上成",
        "同角行成",
    ] {
        assert_eq!(
            read(BISHOPS_FACE, text, previous),
            Ok("8h2b+".into()),
            "{text}"
        );
    }
    for text in ["同　角不成", "同角生", "２二角"] {
        assert_eq!(
            read(BISHOPS_FACE, text, previous),
            Ok("8h2b".into()),
            "{text}"
        );
    }
    let promoted = "k8/9/9/9/2+S1+R4/9/9/9/4K4 b - 1";
    for text in ["７四成銀", "７四全", "７四狼"] {
        assert_eq!(read(promoted, text, None), Ok("7e7d".into()), "{text}");
    }
    for text in ["５三龍", "５三竜", "５三龍上", "５三竜直", "５三龍王"] {
        assert_eq!(read(promoted, text, None), Ok("5e5c".into()), "{text}");
    }
    for text in [
        "５八玉",
        "５八王",
        "５八玉上",
        "５八王将",
        "５八王將",
        "５八玉將上",
    ] {
        assert_eq!(read(promoted, text, None), Ok("5i5h".into()), "{text}");
    }
}

#[test]
fn the_end_of_a_bishops_full_name_is_told_from_a_word_of_motion() {
    let backward = "4k4/9/9/9/4B4/9/9/9/4K4 b - 1";
    for text in ["７七角行", "７七角行引", "▲７七角行"] {
        assert_eq!(read(backward, text, None), Ok("5e7g".into()), "{text}");
    }
    let in_hand = "4k4/9/9/9/4B4/9/9/9/4K4 b B 1";
    assert_eq!(read(in_hand, "７七角行打", None), Ok("B*7g".into()));
    // One of two goes forward: 行 says which.
    let two = "4k4/9/9/3B5/9/9/2B6/9/4K4 b - 1";
    assert_eq!(read(two, "５五角行", None), Ok("7g5e".into()));
    assert_eq!(read(two, "５五角行引", None), Ok("6d5e".into()));
    assert_eq!(read(two, "５五角行右", None), Ok("6d5e".into()));
}

#[test]
fn not_a_move_and_no_such_move_are_different() {
    let text = |column, expected| Err(MoveTextError::Text(NotAMove { column, expected }));
    assert_eq!(read("startpos", "", None), text(1, "a square or 同"));
    assert_eq!(read("startpos", "投了", None), text(1, "a square or 同"));
    assert_eq!(read("startpos", "７六", None), text(3, "a piece"));
    assert_eq!(read("startpos", "▲７六成", None), text(4, "a piece"));
    assert_eq!(read("startpos", "７六歩不", None), text(4, "nothing more"));
    assert_eq!(read("startpos", "７六歩(7", None), text(4, "nothing more"));
    let none = |kind, to| Err(ResolveError::NoSuchMove { kind, to }.into());
    assert_eq!(
        read("startpos", "７五歩", None),
        none(PieceKind::Pawn, Square::S75)
    );
    assert_eq!(
        read("startpos", "５八金寄", None),
        none(PieceKind::Gold, Square::S58)
    );
    assert_eq!(
        read("startpos", "５五成銀打", None),
        none(PieceKind::ProSilver, Square::S55)
    );
    assert_eq!(
        read("startpos", "同歩", None),
        Err(ResolveError::NoPreviousMove.into())
    );
    let wrong = ResolveError::WrongSide {
        written: Color::White,
    };
    assert_eq!(read("startpos", "△７六歩", None), Err(wrong.into()));
    let candidates = [Square::S69, Square::S49].into_iter().collect();
    let ambiguous = ResolveError::Ambiguous {
        kind: PieceKind::Gold,
        to: Square::S58,
        candidates,
    };
    assert_eq!(read("startpos", "５八金", None), Err(ambiguous.into()));
}

#[test]
fn illegal_moves_are_written_and_read_back() {
    for (sfen, usi, text) in [
        ("startpos", "8h2b+", "▲２二角成(88)"),
        ("startpos", "7c7d", "▲７四歩(73)"),
        ("startpos", "R*5e", "▲５五飛打"),
        ("4k4/9/9/9/4P4/9/9/9/4K4 b P 1", "P*5h", "▲５八歩"),
    ] {
        assert_eq!(write(sfen, usi, None, Style::default()), text);
        assert_eq!(read(sfen, text, None), Ok(usi.into()));
    }
}

/// A move as a record has it, after a move to 5e.
fn recorded(sfen: &str, text: &str) -> Option<String> {
    let setup: Setup = sfen.parse().unwrap();
    let position = RecordPosition::from_setup(Variant::Shogi, &setup);
    let text = MoveText::parse_japanese(text).unwrap();
    let resolved = text.resolve(&position, Some(Square::S55), Strictness::Record);
    let certain = resolved.ok().filter(|resolved| resolved.doubt.is_none());
    certain.map(|resolved| resolved.mv.to_string())
}

fn check_recorded(sfen: &str, text: &str, expected: &str) {
    assert_eq!(recorded(sfen, text).as_deref(), Some(expected), "{text}");
}

const GOLDS: &str = "4k4/9/9/9/9/9/3G1G3/4G4/K8 b GN 1";

#[test]
fn words_tell_golds_apart() {
    check_recorded(GOLDS, "５七金左寄", "6g5g");
    check_recorded(GOLDS, "５七金右寄", "4g5g");
    check_recorded(GOLDS, "５七金直", "5h5g");
    check_recorded(GOLDS, "５七金上", "5h5g");
    check_recorded(GOLDS, "５七金右", "4g5g");
    check_recorded(GOLDS, "５六金左", "6g5f");
    check_recorded(GOLDS, "５六金右上", "4g5f");
    check_recorded(GOLDS, "６八金寄", "5h6h");
    check_recorded(GOLDS, "６八金引", "6g6h");
    check_recorded(GOLDS, "５六金打", "G*5f");
    check_recorded("4k4/9/9/9/9/9/3GG4/9/K8 b - 1", "６六金直", "6g6f");
}

#[test]
fn left_and_right_turn_round_for_white() {
    check_recorded("4k4/9/3g1g3/9/9/9/9/9/4K4 w - 1", "５四金右", "6c5d");
    check_recorded("4k4/9/3g1g3/9/9/9/9/9/4K4 w - 1", "５四金左", "4c5d");
}

#[test]
fn dragons_are_right_or_left_of_each_other_even_when_straight() {
    let sfen = "4k4/7+R1/8+R/9/9/9/9/9/4K4 b - 1";
    check_recorded(sfen, "２四龍左", "2b2d");
    check_recorded(sfen, "２四龍右", "1c2d");
}

#[test]
fn a_drop_needs_no_word_where_no_piece_on_the_board_can_go() {
    check_recorded(GOLDS, "２五桂", "N*2e");
    check_recorded("4k4/9/9/9/4P4/9/9/9/4K4 b P 1", "５六歩", "P*5f");
}

#[test]
fn pinned_pieces_count_for_words_but_not_for_choice() {
    let sfen = "4r3k/9/9/9/9/4G1G2/9/9/4K4 b - 1";
    check_recorded(sfen, "４六金左", "5f4f");
    check_recorded(sfen, "４六金", "3f4f");
}

#[test]
fn records_go_by_squares_and_take_the_first_of_several() {
    let position = Position::<Shogi>::default();
    let read = |text| {
        let text = MoveText::parse_japanese(text).unwrap();
        let resolved = text.resolve(&position, None, Strictness::Record).ok()?;
        Some((resolved.mv.to_string(), resolved.doubt.is_some()))
    };
    let found = |usi: &str, doubt| Some((usi.to_owned(), doubt));
    assert_eq!(read("△７六歩(77)"), found("7g7f", false));
    assert_eq!(read("７六銀(77)"), found("7g7f", true));
    assert_eq!(read("５五銀(56)"), found("5f5e", true));
    assert_eq!(read("５八金"), found("4i5h", true));
    assert_eq!(read("５八金寄"), found("4i5h", true));
    assert_eq!(read("７六歩(76)"), None);
    assert_eq!(read("７五歩"), None);
}

/// Formats a move as KIF does, and reads it back.
fn check_kif<R: Rules>(sfen: &str, usi: &str, previous: Option<Square>, text: &str) {
    let position: Position<R> = sfen.parse().unwrap();
    let mv: Move = usi.parse().unwrap();
    assert_eq!(Notation::Kif.format(&position, mv, previous).unwrap(), text);
    assert_eq!(Notation::Kif.parse(&position, text, previous), Ok(mv));
}

#[test]
fn moves_of_kif_have_their_origin() {
    check_kif::<Shogi>("startpos", "7g7f", None, "７六歩(77)");
    check_kif::<Shogi>(BISHOPS_FACE, "8h2b+", None, "２二角成(88)");
    check_kif::<Shogi>(BISHOPS_FACE, "8h2b", Some(Square::S22), "同\u{3000}角(88)");
    check_kif::<Shogi>("4k4/9/9/9/9/9/9/9/4K4 b B 1", "B*5e", None, "５五角打");
    let silver = "4k4/9/9/9/4+S4/9/9/9/4K4 b - 1";
    check_kif::<Shogi>(silver, "5e5d", None, "５四成銀(55)");
    check_kif::<Seireigi>("k8/9/9/9/4+S4/9/9/9/4K4 b - 1", "5e5d", None, "５四狼(55)");
    check_kif::<Seireigi>("7k1/9/9/9/4+G4/9/9/9/4K4 b - 1", "5e5d", None, "５四象(55)");
}

#[test]
fn same_square_has_a_blank() {
    let position: Position<Shogi> = BISHOPS_FACE.parse().unwrap();
    let mv = "8h2b+".parse().unwrap();
    let format = |previous| Notation::Ki2.format(&position, mv, previous).unwrap();
    assert_eq!(format(None), "▲２二角成");
    assert_eq!(format(Some(Square::S22)), "▲同　角成");
}

#[test]
fn hand_made_files_are_read() {
    let check =
        |text, usi: &str| assert_eq!(read(BISHOPS_FACE, text, None), Ok(usi.into()), "{text}");
    check("２二角上不成(88)", "8h2b");
    check("22角成（８８）", "8h2b+");
    check("22角成（８八)", "8h2b+");
    check("５八金右", "4i5h");
    check("５五角打(00)", "B*5e");
    check("５八金 (69)", "6i5h");
    check("５八金\u{3000}（69）", "6i5h");
    let refused = |text, error: ResolveError| {
        assert_eq!(read(BISHOPS_FACE, text, None), Err(error.into()), "{text}");
    };
    let (origin, found) = (Square::S76, PieceKind::Pawn);
    refused("７五銀(76)", ResolveError::WrongPiece { origin, found });
    let origin = Square::S65;
    refused("７五銀(65)", ResolveError::EmptyOrigin { origin });
    let square = Square::S76;
    refused("７六歩(76)", ResolveError::SameSquare { square });
}

#[test]
fn a_time_is_not_an_origin() {
    for (text, origin, rest) in [
        (
            "５五角打     ( 0:05/00:00:21)",
            None,
            "     ( 0:05/00:00:21)",
        ),
        (
            "７六歩(77)(0:16/00:00:16)",
            Some(Square::S77),
            "(0:16/00:00:16)",
        ),
        ("７六歩(1:16/00:00:16)", None, "(1:16/00:00:16)"),
    ] {
        let mut scan = Scan::new(text);
        let mv = MoveText::scan(&mut scan).unwrap();
        assert_eq!((mv.origin.square(), scan.rest()), (origin, rest));
    }
}

#[test]
fn promoted_names_are_not_promotions() {
    let read = |text| MoveText::parse_japanese(text).unwrap();
    let silver = read("同　成銀(66)");
    assert_eq!(
        (silver.target, silver.kind),
        (Target::Previous, PieceKind::ProSilver)
    );
    assert_eq!((silver.suffix, silver.origin), (None, Square::S66.into()));
    let kept = read("５八銀不成");
    assert_eq!(
        (kept.kind, kept.suffix),
        (PieceKind::Silver, Some(Suffix::Keep))
    );
    let both = read("５八金右上");
    assert_eq!(both.words, Words::RIGHT.and(Words::UP));
    assert_eq!(read("５八金上右"), both);
}
