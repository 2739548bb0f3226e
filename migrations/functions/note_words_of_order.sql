CREATE OR REPLACE FUNCTION note_words_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_search_of(array(SELECT DISTINCT order_number FROM changed));
	RETURN NULL;
END;
$$;
