//! How long each page of the archive takes, measured by one client.

use crate::clock;
use anyhow::{Result, bail};
use serde_json::{Value, json};
use std::fmt::Write as _;
use taijitu_rules::games;
use taijitu_testkit::{Answer, Client};

/// No page may take longer, in milliseconds.
const LIMIT: f64 = 100.0;

/// A page to request.
struct PageRequest {
    name: String,
    path: String,
    body: Option<Value>,
}

impl PageRequest {
    async fn ask(&self, client: &Client) -> Result<Answer> {
        match &self.body {
            Some(body) => client.try_post(&self.path, body).await,
            None => client.try_get(&self.path).await,
        }
    }
}

/// Requests each page a number of times; returns a table of the times.
pub(super) async fn run(client: &Client, times: u32) -> Result<String> {
    let pages = pages(client).await?;
    let mut table = "| page | games | median ms | worst ms |\n|---|---:|---:|---:|\n".to_owned();
    let mut worst_of_all = (0.0, String::new());
    for page in pages {
        let (mut took, mut games) = (vec![], String::new());
        for _ in 0..times {
            let begun = clock::now();
            let answer = page.ask(client).await?;
            took.push(begun.elapsed().as_secs_f64() * 1000.0);
            if answer.status != 200 {
                bail!("{}: {} {}", page.path, answer.status, answer.text());
            }
            games = summary(&answer.value());
        }
        took.sort_by(f64::total_cmp);
        let (median, worst) = (took[took.len() / 2], took[took.len() - 1]);
        let _ = writeln!(table, "| {} | {games} | {median:.1} | {worst:.1} |", page.name);
        if worst > worst_of_all.0 {
            worst_of_all = (worst, page.name);
        }
    }
    let (worst, name) = worst_of_all;
    let verdict = if worst <= LIMIT { "under" } else { "OVER" };
    let _ = writeln!(
        table,
        "\nThe slowest answer took {worst:.1} ms ({name}): {verdict} the limit of {LIMIT} ms."
    );
    Ok(table)
}

/// A summary of an answer.
fn summary(answer: &Value) -> String {
    let games = answer["games"].as_array().map_or(0, Vec::len);
    if let Some(ends) = answer["ends"].as_object() {
        return ends.values().filter_map(Value::as_u64).sum::<u64>().to_string();
    }
    if answer["next"].is_string() { format!("{games}, more") } else { games.to_string() }
}

async fn pages(client: &Client) -> Result<Vec<PageRequest>> {
    let mut pages = vec![];
    let mut add = |name: &str, query: &str| {
        let path = format!("/api/archive?{}", query.replace(' ', "%20"));
        pages.push(PageRequest { name: name.into(), path, body: None });
    };
    add("first page", "");
    add("first page, 100 games", "limit=100");
    add("deep page (the middle)", "to=2023-03-01");
    add("deepest page", "to=2020-01-02");
    for kind in games::GAMES {
        let id = kind.meta().id;
        add(&format!("game {id}"), &format!("game={id}"));
    }
    add("game, deep", "game=zen&to=2021-06-01");
    add("variant blitz", "game=yinsh&variant=variant=blitz");
    add("variant, two options, deep", "game=zen&variant=variant=2 announce=manual&to=2021-06-01");
    add("variant standard", "game=zen&variant=standard");
    add("player with most games", "player=Ada");
    add("player with most games, deep", "player=Ada&to=2021-06-01");
    add("player with few games", "player=Player 4800");
    add("engine", "player=engine:5");
    add("player, game", "player=Ada&game=yinsh");
    add("player, won", "player=Ada&result=won");
    add("player, lost, reason", "player=Ada&result=lost&reason=time");
    add("player, rare reason", "player=Ada&reason=third ring");
    add("two players, both with many games", "player=Ada&opponent=engine:5");
    add("two players, one with few", "player=Ada&opponent=Player 4800");
    add("two players, game, won", "player=Ada&opponent=engine:5&game=yinsh&result=won");
    add("result", "result=draw");
    add("game, result", "game=quinta&result=draw");
    add("game, result that never happens", "game=y&result=draw&reason=agreed&least=2000");
    add("reason", "reason=time");
    add("rare reason, any game", "reason=third ring");
    add("reason that never happens", "reason=2000 turns");
    add("game, reason that never happens", "game=aliens&reason=third ring");
    add("day", "from=2022-05-05&to=2022-05-05");
    add("year, game, result", "game=sexta&from=2022-01-01&to=2022-12-31&result=black");
    add("length", "least=40");
    add("length that never happens", "least=1999");
    add("game, length, reason, result", "game=tetra&least=10&most=20&reason=resigned&result=white");
    add("many things, rare", "game=leapover&player=Ada&opponent=engine:1&result=won&reason=time&least=30");
    let mut lookups = vec![];
    for kind in games::GAMES {
        let id = kind.meta().id;
        let line = main_line(client, id).await?;
        // A turn of Yin Yang's laws in a query would be long; its positions are looked up all the same.
        for depth in [1, 3, 6] {
            let turns = line.get(..depth.min(line.len())).unwrap_or_default();
            if depth <= line.len() && (id == "yinsh" || id == "zen") {
                add(&format!("opening of {depth}, {id}"), &format!("game={id}&opening={}", turns.join(",")));
            }
        }
        if id == "yinsh" {
            let one = line.first().cloned().unwrap_or_default();
            add("opening, player", &format!("game={id}&opening={one}&player=Ada"));
            add("opening, player with few games", &format!("game={id}&opening={one}&player=Player 4800"));
            add("opening, rare reason", &format!("game={id}&opening={one}&reason=third ring"));
            add("opening, result, length", &format!("game={id}&opening={one}&result=draw&least=40"));
        }
        let mut depths = vec![0, 1, 2, 4, 8, 16, 40];
        depths.retain(|depth| *depth < line.len());
        depths.push(line.len());
        for depth in depths {
            lookups.push(PageRequest {
                name: format!("position after {depth}, {id}"),
                path: "/api/positions".into(),
                body: Some(json!({ "game": id, "turns": line[..depth] })),
            });
        }
        lookups.push(PageRequest {
            name: format!("numbers of {id}"),
            path: format!("/api/numbers/{id}"),
            body: None,
        });
    }
    for name in ["Ada", "Player%204800", "engine:5"] {
        let path = format!("/api/players/{name}");
        lookups.push(PageRequest {
            name: format!("numbers of {}", name.replace("%20", " ")),
            path,
            body: None,
        });
    }
    pages.extend(lookups);
    Ok(pages)
}

/// The most frequent turns of a game, one after the other, as far as the archive has them.
async fn main_line(client: &Client, game: &str) -> Result<Vec<String>> {
    let mut line: Vec<String> = vec![];
    while line.len() < 40 {
        let answer = client.try_post("/api/positions", &json!({ "game": game, "turns": line })).await?;
        let answer = answer.success()?;
        let Some(turn) = answer["next"][0]["turn"].as_str() else { break };
        line.push(turn.into());
    }
    Ok(line)
}
