//! `taijitu puzzles`: finds positions with exactly one winning turn where games end, and proves each by trying everything.
//!
//! What is found goes to the database of a site or to a file. Ctrl-C ends the search and keeps what was found.

use crate::cli::PuzzlesArgs;
use crate::language::text;
use crate::{bars, output};
use anyhow::{Context, Result, bail};
use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::Path;
use taijitu_ids::GameId;
use taijitu_rules::{AnyPlay, GameType, Lang, Record};
use taijitu_search::Stop;
use taijitu_search::puzzle::{SolvedPuzzle, at_the_end_of, self_play};
use taijitu_server::puzzles::{OWN_FROM, from_row, row, shipped};
use taijitu_store::{Store, StoreSettings};
use tokio::runtime::Runtime;

/// Positions looked at to prove one puzzle.
const NODE_LIMIT: u64 = 3_000_000;

/// The same with nobody waiting.
const ENDLESS: u64 = u64::MAX;

/// Games of the archive read at a time.
const PAGE: i64 = 100;

/// A puzzle with the game of the archive it comes from.
type FoundPuzzle = (SolvedPuzzle, Option<GameId>);

pub(crate) fn run(asked: &PuzzlesArgs, lang: Lang) -> Result<()> {
    if asked.check {
        return check(asked.game, lang);
    }
    let Some(game) = asked.game else { bail!("which game? `taijitu puzzles --help`") };
    let runtime = super::serve::runtime()?;
    let stop = Stop::default();
    let interrupted = stop.clone();
    runtime.spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            interrupted.stop();
        }
    });
    let store = match &asked.out {
        Some(_) if !asked.from_archive => None,
        _ => Some(open(&runtime, asked)?),
    };
    // A file stands for itself: the same command writes the same one.
    let known = match &store {
        Some(store) if asked.out.is_none() => known(&runtime, game, store)?,
        _ => HashSet::new(),
    };
    let mut search = PuzzleSearch::new(asked, game, known, stop);
    match store.as_ref().filter(|_| asked.from_archive) {
        Some(store) => search.archive(&runtime, store)?,
        None => search.self_play(),
    }
    let found = search.finish();
    match (&asked.out, &store) {
        (Some(file), _) => write(file, asked, game, &found)?,
        (None, Some(store)) => keep(&runtime, store, game, &found)?,
        (None, None) => (),
    }
    let word = text("puzzles found", "problèmes trouvés").in_lang(lang);
    Ok(output::line(&format!("{} {word}", found.len()))?)
}

fn open(runtime: &Runtime, asked: &PuzzlesArgs) -> Result<Store> {
    let database = asked.data.database()?;
    super::serve::must_exist(&database)?;
    runtime.block_on(Store::open(&database, StoreSettings::default())).with_context(|| database.clone())
}

/// The positions a site has puzzles of already.
fn known(runtime: &Runtime, game: &dyn GameType, store: &Store) -> Result<HashSet<String>> {
    let id = game.meta().id;
    let shipped = shipped().iter().filter(|(_, puzzle)| puzzle.game == id);
    let rows = runtime.block_on(store.puzzles(Some(id)))?;
    let own = rows.iter().filter_map(from_row).map(|puzzle| puzzle.setup);
    Ok(shipped.map(|(_, puzzle)| puzzle.setup.clone()).chain(own).collect())
}

/// What is looked for, and what was found.
struct PuzzleSearch<'a> {
    asked: &'a PuzzlesArgs,
    game: &'static dyn GameType,
    known: HashSet<String>,
    found: Vec<FoundPuzzle>,
    bar: indicatif::ProgressBar,
    games: u32,
    stop: Stop,
}

impl<'a> PuzzleSearch<'a> {
    fn new(asked: &'a PuzzlesArgs, game: &'static dyn GameType, known: HashSet<String>, stop: Stop) -> Self {
        let bar = bars::games(u64::from(asked.count));
        Self { asked, game, known, found: vec![], bar, games: 0, stop }
    }

    fn is_done(&self) -> bool {
        let enough = self.found.len() >= self.asked.count as usize;
        enough || self.games >= self.asked.games || self.stop.is_set()
    }

    fn self_play(&mut self) {
        while !self.is_done() {
            let seed = self.asked.seed.wrapping_mul(1_000_003).wrapping_add(u64::from(self.games));
            if let Some(play) = self_play(self.game.meta().id, seed, &self.stop) {
                self.look_at(play, None);
            }
            self.next_game();
        }
    }

    fn archive(&mut self, runtime: &Runtime, store: &Store) -> Result<()> {
        let mut after = 0;
        while !self.is_done() {
            let page = runtime.block_on(store.archive_after(after, Some(self.game.meta().id), PAGE))?;
            let Some((last, _)) = page.last() else { break };
            after = *last;
            for (_, game) in page {
                let play = Record::read(&game.game.record).ok().and_then(|record| record.replay().ok());
                if let Some(play) = play.filter(|_| !self.is_done()) {
                    self.look_at(play, Some(game.game.id));
                }
                self.next_game();
            }
        }
        Ok(())
    }

    fn next_game(&mut self) {
        self.games += 1;
        self.bar.set_message(format!("{} games", self.games));
    }

    /// Takes at most one puzzle of each length from a game: those of one game resemble each other.
    fn look_at(&mut self, play: Box<dyn AnyPlay>, from: Option<GameId>) {
        let mut lengths = vec![];
        for puzzle in at_the_end_of(play, self.asked.wins_in, NODE_LIMIT, &self.stop) {
            let wanted = self.has_room_for(puzzle.wins_in) && !lengths.contains(&puzzle.wins_in);
            if wanted && !self.is_done() && self.known.insert(puzzle.setup.clone()) {
                lengths.push(puzzle.wins_in);
                self.found.push((puzzle, from));
                self.bar.set_position(self.found.len() as u64);
            }
        }
    }

    /// Most puzzles are won in two turns, if those are asked for: a win in one is soon seen, and three take long.
    fn has_room_for(&self, wins_in: u8) -> bool {
        let (least, most) = self.asked.wins_in;
        let same = self.found.iter().filter(|(puzzle, _)| puzzle.wins_in == wins_in).count();
        wins_in == 2 || least == most || same < (self.asked.count as usize).div_ceil(4)
    }

    fn finish(mut self) -> Vec<FoundPuzzle> {
        self.bar.finish_and_clear();
        self.found.sort_by_key(|(puzzle, _)| puzzle.wins_in);
        self.found
    }
}

/// Writes the puzzles to a file, with how they were made.
fn write(file: &Path, asked: &PuzzlesArgs, game: &dyn GameType, found: &[FoundPuzzle]) -> Result<()> {
    let id = game.meta().id;
    let (least, most) = asked.wins_in;
    let source = if asked.from_archive { " --from-archive" } else { "" };
    let mut lines = format!(
        "# Puzzles: id | options | set-up | wins in so many own turns | solution. Exactly one turn wins in that number.\n\
         # taijitu puzzles {id} --count {} --wins-in {least}..{most} --seed {}{source} --out {id}.txt\n",
        asked.count, asked.seed
    );
    for (number, (puzzle, _)) in (1..).zip(found) {
        writeln!(lines, "{}", puzzle.line(number))?;
    }
    std::fs::write(file, lines).with_context(|| file.display().to_string())
}

/// Adds the puzzles to those of a site.
fn keep(runtime: &Runtime, store: &Store, game: &dyn GameType, found: &[FoundPuzzle]) -> Result<()> {
    let rows = runtime.block_on(store.puzzles(Some(game.meta().id)))?;
    let first = rows.iter().map(|row| row.number + 1).max().unwrap_or(OWN_FROM).max(OWN_FROM);
    let made = crate::clock::since_1970();
    let rows: Vec<_> =
        (first..).zip(found).map(|(number, (puzzle, from))| row(puzzle, number, *from, made)).collect();
    runtime.block_on(store.keep_puzzles(&rows))?;
    runtime.block_on(store.close());
    Ok(())
}

/// Proves every puzzle again that comes with the program.
fn check(game: Option<&'static dyn GameType>, lang: Lang) -> Result<()> {
    let wanted = |puzzle: &SolvedPuzzle| game.is_none_or(|game| game.meta().id == puzzle.game);
    let puzzles: Vec<_> = shipped().iter().filter(|(_, puzzle)| wanted(puzzle)).collect();
    let bar = bars::games(puzzles.len() as u64);
    for (number, puzzle) in &puzzles {
        if puzzle.holds(ENDLESS) != Some(true) {
            bail!("{}-{number} is not a puzzle: {}", puzzle.game, puzzle.line(*number));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let word = text("puzzles proved", "problèmes prouvés").in_lang(lang);
    Ok(output::line(&format!("{} {word}", puzzles.len()))?)
}
