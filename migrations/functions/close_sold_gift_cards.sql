-- Closes gift cards that an order bought, of one line or of all, because their money goes back. Answers the last four signs of one that was used
-- or is held, and then closes none. Cards are locked after variants, by id.
CREATE OR REPLACE FUNCTION close_sold_gift_cards(wanted text, of_position integer, why text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	own uuid[] := ARRAY(SELECT card_id FROM gift_card_lines WHERE order_number = wanted AND (of_position IS NULL OR position = of_position));
	touched text;
BEGIN
	PERFORM FROM gift_cards WHERE id = ANY (own) ORDER BY id FOR NO KEY UPDATE;
	SELECT last_four INTO touched FROM gift_cards WHERE id = ANY (own)
		AND (EXISTS (SELECT FROM gift_card_entries WHERE card_id = gift_cards.id AND kind NOT IN ('sold', 'refunded'))
			OR EXISTS (SELECT FROM payments WHERE gift_card_id = gift_cards.id AND payments.state = 'requested'))
		ORDER BY id LIMIT 1;
	IF touched IS NULL THEN
		UPDATE gift_cards SET state = 'closed', closed_reason = why, version = version + 1 WHERE id = ANY (own) AND state = 'open';
	END IF;
	RETURN touched;
END;
$$;
