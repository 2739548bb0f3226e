-- Closes what is left of gift cards whose payment is disputed, or disputed anew after the dispute was won: those that it bought, and those that
-- were given in place of its money, if the bank asks for that money as well. A member opens them again.
CREATE OR REPLACE FUNCTION close_disputed_gift_cards() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	bought uuid[] := ARRAY(SELECT card_id FROM gift_card_lines JOIN payments USING (order_number) WHERE payments.id = NEW.payment_id);
	credits uuid[] := ARRAY(SELECT overpaid_store_credits(NEW.payment_id));
BEGIN
	IF NEW.state <> 'won' AND cardinality(bought || credits) > 0 AND (TG_OP = 'INSERT' OR OLD.state IS DISTINCT FROM NEW.state) THEN
		PERFORM FROM gift_cards WHERE id = ANY (bought || credits) ORDER BY id FOR NO KEY UPDATE;
		UPDATE gift_cards SET state = 'closed', version = version + 1,
			closed_reason = CASE WHEN id = ANY (bought) THEN 'The payment that bought it is disputed.'
				ELSE 'The payment whose money it stands for is disputed.' END
			WHERE id = ANY (bought || credits) AND state = 'open';
	END IF;
	RETURN NULL;
END;
$$;
