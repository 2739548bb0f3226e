-- A dispute that was lost gives its amount back like a refund without lines: spread over all that the ledger has left of the order,
-- differences of exchanges among it, on the day it was lost. Its pieces stay with the shopper. A row of kind 'dispute' tells that one was
-- opened, and moves no sum. Once for each dispute, and again after its money was given back.
CREATE OR REPLACE FUNCTION note_lost_dispute(wanted text, dispute text, amount bigint, moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	own orders;
	pools jsonb;
	goodwill_before bigint;
BEGIN
	PERFORM note_sales_of(wanted);
	PERFORM FROM payments WHERE order_number = wanted ORDER BY requested_at, id FOR NO KEY UPDATE;
	SELECT * INTO own FROM orders WHERE number = wanted AND paid_at IS NOT NULL AND NOT sample;
	IF NOT FOUND OR coalesce(amount, 0) <= 0 OR dispute IS NULL
		OR EXISTS (SELECT FROM sale_events WHERE order_number = wanted AND dispute_id = dispute AND kind <> 'dispute' HAVING sum(amount_cents) <> 0) THEN
		RETURN;
	END IF;
	SELECT jsonb_agg(jsonb_build_object('part', kept.part, 'position', coalesce(kept.turn, kept.position), 'left', kept.amount)
				ORDER BY kept.position, kept.turn, kept.part)
			FILTER (WHERE kept.part <> 'goodwill' AND kept.amount > 0),
		coalesce(-sum(kept.amount) FILTER (WHERE kept.part = 'goodwill'), 0)
	INTO pools, goodwill_before
	FROM (
		SELECT CASE WHEN exchange.turn IS NOT NULL THEN CASE WHEN kind = 'tax' THEN 'exchange-tax' ELSE 'exchange' END
				WHEN kind IN ('sale', 'discount', 'change', 'card-sold', 'card-refunded') AND "position" IS NOT NULL THEN 'goods'
				WHEN kind = 'tax' AND event.part IN ('delivery', 'fee') THEN event.part || '-tax' ELSE kind END AS part,
			"position", exchange.turn, sum(amount_cents) AS amount
		FROM sale_events event
		LEFT JOIN paid_exchanges_of(wanted) exchange ON exchange.change_id = event.change_id AND event.position IS NULL AND event.part = 'line'
		WHERE order_number = wanted AND kind <> 'dispute' GROUP BY 1, 2, 3
	) AS kept
	WHERE kept.part IN ('goods', 'tax', 'delivery', 'delivery-tax', 'fee', 'fee-tax', 'exchange', 'exchange-tax', 'goodwill');

	INSERT INTO sale_events (at, day, order_number, "position", kind, part, amount_cents, dispute_id, change_id, product_id, product, category, variant_id,
		size, color, sku, tax_kind, code, state, zip_prefix)
	SELECT moment, shop_day(moment), wanted, CASE WHEN exchange.turn IS NULL THEN given.position END,
		CASE WHEN given.part = 'goods' AND is_gift_card(line.tax_kind) THEN 'card-refunded' WHEN given.part IN ('goods', 'exchange') THEN 'sale' WHEN given.part LIKE '%tax' THEN 'tax' ELSE given.part END,
		CASE WHEN given.position IS NOT NULL THEN 'line' WHEN given.part IN ('tax', 'goodwill') THEN 'order' ELSE replace(given.part, '-tax', '') END,
		-given.amount, dispute, exchange.change_id, line.product_id, line.product, line.category, line.variant_id, line.size, line.color, line.sku, line.tax_kind,
		own.discount_code, coalesce(place.state, own.region), coalesce(place.zip_prefix, left(own.postal_code, 3))
	FROM split_refund(jsonb_build_object('total', amount, 'goodwillBefore', goodwill_before), coalesce(pools, '[]')) AS given
	LEFT JOIN paid_exchanges_of(wanted) exchange ON given.part IN ('exchange', 'exchange-tax') AND exchange.turn = given.position
	LEFT JOIN LATERAL (SELECT * FROM sale_events sold WHERE sold.order_number = wanted AND sold.refund_id IS NULL AND sold.dispute_id IS NULL
		AND CASE WHEN exchange.turn IS NULL THEN sold.kind IN ('sale', 'change', 'card-sold') AND sold.position = given.position
			ELSE sold.change_id = exchange.change_id AND sold.position IS NULL AND sold.part = 'line' END
		ORDER BY id LIMIT 1) AS line ON true
	LEFT JOIN LATERAL (SELECT state, zip_prefix FROM sale_events early WHERE early.order_number = wanted ORDER BY id LIMIT 1) AS place ON true
	ORDER BY given.position, given.part;
END;
$$;
