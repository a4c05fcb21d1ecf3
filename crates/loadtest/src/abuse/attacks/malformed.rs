//! 24,000 malformed requests and messages: valid ones from the documents of the protocol, changed at random from a seed.
//!
//! Each has to be answered, or its connection closed, within half a minute, and none with a failure of the server.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use crate::abuse::message::{Example, Mutator, messages, requests};
use crate::abuse::tally::shortened;
use crate::abuse::wire::{RawSocket, TEXT, frame};
use anyhow::{Context, Result};
use futures_util::FutureExt;
use futures_util::future::{LocalBoxFuture, join_all};
use serde_json::json;
use std::cell::{Cell, RefCell};
use std::fmt::Write as _;
use std::time::Duration;
use taijitu_testkit::{Answer, Client};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};

/// How many.
const REQUESTS: usize = 24_000;
/// How many from one address: more would be refused before they are read.
const EACH: usize = 20;
/// Clients at a time.
const AT_ONCE: usize = 8;
/// How long an answer may take: longer than the longest wait for events.
const PATIENCE: Duration = Duration::from_secs(40);
/// How much of an answer is read.
const READ: u64 = 4096;

/// A question about a table that does not exist, and the id its answer has.
const LAST: &str =
    r#"{"type":"branch","table":"00000000000000000000000000","id":"the last one","touches":[]}"#;
const LAST_ID: &str = r#""id":"the last one""#;

/// The attack.
pub(super) struct MalformedAttack;

impl Attack for MalformedAttack {
    fn name(&self) -> &'static str {
        "malformed"
    }

    fn about(&self) -> &'static str {
        "24,000 malformed requests and socket messages, made from those in `docs/openapi.json` and `docs/PROTOCOL.md` by a seeded \
         generator; each has to be answered or its connection closed, none with a failure of the server"
    }

    fn is_counted(&self) -> bool {
        true
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

/// What all clients share.
struct MalformedSource {
    requests: Vec<Example>,
    messages: Vec<serde_json::Value>,
    table: String,
    mutator: RefCell<Mutator>,
}

async fn attack(field: &AttackField) -> Result<()> {
    let host = field.guest(field.stranger()).await?;
    let open = json!({"game": "yinsh", "hotseat": true, "start": true, "public": true});
    let source = MalformedSource {
        requests: requests(),
        messages: messages(),
        table: field.open(&host, &open).await?,
        mutator: RefCell::new(field.mutator()),
    };
    let left = Cell::new(field.requests(REQUESTS));
    join_all((0..AT_ONCE).map(|_| async {
        while left.get() > 0 {
            let batch = left.get().min(EACH);
            left.set(left.get() - batch);
            let stranger = field.stranger();
            // Every second batch comes from a client that is signed in.
            let guest = if stranger.is_multiple_of(2) { field.guest(stranger).await.ok() } else { None };
            // Messages that a closed socket does not take any more are made up for by requests.
            let messages = if stranger % 4 == 3 { batch } else { 0 };
            let sent = send_messages(field, &source, stranger, guest.as_ref(), messages).await;
            for _ in sent..batch {
                one_request(field, &source, stranger, guest.as_ref()).await;
            }
        }
    }))
    .await;
    Ok(())
}

/// Sends one malformed request and reads the beginning of its answer.
async fn one_request(field: &AttackField, source: &MalformedSource, stranger: usize, guest: Option<&Client>) {
    let request = source.request(field, stranger, guest);
    field.sent(1);
    match tokio::time::timeout(PATIENCE, exchange(field, stranger, &request)).await {
        Err(_) => field.fail(format!("no answer to {}", shortened(&String::from_utf8_lossy(&request)))),
        // A connection that is closed without an answer is an answer to what is no request.
        Ok(Err(_)) => field.closed(),
        Ok(Ok(answer)) => field.noted(&String::from_utf8_lossy(&request), &answer),
    }
}

impl MalformedSource {
    fn request(&self, field: &AttackField, stranger: usize, guest: Option<&Client>) -> Vec<u8> {
        let mut mutator = self.mutator.borrow_mut();
        let example = mutator.choose(&self.requests).clone();
        let path = mutator.path(&example.path, &self.table);
        let mut body = example.body.unwrap_or_default();
        let has_body = !body.is_null() || mutator.below(5) == 0;
        for _ in 0..=mutator.below(2) {
            mutator.value(&mut body);
        }
        let mut bytes = if has_body { body.to_string().into_bytes() } else { vec![] };
        if mutator.below(3) == 0 {
            mutator.bytes(&mut bytes);
        }
        let address = field.address();
        let mut head =
            format!("{} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n", example.method);
        head += &field.forwarded_line(stranger);
        if let Some(cookie) = guest.and_then(Client::cookie) {
            let _ = write!(head, "origin: http://{address}\r\ncookie: {cookie}\r\n");
        }
        let kind =
            *mutator.choose(&["application/json", "application/json", "application/json", "text/plain", ""]);
        let length = match mutator.below(20) {
            0 => bytes.len() + 1,
            1 => bytes.len().saturating_sub(1),
            _ => bytes.len(),
        };
        let _ = write!(head, "content-type: {kind}\r\ncontent-length: {length}\r\n\r\n");
        let mut request = [head.as_bytes(), &bytes].concat();
        if mutator.below(10) == 0 {
            mutator.bytes(&mut request);
        }
        request
    }
}

/// Sends bytes, says that nothing more comes, and reads the beginning of what is answered.
async fn exchange(field: &AttackField, stranger: usize, request: &[u8]) -> Result<Answer> {
    let mut stream = field.wire(stranger).await?;
    let (reader, mut writer) = stream.split();
    let write = async {
        // A server may answer before it has read everything.
        let _ = writer.write_all(request).await;
        let _ = writer.shutdown().await;
    };
    let read = async {
        let mut lines = BufReader::new(reader).take(READ);
        let mut head = String::new();
        lines.read_line(&mut head).await?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).context("no status")?;
        let mut body = vec![];
        lines.read_to_end(&mut body).await?;
        let blank = body.windows(4).position(|four| four == b"\r\n\r\n").map_or(body.len(), |at| at + 4);
        Ok(Answer { status, headers: vec![], body: body.split_off(blank) })
    };
    tokio::join!(write, read).1
}

/// Sends malformed messages by one socket, then a question that has to be answered unless the server has closed.
/// Returns how many were sent.
async fn send_messages(
    field: &AttackField,
    source: &MalformedSource,
    stranger: usize,
    guest: Option<&Client>,
    count: usize,
) -> usize {
    if count == 0 {
        return 0;
    }
    let sent = Cell::new(0);
    let sending = async {
        let mut socket = RawSocket::over(field.wire(stranger).await?, field, stranger, guest).await?;
        for _ in 0..count {
            let mut bytes = source.message();
            bytes.truncate(15_000);
            socket.send(&frame(true, TEXT, &bytes)).await?;
            field.sent(1);
            sent.set(sent.get() + 1);
        }
        socket.send(&frame(true, TEXT, LAST.as_bytes())).await?;
        socket.read_until(LAST_ID.as_bytes()).await
    };
    match tokio::time::timeout(PATIENCE, sending).await {
        Err(_) => field.fail("a socket answers nothing after malformed messages".into()),
        Ok(Ok(())) => (),
        Ok(Err(_)) => field.closed(),
    }
    sent.get()
}

impl MalformedSource {
    fn message(&self) -> Vec<u8> {
        let mut mutator = self.mutator.borrow_mut();
        let mut message = mutator.choose(&self.messages).clone();
        if message.get("table").is_some() {
            message["table"] = json!(self.table);
        }
        mutator.value(&mut message);
        let mut bytes = message.to_string().into_bytes();
        if mutator.below(3) == 0 {
            mutator.bytes(&mut bytes);
        }
        bytes
    }
}
