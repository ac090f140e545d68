//! The game at a terminal of 80 by 24, key by key.

use super::app::{Effect, Faces, Grave, PlayApp, Question, SeatHolder};
use super::computer::Computer;
use super::words::HELP;
use super::{keys, save_kif, screen};
use expect_test::{Expect, expect};
use komadai_core::{Color, Variant};
use komadai_game::{Cause, Millis, Opening, Preset, StartFrom, Verdict};
use komadai_search::Level;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::path::PathBuf;
use std::time::{Duration, Instant};

const AT: Millis = Millis::ZERO;
const BOTH: [SeatHolder; 2] = [SeatHolder::Human, SeatHolder::Human];

/// A terminal with a game on it.
struct Desk {
    app: PlayApp,
    terminal: Terminal<TestBackend>,
}

impl Desk {
    fn new(opening: Opening, seats: [SeatHolder; 2], faces: Faces) -> Desk {
        let level = Level::try_from(1).expect("a level");
        let computer = Computer::new(opening.variant, level, 1);
        let mut app = PlayApp::new(opening, seats, computer, faces).expect("an opening");
        app.start(AT);
        let terminal = Terminal::new(TestBackend::new(80, 24)).expect("a terminal");
        Desk { app, terminal }
    }

    fn hot_seat(preset: Preset) -> Desk {
        Desk::new(Opening::new(preset), BOTH, Faces::Letters)
    }

    fn from_sfen(preset: Preset, sfen: &str) -> Desk {
        let setup = sfen.parse().expect("SFEN");
        let start = StartFrom::Custom(Box::new(setup));
        let opening = Opening {
            start,
            ..Opening::new(preset)
        };
        Desk::new(opening, BOTH, Faces::Letters)
    }

    fn press(&mut self, code: KeyCode) -> Effect {
        keys::press(&mut self.app, KeyEvent::new(code, KeyModifiers::NONE), AT)
    }

    fn press_all(&mut self, codes: impl IntoIterator<Item = KeyCode>) {
        for code in codes {
            assert_eq!(self.press(code), Effect::None);
        }
    }

    /// Types a line and Enter.
    fn enter(&mut self, line: &str) -> Effect {
        self.press_all(line.chars().map(KeyCode::Char));
        self.press(KeyCode::Enter)
    }

    fn screen(&mut self) -> String {
        let app = &self.app;
        let drawn = self.terminal.draw(|frame| screen::draw(frame, app, AT));
        drawn.expect("a test terminal draws");
        let buffer = self.terminal.backend().buffer();
        let mut text = String::new();
        for row in 0..buffer.area.height {
            let mut line = String::new();
            let mut column = 0;
            while column < buffer.area.width {
                let symbol = buffer[(column, row)].symbol();
                line.push_str(symbol);
                // A kanji covers the next cell as well.
                column += ratatui::text::Span::raw(symbol).width().max(1) as u16;
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    fn shows(&mut self, expected: Expect) {
        expected.assert_eq(&self.screen());
    }

    fn sfen(&self) -> String {
        self.app.game.position().to_string()
    }
}

fn times(code: KeyCode, count: usize) -> impl Iterator<Item = KeyCode> {
    std::iter::repeat_n(code, count)
}

#[test]
fn the_first_screen_in_kanji() {
    let seats = [SeatHolder::Human, SeatHolder::Computer];
    let mut desk = Desk::new(Opening::new(Preset::Casual), seats, Faces::Kanji);
    desk.shows(expect![[r#"
        △                                 shogi · even · casual
          ９ ８ ７ ６ ５ ４ ３ ２ １      > ▲ Black  you
        +---------------------------+       △ White  computer
        |v香v桂v銀v金v王v金v銀v桂v香|一   move 1
        | ・v飛 ・ ・ ・ ・ ・v角 ・|二   ┌moves───────────────────────────────────────┐
        |v歩v歩v歩v歩v歩v歩v歩v歩v歩|三   │                                            │
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|四   │                                            │
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|五   │                                            │
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|六   │                                            │
        | 歩 歩 歩 歩 歩 歩 歩 歩 歩|七   │                                            │
        | ・ 角 ・ ・ ・ ・ ・ 飛 ・|八   │                                            │
        | 香 桂 銀 金 玉 金 銀 桂 香|九   │                                            │
        +---------------------------+     │                                            │
        ▲                                 │                                            │
                                          │                                            │
                                          │                                            │
                                          │                                            │
                                          │                                            │
                                          │                                            │
                                          └────────────────────────────────────────────┘
        arrows and Enter move pieces; or type a move; ? for help

        > _
        Enter pick/put  Tab hand  Esc back  ? help  resign  save  quit
    "#]]);
}

#[test]
fn the_first_screen_in_letters_with_a_clock_and_white_below() {
    let opening = Opening {
        clock: Some("15m+60s".parse().expect("a clock")),
        ..Opening::new(Preset::Fesa)
    };
    let seats = [SeatHolder::Computer, SeatHolder::Human];
    let mut desk = Desk::new(opening, seats, Faces::Letters);
    desk.shows(expect![[r#"
        ▲                                 shogi · even · fesa
          1  2  3  4  5  6  7  8  9       > ▲ Black  computer        15:00
        +---------------------------+       △ White  you             15:00
        | L  N  S  G  K  G  S  N  L |i    the computer is thinking
        | .  R  .  .  .  .  .  B  . |h    ┌moves───────────────────────────────────────┐
        | P  P  P  P  P  P  P  P  P |g    │                                            │
        | .  .  .  .  .  .  .  .  . |f    │                                            │
        | .  .  .  .  .  .  .  .  . |e    │                                            │
        | .  .  .  .  .  .  .  .  . |d    │                                            │
        | p  p  p  p  p  p  p  p  p |c    │                                            │
        | .  b  .  .  .  .  .  r  . |b    │                                            │
        | l  n  s  g  k  g  s  n  l |a    │                                            │
        +---------------------------+     │                                            │
        △                                 │                                            │
                                          │                                            │
                                          │                                            │
                                          │                                            │
                                          │                                            │
                                          │                                            │
                                          └────────────────────────────────────────────┘
        arrows and Enter move pieces; or type a move; ? for help

        > _
        Enter pick/put  Tab hand  Esc back  ? help  resign  save  quit
    "#]]);
}

#[test]
fn moves_are_typed_in_any_notation() {
    let mut desk = Desk::new(Opening::new(Preset::Casual), BOTH, Faces::Kanji);
    for line in ["7g7f", "P-3d", "B22+", "同銀"] {
        assert_eq!(desk.enter(line), Effect::None);
        assert_eq!(desk.app.message, "", "{line}");
    }
    assert_eq!(desk.app.game.ply(), 4);
    desk.shows(expect![[r#"
        △ 角                              shogi · even · casual
          ９ ８ ７ ６ ５ ４ ３ ２ １      > ▲ Black
        +---------------------------+       △ White
        |v香v桂v銀v金v王v金 ・v桂v香|一   move 5
        | ・v飛 ・ ・ ・ ・ ・v銀 ・|二   ┌moves───────────────────────────────────────┐
        |v歩v歩v歩v歩v歩v歩 ・v歩v歩|三   │  1 ▲７六歩       △３四歩                   │
        | ・ ・ ・ ・ ・ ・v歩 ・ ・|四   │  3 ▲２二角成     △同　銀                   │
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|五   │                                            │
        | ・ ・ 歩 ・ ・ ・ ・ ・ ・|六   │                                            │
        | 歩 歩 ・ 歩 歩 歩 歩 歩 歩|七   │                                            │
        | ・ ・ ・ ・ ・ ・ ・ 飛 ・|八   │                                            │
        | 香 桂 銀 金 玉 金 銀 桂 香|九   │                                            │
        +---------------------------+     │                                            │
        ▲ 角                              │                                            │
                                          │                                            │
                                          │                                            │
                                          │                                            │
                                          │                                            │
                                          │                                            │
                                          └────────────────────────────────────────────┘


        > _
        Enter pick/put  Tab hand  Esc back  ? help  resign  save  quit
    "#]]);
    assert_eq!(desk.enter("pieces"), Effect::None);
    let screen = desk.screen();
    assert!(screen.contains("|") && !screen.contains('歩'), "{screen}");
}

#[test]
fn what_is_no_move_is_told() {
    let mut desk = Desk::hot_seat(Preset::Casual);
    desk.enter("nonsense");
    assert_eq!(desk.app.game.ply(), 0);
    assert!(desk.screen().contains("nonsense: "), "{}", desk.screen());
}

#[test]
fn the_cursor_moves_pieces() {
    let mut desk = Desk::hot_seat(Preset::Casual);
    // From 5e to 7g, and from there to 7f.
    desk.press_all(times(KeyCode::Left, 2).chain(times(KeyCode::Down, 2)));
    desk.press_all([KeyCode::Enter]);
    let targets = desk.app.targets();
    assert_eq!(targets.len(), 1, "{targets:?}");
    assert!(desk.screen().contains(" o "), "{}", desk.screen());
    desk.press_all([KeyCode::Up, KeyCode::Enter]);
    assert_eq!(desk.app.game.ply(), 1);
    assert_eq!(desk.app.texts[0][1], "P76");
}

#[test]
fn escape_puts_a_piece_back() {
    let mut desk = Desk::hot_seat(Preset::Casual);
    desk.press_all(times(KeyCode::Down, 2));
    desk.press_all([KeyCode::Char(' ')]);
    assert!(desk.app.picked.is_some());
    desk.press_all([KeyCode::Esc]);
    assert_eq!(desk.app.picked, None);
    assert_eq!(desk.app.game.ply(), 0);
}

#[test]
fn the_cursor_drops_pieces_from_the_hand() {
    let mut desk = Desk::from_sfen(Preset::Casual, "4k4/9/9/9/9/9/9/9/4K4 b GP 1");
    // The gold comes first; the pawn is beside it.
    desk.press_all([KeyCode::Tab, KeyCode::Right, KeyCode::Enter, KeyCode::Tab]);
    desk.press_all([KeyCode::Up, KeyCode::Enter]);
    assert_eq!(desk.sfen(), "4k4/9/9/4P4/9/9/9/9/4K4 w G 2");
}

#[test]
fn promotion_is_asked_about_where_there_is_a_choice() {
    let start = "4k4/9/9/4S4/9/9/9/9/4K4 b - 1";
    for (answer, after) in [
        (KeyCode::Char('y'), "4k4/9/4+S4/9/9/9/9/9/4K4 w - 2"),
        (KeyCode::Char('n'), "4k4/9/4S4/9/9/9/9/9/4K4 w - 2"),
    ] {
        let mut desk = Desk::from_sfen(Preset::Casual, start);
        desk.press_all([KeyCode::Up, KeyCode::Enter, KeyCode::Up, KeyCode::Enter]);
        assert!(matches!(desk.app.question, Some(Question::Promote { .. })));
        assert!(desk.screen().contains("promote? y/n"));
        // Other keys do not answer.
        desk.press_all([KeyCode::Char('x'), KeyCode::Up]);
        assert_eq!(desk.sfen(), start);
        desk.press_all([answer]);
        assert_eq!(desk.sfen(), after);
    }
}

#[test]
fn a_piece_that_must_promote_does() {
    let mut desk = Desk::from_sfen(Preset::Casual, "k8/4P4/9/9/9/9/9/9/4K4 b - 1");
    desk.press_all(times(KeyCode::Up, 3));
    desk.press_all([KeyCode::Enter, KeyCode::Up, KeyCode::Enter]);
    assert_eq!(desk.sfen(), "k3+P4/9/9/9/9/9/9/9/4K4 w - 2");
}

#[test]
fn friendly_games_block_illegal_moves_and_say_why() {
    let mut desk = Desk::hot_seat(Preset::Casual);
    desk.enter("7g7e");
    assert_eq!(desk.app.game.ply(), 0);
    assert_ne!(desk.app.message, "");
    let message: String = desk.app.message.chars().take(30).collect();
    assert!(desk.screen().contains(&message), "{}", desk.screen());
}

#[test]
fn under_the_laws_illegal_moves_stand_until_they_are_claimed() {
    let mut desk = Desk::hot_seat(Preset::Fesa);
    desk.enter("7g7e");
    assert_eq!(desk.app.game.ply(), 1);
    let screen = desk.screen();
    for hint in ["illegal", "cannot", "check"] {
        assert!(!screen.to_lowercase().contains(hint), "{screen}");
    }
    desk.enter("claim");
    let outcome = desk.app.game.outcome().expect("the claim ends the game");
    assert_eq!(outcome.verdict, Verdict::Wins(Color::White));
    assert!(
        matches!(outcome.cause, Cause::IllegalMove(_)),
        "{outcome:?}"
    );
    assert!(desk.screen().contains("the game is over"));
}

#[test]
fn under_the_laws_there_is_no_help() {
    let mut desk = Desk::from_sfen(Preset::Fesa, "4k4/9/9/9/9/9/9/4r4/4K4 b - 1");
    desk.press_all(times(KeyCode::Down, 4));
    desk.press_all([KeyCode::Enter]);
    assert!(desk.app.picked.is_some() && desk.app.targets().is_empty());
    assert!(!desk.screen().contains("check!"), "{}", desk.screen());
    desk.press_all([KeyCode::Esc]);
    desk.enter("hint");
    assert_eq!(desk.app.hint, None);
    assert!(desk.screen().contains("no hints"), "{}", desk.screen());
}

#[test]
fn friendly_games_warn_of_check_and_give_hints() {
    let mut desk = Desk::from_sfen(Preset::Casual, "4k4/9/9/9/9/9/9/4r4/4K4 b - 1");
    assert!(desk.screen().contains("check! move 1"), "{}", desk.screen());
    desk.enter("hint");
    let began = Instant::now();
    while desk.app.hint.is_none() && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
        desk.app.tick(AT);
    }
    let hint = desk.app.hint.expect("a hint");
    assert!(desk.app.game.position().is_legal(hint), "{hint}");
    assert!(desk.screen().contains("hint: K"), "{}", desk.screen());
}

#[test]
fn a_hint_is_looked_for_beside_the_screen_and_can_be_cancelled() {
    let mut desk = Desk::hot_seat(Preset::Casual);
    desk.enter("hint");
    // The key has returned, and the search has not.
    assert!(desk.app.computer.is_advising());
    assert_eq!(desk.app.hint, None);
    assert!(
        desk.screen().contains("looking for a hint"),
        "{}",
        desk.screen()
    );
    desk.press_all([KeyCode::Esc]);
    assert!(!desk.app.computer.is_advising());
    assert!(
        !desk.screen().contains("looking for a hint"),
        "{}",
        desk.screen()
    );
    // A move makes a hint about the position before it worthless.
    desk.enter("hint");
    assert!(desk.app.computer.is_advising());
    desk.enter("7g7f");
    assert!(!desk.app.computer.is_advising());
    std::thread::sleep(Duration::from_millis(300));
    desk.app.tick(AT);
    assert_eq!(desk.app.hint, None);
}

#[test]
fn under_the_laws_the_computer_claims_a_flag_that_falls_while_it_waits() {
    let opening = Opening {
        clock: Some("1m".parse().expect("a clock")),
        ..Opening::new(Preset::Fesa)
    };
    let seats = [SeatHolder::Human, SeatHolder::Computer];
    let mut desk = Desk::new(opening, seats, Faces::Letters);
    desk.app.tick(Millis::new(59_999));
    assert!(desk.app.game.is_running());
    desk.app.tick(Millis::new(60_000));
    let outcome = desk.app.game.outcome().expect("the flag was claimed");
    assert_eq!(outcome.verdict, Verdict::Wins(Color::White));
    assert_eq!(outcome.cause, Cause::TimeUp);
}

#[test]
fn two_people_claim_flags_themselves() {
    let opening = Opening {
        clock: Some("1m".parse().expect("a clock")),
        ..Opening::new(Preset::Fesa)
    };
    let mut desk = Desk::new(opening, BOTH, Faces::Letters);
    desk.app.tick(Millis::new(70_000));
    assert!(desk.app.game.is_running());
}

#[test]
fn two_people_can_take_back() {
    let mut desk = Desk::hot_seat(Preset::Casual);
    let start = desk.sfen();
    desk.enter("7g7f");
    desk.enter("undo");
    assert_eq!(desk.sfen(), start);
    assert!(desk.app.texts.is_empty());
    desk.enter("2g2f");
    assert_eq!(desk.app.texts.len(), 1);
    assert_eq!(desk.app.texts[0][1], "P26");
}

#[test]
fn under_the_laws_nothing_is_taken_back() {
    let mut desk = Desk::hot_seat(Preset::Fesa);
    desk.enter("7g7f");
    desk.enter("undo");
    assert_eq!(desk.app.game.ply(), 1);
    assert_ne!(desk.app.message, "");
}

#[test]
fn resigning_has_to_be_confirmed() {
    let mut desk = Desk::hot_seat(Preset::Casual);
    desk.enter("resign");
    assert_eq!(desk.app.question, Some(Question::Confirm(Grave::Resign)));
    assert!(desk.screen().contains("resign? y/n"));
    desk.press_all([KeyCode::Char('n')]);
    assert!(desk.app.game.is_running());
    desk.enter("resign");
    desk.press_all([KeyCode::Char('y')]);
    let outcome = desk.app.game.outcome().expect("the end");
    assert_eq!(outcome.verdict, Verdict::Wins(Color::White));
    // Nothing is lost by leaving now.
    assert_eq!(desk.enter("quit"), Effect::Quit);
}

#[test]
fn leaving_a_running_game_has_to_be_confirmed() {
    let mut desk = Desk::hot_seat(Preset::Casual);
    assert_eq!(desk.enter("quit"), Effect::None);
    assert_eq!(desk.press(KeyCode::Char('n')), Effect::None);
    assert_eq!(desk.enter("quit"), Effect::None);
    assert_eq!(desk.press(KeyCode::Char('y')), Effect::Quit);
    let interrupt = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(keys::press(&mut desk.app, interrupt, AT), Effect::Quit);
}

#[test]
fn an_entered_king_wins_by_declaration() {
    let entered = "+R8/2+NK1+R+P+P1/+P+PPS+P4/6g+b1/7p1/3g5/3+b1g+p1+p/5p3/5k+p2 b G3S3N3L7Pl 1";
    let mut desk = Desk::from_sfen(Preset::Fesa, entered);
    desk.enter("declare");
    assert!(desk.app.game.is_running());
    desk.press_all([KeyCode::Enter]);
    let outcome = desk.app.game.outcome().expect("the end");
    assert_eq!(outcome.verdict, Verdict::Wins(Color::Black));
}

#[test]
fn the_help_fits_on_the_screen() {
    let mut desk = Desk::hot_seat(Preset::Casual);
    desk.enter("?");
    let screen = desk.screen();
    for (word, what) in HELP {
        let line = screen.lines().find(|line| line.contains(word));
        assert!(
            line.is_some_and(|line| line.contains(what)),
            "{word}:\n{screen}"
        );
    }
    desk.press_all([KeyCode::Esc]);
    assert!(!desk.screen().contains("help─"));
}

#[test]
fn the_last_of_many_moves_is_shown() {
    let mut desk = Desk::hot_seat(Preset::Casual);
    for _ in 0..2 {
        for mv in ["5i5h", "5a5b", "5h5i", "5b5a"] {
            desk.enter(mv);
        }
    }
    for mv in [
        "9g9f", "9c9d", "8g8f", "8c8d", "7g7f", "7c7d", "6g6f", "6c6d", "5g5f", "5c5d",
    ] {
        desk.enter(mv);
    }
    for mv in [
        "4g4f", "4c4d", "3g3f", "3c3d", "2g2f", "2c2d", "1g1f", "1c1d", "1i1h", "1a1b",
    ] {
        desk.enter(mv);
    }
    assert_eq!(desk.app.game.ply(), 28, "{}", desk.app.message);
    let screen = desk.screen();
    let last = &desk.app.texts[27][1];
    assert!(screen.contains(last.as_str()), "{last}:\n{screen}");
}

#[test]
fn the_computer_answers() {
    for (preset, variant) in [
        (Preset::Casual, Variant::Shogi),
        (Preset::Seireigi, Variant::Seireigi),
    ] {
        let seats = [SeatHolder::Computer, SeatHolder::Human];
        let mut desk = Desk::new(Opening::new(preset), seats, Faces::Kanji);
        assert_eq!(desk.app.game.opening().variant, variant);
        assert!(desk.screen().contains("the computer is thinking"));
        desk.enter("3c3d");
        assert_eq!(desk.app.message, "it is not your turn");
        let until = Instant::now() + Duration::from_secs(60);
        while desk.app.game.ply() == 0 && Instant::now() < until {
            desk.app.tick(AT);
            std::thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(desk.app.game.ply(), 1);
        assert!(desk.app.human_to_move());
    }
}

#[test]
fn saving_names_the_file_and_replaces_nothing() {
    let mut desk = Desk::hot_seat(Preset::Casual);
    desk.enter("7g7f");
    let named = PathBuf::from("my game.kif");
    assert_eq!(desk.enter("save my game.kif"), Effect::Save(named));
    let default = PathBuf::from("komadai.kif");
    assert_eq!(desk.enter("save"), Effect::Save(default));
    let folder = std::env::temp_dir().join(format!("komadai-play-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let path = folder.join("game.kif");
    save_kif(&desk.app, &path).expect("saved");
    let saved = std::fs::read(&path).expect("the file");
    desk.enter("3c3d");
    assert!(save_kif(&desk.app, &path).is_err());
    assert_eq!(std::fs::read(&path).expect("the file"), saved);
    std::fs::remove_dir_all(&folder).expect("it was made here");
}
