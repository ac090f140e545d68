//! `komadai diagram`.

use super::support::{Folder, GAME, shift_jis};
use expect_test::expect;

#[test]
fn diagram_draws() {
    let folder = Folder::new("diagram").with("a.kif", shift_jis(GAME));
    folder.check(
        &["diagram", "a.kif", "-o", "a.svg"],
        expect![[r#"
        a.svg
        exit 0
    "#]],
    );
    folder.check(
        &[
            "diagram",
            "a.kif",
            "-o",
            "a.png",
            "--ply",
            "2",
            "--pieces",
            "international",
            "--flip",
            "--width",
            "200",
        ],
        expect![[r#"
            a.png
            exit 0
        "#]],
    );
    assert!(folder.bytes("a.svg").starts_with(b"<svg"));
    assert!(folder.bytes("a.png").starts_with(b"\x89PNG"));
    folder.check(
        &["diagram", "two-piece moves 6a5b", "-o", "b.svg"],
        expect![[r#"
            b.svg
            exit 0
        "#]],
    );
    folder.check(
        &["diagram", "a.kif", "-o", "a.gif"],
        expect![[r#"
        komadai: a.gif: expected a name that ends in .svg or .png
        exit 2
    "#]],
    );
    folder.check(
        &["diagram", "a.kif", "-o", "a.svg", "--ply", "9"],
        expect![[r#"
            komadai: there is no ply 9: the last is 4
            exit 2
        "#]],
    );
    folder.check(
        &["diagram", "startpos moves 1a1b", "-o", "a.svg"],
        expect![[r#"
            komadai: move 1: illegal move 1a1b: the piece belongs to the side that is not to move
            exit 2
        "#]],
    );
    folder.check(
        &["diagram", "a.kif", "-o", "a.png", "--width", "100000"],
        expect![[r#"
            error: invalid value '100000' for '--width <PX>': 100000 is not in 1..=8192

            For more information, try '--help'.
            exit 2
        "#]],
    );
}
