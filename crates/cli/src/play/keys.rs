//! Key bindings.

use super::app::{Effect, PlayApp, ScreenCursor};
use komadai_core::{Color, File, HandKind, Rank, Square};
use komadai_game::Millis;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The longest text that can be typed: a path.
const LONGEST_INPUT: usize = 200;

pub(super) fn press(app: &mut PlayApp, key: KeyEvent, at: Millis) -> Effect {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c') => Effect::Quit,
            KeyCode::Char('u') => {
                app.input.clear();
                Effect::None
            }
            _ => Effect::None,
        };
    }
    if app.question.is_some() {
        return answer(app, key.code, at);
    }
    match key.code {
        KeyCode::Char(' ') if app.input.is_empty() => app.press_cursor(at),
        KeyCode::Char(letter) if app.input.len() < LONGEST_INPUT => app.input.push(letter),
        KeyCode::Backspace => drop(app.input.pop()),
        KeyCode::Enter if app.input.is_empty() => app.press_cursor(at),
        KeyCode::Enter => return app.enter(at),
        KeyCode::Esc => {
            app.input.clear();
            app.picked = None;
            app.show_help = false;
            app.cancel_hint();
        }
        KeyCode::Tab => switch(app),
        KeyCode::Up => step(app, 0, -1),
        KeyCode::Down => step(app, 0, 1),
        KeyCode::Left => step(app, 1, 0),
        KeyCode::Right => step(app, -1, 0),
        _ => {}
    }
    Effect::None
}

fn answer(app: &mut PlayApp, key: KeyCode, at: Millis) -> Effect {
    match key {
        KeyCode::Char('y' | 'Y' | '+') | KeyCode::Enter => app.answer(true, at),
        KeyCode::Char('n' | 'N' | '=') | KeyCode::Esc => app.answer(false, at),
        _ => Effect::None,
    }
}

/// Switches between the board and the pieces in hand.
fn switch(app: &mut PlayApp) {
    app.cursor = match app.cursor {
        ScreenCursor::Hand(_) => ScreenCursor::Board(Square::S55),
        ScreenCursor::Board(square) => match held(app).first() {
            Some(&kind) => ScreenCursor::Hand(kind),
            None => ScreenCursor::Board(square),
        },
    };
}

fn held(app: &PlayApp) -> Vec<HandKind> {
    let hand = app.game.position().hand(app.acting());
    let kinds = HandKind::SFEN_ORDER.into_iter();
    kinds.filter(|&kind| hand.has(kind)).collect()
}

/// Moves the cursor by files (to the left) and ranks (down), as the board is turned.
fn step(app: &mut PlayApp, files: i8, ranks: i8) {
    match app.cursor {
        ScreenCursor::Board(square) => {
            let (files, ranks) = match app.bottom {
                Color::Black => (files, ranks),
                Color::White => (-files, -ranks),
            };
            let moved = |at: usize, by: i8| at.saturating_add_signed(by.into()).min(8);
            let file = File::ALL[moved(square.file().index(), files)];
            let rank = Rank::ALL[moved(square.rank().index(), ranks)];
            app.cursor = ScreenCursor::Board(Square::new(file, rank));
        }
        ScreenCursor::Hand(kind) => {
            let kinds = held(app);
            let at = kinds.iter().position(|&held| held == kind).unwrap_or(0);
            let by = if files > 0 || ranks < 0 { -1 } else { 1 };
            let next = at
                .saturating_add_signed(by)
                .min(kinds.len().saturating_sub(1));
            app.cursor = kinds
                .get(next)
                .map_or(ScreenCursor::Board(Square::S55), |&kind| {
                    ScreenCursor::Hand(kind)
                });
        }
    }
}
