-- Takes what gift cards hold for an order that is paid. Cards are locked after variants, by id.
CREATE OR REPLACE FUNCTION take_gift_cards(wanted text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM gift_cards WHERE id IN (SELECT gift_card_id FROM payments WHERE order_number = wanted AND kind = 'gift-card')
		ORDER BY id FOR NO KEY UPDATE;
	UPDATE payments SET state = 'received', received_at = (SELECT paid_at FROM orders WHERE number = wanted)
		WHERE order_number = wanted AND kind = 'gift-card' AND state = 'requested';
END;
$$;
