-- How players draw the seed together, as JSON. NULL where the server drew it alone. Until they have, the match has no events and its
-- opening no seed
ALTER TABLE matches ADD COLUMN shuffle TEXT;
