//! A running engine.

use super::command_line::EngineCommand;
use super::cpu::CpuMeter;
use super::error::{Doing, EngineError};
use super::limit::{Limit, Timeouts, deadline};
use super::pipe::{self, OutputLine, Tails, shown};
use super::search::{EngineSearch, GoAnswer, StopPace, Thought};
use crate::bestmove::Checkmate;
use crate::command::{GameResult, SetOption, UsiCommand};
use crate::go::{Go, GoClock, MateTime};
use crate::info::Info;
use crate::message::{Id, Message};
use crate::option::{OptionError, Options, is_reserved};
use komadai_core::PositionLine;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// Time for an engine to exit after closing its output.
const LAST_BREATH: Duration = Duration::from_millis(500);

/// An engine: a child process that speaks USI.
///
/// Searches either block ([`go`](EngineProcess::go), [`mate`](EngineProcess::mate)) or are started
/// ([`begin`](EngineProcess::begin), [`ponder`](EngineProcess::ponder)) and polled ([`poll`](EngineProcess::poll)).
#[derive(Debug)]
pub struct EngineProcess {
    child: Child,
    cpu: CpuMeter,
    to: Sender<String>,
    from: Receiver<OutputLine>,
    /// Closed when the error output has ended.
    stderr: Receiver<()>,
    tails: Tails,
    pub(super) timeouts: Timeouts,
    name: String,
    author: String,
    options: Options,
    pub(super) state: State,
}

/// The state of an engine.
#[derive(Clone, Debug)]
pub(super) enum State {
    Idle,
    Thinking(Box<EngineSearch>),
    Dead,
}

impl EngineProcess {
    /// Starts the process and performs the handshake, up to `usiok`.
    ///
    /// # Errors
    /// Returns an error if the process does not start, exits, or does not answer.
    pub fn start(
        command: &EngineCommand,
        timeouts: Timeouts,
    ) -> Result<EngineProcess, EngineError> {
        let mut engine =
            EngineProcess::spawn(command, timeouts).map_err(|error| EngineError::Start {
                command: command.to_string(),
                error,
            })?;
        engine.send(&UsiCommand::Usi);
        engine.shake_hands()?;
        Ok(engine)
    }

    fn spawn(command: &EngineCommand, timeouts: Timeouts) -> std::io::Result<EngineProcess> {
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
        Ok(EngineProcess {
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

    /// The name reported by the engine; default: the program name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The author reported by the engine.
    pub fn author(&self) -> &str {
        &self.author
    }

    /// The options declared by the engine.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Sets the timeouts.
    pub fn set_timeouts(&mut self, timeouts: Timeouts) {
        self.timeouts = timeouts;
    }

    /// Sets an option that the engine declares (sent in the engine's spelling) or a reserved one.
    ///
    /// # Errors
    /// Returns an error, and sends nothing, if there is no such option or it does not accept the value.
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
        self.send(&UsiCommand::SetOption(set));
        Ok(())
    }

    /// Sends `isready` and waits for `readyok`.
    ///
    /// # Errors
    /// Returns an error if the engine exits or does not answer.
    pub fn ready(&mut self) -> Result<(), EngineError> {
        self.need_idle()?;
        self.send(&UsiCommand::IsReady);
        let deadline = deadline(self.timeouts.ready);
        loop {
            match self.message(deadline, Doing::GettingReady)? {
                Some((Message::ReadyOk, _)) => return Ok(()),
                Some(_) => {}
                None => return Err(self.hung(Doing::GettingReady, self.timeouts.ready)),
            }
        }
    }

    /// Starts a game: `isready`, `usinewgame`, and `isready` again, so that the engine's initialization does
    /// not run on its clock.
    ///
    /// # Errors
    /// Returns an error if the engine exits or does not answer.
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        self.ready()?;
        self.send(&UsiCommand::UsiNewGame);
        self.ready()
    }

    /// Sends the result of the game, from the engine's point of view.
    pub fn game_over(&mut self, result: GameResult) {
        self.send(&UsiCommand::GameOver(result));
    }

    /// Searches a position and waits for the answer. An engine that exceeds the limit by more than
    /// [`Timeouts::grace`] is sent `stop`.
    ///
    /// # Errors
    /// Returns an error if the engine exits, still does not answer, or gives an unreadable answer.
    pub fn go(
        &mut self,
        position: &PositionLine,
        limit: &Limit,
        on_info: impl FnMut(&Info),
    ) -> Result<Thought, EngineError> {
        self.begin(position, &limit.to_go())?;
        self.wait_within(limit, on_info)
    }

    /// Searches for mate and waits for the answer.
    ///
    /// # Errors
    /// Same as [`go`](EngineProcess::go); also if the engine answers with a move, as old engines do.
    pub fn mate(
        &mut self,
        position: &PositionLine,
        time: Duration,
        mut on_info: impl FnMut(&Info),
    ) -> Result<Checkmate, EngineError> {
        let go = Go {
            mate: Some(MateTime::Time(time)),
            ..Go::default()
        };
        self.begin(position, &go)?;
        let deadline = deadline(time.saturating_add(self.timeouts.grace));
        let pace = StopPace {
            deadline,
            cpu: None,
        };
        match self.wait(pace, &mut on_info)?.0 {
            GoAnswer::Checkmate(checkmate) => Ok(checkmate),
            GoAnswer::BestMove(_) => {
                self.state = State::Idle;
                let said = "the engine answered a search for mate with a move";
                Err(EngineError::Misuse(said))
            }
        }
    }

    /// Starts a search and returns immediately.
    ///
    /// # Errors
    /// Returns an error if the engine is already thinking.
    pub fn begin(&mut self, position: &PositionLine, go: &Go) -> Result<(), EngineError> {
        self.need_idle()?;
        // Discard unsolicited output, especially a second `bestmove`, so that it is not taken for an answer.
        while self.from.try_recv().is_ok() {}
        self.send(&UsiCommand::Position(position.clone()));
        let cpu = self.cpu_time();
        self.state = State::Thinking(Box::new(EngineSearch {
            start: Instant::now(),
            cpu,
            info: None,
        }));
        self.send(&UsiCommand::Go(go.clone()));
        Ok(())
    }

    /// Starts pondering; the last move of the position is the expected one.
    ///
    /// # Errors
    /// Returns an error if the engine is already thinking.
    pub fn ponder(&mut self, position: &PositionLine, clock: GoClock) -> Result<(), EngineError> {
        let go = Go {
            ponder: true,
            clock,
            ..Go::default()
        };
        self.begin(position, &go)
    }

    /// Reports that the expected move was played: continues the search that [`ponder`](EngineProcess::ponder)
    /// started, now on the engine's own time, and waits for the answer.
    ///
    /// # Errors
    /// Same as [`go`](EngineProcess::go).
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
        self.send(&UsiCommand::PonderHit(GoClock::default()));
        self.wait_within(limit, on_info)
    }

    /// Waits for the answer of a search for at most this long.
    ///
    /// # Errors
    /// Same as [`go`](EngineProcess::go), except that there is no timeout: only the caller knows how long to wait.
    pub fn poll(
        &mut self,
        time: Duration,
        mut on_info: impl FnMut(&Info),
    ) -> Result<Option<Thought>, EngineError> {
        let until = deadline(time);
        match self.answer(until, Doing::Thinking, &mut on_info)? {
            Some((GoAnswer::BestMove(best), at)) => self.thought(best, at).map(Some),
            Some((GoAnswer::Checkmate(_), _)) => {
                self.state = State::Idle;
                Err(EngineError::Misuse("the engine answered with a mate"))
            }
            None => Ok(None),
        }
    }

    /// Stops a search and waits for the answer; also ends pondering on a wrong guess.
    ///
    /// # Errors
    /// Same as [`go`](EngineProcess::go).
    pub fn stop(&mut self, mut on_info: impl FnMut(&Info)) -> Result<Thought, EngineError> {
        let now = StopPace {
            deadline: Instant::now(),
            cpu: None,
        };
        let (answer, at) = self.wait(now, &mut on_info)?;
        match answer {
            GoAnswer::BestMove(best) => self.thought(best, at),
            GoAnswer::Checkmate(_) => Err(EngineError::Misuse("the engine answered with a mate")),
        }
    }

    /// The CPU time used by the process so far, if the system reports it.
    pub fn cpu_time(&self) -> Option<Duration> {
        self.cpu.read()
    }

    /// Sends `quit` and kills the engine if it does not exit.
    pub fn quit(mut self) -> Option<ExitStatus> {
        self.send(&UsiCommand::Quit);
        let deadline = deadline(self.timeouts.quit);
        let status = self.wait_for_end(deadline);
        self.state = State::Dead;
        status
    }

    pub(super) fn send(&mut self, command: &UsiCommand) {
        // A dead engine is detected by the end of its output.
        let _ = self.to.send(command.to_string());
    }

    fn need_idle(&self) -> Result<(), EngineError> {
        match self.state {
            State::Idle => Ok(()),
            State::Thinking(_) => Err(EngineError::Misuse("the engine is thinking")),
            State::Dead => Err(EngineError::Misuse("the engine is gone")),
        }
    }

    /// The next readable message, if one arrives in time. Other lines are ignored, as the protocol requires;
    /// but an unreadable answer is an error, because it will not be repeated.
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

    fn line(&mut self, until: Instant, doing: Doing) -> Result<Option<OutputLine>, EngineError> {
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
        // Its last lines of error output may still be in transit.
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

    /// The exit status if the process exits on its own; `None` if it had to be killed.
    fn wait_for_end(&mut self, deadline: Instant) -> Option<ExitStatus> {
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= deadline {
                end(&mut self.child);
                return None;
            }
            // Keep reading so that the engine cannot block on a full pipe.
            while self.from.try_recv().is_ok() {}
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        end(&mut self.child);
    }
}

type Pipes = (Sender<String>, Receiver<OutputLine>, Receiver<()>);

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

/// Kills and reaps a process; does nothing if it has exited.
fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

fn is_answer(line: &str) -> bool {
    let first = line.split_whitespace().next();
    matches!(first, Some("bestmove" | "checkmate"))
}
