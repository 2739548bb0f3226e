-- Writes a change into the ledger of sales, on the day it is applied: what its endings took out with the other sign, the lines from a position on,
-- and by how much delivery and its tax are others. What was sold before is written first.
CREATE OR REPLACE FUNCTION note_change_of(wanted text, of_change uuid, first_position integer, delivery integer, delivery_tax integer, moment timestamptz)
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
