-- Boards of players. `content` is the board file as the program writes it, `title` is empty and `published` 0 unless it is in the gallery.
CREATE TABLE duel_boards (
  id TEXT PRIMARY KEY,
  content TEXT NOT NULL,
  player TEXT NOT NULL,
  stored BIGINT NOT NULL,
  title TEXT NOT NULL,
  published BIGINT NOT NULL
);

CREATE INDEX duel_boards_by_player ON duel_boards (player, stored);

CREATE INDEX duel_boards_by_time ON duel_boards (published, stored);

-- The last day, counted from 1970, on which a player solved the puzzle of the day, and how many days in a row that makes.
CREATE TABLE duel_daily (
  player TEXT PRIMARY KEY,
  day BIGINT NOT NULL,
  streak BIGINT NOT NULL
);
