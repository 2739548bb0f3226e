-- Numbers of shipped, cancelled and refunded pieces of an order's lines that stand, with amounts in cents, by position. Gift cards
-- are no pieces: they leave by letter, and are refunded by themselves. Each is read by
-- many acts on an order, so that its plan is kept. What went back of a line without its pieces, at the gateway, by a lost dispute, or of
-- goods that a change has replaced by these, is what was paid for it, less refunds of its pieces, less what the ledger of sales has left.
CREATE OR REPLACE FUNCTION line_progress(of_order text) RETURNS TABLE (
	"position" integer, variant_id integer, price integer, quantity integer, discount_share integer, tax integer,
	sent integer, called_off integer, unpaid integer, refunded integer, entitlement integer,
	exchanged integer, exchanged_for_less integer, goods_back integer, tax_back integer)
LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
	RETURN QUERY
	WITH sold AS MATERIALIZED (SELECT * FROM standing_lines WHERE order_number = of_order AND NOT is_gift_card(kind_for_tax)),
	shipped AS (SELECT position, sum(quantity) AS quantity FROM parcel_lines WHERE order_number = of_order GROUP BY position),
	paid_back AS (SELECT line.position,
			sum(line.called_off) AS called_off,
			-- Pieces that a failed refund cancelled stay cancelled, and are not refunded.
			sum(CASE WHEN refunds.state = 'failed' THEN line.called_off ELSE -line.called_off_before END) AS unpaid,
			sum(line.quantity) FILTER (WHERE refunds.state <> 'failed') AS quantity,
			sum(line.amount_cents + line.withheld_cents) FILTER (WHERE refunds.state <> 'failed') AS entitlement
		FROM refund_lines line JOIN refunds ON refunds.id = line.refund_id
		WHERE line.order_number = of_order GROUP BY line.position),
	cheaper AS (SELECT position, sum(quantity) AS quantity, -sum(difference_cents) AS less FROM order_replacements
		WHERE order_number = of_order AND cause = 'return' AND state IN ('waiting', 'sent') AND difference_cents < 0 GROUP BY position),
	kept AS (SELECT position, coalesce(sum(amount_cents) FILTER (WHERE kind <> 'tax'), 0) AS goods,
			coalesce(sum(amount_cents) FILTER (WHERE kind = 'tax'), 0) AS tax
		FROM sale_events WHERE order_number = of_order AND position IS NOT NULL GROUP BY position),
	chosen AS (SELECT position, sum(refund_parts.amount_cents) FILTER (WHERE part = 'goods') AS goods,
			sum(refund_parts.amount_cents) FILTER (WHERE part = 'tax') AS tax
		FROM refund_parts JOIN refunds ON refunds.id = refund_id
		WHERE order_number = of_order AND split_by = 'chosen' AND refunds.state <> 'failed' AND position IS NOT NULL GROUP BY position)
	SELECT line.position, line.variant_id, line.price_cents, line.quantity, line.discount_share_cents, line.tax_cents,
		coalesce(shipped.quantity, 0)::integer, coalesce(paid_back.called_off, 0)::integer, coalesce(paid_back.unpaid, 0)::integer,
		coalesce(paid_back.quantity, 0)::integer, coalesce(paid_back.entitlement, 0)::integer,
		coalesce(cheaper.quantity, 0)::integer, coalesce(cheaper.less, 0)::integer,
		-- A line that the ledger does not have yet has nothing that went back.
		coalesce(greatest(0, line.price_cents * line.quantity - line.discount_share_cents - coalesce(chosen.goods, 0) - kept.goods), 0)::integer,
		coalesce(greatest(0, line.tax_cents - coalesce(chosen.tax, 0) - kept.tax), 0)::integer
	FROM sold line
	LEFT JOIN shipped ON shipped.position = line.position
	LEFT JOIN paid_back ON paid_back.position = line.position
	LEFT JOIN cheaper ON cheaper.position = line.position
	LEFT JOIN kept ON kept.position = line.position
	LEFT JOIN chosen ON chosen.position = line.position
	ORDER BY line.position;
END;
$$;
