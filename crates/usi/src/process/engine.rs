//! An engine at work.

use super::command_line::EngineCommand;
use super::cpu::CpuMeter;
use super::error::{Doing, EngineError};
use super::limit::{Limit, Timeouts, deadline};
use super::pipe::{self, Line, Tails, shown};
use super::search::{Answer, Pace, Search, Thought};
use crate::bestmove::Checkmate;
use crate::command::{Command, GameResult, SetOption};
use crate::go::{Clock, Go, MateTime};
use crate::info::Info;
use crate::message::{Id, Message};
use crate::option::{OptionError, Options, is_reserved};
use crate::position::PositionCommand;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// How long an engine that closed its output may take to end.
const LAST_BREATH: Duration = Duration::from_millis(500);

/// An engine: a child process that speaks USI.
///
/// Searches either block ([`go`](Engine::go), [`mate`](Engine::mate)) or are begun
/// ([`begin`](Engine::begin), [`ponder`](Engine::ponder)) and looked at ([`poll`](Engine::poll)).
#[derive(Debug)]
pub struct Engine {
    child: Child,
    cpu: CpuMeter,
    to: Sender<String>,
    from: Receiver<Line>,
    /// Closed when the error output has ended.
    stderr: Receiver<()>,
    tails: Tails,
    pub(super) timeouts: Timeouts,
    name: String,
    author: String,
    options: Options,
    pub(super) state: State,
}

/// What an engine is doing.
#[derive(Clone, Debug)]
pub(super) enum State {
    Idle,
    Thinking(Box<Search>),
    Dead,
}

impl Engine {
    /// Starts the process and goes through the handshake, up to `usiok`.
    ///
    /// # Errors
    /// If the process does not start, ends, or does not answer.
    pub fn start(command: &EngineCommand, timeouts: Timeouts) -> Result<Engine, EngineError> {
        let mut engine = Engine::spawn(command, timeouts).map_err(|error| EngineError::Start {
            command: command.to_string(),
            error,
        })?;
        engine.send(&Command::Usi);
        engine.shake_hands()?;
        Ok(engine)
    }

    fn spawn(command: &EngineCommand, timeouts: Timeouts) -> std::io::Result<Engine> {
        let mut process = std::process::Command::new(&command.program);
        process
            .args(&command.args)
            .envs(command.env.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(directory) = &command.directory {
            process.current_dir(directory);
        }
        let mut child = process.spawn()?;
        let tails = Tails::default();
        let pipes = connect(&mut child, &tails);
        let (to, from, stderr) = match pipes {
            Ok(pipes) => pipes,
            Err(error) => {
                end(&mut child);
                return Err(error);
            }
        };
        let name = command.program.display().to_string();
        Ok(Engine {
            cpu: CpuMeter::new(child.id()),
            child,
            to,
            from,
            stderr,
            tails,
            timeouts,
            name,
            author: String::new(),
            options: Options::new(),
            state: State::Idle,
        })
    }

    fn shake_hands(&mut self) -> Result<(), EngineError> {
        let deadline = deadline(self.timeouts.handshake);
        loop {
            match self.message(deadline, Doing::Handshake)? {
                Some((Message::UsiOk, _)) => return Ok(()),
                Some((Message::Id(Id::Name(name)), _)) => self.name = name,
                Some((Message::Id(Id::Author(author)), _)) => self.author = author,
                Some((Message::Option(option), _)) => self.options.declare(option),
                Some(_) => {}
                None => return Err(self.hung(Doing::Handshake, self.timeouts.handshake)),
            }
        }
    }

    /// The name that the engine gives itself; the program's if it gives none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The author that the engine names.
    pub fn author(&self) -> &str {
        &self.author
    }

    /// The options that the engine declares.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Gives up waiting after these times from now on.
    pub fn set_timeouts(&mut self, timeouts: Timeouts) {
        self.timeouts = timeouts;
    }

    /// Sets an option that the engine declares, in its own spelling, or one of the reserved names.
    ///
    /// # Errors
    /// If there is no such option, or if it does not take the value. Nothing is sent then.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), EngineError> {
        self.need_idle()?;
        let wish = SetOption {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        };
        let set = match self.options.judge(&wish) {
            Ok((option, judged)) => SetOption {
                name: option.name.clone(),
                value: value
                    .map(|_| judged.to_string())
                    .filter(|text| !text.is_empty()),
            },
            Err(OptionError::Unknown(_)) if is_reserved(name) => wish,
            Err(error) => return Err(error.into()),
        };
        self.send(&Command::SetOption(set));
        Ok(())
    }

    /// `isready`, and waits for `readyok`.
    ///
    /// # Errors
    /// If the engine ends or does not answer.
    pub fn ready(&mut self) -> Result<(), EngineError> {
        self.need_idle()?;
        self.send(&Command::IsReady);
        let deadline = deadline(self.timeouts.ready);
        loop {
            match self.message(deadline, Doing::GettingReady)? {
                Some((Message::ReadyOk, _)) => return Ok(()),
                Some(_) => {}
                None => return Err(self.hung(Doing::GettingReady, self.timeouts.ready)),
            }
        }
    }

    /// Begins a game: `isready`, `usinewgame`, and `isready` again, so that what an engine clears at the
    /// start of a game does not run on its clock.
    ///
    /// # Errors
    /// If the engine ends or does not answer.
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        self.ready()?;
        self.send(&Command::UsiNewGame);
        self.ready()
    }

    /// Tells how the game ended, in the engine's eyes.
    pub fn game_over(&mut self, result: GameResult) {
        self.send(&Command::GameOver(result));
    }

    /// Searches a position and waits for the answer. An engine that goes beyond the limit by more than
    /// [`Timeouts::grace`] is told to stop.
    ///
    /// # Errors
    /// If the engine ends, does not answer even then, or answers what cannot be read.
    pub fn go(
        &mut self,
        position: &PositionCommand,
        limit: &Limit,
        on_info: impl FnMut(&Info),
    ) -> Result<Thought, EngineError> {
        self.begin(position, &limit.to_go())?;
        self.wait_within(limit, on_info)
    }

    /// Searches for mate and waits for the answer.
    ///
    /// # Errors
    /// As for [`go`](Engine::go); also if the engine answers with a move, as old ones do.
    pub fn mate(
        &mut self,
        position: &PositionCommand,
        time: Duration,
        mut on_info: impl FnMut(&Info),
    ) -> Result<Checkmate, EngineError> {
        let go = Go {
            mate: Some(MateTime::Time(time)),
            ..Go::default()
        };
        self.begin(position, &go)?;
        let deadline = deadline(time.saturating_add(self.timeouts.grace));
        let pace = Pace {
            deadline,
            cpu: None,
        };
        match self.wait(pace, &mut on_info)?.0 {
            Answer::Checkmate(checkmate) => Ok(checkmate),
            Answer::BestMove(_) => {
                self.state = State::Idle;
                let said = "the engine answered a search for mate with a move";
                Err(EngineError::Misuse(said))
            }
        }
    }

    /// Begins a search and returns at once.
    ///
    /// # Errors
    /// If the engine is thinking already.
    pub fn begin(&mut self, position: &PositionCommand, go: &Go) -> Result<(), EngineError> {
        self.need_idle()?;
        // What an engine says unasked, a second `bestmove` above all, answers nothing that follows.
        while self.from.try_recv().is_ok() {}
        self.send(&Command::Position(position.clone()));
        let cpu = self.cpu_time();
        self.state = State::Thinking(Box::new(Search {
            start: Instant::now(),
            cpu,
            info: None,
        }));
        self.send(&Command::Go(go.clone()));
        Ok(())
    }

    /// Begins to think on the opponent's time; the last move of the position is the expected one.
    ///
    /// # Errors
    /// If the engine is thinking already.
    pub fn ponder(&mut self, position: &PositionCommand, clock: Clock) -> Result<(), EngineError> {
        let go = Go {
            ponder: true,
            clock,
            ..Go::default()
        };
        self.begin(position, &go)
    }

    /// The expected move was played: goes on with the search that [`ponder`](Engine::ponder) began, now on
    /// the engine's own time, and waits for the answer.
    ///
    /// # Errors
    /// As for [`go`](Engine::go).
    pub fn ponder_hit(
        &mut self,
        limit: &Limit,
        on_info: impl FnMut(&Info),
    ) -> Result<Thought, EngineError> {
        let cpu = self.cpu_time();
        let State::Thinking(search) = &mut self.state else {
            return Err(EngineError::Misuse("the engine is not thinking"));
        };
        search.start = Instant::now();
        search.cpu = cpu;
        self.send(&Command::PonderHit(Clock::default()));
        self.wait_within(limit, on_info)
    }

    /// Looks at a search for at most so long; the answer, if it has come.
    ///
    /// # Errors
    /// As for [`go`](Engine::go), but for hanging: only the caller knows how long is too long.
    pub fn poll(
        &mut self,
        time: Duration,
        mut on_info: impl FnMut(&Info),
    ) -> Result<Option<Thought>, EngineError> {
        let until = deadline(time);
        match self.answer(until, Doing::Thinking, &mut on_info)? {
            Some((Answer::BestMove(best), at)) => self.thought(best, at).map(Some),
            Some((Answer::Checkmate(_), _)) => {
                self.state = State::Idle;
                Err(EngineError::Misuse("the engine answered with a mate"))
            }
            None => Ok(None),
        }
    }

    /// Stops a search and waits for the answer; also how to end pondering on a wrong guess.
    ///
    /// # Errors
    /// As for [`go`](Engine::go).
    pub fn stop(&mut self, mut on_info: impl FnMut(&Info)) -> Result<Thought, EngineError> {
        let now = Pace {
            deadline: Instant::now(),
            cpu: None,
        };
        let (answer, at) = self.wait(now, &mut on_info)?;
        match answer {
            Answer::BestMove(best) => self.thought(best, at),
            Answer::Checkmate(_) => Err(EngineError::Misuse("the engine answered with a mate")),
        }
    }

    /// The CPU time that the process has used so far, where the system tells it.
    pub fn cpu_time(&self) -> Option<Duration> {
        self.cpu.read()
    }

    /// Tells the engine to quit, and kills it if it does not.
    pub fn quit(mut self) -> Option<ExitStatus> {
        self.send(&Command::Quit);
        let deadline = deadline(self.timeouts.quit);
        let status = self.wait_for_end(deadline);
        self.state = State::Dead;
        status
    }

    pub(super) fn send(&mut self, command: &Command) {
        // An engine that is gone shows itself by the end of its output.
        let _ = self.to.send(command.to_string());
    }

    fn need_idle(&self) -> Result<(), EngineError> {
        match self.state {
            State::Idle => Ok(()),
            State::Thinking(_) => Err(EngineError::Misuse("the engine is thinking")),
            State::Dead => Err(EngineError::Misuse("the engine is gone")),
        }
    }

    /// The next message that can be read, if one comes in time. Other lines are garbage, which the
    /// protocol asks to ignore; but an answer that cannot be read will not come again.
    pub(super) fn message(
        &mut self,
        until: Instant,
        doing: Doing,
    ) -> Result<Option<(Message, Instant)>, EngineError> {
        while let Some(line) = self.line(until, doing)? {
            match Message::parse(&line.text) {
                Ok(Some(message)) => return Ok(Some((message, line.at))),
                Ok(None) => {}
                Err(error) if is_answer(&line.text) && self.need_idle().is_err() => {
                    self.state = State::Idle;
                    return Err(EngineError::Answer {
                        line: shown(&line.text),
                        error,
                        tail: self.tails.get(),
                    });
                }
                Err(_) => {}
            }
        }
        Ok(None)
    }

    fn line(&mut self, until: Instant, doing: Doing) -> Result<Option<Line>, EngineError> {
        let left = until.saturating_duration_since(Instant::now());
        match self.from.recv_timeout(left) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.exited(doing)),
        }
    }

    fn exited(&mut self, doing: Doing) -> EngineError {
        let status = self.wait_for_end(deadline(LAST_BREATH));
        self.state = State::Dead;
        // Its last words are on their way.
        let _ = self.stderr.recv_timeout(LAST_BREATH);
        EngineError::Exited {
            doing,
            status,
            tail: self.tails.get(),
        }
    }

    pub(super) fn hung(&mut self, doing: Doing, waited: Duration) -> EngineError {
        end(&mut self.child);
        self.state = State::Dead;
        EngineError::Hung {
            doing,
            waited,
            tail: self.tails.get(),
        }
    }

    /// How the process ends by itself; `None` if it does not, and is killed.
    fn wait_for_end(&mut self, deadline: Instant) -> Option<ExitStatus> {
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= deadline {
                end(&mut self.child);
                return None;
            }
            // An engine that wants to say more must not wait for us.
            while self.from.try_recv().is_ok() {}
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        end(&mut self.child);
    }
}

type Pipes = (Sender<String>, Receiver<Line>, Receiver<()>);

fn connect(child: &mut Child, tails: &Tails) -> std::io::Result<Pipes> {
    let missing = || std::io::Error::other("the process has no pipes");
    let stdin = child.stdin.take().ok_or_else(missing)?;
    let stdout = child.stdout.take().ok_or_else(missing)?;
    let stderr = child.stderr.take().ok_or_else(missing)?;
    Ok((
        pipe::write_to(stdin)?,
        pipe::read_from(stdout, tails)?,
        pipe::drain(stderr, tails)?,
    ))
}

/// Kills a process and removes what the system keeps of it; no harm if it has ended.
fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

fn is_answer(line: &str) -> bool {
    let first = line.split_whitespace().next();
    matches!(first, Some("bestmove" | "checkmate"))
}
