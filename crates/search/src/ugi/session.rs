//! The engine's end of the interface: another program sends positions, the session answers with turns.
//!
//! The search runs on its own thread, so that `stop` and `isready` are read meanwhile.
//! Errors are answered with a line `info error …`; only `quit` ends the session.

use super::{Go, from_word, to_word};
use crate::engine::{SearchScore, Thought};
use crate::information_set::InformationSet;
use crate::level::{LEVELS, Strength};
use crate::limits::Stop;
use crate::player::Player;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;
use taijitu_rules::options::{OptionSpec, Values};
use taijitu_rules::playout::Random;
use taijitu_rules::{AnyPlay, GameType, Options, Side};

/// Where the answers go, a line at a time, from any thread.
type Out = Arc<dyn Fn(&str) + Send + Sync>;

/// More threads than this are not started.
const MOST_THREADS: usize = 64;

/// A conversation with the program that drives us.
pub struct UgiSession {
    kind: &'static dyn GameType,
    out: Out,
    options: Options,
    seed: u64,
    level: u8,
    threads: usize,
    first: Side,
    play: Box<dyn AnyPlay>,
    player: Option<Player>,
    thinking: Option<RunningSearch>,
}

struct RunningSearch {
    stop: Stop,
    /// Whether `bestmove` is on its way: the next command need not be refused then.
    answered: Arc<AtomicBool>,
    infinite: bool,
    thread: JoinHandle<Player>,
}

type UgiAnswer = Result<(), String>;

impl UgiSession {
    /// A conversation about one game; `None` if the game has no engine.
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
            first: play.to_act().side(),
            play,
            player: Some(Player::full(kind.meta().id)?),
            thinking: None,
        })
    }

    /// Answers a line; false when the conversation is over.
    pub fn hear(&mut self, line: &str) -> bool {
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

    /// Takes the player back from its thread, once it has answered or in any case.
    fn settle(&mut self, wait: bool) {
        let over = |thinking: &mut RunningSearch| {
            wait || thinking.answered.load(Ordering::Acquire) || thinking.thread.is_finished()
        };
        let Some(thinking) = self.thinking.take_if(over) else {
            return;
        };
        self.player = thinking.thread.join().ok().or_else(|| {
            (self.out)("info error the search broke off");
            Player::full(self.kind.meta().id)
        });
        self.prepare();
    }

    /// Gives the player what was chosen for it.
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
            number.ok_or_else(|| format!("`{value}` is no value for {name}; it takes {least} … {most}"))
        };
        match name.to_lowercase().as_str() {
            "threads" => self.threads = number(1, MOST_THREADS as u32)? as usize,
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
        // Options that only go together may come one by one: they are checked when a position is asked for.
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

    /// Whether a side is the player one of the interface, who stays the same when colours are exchanged.
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
            _ => return Err(format!("`{what}` is no question; there are gameover, p1turn, result")),
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
                let mut report = |thought: &Thought| out(&info(thought, side));
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

fn info(thought: &Thought, side: Side) -> String {
    let score = match thought.score {
        SearchScore::Points(points) => format!("cp {points}"),
        SearchScore::Chance(chance) => format!("chance {chance:.3}"),
        SearchScore::Wins(winner) if winner == side => "win".into(),
        SearchScore::Wins(_) => "loss".into(),
    };
    let line: Vec<String> = thought.line.iter().map(|turn| to_word(turn)).collect();
    format!("info depth {} nodes {} score {score} pv {}", thought.depth, thought.nodes, line.join(" "))
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
