//! Refusals, and what a game shows.

use crate::check;
use crate::json;
use expect_test::expect;
use komadai_core::Color;
use komadai_game::{
    Act, Actor, Cause, Command, Game, Millis, Opening, Outcome, Phase, Preset, Refusal, Suspension,
    Verdict, Wanted, Why, decide,
};
use komadai_wire::names::WantedDto;
use komadai_wire::refusal::RefusalDto;
use komadai_wire::view::{ClockDto, PhaseDto, wanted};

const OUTCOME: Outcome = Outcome {
    verdict: Verdict::Wins(Color::White),
    cause: Cause::Resignation,
};

#[test]
fn every_reason_for_a_refusal_has_its_code() {
    let lines = Why::all().map(|why| {
        let refusal = Refusal {
            by: Actor::BLACK,
            what: Wanted::Play,
            why,
        };
        let dto = RefusalDto::from(&refusal);
        let line = json(&dto);
        assert_eq!(serde_json::from_str::<RefusalDto>(&line).unwrap(), dto);
        line
    });
    check(
        lines,
        expect![[r#"
            {"code":"not-begun","what":"play","message":"Black cannot move: the game has not begun (FESA 8.5)","article":"8.5"}
            {"code":"begun","what":"play","message":"Black cannot move: the game has begun"}
            {"code":"over","what":"play","message":"Black cannot move: the game is over (FESA 5.1)","article":"5.1"}
            {"code":"suspended","what":"play","message":"Black cannot move: the game is interrupted (FESA 8.12)","article":"8.12"}
            {"code":"not-suspended","what":"play","message":"Black cannot move: the game is not interrupted (FESA 8.12)","article":"8.12"}
            {"code":"backwards","what":"play","message":"Black cannot move: time does not run backwards"}
            {"code":"not-yours","what":"play","message":"Black cannot move: that is for others to do"}
            {"code":"not-your-turn","what":"play","message":"Black cannot move: the opponent has the move (FESA 1.1)","article":"1.1"}
            {"code":"absent","what":"play","message":"Black cannot move: the player has not arrived (FESA 8.6)","article":"8.6"}
            {"code":"present","what":"play","message":"Black cannot move: the player is there already"}
            {"code":"toss-due","what":"play","message":"Black cannot move: the pawns are still to be tossed (FESA 7.1)","article":"7.1"}
            {"code":"no-toss","what":"play","message":"Black cannot move: it is settled who moves first (FESA 7.1)","article":"7.1"}
            {"code":"toss-committed","what":"play","message":"Black cannot move: the toss follows from the seed that was committed to (FESA 7.1)","article":"7.1"}
            {"code":"toss-not-ready","what":"play","message":"Black cannot move: the commitment or a player's number is missing (FESA 7.1)","article":"7.1"}
            {"code":"wrong-seed","what":"play","message":"Black cannot move: this is not the seed that was committed to (FESA 7.1)","article":"7.1"}
            {"code":"already-done","what":"play","message":"Black cannot move: that has been done already"}
            {"code":"displaced","what":"play","message":"Black cannot move: the pieces have to be put back first (FESA 9.2)","article":"9.2"}
            {"code":"in-order","what":"play","message":"Black cannot move: the pieces are in order (FESA 9.2)","article":"9.2"}
            {"code":"no-clock","what":"play","message":"Black cannot move: there is no clock for that (FESA 8.7)","article":"8.7"}
            {"code":"clock-not-running","what":"play","message":"Black cannot move: the clock of the opponent runs (FESA 8.7)","article":"8.7"}
            {"code":"not-in-rules","what":"play","message":"Black cannot move: these rules do not have that"}
            {"code":"by-itself","what":"play","message":"Black cannot move: by these rules that ends the game by itself"}
            {"code":"outsider","what":"play","message":"Black cannot move: nobody but the opponent may point that out (FESA 9.7)","article":"9.7"}
            {"code":"arbiter-silent","what":"play","message":"Black cannot move: the arbiter must not point that out (FESA 13.6)","article":"13.6"}
            {"code":"no-arbiter","what":"play","message":"Black cannot move: there is no arbiter (FESA 8.12)","article":"8.12"}
            {"code":"no-move","what":"play","message":"Black cannot move: there is no such move"}
            {"code":"move-stands","what":"play","message":"Black cannot move: a move that was made stands (FESA 4.3)","article":"4.3"}
            {"code":"no-offer","what":"play","message":"Black cannot move: nothing has been proposed"}
            {"code":"offered","what":"play","message":"Black cannot move: that has been proposed already"}
            {"code":"no-agreed-draw","what":"play","message":"Black cannot move: the players cannot agree on a draw (FESA 5.4)","article":"5.4"}
            {"code":"kings-not-entered","what":"play","message":"Black cannot move: both kings must have entered their promotion zones"}
            {"code":"nothing-pending","what":"play","message":"Black cannot move: nothing waits for a ruling (FESA 13.3)","article":"13.3"}
            {"code":"no-reason","what":"play","message":"Black cannot move: a reason must be given (FESA 13.3)","article":"13.3"}
            {"code":"no-such-ply","what":"play","message":"Black cannot move: the game has no such ply (FESA 13.3)","article":"13.3"}
            {"code":"no-time","what":"play","message":"Black cannot move: the clock would have no time"}
            {"code":"illegal","detail":"out-of-turn","what":"play","message":"Black cannot move: illegal: played out of turn (FESA 1.1)","article":"1.1"}
            {"code":"illegal","detail":"opponents-piece","what":"play","message":"Black cannot move: illegal: moved a piece of the opponent (FESA 1.1)","article":"1.1"}
            {"code":"illegal","detail":"own-piece-taken","what":"play","message":"Black cannot move: illegal: put a piece on one of his own (FESA 3.1)","article":"3.1"}
            {"code":"illegal","detail":"not-a-move","what":"play","message":"Black cannot move: illegal: moved a piece as it does not move (FESA 3)","article":"3"}
            {"code":"illegal","detail":"wrong-promotion","what":"play","message":"Black cannot move: illegal: promoted outside the promotion zone (FESA 3.2)","article":"3.2"}
            {"code":"illegal","detail":"missed-promotion","what":"play","message":"Black cannot move: illegal: did not promote a piece that can never move again (FESA 3.2)","article":"3.2"}
            {"code":"illegal","detail":"drop-on-piece","what":"play","message":"Black cannot move: illegal: dropped a piece on an occupied square (FESA 3.11)","article":"3.11"}
            {"code":"illegal","detail":"dead-end-drop","what":"play","message":"Black cannot move: illegal: dropped a piece where it can never move (FESA 3.11 (b))","article":"3.11 (b)"}
            {"code":"illegal","detail":"promoted-drop","what":"play","message":"Black cannot move: illegal: dropped a piece with its promoted side up (FESA 3.11)","article":"3.11"}
            {"code":"illegal","detail":"two-pawns","what":"play","message":"Black cannot move: illegal: two pawns on one file (nifu) (FESA 3.11 (a))","article":"3.11 (a)"}
            {"code":"illegal","detail":"king-in-check","what":"play","message":"Black cannot move: illegal: left or put the own king in check (FESA 1.2)","article":"1.2"}
            {"code":"illegal","detail":"drop-pawn-mate","what":"play","message":"Black cannot move: illegal: mated by a pawn drop (uchifuzume) (FESA 3.11 (c))","article":"3.11 (c)"}
            {"code":"illegal","detail":"perpetual-check","what":"play","message":"Black cannot move: illegal: repeated the position by continuous checks (FESA 3.12)","article":"3.12"}
            {"code":"impossible","detail":"no-piece","what":"play","message":"Black cannot move: impossible: there is no piece on the origin"}
            {"code":"impossible","detail":"not-in-hand","what":"play","message":"Black cannot move: impossible: no such piece in hand"}
            {"code":"impossible","detail":"no-other-side","what":"play","message":"Black cannot move: impossible: the piece has no promoted side to turn up"}
        "#]],
    );
}

#[test]
fn everything_wanted_has_a_name() {
    let names = WantedDto::ALL.iter().map(|wanted| wanted.name());
    let names: Vec<&str> = names.collect();
    check(
        [names.join(" ")],
        expect![[r#"
        place-clock toss commit-toss add-nonce reveal-toss arrive greet start play press resign declare claim-illegal-move claim-flag claim-repetition claim-count offer-count offer-take-back offer-draw offer-cancel accept-count accept-take-back accept-draw accept-cancel decline-count decline-take-back decline-draw decline-cancel take-back call-arbiter displace put-back ask-to-arrange arrange tick rule
    "#]],
    );
}

/// A game after a few seconds.
fn begun(clock: &str) -> Game {
    let mut opening = Opening::new(Preset::Casual);
    opening.clock = Some(clock.parse().expect("it can be read"));
    let mut game = Game::new(opening).expect("the game can begin");
    let play = |text: &str| Act::play(text.parse().expect("it can be read"));
    for (at, by, act) in [
        (0, Actor::Host, Act::Start),
        (4_000, Actor::BLACK, play("7g7f")),
        (5_000, Actor::WHITE, play("3c3d")),
    ] {
        for event in
            decide(&game, Command::new(by, act), Millis::new(at)).expect("the act is allowed")
        {
            game.apply(&event);
        }
    }
    game
}

#[test]
fn clocks_are_shown_at_an_instant() {
    let clock = |spec: &str, at| json(&ClockDto::of(&begun(spec), Millis::new(at)));
    let standing = Game::new(Opening {
        clock: Some("8m".parse().unwrap()),
        ..Opening::new(Preset::Fesa)
    });
    let without = Game::new(Opening::new(Preset::Fesa)).unwrap();
    check(
        [
            clock("10s+3x5s", 8_000),
            clock("10s+3x5s", 18_000),
            clock("8m+2s/move", 8_000),
            json(&ClockDto::of(&standing.unwrap(), Millis::ZERO)),
            json(&ClockDto::of(&without, Millis::ZERO)),
        ],
        expect![[r#"
            {"at":8000,"running":"black","black":{"main":3000,"period":5000,"periods":3},"white":{"main":9000,"period":5000,"periods":3}}
            {"at":18000,"running":"black","black":{"main":0,"period":3000,"periods":2},"white":{"main":9000,"period":5000,"periods":3}}
            {"at":8000,"running":"black","black":{"main":475000},"white":{"main":481000}}
            {"at":0,"running":null,"black":{"main":480000},"white":{"main":480000}}
            null
        "#]],
    );
}

#[test]
fn phases_and_what_may_be_done_are_shown() {
    let phases = [
        Phase::Preparing,
        Phase::Running,
        Phase::Suspended(Suspension::Paused),
        Phase::Suspended(Suspension::ArbiterCalled(Color::Black)),
        Phase::Suspended(Suspension::ArbiterCalled(Color::White)),
        Phase::Suspended(Suspension::Claim),
        Phase::Finished(OUTCOME),
    ];
    let mut lines: Vec<String> = phases.map(|phase| json(&PhaseDto::from(phase))).to_vec();
    let game = begun("8m");
    lines.push(json(&wanted(&game, Actor::BLACK)));
    lines.push(json(&wanted(&game, Actor::Bystander)));
    check(
        lines,
        expect![[r#"
        {"kind":"preparing"}
        {"kind":"running"}
        {"kind":"suspended","why":"paused"}
        {"kind":"suspended","why":"black-called-arbiter"}
        {"kind":"suspended","why":"white-called-arbiter"}
        {"kind":"suspended","why":"claim"}
        {"kind":"finished","verdict":"white-wins","cause":{"kind":"resignation"}}
        ["play","resign","declare","ask-to-arrange","arrange","offer-take-back","offer-cancel"]
        []
    "#]],
    );
}
