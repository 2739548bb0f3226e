CREATE TABLE "sale_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sale_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"order_number" text NOT NULL,
	"position" integer,
	"kind" text NOT NULL,
	"part" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"pieces" integer DEFAULT 0 NOT NULL,
	"refund_id" uuid,
	"dispute_id" text,
	"product_id" text,
	"product" text,
	"category" text,
	"variant_id" integer,
	"size" text,
	"color" text,
	"sku" text,
	"tax_kind" text,
	"code" text,
	"state" text,
	"zip_prefix" text,
	CONSTRAINT "sale_event_kind_is_known" CHECK ("sale_events"."kind" in ('sale', 'discount', 'delivery', 'tax', 'fee', 'goodwill', 'change', 'dispute')),
	CONSTRAINT "sale_event_part_is_known" CHECK ("sale_events"."part" in ('line', 'delivery', 'fee', 'order')),
	CONSTRAINT "sale_event_place_is_coarse" CHECK (length("sale_events"."zip_prefix") <= 3)
);
--> statement-breakpoint
CREATE TABLE "refund_parts" (
	"refund_id" uuid NOT NULL,
	"order_number" text NOT NULL,
	"part" text NOT NULL,
	"position" integer,
	"amount_cents" integer NOT NULL,
	"discount_cents" integer DEFAULT 0 NOT NULL,
	"pieces" integer DEFAULT 0 NOT NULL,
	"split_by" text NOT NULL,
	CONSTRAINT "one_part_per_refund" UNIQUE NULLS NOT DISTINCT("refund_id","part","position"),
	CONSTRAINT "refund_part_is_known" CHECK ("refund_parts"."part" in ('goods', 'tax', 'delivery', 'delivery-tax', 'fee', 'fee-tax', 'goodwill')),
	CONSTRAINT "refund_part_is_not_negative" CHECK (least("refund_parts"."amount_cents", "refund_parts"."discount_cents", "refund_parts"."pieces") >= 0),
	CONSTRAINT "refund_split_is_known" CHECK ("refund_parts"."split_by" in ('chosen', 'rest', 'gateway'))
);
--> statement-breakpoint
ALTER TABLE "refund_extras" DROP CONSTRAINT "refund_extra_is_known";--> statement-breakpoint
ALTER TABLE "refund_extras" ADD COLUMN "with_tax" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "sale_events" ADD CONSTRAINT "sale_events_order_number_orders_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."orders"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_events" ADD CONSTRAINT "sale_events_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_parts" ADD CONSTRAINT "refund_parts_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_parts" ADD CONSTRAINT "refund_parts_order_number_orders_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."orders"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_parts" ADD CONSTRAINT "refund_parts_order_number_position_order_lines_order_number_position_fk" FOREIGN KEY ("order_number","position") REFERENCES "public"."order_lines"("order_number","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sale_events_day_index" ON "sale_events" USING btree ("day");--> statement-breakpoint
CREATE INDEX "sale_events_order_number_index" ON "sale_events" USING btree ("order_number");--> statement-breakpoint
CREATE INDEX "sale_events_refund_id_index" ON "sale_events" USING btree ("refund_id") WHERE "sale_events"."refund_id" is not null;--> statement-breakpoint
CREATE INDEX "refund_parts_order_number_index" ON "refund_parts" USING btree ("order_number");--> statement-breakpoint
ALTER TABLE "refund_extras" ADD CONSTRAINT "refund_extra_is_known" CHECK ("refund_extras"."kind" in ('delivery', 'fees', 'goodwill'));--> statement-breakpoint
INSERT INTO start_clears (name, place, condition) VALUES
	('sale_events', 86, 'order_number = ANY ($1)'), ('refund_parts', 88, 'order_number = ANY ($1)');
--> statement-breakpoint
COMMENT ON TABLE "sale_events" IS 'append-only';
--> statement-breakpoint
COMMENT ON TABLE "refund_parts" IS 'never deleted';
--> statement-breakpoint
-- Splits an amount by weights into whole cents that add up exactly: largest remainder, earlier weights first. Of an amount up to the sum of the
-- weights no part is more than its weight. All-zero weights give zero parts.
CREATE FUNCTION share_cents(amount bigint, weights bigint[]) RETURNS bigint[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
	SELECT coalesce(array_agg(part + CASE WHEN whole > 0 AND turn <= amount - given THEN 1 ELSE 0 END ORDER BY place), '{}')
	FROM (
		SELECT place, part, whole, sum(part) OVER () AS given, row_number() OVER (ORDER BY remainder DESC, place) AS turn
		FROM (SELECT place, whole, coalesce(amount * weight / nullif(whole, 0), 0) AS part, coalesce(amount * weight % nullif(whole, 0), 0) AS remainder
			FROM (SELECT place, weight, (sum(weight) OVER ())::bigint AS whole
				FROM unnest(weights) WITH ORDINALITY AS own (weight, place)) AS weighed) AS rounded
	) AS turned
$$;
--> statement-breakpoint
-- Splits a refund into what it gives back. `pools` is a list of part, position and what is left of it; of goods with their tax, delivery with
-- its tax, fees with theirs. `asked` has the total; the amounts of `lines`, `delivery` and `fees`, each with its tax; `goodwill`, and whether
-- tax goes back with it; and under `goodwillBefore` what went back as goodwill. A line is split between goods and tax in proportion to what is left
-- of the two; whatever was not asked for by a part is spread over all that is left. The tax left is never out of reach: refunds that give back everything
-- give back all of it, whatever their order. More than is left of everything, which no refund should be, is goodwill.
CREATE FUNCTION split_refund(asked jsonb, pools jsonb) RETURNS TABLE (part text, "position" integer, amount bigint)
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
	total bigint := (asked->>'total')::bigint;
	parts text[];
	positions integer[];
	lefts bigint[];
	outs bigint[];
	wanted bigint[];
	wanted_parts text[];
	wanted_positions integer[];
	-- Left of everything but tax, after goodwill.
	money bigint;
	taxes bigint;
	goodwill bigint := 0;
	shares bigint[];
	given bigint;
	of_tax bigint;
	of_money bigint;
	main integer;
	side integer;
BEGIN
	SELECT coalesce(array_agg(pool.part ORDER BY place), '{}'), coalesce(array_agg(pool.position ORDER BY place), '{}'),
		coalesce(array_agg(greatest(0, pool.remaining) ORDER BY place), '{}')
	INTO parts, positions, lefts
	FROM ROWS FROM (jsonb_to_recordset(pools) AS (part text, "position" integer, "left" bigint)) WITH ORDINALITY AS pool (part, "position", remaining, place);
	outs := array_fill(0::bigint, ARRAY[cardinality(parts)]);
	SELECT coalesce(array_agg(line.amount ORDER BY line.position), '{}'), coalesce(array_agg('goods'::text), '{}'),
		coalesce(array_agg(line.position ORDER BY line.position), '{}')
	INTO wanted, wanted_parts, wanted_positions
	FROM jsonb_to_recordset(coalesce(asked->'lines', '[]')) AS line ("position" integer, amount bigint);
	wanted := wanted || ARRAY[coalesce((asked->>'delivery')::bigint, 0), coalesce((asked->>'fees')::bigint, 0), coalesce((asked->>'goodwill')::bigint, 0)];
	wanted_parts := wanted_parts || ARRAY['delivery', 'fee'];
	wanted_positions := wanted_positions || ARRAY[NULL, NULL]::integer[];
	IF (SELECT sum(each) FROM unnest(wanted) AS each) > total THEN
		wanted := share_cents(total, wanted);
	END IF;
	SELECT greatest(0, coalesce(sum(lefts[j]), 0) - coalesce((asked->>'goodwillBefore')::bigint, 0)) INTO money
		FROM generate_subscripts(parts, 1) AS j WHERE parts[j] NOT LIKE '%tax';

	FOR i IN 1 .. cardinality(wanted_parts) LOOP
		main := NULL;
		side := NULL;
		FOR j IN 1 .. cardinality(parts) LOOP
			IF positions[j] IS NOT DISTINCT FROM wanted_positions[i] THEN
				IF parts[j] = wanted_parts[i] THEN
					main := j;
				ELSIF parts[j] = (CASE wanted_parts[i] WHEN 'goods' THEN 'tax' ELSE wanted_parts[i] || '-tax' END) THEN
					side := j;
				END IF;
			END IF;
		END LOOP;
		CONTINUE WHEN main IS NULL;
		taxes := CASE WHEN side IS NULL THEN 0 ELSE lefts[side] END;
		of_money := least(lefts[main], money);
		given := least(wanted[i], of_money + taxes);
		shares := share_cents(given, ARRAY[lefts[main], taxes]);
		of_tax := least(taxes, greatest(shares[2], given - of_money));
		of_money := given - of_tax;
		lefts[main] := lefts[main] - of_money;
		outs[main] := outs[main] + of_money;
		money := money - of_money;
		IF side IS NOT NULL THEN
			lefts[side] := lefts[side] - of_tax;
			outs[side] := outs[side] + of_tax;
		END IF;
	END LOOP;

	-- First goodwill, then whatever is left of the total.
	FOR i IN 1 .. 2 LOOP
		given := CASE i WHEN 1 THEN wanted[cardinality(wanted)] ELSE total - (SELECT sum(each) FROM unnest(outs || goodwill) AS each) END;
		IF i = 1 AND NOT coalesce((asked->>'taxWithGoodwill')::boolean, true) THEN
			of_money := least(given, money);
		ELSE
			SELECT array_agg(CASE WHEN parts[j] LIKE '%tax' THEN lefts[j] ELSE 0 END ORDER BY j) INTO shares FROM generate_subscripts(parts, 1) AS j;
			taxes := coalesce((SELECT sum(each) FROM unnest(shares) AS each), 0);
			shares := share_cents(least(given, money + taxes), money || coalesce(shares, '{}'));
			of_money := shares[1];
			FOR j IN 1 .. cardinality(parts) LOOP
				lefts[j] := lefts[j] - shares[j + 1];
				outs[j] := outs[j] + shares[j + 1];
			END LOOP;
			IF i = 2 THEN
				goodwill := goodwill + given - least(given, money + taxes);
			END IF;
		END IF;
		money := money - of_money;
		IF i = 1 THEN
			goodwill := of_money;
		ELSIF of_money > 0 THEN
			SELECT array_agg(CASE WHEN parts[j] LIKE '%tax' THEN 0 ELSE lefts[j] END ORDER BY j) INTO shares FROM generate_subscripts(parts, 1) AS j;
			shares := share_cents(of_money, shares);
			FOR j IN 1 .. cardinality(parts) LOOP
				outs[j] := outs[j] + shares[j];
			END LOOP;
		END IF;
	END LOOP;

	RETURN QUERY SELECT parts[j], positions[j], outs[j] FROM generate_subscripts(parts, 1) AS j WHERE outs[j] > 0
		UNION ALL SELECT 'goodwill', NULL, goodwill WHERE goodwill > 0;
END;
$$;
--> statement-breakpoint
-- The day of a moment by the shop's calendar; by UTC where PostgreSQL does not know the zone, since no sale may fail for that.
CREATE FUNCTION shop_day(moment timestamptz) RETURNS date LANGUAGE plpgsql STABLE AS $$
BEGIN
	RETURN (moment AT TIME ZONE coalesce((SELECT value #>> '{}' FROM settings WHERE name = 'timeZone'), 'America/Denver'))::date;
EXCEPTION WHEN invalid_parameter_value THEN
	RETURN (moment AT TIME ZONE 'UTC')::date;
END;
$$;
--> statement-breakpoint
-- Writes the parts of a refund of an order, once. Where the gateway gave less than was asked for, the parts are lowered to that.
CREATE FUNCTION note_refund_parts(own orders, refund refunds) RETURNS void LANGUAGE plpgsql AS $$
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
		SELECT 'goods' AS part, "position", price_cents * quantity - discount_share_cents AS amount FROM order_lines WHERE order_number = own.number
		UNION ALL SELECT 'tax', "position", tax_cents FROM order_lines WHERE order_number = own.number AND tax_cents > 0
		UNION ALL SELECT 'tax', NULL::integer, own.tax_cents - own.delivery_tax_cents - own.fee_tax_cents - coalesce(sum(tax_cents), 0)
			FROM order_lines WHERE order_number = own.number
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
		SELECT line.position, line.quantity - coalesce(before.pieces, 0) FROM order_lines line LEFT JOIN before ON before.position = line.position
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
	LEFT JOIN order_lines line ON line.order_number = own.number AND line.position = split.position
	LEFT JOIN before ON before.position = split.position AND split.part = 'goods';
END;
$$;
--> statement-breakpoint
-- Writes into the ledger what it lacks of a refund that counts, or its opposite for one that does not, at a moment.
CREATE FUNCTION note_refund_events(own orders, refund refunds, counts boolean, moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
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
	LEFT JOIN sale_events line ON line.order_number = own.number AND line.kind = 'sale' AND line.refund_id IS NULL AND line.position = missing.position
	LEFT JOIN LATERAL (SELECT state, zip_prefix FROM sale_events early WHERE early.order_number = own.number ORDER BY id LIMIT 1) AS place ON true
	ORDER BY missing.position, missing.part, missing.kind;
END;
$$;
--> statement-breakpoint
-- Writes into the ledger whatever it lacks of an order: its sale once it is paid, its refunds, those that failed, and disputes; and splits
-- refunds. Samples are out, and payments of orders that never came about. The lock of the payment comes before anything else, as everywhere.
CREATE FUNCTION note_sales_of(wanted text) RETURNS void LANGUAGE plpgsql AS $$
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
		FROM order_lines line
		LEFT JOIN products ON products.id = line.product_id LEFT JOIN categories ON categories.id = products.category_id
		CROSS JOIN LATERAL (VALUES (1, 'sale', line.price_cents * line.quantity, line.quantity), (2, 'discount', -line.discount_share_cents, 0),
			(3, 'tax', line.tax_cents, 0)) AS event (place, kind, amount, pieces)
		WHERE line.order_number = wanted AND (event.kind = 'sale' OR event.amount <> 0)
		ORDER BY line.position, event.place;
		INSERT INTO sale_events (at, day, order_number, kind, part, amount_cents, code, state, zip_prefix)
		SELECT own.paid_at, shop_day(own.paid_at), wanted, event.kind, event.part, event.amount, own.discount_code, own.region, left(own.postal_code, 3)
		FROM (VALUES ('delivery', 'delivery', own.delivery_fee_cents), ('tax', 'delivery', own.delivery_tax_cents), ('fee', 'fee', own.fees_cents),
			('tax', 'fee', own.fee_tax_cents), ('tax', 'order', own.tax_cents - own.delivery_tax_cents - own.fee_tax_cents
				- coalesce((SELECT sum(tax_cents)::integer FROM order_lines WHERE order_number = wanted), 0))) AS event (kind, part, amount)
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
CREATE FUNCTION note_sales_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_sales_of(NEW.number);
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION note_sales_of_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_sales_of(order_number) FROM payments WHERE id = NEW.payment_id AND order_number IS NOT NULL;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION note_sales_of_dispute() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_sales_of(NEW.order_number);
	RETURN NULL;
END;
$$;
--> statement-breakpoint
-- At the end of the transaction, when lines and parts of what moved the money are there, whoever wrote them and in which order.
CREATE CONSTRAINT TRIGGER note_sales_of_new_order AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	WHEN (NEW.paid_at IS NOT NULL AND NOT NEW.sample) EXECUTE FUNCTION note_sales_of_order();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER note_sales_of_paid_order AFTER UPDATE ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	WHEN (OLD.paid_at IS NULL AND NEW.paid_at IS NOT NULL AND NOT NEW.sample) EXECUTE FUNCTION note_sales_of_order();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER note_sales_of_new_refund AFTER INSERT ON refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	EXECUTE FUNCTION note_sales_of_refund();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER note_sales_of_changed_refund AFTER UPDATE ON refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	WHEN ((OLD.state, OLD.amount_cents) IS DISTINCT FROM (NEW.state, NEW.amount_cents)) EXECUTE FUNCTION note_sales_of_refund();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER note_sales_of_dispute AFTER INSERT ON order_events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	WHEN (NEW.kind = 'disputed') EXECUTE FUNCTION note_sales_of_dispute();
--> statement-breakpoint
-- The same of several orders, in the order of their numbers, so that two of them never wait for each other's payments.
CREATE FUNCTION note_sales_of_all(wanted text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	each text;
BEGIN
	FOR each IN SELECT own FROM unnest(wanted) AS own ORDER BY own LOOP
		PERFORM note_sales_of(each);
	END LOOP;
END;
$$;
