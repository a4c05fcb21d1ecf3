-- Who has to act is a mask in the row of the table, and the turns of its game are a column of their own: a turn changes
-- one row besides its event, and only the columns that change with every turn.

ALTER TABLE tables ADD COLUMN acts bigint NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN turns bigint NOT NULL DEFAULT 0;
UPDATE tables SET acts = COALESCE((SELECT CAST(SUM(CAST(1 AS bigint) << CAST(s.seat AS integer)) AS bigint)
    FROM seats s WHERE s.table_id = tables.id AND s.acts = 1), 0);
ALTER TABLE seats DROP COLUMN acts;
