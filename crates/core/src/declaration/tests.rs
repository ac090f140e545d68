//! Rules of impasse in positions from games and problems.

use super::*;
use crate::variant::{Seireigi, Shogi};

const ENTERED: &str =
    "+R8/2+NK1+R+P+P1/+P+PPS+P4/6g+b1/7p1/3g5/3+b1g+p1+p/5p3/5k+p2 b G3S3N3L7Pl 1";
const HANDICAP: &str =
    "5+B+P2/K+P1+P+R+P3/+P+P+NPP4/9/9/9/2p+p+pgsg1/1+p1+n1+n1kg/9 w G2SNL3Psl3p 1";
const FOUR_PIECE: &str = "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";

fn position(sfen: &str) -> Position<Shogi> {
    sfen.parse().unwrap()
}

fn declare(sfen: &str, rule: DeclarationRule) -> Declaration {
    position(sfen).declare(rule, HandicapCredit::NONE)
}

#[test]
fn both_sides_start_with_27_points() {
    for color in Color::ALL {
        let count = Position::<Seireigi>::default().entering_king(color);
        assert_eq!((count.all_points, count.points), (27, 0));
        assert!(!count.king_in_zone && !count.in_check && !count.all_in_zone);
    }
    let credit = HandicapCredit::of_start(&Position::<Shogi>::default());
    assert_eq!(credit, HandicapCredit::NONE);
}

#[test]
fn a_king_with_ten_pieces_and_35_points_wins_by_every_rule() {
    let count = position(ENTERED).entering_king(Color::Black);
    assert!(count.king_in_zone && !count.in_check);
    assert_eq!((count.pieces_in_zone, count.points), (10, 35));
    for rule in [
        DeclarationRule::Points24,
        DeclarationRule::Points27,
        DeclarationRule::Points27Each,
    ] {
        assert_eq!(declare(ENTERED, rule), Declaration::Win);
    }
}

#[test]
fn the_giver_is_credited_with_the_handicap() {
    let credit = HandicapCredit::of_start(&position(FOUR_PIECE));
    assert_eq!(credit, HandicapCredit(ByColor([0, 12])));
    assert_eq!(credit, HandicapCredit::to_white(&position(HANDICAP)));
    let handicap = position(HANDICAP);
    let count = handicap.entering_king(Color::White);
    assert_eq!((count.pieces_in_zone, count.points), (10, 15));
    let outcome = |rule| handicap.declare(rule, credit);
    assert_eq!(outcome(DeclarationRule::Points27), Declaration::Win);
    assert_eq!(outcome(DeclarationRule::Points24), Declaration::Draw);
    let unmet = Unmet {
        missing_points: 12,
        ..Unmet::default()
    };
    assert_eq!(
        declare(HANDICAP, DeclarationRule::Points27),
        Declaration::Loses(unmet)
    );
}

#[test]
fn credit_goes_to_the_side_that_is_short() {
    let credit = |sfen: &str| HandicapCredit::of_start(&position(sfen)).0.0;
    let black_gives = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B7/LNSGKGSNL b - 1";
    assert_eq!(credit(black_gives), [5, 0]);
    let both_give = "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/7R1/LNSGKGSN1 b - 1";
    assert_eq!(credit(both_give), [6, 5]);
    let nobody_gives = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b RB 1";
    assert_eq!(credit(nobody_gives), [0, 0]);
    let started_late = "lnsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b RB 1";
    assert_eq!(credit(started_late), [0, 1]);
}

#[test]
fn every_unmet_condition_is_named() {
    let Declaration::Loses(unmet) = declare(
        "4k4/9/9/9/9/9/9/4r4/4K4 b RB2G 1",
        DeclarationRule::Points27,
    ) else {
        panic!("nothing is met")
    };
    let expected = Unmet {
        king_outside: true,
        in_check: true,
        missing_pieces: 10,
        missing_points: 16,
    };
    assert_eq!(unmet, expected);
    assert_eq!(
        unmet.to_string(),
        "the king is not in the promotion zone; the king is in check; \
         10 more pieces needed in the zone; 16 more points needed"
    );
}

/// Ten pieces in the zone, and as many pawns in hand as asked for, with 20 points on the board.
fn with_points(turn: Color, points: u8) -> Position<Shogi> {
    let sfen = format!("4K4/+R+R+B+B1GGG1/1SSS5/9/9/9/9/8k/9 b {}P 1", points - 26);
    let setup: crate::Setup = sfen.parse().unwrap();
    let setup = match turn {
        Color::Black => setup,
        Color::White => setup.rotated(),
    };
    Position::from_setup(&setup).unwrap()
}

#[test]
fn the_thresholds_are_exact() {
    let outcome = |turn, points, rule| {
        let position = with_points(turn, points);
        assert_eq!(position.entering_king(turn).points, points);
        position.declare(rule, HandicapCredit::NONE)
    };
    let one_short = Declaration::Loses(Unmet {
        missing_points: 1,
        ..Unmet::default()
    });
    use DeclarationRule::{Points24, Points27, Points27Each};
    assert_eq!(outcome(Color::Black, 27, Points27), one_short);
    assert_eq!(outcome(Color::Black, 28, Points27), Declaration::Win);
    assert_eq!(outcome(Color::White, 27, Points27), Declaration::Win);
    assert_eq!(outcome(Color::Black, 27, Points27Each), Declaration::Win);
    for turn in Color::ALL {
        assert_eq!(outcome(turn, 30, Points24), Declaration::Draw);
        assert_eq!(outcome(turn, 31, Points24), Declaration::Win);
    }
}

#[test]
fn agreed_counts_take_all_pieces() {
    let check = |sfen: &str, black, white, outcome| {
        let position = position(sfen);
        let points = Color::ALL.map(|color| position.entering_king(color).all_points);
        assert_eq!(points, [black, white], "{sfen}");
        let agreed = position.agree(AgreementRule::Points24, HandicapCredit::NONE);
        assert_eq!(agreed, outcome, "{sfen}");
        let seireigi: Position<Seireigi> = sfen.parse().unwrap();
        assert_eq!(
            seireigi.agree(AgreementRule::Points24, HandicapCredit::NONE),
            outcome
        );
    };
    check(
        "+B2+Bp4/5sg2/p2NPns1p/4+Rp1p1/6p2/P1PP2g2/1PS4k1/1KGG1P1+s1/LN4r+l1 b 2L2Pn4p 151",
        31,
        23,
        Agreement::Wins(Color::Black),
    );
    check(
        "1+B7/1K+B6/1S+P3+R2/P2P1P2G/1+r2g2l1/9/5+p+p2/4g2+sl/7+lk w S2NL9Pgs2n3p 286",
        34,
        20,
        Agreement::Wins(Color::Black),
    );
    check(
        "+L3+P4/1K2+R4/2+B6/1GL3+P2/5+B3/2+p3+Np1/3g+p2g+s/6ks1/4+r3+n w GS6Ps2n2l7p 224",
        29,
        25,
        Agreement::Draw,
    );
}

#[test]
fn white_wins_equal_counts_by_the_27_point_agreement() {
    let judge = |black, white| AgreementRule::Points27.judge(ByColor([black, white]));
    assert_eq!(judge(27, 27), Agreement::Wins(Color::White));
    assert_eq!(judge(28, 26), Agreement::Wins(Color::Black));
    assert_eq!(judge(26, 28), Agreement::Wins(Color::White));
    let judge = |black, white| AgreementRule::Points24.judge(ByColor([black, white]));
    assert_eq!(judge(24, 30), Agreement::Draw);
    assert_eq!(judge(23, 31), Agreement::Wins(Color::White));
    assert_eq!(judge(20, 20), Agreement::Draw);
}

#[test]
fn tries_need_a_safe_king_and_perhaps_the_other_in_its_zone() {
    let tried = |sfen: &str, rule| position(sfen).has_tried(Color::Black, rule);
    let other_outside = "4K4/9/9/4k4/9/9/9/9/9 w - 1";
    assert!(tried(other_outside, TryRule::Unconditional));
    assert!(!tried(other_outside, TryRule::BothEntered));
    let other_inside = "4K4/9/9/9/9/9/k8/9/9 w - 1";
    assert!(tried(other_inside, TryRule::BothEntered));
    assert!(!position(other_inside).has_tried(Color::White, TryRule::Unconditional));
    let attacked = "4K4/9/9/9/4r4/9/k8/9/9 b - 1";
    assert!(!tried(attacked, TryRule::Unconditional));
    let white: Position = "9/9/9/9/9/9/K8/4k4/9 w - 1".parse().unwrap();
    assert_eq!(white.try_move(TryRule::BothEntered), None);
    let mv = "5h5i".parse().unwrap();
    assert_eq!(white.try_move(TryRule::Unconditional), Some(mv));
}

#[test]
fn a_forced_count_needs_all_pieces_in_the_zone() {
    let count = |sfen: &str| {
        let count = position(sfen).entering_king(Color::Black);
        (count.all_in_zone, count.all_protected)
    };
    assert_eq!(count("4K4/4G4/9/9/9/9/9/9/k8 b 2P 1"), (true, true));
    assert_eq!(count("K8/9/4G4/9/9/9/9/9/k8 b 2P 1"), (true, false));
    assert_eq!(count("4K4/4G4/9/4P4/9/9/9/9/k8 b - 1"), (false, false));
}
