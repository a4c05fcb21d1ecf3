//! An answer to an HTTP request, and what a test asserts of it.

use anyhow::{Result, bail};
use serde_json::Value;
use taijitu_protocol::Code;

/// The answer of the server.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// Names in lower case and values, in order.
    pub headers: Vec<(String, String)>,
    /// The body, without the framing of its transfer.
    pub body: Vec<u8>,
}

impl Answer {
    /// A header.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// All headers of a name.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.headers.iter().filter(move |(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// The body as text.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as JSON, or null if it is not JSON.
    #[must_use]
    pub fn value(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// The body as JSON.
    ///
    /// # Errors
    /// If the request was refused; the error contains the answer.
    pub fn success(&self) -> Result<Value> {
        if self.status == 200 { Ok(self.value()) } else { bail!("{}: {}", self.status, self.text()) }
    }

    /// The code of a refusal, if there is one in the body.
    #[must_use]
    pub fn refusal(&self) -> Option<String> {
        self.value().get("code")?.as_str().map(str::to_owned)
    }

    /// Asserts that the body is JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {} {}", self.status, self.text()))
    }

    /// Asserts that the request succeeded; the body as JSON.
    #[track_caller]
    pub fn ok(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text());
        self.json()
    }

    /// Asserts that the request was refused as JSON, with a known code and the status of that code.
    #[track_caller]
    #[must_use]
    pub fn code(&self) -> Code {
        assert!(self.status >= 400, "{} {}", self.status, self.text());
        let code: Code = serde_json::from_value(self.json()["code"].clone())
            .unwrap_or_else(|error| panic!("{error}: {}", self.text()));
        assert_eq!(self.status, code.status());
        code
    }

    /// Asserts why the request was refused.
    #[track_caller]
    pub fn refused(&self, code: Code) {
        assert_eq!(self.code(), code, "{}", self.text());
    }
}
