CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"state" text NOT NULL,
	"is_refundable" boolean NOT NULL,
	"lost_cents" integer DEFAULT 0 NOT NULL,
	"answer_by" timestamp with time zone,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "dispute_state_is_known" CHECK ("disputes"."state" in ('to-answer', 'with-bank', 'won', 'lost')),
	CONSTRAINT "dispute_amounts_are_not_negative" CHECK ("disputes"."amount_cents" >= 0 and "disputes"."lost_cents" >= 0)
);
--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_payment_id_index" ON "disputes" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "disputes_undecided" ON "disputes" USING btree ("answer_by") WHERE "disputes"."state" in ('to-answer', 'with-bank');--> statement-breakpoint
INSERT INTO start_clears (name, place, condition) VALUES ('disputes', 115, 'payment_id = ANY ($3)');
--> statement-breakpoint
-- As before, but a dispute whose money was given back may be lost again.
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
--> statement-breakpoint
-- Writes into the ledger what it lacks of a dispute: the money that the bank took, by parts; the same with the opposite sign once it is given
-- back; and in rows of the kind 'dispute', which are in no sum, the disputed amount, and its opposite once the dispute was won. May run twice.
CREATE FUNCTION note_dispute(wanted_dispute text, moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	own disputes;
	wanted text;
	taken bigint;
	told bigint;
BEGIN
	SELECT order_number INTO wanted FROM disputes JOIN payments ON payments.id = payment_id WHERE disputes.id = wanted_dispute;
	IF wanted IS NULL THEN
		RETURN;
	END IF;
	PERFORM note_sales_of(wanted);
	PERFORM FROM payments WHERE order_number = wanted ORDER BY requested_at, id FOR NO KEY UPDATE;
	SELECT * INTO own FROM disputes WHERE id = wanted_dispute;
	IF NOT EXISTS (SELECT FROM orders WHERE number = wanted AND paid_at IS NOT NULL AND NOT sample) THEN
		RETURN;
	END IF;
	SELECT coalesce(-sum(amount_cents) FILTER (WHERE kind <> 'dispute'), 0), coalesce(sum(amount_cents) FILTER (WHERE kind = 'dispute'), 0)
	INTO taken, told FROM sale_events WHERE order_number = wanted AND dispute_id = own.id;

	IF taken <> own.lost_cents THEN
		INSERT INTO sale_events (at, day, order_number, "position", kind, part, amount_cents, dispute_id, change_id, product_id, product, category, variant_id,
			size, color, sku, tax_kind, code, state, zip_prefix)
		SELECT moment, shop_day(moment), wanted, "position", kind, part, -sum(amount_cents), own.id, change_id, product_id, product, category, variant_id,
			size, color, sku, tax_kind, code, state, zip_prefix
		FROM sale_events WHERE order_number = wanted AND dispute_id = own.id AND kind <> 'dispute'
		GROUP BY "position", kind, part, change_id, product_id, product, category, variant_id, size, color, sku, tax_kind, code, state, zip_prefix
		HAVING sum(amount_cents) <> 0 ORDER BY "position", part, kind;
		PERFORM note_lost_dispute(wanted, own.id, own.lost_cents, moment);
	END IF;

	INSERT INTO sale_events (at, day, order_number, kind, part, amount_cents, dispute_id, code, state, zip_prefix)
	SELECT moment, shop_day(moment), wanted, 'dispute', 'order', due.amount - told, own.id, orders.discount_code, orders.region, left(orders.postal_code, 3)
	FROM orders CROSS JOIN (SELECT CASE own.state WHEN 'won' THEN 0 ELSE -own.amount_cents END AS amount) AS due
	WHERE number = wanted AND due.amount <> told;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION note_changed_dispute() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_dispute(NEW.id, now());
	RETURN NULL;
END;
$$;
--> statement-breakpoint
-- A dispute as an event in an order's history tells it: what an earlier release recorded. Nothing of it counts once the gateway was asked, and a
-- dispute that was won stays won, and a lost one lost, if their opening is recorded after their end.
CREATE FUNCTION note_told_dispute(event order_events) RETURNS void LANGUAGE sql AS $$
	INSERT INTO disputes AS known (id, payment_id, reason, amount_cents, state, is_refundable, lost_cents, answer_by, opened_at)
	SELECT event.details->>'disputeId', payment.id, coalesce(event.details->>'reason', ''), told.amount, told.state, false,
		CASE told.state WHEN 'lost' THEN told.amount ELSE 0 END,
		CASE WHEN event.details->>'answerBy' ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$' THEN (event.details->>'answerBy')::timestamptz END, event.at
	FROM (SELECT (event.details->>'amount')::numeric::integer AS amount,
		CASE event.kind WHEN 'dispute-lost' THEN 'lost' WHEN 'dispute-won' THEN 'won' ELSE 'to-answer' END AS state
		WHERE jsonb_typeof(event.details->'amount') = 'number' AND event.details->>'disputeId' IS NOT NULL) AS told
	CROSS JOIN LATERAL (SELECT id FROM payments WHERE order_number = event.order_number AND state = 'received'
		ORDER BY amount_cents < told.amount, kind <> 'order', requested_at, id LIMIT 1) AS payment
	ON CONFLICT (id) DO UPDATE SET state = excluded.state, lost_cents = excluded.lost_cents
		WHERE known.read_at IS NULL AND array_position(ARRAY['to-answer', 'with-bank', 'lost', 'won'], excluded.state)
			> array_position(ARRAY['to-answer', 'with-bank', 'lost', 'won'], known.state)
$$;
--> statement-breakpoint
-- Takes the place of the function of the trigger `note_lost_dispute`: the ledger follows the dispute, and no longer its event.
CREATE OR REPLACE FUNCTION note_lost_dispute_of_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_told_dispute(NEW);
	RETURN NULL;
END;
$$;
--> statement-breakpoint
SELECT count(note_told_dispute(event)::text) FROM (SELECT * FROM order_events WHERE kind IN ('disputed', 'dispute-lost', 'dispute-won') ORDER BY id) AS event;
--> statement-breakpoint
SELECT count(note_dispute(id, now())::text) FROM (SELECT id FROM disputes ORDER BY payment_id, id) AS known;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER note_told_dispute AFTER INSERT ON order_events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	WHEN (NEW.kind IN ('disputed', 'dispute-won')) EXECUTE FUNCTION note_lost_dispute_of_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER note_new_dispute AFTER INSERT ON disputes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	EXECUTE FUNCTION note_changed_dispute();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER note_changed_dispute AFTER UPDATE ON disputes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	WHEN ((OLD.state, OLD.amount_cents, OLD.lost_cents, OLD.payment_id) IS DISTINCT FROM (NEW.state, NEW.amount_cents, NEW.lost_cents, NEW.payment_id))
	EXECUTE FUNCTION note_changed_dispute();
