-- The draft that a key has made, under the key's lock: of two requests of one key the second finds what the first has written.
CREATE OR REPLACE FUNCTION lock_draft_key(key text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(hashtextextended(key, 0));
	RETURN (SELECT number FROM orders WHERE draft_key = key);
END;
$$;
