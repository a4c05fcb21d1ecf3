//! `taijitu puzzles`: finds positions with exactly one winning turn at the ends of games, and proves each
//! exhaustively.
//!
//! Puzzles go to the database of a site or to a file. Ctrl-C ends the search and keeps what was found.

use crate::cli::PuzzlesArgs;
use crate::language::text;
use crate::{bars, output};
use anyhow::{Context, Result, bail};
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::path::Path;
use taijitu_ids::GameId;
use taijitu_rules::{GameType, Lang, Record, games};
use taijitu_search::Stop;
use taijitu_search::puzzle::{SolvedPuzzle, at_the_end_of, self_play};
use taijitu_search::puzzle_themes::{PuzzleTheme, find_themes, write_themes};
use taijitu_server::puzzles::{OWN_FROM, from_row, row, shipped};
use taijitu_store::{Store, StoreSettings};
use tokio::runtime::Runtime;

/// Positions looked at to prove one puzzle.
const NODE_LIMIT: u64 = 3_000_000;

/// The same without a limit.
const ENDLESS: u64 = u64::MAX;

/// Games of the archive read at a time.
const PAGE: i64 = 100;

/// As many found puzzles are kept at once.
const KEPT_AT_ONCE: usize = 10;

/// A puzzle with the game of the archive it comes from.
type FoundPuzzle = (SolvedPuzzle, Option<GameId>);

pub(crate) fn run(args: &PuzzlesArgs, lang: Lang) -> Result<()> {
    if args.check {
        return check(args.game, lang);
    }
    let games = match args.game {
        Some(game) => vec![game],
        None => games::GAMES.to_vec(),
    };
    let runtime = super::serve::runtime()?;
    let stop = Stop::default();
    let interrupted = stop.clone();
    runtime.spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            interrupted.stop();
        }
    });
    let store = match &args.out {
        Some(_) if !args.from_archive => None,
        _ => Some(open(&runtime, args)?),
    };
    let mut found = 0;
    for game in games {
        found += find(args, game, &runtime, store.as_ref(), &stop)?;
    }
    if let Some(store) = &store {
        runtime.block_on(store.close());
    }
    let word = text("puzzles found", "problèmes trouvés").in_lang(lang);
    Ok(output::line(&format!("{found} {word}"))?)
}

/// Finds the puzzles of one game, and keeps them; returns how many.
fn find(
    args: &PuzzlesArgs,
    game: &'static dyn GameType,
    runtime: &Runtime,
    store: Option<&Store>,
    stop: &Stop,
) -> Result<usize> {
    let site = store.filter(|_| args.out.is_none()).map(|store| PuzzleSite { runtime, store });
    // A file does not depend on earlier ones: the same command writes the same file.
    let known = match site {
        Some(site) => site.known(game)?,
        None => vec![],
    };
    let mut search = PuzzleSearch::new(args, game, known, site, stop.clone());
    match store.filter(|_| args.from_archive) {
        Some(store) => search.archive(runtime, store)?,
        None => search.self_play()?,
    }
    let found = search.finish()?;
    if let Some(file) = &args.out {
        write(file, args, game, &found)?;
    }
    Ok(found.len())
}

fn open(runtime: &Runtime, args: &PuzzlesArgs) -> Result<Store> {
    let database = args.data.database()?;
    super::serve::must_exist(&database)?;
    runtime.block_on(Store::open(&database, StoreSettings::default())).with_context(|| database.clone())
}

/// The database of a site, which gets what is found.
#[derive(Clone, Copy)]
struct PuzzleSite<'a> {
    runtime: &'a Runtime,
    store: &'a Store,
}

impl PuzzleSite<'_> {
    /// The puzzles it has already; those that were found before there were themes get theirs.
    fn known(self, game: &dyn GameType) -> Result<Vec<SolvedPuzzle>> {
        let id = game.meta().id;
        let rows = self.runtime.block_on(self.store.puzzles(Some(id)))?;
        let (mut own, mut new_themes) = (vec![], vec![]);
        for row in &rows {
            let Some(mut puzzle) = from_row(row) else { continue };
            if row.themes.is_none() {
                puzzle.themes = find_themes(&puzzle);
                new_themes.push((row.id.clone(), write_themes(&puzzle.themes)));
            }
            own.push(puzzle);
        }
        self.runtime.block_on(self.store.set_puzzle_themes(&new_themes))?;
        let shipped = shipped().iter().filter(|(_, puzzle)| puzzle.game == id);
        Ok(shipped.map(|(_, puzzle)| puzzle.clone()).chain(own).collect())
    }

    /// Adds puzzles to its own.
    fn keep(self, game: &dyn GameType, found: &[FoundPuzzle]) -> Result<()> {
        let rows = self.runtime.block_on(self.store.puzzles(Some(game.meta().id)))?;
        let first = rows.iter().map(|row| row.number + 1).max().unwrap_or(OWN_FROM).max(OWN_FROM);
        let made = crate::clock::since_1970();
        let rows: Vec<_> =
            (first..).zip(found).map(|(number, (puzzle, from))| row(puzzle, number, *from, made)).collect();
        self.runtime.block_on(self.store.keep_puzzles(&rows))?;
        Ok(())
    }
}

/// The parameters of the search, and its results.
struct PuzzleSearch<'a> {
    args: &'a PuzzlesArgs,
    game: &'static dyn GameType,
    /// The positions of the puzzles that are known.
    known: HashSet<String>,
    /// How many known puzzles have each theme.
    themes: HashMap<PuzzleTheme, usize>,
    /// How many are wanted.
    count: usize,
    found: Vec<FoundPuzzle>,
    /// What gets them, and how many of those that were found it has.
    site: Option<PuzzleSite<'a>>,
    kept: usize,
    /// The seed of the first game.
    seed: u64,
    bar: indicatif::ProgressBar,
    games: u32,
    stop: Stop,
}

impl<'a> PuzzleSearch<'a> {
    fn new(
        args: &'a PuzzlesArgs,
        game: &'static dyn GameType,
        known: Vec<SolvedPuzzle>,
        site: Option<PuzzleSite<'a>>,
        stop: Stop,
    ) -> Self {
        let of_theme = known.iter().filter(|puzzle| has_theme(puzzle, args.theme)).count();
        let (count, seed) = match args.up_to {
            // Other games than those of the run before.
            Some(most) => {
                ((most as usize).saturating_sub(of_theme), args.seed.wrapping_add(known.len() as u64))
            }
            None => (args.count as usize, args.seed),
        };
        let bar = bars::games(count as u64);
        let mut themes = HashMap::new();
        for theme in known.iter().flat_map(|puzzle| &puzzle.themes) {
            *themes.entry(*theme).or_default() += 1;
        }
        let known = known.into_iter().map(|puzzle| puzzle.setup).collect();
        Self { args, game, known, themes, count, found: vec![], site, kept: 0, seed, bar, games: 0, stop }
    }

    fn is_done(&self) -> bool {
        self.found.len() >= self.count || self.games >= self.args.games || self.stop.is_set()
    }

    /// Gives the site what was found since the last time, if it is as much as `least`: a search takes hours, and may be killed.
    fn keep(&mut self, least: usize) -> Result<()> {
        if let Some(site) = self.site.filter(|_| self.found.len() >= self.kept + least) {
            site.keep(self.game, &self.found[self.kept..])?;
            self.kept = self.found.len();
        }
        Ok(())
    }

    fn self_play(&mut self) -> Result<()> {
        while !self.is_done() {
            let left = self.args.games.saturating_sub(self.games);
            let games: Vec<u32> = (self.games..self.games + self.args.jobs.min(left)).collect();
            let this: &Self = self;
            let searched: Vec<Vec<SolvedPuzzle>> = std::thread::scope(|scope| {
                let search = |game: &u32| {
                    let game = *game;
                    scope.spawn(move || this.puzzles_of_self_play(game))
                };
                let threads: Vec<_> = games.iter().map(search).collect();
                threads.into_iter().map(|thread| thread.join().unwrap_or_default()).collect()
            });
            for puzzles in searched {
                self.take(puzzles, None);
                self.next_game();
            }
            self.keep(KEPT_AT_ONCE)?;
        }
        Ok(())
    }

    /// The puzzles at the end of a game of the engine against itself.
    fn puzzles_of_self_play(&self, game: u32) -> Vec<SolvedPuzzle> {
        let seed = self.seed.wrapping_mul(1_000_003).wrapping_add(u64::from(game));
        let play = self_play(self.game.meta().id, seed, &self.stop);
        play.map(|play| at_the_end_of(play, self.args.wins_in, NODE_LIMIT, &self.stop)).unwrap_or_default()
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
                    let puzzles = at_the_end_of(play, self.args.wins_in, NODE_LIMIT, &self.stop);
                    self.take(puzzles, Some(game.game.id));
                }
                self.next_game();
            }
            self.keep(KEPT_AT_ONCE)?;
        }
        Ok(())
    }

    fn next_game(&mut self) {
        self.games += 1;
        self.bar.set_message(format!("{} games", self.games));
    }

    /// Takes at most one puzzle of each length from a game: those of one game resemble each other. A site that is filled gets
    /// the one whose theme is rarest.
    fn take(&mut self, mut puzzles: Vec<SolvedPuzzle>, from: Option<GameId>) {
        puzzles.retain(|puzzle| has_theme(puzzle, self.args.theme));
        if self.args.up_to.is_some() {
            puzzles.sort_by_key(|puzzle| self.rarity(puzzle));
        }
        let mut lengths = vec![];
        for puzzle in puzzles {
            let wanted = self.has_room_for(puzzle.wins_in) && !lengths.contains(&puzzle.wins_in);
            if wanted && !self.is_done() && self.known.insert(puzzle.setup.clone()) {
                lengths.push(puzzle.wins_in);
                for theme in &puzzle.themes {
                    *self.themes.entry(*theme).or_default() += 1;
                }
                self.found.push((puzzle, from));
                self.bar.set_position(self.found.len() as u64);
            }
        }
    }

    /// How many puzzles there are of the rarest theme of a puzzle.
    fn rarity(&self, puzzle: &SolvedPuzzle) -> usize {
        let count = |theme: &PuzzleTheme| self.themes.get(theme).copied().unwrap_or(0);
        puzzle.themes.iter().map(count).min().unwrap_or(usize::MAX)
    }

    /// Most puzzles are won in two turns, if those are requested: a win in one is soon found, and three take
    /// long.
    fn has_room_for(&self, wins_in: u8) -> bool {
        let (least, most) = self.args.wins_in;
        let same = self.found.iter().filter(|(puzzle, _)| puzzle.wins_in == wins_in).count();
        wins_in == 2 || least == most || same < self.count.div_ceil(4)
    }

    /// Keeps the rest; returns all that were found, the easiest first.
    fn finish(mut self) -> Result<Vec<FoundPuzzle>> {
        self.bar.finish_and_clear();
        self.keep(1)?;
        self.found.sort_by_key(|(puzzle, _)| puzzle.wins_in);
        Ok(self.found)
    }
}

/// Writes the puzzles to a file, with how they were made.
fn write(file: &Path, args: &PuzzlesArgs, game: &dyn GameType, found: &[FoundPuzzle]) -> Result<()> {
    let id = game.meta().id;
    let (least, most) = args.wins_in;
    let source = if args.from_archive { " --from-archive" } else { "" };
    let theme = args.theme.map(|theme| format!(" --theme {}", theme.id())).unwrap_or_default();
    let mut lines = format!(
        "# Puzzles: id | options | set-up | own turns to win | solution | themes. Exactly one turn wins in that number.\n\
         # taijitu puzzles {id} --count {} --wins-in {least}..{most}{theme} --seed {}{source} --out {id}.txt\n",
        args.count, args.seed
    );
    for (number, (puzzle, _)) in (1..).zip(found) {
        writeln!(lines, "{}", puzzle.line(number))?;
    }
    std::fs::write(file, lines).with_context(|| file.display().to_string())
}

/// Whether a puzzle has a theme, if one is wanted.
fn has_theme(puzzle: &SolvedPuzzle, wanted: Option<PuzzleTheme>) -> bool {
    wanted.is_none_or(|theme| puzzle.themes.contains(&theme))
}

/// Proves every puzzle again that comes with the program, and finds its themes again.
fn check(game: Option<&'static dyn GameType>, lang: Lang) -> Result<()> {
    let wanted = |puzzle: &SolvedPuzzle| game.is_none_or(|game| game.meta().id == puzzle.game);
    let puzzles: Vec<_> = shipped().iter().filter(|(_, puzzle)| wanted(puzzle)).collect();
    let bar = bars::games(puzzles.len() as u64);
    for (number, puzzle) in &puzzles {
        if puzzle.holds(ENDLESS) != Some(true) {
            bail!("{}-{number} is not a puzzle: {}", puzzle.game, puzzle.line(*number));
        }
        let themes = find_themes(puzzle);
        if themes != puzzle.themes {
            bail!("{}-{number} has the themes {}", puzzle.game, write_themes(&themes));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let word = text("puzzles proved", "problèmes prouvés").in_lang(lang);
    Ok(output::line(&format!("{} {word}", puzzles.len()))?)
}
