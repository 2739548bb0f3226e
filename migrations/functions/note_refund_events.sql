-- Writes into the ledger what it lacks of a refund that counts, or its opposite for one that does not, at a moment. Differences of exchanges go
-- back as sales of the goods that were sent.
CREATE OR REPLACE FUNCTION note_refund_events(own orders, refund refunds, counts boolean, moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO sale_events (at, day, order_number, "position", kind, part, amount_cents, pieces, refund_id, change_id, product_id, product, category, variant_id,
		size, color, sku, tax_kind, code, state, zip_prefix)
	SELECT moment, shop_day(moment), own.number, missing.position, missing.kind, missing.part, missing.amount, missing.pieces, refund.id, missing.change_id,
		line.product_id, line.product, line.category, line.variant_id, line.size, line.color, line.sku, line.tax_kind, own.discount_code,
		coalesce(place.state, own.region), coalesce(place.zip_prefix, left(own.postal_code, 3))
	FROM (
		SELECT kind, part, "position", change_id, sum(amount)::integer AS amount, sum(pieces)::integer AS pieces
		FROM (
			SELECT event.kind, event.part, given.position, given.change_id, event.amount, event.pieces
			FROM refund_parts given
			CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM gift_card_lines line
				WHERE line.order_number = own.number AND line.position = given.position) AS is_card) AS bought
			CROSS JOIN LATERAL (VALUES
				('goods', CASE WHEN bought.is_card THEN 'card-refunded' ELSE 'sale' END, 'line', -given.amount_cents - given.discount_cents,
					CASE WHEN bought.is_card THEN 0 ELSE -given.pieces END),
				('goods', 'discount', 'line', given.discount_cents, 0),
				('tax', 'tax', CASE WHEN given.position IS NULL THEN 'order' ELSE 'line' END, -given.amount_cents, 0),
				('delivery', 'delivery', 'delivery', -given.amount_cents, 0), ('delivery-tax', 'tax', 'delivery', -given.amount_cents, 0),
				('fee', 'fee', 'fee', -given.amount_cents, 0), ('fee-tax', 'tax', 'fee', -given.amount_cents, 0),
				('exchange', 'sale', 'line', -given.amount_cents, 0), ('exchange-tax', 'tax', 'line', -given.amount_cents, 0),
				('goodwill', 'goodwill', 'order', -given.amount_cents, 0)) AS event (source, kind, part, amount, pieces)
			WHERE given.refund_id = refund.id AND event.source = given.part AND counts
			UNION ALL
			SELECT kind, part, "position", change_id, -amount_cents, -pieces FROM sale_events WHERE refund_id = refund.id
		) AS compared GROUP BY 1, 2, 3, 4 HAVING sum(amount) <> 0 OR sum(pieces) <> 0
	) AS missing
	LEFT JOIN LATERAL (SELECT * FROM sale_events first WHERE first.order_number = own.number AND first.refund_id IS NULL AND first.dispute_id IS NULL
		AND CASE WHEN missing.change_id IS NULL THEN first.kind IN ('sale', 'card-sold') AND first.position = missing.position
			ELSE first.change_id = missing.change_id AND first.position IS NULL AND first.part = 'line' END
		ORDER BY id LIMIT 1) AS line ON true
	LEFT JOIN LATERAL (SELECT state, zip_prefix FROM sale_events early WHERE early.order_number = own.number ORDER BY id LIMIT 1) AS place ON true
	ORDER BY missing.position, missing.part, missing.kind, missing.change_id;
END;
$$;
