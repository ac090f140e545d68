//! The engine as USI interfaces see it: lines in, lines out.

mod options;
mod search;

use crate::any_engine::{AnyEngine, AnyLine};
use komadai_core::{AnyPosition, Tolerance};
use komadai_usi::{
    BestMove, Checkmate, Command, Go, Id, Info, Message, PositionCommand, SetOption,
};
use options::Settings;
use search::{Running, Task};
use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex};

/// Where lines go. Each is written whole and at once, whichever thread it comes from.
#[derive(Clone)]
struct Output(Arc<Mutex<dyn Write + Send>>);

impl Output {
    fn say(&self, message: &Message) {
        // Nobody can be told if the other side has gone; the loop ends when it reads no more.
        let mut output = self
            .0
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let _ = writeln!(output, "{message}").and_then(|()| output.flush());
    }

    fn note(&self, text: String) {
        self.say(&Message::Info(Box::new(Info {
            string: Some(text),
            ..Info::default()
        })));
    }
}

/// Talks USI until `quit` or the end of the input. At the end of the input a search that has a limit is
/// finished first.
///
/// # Errors
/// If the input cannot be read.
pub fn serve(input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let mut session = Session::new(Output(Arc::new(Mutex::new(output))));
    let mut input = input;
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            session.finish();
            return Ok(());
        }
        // Options may hold names of files in whatever encoding; what is not UTF-8 is no command.
        match Command::parse(&String::from_utf8_lossy(&line)) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => {
                session.halt();
                return Ok(());
            }
            Ok(Some(command)) => session.obey(command),
            Err(error) => session.output.note(format!("error: {error}")),
        }
    }
}

/// What the engine knows between lines.
struct Session {
    output: Output,
    settings: Settings,
    /// Away while a search runs.
    engine: Option<AnyEngine>,
    running: Option<Running>,
    /// What the next search starts from, as it was told.
    position: PositionCommand,
    /// Mixed into the play of weaker levels, so that games differ.
    seed: u64,
}

impl Session {
    fn new(output: Output) -> Session {
        Session {
            output,
            settings: Settings::default(),
            engine: None,
            running: None,
            position: PositionCommand::startpos([]),
            seed: fresh_seed(),
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Usi => self.introduce(),
            Command::IsReady => {
                self.halt();
                self.ready_engine();
                self.output.say(&Message::ReadyOk);
            }
            Command::SetOption(set) => self.set_option(&set),
            Command::UsiNewGame => {
                self.halt();
                self.seed = fresh_seed();
                self.ready_engine().clear();
            }
            Command::Position(position) => self.set_position(position),
            Command::Go(go) => self.go(go),
            Command::Stop | Command::GameOver(_) => {
                if let Some(running) = &self.running {
                    running.stop();
                }
            }
            Command::PonderHit(clock) => {
                if let Some(running) = &self.running {
                    running.ponder_hit(&clock);
                }
            }
            Command::Other(line) => self.other(&line),
            Command::Quit => {}
        }
    }

    fn introduce(&self) {
        let version = env!("CARGO_PKG_VERSION");
        let say = |message| self.output.say(&message);
        say(Message::Id(Id::Name(format!("Komadai {version}"))));
        say(Message::Id(Id::Author("the Komadai developers".to_owned())));
        for option in options::declared().iter() {
            say(Message::Option(option.clone()));
        }
        say(Message::UsiOk);
    }

    /// Takes effect when the next search or game begins.
    fn set_option(&mut self, set: &SetOption) {
        if let Err(error) = self.settings.set(set) {
            self.output.note(format!("error: {error}"));
        }
    }

    /// A position that is at fault leaves the one before it in force.
    fn set_position(&mut self, position: PositionCommand) {
        match position.resolve(self.settings.variant, Tolerance::MissingKing) {
            Ok(_) => self.position = position,
            Err(error) => self.output.note(format!("error: {error}")),
        }
    }

    fn go(&mut self, go: Go) {
        if go.mate.is_some() {
            let answer = Message::Checkmate(Checkmate::NotImplemented);
            return self.output.say(&answer);
        }
        let began = std::time::Instant::now();
        // An interface that asks again without stopping gets the first answer, too.
        self.halt();
        let variant = self.settings.variant;
        let resolved = self.position.resolve(variant, Tolerance::MissingKing);
        let Ok(resolved) = resolved else {
            // The variant was changed after the position was told.
            self.output
                .note("error: the position is none of this variant".to_owned());
            return self.output.say(&Message::BestMove(BestMove::Resign));
        };
        self.ready_engine();
        let Some(engine) = self.engine.take() else {
            return;
        };
        self.running = Some(Running::start(Task {
            engine,
            line: AnyLine::new(&resolved.start, &resolved.moves),
            limits: search::limits(&go, resolved.position.turn()),
            turn: resolved.position.turn(),
            waits: go.infinite || go.ponder,
            resign_at: self.settings.resign_value,
            began,
            output: self.output.clone(),
        }));
    }

    /// Stops a search, whose answer is then out, and takes the engine back.
    fn halt(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop();
            self.engine = running.join();
        }
    }

    /// Waits for the answer of a search that ends by itself.
    fn finish(&mut self) {
        match &self.running {
            Some(running) if running.ends_by_itself() => {
                let running = self.running.take();
                self.engine = running.and_then(Running::join);
            }
            _ => self.halt(),
        }
    }

    /// An engine as the settings want it.
    fn ready_engine(&mut self) -> &mut AnyEngine {
        let options = self.settings.search_options();
        let variant = self.settings.variant;
        let kept = self
            .engine
            .take()
            .filter(|engine| engine.variant() == variant);
        let engine = kept.unwrap_or_else(|| AnyEngine::new(variant, options.clone()));
        let engine = self.engine.insert(engine);
        engine.set_options(options);
        engine.set_level(
            self.settings.level(),
            self.settings.seed.unwrap_or(self.seed),
        );
        engine
    }

    /// Words outside the protocol that are of use at a keyboard.
    fn other(&self, line: &str) {
        if line != "d" {
            return;
        }
        let resolved = self
            .position
            .resolve(self.settings.variant, Tolerance::MissingKing);
        let position = resolved.map_or(AnyPosition::default(), |resolved| resolved.position);
        self.output.note(format!("sfen {position}"));
    }
}

fn fresh_seed() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(1, |time| time.as_nanos() as u64)
}
