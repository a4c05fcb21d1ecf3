-- The names of deleted accounts, which nobody else may take for a while: a hash of the skeleton, without the account.
CREATE TABLE retired_names (
    hash  text PRIMARY KEY,
    until bigint NOT NULL
);
CREATE INDEX retired_names_until ON retired_names (until);

-- From where an account has signed in lately. `network` is a hash of 16 bits, which 65,536 IPv4 addresses share: enough to
-- know a network again, not enough to learn it.
CREATE TABLE sign_ins (
    player  text NOT NULL,
    network text NOT NULL,
    at      bigint NOT NULL,
    PRIMARY KEY (player, network)
) /* sqlite: WITHOUT ROWID */;
