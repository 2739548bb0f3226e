-- Writes the sales of paid orders into the ledger, where they are not yet in it: what each line cost, and what the order did beyond its lines. Of
-- an array of orders the planner expects ten, and would plan anew each time.
CREATE OR REPLACE FUNCTION note_sold_orders(wanted text[]) RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
	INSERT INTO sale_events (at, day, order_number, "position", kind, part, amount_cents, pieces, product_id, product, category, variant_id,
		size, color, sku, tax_kind, code, state, zip_prefix)
	SELECT own.paid_at, own.day, own.number, event.position, event.kind, event.part, event.amount, event.pieces, event.product_id, event.name,
		event.category, event.variant_id, event.size, event.color, event.sku, event.tax_kind, own.discount_code, own.region, left(own.postal_code, 3)
	FROM (
		SELECT orders.*, shop_day(paid_at) AS day FROM orders
		WHERE number = ANY (wanted) AND paid_at IS NOT NULL AND NOT sample AND NOT EXISTS (
			SELECT FROM sale_events known WHERE known.order_number = number AND known.refund_id IS NULL AND known.dispute_id IS NULL)
		OFFSET 0
	) AS own
	CROSS JOIN LATERAL (
		SELECT line.position, money.place, money.kind, 'line' AS part, money.amount, money.pieces, line.product_id, line.name, categories.name AS category,
			line.variant_id, line.size, line.color, line.sku, line.kind_for_tax AS tax_kind
		FROM standing_lines line
		LEFT JOIN products ON products.id = line.product_id LEFT JOIN categories ON categories.id = products.category_id
		CROSS JOIN LATERAL (VALUES (1, CASE WHEN is_gift_card(line.kind_for_tax) THEN 'card-sold' ELSE 'sale' END,
				line.price_cents * line.quantity, CASE WHEN is_gift_card(line.kind_for_tax) THEN 0 ELSE line.quantity END), (2, 'discount', -line.discount_share_cents, 0),
			(3, 'tax', line.tax_cents, 0)) AS money (place, kind, amount, pieces)
		WHERE line.order_number = own.number AND (money.place = 1 OR money.amount <> 0)
		UNION ALL
		SELECT NULL, money.place, money.kind, money.part, money.amount, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
		FROM (VALUES (1, 'delivery', 'delivery', own.delivery_fee_cents), (2, 'tax', 'delivery', own.delivery_tax_cents), (3, 'fee', 'fee', own.fees_cents),
			(4, 'tax', 'fee', own.fee_tax_cents), (5, 'tax', 'order', own.tax_cents - own.delivery_tax_cents - own.fee_tax_cents
				- coalesce((SELECT sum(tax_cents)::integer FROM standing_lines WHERE order_number = own.number), 0))) AS money (place, kind, part, amount)
		WHERE money.amount <> 0
	) AS event
	ORDER BY own.number, event.position, event.place;
END;
$$;
