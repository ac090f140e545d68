//! Before the first move: Articles 2, 7 and 8.4 to 8.6, handicaps, other positions.

use crate::script::{check, opening, play};
use expect_test::expect;
use komadai_core::Color;
use komadai_game::furigoma::{Majority, Nonces, Seed, Toss, verify_all};
use komadai_game::{
    Act, Actor, ClockSide, Command, Fact, FirstMove, Game, Millis, Opening, OpeningError, Preset,
    StartFrom, decide,
};
use komadai_kifu::Handicap;

#[test]
fn black_moves_first_and_the_players_take_turns() {
    check(
        "
        rules: fesa
        ? sfen
        0:00 white starts
        0:01 black 7g7f
        0:02 white 3c3d
        0:03 black 2g2f
        ? sfen
        ",
        expect![[r#"
            sfen: lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
            0:00 White begins the game. Black has the move.
            0:01 1. Black P-7f
            0:02 2. White P-3d
            0:03 3. Black P-2f
            sfen: lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P4P1/PP1PPPP1P/1B5R1/LNSGKGSNL w - 4
        "#]],
    );
}

#[test]
fn no_move_is_made_before_the_start() {
    check(
        "
        rules: fesa
        0:00 black 7g7f
        0:00 black resigns
        0:00 white claims flag
        ",
        expect![[r#"
            0:00 refused: Black cannot move: the game has not begun (FESA 8.5)
            0:00 refused: Black cannot resign: the game has not begun (FESA 8.5)
            0:00 refused: White cannot claim the flag: the game has not begun (FESA 8.5)
        "#]],
    );
}

#[test]
fn the_majority_of_five_pawns_decides_who_is_black() {
    check(
        "
        toss: black
        0:00 white starts
        0:00 white tosses uuupp
        0:01 black tosses uuupp
        0:02 black tosses uuupp
        ? players
        0:03 white starts
        ",
        expect![[r#"
            0:00 refused: White cannot start the game: the pawns are still to be tossed (FESA 7.1)
            0:00 refused: White cannot toss the pawns: that is for others to do (FESA 7.1)
            0:01 Black tosses the pawns: 3 unpromoted, 2 promoted, the sides stay as they are.
            0:02 refused: Black cannot toss the pawns: that has been done already
            players: swapped false
            0:03 White begins the game. Black has the move.
        "#]],
    );
    check(
        "
        toss: black
        0:01 black tosses pppuu
        ? players
        0:03 white starts
        ",
        expect![[r#"
            0:01 Black tosses the pawns: 2 unpromoted, 3 promoted, the sides are exchanged.
            players: swapped true
            0:03 White begins the game. Black has the move.
        "#]],
    );
}

#[test]
fn pawns_that_do_not_lie_flat_are_not_counted() {
    for (faces, told) in [
        (
            "uupee",
            expect![[r#"
            0:01 Black tosses the pawns: 2 unpromoted, 1 promoted, 2 not flat, the sides stay as they are.
        "#]],
        ),
        (
            "uueee",
            expect![[r#"
            0:01 Black tosses the pawns: 2 unpromoted, 0 promoted, 3 not flat, the sides stay as they are.
        "#]],
        ),
        (
            "peeee",
            expect![[r#"
            0:01 Black tosses the pawns: 0 unpromoted, 1 promoted, 4 not flat, the sides are exchanged.
        "#]],
        ),
        (
            "ppeee",
            expect![[r#"
            0:01 Black tosses the pawns: 0 unpromoted, 2 promoted, 3 not flat, the sides are exchanged.
        "#]],
        ),
    ] {
        check(&format!("toss: black\n0:01 black tosses {faces}"), told);
    }
}

#[test]
fn without_a_majority_the_pawns_are_tossed_again() {
    check(
        "
        toss: white
        0:01 white tosses uuppe
        0:02 white tosses eeeee
        0:03 black starts
        0:04 white tosses ppppp
        ? players
        ",
        expect![[r#"
            0:01 White tosses the pawns: 2 unpromoted, 2 promoted, 1 not flat, no majority, toss again.
            0:02 White tosses the pawns: 0 unpromoted, 0 promoted, 5 not flat, no majority, toss again.
            0:03 refused: Black cannot start the game: the pawns are still to be tossed (FESA 7.1)
            0:04 White tosses the pawns: 0 unpromoted, 5 promoted, the sides stay as they are.
            players: swapped false
        "#]],
    );
}

#[test]
fn the_arbiter_tosses_for_an_absent_player() {
    check(
        "
        toss: black
        attendance: to arrive
        0:00 black arrives
        0:01 black tosses uuuuu
        0:02 arbiter tosses uuuuu
        0:03 bystander tosses uuuuu
        ",
        expect![[r#"
            0:00 Black comes to the board.
            0:01 refused: Black cannot toss the pawns: the player has not arrived (FESA 7.2)
            0:02 The arbiter tosses the pawns: 5 unpromoted, 0 promoted, the sides stay as they are.
            0:03 refused: a bystander cannot toss the pawns: that has been done already
        "#]],
    );
}

#[test]
fn online_the_toss_follows_from_numbers_that_nobody_can_steer() {
    check(
        "
        toss: white
        0:00 white commits to seed 7
        0:01 black adds 1
        0:02 host commits to seed 7
        0:03 white tosses uuuuu
        0:04 host reveals seed 7
        0:05 black adds 1
        0:06 black adds 3
        0:07 white adds 2
        0:08 host reveals seed 8
        0:09 host reveals seed 7
        ? players
        ",
        expect![[r#"
            0:00 refused: White cannot commit to a toss: that is for others to do (FESA 7.1)
            0:01 refused: Black cannot add a number to the toss: the commitment or a player's number is missing (FESA 7.1)
            0:02 The host commits to a secret seed for the toss.
            0:03 refused: White cannot toss the pawns: the toss follows from the seed that was committed to (FESA 7.1)
            0:04 refused: the host cannot reveal the toss: the commitment or a player's number is missing (FESA 7.1)
            0:05 Black adds a number to the toss.
            0:06 refused: Black cannot add a number to the toss: that has been done already
            0:07 White adds a number to the toss.
            0:08 refused: the host cannot reveal the toss: this is not the seed that was committed to (FESA 7.1)
            0:09 The host reveals the seed, and the toss follows from it.
            0:09 The host tosses the pawns: 4 unpromoted, 1 promoted, the sides are exchanged.
            players: swapped true
        "#]],
    );
}

#[test]
fn a_toss_is_committed_to_and_revealed_by_the_host_once() {
    check(
        "
        toss: white
        0:00 host commits to seed 7
        0:01 host commits to seed 8
        0:02 arbiter commits to seed 9
        0:03 black adds 1
        0:04 white adds 2
        0:05 white reveals seed 7
        0:06 host reveals seed 7
        0:07 host reveals seed 7
        0:08 host commits to seed 7
        ",
        expect![[r#"
            0:00 The host commits to a secret seed for the toss.
            0:01 refused: the host cannot commit to a toss: that has been done already
            0:02 refused: the arbiter cannot commit to a toss: that has been done already
            0:03 Black adds a number to the toss.
            0:04 White adds a number to the toss.
            0:05 refused: White cannot reveal the toss: that is for others to do (FESA 7.1)
            0:06 The host reveals the seed, and the toss follows from it.
            0:06 The host tosses the pawns: 4 unpromoted, 1 promoted, the sides are exchanged.
            0:07 refused: the host cannot reveal the toss: that has been done already
            0:08 refused: the host cannot commit to a toss: that has been done already
        "#]],
    );
}

/// Plays an online toss for White and gives what a player has to check it by: the tosses.
fn online_toss(seed: Seed, nonces: Nonces) -> Vec<Toss> {
    let tosser = Color::White;
    let opening = Opening {
        first_move: FirstMove::Furigoma { tosser },
        ..Opening::new(Preset::Fesa)
    };
    let mut game = Game::new(opening).expect("it can begin");
    let mut tosses = Vec::new();
    for (by, act) in [
        (Actor::Host, Act::CommitToss(seed.commitment())),
        (Actor::Player(!tosser), Act::AddNonce(nonces.other)),
        (Actor::Player(tosser), Act::AddNonce(nonces.tosser)),
        (Actor::Host, Act::RevealToss(seed)),
    ] {
        for event in decide(&game, Command::new(by, act), Millis::ZERO).expect("it is in order") {
            game.apply(&event);
            if let Fact::Tossed(toss) = event.fact {
                tosses.push(toss);
            }
        }
    }
    tosses
}

#[test]
fn what_the_host_reveals_passes_the_check_that_any_player_can_make() {
    let nonces = Nonces {
        tosser: [0x11; 32],
        other: [0x22; 32],
    };
    // Its first toss is a tie, so that the numbers of the rounds count.
    let tied = "96a610aee3735ad666d7a40a0f030498b6b8b26ea3240a7308723b61a7794a87";
    let tied: Seed = tied.parse().unwrap();
    let tosses = online_toss(tied, nonces);
    let texts: Vec<String> = tosses.iter().map(Toss::to_string).collect();
    assert_eq!(texts, ["EPUPU", "UUUUP"]);
    let checked = verify_all(&tied.commitment(), &tied, &nonces, &tosses);
    assert_eq!(checked, Ok(Majority::Tosser));
    for number in 0..200 {
        let seed = Seed([number; 32]);
        let tosses = online_toss(seed, nonces);
        let checked = verify_all(&seed.commitment(), &seed, &nonces, &tosses);
        assert!(checked.is_ok(), "seed {number}: {checked:?}");
    }
}

#[test]
fn white_chooses_where_the_clock_stands() {
    check(
        "
        clock: 15m+60s
        0:00 black places clock left
        0:01 white places clock right
        0:02 arbiter places clock left
        0:03 white places clock right
        0:04 white starts
        0:05 white places clock right
        ",
        expect![[r#"
            0:00 refused: Black cannot place the clock: that is for others to do (FESA 8.4)
            0:01 White puts the clock to the right of Black.
            0:02 The arbiter puts the clock to the left of Black.
            0:03 refused: White cannot place the clock: that is for others to do (FESA 8.4)
            0:04 White starts the clock of Black.
            0:05 refused: White cannot place the clock: the game has begun
        "#]],
    );
}

#[test]
fn everyone_can_see_where_the_clock_stands() {
    let side = |acts| play(&format!("clock: 15m\n{acts}")).clock_side();
    assert_eq!(side(""), None);
    assert_eq!(
        side("0:01 white places clock right"),
        Some(ClockSide::Right)
    );
    let again = "0:01 white places clock right\n0:02 host places clock left";
    assert_eq!(side(again), Some(ClockSide::Left));
}

#[test]
fn the_clock_is_started_by_white_or_the_arbiter() {
    check(
        "
        clock: 15m+60s
        0:00 black starts
        0:05 white starts
        0:15 arbiter starts
        ? clocks
        ? running
        ",
        expect![[r#"
            0:00 refused: Black cannot start the game: that is for others to do (FESA 8.5)
            0:05 White starts the clock of Black.
            0:15 refused: the arbiter cannot start the game: the game has begun
            clocks: Black 14:50, White 15:00
            running: Some(Black)
        "#]],
    );
    check(
        "
        clock: 15m+60s
        attendance: to arrive
        0:00 arbiter starts
        10:00 black arrives
        ? clocks
        10:10 black 7g7f
        10:20 white 3c3d
        ",
        expect![[r#"
            0:00 The arbiter starts the clock of Black.
            10:00 Black comes to the board.
            clocks: Black 5:00, White 15:00
            10:10 1. Black P-7f
            10:20 refused: White cannot move: the player has not arrived (FESA 8.6)
        "#]],
    );
}

#[test]
fn who_comes_after_the_time_is_used_up_has_lost() {
    check(
        "
        clock: 15m
        attendance: to arrive
        0:00 white arrives
        0:00 white starts
        14:59.999 black arrives
        ",
        expect![[r#"
            0:00 White comes to the board.
            0:00 White starts the clock of Black.
            14:59.999 Black comes to the board.
        "#]],
    );
    check(
        "
        clock: 15m
        attendance: to arrive
        0:00 white arrives
        0:00 white starts
        15:00 black arrives
        ",
        expect![[r#"
            0:00 White comes to the board.
            0:00 White starts the clock of Black.
            15:00 Black comes to the board.
            15:00 White wins: Black came when the time was used up.
        "#]],
    );
}

#[test]
fn an_absent_player_neither_moves_nor_starts() {
    check(
        "
        clock: 15m
        attendance: to arrive
        0:00 white starts
        0:01 host starts
        0:02 black 7g7f
        0:03 black claims flag
        0:04 black arrives
        0:05 black arrives
        0:06 black 7g7f
        ",
        expect![[r#"
            0:00 refused: White cannot start the game: the player has not arrived (FESA 8.6)
            0:01 The host starts the clock of Black.
            0:02 refused: Black cannot move: the player has not arrived (FESA 8.6)
            0:03 refused: Black cannot claim the flag: the player has not arrived (FESA 8.6)
            0:04 Black comes to the board.
            0:05 refused: Black cannot arrive: the player is there already
            0:06 1. Black P-7f
        "#]],
    );
}

#[test]
fn players_greet_before_and_after() {
    check(
        "
        0:00 black greets
        0:00 white greets
        0:00 white greets
        0:01 white starts
        0:02 black resigns
        0:03 white greets
        0:04 black greets
        ? japanese
        ",
        expect![[r#"
            0:00 Black greets the opponent.
            0:00 White greets the opponent.
            0:00 refused: White cannot greet: that has been done already
            0:01 White begins the game. Black has the move.
            0:02 White wins: Black resigns.
            0:03 White thanks for the game.
            0:04 Black thanks for the game.
            japanese: 
            先手「よろしくお願いします」
            後手「よろしくお願いします」
            後手が対局を始める。先手の手番。
            後手の勝ち：先手の投了。
            後手「ありがとうございました」
            先手「ありがとうございました」
        "#]],
    );
}

#[test]
fn a_first_greeting_may_come_late() {
    check(
        "
        0:00 white starts
        0:01 black greets
        0:02 black greets
        0:03 black 7g7f
        0:04 white greets
        0:05 white greets
        0:06 arbiter greets
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 Black greets the opponent.
            0:02 refused: Black cannot greet: that has been done already
            0:03 1. Black P-7f
            0:04 White greets the opponent.
            0:05 refused: White cannot greet: that has been done already
            0:06 refused: the arbiter cannot greet: that is for others to do
        "#]],
    );
    check(
        "
        0:00 white starts
        0:01 moves 7g7f 3c3d
        0:03 black greets
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            1. Black P-7f / 2. White P-3d
            0:03 refused: Black cannot greet: that has been done already
        "#]],
    );
}

#[test]
fn in_every_handicap_white_moves_first_and_black_starts_the_clock() {
    for handicap in Handicap::ALL {
        let mut opening = Opening::new(Preset::Fesa);
        opening.start = StartFrom::Handicap(handicap);
        let game = Game::new(opening).unwrap();
        let first = match handicap {
            Handicap::Even => Color::Black,
            _ => Color::White,
        };
        assert_eq!(game.turn(), first, "{handicap}");
    }
    check(
        "
        start: two-piece
        clock: 30m
        0:00 white starts
        0:01 black starts
        0:05 black 7g7f
        0:06 white claims illegal move
        ",
        expect![[r#"
            0:00 refused: White cannot start the game: that is for others to do (FESA 8.5)
            0:01 Black starts the clock of White.
            0:05 1. Black P-7f
            0:06 White claims an illegal move of Black.
            0:06 White wins: illegal move of Black (out of turn).
        "#]],
    );
}

#[test]
fn handicap_pieces_are_out_of_play() {
    check(
        "
        start: eight-piece
        ? sfen
        ? points
        0:00 black starts
        0:01 white 5a4b
        ? sfen
        ",
        expect![[r#"
            sfen: 3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1
            points: Black 27, White 11
            0:00 Black begins the game. White has the move.
            0:01 1. White K-4b
            sfen: 3g1g3/5k3/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 2
        "#]],
    );
}

#[test]
fn a_handicap_leaves_nothing_to_toss_for() {
    let opening = opening("toss: black\nstart: bishop");
    let error = Game::new(opening).unwrap_err();
    assert_eq!(error, OpeningError::TossInHandicap);
}

#[test]
fn any_position_of_a_game_can_be_the_start() {
    check(
        "
        start: 4k4/9/4P4/9/9/9/9/9/4K4 b G 41
        0:00 white starts
        0:01 black G*5b
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 41. Black G*5b
            0:01 Black wins: checkmate.
        "#]],
    );
    let wrong = opening("start: 4k4/4P4/9/9/9/9/9/9/4K4 b P 1");
    assert!(matches!(Game::new(wrong), Err(OpeningError::Start(_))));
}
