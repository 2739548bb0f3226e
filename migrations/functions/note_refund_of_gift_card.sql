-- Of the trigger on the ledger of sales: money of a gift card that went back, or came back. All cards of its order are locked by id, whichever row comes first.
CREATE OR REPLACE FUNCTION note_refund_of_gift_card() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM gift_cards WHERE id IN (SELECT card_id FROM gift_card_lines WHERE order_number = NEW.order_number) ORDER BY id FOR NO KEY UPDATE;
	PERFORM note_refunded_gift_card(card_id) FROM gift_card_lines WHERE order_number = NEW.order_number AND position = NEW.position;
	RETURN NULL;
END;
$$;
