//! What may be done, and what is shown: nothing tells whether a claim would succeed (11.2, 13.6).

use crate::script::{check, log, opening, tell};
use expect_test::expect;
use komadai_core::Color;
use komadai_game::{Allowed, Event, Game};

#[test]
fn everyone_is_told_what_he_may_do() {
    check(
        "
        clock: 10m
        ? may black
        ? may white
        ? may arbiter
        0:00 white starts
        ? may black
        ? may white
        ? may arbiter
        ? may bystander
        0:05 black 7g7f
        ? may black
        ? may white
        0:10 black resigns
        ? may black
        ? may arbiter
        ",
        expect![[r#"
            may black: greet
            may white: place the clock, greet, start the game
            may arbiter: place the clock, start the game, rule
            0:00 White starts the clock of Black.
            may black: move, greet, resign, declare a win, claim the flag, claim a repetition, call the arbiter, ask for an orderly hand, arrange the hand, propose a draw
            may white: greet, resign, claim the flag, claim a repetition, call the arbiter, arrange the hand, propose a draw
            may arbiter: rule
            may bystander: 
            0:05 1. Black P-7f
            may black: greet, resign, claim the flag, claim a repetition, call the arbiter, arrange the hand, propose a draw
            may white: move, greet, resign, declare a win, claim the flag, claim a repetition, call the arbiter, ask for an orderly hand, arrange the hand, claim an illegal move, propose a draw
            0:10 White wins: Black resigns.
            may black: greet
            may arbiter: rule
        "#]],
    );
}

#[test]
fn a_bystander_can_do_nothing() {
    let acts = [
        "arrives",
        "greets",
        "tosses uuuuu",
        "commits to seed 7",
        "adds 1",
        "reveals seed 7",
        "places clock left",
        "starts",
        "7g7f",
        "presses",
        "ticks",
        "resigns",
        "declares",
        "points out black",
        "claims flag",
        "claims repetition",
        "claims count",
        "offers draw",
        "accepts draw",
        "declines draw",
        "takes back",
        "calls arbiter: a phone",
        "displaces",
        "asks to arrange",
        "arranges",
        "pauses: a noise",
        "decides black: I like him",
    ];
    let acts: String = acts.map(|act| format!("9:00 bystander {act}\n")).concat();
    for stage in [
        "toss: black",
        "",
        "8:00 white starts",
        "8:00 white starts\n8:10 black 8h7h",
        "8:00 white starts\n8:10 black displaces",
        "8:00 white starts\n8:10 black calls arbiter: a question",
        "8:00 white starts\n8:10 black resigns",
    ] {
        let told = tell(&format!("set: press apart\nclock: 10m\n{stage}\n{acts}"));
        let tried: Vec<&str> = told.lines().filter(|it| it.starts_with("9:00")).collect();
        assert_eq!(tried.len(), 27, "{told}");
        let refused = |line: &&str| line.starts_with("9:00 refused: a bystander cannot ");
        assert!(tried.iter().all(refused), "{told}");
    }
}

#[test]
fn what_may_be_done_does_not_tell_a_legal_move_from_an_illegal_one() {
    let may = |rules: &str, deed: &str| {
        tell(&format!(
            "rules: {rules}\nclock: 10m\n0:00 white starts\n0:05 black {deed}\n? may black\n? may white\n\
             ? may arbiter\n? may bystander"
        ))
    };
    let rest = |told: String| told.lines().skip(2).collect::<Vec<_>>().join("\n");
    for rules in ["fesa", "jsa-pro", "beginner", "seireigi"] {
        let legal = rest(may(rules, "7g7f"));
        assert_eq!(legal, rest(may(rules, "8h7h")), "{rules}");
        assert_eq!(legal, rest(may(rules, "7g7e")), "{rules}");
    }
}

#[test]
fn what_may_be_done_does_not_tell_a_fallen_flag() {
    let may = |at: &str| {
        tell(&format!(
            "clock: 10m\n0:00 white starts\n{at} black 7g7f\n? may black\n? may white"
        ))
    };
    let rest = |told: String| told.lines().skip(2).collect::<Vec<_>>().join("\n");
    assert_eq!(rest(may("9:59")), rest(may("10:01")));
}

#[test]
fn what_may_be_done_does_not_tell_a_repetition() {
    let round = "2h3h 8b7b 3h2h 7b8b";
    let may = |rounds: usize| {
        let moves = [round].repeat(rounds).join(" ");
        tell(&format!(
            "0:00 white starts\n0:01 moves {moves}\n? may black\n? may white"
        ))
    };
    let rest = |told: String| told.lines().skip(2).collect::<Vec<_>>().join("\n");
    assert_eq!(rest(may(1)), rest(may(3)));
}

#[test]
fn the_laws_allow_no_help_while_the_game_runs() {
    check(
        "rules: fesa\n? help\n0:00 white starts\n? help",
        expect![[r#"
            help: board No, engine No, rule book No
            0:00 White begins the game. Black has the move.
            help: board No, engine No, rule book No
        "#]],
    );
}

#[test]
fn everyone_sees_the_pieces_in_hand() {
    for rules in ["fesa", "seireigi"] {
        // A bishop is taken, and a pawn by an illegal move.
        let script =
            format!("rules: {rules}\n0:00 white starts\n0:01 moves 7g7f 3c3d 8h3c 2b3c 2h2c 3a2b");
        let (game, events) = log(&script);
        let public: Vec<Event> = events.iter().map(|it| it.public(Allowed::No)).collect();
        let seen = Game::replay(opening(&script), &public).unwrap();
        let hands = |game: &Game| Color::ALL.map(|color| game.position().hand(color));
        assert_eq!(hands(&seen), hands(&game));
        assert_eq!(hands(&seen).map(|hand| hand.len()), [1, 1], "{rules}");
    }
}

#[test]
fn after_the_game_all_help_is_allowed() {
    check(
        "
        rules: jsa-pro
        0:00 white starts
        ? help
        0:01 black resigns
        ? help
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            help: board No, engine No, rule book No
            0:01 White wins: Black resigns.
            help: board Yes, engine Yes, rule book Yes
        "#]],
    );
}

#[test]
fn a_game_is_told_in_japanese() {
    check(
        "
        rules: fesa
        clock: 15m+60s
        0:00 white places clock right
        0:00 white starts
        moves 7g7f 3c3d 8h2b+ 3a2b B*4e
        0:10 white calls arbiter: a question
        0:20 arbiter gives 2m against white for stopping: no reason
        0:30 arbiter resumes: go on
        0:40 white claims illegal move
        0:50 white resigns
        ? japanese
        ",
        expect![[r#"
            0:00 White puts the clock to the right of Black.
            0:00 White starts the clock of Black.
            1. Black P-7f / 2. White P-3d / 3. Black Bx2b+ / 4. White Sx2b / 5. Black B*4e
            0:10 White stops the clocks and calls the arbiter: a question
            0:20 The arbiter: 2m for Black, for stopping the clocks without a reason. Reason: no reason
            0:30 The arbiter: the game goes on. Reason: go on
            0:40 White claims an illegal move of Black.
            0:40 The claim of an illegal move is wrong. White is warned.
            0:50 Black wins: White resigns.
            japanese: 
            後手が時計を先手から見て右に置く。
            後手が先手の時計を動かす。
            1手目▲７六歩
            2手目△３四歩
            3手目▲２二角成
            4手目△同　銀
            5手目▲４五角
            後手が時計を止めて審判を呼ぶ：a question
            審判：先手に2分を加える（理由なく時計を止めた）。理由：no reason
            審判：対局を再開する。理由：go on
            後手が先手の反則を指摘。
            反則の主張は認められない。後手に警告。
            先手の勝ち：後手の投了。
        "#]],
    );
}
