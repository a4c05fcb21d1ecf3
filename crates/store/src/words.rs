//! Values stored as one word of a fixed list. Any other word is an error, never a default.

use crate::{Result, StoreError};

/// Defines an enum with the word of each variant in the database.
macro_rules! stored_words {
    ($(#[$doc:meta])* $name:ident ($what:literal) {
        $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)+
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
        }

        impl $name {
            /// The word in the database.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }

            /// Parses the word in the database.
            ///
            /// # Errors
            /// [`StoreError::Unreadable`](crate::StoreError::Unreadable) if no variant has this word.
            pub fn parse(word: &str) -> Result<Self> {
                match word {
                    $($word => Ok(Self::$variant),)+
                    _ => Err(StoreError::Unreadable { what: $what, value: word.to_owned() }),
                }
            }
        }
    };
}

stored_words!(
    /// The state of a table.
    TableState("the table state") {
        /// Seats are free.
        Open = "open",
        /// A game is running.
        Running = "running",
        /// The last game has ended; another may follow.
        Finished = "finished",
        /// Nothing can happen any more.
        Closed = "closed",
    }
);

stored_words!(
    /// Where a tournament stands.
    TournamentState("the state of a tournament") {
        /// It waits for entrants.
        Open = "open",
        /// It is being played.
        Running = "running",
        /// The standings are final.
        Finished = "finished",
        /// There is no winner.
        CalledOff = "called-off",
    }
);

impl TournamentState {
    /// Whether nothing more is played.
    #[must_use]
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Finished | Self::CalledOff)
    }
}

stored_words!(
    /// What became of a challenge.
    ChallengeState("the state of a challenge") {
        /// It waits for an answer, or has expired.
        Open = "open",
        /// The table was opened.
        Accepted = "accepted",
        /// The challenged player has declined.
        Declined = "declined",
        /// The challenger took it back, or one of the two has blocked the other.
        Withdrawn = "withdrawn",
    }
);

stored_words!(
    /// Why a challenge was declined.
    DeclineReason("the reason of a decline") {
        /// No reason in particular.
        Generic = "generic",
        /// Not now.
        Later = "later",
        /// The clock is too fast.
        TooFast = "too-fast",
        /// The clock is too slow.
        TooSlow = "too-slow",
        /// Another game, or other options.
        OtherGame = "other-game",
        /// Rated wanted.
        Rated = "rated",
        /// Casual wanted.
        Casual = "casual",
        /// No games with programs.
        NoBots = "no-bots",
    }
);

stored_words!(
    /// A side of a game.
    StoredSide("the side") {
        /// White.
        White = "white",
        /// Black.
        Black = "black",
    }
);

stored_words!(
    /// The result of a game: who won.
    Winner("the result") {
        /// White.
        White = "white",
        /// Black.
        Black = "black",
        /// Nobody.
        Nobody = "draw",
    }
);

stored_words!(
    /// Where a finished game comes from.
    Source("the source of a game") {
        /// It was played at a table of this site.
        Table = "table",
        /// A player imported it.
        Import = "import",
        /// It was generated to fill an archive.
        Synthetic = "synthetic",
    }
);

stored_words!(
    /// The room of a chat message.
    Room("the room") {
        /// Players write, everybody may read.
        Players = "players",
        /// Spectators write.
        Spectators = "spectators",
    }
);

stored_words!(
    /// The kind of subject of a report.
    ReportSubject("the subject of a report") {
        /// A chat message.
        Message = "message",
        /// A player's name.
        Name = "name",
        /// A table, or the game that runs there.
        Table = "table",
        /// A finished game.
        Game = "game",
        /// The name, the notes or the teams of a tournament.
        Tournament = "tournament",
    }
);

stored_words!(
    /// Why something was reported.
    ReportReason("the reason of a report") {
        /// Insults, hate, threats.
        Insult = "insult",
        /// Spam.
        Spam = "spam",
        /// Help from a program or from another person.
        Cheating = "cheating",
        /// Stalling, leaving, pestering with offers.
        Unsporting = "unsporting",
        /// An offensive or misleading name.
        Name = "name",
        /// Something else; the note says what.
        Other = "other",
    }
);

stored_words!(
    /// What is banned.
    BanKind("the kind of a ban") {
        /// A guest or an account.
        Player = "player",
        /// A range of addresses.
        Network = "network",
    }
);

stored_words!(
    /// What a moderator or the host did.
    AuditAction("the action of a moderator") {
        /// A player may not write for a while.
        Mute = "mute",
        /// A player may write again.
        Unmute = "unmute",
        /// A player was banned.
        Ban = "ban",
        /// A player's ban was lifted.
        Unban = "unban",
        /// A range of addresses was banned.
        BanNetwork = "ban-network",
        /// The ban of a range was lifted.
        UnbanNetwork = "unban-network",
        /// A message was deleted.
        DeleteMessage = "delete-message",
        /// A table was closed.
        CloseTable = "close-table",
        /// A tournament was called off.
        CloseTournament = "close-tournament",
        /// A tournament or one of its teams was renamed.
        RenameTournament = "rename-tournament",
        /// A moderator did what the host of a tournament may do.
        HostTournament = "host-tournament",
        /// A player was renamed.
        Rename = "rename",
        /// A player's sessions and tokens were ended.
        Revoke = "revoke",
        /// A report was dismissed.
        Dismiss = "dismiss",
        /// A report was upheld.
        Resolve = "resolve",
        /// An account was made a moderator.
        Appoint = "appoint",
        /// An account is no longer a moderator.
        Depose = "depose",
    }
);

impl Winner {
    /// The result of a game that this side won, or nobody.
    #[must_use]
    pub const fn new(side: Option<StoredSide>) -> Self {
        match side {
            Some(StoredSide::White) => Self::White,
            Some(StoredSide::Black) => Self::Black,
            None => Self::Nobody,
        }
    }

    /// The side that won.
    #[must_use]
    pub const fn side(self) -> Option<StoredSide> {
        match self {
            Self::White => Some(StoredSide::White),
            Self::Black => Some(StoredSide::Black),
            Self::Nobody => None,
        }
    }

    /// The number in the rows of positions.
    pub(crate) const fn number(self) -> i64 {
        match self {
            Self::White => 0,
            Self::Black => 1,
            Self::Nobody => 2,
        }
    }

    pub(crate) fn from_number(number: i64) -> Result<Self> {
        match number {
            0 => Ok(Self::White),
            1 => Ok(Self::Black),
            2 => Ok(Self::Nobody),
            value => Err(StoreError::Unreadable { what: "the result", value: value.to_string() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_reads_back_and_no_other_is_understood() {
        for state in [TableState::Open, TableState::Running, TableState::Finished, TableState::Closed] {
            assert_eq!(TableState::parse(state.as_str()).ok(), Some(state));
        }
        for winner in [Winner::White, Winner::Black, Winner::Nobody] {
            assert_eq!(Winner::parse(winner.as_str()).ok(), Some(winner));
            assert_eq!(Winner::from_number(winner.number()).ok(), Some(winner));
            assert_eq!(Winner::new(winner.side()), winner);
        }
        for side in [StoredSide::White, StoredSide::Black] {
            assert_eq!(StoredSide::parse(side.as_str()).ok(), Some(side));
        }
        for wrong in ["", "White", "red", "draw "] {
            assert!(StoredSide::parse(wrong).is_err() && Winner::parse(wrong).is_err(), "{wrong}");
            assert!(Room::parse(wrong).is_err() && Source::parse(wrong).is_err(), "{wrong}");
        }
        assert!(Winner::from_number(3).is_err());
    }
}
