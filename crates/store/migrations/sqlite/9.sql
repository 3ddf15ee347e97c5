-- A journal is a list of entries from which a state follows, such as a class or a tournament. People find it by its code, unless that is null.
CREATE TABLE journals (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  code TEXT,
  created BIGINT NOT NULL
);

CREATE UNIQUE INDEX journals_by_code ON journals (kind, code);

-- The primary key is the fence between servers: who writes an entry has seen all entries before it.
CREATE TABLE journal_entries (
  journal TEXT NOT NULL REFERENCES journals (id),
  number BIGINT NOT NULL,
  at BIGINT NOT NULL,
  entry TEXT NOT NULL,
  PRIMARY KEY (journal, number)
) WITHOUT ROWID;
