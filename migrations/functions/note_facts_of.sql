-- Writes the facts of orders: standing, shipping, money, pieces left. A refused refund that a member has handled counts as if it had not been
-- asked for. A lost parcel is on the way only as long as nobody has decided about all that was in it. Money that went back by changes is no
-- refund: the order costs less. What is reserved for an exchange is not to be sent before the pieces that it replaces are here.
-- Gift cards are no pieces to send: an order of nothing else is on the way until their letters have left.
-- Whoever computes facts waits for whoever does the same for one of these orders, and then sees what the other wrote. Of an array of orders
-- the planner expects ten, and would plan anew each time, which takes longer than the statement.
CREATE OR REPLACE FUNCTION note_facts_of(changed text[]) RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
	PERFORM FROM order_facts WHERE number = ANY (changed) ORDER BY number FOR UPDATE;
	INSERT INTO order_facts AS known (number, at, standing, shipping, money, lines, pieces, pieces_left, ship_by, returns_waiting, total_cents, sample)
	SELECT number, coalesce(paid_at, drafted_at),
		CASE
			WHEN state = 'awaiting-payment' THEN 'not-paid'
			WHEN state = 'cancelled' AND paid_at IS NULL THEN 'lapsed'
			WHEN state IN ('paid', 'packed') AND sent THEN 'partly-shipped'
			WHEN state = 'paid' AND counted.goods = 0 THEN 'on-the-way'
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
		counted.lines, counted.pieces, pieces_left, CASE WHEN bought_left > 0 THEN ship_by END, returns_waiting, total_cents, sample
	FROM orders
	CROSS JOIN LATERAL (
		SELECT count(*)::integer AS lines, count(*) FILTER (WHERE NOT is_gift_card(line.kind_for_tax)) AS goods, coalesce(sum(line.quantity), 0)::integer AS pieces,
			coalesce(sum(greatest(0, line.quantity - coalesce(gone.quantity, 0) - coalesce(off.quantity, 0)))
				FILTER (WHERE NOT is_gift_card(line.kind_for_tax)), 0)::integer AS not_sent
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
		WHERE order_number = orders.number AND order_replacements.state = 'waiting') instead
	CROSS JOIN LATERAL (
		SELECT CASE WHEN paid_at IS NOT NULL AND state IN ('paid', 'packed', 'partly-refunded', 'returned') THEN counted.not_sent ELSE 0 END
			AS bought_left) bought
	CROSS JOIN LATERAL (
		SELECT bought_left + CASE WHEN state IN ('cancelled', 'refunded') THEN 0 ELSE instead.waiting END AS pieces_left) owed
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
		money = excluded.money, lines = excluded.lines, pieces = excluded.pieces, pieces_left = excluded.pieces_left, ship_by = excluded.ship_by,
		returns_waiting = excluded.returns_waiting, total_cents = excluded.total_cents, sample = excluded.sample
		WHERE (known.at, known.standing, known.shipping, known.money, known.lines, known.pieces, known.pieces_left, known.ship_by,
			known.returns_waiting, known.total_cents, known.sample)
		IS DISTINCT FROM (excluded.at, excluded.standing, excluded.shipping, excluded.money, excluded.lines, excluded.pieces,
			excluded.pieces_left, excluded.ship_by, excluded.returns_waiting, excluded.total_cents, excluded.sample);
END;
$$;
