//! Puzzles: those that come with the program, and proofs about turns tried in any puzzle.
//!
//! Each puzzle is proved when it is made. Whether a turn solves it is proved too, except for the first turn, which has to be the
//! known solution.

use crate::catalogue::rating_view;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::LazyLock;
use taijitu_protocol::{
    Code, GameId, Problem, Puzzle, PuzzleAnswer, PuzzleLine, PuzzleThemeView, Puzzles, Reply, Study, Words,
};
use taijitu_ratings::Rating;
use taijitu_rules::short::{collect_map, sort_long};
use taijitu_rules::{AnyPlay, Audience, games};
use taijitu_search::exhaustive::{self, Defence, Effort};
use taijitu_search::puzzle::SolvedPuzzle;
use taijitu_search::puzzle_themes::PuzzleTheme;
use taijitu_table::wire::{wire_side, words};

macro_rules! files {
    ($($module:ident :: $Game:ident,)*) => {
        /// The puzzles that come with the program, a file for each game: `id | options | set-up | wins in | solution | themes`.
        const FILES: &[&str] = &[$(include_str!(concat!("../puzzles/", stringify!($module), ".txt"))),*];
    };
}

taijitu_rules::for_each_game!(files);

/// Positions looked at to answer a turn: a second or two.
const NODE_LIMIT: u64 = 4_000_000;

/// More turns than any puzzle has.
const MOST_TURNS: usize = 40;

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

/// A puzzle with its id.
#[derive(Clone, Debug)]
pub struct StudyPuzzle {
    /// The game and a number, `yinsh-17`.
    pub id: String,
    /// The number.
    pub number: i64,
    /// The position and its solution.
    pub found: SolvedPuzzle,
    /// The game of the archive it comes from.
    pub from: Option<GameId>,
    /// When it was made, milliseconds since 1970; 0 if it comes with the program.
    pub made: i64,
}

/// The puzzles that come with the program, of a game or of all, game by game, the easiest first.
#[must_use]
pub fn shipped_with(game: Option<&str>) -> Vec<StudyPuzzle> {
    let shipped = shipped().iter().map(|(number, found)| StudyPuzzle {
        id: format!("{}-{number}", found.game),
        number: i64::from(*number),
        found: found.clone(),
        from: None,
        made: 0,
    });
    let mut puzzles: Vec<StudyPuzzle> =
        shipped.filter(|known| game.is_none_or(|game| known.found.game == game)).collect();
    sort(&mut puzzles);
    puzzles
}

/// Sorts puzzles game by game, the easiest first.
pub fn sort(puzzles: &mut [StudyPuzzle]) {
    let place = |known: &StudyPuzzle| games::GAMES.iter().position(|kind| kind.meta().id == known.found.game);
    let key = |known: &StudyPuzzle| (place(known), known.found.wins_in, known.number);
    sort_long(puzzles, |a, b| key(a) < key(b));
}

/// The position of a puzzle.
#[must_use]
pub fn study(found: &SolvedPuzzle) -> Study {
    Study {
        game: found.game.into(),
        options: collect_map(found.options.iter().cloned()),
        setup: Some(found.setup.clone()),
        turns: vec![],
        side: Some(wire_side(found.side)),
    }
}

/// A puzzle in a list.
#[must_use]
pub fn line(known: &StudyPuzzle) -> PuzzleLine {
    let SolvedPuzzle { game, side, wins_in, .. } = known.found;
    let themes = known.found.themes.iter().map(|theme| theme.id().to_owned()).collect();
    PuzzleLine { id: known.id.clone(), game: game.into(), side: wire_side(side), wins_in, themes }
}

/// A theme with its name.
fn theme_view(theme: PuzzleTheme) -> PuzzleThemeView {
    PuzzleThemeView { id: theme.id().into(), name: words(theme.name()) }
}

/// A list of puzzles, with the themes they have.
#[must_use]
pub fn listed(puzzles: &[StudyPuzzle]) -> Puzzles {
    let has = |theme: &&PuzzleTheme| puzzles.iter().any(|known| known.found.themes.contains(theme));
    Puzzles {
        puzzles: puzzles.iter().map(line).collect(),
        themes: PuzzleTheme::ALL.iter().filter(has).copied().map(theme_view).collect(),
    }
}

/// There is no puzzle with this id.
#[must_use]
pub fn missing() -> Problem {
    Problem::new(Code::NoSuchThing, "there is no such puzzle", "ce problème n’existe pas")
}

/// There is no puzzle of the day.
#[must_use]
pub fn none_of_the_day() -> Problem {
    Problem::new(
        Code::NoSuchThing,
        "there are no puzzles for this game yet",
        "ce jeu n’a pas encore de problèmes",
    )
}

/// A puzzle as it is shown, with its neighbours among the puzzles of its game.
#[must_use]
pub fn shown(puzzles: &[StudyPuzzle], known: &StudyPuzzle, day: Option<String>) -> Puzzle {
    let own: Vec<&StudyPuzzle> =
        puzzles.iter().filter(|other| other.found.game == known.found.game).collect();
    let at = own.iter().position(|other| other.id == known.id);
    let neighbour = |at: Option<usize>| Some(own.get(at?)?.id.clone());
    Puzzle {
        id: known.id.clone(),
        study: study(&known.found),
        side: wire_side(known.found.side),
        wins_in: known.found.wins_in,
        themes: known.found.themes.iter().copied().map(theme_view).collect(),
        from: known.from,
        day,
        before: neighbour(at.and_then(|at| at.checked_sub(1))),
        after: neighbour(at.map(|at| at + 1)),
        rating: rating_view(Rating::START),
        tried: 0,
        solved: 0,
        mine: None,
        today: None,
    }
}

/// The day of a time, counted from 1970.
#[must_use]
pub const fn day_of(now: i64) -> i64 {
    now.div_euclid(DAY)
}

/// The puzzle of the day (UTC): another game every day, the same for everybody, and independent of puzzles that are found on that
/// day.
#[must_use]
pub fn of_the_day(puzzles: &[StudyPuzzle], now: i64) -> Option<(&StudyPuzzle, String)> {
    let day = day_of(now);
    let known = |known: &&StudyPuzzle| known.made < day * DAY;
    let mut games: Vec<&str> = puzzles.iter().filter(known).map(|known| known.found.game).collect();
    games.dedup();
    let count = i64::try_from(games.len()).ok().filter(|count| *count > 0)?;
    let game = games.get(usize::try_from(day.rem_euclid(count)).ok()?)?;
    let mut own: Vec<&StudyPuzzle> =
        puzzles.iter().filter(known).filter(|known| known.found.game == *game).collect();
    // Easy and hard ones in turn, not one after the other.
    let mixed = |known: &&StudyPuzzle| BuildHasherDefault::<DefaultHasher>::default().hash_one(&known.id);
    sort_long(&mut own, |a, b| mixed(a) < mixed(b));
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

impl StudyPuzzle {
    /// The winning turn, the longest resistance, and so on to the end.
    #[must_use]
    pub fn solution(&self) -> Vec<String> {
        self.found.line.clone()
    }

    /// Judges the last of `turns`, which start at the position of the puzzle.
    ///
    /// # Errors
    /// [`Code::IllegalTurn`] if a turn cannot be played; [`Code::Invalid`] if there are too many, or the last one is the
    /// opponent's; [`Code::Unavailable`] if the puzzle cannot be read, a proof takes too
    /// long or `stop` returns true.
    pub fn answer(&self, turns: &[String], stop: &dyn Fn() -> bool) -> Result<PuzzleAnswer, Problem> {
        if turns.len() > MOST_TURNS {
            return Err(Problem::new(
                Code::Invalid,
                format!("a puzzle has at most {MOST_TURNS} moves"),
                format!("un problème compte au plus {MOST_TURNS} coups"),
            ));
        }
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
            let en = "the last move has to be yours: move, reply, move, …";
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
                "it could not be checked in time whether this move wins",
                "impossible de vérifier à temps si ce coup gagne",
            ));
        };
        let over = play.outcome().is_some();
        let reply =
            if over || play.to_act().side() == side { None } else { self.reply(&*play, turns, left, stop) };
        Ok(PuzzleAnswer { right, solved: right && over, reply, message: verdict(right, over), rated: None })
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
            // If no turn wins any more, every reply holds, so there is none to show.
            Defence::Refutes(turn) => Some(turn).filter(|_| left > 0),
        };
        Some(taijitu_table::reply(play, play.to_act().side(), known.or_else(found)?))
    }
}

fn verdict(right: bool, over: bool) -> Words {
    let (en, fr) = match (right, over) {
        (true, true) => ("That wins. The puzzle is solved.", "C’est gagné. Le problème est résolu."),
        (true, false) => ("That’s the move. Go on.", "C’est le bon coup. Continuez."),
        (false, _) => {
            ("That move does not win fast enough. Try again.", "Ce coup ne gagne pas assez vite. Réessayez.")
        }
    };
    Words::new(en, fr)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        let dates = [(0, "1970-01-01"), (59, "1970-03-01"), (789, "1972-02-29"), (20_773, "2026-11-16")];
        for (day, expected) in dates {
            assert_eq!(date(day), expected);
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
        let puzzles = shipped_with(None);
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
