-- What has to be done for players after a commit and is not part of it: notices, clocks to stop, tables to close. A row is written
-- in the transaction of the commit and deleted when everything is done, so that nothing is lost if a node is killed in between.

-- `kind` is table, tournament, challenge or vacation, `subject` the id of that, or of the player. `first` and `last` are the
-- numbers of the entries of the commit.
CREATE TABLE follow_ups (
    subject text NOT NULL,
    last    bigint NOT NULL,
    first   bigint NOT NULL,
    kind    text NOT NULL,
    at      bigint NOT NULL,
    PRIMARY KEY (subject, last)
) /* sqlite: WITHOUT ROWID */;
CREATE INDEX follow_ups_at ON follow_ups (at);
