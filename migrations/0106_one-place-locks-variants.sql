-- The one place that locks variants: all that an act moves or edits in one call, always in the same order, so that no two acts wait for each
-- other. No key of a variant ever changes, so that rows which only refer to it do not wait. Unknown numbers are left out.
CREATE OR REPLACE FUNCTION lock_variants(wanted integer[]) RETURNS TABLE (id integer, stock integer) LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY SELECT variants.id, variants.stock FROM variants WHERE variants.id = ANY (wanted) ORDER BY variants.id FOR NO KEY UPDATE;
END;
$$;
--> statement-breakpoint
-- Pieces that an order holds reserved, by variant; the variants are locked until the transaction ends. The sums are a statement of their own,
-- which sees what was committed while the one before waited for locks.
CREATE OR REPLACE FUNCTION held_pieces(of_reference text) RETURNS TABLE (variant_id integer, quantity integer) LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM lock_variants(ARRAY(SELECT DISTINCT moved.variant_id FROM stock_movements AS moved
		WHERE reference = of_reference AND cause IN ('reservation', 'release')));
	RETURN QUERY SELECT moved.variant_id, -sum(moved.quantity)::integer FROM stock_movements AS moved
		WHERE reference = of_reference AND cause IN ('reservation', 'release')
		GROUP BY moved.variant_id HAVING sum(moved.quantity) < 0 ORDER BY moved.variant_id;
END;
$$;
--> statement-breakpoint
-- What decides how much a draft may hold, under the locks of its network and its variants, taken in this order. A network that may hold no
-- more gets its own drafts alone, and locks no variant. Orders made by members have no network: what they hold is gone for riders until it
-- is free again, and no hold that other riders wait for.
CREATE OR REPLACE FUNCTION lock_holds(of_network text, since timestamptz, window_begins timestamptz, most_drafts integer, most_pieces integer, wanted integer[])
RETURNS jsonb LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
	own jsonb;
	is_full boolean;
BEGIN
	PERFORM pg_advisory_xact_lock(hashtextextended('holds of ' || of_network, 0));
	SELECT coalesce(jsonb_agg(jsonb_build_object('state', state, 'until', reserved_until, 'heldSince', held_since, 'lapsedAt', lapsed_at,
			'variantIds', bought.variant_ids, 'quantity', bought.pieces)), '[]'),
		count(*) FILTER (WHERE state = 'awaiting-payment') >= most_drafts
			OR coalesce(sum(bought.pieces) FILTER (WHERE state = 'awaiting-payment'), 0) > most_pieces
	INTO own, is_full
	FROM orders CROSS JOIN LATERAL (SELECT coalesce(array_agg(variant_id), '{}') AS variant_ids, coalesce(sum(quantity), 0)::integer AS pieces
		FROM standing_lines WHERE order_number = orders.number) AS bought
	WHERE network = of_network AND (state = 'awaiting-payment' OR lapsed_at > since
		OR (state = 'cancelled' AND lapsed_at IS NULL AND reserved_until > since));
	IF is_full THEN
		RETURN jsonb_build_object('own', own, 'levels', '[]'::jsonb, 'held', '[]'::jsonb, 'spans', '[]'::jsonb);
	END IF;

	PERFORM FROM lock_variants(wanted);
	RETURN jsonb_build_object(
		'own', own,
		'levels', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'stock', stock)), '[]') FROM variants WHERE id = ANY (wanted)),
		-- The earlier of two ends: what is held beyond the half of a variant is free again before its draft ends.
		'held', (SELECT coalesce(jsonb_agg(jsonb_build_object('variantId', variant_id, 'quantity', quantity, 'network', network,
				'until', least(reserved_until, (SELECT min(until) FROM beyond_half_holds hold WHERE hold.order_number = number)))), '[]')
			FROM orders JOIN standing_lines ON order_number = number
			WHERE state = 'awaiting-payment' AND holds AND network IS NOT NULL AND variant_id = ANY (wanted)),
		'spans', (SELECT coalesce(jsonb_agg(jsonb_build_object('variantId', variant_id, 'since', hold.since, 'until', until)), '[]')
			FROM beyond_half_holds hold WHERE variant_id = ANY (wanted) AND until > window_begins));
END;
$$;
--> statement-breakpoint
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
		CROSS JOIN LATERAL (VALUES (1, 'sale', line.price_cents * line.quantity, line.quantity), (2, 'discount', -line.discount_share_cents, 0),
			(3, 'tax', line.tax_cents, 0)) AS event (place, kind, amount, pieces)
		WHERE line.order_number = wanted AND (event.kind = 'sale' OR event.amount <> 0)
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
