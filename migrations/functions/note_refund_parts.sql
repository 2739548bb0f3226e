-- Writes the parts of a refund of an order, once. Where the gateway gave less than was asked for, the parts are lowered to that. What is left of
-- each part is its sum in the ledger of sales: with what a change took over from goods to those that replace them, and without what the bank
-- took. A part of which more went back than it cost lowers the others. What is spread over all that is left of an order takes paid differences
-- of exchanges from what was sent, and not from fees.
CREATE OR REPLACE FUNCTION note_refund_parts(own orders, refund refunds) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	known bigint;
	pools jsonb;
	asked jsonb;
	way text;
	of_cards jsonb;
	to_cards bigint;
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

	SELECT jsonb_agg(jsonb_build_object('part', kept.part, 'position', coalesce(kept.turn, kept.position), 'left', kept.amount)
				ORDER BY kept.position, kept.turn, kept.part) FILTER (WHERE kept.part <> 'goodwill' AND kept.amount > 0),
		jsonb_build_object('total', refund.amount_cents, 'goodwillBefore',
			greatest(0, coalesce(-sum(kept.amount) FILTER (WHERE kept.part = 'goodwill' OR kept.amount < 0), 0)))
	INTO pools, asked
	FROM (
		SELECT CASE WHEN exchange.turn IS NOT NULL THEN CASE WHEN kind = 'tax' THEN 'exchange-tax' ELSE 'exchange' END
				WHEN kind IN ('sale', 'discount', 'change', 'card-sold', 'card-refunded') AND "position" IS NOT NULL THEN 'goods'
				WHEN kind = 'tax' AND event.part IN ('delivery', 'fee') THEN event.part || '-tax' ELSE kind END AS part,
			"position", exchange.turn, sum(amount_cents) AS amount
		FROM sale_events event
		LEFT JOIN paid_exchanges_of(own.number) exchange ON exchange.change_id = event.change_id AND event.position IS NULL AND event.part = 'line'
		WHERE order_number = own.number AND kind <> 'dispute' GROUP BY 1, 2, 3
	) AS kept
	WHERE kept.part IN ('goods', 'tax', 'delivery', 'delivery-tax', 'fee', 'fee-tax', 'exchange', 'exchange-tax', 'goodwill');

	SELECT asked || jsonb_build_object(
		'lines', (SELECT coalesce(jsonb_agg(jsonb_build_object('position', "position", 'amount', amount_cents)), '[]')
			FROM refund_lines WHERE refund_id = refund.id),
		'delivery', coalesce(sum(amount_cents) FILTER (WHERE kind = 'delivery'), 0),
		'fees', coalesce(sum(amount_cents) FILTER (WHERE kind = 'fees'), 0),
		'goodwill', coalesce(sum(amount_cents) FILTER (WHERE kind = 'goodwill'), 0),
		'taxWithGoodwill', coalesce(bool_and(with_tax) FILTER (WHERE kind = 'goodwill'), true))
	INTO asked FROM refund_extras WHERE refund_id = refund.id;
	-- Goodwill first pays for gift cards whose own refund has failed: no other refund names their lines.
	SELECT coalesce(jsonb_agg(jsonb_build_object('position', "position", 'amount', given)), '[]'), coalesce(sum(given), 0) INTO of_cards, to_cards
	FROM (
		SELECT pool.position, least(pool.remaining, greatest(0, (asked->>'goodwill')::bigint
			- coalesce(sum(pool.remaining) OVER (ORDER BY pool.position ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0))) AS given
		FROM (SELECT (each->>'position')::integer AS "position", (each->>'left')::bigint AS remaining
			FROM jsonb_array_elements(pools) AS each WHERE each->>'part' = 'goods') AS pool
		JOIN gift_card_lines card ON card.order_number = own.number AND card.position = pool.position
		WHERE EXISTS (SELECT FROM refund_lines line JOIN refunds ON refunds.id = line.refund_id
			WHERE line.order_number = own.number AND line.position = card.position AND refunds.state = 'failed')
	) AS failed WHERE given > 0;
	asked := asked || jsonb_build_object('lines', (asked->'lines') || of_cards, 'goodwill', (asked->>'goodwill')::bigint - to_cards);
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
