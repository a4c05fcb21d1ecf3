//! Every table of a site, for copying.
//! A test compares this list with the schemas of the databases, so that a migration cannot add a column that is
//! not copied.

use std::cmp::Ordering;

/// The type of a column. The schema has no others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// `text`.
    Text,
    /// `bigint`.
    Number,
}

/// A column: its name and what it holds.
pub type Column = (&'static str, ColumnType);

/// A table.
#[derive(Clone, Copy, Debug)]
pub struct TableSchema {
    /// Its name.
    pub name: &'static str,
    /// Its columns, those of the primary key first.
    pub columns: &'static [Column],
    /// How many of them are the primary key.
    pub key: usize,
    /// The columns that are unique together besides the primary key.
    pub unique: &'static [&'static str],
}

/// A value of a row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum RowValue {
    Null,
    Number(i64),
    Text(String),
}

/// The values of the columns of a [`TableSchema`], in its order.
pub(super) type Row = Vec<RowValue>;

use ColumnType::{Number, Text};

/// All tables but `migrations`, which says how they are made, and `copying`, which says how far a copy is.
pub const TABLES: [TableSchema; 54] = [
    TableSchema {
        name: "players",
        columns: &[
            ("id", Text),
            ("name", Text),
            ("skeleton", Text),
            ("guest", Number),
            ("password", Text),
            ("created", Number),
            ("seen", Number),
            ("muted_until", Number),
            ("deleted", Number),
        ],
        key: 1,
        unique: &["skeleton"],
    },
    TableSchema {
        name: "sessions",
        columns: &[
            ("hash", Text),
            ("player", Text),
            ("created", Number),
            ("seen", Number),
            ("expires", Number),
        ],
        key: 1,
        unique: &[],
    },
    TableSchema {
        name: "tokens",
        columns: &[
            ("hash", Text),
            ("id", Text),
            ("player", Text),
            ("label", Text),
            ("created", Number),
            ("seen", Number),
        ],
        key: 1,
        unique: &["id"],
    },
    TableSchema { name: "retired_names", columns: &[("hash", Text), ("until", Number)], key: 1, unique: &[] },
    TableSchema {
        name: "sign_ins",
        columns: &[("player", Text), ("network", Text), ("at", Number)],
        key: 2,
        unique: &[],
    },
    TableSchema {
        name: "tables",
        columns: &[
            ("id", Text),
            ("kind", Text),
            ("public", Number),
            ("state", Text),
            ("host", Text),
            ("created", Number),
            ("updated", Number),
            ("head", Number),
            ("deadline", Number),
            ("summary", Text),
            ("acts", Number),
            ("turns", Number),
        ],
        key: 1,
        unique: &[],
    },
    TableSchema {
        name: "seats",
        columns: &[("table_id", Text), ("player", Text), ("seat", Number)],
        key: 3,
        unique: &[],
    },
    TableSchema {
        name: "events",
        columns: &[("table_id", Text), ("n", Number), ("at", Number), ("body", Text)],
        key: 2,
        unique: &[],
    },
    TableSchema {
        name: "chat",
        columns: &[
            ("table_id", Text),
            ("m", Number),
            ("id", Text),
            ("at", Number),
            ("author", Text),
            ("room", Text),
            ("hidden_from", Text),
            ("request", Text),
            ("text", Text),
        ],
        key: 2,
        unique: &["table_id", "author", "request"],
    },
    TableSchema {
        name: "games",
        columns: &[
            ("id", Text),
            ("table_id", Text),
            ("number", Number),
            ("kind", Text),
            ("options", Text),
            ("revision", Number),
            ("result", Text),
            ("reason", Text),
            ("started", Number),
            ("ended", Number),
            ("turns", Number),
            ("logged", Number),
            ("public", Number),
            ("record", Text),
            ("source", Text),
            ("indexed", Number),
        ],
        key: 1,
        unique: &[],
    },
    TableSchema {
        name: "game_players",
        columns: &[("game_id", Text), ("seat", Number), ("player", Text), ("side", Text)],
        key: 2,
        unique: &[],
    },
    TableSchema { name: "heartbeats", columns: &[("node", Text), ("at", Number)], key: 1, unique: &[] },
    TableSchema { name: "outages", columns: &[("began", Number), ("ended", Number)], key: 1, unique: &[] },
    TableSchema { name: "marks", columns: &[("name", Text), ("value", Number)], key: 1, unique: &[] },
    TableSchema {
        name: "archive",
        columns: &[
            ("no", Number),
            ("game_id", Text),
            ("kind", Text),
            ("variant", Text),
            ("result", Text),
            ("reason", Text),
            ("turns", Number),
        ],
        key: 1,
        unique: &[],
    },
    TableSchema {
        name: "played",
        columns: &[("player", Text), ("no", Number), ("kind", Text), ("score", Text)],
        key: 2,
        unique: &[],
    },
    TableSchema {
        name: "reached",
        columns: &[
            ("position", Number),
            ("no", Number),
            ("next", Number),
            ("turn", Text),
            ("result", Number),
        ],
        key: 2,
        unique: &[],
    },
    TableSchema {
        name: "positions",
        columns: &[
            ("position", Number),
            ("next", Number),
            ("turn", Text),
            ("white", Number),
            ("black", Number),
            ("draws", Number),
            ("played", Number),
        ],
        key: 2,
        unique: &[],
    },
    TableSchema {
        name: "tallies",
        columns: &[("scope", Text), ("kind", Text), ("what", Text), ("count", Number)],
        key: 3,
        unique: &[],
    },
    TableSchema {
        name: "reviews",
        columns: &[("game_id", Text), ("body", Text), ("white", Number), ("black", Number)],
        key: 1,
        unique: &[],
    },
    TableSchema {
        name: "puzzles",
        columns: &[
            ("id", Text),
            ("kind", Text),
            ("number", Number),
            ("side", Text),
            ("wins_in", Number),
            ("study", Text),
            ("solution", Text),
            ("game_id", Text),
            ("made", Number),
            ("themes", Text),
        ],
        key: 1,
        unique: &[],
    },
    TableSchema {
        name: "recovery_codes",
        columns: &[("hash", Text), ("player", Text), ("created", Number)],
        key: 1,
        unique: &[],
    },
    TableSchema {
        name: "second_factors",
        columns: &[("player", Text), ("secret", Text), ("confirmed", Number), ("last_step", Number)],
        key: 1,
        unique: &[],
    },
    TableSchema {
        name: "mail_addresses",
        columns: &[("player", Text), ("address", Text), ("confirmed", Number)],
        key: 1,
        unique: &[],
    },
    TableSchema {
        name: "mail_tokens",
        columns: &[
            ("hash", Text),
            ("player", Text),
            ("purpose", Text),
            ("address", Text),
            ("expires", Number),
        ],
        key: 1,
        unique: &[],
    },
    TableSchema { name: "moderators", columns: &[("player", Text), ("since", Number)], key: 1, unique: &[] },
    TableSchema {
        name: "reports",
        columns: &[
            ("id", Text),
            ("open_key", Text),
            ("subject", Text),
            ("player", Text),
            ("table_id", Text),
            ("game_id", Text),
            ("message", Text),
            ("opened", Number),
            ("context", Text),
            ("closed", Number),
            ("upheld", Number),
            ("tournament_id", Text),
        ],
        key: 1,
        unique: &["open_key"],
    },
    TableSchema {
        name: "complaints",
        columns: &[("report", Text), ("player", Text), ("at", Number), ("reason", Text), ("note", Text)],
        key: 2,
        unique: &[],
    },
    TableSchema {
        name: "bans",
        columns: &[("subject", Text), ("kind", Text), ("since", Number), ("until", Number), ("reason", Text)],
        key: 1,
        unique: &[],
    },
    TableSchema {
        name: "audit",
        columns: &[
            ("n", Number),
            ("at", Number),
            ("moderator", Text),
            ("action", Text),
            ("player", Text),
            ("table_id", Text),
            ("message", Text),
            ("network", Text),
            ("until", Number),
            ("report", Text),
            ("detail", Text),
            ("reason", Text),
            ("hash", Text),
            ("tournament_id", Text),
        ],
        key: 1,
        unique: &[],
    },
    TableSchema {
        name: "held_names",
        columns: &[("player", Text), ("name", Text), ("guest", Number)],
        key: 1,
        unique: &[],
    },
    TableSchema {
        name: "hidden_rooms",
        columns: &[("table_id", Text), ("player", Text), ("room", Text), ("hidden", Number)],
        key: 3,
        unique: &[],
    },
    TableSchema {
        name: "follows",
        columns: &[("player", Text), ("followed", Text), ("since", Number)],
        key: 2,
        unique: &[],
    },
    TableSchema {
        name: "blocks",
        columns: &[("player", Text), ("blocked", Text), ("since", Number)],
        key: 2,
        unique: &[],
    },
    TableSchema { name: "preferences", columns: &[("player", Text), ("body", Text)], key: 1, unique: &[] },
    TableSchema { name: "bots", columns: &[("player", Text), ("since", Number)], key: 1, unique: &[] },
    TableSchema {
        name: "challenges",
        columns: &[
            ("id", Text),
            ("challenger", Text),
            ("challenged", Text),
            ("terms", Text),
            ("table_id", Text),
            ("created", Number),
            ("expires", Number),
            ("state", Text),
            ("reason", Text),
            ("settled", Number),
        ],
        key: 1,
        unique: &[],
    },
    TableSchema {
        name: "notices",
        columns: &[
            ("player", Text),
            ("n", Number),
            ("subject", Text),
            ("version", Number),
            ("kind", Text),
            ("body", Text),
            ("at", Number),
            ("is_read", Number),
        ],
        key: 2,
        unique: &["player", "subject"],
    },
    TableSchema {
        name: "push_endpoints",
        columns: &[
            ("id", Text),
            ("player", Text),
            ("endpoint", Text),
            ("p256dh", Text),
            ("auth", Text),
            ("lang", Text),
            ("created", Number),
            ("failures", Number),
            ("due", Number),
        ],
        key: 1,
        unique: &[],
    },
    TableSchema {
        name: "notice_mails",
        columns: &[("player", Text), ("due", Number), ("sent", Number), ("upto", Number)],
        key: 1,
        unique: &[],
    },
    TableSchema { name: "site_keys", columns: &[("name", Text), ("value", Text)], key: 1, unique: &[] },
    TableSchema {
        name: "vacations",
        columns: &[("player", Text), ("began", Number), ("ends", Number)],
        key: 2,
        unique: &[],
    },
    TableSchema {
        name: "conditional_turns",
        columns: &[
            ("table_id", Text),
            ("player", Text),
            ("game", Number),
            ("after_turns", Number),
            ("body", Text),
        ],
        key: 2,
        unique: &[],
    },
    TableSchema {
        name: "ratings",
        columns: &[
            ("class", Text),
            ("player", Text),
            ("value", Number),
            ("deviation", Number),
            ("volatility", Number),
            ("games", Number),
            ("won", Number),
            ("lost", Number),
            ("last", Number),
            ("number", Number),
        ],
        key: 2,
        unique: &[],
    },
    TableSchema {
        name: "rating_changes",
        columns: &[
            ("game_id", Text),
            ("seat", Number),
            ("player", Text),
            ("class", Text),
            ("number", Number),
            ("at", Number),
            ("value_before", Number),
            ("deviation_before", Number),
            ("value", Number),
            ("deviation", Number),
            ("volatility", Number),
        ],
        key: 2,
        unique: &[],
    },
    TableSchema {
        name: "puzzle_ratings",
        columns: &[
            ("puzzle", Text),
            ("value", Number),
            ("deviation", Number),
            ("volatility", Number),
            ("tried", Number),
            ("solved", Number),
            ("last", Number),
        ],
        key: 1,
        unique: &[],
    },
    TableSchema {
        name: "puzzle_players",
        columns: &[
            ("player", Text),
            ("value", Number),
            ("deviation", Number),
            ("volatility", Number),
            ("tried", Number),
            ("solved", Number),
            ("last", Number),
            ("streak", Number),
            ("best_streak", Number),
        ],
        key: 1,
        unique: &[],
    },
    TableSchema {
        name: "puzzle_tries",
        columns: &[
            ("player", Text),
            ("puzzle", Text),
            ("at", Number),
            ("solved", Number),
            ("value_before", Number),
            ("value", Number),
        ],
        key: 2,
        unique: &[],
    },
    TableSchema {
        name: "puzzle_days",
        columns: &[("day", Number), ("puzzle", Text), ("tried", Number), ("solved", Number)],
        key: 1,
        unique: &[],
    },
    TableSchema {
        name: "tournaments",
        columns: &[
            ("id", Text),
            ("host", Text),
            ("kind", Text),
            ("public", Number),
            ("state", Text),
            ("created", Number),
            ("at", Number),
            ("head", Number),
            ("deadline", Number),
            ("summary", Text),
        ],
        key: 1,
        unique: &[],
    },
    TableSchema {
        name: "tournament_events",
        columns: &[("tournament_id", Text), ("n", Number), ("at", Number), ("body", Text)],
        key: 2,
        unique: &[],
    },
    TableSchema {
        name: "tournament_players",
        columns: &[("player", Text), ("tournament_id", Text), ("is_open", Number)],
        key: 2,
        unique: &[],
    },
    TableSchema {
        name: "tournament_games",
        columns: &[
            ("tournament_id", Text),
            ("pairing", Number),
            ("game", Number),
            ("table_id", Text),
            ("game_id", Text),
            ("is_open", Number),
        ],
        key: 3,
        unique: &[],
    },
    TableSchema {
        name: "follow_ups",
        columns: &[("subject", Text), ("last", Number), ("first", Number), ("kind", Text), ("at", Number)],
        key: 2,
        unique: &[],
    },
];

impl TableSchema {
    /// The columns of the primary key.
    #[must_use]
    pub fn key_columns(&self) -> &'static [Column] {
        &self.columns[..self.key]
    }

    /// The columns that are unique besides the primary key.
    pub(super) fn unique_columns(&self) -> Vec<Column> {
        let named = |name: &&str| self.columns.iter().find(|(column, _)| column == name).copied();
        self.unique.iter().filter_map(named).collect()
    }

    /// Names of columns as SQL lists them.
    pub(super) fn names(columns: &[Column]) -> String {
        columns.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
    }

    /// Which of two rows comes first.
    pub(super) fn compare(&self, one: &Row, two: &Row) -> Ordering {
        one[..self.key].cmp(&two[..self.key])
    }

    /// The values that are unique besides the key; `None` if one of them is NULL, which is never a duplicate.
    pub(super) fn unique_values(&self, row: &Row) -> Option<Vec<RowValue>> {
        let values = self.unique.iter().map(|name| {
            let at = self.columns.iter().position(|(column, _)| column == name)?;
            Some(row[at].clone()).filter(|value| *value != RowValue::Null)
        });
        values.collect::<Option<Vec<_>>>().filter(|values| !values.is_empty())
    }
}
