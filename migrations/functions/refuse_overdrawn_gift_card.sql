-- Refuses what makes a gift card worth less than nothing: an entry of its ledger, or a hold. Whoever writes either waits for the card's lock,
-- and then sees what the other wrote.
CREATE OR REPLACE FUNCTION refuse_overdrawn_gift_card(card uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM gift_cards WHERE id = card FOR NO KEY UPDATE;
	IF gift_card_left(card) < 0 THEN
		RAISE EXCEPTION 'the gift card % has less', card USING ERRCODE = 'check_violation', CONSTRAINT = 'gift_card_is_not_overdrawn';
	END IF;
END;
$$;
