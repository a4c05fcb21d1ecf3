//! Errors a client can act upon: a stable code for programs, a message for people.

use crate::scene::Words;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $status:literal;)*) => {
        /// What went wrong, for programs. The names are stable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
        #[serde(rename_all = "snake_case")]
        pub enum Code { $($(#[$doc])* $name),* }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The HTTP status it is sent with.
            #[must_use]
            pub const fn status(self) -> u16 {
                match self { $(Self::$name => $status),* }
            }
        }
    };
}

codes! {
    /// The message could not be read.
    BadRequest = 400;
    /// A field has a value it cannot have.
    Invalid = 400;
    /// An unknown option, or a value it cannot take.
    BadOption = 400;
    /// Not a command; `/help` lists them.
    NoSuchCommand = 400;
    /// Nobody is signed in.
    NotSignedIn = 401;
    /// Wrong name or password.
    WrongPassword = 401;
    /// The account has a second factor: send its code too.
    SecondFactorNeeded = 401;
    /// The recovery code, the code of the second factor or the link is wrong, was used or has expired.
    WrongCode = 401;
    /// The request comes from another site.
    WrongOrigin = 403;
    /// Only the host may do this.
    NotHost = 403;
    /// Only a player of this table may do this.
    NotSeated = 403;
    /// Only accounts may do this, not guests.
    GuestsCannot = 403;
    /// Muted; `until` says until when.
    Muted = 403;
    /// Banned, the player or the address; `until` says until when, and is missing if there is no end.
    Banned = 403;
    /// This player has blocked you, or takes no challenges from you.
    NotWelcome = 403;
    /// Only moderators may do this.
    NotModerator = 403;
    /// Moderators may not do this to this player, table or range of addresses.
    CannotModerate = 403;
    /// No such page.
    NoSuchPage = 404;
    /// No such table.
    NoSuchTable = 404;
    /// No such game.
    NoSuchGame = 404;
    /// No such seat, player or token.
    NoSuchThing = 404;
    /// This site sends no mail.
    MailOff = 404;
    /// Not this method.
    WrongMethod = 405;
    /// Somebody sits there.
    SeatTaken = 409;
    /// The player has a seat already.
    AlreadySeated = 409;
    /// Not before the start.
    NotRunning = 409;
    /// Not after the start.
    AlreadyStarted = 409;
    /// Seats are free.
    SeatsFree = 409;
    /// The table is closed.
    TableClosed = 409;
    /// The challenge was answered, taken back or has expired.
    ChallengeOver = 409;
    /// It is another player's turn.
    NotYourTurn = 409;
    /// The number is not that of the next turn: somebody, or another tab, was faster.
    WrongTurnNumber = 409;
    /// The number is not that of the running game.
    WrongGameNumber = 409;
    /// The rules forbid this turn.
    IllegalTurn = 422;
    /// More legal turns than are listed: build one touch by touch, or write it.
    TooManyToList = 422;
    /// The time is up.
    TimeUp = 409;
    /// There is no offer to answer.
    NoOffer = 409;
    /// An offer waits for an answer already.
    OfferPending = 409;
    /// Not possible at this moment; the words say why.
    NotNow = 409;
    /// The clocks stand.
    GamePaused = 409;
    /// The name is taken, or looks like one that is.
    NameTaken = 409;
    /// The name cannot be used.
    BadName = 400;
    /// The password cannot be used.
    BadPassword = 400;
    /// The body of the request did not come in time.
    TooSlow = 408;
    /// Longer than allowed.
    TooLarge = 413;
    /// Not JSON.
    NotJson = 415;
    /// Too many requests.
    TooFast = 429;
    /// Too many of something.
    TooMany = 429;
    /// The server is closing; try again in a moment.
    Closing = 503;
    /// The server cannot commit at the moment; nothing was done.
    Unavailable = 503;
}

/// An error as it is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS, thiserror::Error)]
#[error("{}", message.en)]
pub struct Problem {
    /// For programs.
    pub code: Code,
    /// For people: what was wrong, and what would be right.
    pub message: Words,
    /// A finer code: which rule forbids a turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    #[ts(optional, type = "string")]
    pub rule: Option<Box<str>>,
    /// The field of the request that is to blame, or the name of the option.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    #[ts(optional, type = "string")]
    pub field: Option<Box<str>>,
    /// The line of that field's text that is to blame, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub line: Option<u32>,
    /// Seconds after which to try again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub retry: Option<u32>,
    /// Until when one is muted or banned, milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub until: Option<i64>,
}

impl Problem {
    /// An error in both languages.
    #[must_use]
    pub fn new(code: Code, en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self {
            code,
            message: Words::new(en, fr),
            rule: None,
            field: None,
            line: None,
            retry: None,
            until: None,
        }
    }

    /// The same error with the field of the request that is to blame.
    #[must_use]
    pub fn with_field(mut self, field: impl Into<Box<str>>) -> Self {
        self.field = Some(field.into());
        self
    }
}
