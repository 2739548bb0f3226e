-- Holds again what gift cards were to pay of a draft whose payment arrived after they were let go: all of them or none. False where one is
-- closed or has less by now. Cards are locked after variants, by id.
CREATE OR REPLACE FUNCTION hold_gift_cards_again(wanted text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM gift_cards WHERE id IN (SELECT gift_card_id FROM payments WHERE order_number = wanted AND kind = 'gift-card')
		ORDER BY id FOR NO KEY UPDATE;
	IF EXISTS (SELECT FROM payments JOIN gift_cards ON gift_cards.id = gift_card_id
		WHERE order_number = wanted AND kind = 'gift-card' AND payments.state = 'cancelled'
			AND (gift_cards.state <> 'open' OR gift_card_left(gift_cards.id) < amount_cents))
	THEN
		RETURN false;
	END IF;
	UPDATE payments SET state = 'requested' WHERE order_number = wanted AND kind = 'gift-card' AND state = 'cancelled';
	RETURN true;
END;
$$;
