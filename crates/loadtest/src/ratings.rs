//! `loadtest ratings`, which `cargo xtask ratings` runs: many rated accounts and games, and how fast their pages answer.
//!
//! The games end as games of tables do, through the writer of logs, so the numbers are those of real transactions.

use crate::clock;
use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use futures_util::future::try_join_all;
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use taijitu_protocol::{GameId, OpenTable, PlayerId, TableId};
use taijitu_rules::games;
use taijitu_rules::playout::Random;
use taijitu_store::{
    Append, FinishedGame, GamePlayerRow, GameRow, NewEvent, PlayerRow, Source, Store, StoreSettings,
    StoredSide, TableRow, TableState, Winner,
};
use taijitu_table::{LogEntry, Table};
use taijitu_testkit::{Client, ServerProcess};

/// No page may take longer at the server, in milliseconds.
const LIMIT: f64 = 20.0;
/// Megabytes of the database kept in memory while much is written.
const CACHE: u32 = 1024;
/// Games that wait for the writer at a time.
const AT_ONCE: u64 = 2048;
/// Accounts written between two signs of life.
const ACCOUNTS_AT_ONCE: u64 = 1000;
/// Public tables of rated players in the lobby: as many that wait, and as many that are listed as running.
const TABLES: u64 = 500;
/// The time over which the games are spread, up to now, in milliseconds: a year.
const SPAN_MS: u64 = 365 * 24 * 60 * 60 * 1000;

/// Ratings to try out.
#[derive(Args)]
pub struct RatingsArgs {
    /// The program that serves them
    server: PathBuf,
    #[command(subcommand)]
    what: RatingsLoadCommand,
}

#[derive(Subcommand)]
enum RatingsLoadCommand {
    /// Fill a new database with accounts and synthetic rated games
    Fill {
        /// How many accounts
        #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
        accounts: u64,
        /// How many games
        #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
        games: u64,
        /// The folder of the database, or the address of one on PostgreSQL
        #[arg(long, value_name = "FOLDER|postgres://…")]
        data: PathBuf,
    },
    /// How long each page takes the server
    Measure {
        /// How often to ask for each page
        #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        times: u32,
        /// The folder of the database, or the address of one on PostgreSQL
        #[arg(long, value_name = "FOLDER|postgres://…")]
        data: PathBuf,
    },
}

impl RatingsArgs {
    /// Does what was asked for, and prints what came of it.
    ///
    /// # Errors
    /// If the database cannot be opened, or the server refuses a page.
    pub async fn run(&self) -> Result<()> {
        match &self.what {
            RatingsLoadCommand::Fill { accounts, games, data } => {
                let store = open(data).await?;
                let filled = fill(&store, *accounts, *games).await;
                store.close().await;
                filled
            }
            RatingsLoadCommand::Measure { times, data } => measure(&self.server, data, *times).await,
        }
    }
}

/// The database that `taijitu serve --data` would open.
async fn open(data: &Path) -> Result<Store> {
    let database = match data.to_str() {
        Some(url) if url.starts_with("postgres://") => url.to_owned(),
        _ => format!("sqlite:{}", data.join("taijitu.db").display()),
    };
    let settings = StoreSettings { cache: CACHE, ..StoreSettings::default() };
    Store::open(&database, settings).await.with_context(|| database.clone())
}

async fn fill(store: &Store, accounts: u64, games: u64) -> Result<()> {
    let begun = clock::now();
    let progress = bar(accounts);
    for first in (0..accounts).step_by(ACCOUNTS_AT_ONCE as usize) {
        let some = first..(first + ACCOUNTS_AT_ONCE).min(accounts);
        try_join_all(some.map(|number| async move { store.create_player(&account(number)).await })).await?;
        progress.inc(ACCOUNTS_AT_ONCE);
    }
    progress.finish_and_clear();
    let written = begun.elapsed().as_secs_f64();
    let (begun, now) = (clock::now(), clock::since_1970());
    let progress = bar(games);
    for first in (0..games).step_by(AT_ONCE as usize) {
        let some = first..(first + AT_ONCE).min(games);
        try_join_all(some.map(|number| store.append(rated_game(number, games, accounts, now)))).await?;
        progress.inc(AT_ONCE);
    }
    progress.finish_and_clear();
    let seconds = begun.elapsed().as_secs_f64();
    for number in 0..TABLES {
        for state in [TableState::Open, TableState::Running] {
            store.append(listed_table(number, state, accounts, now)?).await?;
        }
    }
    println!(
        "{accounts} accounts in {written:.0} s, {games} rated games in {seconds:.0} s: {:.0} games a second",
        games as f64 / seconds
    );
    Ok(())
}

fn bar(length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} (about {eta} left)");
    ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// An id that a number always has.
fn bits(kind: u64, number: u64) -> u128 {
    let mut random = Random::new(number.wrapping_mul(8).wrapping_add(kind));
    u128::from(random.next()) << 64 | u128::from(random.next())
}

fn account(number: u64) -> PlayerRow {
    let name = format!("Rated {number}");
    PlayerRow {
        id: PlayerId(bits(1, number)),
        skeleton: Some(name.to_lowercase()),
        name: Some(name),
        guest: false,
        password: None,
        created: 1,
        seen: 1,
        muted_until: None,
        deleted: false,
    }
}

/// A player: a few play most of the games.
fn player(accounts: u64, random: &mut Random) -> u64 {
    let below = |random: &mut Random, bound: u64| random.next() % bound.max(1);
    match random.below(4) {
        0 => below(random, accounts.min(100)),
        1 => below(random, accounts.min(10_000)),
        _ => below(random, accounts),
    }
}

/// The end of a rated game. The stronger player, who has the smaller number, wins more often.
fn rated_game(number: u64, games: u64, accounts: u64, now: i64) -> Append {
    let mut random = Random::new(number.wrapping_mul(8));
    let white = player(accounts, &mut random);
    let black = std::iter::repeat_with(|| player(accounts, &mut random)).find(|other| *other != white);
    let black = black.unwrap_or_default();
    let all = games::GAMES;
    let class = if number.is_multiple_of(2) {
        "yinsh"
    } else {
        all[random.below(all.len() as u32) as usize].meta().id
    };
    let result = match random.below(10) {
        0 => Winner::Nobody,
        1..=6 if white < black => Winner::White,
        1..=6 => Winner::Black,
        _ if white < black => Winner::Black,
        _ => Winner::White,
    };
    let ended = now - (SPAN_MS - SPAN_MS / games.max(1) * number) as i64;
    let table = TableId(bits(2, number));
    let seat =
        |seat: i64, who: u64, side| GamePlayerRow { player: PlayerId(bits(1, who)).into(), seat, side };
    let finished = FinishedGame {
        game: GameRow {
            id: GameId(bits(3, number)),
            table: Some(table),
            number: 1,
            kind: class.into(),
            options: String::new(),
            revision: 1,
            result,
            reason: "resigned".into(),
            started: ended - 600_000,
            ended,
            turns: 40,
            logged: true,
            // The index of the archive has a measurement of its own, with games that can be replayed.
            public: false,
            source: Source::Synthetic,
            record: String::new(),
        },
        players: vec![seat(0, white, StoredSide::White), seat(1, black, StoredSide::Black)],
    };
    let row = TableRow {
        id: table,
        kind: class.into(),
        public: false,
        state: TableState::Closed,
        host: PlayerId(bits(1, white)),
        created: ended - 600_000,
        updated: ended,
        head: 1,
        deadline: None,
        summary: "{}".into(),
        acts: 0,
        turns: 40,
    };
    let mut append = Append::new(1, vec![NewEvent { at: ended, body: "{}".into() }], row);
    append.rated = Some(class.into());
    append.finished = Some(finished);
    append
}

/// A public table of two rated players as the lobby lists it. Nobody plays at it.
fn listed_table(number: u64, state: TableState, accounts: u64, now: i64) -> Result<Append> {
    let kind = if state == TableState::Open { 4 } else { 5 };
    let mut random = Random::new(number.wrapping_mul(8).wrapping_add(kind));
    let [host, other] = [(); 2].map(|()| PlayerId(bits(1, player(accounts, &mut random))));
    let id = TableId(bits(kind, number));
    let all = games::GAMES;
    let game = all[random.below(all.len() as u32) as usize].meta().id;
    let open = OpenTable { game: game.into(), rated: true, public: true, ..OpenTable::default() };
    let events = match state {
        TableState::Open => Table::opening(&open, host, false),
        _ => Table::opening_for_two(&open, host, other),
    };
    let events = events.map_err(|problem| anyhow::anyhow!(problem.message.en))?;
    let entries: Vec<LogEntry> =
        (1..).zip(events).map(|(n, event)| LogEntry { n, at: now, request: None, event }).collect();
    let table = Table::fold(id, &entries).map_err(|corrupt| anyhow::anyhow!("{corrupt:?}"))?;
    let row = TableRow {
        id,
        kind: game.into(),
        public: true,
        state,
        host,
        created: now,
        updated: now,
        head: entries.len() as i64,
        deadline: None,
        summary: serde_json::to_string(&table.summary())?,
        acts: 0,
        turns: 10,
    };
    let events = entries.iter().map(|entry| NewEvent { at: now, body: entry.body() }).collect();
    Ok(Append::new(1, events, row))
}

async fn measure(server: &Path, data: &Path, times: u32) -> Result<()> {
    let server = ServerProcess::start(server, data, &[]).await?;
    let client = Client::new(server.address()).keeping_connection();
    let mut pages: Vec<(String, String)> = [
        ("open tables", "/api/lobby/open"),
        ("running games", "/api/lobby/running"),
        ("open tables of YINSH", "/api/lobby/open?game=yinsh"),
        ("how many are here", "/api/online"),
    ]
    .map(|(name, path)| (name.to_owned(), path.to_owned()))
    .into();
    for game in games::GAMES {
        let class = game.meta().id;
        pages.push((format!("leaderboard of {class}"), format!("/api/leaderboards/{class}")));
    }
    for number in [0, 99, 9999, 99_999] {
        // By id: a name is looked up by its skeleton, which only the server computes.
        let id = PlayerId(bits(1, number));
        pages.push((format!("person {number}"), format!("/api/people/{id}")));
        pages.push((format!("profile of player {number}"), format!("/api/players/{id}")));
        pages.push((format!("ratings of player {number}"), format!("/api/players/{id}/ratings")));
        pages.push((format!("history of player {number}"), format!("/api/players/{id}/ratings/yinsh")));
    }
    let mut table = "| page | median ms | 95 of 100 ms | worst ms |\n|---|---:|---:|---:|\n".to_owned();
    let mut slowest = 0.0_f64;
    for (name, path) in pages {
        let mut took = vec![];
        for _ in 0..times {
            let begun = clock::now();
            let answer = client.try_get(&path).await?;
            took.push(begun.elapsed().as_secs_f64() * 1000.0);
            if answer.status != 200 {
                bail!("{path}: {} {}", answer.status, answer.text());
            }
        }
        took.sort_by(f64::total_cmp);
        let at = |share: usize| took[(took.len() * share / 100).min(took.len() - 1)];
        let _ = writeln!(table, "| {name} | {:.1} | {:.1} | {:.1} |", at(50), at(95), at(100));
        slowest = slowest.max(at(95));
    }
    let verdict = if slowest <= LIMIT { "under" } else { "OVER" };
    println!(
        "{table}\n95 of 100 answers of the slowest page took {slowest:.1} ms: {verdict} the limit of {LIMIT} ms."
    );
    Ok(())
}
