-- Rated puzzles: the first try of an account counts for the account and for the puzzle. Values and deviations are in
-- millionths of a point, volatilities in billionths.

CREATE TABLE puzzle_ratings (
    puzzle     text PRIMARY KEY,
    value      bigint NOT NULL,
    deviation  bigint NOT NULL,
    volatility bigint NOT NULL,
    tried      bigint NOT NULL,
    solved     bigint NOT NULL,
    last       bigint NOT NULL
);

-- `streak` is how many puzzles were solved at the first try since the last one that was not.
CREATE TABLE puzzle_players (
    player      text PRIMARY KEY,
    value       bigint NOT NULL,
    deviation   bigint NOT NULL,
    volatility  bigint NOT NULL,
    tried       bigint NOT NULL,
    solved      bigint NOT NULL,
    last        bigint NOT NULL,
    streak      bigint NOT NULL,
    best_streak bigint NOT NULL
);

CREATE TABLE puzzle_tries (
    player       text NOT NULL,
    puzzle       text NOT NULL,
    at           bigint NOT NULL,
    solved       bigint NOT NULL,
    value_before bigint NOT NULL,
    value        bigint NOT NULL,
    PRIMARY KEY (player, puzzle)
) /* sqlite: WITHOUT ROWID */;

-- How many accounts tried and solved the puzzle of a day on that day; days are counted from 1970.
CREATE TABLE puzzle_days (
    day    bigint PRIMARY KEY,
    puzzle text NOT NULL,
    tried  bigint NOT NULL,
    solved bigint NOT NULL
);
