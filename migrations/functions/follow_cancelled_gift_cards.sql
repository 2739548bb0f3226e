CREATE OR REPLACE FUNCTION follow_cancelled_gift_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM refuse_open_gift_cards(NEW.number, NULL);
	RETURN NULL;
END;
$$;
