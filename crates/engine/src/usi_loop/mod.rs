//! The USI engine: lines in, lines out.

mod options;
mod search;

use crate::any_engine::{AnyEngine, AnyLine};
use komadai_core::{AnyPosition, Tolerance, Variant};
use komadai_search::Evaluator;
use komadai_usi::{
    BestMove, Checkmate, Go, Id, Info, Message, PositionLine, SetOption, UsiCommand,
};
use options::EngineSettings;
use search::{RunningSearch, SearchTask};
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// The output. Each line is written atomically, from any thread.
#[derive(Clone)]
struct Output(Arc<Mutex<dyn Write + Send>>);

impl Output {
    fn say(&self, message: &Message) {
        // A closed output cannot be reported; the loop ends when the input does.
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

/// Runs the USI loop until `quit` or the end of the input. At the end of the input a limited search is
/// completed first.
///
/// # Errors
/// Returns an error if the input cannot be read.
pub fn serve(input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let mut session = UsiSession::new(Output(Arc::new(Mutex::new(output))));
    let mut input = input;
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            session.finish();
            return Ok(());
        }
        // Options may contain file names in any encoding; lines that are not UTF-8 are converted lossily.
        match UsiCommand::parse(&String::from_utf8_lossy(&line)) {
            Ok(None) => {}
            Ok(Some(UsiCommand::Quit)) => {
                session.halt();
                return Ok(());
            }
            Ok(Some(command)) => session.obey(command),
            Err(error) => session.output.note(format!("error: {error}")),
        }
    }
}

/// The state between lines.
struct UsiSession {
    output: Output,
    settings: EngineSettings,
    /// `None` while a search runs.
    engine: Option<AnyEngine>,
    /// The file of the engine's net, if it is not the built-in one.
    loaded: Option<PathBuf>,
    running: Option<RunningSearch>,
    /// The position as it was told, which means another one if the variant is changed.
    told: PositionLine,
    /// The game that the next search starts from.
    line: AnyLine,
    /// Mixed into the play of weaker levels, so that games differ.
    seed: u64,
}

impl UsiSession {
    fn new(output: Output) -> UsiSession {
        UsiSession {
            output,
            settings: EngineSettings::default(),
            engine: None,
            loaded: None,
            running: None,
            told: PositionLine::default(),
            line: AnyLine::new(&AnyPosition::default()),
            seed: fresh_seed(),
        }
    }

    fn obey(&mut self, command: UsiCommand) {
        match command {
            UsiCommand::Usi => self.introduce(),
            UsiCommand::IsReady => {
                self.halt();
                self.ready_engine();
                self.output.say(&Message::ReadyOk);
            }
            UsiCommand::SetOption(set) => self.set_option(&set),
            UsiCommand::UsiNewGame => {
                self.halt();
                self.seed = fresh_seed();
                self.ready_engine().clear();
            }
            UsiCommand::Position(position) => self.set_position(position),
            UsiCommand::Go(go) => self.go(go),
            UsiCommand::Stop | UsiCommand::GameOver(_) => {
                if let Some(running) = &self.running {
                    running.stop();
                }
            }
            UsiCommand::PonderHit(clock) => {
                if let Some(running) = &self.running {
                    running.ponder_hit(&clock);
                }
            }
            UsiCommand::Other(line) => self.other(&line),
            UsiCommand::Quit => {}
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

    /// An invalid position leaves the previous one in place.
    fn set_position(&mut self, position: PositionLine) {
        match follow(&position, self.settings.variant) {
            Ok(line) => (self.told, self.line) = (position, line),
            Err(error) => self.output.note(format!("error: {error}")),
        }
    }

    fn go(&mut self, go: Go) {
        if go.mate.is_some() {
            let answer = Message::Checkmate(Checkmate::NotImplemented);
            return self.output.say(&answer);
        }
        let began = std::time::Instant::now();
        // An interface that sends `go` again without `stop` gets the first answer as well.
        self.halt();
        let Some(line) = self.line() else {
            self.output
                .note("error: the position is none of this variant".to_owned());
            return self.output.say(&Message::BestMove(BestMove::Resign));
        };
        let turn = line.position().turn();
        self.ready_engine();
        let Some(engine) = self.engine.take() else {
            return;
        };
        self.running = Some(RunningSearch::start(SearchTask {
            engine,
            line,
            limits: search::limits(&go, turn),
            turn,
            waits: go.infinite || go.ponder,
            resign_at: self.settings.resign_value,
            began,
            output: self.output.clone(),
        }));
    }

    /// The game to search, if there is one in the variant that is set: it may have been changed after the
    /// position was told.
    fn line(&self) -> Option<AnyLine> {
        let variant = self.settings.variant;
        if self.line.variant() == variant {
            return Some(self.line.clone());
        }
        follow(&self.told, variant).ok()
    }

    /// Stops a search, which sends its answer, and takes the engine back.
    fn halt(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop();
            self.engine = running.join();
        }
    }

    /// Waits for the answer of a limited search.
    fn finish(&mut self) {
        match &self.running {
            Some(running) if running.ends_by_itself() => {
                let running = self.running.take();
                self.engine = running.and_then(RunningSearch::join);
            }
            _ => self.halt(),
        }
    }

    /// An engine with the current settings.
    fn ready_engine(&mut self) -> &mut AnyEngine {
        let options = self.settings.search_options();
        let variant = self.settings.variant;
        let kept = self
            .engine
            .take()
            .filter(|engine| engine.variant() == variant && self.loaded == self.settings.eval_file);
        let engine = kept.unwrap_or_else(|| {
            AnyEngine::with_evaluator(variant, options.clone(), self.evaluator(variant))
        });
        self.loaded.clone_from(&self.settings.eval_file);
        let engine = self.engine.insert(engine);
        engine.set_options(options);
        engine.set_level(
            self.settings.level(),
            self.settings.seed.unwrap_or(self.seed),
        );
        engine
    }

    /// The evaluation that is set. A file that cannot be used is reported, and the built-in one is used.
    fn evaluator(&self, variant: Variant) -> Evaluator {
        let Some(path) = &self.settings.eval_file else {
            return Evaluator::shipped(variant);
        };
        let read = std::fs::read(path).map_err(|error| error.to_string());
        let parsed = read.and_then(|bytes| {
            Evaluator::from_net(&bytes, variant).map_err(|error| error.to_string())
        });
        parsed.unwrap_or_else(|error| {
            let path = path.display();
            self.output.note(format!("error: {path}: {error}"));
            Evaluator::shipped(variant)
        })
    }

    /// Commands outside the protocol for interactive use.
    fn other(&self, line: &str) {
        if line != "d" {
            return;
        }
        let line = self.line();
        let position = line.map_or(AnyPosition::default(), |line| line.position());
        self.output.note(format!("sfen {position}"));
    }
}

/// Plays the moves of a `position` command.
fn follow(told: &PositionLine, variant: Variant) -> Result<AnyLine, String> {
    let start = AnyPosition::from_setup(variant, &told.start, Tolerance::MissingKing);
    let mut line = AnyLine::new(&start.map_err(|error| format!("the start position: {error}"))?);
    for (number, &mv) in (1..).zip(&told.moves) {
        let played = line.play(mv);
        played.map_err(|illegal| format!("move {number}: {illegal}"))?;
    }
    Ok(line)
}

fn fresh_seed() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(1, |time| time.as_nanos() as u64)
}
