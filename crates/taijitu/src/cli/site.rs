//! Arguments of the commands for a site: its data and its addresses.

use anyhow::{Result, bail};
use clap::builder::BoolishValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use taijitu_server::MailSettings;
use taijitu_store::TableState;

/// The default port.
const PORT: u16 = 8080;

/// Where the data of a site is.
#[derive(Args)]
pub(crate) struct DataArgs {
    /// A folder for the database, or the address of a PostgreSQL database [default: the user's data folder]
    #[arg(long, global = true, env = "TAIJITU_DATA", value_name = "FOLDER|postgres://…")]
    pub(crate) data: Option<String>,
}

impl DataArgs {
    /// The database in the words of the store.
    pub(crate) fn database(&self) -> Result<String> {
        match self.data.as_deref() {
            Some(place) => database_at("--data", place),
            None => Ok(file_in(&data_folder()?)),
        }
    }
}

/// A folder, a file or a PostgreSQL database as an address of the store.
/// Malformed URLs are rejected instead of being treated as a folder name: `postgress://…` is a typo, not a
/// directory.
fn database_at(flag: &str, place: &str) -> Result<String> {
    match place {
        url if url.starts_with("postgres://") || url.starts_with("postgresql://") => Ok(url.into()),
        url if url.strip_prefix("sqlite:").is_some_and(|file| Path::new(file).is_dir()) => {
            bail!("{flag} names a folder: write it without `sqlite:`, which is for files")
        }
        url if url.starts_with("sqlite:") => Ok(url.into()),
        "" => bail!("{flag} is empty: name a folder or a postgres:// address"),
        url if url.contains("://") || url.starts_with("postgres:") || url.starts_with("postgresql:") => {
            bail!("{flag} is neither a folder nor a known kind of address: write postgres://user@host/name")
        }
        file if Path::new(file).is_file() => {
            bail!("{flag} names a folder, and {file} is a file: name its folder, or write sqlite:{file}")
        }
        folder => Ok(file_in(&PathBuf::from(folder))),
    }
}

/// Source and target of a copy.
#[derive(Args)]
pub(crate) struct MigrateArgs {
    /// Source: the folder or file of a site, or a PostgreSQL database. Nothing is written there
    #[arg(long, value_name = "FOLDER|sqlite:FILE|postgres://…")]
    from: String,
    /// Target: an empty PostgreSQL database, a new folder, or the target of an earlier, interrupted run
    #[arg(long, value_name = "FOLDER|sqlite:FILE|postgres://…")]
    pub(crate) to: String,
}

impl MigrateArgs {
    /// Both databases in the words of the store.
    pub(crate) fn databases(&self) -> Result<(String, String)> {
        Ok((database_at("--from", &self.from)?, database_at("--to", &self.to)?))
    }
}

fn file_in(folder: &Path) -> String {
    format!("sqlite:{}", folder.join("taijitu.db").display())
}

/// Where programs of this user keep their data.
fn data_folder() -> Result<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = variable("XDG_DATA_HOME").or_else(|| Some(variable("HOME")?.join(".local/share")));
    match base {
        Some(base) => Ok(base.join("taijitu")),
        None => bail!("there is no home folder to keep the data in: add --data FOLDER"),
    }
}

/// A server.
#[derive(Args)]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    pub(crate) data: DataArgs,
    /// Where to listen [default: 127.0.0.1:8080, with --lan 0.0.0.0:8080]
    #[arg(long, env = "TAIJITU_LISTEN", value_name = "ADDRESS:PORT", value_parser = listen_address)]
    pub(crate) listen: Option<SocketAddr>,
    /// Allow several servers on this machine to use the same folder; all of them need this flag
    #[arg(long, env = "TAIJITU_SHARE_DATA", value_parser = BoolishValueParser::new())]
    pub(crate) share_data: bool,
    /// NATS server that connects the nodes of one site, such as nats://127.0.0.1:4222; they share a PostgreSQL database
    #[arg(long, env = "NATS_URL", value_name = "nats://…")]
    pub(crate) nats: Option<String>,
    /// The address players type, such as `https://club.example`; cookies are secure under https only
    #[arg(long, env = "TAIJITU_PUBLIC_URL", value_name = "URL", value_parser = public_url)]
    pub(crate) public_url: Option<String>,
    /// Listen on the local network, so that phones nearby can join; prints the address and a QR code
    #[arg(long, env = "TAIJITU_LAN", value_parser = BoolishValueParser::new())]
    pub(crate) lan: bool,
    /// Serve `/metrics` on this address only, not on the players' one
    #[arg(long, env = "TAIJITU_METRICS_LISTEN", value_name = "ADDRESS:PORT", value_parser = listen_address)]
    pub(crate) metrics_listen: Option<SocketAddr>,
    /// Trust the client address in X-Forwarded-For or Forwarded; use only behind a proxy that sets it
    #[arg(long, env = "TAIJITU_TRUST_PROXY", value_parser = BoolishValueParser::new())]
    pub(crate) trust_proxy: bool,
    /// Number of engine threads [default: cores less one]
    #[arg(long, env = "TAIJITU_ENGINE_THREADS", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) engine_threads: Option<u16>,
    /// Multiply all rate limits, for example for a club behind one address
    #[arg(long, env = "TAIJITU_RATE_FACTOR", value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) rate_factor: u32,
    /// Maximum number of connections [default: the limit of open files less 128, at most 32768]
    #[arg(long, env = "TAIJITU_MAX_CONNECTIONS", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_connections: Option<u32>,
    /// Maximum number of connections from one address [default: 512 times the rate factor]
    #[arg(long, env = "TAIJITU_MAX_CONNECTIONS_PER_ADDRESS", value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_connections_per_address: Option<u32>,
    /// Whether moderators need two-factor authentication to moderate
    #[arg(long, env = "TAIJITU_MODERATORS_NEED_TOTP", value_name = "BOOL", default_value_t = true,
        num_args = 0..=1, default_missing_value = "true", action = clap::ArgAction::Set,
        value_parser = BoolishValueParser::new())]
    pub(crate) moderators_need_totp: bool,
    #[command(flatten)]
    pub(crate) mail: MailArgs,
    /// Write logs as JSON
    #[arg(long, env = "TAIJITU_LOG_JSON", value_parser = BoolishValueParser::new())]
    pub(crate) log_json: bool,
}

/// The mail server of a site.
#[derive(Args)]
pub(crate) struct MailArgs {
    /// Mail server for password links; needs --mail-from and --public-url. The address contains a password: set it in the
    /// environment rather than on the command line
    #[arg(
        long,
        env = "TAIJITU_SMTP_URL",
        value_name = "smtps://USER:PASSWORD@HOST:PORT",
        hide_env_values = true
    )]
    pub(crate) smtp_url: Option<String>,
    /// Sender of these mails, such as `Club <club@example.org>`
    #[arg(long, env = "TAIJITU_MAIL_FROM", value_name = "ADDRESS")]
    pub(crate) mail_from: Option<String>,
}

impl MailArgs {
    /// How mail is sent; `None` if no mail server is named.
    ///
    /// # Errors
    /// If one of the two is missing or malformed.
    pub(crate) fn settings(&self) -> Result<Option<MailSettings>> {
        match (&self.smtp_url, &self.mail_from) {
            (None, None) => Ok(None),
            (Some(url), Some(from)) => Ok(Some(MailSettings::new(url, from)?)),
            (Some(_), None) => bail!("--smtp-url needs --mail-from: the sender of the mail"),
            (None, Some(_)) => bail!("--mail-from needs --smtp-url: the server that sends the mail"),
        }
    }
}

/// The same, to read it where no command was given.
#[derive(Parser)]
struct AloneArgs {
    #[command(flatten)]
    serve: ServeArgs,
}

impl ServeArgs {
    /// The arguments of `taijitu` alone: defaults and the environment.
    pub(crate) fn by_default() -> Self {
        AloneArgs::parse_from(["taijitu"]).serve
    }

    /// Where to listen.
    pub(crate) fn address(&self) -> SocketAddr {
        let host = if self.lan { [0, 0, 0, 0] } else { [127, 0, 0, 1] };
        self.listen.unwrap_or_else(|| SocketAddr::from((host, PORT)))
    }
}

/// What `taijitu doctor` checks.
#[derive(Args)]
pub(crate) struct DoctorArgs {
    #[command(flatten)]
    pub(crate) data: DataArgs,
    /// The address players type, such as `https://club.example`
    #[arg(long, env = "TAIJITU_PUBLIC_URL", value_name = "URL", value_parser = public_url)]
    pub(crate) url: Option<String>,
    /// The folder with the backups
    #[arg(long, env = "TAIJITU_BACKUPS", value_name = "FOLDER")]
    pub(crate) backups: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) mail: MailArgs,
    /// Print the findings as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// A process that computes engine turns for a site.
#[derive(Args)]
pub(crate) struct WorkerArgs {
    /// The NATS server of the site, such as nats://127.0.0.1:4222
    #[arg(long, env = "NATS_URL", value_name = "nats://…")]
    pub(crate) nats: String,
    /// Number of positions to search at once [default: all cores]
    #[arg(long, env = "TAIJITU_WORKER_THREADS", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Write logs as JSON
    #[arg(long, env = "TAIJITU_LOG_JSON", value_parser = BoolishValueParser::new())]
    pub(crate) log_json: bool,
}

/// Commands of the host of a site.
#[derive(Subcommand)]
pub(crate) enum AdminCommand {
    /// List the tables, the latest change first: id, state, game, turns, last change, players
    Tables {
        /// Only tables in this state [default: all that are not closed]
        #[arg(long, value_enum)]
        state: Option<WhichTables>,
    },
    /// List the players, the latest seen first: id, kind, last seen, name
    Players {
        /// Only players whose name contains this
        #[arg(default_value = "", hide_default_value = true)]
        query: String,
    },
    /// Stop a player from writing in the chat
    Mute {
        /// The player's name
        name: String,
        /// For how long
        #[arg(value_parser = clap::value_parser!(u32).range(1..=527_040), allow_negative_numbers = true)]
        minutes: u32,
        #[command(flatten)]
        why: ReasonArgs,
    },
    /// Allow a player to write in the chat again
    Unmute {
        /// The player's name
        name: String,
        #[command(flatten)]
        why: ReasonArgs,
    },
    /// Close a table; a running game ends without a result
    Close {
        /// The table's id or link
        table: String,
        #[command(flatten)]
        why: ReasonArgs,
    },
    /// Ban a player, or a range of addresses such as 203.0.113.0/24
    Ban {
        /// The player's name, or the range
        whom: String,
        /// For how long; without it a player is banned for good
        #[arg(value_parser = clap::value_parser!(u32).range(1..=5_270_400), allow_negative_numbers = true)]
        minutes: Option<u32>,
        #[command(flatten)]
        why: ReasonArgs,
    },
    /// Lift the ban of a player or of a range of addresses
    Unban {
        /// The player's name, or the range
        whom: String,
        #[command(flatten)]
        why: ReasonArgs,
    },
    /// List the bans: until when, who, why
    Bans,
    /// List the messages of a table: id, time, author, text
    Chat {
        /// The table's id or link
        table: String,
    },
    /// Delete a message of a table
    DeleteMessage {
        /// The table's id or link
        table: String,
        /// The message's id, from `reports` or `chat`
        message: String,
        #[command(flatten)]
        why: ReasonArgs,
    },
    /// Rename a player
    Rename {
        /// The player's name
        name: String,
        /// The new name [default: a random one, as for guests]
        new: Option<String>,
        #[command(flatten)]
        why: ReasonArgs,
    },
    /// Sign a player out everywhere and delete the tokens of their programs
    Revoke {
        /// The player's name
        name: String,
        #[command(flatten)]
        why: ReasonArgs,
    },
    /// List the open reports, the latest first, with the messages before and after
    Reports {
        /// List the closed reports instead
        #[arg(long)]
        closed: bool,
    },
    /// Close a report without action
    Dismiss {
        /// The report's id
        report: String,
        #[command(flatten)]
        why: ReasonArgs,
    },
    /// Close a report after action was taken
    Resolve {
        /// The report's id
        report: String,
        #[command(flatten)]
        why: ReasonArgs,
    },
    /// Make an account a moderator; without a name, list the moderators
    Moderator {
        /// The account's name
        name: Option<String>,
        /// Remove the role instead
        #[arg(long, requires = "name")]
        remove: bool,
        #[command(flatten)]
        why: ReasonArgs,
    },
    /// Show what moderators and the host did, the latest first, and whether the log is complete
    Audit {
        /// Number of lines
        #[arg(long, value_name = "LINES", default_value_t = 50,
            value_parser = clap::value_parser!(u32).range(1..=10_000))]
        last: u32,
    },
    /// Rate all games of the archive again, class by class, and compare the result with the stored ratings
    Ratings {
        /// Store the results that differ; rated games cannot end meanwhile
        #[arg(long)]
        recompute: bool,
    },
    /// Set a new password for an account and print it once; signs the account out everywhere and deletes its tokens
    ResetPassword {
        /// The account's name
        name: String,
        /// Also turn off two-factor authentication, for a user who has lost phone and recovery codes
        #[arg(long)]
        two_factor: bool,
    },
}

/// The reason for an action of the host, for the audit log.
#[derive(clap::Args)]
pub(crate) struct ReasonArgs {
    /// Reason, for the audit log
    #[arg(long, default_value = "command line", hide_default_value = true)]
    pub(crate) reason: String,
}

/// Commands for the archive of finished games.
#[derive(Subcommand)]
pub(crate) enum ArchiveCommand {
    /// Index the finished games that are not indexed yet; can be interrupted and resumed
    Build {
        /// Delete the index first and build it again
        #[arg(long)]
        again: bool,
    },
}

/// Which tables to list.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum WhichTables {
    /// Waiting for players
    Open,
    /// A game is being played
    Running,
    /// The last game has ended
    Finished,
    /// The table is closed
    Closed,
}

impl From<WhichTables> for TableState {
    fn from(which: WhichTables) -> Self {
        match which {
            WhichTables::Open => Self::Open,
            WhichTables::Running => Self::Running,
            WhichTables::Finished => Self::Finished,
            WhichTables::Closed => Self::Closed,
        }
    }
}

/// An address of this machine with a port; names are not looked up.
fn listen_address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| "write it as 127.0.0.1:8080, or 0.0.0.0:8080 for every network".to_owned())
}

/// An address without path: `https://club.example` or `http://192.168.1.5:8080`.
fn public_url(text: &str) -> Result<String, String> {
    let wrong = || "write it as https://name or http://name:port, without a path".to_owned();
    let url = text.trim_end_matches('/').to_lowercase();
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")).ok_or_else(wrong)?;
    let plain = |c: char| c.is_ascii_alphanumeric() || "-.:[]".contains(c);
    if host.is_empty() || !host.chars().all(plain) { Err(wrong()) } else { Ok(url) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_address_has_no_path() {
        assert_eq!(public_url("https://Club.example/").as_deref(), Ok("https://club.example"));
        assert_eq!(public_url("http://192.168.1.5:8080").as_deref(), Ok("http://192.168.1.5:8080"));
        for wrong in ["club.example", "https://", "https://club.example/play", "ftp://club.example"] {
            assert!(public_url(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn data_is_a_folder_or_a_database() {
        let of = |data: &str| DataArgs { data: Some(data.into()) }.database().unwrap();
        assert_eq!(of("/srv/club"), "sqlite:/srv/club/taijitu.db");
        assert_eq!(of("postgres://db/club"), "postgres://db/club");
        assert_eq!(of("sqlite:club.db"), "sqlite:club.db");
        for wrong in
            ["", "sqlite:/tmp", "postgress://db/club", "mysql://db/club", "postgres:db/club", "http://db"]
        {
            assert!(DataArgs { data: Some(wrong.into()) }.database().is_err(), "{wrong}");
        }
    }
}
