-- Closes what is left of gift cards whose payment is disputed, or disputed anew after the dispute was won. A member opens them again.
CREATE OR REPLACE FUNCTION close_disputed_gift_cards() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	own uuid[] := ARRAY(SELECT card_id FROM gift_card_lines JOIN payments USING (order_number) WHERE payments.id = NEW.payment_id);
BEGIN
	IF NEW.state <> 'won' AND cardinality(own) > 0 AND (TG_OP = 'INSERT' OR OLD.state IS DISTINCT FROM NEW.state) THEN
		PERFORM FROM gift_cards WHERE id = ANY (own) ORDER BY id FOR NO KEY UPDATE;
		UPDATE gift_cards SET state = 'closed', closed_reason = 'The payment that bought it is disputed.', version = version + 1
			WHERE id = ANY (own) AND state = 'open';
	END IF;
	RETURN NULL;
END;
$$;
