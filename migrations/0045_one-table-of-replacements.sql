-- What is sent in place of returned pieces moves into the one table of replacements. Nobody writes to the old one meanwhile.
LOCK TABLE replacements IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
INSERT INTO order_replacements (order_number, position, cause, return_number, product_id, variant_id, size, color, quantity, state, parcel_id, ends_at, at)
SELECT old.order_number, old.position, 'return', old.return_number, line.product_id, old.variant_id, old.size, old.color, old.quantity,
	CASE old.state WHEN 'called-off' THEN 'ended' ELSE old.state END, old.parcel_id,
	CASE old.state WHEN 'called-off' THEN coalesce((SELECT max(at) FROM order_events
		WHERE kind = 'replacement-called-off' AND details ->> 'return' = old.return_number), old.at) END,
	old.at
FROM replacements old JOIN order_lines line ON line.order_number = old.order_number AND line.position = old.position
ORDER BY old.at, old.return_number, old.position;
--> statement-breakpoint
DROP TABLE "replacements";
--> statement-breakpoint
COMMENT ON TABLE "order_replacements" IS 'never deleted';
--> statement-breakpoint
COMMENT ON TABLE "lost_pieces" IS 'never deleted';
--> statement-breakpoint
-- For processes of the release before, which know replacements of returns only: they read and write the one table by the old name.
CREATE VIEW "replacements" AS
SELECT return_number, order_number, position, variant_id, size, color, quantity,
	CASE state WHEN 'ended' THEN 'called-off' ELSE state END AS state, parcel_id, at
FROM order_replacements WHERE cause = 'return';
--> statement-breakpoint
COMMENT ON VIEW "replacements" IS 'never deleted';
--> statement-breakpoint
CREATE FUNCTION write_replacement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.state := coalesce(NEW.state, 'waiting');
	NEW.at := coalesce(NEW.at, now());
	IF TG_OP = 'INSERT' THEN
		INSERT INTO order_replacements (order_number, position, cause, return_number, product_id, variant_id, size, color, quantity, state,
			parcel_id, ends_at, at)
		SELECT NEW.order_number, NEW.position, 'return', NEW.return_number, product_id, NEW.variant_id, NEW.size, NEW.color, NEW.quantity,
			CASE NEW.state WHEN 'called-off' THEN 'ended' ELSE NEW.state END, NEW.parcel_id,
			CASE NEW.state WHEN 'called-off' THEN now() END, NEW.at
		FROM order_lines WHERE order_number = NEW.order_number AND position = NEW.position;
	ELSE
		UPDATE order_replacements SET state = CASE NEW.state WHEN 'called-off' THEN 'ended' ELSE NEW.state END, parcel_id = NEW.parcel_id,
			ends_at = CASE NEW.state WHEN 'called-off' THEN coalesce(ends_at, now()) END
		WHERE return_number = OLD.return_number AND position = OLD.position;
	END IF;
	RETURN NEW;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER write_replacement INSTEAD OF INSERT OR UPDATE ON "replacements" FOR EACH ROW EXECUTE FUNCTION write_replacement();
--> statement-breakpoint
-- As before, but a lost parcel is on the way only as long as nobody has decided about all that was in it, and what is sent in place of
-- something stands in one table.
-- Whoever computes facts waits for whoever does the same for one of these orders, and then sees what the other wrote.
CREATE OR REPLACE FUNCTION note_facts_of(changed text[]) RETURNS void LANGUAGE plpgsql AS $$
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
			WHEN money.done >= money.paid THEN 'refunded'
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
		SELECT max(payments.amount_cents) AS paid, coalesce(bool_or(refunds.state = 'failed' AND handled_at IS NULL), false) AS refused,
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
DO $$
DECLARE
	follower text;
	event record;
BEGIN
	FOREACH follower IN ARRAY ARRAY['order_replacements', 'lost_pieces']
	LOOP
		FOR event IN SELECT * FROM (VALUES ('insert', 'NEW'), ('update', 'NEW'), ('delete', 'OLD')) AS events (kind, rows)
		LOOP
			EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_part_of_order()',
				'note_part_of_order_' || event.kind, event.kind, follower, event.rows);
		END LOOP;
	END LOOP;
END;
$$;
--> statement-breakpoint
-- Removes what was invented for the demo shop: its orders with all that belongs to them, and its goods with their stock. What is
-- append-only stays so for everything else: nothing but rows of samples is touched. Runs with the owner's rights. Refused while a
-- real order was paid or waits for its payment; nobody begins one meanwhile.
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
	DELETE FROM order_lines WHERE order_number = ANY (numbers);
	DELETE FROM orders WHERE number = ANY (numbers);

	goods := ARRAY(SELECT id FROM products WHERE sample);
	DELETE FROM stock_movements USING variants WHERE variants.id = variant_id AND variants.product_id = ANY (goods);
	DELETE FROM products WHERE id = ANY (goods);
	RETURN cardinality(goods);
END;
$$;
