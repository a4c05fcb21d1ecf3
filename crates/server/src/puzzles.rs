//! Puzzles: those that come with the program, and those a site has found for itself.
//!
//! Each is proved when it is made. Whether a turn solves one is proved too, except for the first, which has to be the
//! one that is known.

use crate::error::{ApiError, Result};
use crate::stored;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::LazyLock;
use taijitu_protocol::{Code, GameId, Problem, Puzzle, PuzzleAnswer, PuzzleLine, Reply, Study, Words};
use taijitu_rules::{AnyPlay, Audience, games};
use taijitu_search::exhaustive::{self, Defence, Effort};
use taijitu_search::puzzle::SolvedPuzzle;
use taijitu_store::PuzzleRow;
use taijitu_store::Store;
use taijitu_table::wire::wire_side;

macro_rules! files {
    ($($module:ident :: $Game:ident,)*) => {
        /// The puzzles that come with the program, a file for each game: `id | options | set-up | wins in | solution`.
        const FILES: &[&str] = &[$(include_str!(concat!("../puzzles/", stringify!($module), ".txt"))),*];
    };
}

taijitu_rules::for_each_game!(files);

/// A site's own puzzles are numbered from here.
pub const OWN_FROM: i64 = 10_001;

/// Positions looked at to answer a turn: a second or two.
const NODE_LIMIT: u64 = 4_000_000;

/// Milliseconds of a day.
const DAY: i64 = 86_400_000;

/// The puzzles that come with the program, with their numbers.
#[must_use]
pub fn shipped() -> &'static [(u32, SolvedPuzzle)] {
    static SHIPPED: LazyLock<Vec<(u32, SolvedPuzzle)>> = LazyLock::new(|| {
        let lines = FILES.iter().flat_map(|file| file.lines());
        lines.filter(|line| !line.starts_with('#') && !line.is_empty()).flat_map(SolvedPuzzle::read).collect()
    });
    &SHIPPED
}

/// A puzzle as the site knows it.
#[derive(Clone, Debug)]
pub(crate) struct SitePuzzle {
    pub(crate) id: String,
    number: i64,
    found: SolvedPuzzle,
    from: Option<GameId>,
    made: i64,
}

/// The row of a puzzle a site has found.
#[must_use]
pub fn row(found: &SolvedPuzzle, number: i64, game: Option<GameId>, made: i64) -> PuzzleRow {
    PuzzleRow {
        id: format!("{}-{number}", found.game),
        kind: found.game.into(),
        number,
        side: stored::side(found.side),
        wins_in: i64::from(found.wins_in),
        study: serde_json::to_string(&study(found)).unwrap_or_default(),
        solution: serde_json::to_string(&found.line).unwrap_or_default(),
        game,
        made,
    }
}

/// A puzzle from its row; none if it cannot be read.
#[must_use]
pub fn from_row(row: &PuzzleRow) -> Option<SolvedPuzzle> {
    let study: Study = serde_json::from_str(&row.study).ok()?;
    Some(SolvedPuzzle {
        game: games::find(&row.kind)?.meta().id,
        options: study.options.into_iter().collect(),
        setup: study.setup?,
        side: stored::rules_side(row.side),
        wins_in: u8::try_from(row.wins_in).ok()?,
        line: serde_json::from_str(&row.solution).ok()?,
    })
}

fn study(found: &SolvedPuzzle) -> Study {
    Study {
        game: found.game.into(),
        options: found.options.iter().cloned().collect(),
        setup: Some(found.setup.clone()),
        turns: vec![],
        side: Some(wire_side(found.side)),
    }
}

fn known_row(row: &PuzzleRow) -> Option<SitePuzzle> {
    let (id, number) = (row.id.clone(), row.number);
    Some(SitePuzzle { id, number, found: from_row(row)?, from: row.game, made: row.made })
}

/// The puzzles of a game or of all, game by game, the easiest first.
///
/// # Errors
/// If there is no such game, or the database fails.
pub(crate) async fn all(store: &Store, game: Option<&str>) -> Result<Vec<SitePuzzle>> {
    if game.is_some_and(|game| games::find(game).is_none()) {
        return Err(ApiError::new(Code::NoSuchGame, "there is no such game", "ce jeu n’existe pas"));
    }
    let shipped = shipped().iter().map(|(number, found)| SitePuzzle {
        id: format!("{}-{number}", found.game),
        number: i64::from(*number),
        found: found.clone(),
        from: None,
        made: 0,
    });
    let mut puzzles: Vec<SitePuzzle> =
        shipped.filter(|known| game.is_none_or(|game| known.found.game == game)).collect();
    puzzles.extend(store.puzzles(game).await?.iter().filter_map(known_row));
    let place = |known: &SitePuzzle| games::GAMES.iter().position(|kind| kind.meta().id == known.found.game);
    puzzles.sort_by_key(|known| (place(known), known.found.wins_in, known.number));
    Ok(puzzles)
}

/// A puzzle in a list.
#[must_use]
pub(crate) fn line(known: &SitePuzzle) -> PuzzleLine {
    let SolvedPuzzle { game, side, wins_in, .. } = known.found;
    PuzzleLine { id: known.id.clone(), game: game.into(), side: wire_side(side), wins_in }
}

/// One puzzle.
///
/// # Errors
/// If there is none, or the database fails.
pub(crate) async fn one(store: &Store, id: &str) -> Result<SitePuzzle> {
    let missing = || ApiError::new(Code::NoSuchThing, "there is no such puzzle", "ce problème n’existe pas");
    let (game, _) = id.split_once('-').ok_or_else(missing)?;
    let puzzles = all(store, Some(game)).await.map_err(|_| missing())?;
    puzzles.into_iter().find(|known| known.id == id).ok_or_else(missing)
}

/// A puzzle as it is shown, with its neighbours.
///
/// # Errors
/// If the database fails.
pub(crate) async fn shown(store: &Store, known: &SitePuzzle, day: Option<String>) -> Result<Puzzle> {
    let puzzles = all(store, Some(known.found.game)).await?;
    let at = puzzles.iter().position(|other| other.id == known.id);
    let neighbour = |at: Option<usize>| Some(puzzles.get(at?)?.id.clone());
    Ok(Puzzle {
        id: known.id.clone(),
        study: study(&known.found),
        side: wire_side(known.found.side),
        wins_in: known.found.wins_in,
        from: known.from,
        day,
        before: neighbour(at.and_then(|at| at.checked_sub(1))),
        after: neighbour(at.map(|at| at + 1)),
    })
}

/// The puzzle of the day, by the calendar of Greenwich: another game every day, the same for everybody, whatever is
/// found on that day.
#[must_use]
pub(crate) fn of_the_day(puzzles: &[SitePuzzle], now: i64) -> Option<(&SitePuzzle, String)> {
    let day = now.div_euclid(DAY);
    let known = |known: &&SitePuzzle| known.made < day * DAY;
    let mut games: Vec<&str> = puzzles.iter().filter(known).map(|known| known.found.game).collect();
    games.dedup();
    let count = i64::try_from(games.len()).ok().filter(|count| *count > 0)?;
    let game = games.get(usize::try_from(day.rem_euclid(count)).ok()?)?;
    let mut own: Vec<&SitePuzzle> =
        puzzles.iter().filter(known).filter(|known| known.found.game == *game).collect();
    // Easy and hard ones in turn, not one after the other.
    let mixed = |known: &&SitePuzzle| BuildHasherDefault::<DefaultHasher>::default().hash_one(&known.id);
    own.sort_by_key(mixed);
    let at = usize::try_from(day.div_euclid(count)).ok()? % own.len();
    Some((own[at], date(day)))
}

/// A day since 1970 as `2026-11-16`, by the rule of leap years.
fn date(day: i64) -> String {
    // Years begin in March here, so that the day that is added comes last; 400 of them have 146,097 days.
    let shifted = day + 719_468;
    let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * of_year + 2) / 153;
    let (month, of_month) = ((from_march + 2) % 12 + 1, of_year - (153 * from_march + 2) / 5 + 1);
    format!("{:04}-{month:02}-{of_month:02}", year + era * 400 + i64::from(month <= 2))
}

impl SitePuzzle {
    /// The winning turn, the longest resistance, and so on to the end.
    #[must_use]
    pub(crate) fn solution(&self) -> Vec<String> {
        self.found.line.clone()
    }

    /// Whether what somebody plays wins. The turns are those since the position of the puzzle, the last one is theirs.
    ///
    /// # Errors
    /// If a turn is not legal, or the last one is not theirs; `unavailable` if a proof takes too long, or `stop` says that
    /// nobody waits for it any more.
    pub(crate) fn answer(
        &self,
        turns: &[String],
        stop: &dyn Fn() -> bool,
    ) -> std::result::Result<PuzzleAnswer, Problem> {
        let strange =
            || Problem::new(Code::Unavailable, "the puzzle cannot be read", "le problème est illisible");
        let side = self.found.side;
        let mut play = self.found.play().ok_or_else(strange)?;
        let (mut own, mut by) = (0, None);
        for (number, text) in (1..).zip(turns) {
            by = Some(play.to_act().side());
            own += u8::from(by == Some(side));
            play.turn(text).map_err(|error| {
                let (en, fr) = (format!("turn {number}: {error}"), format!("coup {number} : {error}"));
                Problem::new(Code::IllegalTurn, en, fr)
            })?;
        }
        if by != Some(side) {
            let en = "the last turn has to be yours: own, reply, own, …";
            return Err(Problem::new(
                Code::Invalid,
                en,
                "le dernier coup doit être le vôtre : coup, réponse, coup, …",
            ));
        }
        let left = self.found.wins_in.saturating_sub(own);
        let right = if turns.len() == 1 {
            Some(self.is_first(&*play))
        } else {
            exhaustive::wins(&*play, side, left, Effort { nodes: NODE_LIMIT, stop })
        };
        let Some(right) = right else {
            return Err(Problem::new(
                Code::Unavailable,
                "nobody can say in time whether this turn wins",
                "personne ne peut dire à temps si ce coup gagne",
            ));
        };
        let over = play.outcome().is_some();
        let reply =
            if over || play.to_act().side() == side { None } else { self.reply(&*play, turns, left, stop) };
        Ok(PuzzleAnswer { right, solved: right && over, reply, message: said(right, over) })
    }

    /// Whether the position after a first turn is that of the solution.
    fn is_first(&self, after: &dyn AnyPlay) -> bool {
        let Some(mut play) = self.found.play() else { return false };
        let played = self.found.line.first().is_some_and(|turn| play.turn(turn).is_ok());
        played && play.setup(Audience::Omniscient) == after.setup(Audience::Omniscient)
    }

    /// What the opponent answers: the longest resistance, or what holds.
    fn reply(
        &self,
        play: &dyn AnyPlay,
        turns: &[String],
        left: u8,
        stop: &dyn Fn() -> bool,
    ) -> Option<Reply> {
        let known = self.found.line.strip_prefix(turns).and_then(<[String]>::first).cloned();
        let found = || match exhaustive::defence(play, left, Effort { nodes: NODE_LIMIT, stop })? {
            Defence::Resists(turn) => Some(turn),
            // With no turn left to win with anything holds: that is nothing to show.
            Defence::Refutes(turn) => Some(turn).filter(|_| left > 0),
        };
        Some(taijitu_table::reply(play, play.to_act().side(), known.or_else(found)?))
    }
}

fn said(right: bool, over: bool) -> Words {
    let (en, fr) = match (right, over) {
        (true, true) => ("That wins. The puzzle is solved.", "C’est gagné. Le problème est résolu."),
        (true, false) => ("That is the turn. Go on.", "C’est le bon coup. Continuez."),
        (false, _) => ("That does not win in time. Try again.", "Ce coup ne gagne pas à temps. Réessayez."),
    };
    Words { en: en.into(), fr: fr.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        let dates = [(0, "1970-01-01"), (59, "1970-03-01"), (789, "1972-02-29"), (20_773, "2026-11-16")];
        for (day, told) in dates {
            assert_eq!(date(day), told);
        }
    }

    #[test]
    fn every_line_of_the_files_is_a_puzzle_and_none_is_there_twice() {
        let lines = FILES.iter().flat_map(|file| file.lines()).filter(|line| !line.starts_with('#'));
        for line in lines.clone().filter(|line| !line.is_empty()) {
            let (number, found) = SolvedPuzzle::read(line).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(found.line(number), line, "it is written as it is read");
        }
        let mut setups: Vec<(&str, &str)> =
            shipped().iter().map(|(_, found)| (found.game, found.setup.as_str())).collect();
        let count = setups.len();
        setups.sort_unstable();
        setups.dedup();
        assert_eq!(setups.len(), count);
    }

    #[test]
    fn every_day_has_a_puzzle_and_the_games_take_turns() {
        let known = |(number, found): &(u32, SolvedPuzzle)| SitePuzzle {
            id: format!("{}-{number}", found.game),
            number: i64::from(*number),
            found: found.clone(),
            from: None,
            made: 0,
        };
        let puzzles: Vec<SitePuzzle> = shipped().iter().map(known).collect();
        let game = |day: i64| of_the_day(&puzzles, day * DAY + 5).expect("a puzzle").0.found.game;
        let mut week: Vec<&str> = (20_000..20_010).map(game).collect();
        week.sort_unstable();
        week.dedup();
        assert_eq!(week.len(), FILES.len());
        let today = of_the_day(&puzzles, 20_773 * DAY).expect("a puzzle");
        assert_eq!(of_the_day(&puzzles, 20_774 * DAY - 1).expect("a puzzle").0.id, today.0.id);
        assert_eq!(today.1, "2026-11-16");
    }
}
