//! A plain recount of a tournament from the text of its log, which shares no code with the server.

use super::field::TournamentFormat;
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use taijitu_store::Store;

/// What an entrant has done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EntrantTally {
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
    /// Byes, and wins without a game.
    free: u64,
}

impl EntrantTally {
    /// The points as the standings write them.
    pub(super) fn shown(&self, is_arena: bool) -> String {
        let halves = 2 * (self.wins + self.free) + self.draws;
        if is_arena {
            return halves.to_string();
        }
        match (halves / 2, halves % 2) {
            (0, 1) => "½".into(),
            (whole, 0) => whole.to_string(),
            (whole, _) => format!("{whole}½"),
        }
    }
}

/// The tournament as counted from its log.
pub(super) struct RecountedTournament {
    pub(super) entrants: BTreeMap<u64, EntrantTally>,
    pub(super) games: usize,
    pub(super) is_arena: bool,
}

/// Counts the entries of a log: numbers without gaps, one result for each game.
///
/// A bye is a point where rounds are drawn by points; in a round robin everybody is free as often.
pub(super) async fn recount(store: &Store, id: &str, kind: TournamentFormat) -> Result<RecountedTournament> {
    let byes_count = matches!(kind, TournamentFormat::Swiss { .. } | TournamentFormat::Teams { .. });
    let rows = store.tournament_events(id.parse()?, 0, i64::MAX).await?;
    let mut entrants: BTreeMap<u64, EntrantTally> = BTreeMap::new();
    let mut pairings: Vec<(u64, u64)> = vec![];
    let mut decided = BTreeSet::new();
    for (expected, row) in (1..).zip(&rows) {
        ensure!(row.n == expected, "entry {} where {expected} should be", row.n);
        let body: Value = serde_json::from_str(&row.body)?;
        let event = &body["e"];
        let number = |value: &Value| value.as_u64().context("a number");
        match event["t"].as_str().context("an event")? {
            "entered" => drop(entrants.insert(number(&event["entrant"])?, EntrantTally::default())),
            "paired" => {
                for row in event["rows"].as_array().context("rows")? {
                    pairings.push((number(&row["white"])?, number(&row["black"])?));
                }
                for bye in event["byes"].as_array().context("byes")?.iter().filter(|_| byes_count) {
                    entrants.get_mut(&number(bye)?).context("an entrant")?.free += 1;
                }
            }
            "result" => {
                let (pairing, game) = (number(&event["pairing"])?, number(&event["game"])?);
                ensure!(decided.insert((pairing, game)), "game {game} of pairing {pairing} counted twice");
                let (white, black) = pairings[usize::try_from(pairing)? - 1];
                let (white, black) = if game % 2 == 0 { (white, black) } else { (black, white) };
                count(&mut entrants, (white, black), event["result"].as_str().context("a result")?)?;
            }
            _ => (),
        }
    }
    Ok(RecountedTournament {
        entrants,
        games: decided.len(),
        is_arena: matches!(kind, TournamentFormat::Arena { .. }),
    })
}

fn count(entrants: &mut BTreeMap<u64, EntrantTally>, (white, black): (u64, u64), result: &str) -> Result<()> {
    let mut add = |entrant: u64, change: fn(&mut EntrantTally)| {
        entrants.get_mut(&entrant).context("an entrant").map(change)
    };
    match result {
        "white" => {
            add(white, |tally| tally.wins += 1)?;
            add(black, |tally| tally.losses += 1)
        }
        "black" => {
            add(black, |tally| tally.wins += 1)?;
            add(white, |tally| tally.losses += 1)
        }
        "draw" => {
            add(white, |tally| tally.draws += 1)?;
            add(black, |tally| tally.draws += 1)
        }
        "white-forfeit" => add(black, |tally| tally.free += 1),
        "black-forfeit" => add(white, |tally| tally.free += 1),
        _ => Ok(()),
    }
}
