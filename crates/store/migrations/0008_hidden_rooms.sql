-- Rooms of a chat that a player has hidden, or shown again, at a table for four. They are not in the table's log: a partner
-- would see there that something has happened.
CREATE TABLE hidden_rooms (
    table_id text NOT NULL,
    player   text NOT NULL,
    room     text NOT NULL,
    hidden   bigint NOT NULL,
    PRIMARY KEY (table_id, player, room)
);
