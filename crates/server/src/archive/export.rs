//! Exports: stored games as records, with the names of their players and their date.

use super::{Archive, dates};
use crate::error::Result;
use crate::site::work::{AbandonFlag, WorkCaller};
use std::collections::HashMap;
use taijitu_protocol::{GameId, Side, Sitter};
use taijitu_rules::Record;
use taijitu_store::{FinishedGame, GameFilter, Source};

/// The record of a game for export: with the names of its players and its date. An imported game is exported
/// as it was imported.
#[must_use]
pub(crate) fn record(game: &FinishedGame, players: &[(Side, Sitter)]) -> Option<Record> {
    let mut record = Record::read_unplayed(&game.game.record).ok().filter(|_| game.game.logged)?;
    if game.game.source == Source::Import {
        return Some(record);
    }
    for (side, wanted) in [("white", Side::White), ("black", Side::Black)] {
        let own = players.iter().filter(|(side, _)| *side == wanted);
        let names: Vec<String> = own.map(|(_, sitter)| name(sitter)).collect();
        record = record.with_header(side, &names.join(" & "));
    }
    Some(record.with_header("date", &dates::written(game.game.ended)))
}

/// The name of a player in a record.
pub(crate) fn name(sitter: &Sitter) -> String {
    match sitter {
        Sitter::Player(profile) => profile.name.clone().unwrap_or_else(|| "?".into()),
        Sitter::Engine(level) => format!("Taijitu level {level}"),
        Sitter::Named(name) => name.clone(),
    }
}

/// A position in the list of games, for paging.
#[derive(Clone, Debug, Default)]
pub struct Cursor(Option<(i64, GameId)>);

/// Some games of the archive.
#[derive(Debug)]
pub struct ExportPage {
    /// Public games that were logged, newest first.
    pub games: Vec<(GameId, Record)>,
    /// Where the next page begins.
    pub next: Option<Cursor>,
}

impl Archive {
    /// A page of the archive. Games that ended after the first page was read are not included.
    ///
    /// # Errors
    /// `unavailable` if the database fails, `too_fast` if too much work waits.
    pub(crate) async fn page(
        &self,
        caller: WorkCaller,
        cursor: Cursor,
        kind: Option<&str>,
        limit: i64,
    ) -> Result<ExportPage> {
        let filter = GameFilter { player: None, kind, public_only: true };
        let found = self.site.store.finished_games(filter, cursor.0, limit).await?;
        let full = found.len() as i64 == limit;
        let next = found.last().filter(|_| full).map(|last| Cursor(Some((last.game.ended, last.game.id))));
        let lines = self.lines(&found).await?.into_iter();
        let players: HashMap<GameId, Vec<(Side, Sitter)>> =
            lines.map(|line| (line.id, line.players)).collect();
        let write = move |_: &AbandonFlag| {
            let carried = |game: FinishedGame| {
                let record = record(&game, players.get(&game.game.id)?)?;
                Some((game.game.id, record))
            };
            found.into_iter().filter_map(carried).collect()
        };
        Ok(ExportPage { games: self.site.work.quick.run(caller, write).await?, next })
    }
}
