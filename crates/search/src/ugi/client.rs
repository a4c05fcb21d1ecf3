//! The other end of the interface: drives another program.

use super::{Go, from_word, to_word};
use crate::limits::{Limits, Stop, Watch};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// How long a program may take to get ready.
const TO_GET_READY: Duration = Duration::from_secs(10);

/// How long it may take to leave before it is ended.
const TO_LEAVE: u32 = 50;

/// What can go wrong with another program.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// It does not start.
    #[error("`{0}` does not start: {1}")]
    Start(String, std::io::Error),
    /// No command at all.
    #[error("there is no command to start")]
    NoCommand,
    /// It ended, or closed its input or output.
    #[error("`{0}` has ended")]
    Ended(String),
    /// It did not answer in time.
    #[error("`{0}` did not answer with `{1}` in time")]
    TooSlow(String, &'static str),
}

/// Another program that plays.
#[derive(Debug)]
pub struct UgiClient {
    command: String,
    name: String,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl UgiClient {
    /// Starts a program and gets it ready.
    ///
    /// # Errors
    /// [`ClientError`] if it does not start, or does not answer by the protocol.
    pub fn start(command: &[String]) -> Result<Self, ClientError> {
        let (program, arguments) = command.split_first().ok_or(ClientError::NoCommand)?;
        let command = command.join(" ");
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| ClientError::Start(command.clone(), error))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(ClientError::Ended(command));
        };
        let mut client = Self { name: command.clone(), command, child, input, lines: listen(output) };
        client.send("ugi")?;
        let mut name = client.name.clone();
        client.wait_for("ugiok", TO_GET_READY, &mut |line| {
            if let Some(told) = line.strip_prefix("id name ") {
                name = told.trim().into();
            }
        })?;
        client.name = name;
        client.get_ready()?;
        Ok(client)
    }

    /// What it calls itself.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Sets an option.
    ///
    /// # Errors
    /// [`ClientError`] if the program has ended.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), ClientError> {
        self.send(&format!("setoption name {name} value {value}"))
    }

    /// Announces a new game.
    ///
    /// # Errors
    /// [`ClientError`] if the program has ended or does not get ready.
    pub fn new_game(&mut self) -> Result<(), ClientError> {
        self.send("uginewgame")?;
        self.get_ready()
    }

    /// Has it choose a turn. A position is the usual start or a set-up, and the turns since.
    ///
    /// # Errors
    /// [`ClientError`] if it has ended, or does not answer within `patience`.
    pub fn choose(
        &mut self,
        setup: Option<&str>,
        turns: &[String],
        go: &Go,
        patience: Duration,
    ) -> Result<String, ClientError> {
        let start = setup.map_or_else(|| "startpos".into(), |setup| format!("fen {setup}"));
        let words: Vec<String> = turns.iter().map(|turn| to_word(turn)).collect();
        let moves = if words.is_empty() { String::new() } else { format!(" moves {}", words.join(" ")) };
        self.send(&format!("position {start}{moves}"))?;
        self.send(&go.to_string())?;
        let best = self.wait_for("bestmove", patience, &mut |_| ())?;
        Ok(from_word(best.split_whitespace().nth(1).unwrap_or_default()))
    }

    fn send(&mut self, line: &str) -> Result<(), ClientError> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| ClientError::Ended(self.command.clone()))
    }

    fn get_ready(&mut self) -> Result<(), ClientError> {
        self.send("isready")?;
        self.wait_for("readyok", TO_GET_READY, &mut |_| ()).map(drop)
    }

    /// Waits for a line that begins with a word; calls `hear` with the lines before it.
    fn wait_for(
        &self,
        word: &'static str,
        patience: Duration,
        hear: &mut dyn FnMut(&str),
    ) -> Result<String, ClientError> {
        let watch = Watch::start(Limits::time(patience), Stop::default());
        loop {
            let left = patience.saturating_sub(watch.elapsed());
            let line = self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => ClientError::TooSlow(self.command.clone(), word),
                RecvTimeoutError::Disconnected => ClientError::Ended(self.command.clone()),
            })?;
            if line.split_whitespace().next() == Some(word) {
                return Ok(line);
            }
            hear(&line);
        }
    }
}

/// The lines of a program as they come, read on a thread of their own so that waiting can end.
fn listen(output: ChildStdout) -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(output).split(b'\n') {
            let Ok(line) = line else { return };
            if sender.send(String::from_utf8_lossy(&line).trim().into()).is_err() {
                return;
            }
        }
    });
    receiver
}

impl Drop for UgiClient {
    fn drop(&mut self) {
        // A program that has ended already need not be told.
        let _ = self.send("quit");
        for _ in 0..TO_LEAVE {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
