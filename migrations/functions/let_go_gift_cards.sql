-- Lets go what gift cards hold for a draft that ends, or whose pieces are let go.
CREATE OR REPLACE FUNCTION let_go_gift_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE payments SET state = 'cancelled' WHERE order_number = NEW.number AND kind = 'gift-card' AND state = 'requested';
	RETURN NULL;
END;
$$;
