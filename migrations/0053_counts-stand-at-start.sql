-- Pieces that cleared orders took of goods that stay, by variant: `back` go back to the level, `settled` were made up for when somebody
-- wrote the level down since.
CREATE FUNCTION pieces_of_cleared_orders() RETURNS TABLE (variant_id integer, back integer, settled integer) LANGUAGE sql STABLE AS $$
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
--> statement-breakpoint
-- As before, but a level that somebody wrote down after test orders took pieces stands: it had them in it.
CREATE OR REPLACE FUNCTION start_for_real() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	scope record;
	entry record;
BEGIN
	PERFORM hold_for_start();
	IF first_real_order() IS NOT NULL THEN
		RAISE EXCEPTION 'the order % is real', first_real_order()
			USING ERRCODE = 'check_violation', CONSTRAINT = 'started_only_without_real_orders';
	END IF;
	SELECT * INTO scope FROM start_scope();
	INSERT INTO used_numbers (number) SELECT unnest(scope.numbers || scope.return_numbers);
	WITH moved AS MATERIALIZED (SELECT * FROM pieces_of_cleared_orders()),
	kept AS (
		INSERT INTO stock_movements (variant_id, quantity, cause, reference, actor)
		SELECT variant_id, -settled, 'correction', 'start for real', '{"kind": "system"}'::jsonb FROM moved WHERE settled <> 0
	)
	UPDATE variants SET stock = stock + moved.back FROM moved WHERE variants.id = moved.variant_id AND moved.back <> 0;
	-- What somebody wrote about own goods stays, but by no buyer.
	UPDATE reviews SET verified = false, order_number = NULL, order_line = NULL WHERE order_number = ANY (scope.numbers);
	FOR entry IN SELECT * FROM cleared_at_start() AS list WHERE to_regclass(list.name) IS NOT NULL ORDER BY list.place LOOP
		EXECUTE format('DELETE FROM %s WHERE %s', entry.name, entry.condition)
			USING scope.numbers, scope.return_numbers, scope.payment_ids, scope.goods, scope.has_demo;
	END LOOP;
END;
$$;
