//! The index of the archive, built from finished games in the background: what each game adds, and the task
//! that adds it.
//!
//! Replaying and counting happen outside of any transaction; the store then marks the games and adds what they add in
//! one. So the turns of running games wait for a few milliseconds at most.

use crate::stored;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use taijitu_rules::canonical::{self, CanonicalKey};
use taijitu_rules::record::Line;
use taijitu_rules::{Actors, AnyPlay, Options, Reason, Record, Side, games};
use taijitu_store::{
    FinishedGame, Listing, Participant, PositionVisit, Result, Store, StoredSide, TallyKey, Winner,
};

/// Incremented when games add something different; the index is then rebuilt.
const OWN_REVISION: i64 = 1;
/// The revision of the index that this program builds.
pub const REVISION: i64 = OWN_REVISION * 1000 + canonical::REVISION as i64;

/// Positions are indexed up to this turn.
pub const TURNS: usize = 40;

/// Games a server indexes in one transaction: few, because running games wait for it.
pub const FEW: i64 = 32;
/// Games indexed in one transaction where nothing waits.
pub const MANY: i64 = 100_000;

/// Indexes some games; returns how many were examined, 0 if none is left.
///
/// # Errors
/// [`taijitu_store::StoreError`] if the database fails.
pub async fn index_batch(store: &Store, limit: i64) -> Result<usize> {
    some_with_progress(store, limit, &Arc::default()).await
}

/// The same; `replayed` is incremented for every game examined.
///
/// # Errors
/// [`taijitu_store::StoreError`] if the database fails.
pub async fn some_with_progress(store: &Store, limit: i64, replayed: &Arc<AtomicU64>) -> Result<usize> {
    let revision = |game: &&dyn taijitu_rules::GameType| (game.meta().id, i64::from(game.meta().revision()));
    let known: Vec<(&str, i64)> = games::GAMES.iter().map(revision).collect();
    let waiting = store.unindexed(limit, &known).await?;
    if waiting.games.is_empty() {
        return Ok(0);
    }
    let replayed = replayed.clone();
    let read = tokio::task::spawn_blocking(move || {
        let listings = listings(&waiting.games, &replayed);
        (waiting, listings)
    });
    let Ok((waiting, listings)) = read.await else {
        return Ok(0);
    };
    let games: Vec<(&FinishedGame, Option<&Listing>)> =
        waiting.games.iter().zip(listings.iter().map(Option::as_ref)).collect();
    store.index(waiting.build, &games).await?;
    Ok(games.len())
}

/// Indexes all games that are not indexed yet.
///
/// # Errors
/// [`taijitu_store::StoreError`] if the database fails.
pub async fn index_all(store: &Store) -> Result<()> {
    store.prepare_index(REVISION).await?;
    while index_batch(store, FEW).await? > 0 {}
    Ok(())
}

/// What each game adds, computed on all cores if there are many.
fn listings(games: &[FinishedGame], replayed: &AtomicU64) -> Vec<Option<Listing>> {
    let listing = |game: &FinishedGame| {
        replayed.fetch_add(1, Ordering::Relaxed);
        listing(game)
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    if games.len() < 256 || threads == 1 {
        return games.iter().map(listing).collect();
    }
    let each = games.len().div_ceil(threads);
    std::thread::scope(|scope| {
        let parts: Vec<_> = games
            .chunks(each)
            .map(|part| scope.spawn(move || part.iter().map(listing).collect::<Vec<_>>()))
            .collect();
        // If a part fails, its games are skipped, not the whole batch.
        let joined = parts.into_iter().zip(games.chunks(each));
        joined.flat_map(|(part, games)| part.join().unwrap_or_else(|_| vec![None; games.len()])).collect()
    })
}

/// What a game adds to the index; `None` if it is private or was played without a log.
#[must_use]
pub fn listing(finished: &FinishedGame) -> Option<Listing> {
    let game = &finished.game;
    if !game.public || !game.logged {
        return None;
    }
    let mut listing =
        Listing { variant: variant(&game.kind, &game.options), reached: vec![], tallies: vec![] };
    // An aborted game has no result: it is listed and not counted.
    if game.reason == Reason::Aborted.text().en {
        return Some(listing);
    }
    let replayed = Record::read_unplayed(&game.record).ok().and_then(|record| replay(&record, game.result));
    if let Some(replayed) = &replayed {
        listing.reached.clone_from(&replayed.reached);
    }
    listing.tallies = tallies(finished, &listing.variant, replayed.as_ref());
    Some(listing)
}

/// The options that differ from the defaults, as the archive writes them.
#[must_use]
pub fn variant(kind: &str, options: &str) -> String {
    let Some(kind) = games::find(kind) else {
        return String::new();
    };
    let specs = kind.meta().options;
    let given = options.split_whitespace().filter(|pair| !pair.ends_with('='));
    Options::parse(specs, given).map_or_else(|_| String::new(), |options| options.unusual(specs))
}

/// Result of replaying the first turns of a game.
struct ReplaySummary {
    reached: Vec<PositionVisit>,
    /// The final colour of the player who began.
    began: Side,
    /// The first turn, if the game began at the usual start.
    opening: Option<String>,
}

fn key(key: u64) -> i64 {
    i64::from_ne_bytes(key.to_ne_bytes())
}

/// The key of a position in the archive.
#[must_use]
pub fn position(canonical: &CanonicalKey) -> i64 {
    key(canonical.key())
}

fn replay(record: &Record, result: Winner) -> Option<ReplaySummary> {
    let mut play = record.start().ok()?;
    let mut walk = Walk { reached: vec![], seen: HashSet::new(), at: CanonicalKey::of(&*play) };
    let mut began = play.to_act().side();
    let both = play.to_act() == Actors::Both;
    // A round counts with its own result, a game without rounds with the game's.
    let mut ends = record.lines.iter().filter_map(|line| match line {
        Line::Result(outcome) => Some(stored::winner(outcome.winner)),
        _ => None,
    });
    let is_match = record.lines.iter().any(|line| matches!(line, Line::Round(_)));
    let mut end = || if is_match { ends.next().unwrap_or(result) } else { result };
    let mut won = end();
    let mut turns = 0;
    for line in &record.lines {
        match line {
            Line::Turn { text, .. } if turns < TURNS => {
                let text = text.clone();
                line.apply(&mut *play).ok()?;
                turns += 1;
                walk.turn(&*play, &text, won);
            }
            Line::Turn { .. } => break,
            Line::Round(_) => {
                walk.stop(won);
                line.apply(&mut *play).ok()?;
                walk.at = CanonicalKey::of(&*play);
                won = end();
            }
            Line::Result(_) | Line::Event(..) => line.apply(&mut *play).ok()?,
        }
    }
    walk.stop(won);
    if play.swapped() {
        began = began.other();
    }
    // Where both sides act at once there is no first player: the laws of Yin Yang are not an opening, and
    // each game has its own.
    let usual = record.setup.is_none() && !both;
    let opening = walk.reached.first().filter(|first| first.next != 0 && usual);
    let opening = opening.map(|first| first.turn.clone());
    Some(ReplaySummary { opening, reached: walk.reached, began })
}

/// The state of a replay, and the positions passed: each counts once, with the turn first played there.
struct Walk {
    reached: Vec<PositionVisit>,
    seen: HashSet<u64>,
    at: CanonicalKey,
}

impl Walk {
    fn turn(&mut self, play: &dyn AnyPlay, text: &str, won: Winner) {
        let next = CanonicalKey::of(play);
        if self.seen.insert(self.at.key()) {
            let (leads_to, turn) = self.at.turn(&next, text);
            self.reached.push(PositionVisit { position: position(&self.at), next: key(leads_to), turn, won });
        }
        self.at = next;
    }

    fn stop(&mut self, won: Winner) {
        if self.seen.insert(self.at.key()) {
            self.reached.push(PositionVisit {
                position: position(&self.at),
                next: 0,
                turn: String::new(),
                won,
            });
        }
    }
}

fn tallies(finished: &FinishedGame, variant: &str, replayed: Option<&ReplaySummary>) -> Vec<TallyKey> {
    let game = &finished.game;
    let everybody = |what: String| TallyKey { scope: None, what };
    let mut tallies = vec![
        everybody(game.result.as_str().into()),
        everybody(format!("reason {}", game.reason)),
        everybody(format!("length {}", game.turns)),
    ];
    let began = replayed.map(|replayed| stored::side(replayed.began));
    let winner = game.result.side();
    if let (Some(began), Some(winner)) = (began, winner) {
        tallies.push(everybody(if began == winner { "first won" } else { "first lost" }.into()));
    }
    let seated: BTreeSet<(&Participant, StoredSide)> =
        finished.players.iter().map(|row| (&row.player, row.side)).collect();
    for (player, side) in seated {
        let score = match winner {
            None => "drawn",
            Some(winner) if winner == side => "won",
            Some(_) => "lost",
        };
        let scope = Some(player.clone());
        tallies.push(TallyKey { scope: scope.clone(), what: format!("{} {score}", side.as_str()) });
        if let Some(opening) = replayed.and_then(|replayed| replayed.opening.as_ref())
            && began == Some(side)
            && variant.is_empty()
        {
            tallies.push(TallyKey { scope, what: format!("opening {} {opening}", game.result.as_str()) });
        }
    }
    tallies
}
