-- Pieces that cleared orders took of goods that stay, by variant: `back` go back to the level, `settled` were made up for when somebody
-- wrote the level down since.
CREATE OR REPLACE FUNCTION pieces_of_cleared_orders() RETURNS TABLE (variant_id integer, back integer, settled integer) LANGUAGE sql STABLE AS $$
	SELECT moved.variant_id,
		-coalesce(sum(moved.quantity) FILTER (WHERE moved.id > coalesce(told.id, 0)), 0)::integer,
		-coalesce(sum(moved.quantity) FILTER (WHERE moved.id <= coalesce(told.id, 0)), 0)::integer
	FROM start_scope() AS scope
	JOIN stock_movements AS moved ON is_of_cleared_order(moved.reference, moved.cause, scope.numbers || scope.return_numbers)
	JOIN variants ON variants.id = moved.variant_id AND variants.stock IS NOT NULL AND NOT variants.product_id = ANY (scope.goods)
	LEFT JOIN LATERAL (
		SELECT max(last.id) AS id FROM stock_movements AS last
		WHERE last.variant_id = moved.variant_id AND last.cause IN ('import', 'count', 'correction')
	) AS told ON true
	GROUP BY moved.variant_id
$$;
