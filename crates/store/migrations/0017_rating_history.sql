-- The history of a rating is read from its index alone: the rows lie scattered, and a page of five hundred cost as many reads
-- of the table.
CREATE INDEX rating_changes_history ON rating_changes (player, class, number, game_id, at, value, deviation);
DROP INDEX rating_changes_player;
