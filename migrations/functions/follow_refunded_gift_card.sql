CREATE OR REPLACE FUNCTION follow_refunded_gift_card() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM refuse_open_gift_cards(NEW.order_number, NEW.position);
	RETURN NULL;
END;
$$;
