CREATE OR REPLACE FUNCTION note_changed_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_facts_of(ARRAY[NEW.number]);
	RETURN NULL;
END;
$$;
