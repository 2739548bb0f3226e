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
--> statement-breakpoint
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
--> statement-breakpoint
-- Writes into the ledger whatever it lacks of an order: its sale once it is paid, and the money that went back. Samples are out, and payments of
-- orders that never came about. The lock of the payment comes before anything else, as everywhere.
CREATE OR REPLACE FUNCTION note_sales_of(wanted text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	own orders;
BEGIN
	SELECT * INTO own FROM orders WHERE number = wanted AND paid_at IS NOT NULL AND NOT sample;
	IF NOT FOUND THEN
		RETURN;
	END IF;
	PERFORM FROM payments WHERE order_number = wanted ORDER BY requested_at, id FOR NO KEY UPDATE;
	PERFORM note_sold_orders(ARRAY[wanted]);
	PERFORM note_money_back_of(own);
END;
$$;
--> statement-breakpoint
-- `note_sales_of` for several orders: the sales of all of them by one statement, then one by one what went back. Payments are locked in the order of
-- the orders' numbers, so that two of them never wait for each other's.
CREATE OR REPLACE FUNCTION note_sales_of_all(wanted text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	own orders;
BEGIN
	PERFORM FROM payments JOIN orders ON number = order_number WHERE order_number = ANY (wanted) AND paid_at IS NOT NULL AND NOT sample
		ORDER BY order_number, requested_at, id FOR NO KEY UPDATE OF payments;
	PERFORM note_sold_orders(wanted);
	FOR own IN SELECT * FROM orders WHERE number = ANY (wanted) AND paid_at IS NOT NULL AND NOT sample AND (
		EXISTS (SELECT FROM payments JOIN refunds ON payment_id = payments.id WHERE order_number = number)
		OR EXISTS (SELECT FROM order_events WHERE order_number = number AND kind = 'disputed')) ORDER BY number LOOP
		PERFORM note_money_back_of(own);
	END LOOP;
END;
$$;
