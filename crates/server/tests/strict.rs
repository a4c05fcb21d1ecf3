//! Unknown fields are refused: in every body, in every query, in every message of a socket.

use serde_json::{Value, json};
use taijitu_protocol::Code;
use taijitu_testkit::*;

const ODD: &str = "surprise";

/// The description of a schema, references followed.
fn resolve<'a>(api: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(path) => resolve(api, api.pointer(path.trim_start_matches('#')).unwrap()),
        None => schema,
    }
}

/// A body with a field that does not belong there.
fn with_odd_field(api: &Value, schema: &Value) -> Value {
    let schema = resolve(api, schema);
    if schema["type"] == "array" {
        return json!([{ ODD: 1 }]);
    }
    json!({ ODD: 1 })
}

#[tokio::test]
async fn no_body_and_no_query_takes_an_unknown_field() {
    let site = TestSite::with(|config| config.moderators_need_totp = false).await;
    let ada = site.account("Ada").await;
    let database = format!("sqlite:{}", site.folder().join("site.db").display());
    let admin = taijitu_server::admin::Admin::open(&database).await.unwrap();
    admin.set_moderator("Ada", true, "the host").await.unwrap();
    admin.done().await;
    site.tick().await;
    let api = ada.get("/api/openapi.json").await.ok();
    let (mut bodies, mut queries) = (0, 0);
    for (path, methods) in api["paths"].as_object().unwrap() {
        for (method, route) in methods.as_object().unwrap() {
            let filled = path.replace("{id}", "00000000000000000000000000").replace("{state}", "open");
            let schema = &route["requestBody"]["content"]["application/json"]["schema"];
            // Mail programs send arbitrary bodies with the request that ends mails.
            if method != "get" && path != "/api/mail/unsubscribe" {
                let body = with_odd_field(&api, schema);
                let body = body.to_string();
                let kind = Some("application/json");
                let answer = ada.send(&method.to_uppercase(), &filled, kind, body.as_bytes()).await;
                // What this player may not do at all is refused before the body is read.
                if matches!(answer.status, 401 | 403) {
                    continue;
                }
                answer.refused(Code::BadRequest);
                bodies += 1;
            }
            let is_query = |parameter: &&Value| parameter["in"] == "query";
            if method == "get" && route["parameters"].as_array().into_iter().flatten().any(|p| is_query(&p)) {
                let answer = ada.get(&format!("{filled}?{ODD}=1")).await;
                assert_eq!(answer.status, 400, "{path}: {}", answer.text());
                queries += 1;
            }
        }
    }
    assert!(bodies >= 32 && queries >= 12, "{bodies} bodies, {queries} queries");
}

/// The ways to say something, each complete.
fn commands() -> Vec<Value> {
    let plain =
        ["leave", "start", "resign", "draw", "takeback", "pause", "resume", "abort", "rematch", "close"];
    let mut commands: Vec<Value> = plain.iter().map(|word| json!({ "do": word })).collect();
    commands.extend([
        json!({ "do": "join", "seat": 1 }),
        json!({ "do": "engine", "seat": 1, "level": 1 }),
        json!({ "do": "free", "seat": 1 }),
        json!({ "do": "move", "from": 1, "to": 2 }),
        json!({ "do": "option", "name": "time", "value": "60" }),
        json!({ "do": "play", "game": 1, "turn": 1, "text": "c7" }),
        json!({ "do": "claim", "what": "win" }),
        json!({ "do": "accept", "offer": 1 }),
        json!({ "do": "refuse", "offer": 1 }),
        json!({ "do": "time", "seat": 1, "seconds": 15 }),
        json!({ "do": "silence", "room": "players", "off": true }),
    ]);
    commands
}

fn with(mut object: Value, field: &str, value: Value) -> Value {
    object[field] = value;
    object
}

#[tokio::test]
async fn no_command_and_no_message_takes_an_unknown_field() {
    let site = TestSite::start().await;
    let ada = site.guest().await;
    let table = ada.open(json!({ "game": "y" })).await;
    let mut socket = ada.socket().await;
    let do_with =
        |id: &str, command: Value| json!({ "type": "do", "table": table, "id": id, "command": command });
    for command in commands() {
        let odd = with(command.clone(), ODD, json!(1));
        ada.act(&table, odd.clone()).await.refused(Code::BadRequest);
        socket.send(do_with("odd", odd.clone())).await;
        let refused = socket.next_of("refused").await;
        assert_eq!(
            (&refused["id"], &refused["problem"]["code"]),
            (&json!("odd"), &json!("bad_request")),
            "{odd}"
        );
    }
    let messages = [
        json!({ "type": "watch", "table": table }),
        json!({ "type": "unwatch", "table": table }),
        do_with("m", json!({ "do": "draw" })),
        json!({ "type": "say", "table": table, "id": "m", "text": "x" }),
        json!({ "type": "branch", "table": table, "id": "m", "touches": [] }),
        json!({ "type": "why", "table": table, "id": "m", "touches": [], "touch": { "point": 1 } }),
        json!({ "type": "why", "table": table, "id": "m", "touches": [], "touch": { "point": 1, ODD: 1 } }),
        json!({ "type": "pong", "ping": 1 }),
    ];
    for message in messages {
        socket.send(with(message.clone(), ODD, json!(1))).await;
        assert_eq!(socket.next_of("refused").await["problem"]["code"], "bad_request", "{message}");
    }
    for time in [
        json!({ "kind": "none" }),
        json!({ "kind": "total", "seconds": 60 }),
        json!({ "kind": "days", "days": 1 }),
    ] {
        let open = json!({ "game": "y", "time": with(time, ODD, json!(1)) });
        ada.post("/api/tables", open.clone()).await.refused(Code::BadRequest);
        ada.post("/api/pairing", open).await.refused(Code::BadRequest);
    }
    assert_eq!(ada.look(&table).await["head"], 2, "nothing has happened");
}
