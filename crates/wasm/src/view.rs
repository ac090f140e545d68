//! A game as a page shows it.

use crate::act::OfferDto;
use crate::board::{BoardView, Told};
use crate::opening::{Both, ColorDto};
use crate::outcome::OutcomeView;
use komadai_core::{Color, DeclarationRule};
use komadai_game::clock::{Extra, Face};
use komadai_game::{
    Actor, AfterDraw, Flag, Game, IllegalMoves, Millis, Offer, Phase, PointedOutBy, TakeBack,
    Wanted, WrongClaim,
};
use serde::Serialize;

/// Everything that a page shows of a game. Of the moves and the log only what is new since the last view.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GameView<'t> {
    /// `shogi` or `seireigi`.
    pub variant: &'static str,
    /// `preparing`, `running`, `suspended` or `finished`.
    pub phase: &'static str,
    /// The handicap by name, if the start has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handicap: Option<&'static str>,
    /// Names, after the toss.
    pub names: Both<String>,
    /// Has the toss reversed the sides?
    pub swapped: bool,
    /// The rules.
    pub rules: RulesView,
    /// The start position.
    pub start: String,
    /// The position on the board.
    pub board: BoardView,
    /// How many of the moves that the page knows still stand.
    pub moves_kept: usize,
    /// The moves after those.
    pub moves: &'t [MoveView],
    /// The clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockView>,
    /// What each may do.
    pub may: May,
    /// Who proposed what.
    pub offers: Vec<(&'static str, ColorDto)>,
    /// How often the position has stood on the board; told where help is allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub occurrences: Option<u32>,
    /// Moves that make a position stand for at least the third time; told where help is allowed.
    pub repeating: Vec<(String, u32)>,
    /// Counts of an impasse, once a king has entered; told where help is allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub impasse: Option<Both<ImpasseView>>,
    /// Warnings given.
    pub warnings: Both<u32>,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeView>,
    /// How many lines of the log the page knows.
    pub log_kept: usize,
    /// What happened after those, in words.
    pub log: &'t [String],
}

/// What of the rules a page needs to know.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RulesView {
    /// The preset, if it is one.
    pub name: &'static str,
    /// Help on the board, as things stand: everything is allowed after the game.
    pub help: bool,
    /// Hints and engines, as things stand.
    pub engine: bool,
    /// `blocked`, `loses`, `pointed-out` or `claim`.
    pub illegal: &'static str,
    /// May bystanders point out illegal moves?
    pub anyone: bool,
    /// Does a flag fall by itself?
    pub flag_falls: bool,
    /// `never`, `loses` or `by-agreement`.
    pub take_back: &'static str,
    /// What a wrong claim costs: `nothing`, `warning`, `time` or `loses`.
    pub wrong_claim: &'static str,
    /// Points that a declaration needs, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declaration: Option<Both<u8>>,
    /// Is a draw replayed?
    pub replay: bool,
}

/// A move of the list.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MoveView {
    /// Whose.
    pub color: ColorDto,
    /// USI.
    pub usi: String,
    /// In the notation asked for.
    pub text: String,
    /// The position after it.
    pub sfen: String,
    /// The king that it left in check, where help is allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<String>,
    /// Milliseconds spent on it, where there is a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spent: Option<u64>,
}

/// Both displays at an instant.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ClockView {
    /// Whose runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub running: Option<ColorDto>,
    /// The instant at which the displays show this.
    pub at: u64,
    /// When the page has to send a tick.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline: Option<u64>,
    /// Black's.
    pub black: FaceView,
    /// White's.
    pub white: FaceView,
}

/// One display.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FaceView {
    /// Main time left.
    pub main: u64,
    /// What is left of the period, if there is byoyomi.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<u64>,
    /// The length of a whole period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<u64>,
    /// Periods left.
    pub periods: u32,
    /// What each move adds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub increment: Option<u64>,
}

/// What each actor may do.
#[derive(Debug, Serialize)]
pub struct May {
    /// Black.
    pub black: Vec<String>,
    /// White.
    pub white: Vec<String>,
    /// The arbiter.
    pub arbiter: Vec<String>,
    /// The page.
    pub host: Vec<String>,
}

/// What counts for a side at an impasse.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ImpasseView {
    /// Has the king entered?
    pub entered: bool,
    /// Pieces in the zone.
    pub pieces: u8,
    /// Points for a declaration.
    pub points: u8,
    /// Points by agreement.
    pub all_points: u8,
}

pub(crate) fn phase(game: &Game) -> &'static str {
    match game.phase() {
        Phase::Preparing => "preparing",
        Phase::Running => "running",
        Phase::Suspended(_) => "suspended",
        Phase::Finished(_) => "finished",
    }
}

pub(crate) fn told(game: &Game) -> Told {
    match game.help().board.is_yes() {
        true => Told::Yes,
        false => Told::No,
    }
}

impl RulesView {
    pub(crate) fn of(game: &Game) -> RulesView {
        let rules = &game.opening().rules;
        let knobs = rules.knobs();
        let points = |rule: DeclarationRule| Both::of(|color| rule.points_needed(color));
        RulesView {
            name: rules.name().map_or("", |preset| preset.name()),
            help: game.help().board.is_yes(),
            engine: game.help().engine.is_yes(),
            illegal: match knobs.illegal_moves {
                IllegalMoves::Blocked => "blocked",
                IllegalMoves::Loses => "loses",
                IllegalMoves::PointedOut => "pointed-out",
                IllegalMoves::Claim => "claim",
            },
            anyone: knobs.pointed_out_by == PointedOutBy::Anyone,
            flag_falls: knobs.flag == Flag::FallsByItself,
            take_back: match knobs.take_back {
                TakeBack::Never => "never",
                TakeBack::Loses => "loses",
                TakeBack::ByAgreement => "by-agreement",
            },
            wrong_claim: match knobs.wrong_claim {
                WrongClaim::Nothing => "nothing",
                WrongClaim::Warning => "warning",
                WrongClaim::TimeToOpponent(_) => "time",
                WrongClaim::Loses => "loses",
            },
            declaration: knobs.impasse.declaration.map(points),
            replay: knobs.after_draw != AfterDraw::Stands,
        }
    }
}

impl ClockView {
    pub(crate) fn of(game: &Game, at: Millis) -> Option<ClockView> {
        Some(ClockView {
            running: game.running_clock().map(ColorDto::from),
            at: at.get(),
            deadline: game.next_deadline().map(Millis::get),
            black: face(game, Color::Black, at)?,
            white: face(game, Color::White, at)?,
        })
    }
}

fn face(game: &Game, color: Color, at: Millis) -> Option<FaceView> {
    let Face {
        main,
        period,
        periods,
    } = game.clock(color, at)?;
    let extra = game.time_control(color)?.extra;
    let (length, increment) = match extra {
        Extra::None => (None, None),
        Extra::Byoyomi { period, .. } => (Some(period.get()), None),
        Extra::Increment(increment) => (None, Some(increment.get())),
    };
    Some(FaceView {
        main: main.get(),
        period: period.map(Millis::get),
        length,
        periods,
        increment,
    })
}

impl May {
    pub(crate) fn of(game: &Game) -> May {
        let list = |actor| game.may(actor).into_iter().map(wanted).collect();
        May {
            black: list(Actor::BLACK),
            white: list(Actor::WHITE),
            arbiter: list(Actor::Arbiter),
            host: list(Actor::Host),
        }
    }
}

fn wanted(wanted: Wanted) -> String {
    let name = match wanted {
        Wanted::PlaceClock => "place-clock",
        Wanted::Toss => "toss",
        Wanted::CommitToss => "commit-toss",
        Wanted::AddNonce => "add-nonce",
        Wanted::RevealToss => "reveal-toss",
        Wanted::Arrive => "arrive",
        Wanted::Greet => "greet",
        Wanted::Start => "start",
        Wanted::Play => "play",
        Wanted::Press => "press",
        Wanted::Resign => "resign",
        Wanted::Declare => "declare",
        Wanted::ClaimIllegalMove => "claim-illegal",
        Wanted::ClaimFlag => "claim-flag",
        Wanted::ClaimRepetition => "claim-repetition",
        Wanted::ClaimCount => "claim-count",
        Wanted::Offer(offer) => return format!("offer {}", OfferDto::name(offer)),
        Wanted::Accept(offer) => return format!("accept {}", OfferDto::name(offer)),
        Wanted::Decline(offer) => return format!("decline {}", OfferDto::name(offer)),
        Wanted::TakeBack => "take-back",
        Wanted::CallArbiter => "call-arbiter",
        Wanted::Displace => "displace",
        Wanted::PutBack => "put-back",
        Wanted::AskToArrange => "ask-to-arrange",
        Wanted::Arrange => "arrange",
        Wanted::Tick => "tick",
        Wanted::Rule => "rule",
    };
    name.to_owned()
}

pub(crate) fn offers(game: &Game) -> Vec<(&'static str, ColorDto)> {
    let waiting = Offer::ALL.into_iter().filter_map(|offer| {
        let by = game.offer(offer)?;
        Some((OfferDto::name(offer), by.into()))
    });
    waiting.collect()
}

/// The counts, once a king has entered and where help is allowed.
pub(crate) fn impasse(game: &Game) -> Option<Both<ImpasseView>> {
    let entered = |color: &Color| game.impasse_count(*color).king_in_zone;
    if told(game) == Told::No || !Color::ALL.iter().any(entered) {
        return None;
    }
    let all = game.counting_points();
    Some(Both::of(|color| {
        let count = game.impasse_count(color);
        ImpasseView {
            entered: count.king_in_zone,
            pieces: count.pieces_in_zone,
            points: count.points,
            all_points: all[color],
        }
    }))
}

/// From here on a repetition is worth a word before it happens.
const WORTH_A_WORD: u32 = 3;

pub(crate) fn repeating(game: &Game) -> Vec<(String, u32)> {
    if told(game) == Told::No || !game.is_running() {
        return Vec::new();
    }
    let moves = game.position().legal_moves();
    let counted = moves.iter().filter_map(|&mv| {
        let count = game.occurrences_after(mv)?;
        (count >= WORTH_A_WORD).then(|| (mv.to_string(), count))
    });
    counted.collect()
}
