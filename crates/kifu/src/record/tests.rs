use super::*;
use komadai_core::Square;

fn builder(moves: &str) -> Builder {
    let mut builder = Builder::new(Record::default());
    for mv in moves.split_whitespace() {
        builder.play(mv.parse().unwrap());
    }
    builder
}

#[test]
fn moves_after_an_illegal_move_are_kept() {
    let record = builder("7g7f 8c8d 7f7e 8d8e P*5e 3c3d 7e7d").finish();
    assert_eq!(record.main_line().count(), 7);
    assert_eq!(record.first_illegal(), Some((5, Illegal::NotInHand)));
    assert_eq!(record.final_position().turn(), Color::White);
}

#[test]
fn a_variation_leaves_the_main_line_as_it_is() {
    let mut builder = builder("7g7f 3c3d 2g2f");
    builder.back_to_ply(1);
    builder.play("8c8d".parse().unwrap());
    builder.end_usual(Termination::Resignation);
    let record = builder.finish();
    assert_eq!(record.main_line().count(), 3);
    assert_eq!(record.tree.move_count(), 4);
    assert_eq!(record.ending(), None);
    let second = record
        .tree
        .root()
        .next()
        .unwrap()
        .children()
        .nth(1)
        .unwrap();
    assert_eq!(
        second.next().unwrap().ending().unwrap().winner,
        Some(Color::White)
    );
}

#[test]
fn a_move_played_again_is_followed() {
    let mut builder = builder("7g7f 3c3d");
    builder.back_to_ply(0);
    builder.play("7g7f".parse().unwrap());
    builder.play("8c8d".parse().unwrap());
    assert_eq!(builder.record().tree.move_count(), 3);
}

#[test]
fn a_move_after_the_end_is_an_alternative_to_it() {
    let mut builder = builder("7g7f");
    builder.end_usual(Termination::Resignation);
    builder.play("3c3d".parse().unwrap());
    let record = builder.finish();
    assert_eq!(record.main_line().count(), 1);
    assert_eq!(record.winner(), Some(Color::Black));
    assert_eq!(record.tree.move_count(), 2);
}

#[test]
fn equality_sees_all_that_a_user_sees() {
    let record = builder("7g7f 3c3d").finish();
    let same = builder("7g7f 3c3d").finish();
    assert_eq!(record, same);
    let id = record.tree.root().next().unwrap().id();
    let mut commented = record.clone();
    commented.tree.push_comment_line(id, "");
    assert_ne!(record, commented);
    let mut timed = record.clone();
    timed.tree.set_time(
        id,
        MoveTime {
            spent: Some(Millis::new(0)),
            total: None,
        },
    );
    assert_ne!(record, timed);
    let mut named = record.clone();
    named.headers.push("先手", "");
    assert_ne!(record, named);
}

#[test]
fn equality_sees_the_shape_not_the_order_of_building() {
    let mut first = builder("7g7f 3c3d");
    first.back_to_ply(1);
    first.play("8c8d".parse().unwrap());
    let mut second = builder("7g7f 8c8d");
    second.back_to_ply(1);
    second.play("3c3d".parse().unwrap());
    let first = first.finish();
    let mut second = second.finish();
    assert_ne!(first, second);
    let id = second
        .tree
        .root()
        .next()
        .unwrap()
        .children()
        .nth(1)
        .unwrap()
        .id();
    second.tree.promote(id);
    assert_eq!(first, second);
    second.tree.remove(id);
    assert_eq!(second.tree.move_count(), 2);
    assert_eq!(second.main_line().nth(1).unwrap().1.to(), Square::S84);
}

#[test]
fn merging_joins_trees_comments_and_headers() {
    let mut first = builder("7g7f 3c3d").finish();
    first.headers.push("先手", "A");
    let mut second = builder("7g7f 8c8d").finish();
    second.headers.push("先手", "B");
    second.headers.push("棋戦", "C");
    let id = second.tree.root().next().unwrap().id();
    second.tree.push_comment_line(id, "good");
    first.merge(&second).unwrap();
    assert_eq!(first.tree.move_count(), 3);
    assert_eq!(first.headers.get("先手"), Some("A"));
    assert_eq!(first.headers.get("棋戦"), Some("C"));
    assert_eq!(first.tree.root().next().unwrap().comment(), Some("good"));
    let once = first.clone();
    first.merge(&second).unwrap();
    assert_eq!(first, once);
    let handicap = Record::new(Variant::Shogi, Handicap::Lance);
    assert_eq!(first.merge(&handicap), Err(MergeError::Start));
}

#[test]
fn a_cursor_reaches_every_node_with_its_position() {
    let mut builder = builder("7g7f 3c3d 8h2b+ 3a2b");
    builder.back_to_ply(2);
    builder.play("2g2f".parse().unwrap());
    builder.end_usual(Termination::Interruption);
    let record = builder.finish();
    let mut cursor = record.cursor();
    let mut seen = vec![cursor.position().to_string()];
    while cursor.advance() {
        seen.push(cursor.position().to_string());
    }
    assert_eq!(seen.len(), 7);
    let last = record.tree.preorder().last().unwrap();
    let mut cursor = record.cursor();
    cursor.go_to_ply(4);
    assert_eq!(cursor.position().to_string(), seen[4]);
    cursor.go_to(last.id());
    assert_eq!(cursor.position().to_string(), seen[6]);
    cursor.go_to(NodeId::ROOT);
    assert_eq!(cursor.position().to_string(), seen[0]);
}

#[test]
fn a_million_plies_need_no_stack() {
    let round = ["2h3h", "8b7b", "3h2h", "7b8b"];
    let mut builder = Builder::new(Record::default());
    for i in 0..1_000_000 {
        builder.play(round[i % 4].parse().unwrap());
    }
    let record = builder.finish();
    assert_eq!(record.tree.move_count(), 1_000_000);
    let copy = record.clone();
    assert!(record == copy);
    let mut merged = record.clone();
    merged.merge(&copy).unwrap();
    assert!(merged == copy);
}
