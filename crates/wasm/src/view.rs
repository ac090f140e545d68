//! A game as a page shows it.

use crate::board::{BoardView, Key, Told};
use komadai_core::{Color, DeclarationRule, Move};
use komadai_game::clock::{Extra, Face};
use komadai_game::narrate::{self, Language};
use komadai_game::{
    Actor, AfterDraw, Cause, Flag, Game, Millis, Offer, Outcome, Phase, PointedOutBy, TimeControl,
    Verdict, WrongClaim,
};
use komadai_wire::knob::{IllegalMovesDto, TakeBackDto};
use komadai_wire::names::{BreachDto, OfferDto, SideDto, VariantDto, WantedDto};
use komadai_wire::rules::RulesDto;
use komadai_wire::view::wanted;
use serde::Serialize;

/// Something of each side.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Both<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

impl<T> Both<T> {
    /// Made by asking for each side.
    pub fn of(mut each: impl FnMut(Color) -> T) -> Both<T> {
        Both {
            black: each(Color::Black),
            white: each(Color::White),
        }
    }
}

/// Everything that a page shows of a game. Of the moves and the log only what is new since the last view.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct GameView<'t> {
    /// The game that is played.
    pub variant: VariantDto,
    /// Where it is in its life.
    pub phase: PhaseName,
    /// Something has happened that this page does not know: it is newer than the page.
    pub newer: bool,
    /// The handicap by name, if the start has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handicap: Option<&'static str>,
    /// Names, after the toss.
    pub names: Both<String>,
    /// Grades, where players have stated them.
    pub grades: Both<Option<String>>,
    /// The side whose king is 玉; the other has 王.
    pub jade: SideDto,
    /// The handicap of the second game, if this is the first of a match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub then: Option<&'static str>,
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
    pub offers: Vec<(OfferDto, SideDto)>,
    /// How often the position has stood on the board; told where help is allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub occurrences: Option<u32>,
    /// Moves that make a position stand for at least the third time, in the notation asked for; told where help is
    /// allowed.
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

/// Where a game is in its life.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PhaseName {
    /// Before the clock is started.
    Preparing,
    /// Being played.
    Running,
    /// Interrupted.
    Suspended,
    /// Over.
    Finished,
}

/// What of the rules a page needs to know.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RulesView {
    /// The nearest preset, and all that differs from it.
    pub given: RulesDto,
    /// Has the game rules that this page does not know?
    pub unclear: bool,
    /// Help on the board, as things stand: everything is allowed after the game.
    pub help: bool,
    /// Hints and engines, as things stand.
    pub engine: bool,
    /// What happens to an illegal move.
    pub illegal: IllegalMovesDto,
    /// May bystanders point out illegal moves?
    pub anyone: bool,
    /// Does a flag fall by itself?
    pub flag_falls: bool,
    /// Whether moves can be taken back.
    pub take_back: TakeBackDto,
    /// What a wrong claim costs.
    pub wrong_claim: Cost,
    /// Points that a declaration needs, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declaration: Option<Both<u8>>,
    /// Is a draw replayed?
    pub replay: bool,
}

/// What a wrong claim costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Cost {
    /// Nothing.
    Nothing,
    /// A warning.
    Warning,
    /// Time for the opponent.
    Time,
    /// The game.
    Loses,
}

/// A move of the list.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct MoveView {
    /// Whose.
    pub color: SideDto,
    /// USI.
    pub usi: String,
    /// In the notation asked for.
    pub text: String,
    /// The position after it.
    pub sfen: String,
    /// The king that it left in check, where help is allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<Key>,
    /// Milliseconds spent on it, where there is a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spent: Option<u64>,
}

/// Both displays at an instant.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ClockView {
    /// Whose runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub running: Option<SideDto>,
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
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FaceView {
    /// What the display counts down: the main time, then the byoyomi period.
    pub left: u64,
    /// Does a byoyomi period run?
    pub byoyomi: bool,
    /// Is the time used up?
    pub out: bool,
    /// Main time left.
    pub main: u64,
    /// The length of a whole period, if there is byoyomi.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<u64>,
    /// Periods left.
    pub periods: u32,
    /// What each move adds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub increment: Option<u64>,
}

/// What each actor may do.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct May {
    /// Black.
    pub black: Vec<WantedDto>,
    /// White.
    pub white: Vec<WantedDto>,
    /// The arbiter.
    pub arbiter: Vec<WantedDto>,
    /// The page.
    pub host: Vec<WantedDto>,
}

/// What counts for a side at an impasse.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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

pub(crate) fn phase(game: &Game) -> PhaseName {
    match game.phase() {
        Phase::Preparing => PhaseName::Preparing,
        Phase::Running => PhaseName::Running,
        Phase::Suspended(_) => PhaseName::Suspended,
        Phase::Finished(_) => PhaseName::Finished,
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
            given: (*rules).into(),
            unclear: false,
            help: game.help().board.is_yes(),
            engine: game.help().engine.is_yes(),
            illegal: knobs.illegal_moves.into(),
            anyone: knobs.pointed_out_by == PointedOutBy::Anyone,
            flag_falls: knobs.flag == Flag::FallsByItself,
            take_back: knobs.take_back.into(),
            wrong_claim: match knobs.wrong_claim {
                WrongClaim::Nothing => Cost::Nothing,
                WrongClaim::Warning => Cost::Warning,
                WrongClaim::TimeToOpponent(_) => Cost::Time,
                WrongClaim::Loses => Cost::Loses,
            },
            declaration: knobs.impasse.declaration.map(points),
            replay: knobs.after_draw != AfterDraw::Stands,
        }
    }
}

impl ClockView {
    pub(crate) fn of(game: &Game, at: Millis) -> Option<ClockView> {
        Some(ClockView {
            running: game.running_clock().map(SideDto::from),
            at: at.get(),
            deadline: game.next_deadline().map(Millis::get),
            black: face(game, Color::Black, at)?,
            white: face(game, Color::White, at)?,
        })
    }
}

fn face(game: &Game, color: Color, at: Millis) -> Option<FaceView> {
    let control = game.time_control(color)?;
    Some(FaceView::of(game.clock(color, at)?, control))
}

impl FaceView {
    pub(crate) fn of(face: Face, control: TimeControl) -> FaceView {
        let (length, increment) = match control.extra {
            Extra::None => (None, None),
            Extra::Byoyomi { period, .. } => (Some(period.get()), None),
            Extra::Increment(increment) => (None, Some(increment.get())),
        };
        FaceView {
            left: face.left().get(),
            byoyomi: face.in_byoyomi(),
            out: face.is_out(),
            main: face.main.get(),
            length,
            periods: face.periods,
            increment,
        }
    }
}

impl May {
    pub(crate) fn of(game: &Game) -> May {
        let list = |actor| wanted(game, actor);
        May {
            black: list(Actor::BLACK),
            white: list(Actor::WHITE),
            arbiter: list(Actor::Arbiter),
            host: list(Actor::Host),
        }
    }
}

pub(crate) fn offers(game: &Game) -> Vec<(OfferDto, SideDto)> {
    let waiting = Offer::ALL.into_iter().filter_map(|offer| {
        let by = game.offer(offer)?;
        Some((offer.into(), by.into()))
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

pub(crate) fn repeating(game: &Game) -> Vec<(Move, u32)> {
    if told(game) == Told::No || !game.is_running() {
        return Vec::new();
    }
    let moves = game.position().legal_moves();
    let counted = moves.iter().filter_map(|&mv| {
        let count = game.occurrences_after(mv)?;
        (count >= WORTH_A_WORD).then_some((mv, count))
    });
    counted.collect()
}

/// The end of a game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct OutcomeView {
    /// Whether someone won.
    pub verdict: VerdictName,
    /// Who won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<SideDto>,
    /// Why, in one word: one of the wire's, or `unknown`.
    pub cause: &'static str,
    /// How the move broke the rules, if that was the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub breach: Option<BreachDto>,
    /// In words.
    pub text: String,
}

/// Whether someone won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum VerdictName {
    /// Someone did.
    Wins,
    /// Nobody did.
    Draw,
    /// Both lost.
    BothLose,
    /// The game does not count.
    NoContest,
}

impl OutcomeView {
    pub(crate) fn of(game: &Game, outcome: Outcome, language: Language) -> OutcomeView {
        OutcomeView {
            verdict: match outcome.verdict {
                Verdict::Wins(_) => VerdictName::Wins,
                Verdict::Draw => VerdictName::Draw,
                Verdict::BothLose => VerdictName::BothLose,
                Verdict::NoContest => VerdictName::NoContest,
            },
            winner: outcome.verdict.winner().map(SideDto::from),
            cause: outcome.cause.name(),
            breach: match outcome.cause {
                Cause::IllegalMove(breach) => Some(breach.into()),
                _ => None,
            },
            text: narrate::outcome(language, game, &outcome),
        }
    }

    /// An end of which this page does not know all.
    pub(crate) fn unclear(mut self, language: Language) -> OutcomeView {
        self.cause = "unknown";
        self.text = something_unknown(language).to_owned();
        self
    }
}

/// What stands for words of a newer server.
pub(crate) const fn something_unknown(language: Language) -> &'static str {
    match language {
        Language::English => "Something this page does not know.",
        Language::Japanese => "このページの知らない出来事です。",
    }
}
