//! The screen: board and stands on the left, clocks and moves on the right. 80 by 24 is enough.

use super::app::{Faces, Grave, Picked, PlayApp, Question, ScreenCursor, SeatHolder};
use super::words::HELP;
use komadai_core::{Color, File, HandKind, Piece, Rank, Square};
use komadai_game::Millis;
use komadai_game::clock::Face;
use komadai_kifu::notation::pieces;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color as Ink, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph};

const BOARD_WIDTH: u16 = 34;
const KANJI_RANKS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
const KANJI_FILES: [&str; 9] = ["１", "２", "３", "４", "５", "６", "７", "８", "９"];

pub(super) fn draw(frame: &mut Frame<'_>, app: &PlayApp, at: Millis) {
    let [body, message, input, keys] = Layout::vertical([
        Constraint::Min(16),
        Constraint::Length(2),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(frame.area());
    let [left, right] =
        Layout::horizontal([Constraint::Length(BOARD_WIDTH), Constraint::Min(20)]).areas(body);
    frame.render_widget(Paragraph::new(board(app)), left);
    side_panel(frame, app, at, right);
    let wrap = ratatui::widgets::Wrap { trim: true };
    frame.render_widget(Paragraph::new(app.message.as_str()).wrap(wrap), message);
    frame.render_widget(Paragraph::new(prompt(app)), input);
    let hint = "Enter pick/put  Tab hand  Esc back  ? help  resign  save  quit";
    let dim = Style::new().add_modifier(Modifier::DIM);
    frame.render_widget(Paragraph::new(hint).style(dim), keys);
}

fn prompt(app: &PlayApp) -> Line<'_> {
    let question = match app.question {
        None => return Line::from(format!("> {}_", app.input)),
        Some(Question::Promote { .. }) => "promote? y/n",
        Some(Question::Confirm(Grave::Resign)) => "resign? y/n",
        Some(Question::Confirm(Grave::Declare)) => "declare a win? a wrong declaration loses. y/n",
        Some(Question::Confirm(Grave::Quit)) => "leave the game? y/n",
    };
    Line::from(question).style(Style::new().add_modifier(Modifier::BOLD))
}

/// Stand, board, stand.
fn board(app: &PlayApp) -> Vec<Line<'_>> {
    let top = !app.bottom;
    let mut lines = vec![stand(app, top), files(app), edge()];
    let ranks: Vec<Rank> = match app.bottom {
        Color::Black => Rank::ALL.to_vec(),
        Color::White => Rank::ALL.into_iter().rev().collect(),
    };
    let targets = app.targets();
    lines.extend(ranks.into_iter().map(|rank| rank_line(app, rank, &targets)));
    lines.push(edge());
    lines.push(stand(app, app.bottom));
    lines
}

fn across(app: &PlayApp) -> Vec<File> {
    match app.bottom {
        Color::Black => File::ALL.into_iter().rev().collect(),
        Color::White => File::ALL.to_vec(),
    }
}

fn edge() -> Line<'static> {
    Line::from(format!("+{}+", "-".repeat(27)))
}

fn files(app: &PlayApp) -> Line<'_> {
    let name = |file: &File| match app.faces {
        Faces::Kanji => format!(" {}", KANJI_FILES[file.index()]),
        Faces::Letters => format!(" {} ", file.number()),
    };
    let names: String = across(app).iter().map(name).collect();
    Line::from(format!(" {names}"))
}

fn rank_line<'a>(app: &'a PlayApp, rank: Rank, targets: &[Square]) -> Line<'a> {
    let mut spans = vec![Span::raw("|")];
    for file in across(app) {
        spans.push(cell(app, Square::new(file, rank), targets));
    }
    let name = match app.faces {
        Faces::Kanji => KANJI_RANKS[rank.index()].to_owned(),
        Faces::Letters => rank.letter().to_string(),
    };
    spans.push(Span::raw(format!("|{name}")));
    Line::from(spans)
}

fn cell<'a>(app: &PlayApp, square: Square, targets: &[Square]) -> Span<'a> {
    let piece = app.game.position().piece_on(square);
    let is_target = targets.contains(&square);
    let text = match (piece, app.faces) {
        (Some(piece), _) => piece_text(app, piece),
        (None, Faces::Kanji) if is_target => " ◦ ".to_owned(),
        (None, Faces::Kanji) => " ・".to_owned(),
        (None, Faces::Letters) if is_target => " o ".to_owned(),
        (None, Faces::Letters) => " . ".to_owned(),
    };
    Span::styled(text, cell_style(app, square, piece, is_target))
}

fn piece_text(app: &PlayApp, piece: Piece) -> String {
    match app.faces {
        Faces::Letters => format!("{:>2} ", piece.to_string()),
        Faces::Kanji => {
            let owner = match piece.color() {
                Color::Black => ' ',
                Color::White => 'v',
            };
            let variant = app.game.position().variant();
            let kanji = pieces::of_piece(variant, piece, app.game.jade()).kanji;
            format!("{owner}{kanji}")
        }
    }
}

fn cell_style(app: &PlayApp, square: Square, piece: Option<Piece>, is_target: bool) -> Style {
    let mut style = Style::new();
    if piece.is_some_and(|piece| piece.color() == Color::White) {
        style = style.fg(Ink::Cyan);
    }
    if app.last_target() == Some(square) {
        style = style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
    }
    if is_target
        || app
            .hint
            .is_some_and(|mv| mv.to() == square || mv.from() == Some(square))
    {
        style = style.fg(Ink::Green).add_modifier(Modifier::BOLD);
    }
    if app.picked == Some(Picked::Board(square)) {
        style = style.bg(Ink::Yellow).fg(Ink::Black);
    }
    if app.cursor == ScreenCursor::Board(square) {
        style = style.add_modifier(Modifier::REVERSED);
    }
    style
}

/// A side's pieces in hand.
fn stand(app: &PlayApp, color: Color) -> Line<'_> {
    let mark = match color {
        Color::Black => "▲",
        Color::White => "△",
    };
    let mut spans = vec![Span::raw(mark)];
    let hand = app.game.position().hand(color);
    for kind in HandKind::SFEN_ORDER {
        let count = hand.count(kind);
        if count == 0 {
            continue;
        }
        let name = match app.faces {
            Faces::Letters => Piece::new(kind.piece_kind(), color).to_string(),
            Faces::Kanji => {
                let variant = app.game.position().variant();
                pieces::of(variant, kind.piece_kind()).kanji.to_owned()
            }
        };
        let number = if count > 1 {
            count.to_string()
        } else {
            String::new()
        };
        let mut style = Style::new();
        if app.picked == Some(Picked::Hand(kind)) && color == app.game.turn() {
            style = style.bg(Ink::Yellow).fg(Ink::Black);
        }
        if app.cursor == ScreenCursor::Hand(kind) && color == app.acting() {
            style = style.add_modifier(Modifier::REVERSED);
        }
        spans.push(Span::raw(" "));
        spans.push(Span::styled(format!("{name}{number}"), style));
    }
    Line::from(spans)
}

fn side_panel(frame: &mut Frame<'_>, app: &PlayApp, at: Millis, area: Rect) {
    let [head, rest] = Layout::vertical([Constraint::Length(4), Constraint::Min(4)]).areas(area);
    let lines = vec![
        Line::from(title(app)),
        player_line(app, Color::Black, at),
        player_line(app, Color::White, at),
        Line::from(status(app)),
    ];
    frame.render_widget(Paragraph::new(lines), head);
    if app.show_help {
        let line = |(word, what): &(&str, &str)| Line::from(format!("{} {what}", pad(word, 16)));
        let lines: Vec<Line<'_>> = HELP.iter().map(line).collect();
        frame.render_widget(
            Paragraph::new(lines).block(Block::bordered().title("help")),
            rest,
        );
        return;
    }
    frame.render_widget(moves(app, rest), rest);
}

fn title(app: &PlayApp) -> String {
    let opening = app.game.opening();
    let rules = opening
        .rules
        .name()
        .map_or("own rules", |preset| preset.name());
    let start = match opening.handicap() {
        Some(handicap) => handicap.name(),
        None => "a position",
    };
    format!("{} · {start} · {rules}", opening.variant)
}

fn player_line(app: &PlayApp, color: Color, at: Millis) -> Line<'static> {
    let mark = match color {
        Color::Black => "▲ Black",
        Color::White => "△ White",
    };
    let who = match app.seats[color.index()] {
        SeatHolder::Human => "you",
        SeatHolder::Computer => "computer",
    };
    let who = match app.seats {
        [SeatHolder::Human, SeatHolder::Human] => "",
        _ => who,
    };
    let clock = app.game.clock(color, at).map_or(String::new(), clock_text);
    let turn = app.game.is_running() && app.game.turn() == color;
    let style = if turn {
        Style::new().add_modifier(Modifier::BOLD)
    } else {
        Style::new()
    };
    let pointer = if turn { ">" } else { " " };
    Line::styled(format!("{pointer} {mark:<8} {who:<9}{clock:>12}"), style)
}

/// `14:59`, and under byoyomi the seconds of the period.
fn clock_text(face: Face) -> String {
    let shown = |time: Millis| time.get().div_ceil(1000);
    let main = shown(face.main);
    let periods = if face.periods > 1 {
        format!(" x{}", face.periods)
    } else {
        String::new()
    };
    match face.period {
        Some(period) if main == 0 => format!("{}s{periods}", shown(period)),
        _ if main >= 3600 => format!("{}:{:02}:{:02}", main / 3600, main / 60 % 60, main % 60),
        _ => format!("{}:{:02}", main / 60, main % 60),
    }
}

fn status(app: &PlayApp) -> String {
    if app.game.outcome().is_some() {
        return "the game is over; save or quit".to_owned();
    }
    if !app.human_to_move() {
        return "the computer is thinking".to_owned();
    }
    if !app.game.help().board.is_yes() {
        return format!("move {}", app.game.ply() + 1);
    }
    let check = if app.game.position().is_in_check() {
        "check! "
    } else {
        ""
    };
    let count = app.game.occurrences();
    let repeated = if count > 1 {
        format!(" · this position: {count} times")
    } else {
        String::new()
    };
    format!("{check}move {}{repeated}", app.game.ply() + 1)
}

/// The last moves that fit, two to a line.
fn moves(app: &PlayApp, area: Rect) -> Paragraph<'_> {
    let face = match app.faces {
        Faces::Kanji => 0,
        Faces::Letters => 1,
    };
    let rows = usize::from(area.height.saturating_sub(2)).max(1);
    let pairs: Vec<Line<'_>> = app
        .texts
        .chunks(2)
        .enumerate()
        .map(|(i, pair)| {
            let first = &pair[0][face];
            let second = pair.get(1).map_or("", |texts| texts[face].as_str());
            Line::from(format!("{:>3} {}{second}", 2 * i + 1, pad(first, 14)))
        })
        .collect();
    let skip = pairs.len().saturating_sub(rows);
    let shown: Vec<Line<'_>> = pairs.into_iter().skip(skip).collect();
    Paragraph::new(shown).block(Block::bordered().title("moves"))
}

/// Fills a text to a number of columns; a kanji takes two.
fn pad(text: &str, columns: usize) -> String {
    let width = Span::raw(text).width();
    format!("{text}{}", " ".repeat(columns.saturating_sub(width)))
}
