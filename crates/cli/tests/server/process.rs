//! `komadai serve` as a process.

use crate::database::Database;
use komadai_load::client::Client;
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The binary under test.
pub(crate) fn komadai() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_komadai"));
    for name in [
        "KOMADAI_LISTEN",
        "KOMADAI_DATA",
        "KOMADAI_DATABASE",
        "KOMADAI_CONFIG",
    ] {
        command.env_remove(name);
    }
    command
}

/// A running server.
#[derive(Debug)]
pub(crate) struct Process {
    child: Mutex<Child>,
    pub(crate) address: SocketAddr,
    pub(crate) metrics: SocketAddr,
    /// When it was started.
    pub(crate) began: Instant,
    /// When it printed its address.
    pub(crate) listens: Instant,
}

/// A server was killed between these two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Death {
    pub(crate) after: Instant,
    pub(crate) before: Instant,
}

impl Process {
    /// Starts the server with a database of its own.
    pub(crate) fn start(database: &Database) -> Process {
        let mut command = komadai();
        command.args(["serve", "--database", &database.url]);
        Process::of(command.arg("--data").arg(&database.folder))
    }

    /// Starts the server with the database that is in a folder.
    pub(crate) fn start_in(folder: &Path) -> Process {
        Process::of(komadai().arg("serve").arg("--data").arg(folder))
    }

    /// Starts the server, on a port that is free.
    pub(crate) fn of(command: &mut Command) -> Process {
        Process::logging(command.args(["--log", "warn"]))
    }

    /// The same without setting the log filter.
    pub(crate) fn logging(command: &mut Command) -> Process {
        let began = Instant::now();
        let mut child = command
            .args(["--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0"])
            .args(["--engine-threads", "1"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let out = child.stdout.as_mut().expect("its output");
        let lines = BufReader::new(out).lines().take(2);
        let lines: Vec<String> = lines.map(|line| line.expect("a line")).collect();
        let [metrics, address] = lines.as_slice() else {
            panic!("expected two addresses, got {lines:?}");
        };
        let metrics = metrics.strip_prefix("metrics on http://");
        let metrics = metrics.and_then(|rest| rest.strip_suffix("/metrics"));
        let address = address.strip_prefix("listening on http://");
        let read = |address: Option<&str>| address.and_then(|address| address.parse().ok());
        let (Some(metrics), Some(address)) = (read(metrics), read(address)) else {
            panic!("expected two addresses, got {lines:?}");
        };
        Process {
            child: Mutex::new(child),
            address,
            metrics,
            began,
            listens: Instant::now(),
        }
    }

    /// `kill -9`.
    pub(crate) fn kill(&self) -> Death {
        let mut child = self.child.lock().expect("the process");
        let after = Instant::now();
        child.kill().expect("a process to kill");
        child.wait().expect("its end");
        Death {
            after,
            before: Instant::now(),
        }
    }

    /// Sends a signal and waits for the end; returns the exit code.
    pub(crate) fn stop(&self, signal: &str) -> i32 {
        let mut child = self.child.lock().expect("the process");
        let pid = child.id().to_string();
        let sent = Command::new("kill").args([signal, &pid]).status();
        assert!(sent.expect("kill").success());
        let until = Instant::now() + Duration::from_secs(20);
        loop {
            if let Some(status) = child.try_wait().expect("its state") {
                let mut rest = String::new();
                let out = child.stdout.as_mut().expect("its output");
                out.read_to_string(&mut rest).expect("UTF-8");
                assert_eq!(rest, "", "the address is the last line");
                return status.code().expect("an exit code");
            }
            assert!(Instant::now() < until, "it does not stop");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(self.address)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Leave no process behind if a test fails.
        if let Ok(child) = self.child.get_mut() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Runs the binary to its end.
pub(crate) fn run(args: &[&str]) -> Output {
    komadai().args(args).output().expect("the binary starts")
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
