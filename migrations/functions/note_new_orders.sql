CREATE OR REPLACE FUNCTION note_new_orders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	numbers text[] := array(SELECT number FROM changed);
BEGIN
	PERFORM note_facts_of(numbers), note_search_of(numbers), note_names_of(numbers);
	RETURN NULL;
END;
$$;
