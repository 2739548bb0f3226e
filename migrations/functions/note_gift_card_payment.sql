-- Follows the part of an order that a gift card pays: a hold takes no more than there is, what is taken is written into the card's ledger, and
-- stands from then on. Money goes back by refunds only. What is let go of a card whose price went back is no longer on it.
CREATE OR REPLACE FUNCTION note_gift_card_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND OLD.state = 'received' THEN
		IF (NEW.state, NEW.amount_cents, NEW.gift_card_id) IS DISTINCT FROM (OLD.state, OLD.amount_cents, OLD.gift_card_id) THEN
			RAISE EXCEPTION 'what was taken of a gift card goes back by a refund' USING ERRCODE = 'check_violation',
				CONSTRAINT = 'gift_card_payment_stands';
		END IF;
	ELSIF NEW.state = 'received' THEN
		INSERT INTO gift_card_entries (card_id, kind, amount_cents, at, payment_id)
		VALUES (NEW.gift_card_id, 'used', -NEW.amount_cents, coalesce(NEW.received_at, now()), NEW.id);
	ELSIF NEW.state = 'requested' THEN
		PERFORM refuse_overdrawn_gift_card(NEW.gift_card_id);
	ELSIF TG_OP = 'UPDATE' AND OLD.state = 'requested' THEN
		PERFORM note_refunded_gift_card(NEW.gift_card_id);
	END IF;
	RETURN NULL;
END;
$$;
