//! The arbiter: Articles 9, 11 and 13.

use crate::script::{check, tell};
use expect_test::expect;

#[test]
fn a_ruling_has_a_reason_and_is_the_arbiters() {
    check(
        "
        clock: 10m
        0:00 white starts
        0:01 arbiter warns black for conduct:
        0:02 white warns black for conduct: he hums
        0:03 bystander decides black: I like him
        0:04 host defeats black for conduct: he hums
        0:05 arbiter warns black for conduct: he hums
        ? warnings
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:01 refused: the arbiter cannot rule: a reason must be given (FESA 13.3)
            0:02 refused: White cannot rule: that is for others to do (FESA 13.6)
            0:03 refused: a bystander cannot rule: that is for others to do (FESA 13.6)
            0:04 refused: the host cannot rule: that is for others to do (FESA 13.6)
            0:05 The arbiter: a warning for Black, for bad conduct. Reason: he hums
            warnings: Black 1, White 0
        "#]],
    );
}

#[test]
fn the_penalties_are_warning_time_loss_and_expulsion() {
    let told = [
        "warns black for clock-handling: hovered over the button",
        "gives 2m against black for clock-handling: punched the clock",
        "takes 3m off black for outside-hint: spoke in another game",
        "defeats black for advice: looked at a phone",
        "expels black for conduct: threw the board",
    ]
    .map(|ruling| {
        tell(&format!(
            "clock: 10m\n0:00 white starts\n0:10 black 7g7f\n0:20 arbiter {ruling}\n? clocks\n\
             ? warnings"
        ))
    });
    expect![[r#"
        0:00 White starts the clock of Black.
        0:10 1. Black P-7f
        0:20 The arbiter: a warning for Black, for improper handling of the clock. Reason: hovered over the button
        clocks: Black 9:50, White 9:50
        warnings: Black 1, White 0
        0:00 White starts the clock of Black.
        0:10 1. Black P-7f
        0:20 The arbiter: 2m for White, for improper handling of the clock. Reason: punched the clock
        clocks: Black 9:50, White 11:50
        warnings: Black 0, White 0
        0:00 White starts the clock of Black.
        0:10 1. Black P-7f
        0:20 The arbiter: 3m off the clock of Black, for a hint from outside. Reason: spoke in another game
        clocks: Black 6:50, White 9:50
        warnings: Black 0, White 0
        0:00 White starts the clock of Black.
        0:10 1. Black P-7f
        0:20 The arbiter: Black loses the game, for notes, advice or analysis. Reason: looked at a phone
        0:20 White wins: penalty of Black for notes, advice or analysis.
        clocks: Black 9:50, White 9:50
        warnings: Black 0, White 0
        0:00 White starts the clock of Black.
        0:10 1. Black P-7f
        0:20 The arbiter: Black is expelled from the event, for bad conduct. Reason: threw the board
        0:20 White wins: penalty of Black for bad conduct.
        clocks: Black 9:50, White 9:50
        warnings: Black 0, White 0
    "#]].assert_eq(&told.concat());
}

#[test]
fn time_taken_off_can_leave_none() {
    check(
        "
        clock: 5m
        0:00 white starts
        1:00 arbiter takes 10m off black for conduct: he sings
        ? clocks
        1:01 white claims flag
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            1:00 The arbiter: 10m off the clock of Black, for bad conduct. Reason: he sings
            clocks: Black 0:00, White 5:00
            1:01 White stops the clocks and claims a win on time.
            1:01 The flag of Black is down.
            1:01 White wins: the time of Black has run out.
        "#]],
    );
}

#[test]
fn who_does_not_comply_with_a_ruling_can_be_made_to_lose() {
    check(
        "
        clock: 10m
        0:00 white starts
        0:10 arbiter pauses: come here, both
        0:20 arbiter defeats white for refusal: he does not come
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:10 The arbiter: the game is interrupted. Reason: come here, both
            0:20 The arbiter: White loses the game, for not complying with a ruling. Reason: he does not come
            0:20 Black wins: penalty of White for not complying with a ruling.
        "#]],
    );
}

#[test]
fn a_disturbance_is_made_good() {
    check(
        "
        clock: 10m
        0:00 white starts
        1:00 arbiter awards black 2m: the alarm rang
        1:00 arbiter awards white 2m: the alarm rang
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            1:00 The arbiter: 2m for Black. Reason: the alarm rang
            1:00 The arbiter: 2m for White. Reason: the alarm rang
            clocks: Black 11:00, White 12:00
        "#]],
    );
}

#[test]
fn a_position_is_set_up_again() {
    check(
        "
        clock: 10m
        0:00 white starts
        moves 7g7f 3c3d 2g2f 8c8d
        0:10 arbiter restores 9: no
        0:11 arbiter restores 2: a piece had slipped
        ? sfen
        ? running
        0:20 black 6g6f
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            1. Black P-7f / 2. White P-3d / 3. Black P-2f / 4. White P-8d
            0:10 refused: the arbiter cannot rule: the game has no such ply (FESA 13.3)
            0:11 The arbiter: the position after 2 moves is set up again. Reason: a piece had slipped
            sfen: lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3
            running: Some(Black)
            0:20 3. Black P-6f
            clocks: Black 9:42, White 9:58
        "#]],
    );
}

#[test]
fn a_claim_waits_for_the_arbiter() {
    check(
        "
        set: judge arbiter
        clock: 10m
        0:00 white starts
        0:05 black 8h7h
        0:10 white claims illegal move
        ? phase
        0:15 black 7g7f
        0:20 arbiter resumes: go on
        0:30 arbiter upholds: a bishop does not go there
        ? clocks
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:05 1. Black B-7h
            0:10 White claims an illegal move of Black.
            phase: Suspended(Claim)
            0:15 refused: Black cannot move: the game is interrupted (FESA 8.12)
            0:20 refused: the arbiter cannot rule: the game is interrupted (FESA 8.12)
            0:30 The arbiter: the claim is right. Reason: a bishop does not go there
            0:30 White wins: illegal move of Black (not a move of the piece).
            clocks: Black 9:55, White 9:55
        "#]],
    );
}

#[test]
fn a_claim_that_the_arbiter_rejects_has_its_price_and_the_game_goes_on() {
    check(
        "
        set: judge arbiter, wrong claim gives 2m
        clock: 10m
        0:00 white starts
        0:05 black 7g7f
        0:10 white claims illegal move
        5:00 arbiter rejects: that was a move
        ? clocks
        ? running
        5:10 white 3c3d
        ",
        expect![[r#"
            0:00 White starts the clock of Black.
            0:05 1. Black P-7f
            0:10 White claims an illegal move of Black.
            5:00 The arbiter: the claim is wrong. Reason: that was a move
            5:00 The claim of an illegal move is wrong. Black is given 2m.
            clocks: Black 11:55, White 9:55
            running: Some(White)
            5:10 2. White P-3d
        "#]],
    );
}

#[test]
fn the_arbiters_word_holds_against_the_machines() {
    let told = [
        (
            "black 7g7f",
            "white claims illegal move",
            "upholds: he moved twice",
        ),
        (
            "black 8h7h",
            "white claims illegal move",
            "rejects: the bishop was adjusted",
        ),
        ("black 7g7f", "black claims flag", "upholds: I saw it"),
        (
            "black 7g7f",
            "white claims repetition",
            "upholds: they forgot to write",
        ),
        ("black 7g7f", "white declares", "upholds: so be it"),
    ]
    .map(|(first, claim, ruling)| {
        tell(&format!(
            "set: judge arbiter\nclock: 10m\n0:00 white starts\n0:05 {first}\n0:10 {claim}\n\
             0:20 arbiter {ruling}"
        ))
    });
    expect![[r#"
        0:00 White starts the clock of Black.
        0:05 1. Black P-7f
        0:10 White claims an illegal move of Black.
        0:20 The arbiter: the claim is right. Reason: he moved twice
        0:20 White wins: decision of the arbiter.
        0:00 White starts the clock of Black.
        0:05 1. Black B-7h
        0:10 White claims an illegal move of Black.
        0:20 The arbiter: the claim is wrong. Reason: the bishop was adjusted
        0:20 The claim of an illegal move is wrong. White is warned.
        0:00 White starts the clock of Black.
        0:05 1. Black P-7f
        0:10 Black stops the clocks and claims a win on time.
        0:20 The arbiter: the claim is right. Reason: I saw it
        0:20 Black wins: decision of the arbiter.
        0:00 White starts the clock of Black.
        0:05 1. Black P-7f
        0:10 White claims fourfold repetition.
        0:20 The arbiter: the claim is right. Reason: they forgot to write
        0:20 A draw: decision of the arbiter.
        0:00 White starts the clock of Black.
        0:05 1. Black P-7f
        0:10 White declares a win by entering king.
        0:20 The arbiter: the claim is right. Reason: so be it
        0:20 White wins: decision of the arbiter.
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn a_declaration_waits_for_the_arbiter() {
    let entered = "start: +R8/2+NK1+R+P+P1/+P+PPS+P4/6g+b1/7p1/3g5/3+b1g+p1+p/5p3/5k+p2 \
                   b G3S3N3L7Pl 1";
    let told = ["upholds: all is there", "rejects: all is not there"].map(|ruling| {
        tell(&format!(
            "{entered}\nset: judge arbiter\n0:00 white starts\n0:05 black declares\n\
             0:06 black 5b5a\n0:10 arbiter {ruling}"
        ))
    });
    expect![[r#"
        0:00 White begins the game. Black has the move.
        0:05 Black declares a win by entering king.
        0:06 refused: Black cannot move: the game is interrupted (FESA 8.12)
        0:10 The arbiter: the claim is right. Reason: all is there
        0:10 Black wins: declaration of an entering king.
        0:00 White begins the game. Black has the move.
        0:05 Black declares a win by entering king.
        0:06 refused: Black cannot move: the game is interrupted (FESA 8.12)
        0:10 The arbiter: the claim is wrong. Reason: all is not there
        0:10 White wins: decision of the arbiter.
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn nothing_is_ruled_on_that_nobody_claimed() {
    check(
        "
        set: judge arbiter
        0:00 white starts
        0:01 arbiter upholds: yes
        0:02 arbiter rejects: no
        0:03 arbiter resumes: go on
        0:04 arbiter puts back: neat
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 refused: the arbiter cannot rule: nothing waits for a ruling (FESA 13.3)
            0:02 refused: the arbiter cannot rule: nothing waits for a ruling (FESA 13.3)
            0:03 refused: the arbiter cannot rule: the game is not interrupted (FESA 8.12)
            0:04 refused: the arbiter cannot rule: the pieces are in order (FESA 9.2)
        "#]],
    );
}

#[test]
fn who_does_not_come_loses_by_forfeit() {
    let told = ["notes absence of black", "notes absence of both"].map(|ruling| {
        tell(&format!(
            "clock: 10m\nattendance: to arrive\n0:00 arbiter {ruling}: the round is over"
        ))
    });
    expect![[r#"
        0:00 The arbiter: Black is not there. Reason: the round is over
        0:00 White wins: Black did not come.
        0:00 The arbiter: neither player is there. Reason: the round is over
        0:00 Both lose: neither player came.
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn what_the_laws_do_not_cover_the_arbiter_decides() {
    let told = ["black", "draw", "both-lose", "no-contest"].map(|verdict| {
        tell(&format!(
            "0:00 white starts\n0:01 arbiter decides {verdict}: the house burns"
        ))
    });
    expect![[r#"
        0:00 White begins the game. Black has the move.
        0:01 The arbiter: the result is decided: Black wins. Reason: the house burns
        0:01 Black wins: decision of the arbiter.
        0:00 White begins the game. Black has the move.
        0:01 The arbiter: the result is decided: a draw. Reason: the house burns
        0:01 A draw: decision of the arbiter.
        0:00 White begins the game. Black has the move.
        0:01 The arbiter: the result is decided: both lose. Reason: the house burns
        0:01 Both lose: decision of the arbiter.
        0:00 White begins the game. Black has the move.
        0:01 The arbiter: the result is decided: no contest. Reason: the house burns
        0:01 No contest: decision of the arbiter.
    "#]]
    .assert_eq(&told.concat());
}

#[test]
fn the_host_can_break_a_game_off() {
    check(
        "
        rules: casual
        0:00 white starts
        0:01 host aborts: the server stops
        ",
        expect![[r#"
            0:00 White begins the game. Black has the move.
            0:01 The host: the game is broken off. Reason: the server stops
            0:01 No contest: broken off.
        "#]],
    );
}
