CREATE OR REPLACE FUNCTION note_sales_of_dispute() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_sales_of(NEW.order_number);
	RETURN NULL;
END;
$$;
