CREATE OR REPLACE FUNCTION note_sales_of_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_sales_of(order_number) FROM payments WHERE id = NEW.payment_id AND order_number IS NOT NULL;
	RETURN NULL;
END;
$$;
