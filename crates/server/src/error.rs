//! Refusals: every error a client may see, with a stable code and a sentence in two languages, never with internals.

use taijitu_protocol::{Code, Problem};
use taijitu_store::StoreError;
use taijitu_table::CorruptLog;

/// What a handler answers. As in `std::io`, each crate's `Result` fixes its own error.
pub(crate) type Result<T, E = ApiError> = std::result::Result<T, E>;

/// The most characters of the words of a refusal. Some repeat what the client has sent, which may be long.
const WORDS_MOST: usize = 600;

/// A problem on its way to a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiError(pub Problem);

impl From<Problem> for ApiError {
    fn from(problem: Problem) -> Self {
        Self(problem)
    }
}

impl ApiError {
    /// A refusal in both languages.
    pub fn new(code: Code, en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self(Problem::new(code, en, fr))
    }

    /// The same refusal with the field of the request that caused it.
    #[must_use]
    pub fn with_field(self, field: &str) -> Self {
        Self(self.0.with_field(field))
    }

    /// The server cannot commit or read at the moment.
    pub fn unavailable() -> Self {
        Self::new(
            Code::Unavailable,
            "the server cannot store anything at the moment; nothing was done, try again",
            "le serveur ne peut rien enregistrer pour l’instant ; rien n’a été fait, réessayez",
        )
    }

    /// No such table, or not an id of one.
    pub fn no_such_table() -> Self {
        Self::new(Code::NoSuchTable, "there is no such table", "cette table n’existe pas")
    }

    /// Nobody is signed in.
    pub fn not_signed_in() -> Self {
        Self::new(
            Code::NotSignedIn,
            "nobody is signed in: POST /api/guest makes a guest",
            "personne n’est connecté : POST /api/guest crée un invité",
        )
    }

    /// Too many requests.
    pub fn too_fast(seconds: u32) -> Self {
        Self::new(
            Code::TooFast,
            format!("too many requests; try again in {seconds} s"),
            format!("trop de demandes ; réessayez dans {seconds} s"),
        )
        .with_retry(seconds)
    }

    /// Too much work waits, for this caller or in total.
    pub fn busy(seconds: u32) -> Self {
        Self::new(
            Code::TooFast,
            format!("the server is busy; try again in {seconds} s"),
            format!("le serveur est occupé ; réessayez dans {seconds} s"),
        )
        .with_retry(seconds)
    }

    /// The same refusal with the seconds after which to try again.
    #[must_use]
    pub fn with_retry(mut self, seconds: u32) -> Self {
        self.0.retry = Some(seconds);
        self
    }

    /// The problem as it is sent: words that are too long are cut off.
    #[must_use]
    pub fn into_sent(self) -> Problem {
        let mut problem = self.0;
        cut(&mut problem.message.en);
        cut(&mut problem.message.fr);
        if let Some(field) = problem.field.take() {
            let mut field = String::from(field);
            cut(&mut field);
            problem.field = Some(field.into());
        }
        problem
    }
}

/// Cuts a text off after [`WORDS_MOST`] characters.
fn cut(text: &mut String) {
    if let Some((end, _)) = text.char_indices().nth(WORDS_MOST) {
        text.truncate(end);
        text.push('…');
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store failed");
        Self::unavailable()
    }
}

impl From<CorruptLog> for ApiError {
    fn from(error: CorruptLog) -> Self {
        match error {
            // Expected while a site migrates to newer rules; another node plays the game.
            CorruptLog::Revision { .. } => tracing::info!(%error, "a table is left to other nodes"),
            _ => tracing::error!(%error, "a table cannot be folded"),
        }
        Self::new(
            Code::Unavailable,
            "this table was played under rules that this server does not have; it waits for the right version",
            "cette table a été jouée selon des règles que ce serveur n’a pas ; elle attend la bonne version",
        )
    }
}
