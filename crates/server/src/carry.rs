//! Games carried away and brought along: rows of the store as records, and records as rows.

use crate::bus::Bus;
use crate::config::Config;
use crate::dates;
use crate::error::Refused;
use crate::house::House;
use crate::random::Chance;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use taijitu_protocol::{GameId, Side, Sitter};
use taijitu_rules::record::{ImportError, Line, Problem};
use taijitu_rules::{Lang, Outcome, Reason, Record, Side as Colour};
use taijitu_store::{FinishedGame, GameFilter, GamePlayerRow, GameRow, Settings, Store, StoreError};

/// The longest name of somebody who does not play here.
const NAME: usize = 80;

/// Why a game is not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotTaken {
    /// It cannot be read, or is against the rules.
    #[error(transparent)]
    Unreadable(Box<ImportError>),
    /// Nothing was played.
    #[error("nothing was played in this game")]
    NoTurns,
    /// A record that was put together by hand; one that was read is legal.
    #[error(transparent)]
    Illegal(#[from] Problem),
}

impl From<ImportError> for NotTaken {
    fn from(error: ImportError) -> Self {
        Self::Unreadable(Box::new(error))
    }
}

impl NotTaken {
    /// The same in a player's language.
    #[must_use]
    pub fn say(&self, lang: Lang) -> String {
        match (lang, self) {
            (Lang::En, _) => self.to_string(),
            (Lang::Fr, Self::Unreadable(error)) => error.say(lang),
            (Lang::Fr, Self::NoTurns) => "rien n'a été joué dans cette partie".into(),
            (Lang::Fr, Self::Illegal(problem)) => problem.say(lang),
        }
    }
}

/// A game that was brought along, as the row it is kept in.
pub type Brought = FinishedGame;

/// The id in a link to a game, or the id itself.
#[must_use]
pub fn id_in(text: &str) -> Option<&str> {
    let words = text.split(['/', '#', '?']);
    words.into_iter().find(|word| word.parse::<GameId>().is_ok())
}

/// The id a game had where it was taken away: in a remark `# game ID` before it, or in its JSON.
#[must_use]
pub fn id_told(text: &str) -> Option<GameId> {
    #[derive(serde::Deserialize)]
    struct Told {
        id: GameId,
    }
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with('{') {
        return serde_json::from_str::<Told>(text).ok().map(|told| told.id);
    }
    let remarks = text.lines().take_while(|line| line.starts_with('#'));
    remarks.filter_map(|line| line.strip_prefix("# game ")).find_map(|id| id.trim().parse().ok())
}

/// Reads a game that somebody brings along, in any form, as the row it is kept in. The same game has the same id,
/// however it was spelled; `id` is for a game that already has one.
///
/// # Errors
/// If it is no game, with the line that is to blame, or nothing was played in it.
pub fn bring(text: &str, id: Option<GameId>, public: bool, now: i64) -> Result<Brought, NotTaken> {
    let record = Record::import(text)?.canonical()?;
    let turns = record.lines.iter().filter(|line| matches!(line, Line::Turn { .. })).count();
    if turns == 0 {
        return Err(NotTaken::NoTurns);
    }
    let play = record.replay()?;
    let decided = play.match_state().is_none_or(|state| state.winner.is_some());
    // Whoever stopped in the middle has no result.
    let outcome = play.outcome().filter(|_| decided).unwrap_or_else(|| Outcome::draw(Reason::Aborted));
    let text = record.to_string();
    let id = id.unwrap_or_else(|| id_of(&text));
    let ended = record.header("date").and_then(dates::read).unwrap_or(now).min(now);
    let options = record.options.iter().filter(|(_, value)| !value.is_empty());
    Ok(FinishedGame {
        players: players(&record),
        game: GameRow {
            id: id.to_string(),
            table: String::new(),
            number: 0,
            kind: record.game.clone(),
            options: options.map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(" "),
            revision: i64::from(record.revision),
            result: outcome.winner.map_or("draw", |side| side.name().en).into(),
            reason: outcome.reason.text().en.into(),
            started: ended,
            ended,
            turns: turns as i64,
            logged: true,
            public,
            source: "import".into(),
            record: text,
        },
    })
}

/// The id of a game that had none: the beginning of a hash of its text.
fn id_of(text: &str) -> GameId {
    let hash = Sha256::digest(text.as_bytes());
    GameId(hash.iter().take(16).fold(0, |bits, &byte| bits << 8 | u128::from(byte)))
}

/// Who played, by the headers: one name for a colour, or two with two against two.
fn players(record: &Record) -> Vec<GamePlayerRow> {
    let four = record.options.get("players") == "4";
    let mut rows = vec![];
    for (parity, side) in (0..).zip(Colour::BOTH) {
        let all = record.header(side.name().en).filter(|name| !name.is_empty()).unwrap_or("?");
        let names: Vec<&str> = if four { all.splitn(2, " & ").collect() } else { vec![all] };
        for (place, name) in (0..).zip(names) {
            let name: String = name.chars().take(NAME).collect();
            let side = side.name().en.into();
            rows.push(GamePlayerRow { player: format!("name:{name}"), seat: parity + 2 * place, side });
        }
    }
    rows
}

/// The record of a game as it is carried away: with the names of its players and its date. A game that was
/// brought along leaves as it came.
#[must_use]
pub(crate) fn record(game: &FinishedGame, players: &[(Side, Sitter)]) -> Option<Record> {
    let mut record = Record::read_unplayed(&game.game.record).ok().filter(|_| game.game.logged)?;
    if game.game.source == "import" {
        return Some(record);
    }
    for (side, wanted) in [("white", Side::White), ("black", Side::Black)] {
        let own = players.iter().filter(|(side, _)| *side == wanted);
        let names: Vec<String> = own.map(|(_, sitter)| name(sitter)).collect();
        record = record.with_header(side, &names.join(" & "));
    }
    Some(record.with_header("date", &dates::written(game.game.ended)))
}

/// How somebody is called in a record.
pub(crate) fn name(sitter: &Sitter) -> String {
    match sitter {
        Sitter::Player(profile) => profile.name.clone().unwrap_or_else(|| "?".into()),
        Sitter::Engine(level) => format!("Taijitu level {level}"),
        Sitter::Named(name) => name.clone(),
    }
}

/// How far a walk through the archive has come.
#[derive(Clone, Debug, Default)]
pub struct Place(Option<(i64, String)>);

/// Some games of the archive.
#[derive(Debug)]
pub struct Page {
    /// Public games that were logged, newest first.
    pub games: Vec<(String, Record)>,
    /// Where the next page begins.
    pub next: Option<Place>,
}

/// A page of the archive. Games that ended since the walk began are not in it.
///
/// # Errors
/// If the database fails.
pub(crate) async fn page(
    house: &House,
    place: Place,
    kind: Option<&str>,
    limit: i64,
) -> crate::error::Result<Page> {
    let filter = GameFilter { player: None, kind, public_only: true };
    let before = place.0.as_ref().map(|(ended, id)| (*ended, id.as_str()));
    let found = house.store.finished_games(filter, before, limit).await?;
    let full = found.len() as i64 == limit;
    let next = found.last().filter(|_| full).map(|last| Place(Some((last.game.ended, last.game.id.clone()))));
    let lines = crate::archive::lines(house, &found).await?.into_iter();
    let players: HashMap<String, Vec<(Side, Sitter)>> =
        lines.map(|line| (line.id.to_string(), line.players)).collect();
    let games = tokio::task::spawn_blocking(move || {
        let carried = |game: FinishedGame| {
            let record = record(&game, players.get(&game.game.id)?)?;
            Some((game.game.id, record))
        };
        found.into_iter().filter_map(carried).collect()
    });
    Ok(Page { games: games.await.map_err(|_| Refused::unavailable())?, next })
}

/// Why games were not carried.
#[derive(Debug, thiserror::Error)]
pub enum CarryError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Anything else.
    #[error("{0}")]
    Refused(String),
}

impl From<Refused> for CarryError {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused.0.message.en)
    }
}

/// Whoever carries many games, while a server runs or not: another node on the same database, without a listener.
pub struct Carrier {
    house: House,
}

impl Carrier {
    /// Opens the database of a house; there need be none yet.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub async fn open(database: &str) -> Result<Self, CarryError> {
        let store = Store::open(database, Settings::default()).await?;
        let config = Config { database: database.to_owned(), ..Config::default() };
        Ok(Self { house: House::new(config, store, Bus::default(), Chance::System) })
    }

    /// The time, which no game ends after.
    #[must_use]
    pub fn now(&self) -> i64 {
        self.house.clock.now()
    }

    /// Keeps games; how many of them are new.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn keep(&self, games: &[Brought]) -> Result<usize, CarryError> {
        Ok(self.house.store.add_games(games).await?)
    }

    /// A page of the archive.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn page(&self, place: Place, kind: Option<&str>, limit: i64) -> Result<Page, CarryError> {
        Ok(page(&self.house, place, kind, limit).await?)
    }

    /// The record of a finished game.
    ///
    /// # Errors
    /// If there is none, or it was played without a log.
    pub async fn record(&self, id: &str) -> Result<Record, CarryError> {
        let game = crate::http::finished::find(&self.house, id).await?;
        let lines = crate::archive::lines(&self.house, std::slice::from_ref(&game)).await?;
        let players = lines.into_iter().next().map(|line| line.players).unwrap_or_default();
        let none =
            || CarryError::Refused("this game was played without a log: its turns were not kept".into());
        record(&game, &players).ok_or_else(none)
    }

    /// Closes the database.
    pub async fn done(self) {
        self.house.store.close().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "taijitu record 1\ngame: y\nrules: 1\noptions: board=triangle-3 pie=off\nwhite: Ada\n\
                        date: 2026-11-15\n\n1. B2\n2. a3\nresult: white (resigned)\n";

    #[test]
    fn one_game_has_one_id() {
        let bring = |text: &str| bring(text, None, false, 2_000_000_000_000).expect("a game");
        let game = bring(GAME);
        let again = GAME
            .replace("B2", "b2")
            .replace("options: ", "options: handicap=1 ")
            .replace("2. a3", "# x\n2.  A3");
        assert_eq!(bring(&again), game);
        let json = Record::import(&game.game.record).expect("a record").to_json(None);
        assert_eq!(bring(&json), game);
        assert_ne!(bring(&GAME.replace("Ada", "Bea")).game.id, game.game.id);
        assert_eq!((game.game.ended, game.game.turns), (1_794_700_800_000, 2));
        let id = GameId(77);
        assert_eq!(id_told(&format!("# from afar\n# game {id}\n{GAME}")), Some(id));
        let record = Record::import(GAME).expect("a record");
        assert_eq!(id_told(&record.to_json(Some(&id.to_string()))), Some(id));
        assert_eq!([id_told(GAME), id_told(&json), id_told("")], [None; 3]);
        assert_eq!(id_in(&format!("https://club.example/fr/game/{id}#17")), Some(id.to_string().as_str()));
        let players: Vec<&str> = game.players.iter().map(|row| row.player.as_str()).collect();
        assert_eq!(players, ["name:Ada", "name:?"]);
        assert_eq!(super::record(&game, &[]).expect("its record").to_string(), game.game.record);
    }

    #[test]
    fn a_game_that_was_broken_off_has_no_result() {
        let game = bring(&GAME.replace("result: white (resigned)\n", ""), None, false, 0).expect("a game");
        assert_eq!((game.game.result.as_str(), game.game.reason.as_str()), ("draw", "aborted"));
        assert_eq!(game.game.ended, 0, "nothing ends in the future");
        let empty = GAME.lines().take(7).collect::<Vec<_>>().join("\n");
        assert_eq!(bring(&empty, None, false, 0).unwrap_err(), NotTaken::NoTurns);
        let illegal = bring(&GAME.replace("a3", "b2"), None, false, 0).unwrap_err();
        assert_eq!(illegal.say(Lang::En), "line 9: `b2`: b2 is occupied");
        assert!(illegal.say(Lang::Fr).starts_with("ligne 9 : « b2 » : "));
    }
}
