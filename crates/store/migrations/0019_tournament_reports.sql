-- Reports of tournaments, and what moderators did about them. The hash of a line of the audit log covers the column where it has a
-- value, so lines written before stay as they are.
ALTER TABLE reports ADD COLUMN tournament_id text;
ALTER TABLE audit ADD COLUMN tournament_id text;
