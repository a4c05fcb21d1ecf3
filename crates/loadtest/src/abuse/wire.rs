//! WebSocket frames by hand, because a library would not send wrong ones.

use super::field::AttackField;
use anyhow::{Context, Result, ensure};
use std::time::Duration;
use taijitu_testkit::Client;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The operation codes of frames.
pub(super) const CONTINUATION: u8 = 0;
pub(super) const TEXT: u8 = 1;
pub(super) const BINARY: u8 = 2;
pub(super) const CLOSE: u8 = 8;
pub(super) const PING: u8 = 9;

/// A frame as a client sends it, with a mask of zeros.
pub(super) fn frame(is_last: bool, code: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![code | if is_last { 0x80 } else { 0 }];
    match payload.len() {
        length @ 0..126 => frame.push(0x80 | length as u8),
        length @ 126..=0xffff => {
            frame.push(0x80 | 126);
            frame.extend((length as u16).to_be_bytes());
        }
        length => {
            frame.push(0x80 | 127);
            frame.extend((length as u64).to_be_bytes());
        }
    }
    frame.extend([0; 4]);
    frame.extend(payload);
    frame
}

/// A socket of which nothing is read unless asked for.
pub(super) struct RawSocket {
    stream: TcpStream,
}

impl RawSocket {
    /// Opens a socket over a connection, signed in as a client or not.
    ///
    /// # Errors
    /// If the server refuses, or does not answer.
    pub(super) async fn over(
        mut stream: TcpStream,
        field: &AttackField,
        stranger: usize,
        client: Option<&Client>,
    ) -> Result<Self> {
        let address = field.address();
        let cookie = client.and_then(Client::cookie).map(|cookie| format!("cookie: {cookie}\r\n"));
        let request = format!(
            "GET /api/socket HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\nupgrade: websocket\r\n\
             connection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
             {}{}\r\n",
            cookie.unwrap_or_default(),
            field.forwarded_line(stranger)
        );
        stream.write_all(request.as_bytes()).await?;
        let mut head = vec![];
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.context("no answer")?);
        }
        if !head.starts_with(b"HTTP/1.1 101") {
            let status = String::from_utf8_lossy(head.get(9..12).unwrap_or_default()).into_owned();
            field.refused(&status);
        }
        ensure!(head.starts_with(b"HTTP/1.1 101"), "no socket");
        Ok(Self { stream })
    }

    /// Sends bytes as they are.
    ///
    /// # Errors
    /// If the server has closed the connection.
    pub(super) async fn send(&mut self, bytes: &[u8]) -> Result<()> {
        Ok(self.stream.write_all(bytes).await?)
    }

    /// Reads until some bytes have come.
    ///
    /// # Errors
    /// If the server closes the connection before.
    pub(super) async fn read_until(&mut self, wanted: &[u8]) -> Result<()> {
        let (mut seen, mut bytes) = (Vec::<u8>::new(), [0; 4096]);
        loop {
            let count = self.stream.read(&mut bytes).await?;
            ensure!(count > 0, "the server has closed");
            seen.extend(&bytes[..count]);
            if seen.windows(wanted.len()).any(|window| window == wanted) {
                return Ok(());
            }
            // What was wanted may have begun at the end.
            seen.drain(..seen.len().saturating_sub(wanted.len()));
        }
    }

    /// Reads and discards data until the server closes the connection or nothing arrives for a while; returns whether it was closed.
    pub(super) async fn drain(&mut self, patience: Duration) -> bool {
        let mut bytes = [0; 4096];
        loop {
            match tokio::time::timeout(patience, self.stream.read(&mut bytes)).await {
                Err(_) => return false,
                Ok(Ok(0) | Err(_)) => return true,
                Ok(Ok(_)) => (),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_written_as_the_standard_has_them() {
        assert_eq!(frame(true, TEXT, b"hi"), [0x81, 0x82, 0, 0, 0, 0, b'h', b'i']);
        assert_eq!(frame(false, CONTINUATION, &[7; 126])[..4], [0, 0x80 | 126, 0, 126]);
        assert_eq!(frame(true, BINARY, &[7; 70_000])[..4], [0x82, 0xff, 0, 0]);
    }
}
