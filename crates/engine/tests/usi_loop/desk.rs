//! An interface at the other end of the loop, without processes.

use komadai_engine::usi_loop::serve;
use komadai_usi::{BestMove, Info, Message};
use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Far more than any of the searches here takes, on a busy machine without optimisation.
const PATIENCE: Duration = Duration::from_secs(120);

/// Bytes as they come from a channel; its end is the end of the input.
struct Pipe {
    from: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            match self.from.recv() {
                Ok(bytes) => self.rest = bytes,
                Err(_) => return Ok(0),
            }
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

/// Cuts what is written into lines.
struct Lines {
    to: Sender<String>,
    line: Vec<u8>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte != b'\n' {
                self.line.push(byte);
                continue;
            }
            let line = String::from_utf8(std::mem::take(&mut self.line)).expect("UTF-8");
            // A test that has seen enough listens no more.
            let _ = self.to.send(line);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The loop in a thread, and the lines to and from it.
pub(crate) struct Desk {
    to: Option<Sender<Vec<u8>>>,
    from: Receiver<String>,
    thread: Option<JoinHandle<io::Result<()>>>,
}

impl Desk {
    pub(crate) fn new() -> Desk {
        let (to, input) = channel();
        let (output, from) = channel();
        let pipe = BufReader::new(Pipe {
            from: input,
            rest: Vec::new(),
        });
        let lines = Lines {
            to: output,
            line: Vec::new(),
        };
        Desk {
            to: Some(to),
            from,
            thread: Some(std::thread::spawn(move || serve(pipe, lines))),
        }
    }

    /// A loop with a small table, ready.
    pub(crate) fn ready() -> Desk {
        let mut desk = Desk::new();
        desk.tell("setoption name USI_Hash value 4");
        assert_eq!(desk.sync(), Vec::<String>::new());
        desk
    }

    pub(crate) fn tell(&mut self, line: &str) {
        self.tell_bytes(format!("{line}\n").as_bytes());
    }

    pub(crate) fn tell_bytes(&mut self, bytes: &[u8]) {
        let to = self.to.as_ref().expect("the input is open");
        to.send(bytes.to_vec()).expect("the loop reads");
    }

    pub(crate) fn next(&mut self) -> String {
        self.from.recv_timeout(PATIENCE).expect("a line")
    }

    /// Nothing but news of the search comes for so long.
    pub(crate) fn gives_no_answer_for(&mut self, time: Duration) {
        let until = Instant::now() + time;
        loop {
            match self
                .from
                .recv_timeout(until.saturating_duration_since(Instant::now()))
            {
                Ok(line) => assert!(line.starts_with("info "), "{line}"),
                Err(RecvTimeoutError::Timeout) => return,
                Err(RecvTimeoutError::Disconnected) => panic!("the loop has ended"),
            }
        }
    }

    /// The lines up to the next that begins like this, which is the last of them.
    pub(crate) fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = vec![self.next()];
        while !lines.last().is_some_and(|line| line.starts_with(start)) {
            lines.push(self.next());
        }
        lines
    }

    /// What comes before the answer to `isready`, which ends a search.
    pub(crate) fn sync(&mut self) -> Vec<String> {
        self.tell("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// A search's news and its answer.
    pub(crate) fn go(&mut self, go: &str) -> (Vec<Info>, BestMove) {
        self.tell(go);
        self.answer()
    }

    pub(crate) fn answer(&mut self) -> (Vec<Info>, BestMove) {
        let mut infos = Vec::new();
        loop {
            let line = self.next();
            match Message::parse(&line).expect("a line of the protocol") {
                Some(Message::Info(info)) => infos.push(*info),
                Some(Message::BestMove(best)) => return (infos, best),
                other => panic!("{line}: {other:?}"),
            }
        }
    }

    /// Ends the input; what is still said, when the loop has ended.
    pub(crate) fn close(mut self) -> Vec<String> {
        self.to = None;
        let mut lines = Vec::new();
        loop {
            match self.from.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the loop does not end: {lines:?}"),
            }
        }
        let thread = self.thread.take().expect("joined once");
        thread.join().expect("no panic").expect("no error");
        lines
    }
}
