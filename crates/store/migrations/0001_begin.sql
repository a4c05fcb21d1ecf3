-- Everything a site keeps. Portable between SQLite and PostgreSQL: only bigint and text, booleans as 0/1,
-- times in milliseconds since the epoch. The comment "sqlite: …" behind a table is taken as SQL on SQLite only.

CREATE TABLE players (
    id          text PRIMARY KEY,
    name        text,
    skeleton    text UNIQUE,
    guest       bigint NOT NULL,
    password    text,
    created     bigint NOT NULL,
    seen        bigint NOT NULL,
    muted_until bigint,
    deleted     bigint NOT NULL DEFAULT 0
);

CREATE TABLE sessions (
    hash    text PRIMARY KEY,
    player  text NOT NULL,
    created bigint NOT NULL,
    seen    bigint NOT NULL,
    expires bigint NOT NULL
);
CREATE INDEX sessions_player ON sessions (player);
CREATE INDEX sessions_expires ON sessions (expires);

CREATE TABLE tokens (
    hash    text PRIMARY KEY,
    id      text NOT NULL UNIQUE,
    player  text NOT NULL,
    label   text NOT NULL,
    created bigint NOT NULL,
    seen    bigint NOT NULL
);
CREATE INDEX tokens_player ON tokens (player);

CREATE TABLE tables (
    id       text PRIMARY KEY,
    kind     text NOT NULL,
    public   bigint NOT NULL,
    state    text NOT NULL,
    host     text NOT NULL,
    created  bigint NOT NULL,
    updated  bigint NOT NULL,
    head     bigint NOT NULL,
    deadline bigint,
    summary  text NOT NULL
) /* sqlite: WITHOUT ROWID */;
CREATE INDEX tables_lobby ON tables (state, public, updated, id);
CREATE INDEX tables_deadline ON tables (deadline) WHERE deadline IS NOT NULL;

CREATE TABLE seats (
    table_id text NOT NULL,
    player   text NOT NULL,
    seat     bigint NOT NULL,
    acts     bigint NOT NULL,
    PRIMARY KEY (table_id, player, seat)
) /* sqlite: WITHOUT ROWID */;
CREATE INDEX seats_player ON seats (player);

CREATE TABLE events (
    table_id text NOT NULL,
    n        bigint NOT NULL,
    at       bigint NOT NULL,
    body     text NOT NULL,
    PRIMARY KEY (table_id, n)
) /* sqlite: WITHOUT ROWID */;

CREATE TABLE chat (
    table_id    text NOT NULL,
    m           bigint NOT NULL,
    id          text NOT NULL,
    at          bigint NOT NULL,
    author      text NOT NULL,
    room        text NOT NULL,
    hidden_from text,
    request     text NOT NULL,
    text        text NOT NULL,
    PRIMARY KEY (table_id, m),
    UNIQUE (table_id, author, request)
);
CREATE INDEX chat_author ON chat (author);

CREATE TABLE games (
    id       text PRIMARY KEY,
    table_id text NOT NULL,
    number   bigint NOT NULL,
    kind     text NOT NULL,
    options  text NOT NULL,
    revision bigint NOT NULL,
    result   text NOT NULL,
    reason   text NOT NULL,
    started  bigint NOT NULL,
    ended    bigint NOT NULL,
    turns    bigint NOT NULL,
    logged   bigint NOT NULL,
    public   bigint NOT NULL,
    record   text NOT NULL
);
CREATE INDEX games_table ON games (table_id, number);
CREATE INDEX games_kind ON games (kind, ended, id);
CREATE INDEX games_ended ON games (ended, id);

CREATE TABLE game_players (
    game_id text NOT NULL,
    player  text NOT NULL,
    seat    bigint NOT NULL,
    side    text NOT NULL,
    PRIMARY KEY (game_id, seat)
) /* sqlite: WITHOUT ROWID */;
CREATE INDEX game_players_player ON game_players (player);

CREATE TABLE heartbeats (
    node text PRIMARY KEY,
    at   bigint NOT NULL
);

CREATE TABLE outages (
    began bigint PRIMARY KEY,
    ended bigint NOT NULL
);
