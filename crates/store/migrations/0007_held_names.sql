-- The name under which a player is shown for now: the one from before the player changed it during a four-player game, in
-- which a new name would be a message to the partner.
CREATE TABLE held_names (
    player text PRIMARY KEY,
    name   text,
    guest  bigint NOT NULL
);
