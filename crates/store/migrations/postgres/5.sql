-- When the player took the match off their list. A match that nobody lists any more is deleted after a while
ALTER TABLE guests ADD COLUMN unlisted BIGINT;

CREATE INDEX guests_by_unlisting ON guests (unlisted) WHERE unlisted IS NOT NULL;
