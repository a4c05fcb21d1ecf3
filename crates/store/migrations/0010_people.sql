-- People: who follows whom, who has blocked whom, what each of them shows and wants, which accounts are programs, and
-- challenges.

CREATE TABLE follows (
    player   text NOT NULL,
    followed text NOT NULL,
    since    bigint NOT NULL,
    PRIMARY KEY (player, followed)
) /* sqlite: WITHOUT ROWID */;
CREATE INDEX follows_followed ON follows (followed);

CREATE TABLE blocks (
    player  text NOT NULL,
    blocked text NOT NULL,
    since   bigint NOT NULL,
    PRIMARY KEY (player, blocked)
) /* sqlite: WITHOUT ROWID */;
CREATE INDEX blocks_blocked ON blocks (blocked);

-- What a player shows of themselves and wants to be told; text the store does not read. Without a row everything is as usual.
CREATE TABLE preferences (
    player text PRIMARY KEY,
    body   text NOT NULL
);

-- Accounts that are programs.
CREATE TABLE bots (
    player text PRIMARY KEY,
    since  bigint NOT NULL
);

-- `terms` is text the store does not read. `table_id` is drawn with the challenge, so that however often it is accepted there is
-- one table. `state` changes once, from `open`.
CREATE TABLE challenges (
    id         text PRIMARY KEY,
    challenger text NOT NULL,
    challenged text NOT NULL,
    terms      text NOT NULL,
    table_id   text NOT NULL,
    created    bigint NOT NULL,
    expires    bigint NOT NULL,
    state      text NOT NULL,
    reason     text,
    settled    bigint
);
CREATE INDEX challenges_challenged ON challenges (challenged, created);
CREATE INDEX challenges_challenger ON challenges (challenger, created);
CREATE INDEX challenges_expires ON challenges (expires);
