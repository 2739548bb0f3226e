-- Each pair's exact stock has a key of its own, for answers that show it.
CREATE OR REPLACE FUNCTION notify_variants() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	keys text[];
	hidden CONSTANT text[] := '{stock,version}';
BEGIN
	IF TG_OP = 'INSERT' THEN
		IF (SELECT count(*) FROM (SELECT FROM now_rows LIMIT 101) AS few) > 100 THEN keys := '{*}';
		ELSE SELECT array_agg(key) INTO keys FROM parts_of_product_keys(ARRAY(SELECT product_id FROM now_rows)) AS key; END IF;
	ELSIF TG_OP = 'DELETE' THEN
		IF (SELECT count(*) FROM (SELECT FROM old_rows LIMIT 101) AS few) > 100 THEN keys := '{*}';
		ELSE SELECT array_agg(key) INTO keys FROM parts_of_product_keys(ARRAY(SELECT product_id FROM old_rows)) AS key; END IF;
	ELSIF (SELECT count(*) FROM (SELECT FROM now_rows LIMIT 101) AS few) > 100 THEN keys := '{*}';
	ELSE
		SELECT array_agg(key) INTO keys FROM (
			SELECT unnest(ARRAY['stock:' || now_rows.product_id] || CASE
				WHEN shown_stock(old_rows.stock) IS DISTINCT FROM shown_stock(now_rows.stock)
				THEN 'product:' || now_rows.product_id END) AS key
			FROM old_rows JOIN now_rows USING (id) WHERE old_rows.stock IS DISTINCT FROM now_rows.stock
			UNION
			SELECT parts_of_product_keys(ARRAY[old_rows.product_id, now_rows.product_id])
			FROM old_rows FULL JOIN now_rows USING (id)
			WHERE to_jsonb(old_rows) - hidden IS DISTINCT FROM to_jsonb(now_rows) - hidden
		) AS changed;
	END IF;
	IF keys IS NOT NULL THEN PERFORM notify_keys(array_prepend('table:variants'::text, keys)); END IF;
	RETURN NULL;
END;
$$;
