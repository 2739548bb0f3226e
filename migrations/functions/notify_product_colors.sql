CREATE OR REPLACE FUNCTION notify_product_colors() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	ids text[];
BEGIN
	IF TG_OP = 'INSERT' THEN ids := ARRAY(SELECT DISTINCT product_id FROM now_rows LIMIT 101);
	ELSIF TG_OP = 'DELETE' THEN ids := ARRAY(SELECT DISTINCT product_id FROM old_rows LIMIT 101);
	ELSE ids := ARRAY(SELECT product_id FROM old_rows UNION SELECT product_id FROM now_rows LIMIT 101);
	END IF;
	IF cardinality(ids) > 100 THEN PERFORM notify_keys('{*}');
	ELSIF cardinality(ids) > 0 THEN
		PERFORM notify_keys(array_prepend('table:product_colors'::text, ARRAY(SELECT parts_of_product_keys(ids))));
	END IF;
	RETURN NULL;
END;
$$;
