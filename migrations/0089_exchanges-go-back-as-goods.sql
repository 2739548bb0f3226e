-- What an exchange cost more is a part of a refund of its own, kept apart by the change with which it was paid.
ALTER TABLE "refund_parts" DROP CONSTRAINT "one_part_per_refund";--> statement-breakpoint
ALTER TABLE "refund_parts" DROP CONSTRAINT "refund_part_is_known";--> statement-breakpoint
ALTER TABLE "refund_parts" ADD COLUMN "change_id" uuid;--> statement-breakpoint
ALTER TABLE "refund_parts" ADD CONSTRAINT "one_part_per_refund" UNIQUE NULLS NOT DISTINCT("refund_id","part","position","change_id");--> statement-breakpoint
ALTER TABLE "refund_parts" ADD CONSTRAINT "refund_part_is_known" CHECK ("refund_parts"."part" in ('goods', 'tax', 'delivery', 'delivery-tax', 'fee', 'fee-tax', 'exchange', 'exchange-tax', 'goodwill'));
--> statement-breakpoint
-- Paid differences of an order's exchanges by its ledger, from the first on, each with its tax.
CREATE FUNCTION paid_exchanges_of(wanted text) RETURNS TABLE (turn integer, change_id uuid, goods integer, tax integer) LANGUAGE sql STABLE AS $$
	SELECT (row_number() OVER (ORDER BY min(event.id)))::integer, event.change_id,
		coalesce(sum(event.amount_cents) FILTER (WHERE event.kind <> 'tax'), 0)::integer,
		coalesce(sum(event.amount_cents) FILTER (WHERE event.kind = 'tax'), 0)::integer
	FROM sale_events event
	WHERE event.order_number = wanted AND event.change_id IS NOT NULL AND event.position IS NULL AND event.part = 'line'
		AND event.refund_id IS NULL AND event.dispute_id IS NULL
	GROUP BY event.change_id
$$;
--> statement-breakpoint
-- As before, but what is spread over all that is left of an order takes paid differences of exchanges from what was sent, and not from fees.
CREATE OR REPLACE FUNCTION note_refund_parts(own orders, refund refunds) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	known bigint;
	pools jsonb;
	asked jsonb;
	way text;
BEGIN
	SELECT sum(amount_cents) INTO known FROM refund_parts WHERE refund_id = refund.id;
	IF known IS NOT NULL THEN
		IF known <> refund.amount_cents THEN
			UPDATE refund_parts SET amount_cents = lowered.amount,
				discount_cents = refund_parts.discount_cents * lowered.amount / greatest(1, refund_parts.amount_cents)
			FROM (SELECT part, "position", change_id, (share_cents(refund.amount_cents, array_agg(amount_cents::bigint) OVER every))[(row_number() OVER every_in_turn)::integer] AS amount
				FROM refund_parts WHERE refund_id = refund.id
				WINDOW every AS (ORDER BY part, "position", change_id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING),
					every_in_turn AS (ORDER BY part, "position", change_id)) AS lowered
			WHERE refund_id = refund.id AND refund_parts.part = lowered.part AND refund_parts.position IS NOT DISTINCT FROM lowered.position
				AND refund_parts.change_id IS NOT DISTINCT FROM lowered.change_id;
		END IF;
		RETURN;
	END IF;

	WITH given AS (
		SELECT part, "position", refund_parts.change_id, sum(refund_parts.amount_cents) AS amount FROM refund_parts JOIN refunds ON refunds.id = refund_id
		WHERE order_number = own.number AND refunds.state <> 'failed' GROUP BY 1, 2, 3
	), exchange AS MATERIALIZED (
		SELECT * FROM paid_exchanges_of(own.number)
	), taken AS (
		SELECT 'goods' AS part, "position", NULL::integer AS turn, NULL::uuid AS change_id, price_cents * quantity - discount_share_cents AS amount
			FROM standing_lines WHERE order_number = own.number
		UNION ALL SELECT 'tax', "position", NULL, NULL, tax_cents FROM standing_lines WHERE order_number = own.number AND tax_cents > 0
		UNION ALL SELECT 'tax', NULL, NULL, NULL, own.tax_cents - own.delivery_tax_cents - own.fee_tax_cents - coalesce(sum(tax_cents), 0)
			FROM standing_lines WHERE order_number = own.number
		UNION ALL VALUES ('delivery', NULL::integer, NULL::integer, NULL::uuid, own.delivery_fee_cents),
			('delivery-tax', NULL, NULL, NULL, own.delivery_tax_cents)
		-- The order has paid differences among its fees; they are parts of their own.
		UNION ALL SELECT 'fee', NULL, NULL, NULL, own.fees_cents - coalesce(sum(exchange.goods), 0) FROM exchange
		UNION ALL SELECT 'fee-tax', NULL, NULL, NULL, own.fee_tax_cents - coalesce(sum(exchange.tax), 0) FROM exchange
		UNION ALL SELECT 'exchange', NULL, exchange.turn, exchange.change_id, exchange.goods FROM exchange
		UNION ALL SELECT 'exchange-tax', NULL, exchange.turn, exchange.change_id, exchange.tax FROM exchange
	)
	SELECT jsonb_agg(jsonb_build_object('part', taken.part, 'position', coalesce(taken.turn, taken.position), 'left', taken.amount - coalesce(given.amount, 0))
			ORDER BY taken.position, taken.turn, taken.part),
		jsonb_build_object('total', refund.amount_cents, 'goodwillBefore', coalesce(max(before.amount), 0))
	INTO pools, asked
	FROM taken LEFT JOIN given ON given.part = taken.part AND given.position IS NOT DISTINCT FROM taken.position
		AND given.change_id IS NOT DISTINCT FROM taken.change_id
	LEFT JOIN given AS before ON before.part = 'goodwill'
	WHERE taken.amount <> 0;

	SELECT asked || jsonb_build_object(
		'lines', (SELECT coalesce(jsonb_agg(jsonb_build_object('position', "position", 'amount', amount_cents)), '[]')
			FROM refund_lines WHERE refund_id = refund.id),
		'delivery', coalesce(sum(amount_cents) FILTER (WHERE kind = 'delivery'), 0),
		'fees', coalesce(sum(amount_cents) FILTER (WHERE kind = 'fees'), 0),
		'goodwill', coalesce(sum(amount_cents) FILTER (WHERE kind = 'goodwill'), 0),
		'taxWithGoodwill', coalesce(bool_and(with_tax) FILTER (WHERE kind = 'goodwill'), true))
	INTO asked FROM refund_extras WHERE refund_id = refund.id;
	way := CASE WHEN refund.cause LIKE 'gateway:%' THEN 'gateway'
		WHEN EXISTS (SELECT FROM refund_lines WHERE refund_id = refund.id) OR EXISTS (SELECT FROM refund_extras WHERE refund_id = refund.id) THEN 'chosen'
		ELSE 'rest' END;

	-- A cancelled order gives all its pieces back, without naming them.
	WITH before AS (
		SELECT "position", sum(refund_parts.amount_cents) AS amount, sum(discount_cents) AS discount, sum(pieces) AS pieces
		FROM refund_parts JOIN refunds ON refunds.id = refund_id
		WHERE order_number = own.number AND part = 'goods' AND refunds.state <> 'failed' GROUP BY 1
	), pieces AS (
		SELECT "position", quantity FROM refund_lines WHERE refund_id = refund.id AND quantity > 0
		UNION ALL
		SELECT line.position, line.quantity - coalesce(before.pieces, 0) FROM standing_lines line LEFT JOIN before ON before.position = line.position
		WHERE order_number = own.number AND refund.cause = 'cancelled' AND line.quantity > coalesce(before.pieces, 0)
	), split AS (
		SELECT found.part, CASE WHEN exchange.turn IS NULL THEN found.position END AS "position", exchange.change_id,
			sum(found.amount)::integer AS amount, sum(found.quantity)::integer AS pieces
		FROM (SELECT part, "position", amount, 0 AS quantity FROM split_refund(asked, coalesce(pools, '[]'))
			UNION ALL SELECT 'goods', "position", 0, quantity FROM pieces) AS found
		LEFT JOIN paid_exchanges_of(own.number) exchange ON found.part IN ('exchange', 'exchange-tax') AND exchange.turn = found.position
		GROUP BY 1, 2, 3
	)
	INSERT INTO refund_parts (refund_id, order_number, part, "position", change_id, amount_cents, discount_cents, pieces, split_by)
	SELECT refund.id, own.number, split.part, split.position, split.change_id, split.amount,
		CASE WHEN split.part = 'goods' THEN greatest(0, least(line.discount_share_cents - coalesce(before.discount, 0),
			CASE WHEN line.price_cents * line.quantity > line.discount_share_cents
				THEN line.discount_share_cents::bigint * (coalesce(before.amount, 0) + split.amount)
					/ (line.price_cents * line.quantity - line.discount_share_cents)
				ELSE line.discount_share_cents::bigint * (coalesce(before.pieces, 0) + split.pieces) / line.quantity
			END - coalesce(before.discount, 0))) ELSE 0 END,
		split.pieces, way
	FROM split
	LEFT JOIN standing_lines line ON line.order_number = own.number AND line.position = split.position
	LEFT JOIN before ON before.position = split.position AND split.part = 'goods';
END;
$$;
--> statement-breakpoint
-- As before, with the differences of exchanges: they go back as sales of the goods that were sent.
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
			FROM refund_parts given CROSS JOIN LATERAL (VALUES
				('goods', 'sale', 'line', -given.amount_cents - given.discount_cents, -given.pieces),
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
		AND CASE WHEN missing.change_id IS NULL THEN first.kind = 'sale' AND first.position = missing.position
			ELSE first.change_id = missing.change_id AND first.position IS NULL AND first.part = 'line' END
		ORDER BY id LIMIT 1) AS line ON true
	LEFT JOIN LATERAL (SELECT state, zip_prefix FROM sale_events early WHERE early.order_number = own.number ORDER BY id LIMIT 1) AS place ON true
	ORDER BY missing.position, missing.part, missing.kind, missing.change_id;
END;
$$;
--> statement-breakpoint
-- As before, with the differences of exchanges.
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
		OR EXISTS (SELECT FROM sale_events WHERE order_number = wanted AND dispute_id = dispute AND kind <> 'dispute') THEN
		RETURN;
	END IF;
	SELECT jsonb_agg(jsonb_build_object('part', kept.part, 'position', coalesce(kept.turn, kept.position), 'left', kept.amount)
				ORDER BY kept.position, kept.turn, kept.part)
			FILTER (WHERE kept.part <> 'goodwill' AND kept.amount > 0),
		coalesce(-sum(kept.amount) FILTER (WHERE kept.part = 'goodwill'), 0)
	INTO pools, goodwill_before
	FROM (
		SELECT CASE WHEN exchange.turn IS NOT NULL THEN CASE WHEN kind = 'tax' THEN 'exchange-tax' ELSE 'exchange' END
				WHEN kind IN ('sale', 'discount', 'change') AND "position" IS NOT NULL THEN 'goods'
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
		CASE WHEN given.part IN ('goods', 'exchange') THEN 'sale' WHEN given.part LIKE '%tax' THEN 'tax' ELSE given.part END,
		CASE WHEN given.position IS NOT NULL THEN 'line' WHEN given.part IN ('tax', 'goodwill') THEN 'order' ELSE replace(given.part, '-tax', '') END,
		-given.amount, dispute, exchange.change_id, line.product_id, line.product, line.category, line.variant_id, line.size, line.color, line.sku, line.tax_kind,
		own.discount_code, coalesce(place.state, own.region), coalesce(place.zip_prefix, left(own.postal_code, 3))
	FROM split_refund(jsonb_build_object('total', amount, 'goodwillBefore', goodwill_before), coalesce(pools, '[]')) AS given
	LEFT JOIN paid_exchanges_of(wanted) exchange ON given.part IN ('exchange', 'exchange-tax') AND exchange.turn = given.position
	LEFT JOIN LATERAL (SELECT * FROM sale_events sold WHERE sold.order_number = wanted AND sold.refund_id IS NULL AND sold.dispute_id IS NULL
		AND CASE WHEN exchange.turn IS NULL THEN sold.kind IN ('sale', 'change') AND sold.position = given.position
			ELSE sold.change_id = exchange.change_id AND sold.position IS NULL AND sold.part = 'line' END
		ORDER BY id LIMIT 1) AS line ON true
	LEFT JOIN LATERAL (SELECT state, zip_prefix FROM sale_events early WHERE early.order_number = wanted ORDER BY id LIMIT 1) AS place ON true
	ORDER BY given.position, given.part;
END;
$$;
