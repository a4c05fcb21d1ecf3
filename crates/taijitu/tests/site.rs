//! A site as its host sees it: its page, starting, stopping, typos, backups, administration, the example bot.

use crate::PROGRAM;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::time::Duration;
use taijitu_protocol::{Code, Event, FromClient, FromServer, Goodbye};
use taijitu_testkit::{Client, Socket, until};
use tempfile::TempDir;

/// What nothing here takes longer than, on a busy machine too.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long a running server may take to notice what another process committed: two seconds, and some for a machine that
/// is busy with other things.
const NOTICED: Duration = Duration::from_secs(30);

/// The program, with nothing of this machine's settings.
pub(crate) fn taijitu(arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    for (name, _) in
        std::env::vars().filter(|(name, _)| name.starts_with("TAIJITU_") || name.starts_with("LC_"))
    {
        command.env_remove(name);
    }
    command.args(arguments).env("LANG", "C").env("TAIJITU_LOG", "warn").stdin(Stdio::null());
    command
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// What a command says about wrong input: on standard error, exit code 2, nothing on standard output.
pub(crate) fn refuses(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{command:?}: {}", stderr(&output));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{command:?}");
    stderr(&output)
}

/// What a command prints when all is well.
pub(crate) fn prints(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", stderr(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// A running server.
pub(crate) struct Site {
    pub(crate) child: Child,
    output: BufReader<ChildStdout>,
    /// Its first line.
    greeting: String,
}

impl Site {
    /// A server on a folder, at a free port.
    pub(crate) fn on(folder: &Path) -> Self {
        let data = folder.to_str().unwrap();
        let cheap = ["--rate-factor", "100", "--engine-threads", "1"];
        Self::start(taijitu(&["serve", "--listen", "127.0.0.1:0", "--data", data]).args(cheap))
    }

    pub(crate) fn start(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut greeting = String::new();
        output.read_line(&mut greeting).unwrap();
        assert!(greeting.starts_with("☯ Taijitu"), "{command:?} says {greeting:?}");
        Self { child, output, greeting }
    }

    /// Where it listens, by its own word.
    pub(crate) fn address(&self) -> SocketAddr {
        let port = self.greeting.trim().rsplit(':').next().unwrap();
        SocketAddr::from(([127, 0, 0, 1], port.parse().unwrap()))
    }

    pub(crate) fn signal(&self, name: &str) {
        let line = format!("kill -{name} {}", self.child.id());
        assert!(Command::new("sh").args(["-c", &line]).status().unwrap().success());
    }

    /// Waits until it has ended by itself; what else it printed.
    pub(crate) async fn ended(mut self) -> String {
        let ended = async {
            while self.child.try_wait().unwrap().is_none() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(PATIENCE, ended).await.expect("it stops within a few seconds");
        assert!(self.child.wait().unwrap().success());
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        rest
    }

    async fn account(&self, name: &str) -> Client {
        let browser = Client::new(self.address());
        let credentials = json!({ "name": name, "password": format!("password of {name}") });
        browser.post("/api/register", &credentials).await.ok();
        browser
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        // A test that failed leaves nobody behind; one that has ended cannot be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// `taijitu serve | head -1`: the server continues when its output is not read.
#[tokio::test]
async fn a_server_outlives_the_reader_of_its_output() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut child = taijitu(&["serve", "--listen", &port.to_string(), "--data", data])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let answers = async {
        while tokio::net::TcpStream::connect(port).await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
        Client::new(port).get("/api/games").await.ok()
    };
    let games = tokio::time::timeout(PATIENCE, answers).await;
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(games.is_ok());
}

async fn post(browser: &Client, path: &str, body: &Value) -> Value {
    browser.post(path, body).await.ok()
}

/// A game of Y against the engine, opened by a browser; its table.
async fn open(browser: &Client) -> String {
    let table = json!({ "game": "y", "seat": 1, "engines": [1], "start": true, "public": true });
    post(browser, "/api/tables", &table).await["table"].as_str().unwrap().to_owned()
}

#[test]
fn typos_are_answered_with_what_is_right() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let serve = |arguments: &[&str]| refuses(taijitu(&["serve", "--data", data]).args(arguments));
    assert!(serve(&["--listen", "8080"]).contains("write it as 127.0.0.1:8080"));
    assert!(serve(&["--listen", "localhost:http"]).contains("--listen"));
    assert!(serve(&["--public-url", "club.example"]).contains("write it as https://name"));
    assert!(serve(&["--public-url", "https://club.example/games"]).contains("without a path"));
    assert!(serve(&["--rate-factor", "0"]).contains("1..=10000"));
    assert!(serve(&["--engine-threads", "many"]).contains("--engine-threads"));
    assert!(serve(&["--lam"]).contains("--lan"), "the flag that was meant");
    assert!(refuses(taijitu(&["serve"]).env("TAIJITU_LISTEN", "everywhere")).contains("everywhere"));
    assert!(refuses(taijitu(&["serve"]).env("TAIJITU_LAN", "perhaps")).contains("--lan"));
    assert!(refuses(taijitu(&["serve"]).env("TAIJITU_DATA", "")).contains("--data is empty"));
}

#[test]
fn a_port_that_is_taken_and_a_folder_that_cannot_be_written_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let text = refuses(&mut taijitu(&["serve", "--data", data, "--listen", &address]));
    assert!(text.contains("cannot listen on") && text.contains(&address), "{text}");

    // Root may write anywhere, but not below a file.
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let below = file.join("data").to_str().unwrap().to_owned();
    let text = refuses(&mut taijitu(&["serve", "--data", &below, "--listen", "127.0.0.1:0"]));
    assert_eq!(text.matches(&below).count(), 1, "{text}");
    let file = file.to_str().unwrap();
    let text = refuses(&mut taijitu(&["serve", "--data", file, "--listen", "127.0.0.1:0"]));
    assert!(text.contains("is a file: name its folder"), "{text}");
}

#[test]
fn no_empty_database_is_made_by_a_typo() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("misspelt").to_str().unwrap().to_owned();
    let copy = folder.path().join("copy.db").to_str().unwrap().to_owned();
    for arguments in [&["backup", &copy][..], &["admin", "tables"], &["admin", "players", "ada"]] {
        let text = refuses(taijitu(arguments).args(["--data", &missing]));
        assert!(text.contains("there is no database at") && text.contains("misspelt"), "{text}");
    }
    assert!(!Path::new(&missing).exists() && !Path::new(&copy).exists());
}

#[tokio::test]
async fn a_backup_of_a_running_server_is_a_whole_site() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (folder.path().join("first"), folder.path().join("second"));
    let copy = folder.path().join("copy.db");
    let site = Site::on(&first);
    let ada = site.account("Ada").await;
    let table = post(&ada, "/api/tables", &json!({ "game": "y", "hotseat": true, "start": true })).await;
    let table = table["table"].as_str().unwrap().to_owned();
    let turn = json!({ "do": "play", "game": 1, "turn": 1, "text": "c7" });
    post(&ada, &format!("/api/tables/{table}/do"), &turn).await;

    let backup = ["backup", copy.to_str().unwrap(), "--data", first.to_str().unwrap()];
    assert!(prints(&mut taijitu(&backup)).contains("copy.db"));
    assert!(refuses(&mut taijitu(&backup)).contains("exists"), "a backup is never overwritten");
    // What happens afterwards is not in it.
    post(&ada, &format!("/api/tables/{table}/do"), &json!({ "do": "resign" })).await;

    std::fs::create_dir(&second).unwrap();
    std::fs::rename(&copy, second.join("taijitu.db")).unwrap();
    let restored = Site::on(&second);
    let ada = Client::new(restored.address());
    post(&ada, "/api/login", &json!({ "name": "ada", "password": "password of Ada" })).await;
    let view = ada.get(&format!("/api/tables/{table}")).await.ok();
    assert_eq!((&view["state"], &view["game"]["turns"]), (&json!("running"), &json!(["c7"])));
}

/// A folder, the server on it, and a way to administer it.
struct Administered {
    folder: TempDir,
    site: Site,
}

impl Administered {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let site = Site::on(folder.path());
        Self { folder, site }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = taijitu(&["admin"]);
        command.args(arguments).args(["--data", self.folder.path().to_str().unwrap()]);
        command
    }

    fn admin(&self, arguments: &[&str]) -> String {
        prints(&mut self.command(arguments))
    }

    fn refuses(&self, arguments: &[&str]) -> String {
        refuses(&mut self.command(arguments))
    }
}

#[tokio::test]
async fn the_tables_and_players_of_a_running_server_are_listed() {
    let house = Administered::start();
    assert_eq!(house.admin(&["tables"]), "");
    let nothing = house.command(&["reports"]).output().unwrap();
    assert_eq!((stderr(&nothing).as_str(), nothing.status.success()), ("there are none\n", true));
    let ada = house.site.account("Ada").await;
    let table = open(&ada).await;
    let link_only = post(&ada, "/api/tables", &json!({ "game": "zen" })).await["table"].to_string();
    let running = house.admin(&["tables", "--state", "running"]);
    assert!(running.starts_with(&table) && running.lines().count() == 1, "{running}");
    assert!(
        ["running", " y ", "public", "Ada, engine:1"].iter().all(|word| running.contains(word)),
        "{running}"
    );
    let all = house.admin(&["tables"]);
    assert!(all.lines().count() == 2 && all.contains(link_only.trim_matches('"')) && all.contains("by link"));
    let players = house.admin(&["players"]);
    assert!(players.contains("account") && players.trim_end().ends_with("Ada"), "{players}");
    assert_eq!(house.admin(&["players", "ad"]), players);
    assert_eq!(house.admin(&["players", "%"]), "");
    assert!(house.refuses(&["tables", "--state", "runing"]).contains("running"));
}

#[tokio::test]
async fn a_muted_player_may_not_write_until_unmuted() {
    let house = Administered::start();
    let ada = house.site.account("Ada").await;
    let chat = format!("/api/tables/{}/chat", open(&ada).await);
    assert_eq!(house.admin(&["mute", "ada", "10"]), "Ada may not write for 10 min\n");
    let refused = ada.post(&chat, &json!({ "text": "hello" })).await;
    assert_eq!((refused.status, refused.code()), (403, Code::Muted));
    assert!(house.admin(&["players"]).contains("Ada  muted for"));
    assert_eq!(house.admin(&["unmute", "Ada"]), "Ada may write\n");
    post(&ada, &chat, &json!({ "text": "hello" })).await;

    assert!(house.refuses(&["mute", "Adda", "10"]).contains("there is no player `Adda`"));
    assert!(house.refuses(&["unmute", "nobody"]).contains("`taijitu admin players` lists them"));
    for minutes in ["0", "-5", "soon", "99999999"] {
        assert!(house.refuses(&["mute", "Ada", minutes]).contains("<MINUTES>"), "{minutes}");
    }
}

#[tokio::test]
async fn a_host_moderates_on_the_command_line() {
    let house = Administered::start();
    let (ada, bob) = (house.site.account("Ada").await, house.site.account("Bob").await);
    let table = open(&ada).await;
    let posted = post(&bob, &format!("/api/tables/{table}/chat"), &json!({ "text": "you fool" })).await;
    let message = posted["id"].as_str().unwrap();
    let subject = json!({ "what": "message", "table": table, "message": message });
    post(&ada, "/api/reports", &json!({ "subject": subject, "reason": "insult", "note": "look" })).await;

    assert_eq!(house.admin(&["moderator", "ada"]), "Ada is a moderator\n");
    assert_eq!(house.admin(&["moderator"]), "Ada\n");
    assert_eq!(house.admin(&["moderator", "ada", "--remove"]), "Ada is not a moderator any more\n");
    let reports = house.admin(&["reports"]);
    assert!(reports.contains("you fool") && reports.contains("insult  Ada: look"), "{reports}");
    assert!(house.admin(&["chat", &table]).contains(message));
    let deleted = house.admin(&["delete-message", &table, message, "--reason", "rude"]);
    assert_eq!(deleted, format!("{message} is deleted\n"));
    assert!(house.refuses(&["delete-message", &table, message]).contains("taijitu admin chat"));
    let report = reports.split_whitespace().next().unwrap();
    assert_eq!(house.admin(&["resolve", report]), format!("{report} is resolved\n"));
    assert!(house.refuses(&["dismiss", report]).contains("there is no open report"));
    assert_eq!(house.admin(&["reports"]), "");
    assert!(house.admin(&["reports", "--closed"]).contains(report));

    assert!(house.admin(&["ban", "bob", "60"]).starts_with("Bob is banned until "));
    let banned = async {
        while bob.get("/api/me").await.status != 403 {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(NOTICED, banned).await.expect("the running server notices");
    assert_eq!(bob.get("/api/me").await.code(), Code::Banned);
    assert!(house.admin(&["bans"]).contains("Bob"));
    assert_eq!(house.admin(&["unban", "Bob"]), "Bob is not banned any more\n");
    assert!(house.refuses(&["unban", "Bob"]).contains("taijitu admin bans"));
    assert!(house.refuses(&["ban", "203.0.0.0/8", "60"]).contains("at most as wide as /16"));
    assert!(house.refuses(&["ban", "203.0.113.0/24"]).contains("minutes"));
    assert!(house.admin(&["ban", "203.0.113.7/24", "60"]).starts_with("203.0.113.0/24 is banned until "));
    assert_eq!(house.admin(&["unban", "203.0.113.0/24"]), "203.0.113.0/24 is not banned any more\n");
    assert_eq!(house.admin(&["rename", "bob", "Robert"]), "Bob is now called Robert\n");
    assert!(house.refuses(&["rename", "robert", "ada"]).contains("taken"));
    assert_eq!(house.admin(&["revoke", "Robert"]), "Robert is signed out everywhere\n");

    let audit = house.admin(&["audit"]);
    assert!(
        audit.ends_with("the log is complete\n")
            && audit.contains("delete-message")
            && audit.contains("(rude)")
    );
    assert!(house.admin(&["audit", "--last", "1"]).lines().count() == 2);
    assert!(
        house.refuses(&["moderater", "ada"]).contains("moderator"),
        "a typo is answered with the right word"
    );
    assert!(house.refuses(&["ban", "Adda"]).contains("there is no player `Adda`"));
}

#[tokio::test]
async fn a_closed_table_is_closed_on_the_running_server() {
    let house = Administered::start();
    let ada = house.site.account("Ada").await;
    let table = open(&ada).await;
    let mut socket = Socket::connect(&ada).await.unwrap();
    let watch = FromClient::Watch { table: table.parse().unwrap(), since: None, chat: None, scenes: false };
    socket.try_send(&watch).await.unwrap();
    // Another player uses HTTP and has no socket there.
    let bob = house.site.account("Bob").await;
    let other = open(&bob).await;

    assert_eq!(house.admin(&["close", &table]), format!("{table} is closed\n"));
    let link = format!("https://club.example/table/{other}");
    house.admin(&["close", &link]);
    let closed = async {
        loop {
            let message = socket.try_next().await.unwrap();
            if matches!(message, FromServer::Event { event, .. } if event.event == Event::Closed) {
                break;
            }
        }
    };
    tokio::time::timeout(NOTICED, closed).await.expect("the socket is told");
    let is_closed = async {
        loop {
            let answer = bob.get(&format!("/api/tables/{other}")).await;
            if answer.status == 409 || answer.json()["state"] == "closed" {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(NOTICED, is_closed).await.expect("the table is shown as closed");

    assert!(house.refuses(&["close", &table]).contains("closed"));
    let nowhere = "0".repeat(26);
    for typo in ["", "yinsh", &table[1..], &nowhere] {
        assert!(house.refuses(&["close", typo]).contains("there is no table"), "{typo:?}");
    }
}

#[tokio::test]
async fn a_new_password_is_printed_once_and_ends_the_sessions() {
    let house = Administered::start();
    let ada = house.site.account("Ada").await;
    let token = ada.post("/api/tokens", &json!({ "label": "bot" })).await.ok()["token"].clone();
    let program = ada.with_token(token.as_str().unwrap());
    let reply = house.admin(&["reset-password", "ada"]);
    let password = reply.trim().strip_prefix("Ada: ").expect("the name, then the password");
    assert_eq!(password.len(), 24, "{reply}");
    assert_ne!(house.admin(&["reset-password", "ada"]), reply);
    let password = house.admin(&["reset-password", "ada"]).trim().strip_prefix("Ada: ").unwrap().to_owned();

    let elsewhere = Client::new(house.site.address());
    let old = json!({ "name": "Ada", "password": "password of Ada" });
    assert_eq!(elsewhere.post("/api/login", &old).await.code(), Code::WrongPassword);
    post(&elsewhere, "/api/login", &json!({ "name": "Ada", "password": password })).await;
    // A server caches a session for ten seconds.
    let signed_out = async {
        for client in [&ada, &program] {
            while client.get("/api/me").await.status != 401 {
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
        }
    };
    tokio::time::timeout(PATIENCE, signed_out).await.expect("the old session has ended");

    let guest = Client::guest(house.site.address()).await.unwrap().get("/api/me").await;
    let guest = guest.json()["name"].as_str().unwrap().to_owned();
    assert!(house.refuses(&["reset-password", &guest]).contains("is a guest and has no password"));
    assert!(house.refuses(&["reset-password", "Adda"]).contains("there is no player"));
}

#[tokio::test]
async fn a_stopping_server_says_goodbye() {
    for signal in ["TERM", "INT"] {
        let folder = tempfile::tempdir().unwrap();
        let site = Site::on(folder.path());
        let guest = Client::guest(site.address()).await.unwrap();
        let mut socket = Socket::connect(&guest).await.unwrap();
        assert!(matches!(socket.try_next().await.unwrap(), FromServer::Hello { .. }));
        site.signal(signal);
        let goodbye = tokio::time::timeout(PATIENCE, socket.try_next()).await.unwrap().unwrap();
        assert!(
            matches!(&goodbye, FromServer::Goodbye { reason: Goodbye::Restart, retry, .. } if *retry > 0),
            "{goodbye:?}"
        );
        assert!(site.ended().await.contains("closing"));
    }
}

#[tokio::test]
async fn environment_variables_work_like_flags() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("from-environment");
    let mut command = taijitu(&[]);
    command.env("TAIJITU_DATA", &data).env("TAIJITU_LISTEN", "127.0.0.1:0").env("TAIJITU_RATE_FACTOR", "3");
    command.env("TAIJITU_ENGINE_THREADS", "1").env("TAIJITU_TRUST_PROXY", "yes").env("TAIJITU_LOG_JSON", "0");
    let site = Site::start(&mut command);
    Client::guest(site.address()).await.unwrap();
    assert!(data.join("taijitu.db").exists(), "without a command it serves, and the environment says where");
    assert!(prints(taijitu(&["admin", "players"]).env("TAIJITU_DATA", &data)).contains("guest"));

    let mut command =
        taijitu(&["serve", "--listen", "127.0.0.1:0", "--data", folder.path().to_str().unwrap()]);
    let public = Site::start(command.env("TAIJITU_PUBLIC_URL", "https://club.example/"));
    assert!(public.greeting.contains("https://club.example\n"), "{}", public.greeting);
}

#[tokio::test]
async fn phones_in_the_room_get_an_address_and_a_qr_code() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let site = Site::start(&mut taijitu(&["serve", "--lan", "--listen", "0.0.0.0:0", "--data", data]));
    site.signal("TERM");
    let printed = site.ended().await;
    let line = printed.lines().find_map(|line| line.strip_prefix("phones in this room: http://")).unwrap();
    assert!(line.parse::<SocketAddr>().is_ok_and(|address| address.port() != 0), "{printed}");
    let code = printed.lines().filter(|line| line.chars().any(|c| "█▀▄".contains(c))).count();
    assert!(code > 10, "{printed}");
}

/// Python 3 is on every Debian, and the bot is an example of ours like any other: without Python this fails.
#[tokio::test]
async fn the_example_bot_plays_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::on(folder.path());
    let hal = site.account("Hal").await;
    let token = post(&hal, "/api/tokens", &json!({ "label": "bot" })).await;
    let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bot.py");
    let run = |token: &str, arguments: &[&str]| {
        let mut python = Command::new("python3");
        python.arg(&bot).args(arguments).env("TAIJITU_TOKEN", token);
        python.env("TAIJITU_SERVER", format!("http://{}", site.address()));
        python.output().expect("python3 starts: install python3 to run the example")
    };
    let token = token["token"].as_str().unwrap();
    let played = run(token, &["y", "1"]);
    let text = String::from_utf8_lossy(&played.stdout);
    assert!(text.contains(" turns: ") && text.contains("three sides"), "{text}{}", stderr(&played));
    assert!(stderr(&run(token, &["chess"])).contains("refused: {\"code\":"));
    assert!(stderr(&run("wrong", &["y", "1"])).contains("not_signed_in"));
    assert!(stderr(&run(token, &[])).contains("against the engine"));
}

#[tokio::test]
async fn two_example_bots_play_a_tournament() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::on(folder.path());
    let (hal, eve) = (site.account("Hal").await, site.account("Eve").await);
    let made = post(
        &hal,
        "/api/tournaments",
        &json!({ "name": "Bots", "kind": { "kind": "swiss", "rounds": 2 }, "game": "y",
            "options": { "board": "triangle-5" }, "next_round": { "after": 0 }, "bots": true }),
    )
    .await;
    let id = made["tournament"].as_str().unwrap();
    let mut running = vec![];
    for owner in [&hal, &eve] {
        let token = post(owner, "/api/tokens", &json!({ "label": "bot" })).await;
        let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bot.py");
        let mut python = Command::new("python3");
        python.arg(&bot).args(["--arena", id]).env("TAIJITU_TOKEN", token["token"].as_str().unwrap());
        python.env("TAIJITU_SERVER", format!("http://{}", site.address()));
        running.push(python.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("python3 starts"));
    }
    until("both have entered", async || {
        let view = hal.get(&format!("/api/tournaments/{id}")).await.ok();
        (view["taking_part"] == 2).then_some(())
    })
    .await;
    post(&hal, &format!("/api/tournaments/{id}/do"), &json!({ "do": "start" })).await;
    for bot in running {
        let played = bot.wait_with_output().unwrap();
        let text = String::from_utf8_lossy(&played.stdout);
        assert!(text.contains("2 games, rank "), "{text}{}", stderr(&played));
    }
}

/// One request by hand: the head of the answer, in lower case, and the body.
fn ask(address: SocketAddr, request: &str) -> (String, Vec<u8>) {
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!("{request}\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    let mut bytes = vec![];
    stream.read_to_end(&mut bytes).unwrap();
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap() + 4;
    (String::from_utf8_lossy(&bytes[..end]).to_lowercase(), bytes[end..].to_vec())
}

#[test]
fn the_program_has_its_page_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::on(folder.path());
    let get = |path: &str, headers: &str| ask(site.address(), &format!("GET {path} HTTP/1.1{headers}"));
    let (head, page) = get("/fr", "");
    let page = String::from_utf8(page).unwrap();
    assert!(head.starts_with("http/1.1 200 ") && head.contains("content-type: text/html"), "{head}");
    let unsafe_words = head.matches("unsafe").count();
    assert!(head.contains("script-src 'self' 'wasm-unsafe-eval';") && unsafe_words == 1, "{head}");
    assert!(page.contains("<html lang=\"fr\"") && page.contains("<title>"), "{page}");
    assert!(String::from_utf8(get("/en", "").1).unwrap().contains("<html lang=\"en\""));

    // Whatever the page loads from this site is there, is what it says, and comes compressed.
    let wanted = page.split(['"', '\'']).filter(|word| word.starts_with('/') && word.contains('.'));
    for path in wanted.clone() {
        let (head, body) = get(path, "\r\naccept-encoding: gzip, br");
        assert!(head.starts_with("http/1.1 200 ") && !head.contains("text/html"), "{path}: {head}");
        assert!(!body.is_empty(), "{path}");
        let hashed = path.starts_with("/assets/");
        assert_eq!(head.contains("immutable"), hashed, "{path}: {head}");
        // A script of a few bytes does not get smaller by compressing it.
        let is_script = hashed && path.ends_with(".js") && body.len() > 256;
        assert!(!is_script || head.contains("content-encoding: br"), "{path}: {head}");
        let (again, _) =
            get(path, &format!("\r\naccept-encoding: gzip, br\r\nif-none-match: {}", tag(&head)));
        assert!(again.starts_with("http/1.1 304 "), "{path}: {again}");
    }
    assert!(wanted.count() > 0, "{page}");

    let browser = "\r\naccept: text/html";
    assert!(get("/nowhere", browser).0.starts_with("http/1.1 404 "));
    assert!(get("/nowhere", "").0.contains("application/json"));
    assert!(get("/api/nowhere", browser).0.contains("application/json"));
    let (head, body) = ask(site.address(), "HEAD / HTTP/1.1");
    assert!(
        head.starts_with("http/1.1 200 ") && head.contains("content-length: ") && body.is_empty(),
        "{head}"
    );
}

/// The tag in a head. Ours have no letters but those of numbers, so that lower case does not change them.
fn tag(head: &str) -> &str {
    head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap_or_else(|| panic!("no tag: {head}"))
}
