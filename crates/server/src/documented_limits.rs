//! The limits as `docs/PROTOCOL.md` and `docs/HOSTING.md` show them, from the constants that are in force. A test compares the
//! documents with these lines; a new limit is a row here and the same row there.

use crate::accounts::names::{LENGTH, NAME_KEPT};
use crate::accounts::passwords;
use crate::accounts::sessions::SESSION_LASTS;
use crate::archive::import;
use crate::http::{account, archive, lobby, tables};
use crate::serve::KERNEL_BUFFER;
use crate::site::limits::{self, LAN_FACTOR};
use crate::tables::{CHAT_KEPT, CROWDED_BYTES, TOTAL_BYTES};
use taijitu_protocol::{CHAT_LIMIT, IMPORT_LIMIT, MESSAGE_LIMIT, REQUEST_LIMIT};
use taijitu_table::{FINISHED_FOR, MAX_ENTRIES, OPEN_FOR, UNTIMED_FOR};

const HOUR: i64 = 60 * 60 * 1000;
const DAY: i64 = 24 * HOUR;

/// The rate limits as lines of a table: what is counted, for one player, for one address.
#[must_use]
pub fn rates() -> Vec<String> {
    limits::documented()
        .iter()
        .map(|[what, player, address]| format!("| {what} | {player} | {address} |"))
        .collect()
}

/// All other limits as lines of a table: what is limited, and to what.
#[must_use]
pub fn limits() -> Vec<String> {
    let rows = [
        ("a message by HTTP or by socket", format!("{MESSAGE_LIMIT} bytes")),
        ("a game to import", format!("{IMPORT_LIMIT} bytes")),
        ("the id of a request", format!("1 to {REQUEST_LIMIT} characters")),
        ("a chat message", format!("{CHAT_LIMIT} characters")),
        ("chat messages that are sent to a viewer who comes", format!("the last {CHAT_KEPT} of the table")),
        ("events in one answer", format!("{}; `head` says whether there are more", tables::PAGE)),
        ("a question that waits for events", format!("{} s", tables::WAIT_MOST)),
        ("tables or games in one answer of the lobby", lobby::PAGE.to_string()),
        ("games in one answer of the archive", archive::PAGE_MOST.to_string()),
        ("games in one answer about a table", format!("the last {}", tables::GAMES_OF_TABLE)),
        (
            "events of one table",
            format!(
                "{MAX_ENTRIES}; then only turns, offers of a draw, answers, leaving, resigning and closing"
            ),
        ),
        ("the name of an account", format!("{} to {} characters", LENGTH.start(), LENGTH.end())),
        ("a password", format!("{} characters to {} bytes", passwords::LEAST, passwords::MOST)),
        ("browsers one account is signed in with", account::SESSIONS.to_string()),
        ("a browser that is not used stays signed in for", format!("{} days", SESSION_LASTS / DAY)),
        ("tokens of one account", account::TOKENS.to_string()),
        ("the label of a token", format!("{} characters", account::LABEL)),
        ("the name of a deleted account is free after", format!("{} days", NAME_KEPT / DAY)),
        ("a player's name in an imported game", format!("{} characters", import::NAME)),
        ("headers of an imported game", format!("{} of {} characters", import::HEADERS, import::HEADER)),
        (
            "messages that wait for all sockets of a node",
            format!("{} MiB; beyond that {} KiB for each", TOTAL_BYTES >> 20, CROWDED_BYTES >> 10),
        ),
        (
            "what the kernel keeps of a connection that is not read",
            format!("{} KiB in each direction", KERNEL_BUFFER >> 10),
        ),
        ("a table where no game has started closes after", format!("{} h", OPEN_FOR / HOUR)),
        ("a table whose game has ended closes after", format!("{} h", FINISHED_FOR / HOUR)),
        ("a game without clocks ends, without a turn, after", format!("{} days", UNTIMED_FOR / DAY)),
        ("under `--lan`, limits of addresses are multiplied by", LAN_FACTOR.to_string()),
        (
            "for the machine itself (`127.0.0.1`, `::1`), limits of an address are multiplied by",
            limits::address_factor(Some(std::net::IpAddr::from([127, 0, 0, 1]))).to_string(),
        ),
    ];
    rows.iter().map(|(what, limit)| format!("| {what} | {limit} |")).collect()
}
