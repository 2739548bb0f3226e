CREATE OR REPLACE FUNCTION note_part_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_facts_of(array(SELECT DISTINCT order_number FROM changed));
	RETURN NULL;
END;
$$;
