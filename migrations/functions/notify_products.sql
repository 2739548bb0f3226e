CREATE OR REPLACE FUNCTION notify_products() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	keys text[];
BEGIN
	IF TG_OP = 'INSERT' THEN
		IF (SELECT count(*) FROM (SELECT FROM now_rows LIMIT 101) AS few) > 100 THEN keys := '{*}';
		ELSE SELECT array_agg(key) INTO keys FROM now_rows, product_change_keys(NULL, to_jsonb(now_rows)) AS key; END IF;
	ELSIF TG_OP = 'DELETE' THEN
		IF (SELECT count(*) FROM (SELECT FROM old_rows LIMIT 101) AS few) > 100 THEN keys := '{*}';
		ELSE SELECT array_agg(key) INTO keys FROM old_rows, product_change_keys(to_jsonb(old_rows), NULL) AS key; END IF;
	ELSE
		IF (SELECT count(*) FROM (SELECT FROM now_rows LIMIT 101) AS few) > 100 THEN keys := '{*}';
		ELSE SELECT array_agg(key) INTO keys FROM old_rows FULL JOIN now_rows USING (id),
			product_change_keys(to_jsonb(old_rows), to_jsonb(now_rows)) AS key; END IF;
	END IF;
	IF keys IS NOT NULL THEN PERFORM notify_keys(array_prepend('table:products'::text, keys)); END IF;
	RETURN NULL;
END;
$$;
