ALTER TABLE "sale_events" ADD COLUMN "cost_cents" integer;
--> statement-breakpoint
-- What the pieces of a row of the ledger cost when they were sold: with it, margins are sums over the ledger like all others. It is read here, so
-- that whatever writes rows of lines need not know of it.
CREATE FUNCTION note_cost_of_sale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.cost_cents := NEW.pieces * (SELECT cost_cents FROM order_lines
		WHERE order_lines.order_number = NEW.order_number AND order_lines.position = NEW.position);
	RETURN NEW;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER note_cost_of_sale BEFORE INSERT ON sale_events FOR EACH ROW
	WHEN (NEW.position IS NOT NULL AND NEW.kind IN ('sale', 'discount', 'change')) EXECUTE FUNCTION note_cost_of_sale();
--> statement-breakpoint
UPDATE sale_events SET cost_cents = sale_events.pieces * line.cost_cents FROM order_lines line
WHERE line.order_number = sale_events.order_number AND line.position = sale_events.position AND line.cost_cents IS NOT NULL
	AND sale_events.kind IN ('sale', 'discount', 'change');
--> statement-breakpoint
-- A dispute that was lost gives its amount back like a refund without lines: spread over all that the ledger has left of the order, on the day
-- it was lost. Its pieces stay with the shopper. A row of kind 'dispute' tells that one was opened, and moves no sum. Once for each dispute.
CREATE FUNCTION note_lost_dispute(wanted text, dispute text, amount bigint, moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
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
	SELECT jsonb_agg(jsonb_build_object('part', kept.part, 'position', kept.position, 'left', kept.amount) ORDER BY kept.position, kept.part)
			FILTER (WHERE kept.part <> 'goodwill' AND kept.amount > 0),
		coalesce(-sum(kept.amount) FILTER (WHERE kept.part = 'goodwill'), 0)
	INTO pools, goodwill_before
	FROM (
		SELECT CASE WHEN kind IN ('sale', 'discount', 'change') AND "position" IS NOT NULL THEN 'goods'
				WHEN kind = 'tax' AND event.part IN ('delivery', 'fee') THEN event.part || '-tax' ELSE kind END AS part,
			"position", sum(amount_cents) AS amount
		FROM sale_events event WHERE order_number = wanted AND kind <> 'dispute' GROUP BY 1, 2
	) AS kept
	WHERE kept.part IN ('goods', 'tax', 'delivery', 'delivery-tax', 'fee', 'fee-tax', 'goodwill');

	INSERT INTO sale_events (at, day, order_number, "position", kind, part, amount_cents, dispute_id, product_id, product, category, variant_id,
		size, color, sku, tax_kind, code, state, zip_prefix)
	SELECT moment, shop_day(moment), wanted, given.position,
		CASE WHEN given.part = 'goods' THEN 'sale' WHEN given.part LIKE '%tax' THEN 'tax' ELSE given.part END,
		CASE WHEN given.position IS NOT NULL THEN 'line' WHEN given.part IN ('tax', 'goodwill') THEN 'order' ELSE replace(given.part, '-tax', '') END,
		-given.amount, dispute, line.product_id, line.product, line.category, line.variant_id, line.size, line.color, line.sku, line.tax_kind,
		own.discount_code, coalesce(place.state, own.region), coalesce(place.zip_prefix, left(own.postal_code, 3))
	FROM split_refund(jsonb_build_object('total', amount, 'goodwillBefore', goodwill_before), coalesce(pools, '[]')) AS given
	LEFT JOIN LATERAL (SELECT * FROM sale_events sold WHERE sold.order_number = wanted AND sold.position = given.position
		AND sold.kind IN ('sale', 'change') AND sold.refund_id IS NULL AND sold.dispute_id IS NULL ORDER BY id LIMIT 1) AS line ON true
	LEFT JOIN LATERAL (SELECT state, zip_prefix FROM sale_events early WHERE early.order_number = wanted ORDER BY id LIMIT 1) AS place ON true
	ORDER BY given.position, given.part;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION note_lost_dispute_of_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF jsonb_typeof(NEW.details->'amount') = 'number' THEN
		PERFORM note_lost_dispute(NEW.order_number, NEW.details->>'disputeId', (NEW.details->>'amount')::bigint, NEW.at);
	END IF;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER note_lost_dispute AFTER INSERT ON order_events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	WHEN (NEW.kind = 'dispute-lost') EXECUTE FUNCTION note_lost_dispute_of_event();
