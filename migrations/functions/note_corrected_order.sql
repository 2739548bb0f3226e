CREATE OR REPLACE FUNCTION note_corrected_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_search_of(ARRAY[NEW.number]), note_names_of(ARRAY[NEW.number]);
	RETURN NULL;
END;
$$;
