//! The inputs of a tournament.

use taijitu_protocol::{GameResult, PairingId, PlayerId, TournamentCommand};

/// A player, with the properties that decide whether they may enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Applicant {
    /// The player.
    pub id: PlayerId,
    /// Whether it is a guest, without an account.
    pub guest: bool,
    /// Whether it is a program.
    pub bot: bool,
    /// The rating in this game.
    pub rating: Option<u16>,
}

/// The author of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A guest or an account.
    Player(Applicant),
    /// The operator of the site, who may do what the host may.
    Admin,
}

/// Something the server noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SystemEvent {
    /// The deadline of the tournament has passed.
    Deadline,
    /// The table of a game was opened.
    TableOpened {
        /// The pairing.
        pairing: PairingId,
        /// The game of the pairing, from 0.
        game: u8,
    },
    /// A game at a table of the tournament ended. A repeated report is ignored.
    GameEnded {
        /// The pairing.
        pairing: PairingId,
        /// The game of the pairing, from 0.
        game: u8,
        /// By the colours at the start of the game.
        result: GameResult,
    },
}

/// An input of [`crate::Tournament::step`].
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    /// A command. A repeated request id of the same player is not executed again.
    Command {
        /// The author.
        actor: Actor,
        /// The command.
        command: &'a TournamentCommand,
        /// The id the player gave the request.
        request: Option<&'a str>,
    },
    /// Something the server noticed.
    System(SystemEvent),
}

/// Time and chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    /// Server time in milliseconds.
    pub now: i64,
    /// Fresh random bits.
    pub seed: u64,
}
