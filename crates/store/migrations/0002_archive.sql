-- The archive: finished games everyone may look up, and what is counted from them. Everything here but `source`,
-- `reviews` and `puzzles` is made from `games` by the index task and can be made again.

ALTER TABLE games ADD COLUMN source text NOT NULL DEFAULT 'table';
-- The number of the build of the index the game is in: below the present one it is still to be indexed. Making the
-- index again is emptying its tables and counting up; no game has to be touched.
ALTER TABLE games ADD COLUMN indexed bigint NOT NULL DEFAULT 0;
CREATE INDEX games_indexed ON games (indexed);

-- `revision`: by which program the index was made; `build`: how many times it was begun.
CREATE TABLE marks (
    name  text PRIMARY KEY,
    value bigint NOT NULL
);
INSERT INTO marks (name, value) VALUES ('revision', 0), ('build', 1);

-- `no` is the time the game ended, in milliseconds, times 2^20, plus something to tell games of the same moment apart:
-- the order of numbers is the order of time, and one number serves for paging, dates and joins.
CREATE TABLE archive (
    no      bigint PRIMARY KEY,
    game_id text NOT NULL,
    kind    text NOT NULL,
    variant text NOT NULL,
    result  text NOT NULL,
    reason  text NOT NULL,
    turns   bigint NOT NULL
) /* sqlite: WITHOUT ROWID */;
CREATE INDEX archive_kind ON archive (kind, no, variant, result, reason, turns);
CREATE INDEX archive_variant ON archive (kind, variant, no, result, reason, turns);

-- Who played, by player; `score` is won, lost, drawn, or both for whoever sat on both sides.
CREATE TABLE played (
    player text NOT NULL,
    no     bigint NOT NULL,
    kind   text NOT NULL,
    score  text NOT NULL,
    PRIMARY KEY (player, no)
) /* sqlite: WITHOUT ROWID */;

-- Which games reached a position in their first 40 turns, what was played there the first time (`next` is the position
-- it led to), and how it ended: 0 White won, 1 Black, 2 nobody.
CREATE TABLE reached (
    position bigint NOT NULL,
    no       bigint NOT NULL,
    next     bigint NOT NULL,
    turn     text NOT NULL,
    result   bigint NOT NULL,
    PRIMARY KEY (position, no)
) /* sqlite: WITHOUT ROWID */;

-- The same counted, for positions that two games or more have reached: most positions are reached by one, whose row in
-- `reached` says it all. `next` 0 counts the games that reached the position, whatever they played there.
CREATE TABLE positions (
    position bigint NOT NULL,
    next     bigint NOT NULL,
    turn     text NOT NULL,
    white    bigint NOT NULL,
    black    bigint NOT NULL,
    draws    bigint NOT NULL,
    played   bigint NOT NULL,
    PRIMARY KEY (position, next)
) /* sqlite: WITHOUT ROWID */;
CREATE INDEX positions_often ON positions (position, played);

-- Everything else that is counted; an empty scope is everybody, otherwise it is a player.
CREATE TABLE tallies (
    scope text NOT NULL,
    kind  text NOT NULL,
    what  text NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (scope, kind, what)
) /* sqlite: WITHOUT ROWID */;

-- The accuracies are thousandths of 0 to 100; -1 where a side has none.
CREATE TABLE reviews (
    game_id text PRIMARY KEY,
    body    text NOT NULL,
    white   bigint NOT NULL,
    black   bigint NOT NULL
);

CREATE TABLE puzzles (
    id       text PRIMARY KEY,
    kind     text NOT NULL,
    number   bigint NOT NULL,
    side     text NOT NULL,
    wins_in  bigint NOT NULL,
    study    text NOT NULL,
    solution text NOT NULL,
    game_id  text,
    made     bigint NOT NULL
);
CREATE INDEX puzzles_kind ON puzzles (kind, wins_in, number);
