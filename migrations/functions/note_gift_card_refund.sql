-- Writes a refund that is done into the ledger of the gift card that had paid, or of the one that was made with it as store credit; it stands
-- from then on. What comes back onto a closed card whose own price went back is not owed once more. A refund at the gateway beyond what was left
-- beside store credit closes its card.
CREATE OR REPLACE FUNCTION note_gift_card_refund() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	card uuid := (SELECT gift_card_id FROM payments WHERE id = NEW.payment_id);
	twice uuid[];
BEGIN
	IF NEW.onto = 'gift-card' THEN
		-- Refunds of several payments by one act share the card that has the id of the first.
		SELECT made.id INTO card FROM payments own JOIN payments paid ON paid.order_number = own.order_number
			JOIN refunds first ON first.payment_id = paid.id JOIN gift_cards made ON made.id = first.id
			WHERE own.id = NEW.payment_id AND first.cause = NEW.cause AND first.onto = 'gift-card';
		IF card IS NULL THEN
			RAISE EXCEPTION 'the store credit % has no gift card', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'store_credit_has_its_card';
		END IF;
	END IF;
	IF card IS NULL THEN
		twice := ARRAY(SELECT overpaid_store_credits(NEW.payment_id));
		IF TG_OP = 'INSERT' AND cardinality(twice) > 0 THEN
			PERFORM FROM gift_cards WHERE id = ANY (twice) ORDER BY id FOR NO KEY UPDATE;
			UPDATE gift_cards SET state = 'closed', closed_reason = 'Its money went back at the gateway.', version = version + 1
				WHERE id = ANY (twice) AND state = 'open';
		END IF;
		RETURN NULL;
	END IF;
	IF TG_OP = 'UPDATE' AND OLD.state = 'done' THEN
		IF (NEW.state, NEW.amount_cents, NEW.payment_id) IS DISTINCT FROM (OLD.state, OLD.amount_cents, OLD.payment_id) THEN
			RAISE EXCEPTION 'what was given back onto a gift card is there' USING ERRCODE = 'check_violation', CONSTRAINT = 'gift_card_refund_stands';
		END IF;
	ELSIF NEW.state = 'done' THEN
		INSERT INTO gift_card_entries (card_id, kind, amount_cents, refund_id) VALUES (card, 'given-back', NEW.amount_cents, NEW.id);
		PERFORM note_refunded_gift_card(card);
	END IF;
	RETURN NULL;
END;
$$;
