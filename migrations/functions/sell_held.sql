-- Turns what an order holds reserved into a sale, by the pieces that a release gives back; false where it holds nothing. The two movements
-- cancel each other out: no level changes.
CREATE OR REPLACE FUNCTION sell_held(of_reference text, by_actor jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO stock_movements (variant_id, quantity, cause, reference, actor)
	SELECT held.variant_id, part.sign * held.quantity, part.cause, of_reference, by_actor
	FROM (VALUES (1, 'release'), (-1, 'sale')) AS part (sign, cause) CROSS JOIN held_pieces(of_reference) AS held
	ORDER BY part.sign DESC, held.variant_id;
	RETURN FOUND;
END;
$$;
