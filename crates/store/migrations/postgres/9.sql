-- A sealed match gives nothing away that players at tables with the same deal may not know: no record, replay or seed, and no onlookers
ALTER TABLE matches ADD COLUMN sealed BIGINT NOT NULL DEFAULT 0;

-- Whether the match has been considered for ratings. Who sets it is the only one to rate the match
ALTER TABLE matches ADD COLUMN rated BIGINT NOT NULL DEFAULT 0;

CREATE INDEX matches_by_rating ON matches (finished, id) WHERE rated = 0 AND finished IS NOT NULL;

-- Matches that anybody may join, since when, and when bots of which level take the empty seats
CREATE TABLE open_tables (
  match_id TEXT PRIMARY KEY REFERENCES matches (id),
  since BIGINT NOT NULL,
  fill BIGINT,
  level TEXT
);

-- How well players play, in millionths. How many matches of theirs were rated is the fence between servers
CREATE TABLE ratings (
  player TEXT NOT NULL,
  game TEXT NOT NULL,
  seats BIGINT NOT NULL,
  mean BIGINT NOT NULL,
  deviation BIGINT NOT NULL,
  matches BIGINT NOT NULL,
  played BIGINT NOT NULL,
  PRIMARY KEY (player, game, seats)
);

CREATE INDEX ratings_by_game ON ratings (game, seats, mean);
