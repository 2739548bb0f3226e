-- Refuses that money goes back for a gift card which can still be spent: by a cancelled order, or a refund of its line.
CREATE OR REPLACE FUNCTION refuse_open_gift_cards(wanted text, of_position integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM gift_card_lines JOIN gift_cards ON gift_cards.id = card_id
		WHERE order_number = wanted AND (of_position IS NULL OR position = of_position) AND state = 'open')
	THEN
		RAISE EXCEPTION 'a gift card of the order % is open', wanted USING ERRCODE = 'check_violation', CONSTRAINT = 'refunded_gift_card_is_closed';
	END IF;
END;
$$;
