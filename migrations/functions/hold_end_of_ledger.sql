-- Whoever writes the ledger holds this lock with others until the rows are committed. In a moment in which nobody holds it, all rows up to the last id
-- are there for good: ids are drawn before rows are committed, and not in their order.
CREATE OR REPLACE FUNCTION hold_end_of_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock_shared(hashtextextended('sale_events', 0));
	RETURN NULL;
END;
$$;
