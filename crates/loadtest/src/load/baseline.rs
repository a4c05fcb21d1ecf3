//! The limits of the machine, measured in the same run: syncs of the disk, single commits, echoes.

use crate::clock::now;
use anyhow::Result;
use futures_util::{SinkExt, StreamExt};
use std::io::Write;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use taijitu_protocol::{PlayerId, TableId};
use taijitu_store::{Append, NewEvent, Store, StoreSettings, TableRow, TableState};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// How often a second a small write can be synced to the disk.
///
/// # Errors
/// If the file cannot be written.
pub fn syncs(folder: &Path, time: Duration) -> Result<f64> {
    let path = folder.join("syncs");
    let mut file = std::fs::File::create(&path)?;
    let (began, mut count) = (now(), 0u32);
    while began.elapsed() < time {
        file.write_all(&[7; 4096])?;
        file.sync_data()?;
        count += 1;
    }
    std::fs::remove_file(path)?;
    Ok(f64::from(count) / began.elapsed().as_secs_f64())
}

/// How often a second one event can be committed to SQLite if each waits for the one before.
///
/// # Errors
/// If the database fails.
pub async fn single_commits(folder: &Path, time: Duration) -> Result<f64> {
    let store =
        Store::open(&format!("sqlite:{}", folder.join("single.db").display()), StoreSettings::default())
            .await?;
    let row = TableRow {
        id: TableId(1),
        kind: "yinsh".into(),
        public: true,
        state: TableState::Running,
        host: PlayerId(1),
        created: 0,
        updated: 0,
        head: 0,
        deadline: None,
        summary: "x".repeat(300),
        acts: 0,
        turns: 0,
    };
    let (began, mut n) = (now(), 0);
    while began.elapsed() < time {
        n += 1;
        let event = NewEvent { at: n, body: "x".repeat(120) };
        store.append(Append::new(n, vec![event], row.clone())).await?;
    }
    store.close().await;
    Ok(n as f64 / began.elapsed().as_secs_f64())
}

/// A bare WebSocket echo server. Runs until it is killed; prints its address.
///
/// # Errors
/// If the server of the baseline cannot listen.
pub async fn echo_server() -> Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        tokio::spawn(async move {
            let config = WebSocketConfig::default().read_buffer_size(2048).write_buffer_size(0);
            let Ok(mut socket) = tokio_tungstenite::accept_async_with_config(stream, Some(config)).await
            else {
                return;
            };
            while let Some(Ok(message)) = socket.next().await {
                if message.is_text() && socket.send(message).await.is_err() {
                    break;
                }
            }
        });
    }
}

/// Echoes a second with a number of sockets, each waiting for one before it sends the next.
///
/// # Errors
/// If a connection is lost.
pub async fn echoes(address: SocketAddr, sockets: usize, time: Duration) -> Result<f64> {
    let count = Arc::new(AtomicU64::new(0));
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..sockets {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (mut socket, _) = tokio_tungstenite::client_async(format!("ws://{address}/"), stream).await?;
        let count = count.clone();
        tasks.spawn(async move {
            // About as long as a turn with its envelope.
            let message = Message::text("x".repeat(150));
            while socket.send(message.clone()).await.is_ok() && socket.next().await.is_some() {
                count.fetch_add(1, Ordering::Relaxed);
            }
        });
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    let (began, before) = (now(), count.load(Ordering::Relaxed));
    tokio::time::sleep(time).await;
    let echoes = (count.load(Ordering::Relaxed) - before) as f64 / began.elapsed().as_secs_f64();
    tasks.abort_all();
    Ok(echoes)
}
