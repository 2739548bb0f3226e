-- Clears what was invented or paid with test money, with the goods of the demo. Pieces that such orders took come back to the levels of
-- the goods that stay, but a level that somebody wrote down after test orders took pieces stands: it had them in it. The numbers are never
-- given again. Refused while an order is real. Runs with the owner's rights, since orders and what belongs to them are append-only for
-- everybody else.
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
