use super::*;
use crate::record::Builder;
use komadai_core::Setup;
use std::collections::BTreeSet;

/// What is found in an even game of these moves.
fn found(moves: &[Move]) -> Vec<Found> {
    let mut builder = Builder::new(Record::default());
    for &mv in moves {
        builder.play(mv);
    }
    recognise(&builder.finish())
}

fn parse(moves: &str) -> Vec<Move> {
    let moves = moves.split_whitespace();
    moves.map(|mv| mv.parse().unwrap()).collect()
}

/// Black's moves, while White's gold goes to and fro.
fn alone(moves: &str) -> Vec<Move> {
    let waiting = parse("6a6b 6b6a").into_iter().cycle();
    parse(moves)
        .into_iter()
        .zip(waiting)
        .flat_map(<[Move; 2]>::from)
        .collect()
}

/// The ply at which a name is found for a side, or for both together.
fn ply(found: &[Found], id: &str, color: impl Into<Option<Color>>) -> Option<u32> {
    assert!(Name::from_id(id).is_some(), "{id}");
    let color = color.into();
    let mut found = found.iter();
    found
        .find(|found| found.name.id == id && found.color == color)
        .map(|found| found.ply)
}

const SILVER_CROWN: &str = "7g7f 6g6f 2h6h 5i4h 4h3h 3h2h 3i3h 6i5h 4g4f 5h4g 2g2f 3h2g 4i3h";

#[test]
fn a_mino_grows_into_a_silver_crown() {
    let found = found(&alone(SILVER_CROWN));
    let ply = |id| ply(&found, id, Color::Black);
    assert_eq!(ply("fourth-file-rook"), Some(5));
    assert_eq!(ply("half-mino"), Some(13));
    assert_eq!(ply("mino"), Some(15));
    assert_eq!(ply("high-mino"), Some(19));
    assert_eq!(ply("silver-crown"), Some(25));
    assert_eq!(ply("gold-yagura"), None);
    let crown = Name::from_id("silver-crown").unwrap();
    let ancestors: Vec<_> = crown.ancestors().map(|name| name.id).collect();
    assert_eq!(ancestors, ["high-mino", "mino", "half-mino"]);
}

#[test]
fn white_builds_the_same_on_the_turned_board() {
    let mut moves = parse("4i4h");
    let mut waiting = parse("4h4i 4i4h").into_iter().cycle();
    for mv in parse(SILVER_CROWN) {
        moves.push(mv.rotated());
        moves.extend(waiting.next());
    }
    let found = found(&moves);
    assert_eq!(ply(&found, "half-mino", Color::White), Some(14));
    assert_eq!(ply(&found, "silver-crown", Color::White), Some(26));
    assert_eq!(ply(&found, "silver-crown", Color::Black), None);
}

#[test]
fn a_yagura_needs_its_king() {
    let moves = "7g7f 7i6h 6g6f 6h7g 6i7h 5g5f 4i5h 5h6g 5i6i 8h7i 7i6h 6i7i 7i8h";
    let moves = alone(moves);
    let found = found(&moves);
    assert_eq!(ply(&found, "yagura", Color::Black), Some(7));
    assert_eq!(ply(&found, "gold-yagura", Color::Black), Some(25));
    let before = super::tests::found(&moves[..24]);
    assert_eq!(ply(&before, "gold-yagura", Color::Black), None);
}

#[test]
fn each_name_is_reported_once() {
    let mut moves = alone(SILVER_CROWN);
    moves.extend(parse("3h3i 6b6a 3i3h 6a6b"));
    let found = found(&moves);
    let keys: BTreeSet<_> = found
        .iter()
        .map(|found| (found.name.id, found.color))
        .collect();
    assert_eq!(keys.len(), found.len());
    assert!(found.is_sorted_by_key(|found| found.ply));
}

#[test]
fn the_bishop_line_decides_the_kind_of_third_file_rook() {
    let quick = found(&parse("7g7f 3c3d 7f7e 8c8d 2h7h"));
    assert_eq!(ply(&quick, "quick-ishida", Color::Black), Some(5));
    let closed = found(&parse("7g7f 3c3d 6g6f 8c8d 2h7h 8d8e 7f7e"));
    assert_eq!(ply(&closed, "third-file-rook", Color::Black), Some(5));
    assert_eq!(ply(&closed, "quick-ishida", Color::Black), None);
}

#[test]
fn who_exchanges_bishops_and_where_is_remembered() {
    let loss = found(&parse("7g7f 3c3d 2g2f 2b8h+ 7i8h 8c8d"));
    assert_eq!(ply(&loss, "bishop-exchange", None), Some(6));
    assert_eq!(
        ply(&loss, "tempo-loss-bishop-exchange", Color::White),
        Some(6)
    );
    let usual = "7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i8h 2b7g+ 8h7g";
    let usual = found(&parse(usual));
    assert_eq!(ply(&usual, "bishop-exchange", None), Some(9));
    assert_eq!(
        ply(&usual, "tempo-loss-bishop-exchange", Color::White),
        None
    );
}

#[test]
fn rook_pawns_make_a_double_wing_and_a_side_pawn_another_game() {
    let wing = found(&parse("2g2f 8c8d 2f2e 8d8e 6i7h 4a3b"));
    assert_eq!(ply(&wing, "double-wing", None), Some(6));
    let side = "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d 2b3c";
    let side = found(&parse(side));
    assert_eq!(ply(&side, "double-wing", None), None);
    assert_eq!(ply(&side, "side-pawn", Color::Black), Some(15));
    assert_eq!(ply(&side, "side-pawn-b3c", Color::White), Some(16));
}

#[test]
fn openings_of_few_moves() {
    let pac_man = found(&parse("7g7f 4c4d"));
    assert_eq!(ply(&pac_man, "pac-man", Color::White), Some(2));
    let vaccine = "7g7f 3c3d 2g2f 5c5d 2f2e 8b5b 8h2b+ 3a2b 7i8h";
    let vaccine = found(&parse(vaccine));
    assert_eq!(
        ply(&vaccine, "cheerful-central-rook", Color::White),
        Some(6)
    );
    assert_eq!(ply(&vaccine, "maruyama-vaccine", Color::Black), Some(9));
    let fujii = found(&alone("7g7f 6g6f 2h6h 8h7g 3i3h 3g3f 2i3g"));
    assert_eq!(ply(&fujii, "fujii-system", Color::Black), Some(13));
}

#[test]
fn a_feint_pushes_the_rook_pawn_before_the_rook_swings() {
    let feint = found(&alone("2g2f 7g7f 2h6h"));
    assert_eq!(ply(&feint, "feint-ranging-rook", Color::Black), Some(5));
    let plain = found(&alone("7g7f 2h6h 2g2f"));
    assert_eq!(ply(&plain, "feint-ranging-rook", Color::Black), None);
}

#[test]
fn a_king_that_still_sits_when_the_fight_begins_is_named() {
    let game = "7g7f 3c3d 8h2b+ 3a2b 9g9f 4a3b B*5e 9c9d 5e2b+ 3b2b";
    let found = found(&parse(game));
    assert_eq!(ply(&found, "sitting-king", Color::Black), Some(9));
    assert_eq!(ply(&found, "sitting-king", Color::White), Some(9));
}

#[test]
fn nothing_is_named_in_a_diagram_or_after_an_illegal_move() {
    let setup: Setup = "4k4/9/9/9/9/9/9/4K2R1/9 b - 1".parse().unwrap();
    let mut builder = Builder::new(Record::new(Default::default(), setup));
    builder.play("2h6h".parse().unwrap());
    assert_eq!(recognise(&builder.finish()), []);
    assert_eq!(found(&parse("7g7e 3c3d 2h6h")), []);
}

#[test]
fn an_illegal_move_is_refused_and_changes_nothing() {
    let start = RecordPosition::start(Default::default());
    let mut recogniser = Recogniser::new(start);
    let mut names = Vec::new();
    let mut play = |mv: &str| recogniser.play(mv.parse().unwrap(), |new| names.push(new.name.id));
    assert!(play("2h2d").is_err());
    assert!(play("2h5h").is_ok());
    assert_eq!(
        names,
        ["ranging-rook", "central-rook", "primitive-central-rook"]
    );
}

#[test]
fn ids_and_names_are_unique_and_parents_exist() {
    let unique = |text: fn(Name) -> &'static str| {
        let texts: BTreeSet<_> = Name::all().map(text).collect();
        texts.len() == Name::all().count()
    };
    assert!(unique(|name| name.id));
    assert!(unique(|name| name.english));
    assert!(unique(|name| name.japanese));
    for name in Name::all() {
        assert_eq!(name.parent.is_some(), name.parent().is_some(), "{name:?}");
        assert!(
            name.ancestors().all(|parent| parent.kind == name.kind),
            "{name:?}"
        );
    }
}

#[test]
fn every_name_has_a_shape_and_begins_with_a_letter() {
    for group in &GROUPS {
        for (number, name) in group.names.iter().enumerate() {
            assert!(group.shapes.iter().any(|shape| shape.name == number));
            assert!(
                name.id
                    .starts_with(|letter: char| letter.is_ascii_lowercase())
            );
        }
    }
}
