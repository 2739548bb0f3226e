-- Of the trigger on gift cards: one that closes loses what went back of its price, one that opens again has it.
CREATE OR REPLACE FUNCTION note_closed_gift_card() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_refunded_gift_card(NEW.id);
	RETURN NULL;
END;
$$;
