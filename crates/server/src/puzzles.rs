//! The puzzles of a site: those that come with the program, and those it has found for itself.

use crate::error::{ApiError, Result};
use crate::site::Site;
use crate::stored;
use std::sync::Arc;
use taijitu_protocol::{Code, GameId, Puzzle, Study};
use taijitu_rules::games;
use taijitu_search::puzzle::SolvedPuzzle;
use taijitu_search::puzzle_themes::{PuzzleTheme, read_themes, write_themes};
use taijitu_store::PuzzleRow;
use taijitu_study::StudyPuzzle;
use taijitu_study::puzzles::{self, missing, shipped_with};
use tokio::sync::Mutex;

pub use taijitu_study::puzzles::shipped;

/// A site's own puzzles are numbered from here.
pub const OWN_FROM: i64 = 10_001;

/// The row of a puzzle a site has found.
#[must_use]
pub fn row(found: &SolvedPuzzle, number: i64, game: Option<GameId>, made: i64) -> PuzzleRow {
    PuzzleRow {
        id: format!("{}-{number}", found.game),
        kind: found.game.into(),
        number,
        side: stored::side(found.side),
        wins_in: i64::from(found.wins_in),
        study: serde_json::to_string(&puzzles::study(found)).unwrap_or_default(),
        solution: serde_json::to_string(&found.line).unwrap_or_default(),
        game,
        made,
        themes: Some(write_themes(&found.themes)),
    }
}

/// A puzzle from its row; `None` if it cannot be parsed.
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
        themes: row.themes.as_deref().map(read_themes).unwrap_or_default(),
    })
}

fn known_row(row: &PuzzleRow) -> Option<StudyPuzzle> {
    let (id, number) = (row.id.clone(), row.number);
    Some(StudyPuzzle { id, number, found: from_row(row)?, from: row.game, made: row.made })
}

/// The theme with an id.
///
/// # Errors
/// `no_such_thing` if there is none.
fn theme(id: &str) -> Result<PuzzleTheme> {
    PuzzleTheme::find(id).ok_or_else(|| {
        let ids: Vec<&str> = PuzzleTheme::ALL.iter().map(|theme| theme.id()).collect();
        let ids = ids.join(", ");
        ApiError::new(
            Code::NoSuchThing,
            format!("unknown theme `{id}`; the themes are {ids}"),
            format!("thème « {id} » inconnu ; les thèmes sont {ids}"),
        )
    })
}

/// How long the puzzles in memory are used while none are added, in milliseconds: `taijitu puzzles` gives old ones their themes.
const KEPT_FOR: i64 = 60_000;

/// The puzzles of a node, kept in memory: a site may have ten thousand of them, and every try asks for one. Cheap to clone.
#[derive(Clone)]
pub struct PuzzleShelf(Arc<ShelfInner>);

struct ShelfInner {
    site: Site,
    read: Mutex<Option<ReadPuzzles>>,
}

/// Some of the puzzles: those of a game, of a theme, or of both.
pub(crate) struct PuzzleSelection {
    all: Arc<Vec<StudyPuzzle>>,
    game: Option<String>,
    theme: Option<PuzzleTheme>,
}

impl PuzzleSelection {
    /// The puzzles, game by game, the easiest first. Takes milliseconds for thousands.
    pub(crate) fn collect(&self) -> Vec<StudyPuzzle> {
        let fits = |known: &&StudyPuzzle| {
            self.game.as_ref().is_none_or(|game| known.found.game == game)
                && self.theme.is_none_or(|theme| known.found.themes.contains(&theme))
        };
        self.all.iter().filter(fits).cloned().collect()
    }
}

/// The puzzles as they were read, at a time when the database had this number of its own.
struct ReadPuzzles {
    at: i64,
    own: i64,
    puzzles: Arc<Vec<StudyPuzzle>>,
}

impl PuzzleShelf {
    /// The puzzles of a site; none have been read yet.
    pub(crate) fn new(site: Site) -> Self {
        Self(Arc::new(ShelfInner { site, read: Mutex::default() }))
    }

    /// All puzzles, game by game, the easiest first.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn all(&self) -> Result<Arc<Vec<StudyPuzzle>>> {
        let (store, now) = (&self.0.site.store, self.0.site.clock.now());
        let own = store.count_puzzles().await?;
        let mut read = self.0.read.lock().await;
        let is_fresh = |read: &&ReadPuzzles| read.own == own && (read.at..read.at + KEPT_FOR).contains(&now);
        if let Some(fresh) = read.as_ref().filter(is_fresh) {
            return Ok(fresh.puzzles.clone());
        }
        let mut all = shipped_with(None);
        all.extend(store.puzzles(None).await?.iter().filter_map(known_row));
        puzzles::sort(&mut all);
        let puzzles = Arc::new(all);
        *read = Some(ReadPuzzles { at: now, own, puzzles: puzzles.clone() });
        Ok(puzzles)
    }

    /// The puzzles of a game or of all, of a theme or of all, to be collected where that keeps nobody waiting.
    ///
    /// # Errors
    /// `no_such_game`; `no_such_thing` for a theme; `unavailable` if the database fails.
    pub(crate) async fn selection(&self, game: Option<&str>, theme: Option<&str>) -> Result<PuzzleSelection> {
        if game.is_some_and(|game| games::find(game).is_none()) {
            return Err(ApiError::new(Code::NoSuchGame, "there is no such game", "ce jeu n’existe pas"));
        }
        let theme = theme.map(self::theme).transpose()?;
        Ok(PuzzleSelection { all: self.all().await?, game: game.map(str::to_owned), theme })
    }

    /// The same puzzles, game by game, the easiest first.
    ///
    /// # Errors
    /// As [`Self::selection`].
    pub(crate) async fn chosen(&self, game: Option<&str>, theme: Option<&str>) -> Result<Vec<StudyPuzzle>> {
        Ok(self.selection(game, theme).await?.collect())
    }

    /// One puzzle.
    ///
    /// # Errors
    /// `no_such_thing` if there is none.
    pub(crate) async fn one(&self, id: &str) -> Result<StudyPuzzle> {
        let all = self.all().await?;
        Ok(all.iter().find(|known| known.id == id).cloned().ok_or_else(missing)?)
    }

    /// A puzzle as it is sent, with its neighbours of the same game, and of the same theme if one is given; how hard it is has
    /// to be added.
    ///
    /// # Errors
    /// `no_such_thing` for a theme; `unavailable` if the database fails.
    pub(crate) async fn shown(
        &self,
        known: &StudyPuzzle,
        theme: Option<&str>,
        day: Option<String>,
    ) -> Result<Puzzle> {
        Ok(puzzles::shown(&self.chosen(Some(known.found.game), theme).await?, known, day))
    }
}
