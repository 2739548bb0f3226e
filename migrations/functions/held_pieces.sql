-- Pieces that an order holds reserved, by variant; the variants are locked until the transaction ends. The sums are a statement of their own,
-- which sees what was committed while the one before waited for locks.
CREATE OR REPLACE FUNCTION held_pieces(of_reference text) RETURNS TABLE (variant_id integer, quantity integer) LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM lock_variants(ARRAY(SELECT DISTINCT moved.variant_id FROM stock_movements AS moved
		WHERE reference = of_reference AND cause IN ('reservation', 'release')));
	RETURN QUERY SELECT moved.variant_id, -sum(moved.quantity)::integer FROM stock_movements AS moved
		WHERE reference = of_reference AND cause IN ('reservation', 'release')
		GROUP BY moved.variant_id HAVING sum(moved.quantity) < 0 ORDER BY moved.variant_id;
END;
$$;
