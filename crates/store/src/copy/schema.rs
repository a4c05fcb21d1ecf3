//! Every table of a site, for copying.
//! A test compares this list with the schemas of the databases, so that a migration cannot add a column that is
//! not copied.

use std::cmp::Ordering;

/// What a column holds. The schema knows no other types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// `text`.
    Text,
    /// `bigint`.
    Number,
}

/// A column: its name and what it holds.
pub type Column = (&'static str, Holds);

/// A table.
#[derive(Clone, Copy, Debug)]
pub struct Table {
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
pub(super) enum Value {
    Null,
    Number(i64),
    Text(String),
}

/// The values of the columns of a [`Table`], in its order.
pub(super) type Row = Vec<Value>;

use Holds::{Number, Text};

/// All tables but `migrations`, which says how they are made, and `copying`, which says how far a copy is.
pub const TABLES: [Table; 32] = [
    Table {
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
    Table {
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
    Table {
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
    Table { name: "retired_names", columns: &[("hash", Text), ("until", Number)], key: 1, unique: &[] },
    Table {
        name: "sign_ins",
        columns: &[("player", Text), ("network", Text), ("at", Number)],
        key: 2,
        unique: &[],
    },
    Table {
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
    Table {
        name: "seats",
        columns: &[("table_id", Text), ("player", Text), ("seat", Number)],
        key: 3,
        unique: &[],
    },
    Table {
        name: "events",
        columns: &[("table_id", Text), ("n", Number), ("at", Number), ("body", Text)],
        key: 2,
        unique: &[],
    },
    Table {
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
    Table {
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
    Table {
        name: "game_players",
        columns: &[("game_id", Text), ("seat", Number), ("player", Text), ("side", Text)],
        key: 2,
        unique: &[],
    },
    Table { name: "heartbeats", columns: &[("node", Text), ("at", Number)], key: 1, unique: &[] },
    Table { name: "outages", columns: &[("began", Number), ("ended", Number)], key: 1, unique: &[] },
    Table { name: "marks", columns: &[("name", Text), ("value", Number)], key: 1, unique: &[] },
    Table {
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
    Table {
        name: "played",
        columns: &[("player", Text), ("no", Number), ("kind", Text), ("score", Text)],
        key: 2,
        unique: &[],
    },
    Table {
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
    Table {
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
    Table {
        name: "tallies",
        columns: &[("scope", Text), ("kind", Text), ("what", Text), ("count", Number)],
        key: 3,
        unique: &[],
    },
    Table {
        name: "reviews",
        columns: &[("game_id", Text), ("body", Text), ("white", Number), ("black", Number)],
        key: 1,
        unique: &[],
    },
    Table {
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
        ],
        key: 1,
        unique: &[],
    },
    Table {
        name: "recovery_codes",
        columns: &[("hash", Text), ("player", Text), ("created", Number)],
        key: 1,
        unique: &[],
    },
    Table {
        name: "second_factors",
        columns: &[("player", Text), ("secret", Text), ("confirmed", Number), ("last_step", Number)],
        key: 1,
        unique: &[],
    },
    Table {
        name: "mail_addresses",
        columns: &[("player", Text), ("address", Text), ("confirmed", Number)],
        key: 1,
        unique: &[],
    },
    Table {
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
    Table { name: "moderators", columns: &[("player", Text), ("since", Number)], key: 1, unique: &[] },
    Table {
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
        ],
        key: 1,
        unique: &["open_key"],
    },
    Table {
        name: "complaints",
        columns: &[("report", Text), ("player", Text), ("at", Number), ("reason", Text), ("note", Text)],
        key: 2,
        unique: &[],
    },
    Table {
        name: "bans",
        columns: &[("subject", Text), ("kind", Text), ("since", Number), ("until", Number), ("reason", Text)],
        key: 1,
        unique: &[],
    },
    Table {
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
        ],
        key: 1,
        unique: &[],
    },
    Table {
        name: "held_names",
        columns: &[("player", Text), ("name", Text), ("guest", Number)],
        key: 1,
        unique: &[],
    },
    Table {
        name: "hidden_rooms",
        columns: &[("table_id", Text), ("player", Text), ("room", Text), ("hidden", Number)],
        key: 3,
        unique: &[],
    },
];

impl Table {
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

    /// Names of columns as SQL wants them.
    pub(super) fn names(columns: &[Column]) -> String {
        columns.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
    }

    /// Which of two rows comes first.
    pub(super) fn compare(&self, one: &Row, two: &Row) -> Ordering {
        one[..self.key].cmp(&two[..self.key])
    }

    /// The values that are unique besides the key; none if one of them is NULL, which is like no other.
    pub(super) fn unique_values(&self, row: &Row) -> Option<Vec<Value>> {
        let values = self.unique.iter().map(|name| {
            let at = self.columns.iter().position(|(column, _)| column == name)?;
            Some(row[at].clone()).filter(|value| *value != Value::Null)
        });
        values.collect::<Option<Vec<_>>>().filter(|values| !values.is_empty())
    }
}
