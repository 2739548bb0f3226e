-- Movements of stock and the levels beside them, which always stay their sum. Whoever calls it holds the variants locked.
CREATE OR REPLACE FUNCTION move_stock(of_cause text, lines jsonb, of_reference text, by_actor jsonb, with_reason text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	WITH written AS (
		INSERT INTO stock_movements (variant_id, quantity, cause, reference, actor, reason)
		SELECT line.variant_id, line.quantity, of_cause, of_reference, by_actor, with_reason
		FROM jsonb_to_recordset(lines) AS line (variant_id integer, quantity integer)
		RETURNING variant_id, quantity
	), moved AS (SELECT variant_id, sum(quantity)::integer AS quantity FROM written GROUP BY variant_id)
	UPDATE variants SET stock = stock + (SELECT moved.quantity FROM moved WHERE moved.variant_id = variants.id)
	WHERE id = ANY (ARRAY(SELECT moved.variant_id FROM moved));
END;
$$;
