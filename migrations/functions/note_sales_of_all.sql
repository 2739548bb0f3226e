-- `note_sales_of` for several orders, in the order of their numbers, so that two of them never wait for each other's payments.
CREATE OR REPLACE FUNCTION note_sales_of_all(wanted text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	each text;
BEGIN
	FOR each IN SELECT own FROM unnest(wanted) AS own ORDER BY own LOOP
		PERFORM note_sales_of(each);
	END LOOP;
END;
$$;
