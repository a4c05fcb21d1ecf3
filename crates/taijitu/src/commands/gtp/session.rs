//! A conversation in the Go Text Protocol: a command a line, `= …` or `? …` and an empty line for an answer.

use crate::cli::{GtpArgs, Orientation};
use crate::clock;
use crate::screen::Screen;
use std::time::Duration;
use taijitu_rules::{AnyPlay, Audience, Lang, Options, Pair, Refusal, Side, games};
use taijitu_search::{InformationSet, Limits, Player, Stop};

const COMMANDS: [&str; 17] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "play",
    "genmove",
    "undo",
    "time_settings",
    "time_left",
    "time",
    "final_score",
    "showboard",
    "orientation",
];

/// The default time for a turn.
const UNASKED: Duration = Duration::from_secs(1);

/// Of the time on a clock, what one turn may take.
const SHARE: f64 = 25.0;

/// A clock with more seconds than this is treated as no limit.
const MOST_SECONDS: f64 = 1e7;

/// What is left on a clock: seconds, and the stones to be played in them; 0 for the rest of the game.
#[derive(Clone, Copy)]
struct GtpClock {
    seconds: f64,
    stones: u32,
}

/// A game of Y with another program.
pub(super) struct GtpSession {
    size: u32,
    orientation: Orientation,
    play: Box<dyn AnyPlay>,
    /// The play before each stone of a side that was not to act: with such a stone a new play begins.
    earlier: Vec<Box<dyn AnyPlay>>,
    player: Option<Player>,
    limits: Option<Limits>,
    clocks: Pair<Option<GtpClock>>,
    over: bool,
}

type GtpAnswer = Result<String, String>;

impl GtpSession {
    /// A conversation that begins with an empty board.
    pub(super) fn new(args: &GtpArgs) -> Result<Self, String> {
        let player = match args.level {
            Some(level) => Player::at_level("y", level, 0),
            None => Player::full("y"),
        };
        let limits = args.limits.limits().or(args.level.map(|_| Limits::default()));
        let (size, play) = (args.size, board(args.size, Side::Black)?);
        let (orientation, earlier) = (args.orientation, vec![]);
        Ok(Self { size, orientation, play, earlier, player, limits, clocks: Pair::default(), over: false })
    }

    /// Whether `quit` was said.
    pub(super) const fn is_over(&self) -> bool {
        self.over
    }

    /// The answer to a line; `None` for an empty line or a comment.
    pub(super) fn handle_line(&mut self, line: &str) -> Option<String> {
        let line = line.split('#').next().unwrap_or_default().replace(|c: char| c.is_control(), " ");
        let mut words = line.split_whitespace().peekable();
        let id = words.next_if(|word| word.parse::<u32>().is_ok()).unwrap_or_default().to_string();
        let command = words.next()?.to_string();
        let arguments: Vec<&str> = words.collect();
        Some(match self.answer(&command, &arguments) {
            Ok(text) => format!("={id} {}\n\n", text.trim_end()),
            Err(why) => format!("?{id} {why}\n\n"),
        })
    }

    fn answer(&mut self, command: &str, arguments: &[&str]) -> GtpAnswer {
        match (command, arguments) {
            ("protocol_version", _) => Ok("2".into()),
            ("name", _) => Ok("Taijitu".into()),
            ("version", _) => Ok(env!("CARGO_PKG_VERSION").into()),
            ("known_command", [name, ..]) => Ok(COMMANDS.contains(name).to_string()),
            ("list_commands", _) => Ok(COMMANDS.join("\n")),
            ("quit", _) => {
                self.over = true;
                Ok(String::new())
            }
            ("boardsize", [size]) => self.set_size(size),
            ("clear_board", _) => self.clear(),
            ("play", [colour, point]) => self.play(colour, point),
            ("genmove", [colour]) => self.generate(colour),
            ("undo", _) => self.undo(),
            ("orientation", []) => Ok(self.orientation.to_string()),
            ("orientation", [name]) => {
                self.orientation = name.parse()?;
                Ok(String::new())
            }
            ("time_settings", [main, period, stones]) => self.set_clocks(main, period, stones),
            ("time_left", [colour, seconds, stones]) => self.set_clock(colour, seconds, stones),
            ("time", settings) => self.set_time(settings),
            ("final_score", _) => self.score(),
            ("showboard", _) => Ok(self.show()),
            (known, _) if COMMANDS.contains(&known) => Err("syntax error".into()),
            _ => Err("unknown command".into()),
        }
    }

    fn set_size(&mut self, size: &str) -> GtpAnswer {
        let size = size.parse().map_err(|_| "boardsize not an integer")?;
        self.play = board(size, Side::Black).map_err(|_| "unacceptable size")?;
        self.size = size;
        self.clear()
    }

    fn clear(&mut self) -> GtpAnswer {
        self.play = board(self.size, Side::Black)?;
        self.earlier.clear();
        if let Some(player) = &mut self.player {
            player.new_game(0);
        }
        Ok(String::new())
    }

    /// Reads a colour and has it to act: either may begin, and a colour may play twice in a row.
    fn colour(&mut self, colour: &str) -> Result<Side, String> {
        let side = side(colour)?;
        if self.play.outcome().is_none() && !self.play.to_act().includes(side) {
            let setup = self.play.setup(Audience::Everyone);
            let act = |side: Side| format!("act={side}");
            let next = set_up(self.size, &setup.replace(&act(side.other()), &act(side)))?;
            self.earlier.push(std::mem::replace(&mut self.play, next));
        }
        Ok(side)
    }

    fn undo(&mut self) -> GtpAnswer {
        // A play that begins with the second stone of a colour has nothing before that stone.
        while !self.play.undo() {
            self.play = self.earlier.pop().ok_or("cannot undo")?;
        }
        Ok(String::new())
    }

    fn play(&mut self, colour: &str, point: &str) -> GtpAnswer {
        let side = self.colour(colour)?;
        let point = self.orientation.turned(&point.to_lowercase(), self.size);
        let played = self.play.turn_by(side, &point);
        played.map(|_| String::new()).map_err(|error| format!("illegal move: {}", error.why))
    }

    fn generate(&mut self, colour: &str) -> GtpAnswer {
        let side = self.colour(colour)?;
        if self.play.outcome().is_some() {
            return Err(Refusal::Over.to_string());
        }
        let limits = self.limits_of(side);
        let player = self.player.as_mut().ok_or("there is no engine")?;
        let begun = clock::now();
        let thought =
            player.think(&InformationSet::to_actor(&*self.play), limits, &Stop::default(), &mut |_| ());
        let took = clock::now().duration_since(begun).as_secs_f64();
        if let Some(clock) = &mut self.clocks[side] {
            clock.seconds = (clock.seconds - took).max(0.0);
            clock.stones = clock.stones.saturating_sub(1);
        }
        let turn = thought.map(|thought| thought.turn).ok_or("nothing can be played")?;
        let played = self.play.turn_by(side, &turn).map_err(|error| error.to_string())?;
        Ok(self.orientation.turned(&played, self.size))
    }

    /// What the command line said; otherwise a share of the clock; otherwise a second.
    fn limits_of(&self, side: Side) -> Limits {
        let by_clock = self.clocks[side].map(|clock| {
            let share = if clock.stones > 0 { f64::from(clock.stones) * 1.1 } else { SHARE };
            Limits::time(Duration::from_secs_f64((clock.seconds / share).max(0.001)))
        });
        self.limits.or(by_clock).unwrap_or(Limits::time(UNASKED))
    }

    fn set_clocks(&mut self, main: &str, period: &str, stones: &str) -> GtpAnswer {
        let (main, period, stones) = (seconds(main)?, seconds(period)?, count(stones)?);
        // A period without stones means no limit at all.
        let unlimited = period > 0.0 && stones == 0;
        let clock = if main > 0.0 {
            GtpClock { seconds: main, stones: 0 }
        } else {
            GtpClock { seconds: period, stones }
        };
        self.clocks = Pair([(!unlimited).then_some(clock); 2]);
        Ok(String::new())
    }

    /// `time -m SECONDS` for each turn, `time -g SECONDS` for the rest of the game, `time -i PLAYOUTS` for each turn,
    /// as Y and Havannah programs have it. How they share out their time is theirs: other settings say nothing here.
    fn set_time(&mut self, settings: &[&str]) -> GtpAnswer {
        let (pairs, []) = settings.as_chunks::<2>() else {
            return Err("write time -m SECONDS, -g SECONDS or -i PLAYOUTS".into());
        };
        for [key, value] in pairs {
            match *key {
                "-m" | "--move" => self.limits = Some(Limits::time(Duration::from_secs_f64(seconds(value)?))),
                "-i" | "--sims" => self.limits = Some(Limits::nodes(u64::from(count(value)?).max(1))),
                "-g" | "--game" => {
                    self.clocks = Pair([Some(GtpClock { seconds: seconds(value)?, stones: 0 }); 2]);
                }
                _ => drop(seconds(value)?),
            }
        }
        Ok(String::new())
    }

    fn set_clock(&mut self, colour: &str, left: &str, stones: &str) -> GtpAnswer {
        self.clocks[side(colour)?] = Some(GtpClock { seconds: seconds(left)?, stones: count(stones)? });
        Ok(String::new())
    }

    fn score(&self) -> GtpAnswer {
        match self.play.outcome().and_then(|outcome| outcome.winner) {
            Some(Side::White) => Ok("W+".into()),
            Some(Side::Black) => Ok("B+".into()),
            None => Err("cannot score: the game is not over".into()),
        }
    }

    /// The board without empty lines, which would end the answer.
    fn show(&self) -> String {
        let drawn =
            Screen { ascii: true, ..Screen::new(Lang::En) }.draw_play(&*self.play, Audience::Everyone);
        let lines: Vec<&str> = drawn.lines().filter(|line| !line.trim().is_empty()).collect();
        format!("\n{}", lines.join("\n"))
    }
}

/// An empty board with this side to act.
fn board(size: u32, first: Side) -> Result<Box<dyn AnyPlay>, String> {
    set_up(size, &format!("act={first}"))
}

/// A board with these stones.
fn set_up(size: u32, setup: &str) -> Result<Box<dyn AnyPlay>, String> {
    let kind = games::find("y").ok_or("there is no Y")?;
    let board = format!("board=triangle-{size}");
    let options = Options::parse(kind.meta().options, [board.as_str(), "pie=off"]);
    kind.set_up(options.map_err(|error| error.to_string())?, setup).map_err(|error| error.to_string())
}

fn side(colour: &str) -> Result<Side, String> {
    match colour.to_lowercase().as_str() {
        "b" | "black" => Ok(Side::Black),
        "w" | "white" => Ok(Side::White),
        _ => Err(format!("`{colour}` is not a colour; write b, w, black or white")),
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| (0.0..=MOST_SECONDS).contains(seconds));
    seconds.ok_or_else(|| format!("`{text}` is not a number of seconds"))
}

fn count(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("`{text}` is not a number of stones"))
}
