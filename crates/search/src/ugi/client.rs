//! The client of the interface: drives another program.

use super::{Go, from_word, to_word};
use crate::limits::{Limits, Stop, Watch};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// How long a program may take to get ready.
const TO_GET_READY: Duration = Duration::from_secs(10);

/// How long it may take to exit before it is killed, in hundredths of a second.
const TO_LEAVE: u32 = 50;

/// Errors of another program.
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

/// What another program answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UgiChoice {
    /// The turn; it need not be legal.
    pub turn: String,
    /// The depth it reported last, if any.
    pub depth: Option<u64>,
    /// The nodes it reported last, if any.
    pub nodes: Option<u64>,
}

/// The number behind a word of an `info` line.
fn number_after(line: &str, word: &str) -> Option<u64> {
    let mut words = line.strip_prefix("info ")?.split_whitespace();
    words.find(|other| *other == word)?;
    words.next()?.parse().ok()
}

/// Another program that plays.
#[derive(Debug)]
pub struct UgiClient {
    command: String,
    name: String,
    /// The turns it chose in this game, as it spelled them, by their place among all turns.
    spelled: HashMap<usize, String>,
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
        let (name, lines) = (command.clone(), listen(output));
        let mut client = Self { name, command, spelled: HashMap::new(), child, input, lines };
        client.send("ugi")?;
        let mut name = client.name.clone();
        client.wait_for("ugiok", TO_GET_READY, &mut |line| {
            if let Some(given) = line.strip_prefix("id name ") {
                name = given.trim().into();
            }
        })?;
        client.name = name;
        client.get_ready()?;
        Ok(client)
    }

    /// The name it gives itself.
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
        self.spelled.clear();
        self.send("uginewgame")?;
        self.get_ready()
    }

    /// Has it choose a turn. A position is the usual start or a set-up, and the turns since; a turn that the program
    /// chose itself in this game is sent back as the program spelled it.
    ///
    /// # Errors
    /// [`ClientError`] if it has ended, or does not answer within `patience`.
    pub fn choose(
        &mut self,
        setup: Option<&str>,
        turns: &[String],
        go: &Go,
        patience: Duration,
    ) -> Result<UgiChoice, ClientError> {
        let start = setup.map_or_else(|| "startpos".into(), |setup| format!("fen {setup}"));
        self.spelled.retain(|&at, _| at < turns.len());
        let word =
            |(at, turn): (usize, &String)| self.spelled.get(&at).cloned().unwrap_or_else(|| to_word(turn));
        let words: Vec<String> = turns.iter().enumerate().map(word).collect();
        let moves = if words.is_empty() { String::new() } else { format!(" moves {}", words.join(" ")) };
        self.send(&format!("position {start}{moves}"))?;
        self.send(&go.to_string())?;
        let (mut depth, mut nodes) = (None, None);
        let best = self.wait_for("bestmove", patience, &mut |line| {
            depth = number_after(line, "depth").or(depth);
            nodes = number_after(line, "nodes").or(nodes);
        })?;
        let word = best.split_whitespace().nth(1).unwrap_or_default().to_string();
        let turn = from_word(&word);
        self.spelled.insert(turns.len(), word);
        Ok(UgiChoice { turn, depth, nodes })
    }

    fn send(&mut self, line: &str) -> Result<(), ClientError> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| ClientError::Ended(self.command.clone()))
    }

    fn get_ready(&mut self) -> Result<(), ClientError> {
        self.send("isready")?;
        self.wait_for("readyok", TO_GET_READY, &mut |_| ()).map(drop)
    }

    /// Waits for a line that begins with a word; calls `on_line` with each line before it.
    fn wait_for(
        &self,
        word: &'static str,
        patience: Duration,
        on_line: &mut dyn FnMut(&str),
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
            on_line(&line);
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
        // A program that has ended needs no `quit`.
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const GO: Go = Go {
        limits: Limits { nodes: Some(1), time: None, depth: None },
        clocks: [None; 2],
        increments: [Duration::ZERO; 2],
        infinite: false,
    };

    /// A shell script as an engine: it runs `on_go` at each `go`; the last `position` command is in `$position`.
    fn start(on_go: &str) -> UgiClient {
        let script = format!(
            "while read line; do case $line in ugi) echo ugiok;; isready) echo readyok;; position*) position=$line;; \
             go*) {on_go};; quit) exit;; esac; done"
        );
        UgiClient::start(&["/bin/sh".into(), "-c".into(), script]).expect("a shell")
    }

    #[test]
    fn a_program_gets_its_own_turns_back_as_it_spelled_them() {
        let mut client = start("set -- $position; echo bestmove ${4-F6}${5+/$5}");
        let mut choose = |turns: &[&str]| {
            let turns: Vec<String> = turns.iter().map(ToString::to_string).collect();
            client.choose(None, &turns, &GO, TO_GET_READY).expect("an answer").turn
        };
        assert_eq!(choose(&[]), "F6");
        assert_eq!(choose(&["f6", "e5"]), "F6/e5", "the other side's turns as we spell them");
    }

    #[test]
    fn a_program_that_hangs_is_given_up() {
        let mut client = start("while read line; do :; done");
        let hung = client.choose(None, &[], &GO, Duration::from_millis(50));
        assert!(matches!(hung, Err(ClientError::TooSlow(_, "bestmove"))), "{hung:?}");
    }
}
