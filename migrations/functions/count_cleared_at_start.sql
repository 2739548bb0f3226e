-- How many rows of each table would be cleared.
CREATE OR REPLACE FUNCTION count_cleared_at_start() RETURNS TABLE (name text, count bigint) LANGUAGE plpgsql STABLE AS $$
DECLARE
	scope record;
	entry record;
BEGIN
	SELECT * INTO scope FROM start_scope();
	FOR entry IN SELECT * FROM cleared_at_start() AS list WHERE to_regclass(list.name) IS NOT NULL ORDER BY list.place LOOP
		RETURN QUERY EXECUTE format('SELECT %L::text, count(*) FROM %s WHERE %s', entry.name, entry.name, entry.condition)
			USING scope.numbers, scope.return_numbers, scope.payment_ids, scope.goods, scope.has_demo;
	END LOOP;
END;
$$;
