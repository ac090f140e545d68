//! Every value has words in every language.

mod hidden;
mod refusals;

use super::*;
use crate::clock::{ClockSpec, TimeControl};
use crate::command::{Claim, ClockSide, Decision, Ground, Offer, Penalty, Ruling};
use crate::event::{Fact, TakenBack};
use crate::furigoma::{PawnFace, Seed, Toss};
use crate::opening::{FirstMove, StartFrom};
use crate::outcome::{Cause, Verdict};
use crate::rules::Preset;
use crate::{Actor, Breach, Millis};
use expect_test::{Expect, expect};
use komadai_core::{ByColor, Unmet};
use komadai_kifu::Handicap;

fn game() -> Game {
    let mut opening = Opening::new(Preset::Fesa);
    let time = TimeControl::byoyomi(Millis::from_secs(900), Millis::from_secs(60));
    opening.clock = Some(ClockSpec::equal(time));
    let tosser = komadai_core::Color::White;
    opening.first_move = FirstMove::Furigoma { tosser };
    Game::new(opening).unwrap()
}

fn tell(game: &Game, by: Actor, facts: Vec<Fact>) -> String {
    let mut told = String::new();
    for fact in facts {
        let at = Millis::ZERO;
        let event = Event { at, by, fact };
        for language in Language::ALL {
            told += &line(language, game, &event);
            told.push('\n');
        }
    }
    told
}

fn check(facts: Vec<Fact>, expected: Expect) {
    expected.assert_eq(&tell(&game(), Actor::WHITE, facts));
}

#[test]
fn languages_are_known_by_their_codes() {
    for language in Language::ALL {
        assert_eq!(language.code().parse(), Ok(language));
    }
    assert_eq!("fr".parse::<Language>(), Err(ParseLanguageError));
}

#[test]
fn every_breach_has_its_own_words_in_both_languages() {
    let ended = |breach| {
        Fact::Ended(Outcome::wins(
            komadai_core::Color::White,
            Cause::IllegalMove(breach),
        ))
    };
    check(
        Breach::ALL.map(ended).to_vec(),
        expect![[r#"
        White wins: illegal move of Black (out of turn).
        後手の勝ち：先手の反則（手番違い）。
        White wins: illegal move of Black (a piece of the opponent).
        後手の勝ち：先手の反則（相手の駒を動かした）。
        White wins: illegal move of Black (onto a piece of one's own).
        後手の勝ち：先手の反則（自分の駒を取った）。
        White wins: illegal move of Black (not a move of the piece).
        後手の勝ち：先手の反則（駒の動きの誤り）。
        White wins: illegal move of Black (a promotion outside the zone).
        後手の勝ち：先手の反則（成れない所での成り）。
        White wins: illegal move of Black (a piece that must promote).
        後手の勝ち：先手の反則（行き所のない駒の不成）。
        White wins: illegal move of Black (a drop on an occupied square).
        後手の勝ち：先手の反則（駒のある所への打ち）。
        White wins: illegal move of Black (a piece that can never move).
        後手の勝ち：先手の反則（行き所のない駒）。
        White wins: illegal move of Black (a drop with the promoted side up).
        後手の勝ち：先手の反則（成駒を打った）。
        White wins: illegal move of Black (two pawns on a file).
        後手の勝ち：先手の反則（二歩）。
        White wins: illegal move of Black (the king in check).
        後手の勝ち：先手の反則（王手放置）。
        White wins: illegal move of Black (mate by a pawn drop).
        後手の勝ち：先手の反則（打ち歩詰め）。
        White wins: illegal move of Black (perpetual check).
        後手の勝ち：先手の反則（連続王手の千日手）。
    "#]],
    );
}

#[test]
fn every_cause_is_told_in_both_languages() {
    use komadai_core::Color::Black;
    let unmet = Unmet {
        king_outside: true,
        in_check: true,
        missing_pieces: 3,
        missing_points: 12,
    };
    let count = Cause::Count(ByColor([29, 25]));
    let lost = [
        Cause::Checkmate,
        Cause::NoLegalMove,
        Cause::Resignation,
        Cause::KingTaken,
        Cause::PerpetualCheck,
        Cause::Declaration,
        Cause::WrongDeclaration(unmet),
        Cause::DeclarationWithoutTime,
        count,
        Cause::Try,
        Cause::TimeUp,
        Cause::TakeBack,
        Cause::EarlyPress,
        Cause::WrongClaim,
        Cause::LateArrival,
        Cause::NoShow,
        Cause::Penalty(Ground::Advice),
        Cause::Decision,
    ]
    .map(|cause| Outcome::loses(Black, cause));
    let drawn = [
        Cause::Repetition,
        Cause::Declaration,
        count,
        Cause::MoveLimit,
        Cause::Impasse,
        Cause::BothFlags,
        Cause::AgreedDraw,
    ]
    .map(Outcome::draw);
    let others = [
        Outcome::new(Verdict::BothLose, Cause::NoShow),
        Outcome::new(Verdict::NoContest, Cause::WrongStart),
        Outcome::new(Verdict::NoContest, Cause::Aborted),
        Outcome::new(Verdict::NoContest, Cause::AgreedCancellation),
    ];
    let all = lost.into_iter().chain(drawn).chain(others);
    check(
        all.map(Fact::Ended).collect(),
        expect![[r#"
        White wins: checkmate.
        後手の勝ち：詰み。
        White wins: Black has no legal move.
        後手の勝ち：先手に指せる手がない。
        White wins: Black resigns.
        後手の勝ち：先手の投了。
        White wins: the king of Black, left in check, is taken.
        後手の勝ち：王手を放置した先手の玉を取る。
        White wins: perpetual check by Black.
        後手の勝ち：先手の連続王手の千日手。
        White wins: declaration of an entering king.
        後手の勝ち：入玉宣言。
        White wins: wrong declaration of Black (the king is outside the promotion zone, the king is in check, pieces wanting in the zone: 3, points wanting: 12).
        後手の勝ち：先手の宣言は条件を満たさない（玉が敵陣にいない、王手がかかっている、敵陣の駒が3枚足りない、12点足りない）。
        White wins: wrong declaration of Black (no time left).
        後手の勝ち：先手の宣言は条件を満たさない（時間切れ）。
        White wins: the count is 29 for Black, 25 for White.
        後手の勝ち：先手29点、後手25点。
        White wins: the king has reached the enemy king's square.
        後手の勝ち：トライ。
        White wins: the time of Black has run out.
        後手の勝ち：先手の時間切れ。
        White wins: Black has taken a move back.
        後手の勝ち：先手の待った。
        White wins: Black has stopped the clock before completing a move.
        後手の勝ち：先手が着手を終える前に時計を止めた。
        White wins: wrong claim of Black.
        後手の勝ち：先手の誤った主張。
        White wins: Black came when the time was used up.
        後手の勝ち：先手の遅刻（時間切れ）。
        White wins: Black did not come.
        後手の勝ち：先手の不戦敗。
        White wins: penalty of Black for notes, advice or analysis.
        後手の勝ち：先手への処分（助言や検討）。
        White wins: decision of the arbiter.
        後手の勝ち：審判の裁定。
        A draw: fourfold repetition.
        引き分け：千日手。
        A draw: declaration of an entering king.
        引き分け：入玉宣言による持将棋。
        A draw: the count is 29 for Black, 25 for White.
        引き分け：先手29点、後手25点。
        A draw: the greatest number of moves.
        引き分け：最大手数。
        A draw: impasse by number of moves.
        引き分け：手数による持将棋。
        A draw: both flags are down.
        引き分け：両者の時間切れ。
        A draw: agreed.
        引き分け：合意。
        Both lose: neither player came.
        両者の負け：両者の不戦敗。
        No contest: begun from a wrong position.
        無勝負：開始局面の誤り。
        No contest: broken off.
        無勝負：打ち切り。
        No contest: agreed.
        無勝負：合意。
    "#]],
    );
}

#[test]
fn every_decision_is_told_in_both_languages() {
    use komadai_core::Color::{Black, White};
    let minutes = |minutes: u64| Millis::from_secs(60 * minutes);
    let decisions = [
        Decision::AwardTime {
            to: Black,
            time: Millis::new(90_500),
        },
        Decision::SetClock {
            color: White,
            main: minutes(70),
            periods: 3,
        },
        Decision::SetControl {
            color: Black,
            control: TimeControl::increment(minutes(10), Millis::from_secs(5)),
        },
        Decision::Pause,
        Decision::Resume,
        Decision::PutBack,
        Decision::RestorePosition { ply: 12 },
        Decision::WrongStart,
        Decision::Uphold,
        Decision::Reject,
        Decision::NoShow(Black),
        Decision::BothNoShow,
        Decision::Result(Verdict::Wins(Black)),
        Decision::Result(Verdict::NoContest),
        Decision::Abort,
    ];
    let rule = |decision| {
        let reason = "…".into();
        Fact::Ruled(Ruling { decision, reason })
    };
    let facts: Vec<Fact> = decisions.map(rule).to_vec();
    expect![[r#"
        The arbiter: 1m30.5s for Black. Reason: …
        審判：先手に1分30.5秒を加える。理由：…
        The arbiter: the clock of White is set to 1h10m and 3 periods. Reason: …
        審判：後手の時計を1時間10分、秒読み3回に直す。理由：…
        The arbiter: the time of Black is 10m+5s/move. Reason: …
        審判：先手の持ち時間を10分、1手ごとに5秒加算とする。理由：…
        The arbiter: the game is interrupted. Reason: …
        審判：対局を中断する。理由：…
        The arbiter: the game goes on. Reason: …
        審判：対局を再開する。理由：…
        The arbiter: the pieces are put back. Reason: …
        審判：駒を元に戻す。理由：…
        The arbiter: the position after 12 moves is set up again. Reason: …
        審判：12手目の局面に戻す。理由：…
        The arbiter: the game began from a wrong position. Reason: …
        審判：開始局面が誤っていた。理由：…
        The arbiter: the claim is right. Reason: …
        審判：主張を認める。理由：…
        The arbiter: the claim is wrong. Reason: …
        審判：主張を認めない。理由：…
        The arbiter: Black is not there. Reason: …
        審判：先手が不在。理由：…
        The arbiter: neither player is there. Reason: …
        審判：両対局者が不在。理由：…
        The arbiter: the result is decided: Black wins. Reason: …
        審判：結果を先手の勝ちとする。理由：…
        The arbiter: the result is decided: no contest. Reason: …
        審判：結果を無勝負とする。理由：…
        The arbiter: the game is broken off. Reason: …
        審判：対局を打ち切る。理由：…
    "#]]
    .assert_eq(&tell(&game(), Actor::Arbiter, facts));
}

#[test]
fn every_penalty_and_ground_is_told_in_both_languages() {
    let time = Millis::from_secs(120);
    let fine = |penalty, ground| {
        let offender = komadai_core::Color::Black;
        Fact::Ruled(Ruling {
            decision: Decision::Penalize {
                offender,
                penalty,
                ground,
            },
            reason: "…".into(),
        })
    };
    let facts = vec![
        fine(Penalty::Warning, Ground::ClockHandling),
        fine(Penalty::TimeToOpponent(time), Ground::NoReasonToStop),
        fine(Penalty::TimeOff(time), Ground::Displacement),
        fine(Penalty::Loss, Ground::EarlyPress),
        fine(Penalty::Expulsion, Ground::Disarranged),
        fine(Penalty::Warning, Ground::OutsideHint),
        fine(Penalty::Warning, Ground::Advice),
        fine(Penalty::Warning, Ground::Conduct),
        fine(Penalty::Warning, Ground::RefusedRuling),
        fine(Penalty::Warning, Ground::Other),
    ];
    expect![[r#"
        The arbiter: a warning for Black, for improper handling of the clock. Reason: …
        審判：先手に警告（時計の乱暴な扱い）。理由：…
        The arbiter: 2m for White, for stopping the clocks without a reason. Reason: …
        審判：後手に2分を加える（理由なく時計を止めた）。理由：…
        The arbiter: 2m off the clock of Black, for displaced pieces. Reason: …
        審判：先手から2分を引く（駒を乱した）。理由：…
        The arbiter: Black loses the game, for starting the opponent's clock without a move. Reason: …
        審判：先手の負け（着手せずに時計を押した）。理由：…
        The arbiter: Black is expelled from the event, for pieces in hand kept in disorder. Reason: …
        審判：先手の退場（持ち駒を整えない）。理由：…
        The arbiter: a warning for Black, for a hint from outside. Reason: …
        審判：先手に警告（外からの口出し）。理由：…
        The arbiter: a warning for Black, for notes, advice or analysis. Reason: …
        審判：先手に警告（助言や検討）。理由：…
        The arbiter: a warning for Black, for bad conduct. Reason: …
        審判：先手に警告（対局態度）。理由：…
        The arbiter: a warning for Black, for not complying with a ruling. Reason: …
        審判：先手に警告（裁定に従わない）。理由：…
        The arbiter: a warning for Black, for another offence. Reason: …
        審判：先手に警告（その他）。理由：…
    "#]]
    .assert_eq(&tell(&game(), Actor::Arbiter, facts));
}

#[test]
fn every_act_at_the_board_is_told_in_both_languages() {
    let toss = Toss([
        PawnFace::Unpromoted,
        PawnFace::Unpromoted,
        PawnFace::Promoted,
        PawnFace::NotFlat,
        PawnFace::NotFlat,
    ]);
    let next = Some("7g7f".parse().unwrap());
    let offender = komadai_core::Color::Black;
    let mut facts = vec![
        Fact::ClockPlaced(ClockSide::Left),
        Fact::ClockPlaced(ClockSide::Right),
        Fact::Tossed(toss),
        Fact::TossCommitted(Seed([7; 32]).commitment()),
        Fact::NonceAdded([1; 32]),
        Fact::TossRevealed(Seed([7; 32])),
        Fact::Arrived,
        Fact::Greeted,
        Fact::Started,
        Fact::Pressed,
        Fact::PressedEarly,
        Fact::PressedBack,
        Fact::Declared,
        Fact::ArbiterCalled("…".into()),
        Fact::Displaced,
        Fact::PutBack,
        Fact::AskedToArrange,
        Fact::Arranged,
        Fact::FlagFell(offender),
    ];
    facts.push(Fact::TakenBack {
        ply: 1,
        why: TakenBack::Granted,
    });
    facts.push(Fact::TakenBack {
        ply: 4,
        why: TakenBack::Forgiven(Breach::TwoPawns),
    });
    for claim in [
        Claim::IllegalMove { offender },
        Claim::Flag,
        Claim::Repetition { next: None },
        Claim::Repetition { next },
        Claim::Count,
    ] {
        facts.extend([Fact::Claimed(claim), Fact::ClaimRejected(claim)]);
    }
    for offer in Offer::ALL {
        facts.extend([
            Fact::Offered(offer),
            Fact::Accepted(offer),
            Fact::Declined(offer),
        ]);
    }
    check(
        facts,
        expect![[r#"
            White puts the clock to the left of Black.
            後手が時計を先手から見て左に置く。
            White puts the clock to the right of Black.
            後手が時計を先手から見て右に置く。
            White tosses the pawns: 2 unpromoted, 1 promoted, 2 not flat, the sides are exchanged.
            後手が振り駒：歩2枚、と1枚、数えない駒2枚、先後を入れ替える。
            White commits to a secret seed for the toss.
            後手が振り駒の秘密の種を決める。
            White adds a number to the toss.
            後手が振り駒に数を加える。
            White reveals the seed, and the toss follows from it.
            後手が振り駒の種を公開する。
            White comes to the board.
            後手が着席。
            White greets the opponent.
            後手「よろしくお願いします」
            White starts the clock of Black.
            後手が先手の時計を動かす。
            White presses the clock.
            後手が時計を押す。
            White presses the clock without a completed move.
            後手が着手を終えずに時計を押す。
            White presses the clock back.
            後手が時計を押し返す。
            White declares a win by entering king.
            後手が入玉宣言。
            White stops the clocks and calls the arbiter: …
            後手が時計を止めて審判を呼ぶ：…
            White upsets the pieces.
            後手が駒を乱す。
            White puts the pieces back.
            後手が駒を元に戻す。
            White asks the opponent to arrange the pieces in hand.
            後手が持ち駒の整頓を求める。
            White arranges the pieces in hand.
            後手が持ち駒を整える。
            The flag of Black is down.
            先手の時間切れ。
            Taken back. Play goes on with move 2.
            2手目から指し直し。
            The illegal move (two pawns on a file) is taken back. Play goes on with move 5.
            反則（二歩）を取り消し、5手目から指し直し。
            White claims an illegal move of Black.
            後手が先手の反則を指摘。
            The claim of an illegal move is wrong. White is warned.
            反則の主張は認められない。後手に警告。
            White stops the clocks and claims a win on time.
            後手が時計を止めて時間切れ勝ちを主張。
            The claim of a win on time is wrong. White is warned.
            時間切れの主張は認められない。後手に警告。
            White claims fourfold repetition.
            後手が千日手を主張。
            The claim of repetition is wrong. White is warned.
            千日手の主張は認められない。後手に警告。
            White is about to play P-7f and claims fourfold repetition.
            後手が次の手▲７六歩での千日手を主張。
            The claim of repetition is wrong. White is warned.
            千日手の主張は認められない。後手に警告。
            White demands that the pieces be counted.
            後手が点数の計算を要求。
            The claim of a count is wrong. White is warned.
            点数計算の主張は認められない。後手に警告。
            White proposes a count of the pieces.
            後手が点数計算を提案。
            White agrees to a count of the pieces.
            後手が点数計算に同意。
            White declines a count of the pieces.
            後手が点数計算の提案を辞退。
            White proposes taking back the last move.
            後手が待ったを提案。
            White agrees to taking back the last move.
            後手が待ったに同意。
            White declines taking back the last move.
            後手が待ったの提案を辞退。
            White proposes a draw.
            後手が引き分けを提案。
            White agrees to a draw.
            後手が引き分けに同意。
            White declines a draw.
            後手が引き分けの提案を辞退。
            White proposes ending the game without a result.
            後手が無勝負を提案。
            White agrees to ending the game without a result.
            後手が無勝負に同意。
            White declines ending the game without a result.
            後手が無勝負の提案を辞退。
        "#]],
    );
}

#[test]
fn in_handicap_games_the_sides_have_other_names_in_japanese() {
    let mut opening = Opening::new(Preset::Fesa);
    opening.start = StartFrom::Handicap(Handicap::TwoPiece);
    let game = Game::new(opening).unwrap();
    let resigned = Fact::Ended(Outcome::loses(
        komadai_core::Color::White,
        Cause::Resignation,
    ));
    expect![[r#"
        Black begins the game. White has the move.
        下手が対局を始める。上手の手番。
        Black wins: White resigns.
        下手の勝ち：上手の投了。
    "#]]
    .assert_eq(&tell(&game, Actor::BLACK, vec![Fact::Started, resigned]));
}
