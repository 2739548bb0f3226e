CREATE TABLE "line_endings" (
	"order_number" text NOT NULL,
	"position" integer NOT NULL,
	"leaves" integer NOT NULL,
	"change_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"discount_share_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "line_endings_order_number_position_leaves_pk" PRIMARY KEY("order_number","position","leaves"),
	CONSTRAINT "ending_has_pieces" CHECK ("line_endings"."quantity" > 0 and "line_endings"."leaves" >= 0),
	CONSTRAINT "ended_money_is_not_negative" CHECK (least("line_endings"."discount_share_cents", "line_endings"."tax_cents") >= 0)
);
--> statement-breakpoint
ALTER TABLE "line_endings" ADD CONSTRAINT "line_endings_order_number_position_order_lines_order_number_position_fk" FOREIGN KEY ("order_number","position") REFERENCES "public"."order_lines"("order_number","position") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
COMMENT ON TABLE "line_endings" IS 'append-only';
--> statement-breakpoint
INSERT INTO start_clears (name, place, condition) VALUES ('line_endings', 205, 'order_number = ANY ($1)');
--> statement-breakpoint
-- Lines of orders as they stand now. Sums of endings stand in the list of columns, so that whoever does not ask for one does not pay for it; a line
-- of which nothing is left is found by the one ending that says so.
CREATE VIEW standing_lines AS
SELECT line.order_number, line.position, line.product_id, line.variant_id, line.name, line.size, line.color, line.image,
	line.quantity - coalesce((SELECT sum(gone.quantity) FROM line_endings gone
		WHERE gone.order_number = line.order_number AND gone.position = line.position), 0)::integer AS quantity,
	line.price_cents,
	line.discount_share_cents - coalesce((SELECT sum(gone.discount_share_cents) FROM line_endings gone
		WHERE gone.order_number = line.order_number AND gone.position = line.position), 0)::integer AS discount_share_cents,
	line.tax_cents - coalesce((SELECT sum(gone.tax_cents) FROM line_endings gone
		WHERE gone.order_number = line.order_number AND gone.position = line.position), 0)::integer AS tax_cents,
	line.cost_cents, line.final_sale, line.kind_for_tax, line.sku
FROM order_lines line
WHERE NOT EXISTS (SELECT FROM line_endings whole
	WHERE whole.order_number = line.order_number AND whole.position = line.position AND whole.leaves = 0);
--> statement-breakpoint
-- What was bought by each line, whether it stands or not.
CREATE VIEW line_goods AS
SELECT order_number, position, product_id, variant_id, name, size, color, image, price_cents, final_sale, kind_for_tax, sku FROM order_lines;
--> statement-breakpoint
-- An ending takes what stands, and no more: its pieces, and at most their discount and tax.
CREATE FUNCTION check_line_ending() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	standing standing_lines;
BEGIN
	SELECT * INTO standing FROM standing_lines WHERE order_number = NEW.order_number AND position = NEW.position;
	IF standing IS NULL OR standing.quantity - NEW.quantity IS DISTINCT FROM NEW.leaves OR NEW.discount_share_cents > standing.discount_share_cents
		OR NEW.tax_cents > standing.tax_cents
		OR (NEW.leaves = 0 AND (NEW.discount_share_cents, NEW.tax_cents) <> (standing.discount_share_cents, standing.tax_cents))
	THEN
		RAISE EXCEPTION 'line % of the order % has other pieces than that', NEW.position, NEW.order_number
			USING ERRCODE = 'check_violation', CONSTRAINT = 'ending_takes_what_stands';
	END IF;
	RETURN NEW;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER check_line_ending BEFORE INSERT ON line_endings FOR EACH ROW EXECUTE FUNCTION check_line_ending();
--> statement-breakpoint
-- As before, of the lines that stand.
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
			WHEN money.done > 0 AND money.done >= (SELECT coalesce(sum(amount_cents), 0) FROM payments
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
			coalesce(sum(refunds.amount_cents) FILTER (WHERE refunds.state = 'done'), 0) AS done
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
-- As before, by the lines that stand.
CREATE OR REPLACE FUNCTION note_search_of(changed text[]) RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
	PERFORM FROM order_search WHERE number = ANY (changed) ORDER BY number FOR UPDATE;
	INSERT INTO order_search AS known (number, text, email, phone)
	SELECT number, search_form(translate(concat_ws(' ', number, name, parcel.words,
			nullif(translate(concat_ws(' ', address, city, postal_code, region), ',.', '  '), '')), chr(10), ' ') || chr(10) || coalesce(line.words, '')),
		search_form(email), regexp_replace(regexp_replace(phone, '^\+1', ''), '\D', '', 'g')
	FROM orders
	CROSS JOIN LATERAL (
		SELECT string_agg(DISTINCT translate(concat_ws(' ', line.name, nullif(color, ''), nullif(size, ''), nullif(sku, '')), chr(10), ' '),
			chr(10)) AS words
		FROM standing_lines line WHERE order_number = orders.number) line
	CROSS JOIN LATERAL (
		SELECT string_agg(DISTINCT regexp_replace(tracking_number, '\s', '', 'g'), ' ') AS words
		FROM parcels WHERE order_number = orders.number) parcel
	WHERE number = ANY (changed) ORDER BY number
	ON CONFLICT (number) DO UPDATE SET text = excluded.text, email = excluded.email, phone = excluded.phone
		WHERE (known.text, known.email, known.phone) IS DISTINCT FROM (excluded.text, excluded.email, excluded.phone);
END;
$$;
--> statement-breakpoint
-- As before, of the lines that stand.
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

	PERFORM FROM variants WHERE id = ANY (wanted) ORDER BY id FOR UPDATE;
	RETURN jsonb_build_object(
		'own', own,
		'levels', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'stock', stock)), '[]') FROM variants WHERE id = ANY (wanted)),
		-- The earlier of two ends: what is held beyond the half of a variant is free again before its draft ends.
		'held', (SELECT coalesce(jsonb_agg(jsonb_build_object('variantId', variant_id, 'quantity', quantity, 'network', network,
				'until', least(reserved_until, (SELECT min(until) FROM beyond_half_holds hold WHERE hold.order_number = number)))), '[]')
			FROM orders JOIN standing_lines ON order_number = number
			WHERE state = 'awaiting-payment' AND holds AND variant_id = ANY (wanted)),
		'spans', (SELECT coalesce(jsonb_agg(jsonb_build_object('variantId', variant_id, 'since', hold.since, 'until', until)), '[]')
			FROM beyond_half_holds hold WHERE variant_id = ANY (wanted) AND until > window_begins));
END;
$$;
--> statement-breakpoint
-- As before, by the lines that stand.
CREATE OR REPLACE FUNCTION note_new_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	later text[] := array(SELECT order_number FROM (SELECT DISTINCT order_number FROM changed) AS own
		WHERE NOT EXISTS (SELECT FROM order_facts WHERE order_facts.number = order_number
			AND order_facts.lines = (SELECT count(*) FROM standing_lines WHERE standing_lines.order_number = own.order_number)));
BEGIN
	IF cardinality(later) > 0 THEN
		PERFORM note_facts_of(later), note_search_of(later);
	END IF;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER note_part_of_order_insert AFTER INSERT ON line_endings REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION note_part_of_order();
--> statement-breakpoint
CREATE TRIGGER note_words_of_order_insert AFTER INSERT ON line_endings REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION note_words_of_order();
--> statement-breakpoint
-- As before, with the endings of lines.
CREATE OR REPLACE FUNCTION clear_samples() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	numbers text[];
	goods text[];
BEGIN
	LOCK TABLE orders IN SHARE ROW EXCLUSIVE MODE;
	IF EXISTS (SELECT FROM orders WHERE NOT sample AND (paid_at IS NOT NULL OR state = 'awaiting-payment')) THEN
		RAISE EXCEPTION 'there are orders' USING ERRCODE = 'check_violation', CONSTRAINT = 'samples_only_without_orders';
	END IF;
	numbers := ARRAY(SELECT number FROM orders WHERE sample);
	DELETE FROM return_settled_lines USING returns WHERE returns.number = return_number AND returns.order_number = ANY (numbers);
	DELETE FROM return_pieces USING returns WHERE returns.number = return_number AND returns.order_number = ANY (numbers);
	DELETE FROM return_lines USING returns WHERE returns.number = return_number AND returns.order_number = ANY (numbers);
	DELETE FROM returns WHERE order_number = ANY (numbers);
	DELETE FROM refund_extras WHERE order_number = ANY (numbers);
	DELETE FROM refund_lines USING refunds, payments
		WHERE refunds.id = refund_id AND payments.id = refunds.payment_id AND payments.order_number = ANY (numbers);
	DELETE FROM refunds USING payments WHERE payments.id = payment_id AND order_number = ANY (numbers);
	DELETE FROM payments WHERE order_number = ANY (numbers);
	DELETE FROM order_replacements WHERE order_number = ANY (numbers);
	DELETE FROM lost_pieces WHERE order_number = ANY (numbers);
	DELETE FROM parcel_lines WHERE order_number = ANY (numbers);
	DELETE FROM parcels WHERE order_number = ANY (numbers);
	DELETE FROM discount_uses WHERE order_number = ANY (numbers);
	DELETE FROM letters WHERE order_number = ANY (numbers);
	DELETE FROM order_notes WHERE order_number = ANY (numbers);
	DELETE FROM order_events WHERE order_number = ANY (numbers);
	DELETE FROM line_endings WHERE order_number = ANY (numbers);
	DELETE FROM order_lines WHERE order_number = ANY (numbers);
	DELETE FROM orders WHERE number = ANY (numbers);

	goods := ARRAY(SELECT id FROM products WHERE sample);
	DELETE FROM stock_movements USING variants WHERE variants.id = variant_id AND variants.product_id = ANY (goods);
	DELETE FROM products WHERE id = ANY (goods);
	RETURN cardinality(goods);
END;
$$;
--> statement-breakpoint
-- As before, of the lines that stand.
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
			FROM (SELECT part, "position", (share_cents(refund.amount_cents, array_agg(amount_cents::bigint) OVER every))[(row_number() OVER every_in_turn)::integer] AS amount
				FROM refund_parts WHERE refund_id = refund.id
				WINDOW every AS (ORDER BY part, "position" ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING),
					every_in_turn AS (ORDER BY part, "position")) AS lowered
			WHERE refund_id = refund.id AND refund_parts.part = lowered.part AND refund_parts.position IS NOT DISTINCT FROM lowered.position;
		END IF;
		RETURN;
	END IF;

	WITH given AS (
		SELECT part, "position", sum(refund_parts.amount_cents) AS amount FROM refund_parts JOIN refunds ON refunds.id = refund_id
		WHERE order_number = own.number AND refunds.state <> 'failed' GROUP BY 1, 2
	), taken AS (
		SELECT 'goods' AS part, "position", price_cents * quantity - discount_share_cents AS amount FROM standing_lines WHERE order_number = own.number
		UNION ALL SELECT 'tax', "position", tax_cents FROM standing_lines WHERE order_number = own.number AND tax_cents > 0
		UNION ALL SELECT 'tax', NULL::integer, own.tax_cents - own.delivery_tax_cents - own.fee_tax_cents - coalesce(sum(tax_cents), 0)
			FROM standing_lines WHERE order_number = own.number
		UNION ALL VALUES ('delivery', NULL::integer, own.delivery_fee_cents), ('delivery-tax', NULL, own.delivery_tax_cents),
			('fee', NULL, own.fees_cents), ('fee-tax', NULL, own.fee_tax_cents)
	)
	SELECT jsonb_agg(jsonb_build_object('part', taken.part, 'position', taken.position, 'left', taken.amount - coalesce(given.amount, 0))
			ORDER BY taken.position, taken.part),
		jsonb_build_object('total', refund.amount_cents, 'goodwillBefore', coalesce(max(before.amount), 0))
	INTO pools, asked
	FROM taken LEFT JOIN given ON given.part = taken.part AND given.position IS NOT DISTINCT FROM taken.position
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
		SELECT part, "position", sum(amount)::integer AS amount, sum(quantity)::integer AS pieces
		FROM (SELECT part, "position", amount, 0 AS quantity FROM split_refund(asked, coalesce(pools, '[]'))
			UNION ALL SELECT 'goods', "position", 0, quantity FROM pieces) AS found
		GROUP BY 1, 2
	)
	INSERT INTO refund_parts (refund_id, order_number, part, "position", amount_cents, discount_cents, pieces, split_by)
	SELECT refund.id, own.number, split.part, split.position, split.amount,
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
-- As before, of the lines that stand.
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

	FOR refund IN SELECT refunds.* FROM payments JOIN refunds ON payment_id = payments.id WHERE payments.order_number = wanted
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
-- As before, by the goods of a line.
CREATE OR REPLACE FUNCTION write_replacement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.state := coalesce(NEW.state, 'waiting');
	NEW.at := coalesce(NEW.at, now());
	IF TG_OP = 'INSERT' THEN
		INSERT INTO order_replacements (order_number, position, cause, return_number, product_id, variant_id, size, color, quantity, state,
			parcel_id, ends_at, at)
		SELECT NEW.order_number, NEW.position, 'return', NEW.return_number, product_id, NEW.variant_id, NEW.size, NEW.color, NEW.quantity,
			CASE NEW.state WHEN 'called-off' THEN 'ended' ELSE NEW.state END, NEW.parcel_id,
			CASE NEW.state WHEN 'called-off' THEN now() END, NEW.at
		FROM line_goods WHERE order_number = NEW.order_number AND position = NEW.position;
	ELSE
		UPDATE order_replacements SET state = CASE NEW.state WHEN 'called-off' THEN 'ended' ELSE NEW.state END, parcel_id = NEW.parcel_id,
			ends_at = CASE NEW.state WHEN 'called-off' THEN coalesce(ends_at, now()) END
		WHERE return_number = OLD.return_number AND position = OLD.position;
	END IF;
	RETURN NEW;
END;
$$;
--> statement-breakpoint
-- Refuses what processes of an older release could not read, while one of them is connected: connections name what their program reads
-- (src/platform/connection-name.ts), those of releases before nothing. A statement for a long migration, before the one that it guards.
CREATE FUNCTION refuse_older_processes(least_reads integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	older text := (SELECT string_agg(DISTINCT concat(application_name, ', process ', pid), '; ') FROM pg_stat_activity
		WHERE datname = current_database() AND application_name ~ '^iron-mesa(/| |$)'
			AND coalesce(substring(application_name FROM '^iron-mesa/(\d+)')::integer, 0) < least_reads);
BEGIN
	IF older IS NOT NULL THEN
		RAISE EXCEPTION 'an older release is connected: %', older USING ERRCODE = 'object_in_use', HINT = 'Stop its processes, and try again.';
	END IF;
END;
$$;
--> statement-breakpoint
-- An empty table that was never looked at counts as a full one in plans.
ANALYZE line_endings;
