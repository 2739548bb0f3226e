-- Payments of an order may be several: the one it was drafted with, and those of its changes. A line of a refund without pieces is the rest of a
-- price of which another refund of the same cause has the pieces.
ALTER TABLE "refund_lines" DROP CONSTRAINT "refund_quantity_is_positive";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "kind" text DEFAULT 'order' NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_quantity_is_not_negative" CHECK ("refund_lines"."quantity" >= 0);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payment_kind_is_known" CHECK ("payments"."kind" in ('order', 'change'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payment_of_change_has_its_order" CHECK ("payments"."kind" = 'order' or "payments"."order_number" is not null);
--> statement-breakpoint
-- As before, over all payments of the order: real money that came with any of them makes it real. An open payment of a change decides nothing.
CREATE OR REPLACE FUNCTION kind_of_order(wanted text) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT CASE
		WHEN orders.sample THEN 'sample'
		WHEN coalesce((SELECT bool_or(coalesce(live, gateway <> 'sandbox')) FROM payments
			WHERE order_number = orders.number AND (kind = 'order' OR payments.state = 'received')), true) THEN 'real'
		ELSE 'test'
	END
	FROM orders WHERE orders.number = wanted
$$;
--> statement-breakpoint
-- As before, but all money of an order is what came with all of its payments.
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
		FROM order_lines line
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
-- Money of a change, received or not after all, belongs to the facts of its order.
CREATE FUNCTION note_payment_of_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE order_facts SET kind = kind_of_order(number) WHERE number = NEW.order_number AND kind <> kind_of_order(number);
	PERFORM note_facts_of(ARRAY[NEW.order_number]);
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER note_payment_of_change AFTER UPDATE ON payments FOR EACH ROW
	WHEN (NEW.kind = 'change' AND OLD.state <> NEW.state) EXECUTE FUNCTION note_payment_of_change();
--> statement-breakpoint
-- As before, by the payment that the order was drafted with: no other makes it paid.
CREATE OR REPLACE FUNCTION settle_draft(of_payment uuid, wanted text, settled_at timestamptz, brand text, last_four text, by_actor jsonb, jobs jsonb,
	withdrawn jsonb) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	payment_state text;
BEGIN
	SELECT state INTO payment_state FROM payments WHERE id = of_payment AND kind = 'order' FOR NO KEY UPDATE;
	IF payment_state = 'received' THEN
		RETURN 'received';
	END IF;
	IF payment_state IS NULL OR payment_state NOT IN ('requested', 'failed') THEN
		RETURN 'otherwise';
	END IF;
	UPDATE orders SET state = 'paid', paid_at = settled_at, reserved_until = NULL, network = NULL, version = version + 1
		WHERE number = wanted AND state = 'awaiting-payment' AND holds;
	IF NOT FOUND THEN
		RETURN 'otherwise';
	END IF;
	UPDATE payments SET state = 'received', received_at = settled_at, card_brand = coalesce(card_brand, brand),
		card_last_four = coalesce(card_last_four, last_four) WHERE id = of_payment;
	DELETE FROM beyond_half_holds WHERE order_number = wanted;
	PERFORM complete_paid(wanted, by_actor, '{}', jobs);
	PERFORM withdraw_jobs(withdrawn);
	RETURN 'settled';
END;
$$;
