-- Getting back into an account: recovery codes, a second factor, a confirmed mail address. Codes and tokens are stored
-- as SHA-256 hashes and deleted when they are used. The secret of a second factor has to be stored as it is: codes are
-- computed from it.

CREATE TABLE recovery_codes (
    hash    text PRIMARY KEY,
    player  text NOT NULL,
    created bigint NOT NULL
);
CREATE INDEX recovery_codes_player ON recovery_codes (player);

-- `confirmed` is 0 until a first code has proved that the secret arrived; `last_step` is the time step of the last code
-- that was accepted, so that none is accepted twice.
CREATE TABLE second_factors (
    player    text PRIMARY KEY,
    secret    text NOT NULL,
    confirmed bigint NOT NULL,
    last_step bigint NOT NULL
);

-- Confirmed addresses only: one that waits for its confirmation is a row of `mail_tokens`.
CREATE TABLE mail_addresses (
    player    text PRIMARY KEY,
    address   text NOT NULL,
    confirmed bigint NOT NULL
);
CREATE INDEX mail_addresses_address ON mail_addresses (address);

-- `purpose` is `confirm` or `reset`.
CREATE TABLE mail_tokens (
    hash    text PRIMARY KEY,
    player  text NOT NULL,
    purpose text NOT NULL,
    address text NOT NULL,
    expires bigint NOT NULL
);
CREATE INDEX mail_tokens_player ON mail_tokens (player);
CREATE INDEX mail_tokens_expires ON mail_tokens (expires);
