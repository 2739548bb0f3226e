-- Of the triggers on what an order's history says of disputes: the ledger follows the dispute, and no event.
CREATE OR REPLACE FUNCTION note_lost_dispute_of_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_told_dispute(NEW);
	RETURN NULL;
END;
$$;
