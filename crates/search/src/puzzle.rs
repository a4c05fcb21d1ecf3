//! Puzzles, found where games end: positions from which a side wins within a few of its own turns, with one turn that
//! does it and no other.
//!
//! Games of the engine against itself, with occasional blunders, are taken back from their end. The engine
//! finds won positions; [`exhaustive`] keeps those with exactly one winning turn.

use crate::descriptor;
use crate::engine::SearchScore;
use crate::exhaustive::{self, Chances};
use crate::information_set::InformationSet;
use crate::limits::{Limits, Stop};
use crate::one_ply;
use crate::player::Player;
use crate::puzzle_themes::{PuzzleTheme, read_themes, write_themes};
use taijitu_rules::playout::Random;
use taijitu_rules::{AnyPlay, Options, Side, games};

/// A win in one is a puzzle only with at least this many turns to choose from.
const CHOICES: usize = 10;

/// How far from the end of a game puzzles are looked for.
const FROM_END: usize = 9;

/// Nodes of a turn in a game of the engine against itself, and to see whether a position is won.
const NODES: u64 = 600;
const LOOK: u64 = 20_000;

/// One turn in this many is a blunder.
const BLUNDERS: u32 = 6;

/// Longer games are abandoned.
const MOST_TURNS: usize = 400;

/// A position in which one turn wins, and only one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedPuzzle {
    /// The game's id.
    pub game: &'static str,
    /// Its options, as far as they differ from the usual ones.
    pub options: Vec<(String, String)>,
    /// The position.
    pub setup: String,
    /// The side that has to win.
    pub side: Side,
    /// In how many own turns at the most.
    pub wins_in: u8,
    /// The winning turn, the longest resistance, and so on to the end.
    pub line: Vec<String>,
    /// What it is about.
    pub themes: Vec<PuzzleTheme>,
}

/// Why a line is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPuzzle {
    /// Not the six parts of a line, or the five of one without themes.
    #[error("not `id | options | set-up | wins in | solution | themes`: {0}")]
    Parts(String),
    /// No such game, option or set-up.
    #[error("{0}: the position cannot be set up")]
    Position(String),
    /// Not a number of turns.
    #[error("{0}: wins in 1 to 9 turns")]
    Turns(String),
}

impl SolvedPuzzle {
    /// A puzzle as a line of a file, `yinsh-17 | variant=blitz | SET-UP | 2 | turn; turn; turn | one-way`; a dash stands for no
    /// options, and for no themes.
    #[must_use]
    pub fn line(&self, number: u32) -> String {
        let options: Vec<String> = self.options.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let options = if options.is_empty() { "-".to_owned() } else { options.join(" ") };
        let Self { game, setup, wins_in, .. } = self;
        let themes = write_themes(&self.themes);
        format!("{game}-{number} | {options} | {setup} | {wins_in} | {} | {themes}", self.line.join("; "))
    }

    /// Reads a line of a file: the number of the puzzle, and the puzzle.
    ///
    /// # Errors
    /// [`BadPuzzle`] if the line is malformed or the position is not legal.
    pub fn read(line: &str) -> Result<(u32, Self), BadPuzzle> {
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let (id, options, setup, wins_in, solution, themes) = match parts[..] {
            [id, options, setup, wins_in, solution, themes] => {
                (id, options, setup, wins_in, solution, read_themes(themes))
            }
            [id, options, setup, wins_in, solution] => (id, options, setup, wins_in, solution, vec![]),
            _ => return Err(BadPuzzle::Parts(line.into())),
        };
        let parts = || BadPuzzle::Parts(line.into());
        let (game, number) = id.split_once('-').ok_or_else(parts)?;
        let number = number.parse().map_err(|_| parts())?;
        let position = || BadPuzzle::Position(id.into());
        let options = options.split_whitespace().filter_map(|pair| pair.split_once('='));
        let mut puzzle = Self {
            game: games::find(game).ok_or_else(position)?.meta().id,
            options: options.map(|(key, value)| (key.to_owned(), value.to_owned())).collect(),
            setup: setup.into(),
            side: Side::White,
            wins_in: wins_in
                .parse()
                .ok()
                .filter(|turns| (1..=9).contains(turns))
                .ok_or_else(|| BadPuzzle::Turns(id.into()))?,
            line: solution.split(';').map(|turn| turn.trim().to_owned()).collect(),
            themes,
        };
        puzzle.side = puzzle.play().ok_or_else(position)?.to_act().side();
        Ok((number, puzzle))
    }

    /// The position itself.
    #[must_use]
    pub fn play(&self) -> Option<Box<dyn AnyPlay>> {
        let kind = games::find(self.game)?;
        let pairs: Vec<String> = self.options.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let options = Options::parse(kind.meta().options, pairs.iter().map(String::as_str)).ok()?;
        kind.set_up(options, &self.setup).ok()
    }

    /// Proves it again: the first turn of its line and no other wins within its number of turns, and none within fewer.
    #[must_use]
    pub fn holds(&self, node_limit: u64) -> Option<bool> {
        let play = self.play()?;
        let chances = exhaustive::chances(&*play, self.wins_in, node_limit)?;
        let Chances::One(unique) = chances else { return Some(false) };
        let same = unique.wins_in == self.wins_in && play.to_act().side() == self.side;
        let after = |turn: &str| {
            let mut next = play.boxed_clone();
            next.turn(turn).ok().map(|_| next.setup(taijitu_rules::Audience::Omniscient))
        };
        let first = self.line.first().and_then(|turn| after(turn));
        Some(same && first.is_some() && first == unique.line.first().and_then(|turn| after(turn)))
    }
}

/// The puzzle of a position, if it is one for the side to act with a win in one of these numbers of own turns.
#[must_use]
pub fn of(play: &dyn AnyPlay, wins_in: (u8, u8), node_limit: u64) -> Option<SolvedPuzzle> {
    let kind = games::find(play.meta().id)?;
    let setup = descriptor::of(play).puzzle_setup(play);
    // Without its history: no repetition, no rounds.
    let play = kind.set_up(play.options().clone(), &setup).ok().filter(|play| play.outcome().is_none())?;
    let Chances::One(unique) = exhaustive::chances(&*play, wins_in.1, node_limit)? else { return None };
    let fits = unique.wins_in >= wins_in.0 && (unique.wins_in > 1 || unique.choices >= CHOICES);
    let usual = |key: &str, value: &str| {
        kind.meta().options.iter().any(|spec| spec.key == key && spec.default == value)
    };
    let secret = |key: &str| {
        kind.meta().options.iter().any(|spec| spec.key == key && spec.values.secret_of().is_some())
    };
    let options = play.options().iter().filter(|(key, value)| !usual(key, value) && !secret(key));
    let puzzle = fits.then(|| SolvedPuzzle {
        game: kind.meta().id,
        options: options.map(|(key, value)| (key.to_owned(), value.to_owned())).collect(),
        setup,
        side: play.to_act().side(),
        wins_in: unique.wins_in,
        line: unique.line,
        themes: vec![],
    });
    puzzle.map(with_themes)
}

/// A puzzle with its themes.
#[cfg(not(target_family = "wasm"))]
fn with_themes(puzzle: SolvedPuzzle) -> SolvedPuzzle {
    SolvedPuzzle { themes: crate::puzzle_themes::find_themes(&puzzle), ..puzzle }
}

/// A puzzle as it is: the module of the page makes none.
#[cfg(target_family = "wasm")]
fn with_themes(puzzle: SolvedPuzzle) -> SolvedPuzzle {
    puzzle
}

/// The puzzles at the end of a game, the last first; the play is taken back to look for them.
pub fn at_the_end_of(
    mut play: Box<dyn AnyPlay>,
    wins_in: (u8, u8),
    node_limit: u64,
    stop: &Stop,
) -> Vec<SolvedPuzzle> {
    let Some(winner) = play.outcome().and_then(|outcome| outcome.winner) else { return vec![] };
    let Some(mut player) = Player::full(play.meta().id) else { return vec![] };
    let mut found = vec![];
    for _ in 0..FROM_END {
        if stop.is_set() || !play.undo() {
            break;
        }
        if play.outcome().is_some() || play.to_act().side() != winner || play.has_countless_turns() {
            continue;
        }
        // The engine filters quickly; its result is not taken as a proof.
        let known = InformationSet::to_actor(&*play);
        let thought = player.think(&known, Limits::nodes(LOOK), stop, &mut |_| ());
        let hopeful = thought.is_some_and(|thought| match thought.score {
            SearchScore::Wins(side) => side == winner,
            SearchScore::Chance(chance) => chance > 0.8,
            SearchScore::Points(_) => false,
        });
        if hopeful {
            found.extend(of(&*play, wins_in, node_limit));
        }
    }
    found
}

/// A game of the engine against itself, with occasional blunders, played to its end.
#[must_use]
#[cfg(not(target_family = "wasm"))]
pub fn self_play(id: &str, seed: u64, stop: &Stop) -> Option<Box<dyn AnyPlay>> {
    let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ seed);
    let mut play = descriptor::find(id)?.puzzle_start(&mut random)?;
    let mut player = Player::new(id, None, seed)?;
    let opening = 4 + random.below(8) as usize;
    for number in 0..MOST_TURNS {
        if play.outcome().is_some() || stop.is_set() {
            break;
        }
        let known = InformationSet::to_actor(&*play);
        let turn = if number < opening || random.below(BLUNDERS) == 0 {
            one_ply::random_turn(&known, &mut random)
        } else {
            player.think(&known, Limits::nodes(NODES), stop, &mut |_| ()).map(|thought| thought.turn)
        };
        play.turn(&turn?).ok()?;
    }
    Some(play)
}
