-- Ratings: where each account stands in each rating class, and what each rated game changed. Values and deviations are in
-- millionths of a point, volatilities in billionths. Rows name players by id; the name of a deleted account is gone from
-- `players`, and with it from here.

CREATE TABLE ratings (
    class      text NOT NULL,
    player     text NOT NULL,
    value      bigint NOT NULL,
    deviation  bigint NOT NULL,
    volatility bigint NOT NULL,
    games      bigint NOT NULL,
    won        bigint NOT NULL,
    lost       bigint NOT NULL,
    last       bigint NOT NULL,
    number     bigint NOT NULL,
    PRIMARY KEY (class, player)
) /* sqlite: WITHOUT ROWID */;
CREATE INDEX ratings_player ON ratings (player);
-- Leaderboards walk down this index, and read nothing else.
CREATE INDEX ratings_best ON ratings (class, value, deviation, last);

-- `number` is greater than that of every earlier rated game of the same players in the same class: the order in which
-- games have to be rated again.
CREATE TABLE rating_changes (
    game_id           text NOT NULL,
    seat              bigint NOT NULL,
    player            text NOT NULL,
    class             text NOT NULL,
    number            bigint NOT NULL,
    at                bigint NOT NULL,
    value_before      bigint NOT NULL,
    deviation_before  bigint NOT NULL,
    value             bigint NOT NULL,
    deviation         bigint NOT NULL,
    volatility        bigint NOT NULL,
    PRIMARY KEY (game_id, seat)
) /* sqlite: WITHOUT ROWID */;
CREATE INDEX rating_changes_player ON rating_changes (player, class, number);
CREATE INDEX rating_changes_order ON rating_changes (class, number, game_id, seat);
