use super::art::{self, PieceFace};
use super::*;
use expect_test::expect;
use komadai_core::{ByColor, HandCounts, HandKind, Piece, PieceKind, Square};
use proptest::prelude::*;
use roxmltree::{Document, Node};
use std::collections::BTreeSet;

/// Draws and checks what holds for every picture: well-formed, self-contained, each drawing defined
/// once and used, each use defined.
fn draw(diagram: &Diagram, setup: &Setup, variant: Variant) -> String {
    let svg = diagram.to_svg(setup, variant);
    let document = Document::parse(&svg).unwrap();
    let ids: Vec<_> = document
        .descendants()
        .filter_map(|node| node.attribute("id"))
        .collect();
    let defined: BTreeSet<_> = ids.iter().copied().collect();
    let used: BTreeSet<_> = uses(&document).map(|(target, _)| target).collect();
    assert_eq!(ids.len(), defined.len(), "an id is given twice");
    assert_eq!(defined, used);
    for node in document.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        assert!(
            ["svg", "defs", "g", "path", "rect", "circle", "use"].contains(&name),
            "{name}"
        );
    }
    assert!(!svg.contains("url(") && !svg.contains("NaN"));
    assert_eq!(svg, diagram.to_svg(setup, variant));
    svg
}

/// The ids in use and where.
fn uses<'a>(document: &'a Document<'_>) -> impl Iterator<Item = (&'a str, &'a str)> {
    let elements = document
        .descendants()
        .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "use")));
    elements.map(|node| {
        let target = node.attribute("href").unwrap().strip_prefix('#').unwrap();
        (target, node.attribute("transform").unwrap())
    })
}

/// The names of the drawings in use, without prefix and set, in the order of drawing.
fn drawn(svg: &str) -> Vec<String> {
    let document = Document::parse(svg).unwrap();
    uses(&document)
        .map(|(id, _)| id.rsplit('-').next().unwrap().to_owned())
        .collect()
}

fn count(svg: &str, part: &str) -> usize {
    svg.matches(part).count()
}

fn bare() -> Diagram {
    Diagram {
        coordinates: Coordinates::Hidden,
        turn_mark: false,
        ..Diagram::default()
    }
}

fn setup(sfen: &str) -> Setup {
    sfen.parse().unwrap()
}

/// All kinds of both sides on the board, legal in neither game.
fn everything() -> Setup {
    let mut setup = Setup::default();
    let kinds = PieceKind::ALL
        .into_iter()
        .flat_map(|kind| Color::ALL.map(|color| Piece::new(kind, color)));
    for (square, piece) in Square::ALL.into_iter().zip(kinds) {
        setup.board[square] = Some(piece);
    }
    setup
}

/// Every piece of the box in one hand.
fn full_hand() -> HandCounts {
    let mut hand = HandCounts::default();
    for kind in HandKind::ALL {
        hand.set(kind, kind.set_size());
    }
    hand
}

#[test]
fn every_piece_of_both_variants_appears() {
    let shogi_only = ["pro_silver", "pro_knight", "pro_lance"];
    let seireigi_only = [
        "seireigi_pro_silver",
        "seireigi_pro_knight",
        "seireigi_pro_lance",
    ];
    for pieces in PieceSet::ALL {
        for (variant, absent) in [
            (Variant::Shogi, seireigi_only),
            (Variant::Seireigi, shogi_only),
        ] {
            let svg = draw(&Diagram { pieces, ..bare() }, &everything(), variant);
            let names: BTreeSet<_> = drawn(&svg).into_iter().collect();
            let expected = PieceFace::ALL
                .iter()
                .map(|face| face.name())
                .filter(|name| !absent.contains(name));
            assert_eq!(names, expected.map(str::to_owned).collect());
            assert_eq!(count(&svg, &format!("href=\"#komadai-{pieces}-")), 30);
        }
    }
}

#[test]
fn every_drawing_has_content() {
    for face in PieceFace::ALL {
        for set in PieceSet::ALL {
            let body = art::body(face.svg(set));
            assert!(
                body.starts_with("<path") && body.ends_with("/>"),
                "{set} {}",
                face.name()
            );
        }
    }
}

#[test]
fn structure_of_a_small_problem() {
    let diagram = Diagram {
        last_move: Some("G*5b".parse().unwrap()),
        turn_mark: true,
        ..bare()
    };
    let svg = draw(
        &diagram,
        &setup("4k4/4G4/4P4/9/9/9/9/9/9 w 2R12p 2"),
        Variant::Shogi,
    );
    let document = Document::parse(&svg).unwrap();
    let mut reduced = String::new();
    for node in document.root_element().children().filter(Node::is_element) {
        reduced += node.tag_name().name();
        for attribute in node
            .attributes()
            .filter(|a| !["fill", "stroke", "stroke-width"].contains(&a.name()))
        {
            reduced += &format!(" {}", attribute.value());
        }
        let children = node.children().filter(Node::is_element).count();
        reduced += &if children > 0 {
            format!(" [{children}]\n")
        } else {
            "\n".to_owned()
        };
    }
    expect![[r#"
        defs [6]
        rect 0 0 1490 1168 0
        rect 1284 278 184 868 10
        rect 22 22 184 868 10
        rect 228 22 1034 1124 10
        rect 690 164 110 120 0
        rect 694 168 102 112 0
        path M250 164h990M360 44v1080M250 284h990M470 44v1080M250 404h990M580 44v1080M250 524h990M690 44v1080M250 644h990M800 44v1080M250 764h990M910 44v1080M250 884h990M1020 44v1080M250 1004h990M1130 44v1080
        rect 250 44 990 1080 0
        circle 580 404 8
        circle 910 404 8
        circle 580 764 8
        circle 910 764 8
        use #komadai-kanji1-king translate(745 104)rotate(180)
        use #komadai-kanji1-gold translate(745 224)
        use #komadai-kanji1-pawn translate(745 344)
        use #komadai-kanji1-rook translate(1349 352)
        g [1]
        rect 1298 412 156 120 8 .8
        path translate(1376 202) M0-32 20-21 27 29H-27L-20-21Z round
        use #komadai-kanji1-pawn translate(87 816)rotate(180)
        g [2]
        circle 114 966 50
        path translate(114 966)rotate(180) M0-32 20-21 27 29H-27L-20-21Z round
    "#]].assert_eq(&reduced);
}

#[test]
fn counts_are_written_from_two_up() {
    let digits = |sfen: &str| -> Vec<String> {
        let svg = draw(&bare(), &setup(sfen), Variant::Shogi);
        drawn(&svg)
            .into_iter()
            .filter_map(|name| name.strip_prefix("digit_").map(str::to_owned))
            .collect()
    };
    assert_eq!(digits("9/9/9/9/9/9/9/9/9 b R2G18P 1"), ["2", "1", "8"]);
    assert_eq!(digits("9/9/9/9/9/9/9/9/9 b 10P 1"), ["1", "0"]);
    assert_eq!(digits("9/9/9/9/9/9/9/9/9 b RBr 1"), Vec::<String>::new());
    assert_eq!(digits("9/9/9/9/9/9/9/9/9 b P2p 1"), ["2"]);
}

#[test]
fn coordinates_name_every_file_and_rank() {
    for (labels, name) in [
        (RankLabels::Kanji, "kanji"),
        (RankLabels::Letters, "letter"),
        (RankLabels::Digits, "digit"),
    ] {
        let diagram = Diagram {
            coordinates: Coordinates::Outside(labels),
            ..bare()
        };
        let svg = draw(&diagram, &Setup::default(), Variant::Shogi);
        assert_eq!(
            count(&svg, &format!("href=\"#komadai-glyph-{name}_")),
            if name == "digit" { 18 } else { 9 }
        );
        assert_eq!(count(&svg, "<use "), 18);
    }
}

#[test]
fn last_move_tints_its_squares_and_the_stand() {
    let tints = |mv: &str, sfen: &str| {
        let diagram = Diagram {
            last_move: Some(mv.parse().unwrap()),
            ..bare()
        };
        count(
            &draw(&diagram, &setup(sfen), Variant::Shogi),
            "fill=\"#a9bd5c\"",
        )
    };
    assert_eq!(tints("7g7f", "9/9/9/9/9/2P6/9/9/9 w - 2"), 2);
    assert_eq!(tints("P*7f", "9/9/9/9/9/2P6/9/9/9 w P 2"), 2);
    // The last piece leaves a tinted place; a move that does not fit the position does no harm.
    assert_eq!(tints("P*7f", "9/9/9/9/9/2P6/9/9/9 w p 2"), 2);
    assert_eq!(tints("P*7f", "9/9/9/9/9/9/9/9/9 w - 2"), 2);
}

#[test]
fn the_board_turned_is_the_rotated_position() {
    let original =
        setup("ln1g4l/1r2gk3/p1ppp1n1p/1p3sppP/5pS2/2PPP1b2/PP1G1PP2/1SKG3R1/LN5NL b B2Psp 58");
    let places = |diagram: &Diagram, setup: &Setup| -> BTreeSet<(String, String)> {
        let svg = draw(diagram, setup, Variant::Shogi);
        let document = Document::parse(&svg).unwrap();
        uses(&document)
            .map(|(id, place)| (id.to_owned(), place.to_owned()))
            .collect()
    };
    let turned = Diagram {
        bottom: Color::White,
        ..bare()
    };
    let rotated = Diagram {
        jade: Color::White,
        ..bare()
    };
    assert_eq!(
        places(&turned, &original),
        places(&rotated, &original.rotated())
    );
}

#[test]
fn black_has_the_jade_king_unless_swapped() {
    let kings = setup("4k4/9/9/9/9/9/9/9/9 b - 1");
    assert_eq!(drawn(&draw(&bare(), &kings, Variant::Shogi)), ["king"]);
    let swapped = Diagram {
        jade: Color::White,
        ..bare()
    };
    assert_eq!(drawn(&draw(&swapped, &kings, Variant::Shogi)), ["jade"]);
}

#[test]
fn a_prefix_cannot_break_the_picture() {
    for (prefix, id) in [
        ("a b", "ab"),
        ("\"><script>", "script"),
        ("", "k"),
        ("9", "k9"),
        ("駒-1", "k-1"),
    ] {
        let diagram = Diagram {
            id_prefix: prefix.to_owned(),
            ..Diagram::default()
        };
        let svg = draw(&diagram, &Setup::start(), Variant::Shogi);
        assert!(
            svg.contains(&format!("id=\"{id}-kanji1-pawn\"")),
            "{prefix}"
        );
    }
}

#[test]
fn sets_are_known_by_name() {
    for set in PieceSet::ALL {
        assert_eq!(set.to_string().parse(), Ok(set));
    }
    assert_eq!("kanji3".parse::<PieceSet>(), Err(ParsePieceSetError));
}

#[test]
fn extreme_positions_are_drawn() {
    let empty = Setup::default();
    let hands = Setup {
        hands: ByColor([full_hand(); 2]),
        ..Setup::default()
    };
    let mut crowd = everything();
    for square in Square::ALL {
        crowd.board[square] =
            crowd.board[square].or(Some(Piece::new(PieceKind::King, Color::White)));
    }
    crowd.hands = hands.hands;
    for setup in [empty, hands, crowd] {
        for variant in Variant::ALL {
            let diagram = Diagram {
                last_move: Some("R*5e".parse().unwrap()),
                ..Diagram::default()
            };
            draw(&diagram, &setup, variant);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_arrangement_is_drawn(
        kinds in prop::collection::vec(0_usize..32, 81),
        counts in prop::collection::vec(0_u8..100, 14),
        last_move in any::<u16>(),
        options in any::<[bool; 5]>(),
        pieces in prop::sample::select(PieceSet::ALL.to_vec()),
    ) {
        let [white_moves, white_below, white_jade, turn_mark, seireigi] = options;
        let color = |white| if white { Color::White } else { Color::Black };
        let mut setup = Setup { turn: color(white_moves), ..Setup::default() };
        for (square, index) in Square::ALL.into_iter().zip(kinds) {
            let kind = PieceKind::from_index(index % 16);
            setup.board[square] = kind.map(|kind| Piece::new(kind, color(index > 15)));
        }
        for (n, count) in counts.into_iter().enumerate() {
            let (kind, owner) = (HandKind::ALL[n % 7], color(n > 6));
            setup.hands[owner].set(kind, count);
        }
        let diagram = Diagram {
            pieces,
            last_move: Move::from_bits(last_move),
            bottom: color(white_below),
            jade: color(white_jade),
            turn_mark,
            ..Diagram::default()
        };
        draw(&diagram, &setup, if seireigi { Variant::Seireigi } else { Variant::Shogi });
    }
}

#[cfg(feature = "png")]
mod png {
    use super::*;
    use resvg::tiny_skia::Pixmap;

    #[test]
    fn pixels_show_the_pieces() {
        let pixel = |sfen: &str| {
            let png = bare().to_png(&setup(sfen), Variant::Shogi, 600).unwrap();
            let pixmap = Pixmap::decode_png(&png).unwrap();
            assert_eq!(pixmap.width(), 600);
            // Left of the middle of 5e, beside the kanji.
            let color = pixmap.pixel(288, pixmap.height() / 2).unwrap();
            (color.red(), color.green(), color.blue())
        };
        let wood = (0xdf, 0xba, 0x7c);
        assert_eq!(pixel("9/9/9/9/9/9/9/9/9 b - 1"), wood);
        assert_ne!(pixel("9/9/9/9/4P4/9/9/9/9 b - 1"), wood);
    }

    #[test]
    fn width_has_limits() {
        let png = |width| Diagram::default().to_png(&Setup::start(), Variant::Shogi, width);
        assert!(matches!(png(0), Err(PngError::Width(0))));
        assert!(matches!(png(MAX_WIDTH + 1), Err(PngError::Width(_))));
        assert!(png(1).is_ok());
    }
}
