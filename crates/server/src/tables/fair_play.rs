//! Which positions nobody may be helped with: those of running games between people.
//!
//! A player gets no help in a game they play against somebody. The site sees more than the account that asks: a second
//! browser without a cookie, or with another guest, comes from the same address. There only the positions of the games
//! that are played from that address are closed, because a whole school may be behind it.

use super::directory::Tables;
use super::handle::TableHandle;
use super::running_games::{AskedPosition, RunningGame};
use crate::error::{ApiError, Result};
use std::net::IpAddr;
use std::sync::Arc;
use taijitu_protocol::{Code, PlayerId, State, TableId};
use taijitu_rules::AnyPlay;
use taijitu_store::TableState;
use taijitu_table::{Occupant, Table};

/// The most running games of one player that are looked at; the latest count.
const GAMES_PER_PLAYER: i64 = 200;

/// The refusal that says why there is no help; `rule` is `fair_play`.
fn refused(en: &str, fr: &str) -> ApiError {
    let mut refused = ApiError::new(Code::NotNow, en, fr);
    refused.0.rule = Some("fair_play".into());
    refused
}

fn plays_this_game() -> ApiError {
    refused(
        "you are playing this game against somebody: no engine and no statistics help you until it is over",
        "vous jouez à ce jeu contre quelqu’un : aucun moteur ni aucune statistique ne vous aide avant la fin de la partie",
    )
}

fn position_is_played() -> ApiError {
    refused(
        "this position is being played in a running game from your address: no help until it is over",
        "cette position se joue dans une partie en cours depuis votre adresse : aucune aide avant la fin de la partie",
    )
}

fn follows_own_game() -> ApiError {
    refused(
        "this is the position of a game you are playing against somebody: no help until it is over",
        "c’est la position d’une partie que vous jouez contre quelqu’un : aucune aide avant la fin de la partie",
    )
}

impl Tables {
    /// Remembers that somebody plays at a table from an address.
    pub(crate) fn note_address(&self, table: &TableHandle, address: Option<IpAddr>) {
        let status = table.status();
        if let (State::Running, Some(address)) = (status.state, address)
            && status.players().any(|player| Some(player) != status.players().next())
        {
            self.0.running_games.note(address, table.id());
        }
    }

    /// Refuses help with a game that a player is playing against somebody else.
    ///
    /// # Errors
    /// If so, or `unavailable` if the database fails.
    pub(crate) async fn check_not_playing(&self, player: Option<PlayerId>, kind: &str) -> Result<()> {
        let Some(player) = player else { return Ok(()) };
        let playing = self.games_of(player, kind, None).await?;
        if playing.is_empty() { Ok(()) } else { Err(plays_this_game()) }
    }

    /// Refuses help with a position that is played from the address of the client.
    ///
    /// # Errors
    /// If so, or `unavailable` if the database fails.
    pub(crate) async fn check_position(&self, address: Option<IpAddr>, asked: &AskedPosition) -> Result<()> {
        let games = self.games_from(address).await?;
        let is_played = |game: &Arc<RunningGame>| game.has_position(asked) || game.is_continued_by(asked);
        if games.iter().any(is_played) { Err(position_is_played()) } else { Ok(()) }
    }

    /// Refuses a hint at a table that has come to a position of another game, which the player or somebody at the same
    /// address plays against somebody.
    ///
    /// # Errors
    /// If so, or `unavailable` if the database fails.
    pub(crate) async fn check_hint(
        &self,
        table: &TableHandle,
        (player, address): (PlayerId, Option<IpAddr>),
        play: &dyn AnyPlay,
    ) -> Result<()> {
        let own = self.games_of(player, play.meta().id, Some(table.id())).await?;
        let others = self.games_from(address).await?;
        if own.is_empty() && others.is_empty() {
            return Ok(());
        }
        let asked = AskedPosition::of(play);
        if own.iter().any(|game| game.is_at(&asked) || game.is_followed_by(&asked)) {
            return Err(follows_own_game());
        }
        let is_played = |game: &Arc<RunningGame>| game.is_at(&asked) || game.is_continued_by(&asked);
        if others.iter().any(is_played) { Err(position_is_played()) } else { Ok(()) }
    }

    /// Refuses a turn to which an engine would answer in a position of another game that the player plays against
    /// somebody.
    ///
    /// # Errors
    /// If so, or `unavailable` if the database fails.
    pub(super) async fn check_turn_against_engine(
        &self,
        table: &TableHandle,
        player: PlayerId,
        text: &str,
    ) -> Result<()> {
        if !table.status().seats.iter().any(|who| matches!(who, Some(Occupant::Engine(_)))) {
            return Ok(());
        }
        let kind = table.read(|table| table.setup().game.clone()).await?;
        let own = self.games_of(player, &kind, Some(table.id())).await?;
        if own.is_empty() {
            return Ok(());
        }
        let text = text.to_owned();
        let asked = table.read(move |table| asked_after(table, player, &text)).await?;
        match asked {
            Some(asked) if own.iter().any(|game| game.is_followed_by(&asked)) => Err(follows_own_game()),
            _ => Ok(()),
        }
    }

    /// Refuses engines and hot seats at a table that begins from a position, while the player plays this game against
    /// somebody.
    ///
    /// # Errors
    /// If so, or `unavailable` if the database fails.
    pub(super) async fn check_arrangement(&self, table: &TableHandle, player: PlayerId) -> Result<()> {
        let (kind, begins_elsewhere) =
            table.read(|table| (table.setup().game.clone(), table.setup().from.is_some())).await?;
        if begins_elsewhere { self.check_not_playing(Some(player), &kind).await } else { Ok(()) }
    }

    /// The running games of one kind that a player plays against somebody, but for one table.
    async fn games_of(
        &self,
        player: PlayerId,
        kind: &str,
        but: Option<TableId>,
    ) -> Result<Vec<Arc<RunningGame>>> {
        let store = &self.services().site.store;
        let rows = store.tables_of(player, &[TableState::Running], None, GAMES_PER_PLAYER).await?;
        let mut games = vec![];
        for row in rows.iter().map(|mine| &mine.table).filter(|row| row.kind == kind && Some(row.id) != but) {
            games.extend(self.running_game(row.id, row.head).await?);
        }
        games.retain(|game| game.players.contains(&player));
        Ok(games)
    }

    /// The running games that are played from an address.
    async fn games_from(&self, address: Option<IpAddr>) -> Result<Vec<Arc<RunningGame>>> {
        let Some(address) = address else { return Ok(vec![]) };
        let tables = self.0.running_games.played_from(address);
        if tables.is_empty() {
            return Ok(vec![]);
        }
        let (mut games, mut over) = (vec![], vec![]);
        for (table, head) in self.services().site.store.heads(&tables).await? {
            match self.running_game(table, head).await? {
                Some(game) => games.push(game),
                None => over.push(table),
            }
        }
        self.0.running_games.forget(address, &over);
        Ok(games)
    }

    /// The running game of a table whose log has this head, from memory or from the log. A log that cannot be folded by
    /// this program has no game anybody plays here.
    async fn running_game(&self, table: TableId, head: i64) -> Result<Option<Arc<RunningGame>>> {
        if let Some(game) = self.0.running_games.cached(table, head) {
            return Ok(Some(game));
        }
        let entries = self.services().read_log(table, 0).await?;
        let fold = move || Table::fold(table, &entries).ok().as_ref().and_then(RunningGame::of);
        let game =
            tokio::task::spawn_blocking(fold).await.map_err(|_| ApiError::unavailable())?.map(Arc::new);
        if let Some(game) = &game {
            self.0.running_games.keep(table, game.clone());
        }
        Ok(game)
    }
}

/// The position after a player's turn; none if it is not the player's turn, or the turn is not legal.
fn asked_after(table: &Table, player: PlayerId, text: &str) -> Option<AskedPosition> {
    let game = table.running()?;
    let mut play = game.play().boxed_clone();
    table.seats_of(player).find(|&seat| game.acts(seat))?;
    play.turn(text).ok()?;
    Some(AskedPosition::of(&*play))
}
