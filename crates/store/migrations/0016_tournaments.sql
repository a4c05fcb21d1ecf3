-- Tournaments: the log of each, and what is listed from it. Bodies and summaries are text the store does not read.

-- `state` is open, running, finished or called-off. `deadline` is when the tournament does something by itself. `at` is what
-- lists are ordered by: the start of those that are open, the last entry of the others.
CREATE TABLE tournaments (
    id       text PRIMARY KEY,
    host     text NOT NULL,
    kind     text NOT NULL,
    public   bigint NOT NULL,
    state    text NOT NULL,
    created  bigint NOT NULL,
    at       bigint NOT NULL,
    head     bigint NOT NULL,
    deadline bigint,
    summary  text NOT NULL
);
CREATE INDEX tournaments_listed ON tournaments (state, public, at, id);
CREATE INDEX tournaments_host ON tournaments (host, state);
CREATE INDEX tournaments_deadline ON tournaments (deadline) WHERE deadline IS NOT NULL;

-- Entries are numbered without gaps; the key decides which of two writers was first.
CREATE TABLE tournament_events (
    tournament_id text NOT NULL,
    n             bigint NOT NULL,
    at            bigint NOT NULL,
    body          text NOT NULL,
    PRIMARY KEY (tournament_id, n)
) /* sqlite: WITHOUT ROWID */;

-- Who takes part: one row for each player who has not withdrawn. `is_open` is 1 until the tournament is over.
CREATE TABLE tournament_players (
    player        text NOT NULL,
    tournament_id text NOT NULL,
    is_open       bigint NOT NULL,
    PRIMARY KEY (player, tournament_id)
) /* sqlite: WITHOUT ROWID */;
CREATE INDEX tournament_players_tournament ON tournament_players (tournament_id);

-- The games of pairings: at which table one is played, and the record of one that was played on a real board. `is_open` is 1
-- while a table has a game whose result is wanted.
CREATE TABLE tournament_games (
    tournament_id text NOT NULL,
    pairing       bigint NOT NULL,
    game          bigint NOT NULL,
    table_id      text,
    game_id       text,
    is_open       bigint NOT NULL,
    PRIMARY KEY (tournament_id, pairing, game)
) /* sqlite: WITHOUT ROWID */;
CREATE INDEX tournament_games_table ON tournament_games (table_id) WHERE table_id IS NOT NULL;
CREATE INDEX tournament_games_open ON tournament_games (tournament_id) WHERE is_open = 1;
