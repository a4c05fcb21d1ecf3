//! Finished games as rows, and rows as what a client sees.

use super::{Archive, export};
use crate::error::Result;
use crate::site::work::{AbandonFlag, WorkCaller};
use crate::stored;
use std::collections::BTreeMap;
use taijitu_protocol::{ArchivedGame, GameId, GameLine, Outcome, Side, Sitter, TableId};
use taijitu_store::{FinishedGame, GamePlayerRow, GameRow, Source, Winner};
use taijitu_table::wire;
use taijitu_table::{FinishedTableGame, Names, Occupant};

/// The row of a finished game.
#[must_use]
pub(crate) fn finished_row(table: TableId, game: FinishedTableGame) -> FinishedGame {
    let player = |(seat, (who, side)): (i64, (Occupant, Side))| GamePlayerRow {
        player: stored::participant(who),
        seat,
        side: stored::side_of_wire(side),
    };
    FinishedGame {
        players: (0..).zip(game.players).map(player).collect(),
        game: GameRow {
            id: game.id,
            table: Some(table),
            number: i64::from(game.number),
            kind: game.game,
            options: game.options,
            revision: i64::from(game.revision),
            result: Winner::new(game.outcome.winner.map(stored::side_of_wire)),
            reason: game.outcome.reason,
            started: game.started,
            ended: game.ended,
            turns: i64::from(game.turns),
            logged: game.logged,
            public: game.public,
            source: Source::Table,
            record: game.record.unwrap_or_default(),
        },
    }
}

fn outcome(game: &GameRow) -> Outcome {
    let winner = game.result.side().map(stored::wire_side);
    wire::outcome(winner, &game.reason)
}

/// The options that differ from the defaults, without secret ones.
fn variant(game: &GameRow) -> BTreeMap<String, String> {
    let unusual = super::index::variant(&game.kind, &game.options);
    let pairs = unusual.split_whitespace().filter_map(|pair| pair.split_once('='));
    pairs.map(|(key, value)| (key.into(), value.into())).collect()
}

fn players(game: &FinishedGame, names: &Names) -> Vec<(Side, Sitter)> {
    let rows = game.players.iter();
    rows.map(|row| (stored::wire_side(row.side), stored::sitter(&row.player, names))).collect()
}

impl Archive {
    /// Games as lines of a list.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn lines(&self, games: &[FinishedGame]) -> Result<Vec<GameLine>> {
        let names = self.names(games).await?;
        let ids: Vec<GameId> = games.iter().map(|game| game.game.id).collect();
        let mut changes = self.ratings.changes_of_games(&ids).await?;
        let line = |game: &FinishedGame| {
            Some(GameLine {
                id: game.game.id,
                game: game.game.kind.clone(),
                variant: variant(&game.game),
                players: players(game, &names),
                outcome: outcome(&game.game),
                turns: u32::try_from(game.game.turns).ok()?,
                ended: game.game.ended,
                ratings: changes.remove(&game.game.id).unwrap_or_default(),
            })
        };
        Ok(games.iter().filter_map(line).collect())
    }

    /// A game with its record, names added.
    ///
    /// # Errors
    /// If the database fails or holds something unreadable; `too_fast` if too much work waits.
    pub(crate) async fn whole(&self, caller: WorkCaller, game: FinishedGame) -> Result<ArchivedGame> {
        let names = self.names(std::slice::from_ref(&game)).await?;
        let table = self.public_table(&game).await?;
        let ratings = self.ratings.changes_of(game.game.id).await?;
        let write = move |_: &AbandonFlag| {
            let players = players(&game, &names);
            let record = export::record(&game, &players).map(|record| record.to_string());
            ArchivedGame {
                id: game.game.id,
                table,
                outcome: outcome(&game.game),
                game: game.game.kind,
                players,
                ratings,
                started: game.game.started,
                ended: game.game.ended,
                turns: u32::try_from(game.game.turns).unwrap_or(0),
                record,
            }
        };
        self.site.work.quick.run(caller, write).await
    }

    /// The table of a game. The id of a private table is the key to it: being allowed to see the game does
    /// not grant access to the table.
    async fn public_table(&self, game: &FinishedGame) -> Result<Option<TableId>> {
        let Some(id) = game.game.table.filter(|_| game.game.public) else {
            return Ok(None);
        };
        let table = self.site.store.table(id).await?;
        Ok(table.filter(|table| table.public).map(|table| table.id))
    }

    async fn names(&self, games: &[FinishedGame]) -> Result<Names> {
        let ids = games.iter().flat_map(|game| &game.players).filter_map(|row| row.player.player());
        self.accounts.names(ids.collect::<Vec<_>>()).await
    }
}
