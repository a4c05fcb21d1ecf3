//! Four-player Zen over the wire: two games that differ only in what a player might use as a signal look the same to the
//! partner, on every road out of the server.

use serde_json::{Value, json};
use taijitu_testkit::*;

/// Times differ between two runs.
fn without_times(value: &mut Value) {
    match value {
        Value::Number(number) if number.as_i64().is_some_and(|n| n > 1_600_000_000_000) => *value = json!(0),
        Value::Array(values) => values.iter_mut().for_each(without_times),
        Value::Object(fields) => fields.values_mut().for_each(without_times),
        _ => (),
    }
}

fn plain(mut value: Value) -> String {
    without_times(&mut value);
    value.to_string()
}

/// A four-player game: White is Ada and Cem, Black is Bob and Dia, Eve watches.
struct Stage {
    site: TestSite,
    /// Ada, Bob, Cem, Dia.
    players: Vec<Client>,
    eve: Client,
    table: String,
    /// Of the partner, of the partner without a cookie, and of a spectator.
    sockets: Vec<Socket>,
}

impl Stage {
    async fn new() -> Self {
        let site = TestSite::seeded(11).await;
        let mut players = vec![];
        for _ in 0..4 {
            players.push(site.guest().await);
        }
        let eve = site.guest().await;
        let options = json!({ "players": "4", "first": "white" });
        let open =
            json!({ "game": "zen", "seat": 1, "public": true, "colours": "chosen", "options": options });
        let table = players[0].open(open).await;
        for player in &players[1..] {
            player.act(&table, json!({ "do": "join" })).await.ok();
        }
        let mut stage = Self { site, players, eve, table, sockets: vec![] };
        for client in stage.outsiders() {
            let mut socket = client.socket().await;
            socket.watch(&stage.table).await;
            stage.sockets.push(socket);
        }
        stage.players[0].act(&stage.table, json!({ "do": "start" })).await.ok();
        stage
    }

    /// The partner, the partner in a window without a cookie, and a spectator.
    fn outsiders(&self) -> [Client; 3] {
        [self.players[2].clone(), self.site.browser(), self.eve.clone()]
    }

    /// Everything the partner can get, signed in, signed out or as another player.
    async fn everything(&mut self) -> Vec<String> {
        self.site.tick().await;
        let mut seen = vec![];
        for socket in &mut self.sockets {
            seen.extend(socket.so_far().await.into_iter().map(plain));
        }
        let ada = self.players[0].me().await["id"].as_str().unwrap().to_owned();
        let table = &self.table;
        for client in self.outsiders() {
            for path in [
                format!("/api/tables/{table}"),
                format!("/api/tables/{table}?scenes=true"),
                format!("/api/tables/{table}/events"),
                format!("/api/tables/{table}/chat"),
                "/api/lobby/running".into(),
                format!("/api/players/{ada}"),
            ] {
                let answer = client.get(&path).await;
                assert!(answer.status < 500);
                let body = serde_json::from_slice(&answer.body).map_or_else(|_| answer.text(), plain);
                seen.push(format!("{path}: {} {body}", answer.status));
            }
        }
        for socket in &mut self.sockets {
            socket.send(json!({ "type": "watch", "table": table })).await;
            seen.extend(socket.so_far().await.into_iter().map(plain));
        }
        seen
    }
}

#[tokio::test]
async fn actions_of_a_player_look_the_same_to_the_partner() {
    let (mut quiet, mut loud) = (Stage::new().await, Stage::new().await);
    assert_eq!(quiet.everything().await, loud.everything().await);

    let ada = loud.players[0].clone();
    ada.say(&loud.table, "take the pawn on the left").await.ok();
    assert_eq!(loud.players[1].chat_lines(&loud.table).await.len(), 1, "the opponents read it");
    // A second window, signed in as somebody else or not at all.
    let other = loud.site.guest().await;
    other.say(&loud.table, "take the pawn on the left").await.ok();
    let mut tabs = vec![];
    for _ in 0..3 {
        let mut socket = loud.site.browser().socket().await;
        socket.watch(&loud.table).await;
        tabs.push(socket);
    }
    // Refused before anything is sent.
    for seconds in [7, 42, 3600] {
        let gift = json!({ "do": "time", "seat": 2, "seconds": seconds });
        assert!(ada.act(&loud.table, gift).await.status >= 400);
    }
    let before = ada.look(&loud.table).await["head"].clone();
    for off in [false, true, true, false, true] {
        let silence = json!({ "do": "silence", "room": "players", "off": off });
        assert_eq!(ada.act(&loud.table, silence).await.ok()["n"], before, "no number tells of it");
    }
    let name = json!({ "name": "Leftmost Pawn", "password": "a long password" });
    ada.post("/api/register", name).await.ok();
    assert_eq!(ada.me().await["name"], "Leftmost Pawn");
    let (quiet, loud_lines) = (quiet.everything().await, loud.everything().await);
    // Eve may read what other spectators say: she is signed in.
    let to_eve = |line: &&String| !line.contains("\"room\":\"spectators\"");
    let quiet: Vec<&String> = quiet.iter().collect();
    let mut loud_lines: Vec<&String> = loud_lines.iter().collect();
    assert_eq!(
        loud_lines.iter().filter(|line| !to_eve(line)).count(),
        3,
        "live, by HTTP and on watching again"
    );
    let live = loud_lines.iter().position(|line| !to_eve(line)).unwrap();
    loud_lines.remove(live);
    for (quiet, loud) in quiet.iter().zip(&loud_lines).filter(|(_, loud)| to_eve(loud)) {
        assert_eq!(quiet, loud);
    }
    assert_eq!(quiet.len(), loud_lines.len());
}

#[tokio::test]
async fn a_connection_that_opens_and_closes_is_no_message_to_the_partner() {
    let stage = Stage::new().await;
    for _ in 0..3 {
        let mut tab = stage.players[0].socket().await;
        tab.watch(&stage.table).await;
        drop(tab);
        stage.site.tick().await;
        for client in stage.outsiders() {
            assert_eq!(client.look(&stage.table).await["seats"][0]["present"], true);
        }
    }
}

#[tokio::test]
async fn when_the_game_is_over_everything_is_shown() {
    let mut stage = Stage::new().await;
    let ada = stage.players[0].clone();
    ada.say(&stage.table, "good luck").await.ok();
    let name = json!({ "name": "Ada Lovelace", "password": "a long password" });
    ada.post("/api/register", name).await.ok();
    let name_of_ada = |view: &Value| view["seats"][0]["sitter"]["player"]["name"].as_str().map(str::to_owned);
    let before = name_of_ada(&stage.eve.look(&stage.table).await);
    assert_ne!(before.as_deref(), Some("Ada Lovelace"));
    // A restart drops the caches.
    stage.site.restart().await;
    assert_eq!(name_of_ada(&stage.eve.look(&stage.table).await), before);
    for client in stage.outsiders() {
        assert_eq!(client.chat_lines(&stage.table).await.len(), 0);
    }
    for player in [0, 2] {
        stage.players[player].act(&stage.table, json!({ "do": "resign" })).await.ok();
    }
    for client in stage.outsiders() {
        assert_eq!(client.chat_lines(&stage.table).await[0]["from"]["name"], "Ada Lovelace");
        assert_eq!(name_of_ada(&client.look(&stage.table).await).as_deref(), Some("Ada Lovelace"));
    }
}

#[tokio::test]
async fn a_name_changed_in_a_game_of_two_is_shown_at_once() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.guest().await, site.guest().await);
    let table = ada.open(json!({ "game": "y", "seat": 1 })).await;
    bob.act(&table, json!({ "do": "join" })).await.ok();
    ada.act(&table, json!({ "do": "start" })).await.ok();
    ada.post("/api/register", json!({ "name": "Ada", "password": "a long password" })).await.ok();
    assert_eq!(bob.look(&table).await["seats"][0]["sitter"]["player"]["name"], "Ada");
}

#[tokio::test]
async fn deleted_messages_are_retracted_from_their_readers() {
    let mut stage = Stage::new().await;
    let (ada, bob) = (stage.players[0].clone(), stage.players[1].clone());
    ada.say(&stage.table, "take the pawn on the left").await.ok();
    let mut opponent = bob.socket().await;
    opponent.watch(&stage.table).await;
    ada.send("DELETE", "/api/me", Some("application/json"), br#"{"words":true}"#).await.ok();
    opponent.next_of("withdrawn").await;
    stage.site.tick().await;
    for socket in &mut stage.sockets {
        let messages = socket.so_far().await;
        assert!(messages.iter().all(|message| message["type"] != "withdrawn"), "{messages:?}");
    }
}

#[tokio::test]
async fn a_player_hides_a_room_and_no_other_player_notices() {
    let mut stage = Stage::new().await;
    let (ada, bob) = (stage.players[0].clone(), stage.players[1].clone());
    let mut own = ada.socket().await;
    own.watch(&stage.table).await;
    let silence = |off: bool| json!({ "do": "silence", "room": "players", "off": off });
    for off in [true, true] {
        ada.act(&stage.table, silence(off)).await.ok();
    }
    bob.say(&stage.table, "you will lose").await.ok();
    assert!(ada.chat_lines(&stage.table).await.is_empty());
    let view = ada.look(&stage.table).await;
    assert_eq!(view["silenced"], json!(["players"]));
    let messages: Vec<Value> =
        own.so_far().await.into_iter().filter(|message| message["type"] == "event").collect();
    assert_eq!(messages.len(), 1, "told once, when it changed: {messages:?}");
    assert_eq!(
        (&messages[0]["event"]["type"], &messages[0]["event"]["n"]),
        (&json!("silenced"), &view["head"])
    );
    assert_eq!(bob.look(&stage.table).await["silenced"], json!([]));
    // It is kept over a restart, and on another node.
    let node = stage.site.node(stage.site.app().site.bus.clone()).await;
    assert!(ada.at(node.address()).chat_lines(&stage.table).await.is_empty());
    stage.site.restart().await;
    assert_eq!(ada.look(&stage.table).await["silenced"], json!(["players"]));
    ada.act(&stage.table, silence(false)).await.ok();
    assert_eq!(ada.chat_lines(&stage.table).await.len(), 1);
    stage.site.stop().await;
}
