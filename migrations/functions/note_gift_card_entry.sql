-- An entry of the ledger of gift cards, which takes no more than there is.
CREATE OR REPLACE FUNCTION note_gift_card_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM refuse_overdrawn_gift_card(NEW.card_id);
	RETURN NULL;
END;
$$;
