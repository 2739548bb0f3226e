-- For tables of which each row has a key: what its name begins with, the column that names the row, and optionally the state in
-- which alone it is shown.
CREATE OR REPLACE FUNCTION notify_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed text;
	keys text[];
BEGIN
	changed := CASE TG_OP
		WHEN 'INSERT' THEN 'SELECT to_jsonb(now_rows) AS line FROM now_rows'
		WHEN 'DELETE' THEN 'SELECT to_jsonb(old_rows) AS line FROM old_rows'
		ELSE 'SELECT to_jsonb(old_rows) AS line FROM old_rows UNION ALL SELECT to_jsonb(now_rows) FROM now_rows' END;
	EXECUTE format(
		'SELECT array_agg(DISTINCT key) FROM (SELECT %L || (line->>%L) AS key FROM (%s) AS changed
			WHERE %L IS NULL OR line->>''state'' = %L LIMIT 1000) AS keys', TG_ARGV[0], TG_ARGV[1], changed, TG_ARGV[2], TG_ARGV[2])
		INTO keys;
	IF keys IS NOT NULL THEN PERFORM notify_keys(array_prepend('table:' || TG_TABLE_NAME::text, keys)); END IF;
	RETURN NULL;
END;
$$;
