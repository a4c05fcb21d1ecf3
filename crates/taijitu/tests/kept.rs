//! What is written is kept, and kept from others: a full disk, two servers on one folder, permissions, a room full of people.

use crate::site::{Site, prints, refuses, taijitu};
use serde_json::json;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use taijitu_store::{Store, StoreSettings};
use taijitu_testkit::{Client, until};
use tokio::task::JoinSet;

/// Sets how large a file of a server may become; none is as large as it likes. To the server its disk is full.
fn limit_files(site: &Site, bytes: Option<u64>) {
    let size = bytes.map_or_else(|| "unlimited".into(), |bytes| bytes.to_string());
    let arguments = ["--pid", &site.child.id().to_string(), &format!("--fsize={size}:")];
    assert!(Command::new("prlimit").args(arguments).status().unwrap().success());
}

async fn readiness(browser: &Client) -> (u16, String) {
    let answer = browser.get("/readyz").await;
    (answer.status, answer.text())
}

/// Chat was acknowledged before its commit, and 47 of 47 messages were lost.
#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_writes_on_a_full_disk_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::on(folder.path());
    let ada = Client::guest(site.address()).await.unwrap();
    let door = ada.post("/api/tables", &json!({ "game": "y" })).await.ok();
    let table = door["table"].as_str().unwrap().to_owned();
    let path = format!("/api/tables/{table}/chat");
    let mut acknowledged = vec![];
    let mut say = async |text: String| {
        let answer = ada.post(&path, &json!({ "text": text })).await;
        if answer.status == 200 {
            acknowledged.push(text);
        } else {
            assert_eq!(answer.refusal().as_deref(), Some("unavailable"), "{}", answer.text());
        }
        answer.status
    };
    for n in 0..5 {
        assert_eq!(say(format!("before {n}")).await, 200);
    }
    assert_eq!(readiness(&ada).await, (200, "ready\n".into()));
    limit_files(&site, Some(4096));
    let mut refused = 0;
    for n in 0..47 {
        refused += usize::from(say(format!("during {n}")).await != 200);
    }
    assert!(refused > 40, "{refused} were refused");
    until("/readyz to tell", async || (readiness(&ada).await.0 == 503).then_some(())).await;
    limit_files(&site, None);
    until("the server to be ready again", async || (readiness(&ada).await.0 == 200).then_some(())).await;
    for n in 0..5 {
        assert_eq!(say(format!("after {n}")).await, 200);
    }
    // Killed: what was only in memory is gone.
    drop(site);
    let database = format!("sqlite:{}", folder.path().join("taijitu.db").display());
    let store = Store::open(&database, StoreSettings::default()).await.unwrap();
    let chat = store.chat(table.parse().unwrap(), 0, 1000).await.unwrap();
    let stored: Vec<String> = chat.into_iter().map(|row| row.message.text).collect();
    assert_eq!(stored, acknowledged);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_server_on_a_folder_says_so_and_stops() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let serve = |more: &[&str]| {
        let mut command = taijitu(&["serve", "--listen", "127.0.0.1:0", "--data", data]);
        command.args(more);
        command
    };
    let first = Site::start(&mut serve(&[]));
    for more in [&[][..], &["--share-data"][..]] {
        let output = refuses(&mut serve(more));
        let names = ["another server uses", data, "--share-data"];
        assert!(names.iter().all(|name| output.contains(name)), "{output}");
    }
    // Commands beside a running server work as before.
    prints(&mut taijitu(&["admin", "tables", "--data", data]));
    let copy = folder.path().join("copy.db");
    prints(&mut taijitu(&["backup", copy.to_str().unwrap(), "--data", data]));
    first.signal("KILL");
    drop(first);
    let shared = [Site::start(&mut serve(&["--share-data"])), Site::start(&mut serve(&["--share-data"]))];
    assert!(refuses(&mut serve(&[])).contains("another server uses"));
    drop(shared);
    let last = Site::start(&mut serve(&[]));
    last.signal("TERM");
    last.ended().await;
}

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// Whatever the umask lets others do.
#[tokio::test(flavor = "multi_thread")]
async fn a_new_site_is_announced_and_made_for_its_owner_only() {
    let folder = tempfile::tempdir().unwrap();
    let new = folder.path().join("new");
    let data = new.to_str().unwrap();
    let open_to_all = |arguments: &[&str]| {
        let mut command = Command::new("sh");
        command.args(["-c", "umask 000; exec \"$0\" \"$@\"", crate::PROGRAM]).args(arguments);
        command.env("LANG", "C").env("TAIJITU_LOG", "info");
        command
    };
    let serve = ["serve", "--listen", "127.0.0.1:0", "--data", data];
    let site = Site::start(&mut open_to_all(&serve));
    Client::guest(site.address()).await.unwrap();
    let copy = new.join("copy.db");
    prints(&mut open_to_all(&["backup", copy.to_str().unwrap(), "--data", data]));
    assert_eq!(mode(&new), 0o700);
    for file in std::fs::read_dir(&new).unwrap() {
        let path = file.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
    site.signal("TERM");
    assert!(site.ended().await.contains("a new site"), "the first start says so");
    let again = Site::start(&mut open_to_all(&serve));
    again.signal("TERM");
    assert!(!again.ended().await.contains("a new site"), "the second does not");
}

/// From one address, with the limits and the cost of passwords as they are shipped.
#[tokio::test(flavor = "multi_thread")]
async fn forty_people_in_one_room_sign_up_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let room = ["serve", "--lan", "--trust-proxy", "--listen", "127.0.0.1:0", "--data", data];
    let site = Site::start(&mut taijitu(&room));
    let address = site.address();
    let mut people = JoinSet::new();
    let names =
        (b'A'..=b'H').flat_map(|one| (b'a'..=b'e').map(move |two| (char::from(one), char::from(two))));
    for (one, two) in names {
        people.spawn(async move {
            let phone = Client::new(address).with_header("x-forwarded-for", "192.168.1.20");
            phone.post("/api/guest", &json!({})).await.ok();
            let wanted = json!({ "name": format!("Pupil {one}{two}"), "password": format!("the phrase of {one}{two}") });
            let answer = phone.post("/api/register", &wanted).await;
            (answer.status, answer.text())
        });
    }
    let answers = people.join_all().await;
    assert_eq!(answers.len(), 40);
    for (status, text) in answers {
        assert_eq!(status, 200, "{text}");
    }
}
