-- Writes into the ledger whatever it lacks of an order: its sale once it is paid, its refunds, those that failed, and disputes; and splits
-- refunds. Samples are out, and payments of orders that never came about. What a change moved is in the ledger with the change. The lock of
-- the payment comes before anything else, as everywhere.
CREATE OR REPLACE FUNCTION note_sales_of(wanted text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	own orders;
	refund refunds;
	failed_at timestamptz;
BEGIN
	SELECT * INTO own FROM orders WHERE number = wanted AND paid_at IS NOT NULL AND NOT sample;
	IF NOT FOUND THEN
		RETURN;
	END IF;
	PERFORM FROM payments WHERE order_number = wanted ORDER BY requested_at, id FOR NO KEY UPDATE;

	IF NOT EXISTS (SELECT FROM sale_events WHERE order_number = wanted AND refund_id IS NULL AND dispute_id IS NULL) THEN
		INSERT INTO sale_events (at, day, order_number, "position", kind, part, amount_cents, pieces, product_id, product, category, variant_id,
			size, color, sku, tax_kind, code, state, zip_prefix)
		SELECT own.paid_at, shop_day(own.paid_at), wanted, line.position, event.kind, 'line', event.amount, event.pieces, line.product_id, line.name,
			categories.name, line.variant_id, line.size, line.color, line.sku, line.kind_for_tax, own.discount_code, own.region, left(own.postal_code, 3)
		FROM standing_lines line
		LEFT JOIN products ON products.id = line.product_id LEFT JOIN categories ON categories.id = products.category_id
		CROSS JOIN LATERAL (VALUES (1, CASE WHEN is_gift_card(line.kind_for_tax) THEN 'card-sold' ELSE 'sale' END,
				line.price_cents * line.quantity, CASE WHEN is_gift_card(line.kind_for_tax) THEN 0 ELSE line.quantity END), (2, 'discount', -line.discount_share_cents, 0),
			(3, 'tax', line.tax_cents, 0)) AS event (place, kind, amount, pieces)
		WHERE line.order_number = wanted AND (event.place = 1 OR event.amount <> 0)
		ORDER BY line.position, event.place;
		INSERT INTO sale_events (at, day, order_number, kind, part, amount_cents, code, state, zip_prefix)
		SELECT own.paid_at, shop_day(own.paid_at), wanted, event.kind, event.part, event.amount, own.discount_code, own.region, left(own.postal_code, 3)
		FROM (VALUES ('delivery', 'delivery', own.delivery_fee_cents), ('tax', 'delivery', own.delivery_tax_cents), ('fee', 'fee', own.fees_cents),
			('tax', 'fee', own.fee_tax_cents), ('tax', 'order', own.tax_cents - own.delivery_tax_cents - own.fee_tax_cents
				- coalesce((SELECT sum(tax_cents)::integer FROM standing_lines WHERE order_number = wanted), 0))) AS event (kind, part, amount)
		WHERE event.amount <> 0;
	END IF;

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
