-- Writes a refund that is done into the ledger of the gift card that had paid; it stands from then on.
CREATE OR REPLACE FUNCTION note_gift_card_refund() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	card uuid := (SELECT gift_card_id FROM payments WHERE id = NEW.payment_id);
BEGIN
	IF card IS NULL THEN
		RETURN NULL;
	END IF;
	IF TG_OP = 'UPDATE' AND OLD.state = 'done' THEN
		IF (NEW.state, NEW.amount_cents, NEW.payment_id) IS DISTINCT FROM (OLD.state, OLD.amount_cents, OLD.payment_id) THEN
			RAISE EXCEPTION 'what was given back onto a gift card is there' USING ERRCODE = 'check_violation', CONSTRAINT = 'gift_card_refund_stands';
		END IF;
	ELSIF NEW.state = 'done' THEN
		INSERT INTO gift_card_entries (card_id, kind, amount_cents, refund_id) VALUES (card, 'given-back', NEW.amount_cents, NEW.id);
	END IF;
	RETURN NULL;
END;
$$;
