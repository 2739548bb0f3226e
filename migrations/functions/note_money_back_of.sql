-- Writes into the ledger what it lacks of the money that went back of an order, or is disputed: its refunds, those that failed, and disputes; and
-- splits refunds. What a change moved is in the ledger with the change.
CREATE OR REPLACE FUNCTION note_money_back_of(own orders) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	wanted CONSTANT text := own.number;
	refund refunds;
	failed_at timestamptz;
BEGIN
	FOR refund IN SELECT refunds.* FROM payments JOIN refunds ON payment_id = payments.id
		WHERE payments.order_number = wanted AND refunds.cause NOT LIKE 'change:%'
		ORDER BY refunds.at, refunds.id LOOP
		IF refund.state <> 'failed' THEN
			PERFORM note_refund_parts(own, refund);
			PERFORM note_refund_events(own, refund, true,
				CASE WHEN EXISTS (SELECT FROM sale_events WHERE refund_id = refund.id) THEN now() ELSE refund.at END);
		ELSIF EXISTS (SELECT FROM sale_events WHERE refund_id = refund.id) THEN
			PERFORM note_refund_events(own, refund, false, now());
		ELSE
			SELECT at INTO failed_at FROM order_events WHERE once_key = 'refund-failed:' || refund.id;
			IF FOUND THEN
				PERFORM note_refund_parts(own, refund);
				PERFORM note_refund_events(own, refund, true, refund.at);
				PERFORM note_refund_events(own, refund, false, failed_at);
			END IF;
		END IF;
	END LOOP;

	-- What a change gave back is in the ledger with the change: while its refund has failed, the money is kept after all.
	INSERT INTO sale_events (at, day, order_number, kind, part, amount_cents, refund_id, code, state, zip_prefix)
	SELECT moment, shop_day(moment), wanted, 'change', 'order', owed, refund_id, own.discount_code, own.region, left(own.postal_code, 3)
	FROM (
		SELECT given.id AS refund_id, coalesce(event.at, now()) AS moment, CASE WHEN given.state = 'failed' THEN given.amount_cents ELSE 0 END
			- coalesce((SELECT sum(amount_cents)::integer FROM sale_events WHERE sale_events.refund_id = given.id), 0) AS owed
		FROM payments JOIN refunds given ON payment_id = payments.id
		LEFT JOIN order_events event ON once_key = 'refund-failed:' || given.id
		WHERE payments.order_number = wanted AND given.cause LIKE 'change:%'
	) AS kept WHERE owed <> 0 ORDER BY refund_id;

	INSERT INTO sale_events (at, day, order_number, kind, part, amount_cents, dispute_id, code, state, zip_prefix)
	SELECT event.at, shop_day(event.at), wanted, 'dispute', 'order', -(event.details->>'amount')::integer, event.details->>'disputeId',
		own.discount_code, own.region, left(own.postal_code, 3)
	FROM order_events event
	WHERE event.order_number = wanted AND event.kind = 'disputed' AND jsonb_typeof(event.details->'amount') = 'number'
		AND NOT EXISTS (SELECT FROM sale_events WHERE order_number = wanted AND dispute_id = event.details->>'disputeId')
	ORDER BY event.id;
END;
$$;
