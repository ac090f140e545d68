//! `komadai play`: a game in the terminal.

mod app;
mod computer;
mod keys;
mod screen;
#[cfg(test)]
mod tests;
mod words;

use crate::Answer;
use crate::args::{PlayArgs, SideArg};
use crate::save::{Existing, save};
use anyhow::{Context, bail};
use app::{Effect, Faces, PlayApp, SeatHolder};
use computer::Computer;
use komadai_game::furigoma::{Majority, Nonces, Seed, Toss};
use komadai_game::narrate::{self, Language};
use komadai_game::{ClockSpec, Event as GameEvent, Game, Millis, Opening, RuleSet, record};
use komadai_kifu::record::Start;
use komadai_kifu::{Format, WriteOptions};
use komadai_search::Level;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

/// Interval between redraws while nothing is typed.
const FRAME: Duration = Duration::from_millis(100);

pub(crate) fn run(args: &PlayArgs) -> anyhow::Result<Answer> {
    let opening = opening(args)?;
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        bail!("play needs a terminal; use `komadai usi` for programs");
    }
    let faces = if args.ascii {
        Faces::Letters
    } else {
        Faces::Kanji
    };
    let seed = seed();
    let level = Level::try_from(u32::from(args.level))?;
    let computer = Computer::new(opening.variant, level, seed);
    let app = PlayApp::new(opening, seats(args.side, seed), computer, faces)?;
    let mut terminal = ratatui::try_init().context("the terminal")?;
    let played = play(&mut terminal, app);
    ratatui::restore();
    played?;
    Ok(Answer::Positive)
}

fn opening(args: &PlayArgs) -> anyhow::Result<Opening> {
    let mut opening = Opening::new(args.rules);
    opening.variant = args.variant.variant;
    opening.rules = RuleSet::preset(args.rules);
    opening.start = args.handicap.parse::<Start>()?.into();
    opening.clock = match &args.clock {
        None => None,
        Some(spec) => Some(
            spec.parse::<ClockSpec>()
                .with_context(|| format!("clock {spec}"))?,
        ),
    };
    Ok(opening)
}

fn seats(side: SideArg, seed: u64) -> [SeatHolder; 2] {
    match side {
        SideArg::Black => [SeatHolder::Human, SeatHolder::Computer],
        SideArg::White => [SeatHolder::Computer, SeatHolder::Human],
        SideArg::Both => [SeatHolder::Human, SeatHolder::Human],
        SideArg::Furigoma => match toss(seed) {
            Majority::Tosser => [SeatHolder::Human, SeatHolder::Computer],
            Majority::Other => [SeatHolder::Computer, SeatHolder::Human],
        },
    }
}

/// The player tosses five pawns until they decide.
fn toss(seed: u64) -> Majority {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let nonces = Nonces {
        tosser: [0; 32],
        other: [0; 32],
    };
    let tosses = (0..).map(|round| Toss::from_seed(&Seed(bytes), &nonces, round));
    let decided = tosses.filter_map(|toss| toss.majority()).next();
    decided.unwrap_or(Majority::Tosser)
}

/// A random seed.
fn seed() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(1, |time| time.as_nanos() as u64)
}

fn play(terminal: &mut DefaultTerminal, mut app: PlayApp) -> anyhow::Result<()> {
    let begin = Instant::now();
    let now = || Millis::new(begin.elapsed().as_millis() as u64);
    app.start(now());
    loop {
        app.tick(now());
        terminal.draw(|frame| screen::draw(frame, &app, now()))?;
        if !event::poll(FRAME)? {
            continue;
        }
        let Event::Key(key) = event::read()? else {
            continue;
        };
        if key.kind == KeyEventKind::Release {
            continue;
        }
        match keys::press(&mut app, key, now()) {
            Effect::None => {}
            Effect::Quit => return Ok(()),
            Effect::Save(path) => {
                app.message = match save_kif(&app, &path) {
                    Ok(()) => format!("saved as {}", path.display()),
                    Err(error) => format!("{error:#}"),
                };
            }
        }
    }
}

/// Writes the game as KIF; existing files are not overwritten.
fn save_kif(app: &PlayApp, path: &Path) -> anyhow::Result<()> {
    let comment =
        |game: &Game, event: &GameEvent| Some(narrate::line(Language::English, game, event));
    let export = record::export(app.game.opening(), &app.events, comment)?;
    let written = komadai_kifu::write(&export.record, Format::Kif, &WriteOptions::default())?;
    save(path, &written.bytes, Existing::Keep)
}
