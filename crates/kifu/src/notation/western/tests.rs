//! Each notation writes moves and reads them back.

use super::*;
use crate::notation::{MoveTextError, Notation, ResolveError};
use komadai_core::{Move, Position, Rules, Seireigi, Shogi};

/// Formats a move, and reads it back.
fn round_trip<R: Rules>(
    notation: Notation,
    sfen: &str,
    usi: &str,
    previous: Option<Square>,
    text: &str,
) {
    let position: Position<R> = sfen.parse().unwrap();
    let mv: Move = usi.parse().unwrap();
    assert_eq!(notation.format(&position, mv, previous).unwrap(), text);
    assert_eq!(notation.parse(&position, text, previous), Ok(mv));
}

mod hodges {
    use super::*;

    fn check<R: Rules>(sfen: &str, usi: &str, text: &str) {
        round_trip::<R>(Notation::Hodges, sfen, usi, None, text);
    }

    const BISHOPS_FACE: &str =
        "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";

    #[test]
    fn moves_captures_drops_and_promotions() {
        check::<Shogi>("startpos", "7g7f", "P-7f");
        check::<Shogi>(BISHOPS_FACE, "8h2b+", "Bx2b+");
        check::<Shogi>(BISHOPS_FACE, "8h2b", "Bx2b=");
        check::<Shogi>("4k4/9/9/9/9/9/9/9/4K4 b S 1", "S*5b", "S*5b");
        check::<Shogi>("4k4/9/7+R1/9/9/9/9/9/4K4 b - 1", "2c2a", "+R-2a");
        check::<Shogi>("4k4/P8/9/9/9/9/9/9/4K4 b - 1", "9b9a+", "P-9a+");
    }

    #[test]
    fn kings_golds_and_promoted_pieces_decline_nothing() {
        check::<Shogi>("4k4/9/9/4K4/9/9/9/9/9 b - 1", "5d6c", "K-6c");
        check::<Shogi>("4k4/9/9/4G4/9/9/9/9/4K4 b - 1", "5d6c", "G-6c");
        check::<Seireigi>("4k4/9/9/4G4/9/9/9/9/4K4 b - 1", "5d6c", "G-6c=");
        check::<Seireigi>("4k4/9/9/4G4/9/9/9/9/4K4 b - 1", "5d6c+", "G-6c+");
        check::<Seireigi>("4k4/9/9/4+G4/9/9/9/9/4K4 b - 1", "5d6c", "+G-6c");
    }

    #[test]
    fn the_origin_tells_like_pieces_apart() {
        check::<Shogi>("startpos", "6i5h", "G6i-5h");
        check::<Shogi>("startpos", "4i5h", "G4i-5h");
        // A tokin is not a gold, though it moves like one.
        check::<Shogi>("4k4/9/9/9/9/9/3G1+P3/9/4K4 b - 1", "6g5f", "G-5f");
        check::<Shogi>("4k4/9/9/9/9/9/3G1+P3/9/4K4 b - 1", "4g5f", "+P-5f");
        // The gold on 5h is pinned, and counts.
        check::<Shogi>("4r2k1/9/9/9/9/9/9/4G1G2/4K4 b - 1", "3h4g", "G3h-4g");
    }

    #[test]
    fn other_habits_are_read() {
        for (sfen, text, usi) in [
            ("startpos", "p-7f", "7g7f"),
            ("startpos", "P7f", "7g7f"),
            ("startpos", "P7g-7f", "7g7f"),
            ("startpos", " P-7f ", "7g7f"),
            (BISHOPS_FACE, "B-2b+", "8h2b+"),
            (BISHOPS_FACE, "B8hx2b+", "8h2b+"),
            ("4k4/9/7+R1/9/9/9/9/9/4K4 b - 1", "D-2a", "2c2a"),
            ("4k4/9/9/9/9/9/9/9/4K4 b S 1", "S'5b", "S*5b"),
            ("4k4/9/9/9/9/9/9/9/4K4 b S 1", "S@5b", "S*5b"),
            // One of the golds is pinned: a writer who counts legal moves gives no origin.
            ("4r2k1/9/9/9/9/9/9/4G1G2/4K4 b - 1", "G-4g", "3h4g"),
        ] {
            let position: Position<Shogi> = sfen.parse().unwrap();
            let mv = Notation::Hodges.parse(&position, text, None);
            assert_eq!(mv.map(|mv| mv.to_string()), Ok(usi.into()), "{text}");
        }
    }

    #[test]
    fn not_a_move_and_no_such_move_are_different() {
        let position = Position::<Shogi>::default();
        let error = |text| Notation::Hodges.parse(&position, text, None).unwrap_err();
        let text = |column, expected| MoveTextError::Text(NotAMove { column, expected });
        assert_eq!(error(""), text(1, "a piece"));
        assert_eq!(error("Z-7f"), text(1, "a piece"));
        assert_eq!(error("+K-7f"), text(3, "a piece"));
        assert_eq!(error("P-76"), text(3, "a square"));
        assert_eq!(error("Px"), text(3, "a square"));
        assert_eq!(error("P-7f!"), text(5, "nothing more"));
        assert_eq!(error("K*5e"), text(5, "a drop of an unpromoted piece"));
        assert_eq!(error("P7g*5e"), text(7, "a drop of an unpromoted piece"));
        let none = ResolveError::NoSuchMove {
            kind: PieceKind::Pawn,
            to: Square::S75,
        };
        assert_eq!(error("P-7e"), none.into());
        let candidates = [Square::S69, Square::S49].into_iter().collect();
        let ambiguous = ResolveError::Ambiguous {
            kind: PieceKind::Gold,
            to: Square::S58,
            candidates,
        };
        assert_eq!(error("G-5h"), ambiguous.into());
    }
}

mod hosking {
    use super::*;

    /// Formats a move, and reads it and its other spellings back.
    fn check(sfen: &str, usi: &str, text: &str, others: &[&str]) {
        let position: Position<Shogi> = sfen.parse().unwrap();
        let mv: Move = usi.parse().unwrap();
        assert_eq!(Notation::Hosking.format(&position, mv, None).unwrap(), text);
        for text in others.iter().chain([&text]) {
            assert_eq!(
                Notation::Hosking.parse(&position, text, None),
                Ok(mv),
                "{text}"
            );
        }
    }

    #[test]
    fn ranks_are_numbers() {
        const BISHOPS_FACE: &str =
            "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";
        check(
            "startpos",
            "7g7f",
            "P76",
            &["P-76", "p76", "P77-76", "P7776"],
        );
        check("startpos", "6i5h", "G69-58", &["G6958", "g(69)58"]);
        check(BISHOPS_FACE, "8h2b+", "Bx22+", &["B22+", "B88x22+"]);
        check(BISHOPS_FACE, "8h2b", "Bx22=", &["B22", "Bx22"]);
        check("4k4/9/9/9/9/9/9/9/4K4 b S 1", "S*5b", "S*52", &["S'52"]);
    }

    #[test]
    fn the_encyclopedias_knights_are_told_apart() {
        const KNIGHTS: &str = "k8/9/9/9/3N1N3/9/9/9/4K4 b - 1";
        check(KNIGHTS, "6e5c+", "N65-53+", &[]);
        check(KNIGHTS, "4e5c", "N45-53=", &["N45-53"]);
    }

    #[test]
    fn letters_are_not_ranks() {
        assert_eq!(
            HOSKING.parse("P-7f"),
            Err(NotAMove {
                column: 3,
                expected: "a square"
            })
        );
        assert_eq!(
            HOSKING.parse("Px"),
            Err(NotAMove {
                column: 3,
                expected: "a square"
            })
        );
    }
}

mod kitao_kawasaki {
    use super::*;

    fn check<R: Rules>(sfen: &str, usi: &str, previous: Option<Square>, text: &str) {
        round_trip::<R>(Notation::KitaoKawasaki, sfen, usi, previous, text);
    }

    const BISHOP_TAKEN: &str = "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4";

    #[test]
    fn moves_captures_and_drops() {
        check::<Shogi>("startpos", "7g7f", None, "歩-76");
        check::<Shogi>("startpos", "6i5h", None, "金(69)-58");
        check::<Shogi>(BISHOP_TAKEN, "3a2b", None, "銀x22");
        check::<Shogi>("4k4/9/9/9/9/9/9/9/4K4 b P 1", "P*7f", None, "歩*76");
    }

    #[test]
    fn a_recapture_leaves_the_square_out() {
        check::<Shogi>(BISHOP_TAKEN, "3a2b", Some(Square::S22), "銀x");
        check::<Shogi>(
            "4k4/9/9/9/9/2p6/2P6/9/4K4 b - 1",
            "7g7f",
            Some(Square::S76),
            "歩x",
        );
        check::<Shogi>(
            "4k4/9/2p6/2P6/9/9/9/9/4K4 b - 1",
            "7d7c+",
            Some(Square::S73),
            "歩x+",
        );
        let position: Position<Shogi> = BISHOP_TAKEN.parse().unwrap();
        let error = Notation::KitaoKawasaki.parse(&position, "銀x", None);
        assert_eq!(
            error,
            Err(MoveTextError::Resolve(ResolveError::NoPreviousMove))
        );
    }

    #[test]
    fn promoted_pieces() {
        check::<Shogi>("k8/9/9/9/4+S4/9/9/9/4K4 b - 1", "5e5d", None, "+銀-54");
        check::<Shogi>("k8/9/9/9/4+R4/9/9/9/4K4 b - 1", "5e6d", None, "龍-64");
        check::<Seireigi>("7k1/9/9/9/4+G4/9/9/9/4K4 b - 1", "5e5d", None, "+金-54");
        let dragon = KITAO_KAWASAKI.parse("龍-64");
        assert!(dragon.is_ok());
        for text in ["竜-64", "+飛-64", "龍64"] {
            assert_eq!(KITAO_KAWASAKI.parse(text), dragon, "{text}");
        }
        assert_eq!(
            KITAO_KAWASAKI.parse("虎-54"),
            KITAO_KAWASAKI.parse("+香-54")
        );
    }
}
