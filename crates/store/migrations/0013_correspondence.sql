-- Correspondence: vacations, and turns that are played if the opponent plays a certain turn.

CREATE TABLE vacations (
    player text NOT NULL,
    began  bigint NOT NULL,
    ends   bigint NOT NULL,
    PRIMARY KEY (player, began)
) /* sqlite: WITHOUT ROWID */;

-- `body` is a tree in words the store does not read; it begins after this many turns of a game of the table.
CREATE TABLE conditional_turns (
    table_id    text NOT NULL,
    player      text NOT NULL,
    game        bigint NOT NULL,
    after_turns bigint NOT NULL,
    body        text NOT NULL,
    PRIMARY KEY (table_id, player)
) /* sqlite: WITHOUT ROWID */;
CREATE INDEX conditional_turns_player ON conditional_turns (player);
