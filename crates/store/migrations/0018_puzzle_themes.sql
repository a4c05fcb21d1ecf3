-- What a puzzle is about: ids of themes with commas between them, or a dash. NULL for puzzles that were found before there were
-- themes; `taijitu puzzles` fills them in.
ALTER TABLE puzzles ADD COLUMN themes text;
