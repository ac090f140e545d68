mod board;

use super::*;
use crate::rules::Preset;
use expect_test::{Expect, expect};
use komadai_core::{Illegal, Setup, Variant};
use komadai_kifu::record::{Builder, Ending, Termination};

/// Plays from an SFEN, ends as told (`TORYO white` names the winner), and shows the judgement.
fn check(preset: Preset, sfen: &str, moves: &str, ending: &str, expected: Expect) {
    let setup = Setup::parse_tolerant(sfen).unwrap();
    let mut builder = Builder::new(Record::new(Variant::Shogi, setup));
    for mv in moves.split_whitespace() {
        builder.play(mv.parse().unwrap());
    }
    if let Some(ending) = parse_ending(ending) {
        builder.end(ending);
    }
    let judgement = judge(&builder.finish(), Some(RuleSet::preset(preset)));
    let mut lines: Vec<String> = Vec::new();
    for finding in &judgement.findings {
        let fate = finding.fate.map(|fate| format!(": {fate}"));
        lines.push(format!("{finding}{}", fate.unwrap_or_default()));
    }
    if let Some(outcome) = judgement.outcome {
        lines.push(format!(
            "{} by {}",
            outcome.verdict,
            objection::end(outcome.cause)
        ));
    }
    lines.push(format!("{:?}", judgement.agreement));
    expected.assert_eq(&lines.join("\n"));
}

fn parse_ending(text: &str) -> Option<Ending> {
    let (word, winner) = text.split_once(' ').unwrap_or((text, ""));
    let termination = Termination::NAMED
        .into_iter()
        .find(|termination| termination.word() == word)?;
    let winner = Color::ALL
        .into_iter()
        .find(|color| color.to_string() == winner);
    Some(Ending {
        termination,
        winner,
    })
}

/// The two-pawn drop of the encyclopedia.
const TWO_PAWNS: &str =
    "ln1s3+R1/1ks6/1p1p3P1/p1ps5/4l2p1/P1P1P1P1P/1P1PS1+n2/2KGG1B+r1/LN3G2L b G3Pbn2p 109";

#[test]
fn two_pawns_lose_when_they_are_claimed() {
    check(
        Preset::Fesa,
        TWO_PAWNS,
        "P*2i",
        "ILLEGAL_MOVE white",
        expect![[r#"
            ply 1: illegal move P*2i: two pawns on one file (nifu), FESA 3.11 (a): was claimed and loses the game
            White wins by an illegal move
            Agrees"#]],
    );
    check(
        Preset::JsaPro,
        TWO_PAWNS,
        "P*2i",
        "ILLEGAL_MOVE white",
        expect![[r#"
            ply 1: illegal move P*2i: two pawns on one file (nifu), FESA 3.11 (a): was claimed and loses the game
            White wins by an illegal move
            Agrees"#]],
    );
    check(
        Preset::Casual,
        TWO_PAWNS,
        "P*2i",
        "",
        expect![[r#"
        ply 1: illegal move P*2i: two pawns on one file (nifu), FESA 3.11 (a): cannot be played by these rules
        Open"#]],
    );
}

#[test]
fn two_pawns_can_be_claimed_as_long_as_they_stand() {
    // White answers, and claims when he has the move again.
    check(
        Preset::Fesa,
        TWO_PAWNS,
        "P*2i 2h3h 9i9h",
        "ILLEGAL_MOVE white",
        expect![[r#"
            ply 1: illegal move P*2i: two pawns on one file (nifu), FESA 3.11 (a): was claimed and loses the game
            White wins by an illegal move
            Agrees"#]],
    );
    // White answers and claims at once: he does not have the move.
    check(
        Preset::Fesa,
        TWO_PAWNS,
        "P*2i 2h3h",
        "ILLEGAL_MOVE white",
        expect![[r#"
            ply 1: illegal move P*2i: two pawns on one file (nifu), FESA 3.11 (a): could be claimed until after ply 1, and stands
            ply 2: the illegal move was answered before it was claimed, FESA 9.4
            Differs"#]],
    );
    // White takes the second pawn: nothing is left to be claimed.
    check(
        Preset::Fesa,
        TWO_PAWNS,
        "P*2i 2h2i 9i9h",
        "ILLEGAL_MOVE white",
        expect![[r#"
            ply 1: illegal move P*2i: two pawns on one file (nifu), FESA 3.11 (a): could be claimed until after ply 1, and stands
            ply 3: the illegal move was answered before it was claimed, FESA 9.4
            Differs"#]],
    );
    check(
        Preset::JsaAmateur,
        TWO_PAWNS,
        "P*2i 2h2i 9i9h",
        "ILLEGAL_MOVE white",
        expect![[r#"
            ply 1: illegal move P*2i: two pawns on one file (nifu), FESA 3.11 (a): was claimed and loses the game
            White wins by an illegal move
            Agrees"#]],
    );
    // Nobody says a word, and Black resigns.
    check(
        Preset::Fesa,
        TWO_PAWNS,
        "P*2i 2h2i",
        "TORYO white",
        expect![[r#"
            ply 1: illegal move P*2i: two pawns on one file (nifu), FESA 3.11 (a): could be claimed until after ply 1, and stands
            White wins by resignation
            Agrees"#]],
    );
}

#[test]
fn repetition_ends_a_game_by_itself_or_by_claim() {
    let round = "2h3h 8b7b 3h2h 7b8b ";
    let four = round.repeat(3);
    check(
        Preset::Casual,
        "startpos",
        &four,
        "SENNICHITE",
        expect![[r#"
            draw by repetition
            Agrees"#]],
    );
    check(
        Preset::Fesa,
        "startpos",
        &four,
        "SENNICHITE",
        expect![[r#"
        draw by repetition
        Agrees"#]],
    );
    // One move short: about to appear.
    let short = four.trim_end().rsplit_once(' ').unwrap().0;
    check(
        Preset::Fesa,
        "startpos",
        short,
        "SENNICHITE",
        expect![[r#"
        draw by repetition
        Agrees"#]],
    );
    check(
        Preset::Casual,
        "startpos",
        short,
        "SENNICHITE",
        expect![[r#"
            ply 11: the record ends with repetition, but no position stood four times, FESA 5.2
            Differs"#]],
    );
    let on = format!("{four}7g7f");
    check(
        Preset::Fesa,
        "startpos",
        &on,
        "TORYO black",
        expect![[r#"
        Black wins by resignation
        Agrees"#]],
    );
    check(
        Preset::Casual,
        "startpos",
        &on,
        "TORYO black",
        expect![[r#"
            ply 13: a move after the end of the game by repetition, FESA 5.2
            draw by repetition
            Differs"#]],
    );
}

#[test]
fn perpetual_check_is_the_checking_side_s_fault() {
    let sfen = "4k4/9/9/9/4+R4/9/9/9/K8 w - 1";
    let round = "5a4a 5e4e 4a5a 4e5e ".repeat(3);
    check(
        Preset::Fesa,
        sfen,
        &round,
        "ILLEGAL_MOVE white",
        expect![[r#"
            ply 12: perpetual check by black, FESA 3.12: was claimed and loses the game
            White wins by an illegal move
            Agrees"#]],
    );
    check(
        Preset::Fesa,
        sfen,
        &round,
        "SENNICHITE",
        expect![[r#"
            ply 12: perpetual check by black, FESA 3.12: could have been claimed, and stands
            Differs"#]],
    );
    check(
        Preset::JsaPro,
        sfen,
        &round,
        "SENNICHITE",
        expect![[r#"
        ply 12: perpetual check by black, FESA 3.12: loses the game
        ply 12: the record says draw, but by perpetual check it is White wins, FESA 3.12
        White wins by perpetual check
        Differs"#]],
    );
}

/// Black has 30 points in the zone and in hand.
const ENTERED: &str =
    "+R8/2+NK1+R+P+P1/+P+PPS+P4/6g+b1/7p1/3g5/3+b1g+p1+p/5p3/5k+p2 b G3S3N3L7Pl 1";

#[test]
fn declarations_are_judged_by_the_rules() {
    check(
        Preset::Fesa,
        ENTERED,
        "",
        "KACHI black",
        expect![[r#"
        Black wins by declaration
        Agrees"#]],
    );
    check(
        Preset::JsaPro,
        ENTERED,
        "",
        "KACHI black",
        expect![[r#"
        Black wins by declaration
        Agrees"#]],
    );
    check(
        Preset::Seireigi,
        ENTERED,
        "",
        "KACHI black",
        expect![[r#"
        Black wins by counting
        Agrees"#]],
    );
    check(
        Preset::Fesa,
        "startpos",
        "",
        "KACHI black",
        expect![[r#"
        ply 0: the declaration fails: the king is not in the promotion zone; 10 more pieces needed in the zone; 28 more points needed, FESA 5.3
        Differs"#]],
    );
    check(
        Preset::Fesa,
        "startpos",
        "",
        "KACHI white",
        expect![[r#"
        White wins by a wrong declaration
        Agrees"#]],
    );
    check(
        Preset::Fesa,
        ENTERED,
        "",
        "JISHOGI",
        expect![[r#"
        ply 0: the record ends with JISHOGI, which these rules do not have, FESA 5.4
        Differs"#]],
    );
    check(
        Preset::JsaPro,
        ENTERED,
        "",
        "JISHOGI",
        expect![[r#"
        ply 0: the record says draw, but by counting it is Black wins
        Differs"#]],
    );
}

#[test]
fn mate_ends_the_game() {
    let sfen = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
    check(
        Preset::Fesa,
        sfen,
        "G*5b",
        "TSUMI black",
        expect![[r#"
        Black wins by mate
        Agrees"#]],
    );
    check(
        Preset::Fesa,
        sfen,
        "G*5b",
        "TORYO black",
        expect![[r#"
        Black wins by mate
        Agrees"#]],
    );
    check(
        Preset::Fesa,
        sfen,
        "G*5b",
        "TIME_UP white",
        expect![[r#"
        ply 1: the side to move is mated, but the record does not say that it lost, FESA 5.1 (a)
        Black wins by mate
        Differs"#]],
    );
    check(
        Preset::Fesa,
        sfen,
        "G*5b 5a4a",
        "",
        expect![[r#"
        ply 2: a move after mate, FESA 5.1 (a)
        Black wins by mate
        Open"#]],
    );
    check(
        Preset::Fesa,
        sfen,
        "5i4i",
        "TSUMI black",
        expect![[r#"
        ply 1: the record ends with mate, but the side to move has a legal move, FESA 5.1 (a)
        Differs"#]],
    );
}

#[test]
fn endings_that_the_rules_do_not_know_are_objected_to() {
    check(
        Preset::Fesa,
        "startpos",
        "7g7f",
        "HIKIWAKE",
        expect![[r#"
        ply 1: the record ends with HIKIWAKE, which these rules do not have, FESA 5.4
        Differs"#]],
    );
    check(
        Preset::Fesa,
        "startpos",
        "7g7f",
        "MAX_MOVES",
        expect![[r#"
        ply 1: the record ends with MAX_MOVES, which these rules do not have
        Differs"#]],
    );
    check(
        Preset::JsaPro,
        "startpos",
        "7g7f",
        "MAX_MOVES",
        expect![[r#"
            ply 1: the record ends at the move limit, but the limit is 500 moves
            Differs"#]],
    );
    check(
        Preset::Fesa,
        "startpos",
        "7g7f",
        "TRY black",
        expect![[r#"
        ply 1: the record ends with TRY, which these rules do not have
        Differs"#]],
    );
    check(
        Preset::JsaPro,
        "startpos",
        "7g7f",
        "TORYO white",
        expect![[r#"
            ply 1: Black cannot resign: the opponent has the move
            Differs"#]],
    );
    check(
        Preset::Fesa,
        "startpos",
        "7g7f",
        "TORYO white",
        expect![[r#"
            White wins by resignation
            Agrees"#]],
    );
    check(
        Preset::Fesa,
        "startpos",
        "7g7f",
        "TIME_UP black",
        expect!["Open"],
    );
    check(Preset::Fesa, "startpos", "7g7f", "CHUDAN", expect!["Open"]);
    check(
        Preset::Fesa,
        "startpos",
        "7g7f",
        "ILLEGAL_MOVE black",
        expect!["Open"],
    );
}

#[test]
fn what_pieces_cannot_do_has_names_of_its_own() {
    let name = |reason| {
        let mv = "7g7f".parse().unwrap();
        let piece = None;
        Objection::IllegalMove { mv, reason, piece }.offence().name
    };
    assert_eq!(name(Illegal::EmptySquare), "no-piece");
    assert_eq!(name(Illegal::NotInHand), "not-in-hand");
    assert_eq!(name(Illegal::CannotPromote), "no-other-side");
    assert_eq!(name(Illegal::NotAMoveOfThePiece), "not-a-move");
}

#[test]
fn what_nobody_can_play_and_where_nobody_can_start_is_told() {
    check(
        Preset::Fesa,
        "startpos",
        "P*5e 3c3d",
        "",
        expect![[r#"
        ply 1: illegal move P*5e: no such piece in hand, FESA 3.11: nobody could do that with these pieces
        Open"#]],
    );
    check(
        Preset::Fesa,
        "4k4/9/9/9/P8/P8/9/9/9 b G 1",
        "G*5b",
        "",
        expect![[r#"
            ply 0: the start position has faults: black has two pawns on file 9, FESA 3.11 (a)
            Open"#]],
    );
}

#[test]
fn problems_are_judged_by_their_moves() {
    let sfen = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    check(Preset::Fesa, sfen, "G*5b", "TSUMI black", expect!["Open"]);
    check(
        Preset::Casual,
        sfen,
        "G*4a",
        "TSUMI black",
        expect![[r#"
        ply 1: the record ends with mate, but the side to move has a legal move, FESA 5.1 (a)
        Open"#]],
    );
}

#[test]
fn a_beginner_s_illegal_move_is_taken_back() {
    check(
        Preset::Beginner,
        TWO_PAWNS,
        "P*2i",
        "ILLEGAL_MOVE white",
        expect![[r#"
            ply 1: illegal move P*2i: two pawns on one file (nifu), FESA 3.11 (a): is taken back
            Open"#]],
    );
}

#[test]
fn taking_the_king_is_the_claim() {
    check(
        Preset::Fesa,
        "4k4/9/9/9/9/9/9/9/K4R3 b - 1",
        "4i5i 5a5b 5i5b",
        "TORYO black",
        expect![[r#"
            ply 2: illegal move 5a5b: the king is left in check, FESA 1.2: was claimed and loses the game
            Black wins by the taking of a king
            Agrees"#]],
    );
}
