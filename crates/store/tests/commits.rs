//! Nothing is acknowledged before it is committed: a commit that fails, as on a full disk, is an error of every method that
//! writes.

use crate::help::{Site, account, event, message, player_id, row, table_id, token_id};
use std::path::Path;
use taijitu_store::{Append, Backend, PuzzleRow, SessionRow, StoreError, StoredSide, TokenRow};

on_both!(uncommitted_writes_are_not_acknowledged);

/// Tables whose commits fail, once [`fail_commits`] was called.
const TABLES: [&str; 8] =
    ["chat", "players", "sessions", "tokens", "events", "puzzles", "heartbeats", "reviews"];

/// Lets every statement that inserts into one of the tables succeed and its commit fail, as a full disk does.
async fn fail_commits(site: &Site) {
    if site.is_sqlite() {
        // A foreign key that is checked when the transaction ends.
        site.run(
            "CREATE TABLE nowhere (id integer PRIMARY KEY); CREATE TABLE doomed (id integer REFERENCES nowhere \
             DEFERRABLE INITIALLY DEFERRED)",
        )
        .await;
    } else {
        site.run(
            "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS \
             $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$",
        )
        .await;
    }
    for table in TABLES {
        site.run(&if site.is_sqlite() {
            format!(
                "CREATE TRIGGER fail_{table} AFTER INSERT ON {table} BEGIN INSERT INTO doomed VALUES (1); END"
            )
        } else {
            format!(
                "CREATE CONSTRAINT TRIGGER fail AFTER INSERT ON {table} DEFERRABLE INITIALLY DEFERRED \
                 FOR EACH ROW EXECUTE FUNCTION fail()"
            )
        })
        .await;
    }
}

async fn uncommitted_writes_are_not_acknowledged(site: Site) {
    let store = site.store().await;
    store.create_player(&account("ann", Some("Ann"))).await.unwrap();
    fail_commits(&site).await;
    let failed = |what: &str, error: StoreError| {
        assert!(matches!(error, StoreError::Database(_) | StoreError::Unknown(_)), "{what}: {error}");
    };
    failed("chat", store.say(&message("t", "ann", "1")).await.unwrap_err());
    assert_eq!(
        store.chat(table_id("t"), 0, 10).await.unwrap(),
        [],
        "nothing is there, and nothing was promised"
    );
    failed("players", store.create_player(&account("bob", Some("Bob"))).await.unwrap_err());
    assert_eq!(store.player(player_id("bob")).await.unwrap(), None);
    let session = SessionRow { hash: "h".into(), player: player_id("ann"), created: 1, seen: 1, expires: 9 };
    failed("sessions", store.create_session(&session).await.unwrap_err());
    let (hash, label) = ("h".into(), "bot".into());
    let token = TokenRow { hash, id: token_id("k"), player: player_id("ann"), label, created: 1, seen: 1 };
    failed("tokens", store.create_token(&token, 20).await.unwrap_err());
    failed("events", store.append(Append::new(1, vec![event("x")], row("t"))).await.unwrap_err());
    assert_eq!(store.events(table_id("t"), 0, 10).await.unwrap(), []);
    let puzzle = PuzzleRow {
        id: "p".into(),
        kind: "y".into(),
        number: 1,
        side: StoredSide::White,
        wins_in: 1,
        study: "s".into(),
        solution: "s".into(),
        game: None,
        made: 1,
        themes: None,
    };
    failed("puzzles", store.keep_puzzles(&[puzzle]).await.unwrap_err());
    failed("heartbeats", store.heartbeat("one", || 1, 2_000, 0).await.unwrap_err());
    failed("reviews", store.keep_review(crate::help::game_id("g"), "body", None, None).await.unwrap_err());
    assert!(store.puzzles(None).await.unwrap().is_empty());
    let on_commit =
        if store.kind() == Backend::Sqlite { "DROP TRIGGER fail_chat" } else { "DROP TRIGGER fail ON chat" };
    site.run(on_commit).await;
    assert_eq!(
        store.say(&message("t", "ann", "1")).await.unwrap().m,
        1,
        "and when there is room again it goes on"
    );
}

/// Rows that a statement returns arrive before its own commit: a caller who reads only some of them, outside an explicit
/// transaction, does not learn that the commit failed. So no function that writes fetches from the pool.
#[test]
fn nothing_that_writes_is_fetched_outside_a_transaction() {
    let writes =
        |text: &str| ["INSERT ", "UPDATE ", "DELETE ", "RETURNING"].iter().any(|word| text.contains(word));
    let fetches_from_pool = |text: &str| text.contains(".fetch") && text.contains("pool()");
    let mut functions = 0;
    for (file, text) in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        for function in functions_of(&text) {
            functions += 1;
            let wrong = writes(&function) && (fetches_from_pool(&function) || function.contains("acquire()"));
            assert!(!wrong, "{file} fetches what it writes without a transaction:\n{function}");
        }
    }
    assert!(functions > 200, "{functions} functions were found");
    let wrong = "async fn x(&self) {\n let sql = \"INSERT INTO t RETURNING m\";\n sqlx::query(sql).fetch_one(self.pool())\n}";
    let [wrong] = &functions_of(wrong)[..] else { panic!("one function") };
    assert!(writes(wrong) && fetches_from_pool(wrong));
}

fn sources(folder: &Path) -> Vec<(String, String)> {
    let mut found = vec![];
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else {
            found.push((path.display().to_string(), std::fs::read_to_string(&path).unwrap()));
        }
    }
    found
}

/// The functions of a source text, without comments: from one line with `fn` to the next.
fn functions_of(text: &str) -> Vec<String> {
    let mut functions: Vec<String> = vec![];
    for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
        let words = line.split_whitespace().take_while(|word| !word.starts_with('"'));
        if words.take(5).any(|word| word == "fn") {
            functions.push(String::new());
        }
        if let Some(function) = functions.last_mut() {
            function.push_str(line);
            function.push('\n');
        }
    }
    functions
}
