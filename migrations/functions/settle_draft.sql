-- Makes a draft that holds its pieces paid, where its payment has not been received before: the one that it was drafted with, no other makes it
-- paid. Who settles at the same time waits for the lock of the payment. Answers `settled`; `received` for a payment that was; `otherwise`,
-- having written nothing, for a draft that holds nothing or has ended.
CREATE OR REPLACE FUNCTION settle_draft(of_payment uuid, wanted text, settled_at timestamptz, brand text, last_four text, by_actor jsonb, jobs jsonb,
	withdrawn jsonb) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	payment_state text;
BEGIN
	SELECT state INTO payment_state FROM payments WHERE id = of_payment AND kind = 'order' FOR NO KEY UPDATE;
	IF payment_state = 'received' THEN
		RETURN 'received';
	END IF;
	IF payment_state IS NULL OR payment_state NOT IN ('requested', 'failed') THEN
		RETURN 'otherwise';
	END IF;
	UPDATE orders SET state = 'paid', paid_at = settled_at, reserved_until = NULL, network = NULL, version = version + 1
		WHERE number = wanted AND state = 'awaiting-payment' AND holds;
	IF NOT FOUND THEN
		RETURN 'otherwise';
	END IF;
	UPDATE payments SET state = 'received', received_at = settled_at, card_brand = coalesce(card_brand, brand),
		card_last_four = coalesce(card_last_four, last_four) WHERE id = of_payment;
	DELETE FROM beyond_half_holds WHERE order_number = wanted;
	PERFORM complete_paid(wanted, by_actor, '{}', jobs);
	PERFORM withdraw_jobs(withdrawn);
	RETURN 'settled';
END;
$$;
