-- Lines that are inserted with their order are in its facts already; whatever is inserted later is noted.
CREATE OR REPLACE FUNCTION note_new_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	later text[] := array(SELECT order_number FROM (SELECT DISTINCT order_number FROM changed) AS own
		WHERE NOT EXISTS (SELECT FROM order_facts WHERE order_facts.number = order_number
			AND order_facts.lines = (SELECT count(*) FROM standing_lines WHERE standing_lines.order_number = own.order_number)));
BEGIN
	IF cardinality(later) > 0 THEN
		PERFORM note_facts_of(later), note_search_of(later);
	END IF;
	RETURN NULL;
END;
$$;
