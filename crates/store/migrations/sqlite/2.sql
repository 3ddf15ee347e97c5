-- Decks and boards of players, each once, under the SHA-256 of its text. Matches stored earlier keep theirs in their opening
CREATE TABLE materials (
  hash TEXT PRIMARY KEY,
  content TEXT NOT NULL
) WITHOUT ROWID;

ALTER TABLE matches ADD COLUMN material TEXT REFERENCES materials (hash);

-- Where the match stood when it was opened, for matches without events. NULL in those stored earlier
ALTER TABLE matches ADD COLUMN status TEXT;

-- When it ended
ALTER TABLE matches ADD COLUMN finished BIGINT;

-- Where the match stood after this event, on the last event of each write. It lies here because a log is only ever appended to
ALTER TABLE events ADD COLUMN status TEXT;

CREATE INDEX matches_by_material ON matches (material) WHERE material IS NOT NULL;

CREATE INDEX matches_by_finish ON matches (finished) WHERE finished IS NOT NULL;

CREATE INDEX guests_by_match ON guests (match_id);
