//! HTTP/1.1 over a TCP stream.
//!
//! A client library would not send wrong headers and bodies. This sends exactly what a test needs.

use crate::answer::Answer;
use anyhow::{Context, Result, ensure};
use std::convert::Infallible;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// Sends a request and reads the answer. It writes while it reads: a server may answer, and stop reading, before it has
/// received a large body.
///
/// # Errors
/// If the connection is lost before the whole answer is there.
pub(crate) async fn exchange(stream: &mut TcpStream, request: &[u8]) -> Result<Answer> {
    let (reader, mut writer) = stream.split();
    let mut reader = BufReader::new(reader);
    let write = async {
        // Whether the server has read everything is seen from its answer.
        let _ = writer.write_all(request).await;
        std::future::pending::<Infallible>().await
    };
    tokio::select! {
        answer = read_answer(&mut reader) => answer,
        never = write => match never {},
    }
}

async fn read_answer(reader: &mut (impl AsyncBufRead + Unpin)) -> Result<Answer> {
    let mut answer = read_head(reader).await?;
    let length = answer.header("content-length").map(str::parse).transpose()?;
    if matches!(answer.status, 204 | 304) {
        return Ok(answer);
    }
    if answer.header("transfer-encoding").is_some() {
        while let Some(chunk) = read_chunk(reader).await? {
            answer.body.extend(chunk);
        }
    } else if let Some(length) = length {
        answer.body = vec![0; length];
        reader.read_exact(&mut answer.body).await?;
    } else {
        reader.read_to_end(&mut answer.body).await?;
    }
    Ok(answer)
}

/// Reads status and headers; the body of the answer is empty.
pub(crate) async fn read_head(reader: &mut (impl AsyncBufRead + Unpin)) -> Result<Answer> {
    let line = read_line(reader).await?;
    let status = line.split(' ').nth(1).and_then(|word| word.parse().ok());
    let status = status.with_context(|| format!("`{line}` has no status"))?;
    let mut headers = vec![];
    loop {
        let line = read_line(reader).await?;
        if line.is_empty() {
            return Ok(Answer { status, headers, body: vec![] });
        }
        let (name, value) = line.split_once(':').with_context(|| format!("`{line}` is not a header"))?;
        headers.push((name.to_lowercase(), value.trim().to_owned()));
    }
}

/// Reads the next chunk of a body; `None` at its end.
pub(crate) async fn read_chunk(reader: &mut (impl AsyncBufRead + Unpin)) -> Result<Option<Vec<u8>>> {
    let line = read_line(reader).await?;
    let size = usize::from_str_radix(&line, 16).with_context(|| format!("`{line}` is no size of a chunk"))?;
    let mut chunk = vec![0; size];
    reader.read_exact(&mut chunk).await?;
    ensure!(read_line(reader).await?.is_empty(), "a chunk is longer than its size");
    Ok((size > 0).then_some(chunk))
}

async fn read_line(reader: &mut (impl AsyncBufRead + Unpin)) -> Result<String> {
    let mut line = String::new();
    ensure!(reader.read_line(&mut line).await? > 0, "the connection ended");
    Ok(line.trim_end().to_owned())
}
