-- The servers that share this database, each under an id that it draws anew whenever it joins
CREATE TABLE nodes (
  id TEXT PRIMARY KEY,
  address TEXT NOT NULL,
  seen BIGINT NOT NULL
);

-- Which of them holds the match, and how often it has been claimed
ALTER TABLE matches ADD COLUMN node TEXT;

ALTER TABLE matches ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0;
