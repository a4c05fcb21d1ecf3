//! The engine's end of the interface: another program sends positions, the session answers with turns.
//!
//! The search runs on its own thread, so that `stop` and `isready` are read meanwhile.
//! Errors are answered with a line `info error …`; only `quit` ends the session.

use super::{Go, from_word, to_word};
use crate::engine::{SearchScore, TABLE, Thought};
use crate::information_set::InformationSet;
use crate::level::{LEVELS, Strength};
use crate::limits::{Limits, Stop, Watch};
use crate::pattern::{Evaluation, WeightsError};
use crate::player::Player;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;
use taijitu_rules::options::{OptionSpec, Values};
use taijitu_rules::playout::Random;
use taijitu_rules::{AnyPlay, GameType, Options, Side};

/// Where the answers go, a line at a time, from any thread.
type LineSink = Arc<dyn Fn(&str) + Send + Sync>;

/// More threads than this are not started.
const MOST_THREADS: usize = 64;

/// A larger transposition table is not made, in mebibytes.
const MOST_TABLE: u32 = 4096;

/// A session with the program that drives the engine.
pub struct UgiSession {
    kind: &'static dyn GameType,
    out: LineSink,
    options: Options,
    seed: u64,
    level: u8,
    threads: usize,
    /// Mebibytes of the transposition table, if they were chosen.
    hash: Option<usize>,
    evaluation: Evaluation,
    first: Side,
    play: Box<dyn AnyPlay>,
    player: Option<Player>,
    thinking: Option<RunningSearch>,
}

struct RunningSearch {
    stop: Stop,
    /// Whether `bestmove` was sent: then the next command need not be refused.
    answered: Arc<AtomicBool>,
    infinite: bool,
    thread: JoinHandle<Player>,
}

type UgiAnswer = Result<(), String>;

impl UgiSession {
    /// A session of one game; `None` if the game has no engine.
    pub fn new(kind: &'static dyn GameType, out: impl Fn(&str) + Send + Sync + 'static) -> Option<Self> {
        let options = Options::parse(kind.meta().options, []).ok()?;
        let play = kind.start(options.clone().drawn(kind.meta().options, &mut Random::new(0))).ok()?;
        Some(Self {
            kind,
            out: Arc::new(out),
            options,
            seed: 0,
            level: 0,
            threads: 1,
            hash: None,
            evaluation: Evaluation::Shipped,
            first: play.to_act().side(),
            play,
            player: Some(Player::full(kind.meta().id)?),
            thinking: None,
        })
    }

    /// Chooses the evaluation.
    ///
    /// # Errors
    /// [`WeightsError::Other`] if it is a network of another game.
    pub fn set_evaluation(&mut self, evaluation: &Evaluation) -> Result<(), WeightsError> {
        if let Some(player) = &mut self.player {
            player.set_evaluation(evaluation)?;
        }
        self.evaluation = evaluation.clone();
        Ok(())
    }

    /// Handles a line; false when the session is over.
    pub fn handle_line(&mut self, line: &str) -> bool {
        let line = line.trim();
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        self.settle(false);
        let answer = match command {
            "" => Ok(()),
            "quit" => {
                self.stop();
                return false;
            }
            "stop" => {
                self.stop();
                Ok(())
            }
            "ugi" => self.introduce(),
            "isready" => self.say("readyok"),
            "query" => self.query(rest),
            "setoption" | "uginewgame" | "position" | "go" if self.thinking.is_some() => {
                Err(format!("`{command}` while thinking; send stop first"))
            }
            "setoption" => self.set_option(rest),
            "uginewgame" => self.new_game(),
            "position" => self.position(rest),
            "go" => self.go(rest),
            _ => Err(format!("unknown command `{command}`")),
        };
        if let Err(error) = answer {
            let error = error.split_whitespace().collect::<Vec<_>>().join(" ");
            (self.out)(&format!("info error {error}"));
        }
        true
    }

    /// Called at the end of input: finishes the search that was requested, unless it has no limit.
    pub fn end(&mut self) {
        if self.thinking.as_ref().is_some_and(|thinking| thinking.infinite) {
            self.stop();
        }
        self.settle(true);
    }

    fn say(&self, line: &str) -> UgiAnswer {
        (self.out)(line);
        Ok(())
    }

    /// Stops thinking and waits for the answer.
    fn stop(&mut self) {
        if let Some(thinking) = &self.thinking {
            thinking.stop.stop();
        }
        self.settle(true);
    }

    /// Takes the player back from its thread once it has answered, or waits for it.
    fn settle(&mut self, wait: bool) {
        let over = |thinking: &mut RunningSearch| {
            wait || thinking.answered.load(Ordering::Acquire) || thinking.thread.is_finished()
        };
        let Some(thinking) = self.thinking.take_if(over) else {
            return;
        };
        self.player = thinking.thread.join().ok().or_else(|| {
            (self.out)("info error the search broke off");
            self.new_player()
        });
        self.prepare();
    }

    /// A player that has the memory and the evaluation that were chosen.
    fn new_player(&self) -> Option<Player> {
        let mut player = Player::full(self.kind.meta().id)?;
        self.hash.into_iter().for_each(|mebibytes| player.set_table(mebibytes));
        player.set_evaluation(&self.evaluation).ok()?;
        Some(player)
    }

    /// Applies the options to the player.
    fn prepare(&mut self) {
        if let Some(player) = &mut self.player {
            player.set_threads(self.threads);
            player.set_strength(Strength::of(self.kind.meta().id, self.level));
        }
    }

    fn introduce(&self) -> UgiAnswer {
        self.say(&format!("id name Taijitu {} {}", env!("CARGO_PKG_VERSION"), self.kind.meta().name.en))?;
        self.say("id author the Taijitu authors")?;
        self.say(&format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"))?;
        self.say(&format!("option name Hash type spin default {TABLE} min 1 max {MOST_TABLE}"))?;
        self.say("option name Eval type combo default learned var learned var plain")?;
        self.say(&format!("option name Level type spin default 0 min 0 max {}", LEVELS.end()))?;
        self.say("option name Seed type spin default 0 min 0 max 4294967295")?;
        for spec in self.kind.meta().options {
            self.say(&describe(spec))?;
        }
        self.say("ugiok")
    }

    fn set_option(&mut self, text: &str) -> UgiAnswer {
        let right = "write setoption name NAME value VALUE";
        let named = text.strip_prefix("name ").ok_or(right)?;
        let (name, value) = named.split_once(" value ").ok_or(right)?;
        let (name, value) = (name.trim(), value.trim());
        let number = |least: u32, most: u32| {
            let number = value.parse().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| format!("`{value}` is not a value for {name}; it takes {least} … {most}"))
        };
        match name.to_lowercase().as_str() {
            "threads" => self.threads = number(1, MOST_THREADS as u32)? as usize,
            "hash" => {
                let mebibytes = number(1, MOST_TABLE)? as usize;
                self.hash = Some(mebibytes);
                self.player.iter_mut().for_each(|player| player.set_table(mebibytes));
            }
            "eval" => {
                let evaluation = match value {
                    "learned" => Evaluation::Shipped,
                    "plain" => Evaluation::Plain,
                    _ => return Err(format!("`{value}` is not a value for Eval; it takes learned or plain")),
                };
                self.set_evaluation(&evaluation).map_err(|error| error.to_string())?;
            }
            "level" => self.level = number(0, u32::from(*LEVELS.end()))? as u8,
            "seed" => {
                self.seed = number(0, u32::MAX)?.into();
                self.new_game()?;
            }
            key => self.set_game_option(key, value)?,
        }
        self.prepare();
        Ok(())
    }

    fn set_game_option(&mut self, key: &str, value: &str) -> UgiAnswer {
        let specs = self.kind.meta().options;
        let changed: Vec<String> = self
            .options
            .iter()
            .filter(|(other, old)| *other != key && !old.is_empty())
            .map(|(other, old)| format!("{other}={old}"))
            .chain([format!("{key}={value}")])
            .collect();
        // Options that depend on each other may come one by one: they are checked with the next position.
        self.options =
            Options::parse(specs, changed.iter().map(String::as_str)).map_err(|error| error.to_string())?;
        Ok(())
    }

    fn drawn(&self) -> Options {
        self.options.clone().drawn(self.kind.meta().options, &mut Random::new(self.seed))
    }

    fn new_game(&mut self) -> UgiAnswer {
        if let Some(player) = &mut self.player {
            player.new_game(self.seed);
        }
        Ok(())
    }

    fn position(&mut self, text: &str) -> UgiAnswer {
        let mut words = text.split_whitespace();
        let right = "write position startpos|fen SETUP [moves …]";
        let kind = words.next().ok_or(right)?;
        let setup: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
        let start = self.kind.start(self.drawn()).map_err(|error| error.to_string())?;
        let first = start.to_act().side();
        let mut play = match (kind, setup.is_empty()) {
            ("startpos", true) => start,
            ("fen", false) => self
                .kind
                .set_up(self.drawn(), &from_word(&setup.join(" ")))
                .map_err(|error| error.to_string())?,
            _ => return Err(right.into()),
        };
        for word in words {
            play.turn(&from_word(word)).map_err(|error| error.to_string())?;
        }
        (self.play, self.first) = (play, first);
        Ok(())
    }

    /// Whether a side is player one of the interface, who stays the same when colours are swapped.
    fn is_player_one(&self, side: Side) -> bool {
        (side == self.first) != self.play.swapped()
    }

    fn query(&self, what: &str) -> UgiAnswer {
        let answer = match (what, self.play.outcome()) {
            ("gameover", outcome) => outcome.is_some().to_string(),
            ("p1turn", _) => self.is_player_one(self.play.to_act().side()).to_string(),
            ("result", None) => "none".into(),
            ("result", Some(outcome)) => match outcome.winner {
                None => "draw".into(),
                Some(side) if self.is_player_one(side) => "p1win".into(),
                Some(_) => "p2win".into(),
            },
            _ => return Err(format!("unknown query `{what}`; the queries are gameover, p1turn, result")),
        };
        self.say(&format!("response {answer}"))
    }

    fn go(&mut self, text: &str) -> UgiAnswer {
        let go: Go = text.parse()?;
        if self.play.outcome().is_some() {
            self.say("info error the game is over")?;
            return self.say("bestmove none");
        }
        let limits = go.limits(self.is_player_one(self.play.to_act().side()));
        let mut player = self.player.take().ok_or("there is no engine")?;
        let (stop, answered) = (Stop::default(), Arc::new(AtomicBool::new(false)));
        let (play, out) = (self.play.boxed_clone(), Arc::clone(&self.out));
        let thread = {
            let (stop, answered) = (stop.clone(), Arc::clone(&answered));
            std::thread::spawn(move || {
                let side = play.to_act().side();
                let watch = Watch::start(Limits::default(), Stop::default());
                let mut report = |thought: &Thought| out(&info(thought, side, watch.elapsed()));
                let thought = player.think(&InformationSet::to_actor(&*play), limits, &stop, &mut report);
                while go.infinite && !stop.is_set() {
                    std::thread::sleep(Duration::from_millis(2));
                }
                answered.store(true, Ordering::Release);
                out(&format!("bestmove {}", thought.map_or_else(|| "none".into(), |t| to_word(&t.turn))));
                player
            })
        };
        self.thinking = Some(RunningSearch { stop, answered, infinite: go.infinite, thread });
        Ok(())
    }
}

impl Drop for UgiSession {
    fn drop(&mut self) {
        self.stop();
    }
}

fn info(thought: &Thought, side: Side, took: Duration) -> String {
    let score = match thought.score {
        SearchScore::Points(points) => format!("cp {points}"),
        SearchScore::Chance(chance) => format!("chance {chance:.3}"),
        SearchScore::Wins(winner) if winner == side => "win".into(),
        SearchScore::Wins(_) => "loss".into(),
    };
    let line: Vec<String> = thought.line.iter().map(|turn| to_word(turn)).collect();
    let Thought { depth, nodes, .. } = thought;
    let (time, speed) = (took.as_millis(), *nodes as f64 / took.as_secs_f64().max(1e-6));
    format!("info depth {depth} nodes {nodes} time {time} nps {speed:.0} score {score} pv {}", line.join(" "))
}

fn describe(spec: &OptionSpec) -> String {
    let values = match spec.values {
        Values::Choice(words) => {
            let words: Vec<String> = words.iter().map(|(word, _)| format!(" var {word}")).collect();
            format!("combo default {}{}", spec.default, words.concat())
        }
        Values::Number(low, high) => format!("spin default {} min {low} max {high}", spec.default),
        Values::Described(..) | Values::Secret(..) => format!("string default {}", spec.default),
    };
    format!("option name {} type {values}", spec.key)
}
