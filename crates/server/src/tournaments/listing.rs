//! Lists of tournaments: what is on, what comes next, what is over, and a player's own.

use super::rows::TournamentSummary;
use super::services::TournamentServices;
use crate::error::{ApiError, Result};
use crate::stored;
use serde::Deserialize;
use std::collections::HashSet;
use taijitu_protocol::{Code, PlayerId, TournamentId, TournamentLine, TournamentsPage};
use taijitu_store::{TournamentFilter, TournamentRow, TournamentState};
use taijitu_table::Names;
use taijitu_tournament::Members;

/// Tournaments of one page.
const PAGE: usize = 20;
/// Own tournaments in one answer.
const OWN: i64 = 100;

/// Which tournaments a list has: running, open or past ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TournamentPeriod {
    /// Those that are being played.
    #[default]
    Now,
    /// Those that take entries.
    Next,
    /// Those that are over.
    Past,
}

impl TournamentServices {
    /// A page of public tournaments.
    pub(super) async fn list(
        &self,
        when: TournamentPeriod,
        game: Option<&str>,
        before: Option<&str>,
        player: Option<PlayerId>,
    ) -> Result<TournamentsPage> {
        let states: &[TournamentState] = match when {
            TournamentPeriod::Now => &[TournamentState::Running],
            TournamentPeriod::Next => &[TournamentState::Open],
            TournamentPeriod::Past => &[TournamentState::Finished, TournamentState::CalledOff],
        };
        let after = before.map(read_cursor).transpose()?;
        let filter =
            TournamentFilter { states, kind: game, ascending: when == TournamentPeriod::Next, after };
        let limit = i64::try_from(PAGE + 1).unwrap_or(i64::MAX);
        let mut rows = self.site.store.tournaments(&filter, limit).await?;
        let is_more = rows.len() > PAGE;
        rows.truncate(PAGE);
        let next = rows.last().filter(|_| is_more).map(|row| format!("{}.{}", row.at, row.id));
        let tournaments = self.lines(rows, player).await?;
        Ok(TournamentsPage { tournaments, next, now: self.site.clock.now() })
    }

    /// The tournaments a player takes part in or hosts that are not over.
    pub(super) async fn own(&self, player: PlayerId) -> Result<TournamentsPage> {
        let mut rows = self.site.store.tournaments_of(player, OWN).await?;
        let known: HashSet<TournamentId> = rows.iter().map(|row| row.id).collect();
        let hosted = self.site.store.tournaments_by(player, OWN).await?;
        rows.extend(hosted.into_iter().filter(|row| !known.contains(&row.id)));
        rows.sort_by_key(|row| (row.at, row.id));
        let tournaments = self.lines(rows, Some(player)).await?;
        Ok(TournamentsPage { tournaments, next: None, now: self.site.clock.now() })
    }

    /// A page of everything a player has made or taken part in, over or not; `after` is the last one of the page before.
    pub(super) async fn all_of(
        &self,
        player: PlayerId,
        after: Option<TournamentId>,
        limit: i64,
    ) -> Result<Vec<TournamentLine>> {
        let rows = self.site.store.all_tournaments_of(player, after, limit).await?;
        self.lines(rows, Some(player)).await
    }

    async fn lines(&self, rows: Vec<TournamentRow>, player: Option<PlayerId>) -> Result<Vec<TournamentLine>> {
        let entered: HashSet<TournamentId> = match player {
            Some(player) => {
                let ids: Vec<TournamentId> = rows.iter().map(|row| row.id).collect();
                self.site.store.entered_among(player, &ids).await?.into_iter().collect()
            }
            None => HashSet::new(),
        };
        let read: Vec<(TournamentRow, TournamentSummary)> = rows
            .into_iter()
            .filter_map(|row| {
                let summary = serde_json::from_str(&row.summary).ok()?;
                Some((row, summary))
            })
            .collect();
        let winners = read.iter().filter_map(|(_, summary)| summary.winner.as_ref());
        let players = winners.flat_map(|members| members.players().iter().copied());
        let players: Vec<PlayerId> = players.chain(read.iter().map(|(row, _)| row.host)).collect();
        let names = self.accounts.names(players).await?;
        let line = |(row, summary): (TournamentRow, TournamentSummary)| TournamentLine {
            id: row.id,
            phase: stored::tournament_phase(row.state),
            host: names.profile(row.host),
            entrants: summary.entrants,
            round: summary.round,
            starts: summary.starts,
            ends: summary.ends,
            winner: summary.winner.as_ref().and_then(|members| winner_name(members, &names)),
            entered: entered.contains(&row.id),
            settings: summary.settings,
        };
        Ok(read.into_iter().map(line).collect())
    }
}

fn winner_name(members: &Members, names: &Names) -> Option<String> {
    match members {
        Members::Player(player) => names.profile(*player).name,
        Members::Team { name, .. } => Some(name.clone()),
        Members::Level(level) => Some(format!("Taijitu {level}")),
    }
}

fn read_cursor(text: &str) -> Result<(i64, TournamentId)> {
    let read = || {
        let (at, id) = text.split_once('.')?;
        Some((at.parse().ok()?, id.parse().ok()?))
    };
    read().ok_or_else(|| {
        ApiError::new(
            Code::Invalid,
            "give `next` of the page before back as `before`",
            "renvoyez `next` de la page précédente comme `before`",
        )
        .with_field("before")
    })
}
