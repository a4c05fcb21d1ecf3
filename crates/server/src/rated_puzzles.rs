//! Rated puzzles: the first try of an account counts for the account and for the puzzle.
//!
//! A try is decided by a wrong turn, by the turn that solves the puzzle, or by looking at the solution. What comes after
//! it changes nothing.

use crate::accounts::Accounts;
use crate::error::Result;
use crate::puzzles::PuzzleShelf;
use crate::ratings::view;
use crate::site::Site;
use taijitu_protocol::{PlayerId, Puzzle, PuzzleDay, PuzzleRated, PuzzleRecord, PuzzleTryLine};
use taijitu_ratings::Rating;
use taijitu_store::{NewPuzzleTry, PuzzleTryRow, SolverStanding};
use taijitu_study::StudyPuzzle;
use taijitu_study::puzzles::{day_of, of_the_day};

/// Points that one more turn to look ahead makes a puzzle harder by, before anybody has tried it.
const PER_TURN: i64 = 200_000_000;
/// The rating of a puzzle of one turn, before anybody has tried it, in millionths of a point.
const ONE_TURN: i64 = 1_400_000_000;

/// The rating of a puzzle that nobody has tried.
fn first_rating(puzzle: &StudyPuzzle) -> Rating {
    let ahead = i64::from(puzzle.found.wins_in.saturating_sub(1));
    Rating { value: ONE_TURN + PER_TURN * ahead, ..Rating::START }
}

fn record(solver: &SolverStanding, now: i64) -> PuzzleRecord {
    let count = |stored: i64| u64::try_from(stored).unwrap_or(0);
    PuzzleRecord {
        rating: view(solver.puzzles.rating_at(now)),
        tried: count(solver.puzzles.tried),
        solved: count(solver.puzzles.solved),
        streak: count(solver.streak),
        best_streak: count(solver.best_streak),
    }
}

/// Whether somebody has an account, and is rated.
async fn account(accounts: &Accounts, player: Option<PlayerId>) -> Result<Option<PlayerId>> {
    let Some(player) = player else { return Ok(None) };
    let profile = accounts.names([player]).await?.profile(player);
    Ok((!profile.guest && profile.name.is_some()).then_some(player))
}

/// Notes a decided try; what it changed, if it was the first one of an account.
///
/// # Errors
/// `unavailable` if the database fails.
pub(crate) async fn decide(
    (site, accounts, shelf): (&Site, &Accounts, &PuzzleShelf),
    player: Option<PlayerId>,
    puzzle: &StudyPuzzle,
    solved: bool,
) -> Result<Option<PuzzleRated>> {
    let Some(player) = account(accounts, player).await? else { return Ok(None) };
    // Most who try again have tried before: they need no transaction.
    if site.store.puzzle_try(player, &puzzle.id).await?.is_some() {
        return Ok(None);
    }
    let at = site.clock.now();
    let all = shelf.all().await?;
    let is_daily = of_the_day(&all, at).is_some_and(|(daily, _)| daily.id == puzzle.id);
    let new = NewPuzzleTry {
        player,
        puzzle: &puzzle.id,
        at,
        solved,
        first_rating: first_rating(puzzle),
        day: is_daily.then(|| day_of(at)),
    };
    let rated = site.store.rate_puzzle_try(&new).await?;
    Ok(rated.map(|rated| PuzzleRated {
        before: view(rated.before),
        record: record(&rated.solver, at),
        puzzle: view(rated.puzzle.rating_at(at)),
    }))
}

/// Adds to a puzzle its rating, and the result of the player's first try.
///
/// # Errors
/// `unavailable` if the database fails.
pub(crate) async fn add_to(
    site: &Site,
    accounts: &Accounts,
    player: Option<PlayerId>,
    (known, mut shown): (&StudyPuzzle, Puzzle),
) -> Result<Puzzle> {
    let now = site.clock.now();
    let count = |stored: i64| u64::try_from(stored).unwrap_or(0);
    if let Some(standing) = site.store.puzzle_standing(&known.id).await? {
        shown.rating = view(standing.rating_at(now));
        (shown.tried, shown.solved) = (count(standing.tried), count(standing.solved));
    } else {
        shown.rating = view(first_rating(known));
    }
    if let Some(player) = account(accounts, player).await? {
        shown.mine = site.store.puzzle_try(player, &known.id).await?;
    }
    if shown.day.is_some() {
        let (tried, solved) = site.store.puzzle_day(day_of(now)).await?;
        shown.today = Some(PuzzleDay { tried: count(tried), solved: count(solved) });
    }
    Ok(shown)
}

/// The puzzle record of an account: rating, streak, how many it tried and solved.
///
/// # Errors
/// `unavailable` if the database fails.
pub(crate) async fn record_of(site: &Site, player: PlayerId) -> Result<PuzzleRecord> {
    let now = site.clock.now();
    let solver = site.store.solver_standing(player).await?;
    let none = PuzzleRecord { rating: view(Rating::START), tried: 0, solved: 0, streak: 0, best_streak: 0 };
    Ok(solver.map_or(none, |solver| record(&solver, now)))
}

/// A first try in an export.
#[must_use]
pub(crate) fn try_line(row: &PuzzleTryRow) -> PuzzleTryLine {
    let points = |value: i64| Rating { value, ..Rating::START }.points();
    PuzzleTryLine {
        puzzle: row.puzzle.clone(),
        at: row.at,
        solved: row.solved,
        before: points(row.value_before),
        after: points(row.value),
    }
}
