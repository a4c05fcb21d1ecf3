//! An SMTP server that keeps received mails, for tests that read a mail and follow its link.

use crate::wait::PATIENCE;
use std::net::SocketAddr;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Mutex, mpsc};

/// A mail as it was received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceivedMail {
    /// The recipients of the envelope.
    pub to: Vec<String>,
    /// The headers, as they came.
    pub head: String,
    /// The text, decoded, with `\n` at the end of its lines.
    pub text: String,
}

impl ReceivedMail {
    /// The part of a link behind its `#`.
    ///
    /// # Panics
    /// If there is no link, or more than one.
    #[must_use]
    pub fn token(&self) -> String {
        let tokens: Vec<_> = self.text.lines().filter_map(|line| line.split_once('#')).collect();
        assert_eq!(tokens.len(), 1, "{}", self.text);
        tokens[0].1.trim().to_owned()
    }
}

/// The server; it ends with the test.
pub struct MailSink {
    address: SocketAddr,
    mails: Mutex<mpsc::UnboundedReceiver<ReceivedMail>>,
}

impl MailSink {
    /// Listens on a free port of this machine.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (received, mails) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(converse(stream, received.clone()));
            }
        });
        Self { address, mails: Mutex::new(mails) }
    }

    /// Its address, for the settings of a server.
    #[must_use]
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// The next mail; panics if none arrives in time.
    pub async fn next(&self) -> ReceivedMail {
        let mut mails = self.mails.lock().await;
        let mail = tokio::time::timeout(PATIENCE, mails.recv()).await;
        mail.expect("a mail comes in time").expect("the sink listens")
    }

    /// Whether a mail has come that was not read yet.
    pub async fn has_mail(&self) -> bool {
        !self.mails.lock().await.is_empty()
    }
}

/// Serves one client; any violation ends the connection.
async fn converse(mut stream: TcpStream, received: mpsc::UnboundedSender<ReceivedMail>) -> Option<()> {
    let (reader, mut writer) = stream.split();
    let mut lines = BufReader::new(reader).lines();
    let mut to = vec![];
    writer.write_all(b"220 sink\r\n").await.ok()?;
    while let Some(line) = lines.next_line().await.ok()? {
        let verb = line.split([' ', ':']).next().unwrap_or_default().to_uppercase();
        let answer = match verb.as_str() {
            "RCPT" => {
                to.extend(line.split(['<', '>']).nth(1).map(str::to_owned));
                "250 ok"
            }
            "DATA" => {
                writer.write_all(b"354 go on\r\n").await.ok()?;
                let mut mail = String::new();
                while let Some(line) = lines.next_line().await.ok()?.filter(|line| line != ".") {
                    mail += line.strip_prefix('.').unwrap_or(&line);
                    mail += "\n";
                }
                let (head, body) = mail.split_once("\n\n")?;
                let text = decode(head, body)?;
                received
                    .send(ReceivedMail { to: std::mem::take(&mut to), head: head.to_owned(), text })
                    .ok()?;
                "250 ok"
            }
            "QUIT" => {
                writer.write_all(b"221 bye\r\n").await.ok()?;
                return Some(());
            }
            "EHLO" | "HELO" | "MAIL" | "RSET" | "NOOP" => "250 ok",
            _ => "502 not known",
        };
        writer.write_all(format!("{answer}\r\n").as_bytes()).await.ok()?;
    }
    Some(())
}

/// A body without its transfer encoding.
fn decode(head: &str, body: &str) -> Option<String> {
    if !head.to_lowercase().contains("content-transfer-encoding: quoted-printable") {
        return Some(body.to_owned());
    }
    let joined = body.replace("=\n", "");
    let mut bytes = vec![];
    let mut rest = joined.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'=' => {
                let digits = [rest.next()?, rest.next()?];
                u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
            }
            plain => plain,
        });
    }
    String::from_utf8(bytes).ok()
}
