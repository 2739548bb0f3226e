CREATE OR REPLACE FUNCTION note_changed_dispute() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_dispute(NEW.id, now());
	RETURN NULL;
END;
$$;
