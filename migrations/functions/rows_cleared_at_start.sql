-- The rows that a start for real would clear, whole, each as a line of JSON.
CREATE OR REPLACE FUNCTION rows_cleared_at_start() RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
DECLARE
	scope record;
	entry record;
BEGIN
	SELECT * INTO scope FROM start_scope();
	FOR entry IN SELECT * FROM cleared_at_start() AS list WHERE to_regclass(list.name) IS NOT NULL ORDER BY list.place LOOP
		RETURN QUERY EXECUTE format('SELECT json_build_object(''table'', %L::text, ''row'', to_jsonb(own))::text FROM %s AS own WHERE %s',
			entry.name, entry.name, entry.condition)
			USING scope.numbers, scope.return_numbers, scope.payment_ids, scope.goods, scope.has_demo;
	END LOOP;
END;
$$;
