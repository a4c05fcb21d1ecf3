-- Moderation: who may moderate, what was reported, who is banned, and what was done about it.

CREATE TABLE moderators (
    player text PRIMARY KEY,
    since  bigint NOT NULL
);

-- One row for everything that was reported, however many reported it. `open_key` names what was reported while the report
-- is open, so that two open reports of the same thing cannot exist; a closed report has none. `context` is text the store
-- does not read: what was said before and after, names as they were.
CREATE TABLE reports (
    id       text PRIMARY KEY,
    open_key text UNIQUE,
    subject  text NOT NULL,
    player   text,
    table_id text,
    game_id  text,
    message  text,
    opened   bigint NOT NULL,
    context  text NOT NULL,
    closed   bigint,
    upheld   bigint
);
CREATE INDEX reports_open ON reports (closed, opened, id);
CREATE INDEX reports_player ON reports (player);

-- Who reported it, and why.
CREATE TABLE complaints (
    report text NOT NULL,
    player text NOT NULL,
    at     bigint NOT NULL,
    reason text NOT NULL,
    note   text NOT NULL,
    PRIMARY KEY (report, player)
) /* sqlite: WITHOUT ROWID */;
CREATE INDEX complaints_player ON complaints (player, at);

-- `subject` is the id of a player or a range of addresses such as 203.0.113.0/24; `kind` says which. Without `until` the
-- ban has no end.
CREATE TABLE bans (
    subject text PRIMARY KEY,
    kind    text NOT NULL,
    since   bigint NOT NULL,
    until   bigint,
    reason  text NOT NULL
);
CREATE INDEX bans_kind ON bans (kind, since);

-- Everything moderators and the host did. Rows are only ever added. `hash` is the SHA-256 of the row and of the hash before
-- it, so that a row that was changed or taken out later is noticed. `moderator` is NULL for the command line.
CREATE TABLE audit (
    n         bigint PRIMARY KEY,
    at        bigint NOT NULL,
    moderator text,
    action    text NOT NULL,
    player    text,
    table_id  text,
    message   text,
    network   text,
    until     bigint,
    report    text,
    detail    text,
    reason    text NOT NULL,
    hash      text NOT NULL
);
