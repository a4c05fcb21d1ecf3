//! The limits as `docs/PROTOCOL.md` and `docs/HOSTING.md` list them, generated from the constants in force. A
//! test compares the documents with these lines; a new limit needs a row here and the same row there.

use crate::accounts::names::{LENGTH, NAME_KEPT};
use crate::accounts::passwords;
use crate::accounts::sessions::SESSION_LASTS;
use crate::archive::import;
use crate::housekeeping::{
    GUESTS_KEPT, PLAYED_TABLES_KEPT, REPORTS_KEPT, UNPLAYED_TABLES_KEPT, UNPLAYED_TOURNAMENTS_KEPT,
};
use crate::http::{account, archive, listener, lobby, tables};
use crate::moderation::reports;
use crate::people::{
    BROWSERS_MOST, DAYS_A_YEAR, LISTED_MOST, MAIL_PAUSE, NOTICES_KEPT_FOR, NOTICES_KEPT_MOST, RECEIVED_A_DAY,
    RECEIVED_MOST, SENT_MOST, STREAMS_MOST, TAKEN_MOST, UNACCEPTED_MOST,
};
use crate::ratings::{HISTORY_PAGE, PLACES};
use crate::serve::KERNEL_BUFFER;
use crate::site::config::{CONNECTIONS_PER_ADDRESS, ConnectionTimes};
use crate::site::connection_counter::{UNREAD_BY_ADDRESS, UNREAD_IN_TOTAL};
use crate::site::connections::{self, MAX_WAITING_PER_ADDRESS, MAX_WAITING_PER_PLAYER};
use crate::site::limits::{self, LAN_FACTOR, WIDE};
use crate::socket;
use crate::tables::{
    CHAT_KEPT, CROWDED_BYTES, MAX_BYTES, MAX_MESSAGES, MAX_TEXT_BYTES, NEAR_POINTS, PAUSE_BYTES,
    PAUSE_MESSAGES, TOTAL_BYTES, TRIED_TURNS, table_limits,
};
use crate::tournaments::{ENTERED_MOST, HOSTED_MOST, INVITED_MOST, MADE_A_DAY};
use taijitu_protocol::{CHAT_LIMIT, FRAME_LIMIT, IMPORT_LIMIT, MESSAGE_LIMIT, REQUEST_LIMIT};
use taijitu_table::{CONDITIONAL_DEPTH, CONDITIONAL_MOST, FINISHED_FOR, MAX_ENTRIES, OPEN_FOR, UNTIMED_FOR};
use taijitu_tournament::{MAX_CORRECTIONS, MAX_MOVES, MAX_PAUSES, MAX_SETTINGS_CHANGES};

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
        ("chat messages sent to a new viewer", format!("the last {CHAT_KEPT} of the table")),
        ("events in one answer", format!("{}; `head` says whether there are more", tables::PAGE)),
        ("a request that waits for events", format!("{} s", tables::WAIT_MOST)),
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
        ("players one account follows, and players it has blocked", format!("{LISTED_MOST} each")),
        ("open challenges of one player, and to one player", format!("{SENT_MOST} and {RECEIVED_MOST}")),
        (
            "challenges from one player to another that are not accepted, and challenges to one player",
            format!("{UNACCEPTED_MOST} and {RECEIVED_A_DAY} a day"),
        ),
        (
            "notices of one player",
            format!("the last {NOTICES_KEPT_MOST}, for {} days", NOTICES_KEPT_FOR / DAY),
        ),
        ("streams of events of one player at a node", STREAMS_MOST.to_string()),
        (
            "requests that wait for events and streams, of one player and from one address",
            format!("{MAX_WAITING_PER_PLAYER} and {MAX_WAITING_PER_ADDRESS}"),
        ),
        ("browsers of one player that get push messages", BROWSERS_MOST.to_string()),
        ("mails about notices to one player", format!("one in {} minutes", MAIL_PAUSE / 60_000)),
        ("vacation of one player", format!("{DAYS_A_YEAR} days a year, in at most {TAKEN_MOST} vacations")),
        ("players on a leaderboard", PLACES.to_string()),
        ("games in one answer about a rating", HISTORY_PAGE.to_string()),
        (
            "conditional turns of one player at a table",
            format!("{CONDITIONAL_MOST} answers, {CONDITIONAL_DEPTH} in a row"),
        ),
        (
            "tournaments of one host, and of one player, that are not over",
            format!("{HOSTED_MOST} and {ENTERED_MOST}"),
        ),
        ("tournaments one host makes in a day", MADE_A_DAY.to_string()),
        ("tournaments of a player who can be invited to a team", format!("fewer than {INVITED_MOST}")),
        (
            "changes of the settings of a tournament, and pauses",
            format!("{MAX_SETTINGS_CHANGES} and {MAX_PAUSES}"),
        ),
        (
            "corrections of one pairing, and moves between the page and a real board",
            format!("{MAX_CORRECTIONS} and {MAX_MOVES}"),
        ),
        ("the name of a deleted account is free after", format!("{} days", NAME_KEPT / DAY)),
        ("a player's name in an imported game", format!("{} characters", import::NAME)),
        ("headers of an imported game", format!("{} of {} characters", import::HEADERS, import::HEADER)),
        (
            "messages that wait for all sockets of a node",
            format!("{} MiB; beyond that {} KiB for each", TOTAL_BYTES >> 20, CROWDED_BYTES >> 10),
        ),
        (
            "what the kernel buffers of a connection that is not read",
            format!("{} KiB in each direction", KERNEL_BUFFER >> 10),
        ),
        ("for an IPv6 network of 48 bits, rates of an address are multiplied by", WIDE.to_string()),
        ("under `--lan`, limits of addresses are multiplied by", LAN_FACTOR.to_string()),
        (
            "for the machine itself (`127.0.0.1`, `::1`), limits of an address are multiplied by",
            limits::address_factor(Some(std::net::IpAddr::from([127, 0, 0, 1]))).to_string(),
        ),
    ];
    let rows = rows.iter().map(|(what, limit)| format!("| {what} | {limit} |"));
    rows.chain(lifetimes()).collect()
}

/// Sentences and rows of `docs/PROTOCOL.md`, outside its tables of limits, that repeat a limit.
#[must_use]
pub fn sentences_of_protocol() -> Vec<String> {
    let times = ConnectionTimes::default();
    let local = limits::address_factor(Some(std::net::IpAddr::from([127, 0, 0, 1])));
    let (of_player, of_address) = (connections::MAX_PER_PLAYER, connections::MAX_PER_ADDRESS);
    let (message, frame) = (MESSAGE_LIMIT >> 10, FRAME_LIMIT >> 10);
    let (live, slow, opened) =
        (table_limits::MAX_LIVE, table_limits::MAX_CORRESPONDENCE, table_limits::MAX_PER_ADDRESS);
    let (day, people, open) = (reports::PER_DAY, reports::PER_REPORT, reports::OPEN);
    vec![
        format!("One socket serves up to {} tables", socket::MAX_WATCHED),
        format!("| size of a message | {message} KiB | up to {frame} KiB `refused`"),
        format!("| tables watched | {} |", socket::MAX_WATCHED),
        format!("| messages that wait for you | {MAX_MESSAGES}, or {} KiB |", MAX_BYTES >> 10),
        format!(
            "| the same while {} MiB wait for all sockets of the node | {} KiB |",
            TOTAL_BYTES >> 20,
            CROWDED_BYTES >> 10
        ),
        format!(
            "| messages that wait before you are read again | {PAUSE_MESSAGES}, or {} KiB |",
            PAUSE_BYTES >> 10
        ),
        format!("| a write of which you take nothing | {} s |", socket::WRITE_TIMEOUT.as_secs()),
        format!("| silence from you | {} s |", socket::SILENCE_TIMEOUT.as_secs()),
        format!("| sockets of one player | {of_player} |"),
        format!("| sockets from one address | {of_address}; the machine itself {} |", of_address * local),
        format!(
            "| chat in a snapshot or a list | the last {CHAT_KEPT} messages, {} KiB of text |",
            MAX_TEXT_BYTES >> 10
        ),
        format!("One address has at most {CONNECTIONS_PER_ADDRESS} connections at a time"),
        format!("The head of a request has to come within {} s", times.head.as_secs()),
        format!("a head has at most {} KiB (431)", listener::HEAD_BYTES >> 10),
        format!("The body has to come within {} s", times.body.as_secs()),
        format!("reads nothing of an answer for {} s is dropped", times.write.as_secs()),
        format!("may leave at most {} MiB of answers unread", UNREAD_BY_ADDRESS >> 20),
        format!("An answer of more than {} KiB", listener::LARGE_ANSWER >> 10),
        format!("a second for each {} KiB", listener::READ_BYTES_PER_SECOND >> 10),
        format!(
            "A player may sit at, or have opened, {live} tables that are `open` or `running`, and {slow} more"
        ),
        format!("from one address {opened} may have been opened"),
        format!(
            "{day} a day, {people} people noted with one report, {},{:03} open",
            open / 1000,
            open % 1000
        ),
        format!("in which other pieces lie on at most {NEAR_POINTS} points"),
        format!("those after one of its turns, if at most {TRIED_TURNS} are possible"),
        format!("You have {DAYS_A_YEAR} days a calendar year (UTC), in at most {TAKEN_MOST} vacations"),
    ]
}

/// The same for `docs/HOSTING.md`.
#[must_use]
pub fn sentences_of_hosting() -> Vec<String> {
    let times = ConnectionTimes::default();
    let (live, slow, opened) =
        (table_limits::MAX_LIVE, table_limits::MAX_CORRESPONDENCE, table_limits::MAX_PER_ADDRESS);
    let (of_player, of_address) = (connections::MAX_PER_PLAYER, connections::MAX_PER_ADDRESS);
    vec![
        format!("one player may have {of_player} sockets, {live} open tables and {slow} of correspondence"),
        format!("one address {of_address} sockets and {opened} open tables"),
        format!("those of addresses by {LAN_FACTOR} more under `--lan`"),
        format!("One address has at most {CONNECTIONS_PER_ADDRESS} connections at a time"),
        format!(
            "| an idle connection, and the head of a request (at most {} KiB) | {} s |",
            listener::HEAD_BYTES >> 10,
            times.head.as_secs()
        ),
        format!("| the body of a request | {} s |", times.body.as_secs()),
        format!("| a client that reads nothing of its answer | {} s |", times.write.as_secs()),
        format!(
            "| a socket that sends nothing, or reads nothing | {} s |",
            socket::SILENCE_TIMEOUT.as_secs()
        ),
        format!("The kernel keeps {} KiB of a connection", KERNEL_BUFFER >> 10),
        format!("has at most {} KiB in the server beside that", MAX_BYTES >> 10),
        format!(
            "All sockets together have {} MiB; beyond that each has {} KiB",
            TOTAL_BYTES >> 20,
            CROWDED_BYTES >> 10
        ),
        format!(
            "take at most {} MiB, {} MiB for one address",
            UNREAD_IN_TOTAL >> 20,
            UNREAD_BY_ADDRESS >> 20
        ),
    ]
}

/// Retention times without any activity, as lines of a table: what, and how long.
#[must_use]
pub fn lifetimes() -> Vec<String> {
    let rows = [
        ("a table where no game has started closes after", format!("{} h", OPEN_FOR / HOUR)),
        ("a table whose game has ended closes after", format!("{} h", FINISHED_FOR / HOUR)),
        ("a game without clocks ends, without a turn, after", format!("{} days", UNTIMED_FOR / DAY)),
        (
            "a guest who never sat down, wrote or played is deleted, without a visit, after",
            format!("{} days", GUESTS_KEPT / DAY),
        ),
        (
            "a closed table at which no game ended is deleted, with its chat, after",
            format!("{} days", UNPLAYED_TABLES_KEPT / DAY),
        ),
        (
            "a tournament that was called off before any game is deleted after",
            format!("{} days", UNPLAYED_TOURNAMENTS_KEPT / DAY),
        ),
        (
            "any other closed table is deleted, with its chat, after",
            format!("{} days; its games stay", PLAYED_TABLES_KEPT / DAY),
        ),
        ("a closed report is kept for", format!("{} days", REPORTS_KEPT / DAY)),
    ];
    rows.iter().map(|(what, time)| format!("| {what} | {time} |")).collect()
}
