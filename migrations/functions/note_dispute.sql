-- Writes into the ledger what it lacks of a dispute: the money that the bank took, by parts; the same with the opposite sign once it is given
-- back; and in rows of the kind 'dispute', which are in no sum, the disputed amount, and its opposite once the dispute was won. May run twice.
CREATE OR REPLACE FUNCTION note_dispute(wanted_dispute text, moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
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
