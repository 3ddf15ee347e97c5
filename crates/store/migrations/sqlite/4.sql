-- Events in the order in which they come, with an index that finds those of a match. Clustered by match, each event changed a page of its
-- own, and pages that filled up were split in the middle of the table. Now the events of one commit lie beside each other
CREATE TABLE log (
  match_id TEXT NOT NULL REFERENCES matches (id),
  number BIGINT NOT NULL,
  event TEXT NOT NULL,
  status TEXT,
  PRIMARY KEY (match_id, number)
);

INSERT INTO log SELECT match_id, number, event, status FROM events ORDER BY match_id, number;

DROP TABLE events;

ALTER TABLE log RENAME TO events;
