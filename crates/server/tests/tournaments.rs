//! Tournaments through a real server: every kind, real boards, refusals, restarts, several nodes.

use serde_json::{Value, json};
use taijitu_protocol::Code;
use taijitu_server::Bus;
use taijitu_test_services::{Durability, Nats, Postgres};
use taijitu_testkit::*;

fn settings(kind: &Value) -> Value {
    json!({ "name": "Tuesday", "kind": kind, "game": "y", "options": { "pie": "off", "board": "triangle-5" },
        "public": true, "next_round": { "after": 0 } })
}

fn swiss(rounds: u32) -> Value {
    settings(&json!({ "kind": "swiss", "rounds": rounds }))
}

/// The same settings with some changed.
fn with(mut settings: Value, changes: &Value) -> Value {
    for (key, value) in changes.as_object().unwrap() {
        settings[key] = value.clone();
    }
    settings
}

/// A tournament with its host and players.
struct Club {
    host: Client,
    players: Vec<Client>,
    id: String,
}

impl Club {
    async fn new(site: &TestSite, settings: &Value, players: usize) -> Self {
        let host = site.account(&format!("Zoe{}", site.address().port())).await;
        let made = host.post("/api/tournaments", settings).await.ok();
        let mut club = Self { host, players: vec![], id: made["tournament"].as_str().unwrap().to_owned() };
        for _ in 0..players {
            let player = site.guest().await;
            club.act(&player, json!({ "do": "enter" })).await.ok();
            club.players.push(player);
        }
        club
    }

    async fn started(site: &TestSite, settings: &Value, players: usize) -> Self {
        let club = Self::new(site, settings, players).await;
        club.act(&club.host, json!({ "do": "start" })).await.ok();
        club
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/tournaments/{}{rest}", self.id)
    }

    async fn act(&self, who: &Client, command: Value) -> Answer {
        who.post(&self.path("/do"), command).await
    }

    async fn view(&self, who: &Client) -> Value {
        who.get(&self.path("")).await.ok()
    }

    async fn mine(&self, who: &Client) -> Value {
        who.get(&self.path("/me")).await.ok()
    }

    /// The table of a player's game in a round, once it is open.
    async fn table(&self, who: &Client, round: u64) -> String {
        until("a table", async || {
            let mine = self.mine(who).await;
            let pairing =
                mine["pairings"].as_array()?.iter().find(|pairing| pairing["round"] == round)?.clone();
            Some(pairing["games"].as_array()?.last()?["table"].as_str()?.to_owned())
        })
        .await
    }

    /// The tables of a round's games without a result, each with the player who entered last. A result may be taken over
    /// meanwhile: then the game is not listed any more.
    async fn tables(&self, round: u64) -> Vec<(Client, String)> {
        let mut tables: Vec<(Client, String)> = vec![];
        for player in self.players.iter().rev() {
            let table = until("a table, or a result", async || {
                let mine = self.mine(player).await;
                let mut pairings = mine["pairings"].as_array()?.iter();
                let Some(pairing) = pairings.find(|pairing| pairing["round"] == round) else {
                    return Some(None);
                };
                Some(Some(pairing["games"].as_array()?.last()?["table"].as_str()?.to_owned()))
            });
            if let Some(table) = table.await
                && tables.iter().all(|(_, other)| *other != table)
            {
                tables.push((player.clone(), table));
            }
        }
        tables
    }

    /// Every game of a round is resigned by the player who entered later.
    async fn play_round(&self, round: u64) {
        for (player, table) in self.tables(round).await {
            // A game that ended before a restart may not have been taken over yet.
            let resigned = player.act(&table, json!({ "do": "resign" })).await;
            assert!([200, 409].contains(&resigned.status), "{}", resigned.text());
        }
    }

    async fn until_phase(&self, phase: &str) -> Value {
        until(phase, async || {
            let view = self.view(&self.host).await;
            (view["phase"] == phase).then_some(view)
        })
        .await
    }

    async fn until_round(&self, round: u64) {
        until("a round", async || (self.view(&self.host).await["round"] == round).then_some(())).await;
    }
}

fn results_of(pairings: &Value) -> Vec<String> {
    let score = |pairing: &Value| pairing["score"].as_str().unwrap_or("*").to_owned();
    pairings["pairings"].as_array().unwrap().iter().map(score).collect()
}

#[tokio::test]
async fn a_swiss_is_played_from_its_announcement_to_its_picture() {
    let site = TestSite::start().await;
    let club = Club::new(&site, &swiss(2), 5).await;
    let listed = site.browser().get("/api/tournaments?when=next&game=y").await.ok();
    assert_eq!(
        (&listed["tournaments"][0]["id"], &listed["tournaments"][0]["entrants"]),
        (&json!(club.id), &json!(5))
    );
    assert_eq!(club.players[0].get("/api/me/tournaments").await.ok()["tournaments"][0]["entered"], true);
    let mine = club.mine(&club.host).await;
    assert!(mine["may"].as_array().unwrap().contains(&json!("start")), "{mine}");
    club.act(&club.host, json!({ "do": "start" })).await.ok();
    club.until_round(1).await;
    club.play_round(1).await;
    club.until_round(2).await;
    assert_eq!(site.browser().get("/api/tournaments").await.ok()["tournaments"][0]["id"], json!(club.id));
    club.play_round(2).await;
    let view = club.until_phase("finished").await;
    assert_eq!(view["standings"].as_array().unwrap().len(), 5);
    assert_eq!(view["standings"][0]["points"], "2");
    let games = club.host.get(&club.path("/pairings")).await.ok();
    assert_eq!(games["pairings"].as_array().unwrap().len(), 4, "two games a round");
    for pairing in games["pairings"].as_array().unwrap() {
        let game = pairing["games"][0]["game"].as_str().unwrap();
        assert_eq!(club.host.get(&format!("/api/finished/{game}")).await.ok()["game"], "y");
    }
    let first = club.host.get(&club.path("/pairings?round=1")).await.ok();
    assert_eq!(
        (first["pairings"].as_array().unwrap().len(), first["byes"].as_array().unwrap().len()),
        (2, 1)
    );
    let why = club.host.get(&club.path("/pairings/1/why")).await.ok();
    assert!(!why["white"].as_array().unwrap().is_empty());
    club.host.get(&club.path("/pairings/99/why")).await.refused(Code::NoSuchThing);
    let cross = club.host.get(&club.path("/cross-table")).await.ok();
    assert_eq!(cross["lines"][0]["cells"].as_array().unwrap().len(), 2);
    assert_eq!(club.host.get(&club.path("/progress")).await.ok()["lines"][0]["points"], json!([2, 4]));
    let log = club.host.get(&club.path("/log")).await.ok();
    assert_eq!(log["notes"][0]["words"]["en"], "The standings are final");
    assert!(club.host.get(&club.path("/standings.csv")).await.text().lines().count() == 6);
    assert!(club.host.get(&club.path("/standings.txt?lang=fr")).await.text().contains("Nom"));
    assert_eq!(club.host.get(&club.path("/standings.json")).await.ok()["settings"]["name"], "Tuesday");
    assert!(club.host.get(&club.path("/standings.svg")).await.text().starts_with("<svg"));
    assert!(club.host.get(&club.path("/standings.png")).await.body.starts_with(b"\x89PNG"));
    assert!(club.host.get(&club.path("/sheet")).await.text().contains("<table>"));
    let past = site.browser().get("/api/tournaments?when=past").await.ok();
    assert!(past["tournaments"][0]["winner"].is_string(), "{past}");
    let bell = club.players[0].get("/api/me/notices").await.ok();
    assert_eq!(
        (&bell["notices"][0]["kind"], &bell["notices"][0]["tournament"]),
        (&json!("tournament"), &json!(club.id))
    );
}

#[tokio::test]
async fn a_round_continues_after_a_restart() {
    let mut site = TestSite::start().await;
    let club = Club::started(&site, &swiss(2), 4).await;
    let table = club.table(&club.players[0], 1).await;
    club.players[0].act(&table, json!({ "do": "resign" })).await.ok();
    site.restart().await;
    club.play_round(1).await;
    club.until_round(2).await;
    let again = club.host.get(&club.path("/pairings?round=1")).await.ok();
    assert!(results_of(&again).iter().all(|score| score == "1–0" || score == "0–1"), "{again}");
    site.restart().await;
    club.play_round(2).await;
    let view = club.until_phase("finished").await;
    let wins: u64 =
        view["standings"].as_array().unwrap().iter().map(|row| row["wins"].as_u64().unwrap()).sum();
    assert_eq!(wins, 4, "each game counts once");
}

/// Every command at two nodes at once, and every game ended through both.
async fn duel(near: &TestSite, far: std::net::SocketAddr) {
    let club = Club::new(near, &swiss(3), 6).await;
    let far_host = club.host.at(far);
    let both = tokio::join!(
        club.act(&club.host, json!({ "do": "start", "id": "a" })),
        club.act(&far_host, json!({ "do": "start", "id": "b" }))
    );
    let mut statuses = [both.0.status, both.1.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409], "{} {}", both.0.text(), both.1.text());
    let again =
        club.act(&far_host, json!({ "do": "start", "id": if both.0.status == 200 { "a" } else { "b" } }));
    assert_eq!(again.await.status, 200, "a repeated request has the same answer at any node");
    for round in 1..=3 {
        club.until_round(round).await;
        for (at, (player, table)) in club.tables(round).await.into_iter().enumerate() {
            let player = if at % 2 == 0 { player } else { player.at(far) };
            player.act(&table, json!({ "do": "resign" })).await.ok();
        }
    }
    let view = club.until_phase("finished").await;
    let total = |of: &str| -> u64 {
        view["standings"].as_array().unwrap().iter().map(|row| row[of].as_u64().unwrap()).sum()
    };
    assert_eq!((total("wins"), total("losses")), (9, 9), "each game counts once");
    until("the other node", async || {
        (club.view(&far_host).await["standings"] == view["standings"]).then_some(())
    })
    .await;
}

#[tokio::test]
async fn two_nodes_play_one_tournament_with_and_without_signals() {
    for shared in [true, false] {
        let site = TestSite::start().await;
        let node = site.node(if shared { site.app().site.bus.clone() } else { Bus::default() }).await;
        duel(&site, node.address()).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL and NATS: run by cargo xtask test"]
async fn three_nodes_on_postgresql_play_one_tournament() {
    let (postgres, nats) = (Postgres::start(Durability::Quick).unwrap(), Nats::start().unwrap());
    let node = || async {
        TestSite::with(|config| {
            config.rate_factor = 100_000;
            (config.database, config.nats) = (postgres.url(), Some(nats.url()));
        })
        .await
    };
    let nodes = [node().await, node().await, node().await];
    duel(&nodes[0], nodes[1].address()).await;
    duel(&nodes[1], nodes[2].address()).await;
}

#[tokio::test]
async fn a_result_that_is_reported_again_changes_nothing() {
    let site = TestSite::start().await;
    let club = Club::started(&site, &with(swiss(1), &json!({ "public": false })), 2).await;
    let table = club.table(&club.players[0], 1).await;
    club.players[0].act(&table, json!({ "do": "resign" })).await.ok();
    let view = club.until_phase("finished").await;
    let (id, table) = (club.id.parse().unwrap(), table.parse().unwrap());
    for _ in 0..3 {
        site.app().tournaments.report_again(id, table).await;
        site.tick().await;
    }
    assert_eq!(club.view(&club.host).await["head"], view["head"]);
    assert!(
        site.browser().get("/api/tournaments?when=past").await.ok()["tournaments"]
            .as_array()
            .unwrap()
            .is_empty()
    );
}

#[tokio::test]
async fn a_real_board_is_decided_by_both_players_or_the_host() {
    let site = TestSite::start().await;
    let club = Club::started(&site, &with(swiss(1), &json!({ "venue": "room" })), 4).await;
    let mine = club.mine(&club.players[0]).await;
    let pairing = mine["pairings"][0]["id"].clone();
    let opponent = &mine["opponents"][0]["players"][0]["player"]["id"];
    let mut other = None;
    for player in &club.players {
        if player.me().await["id"] == *opponent {
            other = Some(player.clone());
        }
    }
    let other = other.unwrap();
    let claim = |result: &str| json!({ "do": "claim", "pairing": pairing, "result": result });
    club.act(&club.players[0], claim("white")).await.ok();
    club.act(&other, claim("black")).await.ok();
    let view = club.view(&club.host).await;
    let of = |view: &Value| {
        view["pairings"].as_array().unwrap().iter().find(|row| row["id"] == pairing).cloned().unwrap()
    };
    // White's claim comes first; who has White was drawn.
    let white = of(&view)["white"] != mine["opponents"][0]["id"];
    let claims = if white { ["white", "black"] } else { ["black", "white"] };
    assert_eq!((&of(&view)["disputed"], &of(&view)["claims"]), (&json!(true), &json!(claims)), "{view}");
    let bell = until("the bell of the host", async || {
        let bell = club.host.get("/api/me/notices").await.ok();
        (!bell["notices"].as_array().unwrap().is_empty()).then_some(bell)
    })
    .await;
    assert!(bell["notices"][0]["words"]["en"].as_str().unwrap().contains("different results"));
    club.act(&other, json!({ "do": "decide", "pairing": pairing, "result": "white" }))
        .await
        .refused(Code::NotHost);
    club.act(&club.host, json!({ "do": "decide", "pairing": pairing, "result": "white" })).await.ok();
    club.act(&club.host, json!({ "do": "correct", "pairing": pairing, "result": "draw", "reason": "" }))
        .await
        .refused(Code::Invalid);
    club.act(
        &club.host,
        json!({ "do": "correct", "pairing": pairing, "result": "draw", "reason": "misread" }),
    )
    .await
    .ok();
    assert_eq!(of(&club.view(&club.host).await)["score"], "½–½");
    let log = club.host.get(&club.path("/log")).await.ok();
    assert!(log["notes"][0]["words"]["en"].as_str().unwrap().ends_with("by the host: misread"), "{log}");
    // Either player may enter the turns: a record like any other.
    let record = club.path(&format!("/pairings/{pairing}/record"));
    let text = "taijitu record 1\ngame: y\nrules: 1\n\n1. c3\n2. c4\n";
    let yinsh = "taijitu record 1\ngame: yinsh\nrules: 1\n\n1. e5\n";
    other.post(&record, json!({ "text": yinsh })).await.refused(Code::Invalid);
    let made = other.post(&record, json!({ "text": text })).await.ok();
    let page = club.host.get(&club.path("/pairings?round=1")).await.ok();
    assert_eq!(of(&page)["games"][0]["game"], made["id"]);
    other.post(&record, json!({ "text": text })).await.refused(Code::NotNow);
    site.guest().await.post(&record, json!({ "text": text })).await.refused(Code::NotSeated);
}

#[tokio::test]
async fn impossible_commands_are_refused() {
    let site = TestSite::start().await;
    site.guest().await.post("/api/tournaments", swiss(3)).await.refused(Code::GuestsCannot);
    let host = site.account("Ada").await;
    let make = async |settings: Value| host.post("/api/tournaments", settings).await;
    make(with(swiss(3), &json!({ "name": "" }))).await.refused(Code::BadName);
    make(with(swiss(3), &json!({ "game": "chess" }))).await.refused(Code::BadOption);
    make(with(swiss(3), &json!({ "teams": true }))).await.refused(Code::Invalid);
    make(with(swiss(3), &json!({ "rated": true }))).await.refused(Code::BadOption);
    let rated = json!({ "rated": true, "options": {} });
    make(with(with(swiss(3), &rated), &json!({ "filler": 3 }))).await.refused(Code::Invalid);
    make(with(swiss(3), &json!({ "surprise": 1 }))).await.refused(Code::BadRequest);
    make(swiss(31)).await.refused(Code::Invalid);
    let club = Club::new(&site, &with(swiss(3), &rated), 0).await;
    let guest = site.guest().await;
    club.act(&guest, json!({ "do": "enter" })).await.refused(Code::GuestsCannot);
    assert!(club.mine(&guest).await["not_enter"]["en"].is_string());
    club.act(&guest, json!({ "do": "start" })).await.refused(Code::NotHost);
    club.act(&club.host, json!({ "do": "start" })).await.refused(Code::NotNow);
    club.act(&club.host, json!({ "do": "enter" })).await.ok();
    club.act(&club.host, json!({ "do": "enter" })).await.refused(Code::AlreadySeated);
    site.browser().get("/api/tournaments/00000000000000000000000001").await.refused(Code::NoSuchThing);
    site.browser().get("/api/tournaments/x").await.refused(Code::NoSuchThing);
    site.browser().get("/api/tournaments?before=x").await.refused(Code::Invalid);
    let off = json!({ "do": "call-off", "reason": "rain" });
    club.act(&club.host, off.clone()).await.ok();
    assert_eq!(club.view(&club.host).await["reason"], "rain");
    club.act(&club.host, off).await.refused(Code::NotNow);
}

#[tokio::test]
async fn a_game_that_nobody_begins_is_a_forfeit() {
    let site = TestSite::start().await;
    let time = json!({ "kind": "total", "seconds": 300 });
    let club = Club::started(&site, &with(swiss(1), &json!({ "time": time })), 2).await;
    let table = club.table(&club.players[0], 1).await;
    club.players[0].act(&table, json!({ "do": "abort" })).await.refused(Code::NotNow);
    site.guest().await.act(&table, json!({ "do": "join" })).await.refused(Code::NotNow);
    site.pass(31_000).await;
    site.tick().await;
    club.until_phase("finished").await;
    let games = club.host.get(&club.path("/pairings")).await.ok();
    let result = games["pairings"][0]["games"][0]["result"].as_str().unwrap();
    assert!(["white-forfeit", "black-forfeit"].contains(&result), "{result}");
}

#[tokio::test]
async fn a_pause_stops_the_clocks() {
    let site = TestSite::start().await;
    let time = json!({ "kind": "total", "seconds": 300 });
    let club = Club::started(&site, &with(swiss(2), &json!({ "time": time })), 2).await;
    let table = club.table(&club.players[0], 1).await;
    club.act(&club.host, json!({ "do": "pause" })).await.ok();
    let paused = async |wanted: bool| {
        until("the clocks", async || {
            (club.players[0].look(&table).await["game"]["paused"] == wanted).then_some(())
        })
        .await;
    };
    paused(true).await;
    site.pass(600_000).await;
    site.tick().await;
    assert_eq!(club.players[0].look(&table).await["state"], "running", "no flag falls in a pause");
    club.act(&club.host, json!({ "do": "resume" })).await.ok();
    paused(false).await;
    club.act(&club.host, json!({ "do": "decide", "pairing": 1, "result": "white" })).await.ok();
    club.until_round(2).await;
    until("the table is closed", async || {
        (club.players[0].get(&format!("/api/tables/{table}")).await.value()["state"] == "closed")
            .then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_replay_ends_when_the_draw_before_it_is_corrected() {
    let site = TestSite::start().await;
    let club = Club::started(&site, &settings(&json!({ "kind": "knockout", "third_place": false })), 2).await;
    let table = club.table(&club.players[0], 1).await;
    club.players[0].act(&table, json!({ "do": "draw" })).await.ok();
    club.players[1].act(&table, json!({ "do": "accept" })).await.ok();
    let again = until("a replay", async || {
        let again = club.mine(&club.players[0]).await["pairings"][0]["games"][1]["table"].clone();
        Some(again.as_str()?.to_owned())
    })
    .await;
    assert_eq!(club.players[0].look(&again).await["state"], "running");
    let corrected = json!({ "do": "correct", "pairing": 1, "result": "white", "reason": "White won" });
    club.act(&club.host, corrected).await.ok();
    club.until_phase("finished").await;
    until("the replay is closed", async || {
        (club.players[0].get(&format!("/api/tables/{again}")).await.value()["state"] == "closed")
            .then_some(())
    })
    .await;
}

#[tokio::test]
async fn games_of_a_paused_tournament_that_is_called_off_are_played_on() {
    let mut site = TestSite::start().await;
    let club = Club::started(&site, &swiss(2), 2).await;
    let table = club.table(&club.players[0], 1).await;
    let paused = async |who: &Client, wanted: bool| {
        until("the clocks", async || (who.look(&table).await["game"]["paused"] == wanted).then_some(()))
            .await;
    };
    club.act(&club.host, json!({ "do": "pause" })).await.ok();
    paused(&club.players[0], true).await;
    club.act(&club.host, json!({ "do": "call-off", "reason": "rain" })).await.ok();
    paused(&club.players[0], false).await;
    let view = club.players[0].look(&table).await;
    let first = if view["yours"] == view["game"]["scene"]["acts"] { 0 } else { 1 };
    club.players[first].play(&table, 1, "b2").await.ok();
    club.players[first].act(&table, json!({ "do": "resign" })).await.ok();
    site.restart().await;
    let seen = club.players[0].at(site.address());
    assert_eq!(seen.get(&club.path("")).await.ok()["phase"], "called-off");
}

#[tokio::test]
async fn an_arena_pairs_again_and_ends_in_time() {
    let site = TestSite::start().await;
    let arena = settings(&json!({ "kind": "arena", "minutes": 10, "streaks": true }));
    let club = Club::started(&site, &arena, 4).await;
    for round in 1..=3u64 {
        let mut tables: Vec<(&Client, String)> = vec![];
        for player in &club.players {
            let table = until("an opponent", async || {
                let mine = club.mine(player).await;
                Some(mine["pairings"][0]["games"][0]["table"].as_str()?.to_owned())
            })
            .await;
            if tables.iter().all(|(_, other)| *other != table) {
                tables.push((player, table));
            }
        }
        for (player, table) in tables {
            player.act(&table, json!({ "do": "resign" })).await.ok();
        }
        until("all results", async || {
            let view = club.view(&club.host).await;
            let losses = |row: &Value| row["losses"].as_u64().unwrap();
            let total: u64 = view["standings"].as_array().unwrap().iter().map(losses).sum();
            (total >= 2 * round).then_some(())
        })
        .await;
        site.pass(2500).await;
        site.tick().await;
    }
    let late = site.guest().await;
    club.act(&late, json!({ "do": "enter" })).await.refused(Code::AlreadyStarted);
    site.pass(11 * 60_000).await;
    site.tick().await;
    let view = club.until_phase("finished").await;
    assert_eq!(view["tie_breaks"][0]["en"], "Performance");
}

#[tokio::test]
async fn a_knockout_and_a_round_robin_come_to_an_end() {
    let site = TestSite::start().await;
    let club = Club::started(&site, &settings(&json!({ "kind": "knockout", "third_place": true })), 4).await;
    club.play_round(1).await;
    club.until_round(2).await;
    club.play_round(2).await;
    let view = club.until_phase("finished").await;
    assert_eq!(view["standings"][0]["rank"], 1);
    let robin = settings(&json!({ "kind": "roundrobin", "at_once": true }));
    let robin =
        with(robin, &json!({ "time": { "kind": "days", "days": 3 }, "filler": 1, "name": "By post" }));
    let club = Club {
        id: club.host.post("/api/tournaments", robin).await.ok()["tournament"].as_str().unwrap().to_owned(),
        ..club
    };
    for player in &club.players[..3] {
        club.act(player, json!({ "do": "enter" })).await.ok();
    }
    club.act(&club.host, json!({ "do": "start" })).await.ok();
    until("all tables", async || {
        let mine = club.mine(&club.players[0]).await;
        let pairings = mine["pairings"].as_array()?;
        let open = pairings.iter().filter(|pairing| pairing["games"][0]["table"].is_string());
        (open.count() == 3).then_some(())
    })
    .await;
    let (withdrawn, other) = (&club.players[0], &club.players[1]);
    club.act(withdrawn, json!({ "do": "withdraw" })).await.ok();
    assert_eq!(club.mine(withdrawn).await["entrant"], json!(null));
    assert_eq!(club.mine(other).await["pairings"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn teams_play_zen_for_four() {
    let site = TestSite::start().await;
    let zen = json!({ "name": "Zen", "kind": { "kind": "swiss", "rounds": 1 }, "game": "zen",
        "options": { "players": "4" }, "teams": true });
    let club = Club::new(&site, &zen, 0).await;
    let mut players = vec![];
    for team in 0..2 {
        let (one, two) = (site.guest().await, site.guest().await);
        let partner = two.me().await["id"].clone();
        let enter = json!({ "do": "enter", "partner": partner, "team": format!("Team {team}") });
        club.act(&one, enter).await.ok();
        let invited = club.mine(&two).await;
        club.act(&two, json!({ "do": "agree", "entrant": invited["invited"][0]["id"] })).await.ok();
        players.push((one, two));
    }
    club.act(&club.host, json!({ "do": "start" })).await.ok();
    let (one, two) = &players[0];
    let table = club.table(one, 1).await;
    let view = one.look(&table).await;
    assert_eq!((view["seats"].as_array().unwrap().len(), &view["setup"]["tournament"]), (4, &json!(club.id)));
    one.act(&table, json!({ "do": "resign" })).await.ok();
    two.act(&table, json!({ "do": "resign" })).await.ok();
    let view = club.until_phase("finished").await;
    let first = &view["standings"][0]["entrant"];
    let winner = view["entrants"].as_array().unwrap().iter().find(|entrant| entrant["id"] == *first).unwrap();
    assert_eq!(winner["team"], "Team 1");
}

#[tokio::test]
async fn a_block_prevents_invitations_to_a_team() {
    let site = TestSite::start().await;
    let zen = json!({ "name": "Zen", "kind": { "kind": "swiss", "rounds": 1 }, "game": "zen",
        "options": { "players": "4" }, "teams": true });
    let club = Club::new(&site, &zen, 0).await;
    let (ann, bob) = (site.account("Ann").await, site.account("Bob").await);
    ann.send("PUT", "/api/me/blocks/Bob", None, b"").await.ok();
    let enter = |partner: Value| json!({ "do": "enter", "partner": partner, "team": "Us" });
    for (who, partner) in [(&bob, &ann), (&ann, &bob)] {
        club.act(who, enter(partner.me().await["id"].clone())).await.refused(Code::NotWelcome);
    }
    let bell = ann.get("/api/me/notices").await.ok();
    assert_eq!(bell["notices"], json!([]), "{bell}");
    ann.delete("/api/me/blocks/Bob", json!({})).await.ok();
    club.act(&bob, enter(ann.me().await["id"].clone())).await.ok();
}

#[tokio::test]
async fn nobody_is_invited_against_their_will() {
    let site = TestSite::start().await;
    let zen = json!({ "name": "Zen", "kind": { "kind": "swiss", "rounds": 1 }, "game": "zen",
        "options": { "players": "4" }, "teams": true });
    let club = Club::new(&site, &zen, 0).await;
    let (bob, guest) = (site.account("Bob").await, site.guest().await);
    let (bobs_id, guests_id) = (bob.me().await["id"].clone(), guest.me().await["id"].clone());
    let block = format!("/api/me/blocks/{}", guests_id.as_str().unwrap());
    let put = async |client: &Client, path: &str, body: Value| {
        client.send("PUT", path, Some("application/json"), body.to_string().as_bytes()).await
    };
    let invite = |partner: &Value| json!({ "do": "enter", "partner": partner, "team": "Even" });
    put(&bob, &block, json!({})).await.ok();
    club.act(&guest, invite(&bobs_id)).await.refused(Code::NotWelcome);
    bob.delete(&block, json!({})).await.ok();
    put(&bob, "/api/me/privacy", json!({ "challenges": "accounts" })).await.ok();
    club.act(&guest, invite(&bobs_id)).await.refused(Code::NotWelcome);
    club.act(&guest, invite(&json!("7fzj8bnydh1pwdkm0bp67e3xf7"))).await.refused(Code::NoSuchThing);
    club.act(&guest, invite(&guests_id)).await.refused(Code::Invalid);
    assert_eq!(bob.get("/api/me/notices").await.ok()["unread"], 0);
    put(&bob, "/api/me/privacy", json!({})).await.ok();
    club.act(&guest, invite(&bobs_id)).await.ok();
    until("a notice", async || (bob.get("/api/me/notices").await.ok()["unread"] == 1).then_some(())).await;
}

#[tokio::test]
async fn a_host_makes_a_bounded_number_of_tournaments_a_day() {
    let site = TestSite::with(|config| config.rate_factor = 1).await;
    let host = site.account("Zoe").await;
    // What may be opened at once is less than what may be made in a day.
    let make = async || {
        until("a tournament", async || {
            let answer = host.post("/api/tournaments", swiss(2)).await;
            (answer.status == 200).then(|| answer.ok())
        })
        .await
    };
    for _ in 0..20 {
        let made = make().await;
        let path = format!("/api/tournaments/{}/do", made["tournament"].as_str().unwrap());
        host.post(&path, json!({ "do": "call-off", "reason": "nobody came" })).await.ok();
    }
    until("the limit of a day", async || {
        (host.post("/api/tournaments", swiss(2)).await.text().contains("too_many")).then_some(())
    })
    .await;
    site.pass(24 * 60 * 60_000 + 1000).await;
    make().await;
}

#[tokio::test]
async fn a_socket_is_sent_the_view_and_its_changes() {
    let site = TestSite::start().await;
    let club = Club::new(&site, &swiss(1), 2).await;
    let mut socket = site.browser().socket().await;
    socket.send(json!({ "type": "watch-tournament", "tournament": club.id })).await;
    let seen = socket.next_of("tournament").await;
    assert_eq!(
        (&seen["tournament"]["phase"], &seen["tournament"]["taking_part"]),
        (&json!("open"), &json!(2))
    );
    club.act(&club.host, json!({ "do": "start" })).await.ok();
    let table = club.table(&club.players[0], 1).await;
    club.players[0].act(&table, json!({ "do": "resign" })).await.ok();
    loop {
        if socket.next_of("tournament").await["tournament"]["phase"] == "finished" {
            break;
        }
    }
    socket.send(json!({ "type": "watch-tournament", "tournament": "00000000000000000000000001" })).await;
    assert_eq!(socket.next_of("refused").await["problem"]["code"], "no_such_thing");
    let wall = site.browser().get(&club.path("/wall")).await.ok();
    assert!(wall["invitation"]["link"].as_str().unwrap().ends_with(&club.id));
}

/// What hosts and teams write is read by everybody: it is cleaned as chat is.
#[tokio::test]
async fn deceptive_texts_are_refused() {
    let site = TestSite::start().await;
    let name = |name: &str| with(swiss(2), &json!({ "name": name, "notes": "one\u{202e}\n\u{200b}two" }));
    let club = Club::new(&site, &name("Tues\u{202e}day\u{200b} cup"), 1).await;
    let settings = club.view(&club.host).await["settings"].clone();
    assert_eq!(settings["name"], "Tuesday cup");
    assert_eq!(settings["notes"], "one\ntwo");
    club.host.post("/api/tournaments", name("\u{200b}\u{3164}")).await.refused(Code::BadName);
    let renamed = json!({ "do": "change", "settings": name("\u{2067}Wednesday\u{2069}") });
    club.act(&club.host, renamed).await.ok();
    assert_eq!(club.view(&club.host).await["settings"]["name"], "Wednesday");
    club.act(&club.host, json!({ "do": "call-off", "reason": "\u{200b}" })).await.refused(Code::Invalid);
    club.act(&club.host, json!({ "do": "call-off", "reason": "ra\u{202e}in" })).await.ok();
    assert_eq!(club.view(&club.host).await["reason"], "rain");
}
