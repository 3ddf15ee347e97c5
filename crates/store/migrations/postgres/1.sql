CREATE TABLE players (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL
);

CREATE TABLE matches (
  id TEXT PRIMARY KEY,
  opening TEXT NOT NULL,
  salt TEXT NOT NULL,
  commitment TEXT NOT NULL,
  host TEXT NOT NULL,
  chairs TEXT NOT NULL,
  takeover BIGINT,
  created BIGINT NOT NULL,
  next TEXT
);

CREATE TABLE guests (
  player TEXT NOT NULL,
  match_id TEXT NOT NULL REFERENCES matches (id),
  created BIGINT NOT NULL,
  PRIMARY KEY (player, match_id)
);

CREATE TABLE events (
  match_id TEXT NOT NULL REFERENCES matches (id),
  number BIGINT NOT NULL,
  event TEXT NOT NULL,
  PRIMARY KEY (match_id, number)
);

CREATE TABLE progress (
  player TEXT NOT NULL,
  puzzle TEXT NOT NULL,
  cards BIGINT NOT NULL,
  PRIMARY KEY (player, puzzle)
);
