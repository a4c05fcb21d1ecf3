//! The index of the archive: what finished games are found by, and the statistics.
//!
//! A game becomes a row when it ends; the index follows in batches, each one transaction that marks its games
//! as indexed and adds their contributions.
//! A game is counted if and only if it is marked, also after a kill at any moment.
//! An indexing transaction holds the row `build` of `marks` until the commit, so that two nodes take turns and
//! the second sees which games the first has marked.

use crate::rows::{ManyRows, id};
use crate::{Backend, FinishedGame, Participant, Result, Store, StoredSide, Winner};
use sqlx::{AnyConnection, AssertSqlSafe, Row};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use taijitu_ids::{GameId, PlayerId};

/// Number of bits below the time in the number of a game.
const BELOW_TIME: u32 = 20;
/// The latest time with a number: the year 2248.
const LAST_TIME: i64 = (1 << (63 - BELOW_TIME)) - 1;

const MARK: ManyRows = ManyRows {
    before: "WITH wanted (id, build) AS (VALUES",
    columns: 2,
    after: ") UPDATE games SET indexed = (SELECT MAX(build) FROM wanted) WHERE id IN (SELECT id FROM wanted) \
            AND indexed < (SELECT MAX(build) FROM wanted) RETURNING id",
};
const TAKEN: ManyRows = ManyRows {
    before: "WITH wanted (no) AS (VALUES",
    columns: 1,
    after: ") SELECT a.no FROM wanted CROSS JOIN archive a WHERE a.no = wanted.no",
};
const LIST: ManyRows = ManyRows {
    before: "INSERT INTO archive (no, game_id, kind, variant, result, reason, turns) VALUES",
    columns: 7,
    after: "",
};
const PLAYED: ManyRows =
    ManyRows { before: "INSERT INTO played (player, no, kind, score) VALUES", columns: 4, after: "" };
const REACHED: ManyRows = ManyRows {
    before: "INSERT INTO reached (position, no, next, turn, result) VALUES",
    columns: 5,
    after: "",
};
const COUNTED: ManyRows = ManyRows {
    before: "WITH wanted (position) AS (VALUES",
    columns: 1,
    after: ") SELECT p.position FROM wanted CROSS JOIN positions p WHERE p.position = wanted.position AND p.next = 0",
};
const ALONE: ManyRows = ManyRows {
    before: "WITH wanted (position) AS (VALUES",
    columns: 1,
    after: ") SELECT r.position, r.next, r.turn, r.result FROM wanted CROSS JOIN reached r \
            WHERE r.position = wanted.position",
};
const COUNT: ManyRows = ManyRows {
    before: "INSERT INTO positions (position, next, turn, white, black, draws, played) VALUES",
    columns: 7,
    after: "ON CONFLICT (position, next) DO UPDATE SET white = positions.white + excluded.white, \
            black = positions.black + excluded.black, draws = positions.draws + excluded.draws, \
            played = positions.played + excluded.played",
};
const TALLY: ManyRows = ManyRows {
    before: "INSERT INTO tallies (scope, kind, what, count) VALUES",
    columns: 4,
    after: "ON CONFLICT (scope, kind, what) DO UPDATE SET count = tallies.count + excluded.count",
};
const DELETED: ManyRows =
    ManyRows { before: "SELECT id FROM players WHERE deleted = 1 AND id IN (VALUES", columns: 1, after: ")" };
const REVIEWED: ManyRows = ManyRows {
    before: "SELECT game_id, white, black FROM reviews WHERE game_id IN (VALUES",
    columns: 1,
    after: ")",
};

/// Results of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EndCounts {
    /// Games won by White.
    pub white: i64,
    /// Games won by Black.
    pub black: i64,
    /// Drawn games.
    pub draws: i64,
}

/// A position a game reached.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PositionVisit {
    /// The position; never 0.
    pub position: i64,
    /// The position that followed it, 0 if none did: turns are distinguished by the position they lead to.
    pub next: i64,
    /// The turn that was played, empty if none was.
    pub turn: String,
    /// Who won.
    pub won: Winner,
}

/// A counter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TallyKey {
    /// The participant it belongs to; `None` for the whole site.
    pub scope: Option<Participant>,
    /// The name of the counter.
    pub what: String,
}

/// The index entry of a public game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Options that differ from the defaults.
    pub variant: String,
    /// The positions it reached, each once.
    pub reached: Vec<PositionVisit>,
    /// The counters it increments.
    pub tallies: Vec<TallyKey>,
}

/// The value of a counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TallyRow {
    /// The game.
    pub kind: String,
    /// The name of the counter.
    pub what: String,
    /// How many.
    pub count: i64,
}

/// Games that are not indexed yet.
#[derive(Clone, Debug)]
pub struct UnindexedGames {
    /// The build they are to be indexed in.
    pub build: i64,
    /// The games.
    pub games: Vec<FinishedGame>,
}

impl EndCounts {
    /// One game.
    #[must_use]
    pub const fn one(won: Winner) -> Self {
        match won {
            Winner::White => Self { white: 1, black: 0, draws: 0 },
            Winner::Black => Self { white: 0, black: 1, draws: 0 },
            Winner::Nobody => Self { white: 0, black: 0, draws: 1 },
        }
    }

    /// How many games.
    #[must_use]
    pub const fn games(self) -> i64 {
        self.white + self.black + self.draws
    }

    fn add(&mut self, won: Winner) {
        match won {
            Winner::White => self.white += 1,
            Winner::Black => self.black += 1,
            Winner::Nobody => self.draws += 1,
        }
    }
}

/// The smallest number of a game that ended at this time.
#[must_use]
pub fn number_at(ended: i64) -> i64 {
    ended.clamp(0, LAST_TIME) << BELOW_TIME
}

/// When the game of a number ended.
#[must_use]
pub const fn time_of(number: i64) -> i64 {
    number >> BELOW_TIME
}

impl Store {
    /// Makes sure that the index has this revision: an older one is cleared, to be rebuilt. Returns false if
    /// a newer program built it: then it must not be written.
    pub async fn prepare_index(&self, revision: i64) -> Result<bool> {
        let found = self.mark("revision").await?;
        if found == revision {
            return Ok(true);
        }
        if found > revision {
            return Ok(false);
        }
        self.clear_index(revision).await?;
        Ok(true)
    }

    /// Clears the index, to be rebuilt with this revision.
    pub async fn clear_index(&self, revision: i64) -> Result<()> {
        let mut writing = self.begin_unsynced().await?;
        let connection = writing.connection();
        build(connection).await?;
        for table in ["archive", "played", "reached", "positions", "tallies"] {
            let empty = if self.kind() == Backend::Postgres { "TRUNCATE" } else { "DELETE FROM" };
            sqlx::query(AssertSqlSafe(format!("{empty} {table}"))).execute(&mut *connection).await?;
        }
        sqlx::query("UPDATE marks SET value = value + 1 WHERE name = 'build'")
            .execute(&mut *connection)
            .await?;
        let written = sqlx::query("UPDATE marks SET value = $1 WHERE name = 'revision'").bind(revision);
        written.execute(&mut *connection).await?;
        writing.commit().await
    }

    /// How many games are in the current build of the index, and how many are not yet.
    pub async fn index_progress(&self) -> Result<(i64, i64)> {
        let sql = "SELECT COUNT(*), COALESCE(SUM(CASE WHEN indexed < $1 THEN 1 ELSE 0 END), 0) FROM games";
        let row = sqlx::query(sql).bind(self.mark("build").await?).fetch_one(self.archive_pool()).await?;
        let (all, waiting): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
        Ok((all - waiting, waiting))
    }

    /// Finished games that are not indexed yet, except those played by newer rules: `known` lists the
    /// caller's games with the revisions of their rules.
    pub async fn unindexed(&self, limit: i64, known: &[(&str, i64)]) -> Result<UnindexedGames> {
        let build = self.mark("build").await?;
        let whens: String =
            (0..known.len()).map(|n| format!(" WHEN ${} THEN ${}", 2 * n + 3, 2 * n + 4)).collect();
        let newest = if known.is_empty() { "-1".into() } else { format!("CASE kind{whens} ELSE -1 END") };
        let sql = format!("SELECT id FROM games WHERE indexed < $1 AND revision <= {newest} LIMIT $2");
        let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(build).bind(limit);
        let query = known.iter().fold(query, |query, (kind, revision)| query.bind(*kind).bind(*revision));
        let rows = query.fetch_all(self.archive_pool()).await?;
        let ids: Vec<GameId> = rows.iter().map(|row| id(row, 0)).collect::<Result<_>>()?;
        Ok(UnindexedGames { build, games: self.games_by_ids(&ids).await? })
    }

    /// Adds games to the index; those without a listing are only marked. A game that another node has added
    /// meanwhile is skipped, and so are all of them if the index was cleared. Returns how many were added.
    pub async fn index(&self, of_build: i64, games: &[(&FinishedGame, Option<&Listing>)]) -> Result<usize> {
        let mut writing = self.begin_unsynced().await?;
        let connection = writing.connection();
        if build(connection).await? != of_build {
            return Ok(0);
        }
        let ids: BTreeSet<GameId> = games.iter().map(|(finished, _)| finished.game.id).collect();
        let ids: Vec<GameId> = ids.into_iter().collect();
        let marked =
            MARK.run(connection, &ids, |query, id| query.bind(id.to_string()).bind(of_build)).await?;
        let marked: HashSet<GameId> = marked.iter().map(|row| id(row, 0)).collect::<Result<_>>()?;
        let mut listed: BTreeMap<GameId, (&FinishedGame, &Listing)> = BTreeMap::new();
        for (finished, listing) in games {
            if let Some(listing) = listing
                && marked.contains(&finished.game.id)
            {
                listed.insert(finished.game.id, (finished, listing));
            }
        }
        let listed = numbered(connection, listed.into_values()).await?;
        write_lines(connection, &listed).await?;
        write_positions(connection, &listed).await?;
        write_tallies(connection, &listed).await?;
        writing.commit().await?;
        Ok(marked.len())
    }

    /// The counters of one participant, or of the whole site; with a kind only those of that game.
    pub async fn tallies(&self, scope: Option<&Participant>, kind: Option<&str>) -> Result<Vec<TallyRow>> {
        let scope = written(scope);
        let rows = match kind {
            Some(kind) => {
                let sql = "SELECT kind, what, count FROM tallies WHERE scope = $1 AND kind = $2";
                sqlx::query(sql).bind(scope).bind(kind).fetch_all(self.archive_pool()).await?
            }
            None => {
                let sql = "SELECT kind, what, count FROM tallies WHERE scope = $1";
                sqlx::query(sql).bind(scope).fetch_all(self.archive_pool()).await?
            }
        };
        let tally = |row: &sqlx::any::AnyRow| {
            Ok(TallyRow { kind: row.try_get(0)?, what: row.try_get(1)?, count: row.try_get(2)? })
        };
        rows.iter().map(tally).collect()
    }

    /// How many indexed games a participant played, of one kind or of all.
    pub async fn games_played(&self, player: &Participant, kind: Option<&str>) -> Result<i64> {
        let sql = "SELECT count FROM tallies WHERE scope = $1 AND kind = $2 AND what = $3";
        let row = sqlx::query(sql).bind(player.to_string()).bind(kind.unwrap_or("")).bind(GAMES);
        Ok(row.fetch_optional(self.archive_pool()).await?.map_or(Ok(0), |row| row.try_get(0))?)
    }

    async fn mark(&self, name: &str) -> Result<i64> {
        let row = sqlx::query("SELECT value FROM marks WHERE name = $1").bind(name);
        Ok(row.fetch_one(self.pool()).await?.try_get(0)?)
    }
}

/// The counter of a player's games.
pub(crate) const GAMES: &str = "games";
/// The counter of a player's reviewed games, by side.
pub(crate) const REVIEWS: &str = "reviewed";
/// The counter that sums up accuracies, in thousandths.
pub(crate) const ACCURACY: &str = "accuracy";

/// A scope as it is stored: the empty text is the whole site.
fn written(scope: Option<&Participant>) -> String {
    scope.map_or_else(String::new, ToString::to_string)
}

/// The current build, locked until the end of the transaction: other indexers wait.
pub(crate) async fn build(connection: &mut AnyConnection) -> Result<i64> {
    let held = sqlx::query("UPDATE marks SET value = value WHERE name = 'build' RETURNING value");
    Ok(held.fetch_one(connection).await?.try_get(0)?)
}

/// A game with its number.
struct NumberedGame<'a> {
    no: i64,
    finished: &'a FinishedGame,
    listing: &'a Listing,
}

/// Assigns each game a unique number.
async fn numbered<'a>(
    connection: &mut AnyConnection,
    games: impl Iterator<Item = (&'a FinishedGame, &'a Listing)>,
) -> Result<Vec<NumberedGame<'a>>> {
    let mut given = HashMap::new();
    let mut open: Vec<(i64, (&FinishedGame, &Listing))> =
        games.map(|game| (number_at(game.0.game.ended) | below_time(game.0.game.id), game)).collect();
    let mut taken: HashSet<i64> = HashSet::new();
    while !open.is_empty() {
        let wanted: Vec<i64> = open.iter().map(|(no, _)| *no).collect();
        for row in TAKEN.run(connection, &wanted, |query, no| query.bind(*no)).await? {
            taken.insert(row.try_get(0)?);
        }
        let mut again = vec![];
        for (no, game) in open {
            if taken.insert(no) {
                given.insert(no, game);
            } else {
                again.push((no + 1, game));
            }
        }
        open = again;
    }
    let mut listed: Vec<NumberedGame<'_>> =
        given.into_iter().map(|(no, (finished, listing))| NumberedGame { no, finished, listing }).collect();
    listed.sort_by_key(|game| game.no);
    Ok(listed)
}

/// Bits that distinguish games of the same millisecond.
fn below_time(id: GameId) -> i64 {
    let mix = |bits: u64, byte: u8| (bits ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    (id.to_string().bytes().fold(0xcbf2_9ce4_8422_2325, mix) & ((1 << BELOW_TIME) - 1)) as i64
}

async fn write_lines(connection: &mut AnyConnection, listed: &[NumberedGame<'_>]) -> Result<()> {
    LIST.run(connection, listed, |query, game| {
        let row = &game.finished.game;
        let query = query.bind(game.no).bind(row.id.to_string()).bind(row.kind.as_str());
        let query = query.bind(game.listing.variant.as_str()).bind(row.result.as_str());
        query.bind(row.reason.as_str()).bind(row.turns)
    })
    .await?;
    let mut played = vec![];
    for game in listed {
        played.extend(scores(game.finished).into_iter().map(|(player, score)| (player, game, score)));
    }
    played.sort_by_key(|(player, game, _)| (*player, game.no));
    PLAYED
        .run(connection, &played, |query, (player, game, score)| {
            query.bind(player.to_string()).bind(game.no).bind(game.finished.game.kind.as_str()).bind(*score)
        })
        .await?;
    Ok(())
}

/// The score of everyone who played.
fn scores(finished: &FinishedGame) -> BTreeMap<&Participant, &'static str> {
    let mut scores = BTreeMap::new();
    for row in &finished.players {
        let score = match finished.game.result.side() {
            None => "drawn",
            Some(side) if side == row.side => "won",
            Some(_) => "lost",
        };
        let entry = scores.entry(&row.player).or_insert(score);
        if *entry != score {
            *entry = "both";
        }
    }
    scores
}

/// Adds the positions; counting begins when a second game reaches a position.
async fn write_positions(connection: &mut AnyConnection, listed: &[NumberedGame<'_>]) -> Result<()> {
    let mut reached: Vec<(&PositionVisit, i64)> =
        listed.iter().flat_map(|game| game.listing.reached.iter().map(|at| (at, game.no))).collect();
    reached.sort_unstable_by_key(|(at, no)| (at.position, *no));
    let mut wanted: Vec<i64> = reached.iter().map(|(at, _)| at.position).collect();
    wanted.dedup();
    let mut counted = HashSet::new();
    for row in COUNTED.run(connection, &wanted, |query, position| query.bind(*position)).await? {
        counted.insert(row.try_get::<i64, _>(0)?);
    }
    wanted.retain(|position| !counted.contains(position));
    let mut alone: BTreeMap<i64, PositionVisit> = BTreeMap::new();
    for row in ALONE.run(connection, &wanted, |query, position| query.bind(*position)).await? {
        let at = read_reached(&row)?;
        alone.insert(at.position, at);
    }
    REACHED
        .run(connection, &reached, |query, (at, no)| {
            let query = query.bind(at.position).bind(*no).bind(at.next).bind(at.turn.as_str());
            query.bind(at.won.number())
        })
        .await?;
    let mut counts: BTreeMap<(i64, i64), (&str, EndCounts)> = BTreeMap::new();
    for same in reached.chunk_by(|(a, _), (b, _)| a.position == b.position) {
        let position = same[0].0.position;
        let first = alone.get(&position);
        if same.len() == 1 && first.is_none() && !counted.contains(&position) {
            continue;
        }
        for at in first.into_iter().chain(same.iter().map(|(at, _)| *at)) {
            counts.entry((position, 0)).or_default().1.add(at.won);
            if at.next != 0 {
                let (turn, ends) = counts.entry((position, at.next)).or_default();
                *turn = if turn.is_empty() { at.turn.as_str() } else { turn };
                ends.add(at.won);
            }
        }
    }
    let counts: Vec<_> = counts.into_iter().collect();
    COUNT
        .run(connection, &counts, |query, ((position, next), (turn, ends))| {
            let query = query.bind(*position).bind(*next).bind(*turn);
            query.bind(ends.white).bind(ends.black).bind(ends.draws).bind(ends.games())
        })
        .await?;
    Ok(())
}

pub(crate) fn read_reached(row: &sqlx::any::AnyRow) -> Result<PositionVisit> {
    Ok(PositionVisit {
        position: row.try_get("position")?,
        next: row.try_get("next")?,
        turn: row.try_get("turn")?,
        won: Winner::from_number(row.try_get("result")?)?,
    })
}

/// Increments all other counters. Nothing is counted for deleted accounts.
async fn write_tallies(connection: &mut AnyConnection, listed: &[NumberedGame<'_>]) -> Result<()> {
    let everyone = listed.iter().flat_map(|game| &game.finished.players);
    let everyone: BTreeSet<PlayerId> = everyone.filter_map(|row| row.player.player()).collect();
    let everyone: Vec<PlayerId> = everyone.into_iter().collect();
    let deleted = DELETED.run(connection, &everyone, |query, id| query.bind(id.to_string())).await?;
    let deleted: HashSet<String> = deleted.iter().map(|row| row.try_get(0)).collect::<sqlx::Result<_>>()?;
    let mut tallies = Counts::new();
    for game in listed {
        let kind = game.finished.game.kind.as_str();
        for (player, _) in scores(game.finished) {
            *tallies.entry((player.to_string(), kind, GAMES)).or_default() += 1;
            *tallies.entry((player.to_string(), "", GAMES)).or_default() += 1;
        }
        for tally in &game.listing.tallies {
            *tallies.entry((written(tally.scope.as_ref()), kind, tally.what.as_str())).or_default() += 1;
        }
    }
    let by_id: HashMap<GameId, &FinishedGame> =
        listed.iter().map(|game| (game.finished.game.id, game.finished)).collect();
    let ids: Vec<GameId> = listed.iter().map(|game| game.finished.game.id).collect();
    for row in REVIEWED.run(connection, &ids, |query, id| query.bind(id.to_string())).await? {
        let (id, white, black): (GameId, i64, i64) = (id(&row, 0)?, row.try_get(1)?, row.try_get(2)?);
        if let Some(finished) = by_id.get(&id) {
            for (player, thousandths) in accuracies(finished, white, black) {
                let kind = finished.game.kind.as_str();
                *tallies.entry((player.to_string(), kind, REVIEWS)).or_default() += 1;
                *tallies.entry((player.to_string(), kind, ACCURACY)).or_default() += thousandths;
            }
        }
    }
    tallies.retain(|(scope, _, _), _| !deleted.contains(scope));
    write_counts(connection, tallies).await
}

/// Increments by scope, kind and counter.
pub(crate) type Counts<'a> = BTreeMap<(String, &'a str, &'a str), i64>;

/// Increments counters in a fixed order, so that two nodes cannot deadlock.
pub(crate) async fn write_counts(connection: &mut AnyConnection, tallies: Counts<'_>) -> Result<()> {
    let tallies: Vec<_> = tallies.into_iter().collect();
    TALLY
        .run(connection, &tallies, |query, ((scope, kind, what), count)| {
            query.bind(scope.as_str()).bind(*kind).bind(*what).bind(*count)
        })
        .await?;
    Ok(())
}

/// The accuracy of everyone who played, in thousandths; a player who sat on both sides has two values.
pub(crate) fn accuracies(finished: &FinishedGame, white: i64, black: i64) -> Vec<(&Participant, i64)> {
    let sides: BTreeSet<(&Participant, StoredSide)> =
        finished.players.iter().map(|row| (&row.player, row.side)).collect();
    let accuracy = |side| match side {
        StoredSide::White => white,
        StoredSide::Black => black,
    };
    let known = sides.into_iter().map(|(player, side)| (player, accuracy(side)));
    known.filter(|(_, accuracy)| *accuracy >= 0).collect()
}
