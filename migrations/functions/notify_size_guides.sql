-- A size guide stands on the pages of the products that have it, and nowhere else.
CREATE OR REPLACE FUNCTION notify_size_guides() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	keys text[];
BEGIN
	SELECT array_agg(key) INTO keys FROM (
		SELECT DISTINCT 'product:' || products.id AS key FROM old_rows JOIN now_rows USING (id)
		JOIN products ON products.size_guide_id = now_rows.id
		WHERE to_jsonb(old_rows) - 'version'::text IS DISTINCT FROM to_jsonb(now_rows) - 'version'::text LIMIT 101
	) AS shown;
	IF keys IS NOT NULL THEN PERFORM notify_keys(array_prepend('table:size_guides'::text, keys)); END IF;
	RETURN NULL;
END;
$$;
