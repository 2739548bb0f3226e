-- Money of a change, received or not after all, belongs to the facts of its order.
CREATE OR REPLACE FUNCTION note_payment_of_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE order_facts SET kind = kind_of_order(number) WHERE number = NEW.order_number AND kind <> kind_of_order(number);
	PERFORM note_facts_of(ARRAY[NEW.order_number]);
	RETURN NULL;
END;
$$;
