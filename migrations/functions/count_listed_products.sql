-- Adds and subtracts, in one order of rows, so that two changes at once are both counted and neither waits for the other in turn.
CREATE OR REPLACE FUNCTION count_listed_products() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	came CONSTANT text := 'SELECT 1 AS sign, came.* FROM came';
	gone CONSTANT text := 'SELECT -1 AS sign, gone.* FROM gone';
BEGIN
	IF TG_OP = 'TRUNCATE' THEN
		UPDATE listing_counts SET count = 0;
		RETURN NULL;
	END IF;
	EXECUTE format('
		INSERT INTO listing_counts (kind, collection, category_id, value, count)
		SELECT kind, collection, category_id, value, sum(sign)
		FROM (%s) AS changed
		CROSS JOIN LATERAL (
			SELECT scope AS collection FROM unnest(scopes) AS scope WHERE scope NOT LIKE ''#%%'' UNION ALL SELECT '''') AS held
		CROSS JOIN LATERAL (
			SELECT ''category'' AS kind, '''' AS value
			UNION ALL SELECT ''color'', color FROM unnest(colors) AS color WHERE color <> ''default'' AND collection <> ''''
			UNION ALL SELECT ''size'', size FROM unnest(sizes) AS size WHERE size <> ''default'' AND collection <> '''') AS fact
		GROUP BY kind, collection, category_id, value HAVING sum(sign) <> 0
		ORDER BY kind, collection, category_id, value
		ON CONFLICT (kind, collection, category_id, value) DO UPDATE SET count = listing_counts.count + excluded.count',
		CASE TG_OP WHEN 'INSERT' THEN came WHEN 'DELETE' THEN gone ELSE came || ' UNION ALL ' || gone END);
	RETURN NULL;
END;
$$;
