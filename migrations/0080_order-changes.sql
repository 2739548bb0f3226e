-- Changes of orders: at most one open an order, each with the plan by which its lines are ended and written. A second payment of an order comes
-- with them, and with the long migration 0007, which lets it.
CREATE TABLE "order_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_number" text NOT NULL,
	"order_version" integer NOT NULL,
	"state" text NOT NULL,
	"plan" jsonb NOT NULL,
	"difference_cents" integer NOT NULL,
	"ends_at" timestamp with time zone,
	"member_id" text,
	"reason" text DEFAULT '' NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"letters" integer DEFAULT 0 NOT NULL,
	"opened_at" timestamp with time zone,
	"ended_by" text,
	"closed_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "change_state_is_known" CHECK ("order_changes"."state" in ('proposed', 'waiting', 'applied', 'ended')),
	CONSTRAINT "waiting_change_has_its_end" CHECK ("order_changes"."state" <> 'waiting' or "order_changes"."ends_at" is not null),
	CONSTRAINT "waiting_change_costs_more" CHECK ("order_changes"."state" <> 'waiting' or "order_changes"."difference_cents" > 0),
	CONSTRAINT "change_is_closed" CHECK (("order_changes"."state" in ('applied', 'ended')) = ("order_changes"."closed_at" is not null)),
	CONSTRAINT "ended_change_says_why" CHECK (("order_changes"."state" = 'ended') = ("order_changes"."ended_by" is not null)),
	CONSTRAINT "change_end_is_known" CHECK ("order_changes"."ended_by" in ('time', 'member', 'shopper', 'goods'))
);
--> statement-breakpoint
ALTER TABLE "sale_events" ADD COLUMN "change_id" uuid;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "change_id" uuid;
--> statement-breakpoint
ALTER TABLE "order_changes" ADD CONSTRAINT "order_changes_order_number_orders_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."orders"("number") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_change_per_order" ON "order_changes" USING btree ("order_number") WHERE "order_changes"."state" in ('proposed', 'waiting');
--> statement-breakpoint
CREATE INDEX "order_changes_order_number_index" ON "order_changes" USING btree ("order_number");
--> statement-breakpoint
CREATE INDEX "waiting_changes" ON "order_changes" USING btree ("ends_at") WHERE "order_changes"."state" = 'waiting';
--> statement-breakpoint
INSERT INTO start_clears (name, place, condition) VALUES ('order_changes', 207, 'order_number = ANY ($1)');
--> statement-breakpoint
-- As before, but money that went back by changes is no refund: the order costs less.
CREATE OR REPLACE FUNCTION note_facts_of(changed text[]) RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
	PERFORM FROM order_facts WHERE number = ANY (changed) ORDER BY number FOR UPDATE;
	INSERT INTO order_facts AS known (number, at, standing, shipping, money, lines, pieces, pieces_left, returns_waiting, total_cents, sample)
	SELECT number, coalesce(paid_at, drafted_at),
		CASE
			WHEN state = 'awaiting-payment' THEN 'not-paid'
			WHEN state = 'cancelled' AND paid_at IS NULL THEN 'lapsed'
			WHEN state IN ('paid', 'packed') AND sent THEN 'partly-shipped'
			WHEN state = 'paid' THEN 'to-ship'
			WHEN state = 'shipped' THEN 'on-the-way'
			WHEN state = 'delivered' THEN 'arrived'
			ELSE state
		END,
		CASE
			WHEN pieces_left > 0 AND sent THEN 'partly-shipped'
			WHEN pieces_left > 0 AND state = 'packed' THEN 'packed'
			WHEN pieces_left > 0 THEN 'to-ship'
			WHEN on_the_way THEN 'on-the-way'
			WHEN sent THEN 'arrived'
			ELSE 'none'
		END,
		CASE
			WHEN money.refused THEN 'refund-refused'
			WHEN money.asked THEN 'refund-asked'
			WHEN money.done > 0 AND money.done + money.moved >= (SELECT coalesce(sum(amount_cents), 0) FROM payments
				WHERE order_number = orders.number AND (kind = 'order' OR payments.state = 'received')) THEN 'refunded'
			WHEN money.done > 0 THEN 'partly-refunded'
			WHEN paid_at IS NOT NULL THEN 'paid'
			WHEN state = 'awaiting-payment' THEN 'open'
			ELSE 'none'
		END,
		counted.lines, counted.pieces, pieces_left, returns_waiting, total_cents, sample
	FROM orders
	CROSS JOIN LATERAL (
		SELECT count(*)::integer AS lines, coalesce(sum(line.quantity), 0)::integer AS pieces,
			coalesce(sum(greatest(0, line.quantity - coalesce(gone.quantity, 0) - coalesce(off.quantity, 0))), 0)::integer AS not_sent
		FROM standing_lines line
		LEFT JOIN (SELECT position, sum(quantity) AS quantity FROM parcel_lines WHERE order_number = orders.number GROUP BY position) gone
			ON gone.position = line.position
		LEFT JOIN (SELECT position, sum(called_off) AS quantity FROM refund_lines WHERE order_number = orders.number GROUP BY position) off
			ON off.position = line.position
		WHERE line.order_number = orders.number) counted
	CROSS JOIN LATERAL (
		SELECT count(*) > 0 AS sent, count(*) FILTER (WHERE delivered_at IS NULL AND (lost_at IS NULL OR EXISTS (
			SELECT FROM lost_pieces WHERE parcel_id = parcels.id AND sent_again + refunded < quantity))) > 0 AS on_the_way
		FROM parcels WHERE order_number = orders.number) parcel
	CROSS JOIN LATERAL (
		SELECT coalesce(sum(quantity), 0)::integer AS waiting FROM order_replacements
		WHERE order_number = orders.number AND order_replacements.state IN ('reserved', 'waiting')) instead
	CROSS JOIN LATERAL (
		SELECT CASE WHEN paid_at IS NOT NULL AND state IN ('paid', 'packed', 'partly-refunded', 'returned') THEN counted.not_sent ELSE 0 END
			+ CASE WHEN state IN ('cancelled', 'refunded') THEN 0 ELSE instead.waiting END AS pieces_left) owed
	CROSS JOIN LATERAL (
		SELECT count(*)::integer AS returns_waiting FROM returns
		WHERE order_number = orders.number AND returns.state IN ('started', 'received')) coming_back
	CROSS JOIN LATERAL (
		SELECT coalesce(bool_or(refunds.state = 'failed' AND handled_at IS NULL), false) AS refused,
			coalesce(bool_or(refunds.state = 'requested'), false) AS asked,
			coalesce(sum(refunds.amount_cents) FILTER (WHERE refunds.state = 'done' AND cause NOT LIKE 'change:%'), 0) AS done,
			coalesce(sum(refunds.amount_cents) FILTER (WHERE refunds.state = 'done' AND cause LIKE 'change:%'), 0) AS moved
		FROM payments JOIN refunds ON payment_id = payments.id WHERE order_number = orders.number) money
	WHERE number = ANY (changed) ORDER BY number
	ON CONFLICT (number) DO UPDATE SET at = excluded.at, standing = excluded.standing, shipping = excluded.shipping,
		money = excluded.money, lines = excluded.lines, pieces = excluded.pieces, pieces_left = excluded.pieces_left,
		returns_waiting = excluded.returns_waiting, total_cents = excluded.total_cents, sample = excluded.sample
		WHERE (known.at, known.standing, known.shipping, known.money, known.lines, known.pieces, known.pieces_left,
			known.returns_waiting, known.total_cents, known.sample)
		IS DISTINCT FROM (excluded.at, excluded.standing, excluded.shipping, excluded.money, excluded.lines, excluded.pieces,
			excluded.pieces_left, excluded.returns_waiting, excluded.total_cents, excluded.sample);
END;
$$;
--> statement-breakpoint
-- As before, but what a change moved is in the ledger with the change.
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
-- As before, by the first event of a line: a change may have others.
CREATE OR REPLACE FUNCTION note_refund_events(own orders, refund refunds, counts boolean, moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO sale_events (at, day, order_number, "position", kind, part, amount_cents, pieces, refund_id, product_id, product, category, variant_id,
		size, color, sku, tax_kind, code, state, zip_prefix)
	SELECT moment, shop_day(moment), own.number, missing.position, missing.kind, missing.part, missing.amount, missing.pieces, refund.id,
		line.product_id, line.product, line.category, line.variant_id, line.size, line.color, line.sku, line.tax_kind, own.discount_code,
		coalesce(place.state, own.region), coalesce(place.zip_prefix, left(own.postal_code, 3))
	FROM (
		SELECT kind, part, "position", sum(amount)::integer AS amount, sum(pieces)::integer AS pieces
		FROM (
			SELECT event.kind, event.part, given.position, event.amount, event.pieces
			FROM refund_parts given CROSS JOIN LATERAL (VALUES
				('goods', 'sale', 'line', -given.amount_cents - given.discount_cents, -given.pieces),
				('goods', 'discount', 'line', given.discount_cents, 0),
				('tax', 'tax', CASE WHEN given.position IS NULL THEN 'order' ELSE 'line' END, -given.amount_cents, 0),
				('delivery', 'delivery', 'delivery', -given.amount_cents, 0), ('delivery-tax', 'tax', 'delivery', -given.amount_cents, 0),
				('fee', 'fee', 'fee', -given.amount_cents, 0), ('fee-tax', 'tax', 'fee', -given.amount_cents, 0),
				('goodwill', 'goodwill', 'order', -given.amount_cents, 0)) AS event (source, kind, part, amount, pieces)
			WHERE given.refund_id = refund.id AND event.source = given.part AND counts
			UNION ALL
			SELECT kind, part, "position", -amount_cents, -pieces FROM sale_events WHERE refund_id = refund.id
		) AS compared GROUP BY 1, 2, 3 HAVING sum(amount) <> 0 OR sum(pieces) <> 0
	) AS missing
	LEFT JOIN LATERAL (SELECT * FROM sale_events first WHERE first.order_number = own.number AND first.kind = 'sale' AND first.refund_id IS NULL
		AND first.position = missing.position ORDER BY id LIMIT 1) AS line ON true
	LEFT JOIN LATERAL (SELECT state, zip_prefix FROM sale_events early WHERE early.order_number = own.number ORDER BY id LIMIT 1) AS place ON true
	ORDER BY missing.position, missing.part, missing.kind;
END;
$$;
--> statement-breakpoint
-- Writes a change into the ledger of sales, on the day it is applied: what its endings took out with the other sign, the lines from a position on,
-- and by how much delivery and its tax are others. What was sold before is written first.
CREATE FUNCTION note_change_of(wanted text, of_change uuid, first_position integer, delivery integer, delivery_tax integer, moment timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	own orders;
BEGIN
	SELECT * INTO own FROM orders WHERE number = wanted AND paid_at IS NOT NULL AND NOT sample;
	IF NOT FOUND THEN
		RETURN;
	END IF;
	INSERT INTO sale_events (at, day, order_number, "position", kind, part, amount_cents, pieces, change_id, product_id, product, category, variant_id,
		size, color, sku, tax_kind, code, state, zip_prefix)
	SELECT moment, shop_day(moment), wanted, moved.position, event.kind, 'line', event.amount, event.pieces, of_change, line.product_id, line.name,
		categories.name, line.variant_id, line.size, line.color, line.sku, line.kind_for_tax, own.discount_code, own.region, left(own.postal_code, 3)
	FROM (
		SELECT "position", -quantity AS pieces, -discount_share_cents AS discount, -tax_cents AS tax FROM line_endings
		WHERE order_number = wanted AND change_id = of_change
		UNION ALL
		SELECT "position", quantity, discount_share_cents, tax_cents FROM standing_lines
		WHERE order_number = wanted AND "position" >= first_position
	) AS moved
	JOIN line_goods line ON line.order_number = wanted AND line.position = moved.position
	LEFT JOIN products ON products.id = line.product_id LEFT JOIN categories ON categories.id = products.category_id
	CROSS JOIN LATERAL (VALUES (1, 'sale', line.price_cents * moved.pieces, moved.pieces), (2, 'discount', -moved.discount, 0),
		(3, 'tax', moved.tax, 0)) AS event (place, kind, amount, pieces)
	WHERE event.kind = 'sale' OR event.amount <> 0
	ORDER BY moved.position, event.place;
	INSERT INTO sale_events (at, day, order_number, kind, part, amount_cents, change_id, code, state, zip_prefix)
	SELECT moment, shop_day(moment), wanted, event.kind, 'delivery', event.amount, of_change, own.discount_code, own.region, left(own.postal_code, 3)
	FROM (VALUES ('delivery', delivery), ('tax', delivery_tax)) AS event (kind, amount)
	WHERE event.amount <> 0;
END;
$$;
--> statement-breakpoint
-- Cost of a piece of a variant today, as lines of orders copy it.
CREATE FUNCTION cost_of_variant(wanted integer) RETURNS integer LANGUAGE sql STABLE AS $$
	SELECT coalesce(variants.cost_cents, products.cost_cents) FROM variants JOIN products ON products.id = variants.product_id WHERE variants.id = wanted
$$;
