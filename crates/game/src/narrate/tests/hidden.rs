//! No line tells of a breach before its time.

use super::*;
use crate::command::{Act, Command};
use crate::event::Moved;
use crate::game::Phase;
use crate::{Allowed, Deed, decide};

/// A position and an illegal deed of Black in it, one for every breach that a single deed can commit.
const ILLEGAL: [(Breach, &str, &str); 12] = [
    (Breach::OutOfTurn, "4k4/9/9/9/9/9/9/9/4K2R1 w - 1", "2i2h"),
    (
        Breach::OpponentsPiece,
        "4k4/4p4/9/9/9/9/9/9/4K4 b - 1",
        "5b5c",
    ),
    (
        Breach::OwnPieceTaken,
        "4k4/9/9/9/9/9/9/4G4/4K4 b - 1",
        "5i5h",
    ),
    (Breach::NotAMove, "4k4/9/9/9/9/9/9/4G4/4K4 b - 1", "5h4i"),
    (
        Breach::WrongPromotion,
        "4k4/9/9/9/9/9/9/7R1/4K4 b - 1",
        "2h2f+",
    ),
    (
        Breach::MissedPromotion,
        "4k4/7P1/9/9/9/9/9/9/4K4 b - 1",
        "2b2a",
    ),
    (Breach::DropOnPiece, "4k4/9/9/9/9/9/9/9/4K4 b G 1", "G*5a"),
    (Breach::DeadEndDrop, "4k4/9/9/9/9/9/9/9/4K4 b N 1", "N*2b"),
    (Breach::PromotedDrop, "4k4/9/9/9/9/9/9/9/4K4 b P 1", "+P*2b"),
    (Breach::TwoPawns, "4k4/9/9/9/9/9/7P1/9/4K4 b P 1", "P*2d"),
    (
        Breach::KingInCheck,
        "4k4/9/9/9/4r4/9/9/9/4K3L b - 1",
        "1i1h",
    ),
    (
        Breach::DropPawnMate,
        "7nk/9/7G1/9/9/9/9/9/4K4 b P 1",
        "P*1b",
    ),
];

#[test]
fn no_line_betrays_an_illegal_move_while_the_game_runs() {
    let mut told = String::new();
    for (breach, sfen, deed) in ILLEGAL {
        let mut opening = Opening::new(Preset::Fesa);
        opening.start = StartFrom::Custom(Box::new(sfen.parse().unwrap()));
        let mut game = Game::new(opening).unwrap();
        game.phase = Phase::Running;
        let deed: Deed = deed.parse().unwrap();
        let lag = Millis::ZERO;
        let command = Command::new(Actor::BLACK, Act::Play { deed, lag });
        let events = decide(&game, command, Millis::ZERO).unwrap();
        let [event] = &events[..] else {
            panic!("{breach:?} ends the game")
        };
        assert!(matches!(event.fact, Fact::Moved(Moved { breach: Some(b), .. }) if b == breach));
        for language in Language::ALL {
            let seen = line(language, &game, event);
            assert_eq!(seen, line(language, &game, &event.public(Allowed::No)));
            told += &seen;
            told.push('\n');
        }
    }
    expect![[r#"
        1. Black R-2h
        1手目▲２八飛
        1. Black P-5c
        1手目▲５三歩
        1. Black Kx5h
        1手目▲５八玉
        1. Black G-4i
        1手目▲４九金
        1. Black R-2f+
        1手目▲２六飛成
        1. Black P-2a=
        1手目▲２一歩不成
        1. Black G*5a
        1手目▲５一金
        1. Black N*2b
        1手目▲２二桂
        1. Black +P*2b
        1手目▲２二と
        1. Black P*2d
        1手目▲２四歩
        1. Black L-1h
        1手目▲１八香
        1. Black P*1b
        1手目▲１二歩
    "#]]
    .assert_eq(&told);
}

#[test]
fn an_illegal_move_of_a_piece_reads_like_a_legal_one() {
    // A gold steps diagonally backwards; another gold could go there only in the second position.
    for (sfen, expected) in [
        (
            "4k4/9/9/9/9/9/9/4G4/4K4 b - 1",
            expect![[r#"
            1. Black G-4i (0.3s of lag)
            1手目▲４九金（通信の遅れ0.3秒）
        "#]],
        ),
        (
            "4k4/9/9/9/9/9/9/4G4/4K1G2 b - 1",
            expect![[r#"
            1. Black G5h-4i (0.3s of lag)
            1手目▲４九金(58)（通信の遅れ0.3秒）
        "#]],
        ),
    ] {
        let mut opening = Opening::new(Preset::Fesa);
        opening.start = StartFrom::Custom(Box::new(sfen.parse().unwrap()));
        let game = Game::new(opening).unwrap();
        let moved = Fact::Moved(Moved {
            color: komadai_core::Color::Black,
            deed: "5h4i".parse().unwrap(),
            breach: Some(Breach::NotAMove),
            check: false,
            lag: Millis::new(300),
        });
        expected.assert_eq(&tell(&game, Actor::BLACK, vec![moved]));
    }
}
