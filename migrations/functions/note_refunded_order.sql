CREATE OR REPLACE FUNCTION note_refunded_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_facts_of(array(SELECT DISTINCT order_number FROM changed JOIN payments ON payments.id = payment_id
		WHERE order_number IS NOT NULL));
	RETURN NULL;
END;
$$;
