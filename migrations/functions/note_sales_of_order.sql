CREATE OR REPLACE FUNCTION note_sales_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_sales_of(NEW.number);
	RETURN NULL;
END;
$$;
