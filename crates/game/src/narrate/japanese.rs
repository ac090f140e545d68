//! 日本語

use super::{Language, claimant, loser, move_number, moves};
use crate::Millis;
use crate::actor::Actor;
use crate::breach::Breach;
use crate::clock::{Extra, TimeControl};
use crate::command::{Claim, ClockSide, Decision, Ground, Offer, Penalty, Ruling};
use crate::deed::Impossible;
use crate::event::{Event, Fact, Moved, TakenBack};
use crate::furigoma::{Majority, PawnFace, Toss};
use crate::game::{Game, Phase};
use crate::opening::FirstMove;
use crate::outcome::{Cause, Outcome, Verdict};
use crate::refusal::{Refusal, Wanted, Why};
use crate::rules::WrongClaim;
use komadai_core::{ByColor, Color, Unmet};
use komadai_kifu::Handicap;

pub(super) fn line(before: &Game, event: &Event) -> String {
    let names = Names::of(before);
    let by = names.actor(event.by);
    match &event.fact {
        Fact::ClockPlaced(side) => format!("{by}が時計を{}に置く。", names.place(*side)),
        Fact::Tossed(toss) => format!("{by}が振り駒：{}。", tossed(before, toss)),
        Fact::TossCommitted(_) => format!("{by}が振り駒の秘密の種を決める。"),
        Fact::NonceAdded(_) => format!("{by}が振り駒に数を加える。"),
        Fact::TossRevealed(_) => format!("{by}が振り駒の種を公開する。"),
        Fact::Arrived => format!("{by}が着席。"),
        Fact::Greeted => match before.phase() {
            Phase::Finished(_) => format!("{by}「ありがとうございました」"),
            Phase::Preparing | Phase::Running | Phase::Suspended(_) => {
                format!("{by}「よろしくお願いします」")
            }
        },
        Fact::Started => started(before, &names, by),
        Fact::Moved(moved) => moved_line(before, moved),
        Fact::Pressed => format!("{by}が時計を押す。"),
        Fact::PressedEarly => format!("{by}が着手を終えずに時計を押す。"),
        Fact::PressedBack => format!("{by}が時計を押し返す。"),
        Fact::Claimed(made) => names.claimed(before, event.by, *made),
        Fact::ClaimRejected(made) => names.rejected(before, event, *made),
        Fact::Declared => format!("{by}が入玉宣言。"),
        Fact::Offered(made) => format!("{by}が{}を提案。", offer(*made)),
        Fact::Accepted(made) => format!("{by}が{}に同意。", offer(*made)),
        Fact::Declined(made) => {
            let own = before.offer(*made).map(Actor::Player) == Some(event.by);
            let verb = if own { "撤回" } else { "辞退" };
            format!("{by}が{}の提案を{verb}。", offer(*made))
        }
        Fact::TakenBack { ply, why } => taken_back(before, *ply, *why),
        Fact::ArbiterCalled(why) => format!("{by}が時計を止めて審判を呼ぶ：{why}"),
        Fact::ArbiterAbsent => "審判が来ないため、対局を再開する。".into(),
        Fact::Displaced => format!("{by}が駒を乱す。"),
        Fact::PutBack => format!("{by}が駒を元に戻す。"),
        Fact::AskedToArrange => format!("{by}が持ち駒の整頓を求める。"),
        Fact::Arranged => format!("{by}が持ち駒を整える。"),
        Fact::FlagFell(color) => format!("{}の時間切れ。", names.side(*color)),
        Fact::Ruled(ruling) => names.ruled(by, ruling),
        Fact::Ended(ended) => names.outcome(ended),
    }
}

/// The names of the sides: 先手 and 後手, in handicap games 下手 and 上手.
pub(super) struct Names([&'static str; 2]);

impl Names {
    pub(super) fn of(game: &Game) -> Names {
        Names::new(game.opening().handicap())
    }

    pub(super) fn new(handicap: Option<Handicap>) -> Names {
        match handicap {
            None | Some(Handicap::Even) => Names(["先手", "後手"]),
            Some(_) => Names(["下手", "上手"]),
        }
    }

    fn side(&self, color: Color) -> &'static str {
        let Names([black, white]) = *self;
        match color {
            Color::Black => black,
            Color::White => white,
        }
    }

    fn actor(&self, actor: Actor) -> &'static str {
        match actor {
            Actor::Player(color) => self.side(color),
            Actor::Arbiter => "審判",
            Actor::Bystander => "第三者",
            Actor::Clock => "時計",
            Actor::Host => "運営",
        }
    }

    fn place(&self, side: ClockSide) -> String {
        let black = self.side(Color::Black);
        match side {
            ClockSide::Left => format!("{black}から見て左"),
            ClockSide::Right => format!("{black}から見て右"),
        }
    }

    fn claimed(&self, before: &Game, by: Actor, claim: Claim) -> String {
        let actor = self.actor(by);
        match claim {
            Claim::IllegalMove { offender } => {
                format!("{actor}が{}の反則を指摘。", self.side(offender))
            }
            Claim::Flag => format!("{actor}が時計を止めて時間切れ勝ちを主張。"),
            Claim::Repetition { next: None } => format!("{actor}が千日手を主張。"),
            Claim::Repetition { next: Some(mv) } => {
                let mv = moves::next_move(Language::Japanese, before, mv);
                format!("{actor}が次の手{mv}での千日手を主張。")
            }
            Claim::Count => format!("{actor}が点数の計算を要求。"),
        }
    }

    fn rejected(&self, before: &Game, event: &Event, made: Claim) -> String {
        let consequence = match (
            before.opening().rules.knobs().wrong_claim,
            claimant(before, event).color(),
        ) {
            (WrongClaim::Nothing | WrongClaim::Loses, _) | (_, None) => String::new(),
            (WrongClaim::Warning, Some(color)) => format!("{}に警告。", self.side(color)),
            (WrongClaim::TimeToOpponent(time), Some(color)) => {
                format!("{}に{}を加える。", self.side(!color), length(time))
            }
        };
        format!("{}の主張は認められない。{consequence}", claim(made))
    }

    fn ruled(&self, by: &str, ruling: &Ruling) -> String {
        format!(
            "{by}：{}。理由：{}",
            self.decision(ruling.decision),
            ruling.reason
        )
    }

    fn decision(&self, decision: Decision) -> String {
        match decision {
            Decision::Penalize {
                offender,
                penalty,
                ground: why,
            } => format!("{}（{}）", self.penalized(offender, penalty), ground(why)),
            Decision::AwardTime { to, time } => {
                format!("{}に{}を加える", self.side(to), length(time))
            }
            Decision::SetClock {
                color,
                main,
                periods,
            } => {
                let periods = match periods {
                    0 => String::new(),
                    count => format!("、秒読み{count}回"),
                };
                let main = length(main);
                format!("{}の時計を{main}{periods}に直す", self.side(color))
            }
            Decision::SetControl {
                color,
                control: time,
            } => {
                format!("{}の持ち時間を{}とする", self.side(color), control(time))
            }
            Decision::Pause => String::from("対局を中断する"),
            Decision::Resume => String::from("対局を再開する"),
            Decision::PutBack => String::from("駒を元に戻す"),
            Decision::RestorePosition { ply } => format!("{ply}手目の局面に戻す"),
            Decision::WrongStart => String::from("開始局面が誤っていた"),
            Decision::Uphold => String::from("主張を認める"),
            Decision::Reject => String::from("主張を認めない"),
            Decision::NoShow(color) => format!("{}が不在", self.side(color)),
            Decision::BothNoShow => String::from("両対局者が不在"),
            Decision::Result(found) => format!("結果を{}とする", self.verdict(found)),
            Decision::Abort => String::from("対局を打ち切る"),
        }
    }

    fn penalized(&self, offender: Color, penalty: Penalty) -> String {
        let name = self.side(offender);
        match penalty {
            Penalty::Warning => format!("{name}に警告"),
            Penalty::TimeToOpponent(time) => {
                format!("{}に{}を加える", self.side(!offender), length(time))
            }
            Penalty::TimeOff(time) => format!("{name}から{}を引く", length(time)),
            Penalty::Loss => format!("{name}の負け"),
            Penalty::Expulsion => format!("{name}の退場"),
        }
    }

    fn verdict(&self, verdict: Verdict) -> String {
        match verdict {
            Verdict::Wins(color) => format!("{}の勝ち", self.side(color)),
            Verdict::Draw => String::from("引き分け"),
            Verdict::BothLose => String::from("両者の負け"),
            Verdict::NoContest => String::from("無勝負"),
        }
    }

    pub(super) fn outcome(&self, outcome: &Outcome) -> String {
        let loser = loser(outcome).map_or("", |color| self.side(color));
        let cause = self.cause(outcome, loser);
        format!("{}：{cause}。", self.verdict(outcome.verdict))
    }

    fn cause(&self, outcome: &Outcome, loser: &str) -> String {
        String::from(match outcome.cause {
            Cause::Checkmate => "詰み",
            Cause::NoLegalMove => return format!("{loser}に指せる手がない"),
            Cause::Resignation => return format!("{loser}の投了"),
            Cause::IllegalMove(found) => return format!("{loser}の反則（{}）", breach(found)),
            Cause::KingTaken => return format!("王手を放置した{loser}の玉を取る"),
            Cause::Repetition => "千日手",
            Cause::PerpetualCheck => return format!("{loser}の連続王手の千日手"),
            Cause::Declaration => match outcome.verdict {
                Verdict::Draw => "入玉宣言による持将棋",
                Verdict::Wins(_) | Verdict::BothLose | Verdict::NoContest => "入玉宣言",
            },
            Cause::WrongDeclaration(wanting) => {
                return format!("{loser}の宣言は条件を満たさない（{}）", unmet(wanting));
            }
            Cause::DeclarationWithoutTime => {
                return format!("{loser}の宣言は条件を満たさない（時間切れ）");
            }
            Cause::Count(points) => return self.count(points),
            Cause::Try => "トライ",
            Cause::MoveLimit => "最大手数",
            Cause::Impasse => "手数による持将棋",
            Cause::TimeUp => return format!("{loser}の時間切れ"),
            Cause::BothFlags => "両者の時間切れ",
            Cause::TakeBack => return format!("{loser}の待った"),
            Cause::EarlyPress => return format!("{loser}が着手を終える前に時計を止めた"),
            Cause::WrongClaim => return format!("{loser}の誤った主張"),
            Cause::LateArrival => return format!("{loser}の遅刻（時間切れ）"),
            Cause::NoShow => match outcome.verdict {
                Verdict::BothLose => "両者の不戦敗",
                Verdict::NoContest => "両対局者の不在",
                Verdict::Wins(_) | Verdict::Draw => return format!("{loser}の不戦敗"),
            },
            Cause::Penalty(why) => return format!("{loser}への処分（{}）", ground(why)),
            Cause::Decision => "審判の裁定",
            Cause::WrongStart => "開始局面の誤り",
            Cause::Aborted => "打ち切り",
            Cause::AgreedDraw | Cause::AgreedCancellation => "合意",
        })
    }

    pub(super) fn refusal(&self, refusal: &Refusal) -> String {
        let article = match refusal.article() {
            Some(article) => format!("（{article}）"),
            None => String::new(),
        };
        let (by, what) = (self.actor(refusal.by), wanted(refusal.what));
        format!("{by}は{what}：{}{article}", why(refusal.why))
    }

    fn count(&self, points: ByColor<u8>) -> String {
        let [black, white] = points.0;
        format!(
            "{}{black}点、{}{white}点",
            self.side(Color::Black),
            self.side(Color::White)
        )
    }
}

fn tossed(before: &Game, toss: &Toss) -> String {
    let count = |face| toss.count(face);
    let mut text = format!(
        "歩{}枚、と{}枚",
        count(PawnFace::Unpromoted),
        count(PawnFace::Promoted)
    );
    if count(PawnFace::NotFlat) > 0 {
        text += &format!("、数えない駒{}枚", count(PawnFace::NotFlat));
    }
    let black = match (toss.majority(), before.opening().first_move) {
        (Some(Majority::Tosser), FirstMove::Furigoma { tosser }) => Some(tosser),
        (Some(Majority::Other), FirstMove::Furigoma { tosser }) => Some(!tosser),
        (None, _) | (_, FirstMove::Settled) => None,
    };
    text + match black {
        Some(Color::Black) => "、先後はそのまま",
        Some(Color::White) => "、先後を入れ替える",
        None => "、同数につき振り直し",
    }
}

fn started(before: &Game, names: &Names, by: &str) -> String {
    let turn = names.side(before.turn());
    match before.clock(before.turn(), before.now()) {
        Some(_) => format!("{by}が{turn}の時計を動かす。"),
        None => format!("{by}が対局を始める。{turn}の手番。"),
    }
}

fn moved_line(before: &Game, moved: &Moved) -> String {
    let number = before.position().move_number();
    let deed = moves::deed(Language::Japanese, before, moved.color, moved.deed);
    match moved.lag {
        Millis::ZERO => format!("{number}手目{deed}"),
        lag => format!("{number}手目{deed}（通信の遅れ{}）", length(lag)),
    }
}

const fn claim(claim: Claim) -> &'static str {
    match claim {
        Claim::IllegalMove { .. } => "反則",
        Claim::Flag => "時間切れ",
        Claim::Repetition { .. } => "千日手",
        Claim::Count => "点数計算",
    }
}

const fn offer(offer: Offer) -> &'static str {
    match offer {
        Offer::Count => "点数計算",
        Offer::TakeBack => "待った",
        Offer::Draw => "引き分け",
        Offer::Cancel => "無勝負",
    }
}

/// What cannot be done.
fn wanted(wanted: Wanted) -> String {
    String::from(match wanted {
        Wanted::PlaceClock => "時計を置けません",
        Wanted::Toss => "振り駒ができません",
        Wanted::CommitToss => "振り駒の種を決められません",
        Wanted::AddNonce => "振り駒に数を加えられません",
        Wanted::RevealToss => "振り駒の種を公開できません",
        Wanted::Arrive => "着席できません",
        Wanted::Greet => "挨拶できません",
        Wanted::Start => "対局を始められません",
        Wanted::Play => "指せません",
        Wanted::Press => "時計を押せません",
        Wanted::Resign => "投了できません",
        Wanted::Declare => "入玉宣言ができません",
        Wanted::ClaimIllegalMove => "反則を指摘できません",
        Wanted::ClaimFlag => "時間切れを主張できません",
        Wanted::ClaimRepetition => "千日手を主張できません",
        Wanted::ClaimCount => "点数計算を要求できません",
        Wanted::Offer(what) => return format!("{}を提案できません", offer(what)),
        Wanted::Accept(what) => return format!("{}に同意できません", offer(what)),
        Wanted::Decline(what) => return format!("{}を断れません", offer(what)),
        Wanted::TakeBack => "指し手を戻せません",
        Wanted::CallArbiter => "審判を呼べません",
        Wanted::Displace => "駒を乱せません",
        Wanted::PutBack => "駒を元に戻せません",
        Wanted::AskToArrange => "持ち駒の整頓を求められません",
        Wanted::Arrange => "持ち駒を整えられません",
        Wanted::Tick => "時計を確かめられません",
        Wanted::Rule => "裁定できません",
    })
}

fn why(why: Why) -> String {
    String::from(match why {
        Why::NotBegun => "対局が始まっていません",
        Why::Begun => "対局はすでに始まっています",
        Why::Over => "対局は終わっています",
        Why::Suspended => "対局は中断しています",
        Why::NotSuspended => "対局は中断していません",
        Why::Backwards => "時刻が前後しています",
        Why::NotYours => "ほかの人がすることです",
        Why::NotYourTurn => "相手の手番です",
        Why::Absent => "まだ着席していません",
        Why::Present => "すでに着席しています",
        Why::TossDue => "振り駒がまだです",
        Why::NoToss => "先後は決まっています",
        Why::TossCommitted => "振り駒は決めておいた種によります",
        Why::TossNotReady => "振り駒の種か対局者の数がそろっていません",
        Why::WrongSeed => "決めておいた種と違います",
        Why::AlreadyDone => "すでに済んでいます",
        Why::Illegal(found) => return format!("反則です（{}）", breach(found)),
        Why::Impossible(Impossible::NoPiece) => "そこに駒がありません",
        Why::Impossible(Impossible::NotInHand) => "その駒は持ち駒にありません",
        Why::Impossible(Impossible::NoOtherSide) => "その駒は成れません",
        Why::Displaced => "先に駒を元に戻してください",
        Why::InOrder => "駒は乱れていません",
        Why::NoClock => "そのための時計がありません",
        Why::ClockNotRunning => "相手の時計が動いています",
        Why::NotInRules => "このルールにはありません",
        Why::ByItself => "このルールでは自動的に終局します",
        Why::Outsider => "指摘できるのは相手だけです",
        Why::ArbiterSilent => "審判は指摘できません",
        Why::NoArbiter => "審判がいません",
        Why::NoMove => "その指し手がありません",
        Why::MoveStands => "指した手は戻せません",
        Why::NoOffer => "提案がありません",
        Why::Offered => "すでに提案されています",
        Why::NoAgreedDraw => "合意による引き分けはありません",
        Why::KingsNotEntered => "両方の玉が敵陣に入っていません",
        Why::NothingPending => "裁定を待つものがありません",
        Why::NoReason => "理由が必要です",
        Why::NoSuchPly => "その手数の局面はありません",
        Why::NoTime => "時間がなくなります",
    })
}

fn taken_back(before: &Game, ply: u32, why: TakenBack) -> String {
    let next = move_number(before, ply);
    match why {
        TakenBack::Granted => format!("{next}手目から指し直し。"),
        TakenBack::Forgiven(found) => {
            format!(
                "反則（{}）を取り消し、{next}手目から指し直し。",
                breach(found)
            )
        }
    }
}

fn length(time: Millis) -> String {
    let all = time.get();
    let (hours, minutes) = (all / 3_600_000, all / 60_000 % 60);
    let (seconds, millis) = (all / 1000 % 60, all % 1000);
    let mut text = String::new();
    if hours > 0 {
        text += &format!("{hours}時間");
    }
    if minutes > 0 {
        text += &format!("{minutes}分");
    }
    if millis > 0 {
        let fraction = format!("{millis:03}");
        text += &format!("{seconds}.{}秒", fraction.trim_end_matches('0'));
    } else if seconds > 0 || text.is_empty() {
        text += &format!("{seconds}秒");
    }
    text
}

fn control(time: TimeControl) -> String {
    let main = length(time.main);
    match time.extra {
        Extra::None => format!("{main}切れ負け"),
        Extra::Byoyomi { period, periods } if periods.get() == 1 => {
            format!("{main}、秒読み{}", length(period))
        }
        Extra::Byoyomi { period, periods } => {
            format!("{main}、秒読み{}{periods}回", length(period))
        }
        Extra::Increment(increment) => format!("{main}、1手ごとに{}加算", length(increment)),
    }
}

const fn ground(ground: Ground) -> &'static str {
    match ground {
        Ground::ClockHandling => "時計の乱暴な扱い",
        Ground::NoReasonToStop => "理由なく時計を止めた",
        Ground::Displacement => "駒を乱した",
        Ground::EarlyPress => "着手せずに時計を押した",
        Ground::Disarranged => "持ち駒を整えない",
        Ground::OutsideHint => "外からの口出し",
        Ground::Advice => "助言や検討",
        Ground::Conduct => "対局態度",
        Ground::RefusedRuling => "裁定に従わない",
        Ground::Other => "その他",
    }
}

fn unmet(unmet: Unmet) -> String {
    let Unmet {
        king_outside,
        in_check,
        missing_pieces,
        missing_points,
    } = unmet;
    let mut all = Vec::new();
    if king_outside {
        all.push(String::from("玉が敵陣にいない"));
    }
    if in_check {
        all.push(String::from("王手がかかっている"));
    }
    if missing_pieces > 0 {
        all.push(format!("敵陣の駒が{missing_pieces}枚足りない"));
    }
    if missing_points > 0 {
        all.push(format!("{missing_points}点足りない"));
    }
    all.join("、")
}

const fn breach(breach: Breach) -> &'static str {
    match breach {
        Breach::OutOfTurn => "手番違い",
        Breach::OpponentsPiece => "相手の駒を動かした",
        Breach::OwnPieceTaken => "自分の駒を取った",
        Breach::NotAMove => "駒の動きの誤り",
        Breach::WrongPromotion => "成れない所での成り",
        Breach::MissedPromotion => "行き所のない駒の不成",
        Breach::DropOnPiece => "駒のある所への打ち",
        Breach::DeadEndDrop => "行き所のない駒",
        Breach::PromotedDrop => "成駒を打った",
        Breach::TwoPawns => "二歩",
        Breach::KingInCheck => "王手放置",
        Breach::DropPawnMate => "打ち歩詰め",
        Breach::PerpetualCheck => "連続王手の千日手",
    }
}
