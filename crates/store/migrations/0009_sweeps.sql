-- What is looked at when rows nobody needs any more are deleted: guests by the time they were last seen, and whether anything
-- is left of them.
CREATE INDEX players_guests ON players (seen, id) WHERE guest = 1;
CREATE INDEX tables_host ON tables (host);
CREATE INDEX audit_player ON audit (player);
