//! An answer that grows line by line, each a JSON object.

use crate::answer::Answer;
use crate::http::{read_chunk, read_head};
use crate::wait::PATIENCE;
use anyhow::Result;
use serde_json::Value;
use tokio::io::{AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// A growing answer.
pub struct Lines {
    reader: BufReader<TcpStream>,
    /// Status and headers.
    pub head: Answer,
    text: String,
    has_ended: bool,
}

impl Lines {
    /// Sends a request and reads the head of its answer.
    pub(crate) async fn begin(mut stream: TcpStream, request: &[u8]) -> Result<Self> {
        stream.write_all(request).await?;
        let mut reader = BufReader::new(stream);
        let head = tokio::time::timeout(PATIENCE, read_head(&mut reader)).await??;
        Ok(Self { reader, head, text: String::new(), has_ended: false })
    }

    /// The next line; none at the end.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some((line, rest)) = self.text.split_once('\n') {
                let line = serde_json::from_str(line).unwrap();
                self.text = rest.to_owned();
                return Some(line);
            }
            if self.has_ended {
                return None;
            }
            let chunk = tokio::time::timeout(PATIENCE, read_chunk(&mut self.reader)).await;
            // A server that stops in the middle ends the answer.
            match chunk.expect("something in time").ok().flatten() {
                Some(chunk) => self.text += std::str::from_utf8(&chunk).expect("a chunk is whole lines"),
                None => self.has_ended = true,
            }
        }
    }

    /// The next line of a kind; others are passed over.
    pub async fn next_of(&mut self, is: &str) -> Value {
        loop {
            let line = self.next().await.unwrap_or_else(|| panic!("it ended before {is}"));
            if line["is"] == is {
                return line;
            }
        }
    }

    /// All lines that are left.
    pub async fn rest(&mut self) -> Vec<Value> {
        let mut lines = vec![];
        while let Some(line) = self.next().await {
            lines.push(line);
        }
        lines
    }
}
