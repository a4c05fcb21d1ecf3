-- What players are told: the bell, push messages, mail.

-- `n` grows with every notice of a player. A notice replaces the one about the same `subject`, unless that has the same or a later
-- `version`. `body` is text the store does not read.
CREATE TABLE notices (
    player  text NOT NULL,
    n       bigint NOT NULL,
    subject text NOT NULL,
    version bigint NOT NULL,
    kind    text NOT NULL,
    body    text NOT NULL,
    at      bigint NOT NULL,
    is_read bigint NOT NULL,
    PRIMARY KEY (player, n),
    UNIQUE (player, subject)
);
CREATE INDEX notices_at ON notices (at);

-- Browsers that want push messages. `id` is a hash of the endpoint. `due` is when something is to be sent, NULL if nothing is;
-- `failures` counts attempts in vain.
CREATE TABLE push_endpoints (
    id       text PRIMARY KEY,
    player   text NOT NULL,
    endpoint text NOT NULL,
    p256dh   text NOT NULL,
    auth     text NOT NULL,
    lang     text NOT NULL,
    created  bigint NOT NULL,
    failures bigint NOT NULL,
    due      bigint
);
CREATE INDEX push_endpoints_player ON push_endpoints (player);
CREATE INDEX push_endpoints_due ON push_endpoints (due) WHERE due IS NOT NULL;

-- When a player is to be sent a mail about notices, when the last one was sent, and up to which notice.
CREATE TABLE notice_mails (
    player text PRIMARY KEY,
    due    bigint,
    sent   bigint NOT NULL,
    upto   bigint NOT NULL
);
CREATE INDEX notice_mails_due ON notice_mails (due) WHERE due IS NOT NULL;

-- Keys of the site, made at the first start and shared by all nodes.
CREATE TABLE site_keys (
    name  text PRIMARY KEY,
    value text NOT NULL
);
