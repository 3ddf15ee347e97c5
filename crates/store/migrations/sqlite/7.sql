-- The edition of each game's rules that the server plays, as JSON. NULL for programs that do not say
ALTER TABLE nodes ADD COLUMN editions TEXT;
