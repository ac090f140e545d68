//! Scripts of games.
//!
//! A script begins with headers and goes on with acts:
//!
//! ```text
//! rules: fesa
//! clock: 15m+60s
//! 0:00 white starts
//! 0:07 black 7g7f
//! 0:09 white claims illegal move
//! ? clocks
//! ```
//!
//! Headers are `rules`, `set` ([`crate::knobs`]), `clock`, `variant`, `start` (an SFEN or a handicap),
//! `toss` (who tosses), `attendance: to arrive`, `beginner`, `version` (of the log) and `arbiter: none`.
//! An act has its time, its actor and what he does; `moves` lets both sides move in turn, a second each. `?` asks for a
//! view. What comes of a script are the events in English, refusals, and the views asked for.

use crate::knobs;
use crate::ruling;
use expect_test::Expect;
use komadai_core::{Color, Setup, Variant};
use komadai_game::furigoma::Seed;
use komadai_game::narrate::{self, Language};
use komadai_game::{
    Act, Actor, Allowed, Arbiter, Attendance, Claim, ClockSide, Command, Deed, Event, Experience,
    Fact, FirstMove, Game, Millis, Offer, Opening, Preset, RuleSet, Ruling, StartFrom, apply,
    decide,
};
use komadai_kifu::Handicap;

/// Plays a script and compares what came of it.
pub(crate) fn check(script: &str, expected: Expect) {
    let told = tell(script);
    expected.assert_eq(&told);
}

/// What comes of a script.
pub(crate) fn tell(script: &str) -> String {
    perform(script).told
}

/// The game that comes of a script.
pub(crate) fn play(script: &str) -> Game {
    perform(script).game
}

/// The game that comes of a script, and its log.
pub(crate) fn log(script: &str) -> (Game, Vec<Event>) {
    let stage = perform(script);
    (stage.game, stage.events)
}

fn perform(script: &str) -> Stage {
    let mut stage = Stage::new(script);
    for line in acts(script) {
        stage.perform(line);
    }
    stage.check_log();
    stage
}

fn lines(script: &str) -> impl Iterator<Item = &str> {
    script
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
}

fn header(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(": ")?;
    let known = [
        "rules",
        "set",
        "clock",
        "variant",
        "start",
        "toss",
        "attendance",
        "beginner",
        "version",
        "arbiter",
    ];
    known.contains(&key).then_some((key, value))
}

fn acts(script: &str) -> impl Iterator<Item = &str> {
    lines(script).filter(|line| header(line).is_none())
}

/// The opening that the headers of a script describe.
pub(crate) fn opening(script: &str) -> Opening {
    // The scenes are of tournaments: an arbiter is there unless a scene says otherwise.
    let mut opening = with_arbiter(Opening::new(Preset::Fesa));
    for (key, value) in lines(script).filter_map(header) {
        match key {
            "rules" => {
                opening = Opening {
                    clock: opening.clock,
                    ..with_arbiter(Opening::new(value.parse().expect(value)))
                };
            }
            "set" => {
                let mut all = *opening.rules.knobs();
                for knob in value.split(", ") {
                    knobs::set(&mut all, knob);
                }
                opening.rules = RuleSet::new(all).expect(value);
            }
            "clock" => opening.clock = Some(value.parse().expect(value)),
            "variant" => opening.variant = variant(value),
            "start" => opening.start = start(value),
            "toss" => {
                opening.first_move = FirstMove::Furigoma {
                    tosser: color(value),
                };
            }
            "attendance" => opening.attendance = Attendance::ToArrive,
            "beginner" => {
                opening.players[color(value)].experience = Experience::Beginner;
            }
            "arbiter" => opening.arbiter = Arbiter::Nobody,
            "version" => opening.version = value.parse().expect(value),
            _ => panic!("header {key}"),
        }
    }
    opening
}

fn with_arbiter(opening: Opening) -> Opening {
    Opening {
        arbiter: Arbiter::Named,
        ..opening
    }
}

fn variant(name: &str) -> Variant {
    match name {
        "shogi" => Variant::Shogi,
        "seireigi" => Variant::Seireigi,
        _ => panic!("variant {name}"),
    }
}

fn start(text: &str) -> StartFrom {
    match text.parse::<Handicap>() {
        Ok(handicap) => StartFrom::Handicap(handicap),
        Err(_) => {
            let setup: Setup = text.parse().expect(text);
            StartFrom::Custom(Box::new(setup))
        }
    }
}

pub(crate) fn color(name: &str) -> Color {
    match name {
        "black" => Color::Black,
        "white" => Color::White,
        _ => panic!("side {name}"),
    }
}

fn actor(name: &str) -> Actor {
    match name {
        "arbiter" => Actor::Arbiter,
        "bystander" => Actor::Bystander,
        "clock" => Actor::Clock,
        "host" => Actor::Host,
        _ => Actor::Player(color(name)),
    }
}

/// `1:02.5` is a minute and two and a half seconds; hours may come before.
fn time(text: &str) -> Option<Millis> {
    let mut seconds = 0.0;
    for part in text.split(':') {
        seconds = seconds * 60.0 + part.parse::<f64>().ok()?;
    }
    text.contains(':')
        .then_some(Millis::new((seconds * 1000.0_f64).round() as u64))
}

/// `90s`, `2m`, `0.3s`
pub(crate) fn length(text: &str) -> Millis {
    let control: komadai_game::TimeControl = text.parse().expect(text);
    control.main
}

/// Reads an act. A reason follows a colon.
fn act(by: Actor, text: &str) -> Act {
    let (text, reason) = match text.split_once(": ") {
        Some((text, reason)) => (text, reason),
        None => (text.trim_end_matches(':'), ""),
    };
    let words: Vec<&str> = text.split(' ').collect();
    let opponent = by.color().map(|color| !color);
    match words[..] {
        ["starts"] => Act::Start,
        ["arrives"] => Act::Arrive,
        ["greets"] => Act::Greet,
        ["tosses", faces] => Act::Toss(faces.parse().expect(faces)),
        ["commits", "to", "seed", seed] => Act::CommitToss(Seed(bytes(seed)).commitment()),
        ["adds", number] => Act::AddNonce(bytes(number)),
        ["reveals", "seed", seed] => Act::RevealToss(Seed(bytes(seed))),
        ["places", "clock", "left"] => Act::PlaceClock(ClockSide::Left),
        ["places", "clock", "right"] => Act::PlaceClock(ClockSide::Right),
        ["presses"] => Act::Press,
        ["ticks"] => Act::Tick,
        ["resigns"] => Act::Resign,
        ["declares"] => Act::Declare,
        ["claims", "illegal", "move"] => Act::Claim(Claim::IllegalMove {
            offender: opponent.expect("a player claims"),
        }),
        ["points", "out", offender] => Act::Claim(Claim::IllegalMove {
            offender: color(offender),
        }),
        ["claims", "flag"] => Act::Claim(Claim::Flag),
        ["claims", "count"] => Act::Claim(Claim::Count),
        ["claims", "repetition"] => Act::Claim(Claim::Repetition { next: None }),
        ["claims", "repetition", "by", mv] => Act::Claim(Claim::Repetition {
            next: Some(mv.parse().expect(mv)),
        }),
        ["offers", what] => Act::Offer(offer(what)),
        ["accepts", what] => Act::Accept(offer(what)),
        ["declines", what] => Act::Decline(offer(what)),
        ["takes", "back"] => Act::TakeBack,
        ["calls", "arbiter"] => Act::CallArbiter(reason.into()),
        ["displaces"] => Act::Displace,
        ["puts", "back"] if opponent.is_some() => Act::PutBack,
        ["asks", "to", "arrange"] => Act::AskToArrange,
        ["arranges"] => Act::Arrange,
        [deed, "lag", lag] => Act::Play {
            deed: deed.parse().expect(deed),
            lag: length(lag),
        },
        [deed] if deed.parse::<Deed>().is_ok() => Act::Play {
            deed: deed.parse().expect(deed),
            lag: Millis::ZERO,
        },
        _ => Act::Rule(ruling::read(&words, reason)),
    }
}

fn offer(name: &str) -> Offer {
    match name {
        "count" => Offer::Count,
        "take-back" => Offer::TakeBack,
        "draw" => Offer::Draw,
        "cancel" => Offer::Cancel,
        _ => panic!("offer {name}"),
    }
}

/// `seed 7`: a seed or a player's number of 32 bytes, all alike.
fn bytes(text: &str) -> [u8; 32] {
    [text.parse().expect(text); 32]
}

/// A game in progress and what has been told of it.
pub(crate) struct Stage {
    game: Game,
    opening: Opening,
    events: Vec<Event>,
    at: Millis,
    told: String,
}

impl Stage {
    fn new(script: &str) -> Stage {
        let opening = opening(script);
        Stage {
            game: Game::new(opening.clone()).expect("a game can begin"),
            opening,
            events: Vec::new(),
            at: Millis::ZERO,
            told: String::new(),
        }
    }

    fn perform(&mut self, line: &str) {
        if let Some(view) = line.strip_prefix("? ") {
            let shown = self.view(view);
            return self.tell(&format!("{view}: {shown}"));
        }
        let (first, rest) = line.split_once(' ').expect(line);
        let line = match time(first) {
            Some(at) => {
                self.at = at;
                rest
            }
            None => line,
        };
        match line.split_once(' ').expect(line) {
            ("moves", moves) => self.perform_moves(moves),
            (name, text) => {
                let by = actor(name);
                let told = self.command(Command::new(by, act(by, text)));
                self.tell(&told.join("\n"));
            }
        }
    }

    /// Moves of both sides in turn, a second each, told in one line.
    fn perform_moves(&mut self, moves: &str) {
        let mut told = Vec::new();
        for text in moves.split_whitespace() {
            let deed: Deed = text.parse().expect(text);
            let by = Actor::Player(self.game.turn());
            let lag = Millis::ZERO;
            told.extend(self.command(Command::new(by, Act::Play { deed, lag })));
            self.at = self.at.plus(Millis::from_secs(1));
        }
        // Times are those of the seconds, and would be in the way.
        let plain = |line: String| {
            line.split_once(' ')
                .map_or(String::new(), |(_, l)| l.into())
        };
        let told: Vec<String> = told.into_iter().map(plain).collect();
        self.tell(&told.join(" / "));
    }

    fn command(&mut self, command: Command) -> Vec<String> {
        let events = match decide(&self.game, command, self.at) {
            Err(refusal) => return vec![format!("{} refused: {refusal}", stamp(self.at))],
            Ok(events) => events,
        };
        let mut told = Vec::new();
        for event in events {
            let line = narrate::line(Language::English, &self.game, &event);
            told.push(format!("{} {line}", stamp(event.at)));
            self.check_narration(&event);
            self.game.apply(&event);
            self.events.push(event);
        }
        told
    }

    /// What is true of every line: both languages have words for it, and nothing betrays a breach.
    fn check_narration(&self, event: &Event) {
        for language in Language::ALL {
            let line = narrate::line(language, &self.game, event);
            let seen = narrate::line(language, &self.game, &event.public(Allowed::No));
            assert_eq!(line, seen, "the line betrays what is hidden");
            assert!(!line.is_empty());
        }
        // Reasons are in whatever language they were given.
        let mut event = event.clone();
        if let Fact::Ruled(Ruling { reason, .. }) | Fact::ArbiterCalled(reason) = &mut event.fact {
            *reason = "".into();
        }
        let japanese = narrate::line(Language::Japanese, &self.game, &event);
        assert!(
            !japanese.contains(|c: char| c.is_ascii_alphabetic()),
            "{japanese}"
        );
    }

    /// Replaying the log gives the same game.
    fn check_log(&self) {
        let again = Game::replay(self.opening.clone(), &self.events).expect("the same opening");
        assert_eq!(again, self.game);
        let start = Game::new(self.opening.clone()).expect("the same opening");
        assert_eq!(self.events.iter().fold(start, apply), self.game);
    }

    fn tell(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        self.told += text;
        self.told.push('\n');
    }

    fn view(&self, wanted: &str) -> String {
        let game = &self.game;
        let both = |show: &dyn Fn(Color) -> String| {
            let [black, white] = Color::ALL.map(show);
            format!("Black {black}, White {white}")
        };
        match wanted.split(' ').collect::<Vec<_>>()[..] {
            ["clocks"] => both(&|color| match game.clock(color, self.at) {
                None => String::from("none"),
                Some(face) => {
                    let period = face.period.filter(|_| face.main == Millis::ZERO);
                    let period = period.map(|p| format!(" {} x{}", stamp(p), face.periods));
                    stamp(face.main) + &period.unwrap_or_default()
                }
            }),
            ["running"] => format!("{:?}", game.running_clock()),
            ["phase"] => format!("{:?}", game.phase()),
            ["deadline"] => game.next_deadline().map_or("none".into(), stamp),
            ["remaining"] => game
                .remaining_time(self.at)
                .map_or("none".into(), |spec| spec.to_string()),
            ["points"] => both(&|color| game.counting_points()[color].to_string()),
            ["occurrences"] => game.occurrences().to_string(),
            ["occurrences", "after", mv] => {
                format!("{:?}", game.occurrences_after(mv.parse().expect(mv)))
            }
            ["sfen"] => game.position().to_setup().to_string(),
            ["warnings"] => both(&|color| game.warnings(color).to_string()),
            ["players"] => format!("swapped {}", game.colors_swapped()),
            ["help"] => {
                let help = game.help();
                format!(
                    "board {:?}, engine {:?}, rule book {:?}",
                    help.board, help.engine, help.rule_book
                )
            }
            ["may", name] => {
                let may = game.may(actor(name));
                let may: Vec<String> = may.iter().map(ToString::to_string).collect();
                may.join(", ")
            }
            ["japanese"] => {
                let lines = narrate::log(Language::Japanese, self.opening.clone(), &self.events);
                String::from("\n") + &lines.expect("the same opening").join("\n")
            }
            _ => panic!("view {wanted}"),
        }
    }
}

/// `1:02.5`
fn stamp(time: Millis) -> String {
    let (all, millis) = (time.secs(), time.get() % 1000);
    let fraction = match millis {
        0 => String::new(),
        _ => format!(".{millis:03}").trim_end_matches('0').into(),
    };
    format!("{}:{:02}{fraction}", all / 60, all % 60)
}
